//! fixes
