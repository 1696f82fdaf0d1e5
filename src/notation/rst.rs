//! reStructuredText.

#[cfg(feature = "lint")]
mod mask;

use super::{AS_TEXT, Notation};

pub(super) static RST: Notation = Notation {
    name: "rst",
    media_types: &["text/x-rst"],
    extensions: &["rest", "rst"],
    #[cfg(feature = "lint")]
    roles: mask::ROLES,
    ..AS_TEXT
};
