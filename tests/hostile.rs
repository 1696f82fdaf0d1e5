//! No input makes it panic, and every match is sound: random bytes, and random pieces of what readings look at.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use urlgrep::{Extractor, Flaw, Hyphen, Join, Profile};

/// What rules turn on, to be strung together.
const PIECES: [&[u8]; 48] = [
    b"<URL:",
    b"<",
    b">",
    b"URL:",
    b"http://",
    b"https://",
    b"ftp://",
    b"mailto:",
    b"news:",
    b"gopher://",
    b"file:///",
    b"a.com",
    b"b.org/x",
    b"/",
    b"-",
    b"-\n",
    b"\n",
    b"\r\n",
    b"\n> ",
    b"\n>> ",
    b"\n\n",
    b" ",
    b" at ",
    b"@",
    b"#",
    b"?",
    b"%20",
    b"%",
    b"(",
    b")",
    b"[",
    b"]",
    b"{",
    b"}",
    b"'",
    b"\"",
    b"*",
    b"_",
    b"==",
    b".",
    b",",
    b"&gt;",
    b"\xe3\x80\x8c",
    b"\xe3\x80\x8d",
    b"\xff",
    b"\xe2\x80\x8d",
    b"\xc2\xa0",
    b":",
];

fn extractors() -> Vec<Extractor> {
    let all = Extractor::builder()
        .all(true)
        .any_scheme(true)
        .join(Join::Plausible)
        .build();
    let strict = Extractor::builder()
        .profile(Profile::RFC1738)
        .hyphen(Hyphen::Both)
        .build();
    let drop = Extractor::builder()
        .hyphen(Hyphen::Drop)
        .join(Join::Never)
        .build();
    vec![Extractor::default(), all, strict, drop]
}

fn check(text: &[u8]) -> Result<(), TestCaseError> {
    for extractor in extractors() {
        let mut end = 0;
        for m in extractor.extract_bytes(text) {
            let (span, outer) = (m.span(), m.outer_span());
            prop_assert!(outer.start <= span.start && span.end <= outer.end.max(span.end));
            prop_assert!(span.end <= text.len() && span.start < span.end);
            // Readings of one place may be several matches.
            prop_assert!(outer.start >= end);
            end = outer.start;
            let segments: Vec<u8> = m.segments().flat_map(|at| text[at].to_vec()).collect();
            if !m.flaws().contains(Flaw::ObfuscatedAt) {
                prop_assert_eq!(&segments[..], m.as_bytes());
            }
            let _ = (m.url().details(), m.url().normalized(), m.assumed());
        }
        if let Ok(text) = std::str::from_utf8(text) {
            let of_str: Vec<_> = extractor
                .extract(text)
                .map(|m| (m.span(), m.as_str().len()))
                .collect();
            let of_bytes: Vec<_> = extractor
                .extract_bytes(text.as_bytes())
                .map(|m| (m.span(), m.as_bytes().len()))
                .collect();
            prop_assert_eq!(of_str, of_bytes);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 5000, failure_persistence: None, rng_seed: RngSeed::Fixed(1738), ..ProptestConfig::default() })]

    #[test]
    fn any_bytes(text in prop::collection::vec(any::<u8>(), 0..200)) {
        check(&text)?;
    }

    #[test]
    fn any_pieces(pieces in prop::collection::vec(0..PIECES.len(), 0..40)) {
        check(&pieces.iter().flat_map(|&i| PIECES[i].to_vec()).collect::<Vec<_>>())?;
    }
}
