//! The inputs of the benchmarks: 1 MiB each, or 180 KB of values that are hostile, made of copies of texts in `corpora/` or of hostile
//! bytes, with their expected counts.

#![allow(dead_code, reason = "each bench uses its own part")]
#![allow(unreachable_pub, reason = "a bench exports nothing")]

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use urlgrep::{Extractor, mail, url};

pub const MAIL_1994: &str = include_str!("../../corpora/mail/1994.mbox");
pub const MAIL_TODAY: &str = include_str!("../../corpora/mail/today.mbox");
const APPENDIX: &str = include_str!("../../corpora/rfc/appendix.txt");

const SIZE: usize = 1 << 20;

/// A named input and the function to measure.
pub struct Input {
    pub name: &'static str,
    /// Makes the input. Returns it and the expected result of `count`.
    pub make: fn() -> (Vec<u8>, usize),
    pub count: fn(&[u8]) -> usize,
}

pub static INPUTS: [Input; 13] = [
    Input {
        name: "plain-mail",
        // The count is that of corpora/mail/today.mbox.expected.
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
        name: "names-and-addresses",
        make: names_and_addresses,
        count: with_names,
    },
    Input {
        name: "folded-and-quoted",
        // Three URLs, each twice.
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
        name: "hostile-values",
        // Each could be read to the end of 60 KB, as the beginning of one URL.
        make: || {
            let block = [&b"&u=ftp://x".repeat(6_000)[..], b" "].concat();
            (block.repeat(3), 18_000)
        },
        count: as_text,
    },
    Input {
        name: "parse",
        make: || each_url(|url| format!("{url}\n")),
        count: parsed,
    },
];

/// The number of URLs in `bytes`, as plain text.
pub fn as_text(bytes: &[u8]) -> usize {
    Extractor::default().extract_bytes(bytes).count()
}

/// The number of URLs, names and addresses in `bytes`, as plain text.
pub fn with_names(bytes: &[u8]) -> usize {
    let urls = Extractor::builder().schemeless(true).email(true).build();
    urls.extract_bytes(bytes).count()
}

/// The number of URLs in the texts of a mailbox or message.
pub fn as_mail(bytes: &[u8]) -> usize {
    let urls = Extractor::default();
    let texts = mail::detect(bytes).texts(bytes, 0);
    texts.map(|text| urls.extract_text(&text).count()).sum()
}

/// The number of lines that are URLs with a scheme. Each is parsed completely.
pub fn parsed(lines: &[u8]) -> usize {
    let lines = lines.split(|&b| b == b'\n');
    lines
        .filter(|line| url::parse(line).0.scheme().is_some())
        .count()
}

/// Repeats a text to about [`SIZE`]. Returns the result and `count` times the number of copies.
pub fn copies(text: &[u8], count: usize) -> (Vec<u8>, usize) {
    let times = SIZE.div_ceil(text.len());
    (text.repeat(times), count * times)
}

/// The URLs with slashes from the lists of the mailboxes.
fn urls() -> impl Iterator<Item = &'static str> + Clone {
    let lists = [
        include_str!("../../corpora/mail/1994.mbox.expected"),
        include_str!("../../corpora/mail/today.mbox.expected"),
    ];
    let lines = lists.into_iter().flat_map(str::lines);
    lines
        .filter_map(|line| line.split(' ').nth(2))
        // `whois++` is a URL only in a wrapper.
        .filter(|url| url.contains("://") && url.is_ascii() && !url.contains("++"))
}

/// A text that contains each of them.
fn each_url(line: fn(&str) -> String) -> (Vec<u8>, usize) {
    let text: String = urls().map(line).collect();
    copies(text.as_bytes(), urls().count())
}

/// Lines of the mailboxes without anything that looks like a URL. Their colons are typical of mail.
pub fn prose() -> String {
    let lines = MAIL_1994.lines().chain(MAIL_TODAY.lines());
    let signs = [
        "//", "<", ">", "URL", "http", "mailto", "news:", "doi:", "geo:", "magnet:", "xmpp:",
        "From ",
    ];
    let plain = lines.filter(|line| signs.iter().all(|sign| !line.contains(sign)));
    plain.flat_map(|line| [line, "\n"]).collect()
}

/// Prose with an address and a name after every eighth line, both with the host of a URL.
fn names_and_addresses() -> (Vec<u8>, usize) {
    let prose = prose();
    let has_name = |line: &str| {
        let mut dots = line.as_bytes().windows(3).filter(|three| three[1] == b'.');
        line.contains('@') || dots.any(|three| three[2].is_ascii_alphanumeric())
    };
    let hosts = urls().filter_map(|url| url.split(['/', ':', '?', '#']).nth(3));
    let mut hosts = hosts.filter(|host| host.ends_with(".org")).cycle();
    let (mut text, mut count) = (String::new(), 0);
    for (i, line) in prose.lines().filter(|line| !has_name(line)).enumerate() {
        text.extend([line, "\n"]);
        if i % 8 == 7 {
            let host = hosts.next().expect("a host");
            let _ = writeln!(text, "Write to joe@{host}, or look at {host}.");
            count += 2;
        }
    }
    copies(text.as_bytes(), count)
}

/// Prose with a URL after every eighth line.
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

/// A mailbox with copies of a single message.
pub fn mailbox(fields: &str, body: &str, count: usize) -> (Vec<u8>, usize) {
    let message = format!(
        "From joe@example.org Mon Jan  3 10:00:00 1994\nFrom: joe@example.org\nDate: Mon, 3 Jan 1994 10:00:00 +0000\n{fields}\n{body}\n\n"
    );
    copies(message.as_bytes(), count)
}

/// A mailbox with the letter in a transfer encoding.
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

/// A mailbox with the letter as a web page. Each URL is both the target and the text of a link.
pub fn html_mail() -> (Vec<u8>, usize) {
    let letter = Letter::new();
    let lines = letter.lines.iter().map(|line| {
        if line.contains("//") {
            let url = line.replace('&', "&amp;");
            format!("<p>It is at <a href=\"{url}\">{url}</a>.</p>\n")
        } else {
            format!("<p class=\"text\">{}<br></p>\n", line.replace('&', "&amp;"))
        }
    });
    let body: String = lines.collect();
    let fields = "MIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\n";
    mailbox(fields, &body, 2 * letter.urls)
}
