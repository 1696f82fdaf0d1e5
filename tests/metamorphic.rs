//! Metamorphic tests: a case of `tests/spec/*.md` is rewritten so that it must give the same URLs again.
//!
//! A URL loses its scheme (with option `schemeless`), is defanged (with option `refang`) or gets `URL:` before it; a text is quoted,
//! or encoded as a message of a mailbox. One URL is rewritten at a time. [`EXCEPTIONS`] says where the result may differ, and
//! why. It never holds a result.

use std::collections::BTreeSet;
use std::ops::Range;

use literate::Case;
use urlgrep::{Builder, Extractor, Haystack, Match};

#[path = "support/cases.rs"]
mod cases;
#[allow(dead_code, reason = "the expectations of a case are tested elsewhere")]
#[path = "support/literate.rs"]
mod literate;

/// What is compared of a match. URLs are without `http://`, since a wrapper gives a URL without a scheme as it is written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Seen {
    start: usize,
    url: String,
    alternatives: BTreeSet<String>,
}

impl Seen {
    fn new<T: Haystack + AsRef<[u8]> + ?Sized>(m: &Match<'_, T>) -> Seen {
        let shown = |url: &T| {
            let url = url.as_ref();
            let url = url.strip_prefix(b"http://").unwrap_or(url);
            url.escape_ascii().to_string()
        };
        Seen {
            start: m.span().start,
            url: m
                .as_bytes()
                .strip_prefix(b"http://")
                .unwrap_or(m.as_bytes())
                .escape_ascii()
                .to_string(),
            alternatives: m.alternatives().iter().map(|a| shown(a.url())).collect(),
        }
    }
}

impl Seen {
    /// As it is after the edits.
    fn moved(&self, edits: &[Edit], gained: &str) -> Seen {
        let gain = |url: &String| format!("{gained}{url}");
        Seen {
            start: moved(self.start, edits),
            url: gain(&self.url),
            alternatives: self.alternatives.iter().map(gain).collect(),
        }
    }
}

/// A match of the case as it is.
#[derive(Default)]
struct Original {
    form: &'static str,
    span: Range<usize>,
    outer: Range<usize>,
    seen: Seen,
}

fn originals(extractor: &Extractor, text: &[u8]) -> Vec<Original> {
    let matches = extractor.extract_bytes(text).map(|m| Original {
        form: m.form().name(),
        span: m.span(),
        outer: m.outer_span(),
        seen: Seen::new(&m),
    });
    matches.collect()
}

/// Replaces a range of the text.
struct Edit {
    at: Range<usize>,
    with: &'static str,
}

/// A text after its edits, which are in order.
fn edited(text: &[u8], edits: &[Edit]) -> Vec<u8> {
    let (mut out, mut from) = (Vec::new(), 0);
    for edit in edits {
        out.extend(&text[from..edit.at.start]);
        out.extend(edit.with.bytes());
        from = edit.at.end;
    }
    out.extend(&text[from..]);
    out
}

/// Where a position of the text is after the edits.
fn moved(at: usize, edits: &[Edit]) -> usize {
    let before = edits.iter().filter(|edit| edit.at.end <= at);
    before.fold(at, |at, edit| at + edit.with.len() - edit.at.len())
}

/// A way to rewrite a text.
struct Transformation {
    name: &'static str,
    options: fn(Builder) -> Builder,
    /// The edits of one URL, if it can be rewritten so.
    edits: fn(&[u8], &Original) -> Option<Vec<Edit>>,
    /// What stands in the URL for its `http://`.
    gained: &'static str,
    /// At least this many texts must give the same URLs.
    floor: usize,
}

/// As long as `http://`, so that the columns stay: rules ask how wide a line is.
const NAME: &str = "www.ab.";

const SCHEMELESS: &str = "without a scheme";
const DEFANGED: &str = "defanged";
const PREFIX: &str = "behind URL:";
const QUOTED: &str = "quoted";

impl Edit {
    fn new(start: usize, len: usize, with: &'static str) -> Edit {
        Edit {
            at: start..start + len,
            with,
        }
    }
}

/// The length of the first label of the host after `http://`, if another label follows.
fn first_label(text: &[u8], m: &Original) -> Option<usize> {
    let rest = text[m.span.start..].strip_prefix(b"http://")?;
    let len = rest
        .iter()
        .take_while(|b| b.is_ascii_alphanumeric())
        .count();
    let next = rest.get(len + 1)?.is_ascii_alphanumeric();
    (rest[0].is_ascii_alphabetic() && rest[len] == b'.' && next).then_some(len)
}

/// Whether only `,URI:` or `,caIssuers;URI:` stands between two URLs.
fn is_value_of_x509(between: &[u8]) -> bool {
    between.starts_with(b",")
        && between.ends_with(b"URI:")
        && !between.iter().any(u8::is_ascii_whitespace)
}

/// A URL of a case, and the case that it stands in.
struct Place<'c> {
    case: &'c Case,
    url: &'c Original,
    all: &'c [Original],
}

impl Place<'_> {
    /// The bytes before the URL and its wrapper.
    fn before(&self) -> &[u8] {
        &self.case.text[..self.url.outer.start]
    }

    fn inside(&self) -> &[u8] {
        &self.case.text[self.url.span.clone()]
    }

    /// Whether it is one of a list of names: `a=http://a.org,b=http://b.org`.
    fn is_named_in_list(&self) -> bool {
        let of_name = |b: &u8| b.is_ascii_alphanumeric() || b"-_".contains(b);
        let Some(front) = self.before().strip_suffix(b"=") else {
            return false;
        };
        let len = front.iter().rev().take_while(|b| of_name(b)).count();
        let after = self
            .after()
            .strip_prefix(b",")
            .or(self.after().strip_prefix(b";"));
        let next = after.map_or(0, |rest| rest.iter().take_while(|b| of_name(b)).count());
        let is_next = after.is_some_and(|rest| next > 0 && rest.get(next) == Some(&b'='));
        len > 0 && (is_next || matches!(front[..front.len() - len], [.., b',' | b';']))
    }

    /// Whether another URL ends where this one begins, or one byte, `!:`, `,URI:` or `,method;URI:` before it; or, in quotes, before white space. Or another
    /// scheme stands there.
    fn is_second(&self) -> bool {
        let text = &self.case.text;
        let before = self.before();
        let quotes = before.iter().filter(|&&b| b == b'"').count();
        let start = match quotes % 2 {
            1 => before.trim_ascii_end().len(),
            _ => self.url.span.start,
        };
        let ends = |m: &Original| {
            let between = &text[m.span.end.min(start)..start];
            m.span.end <= start
                && between != b"\n"
                && (between.len() < 2 || between == b"!:" || is_value_of_x509(between))
        };
        before.ends_with(b"://") || self.all.iter().any(ends)
    }

    /// The name after `http://`.
    fn host(&self) -> &[u8] {
        let rest = &self.case.text[self.url.span.start + 7..];
        let letter = |b: &&u8| b.is_ascii_alphanumeric() || b"-.".contains(b);
        &rest[..rest.iter().take_while(letter).count()]
    }

    fn is_delimited(&self) -> bool {
        matches!(self.url.form, "wrapper" | "angle" | "quoted" | "prefix")
    }

    fn after(&self) -> &[u8] {
        &self.case.text[self.url.outer.end..]
    }

    /// The line that the URL begins on.
    fn line(&self) -> &[u8] {
        let text = &self.case.text;
        let start = self
            .before()
            .iter()
            .rposition(|&b| b == b'\n')
            .map_or(0, |i| i + 1);
        text[start..]
            .split(|&b| b == b'\n')
            .next()
            .unwrap_or_default()
    }

    fn columns(&self) -> usize {
        self.line().len()
    }
}

/// URLs that need not be the same.
struct Exception {
    transformation: &'static str,
    applies: fn(&Place<'_>) -> bool,
    why: &'static str,
}

fn has_operator(text: &[u8]) -> bool {
    text.windows(2).any(|w| w == b"&&")
}

/// Each of these is needed by some case.
const EXCEPTIONS: &[Exception] = &[
    Exception {
        transformation: SCHEMELESS,
        applies: |at| matches!(at.before(), [.., b, b'!'] if b.is_ascii_alphabetic()),
        why: "a name behind a word and a `!` may be that of a file in an archive",
    },
    Exception {
        transformation: SCHEMELESS,
        applies: |at| {
            at.before()
                .last()
                .is_some_and(|b| !b.is_ascii_whitespace() && !b"(<[{\"'*_=,;:/|>!?#&~`".contains(b))
        },
        why: "a letter, a digit or a sign such as `@` or `-` before a name makes it part of another word",
    },
    Exception {
        transformation: SCHEMELESS,
        applies: |at| at.is_second(),
        why: "only a scheme starts a second URL directly after the first",
    },
    Exception {
        transformation: SCHEMELESS,
        applies: |at| at.url.form != "wrapper" && at.is_delimited(),
        why: "angle brackets, quotes and `URL:` alone ask for a scheme",
    },
    Exception {
        transformation: SCHEMELESS,
        applies: |at| {
            at.case.place.contains("double-star.md") || at.case.text.windows(2).any(|w| w == b"**")
        },
        why: "the stars of a URL go only if the same URL stands beside it, with its scheme",
    },
    Exception {
        transformation: SCHEMELESS,
        applies: |at| {
            !at.host()
                .rsplit(|&b| b == b'.')
                .next()
                .is_some_and(|label| label.iter().all(u8::is_ascii_alphabetic) && !label.is_empty())
        },
        why: "a name is found only if it ends in a top-level domain",
    },
    Exception {
        transformation: SCHEMELESS,
        applies: |at| {
            at.case.text[at.url.span.start + 7 + at.host().len()..]
                .trim_ascii_start()
                .starts_with(b":")
        },
        why: "a colon behind a name is that of a valid port, or that of a scheme",
    },
    Exception {
        transformation: SCHEMELESS,
        applies: |at| at.case.place.contains("obfuscated-host.md"),
        why: "a name with a mark in it is found if it is read without its marks",
    },
    Exception {
        transformation: SCHEMELESS,
        applies: |at| at.inside()[7 + at.host().len()..].starts_with(b"@"),
        why: "a name before an `@` is no login",
    },
    Exception {
        transformation: SCHEMELESS,
        applies: |at| at.is_named_in_list(),
        why: "in a list, a name before a URL ends only one of its own scheme",
    },
    Exception {
        transformation: DEFANGED,
        applies: |at| at.is_named_in_list(),
        why: "in a list, a name before a URL ends only one of its own scheme",
    },
    Exception {
        transformation: DEFANGED,
        applies: |at| at.is_delimited(),
        why: "a defanged URL is read as a bare one, whatever delimits it",
    },
    Exception {
        transformation: DEFANGED,
        applies: |at| at.before().last().is_some_and(u8::is_ascii_alphanumeric),
        why: "`hxxp` stands only at the beginning of a word",
    },
    Exception {
        transformation: DEFANGED,
        applies: |at| at.is_second(),
        why: "only a scheme as it should be starts a second URL directly after the first",
    },
    Exception {
        transformation: DEFANGED,
        applies: |at| at.inside().windows(3).any(|w| w == b"[.]"),
        why: "in a defanged URL, each mark goes",
    },
    Exception {
        transformation: SCHEMELESS,
        applies: |at| at.inside().contains(&b'|'),
        why: "a `|` belongs to a query only behind a quote and a scheme",
    },
    Exception {
        transformation: SCHEMELESS,
        applies: |at| {
            let end = at.after().windows(4).position(|w| w == b"URI:");
            end.is_some_and(|end| is_value_of_x509(&at.after()[..end + 4]))
        },
        why: "the name of a method of X.509 ends only a URL with a scheme",
    },
    Exception {
        transformation: SCHEMELESS,
        applies: |at| at.case.text.windows(4).any(|w| w == "l·l".as_bytes()),
        why: "the dot of Catalan belongs to a name only behind a scheme",
    },
    Exception {
        transformation: SCHEMELESS,
        applies: |at| has_operator(&at.case.text),
        why: "`&&` ends only a URL with a scheme",
    },
    Exception {
        transformation: PREFIX,
        applies: |at| at.is_named_in_list(),
        why: "in a list, a name before a URL ends only one of its own scheme",
    },
    Exception {
        transformation: PREFIX,
        applies: |at| has_operator(&at.case.text) && at.inside().contains(&b'&'),
        why: "`&&` belongs to a URL only directly behind a quote or a bracket",
    },
    Exception {
        transformation: PREFIX,
        applies: |at| at.inside().contains(&b'|'),
        why: "a `|` belongs to a query only behind a quote and a scheme",
    },
    Exception {
        transformation: PREFIX,
        applies: |at| at.is_second(),
        why: "only a scheme starts a second URL directly after the first",
    },
    Exception {
        transformation: PREFIX,
        applies: |at| (46..=86).contains(&at.columns()),
        why: "the line is four columns wider, and rules ask how wide it is",
    },
    Exception {
        transformation: QUOTED,
        applies: |at| at.case.is("email") || at.case.is("schemeless"),
        why: "names and addresses ask what begins a line, and do not skip its quote prefix",
    },
    Exception {
        transformation: QUOTED,
        applies: |at| (46..=86).contains(&at.columns()),
        why: "the line is two columns wider, and rules ask how wide it is",
    },
];

/// What the texts of a transformation gave.
#[derive(Default)]
struct Report {
    same: usize,
    excepted: Vec<usize>,
    failures: Vec<String>,
}

impl Report {
    fn add(
        &mut self,
        name: &str,
        place: &[Place<'_>],
        case: &Case,
        text: &[u8],
        want: &[Seen],
        found: &[Seen],
    ) {
        if want == found {
            self.same += 1;
            return;
        }
        let applies =
            |e: &Exception| e.transformation == name && place.iter().any(|at| (e.applies)(at));
        match EXCEPTIONS.iter().position(applies) {
            Some(i) => self.excepted.push(i),
            None => self.failures.push(format!(
                "{} ({name}): {}\n{}{}",
                case.place,
                text.escape_ascii(),
                only_in("want", want, found),
                only_in("got ", found, want),
            )),
        }
    }

    fn finish(self, name: &str, floor: usize) {
        println!(
            "{name}: {} same, {} excepted",
            self.same,
            self.excepted.len()
        );
        for (i, exception) in EXCEPTIONS
            .iter()
            .enumerate()
            .filter(|(_, e)| e.transformation == name)
        {
            let count = self.excepted.iter().filter(|&&j| j == i).count();
            println!("{count:5} {}", exception.why);
            assert!(count > 0, "no case needs this exception: {}", exception.why);
        }
        assert!(
            self.failures.is_empty(),
            "{} differ:\n{}",
            self.failures.len(),
            self.failures.join("\n")
        );
        assert!(self.same >= floor, "{} of {floor} texts", self.same);
    }
}

/// The matches that only one of two texts has, one a line.
fn only_in(label: &str, these: &[Seen], others: &[Seen]) -> String {
    let only = these.iter().filter(|m| !others.contains(m));
    only.map(|m| format!("  {label} {} {} {:?}\n", m.start, m.url, m.alternatives))
        .collect()
}

fn all_cases() -> Vec<Case> {
    let mut all = Vec::new();
    for (name, markdown) in cases::files() {
        all.extend(literate::cases(&name, &markdown).expect("a case can be read"));
    }
    // In a notation, the text around a URL has rules of its own.
    all.retain(|case| !case.is("gap") && case.notation().is_none());
    all
}

fn seen(extractor: &Extractor, text: &[u8]) -> Vec<Seen> {
    extractor
        .extract_bytes(text)
        .map(|m| Seen::new(&m))
        .collect()
}

fn run(transformation: &Transformation) {
    let (name, gained) = (transformation.name, transformation.gained);
    let mut report = Report::default();
    for case in &all_cases() {
        let extractor = (transformation.options)(cases::builder(case)).build();
        let all = &originals(&extractor, &case.text);
        for url in all {
            let Some(edits) = (transformation.edits)(&case.text, url) else {
                continue;
            };
            let text = edited(&case.text, &edits);
            let want = all.iter().map(|m| {
                let gained = if m.span == url.span { gained } else { "" };
                m.seen.moved(&edits, gained)
            });
            let want: Vec<Seen> = want.collect();
            report.add(
                name,
                &[Place { case, url, all }],
                case,
                &text,
                &want,
                &seen(&extractor, &text),
            );
        }
    }
    report.finish(name, transformation.floor);
}

#[test]
fn without_a_scheme() {
    run(&Transformation {
        name: SCHEMELESS,
        options: |builder| builder.schemeless(true),
        edits: |text, m| {
            first_label(text, m)?;
            Some(vec![Edit::new(m.span.start, 7, NAME)])
        },
        gained: NAME,
        floor: 900,
    });
}

#[test]
fn defanged() {
    run(&Transformation {
        name: DEFANGED,
        options: |builder| builder.refang(true),
        edits: |text, m| {
            let dot = m.span.start + 7 + first_label(text, m)?;
            Some(vec![
                Edit::new(m.span.start, 4, "hxxp"),
                Edit::new(dot, 1, "[.]"),
            ])
        },
        gained: "",
        floor: 850,
    });
}

#[test]
fn behind_url() {
    run(&Transformation {
        name: PREFIX,
        options: |builder| builder,
        edits: |_, m| (m.form == "bare").then(|| vec![Edit::new(m.span.start, 0, "URL:")]),
        gained: "",
        floor: 1000,
    });
}

#[test]
fn quoted() {
    let mut report = Report::default();
    for case in &all_cases() {
        let extractor = cases::builder(case).build();
        let all = &originals(&extractor, &case.text);
        let starts = (0..case.text.len()).filter(|&i| i == 0 || case.text[i - 1] == b'\n');
        let edits: Vec<Edit> = starts.map(|i| Edit::new(i, 0, "> ")).collect();
        let text = edited(&case.text, &edits);
        let want: Vec<Seen> = all.iter().map(|m| m.seen.moved(&edits, "")).collect();
        // A case without a URL has its first line instead.
        let line = Original::default();
        let urls = all.iter().chain([&line]);
        let places: Vec<Place<'_>> = urls.map(|url| Place { case, url, all }).collect();
        report.add(
            QUOTED,
            &places,
            case,
            &text,
            &want,
            &seen(&extractor, &text),
        );
    }
    report.finish(QUOTED, 700);
}

/// Inside a message, in each transfer encoding. The decoded text is the same, so there is no exception.
#[cfg(feature = "mail")]
#[test]
fn in_a_mailbox() {
    for (encoding, encode) in ENCODINGS {
        let mut same = 0;
        // The charset of the message is that of the text.
        for case in all_cases().iter().filter(|case| case.text.is_ascii()) {
            let extractor = cases::builder(case).build();
            let urls = |all: Vec<Seen>| -> Vec<_> {
                all.into_iter().map(|m| (m.url, m.alternatives)).collect()
            };
            let want = urls(seen(&extractor, &case.text));
            let head =
                "From joe@a.com Mon Jan  3 10:00:00 1994\nFrom: joe@a.com\nSubject: a case\n";
            let mut mailbox =
                format!("{head}Content-Transfer-Encoding: {encoding}\n\n").into_bytes();
            mailbox.extend(encode(&case.text));
            mailbox.extend(format!("\n\n{head}\nNo URL.\n").bytes());
            let container = urlgrep::mail::detect(&mailbox);
            assert_eq!(container.name(), "mbox");
            let mut found = Vec::new();
            for text in container.texts(&mailbox, 0) {
                found.extend(extractor.extract_text(&text).map(|m| Seen::new(&m)));
            }
            assert_eq!(urls(found), want, "{encoding}: {}", case.place);
            same += 1;
        }
        assert!(same >= 500, "{same} cases");
    }
}

#[cfg(feature = "mail")]
type Encode = fn(&[u8]) -> Vec<u8>;

#[cfg(feature = "mail")]
const ENCODINGS: [(&str, Encode); 3] = [
    ("7bit", |text| text.to_vec()),
    ("quoted-printable", |text| quoted_printable::encode(text)),
    ("base64", |text| {
        use base64::prelude::*;
        BASE64_STANDARD.encode(text).into_bytes()
    }),
];

/// A URL with brackets and quotes that are open ends where it would without the text after the next blank: what is seen at once near the
/// end of a text is what a look at all of it would tell.
#[test]
fn before_more_text() {
    const PIECES: [&[u8]; 11] = [
        b"(",
        b"[",
        b"]",
        b")",
        b"#{",
        b"}",
        "“".as_bytes(),
        "”".as_bytes(),
        b"\x94",
        "«".as_bytes(),
        b"x",
    ];
    let urls = Extractor::default();
    let first = |text: &[u8]| urls.extract_bytes(text).next().map(|m| m.span());
    // More than the program looks at.
    let more = [" ] ” » ".as_bytes(), &[b'x'; 512]].concat();
    let mut found = 0;
    for number in 0..PIECES.len().pow(4) {
        let mut text = b"http://a.org/".to_vec();
        (0..4).fold(number, |n, _| {
            text.extend_from_slice(PIECES[n % PIECES.len()]);
            n / PIECES.len()
        });
        text.extend(b" y)");
        let short = first(&text);
        let shown = text.escape_ascii().to_string();
        assert_eq!(short, first(&[&text[..], &more].concat()), "{shown}");
        found += usize::from(short.is_some());
    }
    assert!(found > 14_000, "{found} URLs");
}
