//! `urlgrep parse`: parses URLs and lists their flaws, one line of output per string, even if it is not a URL.

mod json;
mod plain;

use std::io::{self, BufRead, Read};
use std::ops::Range;

use urlgrep::url::{self, Url};
use urlgrep::{Flaw, Profile};

use crate::args::{Parse, Shared};
use crate::exit::Status;
use crate::print::{Manner, StdoutBuffer};
use crate::stderr;

/// The maximum length of a line of standard input, so that memory is bounded. Longer lines are cut.
const LONGEST: usize = 16 << 20;

/// A parsed URL with its flaws.
struct ParsedUrl<'u> {
    url: Url<'u>,
    /// The flaws and their positions: bytes of the URL.
    flaws: Vec<(Flaw, Range<usize>)>,
    valid: bool,
    profile: &'static str,
}

/// Parses the URLs among the arguments; without arguments, each line of standard input.
pub(crate) fn run(shared: &Shared, parse: &Parse) -> Status {
    let mut parser = UrlParser {
        profile: shared.profile(),
        write: if shared.json {
            json::write
        } else {
            plain::write
        },
        out: StdoutBuffer::new(Manner::default()),
        all_valid: true,
    };
    let read = match &parse.urls[..] {
        [] => parser.lines(io::stdin().lock()),
        urls => {
            for url in urls {
                parser.url(url.as_encoded_bytes(), false);
            }
            Ok(())
        }
    };
    parser.out.flush();
    match read {
        Ok(()) if parser.all_valid => Status::Yes,
        Ok(()) => Status::No,
        Err(error) => {
            stderr::say("<stdin>", stderr::reason(&error));
            Status::Error
        }
    }
}

struct UrlParser {
    profile: Profile,
    write: fn(&mut StdoutBuffer, &ParsedUrl<'_>),
    out: StdoutBuffer,
    all_valid: bool,
}

impl UrlParser {
    /// Treats each line as a URL.
    fn lines(&mut self, mut input: impl BufRead) -> io::Result<()> {
        let mut line = Vec::new();
        while input
            .by_ref()
            .take(LONGEST as u64)
            .read_until(b'\n', &mut line)?
            > 0
        {
            let cut = line.len() == LONGEST && !line.ends_with(b"\n");
            if cut {
                input.skip_until(b'\n')?;
            }
            let ([raw @ .., b'\r', b'\n'] | [raw @ .., b'\n'] | raw) = &line[..];
            self.url(raw, cut);
            line.clear();
        }
        Ok(())
    }

    fn url(&mut self, raw: &[u8], cut: bool) {
        let (url, list) = url::parse(raw);
        let refused = self
            .profile
            .refuses(url.scheme_info(), list.iter().collect());
        let mut flaws: Vec<_> = list.into_iter().map(|item| (item.flaw, item.at)).collect();
        flaws.extend(cut.then_some((Flaw::TooLong, raw.len()..raw.len())));
        let parsed = ParsedUrl {
            url,
            flaws,
            valid: !refused && !cut,
            profile: self.profile.name(),
        };
        self.all_valid &= parsed.valid;
        (self.write)(&mut self.out, &parsed);
        self.out.turn();
    }
}
