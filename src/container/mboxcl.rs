//! mboxcl and mboxcl2: mbox whose messages bear a `Content-Length`, so that no `From ` in a body need be quoted.

use super::counted::Format;
use super::header::Head;
use super::message::{self, Messages};
use super::{Container, mbox};

const MAX: usize = 64 << 20;

const COUNTED: Format = Format {
    end,
    next: |bytes, at| mbox::next_separator(bytes, at),
    max: MAX,
};

pub(super) const MBOXCL: Container = Container {
    name: "mbox",
    looks: |head| (mbox::STRICT.looks)(head) && end(head, 0).is_some(),
    cut: |chunk| COUNTED.cut(chunk),
    texts: |chunk, start, want| {
        let (rest, messages) = COUNTED.messages(chunk);
        let rest = (!rest.is_empty()).then(|| message::rest(chunk, rest, start, want));
        let messages = messages.into_iter().zip(1..);
        let messages =
            messages.map(move |(at, number)| message::texts(chunk, at, start, number, want));
        Box::new(Messages::of(rest.into_iter().chain(messages)))
    },
    max: MAX,
};

/// Where the message at `at` says that it ends.
fn end(bytes: &[u8], at: usize) -> Option<usize> {
    let head = Head::of(&bytes[at..]);
    let value = &bytes[at..][head.content_length];
    let len: usize = std::str::from_utf8(value.trim_ascii()).ok()?.parse().ok()?;
    (at + head.body).checked_add(len)
}

#[cfg(test)]
mod tests {
    use super::super::want::Selection;
    use super::*;

    const FROM: &str = "From a@b Mon Jan  3 10:00:00 1994\n";

    fn bodies(mailbox: &str) -> Vec<String> {
        let texts = (MBOXCL.texts)(mailbox.as_bytes(), 0, Selection::DEFAULT);
        texts
            .map(|text| String::from_utf8_lossy(&text.bytes).into_owned())
            .collect()
    }

    #[test]
    fn a_count_that_leads_to_a_message_is_believed() {
        let inner = format!("one\n\n{FROM}Subject: quoted\n\nbody\n");
        let outer = |len: usize| {
            format!("{FROM}Content-Length: {len}\n\n{inner}\n{FROM}Content-Length: 4\n\ntwo\n")
        };
        assert!((MBOXCL.looks)(outer(inner.len()).as_bytes()));
        assert_eq!(bodies(&outer(inner.len())), [&inner, "two\n"]);
        // One that does not lead there is not.
        for lie in [0, 3, inner.len() - 3, inner.len() + 9, 1 << 40] {
            assert_eq!(bodies(&outer(lie)).len(), 3, "{lie}");
        }
    }

    #[test]
    fn cut_where_a_message_is_known_to_end() {
        let inner = format!("one\n\n{FROM}Subject: quoted\n\nbody\n");
        let first = format!("{FROM}Content-Length: {}\n\n{inner}\n", inner.len());
        let all = format!("{first}{FROM}Content-Length: 2000\n\n{:2000}", "two");
        for len in 0..=all.len() {
            let cut = (MBOXCL.cut)(&all.as_bytes()[..len]).filter(|&cut| cut > 0);
            assert!(cut.is_none() || cut == Some(first.len()), "{len}: {cut:?}");
        }
        assert_eq!((MBOXCL.cut)(all.as_bytes()), Some(first.len()));
    }
}
