//! Standard input, closed output, and very long lines.

use std::fs::File;
use std::process::{Command, Stdio};

use crate::command::{Folder, PATH, begins, end, finish, spawn};

#[test]
fn standard_input_is_searched_if_it_has_data() {
    let folder = Folder::with(&[("a", b"http://a.org/")]);
    folder
        .pipe(&[], b"see http://pipe.org/")
        .is(0, "http://pipe.org/\n", "");
    folder
        .pipe(&["-n", "-"], b"\nhttp://pipe.org/")
        .is(0, "2:http://pipe.org/\n", "");
    folder.pipe(&[], b"").is(1, "", "");
    folder.pipe(&["-"], b"nothing").is(1, "", "");
    let file = || File::open(folder.at("a")).expect("the file exists");
    finish(folder.command(&[]).stdin(file())).is(0, "http://a.org/\n", "");
    // Neither a pipe nor a file.
    folder.run(&["-c"]).is(0, "a:1\n", "");
    folder.run(&["-"]).is(1, "", "");
}

#[test]
fn standard_input_has_a_name() {
    let folder = Folder::with(&[("a", b"http://a.org/")]);
    folder
        .pipe(&["-H"], b"http://p.org/")
        .is(0, "<stdin>:http://p.org/\n", "");
    let both = "a:http://a.org/\n<stdin>:http://p.org/\na:http://a.org/\n";
    folder
        .pipe(&["a", "-", "a"], b"http://p.org/")
        .is(0, both, "");
    let json = folder.pipe(&["--json"], b"http://p.org/").out;
    begins(&json, r#"{"path":"<stdin>","line":1,"column":1,"start":0,"#);
}

#[test]
fn the_type_of_standard_input_is_detected() {
    let folder = Folder::new();
    let mail = b"From: a@b.org\nDate: now\nX-Url: http://head.org/\n\nhttp://body.org/\n";
    folder.pipe(&["-n"], mail).is(0, "5:http://body.org/\n", "");
    let all = "3:http://head.org/\n5:http://body.org/\n";
    folder.pipe(&["-n", "--as", "text"], mail).is(0, all, "");
}

#[test]
fn parse_treats_each_line_as_a_url() {
    let folder = Folder::new();
    let lines = b"http://a.org/\r\n see http://b.org/ \n\nhttp://c.org/";
    let run = folder.pipe(&["parse"], lines);
    let verdicts: Vec<_> = run.out.lines().filter(|l| !l.starts_with("    ")).collect();
    let want = [
        "ok      http://a.org/",
        "no       see http://b.org/",
        "no",
        "ok      http://c.org/",
    ];
    assert_eq!((run.status, verdicts), (1, want.to_vec()));
    assert_eq!(folder.pipe(&["parse"], b"http://a.org/\n").status, 0);
    folder.pipe(&["parse"], b"").is(0, "", "");
    let json = folder
        .pipe(&["parse", "--json"], b"http://a.org/caf\xe9\n")
        .out;
    begins(
        &json,
        r#"{"url":"http://a.org/caf�","url_bytes":"aHR0cDovL2Eub3JnL2NhZuk=","valid":false,"#,
    );
}

#[test]
fn parse_reads_standard_input_among_urls() {
    let json = |args: &[&str], input: &[u8]| -> Vec<String> {
        let run = Folder::new().pipe(&[&["parse", "--json"], args].concat(), input);
        let url = |line: &str| line.split('"').nth(3).map(str::to_string);
        run.out.lines().filter_map(url).collect()
    };
    let all = ["http://a.org/", "http://b.org/", "http://c.org/"];
    assert_eq!(
        json(
            &["http://a.org/", "-", "http://c.org/"],
            b"http://b.org/\r\n"
        ),
        all
    );
    // A byte order mark is no part of the first line.
    assert_eq!(
        json(&["-"], b"\xef\xbb\xbfhttp://a.org/\r\nhttp://b.org/"),
        all[..2]
    );
}

#[test]
fn parse_cuts_an_endless_line() {
    let mut line = b"http://a.org/".to_vec();
    line.resize((16 << 20) + 100, b'x');
    line.extend(b"\nhttp://b.org/\n");
    let run = Folder::new().pipe(&["parse", "--json"], &line);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!((run.status, lines.len()), (1, 2));
    assert!(lines[0].contains(r#""valid":false"#) && lines[0].contains(r#""name":"too-long""#));
    assert!(lines[1].starts_with(r#"{"url":"http://b.org/","valid":true"#));
}

#[test]
fn control_characters_are_escaped_by_parse() {
    let run = Folder::new().run(&["parse", "http://a.org/\n\u{1b}[2J"]);
    let first = "no      http://a.org/\\u000a\\u001b[2J\n";
    begins(&run.out, first);
    assert!(!run.out.contains('\u{1b}'));
}

#[test]
fn a_closed_pipe_is_success() {
    let folder = Folder::with(&[("a", "http://a.org/\n\n".repeat(200_000).as_bytes())]);
    for args in [&["a"][..], &["--json", "a"], &["-j1", "a", "missing"]] {
        let mut child = spawn(&mut folder.command(args));
        drop(child.stdout.take());
        end(child).is(0, "", "");
    }
}

/// While the first file is read, the results of thousands of small files wait.
#[cfg(target_os = "linux")]
#[test]
fn results_that_wait_take_little_memory() {
    const COUNT: usize = 6000;
    let file = |i| (format!("z/{i}"), format!("http://a{i}.org/\n").into_bytes());
    let folder = Folder::of((0..COUNT).map(file));
    let mut command = Command::new("prlimit");
    command.arg("--as=250000000").arg(PATH);
    command.env("MALLOC_ARENA_MAX", "1");
    command.args(["-j2", "-I", "-", "z"]);
    let mut child = spawn(command.current_dir(folder.path()).stdin(Stdio::piped()));
    // The first file.
    let stdin = child.stdin.take();
    std::thread::sleep(std::time::Duration::from_secs(2));
    drop(stdin);
    let run = end(child);
    assert_eq!((run.status, &run.err[..]), (0, ""));
    assert_eq!(run.out.lines().count(), COUNT);
}

/// Each row repeats the subject.
#[cfg(target_os = "linux")]
#[test]
fn rows_with_long_subjects_take_little_memory() {
    let subject = "cafe ".repeat(20_000);
    let urls = "http://a.org/\n".repeat(1000);
    let mail = format!("From: a@b.org\nSubject: {subject}\n\n{urls}");
    let folder = Folder::with(&[("mail", mail.as_bytes())]);
    let mut command = Command::new("prlimit");
    command.arg("--as=120000000").arg(PATH);
    command.args(["-j1", "--csv", "mail"]).stdout(Stdio::null());
    let status = command.current_dir(folder.path()).status();
    assert!(status.expect("prlimit").success());
}

/// 100 MiB without a line break, in 100 MiB of memory.
#[cfg(target_os = "linux")]
#[test]
fn an_endless_line_is_searched_in_bounded_memory() {
    let folder = Folder::new();
    let mut line = b"http://start.org/ ".to_vec();
    line.resize(50 << 20, b'x');
    line.extend(b" http://middle.org/ ");
    let middle = line.len() - 19;
    // This time there are blanks to cut at.
    while line.len() < 100 << 20 {
        line.extend(b"yyyyyyyyyyyyyyyyyyyyy zz ");
    }
    let end = line.len();
    line.extend(b"http://end.org/");
    folder.write("line", &line);
    drop(line);
    let mut command = Command::new("prlimit");
    command.arg("--as=104857600").arg(PATH);
    // What glibc only reserves for each thread is no memory.
    command.env("MALLOC_ARENA_MAX", "1");
    command
        .args(["-j1", "--column", "-b", "--no-messages", "line"])
        .current_dir(folder.path());
    let column = |at: usize| format!("1:{}:{at}:", at + 1);
    let want = format!(
        "{}http://start.org/\n{}http://middle.org/\n{}http://end.org/\n",
        column(0),
        column(middle),
        column(end)
    );
    finish(&mut command).is(0, &want, "");
}

/// A text without suitable positions is cut at a line end or a blank, so that a URL at the limit stays complete.
#[test]
fn a_text_without_cuts_is_cut_at_a_line_end_or_a_blank() {
    for blank in ["\n", " "] {
        let mut text = vec![b'x'; (16 << 20) - 10];
        text.extend(format!("{blank}http://over.the.bound.org/{blank}").bytes());
        text.resize(18 << 20, b'x');
        let folder = Folder::with(&[("x", &text)]);
        let run = folder.run(&["--no-messages", "-b", "x"]);
        run.is(0, "16777207:http://over.the.bound.org/\n", "");
    }
}

#[test]
fn a_text_without_cuts_causes_a_warning() {
    let folder = Folder::with(&[("x", &vec![b'x'; 33 << 20])]);
    let warning = "urlgrep: x: warning: text of over 16 MiB in one piece, searched in parts from byte 0 on; a URL that is broken over two parts is cut\n";
    folder.run(&["x"]).is(1, "", warning);
}

/// An input, options, and what is printed.
#[test]
fn options_and_bytes() {
    let utf_16 = "\u{feff}one\nhttp://a.org/\nthree\n".encode_utf16();
    let utf_16: Vec<u8> = utf_16.flat_map(u16::to_le_bytes).collect();
    let mbox = b"<URL:http://bat-\nman.org/x>\n\nFrom joe@x.org Mon Jan  3 10:00:00 1994\nFrom: joe@x.org\n\nhttp://b.org/\n";
    for (args, input, wanted) in [
        (
            &["--format", "{column} {url}"][..],
            &b"one\n x http://a.org/a\n"[..],
            "4 http://a.org/a\n",
        ),
        (&["--format", "{scheme}"], b"HTTP://A.org/x\n", "http\n"),
        (
            &["--csv", "--format", "{url}|{context}"],
            b"a|b http://a.org/x\n",
            "url|context\nhttp://a.org/x|\"a|b http://a.org/x\"\n",
        ),
        // `bcd` is another name than `bc`, so the hyphen stays.
        (
            &[],
            b"<URL:http://a.org/b-\nc> and http://a.org/bcd\n",
            "http://a.org/b-c\nhttp://a.org/bcd\n",
        ),
        // A dot at its end makes a host absolute (RFC 3986 section 3.2.2).
        (
            &["--host", "a.org"],
            b"http://a.org./x http://b.org/\n",
            "http://a.org./x\n",
        ),
        // Nor does an escape of a character that needs none (section 6.2.2.2).
        (
            &["--count-by", "host"],
            b"http://a%2Eorg/ http://A.org./ http://%41.org/ http://a%2Fb.org/\n",
            "3\ta.org\n1\ta%2fb.org\n",
        ),
        (
            &["--count-by", "domain"],
            b"http://www%2Eexample.org/ http://example.org\n",
            "2\texample.org\n",
        ),
        // A pattern may mean one byte.
        (
            &["--all", "-e", r"(?-u)\xe9"],
            b"http://a.org/\xe9 http://b.org/\n",
            "http://a.org/\u{fffd}\n",
        ),
        // A line feed of UTF-16 has two bytes.
        (
            &["-C1"],
            &utf_16,
            "http://a.org/\none\nhttp://a.org/\nthree\n",
        ),
        // What stands before the first message is in no message, also where a hyphen is resolved later.
        (
            &["--as", "mbox", "--format", "[{message.number}] {url}"],
            mbox,
            "[] http://bat-man.org/x\n[1] http://b.org/\n",
        ),
    ] {
        let args = [args, &["-"]].concat();
        Folder::new().pipe(&args, input).is(0, wanted, "");
    }
}

#[test]
fn wide_characters_are_not_wrapped() {
    let text =
        "See https://lists.example.org/archive/1994/december/minutes-of-the-meeting.txt too.\n";
    let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let run = Folder::new().pipe(&["wrap"], &wide);
    let warning = "urlgrep: <stdin>: warning: not wrapped: it is UTF-16, UTF-32 or no text\n";
    run.is(1, &String::from_utf8_lossy(&wide), warning);
    // gzip with a time, and a PDF file.
    let zipped = b"\x1f\x8b\x08\x08\x42\x42\x42\x42\x02\x03x\0";
    for bytes in [&zipped[..], b"%PDF-1.4\n"] {
        let run = Folder::new().pipe(&["wrap"], bytes);
        run.is(1, &String::from_utf8_lossy(bytes), warning);
    }
}
