//! A list that has each string once. A string's number, its place in the list, takes the place of the string elsewhere.

use std::collections::HashMap;

use serde::Serialize;

use crate::visible::lossy;

/// Strings, each once.
#[derive(Default, Debug, Serialize)]
#[serde(transparent)]
pub(crate) struct Strings {
    #[serde(skip)]
    numbers: HashMap<Box<str>, u32>,
    pub(crate) list: Vec<Box<str>>,
}

impl Strings {
    /// The number of a string, which is added if it is new.
    pub(crate) fn number(&mut self, text: &[u8]) -> u32 {
        let text = lossy(text);
        if let Some(&number) = self.numbers.get(&*text) {
            return number;
        }
        let number = self.list.len() as u32;
        self.list.push(text.as_ref().into());
        self.numbers.insert(text.into_owned().into(), number);
        number
    }
}
