//! Bare URLs: each end that they can have (tests/spec/end.md), in turn, and what a line break cut off.

use std::ops::ControlFlow;

use super::fold::Fold;
use super::stop::Stop;
use super::{
    Offer, Reading, Why, at, blank_address, blank_host, bracketed_id, brackets, broken_host,
    broken_scheme, cut_escape, enclosed, finish, has_shape, join, masked, refang, refused_host,
    soft_break, square, stars, stop, tail, twin, unspaced,
};
use crate::class::Class;
use crate::flaw::{Flaw, Flaws};
use crate::grammar::host;
use crate::options::{Join, Options};
use crate::scan::{Candidate, Form};
use crate::url::{self, Scheme};

/// Offers the readings of a URL that nothing but its text delimits; `flaws` are those of the wrapper that it stood in.
pub(super) fn read<'t>(
    text: &'t [u8],
    from: usize,
    c: &Candidate,
    flaws: Flaws,
    options: &Options,
    offer: Offer<'_, 't>,
) -> ControlFlow<()> {
    let Some((scheme, colon)) = c.scheme else {
        return ControlFlow::Continue(());
    };
    if let Some(read) = broken_scheme::read(text, c, options, offer) {
        return read;
    }
    let slashes = text[colon + 1..].starts_with(b"//");
    let body = colon + 1 + if slashes { 2 } else { 0 };
    let bare = Bare {
        text,
        from,
        c,
        scheme,
        colon,
        body,
        host: slashes.then_some(body),
        options,
    };
    let form = bare.form();
    bare.read(
        &mut |reading| match has_shape(reading.bytes(), scheme, colon - c.start, form) {
            true => offer(reading.with(flaws)),
            false => ControlFlow::Continue(()),
        },
    )
}

/// A bare URL's beginning.
struct Bare<'t, 'c> {
    text: &'t [u8],
    /// The end of the match before.
    from: usize,
    c: &'c Candidate,
    scheme: &'static Scheme,
    colon: usize,
    /// Behind the scheme's colon and slashes.
    body: usize,
    /// The same, if there are slashes.
    host: Option<usize>,
    options: &'c Options,
}

impl<'t> Bare<'t, '_> {
    fn read(&self, offer: Offer<'_, 't>) -> ControlFlow<()> {
        let (text, start) = (self.text, self.c.start);
        let name = self.plain_name();
        if let Some(host) = self.host {
            self.offer_by_host(host, name, offer)?;
            if name.is_none()
                && let Some(end) = self.refused_login(host)
            {
                return self.offer_cut_host(end, offer);
            }
        }
        self.offer_enclosed(offer)?;
        let stop = stop::of_body(text, self.body, name.unwrap_or(self.body));
        let end = self.end(&stop);
        if self.host.is_some() && stars::may_stand(text, start, stop.end) {
            self.offer_starless(offer)?;
        }
        if self.is_none(end) {
            return ControlFlow::Continue(());
        }
        if end == stop.end {
            self.offer_beyond(end, offer)?;
        }
        let whole = self.host.is_some() && self.runs_to_stop(&stop, end);
        if whole
            && self.options.join >= Join::Sure
            && let Some(fold) = self.joined(stop.end)
        {
            self.offer_folded(fold, Flaw::BrokenBareUrl, Some(end), offer)?;
        }
        let mut reading = self.plain(end);
        if name.is_some_and(|name| name <= end && self.scheme.takes_plain_name(text.get(name))) {
            reading.flawless = Some(self.scheme);
        }
        if stop.too_long {
            reading.flaws.add(Flaw::TooLong);
        }
        if whole && self.options.join == Join::Plausible {
            let joined = join::plausible(text, start, stop.end).and_then(|fold| self.finish(fold));
            if let Some(fold) = joined {
                reading.rare_mut().others.push((Why::Join, fold));
            }
        }
        offer(reading)?;
        self.offer_cut_host(end, offer)
    }

    /// What its host tells before its end is known; `name` is the end of a plain one.
    fn offer_by_host(
        &self,
        host: usize,
        name: Option<usize>,
        offer: Offer<'_, 't>,
    ) -> ControlFlow<()> {
        let (text, start) = (self.text, self.c.start);
        if let Some(fold) = blank_host::fold(text, start, host) {
            self.offer_folded(fold, Flaw::BlankInUrl, None, offer)?;
        }
        if self.options.refang {
            refang::read_host(text, self.from, start, host, offer)?;
        }
        if name.is_none() && stars::break_host(&text[host..]) {
            self.offer_starless(offer)?;
        }
        ControlFlow::Continue(())
    }

    /// Articles and addresses with brackets or white space behind the colon.
    fn offer_enclosed(&self, offer: Offer<'_, 't>) -> ControlFlow<()> {
        let (text, start) = (self.text, self.c.start);
        if text.get(self.body) == Some(&b'<')
            && self.is_of_article()
            && let Some((fold, close)) = bracketed_id::read(text, start, self.body)
        {
            let outer = self.outer()..close + 1;
            offer(Reading::folded(text, fold, outer, self.form()))?;
        }
        if self.scheme.name() == "mailto" {
            if let Some(fold) = square::fold(text, start) {
                let end = fold.end().unwrap_or(start);
                offer(Reading::folded(text, fold, self.outer()..end, self.form()))?;
            }
            if let Some(fold) = blank_address::fold(text, start, self.body) {
                self.offer_folded(fold, Flaw::BlankInUrl, None, offer)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether what ends at `end` is no URL, whatever its parts say.
    fn is_none(&self, end: usize) -> bool {
        let text = self.text;
        let is_pattern = |host| refused_host::is_pattern(text, host, end);
        let is_masked = || masked::is_address(text, self.body, end);
        self.host.is_some_and(is_pattern) || self.scheme.name() == "mailto" && is_masked()
    }

    /// What goes on behind its end, a blank or a line break away, as ` at ` and what follows it.
    fn offer_beyond(&self, end: usize, offer: Offer<'_, 't>) -> ControlFlow<()> {
        let (text, start) = (self.text, self.c.start);
        if at::may_stand(self.scheme.name(), &text[self.body.min(end)..end])
            && let Some(fold) = at::bare(text, start, end)
        {
            self.offer_folded(fold, Flaw::ObfuscatedAt, None, offer)?;
        }
        if self.is_of_article()
            && self.options.join >= Join::Sure
            && let Some(fold) = bracketed_id::broken(text, start, self.body, end)
        {
            self.offer_folded(fold, Flaw::BrokenBareUrl, None, offer)?;
        }
        if matches!(self.scheme.name(), "http" | "https" | "ftp")
            && at::follows(text, end)
            && let Some(fold) = at::web(text, start, end)
        {
            self.offer_folded(fold, Flaw::ObfuscatedAt, Some(end), offer)?;
        }
        ControlFlow::Continue(())
    }

    /// With what a line break cut off, where that is sure.
    fn joined(&self, end: usize) -> Option<Fold> {
        let (text, start) = (self.text, self.c.start);
        self.host.filter(|&host| host < end)?;
        enclosed::fold(text, start, end)
            .or_else(|| broken_host::fold(text, start, self.host?, end))
            .or_else(|| soft_break::fold(text, start, end))
            .or_else(|| cut_escape::fold(text, start, end))
            .or_else(|| join::sure(text, start, end))
    }

    /// Whether an article's identifier may follow.
    fn is_of_article(&self) -> bool {
        self.host.is_none() && matches!(self.scheme.name(), "news" | "snews" | "mid" | "cid")
    }

    fn form(&self) -> Form {
        match self.c.form {
            Form::Prefix => Form::Prefix,
            _ => Form::Bare,
        }
    }

    /// Where it begins with its prefix.
    fn outer(&self) -> usize {
        match self.c.form {
            Form::Prefix => self.c.outer,
            _ => self.c.start,
        }
    }

    /// In one piece; quoted if quotes stand directly around it.
    fn plain(&self, end: usize) -> Reading<'t> {
        let (start, outer) = (self.c.start, self.outer());
        if self.c.form == Form::Quoted && self.text.get(end) == Some(&b'"') {
            return Reading::plain(self.text, start..end, self.c.outer..end + 1, Form::Quoted);
        }
        Reading::plain(self.text, start..end, outer..end, self.form())
    }

    /// In several pieces; `cut` is where it ends if it is not joined.
    fn offer_folded(
        &self,
        fold: Fold,
        flaw: Flaw,
        cut: Option<usize>,
        offer: Offer<'_, 't>,
    ) -> ControlFlow<()> {
        let Some(fold) = self.finish(fold) else {
            return ControlFlow::Continue(());
        };
        let end = fold.end().unwrap_or(self.c.start);
        let reading = Reading::folded(self.text, fold, self.outer()..end, self.form());
        let mut reading = reading.with(Flaws::new(&[flaw]));
        if let Some(end) = cut {
            let cut = (Why::Join, Fold::of(self.c.start..end));
            reading.rare_mut().others.push(cut);
        }
        offer(reading)
    }

    /// Without `**`.
    fn offer_starless(&self, offer: Offer<'_, 't>) -> ControlFlow<()> {
        let join = self.options.join >= Join::Sure;
        match stars::fold(self.text, self.c.start).filter(|_| join) {
            Some(fold) => self.offer_folded(fold, Flaw::BrokenBareUrl, None, offer),
            None => ControlFlow::Continue(()),
        }
    }

    /// What of a host that can't be can.
    fn offer_cut_host(&self, end: usize, offer: Offer<'_, 't>) -> ControlFlow<()> {
        match self
            .host
            .and_then(|host| refused_host::cut(self.text, host, end))
        {
            Some(end) => offer(self.plain(end)),
            None => ControlFlow::Continue(()),
        }
    }

    /// Where the host ends, if it is a plain name and the login ends there too.
    #[inline]
    fn plain_name(&self) -> Option<usize> {
        let host = self.host?;
        let end = host + host::name(&self.text[host..])?;
        let ends = |&b: &u8| matches!(b, b'/' | b'?' | b'#') || Class::STOP.has(b);
        self.text.get(end).is_none_or(ends).then_some(end)
    }

    /// The end of the login, if the profile refuses the URL for it whatever follows. A URL is as long as 64 KiB and may hold as
    /// many colons, each a candidate: so the host is asked for before the end is looked for.
    fn refused_login(&self, host: usize) -> Option<usize> {
        if self.options.all {
            return None;
        }
        let ends = |b: &u8| matches!(b, b'/' | b'?' | b'#');
        let rest = &self.text[host..self.text.len().min(host + 4096)];
        // Without a host the path decides.
        let login = host + rest.iter().position(ends).filter(|&len| len > 0)?;
        // With the slashes that tell a second URL's colon.
        let stop = stop::of_body(&self.text[..self.text.len().min(login + 2)], host, host);
        if stop.end < login && !stop.second {
            // It ends here, or goes on in the next line.
            return None;
        }
        let end = self.end(&stop).min(login);
        let mut flaws = Flaws::NONE;
        let url = url::Url::parse_authority(&self.text[self.c.start..end], &mut flaws);
        self.options
            .profile
            .refuses(url.scheme_info(), flaws)
            .then_some(end)
    }

    /// Where it ends: brackets, twins, tail.
    fn end(&self, stop: &Stop) -> usize {
        let (text, start) = (self.text, self.c.start);
        let mut end = stop.end;
        if stop.brackets {
            end = brackets::cut(text, self.host, self.body, end);
        }
        end = twin::cut(text, self.from, start, end);
        if let Some(name) = self.name(end) {
            end = unspaced::cut(text, name, end);
        }
        // `news:*` names all groups.
        let all_groups = self.host.is_none() && text[self.body.min(end)..end] == *b"*";
        tail::trim(text, start, self.body + usize::from(all_groups), end)
    }

    /// Where the name of a host begins: its own or, without one, that of the first address.
    fn name(&self, end: usize) -> Option<usize> {
        self.host.or_else(|| {
            let at = memchr::memchr(b'@', self.text.get(self.body..end)?)?;
            Some(self.body + at + 1)
        })
    }

    /// Brackets and tail of a URL in several pieces; none if less than two are left.
    fn finish(&self, fold: Fold) -> Option<Fold> {
        let body = self.body - self.c.start;
        let fold = finish(self.text, fold, self.host.map(|_| body), body)?;
        fold.one_piece().is_none().then_some(fold)
    }

    /// Whether nothing but one `?`, `:` or `.` was trimmed, so that the URL may go on in the next line.
    fn runs_to_stop(&self, stop: &Stop, end: usize) -> bool {
        let one = || end + 1 == stop.end && matches!(self.text[end], b'?' | b':' | b'.');
        let git = self.text[self.colon..end].ends_with(b".git");
        let cut = stop.second || stop.closed || stop.too_long;
        (end == stop.end || one()) && !cut && !git
    }
}
