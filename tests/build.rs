//! `Url::build` writes each URL that the grammar of RFC 1738 derives again, from its decoded parts.

#[path = "support/generator.rs"]
mod generator;

use generator::Rng;
use urlgrep::FlawAt;
use urlgrep::url::{BuildError, Details, Url, decode, parse};

const URLS: usize = 50_000;

/// The URL built from the decoded parts of another one. `None` if its port is too large.
fn built_again(url: &Url<'_, [u8]>) -> Option<Result<Url<'static>, BuildError>> {
    let scheme = String::from_utf8(url.scheme()?.to_vec()).ok()?;
    let mut builder = Url::build(&scheme);
    if let Some(host) = url.host() {
        builder = builder.host(decode(host));
    }
    if let Some(user) = url.user() {
        builder = builder.user(decode(user));
    }
    if let Some(password) = url.password() {
        builder = builder.password(decode(password));
    }
    if url.port().is_some_and(|port| !port.is_empty()) {
        builder = builder.port(url.effective_port()?);
    }
    if let Some(path) = url.path() {
        builder = builder.path(decode(path));
    }
    let details = url.details();
    let has_query = matches!(details, Details::Mailto { .. } | Details::Wais(_));
    if let (Some(query), false) = (url.query(), has_query) {
        builder = builder.query(query);
    }
    if let Some(fragment) = url.fragment() {
        builder = builder.fragment(decode(fragment));
    }
    Some(builder.details(details).finish())
}

/// Why a URL of RFC 1738 cannot be built: no later standard allows it (`https:x`, `1x:y`); a path that begins with `//` would be a
/// server; an address has no part at all, or `afs` no cell.
fn is_exception(url: &Url<'_, [u8]>, flaws: &[FlawAt]) -> bool {
    let path = decode(url.path().unwrap_or_default());
    let server = url.host().is_none() && path.starts_with(b"//");
    let nothing = match url.details() {
        Details::Mailto { addresses, headers } => addresses.is_empty() && headers.is_empty(),
        Details::Afs { .. } => url.host().is_none(),
        _ => false,
    };
    // Decoded, an escape in a host may be no character of one.
    let encoded_host = url.host().is_some_and(|host| host.contains(&b'%'));
    flaws.iter().any(|flaw| flaw.invalid) || server || nothing || encoded_host
}

#[test]
fn urls_of_the_grammar_are_built_again() {
    let mut rng = Rng::new(17_382_005);
    let (mut built, mut exceptions, mut large_ports, mut wrong) = (0, 0, 0, Vec::new());
    for _ in 0..URLS {
        let raw = generator::url(&mut rng);
        let (url, flaws) = parse(&raw);
        match built_again(&url) {
            None => large_ports += 1,
            Some(Ok(again)) => {
                built += 1;
                assert!(again.as_str().is_ascii());
                assert_eq!(again.details(), url.details(), "{url} {again}");
                let host = |host: Option<&[u8]>| decode(host.unwrap_or_default()).into_owned();
                let again_host = again.host().map(str::as_bytes);
                assert_eq!(host(again_host), host(url.host()), "{url} {again}");
                assert_eq!(
                    again.effective_port(),
                    url.effective_port(),
                    "{url} {again}"
                );
            }
            Some(Err(_)) if is_exception(&url, &flaws) => exceptions += 1,
            Some(Err(why)) => wrong.push(format!("{url}: {why}")),
        }
    }
    println!("{built} of {URLS} built, {large_ports} with a large port, {exceptions} exceptions");
    assert!(
        wrong.is_empty(),
        "{} of {URLS}:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(40)].join("\n")
    );
    assert!(built > URLS * 3 / 4, "{built}");
}
