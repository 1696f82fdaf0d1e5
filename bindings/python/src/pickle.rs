//! The state of a `Match`, for `pickle` and `copy`.

use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use urlgrep::Form;

use crate::alternative::Alternative;
use crate::found::{Match, Origin, Rare};
use crate::options::unknown;

/// A match as a tuple of Python. The fields are those of `Match`.
#[derive(FromPyObject, IntoPyObject)]
pub(crate) struct State(
    Vec<u8>,
    String,
    (usize, usize, usize, usize, u64, Option<u64>),
    Option<RareState>,
);

/// The fields of `Rare`.
#[derive(FromPyObject, IntoPyObject)]
struct RareState(
    Option<Vec<u8>>,
    Option<Vec<u8>>,
    Option<String>,
    Vec<(usize, usize)>,
    Vec<Alternative>,
    OriginState,
);

/// The fields of `Origin`.
#[derive(FromPyObject, IntoPyObject)]
struct OriginState(
    Option<Vec<u8>>,
    Option<u64>,
    Option<u64>,
    Option<String>,
    Option<i64>,
    Option<String>,
    Option<String>,
    Option<String>,
);

impl From<&Match> for State {
    fn from(m: &Match) -> State {
        let numbers = (m.start, m.end, m.byte_start, m.byte_end, m.known, m.line);
        let rare = m.rare.as_deref().map(RareState::from);
        State(m.url.to_vec(), m.form.to_string(), numbers, rare)
    }
}

impl From<&Rare> for RareState {
    fn from(rare: &Rare) -> RareState {
        let origin = &rare.origin;
        let text = |text: &Option<Arc<str>>| text.as_deref().map(str::to_string);
        RareState(
            rare.assumed.as_deref().map(<[u8]>::to_vec),
            rare.written.as_deref().map(<[u8]>::to_vec),
            rare.attribute.as_deref().map(str::to_string),
            rare.segments.clone(),
            rare.alternatives.clone(),
            OriginState(
                origin.path.as_deref().map(<[u8]>::to_vec),
                origin.column,
                origin.message,
                text(&origin.message_id),
                origin.date,
                text(&origin.part),
                text(&origin.field),
                origin.notation.map(str::to_string),
            ),
        )
    }
}

impl TryFrom<State> for Match {
    type Error = PyErr;

    fn try_from(State(url, form, numbers, rare): State) -> PyResult<Match> {
        let form: Form = form.parse().map_err(unknown)?;
        let (start, end, byte_start, byte_end, known, line) = numbers;
        Ok(Match {
            url: url.into(),
            start,
            end,
            byte_start,
            byte_end,
            form: form.name(),
            known,
            line,
            rare: rare.map(Rare::try_from).transpose()?.map(Box::new),
        })
    }
}

impl TryFrom<RareState> for Rare {
    type Error = PyErr;

    fn try_from(rare: RareState) -> PyResult<Rare> {
        let RareState(assumed, written, attribute, segments, alternatives, origin) = rare;
        let OriginState(path, column, message, message_id, date, part, field, notation) = origin;
        let notation = notation.map(|name| {
            urlgrep::mail::names()
                .find(|known| *known == name)
                .ok_or_else(|| PyValueError::new_err(format!("unknown notation {name}")))
        });
        Ok(Rare {
            assumed: assumed.map(Vec::into_boxed_slice),
            written: written.map(Vec::into_boxed_slice),
            attribute: attribute.map(String::into_boxed_str),
            segments,
            alternatives,
            origin: Origin {
                path: path.map(Arc::from),
                column,
                message,
                message_id: message_id.map(Arc::from),
                date,
                part: part.map(Arc::from),
                field: field.map(Arc::from),
                notation: notation.transpose()?,
            },
        })
    }
}
