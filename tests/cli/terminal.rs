//! The command in a real terminal, which the program `script` makes. If it is missing, that is said, and nothing is tested.

use std::io::{self, Write};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::command::{Folder, PATH};

/// Runs a line of the shell in a terminal of this width, and types keys one after another. Returns what the terminal was sent.
fn in_terminal(folder: &Folder, width: usize, line: &str, keys: &[&str]) -> Option<String> {
    let directory = PATH.strip_suffix("/urlgrep")?;
    let line = format!("stty rows 24 cols {width}; PATH={directory}:$PATH; {line}");
    let mut command = Command::new("script");
    command.args(["-qec", &line, "/dev/null"]);
    command
        .current_dir(folder.path())
        .env("TERM", "xterm")
        .env("SHELL", "/bin/sh");
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let Ok(mut child) = command.spawn() else {
        // Of what a test that passes prints by macro, nothing is shown.
        let why = b"`script` is not installed: the terminal is not tested\n";
        io::stderr().write_all(why).expect("standard error");
        return None;
    };
    let mut stdin = child.stdin.take().expect("piped");
    let keys: Vec<_> = keys.iter().map(|key| key.to_string()).collect();
    let typist = thread::spawn(move || {
        for key in keys {
            thread::sleep(Duration::from_millis(700));
            let _ = stdin.write_all(key.as_bytes());
        }
        // The end of the input would end the terminal.
        thread::sleep(Duration::from_secs(1));
    });
    let out = child.wait_with_output().expect("it ends");
    typist.join().expect("no panic");
    Some(String::from_utf8_lossy(&out.stdout).into_owned())
}

#[test]
fn progress_fits_the_terminal_and_leaves_nothing() {
    let text = "a line of text without a URL in it, many times\n".repeat(800_000);
    let folder = Folder::with(&[("big", format!("http://a.org/\n\n{text}").as_bytes())]);
    // It is shown after a second, which a fast machine does not need: the search is stopped meanwhile.
    let search = format!(
        "urlgrep --no-messages --progress always -j1 {}",
        "big ".repeat(30)
    );
    let line = format!(
        "{search} >out & search=$!; sleep 0.05; kill -STOP $search; sleep 1.2; kill -CONT $search; wait"
    );
    for width in [20, 40, 80] {
        let Some(out) = in_terminal(&folder, width, &line, &[]) else {
            return;
        };
        let (shown, left) = out.rsplit_once("\r\x1b[K").expect("the line is erased");
        let lines: Vec<_> = shown
            .split('\r')
            .map(|line| line.trim_end_matches("\x1b[K"))
            .collect();
        assert!(lines.iter().any(|line| line.contains('%')), "{out:?}");
        assert!(lines.iter().all(|line| line.len() < width), "{out:?}");
        // The sum of `always`, a line of its own.
        assert!(
            left.starts_with("100%, 30 URLs, ") && left.trim_end().lines().count() == 1,
            "{left:?}"
        );
    }
}

#[test]
fn progress_counts_bytes_while_results_are_printed() {
    let folder = Folder::with(&[("big", "http://a.org/\n".repeat(200_000).as_bytes())]);
    // The first results fill the pipe.
    let line = "urlgrep --progress always -j1 big | (sleep 1; cat >out)";
    let Some(out) = in_terminal(&folder, 80, line, &[]) else {
        return;
    };
    let shown: Vec<_> = out
        .split('\r')
        .filter(|line| line.contains("URLs"))
        .collect();
    assert!(shown.len() > 2, "{out:?}");
    assert!(
        !shown.iter().any(|line| line.contains(" 0 bytes")),
        "{out:?}"
    );
}

#[test]
fn a_terminal_gets_headings_lines_and_colours() {
    let folder = Folder::with(&[("a", b"\nhttp://a.org/\n"), ("b", b"http://b.org/")]);
    let Some(out) = in_terminal(&folder, 80, "urlgrep", &[]) else {
        return;
    };
    let wanted = "\x1b[35ma\x1b[0m\r\n\x1b[32m2\x1b[0m:\x1b[1m\x1b[31mhttp://a.org/\x1b[0m\r\n\r\n\x1b[35mb\x1b[0m\r\n";
    assert!(out.contains(wanted), "{out:?}");
}

/// The highest number has the longest bar; a line has a column for each month.
#[test]
fn counts_are_drawn_on_a_terminal() {
    let message = |month: &str, urls: &str| {
        format!("From x\nFrom: a@x.org\nDate: 3 {month} 1994 10:00:00 +0000\n\n{urls}\n\n")
    };
    let a = "http://a.org/ ".repeat(8);
    let text = [
        message("Jul", &a),
        message(
            "Sep",
            "http://a.org/ http://a.org/ http://a.org/ http://b.org/x",
        ),
        message("Oct", "http://c.org/\u{1b}[2J"),
    ];
    let folder = Folder::with(&[("box", text.concat().as_bytes())]);
    let drawn = |args: &str| in_terminal(&folder, 80, &format!("urlgrep {args} box"), &[]);
    let Some(out) = drawn("--count-by host --top 2") else {
        return;
    };
    let wanted = "11 ████████████ █ ▃ a.org\r\n 1 █              █ b.org\r\nThe curves go from 1994-07 to 1994-09.\r\n";
    assert!(out.contains(wanted), "{out:?}");
    let out = drawn("--count-by month --top 1").expect("a terminal");
    assert!(out.contains("8 ████████████ 1994-07\r\n"), "{out:?}");
    let out = drawn("--count-by file --top 1").expect("a terminal");
    assert!(out.contains("13 ████████████ box\r\n"), "{out:?}");
    let out = drawn("--count-by host").expect("a terminal");
    assert!(out.contains("11\ta.org\r\n"), "{out:?}");
}

#[cfg(feature = "pick")]
mod pick {

    use super::*;

    const TEXT: &[u8] = b"one http://a.org/ and\ntwo http://b.org/ and\nthree ftp://b.org/x\n";

    #[test]
    fn chosen_urls_are_printed() {
        for (keys, wanted) in [
            (&["\r"][..], "http://a.org/\n0\n"),
            (&["j", " ", " ", "\r"], "http://b.org/\nftp://b.org/x\n0\n"),
            (&["/ftp", "\r", "\r"], "ftp://b.org/x\n0\n"),
            (&["q"], "1\n"),
        ] {
            let folder = Folder::with(&[("text", TEXT)]);
            let line = "urlgrep --pick text >out; echo $? >>out";
            let Some(screen) = in_terminal(&folder, 80, line, keys) else {
                return;
            };
            let out = folder.read_text("out");
            assert_eq!(out, wanted, "{keys:?} {screen:?}");
            assert!(screen.contains("3 URLs, 0 chosen"), "{screen:?}");
            assert!(screen.contains("[19;1Htwo"), "the context: {screen:?}");
            // Back to the screen before.
            assert!(
                screen.contains("\x1b[?1049h") && screen.contains("\x1b[?1049l"),
                "{screen:?}"
            );
        }
    }

    #[test]
    fn urls_are_opened_and_copied() {
        let folder = Folder::with(&[
            ("text", TEXT),
            ("browser", b"#!/bin/sh\necho \"$@\" >>opened\n"),
        ]);
        let line = "chmod +x browser; BROWSER='./browser --new %s' urlgrep --pick text";
        let Some(screen) = in_terminal(&folder, 80, line, &["o", "c", "q"]) else {
            return;
        };
        let opened = folder.read_text("opened");
        assert_eq!(opened, "--new http://a.org/\n");
        // base64 of http://a.org/
        assert!(
            screen.contains("\x1b]52;c;aHR0cDovL2Eub3JnLw==\x07"),
            "{screen:?}"
        );
    }

    #[test]
    fn without_a_terminal_it_is_an_error() {
        let folder = Folder::with(&[("text", TEXT), ("none", b"")]);
        folder.run(&["--pick", "text"]).is(
            2,
            "",
            "urlgrep: --pick: standard error is no terminal\n",
        );
        folder.run(&["--pick", "none"]).is(1, "", "");
    }
}
