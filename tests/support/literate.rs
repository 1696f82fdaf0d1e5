//! Literate test cases: Markdown files whose fenced `text` blocks are test data (`tests/spec/README.md` describes the syntax).
//!
//! This module knows Markdown and marks, but not the library. An invalid block is an error with its position; it is never skipped.

use std::collections::BTreeSet;
use std::ops::Range;

/// A `text` block, and the `urls` block that may follow it.
#[derive(Clone, Debug)]
pub struct Case {
    /// The position of the block, `file:line`.
    pub place: String,
    /// The words after `text` on the fence.
    pub words: Vec<String>,
    /// The text to search: the block without its marks.
    pub text: Vec<u8>,
    /// The expected matches in order.
    pub wanted: Vec<Wanted>,
}

/// The expected properties of a match; absent ones are not checked.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    pub url: Vec<u8>,
    /// Whether the expected text is the source text instead of the URL.
    pub as_written: bool,
    pub span: Range<usize>,
    pub form: Option<String>,
    pub flaws: Option<BTreeSet<String>>,
    pub alternatives: Option<Vec<(String, Vec<u8>)>>,
    pub assumed: Option<Option<String>>,
    pub written: Option<Option<String>>,
    pub segments: Option<usize>,
}

const WORDS: [&str; 17] = [
    "any-scheme",
    "schemeless",
    "email",
    "refang",
    "strict",
    "all",
    "hyphen=drop",
    "hyphen=keep",
    "hyphen=both",
    "join=never",
    "join=sure",
    "join=plausible",
    "bare-only",
    "lf-only",
    "raw",
    "eof",
    "gap",
];

impl Case {
    /// Whether `word` is one of the words after `text`.
    pub fn is(&self, word: &str) -> bool {
        self.words.iter().any(|w| w == word)
    }

    /// The name of its notation; `None` for plain text.
    pub fn notation(&self) -> Option<&str> {
        self.words.iter().find_map(|w| w.strip_prefix("as="))
    }

    /// The same case with CRLF instead of LF.
    pub fn with_crlf(&self) -> Case {
        let moved = |at: usize| at + self.text[..at].iter().filter(|&&b| b == b'\n').count();
        let mut case = self.clone();
        case.text = Vec::with_capacity(moved(self.text.len()));
        for &b in &self.text {
            if b == b'\n' {
                case.text.push(b'\r');
            }
            case.text.push(b);
        }
        for wanted in &mut case.wanted {
            wanted.span = moved(wanted.span.start)..moved(wanted.span.end);
        }
        case
    }
}

/// All cases of the Markdown text of the file `name`.
pub fn cases(name: &str, markdown: &str) -> Result<Vec<Case>, String> {
    let blocks = blocks(name, markdown)?;
    let mut cases: Vec<Case> = Vec::new();
    let mut last = None;
    for block in &blocks {
        match block.info.first().copied() {
            Some("text") => cases.push(case(block)?),
            Some("urls") if last == Some(("text", block.line - 1)) => {
                let case = cases.last_mut().ok_or("no text")?;
                want(case, block)?;
            }
            Some("urls") => return Err(block.error("no text block ends directly before it")),
            _ => return Err(block.error("neither `text` nor `urls`")),
        }
        last = block.info.first().map(|&kind| (kind, block.end));
    }
    for case in &cases {
        check(case)?;
    }
    Ok(cases)
}

/// A fenced block: its lines, the words after the opening fence, the line numbers of its fences.
struct Block<'m> {
    name: &'m str,
    line: usize,
    end: usize,
    info: Vec<&'m str>,
    lines: Vec<&'m str>,
}

impl Block<'_> {
    fn error(&self, what: &str) -> String {
        format!("{}:{}: {what}", self.name, self.line)
    }
}

fn blocks<'m>(name: &'m str, markdown: &'m str) -> Result<Vec<Block<'m>>, String> {
    let mut blocks = Vec::new();
    let mut open: Option<Block<'m>> = None;
    for (line, text) in (1..).zip(markdown.split('\n')) {
        match (text.strip_prefix("```"), &mut open) {
            (Some(""), Some(block)) => {
                block.end = line;
                blocks.extend(open.take());
            }
            (Some(info), None) => {
                let info = info.split_whitespace().collect();
                open = Some(Block {
                    name,
                    line,
                    end: line,
                    info,
                    lines: Vec::new(),
                });
            }
            (_, Some(block)) => block.lines.push(text),
            (None, None) => {}
        }
    }
    match open {
        Some(block) => Err(block.error("the block is never closed")),
        None => Ok(blocks),
    }
}

/// Removes the marks of a `text` block. Without a `urls` block, the expected URLs are the marked texts.
fn case(block: &Block<'_>) -> Result<Case, String> {
    let words: Vec<String> = block.info[1..].iter().map(|w| w.to_string()).collect();
    let known = |w: &&String| WORDS.contains(&w.as_str()) || w.starts_with("as=");
    if let Some(word) = words.iter().find(|w| !known(w)) {
        return Err(block.error(&format!("`{word}` is no option")));
    }
    let mut case = Case {
        place: format!("{}:{}", block.name, block.line),
        words,
        text: Vec::new(),
        wanted: Vec::new(),
    };
    let mut written = block.lines.join("\n");
    if !case.is("eof") {
        written.push('\n');
    }
    let mut start = None;
    let mut rest = written.as_str();
    while let Some(c) = rest.chars().next() {
        let tail = &rest[c.len_utf8()..];
        match c {
            '⟦' if start.is_none() => start = Some(case.text.len()),
            '⟧' if start.is_some() => {
                let span = start.take().unwrap_or(0)..case.text.len();
                let url = case.text[span.clone()].to_vec();
                case.wanted.push(Wanted {
                    url,
                    as_written: true,
                    span,
                    ..Wanted::default()
                });
            }
            '⟦' | '⟧' => return Err(block.error("the marks are not in pairs")),
            '\\' if case.is("raw") => {
                rest = unescape(tail, &mut case.text)
                    .ok_or_else(|| block.error(&format!("no escape: \\{tail:.8}")))?;
                continue;
            }
            _ => case.text.extend(c.encode_utf8(&mut [0; 4]).bytes()),
        }
        rest = tail;
    }
    match start {
        Some(_) => Err(block.error("the marks are not in pairs")),
        None => Ok(case),
    }
}

/// Decodes the escape after a backslash. Returns the rest of the text, or `None` for an invalid escape.
fn unescape<'t>(text: &'t str, out: &mut Vec<u8>) -> Option<&'t str> {
    let (letter, rest) = (text.get(..1)?, text.get(1..)?);
    match letter {
        "t" => out.push(b'\t'),
        "r" => out.push(b'\r'),
        "n" => out.push(b'\n'),
        "\\" => out.push(b'\\'),
        "x" => {
            out.push(u8::from_str_radix(rest.get(..2)?, 16).ok()?);
            return rest.get(2..);
        }
        "u" => {
            let (code, rest) = rest.strip_prefix('{')?.split_once('}')?;
            let c = char::from_u32(u32::from_str_radix(code, 16).ok()?)?;
            out.extend(c.encode_utf8(&mut [0; 4]).bytes());
            return Some(rest);
        }
        "*" => {
            let (inside, rest) = rest.strip_prefix('{')?.split_once('}')?;
            let (times, what) = inside.split_once(':')?;
            out.extend(what.repeat(times.parse().ok()?).bytes());
            return Some(rest);
        }
        _ => return None,
    }
    Some(rest)
}

/// Assigns the lines of a `urls` block to the marks of the previous case.
fn want(case: &mut Case, block: &Block<'_>) -> Result<(), String> {
    let mut spans = std::mem::take(&mut case.wanted).into_iter().map(|w| w.span);
    for line in &block.lines {
        let (url, attributes) = line.split_once(" | ").unwrap_or((line, ""));
        let mut wanted = Wanted {
            url: if case.is("raw") {
                bytes(url).ok_or_else(|| block.error("no escape"))?
            } else {
                url.into()
            },
            ..Wanted::default()
        };
        let mut same = None;
        for attribute in attributes.split_whitespace() {
            match attribute.split_once('=') {
                None if attribute == "same" => same = case.wanted.last().map(|w| w.span.clone()),
                Some(("form", form)) => wanted.form = Some(form.into()),
                Some(("flaws", "none")) => wanted.flaws = Some(BTreeSet::new()),
                Some(("flaws", names)) => {
                    wanted.flaws = Some(names.split(',').map(String::from).collect());
                }
                Some(("alt", "none")) => wanted.alternatives = Some(Vec::new()),
                Some(("alt", alternative)) => {
                    let (why, url) = alternative
                        .split_once(':')
                        .ok_or_else(|| block.error("an alternative without a reason"))?;
                    let all = wanted.alternatives.get_or_insert_default();
                    all.push((why.into(), url.into()));
                }
                Some(("assumed", "none")) => wanted.assumed = Some(None),
                Some(("assumed", url)) => wanted.assumed = Some(Some(url.into())),
                Some(("written", "none")) => wanted.written = Some(None),
                Some(("written", text)) => wanted.written = Some(Some(text.into())),
                Some(("segments", n)) => {
                    let n = n
                        .parse()
                        .map_err(|_| block.error("`segments` is no number"))?;
                    wanted.segments = Some(n);
                }
                _ => return Err(block.error(&format!("`{attribute}` is no attribute"))),
            }
        }
        wanted.span = match same {
            Some(span) => span,
            None => spans
                .next()
                .ok_or_else(|| block.error("more URLs than marks"))?,
        };
        case.wanted.push(wanted);
    }
    match spans.next() {
        Some(_) => Err(block.error("more marks than URLs")),
        None => Ok(()),
    }
}

fn bytes(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.extend(rest[..at].bytes());
        rest = unescape(&rest[at + 1..], &mut out)?;
    }
    out.extend(rest.bytes());
    Some(out)
}

/// A URL contains no line break, so a marked text with one needs a `urls` block.
fn check(case: &Case) -> Result<(), String> {
    match case.wanted.iter().find(|w| w.url.contains(&b'\n')) {
        Some(_) => Err(format!("{}: a folded URL without a urls block", case.place)),
        None => Ok(()),
    }
}
