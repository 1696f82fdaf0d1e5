//! The speed of each notation: reading and searching 4 MiB written in it, in MB/s and in instructions per byte (callgrind).
//!
//! ```text
//! cargo bench --bench notations                  # each notation, on text made of the mailboxes of corpora/
//! cargo bench --bench notations -- NAME|FILE…    # some of them, or files of your own
//! ```
//!
//! About two of seven lines are a URL, written as the notation writes it. The count of URLs of each run is asserted.

#![allow(missing_docs, reason = "a bench exports nothing")]

mod inputs;

use std::hint::black_box;
use std::process::Command;
use std::time::Instant;
use std::{env, fs};

use inputs::Letter;
use urlgrep::{Extractor, mail};

const SIZE: usize = 4 << 20;

const ROUNDS: usize = 9;

/// A notation, how it writes a line of prose and a URL, and how many matches the latter has.
struct Row {
    name: &'static str,
    prose: fn(&str) -> String,
    url: fn(&str) -> String,
    matches: usize,
}

const fn row(
    name: &'static str,
    prose: fn(&str) -> String,
    url: fn(&str) -> String,
    matches: usize,
) -> Row {
    Row {
        name,
        prose,
        url,
        matches,
    }
}

#[rustfmt::skip]
static ROWS: [Row; 25] = [
    row("text", |p| format!("{p}\n"), |u| format!("See {u}.\n"), 1),
    row("html", |p| format!("<p class=\"text\">{p} &amp;&nbsp;so<br></p>\n"), |u| format!("<p>At <a class=b href=\"{u}?a&amp;b\" title='t'>{u}</a>.</p>\n"), 2),
    row("xml", |p| format!("<item><title>{p} &amp; so</title></item>\n"), |u| format!("<link rel=\"x\" href=\"{u}?a&amp;b\"/>\n"), 1),
    row("json", |p| format!("{{\"text\": \"{p}\\n\\\"so\\\"\"}}\n"), |u| format!("{{\"url\": \"{}\"}}\n", u.replace('/', "\\/")), 1),
    row("man", |p| format!(".PP\n\\fB{p}\\fR\n"), |u| format!("See \\fI{}\\fP.\n", u.replace('-', "\\-")), 1),
    row("markdown", |p| format!("*{p}* `so`\n"), |u| format!("See [it]({u}).\n"), 1),
    row("rst", |p| format!("*{p}* ``so``\n"), |u| format!("See `it <{u}>`_.\n"), 1),
    row("asciidoc", |p| format!("[[so]] {p}\n"), |u| format!("See {u}[it].\n"), 1),
    row("calendar", |p| format!("DESCRIPTION:{p}\\, and\r\n so on\\n\r\n"), |u| format!("URL:{u}/\r\n x\r\n"), 1),
    row("po", |p| format!("msgid \"{p}\\n\"\n\"\\\"so\\\"\"\n"), |u| format!("msgstr \"See {u}/\"\n\"x\"\n"), 1),
    row("tex", |p| format!("\\emph{{{p}}} \\& so\n"), |u| format!("\\url{{{u}/a\\_b}}\n"), 1),
    row("texinfo", |p| format!("@emph{{{p}}} @@ so\n"), |u| format!("@uref{{{u}, it}}\n"), 1),
    row("yaml", |p| format!("text: \"{p} \\\"so\\\"\" # it's\n"), |u| format!("url: \"{}\"\n", u.replace('/', "\\/")), 1),
    row("toml", |p| format!("text = \"{p} \\\"so\\\"\" # so\n"), |u| format!("url = \"{u}/\\u0061\"\n"), 1),
    row("ini", |p| format!("text = {p} %% so\n"), |u| format!("url = {}\n", u.replace(':', "\\:")), 1),
    row("org", |p| format!("* /{p}/ =so=\n"), |u| format!("See [[{u}][it]].\n"), 1),
    row("mediawiki", |p| format!("''{p}'' &amp; so\n"), |u| format!("See [{u} it].\n"), 1),
    row("gemtext", |p| format!("> {p}\n"), |u| format!("=> {u} it\n"), 1),
    row("turtle", |p| format!("<> rdfs:comment \"{p}\\n\\\"so\\\"\" .\n"), |u| format!("<> rdfs:seeAlso <{u}/\\u00E9> .\n"), 1),
    row("diff", |p| format!("+{p}\n-so\n"), |u| format!("+See {u}\n@@ -1,2 +3,4 @@\n"), 1),
    row("log", |p| format!("1994-01-03 10:00:00 \x1b[1mINFO\x1b[0m {p} \\\"so\\\"\n"), |u| format!("GET {} \"so\"\n", u.replace('/', "\\/")), 1),
    row("source", |p| format!("int so; // {p}, it's\n"), |u| format!("puts(\"See {u}\\n\");\n"), 1),
    row("shell", |p| format!("so=1 # {p}\necho \"\\\"so\\\"\"\n"), |u| format!("curl {u}\\?a=1\n"), 1),
    row("csv", |p| format!("so,\"{p}, \"\"so\"\"\",1\n"), |u| format!("so,{u},1\n"), 1),
    row("message", |p| format!("{p}\n"), |u| format!("See {u}.\n"), 1),
];

impl Row {
    /// The text of at least [`SIZE`] bytes, and the number of URLs in it.
    fn input(&self) -> (Vec<u8>, usize) {
        let is_plain = |b: u8| b.is_ascii_alphanumeric() || b" .-:/".contains(&b);
        let (mut piece, mut count) = (String::new(), 0);
        for line in &Letter::new().lines {
            let is_url = line.contains("//");
            if !line.bytes().all(is_plain) || !line.ends_with(|c: char| c.is_ascii_alphanumeric()) {
                continue;
            }
            let write = if is_url { self.url } else { self.prose };
            piece.push_str(&write(line));
            count += usize::from(is_url) * self.matches;
        }
        let head = match self.name {
            "message" => "From: joe@example.org\nDate: Mon, 3 Jan 1994 10:00:00 +0000\n\n",
            _ => "",
        };
        let times = SIZE.div_ceil(piece.len());
        (
            [head, &piece.repeat(times)].concat().into_bytes(),
            count * times,
        )
    }
}

/// The URLs in a file with this name.
#[inline(never)]
fn measured(name: &str, bytes: &[u8]) -> usize {
    let urls = Extractor::default();
    let by_name = mail::by_name(name, bytes);
    let container = by_name.unwrap_or_else(|| mail::detect_file(name.as_ref(), bytes));
    let texts = container.texts(bytes, 0);
    texts
        .map(|text| black_box(urls.extract_text(&text).count()))
        .sum()
}

/// The median of the rounds, in MB/s.
fn speed(name: &str, bytes: &[u8], want: usize) -> f64 {
    let round = |_| {
        let start = Instant::now();
        assert_eq!(measured(name, black_box(bytes)), want, "{name}");
        bytes.len() as f64 / start.elapsed().as_secs_f64() / 1e6
    };
    let mut rounds: Vec<f64> = (0..ROUNDS).map(round).collect();
    rounds.sort_by(f64::total_cmp);
    rounds[ROUNDS / 2]
}

/// The instructions of one run.
fn instructions(name: &str) -> Option<f64> {
    let done = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg("--toggle-collect=*measured*")
        .arg(env::current_exe().ok()?)
        .args(["--run", name])
        .output()
        .ok()?;
    let messages = String::from_utf8_lossy(&done.stderr).into_owned();
    let (_, number) = messages.split_once("Collected : ")?;
    number.split_whitespace().next()?.parse().ok()
}

fn report(name: &str, bytes: &[u8], want: usize) {
    let speed = speed(name, bytes, want);
    let counted = instructions(name).map_or(f64::NAN, |n| n / bytes.len() as f64);
    println!("| {name} | {want} | {speed:.0} | {counted:.2} |");
}

/// The bytes of a row or file. The number of its URLs is known of a row only.
fn input(name: &str) -> (Vec<u8>, Option<usize>) {
    match ROWS.iter().find(|row| row.name == name) {
        Some(row) => {
            let (bytes, want) = row.input();
            (bytes, Some(want))
        }
        None => (fs::read(name).expect("a file that can be read"), None),
    }
}

fn main() {
    let args: Vec<String> = env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    if let ["--run", name] = args[..] {
        black_box(measured(name, &input(name).0));
        return;
    }
    println!("| notation | URLs | MB/s | instructions/byte |\n|---|---:|---:|---:|");
    let all: Vec<&str> = ROWS.iter().map(|row| row.name).collect();
    for name in if args.is_empty() { &all } else { &args } {
        let (bytes, want) = input(name);
        report(name, &bytes, want.unwrap_or_else(|| measured(name, &bytes)));
    }
}
