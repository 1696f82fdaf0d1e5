//! Plain names of hosts and plain addresses, recognised by the kinds of their bytes. They have no flaw.

use super::Kinds;
use crate::class::Class;
use crate::span::{beginning, run};

/// Labels of letters, digits, and hyphens within them, single dots between.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Labels {
    /// Their length.
    pub(crate) len: usize,
    /// Where the last one begins.
    pub(crate) last: usize,
    /// The bits of the dots.
    dots: u64,
}

impl Labels {
    /// How many labels these are.
    pub(crate) fn count(&self) -> usize {
        1 + self.dots.count_ones() as usize
    }

    /// Where the label before the last one begins.
    pub(crate) fn second(&self) -> Option<usize> {
        let before = self.dots & !(1 << self.last.checked_sub(1)?);
        Some(64 - before.leading_zeros() as usize)
    }
}

impl Kinds {
    /// The length of the plain host that `rest` begins with, and of its port; these are the kinds of its first bytes.
    #[inline]
    pub(crate) fn plain_login(&self, rest: &[u8]) -> Option<usize> {
        let len = self.plain_host(rest)?;
        Some(len + port(&rest[len..]))
    }

    /// The length of the plain host: labels of letters, digits and hyphens, the last begun by a letter; or four numbers. A final dot
    /// is left out.
    #[inline(always)]
    fn plain_host(&self, rest: &[u8]) -> Option<usize> {
        let (len, last_label) = self.labels()?;
        let is_host = || Class::ALPHA.has(rest[last_label]) || is_number(&rest[..len]);
        is_host().then_some(len)
    }

    /// The length of the labels, with single dots between, that these bytes begin with, and where the last one begins. No label begins
    /// or ends with a hyphen.
    #[inline]
    fn labels(&self) -> Option<(usize, usize)> {
        let of_name = self.label | self.dot;
        let len = of_name.trailing_ones() as usize;
        if len >= self.len {
            return None;
        }
        let whole = of_name & !(of_name + 1);
        // The dot of a sentence.
        let whole = whole & !((whole ^ whole >> 1) & self.dot);
        let dots = self.dot & whole;
        // The first and last bytes of labels.
        let first = dots << 1 | 1;
        let last = dots >> 1 | (whole ^ whole >> 1);
        let wrong = (first | last) & (self.dot | self.hyphen) | first & !whole;
        let last_label = 63 - first.leading_zeros() as usize;
        let len = 64 - whole.leading_zeros() as usize;
        (wrong == 0).then_some((len, last_label))
    }

    /// The labels that `rest` begins with, if no other character of a name follows and the last one has no hyphen.
    #[inline]
    pub(crate) fn plain_labels(&self, rest: &[u8]) -> Option<Labels> {
        let (len, last_label) = self.labels()?;
        let run = (self.label | self.dot).trailing_ones() as usize;
        let goes_on = rest.get(run).is_some_and(|&b| Class::NAME.has(b));
        let tied = self.hyphen & !(u64::MAX << len) & u64::MAX << last_label;
        // Perl's documentation has `E<gt>` after a name.
        let is_plain = !goes_on && tied == 0 && rest.get(len) != Some(&b'<');
        is_plain.then_some(Labels {
            len,
            last: last_label,
            dots: self.dot & !(u64::MAX << len),
        })
    }

    /// The length of the letters, digits, hyphens and dots that these bytes end with; 0 if two dots stand together in it, or if it is all.
    #[inline]
    pub(crate) fn plain_run_before(&self) -> usize {
        let of_name = self.label | self.dot;
        let len = of_name.leading_ones() as usize;
        if !(1..64).contains(&len) {
            return 0;
        }
        let dots = self.dot & u64::MAX << (64 - len);
        if dots & dots << 1 == 0 { len } else { 0 }
    }

    /// The length of the plain address that `rest` begins with: letters, digits, hyphens and dots, `@`, and a plain name.
    #[inline]
    pub(crate) fn plain_address(&self, rest: &[u8]) -> Option<usize> {
        let local = (self.label | self.dot).trailing_ones() as usize;
        let skipped = local + 1;
        if local == 0 || skipped >= self.len || rest.get(local) != Some(&b'@') {
            return None;
        }
        let behind = Kinds {
            label: self.label >> skipped,
            dot: self.dot >> skipped,
            hyphen: self.hyphen >> skipped,
            notable: self.notable >> skipped,
            len: self.len - skipped,
        };
        Some(skipped + behind.plain_domain(&rest[skipped..])?)
    }

    /// The length of the plain name of a domain, and of its port.
    #[inline]
    pub(crate) fn plain_domain(&self, rest: &[u8]) -> Option<usize> {
        let len = self.plain_host(rest)?;
        (!is_number(&rest[..len])).then_some(len + port(&rest[len..]))
    }
}

/// Whether a name whose labels are not empty is an address of IPv4: `hostnumber` of RFC 1738 section 5.
#[inline]
fn is_number(name: &[u8]) -> bool {
    let is_of_number = |b: &u8| b.is_ascii_digit() || *b == b'.';
    name.iter().all(is_of_number) && memchr::memchr_iter(b'.', name).count() == 3
}

/// The length of the port that `rest` begins with, if nothing can be said against it.
#[inline]
fn port(rest: &[u8]) -> usize {
    match rest {
        [b':', digits @ ..] => match run(beginning(digits, 5), |b| b.is_ascii_digit()) {
            len @ 1..=4 if digits[0] != b'0' => len + 1,
            _ => 0,
        },
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use crate::grammar::host;
    use crate::simd::{Available, Engine, STEP};

    #[test]
    fn plain_names_are_names() {
        let pieces = ["a", "B9", "-", ".", "/", "_", "0", "x-y", " "];
        for number in (0..pieces.len().pow(5)).step_by(STEP * STEP) {
            let mut n = number;
            let mut text = String::new();
            for _ in 0..5 {
                text += pieces[n % pieces.len()];
                n /= pieces.len();
            }
            let run =
                text.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || "-.".contains(c));
            let run = &text[..text.len() - run.len()];
            let want = host::name(run.strip_suffix('.').unwrap_or(run).as_bytes());
            for engine in Engine::available() {
                let kinds = Available::new(engine).kinds(text.as_bytes(), 0);
                assert_eq!(kinds.plain_login(text.as_bytes()), want, "{text}");
            }
        }
    }

    #[test]
    fn numbers_are_hosts_and_no_domains() {
        for (text, host) in [
            ("1.2.3.4/", Some(7)),
            ("127.0.0.1:80/", Some(12)),
            ("00.1.999.4. ", Some(10)),
            ("1.2.3/", None),
            ("1.2.3.4.5/", None),
            ("1.2.3.4a/", None),
            ("1.2.3.a4/", Some(8)),
            ("1..3.4/", None),
        ] {
            for engine in Engine::available() {
                let engine = Available::new(engine);
                let kinds = engine.kinds(text.as_bytes(), 0);
                assert_eq!(kinds.plain_login(text.as_bytes()), host, "{text}");
                let address = format!("joe@{text}");
                let domain = host.filter(|_| text.contains('a')).map(|len| len + 4);
                let kinds = engine.kinds(address.as_bytes(), 0);
                assert_eq!(kinds.plain_address(address.as_bytes()), domain, "{address}");
            }
        }
    }
}
