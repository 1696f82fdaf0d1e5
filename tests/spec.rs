//! Runs the literate cases of `tests/spec/*.md` with LF and CRLF, alone and inside a mail, on `&str` and on bytes.
//!
//! In addition to the expectations of a case, every match must be sound: in order, inside its wrapper, and made of segments that
//! spell its URL. The test prints the failures of all files, then fails once.

use std::collections::BTreeSet;
use std::ops::Range;
use std::{env, panic, str};

use literate::{Case, Wanted};
use urlgrep::{Extractor, Haystack, Match};

#[path = "support/cases.rs"]
mod cases;
#[path = "support/flaws.rs"]
mod flaws;
#[path = "support/literate.rs"]
mod literate;
#[cfg(feature = "mail")]
#[allow(dead_code, reason = "numbers of parts are not needed here")]
#[path = "support/texts.rs"]
mod texts;

#[test]
fn all_cases() {
    let only = env::var("URLGREP_SPEC").unwrap_or_default();
    let (mut run, mut failures) = (0, Vec::new());
    let files = cases::files();
    for (name, markdown) in &files {
        let cases = match literate::cases(name, markdown) {
            Ok(cases) => cases,
            Err(error) => {
                failures.push(error);
                continue;
            }
        };
        if cases.is_empty() {
            failures.push(format!("{name}: no case"));
        }
        // Notations are read by the containers.
        let can_run = |case: &&Case| cfg!(feature = "mail") || case.notation().is_none();
        let cases = cases.iter().filter(can_run);
        for case in cases.filter(|case| case.place.contains(&only)) {
            run += 1;
            let panicked = |_| Some(format!("{}: panicked", case.place));
            failures.extend(panic::catch_unwind(|| failure(case)).unwrap_or_else(panicked));
        }
    }
    println!("{run} cases in {} files", files.len());
    for failure in &failures {
        println!("\n{failure}");
    }
    assert!(run > 0, "no case in tests/spec/*.md");
    assert!(
        failures.is_empty(),
        "{} failures in {run} cases, see above",
        failures.len()
    );
}

/// Runs a case in all variants. A known gap must fail in at least one of them.
fn failure(case: &Case) -> Option<String> {
    let extractor = cases::builder(case).build();
    let mut reports: Vec<(String, Vec<String>)> = Vec::new(); // variants with the same failure are merged
    let mut endings = vec![("LF", case.clone())];
    if !case.is("lf-only") {
        endings.push(("CRLF", case.with_crlf()));
    }
    for (ending, case) in &endings {
        #[cfg(feature = "mail")]
        if let Some(name) = case.notation() {
            let wrong = as_wanted(case, &notation_matches(&extractor, name, &case.text));
            if !wrong.is_empty() {
                reports.push((format!("{ending} as {name}"), wrong));
            }
            continue;
        }
        let mut runs = vec![("bytes", byte_matches(&extractor, &case.text))];
        if let Ok(text) = str::from_utf8(&case.text) {
            runs.push(("str", str_matches(&extractor, text)));
        }
        #[cfg(feature = "mail")]
        runs.push(("cut", cut_matches(&extractor, &case.text)));
        #[cfg(feature = "mail")]
        if !case.is("bare-only") {
            runs.push(("in a mail", mail_matches(&extractor, case, ending)));
        }
        for (setting, found) in &runs {
            let wrong = [sound(case, found), as_wanted(case, found)].concat();
            if wrong.is_empty() {
                continue;
            }
            match reports.iter_mut().find(|(_, w)| *w == wrong) {
                Some((variants, _)) => variants.push_str(&format!(", {ending} {setting}")),
                None => reports.push((format!("{ending} {setting}"), wrong)),
            }
        }
    }
    if case.is("gap") {
        let closed = || format!("{}: this gap is closed, take the word away", case.place);
        return reports.is_empty().then(closed);
    }
    let reports = reports
        .iter()
        .map(|(variants, wrong)| format!("{} ({variants})\n  {}", case.place, wrong.join("\n  ")));
    let reports: Vec<String> = reports.collect();
    (!reports.is_empty()).then(|| reports.join("\n"))
}

/// A match, independent of the type of its text.
#[derive(Clone, Debug)]
struct Found {
    url: Vec<u8>,
    span: Range<usize>,
    outer: Range<usize>,
    segments: Vec<Range<usize>>,
    form: String,
    flaws: BTreeSet<String>,
    alternatives: Vec<(String, Vec<u8>)>,
    assumed: Option<String>,
    written: Option<Vec<u8>>,
}

impl Found {
    /// Adds `by` to its positions.
    #[cfg(feature = "mail")]
    fn shift(&mut self, by: usize) {
        let moved = |r: &mut Range<usize>| *r = r.start.wrapping_add(by)..r.end.wrapping_add(by);
        moved(&mut self.span);
        moved(&mut self.outer);
        self.segments.iter_mut().for_each(moved);
    }

    fn new<T: Haystack + AsRef<[u8]> + ?Sized>(m: &Match<'_, T>) -> Found {
        let flaws = m.flaws().iter().map(|flaw| flaw.name().to_string());
        let alternatives = m.alternatives().iter();
        Found {
            url: m.as_bytes().to_vec(),
            span: m.span(),
            outer: m.outer_span(),
            segments: m.segments().collect(),
            form: m.form().name().to_string(),
            flaws: flaws
                .filter(|name| flaws::READING_FLAWS.contains(&name.as_str()))
                .collect(),
            alternatives: alternatives
                .map(|a| (a.why().name().to_string(), a.url().as_ref().to_vec()))
                .collect(),
            assumed: m
                .assumed()
                .map(|url| String::from_utf8_lossy(url.as_ref()).into_owned()),
            written: m.written().map(|text| text.as_ref().to_vec()),
        }
    }
}

fn str_matches(extractor: &Extractor, text: &str) -> Vec<Found> {
    let found = |m: Match<'_>| {
        assert_eq!(m.as_str().as_bytes(), m.as_bytes());
        Found::new(&m)
    };
    extractor.extract(text).map(found).collect()
}

fn byte_matches(extractor: &Extractor, text: &[u8]) -> Vec<Found> {
    extractor
        .extract_bytes(text)
        .map(|m| Found::new(&m))
        .collect()
}

/// The matches of the case as the body of the second message of a mailbox. Ranges count from the start of the case.
#[cfg(feature = "mail")]
fn mail_matches(extractor: &Extractor, case: &Case, ending: &str) -> Vec<Found> {
    let end = if ending == "CRLF" { "\r\n" } else { "\n" };
    let head = |n: u8| {
        format!(
            "From joe@a.com Mon Jan  {n} 10:00:00 1994{end}From: joe@a.com{end}Subject: http://no.a.com/{end}{end}"
        )
    };
    let before = format!("{}No URL.{end}{end}{}Dear all,{end}{end}", head(3), head(4));
    let mut mailbox = before.clone().into_bytes();
    mailbox.extend(&case.text);
    if !case.text.ends_with(b"\n") {
        mailbox.extend(end.bytes());
    }
    mailbox.extend(format!("{end}And that was it, I think.{end}").bytes());
    let container = urlgrep::mail::detect(&mailbox);
    assert_eq!(container.name(), "mbox");
    let mut found = in_chunks(extractor, container, &mailbox, mailbox.len());
    for m in &mut found {
        m.shift(0usize.wrapping_sub(before.len()));
    }
    found
}

/// The matches of the case as plain text in chunks that are cut wherever the container allows.
#[cfg(feature = "mail")]
fn cut_matches(extractor: &Extractor, text: &[u8]) -> Vec<Found> {
    let plain = urlgrep::mail::by_name("text", text).expect("there is plain text");
    in_chunks(extractor, plain, text, 1)
}

/// The matches of the case as a file in a notation. Ranges are those of the file.
#[cfg(feature = "mail")]
fn notation_matches(extractor: &Extractor, name: &str, file: &[u8]) -> Vec<Found> {
    let container = urlgrep::mail::by_name(name, file).expect("a notation");
    let mut all = Vec::new();
    for (start, chunk) in texts::chunks(file, container, file.len()) {
        let selection = urlgrep::mail::Selection::from(extractor);
        for text in container.texts_selected(chunk, start, &selection) {
            for m in extractor.extract_text(&text) {
                let mut found = Found::new(&m);
                let runs = m.segments().flat_map(|run| text.map.segments(run));
                found.segments = runs
                    .map(|run| run.start as usize..run.end as usize)
                    .collect();
                let (first, last) = (found.segments.first(), found.segments.last());
                found.span = first.map_or(0, |run| run.start)..last.map_or(0, |run| run.end);
                all.push(found);
            }
        }
    }
    all
}

/// The matches of a file that is read in pieces of `size` bytes.
#[cfg(feature = "mail")]
fn in_chunks(
    extractor: &Extractor,
    container: &urlgrep::mail::Container,
    file: &[u8],
    size: usize,
) -> Vec<Found> {
    let mut all = Vec::new();
    for (start, chunk) in texts::chunks(file, container, size) {
        for text in container.texts(chunk, start) {
            let at = text.map.source_of(0).start as usize;
            let mut found: Vec<Found> = extractor
                .extract_text(&text)
                .map(|m| Found::new(&m))
                .collect();
            found.iter_mut().for_each(|m| m.shift(at));
            all.extend(found);
        }
    }
    all
}

/// Checks the matches for soundness, independent of the case.
fn sound(case: &Case, found: &[Found]) -> Vec<String> {
    let mut wrong = Vec::new();
    for m in found {
        let url = short(&m.url);
        let whole = m.segments.first().zip(m.segments.last());
        if whole.is_none_or(|(a, z)| a.start != m.span.start || z.end != m.span.end) {
            wrong.push(format!(
                "{url}: span {:?}, segments {:?}",
                m.span, m.segments
            ));
        }
        if m.segments.windows(2).any(|w| w[0].end >= w[1].start) {
            wrong.push(format!(
                "{url}: segments {:?} are not maximal runs in order",
                m.segments
            ));
        }
        if m.outer.start > m.span.start || m.outer.end < m.span.end {
            wrong.push(format!(
                "{url}: span {:?} is not inside {:?}",
                m.span, m.outer
            ));
        }
        if m.alternatives.len() > 4 {
            wrong.push(format!("{url}: more than four alternatives"));
        }
        let runs = m.segments.iter().map(|r| case.text.get(r.clone()));
        let spelt: Option<Vec<u8>> = runs.collect::<Option<Vec<_>>>().map(|runs| runs.concat());
        let written = m.written.as_ref().unwrap_or(&m.url);
        let differs = m.flaws.contains("obfuscated-at") || m.flaws.contains("obfuscated-host");
        if !differs && spelt.as_ref() != Some(written) {
            let spelt = spelt.map(|s| short(&s));
            wrong.push(format!("{url}: the segments spell {spelt:?}"));
        }
    }
    for pair in found.windows(2) {
        if pair[0].span.end > pair[1].span.start && !case.is("hyphen=both") {
            let spans = (&pair[0].span, &pair[1].span);
            wrong.push(format!("matches overlap or are out of order: {spans:?}"));
        }
    }
    wrong
}

/// Compares the matches with the expectations of the case.
fn as_wanted(case: &Case, found: &[Found]) -> Vec<String> {
    let spans = |spans: Vec<&Range<usize>>| -> Vec<Range<usize>> {
        let mut spans: Vec<_> = spans.into_iter().cloned().collect();
        spans.dedup();
        spans
    };
    let wanted_spans = spans(case.wanted.iter().map(|w| &w.span).collect());
    let found_spans = spans(found.iter().map(|m| &m.span).collect());
    let mut wrong = Vec::new();
    if wanted_spans != found_spans {
        wrong.push(format!("wanted {}", marked(&case.text, &wanted_spans)));
        wrong.push(format!("got    {}", marked(&case.text, &found_spans)));
    }
    if case.wanted.len() != found.len() {
        let (wanted, got) = (case.wanted.len(), found.len());
        wrong.push(format!("wanted {wanted} matches, got {got}"));
        let urls = found.iter().map(|m| short(&m.url));
        wrong.push(format!(
            "got    {}",
            urls.collect::<Vec<_>>().join("\n         ")
        ));
        return wrong;
    }
    for (wanted, m) in case.wanted.iter().zip(found) {
        wrong.extend(differences(wanted, m));
    }
    wrong
}

fn differences(wanted: &Wanted, m: &Found) -> Vec<String> {
    let url = short(&m.url);
    let mut wrong = Vec::new();
    let got = match &m.written {
        Some(written) if wanted.as_written => written,
        _ => &m.url,
    };
    if wanted.url != *got {
        wrong.push(format!("wanted {}", short(&wanted.url)));
        wrong.push(format!("got    {}", short(got)));
    }
    let mut differ = |what: &str, wanted: Option<String>, got: String| {
        if let Some(wanted) = wanted.filter(|wanted| *wanted != got) {
            wrong.push(format!("{url}: {what}: wanted {wanted}, got {got}"));
        }
    };
    let alternatives = |all: &Vec<(String, Vec<u8>)>| -> String {
        let all = all.iter();
        let all = all.map(|(why, url)| format!("{why}:{}", String::from_utf8_lossy(url)));
        all.collect::<Vec<_>>().join(" ")
    };
    let flaws = |flaws: &BTreeSet<String>| flaws.iter().cloned().collect::<Vec<_>>().join(",");
    differ("form", wanted.form.clone(), m.form.clone());
    differ("flaws", wanted.flaws.as_ref().map(flaws), flaws(&m.flaws));
    differ(
        "alternatives",
        wanted.alternatives.as_ref().map(alternatives),
        alternatives(&m.alternatives),
    );
    differ(
        "assumed",
        wanted.assumed.as_ref().map(|url| format!("{url:?}")),
        format!("{:?}", m.assumed),
    );
    let written = m.written.as_ref().map(|text| String::from_utf8_lossy(text));
    differ(
        "written",
        wanted.written.as_ref().map(|text| format!("{text:?}")),
        format!("{written:?}"),
    );
    differ(
        "segments",
        wanted.segments.map(|n| n.to_string()),
        m.segments.len().to_string(),
    );
    wrong
}

/// The text with marks around the ranges, on a single line.
fn marked(text: &[u8], ranges: &[Range<usize>]) -> String {
    let mut out = String::new();
    let mut at = 0;
    let mut copy = |out: &mut String, to: usize| {
        let to = to.clamp(at, text.len());
        out.push_str(&short(&text[at..to]));
        at = to;
    };
    for range in ranges {
        copy(&mut out, range.start);
        out.push('⟦');
        copy(&mut out, range.end);
        out.push('⟧');
    }
    copy(&mut out, text.len());
    out
}

/// For output: line ends as symbols, control characters as escapes, a long text without its middle.
fn short(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let text = text.replace("\r\n", "⏎").replace('\n', "⏎");
    let shown = |c: char| {
        if c.is_control() {
            c.escape_default().collect()
        } else {
            vec![c]
        }
    };
    let chars: Vec<char> = text.chars().flat_map(shown).collect();
    match chars.len() {
        0..400 => chars.into_iter().collect(),
        n => [&chars[..100], &['…'], &chars[n - 100..]]
            .concat()
            .iter()
            .collect(),
    }
}
