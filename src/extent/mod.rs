//! The extent of a URL: which bytes of the text belong to it, from its first to its last.
//!
//! [`Extent::new`] goes over the text once: it finds the authority and the end of the run of URL characters, and notes what stands
//! in and around it as [`Facts`]. Each rule names the facts that it asks for. Where no rule has anything to ask, the run is the URL
//! ([`Extent::undisputed`]). Otherwise readings are offered in turn, best first ([`read`]); none is collected, and the first that
//! the profile accepts is the match.

mod bare;
mod continuation;
mod delimited;
mod facts;
mod host;
mod hyphen;
mod line;
mod pieces;
mod reading;
mod refang;
mod run;
mod schemeless;
mod trim;
mod wrapper;

pub(crate) use bare::Undisputed;
pub use reading::Why;
pub(crate) use reading::{Offers, Reading, Room, Taken};
#[cfg(feature = "lint")]
pub(crate) use trim::tail as without_tail;

use std::cell::OnceCell;

use facts::Facts;
use line::Prefix;
use reading::NEXT;
use run::Notable;

use crate::class::Class;
use crate::flaw::Flaws;
use crate::grammar::host::HostKind;
use crate::options::Options;
use crate::scan::{Candidate, Form};
use crate::simd::Available;
use crate::url::{self, Bare, Opaque, Query, Scheme, Url};

/// An authority that is longer is not judged before the URL's end is known, in bytes.
const MAX_LOGIN: usize = 4096;

/// What a candidate is read with.
#[derive(Clone, Debug)]
pub(crate) struct Context<'t> {
    pub(crate) text: &'t [u8],
    /// The end of the match before: nothing before it belongs to another URL.
    pub(crate) from: usize,
    pub(crate) options: Options,
    pub(crate) engine: Available,
}

/// A bare URL: its beginning, and the run of URL characters behind it.
#[derive(Clone, Debug)]
pub(crate) struct Extent<'c> {
    context: &'c Context<'c>,
    candidate: &'c Candidate,
    scheme: &'static Scheme,
    /// What the URL has before its first byte of the text: `http://`, where no scheme is written.
    front: &'static str,
    /// Where the text behind the scheme, its colon and slashes begins, and how many bytes of the URL stand before it.
    body: usize,
    head: usize,
    has_host: bool,
    /// Where the run ends.
    stop: usize,
    facts: Facts,
    /// Where the authority ends, and its flaws, if they are known.
    login: usize,
    authority: Option<Flaws>,
    prefix: OnceCell<Prefix<'c>>,
}

impl<'c> Extent<'c> {
    /// The extent of `candidate`, or none if its scheme is not known yet.
    #[inline]
    pub(crate) fn new(context: &'c Context<'c>, candidate: &'c Candidate) -> Option<Extent<'c>> {
        let start = candidate.start;
        let mut extent = Extent {
            context,
            candidate,
            scheme: url::http_row(),
            front: "",
            body: start,
            head: 0,
            has_host: true,
            stop: start,
            facts: Facts::NONE,
            login: start,
            authority: None,
            prefix: OnceCell::new(),
        };
        if !candidate.form.is_by_option() {
            let (scheme, colon) = candidate.scheme_in(context.text)?;
            extent.scheme = scheme;
            extent.has_host = context.text[colon + 1..].starts_with(b"//");
            extent.body = colon + if extent.has_host { 3 } else { 1 };
            extent.head = extent.body - start;
            if candidate.is_broken() {
                extent.facts = Facts::BROKEN_SCHEME;
                extent.head = scheme.name().len() + 3;
            }
        } else if candidate.form != Form::Schemeless || !schemeless::begin(&mut extent) {
            // An address, or a name that nothing follows.
            return (candidate.form == Form::Schemeless).then_some(extent);
        }
        extent.run();
        Some(extent)
    }

    #[inline]
    fn text(&self) -> &'c [u8] {
        self.context.text
    }

    #[inline]
    fn start(&self) -> usize {
        self.candidate.start
    }

    /// Finds the authority and the end of the run, and notes the facts.
    #[inline]
    fn run(&mut self) {
        let (text, body) = (self.text(), self.body);
        if self.start() > self.context.from {
            self.facts = self.facts.or(Facts::before(text[self.start() - 1]));
        }
        let mut notable = Notable::new(text, body, self.context.engine);
        let mut seen = body;
        if self.has_host {
            let plain = match self.scheme.host {
                HostKind::Dns => host::plain_login(&text[body..], &notable.kinds),
                _ => None,
            };
            match plain {
                Some(len) if self.takes_login(body + len) => {
                    (seen, self.login) = (body + len, body + len);
                    self.authority = Some(Flaws::NONE);
                }
                _ if self.refuses_authority() => return,
                _ => {}
            }
        }
        let run = run::of_body(text, body, self.has_host, &mut notable, seen);
        self.stop = run.end;
        let around = Facts::of_last(&text[body..run.end]).or(Facts::behind(&text[run.end..]));
        self.facts = self.facts.or(run.facts).or(around);
    }

    /// Whether a plain name, perhaps with a port, that ends at `end` is all of the authority: then nothing is wrong with it.
    #[inline]
    fn takes_login(&self, end: usize) -> bool {
        let rest = &self.text()[end..];
        let ends = |&b: &u8| matches!(b, b')' | b']') || Class::STOP.has(b);
        match rest.first() {
            Some(b'/' | b'#') => true,
            Some(b'?') if self.scheme.has_query => true,
            // The end of a sentence.
            Some(b'.' | b',' | b';' | b':' | b'!' | b'?') => {
                let mut tail = rest.iter().take(4).skip_while(|b| b".,;:!?".contains(b));
                tail.next().is_some_and(ends)
            }
            next => next.is_none_or(ends),
        }
    }

    /// Whether the profile refuses the URL for its authority, whatever follows; then the run ends with that. A URL is as long as
    /// 64 KiB and may hold as many colons, each a candidate: so the authority is judged before the end is looked for.
    fn refuses_authority(&mut self) -> bool {
        let (text, body, options) = (self.text(), self.body, &self.context.options);
        let ends = |&b: &u8| matches!(b, b'/' | b'?' | b'#') || Class::STOP.has(b);
        let near = &text[body..text.len().min(body + MAX_LOGIN)];
        let login = match near.iter().position(ends) {
            // Without a host the path decides. After a stop the next line may go on.
            Some(len @ 1..) if !Class::STOP.has(near[len]) => body + len,
            _ => return false,
        };
        if options.all || !self.front.is_empty() {
            return false;
        }
        // With the slashes that tell a second URL's colon.
        let near = &text[..text.len().min(login + 2)];
        let mut notable = Notable::new(near, body, self.context.engine);
        let run = run::of_body(near, body, true, &mut notable, body);
        let facts = self
            .facts
            .or(run.facts)
            .or(Facts::of_last(&near[body..run.end]));
        let end = trim::end(self, run.end, facts).min(login);
        let mut flaws = Flaws::NONE;
        let url = Url::parse_authority(&text[self.start()..end], &mut flaws);
        if options.profile.refuses(url.scheme_info(), flaws) {
            let stars =
                memchr::memmem::find(&text[body..end], b"**").map_or(Facts::NONE, |_| Facts::STARS);
            (self.stop, self.facts) = (end, self.facts.or(Facts::REFUSED).or(stars));
            return true;
        }
        // In other schemes the path may matter too.
        let has_end =
            self.scheme.host == HostKind::Dns && (text[login] != b'?' || self.scheme.has_query);
        if end == login && has_end {
            (self.login, self.authority) = (login, Some(flaws));
        }
        false
    }

    /// The flaws of the authority, if they are known for the URL that ends at `end`.
    #[inline]
    fn authority_up_to(&self, end: usize) -> Option<Flaws> {
        let goes_on = || matches!(self.text()[self.login], b'/' | b'?' | b'#');
        let whole = end == self.login || end > self.login && goes_on();
        self.authority.filter(|_| whole)
    }

    /// Where the name of a host begins in the URL that ends at `end`: its own or, without one, that of the first address.
    fn first_host(&self, end: usize) -> Option<usize> {
        if self.has_host {
            return Some(self.body);
        }
        let at = memchr::memchr(b'@', self.text().get(self.body..end)?)?;
        Some(self.body + at + 1)
    }

    /// The quote prefix of the line that the URL begins on.
    fn prefix(&self) -> Prefix<'c> {
        *self
            .prefix
            .get_or_init(|| Prefix::before(self.text(), self.start()))
    }

    /// Where the next line's own text begins, if the URL that ends at `end` ends its line.
    fn next_line(&self, end: usize) -> Option<usize> {
        Some(self.prefix().next_line(self.text(), end)?.1)
    }

    /// Where the run of URL characters ends that begins at `at`.
    fn word_end(&self, at: usize) -> usize {
        run::word_end(self.text(), at, self.context.engine)
    }
}

/// Offers every reading of `candidate` until one is taken; `extent` is its own, if it has one.
pub(crate) fn read(
    context: &Context<'_>,
    candidate: &Candidate,
    extent: Option<&Extent<'_>>,
    offers: &mut Offers<'_>,
) -> Taken {
    match (candidate.form, extent) {
        (Form::Wrapper | Form::Angle, _) => wrapper::read(context, candidate, extent, offers),
        (Form::Email, _) => schemeless::read_address(context.text, candidate, offers),
        (Form::Refanged, _) => refang::read(context, candidate.start, offers),
        (_, Some(extent)) => extent.read(Flaws::NONE, offers),
        (_, None) => NEXT,
    }
}

/// Whether the URL has what its scheme asks for where it stands in this form (tests/spec/opaque.md); `colon` is the scheme's.
#[inline]
fn has_shape(url: &[u8], scheme: &Scheme, colon: usize, form: Form) -> bool {
    let rest = url.get(colon + 1..).unwrap_or_default();
    if rest.starts_with(b"//") {
        // Host and path are the parser's affair; for opaque schemes something must be there.
        return !matches!(scheme.bare, Bare::Shape(_)) || !matches!(rest[2..], [] | [b'#', ..]);
    }
    let end = match memchr::memchr(b'#', rest) {
        // Programs write identifiers of articles with `#`, as they are.
        Some(hash) if scheme.opaque == Opaque::Article && rest[hash..].contains(&b'@') => {
            rest.len()
        }
        hash => hash.unwrap_or(rest.len()),
    };
    let query = Query {
        scheme: &url[..colon],
        rest: &rest[..end],
        angle: form == Form::Angle,
    };
    let lower = || !query.scheme.iter().any(u8::is_ascii_uppercase);
    match (form, scheme.bare) {
        _ if query.rest.is_empty() => false,
        // The wrapper vouches for all but an address without `@`.
        (Form::Wrapper, _) => {
            let at =
                |rest: &[u8]| rest.contains(&b'@') || memchr::memmem::find(rest, b"%40").is_some();
            scheme.opaque != Opaque::Address || at(query.rest)
        }
        (_, Bare::Shape(shape)) => shape(&query),
        // An experimental one is an element's name in XML.
        (Form::Angle, Bare::Slashes) => scheme.is_known() && !scheme.is_experimental() && lower(),
        (_, Bare::Slashes) => false,
    }
}
