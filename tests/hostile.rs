//! No input causes a panic, and every match is sound: for random bytes, and for random strings of tokens that matter to the rules.

#[path = "support/growth.rs"]
mod growth;
#[path = "support/pieces.rs"]
mod pieces;
#[path = "support/properties.rs"]
mod properties;

use growth::{assert_linear, of_thread};
use pieces::PIECES;
use properties::{engines_agree, matches_are_sound};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use urlgrep::{Extractor, Flaw, Hyphen, Join, Profile};

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
    let added = Extractor::builder()
        .schemeless(true)
        .email(true)
        .refang(true);
    let strict_added = added
        .clone()
        .profile(Profile::RFC1738)
        .hyphen(Hyphen::Both)
        .build();
    let all_added = added.clone().all(true).join(Join::Plausible).build();
    vec![
        Extractor::default(),
        all,
        strict,
        drop,
        added.build(),
        strict_added,
        all_added,
    ]
}

fn check(text: &[u8]) {
    for extractor in extractors() {
        matches_are_sound(&extractor, text);
    }
}

/// Every engine gives the same matches, and so does a text that is cut where its container allows.
fn check_engines_and_cuts(text: &[u8]) -> Result<(), TestCaseError> {
    let builder = || {
        let builder = Extractor::builder().schemeless(true).email(true);
        builder.refang(true)
    };
    engines_agree(&builder(), text);
    #[cfg(feature = "mail")]
    if let Some(cut) = urlgrep::mail::detect(b"").cut(text) {
        let found = |builder: urlgrep::Builder, text: &[u8], start: usize| -> Vec<_> {
            let found = builder.build();
            let spans = found.extract_bytes(text).map(|m| m.outer_span());
            spans.map(|at| at.start + start..at.end + start).collect()
        };
        let whole = found(builder(), text, 0);
        let mut parts = found(builder(), &text[..cut], 0);
        parts.extend(found(builder(), &text[cut..], cut));
        prop_assert_eq!(parts, whole);
    }
    Ok(())
}

/// An option does not change the matches of other options, and each match has the form of its option.
#[test]
fn options_only_add_matches() {
    let text = b"See http://a.com/x, www.b.org/y, joe@c.org and hxxp://d[.]org; <URL:e.org>.";
    let forms = |extractor: &Extractor| -> Vec<_> {
        let found = extractor.extract_bytes(text);
        found.map(|m| (m.span(), m.form().name())).collect()
    };
    let plain = forms(&Extractor::default());
    let builder = Extractor::builder();
    let added = forms(&builder.schemeless(true).email(true).refang(true).build());
    let names: Vec<_> = added.iter().map(|(_, name)| *name).collect();
    assert_eq!(
        names,
        ["bare", "schemeless", "email", "refanged", "wrapper"]
    );
    assert!(plain.iter().all(|found| added.contains(found)));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 5000, failure_persistence: None, rng_seed: RngSeed::Fixed(1738), ..ProptestConfig::default() })]

    #[test]
    fn any_bytes(text in prop::collection::vec(any::<u8>(), 0..200)) {
        check(&text);
    }

    #[test]
    fn any_pieces(pieces in prop::collection::vec(0..PIECES.len(), 0..40)) {
        let text: Vec<u8> = pieces.iter().flat_map(|&i| PIECES[i].to_vec()).collect();
        check(&text);
        check_engines_and_cuts(&text)?;
    }
}

/// After many refused candidates, reading stops early at anything that ends a URL, such as the quotes of JSON without blanks.
#[test]
fn refused_candidates_do_not_hide_urls() {
    let refused = "\"a\":\"news:foo\",".repeat(40);
    let url = format!("http://a.org/{}/end", "x".repeat(300));
    let text = format!("{{{refused}\"u\":\"{url}\"}}");
    let found: Vec<_> = urlgrep::extract(&text)
        .map(|m| m.as_str().to_owned())
        .collect();
    assert_eq!(found, [url]);
}

/// Each piece could be read for 64 KiB to the next blank, although a bracket or its host ends it at once, or it is not a URL.
#[test]
fn reading_stops_at_early_ends() {
    for piece in [
        "http://a.b)/",
        "http://a..b/",
        "http://a.b]x",
        "'http://a.b}/",
        "sip:'",
        "news:@",
        "mailto:",
        "mailto:joe@",
        "#ftp://",
        "http:\\/\\/a",
        "http:\\\\",
        "http://a[.]",
        "[file:///",
        "http://[urn:",
        "news:(ftp://",
    ] {
        let defanged = Extractor::builder().refang(true).build();
        assert_linear(of_thread, piece, 128 << 10, |size| {
            let text = piece.repeat(size / piece.len());
            let count = Extractor::default().extract_bytes(text.as_bytes()).count();
            defanged.extract_bytes(text.as_bytes()).count();
            assert!(count > 0 || !piece.contains("a.b"), "{piece}");
        });
    }
}

/// So could a name or an address, and the text around it would be rewritten for each.
#[test]
fn rewriting_stops_at_early_ends() {
    for piece in ["a.com[@]", "[@]_", "b.org/x[", ".com[", "h**p[.]"] {
        let builder = Extractor::builder().schemeless(true).email(true);
        let urls = builder.refang(true).build();
        assert_linear(of_thread, piece, 16 << 10, |size| {
            urls.extract(&piece.repeat(size / piece.len())).count();
        });
    }
}

/// A name that is longer than any host's is none: each would be looked at to its end.
#[test]
fn names_without_an_end_are_no_hosts() {
    let urls = Extractor::builder().refang(true).build();
    for piece in ["a[.]org-b", "joeb[.]com"] {
        let text = piece.repeat(2000);
        let longest = urls.extract(&text).map(|m| m.span().len()).max();
        assert!(
            longest.is_none_or(|longest| longest < 256),
            "{piece} {longest:?}"
        );
    }
}

/// A match that is short although nothing near ends it makes later ones read less far, and hides none.
#[test]
fn short_matches_do_not_hide_urls() {
    let text = "[file:///".repeat(60) + ",http://a.org/notes";
    let last = urlgrep::extract(&text).last().expect("a match");
    assert_eq!(last.as_str(), "http://a.org/notes");
}

/// A backslash may stand before a candidate: it does not end a URL.
#[test]
fn escaped_candidates_take_linear_time() {
    for unit in ["\\-news:(www.", "\\.file:(x", "\\_mailto:(x"] {
        assert_linear(of_thread, unit, 8 << 10, |size| {
            let text = unit.repeat(size / unit.len());
            urlgrep::extract(&text).count();
        });
    }
}

/// A URL may end in many marks, each of which is left out.
#[test]
fn tails_take_linear_time() {
    for unit in ["'',", "[2]", "[].", "),"] {
        assert_linear(of_thread, unit, 7 << 10, |size| {
            let text = format!("http://a.org/x{} ", unit.repeat(size / unit.len())).repeat(8);
            let whole = urlgrep::extract(&text).filter(|m| m.as_str() == "http://a.org/x");
            assert_eq!(whole.count(), 8);
        });
    }
}

/// What nothing closes is not looked for up to the end of the text, nor is a value read again for each of its blanks.
#[cfg(feature = "mail")]
#[test]
fn notations_take_linear_time() {
    for (file, begin, unit, end) in [
        ("x.tex", "", "\\path{", ""),
        ("x.tex", "", "\\verb{", ""),
        ("x.tex", "", "\\verb*(", ""),
        ("x.ini", "", "a=http://a.org/&", ""),
        ("x.hs", "-- ", "<", "\n"),
        ("x.html", "<a href=\"http://a", " b", "\">"),
        ("x.html", "<a href=\"http://a", " ", "\">"),
        ("x.html", "", "<title>", ""),
        ("x.html", "", "<!-- --", ""),
    ] {
        let container = urlgrep::mail::detect_file(file.as_ref(), b"");
        // No value is longer than 32 KiB.
        let least = if end == "\">" { 3 << 10 } else { 64 << 10 };
        assert_linear(of_thread, unit, least, |size| {
            let text = [begin, &unit.repeat(size / unit.len()), end].concat();
            assert_eq!(container.texts(text.as_bytes(), 0).count(), 1);
        });
    }
}

/// URLs are wrapped in a line as long as the text, and a prefix as long is not repeated for each.
#[test]
fn wrapping_takes_linear_time() {
    let piece = "http://www.example.org/archive/1994/index.html ";
    for (prefix, width) in [("", 1 << 30), ("", 60), (">", 60)] {
        assert_linear(of_thread, prefix, 16 << 10, |size| {
            let marks = prefix.repeat(size / 2);
            let text = marks + &piece.repeat(size / 2 / piece.len());
            let wrapped = urlgrep::wrap(&text, width);
            assert!(wrapped.len() < 2 * text.len());
        });
    }
}

/// Line numbers are counted on the way, also for matches that have no colon, and in lines as long as the text.
#[test]
fn counting_lines_takes_linear_time() {
    for piece in ["x@y.org ", "www.a.org ", "hxxp://a.org ", "http://a.org "] {
        for in_a_line in [1, 1 << 20] {
            let line = |i: usize| i / in_a_line + 1;
            assert_linear(of_thread, piece, 64 << 10, |size| {
                let pieces = size / piece.len();
                let text: String = (0..pieces)
                    .map(|i| {
                        if line(i) == line(i + 1) {
                            piece.to_string()
                        } else {
                            piece.replace(' ', "\n")
                        }
                    })
                    .collect();
                let added = Extractor::builder().schemeless(true).email(true);
                let extractor = added.refang(true).lines(true).build();
                let mut count = 0;
                for m in extractor.extract(&text) {
                    assert_eq!(m.line(), Some(line(count) as u32), "{piece}");
                    count += 1;
                }
                assert_eq!(count, pieces, "{piece}");
            });
        }
    }
}

/// All short strings of what the rules ask about, after a URL and around it. In debug builds, extraction compares each match of the
/// fast path with the first reading of the rules.
#[cfg(debug_assertions)]
#[test]
fn the_fast_path_gives_what_the_rules_give() {
    const BEFORE: [&str; 14] = [
        "", "\"", "'", "(", "*", "_", "<", "[", "⟨", "URL:", "<URL:", "\n> ", "**", "==",
    ];
    const URLS: [&str; 4] = [
        "http://a.org",
        "http://a.org/x",
        "mailto:joe@a.org",
        "news:a.b",
    ];
    const BEHIND: [[&str; 16]; 2] = [
        [
            "\"", "'", "(", ")", "[", "]", "*", "_", "\n", " ", ".", "-", "=", "/", ">", "b",
        ],
        [
            "\"",
            "'",
            "&gt;",
            "\\",
            "}",
            "@",
            "@{",
            ":",
            "\n> ",
            " at ",
            ",",
            "?",
            "⟩",
            "%",
            "é",
            "www.b.org",
        ],
    ];
    let (extractors, mut matches) = (extractors(), 0);
    let mut text = String::new();
    for before in BEFORE {
        for url in URLS {
            for number in 0..2 * 16usize.pow(3) {
                let digits = (0..3).map(|place| number >> (4 * place) & 15);
                let pieces = &BEHIND[number >> 12];
                text.clear();
                text.extend([before, url]);
                text.extend(digits.map(|i| pieces[i]));
                matches += extractors
                    .iter()
                    .map(|e| e.extract(&text).count())
                    .sum::<usize>();
            }
        }
    }
    assert!(matches > 1_000_000, "{matches} matches");
}

/// A URL of 64 KiB is cut before a character that goes beyond, whatever the character would do, and nothing continues it.
#[test]
fn a_url_is_cut_before_a_character_that_ends_one() {
    for sign in ["\u{a0}", "\u{3000}", "。", "”", "」"] {
        for beyond in 1..sign.len() {
            let begin = "http://a.org/";
            let len = "http://".len() + 64 * 1024 + beyond - sign.len();
            let path = "x".repeat(len - begin.len() - 1);
            let text = format!("see {begin}{path}-{sign}\nchapter/index.html");
            let m = urlgrep::extract(&text).next().expect("a URL");
            assert_eq!(m.as_str().len(), len, "{sign} {beyond}");
            assert!(m.flaws().contains(Flaw::TooLong) && !m.is_joined());
        }
    }
}

/// A URL is cut at 64 KiB, but not within a character: a `str` has no such place.
#[test]
fn a_url_that_is_cut_ends_in_a_whole_character() {
    let refang = Extractor::builder().refang(true).build();
    for unit in ["é", "€", "😀"] {
        for begin in [
            "http://a.org/",
            "http://a.org/\\_",
            "http:\\/\\/a.org\\/",
            "hxxp://a[.]org/",
        ] {
            for shift in ["", "a", "aa", "aaa"] {
                let text = format!("see {begin}{shift}{} end", unit.repeat(40_000));
                let found: Vec<_> = refang.extract(&text).collect();
                let of_bytes: Vec<_> = refang.extract_bytes(text.as_bytes()).collect();
                let [m] = &found[..] else {
                    panic!("{} matches", found.len())
                };
                assert_eq!(m.as_bytes(), of_bytes[0].as_bytes());
                let path = m.as_str().strip_prefix("http://a.org/").expect("its host");
                let path = path.trim_start_matches(['_', 'a']);
                assert_eq!(path.chars().count(), path.matches(unit).count());
                assert!(text[m.span()].len() > 60_000 && text[m.outer_span()].starts_with(begin));
                assert!(!urlgrep::refang(&text).contains('\u{fffd}'));
            }
        }
    }
}
