//! Files with many chunks: lines, columns, offsets, messages and hyphens are the same as if the file were read in one piece, with
//! any number of threads, from a file and from a pipe.
//!
//! The texts are generated together with their expected results.

use std::fmt::Write;

use crate::command::{Folder, begins, has};

/// A text that is being generated.
struct Draft {
    text: Vec<u8>,
    line_end: &'static str,
    line: usize,
    line_start: usize,
    wanted: Vec<Wanted>,
    /// The state of the random number generator.
    state: u64,
}

/// A URL in the text.
struct Wanted {
    url: String,
    line: usize,
    column: usize,
    start: usize,
    end: usize,
    message: usize,
}

impl Draft {
    fn new(line_end: &'static str) -> Draft {
        Draft {
            text: Vec::new(),
            line_end,
            line: 1,
            line_start: 0,
            wanted: Vec::new(),
            state: 1738,
        }
    }

    fn write(&mut self, words: &str) {
        self.text.extend(words.bytes());
    }

    fn end_line(&mut self) {
        self.write(self.line_end);
        self.line += 1;
        self.line_start = self.text.len();
    }

    fn line(&mut self, words: &str) {
        self.write(words);
        self.end_line();
    }

    /// Writes a URL in pieces, each on its own line after `prefix`.
    fn url(&mut self, pieces: &[&str], prefix: &str, message: usize) {
        let (line, start) = (self.line, self.text.len());
        let column = start - self.line_start + 1;
        for (i, piece) in pieces.iter().enumerate() {
            if i > 0 {
                self.end_line();
                self.write(prefix);
            }
            self.write(piece);
        }
        self.wanted.push(Wanted {
            url: pieces.concat(),
            line,
            column,
            start,
            end: self.text.len(),
            message,
        });
    }

    fn random(&mut self, below: u64) -> u64 {
        self.state = self
            .state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.state >> 33) % below
    }

    /// Writes some lines with some URLs, and a blank line.
    fn paragraph(&mut self, message: usize) {
        let n = self.wanted.len();
        for _ in 0..self.random(12) {
            self.line("The quick brown fox jumps over the lazy dog.");
        }
        match self.random(4) {
            0 => {
                self.write("See <URL:");
                let pieces = [
                    &*format!("http://folded{n}.example.org/a/"),
                    "b/",
                    &format!("c{n}.html"),
                ];
                self.url(&pieces, "  ", message);
                self.line("> for more.");
            }
            1 => {
                self.write("> > quoted: <");
                self.url(
                    &[&format!("ftp://quoted{n}.example.org/pub"), "/x"],
                    "> > ",
                    message,
                );
                self.line(">.");
            }
            2 => {
                self.write("Both ");
                self.url(&[&format!("http://one{n}.example.org/")], "", message);
                self.write(" and ");
                self.url(&[&format!("http://two{n}.example.org/")], "", message);
                self.line(".");
            }
            _ => {}
        }
        self.end_line();
    }

    /// The expected output with `-n --column -b`.
    fn places(&self) -> String {
        let mut lines = String::new();
        for Wanted {
            url,
            line,
            column,
            start,
            ..
        } in &self.wanted
        {
            writeln!(lines, "{line}:{column}:{start}:{url}").expect("to memory");
        }
        lines
    }
}

/// Runs with several numbers of threads, and through a pipe. The output must always be the same.
#[track_caller]
fn run_all_ways(text: &[u8], args: &[&str]) -> String {
    let folder = Folder::with(&[("file", text)]);
    let first = folder.run(&[args, &["-j1", "-I", "file"]].concat());
    for threads in ["-j2", "-j5"] {
        let run = folder.run(&[args, &[threads, "-I", "file"]].concat());
        assert!(run == first, "different output with {threads}");
    }
    let piped = folder.pipe(&[args, &["-I"]].concat(), text);
    let renamed = |text: &str| text.replace(r#""path":"<stdin>""#, r#""path":"file""#);
    assert!(
        renamed(&piped.out) == first.out,
        "different output with a pipe"
    );
    assert_eq!((first.status, piped.status), (0, 0));
    first.out
}

/// Shows the first line where two outputs differ.
#[track_caller]
fn assert_same(found: &str, wanted: &str) {
    let parted = found.lines().zip(wanted.lines()).find(|(a, b)| a != b);
    assert_eq!(parted, None);
    assert_eq!(found.lines().count(), wanted.lines().count());
}

#[test]
fn a_text_of_many_chunks() {
    for line_end in ["\n", "\r\n", "\r"] {
        let mut draft = Draft::new(line_end);
        while draft.text.len() < 5 << 20 {
            draft.paragraph(0);
        }
        assert!(draft.wanted.len() > 5_000, "{}", draft.wanted.len());
        let found = run_all_ways(&draft.text, &["-n", "--column", "-b"]);
        assert_same(&found, &draft.places());
    }
}

/// How the file ends its lines is read at its beginning.
#[test]
fn a_text_that_begins_with_lines_in_cr() {
    let mut draft = Draft::new("\r");
    while draft.text.len() < 5 << 20 {
        draft.paragraph(0);
        if draft.text.len() > 100 << 10 {
            draft.line_end = ["\r", "\r\n", "\n"][draft.random(3) as usize];
            // A CR before an LF would be one line end.
            draft.line("Then:");
        }
    }
    let found = run_all_ways(&draft.text, &["-n", "--column", "-b"]);
    assert_same(&found, &draft.places());
}

#[test]
fn an_mbox_of_many_chunks() {
    for line_end in ["\n", "\r\n", "\r"] {
        let mut draft = Draft::new(line_end);
        let mut message = 0;
        while draft.text.len() < 5 << 20 {
            message += 1;
            draft.line("From joe@x.org Mon Jan  3 10:00:00 1994");
            draft.line("From: joe@x.org");
            draft.line(&format!("Message-ID: <{message}@x.org>"));
            draft.line("List-Archive: <http://not.in.the.body.org/>");
            draft.end_line();
            for _ in 0..draft.random(20) {
                draft.paragraph(message);
            }
        }
        assert!(message > 500 && draft.wanted.len() > 5_000);
        let places = run_all_ways(&draft.text, &["-n", "--column", "-b"]);
        assert_same(&places, &draft.places());
        let json = run_all_ways(&draft.text, &["--json"]);
        let mut wanted = String::new();
        for Wanted {
            url,
            line,
            column,
            start,
            end,
            message,
        } in &draft.wanted
        {
            let id = format!(r#"{{"number":{message},"id":"{message}@x.org"}}"#);
            let place = format!(r#""line":{line},"column":{column},"start":{start},"end":{end}"#);
            writeln!(
                wanted,
                r#"{{"path":"file","message":{id},{place},"url":"{url}","#
            )
            .expect("to memory");
        }
        // Compares only up to the URL, which is what this test is about.
        let found = json
            .lines()
            .map(|line| line[..line.find("\"form\"").unwrap_or(0)].to_string() + "\n");
        assert_same(&found.collect::<String>(), &wanted);
    }
}

#[test]
fn a_text_without_any_blank_line() {
    let mut draft = Draft::new("\n");
    while draft.text.len() < 40 << 20 {
        let n = draft.wanted.len();
        draft.write("a line with some words that make it long, and with a URL, ");
        draft.url(&[&format!("http://a{n}.example.org/")], "", 0);
        draft.line(", and then more words up to its end.");
    }
    let found = run_all_ways(&draft.text, &["-n", "--column", "-b", "--no-messages"]);
    assert_same(&found, &draft.places());
}

#[test]
fn a_page_declares_its_charset_and_base_for_all_its_chunks() {
    let head = b"<meta charset=iso-8859-1><base href=\"http://a.org/d/\">\n";
    let lines = b"<p>a line that says nothing</p>\n".repeat(60_000);
    let links = b"<p><a href=\"caf\xe9\">x</a> http://b.org/\xe9\n";
    let page = [&head[..], &lines, links, &lines, links].concat();
    let found = run_all_ways(&page, &["--relative"]);
    let once = "http://a.org/d/caf\u{e9}\nhttp://b.org/\u{e9}\n";
    assert_eq!(found, format!("http://a.org/d/\n{}", once.repeat(2)));
}

#[test]
fn a_message_longer_than_any_chunk() {
    let mut draft = Draft::new("\n");
    for message in 1..=2 {
        draft.line("From joe@x.org Mon Jan  3 10:00:00 1994");
        draft.line("From: joe@x.org");
        draft.line(&format!("Message-ID: <{message}@x.org>"));
        draft.end_line();
        let end = draft.text.len() + (66 << 20) * (2 - message);
        while draft.text.len() < end {
            draft.line("A line of a body that goes on and on.");
        }
        draft.url(&["http://a.org/"], "", message);
        draft.end_line();
        draft.end_line();
    }
    let found = run_all_ways(&draft.text, &["--json", "--no-messages"]);
    for (
        line,
        Wanted {
            message,
            line: number,
            ..
        },
    ) in found.lines().zip(&draft.wanted)
    {
        let begins = format!(
            r#"{{"path":"file","message":{{"number":{message},"id":"{message}@x.org"}},"line":{number},"#
        );
        assert!(line.starts_with(&begins), "{line}");
    }
    assert_eq!(found.lines().count(), 2);
}

/// A hyphen at a line break, `bytes` bytes of text, and the evidence that resolves it.
fn evidence_after(bytes: usize) -> Vec<u8> {
    let mut text = b"http://first.org/ <URL:http://bat-\nman.example.org/x>".to_vec();
    while text.len() < bytes {
        text.extend(b"\n\nSome lines with http://between.org/ in them,\n");
        text.resize(text.len() + 1000, b'.');
    }
    text.extend(b"\n\nIt is on http://batman.example.org/.\n");
    text
}

#[test]
fn a_later_chunk_resolves_a_hyphen() {
    let found = run_all_ways(&evidence_after(3 << 20), &["-n"]);
    assert!(found.starts_with(
        "1:http://first.org/\n1:http://batman.example.org/x\n4:http://between.org/\n"
    ));
    assert!(found.ends_with("http://batman.example.org/\n"));
    let kept = run_all_ways(&evidence_after(3 << 20), &["-n", "--hyphen", "keep"]);
    assert!(kept.starts_with(
        "1:http://first.org/\n1:http://bat-man.example.org/x\n4:http://between.org/\n"
    ));
    assert_eq!(found.lines().count(), kept.lines().count());
}

#[test]
fn an_earlier_chunk_resolves_a_hyphen() {
    let text = |bytes: usize| {
        let mut text = b"It is on http://batman.example.org/.\n\n".to_vec();
        while text.len() < bytes {
            text.extend(b"Some lines\nwithout.\n\n");
        }
        text.extend(b"<URL:http://bat-\nman.example.org/x>");
        text
    };
    let found = run_all_ways(&text(3 << 20), &[]);
    assert_eq!(
        found,
        "http://batman.example.org/\nhttp://batman.example.org/x\n"
    );
    // What was found more than 16 MiB before is forgotten, because memory is bounded.
    let folder = Folder::with(&[("a", &text(33 << 20))]);
    let wanted = "http://batman.example.org/\nhttp://bat-man.example.org/x\n";
    folder.run(&["a"]).is(0, wanted, "");
}

/// Also where they stand in another chunk, and where a chunk has fewer lines than are asked for.
#[test]
fn lines_around_urls_are_those_of_the_file() {
    let line = |i: usize| match i % 50 {
        0 => format!("see http://a.org/{i} for it"),
        i if i % 3 == 0 => String::new(),
        _ => format!("line {i}"),
    };
    let lines: Vec<_> = (0..150_000)
        .map(|i| line(i) + &"x".repeat(i % 40))
        .collect();
    let text = lines.join("\n") + "\n";
    let wanted = |around: usize| {
        let places = (0..lines.len()).filter(|i| i % 50 == 0);
        let blocks = places.map(|i| {
            let url = lines[i].split(' ').nth(1).unwrap_or_default();
            let mut block = format!("{}:{url}\n", i + 1);
            let first = i.saturating_sub(around);
            for (number, line) in (first + 1..).zip(&lines[first..lines.len().min(i + around + 1)])
            {
                writeln!(block, "{number}-{line}").expect("a string");
            }
            block
        });
        blocks.collect::<Vec<_>>().join("--\n")
    };
    for around in [2, 60] {
        let found = run_all_ways(text.as_bytes(), &["-n", "-C", &around.to_string()]);
        assert_same(&found, &wanted(around));
    }
}

/// The rows of some forms are long; that must not decide how far evidence is looked for.
#[test]
fn hyphens_of_a_message_are_resolved_alike_in_all_forms() {
    let mut text = String::from(
        "From: joe@a.org\nSubject: list\nDate: Mon, 5 Feb 2001 10:00:00 +0000\n\n<URL:http://bat-\nman.example.org/x>\n",
    );
    for i in 0..20_000 {
        writeln!(text, "http://www.example.org/{i:0>80}").expect("a string");
    }
    text += "\nhttp://batman.example.org/x\n";
    let folder = Folder::with(&[("a.eml", text.as_bytes())]);
    for (form, wanted) in [
        ("-n", "5:http://batman.example.org/x\n"),
        ("-C1", "http://batman.example.org/x\n"),
        ("--json", "\"url\":\"http://batman.example.org/x\""),
        ("--csv", ",http://batman.example.org/x,"),
        ("-e/x$", "http://batman.example.org/x\n"),
    ] {
        let found = folder.run(&[form, "a.eml"]).out;
        let first: String = found.split_inclusive('\n').take(2).collect();
        has(&first, wanted);
    }
}

#[test]
fn evidence_is_used_within_16_mib() {
    let found = run_all_ways(&evidence_after(15 << 20), &[]);
    assert!(found.starts_with("http://first.org/\nhttp://batman.example.org/x\n"));
    let found = run_all_ways(&evidence_after(17 << 20), &[]);
    assert!(found.starts_with("http://first.org/\nhttp://bat-man.example.org/x\n"));
}

/// The number of matches that wait for evidence is bounded, because memory is.
#[test]
fn waiting_matches_are_bounded() {
    for (between, first) in [
        (60_000, "http://batman.example.org/x"),
        (70_000, "http://bat-man.example.org/x"),
    ] {
        let mut text = "<URL:http://bat-\nman.example.org/x>\n\n".to_string();
        text += &"a line,\nhttp://between.org/\n\n".repeat(between);
        text += "http://batman.example.org/\n";
        let found = run_all_ways(text.as_bytes(), &[]);
        assert_eq!(found.lines().next(), Some(first));
        assert_eq!(found.lines().count(), between + 2);
    }
}

#[test]
fn a_dropped_hyphen_may_change_the_first_line() {
    let text = "see <URL:-\nmailto:joe@x.org> or mailto:joe@x.org\n";
    let want = "2:1:11:mailto:joe@x.org\n2:22:32:mailto:joe@x.org\n";
    let folder = Folder::with(&[("text", text.as_bytes())]);
    folder.run(&["--column", "-b", "text"]).is(0, want, "");
    let mail = format!("From: a@b.org\nDate: now\n\n{text}");
    let want = "5:1:36:mailto:joe@x.org\n5:22:57:mailto:joe@x.org\n";
    folder
        .pipe(&["--column", "-b"], mail.as_bytes())
        .is(0, want, "");
}

/// Few hosts are searched in a different way than many.
#[test]
fn few_hyphens_are_resolved_like_many() {
    for count in [1, 2, 15, 16, 17, 100] {
        let (mut text, mut want) = (String::new(), String::new());
        for i in 0..count {
            text += &format!(
                "<URL:http://bat-\nman{i}.example.org/x>\n<URL:mailto:j{i}-\noe@x.org>\n\n"
            );
            want += &format!("http://batman{i}.example.org/x\nmailto:j{i}oe@x.org\n");
        }
        for i in 0..count {
            let login = if i % 2 == 0 { "joe@" } else { "" };
            let line = format!("ftp://{login}BATMAN{i}.Example.org/\nmailto:j{i}oe@x.org\n");
            text += &line;
            want += &line;
        }
        assert_eq!(run_all_ways(text.as_bytes(), &[]), want);
    }
}

/// Hyphens are resolved in groups. Evidence for an earlier group is also used for later ones.
#[test]
fn evidence_is_kept_for_later_groups() {
    let count = 70_000;
    let mut text = format!("http://batman1.org/\nhttp://batman{count}.org/\n\n");
    for i in 1..=count {
        text += &format!("<URL:http://bat-\nman{i}.org/>\n");
    }
    let found = run_all_ways(text.as_bytes(), &[]);
    let found: Vec<&str> = found.lines().skip(2).collect();
    assert_eq!(found.len(), count);
    assert_eq!(found[..2], ["http://batman1.org/", "http://bat-man2.org/"]);
    let last = [
        format!("http://bat-man{}.org/", count - 1),
        format!("http://batman{count}.org/"),
    ];
    assert_eq!(found[count - 2..], last);
}

/// Of a message with many matches, those that were printed long ago are evidence too.
#[test]
fn evidence_is_kept_until_a_message_ends() {
    let head = "From joe@x.org Mon Jan  3 10:00:00 1994\nFrom: joe@x.org\n\n";
    let between: String = (0..4000).map(|i| format!("http://a{i}.org/\n")).collect();
    let broken = "http://bat-\nman.org/\n";
    let mail = format!("{head}http://batman.org/\n{between}{broken}\n{head}{broken}");
    let found = run_all_ways(mail.as_bytes(), &[]);
    let found: Vec<&str> = found.lines().skip(4001).collect();
    assert_eq!(found, ["http://batman.org/", "http://bat-man.org/"]);
}

#[test]
fn other_messages_do_not_resolve_hyphens() {
    let head = "From joe@x.org Mon Jan  3 10:00:00 1994\nFrom: joe@x.org\n\n";
    let open = "<URL:http://bat-\nman.example.org/x>\n\n";
    let settles = "http://batman.example.org/\n\n";
    let mbox = [head, open, settles, head, settles, head, open].concat();
    let folder = Folder::with(&[("mbox", mbox.as_bytes())]);
    let want = "http://batman.example.org/x\nhttp://batman.example.org/\nhttp://batman.example.org/\nhttp://bat-man.example.org/x\n";
    folder.run(&["mbox"]).is(0, want, "");
    // In a single text, they are evidence for each other.
    let text = folder.run(&["--as", "text", "mbox"]);
    text.is(0, &want.replace("bat-man", "batman"), "");
}

#[test]
fn chunks_of_several_big_files_are_in_order() {
    let folder = Folder::new();
    let mut want = String::new();
    for name in ["a", "b", "c"] {
        let mut draft = Draft::new("\n");
        while draft.text.len() < 3 << 20 {
            draft.paragraph(0);
        }
        folder.write(name, &draft.text);
        for line in draft.places().lines() {
            want += &format!("{name}:{line}\n");
        }
    }
    for threads in ["1", "2", "7"] {
        let run = folder.run(&["-n", "--column", "-b", "-j", threads]);
        assert_same(&run.out, &want);
        assert_eq!((run.status, &run.err[..]), (0, ""));
    }
}

/// What `--explain-match` says is about the URL that is printed, not about the reading before its hyphen was resolved.
#[test]
fn an_explanation_is_of_the_resolved_url() {
    let text = b"<URL:http://bat-\nman.example/x> or http://batman.example/x\n";
    let run = Folder::new().pipe(&["--explain-match"], text);
    begins(
        &run.out,
        "http://batman.example/x\n  starts: after `<URL:` (RFC 1738, appendix)\n  ends: at the closing `>`\n",
    );
    has(
        &run.out,
        "  other reading (hyphen): http://bat-man.example/x\n",
    );
}
