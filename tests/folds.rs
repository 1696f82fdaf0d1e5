//! URLs that are folded at random positions inside `<URL:…>` in prose are found exactly: none is missed, none is added. Those broken
//! after a hyphen have both readings (RFC 1738, appendix).

#[path = "support/generator.rs"]
mod generator;

use generator::Rng;
use urlgrep::url::parse;
use urlgrep::{Extractor, Flaw, Flaws, Profile, Why, extract};

const URLS: usize = 10_000;

/// Prefixes of the lines of a quoted or commented text.
const PREFIXES: [&str; 9] = ["", "> ", ">> ", "> > > ", "| ", "# ", "// ", " * ", "ALB> "];

/// A URL that is accepted in a wrapper by default, as text.
fn url(rng: &mut Rng) -> String {
    loop {
        let url = generator::url(rng);
        let (parsed, placed) = parse(&url);
        let flaws: Flaws = placed.iter().collect();
        let body = parsed.scheme().map_or(0, <[u8]>::len) + 1;
        let something = url.get(body).is_some_and(|&b| b != b'#');
        let to = parsed.path().unwrap_or_default();
        let domain = to
            .iter()
            .rposition(|&b| b == b'@')
            .and_then(|at| to.get(at + 1));
        let to_someone = domain.is_some_and(u8::is_ascii_alphanumeric) && to[0] != b'@';
        let address = parsed.scheme_info().name() != "mailto" || to_someone;
        // Two URLs in one wrapper are tested elsewhere.
        let single = !String::from_utf8_lossy(&url[1..]).contains("://http");
        // `<URL:url:…>` would contain a second `URL:`.
        let label = parsed
            .scheme()
            .is_some_and(|name| name.eq_ignore_ascii_case(b"url"));
        if something
            && !label
            && address
            && single
            && !Profile::DEFAULT.refuses(parsed.scheme_info(), flaws)
            && let Ok(url) = String::from_utf8(url)
        {
            return url;
        }
    }
}

/// White space for a line break: blanks, a line break, the prefix of the next line, blanks.
fn fold(rng: &mut Rng, prefix: &str) -> String {
    let blanks = |rng: &mut Rng| *rng.pick(&["", "", " ", "  ", "\t", " \t "]);
    let end = *rng.pick(&["\n", "\n", "\r\n"]);
    let quoted = prefix.chars().all(|c| c == '>' || c == ' ');
    // In mail, lines may be broken before or after quoting, so any number of the quote marks may be present.
    let marks = if quoted {
        rng.below(prefix.matches('>').count() + 1)
    } else {
        0
    };
    let prefix = if quoted {
        format!(
            "{}{}",
            ">".repeat(marks),
            if rng.chance(1, 2) { " " } else { "" }
        )
    } else {
        prefix.to_string()
    };
    format!("{}{end}{prefix}{}", blanks(rng), blanks(rng))
}

/// `url`, broken at up to six of `places`.
fn folded(rng: &mut Rng, url: &str, places: &[usize], prefix: &str) -> String {
    let mut cuts: Vec<usize> = (0..1 + rng.below(6)).map(|_| *rng.pick(places)).collect();
    cuts.sort_unstable();
    cuts.dedup();
    let mut out = String::new();
    let mut start = 0;
    for cut in cuts {
        out += &url[start..cut];
        out += &fold(rng, prefix);
        start = cut;
    }
    out + &url[start..]
}

#[test]
fn folded_urls_are_restored() {
    let mut rng = Rng::new(1994);
    for i in 0..URLS {
        let url = url(&mut rng);
        let prefix = *rng.pick(&PREFIXES);
        let places: Vec<usize> = (1..url.len())
            .filter(|&i| url.as_bytes()[i - 1] != b'-')
            .collect();
        let body = folded(&mut rng, &url, &places, prefix);
        let before = *rng.pick(&["See ", "is at: ", "(", "ratio 1:2, ", ""]);
        let text = format!(
            "A line before.\n{prefix}{before}<URL:{body}> and so on.\n{prefix}No URL: here.\n"
        );
        let found: Vec<_> = extract(&text).collect();
        let urls: Vec<_> = found.iter().map(|m| m.as_str()).collect();
        assert_eq!(urls, [url.as_str()], "case {i}:\n{text}");
        let segments: String = found[0].segments().map(|at| &text[at]).collect();
        assert_eq!(segments, url, "case {i}");
    }
}

#[test]
fn a_hyphen_at_a_break_has_both_readings() {
    let mut rng = Rng::new(1995);
    let keep = Extractor::default();
    let mut tried = 0;
    while tried < URLS / 10 {
        let url = url(&mut rng);
        let places: Vec<usize> = (1..url.len())
            .filter(|&i| url.as_bytes()[i - 1] == b'-')
            .collect();
        let Some(&cut) = places.first() else { continue };
        let without = format!("{}{}", &url[..cut - 1], &url[cut..]);
        let (parsed, placed) = parse(without.as_bytes());
        if Profile::DEFAULT.refuses(parsed.scheme_info(), placed.iter().collect()) {
            continue;
        }
        tried += 1;
        let prefix = *rng.pick(&PREFIXES);
        let fold = fold(&mut rng, prefix);
        let text = format!("{prefix}See <URL:{}{fold}{}>.\n", &url[..cut], &url[cut..]);
        let found: Vec<_> = keep.extract(&text).collect();
        assert_eq!(found.len(), 1, "{text}");
        let m = &found[0];
        assert!(m.flaws().contains(Flaw::HyphenAtBreak), "{text}");
        let others: Vec<_> = m
            .alternatives()
            .iter()
            .map(|other| (other.why(), other.url()))
            .collect();
        assert_eq!(
            (m.as_str(), &others[..]),
            (url.as_str(), &[(Why::Hyphen, without.as_str())][..]),
            "{text}"
        );
    }
}
