//! Directories that are mail stores: Maildir, MH, news spools.

use std::fs;

use crate::command::{Folder, begins, end, ends, spawn};

/// A message whose body is one URL.
fn message(name: &str) -> Vec<u8> {
    format!("From: joe@example.org\nMessage-ID: <{name}@example.org>\nDate: Mon, 3 Jan 1994 10:00:00 GMT\n\nhttp://{name}.example.org/\n").into_bytes()
}

/// A folder with messages at these paths, each with a URL that contains the given name.
fn folder(messages: &[(&str, &str)]) -> Folder {
    Folder::of(messages.iter().map(|(path, name)| (path, message(name))))
}

/// The expected output for messages with these names.
fn urls(names: &[&str]) -> String {
    names
        .iter()
        .map(|name| format!("http://{name}.example.org/\n"))
        .collect()
}

#[test]
fn a_maildir_with_sub_folders() {
    let folder = folder(&[
        ("m/cur/1.x:2,S", "read"),
        ("m/cur/.hidden", "no"),
        ("m/new/2.x", "unread"),
        ("m/tmp/3.x", "no"),
        ("m/.Sent.2026/cur/4.x:2,S", "sent"),
        ("m/.Empty/tmp/9.x", "no"),
        ("m/.svn/x", "no"),
        ("m/Archive/new/5.x", "archived"),
        ("m/dovecot.index.log.2", "no"),
        ("m/dovecot-uidlist", "no"),
        ("m/courierimapsubscribed", "no"),
        ("m/maildirfolder", "no"),
        ("m/subscriptions", "no"),
        ("m/courierimapkeywords/x", "no"),
        ("m/05:2,", "beside"),
        ("m/cur/attic/3.y", "deeper"),
        ("m/notes/y", "notes"),
        ("m/notes/3.x", "no"),
        ("m/subscriptions.txt", "subscribed"),
        ("m/tmp.x", "no"),
        ("other/x", "other"),
        (".hidden/x", "no"),
        ("m/.gitignore", "no"),
    ]);
    fs::create_dir(folder.at(".git")).expect("a folder");
    folder.write(".gitignore", "cur\n*.x\n");
    let want = urls(&[
        "sent",
        "beside",
        "archived",
        "read",
        "deeper",
        "unread",
        "notes",
        "subscribed",
        "other",
    ]);
    for args in [&["-I"][..], &["-I", "m", "other"], &["-I", "-j3", "."]] {
        folder.run(args).is(0, &want, "");
    }
    let json = folder.run(&["--json", "--no-ignore", "m/new"]).out;
    begins(
        &json,
        r#"{"path":"m/new/2.x","message":{"number":1,"id":"unread@example.org"}"#,
    );
}

/// An inbox whose messages were moved away is a Maildir by its three folders, so a hidden folder in it is a mailbox.
#[test]
fn an_empty_maildir_with_a_sub_folder() {
    let folder = folder(&[("m/.Sent/cur/1.x:2,S", "sent")]);
    for part in ["m/cur", "m/new", "m/tmp"] {
        fs::create_dir(folder.at(part)).expect("a folder");
    }
    folder.run(&["-I", "m"]).is(0, &urls(&["sent"]), "");
}

#[test]
fn folders_named_cur_and_new_without_mail() {
    let folder = Folder::with(&[
        ("cur/a", b"http://cur.org/"),
        ("tmp/a", b"http://tmp.org/"),
        ("x", b"http://x.org/"),
    ]);
    let all = "http://cur.org/\nhttp://tmp.org/\nhttp://x.org/\n";
    folder.run(&["-I"]).is(0, all, "");
    folder
        .run(&["-I", "--as=maildir", "."])
        .is(0, "http://cur.org/\nhttp://x.org/\n", "");
}

/// Hidden files next to messages are searched on request, except the metadata files of mail programs.
#[test]
fn hidden_files_in_stores() {
    let folder = folder(&[
        ("m/cur/1.x", "message"),
        ("m/cur/.2.x", "cur"),
        ("m/.filter", "filter"),
        ("m/.m", "same"),
        ("m/.mbsyncstate.journal", "no"),
        ("m/.nnmaildir/marks/x", "no"),
        ("m/.old/x", "old"),
        ("mh/1", "one"),
        ("mh/,2", "no"),
        ("mh/.mh_sequences", "no"),
        ("mh/.overview", "no"),
        ("mh/.draft", "draft"),
    ]);
    folder.run(&["-I"]).is(0, &urls(&["message", "one"]), "");
    let all = urls(&["filter", "same", "old", "cur", "message", "one", "draft"]);
    for args in [&["-I", "--hidden"][..], &["-I", "--hidden", "-j1"]] {
        folder.run(args).is(0, &all, "");
    }
    folder
        .run(&["-I", "--hidden", "-g!*.x", "-g", "!.old", "m"])
        .is(0, &urls(&["filter", "same"]), "");
}

/// A message that is too large is left out; those beside it are still searched once.
#[test]
fn a_limit_of_size_in_folders_below() {
    let folder = folder(&[
        ("q/m/1", "one"),
        ("q/m/3", "three"),
        ("q/m/,4", "no"),
        ("q/n/x", "x"),
    ]);
    let large = [message("two"), vec![b'x'; 5000]].concat();
    folder.write("q/m/2", large);
    let args = ["-I", "--max-filesize", "1K"];
    let want = urls(&["one", "three", "x"]);
    for path in ["q", ".", "q/../q"] {
        folder.run(&[&args[..], &[path]].concat()).is(0, &want, "");
    }
}

#[test]
fn mh_folders() {
    let folder = folder(&[
        ("mh/10", "ten"),
        ("mh/9", "nine"),
        ("mh/,8", "no"),
        ("mh/#7", "no"),
        ("mh/.mh_sequences", "no"),
        ("mh/.private/1", "private"),
        ("mh/.cache/x", "no"),
        ("mh/inbox/1", "inbox"),
        ("mh/drafts/sub/1", "draft"),
        ("mh/README", "readme"),
    ]);
    folder.write("mh/11", "no message, http://eleven.example.org/\n");
    let want = urls(&[
        "nine", "ten", "eleven", "private", "readme", "draft", "inbox",
    ]);
    folder.run(&["-I", "mh"]).is(0, &want, "");
    folder.run(&["-I", "--as", "mh", "mh"]).is(0, &want, "");
    let json = folder.run(&["--json", "mh"]).out;
    let numbers = json.matches(r#""message":{"number":1,"#).count();
    assert_eq!((numbers, json.lines().count()), (6, 7), "{json}");
}

#[test]
fn a_message_in_a_folder_may_contain_messages() {
    let from = "From joe@example.org Mon Jan  3 10:00:00 1994\n";
    let outer = String::from_utf8(message("outer")).expect("text");
    let inner = String::from_utf8(message("inner")).expect("text");
    let both = format!("{from}{outer}\n{from}{inner}");
    let folder = Folder::with(&[("mh/1", both.as_bytes()), ("mbox", both.as_bytes())]);
    let ids = |args: &[&str]| {
        let out = folder.run(args).out;
        out.lines()
            .map(|line| line.contains(r#"{"number":1,"id":"outer@"#))
            .collect::<Vec<_>>()
    };
    assert_eq!(ids(&["--json", "mh"]), [true, true]);
    assert_eq!(ids(&["--json", "mbox"]), [true, false]);
    // The type of a named file is detected.
    assert_eq!(ids(&["--json", "mh/1"]), [true, false]);
    assert_eq!(ids(&["--json", "--as", "mh", "mh/1"]), [true, true]);
}

#[test]
fn mailboxes_named_by_years() {
    let from = "From joe@example.org Mon Jan  3 10:00:00 1994\n";
    let text = |name| from.to_string() + &String::from_utf8(message(name)).expect("text") + "\n";
    // The second message of one begins after the first 16 KiB.
    let long = text("c") + &"x\n".repeat(10_000) + "\n" + &text("d");
    // By years, and by months.
    for month in ["", "01"] {
        let path = |year: &str| format!("Archives.sbd/{year}{month}");
        let folder = Folder::of([
            (path("2004"), text("a") + &text("b")),
            (path("2005"), long.clone()),
            (path("2006"), text("e")),
            (path("2007"), String::new()),
        ]);
        let format = ["--format", "{path}:{message.number} {host}"];
        let want = "2004:1 a.example.org
2004:2 b.example.org
2005:1 c.example.org
2005:2 d.example.org
2006:1 e.example.org
"
        .replace("200", "Archives.sbd/200")
        .replace(':', &format!("{month}:"));
        let directory = ["Archives.sbd"];
        let run = folder.run(&[&format[..], &directory].concat());
        run.is(0, &want, "");
        // With --as, each file is one message.
        let run = folder.run(&[&format[..], &["--as", "mh"], &directory].concat());
        run.is(0, &want.replace(":2", ":1"), "");
    }
}

#[test]
fn a_folder_of_numbered_files_without_messages_is_an_ordinary_one() {
    let folder = Folder::with(&[
        ("1", b"http://one.org/"),
        (".x/1", b"http://no.org/"),
        (",2", b"http://two.org/"),
    ]);
    folder
        .run(&["-I"])
        .is(0, "http://one.org/\nhttp://two.org/\n", "");
    folder
        .run(&["-I", "--as=spool", "."])
        .is(0, "http://one.org/\nhttp://no.org/\n", "");
}

#[cfg(unix)]
#[test]
fn crossposts_are_searched_once() {
    let folder = folder(&[
        ("news/comp/lang/c/100", "c"),
        ("news/comp/lang/c/.overview", "no"),
        ("news/comp/lang/c/moderated/1", "moderated"),
        ("news/comp/lang/ada/7", "both"),
        ("news/comp/lang/cobol/3", "linked"),
    ]);
    let path = |name: &str| folder.at("news/comp/lang").join(name);
    fs::hard_link(path("ada/7"), path("c/99")).expect("a link");
    // Links before and after their targets.
    std::os::unix::fs::symlink("../cobol/3", path("c/101")).expect("a link");
    std::os::unix::fs::symlink("../c/100", path("cobol/4")).expect("a link");
    std::os::unix::fs::symlink("nowhere", path("cobol/5")).expect("a link");
    let want = "news/comp/lang/ada/7:http://both.example.org/
news/comp/lang/c/100:http://c.example.org/
news/comp/lang/c/101:http://linked.example.org/
news/comp/lang/c/moderated/1:http://moderated.example.org/
";
    for args in [&["news"][..], &["-j3", "news"], &["--as", "spool", "news"]] {
        folder.run(args).is(0, want, "");
    }
    folder
        .run(&["-I", "news/comp/lang/cobol"])
        .is(0, &urls(&["linked", "c"]), "");
}

#[cfg(unix)]
#[test]
fn pipes_in_a_maildir_are_skipped() {
    let folder = folder(&[("cur/1.x", "one"), ("new/2.x", "two")]);
    let made = std::process::Command::new("mkfifo")
        .arg(folder.at("cur/0.pipe"))
        .status();
    assert!(made.expect("mkfifo is there").success());
    std::os::unix::fs::symlink("cur", folder.at(".loop")).expect("a link");
    folder.run(&["-I"]).is(0, &urls(&["one", "two"]), "");
}

/// A mail reader may move messages during the search.
#[cfg(unix)]
#[test]
fn a_file_that_disappears_after_the_walk_is_reported() {
    use std::io::{BufRead, BufReader, Read};
    let folder = folder(&[("cur/2.x", "two"), ("cur/3.x", "three")]);
    // A long message, so that the command waits for its reader.
    let many = String::from_utf8(message("one")).expect("text")
        + &"http://many.example.org/\n".repeat(200_000);
    // The second one is read ahead.
    for name in ["cur/1.x", "cur/1.y"] {
        folder.write(name, &many);
    }
    let mut child = spawn(&mut folder.command(&["-I", "-j1"]));
    let mut out = BufReader::new(child.stdout.take().expect("piped"));
    let mut line = String::new();
    out.read_line(&mut line).expect("a line");
    fs::remove_file(folder.at("cur/2.x")).expect("the file exists");
    out.read_to_string(&mut line).expect("the rest");
    ends(&line, &urls(&["many", "three"]));
    end(child).is(2, "", "urlgrep: cur/2.x: No such file or directory\n");
}

#[test]
fn a_truncated_mailbox_and_a_nul_in_a_message() {
    let from = "From joe@example.org Mon Jan  3 10:00:00 1994\n";
    let text = |name| from.to_string() + &String::from_utf8(message(name)).expect("text") + "\n";
    let mailbox = text("one") + &text("two");
    let folder = Folder::new();
    for len in 0..=mailbox.len() {
        folder.write("x", &mailbox[..len]);
        let run = folder.run(&["--as", "mbox", "x"]);
        assert_eq!(run.err, "", "{len}");
        let whole = len >= text("one").len();
        assert!(
            !whole || run.out.starts_with(&urls(&["one"])),
            "{len}: {}",
            run.out
        );
    }
    let nul = [
        text("a").as_bytes(),
        b"\0 http://nul.example.org/\0\n",
        text("b").as_bytes(),
    ]
    .concat();
    let folder = Folder::with(&[("d/mbox", &nul), ("d/mail/cur/1.x", &nul[from.len()..])]);
    folder
        .run(&["-I", "d/mbox"])
        .is(0, &urls(&["a", "nul", "b"]), "");
    folder
        .run(&["-I", "d"])
        .is(0, &urls(&["a", "nul", "b"]).repeat(2), "");
}

/// A message of a store has the type `mail`, whatever its name is; other files there have the types of their names.
#[test]
fn messages_have_the_type_mail() {
    let folder = Folder::with(&[
        ("md/cur/1.x", &message("one")),
        ("md/tmp/x", b""),
        ("md/notes.md", b"http://notes.example.org/"),
        ("mh/1", &message("two")),
    ]);
    let run = |args: &[&str]| folder.run(&[args, &["-I", "md", "mh"]].concat());
    run(&["-t", "mail"]).is(0, &urls(&["one", "two"]), "");
    run(&["-T", "md"]).is(0, &urls(&["one", "two"]), "");
    run(&["-T", "mail"]).is(0, &urls(&["notes"]), "");
    run(&["-t", "md"]).is(0, &urls(&["notes"]), "");
    let both = run(&["-t", "md", "-t", "eml"]);
    assert_eq!(both.out.lines().count(), 3, "{}", both.out);
}
