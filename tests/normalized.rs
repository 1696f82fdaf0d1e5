//! Normalizing twice is normalizing once, and makes no escape that was not there.

#[path = "support/generator.rs"]
mod generator;
#[path = "support/properties.rs"]
mod properties;

use generator::Rng;
use properties::normalizing_twice_is_normalizing_once as check;
use proptest::prelude::*;

/// Separated by blanks.
const PIECES: &str = "http: ftp: gopher: telnet: file: news: mailto: ssh: x: FTP: // / / .. . %2e %2E. %2F % % %% %3 %30 \
    %41 %61 %7e %25 %c3%A9 a F 0 1 h LOCALHOST localhos%74 ;type=A ;typ%65=D ? # @ : :0080 %09 \u{e9}";

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn of_pieces(pieces in prop::collection::vec(prop::sample::select(PIECES.split(' ').collect::<Vec<_>>()), 0..10)) {
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
