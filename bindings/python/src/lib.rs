//! The module `urlgrep._urlgrep`; `python/urlgrep/__init__.py` is what programs import.

mod alternative;
mod arrow;
mod batch;
mod extractor;
mod files;
mod found;
mod options;
mod order;
mod pickle;
mod points;
mod search;
mod strings;
mod url;
mod whole;

use pyo3::prelude::*;

#[pymodule]
mod _urlgrep {
    use super::*;

    #[pymodule_export]
    use super::alternative::Alternative;
    #[pymodule_export]
    use super::arrow::{Rows, extract_arrow};
    #[pymodule_export]
    use super::batch::Batch;
    #[pymodule_export]
    use super::extractor::{Extractor, Matches, extract, finditer, replace};
    #[pymodule_export]
    use super::files::{Files, files, mail, mail_ranges, open_source, sources};
    #[pymodule_export]
    use super::found::Match;
    #[pymodule_export]
    use super::url::{Flaw, Url, defang, parse, refang, unwrap};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
