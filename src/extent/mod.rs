//! The extent of a URL: which bytes of the text belong to it, from its first to its last.
//!
//! [`Extent::find_run`] goes over the text once: it finds the authority and the end of the run of URL characters, and notes what stands
//! in and around it as [`Facts`]. Each rule names the facts that it asks for. Where no rule has anything to ask, the run is the URL
//! ([`Extent::undisputed`]). Otherwise readings are offered in turn, best first ([`read`]); none is collected, and the first that
//! the profile accepts is the match.

mod at_once;
mod bare;
mod continuation;
mod delimited;
mod facts;
mod front;
mod glued;
mod plain_at;
mod reading;
mod rewritten_text;
mod run;
mod schemeless;
mod soft_value;
mod substitution;
mod trim;
mod value;
mod wrapper;

pub(crate) use reading::{Offers, Reading, Scratch, Taken};
pub(crate) use value::{read_value, whole_value};

use std::cell::OnceCell;
use std::ops::Range;

use facts::Facts;
use front::Front;
use reading::NEXT;
use rewritten_text::{read_refanged, read_rewritten};

use crate::class::Class;
use crate::flaw::Flaws;
use crate::folds;
use crate::grammar::hole;
use crate::grammar::host::HostKind;
use crate::grammar::login::authority_len;
use crate::options::Options;
use crate::rewritten;
use crate::scan::{Candidate, Form, SchemeAt, has_shape, meant_scheme};
use crate::simd::{Available, Kinds, Notable};
use crate::text::line::Prefix;
use crate::text::pieces::{Gap, Pieces};
use crate::url::{self, Opaque, Scheme};

/// The text, options and engine that a candidate is read with.
#[derive(Clone, Debug)]
pub(crate) struct Context<'t> {
    pub(crate) text: &'t [u8],
    /// The end of the match before: nothing before it belongs to another URL.
    pub(crate) from: usize,
    pub(crate) options: Options,
    /// Whether the profile asks for the parser's second step.
    pub(crate) validates: bool,
    pub(crate) engine: Available,
}

/// A bare URL: its beginning, and the run of URL characters after it.
///
/// ```text
/// URL:http://a.org/x, and more
/// ^outer     ^body   ^stop: the run ends
///     ^start        ^the URL ends, without its tail
/// ```
#[derive(Clone, Debug)]
pub(crate) struct Extent<'c> {
    pub(crate) context: &'c Context<'c>,
    pub(crate) candidate: &'c Candidate,
    /// Whether its scheme is known, or meant; if not, there is no run.
    is_known: bool,
    scheme: &'static Scheme,
    front: Front,
    /// Where the text after the scheme, its colon and slashes begins.
    body: usize,
    has_host: bool,
    /// Where the authority ends, or the address of `mailto:`, if nothing can be said against it.
    plain: Option<usize>,
    /// Where the run ends.
    stop: usize,
    facts: Facts,
    /// The flaws of the wrapper that it stood in.
    flaws: Flaws,
    prefix: OnceCell<Prefix<'c>>,
}

/// The first reading of a candidate that no rule has anything to ask about.
#[derive(Clone, Debug)]
pub(crate) struct Undisputed {
    pub(crate) url: Range<usize>,
    /// With its wrapper, prefix or quotes.
    pub(crate) outer: Range<usize>,
    pub(crate) form: Form,
    /// Whether its authority or address is a plain name.
    pub(crate) is_plain: bool,
}

impl<'c> Extent<'c> {
    /// The extent of a candidate. It has no run before [`find_run`](Extent::find_run).
    #[inline(always)]
    pub(crate) fn new(context: &'c Context<'c>, candidate: &'c Candidate) -> Extent<'c> {
        let (text, start, form) = (context.text, candidate.start, candidate.form);
        let schemeless = form == Form::Schemeless;
        let colon = start;
        let meant = |scheme| SchemeAt { scheme, colon };
        let known = if form.is_by_option() {
            schemeless.then(|| meant(meant_scheme(text, start..candidate.name_end)))
        } else if candidate.is_escaped {
            None
        } else {
            candidate.scheme_in(text)
        };
        let SchemeAt { scheme, colon } = known.unwrap_or_else(|| meant(url::HTTP));
        let broken = candidate.scheme_rest.filter(|&rest| rest > colon);
        let after = broken.unwrap_or(colon + 1);
        let rest = text.get(after..).unwrap_or_default();
        // One of them may stand before the break.
        let (first, slashes) = match broken {
            Some(_) if text[colon + 1] == b'/' => (1, rest.starts_with(b"/")),
            _ => (0, rest.starts_with(b"//")),
        };
        let (body, front) = match (schemeless, slashes) {
            (true, _) if scheme.name() == "ftp" => (start, Front::Meant("ftp://")),
            (true, _) => (start, Front::Meant("http://")),
            (_, true) => (after + 2 - first, Front::None),
            (_, false) => (colon + 1, Front::None),
        };
        Extent {
            context,
            candidate,
            is_known: known.is_some(),
            scheme,
            front,
            body,
            has_host: schemeless || slashes,
            plain: None,
            stop: start,
            facts: if candidate.scheme_rest.is_some() {
                Facts::BROKEN_SCHEME
            } else {
                Facts::NONE
            },
            flaws: Flaws::NONE,
            prefix: OnceCell::new(),
        }
    }

    #[inline]
    fn text(&self) -> &'c [u8] {
        self.context.text
    }

    /// Where its candidate begins: with the scheme, or after the white space that stands apart from it.
    #[inline]
    pub(crate) fn start(&self) -> usize {
        self.candidate.start
    }

    /// Where the URL begins, also with a scheme that white space separates from the rest.
    #[inline]
    fn begin_at(&self) -> usize {
        match &self.front {
            Front::Apart { first, .. } => first.start,
            _ => self.start(),
        }
    }

    /// Where it begins with its `URL:`.
    #[inline]
    fn outer(&self) -> usize {
        match self.candidate.form {
            Form::Prefix => self.candidate.outer,
            _ => self.begin_at(),
        }
    }

    /// The text before the URL and its `URL:`, from the end of the match before.
    #[inline]
    fn before(&self) -> &'c [u8] {
        let start = self.outer();
        &self.text()[self.context.from.min(start)..start]
    }

    /// The URL's text from its body to `end`, if that does not stand before it.
    #[inline]
    fn body_to(&self, end: usize) -> Option<&'c [u8]> {
        self.text().get(self.body..end)
    }

    /// Finds the authority and the end of the run, and notes the facts.
    #[inline(always)]
    pub(crate) fn find_run(&mut self) {
        let (text, body) = (self.text(), self.body);
        if !self.is_known {
            return;
        }
        let is_named = matches!(self.front, Front::Meant(_));
        if is_named && !schemeless::goes_on(text, self.candidate) {
            (self.stop, self.facts) = (self.candidate.name_end, Facts::CUT.or(Facts::NAME));
            return;
        }
        self.facts = self.facts.or(Facts::before(self.before()));
        let engine = self.context.engine;
        let kinds = &engine.kinds(text, body);
        self.plain = self.plain_end(text, body, kinds);
        let seen = self.plain.unwrap_or(body);
        let mut notable = Notable::after(kinds, text, body, engine);
        let run = run::of_body(text, body, self.has_host, &mut notable, seen);
        self.stop = run.end;
        let around = Facts::of_last(&text[body..run.end]).or(Facts::after(&text[run.end..]));
        self.facts = self.facts.or(run.facts).or(around);
    }

    #[inline]
    fn is_address(&self) -> bool {
        self.scheme.opaque == Opaque::Address
    }

    /// The end of the authority that begins at `body`, or of the address of `mailto:`, if it is plain: then nothing is wrong with it.
    #[inline(always)]
    fn plain_end(&self, text: &[u8], body: usize, kinds: &Kinds) -> Option<usize> {
        let plain = match self.has_host {
            true if self.scheme.host == HostKind::Dns => kinds.plain_login(&text[body..]),
            false if self.is_address() => kinds.plain_address(&text[body..]),
            _ => None,
        };
        let end = body + plain?;
        self.ends_authority(&text[end..]).then_some(end)
    }

    /// Whether a joined URL has a plain authority or address. Then the parser's first step finds no flaw, and it has its scheme's shape.
    fn is_plain(&self, url: &[u8]) -> bool {
        let body = self.head();
        let kinds = self.context.engine.kinds(url, body);
        let rest = self.plain_end(url, body, &kinds).map(|end| &url[end..]);
        rest.is_some_and(|rest| match rest.first() {
            Some(b'/' | b'?' | b'#') => self.has_host || !rest.contains(&b'@'),
            next => next.is_none(),
        })
    }

    /// Whether the plain name, perhaps with a port, before `rest` is all of the authority: then nothing is wrong with it.
    #[inline]
    fn ends_authority(&self, rest: &[u8]) -> bool {
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

    /// The first reading, where no rule has anything to ask: [`read`] would offer it first.
    #[inline(always)]
    pub(crate) fn undisputed(&self) -> Option<Undisputed> {
        let (text, start, facts) = (self.text(), self.start(), self.facts);
        let (form, outer) = (self.candidate.form, self.candidate.outer);
        let asks = self.context.validates || self.has_mark() || self.is_masked();
        if asks || !self.is_known || self.front != Front::None {
            return self.undisputed_by_option().filter(|_| !asks);
        }
        // The host of most of these is not US-ASCII, which is a flaw.
        if self.plain.is_none() && facts.has_any(Facts::HIGH) {
            return None;
        }
        let angle = form.is_in_brackets();
        let end = if angle {
            let whole = !facts.has_any(Facts::CUT.or(Facts::BROKEN_SCHEME));
            let closed = text.get(self.stop) == Some(&b'>') && whole;
            if !closed || self.stop - start >= folds::MAX {
                return None;
            }
            self.stop
        } else {
            if self.may_be_joined() {
                return None;
            }
            let end = trim::end(self, self.stop, facts);
            if self.has_drive(end) {
                return None;
            }
            end
        };
        let quoted = || text.get(end) == Some(&b'"');
        let (outer, form) = match form {
            _ if angle => (outer..end + 1, form),
            Form::Quoted if quoted() => (outer..end + 1, form),
            // Its quotes may close on the next line.
            Form::Quoted | Form::Prefix
                if facts.has_any(Facts::BREAK.or(Facts::CUT).or(Facts::HIGH))
                    && delimited::is_quoted(self) =>
            {
                return None;
            }
            Form::Quoted => (start..end, Form::Bare),
            _ => (outer..end, form),
        };
        // An address has its last `@`, perhaps after a plain one.
        let one_at = self.has_host | !facts.has_any(Facts::SECOND_AT);
        let is_plain = self.plain.is_some_and(|plain| {
            let goes_on = (plain < end) & self.goes_on_at(plain);
            (plain == end) | goes_on & one_at
        });
        let flawless = if is_plain {
            self.has_host | (end == self.stop) || !self.is_truncated_address(end)
        } else {
            !facts.has_any(Facts::HIGH) && self.is_flawless(end, form)
        };
        flawless.then_some(Undisputed {
            url: start..end,
            outer,
            form,
            is_plain,
        })
    }

    /// A plain address without `mailto:`, or a plain name without `http://` that nothing follows.
    #[inline(never)]
    fn undisputed_by_option(&self) -> Option<Undisputed> {
        let form = self.candidate.form;
        let at = self.start()..self.candidate.name_end;
        let is_plain = match form {
            Form::Email => {
                let address = &self.text()[at.clone()];
                self.candidate.is_plain_address || schemeless::is_plain_address(address)
            }
            Form::Schemeless => self.is_plain_name(),
            _ => false,
        };
        is_plain.then(|| Undisputed {
            url: at.clone(),
            outer: at,
            form,
            is_plain,
        })
    }

    /// Whether this is a plain name without `http://`, and no rule has anything to ask about it.
    fn is_plain_name(&self) -> bool {
        let (text, facts) = (self.text(), self.facts);
        let name = self.context.engine.kinds(text, self.body);
        self.front == Front::Meant("http://")
            && facts.has_any(Facts::NAME)
            && name.plain_login(&text[self.body..]) == Some(self.stop - self.body)
            && !hole::may_begin(&text[self.stop..])
            && !self.may_be_joined()
            && trim::end(self, self.stop, facts) == self.stop
    }

    /// Whether a rule may continue the bare URL, or the bracket before it may close on the next line: not if it closes at once.
    #[inline]
    fn may_be_joined(&self) -> bool {
        let closes = || self.text().get(self.stop) == Some(&b']');
        self.facts.has_any(continuation::ASKED) && continuation::may_join(self)
            || delimited::opens_outlook(self) && !closes()
    }

    /// Whether the run ends before a stop.
    pub(crate) fn ends_before_stop(&self) -> bool {
        self.facts.has_any(Facts::CUT.or(Facts::BACKSLASH))
    }

    /// Whether the run goes on to `end`, wherever the URL ends.
    #[inline]
    pub(crate) fn reaches(&self, end: usize) -> bool {
        self.stop >= end
    }

    /// Whether the URL that ends at `end` has a known scheme, the shape that it asks for, and no flaw of the parser's first step.
    #[inline(never)]
    fn is_flawless(&self, end: usize, form: Form) -> bool {
        let (url, mut flaws) = (&self.text()[self.start()..end], Flaws::NONE);
        url::judge(url, &mut flaws);
        flaws.is_empty()
            && self.scheme.is_known()
            && !self.is_truncated_address(end)
            && self.has_shape(url, form)
    }

    /// Where the authority ends, if the profile refuses the URL for it and something follows.
    pub(crate) fn refused_authority(&self) -> Option<usize> {
        let (body, mut flaws) = (self.body_to(self.stop)?, Flaws::NONE);
        let end = self.body + body.iter().position(|b| b"/?#".contains(b))?;
        let scheme = url::judge(&self.text()[self.start()..end], &mut flaws);
        self.context
            .options
            .profile
            .refuses(scheme, flaws)
            .then_some(end)
    }

    /// Whether the authority ends at `end` and something follows it.
    #[inline]
    fn goes_on_at(&self, end: usize) -> bool {
        matches!(self.text().get(end), Some(b'/' | b'?' | b'#'))
    }

    /// The URL's bytes before its body.
    fn head(&self) -> usize {
        match &self.front {
            Front::None => self.body - self.start(),
            Front::Meant(scheme) => scheme.len(),
            Front::Apart { first, second, .. } => first.len() + second.len(),
        }
    }

    /// Whether its host is to be read without its writer's marks.
    #[inline]
    fn has_mark(&self) -> bool {
        let (text, body) = (self.text(), self.body);
        self.context.options.refang
            && self.has_host
            && match self.front {
                Front::Meant(_) => rewritten::has_mark_in_name(text, body),
                _ => rewritten::has_mark_in_host(text, body),
            }
    }

    fn has_shape(&self, url: &[u8], form: Form) -> bool {
        let colon = self.head() - if self.has_host { 3 } else { 1 };
        let scheme = self.scheme;
        has_shape(url, SchemeAt { scheme, colon }, form)
    }

    /// Where the name of a host begins in the URL that ends at `end`: its own, after a login, or that of the first address.
    fn first_host(&self, end: usize) -> Option<usize> {
        let body = self.body_to(end)?;
        let login = if self.has_host {
            let at = memchr::memrchr(b'@', &body[..authority_len(body)]);
            // Beyond a mark outside US-ASCII, or in the next field of a row, it may be that of an address.
            let may_be_login = |b: &u8| b.is_ascii() && !b",;".contains(b);
            at.filter(|&at| body[..at].iter().all(may_be_login))
                .map_or(0, |at| at + 1)
        } else {
            memchr::memchr(b'@', body)? + 1
        };
        Some(self.body + login)
    }

    /// The quote prefix of the line that the URL begins on.
    fn prefix(&self) -> Prefix<'c> {
        let before = || Prefix::before(self.text(), self.start());
        *self.prefix.get_or_init(before)
    }

    /// Where the next line's own text begins, if the URL that ends at `end` ends its line.
    fn next_line(&self, end: usize) -> Option<usize> {
        Some(self.prefix().next_line(self.text(), end)?.own)
    }

    /// Adds the run, and the word that begins at `next`.
    fn join(&self, gap: Gap, next: usize, pieces: &mut Pieces) {
        pieces.push(self.start()..self.stop, Gap::None);
        pieces.push(next..self.word_end(next), gap);
    }

    /// Where the run of URL characters ends that begins at `at`.
    fn word_end(&self, at: usize) -> usize {
        run::word_end(self.text(), at, self.context.engine)
    }
}

/// Offers every reading of a candidate until one is taken.
pub(crate) fn read(extent: &Extent<'_>, offers: &mut Offers<'_>) -> Taken {
    plain_at::read(extent, offers)?;
    soft_value::read(extent, offers)?;
    by_rules(extent, offers)
}

fn by_rules(extent: &Extent<'_>, offers: &mut Offers<'_>) -> Taken {
    let (context, c) = (extent.context, extent.candidate);
    match c.form {
        _ if extent.is_masked() => NEXT,
        Form::Wrapper | Form::Angle => wrapper::read(extent, offers),
        Form::Email => schemeless::read_address(extent.text(), c, offers),
        Form::Refanged => read_refanged(context, c, c.start, offers),
        _ if c.is_escaped => match rewritten::unescaped(context.text, context.from, c.start) {
            Some((part, candidate)) => read_rewritten(context, &part, candidate, None, offers),
            None => NEXT,
        },
        _ => extent.read(offers),
    }
}
