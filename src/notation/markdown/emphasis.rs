//! Emphasis that ends directly after a bare URL (CommonMark 0.31, 6.2), and GitHub's strikethrough: `_See http://a.org/x_`,
//! `~~See http://a.org/x~~`.
//!
//! The marks belong to the URL, unless emphasis was opened before it in the same paragraph. Emphasis that opens directly before the URL
//! is that of any text. Code, tags and targets of links open none.

use crate::class::Class;
use crate::notation::paragraph;
use crate::span::{before, behind, ending_run, ends_with_any, run, without_ending};

/// The places of the marks that close emphasis directly after a URL.
pub(super) fn closing_marks(text: &[u8]) -> impl Iterator<Item = usize> + '_ {
    let (mut paragraph, mut word_end) = (Paragraph::new(text, 0), 0);
    memchr::memmem::find_iter(text, b"://").filter_map(move |colon| {
        // The rest of a word was looked at with its first URL.
        if colon < word_end {
            return None;
        }
        word_end = end_of_word(text, colon);
        let mark = mark_at_end(&text[..word_end])?;
        paragraph.closes_at(colon, word_end, mark)
    })
}

/// Where the word with the scheme's colon at `colon` ends.
fn end_of_word(text: &[u8], colon: usize) -> usize {
    let ends = |b: u8| b.is_ascii_whitespace() || b.is_ascii_control() || b"<>\"`|]".contains(&b);
    colon + before(&text[colon..], ends)
}

/// Where the run of `_` or `~` begins that ends `text`, before closing punctuation.
fn mark_at_end(text: &[u8]) -> Option<usize> {
    let url = without_ending(text, b".,:;!?)*'");
    let mark = match url.last()? {
        b'_' => url.len() - ending_run(url, b'_'),
        b'~' => url.len() - ending_run(url, b'~'),
        _ => return None,
    };
    (url[mark] == b'_' || url.len() - mark == 2).then_some(mark)
}

/// The emphasis that is open in a paragraph.
struct Paragraph<'t> {
    text: &'t [u8],
    /// What stands before it has been read.
    at: usize,
    /// The marks that are open.
    underscores: usize,
    has_tildes: bool,
    is_code: bool,
    is_tag: bool,
}

impl<'t> Paragraph<'t> {
    fn new(text: &'t [u8], at: usize) -> Paragraph<'t> {
        Paragraph {
            text,
            at,
            underscores: 0,
            has_tildes: false,
            is_code: false,
            is_tag: false,
        }
    }

    /// The place of the run of marks at `mark`, if it closes emphasis. It ends the URL with the colon at `colon`.
    fn closes_at(&mut self, colon: usize, word_end: usize, mark: usize) -> Option<usize> {
        let text = self.text;
        if let Some(start) = paragraph(&text[self.at.min(colon)..colon]) {
            *self = Paragraph::new(text, self.at + start);
        }
        self.read_to(colon);
        let closes = !self.is_code && !self.is_tag && self.close_after_url(colon, mark);
        self.at = word_end;
        (closes && !ends_with_any(self.before_url(colon), &[b"_", b"~"])).then_some(mark)
    }

    /// What stands near before the URL with the colon at `colon`.
    fn before_url(&self, colon: usize) -> &'t [u8] {
        const MAX: usize = 64;
        let near = behind(self.text, colon, MAX);
        &near[..near.len() - Class::SCHEME.run_back(near)]
    }

    /// Closes emphasis at the end of the URL with the colon at `colon`, if nothing else says where the URL ends.
    fn close_after_url(&mut self, colon: usize, mark: usize) -> bool {
        const DELIMITERS: [&[u8]; 6] = [b"<", b"\"", b"'", b"`", b"=", b"]("];
        !ends_with_any(self.before_url(colon), &DELIMITERS) && self.close(mark)
    }

    /// Reads the text up to `end`.
    fn read_to(&mut self, end: usize) {
        let text = self.text;
        while self.at < end {
            let at = self.at;
            let rest = &text[at..];
            self.at += 1;
            match rest {
                [b'\n', line @ ..] if begins_block(line) => *self = Paragraph::new(text, at + 1),
                [b'`', ..] => {
                    self.at = at + run(rest, |b| b == b'`');
                    self.is_code = !self.is_code;
                }
                _ if self.is_code => {}
                [b'>', ..] => self.is_tag = false,
                _ if self.is_tag => {}
                [b'<', b'/', ..] => self.is_tag = true,
                [b'<', letter, ..] => self.is_tag = letter.is_ascii_alphabetic(),
                [b'|', ..] => *self = Paragraph::new(text, at + 1),
                [b'\\', ..] => self.at = at + 2,
                [b']', b'(', target @ ..] => {
                    self.at = at + 2 + before(target, |b| b.is_ascii_whitespace() || b == b')');
                }
                [b':', b'/', b'/', ..] => {
                    self.at = end_of_word(text, at);
                    if let Some(mark) = mark_at_end(&text[..self.at]) {
                        self.close_after_url(at, mark);
                    }
                }
                [b'_' | b'~', ..] => {
                    self.at = at + run(rest, |b| b == rest[0]);
                    if !self.close(at) {
                        self.open(at);
                    }
                }
                _ => {}
            }
        }
    }

    /// Closes emphasis, if the run of marks at `at` may and some is open.
    fn close(&mut self, at: usize) -> bool {
        let (before, run, after) = around(self.text, at);
        let may_close = before.is_some_and(|b| !b.is_ascii_whitespace());
        if self.text[at] == b'~' {
            return may_close && run == 2 && std::mem::take(&mut self.has_tildes);
        }
        let closes =
            may_close && self.underscores > 0 && !after.is_some_and(|b| Class::WORD.has(b));
        if closes {
            self.underscores -= run.min(self.underscores);
        }
        closes
    }

    /// Opens emphasis, if the run of marks at `at` may.
    fn open(&mut self, at: usize) {
        let (before, run, after) = around(self.text, at);
        let begins = after.is_some_and(|b| !b.is_ascii_whitespace() && !b").,:;!?]".contains(&b));
        if !begins || before.is_some_and(|b| Class::WORD.has(b)) {
            return;
        }
        match self.text[at] {
            b'~' => self.has_tildes |= run == 2,
            _ => self.underscores += run,
        }
    }
}

/// The byte before the run of marks at `at`, its length, and the byte after it.
fn around(text: &[u8], at: usize) -> (Option<u8>, usize, Option<u8>) {
    let run = run(&text[at..], |b| b == text[at]);
    let before = at.checked_sub(1).map(|before| text[before]);
    (before, run, text.get(at + run).copied())
}

/// Whether `line` is empty, or begins a heading, an item of a list, a table or code. A quote goes on.
fn begins_block(line: &[u8]) -> bool {
    let line = &line[run(line, |b| b" \t>\r".contains(&b))..];
    let number = run(line, |b| b.is_ascii_digit());
    match line {
        [] | [b'\n' | b'#' | b'|', ..] | [b'`', b'`', b'`', ..] | [b'~', b'~', b'~', ..] => true,
        [b'-' | b'*' | b'+', b' ' | b'\t', ..] => true,
        _ => number > 0 && matches!(line[number..], [b'.' | b')', b' ' | b'\t', ..]),
    }
}
