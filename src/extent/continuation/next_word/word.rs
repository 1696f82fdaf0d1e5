//! The first word of the line after a URL's, and whether its form says that it is the rest of the URL.

use super::broken_line::after_stop;
use super::{FAR, FULL, WIDE};
use crate::character;
use crate::class::Class;
use crate::extent::Extent;
use crate::grammar::login::is_in_authority;
use crate::scan::datum::is_number;
use crate::scan::word::{
    CLOSING, begins_url, completes_suffix, goes_on, has_file_suffix, is_file_suffix, is_path,
    is_path_alone, is_short_path, is_sign, is_something_else, lacks_value, names_a_page,
};
use crate::span::{run, without_ending};
use crate::text::columns::columns;
use crate::text::is_one_of;
use crate::text::line::{self, Prefix, break_after};
use crate::text::pieces::ends_in_set_hyphen;

/// Words after the object of a sentence: `get it from http://a.com/x/⏎notes.txt and read it`.
#[rustfmt::skip]
const NOT_VERBS: [&str; 15] = [
    "and", "or", "if", "for", "to", "in", "from", "with", "which", "before", "by", "on", "at", "as", "when",
];

/// The first word of the line after the URL's, and what both lines are like.
pub(super) struct Word<'t> {
    text: &'t [u8],
    pub(super) start: usize,
    pub(super) end: usize,
    /// Its bytes without closing punctuation.
    rest: &'t [u8],
    /// Where its line begins.
    pub(super) line: usize,
    /// Whether nothing else stands on its line.
    alone: bool,

    /// The text before the URL on its line.
    before: &'t [u8],

    // The URL before it.
    url: &'t [u8],
    last: u8,
    /// Whether it ends in a hyphen after a letter or a digit, and not in its host.
    hyphened: bool,
    /// Whether a program that set the text put a hyphen at its end.
    pub(super) set: bool,
    /// Whether a blank stands between it and the line break, as where a program flowed the text.
    flowed: bool,
    /// Whether a backslash stands before the line break, as at the end of a line of code.
    pub(super) continued: bool,

    // Their lines.
    /// The columns of the URL's line, without blanks at its end; and without its quote marks, which may have come after the
    /// break.
    columns: usize,
    unquoted: usize,
    /// Whether both lines are those of a comment.
    commented: bool,
    /// Whether the word stands after the end of the URL's comment, which ended with its line.
    uncommented: bool,
    /// Whether the URL is the first word of an item or a line of a comment that `*` begins.
    listed: bool,
    /// Whether one of both lines begins with a blank.
    indented: bool,
    /// Whether the URL's line began within its scheme.
    parted: bool,
}

impl<'t> Word<'t> {
    /// The first word after `end`, if the line that begins at `line` ends there.
    pub(super) fn after(extent: &Extent<'t>, line: usize, end: usize) -> Option<Word<'t>> {
        let (text, prefix) = (extent.text(), extent.prefix());
        let next = prefix.next_line(text, end)?;
        let own = prefix.own_text(text, line);
        let listed = matches!(prefix, Prefix::Literal([.., b'*'])) && own == extent.begin_at();
        let is_item = listed || line > extent.begin_at();
        if is_item && prefix.begins_items(text, line, next.start) {
            return None;
        }
        let start = next.own;
        let end_of_run = extent.word_end(start);
        let word = before_sentence(&text[start..end_of_run]);
        let end_of_word = start + word.len();
        let runs_on = end_of_word < end_of_run;
        let set = ends_in_set_hyphen(&text[..end]);
        let hyphened = matches!(text[..end], [.., b, b'-'] if Class::ALPHADIGIT.has(b))
            && (!extent.has_host || !is_in_authority(&text[extent.body..end]));
        // A quotation may end there.
        let ends = |&b: &u8| Class::WHITE.has(b) || hyphened && b == b'"';
        let ended = set
            || runs_on
            || text.get(end_of_word).is_none_or(ends)
            || line::is_continued(text, end_of_word);
        if end_of_word == start || !ended {
            return None;
        }
        let columns_of_line = columns(&text[line..end]);
        Some(Word {
            text,
            start,
            end: end_of_word,
            rest: without_ending(word, CLOSING),
            line: next.start,
            alone: line::ends(text, text.len() - after_stop(&text[end_of_word..]).len()),
            before: text.get(line..extent.start()).unwrap_or_default(),
            url: &text[extent.start()..end],
            last: text[end - 1],
            hyphened,
            set,
            flowed: matches!(text[end], b' ' | b'\t'),
            continued: line::is_continued(text, end),
            columns: columns_of_line,
            unquoted: if own == line {
                columns_of_line
            } else {
                columns(&text[own.min(end)..end])
            },
            commented: matches!(prefix, Prefix::Literal(_)),
            uncommented: prefix.is_left_at(text, start),
            listed,
            indented: text[line] == b' ' || text[next.start] == b' ',
            parted: extent.front.is_broken(),
        })
    }

    pub(super) fn bytes(&self) -> &'t [u8] {
        &self.text[self.start..self.end]
    }

    /// The text from its closing punctuation on.
    fn after_rest(&self) -> &'t [u8] {
        &self.text[self.start + self.rest.len()..]
    }

    /// Whether the word is surely the rest of the URL, to which `joined` lines were joined before.
    pub(super) fn surely_belongs(&self, joined: usize) -> bool {
        if self.rest.is_empty() {
            return false;
        }
        if self.continued {
            return self.continues_code(joined);
        }
        if self.set {
            return self.rest[0].is_ascii_alphanumeric();
        }
        let is_number = self.alone && self.bytes().iter().all(u8::is_ascii_digit);
        // A parameter's value was broken off, and broken again when the text was quoted.
        let is_broken_again = is_number
            && self.unquoted < self.columns
            && joined == 1
            && self.unquoted <= 3
            && self.last.is_ascii_digit();
        let is_parted = self.parted && joined == 0;
        let would_fit = self.columns + columns(self.rest) <= FULL
            && !(is_parted && (self.last == b'-' || self.alone));
        // In a table without columns, the next line is the next row.
        let is_far = self.before.len() > FAR;
        if is_far
            || would_fit && !is_broken_again
            || self.after_rest().starts_with(b":")
            || is_something_else(self.last, self.rest)
            || self.is_value()
        {
            return false;
        }
        // Code follows a comment.
        if self.uncommented && self.alone && !is_path(self.rest) {
            return false;
        }
        if is_broken_again || is_number && lacks_value(self.url) {
            return true;
        }
        // A number is what a command printed, unless the URL says otherwise: `trunk⏎1693514`.
        if is_number && !goes_on(self.last) {
            return false;
        }
        let is_broken = self.columns >= FULL && self.unquoted <= WIDE || goes_on(self.last);
        if self.fills_line()
            || self.completes_name()
            || is_broken && completes_suffix(self.url, self.bytes())
        {
            return true;
        }
        if self.commented && self.last == b'/' && !(self.alone && is_path_alone(self.rest)) {
            return false;
        }
        self.names_file() || self.alone && is_broken && self.looks_like_rest()
    }

    /// Whether the word continues a line of code. In Markdown the backslash before it ends a line, and a tab begins the next value of a
    /// makefile.
    fn continues_code(&self, joined: usize) -> bool {
        // An option, the next argument of a command, or a comment.
        let is_argument = matches!((self.last, self.rest[0]), (_, b'-' | b'#') | (b'/', b'/'));
        (self.commented || self.indented)
            && (goes_on(self.last) || joined > 0)
            && !is_argument
            && self.rest.iter().any(is_sign)
            && !is_something_else(self.last, self.rest)
    }

    /// Whether a program that fills lines broke the URL after a slash or a hyphen, so that the sentence may go on after the word. A column
    /// may stand there instead, or before the URL of a wide line, and code after a comment's line.
    fn fills_line(&self) -> bool {
        let (rest, after) = (self.rest, self.after_rest());
        let is_path = |path| (is_path(path) || is_short_path(path)) && !is_number(path);
        let is_rest = match self.last {
            b'-' => {
                // `1)` is the next item of a list.
                let is_item = rest.len() <= 2 && rest.len() < self.bytes().len();
                let is_other = is_item || self.begins_sentence();
                self.hyphened && Class::ALPHADIGIT.has(rest[0]) && !is_other
            }
            b'/' => is_path(rest) && !self.is_subject(),
            // No URL ends so. But a question does, and names of code have a `_`. A `=` begins a heading or a rule.
            b'_' | b'?' | b'&' => {
                let signs: &[u8] = if self.last == b'?' { b"=&" } else { b"_=&" };
                let has_name = rest[0] != b'=' && rest.iter().any(u8::is_ascii_alphanumeric);
                has_name && rest.iter().any(|b| signs.contains(b))
            }
            // w3m breaks before the slash.
            last => {
                let path = rest.strip_prefix(b"/").filter(|path| !path.is_empty());
                path.is_some_and(is_path) && self.columns >= FULL && Class::ALPHADIGIT.has(last)
            }
        };
        let is_free = if self.alone {
            self.commented
        } else {
            !self.listed && !self.uncommented
        };
        let is_column = after.starts_with(b"\t") || after.starts_with(b"   ");
        is_rest && is_free && !is_column && (self.unquoted <= WIDE || !self.is_in_another_column())
    }

    /// Whether the word is the first file of a list under a folder: a file with the same suffix stands alone in the next line, as far in.
    pub(super) fn begins_list(&self) -> bool {
        let suffix = |name: &'t [u8]| {
            let own = &name[memchr::memrchr(b'.', name)? + 1..];
            let is_suffix = !own.is_empty() && own.iter().all(u8::is_ascii_alphanumeric);
            (is_suffix && !name.contains(&b'/')).then_some(own)
        };
        let next = break_after(self.text, self.end).map(|at| &self.text[at.end..]);
        let indent = &self.text[self.line..self.start];
        let next = next
            .and_then(|next| next.strip_prefix(indent))
            .unwrap_or_default();
        let other = &next[..Class::WHITE.before(next)];
        let own = suffix(self.bytes());
        self.last == b'/' && own.is_some() && own == suffix(other) && line::ends(next, other.len())
    }

    /// Whether a sentence begins with the word, after a URL that ends in a hyphen of its own: `#the-name-property-⏎Each of these`.
    fn begins_sentence(&self) -> bool {
        let (first, others) = (self.bytes()[0], &self.bytes()[1..]);
        let is_word = first.is_ascii_uppercase() && others.iter().all(u8::is_ascii_lowercase);
        // `Annual-⏎Report`: its words have capitals.
        let own = self.url.strip_suffix(b"-").unwrap_or(self.url);
        let last = &own[own.len() - Class::ALPHADIGIT.run_back(own)..];
        let titled = last.first().is_some_and(u8::is_ascii_uppercase);
        is_word && !others.is_empty() && !self.alone && !titled
    }

    /// Whether the word is the name of a file that the next sentence is about: `http://a.com/x/⏎notes.txt lists them`. Real text has
    /// a mark after a name that is the rest of a URL: `(http://a.com/x/⏎notes.txt) lists them`.
    fn is_subject(&self) -> bool {
        let is_name = !self.rest.iter().any(|b| b"/?#".contains(b));
        let after = self.after_rest().strip_prefix(b" ").unwrap_or_default();
        let word = &after[..Class::ALPHA.run(after)];
        is_name && !word.is_empty() && !is_one_of(word, &NOT_VERBS)
    }

    /// Whether a sentence or a bracket ends with the word, after a URL that ends in a sign that no URL ends in: `/name=⏎value).` Only in a
    /// query a value may be empty.
    fn completes_name(&self) -> bool {
        let is_cut = match self.url {
            [.., b, b'_'] => Class::ALPHADIGIT.has(*b),
            [.., b, b'='] => Class::ALPHADIGIT.has(*b) && !self.url.contains(&b'?'),
            _ => false,
        };
        let of_name = |&b: &u8| Class::LABEL.has(b) || b"._".contains(&b);
        let after = self.after_rest().first();
        is_cut && self.rest.iter().all(of_name) && after.is_some_and(|b| b".,)".contains(b))
    }

    /// Whether the word assigns a URL to a name, and the URL before it ends in no field of a query whose name may have been broken:
    /// `http://a.org/x⏎source=http://b.org/`.
    fn is_value(&self) -> bool {
        let label = run(self.rest, |b| Class::LABEL.has(b) || b"_.".contains(&b));
        let has_url = label > 0
            && self.rest[label..]
                .strip_prefix(b"=")
                .is_some_and(begins_url);
        let begins_field = |b: &u8| b"?&;#".contains(b);
        let field = || {
            self.url
                .iter()
                .rposition(begins_field)
                .map(|at| &self.url[at..])
        };
        let is_whole = |field: &[u8]| field.contains(&b'=');
        has_url && Class::ALPHADIGIT.has(self.last) && field().is_none_or(is_whole)
    }

    /// Whether another column stands before the URL, and the word in it, as on a page in two columns.
    fn is_in_another_column(&self) -> bool {
        let own = self.before.trim_ascii_start();
        let indent = self.before.len() - own.len();
        let begin = memchr::memmem::rfind(own, b"   ").map(|gap| indent + gap + 3);
        begin.is_some_and(|begin| self.start - self.line < columns(&self.before[..begin]))
    }

    /// Whether the word is a file's suffix in full after its dot, or a file's name after a hyphen or a blank that a program put before its
    /// line break.
    fn names_file(&self) -> bool {
        let is_ended = self.alone
            || self.rest.len() < self.bytes().len()
            || matches!(self.after_rest(), [b' ', b'(' | b'[', ..]);
        match self.last {
            b'.' => is_ended && (is_file_suffix(self.rest) || self.ends_page()),
            b'-' => names_a_page(self.rest),
            b'/' | b'=' | b'&' | b'?' => {
                self.flowed && names_a_page(self.rest) && !self.is_subject()
            }
            _ => false,
        }
    }

    /// Whether the word is a file's suffix and a fragment: `cpp#505`.
    fn ends_page(&self) -> bool {
        self.rest.contains(&b'#') && names_a_page(&[b".", self.rest].concat())
    }

    /// Whether the word has a sign that it is part of a URL. The end of a sentence asks for more, and a call of a function may follow it.
    fn looks_like_rest(&self) -> bool {
        let rest = self.rest;
        let letters = rest.iter().filter(|&&b| Class::ALPHADIGIT.has(b)).count();
        // A postal code or a telephone number.
        if self.last == b'/' && is_code_or_telephone(rest) {
            return false;
        }
        let is_sentence_end = matches!(self.last, b'.' | b':');
        let more = || rest.iter().any(|b| b"/=&".contains(b)) && !rest.contains(&b'(');
        letters >= 3
            && (!is_sentence_end || more())
            && (self.last == b'-' || rest.iter().any(is_sign) || has_file_suffix(rest))
    }
}

/// `word` without a word of a script without blanks that runs into it: `x.htmlを参照`. In `x-文書.html` none does.
fn before_sentence(word: &[u8]) -> &[u8] {
    let (own, rest) = word.split_at(Class::HIGH.before(word));
    let is_unspaced = character::is_unspaced(character::decode(rest, 0).0);
    let goes_on = rest.iter().any(|b| b"/?=&#%:._-+~".contains(b));
    if is_unspaced && !goes_on && !own.is_empty() {
        own
    } else {
        word
    }
}

/// `48158-9680`, `313-555-1212`
fn is_code_or_telephone(word: &[u8]) -> bool {
    let groups = || word.split(|&b| b == b'-');
    let lengths: [&[usize]; 2] = [&[5, 4], &[3, 3, 4]];
    groups().all(|group| group.iter().all(u8::is_ascii_digit))
        && lengths
            .iter()
            .any(|of| groups().map(<[u8]>::len).eq(of.iter().copied()))
}
