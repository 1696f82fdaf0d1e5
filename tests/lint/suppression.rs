//! suppression
