//! `urlgrep parse`: parses URLs and lists their components and flaws, one block of output per string, even if it is not a URL.

mod details;
mod json;
mod judge;
mod plain;
mod steps;

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read};
use std::ops::Range;
use std::path::Path;

use judge::{Judge, Reasons, Verdict};
use steps::Step;
use urlgrep::Flaw;
use urlgrep::files::STDIN;
use urlgrep::url::{self, Url};

use crate::args::{Parse, Shared};
use crate::defang::Defang;
use crate::exit::Status;
use crate::print::{Manner, StdoutBuffer};
use crate::stderr;

/// The maximum length of a line of standard input, so that memory is bounded. Longer lines are cut.
const LONGEST: usize = 16 << 20;

/// How many bytes are read at once.
const STEP: usize = 64 << 10;

/// The byte order mark of UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A parsed URL with its flaws.
struct ParsedUrl<'u> {
    url: Url<'u, [u8]>,
    flaws: Vec<ParsedFlaw>,
    verdict: Verdict,
    profile: &'static str,
    /// What each profile refuses, with `--all-profiles`.
    profiles: Vec<Reasons>,
    /// The steps of a client for the URL, with `--steps`.
    steps: Vec<Step>,
    /// The host of the rewritten link that had it as its target.
    wrapped_by: Option<Vec<u8>>,
    defang: Defang,
}

struct ParsedFlaw {
    flaw: Flaw,
    /// Bytes of the URL.
    at: Range<usize>,
    severity: &'static str,
}

/// Parses the URLs among the arguments; for `-` and without arguments, each line of standard input.
pub(crate) fn run(shared: &Shared, parse: &Parse) -> Status {
    let mut parser = UrlParser {
        options: parse,
        judge: Judge::new(shared.profile()),
        write: if shared.json {
            json::write
        } else {
            plain::write
        },
        out: StdoutBuffer::new(Manner::default()),
        all_valid: true,
    };
    let stdin = [OsString::from(STDIN)];
    let urls = match &parse.urls[..] {
        [] => &stdin,
        urls => urls,
    };
    let mut read = Ok(());
    for url in urls {
        if url == STDIN {
            read = read.and(parser.lines(io::stdin().lock()));
            continue;
        }
        if Path::new(url).is_file() {
            let hint = "this is a file; `urlgrep parse <FILE` parses each of its lines";
            stderr::say(Path::new(url).display(), hint);
        }
        parser.url(url.as_encoded_bytes(), false);
    }
    parser.out.flush();
    match read {
        Ok(()) if parser.all_valid => Status::Yes,
        Ok(()) => Status::No,
        Err(error) => {
            stderr::say("<stdin>", stderr::reason(&error));
            Status::Error
        }
    }
}

struct UrlParser<'p> {
    options: &'p Parse,
    judge: Judge,
    write: fn(&mut StdoutBuffer, &ParsedUrl<'_>),
    out: StdoutBuffer,
    all_valid: bool,
}

impl UrlParser<'_> {
    /// Treats each line as a URL.
    fn lines(&mut self, input: impl Read) -> io::Result<()> {
        let mut input = BufReader::with_capacity(STEP, input);
        let (mut line, mut is_first) = (Vec::new(), true);
        loop {
            // The program that writes the next line may wait for the answer to this one.
            if !input.buffer().contains(&b'\n') {
                self.out.flush();
            }
            let mut rest = input.by_ref().take(LONGEST as u64);
            if rest.read_until(b'\n', &mut line)? == 0 {
                return Ok(());
            }
            let cut = line.len() == LONGEST && !line.ends_with(b"\n");
            if cut {
                input.skip_until(b'\n')?;
            }
            let ([raw @ .., b'\r', b'\n'] | [raw @ .., b'\n'] | raw) = &line[..];
            // A pipe may give the mark byte by byte. The mark alone is no line.
            let unmarked = raw.strip_prefix(BYTE_ORDER_MARK).filter(|_| is_first);
            if line != BYTE_ORDER_MARK || !is_first {
                self.url(unmarked.unwrap_or(raw), cut);
            }
            is_first = false;
            line.clear();
        }
    }

    fn url(&mut self, raw: &[u8], cut: bool) {
        let written = without_wrapper(raw);
        let target = self.options.unwrap.then(|| url::unwrap(written)).flatten();
        let raw = target.as_deref().unwrap_or(written);
        let wrapper = |_: &Vec<u8>| url::parse(written).0.host().map(<[u8]>::to_vec);
        let wrapped_by = target.as_ref().and_then(wrapper);
        let (url, list) = url::parse(raw);
        let mut verdict = self.judge.judge(&url, &list);
        verdict.valid &= !cut;
        let options = self.options;
        let profiles = options.all_profiles.then(|| Judge::all(&url, &list));
        let steps = options.steps.then(|| steps::steps(&url));
        let mut flaws: Vec<_> = list
            .into_iter()
            .map(|flaw| ParsedFlaw {
                severity: self.judge.severity(&url, &flaw),
                flaw: flaw.flaw,
                at: flaw.at,
            })
            .collect();
        flaws.extend(cut.then_some(ParsedFlaw {
            flaw: Flaw::TooLong,
            at: raw.len()..raw.len(),
            severity: "error",
        }));
        let parsed = ParsedUrl {
            url,
            flaws,
            verdict,
            profile: self.judge.name(),
            profiles: profiles.unwrap_or_default(),
            steps: steps.unwrap_or_default(),
            wrapped_by,
            defang: Defang(options.defang),
        };
        self.all_valid &= parsed.verdict.valid;
        (self.write)(&mut self.out, &parsed);
        self.out.turn();
    }
}

/// The URL in `<URL:…>`, `<…>` and after `URL:` (RFC 1738, appendix).
fn without_wrapper(raw: &[u8]) -> &[u8] {
    let inner = raw
        .strip_prefix(b"<")
        .and_then(|raw| raw.strip_suffix(b">"));
    let text = inner.unwrap_or(raw);
    let prefixed = text.trim_ascii_start();
    match prefixed.split_at_checked(4) {
        Some((prefix, url)) if prefix.eq_ignore_ascii_case(b"URL:") && has_scheme(url) => {
            url.trim_ascii()
        }
        _ if inner.is_some_and(has_scheme) => text.trim_ascii(),
        _ => raw,
    }
}

fn has_scheme(text: &[u8]) -> bool {
    url::parse(text.trim_ascii()).0.scheme().is_some()
}
