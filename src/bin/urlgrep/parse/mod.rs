//! `urlgrep parse`: URLs taken apart and judged, one line of output each, also for what is none.

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

/// At how many bytes a line of standard input is cut, so that memory is bounded.
const LONGEST: usize = 16 << 20;

/// A URL with what there is to say about it.
struct Judged<'u> {
    url: Url<'u>,
    /// With their places: bytes of the URL.
    flaws: Vec<(Flaw, Range<usize>)>,
    valid: bool,
    profile: &'static str,
}

/// Judges the URLs that were given; without any, each line of standard input.
pub(crate) fn run(shared: &Shared, parse: &Parse) -> Status {
    let mut judge = Judge {
        profile: shared.profile(),
        write: if shared.json {
            json::write
        } else {
            plain::write
        },
        page: StdoutBuffer::new(Manner::default()),
        all_valid: true,
    };
    let read = match &parse.urls[..] {
        [] => judge.lines(io::stdin().lock()),
        urls => {
            for url in urls {
                judge.url(url.as_encoded_bytes(), false);
            }
            Ok(())
        }
    };
    judge.page.flush();
    match read {
        Ok(()) if judge.all_valid => Status::Yes,
        Ok(()) => Status::No,
        Err(error) => {
            stderr::say("<stdin>", stderr::reason(&error));
            Status::Error
        }
    }
}

struct Judge {
    profile: Profile,
    write: fn(&mut StdoutBuffer, &Judged<'_>),
    page: StdoutBuffer,
    all_valid: bool,
}

impl Judge {
    /// Each line is a URL, whatever it holds.
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
        let (url, placed) = url::parse(raw);
        let refused = self
            .profile
            .refuses(url.scheme_info(), placed.iter().collect());
        let mut flaws: Vec<_> = placed
            .into_iter()
            .map(|placed| (placed.flaw, placed.at))
            .collect();
        flaws.extend(cut.then_some((Flaw::TooLong, raw.len()..raw.len())));
        let judged = Judged {
            url,
            flaws,
            valid: !refused && !cut,
            profile: self.profile.name(),
        };
        self.all_valid &= judged.valid;
        (self.write)(&mut self.page, &judged);
        self.page.turn();
    }
}
