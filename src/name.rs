//! Names of values: a type with a `name` is displayed, parsed and, with feature `serde`, stored by it. One table serves all three.

use std::error::Error;
use std::fmt;

/// No value of a type has this name.
///
/// ```
/// use urlgrep::{Join, UnknownName};
/// assert_eq!("plausible".parse(), Ok(Join::Plausible));
/// let error: UnknownName = "sometimes".parse::<Join>().unwrap_err();
/// assert_eq!(error.to_string(), "unknown join `sometimes`; known are never, sure, plausible");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownName {
    kind: &'static str,
    name: String,
    known: Vec<&'static str>,
}

/// A message lists at most this many names.
const LISTED: usize = 10;

impl UnknownName {
    #[cfg(feature = "files")]
    pub(crate) fn new(kind: &'static str, name: String) -> UnknownName {
        UnknownName {
            kind,
            name,
            known: Vec::new(),
        }
    }

    /// The value whose name this is.
    pub(crate) fn find<T>(
        kind: &'static str,
        values: impl Iterator<Item = T>,
        name_of: impl Fn(&T) -> &'static str,
        name: &str,
    ) -> Result<T, UnknownName> {
        let mut known = Vec::new();
        for value in values {
            let its_name = name_of(&value);
            if its_name == name {
                return Ok(value);
            }
            known.push(its_name);
        }
        Err(UnknownName {
            kind,
            name: name.to_string(),
            known,
        })
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown {} `{}`", self.kind, self.name)?;
        if (1..=LISTED).contains(&self.known.len()) {
            write!(f, "; known are {}", self.known.join(", "))?;
        }
        Ok(())
    }
}

impl Error for UnknownName {}

/// `Display`, `FromStr`, `Serialize` and `Deserialize` of a type with a `name`. The type is an enum with a table of its names, and the macro
/// also makes `name`; or it is any type, with a list of all its values. The last argument names the type in messages.
macro_rules! named {
    ($(#[$doc:meta])* $type:ident { $($variant:ident => $name:literal,)* }, $kind:literal) => {
        impl $type {
            $(#[$doc])*
            pub fn name(self) -> &'static str {
                match self {
                    $($type::$variant => $name,)*
                }
            }
        }

        named!($type, [$($type::$variant),*], $kind);
    };
    ($type:ty, $all:expr, $kind:literal) => {
        /// The name.
        impl ::std::fmt::Display for $type {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(self.name())
            }
        }

        /// From the name.
        impl ::std::str::FromStr for $type {
            type Err = $crate::UnknownName;

            fn from_str(name: &str) -> Result<Self, $crate::UnknownName> {
                $crate::UnknownName::find(
                    $kind,
                    $all.into_iter(),
                    |value: &Self| value.name(),
                    name,
                )
            }
        }

        /// As its name.
        #[cfg(feature = "serde")]
        impl ::serde::Serialize for $type {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        /// From its name.
        #[cfg(feature = "serde")]
        impl<'d> ::serde::Deserialize<'d> for $type {
            fn deserialize<D: ::serde::Deserializer<'d>>(
                deserializer: D,
            ) -> Result<Self, D::Error> {
                let name = <String as ::serde::Deserialize>::deserialize(deserializer)?;
                name.parse()
                    .map_err(<D::Error as ::serde::de::Error>::custom)
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use std::fmt::{Debug, Display};
    use std::str::FromStr;

    use super::UnknownName;
    use crate::{Engine, Flaw, Form, Hyphen, Join, Profile, Why};

    fn check<T>(values: impl IntoIterator<Item = T>, names: &[&str])
    where
        T: FromStr<Err = UnknownName> + Display + Debug + PartialEq,
    {
        let values: Vec<T> = values.into_iter().collect();
        let shown: Vec<String> = values.iter().map(T::to_string).collect();
        assert_eq!(shown, names);
        for value in values {
            assert_eq!(value.to_string().parse(), Ok(value));
        }
        for wrong in ["", "Keep", "no-such"] {
            assert!(wrong.parse::<T>().is_err());
        }
    }

    #[test]
    fn names_are_displayed_and_parsed() {
        check(
            [Hyphen::Keep, Hyphen::Drop, Hyphen::Both],
            &["keep", "drop", "both"],
        );
        check(
            [Join::Never, Join::Sure, Join::Plausible],
            &["never", "sure", "plausible"],
        );
        check(
            Profile::ALL.iter().copied(),
            &["default", "rfc1738", "rfc3986"],
        );
        check([Engine::Portable], &["portable"]);
        check([Form::Wrapper, Form::Refanged], &["wrapper", "refanged"]);
        check([Why::Hyphen, Why::Escape], &["hyphen", "escape"]);
        check(
            [Flaw::MissingScheme, Flaw::TooLong],
            &["missing-scheme", "too-long"],
        );
        assert_eq!(
            format!("{:>6}|{:<8}|", Join::Sure, Flaw::Fragment),
            "  sure|fragment|"
        );
    }

    #[cfg(feature = "lint")]
    #[test]
    fn names_of_the_linter() {
        use crate::lint::{Group, Severity};
        use crate::mail::AlternativePart;

        check([Severity::Note, Severity::Error], &["note", "error"]);
        check(
            [Group::Delimiters, Group::Upkeep],
            &["delimiters", "upkeep"],
        );
        check(
            [AlternativePart::All, AlternativePart::Html],
            &["all", "html"],
        );
    }
}
