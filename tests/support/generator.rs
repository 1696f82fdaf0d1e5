//! Random URLs of RFC 1738, section 5, and strings that differ from them by a few edits.
//!
//! [`url`] follows the productions of section 5, so its output always matches the grammar, as profile `rfc1738` interprets it. It is
//! the inverse of `acceptor.rs` and shares no table with it, so a mistake in one is detected by the other. [`mutant`] tests the
//! other direction, because a parser that accepts everything would pass on valid URLs alone. About half of the mutants are still
//! URLs.
//!
//! Everything depends on the seed only. A failure reports its seed and can be reproduced with it.

#![allow(dead_code, reason = "each test file uses its own part")]
#![allow(unreachable_pub, reason = "a test crate exports nothing")]

/// Splitmix64: short, without dependencies, and good for any seed, including 0.
pub struct Rng(u64);

impl Rng {
    /// The sequence for this seed.
    pub fn new(seed: u64) -> Self {
        Rng(seed)
    }

    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `n`; 0 if `n` is 0. The bias of the remainder does not matter here.
    pub fn below(&mut self, n: usize) -> usize {
        (self.bits() % n.max(1) as u64) as usize
    }

    /// True with probability `num` / `den`.
    pub fn chance(&mut self, num: usize, den: usize) -> bool {
        self.below(den) < num
    }

    /// One of `choices`, which must not be empty.
    pub fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.below(choices.len())]
    }
}

/// A URL that matches section 5, of any of the ten schemes or sometimes of another one.
///
/// Optional parts are sometimes present, and parts that may be empty sometimes are. Most URLs are shorter than 50 bytes, and few
/// are longer than 150.
pub fn url(rng: &mut Rng) -> Vec<u8> {
    let mut pen = Pen { rng, out: vec![] };
    let forms = *pen.rng.pick(&FORMS);
    let form = *pen.rng.pick(forms);
    let (scheme, schemepart) = form.split_once(':').unwrap_or((form, ""));
    pen.scheme(scheme);
    pen.literal(":");
    pen.walk(schemepart);
    if pen.rng.chance(1, 6) {
        pen.walk("#{xchars}");
    }
    pen.out
}

/// The patterns of [`Pen::walk`], one row per scheme. `[ ]` is optional, `{ }` names a [`Pen::part`], other text is literal. An
/// empty scheme means any scheme except the ten.
const FORMS: [&[&str]; 13] = [
    &["ftp://{login}[/{fpath}[;type={ftptype}]]"],
    &["http://{hostport}[/{hpath}[?{search}]]"],
    &["gopher://{hostport}[/[{gtype}{xchars}[%09{search}[%09{xchars}[{plus}]]]]]"],
    &["mailto:{xchar}{xchars}", "mailto:{article}@{host}"],
    &["news:*", "news:{group}", "news:{article}@{host}"],
    &["nntp://{hostport}/{group}[/{digits}]"],
    &["telnet://{login}[/]"],
    &[
        "wais://{hostport}/{uchars}",
        "wais://{hostport}/{uchars}?{search}",
        "wais://{hostport}/{uchars}/{uchars}/{uchars}",
    ],
    &[
        "file:///{fpath}",
        "file://localhost/{fpath}",
        "file://{host}/{fpath}",
    ],
    &["prospero://{hostport}/{fpath}[;{field}={field}[;{field}={field}]]"],
    // Any `*xchar`; half of them look like one of the ten schemes.
    &["https:{xchars}", "https://{login}[/{xchars}]"],
    &[":{xchars}", "://{login}[/{xchars}]"],
    &[":{xchars}", "://{login}[/{xchars}]"],
];

/// Schemes that section 5 does not name; some differ from a named one in a single letter.
const OTHER: [&str; 14] = [
    "afs", "cid", "ftps", "htt", "mid", "mms", "newss", "nfs", "s3", "svn+ssh", "tn3270", "url",
    "x", "z39.50",
];

const ALPHA: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const DIGIT: &str = "0123456789";
const ALPHADIGIT: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const SAFE_AND_EXTRA: &str = "$-_.+!*'(),";
const RESERVED: &str = ";/?:@&=";
/// Escapes that a parser may confuse with the characters that they encode, or with the separator of gopher URLs.
const CONFUSABLE: [&str; 13] = [
    "%00", "%09", "%0d%0A", "%20", "%23", "%25", "%2F", "%2f", "%3A", "%3b", "%3F", "%40", "%7E",
];

struct Pen<'a> {
    rng: &'a mut Rng,
    out: Vec<u8>,
}

impl Pen<'_> {
    /// Writes a string that matches the pattern.
    fn walk(&mut self, form: &str) {
        let Some(at) = form.find(['[', '{']) else {
            return self.literal(form);
        };
        self.literal(&form[..at]);
        let end = at + closing(&form[at..]);
        let inner = &form[at + 1..end];
        if form[at..].starts_with('{') {
            self.part(inner);
        } else if self.rng.chance(1, 2) {
            self.walk(inner);
        }
        self.walk(&form[end + 1..]);
    }

    fn part(&mut self, name: &str) {
        match name {
            "login" => self.walk("[{user}[:{user}]@]{hostport}"),
            "user" => self.text(";?&="),
            "hostport" => self.walk("{host}[:{digits}]"),
            "host" if self.rng.chance(1, 6) => self.walk("{digits}.{digits}.{digits}.{digits}"),
            "host" => self.walk("[{label}.[{label}.[{label}.]]]{toplabel}"),
            "label" => {
                self.one(ALPHADIGIT);
                self.walk("[{rest of label}]");
            }
            "toplabel" => {
                self.one(ALPHA);
                self.walk("[{rest of label}]");
            }
            "rest of label" => {
                self.run("abcdefgxyzABC0189-", 0, 5);
                self.one(ALPHADIGIT);
            }
            // Values on both sides of the limits of ports and address octets.
            "digits" => match self.rng.below(6) {
                0 => self.any(&["0", "00", "255", "256", "65535", "65536"]),
                1 => self.run(DIGIT, 1, 24),
                _ => self.run(DIGIT, 1, 4),
            },
            "fpath" => self.segments("?:@&="),
            "hpath" => self.segments(";:@&="),
            "search" => self.text(";:@&="),
            "field" => self.text("?:@&"),
            "ftptype" => self.one("AIDaid"),
            "gtype" => self.any(&["%09", "%31", "0", "7", "g", "I", "/", "?", "+", "*"]),
            "plus" => self.literal("%091%0D%0A+-1%0D%0A.%0D%0A"),
            "group" => {
                self.one(ALPHA);
                self.run("abcdefgxyzABC0189-.+_", 0, 12);
            }
            "article" => {
                self.any(&["a", "Z9", "//", "%40", "*", "?", ":", "0"]);
                self.text(";/?:&=");
            }
            "uchars" => self.text(""),
            "xchars" => self.text(RESERVED),
            "xchar" => self.any(&["a", "0", "*", "%40", "%25", "/", "?", "@"]),
            _ => unreachable!("no part is called {name}"),
        }
    }

    /// Segments separated by `/`. A single empty one is an empty path.
    fn segments(&mut self, also: &str) {
        self.text(also);
        for _ in 0..self.rng.below(4) {
            self.literal("/");
            self.text(also);
        }
    }

    /// Any number of `uchar` and of bytes in `also`.
    fn text(&mut self, also: &str) {
        let most = *self.rng.pick(&[0, 3, 6, 6, 16]);
        for _ in 0..self.rng.below(most + 1) {
            match self.rng.below(16) {
                0 | 1 => self.escape(),
                2 | 3 => self.one(SAFE_AND_EXTRA),
                4..=6 if !also.is_empty() => self.one(also),
                _ => self.one(ALPHADIGIT),
            }
        }
    }

    fn escape(&mut self) {
        if self.rng.chance(1, 2) {
            self.any(&CONFUSABLE);
        } else {
            self.literal("%");
            // The first digit is not 0, so it is never `%09`.
            self.one("123456789abcdefABCDEF");
            self.one("0123456789abcdefABCDEF");
        }
    }

    /// The scheme, in its usual or any other case. A random other scheme if `printed` is empty.
    fn scheme(&mut self, printed: &str) {
        let start = self.out.len();
        if !printed.is_empty() {
            self.literal(printed);
        } else if self.rng.chance(1, 2) {
            self.any(&OTHER);
        } else {
            // None of the ten schemes begins with one of these.
            self.any(&["x-", "x-", "x-", "0", "9", "+", "-", ".", "z"]);
            self.run("abcxyz0189+-.", 0, 5);
        }
        let (upper, mixed) = (self.rng.chance(1, 8), self.rng.chance(1, 8));
        for byte in &mut self.out[start..] {
            if upper || mixed && self.rng.chance(1, 2) {
                byte.make_ascii_uppercase();
            }
        }
    }

    /// Between `min` and `max` bytes from `bytes`.
    fn run(&mut self, bytes: &str, min: usize, max: usize) {
        for _ in 0..min + self.rng.below(max - min + 1) {
            self.one(bytes);
        }
    }

    fn one(&mut self, bytes: &str) {
        let byte = *self.rng.pick(bytes.as_bytes());
        self.out.push(byte);
    }

    fn literal(&mut self, literal: &str) {
        self.out.extend_from_slice(literal.as_bytes());
    }

    fn any(&mut self, literals: &[&str]) {
        let literal = *self.rng.pick(literals);
        self.literal(literal);
    }
}

/// The position of the bracket that closes the one at the beginning of `form`.
fn closing(form: &str) -> usize {
    let mut depth = 0;
    let is_closing = |byte: u8| {
        match byte {
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth -= 1,
            _ => {}
        }
        depth == 0
    };
    form.bytes().position(is_closing).unwrap_or(form.len() - 1)
}

/// The bytes that the productions mention.
const TAKEN: &[u8] = b"//?#@:;=&%...-+_*,a0Z9";
/// Bytes that no production allows.
const UNSAFE: &[u8] = b"[]~ <>\"\\{}^|`\x80\t\n";
/// Strings that begin, end or separate parts.
const TOKENS: [&str; 16] = [
    "//", "://", "..", "%09", "%2F", "%zz", "%4", ":80", ":", "@", "u:p@", "/", "?q", "#f",
    ";type=a", ";n=v",
];

/// Applies one to three small edits to `url`. About half of the mutants still match section 5.
pub fn mutant(rng: &mut Rng, url: &[u8]) -> Vec<u8> {
    let mut out = url.to_vec();
    for _ in 0..*rng.pick(&[1, 1, 1, 2, 2, 3]) {
        edit(rng, &mut out);
    }
    out
}

fn edit(rng: &mut Rng, url: &mut Vec<u8>) {
    let at = place(rng, url);
    let bytes = if rng.chance(1, 4) { UNSAFE } else { TAKEN };
    let new = *rng.pick(bytes);
    // `here` is a byte to edit; some edits need one.
    let here = at.min(url.len().saturating_sub(1));
    match rng.below(14) {
        0 => url.insert(at, new),
        1 => drop(url.splice(at..at, rng.pick(&TOKENS).bytes())),
        2 => {
            let other = self::url(rng);
            let from = place(rng, &other);
            url.splice(at.., other[from..].iter().copied());
        }
        _ if url.is_empty() => {}
        3 => url.truncate(at),
        4 => url[here] = new,
        5 | 6 => drop(url.remove(here)),
        7 | 8 => url.insert(here, url[here]),
        9 => url.swap(here, here.saturating_sub(1)),
        10 | 11 => {
            // Changes the case of the first letter from here on.
            if let Some(letter) = url[at..].iter_mut().find(|b| b.is_ascii_alphabetic()) {
                *letter ^= 0x20;
            }
        }
        // Removes everything up to the next delimiter, so a part may become empty.
        12 => {
            let end = url[at..].iter().position(is_delimiter);
            url.drain(at..end.map_or(url.len(), |end| at + end));
        }
        _ => {
            let (old, new) = *rng.pick(&[("//", ""), ("://", ":"), (".", ".."), ("/", "//")]);
            let mut places = url.windows(old.len());
            if let Some(at) = places.position(|here| here == old.as_bytes()) {
                url.splice(at..at + old.len(), new.bytes());
            }
        }
    }
}

/// The offset of an edit, from 0 to the length. It is mostly next to a delimiter, because edits in the middle of a part are nearly
/// all alike.
fn place(rng: &mut Rng, url: &[u8]) -> usize {
    let delimiters: Vec<usize> = (0..url.len())
        .filter(|&at| is_delimiter(&url[at]))
        .collect();
    if delimiters.is_empty() || rng.chance(1, 3) {
        return rng.below(url.len() + 1);
    }
    rng.pick(&delimiters) + rng.below(2)
}

fn is_delimiter(byte: &u8) -> bool {
    b"/?#@:;=%.".contains(byte)
}
