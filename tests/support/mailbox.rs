//! Builds mailboxes with URLs at known positions, from the original text to the bytes of the file.
//!
//! Bytes have marks: the first byte of a URL is marked with its number. The encoders here follow the RFCs and share no code with the
//! library's decoders. The encoded form of a marked byte inherits the mark. So after any number of encodings, the position of the
//! mark is the expected position of the URL.

/// A byte, and the number of the URL that it begins, if any.
pub type Marked = (u8, Option<usize>);

/// A URL in the mailbox.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Planted {
    pub message: u32,
    pub start: usize,
    pub part: String,
    pub url: String,
}

/// A deterministic random number generator.
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % sides
    }
}

/// A transfer encoding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    Identity,
    QuotedPrintable,
    Base64,
    Uuencode,
}

/// The type of a text part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Plain,
    Html,
    Flowed,
}

pub fn unmarked(text: &str) -> Vec<Marked> {
    text.bytes().map(|b| (b, None)).collect()
}

pub fn bytes(marked: &[Marked]) -> Vec<u8> {
    marked.iter().map(|&(b, _)| b).collect()
}

fn marked(url: &str, number: usize) -> Vec<Marked> {
    let mut all = unmarked(url);
    all[0].1 = Some(number);
    all
}

/// RFC 2045 section 6.7: the required escapes and some others, with soft line breaks within 76 columns.
pub fn quoted_printable(text: &[Marked], dice: &mut Dice) -> Vec<Marked> {
    let mut out: Vec<Marked> = Vec::new();
    let mut column = 0;
    for (i, &(byte, mark)) in text.iter().enumerate() {
        if byte == b'\n' {
            out.push((byte, mark));
            column = 0;
            continue;
        }
        let ends_line = text.get(i + 1).is_none_or(|next| next.0 == b'\n');
        let must = byte == b'=' || !(b' '..=b'~').contains(&byte) || byte == b' ' && ends_line;
        let escape = match must || byte.is_ascii_alphanumeric() && dice.roll(40) == 0 {
            true if dice.roll(8) == 0 => format!("={byte:02x}"),
            true => format!("={byte:02X}"),
            false => (byte as char).to_string(),
        };
        if column + escape.len() > 75 || dice.roll(60) == 0 {
            out.extend(unmarked(
                ["=\n", "= \n", "=\t \n"][dice.roll(9).saturating_sub(6)],
            ));
            column = 0;
        }
        column += escape.len();
        let mut escape = unmarked(&escape);
        escape[0].1 = mark;
        out.extend(escape);
    }
    out
}

/// RFC 2045 section 6.8: the position of a byte is that of the digit with its first bit.
pub fn base64(text: &[Marked], width: usize) -> Vec<Marked> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut digits: Vec<Marked> = Vec::new();
    for unit in text.chunks(3) {
        let byte = |i: usize| unit.get(i).map_or(0, |b| b.0 as usize);
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for i in 0..4 {
            let digit = if i <= unit.len() {
                DIGITS[bits >> (18 - 6 * i) & 63]
            } else {
                b'='
            };
            digits.push((digit, unit.get(i).and_then(|b| b.1)));
        }
    }
    let mut out = Vec::new();
    for line in digits.chunks(width) {
        out.extend(line);
        out.push((b'\n', None));
    }
    out
}

/// The uuencode of POSIX, with a blank or a backquote for zeros: the position of a byte is that of the digit with its first bit.
pub fn uuencode(text: &[Marked], dice: &mut Dice) -> Vec<Marked> {
    let zero = [b' ', b'`'][dice.roll(2)];
    let digit = |value: usize| match value & 63 {
        0 => zero,
        value => value as u8 + 32,
    };
    let mut out = unmarked("begin 644 a text.txt\n");
    for line in text.chunks(45) {
        out.push((digit(line.len()), None));
        for unit in line.chunks(3) {
            let byte = |i: usize| unit.get(i).map_or(0, |b| b.0 as usize);
            let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
            let mark = |i: usize| unit.get(i).and_then(|b| b.1);
            out.extend((0..4).map(|i| (digit(bits >> (18 - 6 * i)), mark(i))));
        }
        // Some programs drop the blanks at the end of a line.
        while dice.roll(2) == 0 && out.pop_if(|b| b.0 == b' ').is_some() {}
        out.push((b'\n', None));
    }
    out.extend([(digit(0), None), (b'\n', None)]);
    out.extend(unmarked("end\n"));
    out
}

/// RFC 3676 with `DelSp=yes`: quoted to `depth`, with soft breaks anywhere except next to blanks and quote marks.
fn flowed(text: &[Marked], depth: usize, dice: &mut Dice) -> Vec<Marked> {
    let prefix = match depth {
        0 => String::new(),
        _ => ">".repeat(depth) + " ",
    };
    let mut out = Vec::new();
    for line in text.split(|b| b.0 == b'\n') {
        out.extend(unmarked(&prefix));
        let mut column = 0;
        for (i, &byte) in line.iter().enumerate() {
            column += 1;
            let plain = |b: Option<&Marked>| b.is_some_and(|b| b.0.is_ascii_alphanumeric());
            if column > 30
                && i + 1 < line.len()
                && plain(i.checked_sub(1).and_then(|i| line.get(i)))
                && plain(Some(&byte))
                && dice.roll(20) == 0
            {
                out.extend(unmarked(&format!(" \n{prefix}")));
                column = 0;
            }
            out.push(byte);
        }
        out.push((b'\n', None));
    }
    out
}

/// HTML 4 section 5.3: writes the required character references, and references for some letters.
fn references(text: &[Marked], dice: &mut Dice) -> Vec<Marked> {
    let mut out = Vec::new();
    for &(byte, mark) in text {
        let reference = match byte {
            b'&' => {
                ["&amp;", "&#38;", "&#x26;", "&#38"][dice.roll(6).saturating_sub(2)].to_string()
            }
            b'<' => "&lt;".to_string(),
            b'>' => "&gt;".to_string(),
            b'a'..=b'z' if dice.roll(50) == 0 => format!("&#{byte};"),
            _ => (byte as char).to_string(),
        };
        let mut reference = unmarked(&reference);
        reference[0].1 = mark;
        out.extend(reference);
    }
    out
}

/// Builds a mailbox.
pub struct Mailbox {
    dice: Dice,
    file: Vec<Marked>,
    message: u32,
    /// For each URL: its message, part and text.
    urls: Vec<(u32, String, String)>,
}

impl Mailbox {
    pub fn new(seed: u64) -> Mailbox {
        Mailbox {
            dice: Dice(seed * 2_654_435_769 + 88_172_645),
            file: Vec::new(),
            message: 0,
            urls: Vec::new(),
        }
    }

    /// Returns the file, and its URLs in order.
    pub fn finish(self, crlf: bool) -> (Vec<u8>, Vec<Planted>) {
        let mut file = Vec::new();
        let mut planted = Vec::new();
        for (byte, mark) in self.file {
            if crlf && byte == b'\n' {
                file.push(b'\r');
            }
            if let Some(number) = mark {
                let (message, part, url) = self.urls[number].clone();
                let start = file.len();
                planted.push(Planted {
                    message,
                    start,
                    part,
                    url,
                });
            }
            file.push(byte);
        }
        planted.sort();
        (file, planted)
    }

    fn header(&mut self) -> String {
        let n = self.message;
        let more = [
            "",
            "X-Url: http://no.example.org/header\n",
            "Received: from a\n by b; now\n",
        ][self.dice.roll(3)];
        format!(
            "From: joe@example.org\nDate: now\n{more}Message-ID: <{n}@example.org>\nMIME-Version: 1.0\n"
        )
    }

    /// Adds a message with a random structure.
    pub fn message(&mut self) {
        self.message += 1;
        let from = "From joe@example.org Mon Jan  3 10:00:00 1994\n";
        let header = self.header();
        let entity = self.entity("", 3, true);
        self.file.extend(unmarked(&format!("{from}{header}")));
        self.file.extend(entity);
        self.file.extend(unmarked("\n\n"));
    }

    /// Content fields, a blank line and a body. `number` is that of the part, or of the message that has this body.
    fn entity(&mut self, number: &str, depth: usize, of_message: bool) -> Vec<Marked> {
        let sides = if depth == 0 { 4 } else { 8 };
        let own = match (of_message, number) {
            (true, "") => String::new(),
            (true, _) => format!("{number}.1"),
            (false, _) => number.to_string(),
        };
        match self.dice.roll(sides) {
            0..4 => self.text(&own),
            4 => self.multipart("alternative", number, depth),
            5 => self.multipart("mixed", number, depth),
            6 => self.digest(number, depth),
            _ => self.forwarded(if own.is_empty() { "1" } else { &own }, depth),
        }
    }

    fn text(&mut self, part: &str) -> Vec<Marked> {
        let kind = [Kind::Plain, Kind::Plain, Kind::Html, Kind::Flowed][self.dice.roll(4)];
        let encoding = [
            Encoding::Identity,
            Encoding::QuotedPrintable,
            Encoding::Base64,
            Encoding::Uuencode,
        ][self.dice.roll(4)];
        let body = match kind {
            Kind::Plain => self.prose(part),
            Kind::Html => self.html(part),
            Kind::Flowed => {
                let (prose, depth) = (self.prose(part), self.dice.roll(3));
                flowed(&prose, depth, &mut self.dice)
            }
        };
        let name = match kind {
            Kind::Plain => [
                "text/plain",
                "Text/Plain; charset=utf-8",
                "text/x-patch;\n\tname=\"a;b.diff\"",
            ][self.dice.roll(3)],
            Kind::Html => [
                "text/html; charset=\"iso-8859-1\"",
                "application/octet-stream\nContent-Disposition: attachment; filename=\"a page.html\"",
                "application/octet-stream;\n\tname=\"=?utf-8?Q?a_page=2Ehtm?=\"",
            ][self.dice.roll(5).saturating_sub(2)],
            Kind::Flowed => "text/plain; format=flowed;\n DelSp=Yes",
        };
        let (encoding, body) = match encoding {
            Encoding::Identity => ("8bit", body),
            Encoding::QuotedPrintable => {
                ("Quoted-Printable", quoted_printable(&body, &mut self.dice))
            }
            Encoding::Base64 => ("base64", base64(&body, [76, 60, 71][self.dice.roll(3)])),
            Encoding::Uuencode => ("x-uuencode", uuencode(&body, &mut self.dice)),
        };
        let fields = format!("Content-Type: {name}\nContent-Transfer-Encoding: {encoding}\n\n");
        [unmarked(&fields), body].concat()
    }

    fn multipart(&mut self, subtype: &str, number: &str, depth: usize) -> Vec<Marked> {
        // A boundary that begins with the boundary of the enclosing multipart.
        let boundary = format!("=_b{}", "2".repeat(4 - depth));
        let mut body = unmarked(&format!(
            "Content-Type: multipart/{subtype}; boundary=\"{boundary}\"\n\n"
        ));
        // Text outside the parts has the number of the multipart.
        body.extend(self.prose(number));
        for child in 1..=2 + self.dice.roll(2) {
            let padding = ["", " ", "\t"][self.dice.roll(3)];
            body.extend(unmarked(&format!("\n--{boundary}{padding}\n")));
            let part = if number.is_empty() {
                child.to_string()
            } else {
                format!("{number}.{child}")
            };
            let entity = match self.dice.roll(6) {
                0 => picture(),
                _ => self.entity(&part, depth - 1, false),
            };
            body.extend(entity);
        }
        body.extend(unmarked(&format!("\n--{boundary}--\n")));
        body.extend(self.prose(number));
        body
    }

    fn digest(&mut self, number: &str, depth: usize) -> Vec<Marked> {
        let boundary = format!("=_b{}", "2".repeat(4 - depth));
        let mut body = unmarked(&format!(
            "Content-Type: multipart/digest; boundary=\"{boundary}\"\n\n"
        ));
        for child in 1..=2 {
            let part = if number.is_empty() {
                child.to_string()
            } else {
                format!("{number}.{child}")
            };
            let header = self.header();
            body.extend(unmarked(&format!("--{boundary}\n\n{header}")));
            body.extend(self.entity(&part, depth - 1, true));
            body.extend(unmarked("\n"));
        }
        // The closing boundary line is missing.
        body
    }

    /// An inner message, either plain or with a transfer encoding, which the RFC forbids.
    fn forwarded(&mut self, number: &str, depth: usize) -> Vec<Marked> {
        let header = self.header();
        let message = [unmarked(&header), self.entity(number, depth - 1, true)].concat();
        let (encoding, message) = match self.dice.roll(4) {
            0 => ("7bit", message),
            1 => ("base64", base64(&message, 72)),
            2 => ("x-uue", uuencode(&message, &mut self.dice)),
            _ => (
                "quoted-printable",
                quoted_printable(&message, &mut self.dice),
            ),
        };
        let fields =
            format!("Content-Type: message/rfc822\nContent-Transfer-Encoding: {encoding}\n\n");
        [unmarked(&fields), message].concat()
    }

    /// Stores a new URL of `part`.
    fn url(&mut self, part: &str) -> (String, usize) {
        let number = self.urls.len();
        let form = self.dice.roll(4);
        let url = match form {
            0 => format!("http://host{number}.example.org/"),
            1 => format!("https://www.example.com/a/~b/{number}?x=1&y=two&z={number}"),
            2 => {
                format!("ftp://ftp.example.net/pub/long-directory/another-one/file-{number}.tar.gz")
            }
            _ => format!(
                "https://example.org/{number}/a-path/that/is/long/enough/for/a/line/or/even/two/of/them.html#x"
            ),
        };
        self.urls
            .push((self.message, part.to_string(), url.clone()));
        (url, number)
    }

    /// Lines with URLs that are unambiguous for all rules for bare URLs.
    fn prose(&mut self, part: &str) -> Vec<Marked> {
        const WORDS: [&str; 8] = [
            "one",
            "two=2",
            "three,",
            "100%",
            "a=3D",
            "the end.",
            "héllo",
            "From here",
        ];
        let mut body = Vec::new();
        for _ in 0..self.dice.roll(6) {
            let word = WORDS[self.dice.roll(WORDS.len())];
            let (before, after) = [
                ("see ", " and"),
                ("see <URL:", "> and"),
                ("(", ") and"),
                ("<", ">, and"),
            ][self.dice.roll(4)];
            let (url, number) = self.url(part);
            body.extend(unmarked(&format!("and {word} {before}")));
            body.extend(marked(&url, number));
            body.extend(unmarked(&format!("{after} {word}\n\n")));
        }
        body.extend(unmarked("Nothing here: // and mailto: and http:\n"));
        body
    }

    fn html(&mut self, part: &str) -> Vec<Marked> {
        let mut body = unmarked("<html xmlns=\"http://no.example.org/xmlns\"><body>\n");
        for _ in 0..self.dice.roll(4) {
            let (quote, broken) = (["\"", "'"][self.dice.roll(2)], self.dice.roll(4) == 0);
            let (url, number) = self.url(part);
            let mut value = references(&marked(&url, number), &mut self.dice);
            if broken {
                // After the scheme, where a line break does not split a character reference.
                let slashes = value
                    .windows(3)
                    .position(|w| w.iter().all(|b| b.0 == b'/' || b.0 == b':'))
                    .unwrap_or(0)
                    + 3;
                value.splice(slashes..slashes, unmarked("\n  "));
            }
            body.extend(unmarked(&format!("<p>caf&eacute; <a class=x href={quote}")));
            body.extend(value);
            body.extend(unmarked(&format!("{quote}>here</a> or&nbsp;")));
            let (url, number) = self.url(part);
            body.extend(references(&marked(&url, number), &mut self.dice));
            body.extend(unmarked("</p><img src=\"cid:a@example.org\">\n"));
        }
        body.extend(unmarked("</body></html>\n"));
        body
    }
}

/// An attachment that is not text.
fn picture() -> Vec<Marked> {
    unmarked("Content-Type: image/x-test\n\nhttp://no.example.org/picture\n")
}
