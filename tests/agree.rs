//! The parser with profile `rfc1738` agrees with an acceptor written only from the BNF, on random URLs and their mutants.

#[path = "support/acceptor.rs"]
mod acceptor;
#[path = "support/generator.rs"]
mod generator;

use generator::Rng;
use urlgrep::url::parse;
use urlgrep::{Flaws, Profile};

fn parser_accepts(url: &[u8]) -> bool {
    let (parsed, placed) = parse(url);
    let flaws: Flaws = placed.iter().collect();
    !Profile::RFC1738.refuses(parsed.scheme_info(), flaws)
}

/// Half of them match the grammar; the others are mutants, which may or may not.
const URLS: usize = 50_000;

#[test]
fn parser_and_acceptor_agree() {
    let mut rng = Rng::new(1738);
    let (mut accepted, mut wrong) = (0, Vec::new());
    for _ in 0..URLS {
        let url = generator::url(&mut rng);
        let mutant = generator::mutant(&mut rng, &url);
        for url in [url, mutant] {
            let want = acceptor::accepts(&url);
            accepted += usize::from(want);
            if parser_accepts(&url) != want {
                let flaws: Vec<_> = parse(&url).1.iter().map(|p| p.flaw.name()).collect();
                wrong.push(format!("{want} {} {flaws:?}", url.escape_ascii()));
            }
        }
    }
    println!("{} URLs, {accepted} in the language", 2 * URLS);
    assert!(
        accepted > URLS && accepted < 2 * URLS * 9 / 10,
        "{accepted}"
    );
    assert!(
        wrong.is_empty(),
        "{} differ:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(40)].join("\n")
    );
}

/// Components lie in the URL, in order and without overlap. Ranges of flaws lie in the URL too.
#[test]
fn ranges_lie_in_the_url_and_in_order() {
    let mut rng = Rng::new(3986);
    for _ in 0..URLS {
        let url = generator::url(&mut rng);
        let url = generator::mutant(&mut rng, &url);
        let (parsed, placed) = parse(&url);
        let base = url.as_ptr() as usize;
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
        let mut end = 0;
        for part in parts.into_iter().flatten() {
            let start = part.as_ptr() as usize - base;
            assert!(
                start >= end && start + part.len() <= url.len(),
                "{}",
                url.escape_ascii()
            );
            end = start + part.len();
        }
        assert!(
            placed
                .iter()
                .all(|p| p.at.start <= p.at.end && p.at.end <= url.len()),
            "{}",
            url.escape_ascii()
        );
        let _ = (parsed.details(), parsed.normalized());
    }
}
