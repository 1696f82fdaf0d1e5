//! What holds for every input. Each property is a function of bytes that panics if it does not hold, so that `cargo test` and a fuzzer
//! run the same ones: `tests/properties.rs` on seeds and random texts, `fuzz/` on what libFuzzer makes.
//!
//! The first bytes of an input choose options, a container, or a type of document; the rest is the text.

#![allow(dead_code, reason = "each crate uses its own part")]
#![allow(unreachable_pub, reason = "a test crate exports nothing")]

use urlgrep::url::{decode, defang, encode, parse, unwrap};
use urlgrep::{Builder, Engine, Extractor, Flaw, Hyphen, Join, Match, Profile, resolve_hyphens};

/// A property and its name.
pub type Property = (&'static str, fn(&[u8]));

/// All properties; each is a target of `fuzz/`.
pub const PROPERTIES: &[Property] = &[
    ("text", text),
    ("engines", engines),
    ("parse", parse_url),
    ("resolve", resolve),
    #[cfg(feature = "mail")]
    ("container", mail::container),
    #[cfg(feature = "mail")]
    ("notation", mail::notation),
    #[cfg(feature = "mail")]
    ("decode", mail::decode),
    #[cfg(feature = "mail")]
    ("chunks", mail::chunks),
    #[cfg(feature = "lint")]
    ("lint", lint::lint),
    #[cfg(feature = "lint")]
    ("lint_fix", lint::lint_fix),
];

/// The first `N` bytes, zeros if there are fewer, and the others.
fn choices<const N: usize>(input: &[u8]) -> ([u8; N], &[u8]) {
    let (chosen, rest) = input.split_at(N.min(input.len()));
    let mut bytes = [0; N];
    bytes[..chosen.len()].copy_from_slice(chosen);
    (bytes, rest)
}

/// Whether a run is so long that not all of its candidates are read (README, "Limits").
#[cfg(feature = "mail")]
fn has_long_run(text: &[u8]) -> bool {
    let ends_run = |b: &u8| b.is_ascii_whitespace() || b"\"<".contains(b);
    text.split(ends_run).any(|run| run.len() > 192)
}

/// The options that two bytes choose.
fn builder([first, second]: [u8; 2]) -> Builder {
    let bit = |n: u8| first >> n & 1 == 1;
    let hyphens = [Hyphen::Keep, Hyphen::Drop, Hyphen::Both];
    let joins = [Join::Sure, Join::Never, Join::Plausible];
    let builder = Extractor::builder()
        .all(bit(0))
        .any_scheme(bit(1))
        .schemeless(bit(2))
        .email(bit(3))
        .refang(bit(4))
        .lines(bit(5))
        .hyphen(hyphens[usize::from(second & 3) % 3])
        .join(joins[usize::from(second >> 2) % 3]);
    if bit(6) {
        builder.profile(Profile::RFC1738)
    } else {
        builder
    }
}

/// With any options, matches are in order and in bounds, their segments spell their URLs, and bytes give what `str` gives.
pub fn text(input: &[u8]) {
    let (options, text) = choices(input);
    matches_are_sound(&builder(options).build(), text);
    if let Ok(text) = std::str::from_utf8(text) {
        let _ = urlgrep::refang(text);
    }
}

/// The part of [`text`] for one extractor.
pub fn matches_are_sound(extractor: &Extractor, text: &[u8]) {
    let (mut start, mut matches) = (0, Vec::new());
    for m in extractor.extract_bytes(text) {
        let (span, outer) = (m.span(), m.outer_span());
        assert!(outer.start <= span.start && span.end <= outer.end);
        assert!(outer.end <= text.len() && span.start < span.end);
        // Alternatives at the same position may be several matches.
        assert!(outer.start >= start);
        start = outer.start;
        segments_spell_the_url(&m, text);
        if let Some(line) = m.line() {
            let breaks = text[..span.start].iter().filter(|&&b| b == b'\n').count();
            assert_eq!(line as usize, breaks + 1);
        }
        for alternative in m.alternatives() {
            assert_ne!(alternative.url(), m.as_bytes());
            parse_url(alternative.url());
        }
        let _ = (m.url().details(), m.url().normalized(), m.assumed());
        matches.push(m);
    }
    if let Ok(text) = std::str::from_utf8(text) {
        let of_str = extractor.extract(text);
        let of_str: Vec<_> = of_str.map(|m| (m.span(), m.to_string())).collect();
        let of_bytes = matches.iter().map(|m| (m.span(), m.to_string()));
        assert_eq!(of_str, of_bytes.collect::<Vec<_>>());
    }
    resolve_hyphens(&mut matches);
}

fn segments_spell_the_url(m: &Match<'_, [u8]>, text: &[u8]) {
    let (mut end, mut spelt) = (m.span().start, Vec::new());
    for at in m.segments() {
        assert!(end <= at.start && at.start < at.end && at.end <= m.span().end);
        end = at.end;
        spelt.extend_from_slice(&text[at]);
    }
    // What these flaws repair is written with other characters.
    let differs = [Flaw::ObfuscatedAt, Flaw::ObfuscatedHost];
    if !differs.iter().any(|&flaw| m.flaws().contains(flaw)) {
        let written = m.written().unwrap_or(m.as_bytes());
        assert_eq!(
            spelt.escape_ascii().to_string(),
            written.escape_ascii().to_string()
        );
    }
}

/// Every engine gives the same matches, and so does a plain text that is cut where it may be.
pub fn engines(input: &[u8]) {
    let (options, text) = choices(input);
    engines_agree(&builder(options), text);
}

/// The part of [`engines`] for one set of options.
pub fn engines_agree(options: &Builder, text: &[u8]) {
    let found = |options: Builder| -> Vec<_> {
        let extractor = options.build();
        let matches = extractor.extract_bytes(text);
        matches
            .map(|m| (m.outer_span(), m.as_bytes().to_vec()))
            .collect()
    };
    let portable = found(options.clone().engine(Engine::Portable));
    for engine in Engine::available() {
        assert_eq!(
            found(options.clone().engine(engine)),
            portable,
            "{engine:?}"
        );
    }
}

/// Parsing is total; components and flaws lie in the URL and in order; the URL prints as it was written; normalizing twice is
/// normalizing once, and makes no escape that was not there.
pub fn parse_url(url: &[u8]) {
    let (parsed, flaws) = parse(url);
    assert_eq!(parsed.as_bytes(), url);
    let base = url.as_ptr() as usize;
    let mut end = 0;
    let parts = [
        parsed.scheme(),
        parsed.user(),
        parsed.password(),
        parsed.host(),
        parsed.port(),
        parsed.path(),
        parsed.query(),
        parsed.fragment(),
    ];
    for part in parts.into_iter().flatten() {
        let start = part.as_ptr() as usize - base;
        assert!(
            start >= end && start + part.len() <= url.len(),
            "{}",
            url.escape_ascii()
        );
        end = start + part.len();
    }
    for flaw in flaws {
        assert!(flaw.at.start <= flaw.at.end && flaw.at.end <= url.len());
        // No flaw ends within a character.
        let text = str::from_utf8(url);
        assert!(text.is_ok_and(|text| text.get(flaw.at.clone()).is_some()) || text.is_err());
    }
    let _ = (
        parsed.details(),
        parsed.without_tracking(),
        parsed.effective_port(),
    );
    #[cfg(feature = "domain")]
    let _ = parsed.domain();
    #[cfg(feature = "idna")]
    let _ = (parsed.host_to_ascii(), parsed.host_to_unicode());
    normalizing_twice_is_normalizing_once(url);
    let _ = defang(url);
    if let Some(target) = unwrap(url) {
        let _ = parse(&target);
    }
}

/// The part of [`parse_url`] about normalizing.
pub fn normalizing_twice_is_normalizing_once(url: &[u8]) {
    let once = parse(url).0.normalized();
    let twice = parse(&once).0.normalized();
    let shown = url.escape_ascii();
    assert_eq!(
        once.escape_ascii().to_string(),
        twice.escape_ascii().to_string(),
        "{shown}"
    );
    let mut before = escapes(url);
    for escape in escapes(&once) {
        let at = before.iter().position(|other| *other == escape);
        before.remove(at.unwrap_or_else(|| panic!("{shown}: {} is new", escape.escape_ascii())));
    }
}

fn escapes(url: &[u8]) -> Vec<Vec<u8>> {
    let (mut found, mut i) = (Vec::new(), 0);
    while i + 2 < url.len() {
        let is_escape = url[i] == b'%' && url[i + 1..i + 3].iter().all(u8::is_ascii_hexdigit);
        if is_escape {
            found.push(url[i..i + 3].to_ascii_uppercase());
        }
        i += if is_escape { 3 } else { 1 };
    }
    found.sort();
    found
}

/// Resolution of a reference, after the first line break, against a base, before it, is total. What is encoded can be decoded. What is
/// built has the parts that it was built of.
pub fn resolve(input: &[u8]) {
    use urlgrep::url::{Component, Url};
    let at = input
        .iter()
        .position(|&b| b == b'\n')
        .unwrap_or(input.len());
    let (base, reference) = (&input[..at], input.get(at + 1..).unwrap_or_default());
    let (base, _) = parse(base);
    parse_url(&base.resolve(reference));
    for component in [Component::User, Component::Segment, Component::Parameter] {
        let encoded = encode(reference, component);
        assert_eq!(decode(encoded.as_bytes()), reference);
    }
    let built = Url::build("http").host("a.org").segments([reference]);
    if let Ok(url) = built.pair("name", reference).finish() {
        let (_, value) = url.query_pairs().next().expect("a pair");
        assert_eq!(&*value, reference);
        parse_url(url.as_bytes());
    }
}

#[cfg(feature = "mail")]
pub mod mail {
    //! Texts of files.

    use super::{Extractor, builder, choices, has_long_run};
    use urlgrep::mail::{Container, Declared, Selection, by_name, detect, names};
    use urlgrep::{Text, link_label};

    /// The offset at which the files begin: positions in the text and in the file differ.
    const START: u64 = 1000;

    /// The texts of any file have maps that are monotone and in bounds, and so have the matches in them.
    pub fn container(input: &[u8]) {
        let (options, file) = choices(input);
        let mut selection = Selection::default();
        selection.headers = options[1] >> 4 & 1 == 1;
        selection.relative = options[1] >> 5 & 1 == 1;
        selection.depth = options[1] >> 6;
        let extractor = builder(options).base(b"http://base.org/x/").build();
        texts_are_sound(detect(file), file, &selection, &extractor);
    }

    /// The same for a file that is taken for the type that the first byte chooses.
    pub fn notation(input: &[u8]) {
        let ([name, first, second], file) = choices(input);
        let extractor = builder([first, second]).base(b"http://base.org/x/").build();
        let mut selection = Selection::default();
        selection.relative = second >> 5 & 1 == 1;
        texts_are_sound(chosen(name, file), file, &selection, &extractor);
    }

    fn chosen(name: u8, file: &[u8]) -> &'static Container {
        let names: Vec<_> = names().collect();
        by_name(names[usize::from(name) % names.len()], file).expect("a container")
    }

    const ENCODINGS: [&str; 6] = [
        "7bit",
        "quoted-printable",
        "base64",
        "x-uuencode",
        "8BIT ",
        "=?",
    ];

    const CHARSETS: [&str; 16] = [
        "us-ascii",
        "utf-8",
        "iso-8859-1",
        "utf-7",
        "utf-16",
        "utf-16be",
        "utf-32",
        "hz-gb-2312",
        "iso-2022-jp",
        "iso-2022-kr",
        "iso-2022-cn",
        "shift_jis",
        "big5",
        "gb18030",
        "koi8-r",
        "x-unknown",
    ];

    const TYPES: [&str; 6] = [
        "text/plain",
        "text/plain; format=flowed",
        "text/plain; format=flowed; delsp=yes",
        "text/html",
        "application/json",
        "multipart/mixed; boundary=B",
    ];

    /// The same for a body in the transfer encoding, charset and type that the first bytes choose.
    pub fn decode(input: &[u8]) {
        let ([encoding, charset, kind], body) = choices(input);
        let pick = |from: &[&'static str], n: u8| from[usize::from(n) % from.len()];
        let (encoding, charset) = (pick(&ENCODINGS, encoding), pick(&CHARSETS, charset));
        let kind = pick(&TYPES, kind);
        let mut file = format!(
            "From: a@b.org\nDate: now\nMIME-Version: 1.0\nContent-Type: {kind}; charset={charset}\nContent-Transfer-Encoding: {encoding}\n\n"
        )
        .into_bytes();
        file.extend_from_slice(body);
        let container = by_name("message", &file).expect("a container");
        texts_are_sound(
            container,
            &file,
            &Selection::default(),
            &Extractor::default(),
        );
    }

    fn texts_are_sound(
        container: &Container,
        file: &[u8],
        selection: &Selection,
        extractor: &Extractor,
    ) {
        for text in container.texts_selected(file, START, selection) {
            map_is_sound(&text, file);
            for m in extractor.extract_text(&text) {
                let span = m.span();
                assert!(span.start < span.end && span.end <= text.bytes.len());
                let (mut start, url) = (span.start, m.as_bytes());
                for at in (0..url.len()).filter(|_| m.written().is_none()) {
                    let source = m.source_of(at);
                    assert!(source.start >= start && source.end <= span.end);
                    start = source.start;
                }
                let mut end = START;
                for at in text.map.segments(span) {
                    assert!(end <= at.start && at.start <= at.end);
                    end = at.end;
                }
                for at in m.segments().filter(|at| text.map.is_verbatim(at.clone())) {
                    let mut written = Vec::new();
                    for at in text.map.segments(at.clone()) {
                        let range = (at.start - START) as usize..(at.end - START) as usize;
                        written.extend_from_slice(&file[range]);
                    }
                    assert_eq!(written, text.bytes[at]);
                }
                let _ = link_label(&text, &m);
            }
        }
    }

    /// The map is monotone and in bounds.
    fn map_is_sound(text: &Text<'_>, file: &[u8]) {
        let mut last = START..START;
        for at in 0..text.bytes.len() {
            let source = text.map.source_of(at);
            assert!(source.start < source.end, "{source:?} is empty");
            assert!(
                last.start <= source.start && last.end <= source.end,
                "{source:?} after {last:?}"
            );
            assert!(source.end <= START + file.len() as u64);
            last = source;
        }
    }

    /// A file that is cut into chunks where its container allows has the URLs of the whole file, at the same offsets.
    pub fn chunks(input: &[u8]) {
        let ([name, size], file) = choices(input);
        let container = chosen(name, file);
        // A string of JSON has no line break, where a chunk ends.
        // A file that is taken for a type by its user has a byte order mark in its first chunk only.
        let is_wide = file.starts_with(b"\xff\xfe") || file.starts_with(b"\xfe\xff");
        let is_wide = is_wide || file.starts_with(b"\0\0\xfe\xff");
        // README's limits name a value of an attribute that nothing closes. A chunk that is UTF-8 may be of a page that is not.
        let markup = matches!(container.name(), "html" | "xml");
        let broken = markup && (has_open_value(file) || std::str::from_utf8(file).is_err());
        if container.name() == "json" || is_wide || broken || has_long_run(file) {
            return;
        }
        let declared = container.declared(file);
        let size = usize::from(size) + 1;
        let whole = found(container, file, 0, None);
        let (mut parts, mut start, mut end) = (Vec::new(), 0, 0);
        while start < file.len() {
            end = (end + size).min(file.len());
            let len = if end == file.len() {
                Some(end - start)
            } else {
                container.cut(&file[start..end])
            };
            if let Some(len) = len {
                let first = (start > 0).then_some(&declared);
                parts.extend(found(
                    container,
                    &file[start..start + len],
                    start as u64,
                    first,
                ));
                start += len;
                end = start;
            }
        }
        assert_eq!(parts, whole, "{}", container.name());
    }

    /// Whether a quote after a `=` closes on another line.
    fn has_open_value(file: &[u8]) -> bool {
        let equals = file.iter().enumerate().filter(|(_, b)| **b == b'=');
        let mut values = equals.map(|(at, _)| file[at + 1..].trim_ascii_start());
        values.any(|value| match value {
            [quote @ (b'"' | b'\''), rest @ ..] => {
                rest.iter().find(|b| **b == *quote || **b == b'\n') != Some(quote)
            }
            _ => false,
        })
    }

    /// The URLs of a chunk with their offsets in the file. A later chunk has what the first one declares.
    fn found(
        container: &Container,
        chunk: &[u8],
        start: u64,
        declared: Option<&Declared>,
    ) -> Vec<(u64, String)> {
        let selection = Selection::default();
        let texts = match declared {
            Some(declared) => container.texts_continued(chunk, start, &selection, declared),
            None => container.texts_selected(chunk, start, &selection),
        };
        let mut all = Vec::new();
        for text in texts {
            for m in Extractor::default().extract_text(&text) {
                all.push((text.map.source_of(m.span().start).start, m.to_string()));
            }
        }
        all
    }
}

#[cfg(feature = "lint")]
pub mod lint {
    //! Documents that are linted.

    use super::{choices, has_long_run};
    use urlgrep::Extractor;
    use urlgrep::document::{Kind, Language, anchors};
    use urlgrep::lint::{Linter, Safety, fix, rules};

    /// The types of documents whose marks differ.
    pub const KINDS: [Kind; 15] = [
        Kind::Text,
        Kind::Markdown,
        Kind::Mdx,
        Kind::Rst,
        Kind::Asciidoc,
        Kind::Html,
        Kind::Man,
        Kind::Source(Language::C),
        Kind::Source(Language::Python),
        Kind::Source(Language::Sql),
        Kind::Source(Language::Erlang),
        Kind::Org,
        Kind::Tex,
        Kind::Texinfo,
        Kind::Mail,
    ];

    /// A linter with all rules.
    pub fn all_rules() -> Linter {
        Linter::builder().select(rules()).build()
    }

    /// With all rules, findings and edits lie in the document, edits are in order, and all fixes can be applied.
    pub fn lint(input: &[u8]) {
        let ([kind], document) = choices(input);
        let kinds: Vec<Kind> = KINDS.into_iter().chain(Kind::all()).collect();
        findings_are_sound(
            &all_rules(),
            kinds[usize::from(kind) % kinds.len()],
            document,
        );
    }

    /// The part of [`lint`] for one linter.
    pub fn findings_are_sound(linter: &Linter, kind: Kind, document: &[u8]) {
        let len = document.len() as u64;
        for (i, finding) in linter.lint(kind, document).into_iter().enumerate() {
            assert!(finding.at.start <= finding.at.end && finding.at.end <= len);
            let edits = finding.fix.iter().flat_map(|fix| &fix.edits);
            let mut at = 0;
            for edit in edits {
                assert!(at <= edit.at.start && edit.at.start <= edit.at.end && edit.at.end <= len);
                at = edit.at.end;
            }
            // It lints the document again.
            if i < 4 {
                linter.suppression(kind, document, &finding);
            }
        }
        anchors(kind, document);
        fix(linter, kind, document, Safety::Unsafe, |_| true);
    }

    /// The types whose safe fixes are tried.
    pub const FIXED: [Kind; 5] = [
        Kind::Text,
        Kind::Markdown,
        Kind::Rst,
        Kind::Asciidoc,
        Kind::Html,
    ];

    /// After safe fixes, a document has the same URLs, and a second run fixes nothing.
    pub fn lint_fix(input: &[u8]) {
        let ([kind], document) = choices(input);
        let linter = Linter::builder().extend_select(rules()).build();
        let kind = FIXED[usize::from(kind) % FIXED.len()];
        if has_long_run(document) {
            return;
        }
        fixes_keep_urls(&linter, kind, document);
    }

    /// The part of [`lint_fix`] for one linter. Gives the number of fixes.
    pub fn fixes_keep_urls(linter: &Linter, kind: Kind, document: &[u8]) -> usize {
        let fixed = fix(linter, kind, document, Safety::Safe, |_| true);
        let shown = || {
            format!(
                "{kind:?} {} {}",
                document.escape_ascii(),
                fixed.document.escape_ascii()
            )
        };
        // In HTML, only the container reads what browsers would.
        if kind != Kind::Html {
            assert_eq!(
                canonical(kind, document),
                canonical(kind, &fixed.document),
                "{}",
                shown()
            );
        }
        let again = fix(linter, kind, &fixed.document, Safety::Safe, |_| true);
        assert_eq!(again.applied, 0, "{}", shown());
        fixed.applied
    }

    /// The URLs that a search finds in a document of this type, up to escapes, the default port and case.
    fn canonical(kind: Kind, document: &[u8]) -> Vec<String> {
        let (mut all, extractor) = (Vec::new(), Extractor::default());
        let mut add = |url: &[u8]| {
            let url = urlgrep::url::parse(url).0.normalized();
            let url = String::from_utf8_lossy(&url).into_owned();
            let is_unsafe = |c: char| r#"[]|^`{}\"<>"#.contains(c);
            let encode = |c: char| {
                if is_unsafe(c) {
                    format!("%{:02X}", u32::from(c))
                } else {
                    c.to_string()
                }
            };
            all.push(url.chars().map(encode).collect());
        };
        match urlgrep::mail::by_name(kind.name(), document) {
            Some(container) => {
                for text in container.texts(document, 0) {
                    extractor
                        .extract_text(&text)
                        .for_each(|m| add(m.as_bytes()));
                }
            }
            None => extractor
                .extract_bytes(document)
                .for_each(|m| add(m.as_bytes())),
        }
        all
    }
}
