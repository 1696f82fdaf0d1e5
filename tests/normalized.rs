//! Normalizing twice is normalizing once, and makes no escape that was not there.

#[path = "support/generator.rs"]
mod generator;

use generator::Rng;
use proptest::prelude::*;
use urlgrep::url::parse;

const PIECES: [&str; 44] = [
    "http:",
    "ftp:",
    "gopher:",
    "telnet:",
    "file:",
    "news:",
    "mailto:",
    "ssh:",
    "x:",
    "FTP:",
    "//",
    "/",
    "/",
    "..",
    ".",
    "%2e",
    "%2E.",
    "%2F",
    "%",
    "%",
    "%%",
    "%3",
    "%30",
    "%41",
    "%61",
    "%7e",
    "%25",
    "%c3%A9",
    "a",
    "F",
    "0",
    "1",
    "h",
    "LOCALHOST",
    "localhos%74",
    ";type=A",
    ";typ%65=D",
    "?",
    "#",
    "@",
    ":",
    ":0080",
    "%09",
    "\u{e9}",
];

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

fn check(url: &[u8]) {
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

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn of_pieces(pieces in prop::collection::vec(prop::sample::select(&PIECES[..]), 0..10)) {
        check(pieces.concat().as_bytes());
    }

    #[test]
    fn of_bytes(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
        check(&bytes);
    }
}

#[test]
fn of_urls_and_mutants() {
    let mut rng = Rng::new(6);
    for _ in 0..50_000 {
        let url = generator::url(&mut rng);
        check(&url);
        check(&generator::mutant(&mut rng, &url));
    }
}
