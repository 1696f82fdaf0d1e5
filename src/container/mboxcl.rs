//! mboxcl and mboxcl2: mbox whose messages have a `Content-Length`, so a `From ` line in a body need not be quoted.

use super::declared_length::{LengthFormat, length};
use super::header::Head;
use super::message::Layout;
use super::{Container, mbox};

const LENGTHS: LengthFormat = LengthFormat {
    end,
    next: |bytes, at| mbox::next_separator(bytes, at, mbox::is_strict),
};

pub(super) const MBOXCL: Container = Container {
    matches_head: |head| {
        (mbox::STRICT.matches_head)(head) && end(head, mbox::first_line(head)).is_some()
    },
    cut: |chunk| LENGTHS.cut(chunk),
    open_message: |chunk| LENGTHS.open_message(chunk),
    texts: |chunk, start, selection| LENGTHS.texts(chunk, start, selection, Layout::parse),
    is_cut_locally: false,
    ..mbox::STRICT
};

/// The end that the message at `at` declares.
fn end(bytes: &[u8], at: usize) -> Option<usize> {
    let head = Head::parse(&bytes[at..]);
    let len = length(&bytes[at..][head.content_length])?;
    (at + head.body).checked_add(len)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FROM: &str = "From a@b Mon Jan  3 10:00:00 1994\n";

    fn bodies(mailbox: &str) -> Vec<String> {
        MBOXCL.bodies(mailbox.as_bytes())
    }

    #[test]
    fn a_length_that_leads_to_a_message_is_trusted() {
        let inner = format!("one\n\n{FROM}Subject: quoted\n\nbody\n");
        let outer = |len: usize| {
            format!("{FROM}Content-Length: {len}\n\n{inner}\n{FROM}Content-Length: 4\n\ntwo\n")
        };
        assert!((MBOXCL.matches_head)(outer(inner.len()).as_bytes()));
        assert_eq!(bodies(&outer(inner.len())), [&inner, "two\n"]);
        let after_blank_line = format!("\n{}", outer(inner.len()));
        assert!((MBOXCL.matches_head)(after_blank_line.as_bytes()));
        assert_eq!(bodies(&after_blank_line)[1..], [&inner, "two\n"]);
        // A length that does not lead there is ignored.
        for wrong in [0, 3, inner.len() - 3, inner.len() + 9, 1 << 40] {
            assert_eq!(bodies(&outer(wrong)).len(), 3, "{wrong}");
        }
    }

    #[test]
    fn cuts_where_a_message_certainly_ends() {
        let inner = format!("one\n\n{FROM}Subject: quoted\n\nbody\n");
        let first = format!("{FROM}Content-Length: {}\n\n{inner}\n", inner.len());
        let all = format!("{first}{FROM}Content-Length: 2000\n\n{:2000}", "two");
        for len in 0..=all.len() {
            let cut = (MBOXCL.cut)(&all.as_bytes()[..len]).filter(|&cut| cut > 0);
            assert!(cut.is_none() || cut == Some(first.len()), "{len}: {cut:?}");
        }
        assert_eq!((MBOXCL.cut)(all.as_bytes()), Some(first.len()));
    }

    /// A stream may pause anywhere.
    #[test]
    fn messages_before_an_open_one_stay() {
        let inner = format!("one\n\n{FROM}Subject: quoted\n\nbody\n");
        let first = format!("{FROM}Content-Length: {}\n\n{inner}\n", inner.len());
        let all = format!("{first}{first}{FROM}Content-Length: 4\n\ntwo\n");
        let starts = |bytes: &[u8], open: usize| -> Vec<usize> {
            let texts = MBOXCL.texts(bytes, 0).map(|text| text.place.head.start);
            texts.filter(|start| *start < open).collect()
        };
        let mut open_ones = 0;
        for len in 0..=all.len() {
            let bytes = &all.as_bytes()[..len];
            let open = (MBOXCL.open_message)(bytes);
            open_ones += usize::from(open.is_some());
            let open = open.unwrap_or(len);
            assert_eq!(starts(bytes, open), starts(all.as_bytes(), open), "{len}");
        }
        assert!(open_ones > inner.len());
        assert_eq!((MBOXCL.open_message)(all.as_bytes()), None);
    }
}
