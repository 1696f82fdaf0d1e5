//! The list of URLs, the chosen ones, and the keys.

use std::collections::BTreeSet;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// A URL to choose.
#[derive(Clone, Default, Debug)]
pub(crate) struct Item {
    pub(crate) url: String,
    /// Path and line.
    pub(crate) place: String,
    /// The label of its link.
    pub(crate) label: String,
    /// The lines around it.
    pub(crate) context: String,
}

/// An action for the selected URLs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Action {
    Print,
    Open,
    Copy,
    Leave,
}

pub(super) struct Choice {
    items: Vec<Item>,
    /// The items that match the query, by index.
    shown: Vec<usize>,
    /// The position in `shown`.
    cursor: usize,
    /// The chosen items, by index.
    chosen: BTreeSet<usize>,
    query: String,
    /// Whether keys change the query.
    is_typing: bool,
    message: String,
}

impl Choice {
    pub(super) fn new(items: Vec<Item>) -> Choice {
        Choice {
            shown: (0..items.len()).collect(),
            items,
            cursor: 0,
            chosen: BTreeSet::new(),
            query: String::new(),
            is_typing: false,
            message: String::new(),
        }
    }

    /// The rows of the list: the item, and whether it is chosen.
    pub(super) fn rows(&self) -> impl Iterator<Item = (&Item, bool)> {
        let row = |&i: &usize| (&self.items[i], self.chosen.contains(&i));
        self.shown.iter().map(row)
    }

    pub(super) fn cursor(&self) -> usize {
        self.cursor
    }

    /// The item under the cursor.
    pub(super) fn current(&self) -> Option<&Item> {
        self.shown.get(self.cursor).map(|&i| &self.items[i])
    }

    /// The last line: a message, the query, or the keys.
    pub(super) fn status(&self) -> String {
        if self.is_typing {
            return format!("/{}", self.query);
        }
        if !self.message.is_empty() {
            return self.message.clone();
        }
        "space choose  a all  / search  enter print  o open  c copy  q leave".to_string()
    }

    /// How many URLs there are, match, and are chosen.
    pub(super) fn title(&self) -> String {
        let (all, shown, chosen) = (self.items.len(), self.shown.len(), self.chosen.len());
        if self.query.is_empty() {
            format!("{all} URLs, {chosen} chosen")
        } else {
            format!(
                "{shown} of {all} URLs with `{}`, {chosen} chosen",
                self.query
            )
        }
    }

    pub(super) fn say(&mut self, message: String) {
        self.message = message;
    }

    /// The chosen URLs; if none is chosen, the one under the cursor.
    pub(super) fn selected(&self) -> Vec<String> {
        let chosen = self.chosen.iter().map(|&i| &self.items[i]);
        let current = self.current().filter(|_| self.chosen.is_empty());
        chosen.chain(current).map(|item| item.url.clone()).collect()
    }

    /// Handles a key.
    pub(super) fn press(&mut self, key: KeyEvent) -> Option<Action> {
        self.message.clear();
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return matches!(key.code, KeyCode::Char('c')).then_some(Action::Leave);
        }
        if self.is_typing {
            self.type_query(key.code);
            return None;
        }
        let last = self.shown.len().saturating_sub(1);
        match key.code {
            KeyCode::Char('q') | KeyCode::Esc => return Some(Action::Leave),
            KeyCode::Enter if !self.shown.is_empty() => return Some(Action::Print),
            KeyCode::Char('o') if !self.shown.is_empty() => return Some(Action::Open),
            KeyCode::Char('c') if !self.shown.is_empty() => return Some(Action::Copy),
            KeyCode::Char('/') => self.is_typing = true,
            KeyCode::Down | KeyCode::Char('j') => self.cursor = last.min(self.cursor + 1),
            KeyCode::Up | KeyCode::Char('k') => self.cursor = self.cursor.saturating_sub(1),
            KeyCode::PageDown => self.cursor = last.min(self.cursor + 10),
            KeyCode::PageUp => self.cursor = self.cursor.saturating_sub(10),
            KeyCode::Home | KeyCode::Char('g') => self.cursor = 0,
            KeyCode::End | KeyCode::Char('G') => self.cursor = last,
            KeyCode::Char(' ') => {
                self.toggle(self.cursor);
                self.cursor = last.min(self.cursor + 1);
            }
            KeyCode::Char('a') => self.toggle_all(),
            _ => {}
        }
        None
    }

    fn toggle(&mut self, row: usize) {
        if let Some(&i) = self.shown.get(row)
            && !self.chosen.remove(&i)
        {
            self.chosen.insert(i);
        }
    }

    /// Chooses all shown items, or none if all are chosen.
    fn toggle_all(&mut self) {
        let are_chosen = self.shown.iter().all(|i| self.chosen.contains(i));
        for i in &self.shown {
            if are_chosen {
                self.chosen.remove(i)
            } else {
                self.chosen.insert(*i)
            };
        }
    }

    fn type_query(&mut self, key: KeyCode) {
        match key {
            KeyCode::Enter => self.is_typing = false,
            KeyCode::Esc => {
                self.is_typing = false;
                self.query.clear();
            }
            KeyCode::Backspace => drop(self.query.pop()),
            KeyCode::Char(c) => self.query.push(c),
            _ => {}
        }
        let query = self.query.to_lowercase();
        let has = |text: &str| text.to_lowercase().contains(&query);
        let matches = |item: &Item| {
            [&item.url, &item.place, &item.label]
                .into_iter()
                .any(|text| has(text))
        };
        let all = self.items.iter().enumerate();
        self.shown = all
            .filter(|(_, item)| matches(item))
            .map(|(i, _)| i)
            .collect();
        self.cursor = self.cursor.min(self.shown.len().saturating_sub(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The state after some keys: `\n` is enter, `\x1b` escape, `\x08` backspace.
    fn after(keys: &str) -> (Choice, Option<Action>) {
        let item = |url: &str| Item {
            url: url.to_string(),
            context: format!("see {url} for it"),
            ..Item::default()
        };
        let items = [
            "http://a.org/",
            "http://b.org/",
            "ftp://b.org/",
            "http://c.org/",
        ];
        let mut choice = Choice::new(items.map(item).to_vec());
        let mut action = None;
        for c in keys.chars() {
            let code = match c {
                '\n' => KeyCode::Enter,
                '\x1b' => KeyCode::Esc,
                '\x08' => KeyCode::Backspace,
                c => KeyCode::Char(c),
            };
            action = choice.press(KeyEvent::from(code));
        }
        (choice, action)
    }

    #[test]
    fn keys_choose() {
        for (keys, wanted) in [
            ("", &["http://a.org/"][..]),
            ("j", &["http://b.org/"]),
            ("jjjjjjk", &["ftp://b.org/"]),
            ("Gg", &["http://a.org/"]),
            ("j  ", &["http://b.org/", "ftp://b.org/"]),
            (" k ", &["http://b.org/"]),
            (
                "a",
                &[
                    "http://a.org/",
                    "http://b.org/",
                    "ftp://b.org/",
                    "http://c.org/",
                ],
            ),
            ("aa", &["http://a.org/"]),
            ("/B.ORG\na", &["http://b.org/", "ftp://b.org/"]),
            ("/b.org\nj", &["ftp://b.org/"]),
            // Nothing matches for a moment, so the cursor is at the first line again.
            ("G/bx\x08\n", &["http://b.org/"]),
            ("/b\x1bG", &["http://c.org/"]),
            (" /c.org\n ", &["http://a.org/", "http://c.org/"]),
            ("/nothing\n", &[]),
            ("/nothing\n ja", &[]),
        ] {
            assert_eq!(after(keys).0.selected(), wanted, "{keys:?}");
        }
    }

    #[test]
    fn keys_act() {
        for (keys, wanted) in [
            ("\n", Some(Action::Print)),
            ("jo", Some(Action::Open)),
            ("c", Some(Action::Copy)),
            ("q", Some(Action::Leave)),
            ("\x1b", Some(Action::Leave)),
            ("/q", None),
            ("/\n", None),
            ("/nothing\n\n", None),
        ] {
            assert_eq!(after(keys).1, wanted, "{keys:?}");
        }
    }
}
