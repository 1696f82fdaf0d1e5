//! What benches run on: 1 MiB each, of copies of the texts in `corpora/` or of hostile bytes, with the count that each must give.

#![allow(dead_code, reason = "each bench uses its own part")]
#![allow(unreachable_pub, reason = "a bench exports nothing")]

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use urlgrep::{Extractor, mail, url};

pub const MAIL_1994: &str = include_str!("../../corpora/mail/1994.mbox");
pub const MAIL_TODAY: &str = include_str!("../../corpora/mail/today.mbox");
const APPENDIX: &str = include_str!("../../corpora/rfc/appendix.txt");

const SIZE: usize = 1 << 20;

/// An input by name, and what is done with it.
pub struct Input {
    pub name: &'static str,
    /// Makes it, and says what `count` must give.
    pub make: fn() -> (Vec<u8>, usize),
    pub count: fn(&[u8]) -> usize,
}

pub static INPUTS: [Input; 11] = [
    Input {
        name: "plain-mail",
        // As corpora/mail/today.mbox.expected has it.
        make: || copies(MAIL_TODAY.as_bytes(), 127),
        count: as_mail,
    },
    Input {
        name: "prose",
        make: || copies(prose().as_bytes(), 0),
        count: as_text,
    },
    Input {
        name: "dense-urls",
        make: || each_url(|url| format!("{url}\n")),
        count: as_text,
    },
    Input {
        name: "wrappers",
        make: || each_url(|url| format!("See <URL:{url}> for it.\n")),
        count: as_text,
    },
    Input {
        name: "folded-and-quoted",
        // Three examples, each twice.
        make: || copies(APPENDIX.as_bytes(), 6),
        count: as_text,
    },
    Input {
        name: "html-mail",
        make: html_mail,
        count: as_mail,
    },
    Input {
        name: "quoted-printable",
        make: || encoded(&Letter::new(), "quoted-printable"),
        count: as_mail,
    },
    Input {
        name: "base64",
        make: || encoded(&Letter::new(), "base64"),
        count: as_mail,
    },
    Input {
        name: "hostile-wrappers",
        make: || copies(b"<URL:", 0),
        count: as_text,
    },
    Input {
        name: "hostile-colons",
        make: || copies(b"a:", 0),
        count: as_text,
    },
    Input {
        name: "parse",
        make: || each_url(|url| format!("{url}\n")),
        count: parsed,
    },
];

/// How many URLs there are in `bytes`, as plain text.
pub fn as_text(bytes: &[u8]) -> usize {
    Extractor::default().extract_bytes(bytes).count()
}

/// How many there are in the texts of a mailbox or message.
pub fn as_mail(bytes: &[u8]) -> usize {
    let urls = Extractor::default();
    let texts = mail::detect(bytes).texts(bytes, 0);
    texts.map(|text| urls.extract_text(&text).count()).sum()
}

/// How many lines are URLs with a scheme, each taken apart and judged.
pub fn parsed(lines: &[u8]) -> usize {
    let lines = lines.split(|&b| b == b'\n');
    lines
        .filter(|line| url::parse(line).0.scheme().is_some())
        .count()
}

/// Copies enough to fill [`SIZE`], and how often `count` that is.
pub fn copies(text: &[u8], count: usize) -> (Vec<u8>, usize) {
    let times = SIZE.div_ceil(text.len());
    (text.repeat(times), count * times)
}

/// The URLs with slashes that the lists of the mailboxes have.
fn urls() -> impl Iterator<Item = &'static str> + Clone {
    let lists = [
        include_str!("../../corpora/mail/1994.mbox.expected"),
        include_str!("../../corpora/mail/today.mbox.expected"),
    ];
    let lines = lists.into_iter().flat_map(str::lines);
    lines
        .filter_map(|line| line.split(' ').nth(2))
        // `whois++` is one in a wrapper only.
        .filter(|url| url.contains("://") && url.is_ascii() && !url.contains("++"))
}

/// A text with each of them.
fn each_url(line: fn(&str) -> String) -> (Vec<u8>, usize) {
    let text: String = urls().map(line).collect();
    copies(text.as_bytes(), urls().count())
}

/// Lines of the mailboxes in which nothing looks like a URL; their colons are those of mail.
pub fn prose() -> String {
    let lines = MAIL_1994.lines().chain(MAIL_TODAY.lines());
    let signs = [
        "//", "<", ">", "URL", "http", "mailto", "news:", "doi:", "geo:", "magnet:", "xmpp:",
        "From ",
    ];
    let plain = lines.filter(|line| signs.iter().all(|sign| !line.contains(sign)));
    plain.flat_map(|line| [line, "\n"]).collect()
}

/// Prose with a URL behind every eighth line.
pub struct Letter {
    pub lines: Vec<String>,
    pub urls: usize,
}

impl Letter {
    pub fn new() -> Letter {
        let (prose, mut urls) = (prose(), urls().cycle());
        let mut letter = Letter {
            lines: Vec::new(),
            urls: 0,
        };
        for (i, line) in prose.lines().enumerate() {
            letter.lines.push(line.to_string());
            if i % 8 == 7 {
                letter.lines.extend(urls.next().map(str::to_string));
                letter.urls += 1;
            }
        }
        letter
    }
}

/// A mailbox of copies of one message.
pub fn mailbox(fields: &str, body: &str, count: usize) -> (Vec<u8>, usize) {
    let message = format!(
        "From joe@example.org Mon Jan  3 10:00:00 1994\nFrom: joe@example.org\nDate: Mon, 3 Jan 1994 10:00:00 +0000\n{fields}\n{body}\n\n"
    );
    copies(message.as_bytes(), count)
}

/// A mailbox of the letter in a transfer encoding.
pub fn encoded(letter: &Letter, encoding: &str) -> (Vec<u8>, usize) {
    let text = letter.lines.join("\n");
    let body = match encoding {
        "base64" => {
            let digits = STANDARD.encode(&text);
            let lines = digits.as_bytes().chunks(76).map(str::from_utf8);
            lines
                .map(|line| format!("{}\n", line.unwrap_or_default()))
                .collect()
        }
        "quoted-printable" => quoted_printable::encode_to_str(&text).replace("\r\n", "\n"),
        _ => text,
    };
    let fields = format!(
        "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: {encoding}\n"
    );
    mailbox(&fields, &body, letter.urls)
}

/// A mailbox of the letter as a web page; each URL is a link, and its text.
pub fn html_mail() -> (Vec<u8>, usize) {
    let letter = Letter::new();
    let lines = letter.lines.iter().map(|line| match line.contains("//") {
        true => {
            let url = line.replace('&', "&amp;");
            format!("<p>It is at <a href=\"{url}\">{url}</a>.</p>\n")
        }
        false => format!("<p class=\"text\">{}<br></p>\n", line.replace('&', "&amp;")),
    });
    let body: String = lines.collect();
    let fields = "MIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\n";
    mailbox(fields, &body, 2 * letter.urls)
}
