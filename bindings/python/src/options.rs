//! The options of an extractor, which are keywords in Python.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use urlgrep::{Profile, UnknownName};

const HYPHENS: [&str; 4] = ["resolve", "keep", "drop", "both"];
const JOINS: [&str; 3] = ["never", "sure", "plausible"];
const FLAGS: [&str; 6] = [
    "any_scheme",
    "all",
    "schemeless",
    "email",
    "refang",
    "lines",
];

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Options {
    profile: &'static str,
    hyphen: &'static str,
    join: &'static str,
    /// Those of `FLAGS`.
    flags: [bool; 6],
}

impl Default for Options {
    fn default() -> Options {
        Options {
            profile: "default",
            hyphen: "resolve",
            join: "sure",
            flags: [false; 6],
        }
    }
}

impl Options {
    /// `others` are the keywords that a function has beside them.
    pub(crate) fn new(keywords: Option<&Bound<'_, PyDict>>, others: &[&str]) -> PyResult<Options> {
        let mut options = Options::default();
        for (name, value) in keywords.into_iter().flatten() {
            let name = name.cast::<PyString>()?.to_cow()?;
            match &*name {
                "profile" => options.profile = value.extract::<Named>()?.0.name(),
                "hyphen" => options.hyphen = one_of(&HYPHENS, "hyphen", &value)?,
                "join" => options.join = one_of(&JOINS, "join", &value)?,
                _ => {
                    let place = FLAGS.iter().position(|flag| *flag == name);
                    let place = place.ok_or_else(|| {
                        let known = [others, &["profile", "hyphen", "join"], &FLAGS];
                        let known = known.concat().join(", ");
                        PyTypeError::new_err(format!(
                            "there is no option '{name}'; use some of {known}"
                        ))
                    })?;
                    options.flags[place] = value
                        .extract()
                        .map_err(|_| wrong(&name, "a bool", &value))?;
                }
            }
        }
        Ok(options)
    }

    /// The options that are not as by default.
    pub(crate) fn keywords<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (keywords, usual) = (PyDict::new(py), Options::default());
        let names = [
            ("profile", self.profile, usual.profile),
            ("hyphen", self.hyphen, usual.hyphen),
            ("join", self.join, usual.join),
        ];
        for (name, value, usual) in names {
            if value != usual {
                keywords.set_item(name, value)?;
            }
        }
        for (name, value) in FLAGS.iter().zip(self.flags) {
            if value {
                keywords.set_item(name, value)?;
            }
        }
        Ok(keywords)
    }

    /// Whether URLs of the same text decide open hyphens.
    pub(crate) fn resolves(&self) -> bool {
        self.hyphen == "resolve"
    }

    pub(crate) fn build(&self) -> urlgrep::Extractor {
        let [any_scheme, all, schemeless, email, refang, lines] = self.flags;
        urlgrep::Extractor::builder()
            .profile(self.profile.parse().unwrap_or_default())
            // The library does not know `resolve`: it keeps hyphens, and they are resolved afterwards.
            .hyphen(self.hyphen.parse().unwrap_or_default())
            .join(self.join.parse().unwrap_or_default())
            .any_scheme(any_scheme)
            .all(all)
            .schemeless(schemeless)
            .email(email)
            .refang(refang)
            .lines(lines)
            .build()
    }
}

/// A profile, in Python its name.
pub(crate) struct Named(pub(crate) Profile);

impl FromPyObject<'_, '_> for Named {
    type Error = PyErr;

    fn extract(name: Borrowed<'_, '_, PyAny>) -> PyResult<Named> {
        let names: Vec<_> = Profile::ALL.iter().map(Profile::name).collect();
        let name = one_of(&names, "profile", &name)?;
        Ok(Named(name.parse().unwrap_or_default()))
    }
}

/// The error for an unknown name.
pub(crate) fn unknown(name: UnknownName) -> PyErr {
    PyValueError::new_err(name.to_string())
}

fn one_of(
    names: &[&'static str],
    option: &str,
    value: &Bound<'_, PyAny>,
) -> PyResult<&'static str> {
    let text = value
        .cast::<PyString>()
        .map_err(|_| wrong(option, "a str", value))?;
    let text = text.to_string_lossy();
    names
        .iter()
        .copied()
        .find(|name| *name == text)
        .ok_or_else(|| {
            let names = names.join(", ");
            PyValueError::new_err(format!("unknown {option} '{text}'; use one of {names}"))
        })
}

/// The error for a value of another type than `kind`.
pub(crate) fn wrong(option: &str, kind: &str, value: &Bound<'_, PyAny>) -> PyErr {
    match value.get_type().name() {
        Ok(name) => PyTypeError::new_err(format!("{option} must be {kind}, not {name}")),
        Err(error) => error,
    }
}
