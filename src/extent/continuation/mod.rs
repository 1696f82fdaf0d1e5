//! Continuations: how a bare URL goes on over a line break or a blank. One rule a file, which begins with an example.
//!
//! A rule looks at the text after a URL, and adds the pieces of the joined URL to the scratch if the URL goes on there:
//! `http://a.org/second-⏎chapter.html` has the pieces `http://a.org/second-` and `chapter.html`. The table has a row for each rule: by what
//! facts it is asked, and what becomes of the URL that it makes. `bare.rs` asks stage after stage ([`read`]), and the rules of a stage in
//! the order of the table. Brackets and closing punctuation are cut off the joined URL. The first one that the profile accepts is the match.

mod at_word;
mod broken_host;
mod broken_id;
mod colon_path;
mod cut_escape;
mod double_star;
mod enclosed;
mod escaped;
mod incomplete;
mod next_word;
mod obfuscated_host;
mod own_bracket;
mod soft_break;

pub(super) use at_word::{AT, domain as at_domain, is_incomplete, restore as restore_at};
pub(super) use obfuscated_host::is_cut as is_cut_host;
pub(super) use soft_break::{is_soft_break, is_value as is_soft_value, undo as undo_soft_breaks};

use crate::extent::Extent;
use crate::extent::facts::Facts;
use crate::extent::reading::{NEXT, Offers, Scratch, Taken};
use crate::flaw::Flaw;
use crate::options::Join;
use crate::text::pieces::Pieces;
use crate::url::Scheme;
use crate::why::Why;

/// Where a rule is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    /// At the body: the run need not have an end yet.
    Body,
    /// Where the run ends and nothing was trimmed.
    End,
    /// Where the run ends with an open bracket, whatever was trimmed.
    Bracket,
    /// Also where the run ends, if the URL has a host or is a name (`urn:`), and its body is not empty; a `?`, `:` or `.` may have been trimmed.
    Line,
}

/// A way to continue a URL.
struct Continuation {
    stage: Stage,
    /// The rule is asked where all of these hold.
    when: Facts,
    /// And for these schemes.
    schemes: fn(&Scheme) -> bool,
    /// And this, which costs little and is true for few.
    may_join: fn(&Extent<'_>) -> bool,
    /// The least level of `--join` at which it is asked.
    join: Join,
    /// The flaw of the joined URL.
    flaw: Option<Flaw>,
    /// Why the URL that ends without it stays an alternative, if it does.
    keeps: Option<Why>,
    pieces: AddPieces,
}

/// Adds the pieces of the joined URL to those that are there. The run of the extent is the first of them.
type AddPieces = fn(&Extent<'_>, &mut Pieces) -> Option<()>;

const DEFAULT: Continuation = Continuation {
    stage: Stage::Line,
    when: Facts::BREAK,
    schemes: |_| true,
    may_join: |_| true,
    join: Join::Sure,
    flaw: Some(Flaw::BrokenBareUrl),
    keeps: Some(Why::Join),
    pieces: |_, _| None,
};

/// The rules, in the order they are asked. The file of each begins with an example.
#[rustfmt::skip]
const TABLE: [Continuation; 14] = [
    Continuation { stage: Stage::Body, when: Facts::NAME, may_join: colon_path::may_join, join: Join::Never, flaw: None, keeps: None, pieces: colon_path::pieces, ..DEFAULT },
    Continuation { stage: Stage::Body, when: Facts::MARKED, may_join: obfuscated_host::may_join, join: Join::Never, flaw: Some(Flaw::ObfuscatedHost), keeps: None, pieces: obfuscated_host::pieces, ..DEFAULT },
    Continuation { stage: Stage::Body, when: Facts::STARS, may_join: double_star::may_join, keeps: None, pieces: double_star::pieces, ..DEFAULT },
    Continuation { stage: Stage::Body, when: Facts::BACKSLASH, may_join: escaped::may_join, join: Join::Never, flaw: None, keeps: Some(Why::Escape), pieces: escaped::pieces, ..DEFAULT },
    Continuation { stage: Stage::End, when: Facts::AT, schemes: |scheme| scheme.opaque.has_at(), join: Join::Never, flaw: Some(Flaw::ObfuscatedAt), keeps: None, pieces: at_word::opaque, ..DEFAULT },
    Continuation { stage: Stage::End, schemes: |scheme| scheme.opaque.has_identifier(), keeps: None, pieces: broken_id::pieces, ..DEFAULT },
    Continuation { stage: Stage::End, when: Facts::AT, schemes: |scheme| scheme.web, join: Join::Never, flaw: Some(Flaw::ObfuscatedAt), pieces: at_word::web, ..DEFAULT },
    Continuation { stage: Stage::Bracket, when: Facts::BREAK.or(Facts::UNCLOSED), pieces: own_bracket::pieces, ..DEFAULT },
    Continuation { when: Facts::BREAK.or(Facts::EQUALS), pieces: soft_break::pieces, ..DEFAULT },
    Continuation { when: Facts::BREAK.or(Facts::OPENED), may_join: enclosed::may_join, pieces: enclosed::pieces, ..DEFAULT },
    Continuation { when: Facts::BREAK.or(Facts::JOINT), may_join: broken_host::may_join, pieces: broken_host::pieces, ..DEFAULT },
    Continuation { may_join: incomplete::may_join, pieces: incomplete::pieces, ..DEFAULT },
    Continuation { when: Facts::BREAK.or(Facts::PERCENT), pieces: cut_escape::pieces, ..DEFAULT },
    Continuation { may_join: next_word::may_join, pieces: next_word::pieces, ..DEFAULT },
];

/// These ask for more than the run, with or without a row.
const DISPUTED: Facts = Facts::EMPTY
    .or(Facts::MANUAL)
    .or(Facts::TOO_LONG)
    .or(Facts::BROKEN_SCHEME);

/// For each stage, facts: wherever a rule of it may join, one of them holds.
const ASKED_AT: [Facts; 4] = {
    let (mut asked, mut i) = ([Facts::NONE; 4], 0);
    while i < TABLE.len() {
        let (stage, when) = (TABLE[i].stage as usize, TABLE[i].when);
        // Of all that such a rule asks for, a break is the rarest.
        let has_break = when.has_all(Facts::BREAK);
        asked[stage] = asked[stage].or(if has_break { Facts::BREAK } else { when });
        i += 1;
    }
    asked
};

/// One of these holds wherever a rule may join.
pub(super) const ASKED: Facts = {
    let [body, end, bracket, line] = ASKED_AT;
    DISPUTED.or(body).or(end).or(bracket).or(line)
};

impl Continuation {
    #[inline]
    fn is_asked(&self, extent: &Extent<'_>) -> bool {
        extent.facts.has_all(self.when)
            && extent.context.options.join >= self.join
            && (self.schemes)(extent.scheme)
            && (self.may_join)(extent)
    }
}

/// Whether a rule of the table is to be asked, or something else that is not simply the run.
#[inline]
pub(super) fn may_join(extent: &Extent<'_>) -> bool {
    // A break that no row joins may still give an alternative, or the URL may be delimited.
    let other = extent.context.options.join != Join::Sure && extent.facts.has_all(Facts::BREAK);
    extent.facts.has_any(DISPUTED) || other || TABLE.iter().any(|row| row.is_asked(extent))
}

/// Offers what the rules of this stage make of the URL that ends at `end` without them.
pub(super) fn read(
    extent: &Extent<'_>,
    stage: Stage,
    end: usize,
    offers: &mut Offers<'_>,
) -> Taken {
    if !extent.facts.has_any(ASKED_AT[stage as usize]) {
        return NEXT;
    }
    for row in TABLE.iter().filter(|row| row.stage == stage) {
        if row.is_asked(extent) && fill(extent, row.pieces, &mut offers.scratch.pieces) {
            extent.offer_joined(row.flaw, row.keeps, end, offers)?;
        }
    }
    NEXT
}

/// Puts into the scratch, as another reading, the URL with the next line's first word where that only looks like the rest of it; whether
/// it does. It is an alternative at most: wrong four times in five.
pub(super) fn plausible(extent: &Extent<'_>, scratch: &mut Scratch) -> bool {
    let asked =
        extent.context.options.join == Join::Plausible && extent.facts.has_all(Facts::BREAK);
    let found =
        asked && fill(extent, next_word::plausible, &mut scratch.pieces) && extent.finish(scratch);
    std::mem::swap(&mut scratch.pieces, &mut scratch.other);
    found
}

/// Puts the pieces that a rule joins into `pieces`; whether it joins any.
fn fill(extent: &Extent<'_>, rule: AddPieces, pieces: &mut Pieces) -> bool {
    extent.begin(pieces);
    rule(extent, pieces).is_some()
}
