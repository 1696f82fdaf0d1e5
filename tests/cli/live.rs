//! Streams that are searched while they are written: the output, its order and its time.
//!
//! A machine may be busy, so a URL that must come at once has some seconds, and one that must wait for half a second must not come
//! long before.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use crate::command::Folder;

/// The time for everything that comes at once.
const SOON: Duration = Duration::from_secs(10);

/// A command whose input is being written.
struct Live {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Live {
    fn start(args: &[&str]) -> Live {
        let folder = Folder::new();
        let mut command = folder.command(args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the command starts");
        let out = child.stdout.take().expect("piped");
        let (send, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(out).lines() {
                let _ = send.send(line.unwrap_or_default());
            }
        });
        let input = child.stdin.take();
        Live {
            child,
            input,
            lines,
        }
    }

    fn write(&mut self, bytes: &str) {
        let input = self.input.as_mut().expect("open");
        input
            .write_all(bytes.as_bytes())
            .expect("the command reads");
    }

    /// The next line, which comes without more input. Returns how long it took.
    #[track_caller]
    fn prints(&self, line: &str) -> Duration {
        let start = Instant::now();
        assert_eq!(self.lines.recv_timeout(SOON).as_deref(), Ok(line));
        start.elapsed()
    }

    /// Nothing comes for some time.
    #[track_caller]
    fn is_silent(&self) {
        let next = self.lines.recv_timeout(Duration::from_millis(250));
        assert!(next.is_err(), "{next:?}");
    }

    /// The exit status, and the lines that were not read. The input ends unless the command ends first.
    fn end(mut self) -> (i32, Vec<String>) {
        drop(self.input.take());
        let status = self.child.wait().expect("the command ends");
        (status.code().unwrap_or(-1), self.lines.iter().collect())
    }
}

#[test]
fn a_url_is_printed_when_no_later_byte_changes_it() {
    let mut live = Live::start(&["--line-buffered"]);
    live.write("see http://a.org/x and ");
    live.prints("http://a.org/x");
    live.write("more: <http://b.org/");
    live.write("y> ");
    live.prints("http://b.org/y");
    // A short line cannot be continued.
    live.write("\nhttp://c.org/\n");
    live.prints("http://c.org/");
    assert_eq!(live.end(), (0, vec![]));
}

#[test]
fn another_url_is_printed_after_half_a_second() {
    let mut live = Live::start(&["--line-buffered"]);
    live.write("http://a.org/x");
    let waited = live.prints("http://a.org/x");
    assert!(waited > Duration::from_millis(300), "{waited:?}");
    // It is printed once.
    live.write("yz http://b.org/ c");
    live.prints("http://b.org/");
    live.write("<URL:http://c.org/long\n");
    live.is_silent();
    live.write(" er> ");
    live.prints("http://c.org/longer");
    assert_eq!(live.end(), (0, vec![]));
}

#[test]
fn a_log_without_blank_lines_has_all_lines() {
    let mut live = Live::start(&["--line-buffered", "-n", "-b"]);
    let mut offset = 0;
    for i in 1..=2000 {
        let line = format!("GET http://h.org/{i} 200 a rather long line of a log {i:050}\n");
        live.write(&line);
        if i % 100 == 1 {
            // So that the stream pauses.
            live.prints(&format!("{i}:{}:http://h.org/{i}", offset + 4));
        } else if i % 100 != 0 {
            offset += line.len();
            continue;
        }
        offset += line.len();
        if i % 100 == 0 {
            for j in i - 98..i {
                assert!(
                    live.lines
                        .recv_timeout(SOON)
                        .is_ok_and(|l| l.ends_with(&format!("/{j}")))
                );
            }
            live.prints(&format!("{i}:{}:http://h.org/{i}", offset - line.len() + 4));
        }
    }
    assert_eq!(live.end(), (0, vec![]));
}

#[test]
fn other_pipes_are_printed_at_blank_lines() {
    let mut live = Live::start(&[]);
    live.write("http://a.org/\n\n");
    live.prints("http://a.org/");
    live.write("a line that is long enough http://b.org/with/a/path/that/is/long/and-\n");
    live.is_silent();
    live.write("\n");
    live.prints("http://b.org/with/a/path/that/is/long/and-");
    assert_eq!(live.end(), (0, vec![]));
}

#[test]
fn a_message_is_known_before_its_urls_are_printed() {
    let mut live = Live::start(&["--line-buffered", "-n"]);
    live.write("From: joe@x.org\nDate: now\nX-Url: http://head.org/ x\n");
    live.is_silent();
    live.write("\nsee http://body.org/ x\n");
    live.prints("5:http://body.org/");
    assert_eq!(live.end(), (0, vec![]));
}

#[test]
fn labels_and_lines_around_are_complete() {
    let mut live = Live::start(&["--line-buffered", "--link-text"]);
    live.write("<html><a href='http://a.org/'>Click");
    live.is_silent();
    live.write(" here</a> now");
    live.prints("http://a.org/\tClick here");
    assert_eq!(live.end(), (0, vec![]));
    let mut live = Live::start(&["--line-buffered", "-A1"]);
    live.write("see http://a.org/ there\n");
    live.is_silent();
    live.write("next\n");
    live.prints("http://a.org/");
    live.prints("see http://a.org/ there");
    live.prints("next");
    assert_eq!(live.end(), (0, vec![]));
}

/// What a header says counts for all of its message, also for the fields before.
#[test]
fn a_header_is_complete_before_it_counts() {
    let first =
        "From ann@x.org Mon Jan  3 10:00:00 1994\nFrom: ann@x.org\n\nhello http://one.org/\n\n";
    let second =
        "From joe@x.org Tue Jan  4 10:00:00 1994\nList-Archive: <http://list.org/>\nX-Next: more\n";
    let rest = "From: joe@x.org\nMessage-ID: <2@x.org>\n\nbody <http://two.org/>\n";
    for live in ["--line-buffered", "--no-line-buffered"] {
        let mut stream = Live::start(&[live, "--headers", "--from", "joe@x.org"]);
        stream.write(&format!("{first}{second}"));
        stream.is_silent();
        stream.is_silent();
        stream.is_silent();
        stream.write(rest);
        stream.prints("http://list.org/");
        stream.prints("http://two.org/");
        assert_eq!(stream.end(), (0, vec![]));
        let format = "{message.id} {url}";
        let mut stream = Live::start(&[live, "--headers", "--format", format]);
        stream.write(&format!("{first}{second}"));
        stream.prints(" http://one.org/");
        stream.is_silent();
        stream.is_silent();
        stream.is_silent();
        stream.write(rest);
        stream.prints("2@x.org http://list.org/");
        stream.prints("2@x.org http://two.org/");
        assert_eq!(stream.end(), (0, vec![]));
    }
    // Only the URL is printed, and that is known.
    let mut stream = Live::start(&["--headers"]);
    stream.write(&format!("{first}{second}"));
    stream.prints("http://one.org/");
    stream.prints("http://list.org/");
    assert_eq!(stream.end(), (0, vec![]));
}

/// A blank line ends a URL, but not the label of a link, nor the lines after it.
#[test]
fn other_pipes_print_complete_labels_and_lines() {
    let head = "From: a@x.org\nMIME-Version: 1.0\nContent-Type: text/html\n\n";
    let mut live = Live::start(&["--link-text"]);
    live.write(&format!("{head}<a href=\"http://a.org/\">\n\nDiscover"));
    live.is_silent();
    live.write(" the secret</a>\n");
    live.prints("http://a.org/\tDiscover the secret");
    assert_eq!(live.end(), (0, vec![]));
    // The beginning of a tag.
    let mut live = Live::start(&["--link-text"]);
    live.write(&format!(
        "{head}<a href=\"http://a.org/\">\n\n<b style=\"color:"
    ));
    live.is_silent();
    live.write("red\">Discover the secret</b></a>\n");
    live.prints("http://a.org/\tDiscover the secret");
    assert_eq!(live.end(), (0, vec![]));
    let mut live = Live::start(&["-A2"]);
    live.write("see http://a.org/ there\n\n");
    live.is_silent();
    live.write("next\n");
    for line in ["http://a.org/", "see http://a.org/ there", "", "next"] {
        live.prints(line);
    }
    assert_eq!(live.end(), (0, vec![]));
}

/// The beginning of a field is no field.
#[test]
fn a_stream_that_pauses_within_a_field() {
    let mut live = Live::start(&["--format", "{message.id} {url}"]);
    live.write("From: a@b.org\nSubject: x\nMess");
    live.is_silent();
    live.write("age-ID: <1@b.org>\n\nhttp://a.org/\n");
    let printed = vec!["1@b.org http://a.org/".to_string()];
    assert_eq!(live.end(), (0, printed));
}

/// The message quotes another one, up to the length that it declares.
#[test]
fn a_declared_length_counts_before_it_is_reached() {
    let mailbox = include_str!("../../corpora/mail/mboxcl");
    let length = mailbox.find("Content-Length").expect("it is declared");
    let quoted = mailbox.find("inner.example.org").expect("it is quoted");
    let second = mailbox.rfind("From: Mira").expect("two messages");
    // A live stream waits for half a second at most.
    for (live, pauses) in [("--line-buffered", 1), ("--no-line-buffered", 3)] {
        let mut stream = Live::start(&[live, "--email", "--format", "{message.number} {url}"]);
        stream.write(&mailbox[..length]);
        stream.is_silent();
        stream.write(&mailbox[length..quoted + 30]);
        (0..pauses).for_each(|_| stream.is_silent());
        stream.write(&mailbox[quoted + 30..second - 10]);
        stream.is_silent();
        stream.write(&mailbox[second - 10..]);
        stream.prints("1 mailto:mira@example.org");
        stream.prints("1 http://inner.example.org/");
        // The length of the last one is wrong.
        let last = vec!["2 http://two.example.org/cl".to_string()];
        assert_eq!(stream.end(), (0, last));
    }
}

#[test]
fn m_and_q_do_not_wait_for_the_end() {
    for (args, printed) in [
        (&["-m1"][..], 1),
        (&["-q"], 0),
        (&["-l"], 1),
        (&["--line-buffered", "-m1"], 1),
    ] {
        let mut live = Live::start(args);
        live.write("see http://a.org/ x\n\n");
        let start = Instant::now();
        // The input stays open.
        let status = loop {
            if let Some(status) = live.child.try_wait().expect("the command runs") {
                break status;
            }
            assert!(start.elapsed() < SOON, "{args:?}");
            thread::sleep(Duration::from_millis(10));
        };
        assert_eq!(status.code(), Some(0), "{args:?}");
        assert_eq!(live.lines.iter().count(), printed, "{args:?}");
    }
}

#[test]
fn hyphens_use_earlier_evidence_only() {
    let mut live = Live::start(&["--line-buffered"]);
    live.write("at http://batman.org/ x\nand <URL:http://bat-\nman.org/y> x\n");
    live.prints("http://batman.org/");
    live.prints("http://batman.org/y");
    live.write("and <URL:http://sea-\nman.org/y> x\n");
    live.prints("http://sea-man.org/y");
    live.write("at http://seaman.org/ x\n");
    live.prints("http://seaman.org/");
    assert_eq!(live.end(), (0, vec![]));
}

/// A program may write a URL, and wait for the answer before it writes the next one.
#[test]
fn parse_answers_each_line() {
    let mut live = Live::start(&["parse", "--json"]);
    for (written, begins) in [
        ("http://a.org/\n", "{\"url\":\"http://a.org/\""),
        ("http://b.org/\nhttp://", "{\"url\":\"http://b.org/\""),
    ] {
        live.write(written);
        let answer = live.lines.recv_timeout(SOON).expect("an answer");
        assert!(answer.starts_with(begins), "{answer}");
    }
    live.is_silent();
    live.write("c.org/\n");
    let (status, rest) = live.end();
    assert_eq!((status, rest.len()), (0, 1));
}
