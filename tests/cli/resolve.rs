//! `--resolve`: messages and parts that URLs name.

use std::fmt::Write;

use super::command::{Folder, begins, has};

/// Two messages in an mbox; the second one has parts, and a message in a part.
const BOX: &str = "From a@a.org Mon Jan  3 10:00:00 1994
From: a@a.org
Date: now
Message-ID: <1@a.org>

See <mid:2%25@a.org>, <mid:2%25@a.org/pic@a.org>, <cid:pic@a.org> and <news:3@a.org>,
<mid:inner@a.org>, <mid:none@a.org>, <mid:2%25@a.org/none@a.org>, <news:a.b> and http://a.org/.

From b@a.org Mon Jan  3 10:00:00 1994
From: b@a.org
Date: now
Message-ID: <2%@a.org>
Content-Type: multipart/related; boundary=b

--b
Content-Type: text/html

<img src=\"cid:pic@a.org\">
--b
Content-Type: image/png
Content-ID:
 <pic@a.org>

--b
Content-Type: message/rfc822

From: c@a.org
Message-ID: <inner@a.org>

cid:pic@a.org
--b--
";

const NEWS: &str = "Path: x
From: c@a.org
Date: now
Message-ID: <3@a.org>
Newsgroups: a.b

See <mid:1@a.org>.
";

fn folder() -> Folder {
    Folder::with(&[("box", BOX.as_bytes()), ("spool/1", NEWS.as_bytes())])
}

/// The offset of a text that occurs once.
fn at(text: &str, part: &str) -> usize {
    assert_eq!(text.matches(part).count(), 1, "{part}");
    text.find(part).expect("occurs")
}

#[test]
fn messages_and_parts() {
    let second = at(BOX, "From b@a.org");
    let picture = at(BOX, "Content-Type: image/png");
    let inner = at(BOX, "From: c@a.org");
    let picture = format!("box:2 part 2 (byte {picture})");
    let want = format!(
        "box:mid:2%25@a.org -> box:2 (byte {second})
box:mid:2%25@a.org/pic@a.org -> {picture}
box:cid:pic@a.org -> not found
box:news:3@a.org -> spool/1:1 (byte 0)
box:mid:inner@a.org -> box:2 part 3 (byte {inner})
box:mid:none@a.org -> not found
box:mid:2%25@a.org/none@a.org -> not found
box:news:a.b
box:http://a.org/
box:cid:pic@a.org -> {picture}
box:cid:pic@a.org -> {picture}
spool/1:mid:1@a.org -> box:1 (byte {})
",
        at(BOX, "From a@a.org")
    );
    for threads in ["-j1", "-j2", "-j7"] {
        folder()
            .run(&["--resolve", "--all", threads, "box", "spool"])
            .is(0, &want, "");
    }
    let run = folder().run(&["--resolve", "--format", "{url} {target}", "spool", "box"]);
    begins(&run.out, "mid:1@a.org box:1 (byte ");
    has(&run.out, "\nnews:a.b \n");
}

#[test]
fn json() {
    let run = folder().run(&["--resolve", "--all", "--json", "box"]);
    let want = format!(
        r#""resolved":{{"path":"box","message":2,"offset":{},"part":"2"}},"#,
        at(BOX, "Content-Type: image/png")
    );
    assert_eq!(run.out.matches(&want).count(), 3, "{}", run.out);
    // `news:3@a.org` is not in this file.
    assert_eq!(
        run.out.matches(r#""resolved":null"#).count(),
        4,
        "{}",
        run.out
    );
}

#[test]
fn the_first_of_several_messages_is_found() {
    let twice = format!("{NEWS}\n<mid:3@a.org>\n");
    let folder = Folder::with(&[("a", NEWS.as_bytes()), ("b", twice.as_bytes())]);
    for threads in ["-j1", "-j3"] {
        for (paths, first) in [(["a", "b"], "a"), (["b", "a"], "b")] {
            let run = folder.run(&["--resolve", threads, "-e", "3@", paths[0], paths[1]]);
            let want = format!("b:mid:3@a.org -> {first}:1 (byte 0)\n");
            run.is(0, &want, "");
        }
    }
}

/// A mailbox of many chunks: the numbers of messages go on from one to the next.
#[test]
fn a_large_mailbox() {
    let (mut text, mut want) = (String::new(), String::new());
    let count = 3000;
    for i in 0..count {
        let at = text.len();
        let other = (i * 7 + 5) % count;
        text += "From x\n";
        writeln!(
            text,
            "From: a@a.org\nDate: now\nMessage-ID: <{i}@a.org>\n\n<mid:{other}@a.org>\n{}",
            "x\n".repeat(500)
        )
        .expect("a string");
        writeln!(want, "mid:{i}@a.org -> box:{} (byte {at})", i + 1).expect("a string");
    }
    let folder = Folder::with(&[("box", text.as_bytes())]);
    for threads in ["-j1", "-j4"] {
        let run = folder.run(&["--resolve", threads, "--as", "mbox", "box"]);
        let mut lines: Vec<_> = run.out.lines().collect();
        let number = |line: &&str| {
            line[4..line.find('@').expect("an id")]
                .parse()
                .unwrap_or(0u32)
        };
        lines.sort_by_key(number);
        assert_eq!(lines.join("\n"), want.trim_end());
    }
}

#[test]
fn what_cannot_be_read_twice_is_refused() {
    let run = folder().run(&["--resolve", "-"]);
    assert_eq!(run.status, 2, "{}", run.out);
    has(&run.err, "reads its input twice");
    // What needs no second pass needs no file.
    let run = folder().run(&["--resolve", "-c", "box"]);
    run.is(0, "10\n", "");
}
