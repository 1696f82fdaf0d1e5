//! Finding files, and files that cannot be read or are not regular files.

use std::fs::{self, File, OpenOptions};
use std::process::{Command, Stdio};

use crate::command::{Folder, begins, finish, has};

#[test]
fn the_current_directory_is_searched_by_default_and_shown_without_a_dot() {
    let folder = Folder::with(&[("b/x", b"http://b.org/"), ("a", b"http://a.org/")]);
    folder
        .run(&[])
        .is(0, "a:http://a.org/\nb/x:http://b.org/\n", "");
    folder
        .run(&["."])
        .is(0, "./a:http://a.org/\n./b/x:http://b.org/\n", "");
    folder
        .run(&["b", "a"])
        .is(0, "b/x:http://b.org/\na:http://a.org/\n", "");
}

/// As in ripgrep, only if no path is named.
#[test]
fn a_warning_says_that_no_file_was_searched() {
    let folder = Folder::with(&[
        (".hidden", b"http://a.org/"),
        ("sub/x.txt", b"http://b.org/"),
        ("bin/x", b"\0"),
    ]);
    let warning = "urlgrep: warning: no file was searched; `--hidden --no-ignore` also searches hidden and ignored files; -g, -t, --max-depth and --max-filesize leave out files\n";
    for args in [&["-g*.md"][..], &["-tmd", "-l"], &["--max-depth=1"]] {
        folder.run(args).is(1, "", warning);
        folder
            .run(&[args, &["--no-messages"]].concat())
            .is(1, "", "");
        folder.run(&[args, &["."]].concat()).is(1, "", "");
    }
    // Something was searched, or skipped as binary.
    folder.run(&["-sftp"]).is(1, "", "");
    folder.run(&["-gx"]).is(1, "", "");
}

#[test]
fn files_ignored_by_git_are_skipped_only_in_a_work_tree() {
    let files: [(&str, &[u8]); 3] = [
        (".gitignore", b"*.log\n"),
        ("a.log", b"http://log.org/"),
        ("a.txt", b"http://txt.org/"),
    ];
    let folder = Folder::with(&files);
    folder
        .run(&["-I"])
        .is(0, "http://log.org/\nhttp://txt.org/\n", "");
    fs::create_dir(folder.at(".git")).expect("a folder");
    folder.run(&["-I"]).is(0, "http://txt.org/\n", "");
    folder.run(&["a.log"]).is(0, "http://log.org/\n", "");
}

#[test]
fn an_invalid_line_of_an_ignore_file_is_a_warning() {
    let folder = Folder::with(&[
        ("a/b/.ignore", b"[z-a]\n*.log\nx{\n"),
        ("a/b/x.log", b"http://log.org/"),
        ("a/b/x.txt", b"http://txt.org/"),
    ]);
    // The second file is read on the way down, or as one above the directory.
    fs::write(folder.at("a/.ignore"), "x{\n").expect("a file");
    for args in [&["-I"][..], &["-I", "a/b"], &["-I", "--resolve"]] {
        let run = folder.run(args);
        assert_eq!((run.status, &run.out[..]), (0, "http://txt.org/\n"));
        let lines = run.err.lines().map(|line| line.split_once(": error"));
        let places: Vec<_> = lines
            .map(|parts| parts.map_or("", |(place, _)| place))
            .collect();
        let wanted = [
            "a/.ignore: warning: line 1",
            "a/b/.ignore: warning: line 1",
            "a/b/.ignore: warning: line 3",
        ];
        assert_eq!(places.len(), wanted.len(), "{}", run.err);
        assert!(
            places
                .iter()
                .zip(wanted)
                .all(|(place, end)| place.ends_with(end)),
            "{}",
            run.err
        );
        assert!(
            run.err
                .lines()
                .all(|line| line.ends_with("; this line has no effect"))
        );
    }
    folder
        .run(&["-I", "--no-messages"])
        .is(0, "http://txt.org/\n", "");
}

#[test]
fn hosts_are_read_from_a_file() {
    let folder = Folder::with(&[
        (
            "in/x",
            b"http://a.org/ http://x.a.org/ http://B.ORG/ http://c.org/",
        ),
        (
            "known",
            b"\xef\xbb\xbf# ours\r\n*.a.org\r\n\r\n  b.org \r\n",
        ),
        ("none", b"# none yet\n"),
        ("wrong", b"a.org\nhttp://b.org/x\n"),
    ]);
    let all = "http://a.org/\nhttp://x.a.org/\nhttp://B.ORG/\nhttp://c.org/\n";
    for (args, wanted) in [
        (
            &["--host", "@known"][..],
            "http://x.a.org/\nhttp://B.ORG/\n",
        ),
        (
            &["-v", "--host", "@known"],
            "http://a.org/\nhttp://c.org/\n",
        ),
        (&["-v", "--host", "@known,c.org"], "http://a.org/\n"),
        // A list without hosts is still a condition.
        (&["--host", "@none"], ""),
        (&["-v", "--host", "@none"], all),
    ] {
        let run = folder.run(&[args, &["in/x"]].concat());
        assert_eq!((&run.out[..], &run.err[..]), (wanted, ""), "{args:?}");
    }
    let err = "error: --host @wrong: line 2: http://b.org/x: write the host alone: b.org\n";
    folder.run(&["--host", "@wrong", "in"]).is(2, "", err);
    let err = "error: --host @gone: No such file or directory\n";
    folder.run(&["--host", "@gone", "in"]).is(2, "", err);
}

#[test]
fn invalid_utf_8_is_printed_unchanged() {
    let folder = Folder::with(&[("x", b"\x80 http://a.org/caf\xe9 \xff")]);
    let output = folder.command(&["x"]).output().expect("the command starts");
    assert_eq!(output.stdout, b"http://a.org/caf\xe9\n");
    let json = folder.run(&["--json", "x"]).out;
    // base64 of http://a.org/caf\xe9
    let bytes = r#""url":"http://a.org/caf�","url_bytes":"aHR0cDovL2Eub3JnL2NhZuk=","form""#;
    has(&json, bytes);
}

#[test]
fn a_walk_skips_binary_files_unless_they_are_known() {
    let wide: Vec<u8> = "\u{feff}see http://wide.org/"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let folder = Folder::with(&[("binary", b"\0http://binary.org/"), ("wide", &wide)]);
    folder.run(&[]).is(0, "wide:http://wide.org/\n", "");
    folder
        .run(&["-I", "binary", "wide"])
        .is(0, "http://binary.org/\nhttp://wide.org/\n", "");
    folder
        .pipe(&[], b"\0http://binary.org/")
        .is(0, "http://binary.org/\n", "");
}

#[cfg(target_os = "linux")]
#[test]
fn a_path_that_is_not_utf_8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new();
    let name = OsStr::from_bytes(b"caf\xe9");
    folder.write(name, "http://a.org/");
    let output = folder.command(&[]).output().expect("the command starts");
    assert_eq!(output.stdout, b"caf\xe9:http://a.org/\n");
    let json = folder.run(&["--json"]).out;
    let bytes = r#"{"path":"caf�","path_bytes":"Y2Fm6Q==","line":1"#;
    begins(&json, bytes);
    let counted = "{\"count\":1,\"path\":\"caf\u{fffd}\",\"path_bytes\":\"Y2Fm6Q==\"}\n";
    folder.run(&["-c", "--json"]).is(0, counted, "");
    folder
        .run(&["--count-by", "file", "--json"])
        .is(0, counted, "");
    // Other arguments are text.
    let pattern = OsStr::from_bytes(b"th\xe9");
    let mut command = folder.command(&["-c"]);
    let run = finish(command.args([name, OsStr::new("-e"), pattern]));
    let error = "error: th�: not UTF-8; only paths and URLs may have other bytes\n";
    run.is(2, "", error);
}

#[cfg(unix)]
#[test]
fn unreadable_files_are_reported() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::with(&[
        ("a", b"http://a.org/"),
        ("d/x", b""),
        ("z", b"http://z.org/"),
    ]);
    let set_mode = |name: &str, mode| {
        let mode = fs::Permissions::from_mode(mode);
        fs::set_permissions(folder.at(name), mode).expect("permission to change the mode");
    };
    // Root can read everything, so another user searches.
    set_mode(".", 0o755);
    set_mode("a", 0o000);
    set_mode("d", 0o000);
    let is_root = File::open(folder.at("a")).is_ok();
    let run = |args: &[&str]| {
        let mut command = if is_root {
            folder.command_of_nobody(args)
        } else {
            folder.command(args)
        };
        finish(&mut command)
    };
    let denied = "urlgrep: ./a: Permission denied\nurlgrep: ./d: Permission denied\n";
    run(&["."]).is(2, "./z:http://z.org/\n", denied);
    run(&["--no-messages", "."]).is(2, "./z:http://z.org/\n", "");
    set_mode("d", 0o700);
}

#[cfg(unix)]
#[test]
fn pipes_and_links_are_skipped_unless_they_are_named() {
    let folder = Folder::with(&[("a", b"http://a.org/"), ("d/b", b"http://b.org/")]);
    std::os::unix::fs::symlink("a", folder.at("link")).expect("a link");
    std::os::unix::fs::symlink("d", folder.at("folder")).expect("a link");
    let made = Command::new("mkfifo").arg(folder.at("pipe")).status();
    assert!(made.expect("mkfifo is there").success());
    // Opening it would block forever.
    folder
        .run(&["-I"])
        .is(0, "http://a.org/\nhttp://b.org/\n", "");
    folder.run(&["link"]).is(0, "http://a.org/\n", "");
    folder
        .run(&["folder"])
        .is(0, "folder/b:http://b.org/\n", "");
    std::thread::scope(|scope| {
        scope.spawn(|| fs::write(folder.at("pipe"), "http://pipe.org/"));
        folder.run(&["pipe"]).is(0, "http://pipe.org/\n", "");
    });
}

/// Reading such a pipe would block forever.
#[cfg(unix)]
#[test]
fn a_directory_whose_ignore_file_is_a_pipe_is_not_searched() {
    let is = |path: &str, file: &str| {
        format!(
            "urlgrep: {path}: not searched, because {file} is not a regular file (see --no-ignore)\n"
        )
    };
    for name in [".ignore", ".gitignore", ".git/info/exclude"] {
        let file = format!("d/{name}");
        let folder = Folder::with(&[("a", b"http://a.org/"), ("d/b/c", b"http://c.org/")]);
        folder.write("z", "http://z.org/");
        fs::create_dir_all(folder.at("d/.git/info")).expect("a folder");
        folder.make_pipe(&file);
        let found = "a:http://a.org/\nz:http://z.org/\n";
        folder
            .run(&[])
            .is(2, found, &is("./d", &format!("./{file}")));
        folder.run(&["d"]).is(2, "", &is("d", &file));
        let above = folder.at(&file).canonicalize().expect("a path");
        folder
            .run(&["d/b"])
            .is(2, "", &is("d/b", &above.display().to_string()));
        let all = "http://a.org/\nhttp://c.org/\nhttp://z.org/\n";
        folder.run(&["-I", "--no-ignore"]).is(0, all, "");
        // Beside the messages of a store.
        fs::create_dir_all(folder.at("d/new")).expect("a folder");
        fs::create_dir_all(folder.at("d/cur")).expect("a folder");
        folder.write("d/x", "http://x.org/");
        folder.run(&["d"]).is(2, "", &is("d", &file));
    }
    let folder = Folder::with(&[("a", b"http://a.org/")]);
    std::os::unix::fs::symlink("/dev/null", folder.at(".gitignore")).expect("a link");
    folder.run(&[]).is(0, "a:http://a.org/\n", "");
}

#[cfg(unix)]
#[test]
fn a_broken_link_is_an_error_if_it_is_named() {
    let folder = Folder::new();
    std::os::unix::fs::symlink("nowhere", folder.at("link")).expect("a link");
    folder.run(&["."]).is(1, "", "");
    folder
        .run(&["link"])
        .is(2, "", "urlgrep: link: No such file or directory\n");
}

#[test]
fn the_output_is_not_searched() {
    let folder = Folder::with(&[("a", b"http://a.org/\n"), ("out", b"http://old.org/\n")]);
    let out = || {
        let file = OpenOptions::new().append(true).open(folder.at("out"));
        Stdio::from(file.expect("the file exists"))
    };
    let run = finish(folder.command(&["a", "out"]).stdout(out()));
    run.is(2, "", "urlgrep: out: it is also the output\n");
    finish(folder.command(&[]).stdout(out())).is(0, "", "");
    let stdin = File::open(folder.at("out")).expect("the file exists");
    let run = finish(folder.command(&["-"]).stdin(stdin).stdout(out()));
    run.is(2, "", "urlgrep: <stdin>: it is also the output\n");
    let written = folder.read_text("out");
    assert_eq!(
        written,
        "http://old.org/\na:http://a.org/\na:http://a.org/\n"
    );
}

#[test]
fn input_is_not_changed() {
    let folder = Folder::with(&[("a", b"<URL:http://a.org/x\ny>")]);
    let path = folder.at("a");
    let before = fs::metadata(&path)
        .and_then(|of| of.modified())
        .expect("a time");
    folder.run(&["a"]).is(0, "http://a.org/xy\n", "");
    assert_eq!(fs::read(&path).expect("a file"), b"<URL:http://a.org/x\ny>");
    assert_eq!(
        fs::metadata(&path)
            .and_then(|of| of.modified())
            .expect("a time"),
        before
    );
}

#[test]
fn the_order_of_files_does_not_depend_on_threads() {
    let text = |i: usize| format!("http://a.org/{i}\n").repeat(i % 5);
    let folder = Folder::of((0..400).map(|i| (format!("{}/{i}", i % 7), text(i))));
    let mut want = String::new();
    for d in 0..7 {
        for i in (d..400).step_by(7) {
            for line in 1..=i % 5 {
                want += &format!("{d}/{i}:{line}:http://a.org/{i}\n");
            }
        }
    }
    for threads in ["1", "2", "3", "16"] {
        folder.run(&["-n", "-j", threads]).is(0, &want, "");
    }
    // More threads than are of use are not started.
    for threads in ["5000", "18446744073709551615"] {
        folder.run(&["-n", "-j", threads]).is(0, &want, "");
    }
    // A file that cannot be read also has its place in the order.
    let run = folder.run(&["-j3", "-c", "0", "missing", "1/1"]);
    assert_eq!(run.status, 2);
    assert!(run.out.starts_with("0/7:2\n0/14:4\n") && run.out.ends_with("1/1:1\n"));
}

#[test]
fn relative_urls_need_a_base() {
    let page = b"<html><a href='../x'>x</a> <img src='//b.org/i'></html>";
    let folder = Folder::with(&[("page.html", page)]);
    folder.run(&["page.html"]).is(0, "https://b.org/i\n", "");
    folder.run(&["--base", "http://a.org/b/c", "page.html"]).is(
        0,
        "http://a.org/x\nhttp://b.org/i\n",
        "",
    );
    let json = folder.run(&["--json", "--base=http://a.org/", "page.html"]);
    assert!(
        json.out
            .contains("\"url\":\"../x\",\"assumed\":\"http://a.org/x\"")
    );
    let run = folder.run(&["--base", "b/c", "page.html"]);
    assert_eq!((run.status, run.out.as_str()), (2, ""));
}

/// The descriptors of `srcset` are no URLs.
#[test]
fn relative_urls_of_lists() {
    let page =
        b"<html><img srcset='a.png 1x, /b.png 480w,c,d.png'><a ping='e http://f.org/'>x</a></html>";
    let folder = Folder::with(&[("page.html", page)]);
    folder.run(&["--base", "http://a.org/x/", "page.html"]).is(
        0,
        "http://a.org/x/a.png\nhttp://a.org/b.png\nhttp://a.org/x/c,d.png\nhttp://a.org/x/e\nhttp://f.org/\n",
        "",
    );
}

/// A name can contain anything but a slash. In a line of output it stays one line, and it does not change the terminal.
#[cfg(unix)]
#[test]
fn hostile_names_stay_in_their_line() {
    let name = "a\nb:1:http:/evil.org";
    let folder = Folder::with(&[(name, b"http://a.org/"), ("c", b"")]);
    let escaped = "a\\u000ab:1:http:/evil.org";
    let run = folder.run(&["."]);
    assert_eq!(run.out, format!("./{escaped}:http://a.org/\n"));
    let list = folder.run(&["-l", "."]);
    assert_eq!(list.out, format!("./{escaped}\n"));
    for args in [&["-c", "."][..], &["--count-by", "file", "."]] {
        let run = folder.run(args);
        assert!(run.out.contains(escaped) && run.out.lines().count() == 1);
        let csv = folder.run(&[&["--csv"], args].concat());
        assert_eq!(csv.out, format!("count,path\n1,./{escaped}\n"));
    }
    let template = folder.run(&["--format", "{path}", "."]);
    assert_eq!(template.out, format!("./{escaped}\n"));
    // NUL ends a path as it is.
    assert_eq!(folder.run(&["-0l", "."]).out, format!("./{name}\0"));
    let template = folder.run(&["--format", r"{path}\0", "."]);
    assert_eq!(template.out, format!("./{name}\0"));
    // Messages, and the arguments in them.
    let missing = folder.run(&["x\u{202e}gpj.exe\u{1b}[2J"]);
    assert!(missing.err.contains("x\\u202egpj.exe\\u001b[2J"));
    let option = folder.run(&["--x\u{202e}y"]);
    has(&option.err, "--x\\u202ey");
    // The linter.
    let folder = Folder::with(&[("p\nq\u{1b}[31m.md", b"See <HTTP://a.org/>.\n")]);
    for args in [
        &[][..],
        &["--output-format", "short"],
        &["--show-files"],
        &["--show-settings"],
    ] {
        let run = folder.run(&[&["lint"], args].concat());
        has(&run.out, "p\\u000aq\\u001b[31m.md");
        assert!(
            !run.out.contains(['\u{1b}']) && !run.out.contains("p\n"),
            "{}",
            run.out
        );
    }
}

/// Levels below a directory, also in mail stores; the order; the size.
#[test]
fn depth_order_and_size() {
    let message = b"From: a@x.org\nDate: x\nSubject: y\n\nhttp://mail.org/\n";
    let folder = Folder::with(&[
        ("a", b"http://a.org/"),
        ("B.TXT", b"http://b.org/ and more text"),
        ("d/c", b"http://c.org/"),
        ("d/box/cur/1", message),
        ("d/box/new/2", b""),
    ]);
    let lines = |args: &[&str]| folder.run(args).out.replace('\n', " ");
    assert_eq!(lines(&["-l"]), "B.TXT a d/box/cur/1 d/c ");
    assert_eq!(lines(&["-l", "-d0"]), "");
    assert_eq!(lines(&["-l", "-d1"]), "B.TXT a ");
    assert_eq!(lines(&["-l", "--max-depth", "2"]), "B.TXT a d/c ");
    assert_eq!(lines(&["-l", "-d3"]), "B.TXT a d/c ");
    assert_eq!(lines(&["-l", "-d4"]), "B.TXT a d/box/cur/1 d/c ");
    assert_eq!(lines(&["-l", "-d0", "a"]), "a ");
    assert_eq!(
        lines(&["-l", "--sortr", "path"]),
        "d/c d/box/cur/1 a B.TXT "
    );
    assert_eq!(
        lines(&["-l", "--sortr", "path", "--sort", "path"]),
        "B.TXT a d/box/cur/1 d/c "
    );
    assert_eq!(lines(&["-l", "--max-filesize", "13"]), "a d/c ");
    assert_eq!(
        lines(&["-l", "--max-filesize", "1k"]),
        "B.TXT a d/box/cur/1 d/c "
    );
    assert_eq!(lines(&["-l", "--iglob", "*.txt"]), "B.TXT ");
    assert_eq!(lines(&["-l", "-g", "*.txt"]), "");
    assert_eq!(lines(&["-l", "--iglob", "!*.txt", "-d1"]), "a ");
}

#[test]
fn a_path_is_a_field_of_csv_before_a_nul_too() {
    let folder = Folder::with(&[("a,b", b"http://a.org/")]);
    let args = ["--csv", "--format", "{path},{url}\\0", "a,b"];
    folder
        .run(&args)
        .is(0, "path,url\0\"a,b\",http://a.org/\0", "");
}

/// `URLGREP_CONFIG_PATH`: options of a file before those of the command line.
#[test]
fn configuration_file() {
    let folder = Folder::with(&[
        ("a", b"http://a.org/ ftp://a.org/"),
        ("rc", b"# my options\n\n--scheme\nftp\n  -n\n"),
        ("switches", b"--json\n-l\n-0\n-v\n-ehttp\n"),
        ("lines", b"-C1\n"),
        ("json", b"--json\n"),
        ("csv", b"--csv\n"),
        ("wrong", b"--sort path\n"),
        ("two", b"-n -b\n"),
        ("ripgrep", b"--smart-case\n"),
        ("path", b"a\n"),
        ("marked", b"\xef\xbb\xbf-m1\n"),
        ("top", b"--top=1\n"),
    ]);
    let run = |config: &str, args: &[&str]| {
        let mut command = folder.command(args);
        finish(command.env("URLGREP_CONFIG_PATH", config))
    };
    run("rc", &["a"]).is(0, "1:ftp://a.org/\n", "");
    run("rc", &["-N", "a"]).is(0, "ftp://a.org/\n", "");
    run("rc", &["--no-config", "-m1", "a"]).is(0, "http://a.org/\n", "");
    run("", &["-m1", "a"]).is(0, "http://a.org/\n", "");
    run("marked", &["a"]).is(0, "http://a.org/\n", "");
    // `--top` is for the searches that count.
    run("top", &["-m1", "a"]).is(0, "http://a.org/\n", "");
    run("top", &["--count-by=scheme", "a"]).is(0, "1\tftp\n", "");
    let typed = run("top", &["--top=2", "a"]);
    assert_eq!((typed.status, &typed.out[..]), (2, ""));
    has(&typed.err, "--count-by <WHAT>");
    let undone = ["--count-by=scheme", "--top=2", "--no-count-by", "-m1", "a"];
    run("", &undone).is(0, "http://a.org/\n", "");
    // The opposite of an option undoes it; the last one counts.
    run("rc", &["--no-scheme", "-N", "a"]).is(0, "http://a.org/\nftp://a.org/\n", "");
    run("rc", &["--no-scheme", "-shttp", "a"]).is(0, "1:http://a.org/\n", "");
    run("switches", &["a"]).is(0, "{\"path\":\"a\"}\n", "");
    run("switches", &["--no-json", "a"]).is(0, "a\0", "");
    // JSON ignores what the file sets for other searches, but not what is typed.
    let counted = run("lines", &["--json", "-c", "a"]);
    counted.is(0, "{\"count\":2,\"path\":\"a\"}\n", "");
    assert_eq!(run("lines", &["--json", "a"]).status, 0);
    run("csv", &["-l", "a"]).is(0, "a\n", "");
    let refused = run("json", &["-C1", "a"]);
    assert_eq!(refused.status, 2);
    let why = &refused.err;
    has(why, "with the options of json");
    let undone = ["--no-json", "--no-files-with-matches", "a"];
    run("switches", &undone).is(0, "ftp://a.org/\0", "");
    run(
        "switches",
        &[&["--no-invert-match", "--no-null"], &undone[..]].concat(),
    )
    .is(0, "http://a.org/\n", "");
    // Subcommands have their own options.
    assert_eq!(run("rc", &["parse", "http://a.org/"]).status, 0);
    // After a path the name of a subcommand is a path.
    assert!(run("rc", &["a", "lint"]).err.contains("lint: No such file"));
    run("no", &["a"]).is(
        2,
        "",
        "urlgrep: no: No such file or directory (URLGREP_CONFIG_PATH)\n",
    );
    let wrong = run("wrong", &["a"]);
    assert_eq!((wrong.status, &wrong.out[..]), (2, ""));
    let how =
        "write one argument a line, `--sort=path` or `--sort` and `path` (URLGREP_CONFIG_PATH)\n";
    assert_eq!(
        wrong.err,
        format!("urlgrep: wrong: --sort path is not an option; {how}")
    );
    let two = run("two", &["a"]).err;
    assert_eq!(two, format!("urlgrep: two: -n -b is not an option; {how}"));
    begins(
        &run("ripgrep", &["a"]).err,
        "urlgrep: ripgrep: --smart-case is not an option of urlgrep: -i ignores case",
    );
    let path = run("path", &["a"]);
    begins(&path.err, "urlgrep: path: a is not an option");
}

/// A message about a wrong option names the configuration file if the command line is right without it.
#[test]
fn mistakes_in_the_configuration_file() {
    let folder = Folder::with(&[
        ("a", b"ftp://a.org/"),
        ("json", b"--json\n"),
        ("csv", b"--csv\n"),
        ("pattern", b"--from=(\n"),
        ("blank", b"-s ftp\n"),
        ("color", b"--color=red\n"),
        ("help", b"--help\n"),
        ("version", b"-V\n"),
        ("types", b"--type-list\n"),
        ("shell", b"--completion\nbash\n"),
    ]);
    let run = |config: &str, args: &[&str]| {
        let mut command = folder.command(args);
        finish(command.env("URLGREP_CONFIG_PATH", config))
    };
    let first = |config: &str, args: &[&str]| {
        let run = run(config, args);
        assert_eq!((run.status, &run.out[..]), (2, ""), "{config}");
        run.err.lines().next().unwrap_or_default().to_string()
    };
    assert_eq!(
        first("pattern", &["a"]),
        "error: with the options of pattern (URLGREP_CONFIG_PATH): --from (: regex parse error:"
    );
    assert_eq!(
        first("color", &["a"]),
        "urlgrep: color: invalid value 'red' for '--color <WHEN>' [possible values: auto, always, never] (URLGREP_CONFIG_PATH)"
    );
    assert_eq!(
        first("json", &["--stats", "a"]),
        "error: with the options of json (URLGREP_CONFIG_PATH): the argument '--json' cannot be used with '--stats'"
    );
    assert_eq!(
        first("csv", &["--stats", "a"]),
        "error: with the options of csv (URLGREP_CONFIG_PATH): --stats prints lines for readers: leave out --csv"
    );
    // Here the file is right.
    assert_eq!(
        first("json", &["-e", "(", "a"]),
        "error: -e (: regex parse error:"
    );
    assert!(first("json", &["--nope"]).starts_with("error: unexpected argument '--nope'"));
    for config in ["help", "version", "types", "shell"] {
        assert_eq!(
            first(config, &["a"]),
            format!(
                "urlgrep: {config}: --help, --version, --type-list and --completion are for the command line only (URLGREP_CONFIG_PATH)"
            )
        );
    }
    run("blank", &["a"]).is(0, "ftp://a.org/\n", "");
}

/// Where a path is missing, a file as a value is a mistake; standard input needs no path.
#[test]
fn a_value_that_is_the_name_of_a_file() {
    let folder = Folder::with(&[("letter.txt", b"http://a.org/")]);
    for flag in ["-e", "--host", "--format", "--from"] {
        let why = format!(
            "error: {flag} letter.txt: this is a file, so {flag} has no value of its own; write `{flag} VALUE letter.txt`, or add a path\n"
        );
        folder.run(&[flag, "letter.txt"]).is(2, "", &why);
    }
    let run = folder.pipe(
        &["-e", "letter.txt"],
        b"http://b.org/letter.txt http://b.org/",
    );
    run.is(0, "http://b.org/letter.txt\n", "");
}

#[test]
fn a_table_without_rows_has_its_header_line() {
    let folder = Folder::with(&[("empty", b"")]);
    folder
        .run(&["--csv", "-c", "empty"])
        .is(1, "count,path\n", "");
    let zero = folder.run(&["--csv", "-c", "--include-zero", "empty"]);
    zero.is(1, "count,path\n0,empty\n", "");
}

#[test]
fn the_format_of_links_is_checked_in_every_form() {
    let folder = Folder::with(&[("x", b"http://a.org/")]);
    for form in ["-n", "--json", "-l", "--csv"] {
        let run = folder.run(&["--hyperlink-format", "vscod", form, "x"]);
        assert_eq!((run.status, &*run.out), (2, ""), "{form}");
    }
}

/// Paths alone are links too. Of a member its archive is the file; standard input has none.
#[cfg(all(unix, feature = "tar"))]
#[test]
fn each_path_of_a_file_is_a_link() {
    let folder = Folder::with(&[("a b", b"http://a.org/\n")]);
    let archive = std::process::Command::new("tar")
        .args(["-cf", "a.tar", "a b"])
        .current_dir(folder.path())
        .status();
    if !archive.is_ok_and(|status| status.success()) {
        return;
    }
    let link = |file: &str, text: &str| {
        let path = folder.path().join(file).display().to_string();
        let path = path.replace(' ', "%20");
        format!("\x1b]8;;x://{path}:1\x1b\\\x1b[35m{text}\x1b[0m\x1b]8;;\x1b\\")
    };
    let args = [
        "--color=always",
        "--hyperlink-format=x://{path}:{line}",
        "-H",
    ];
    let run = |more: &[&str]| folder.run(&[&args[..], more].concat()).out;
    let (file, member) = (link("a b", "a b"), link("a.tar", "a.tar!a b"));
    assert_eq!(run(&["-l", "a b", "a.tar"]), format!("{file}\n{member}\n"));
    assert_eq!(
        run(&["-c", "a b", "a.tar"]),
        format!("{file}:1\n{member}:1\n")
    );
    begins(&run(&["--heading", "a b"]), &format!("{file}\n"));
    begins(&run(&["--heading", "a.tar"]), &format!("{member}\n"));
    let row = run(&["a.tar"]);
    let path = folder.path().display();
    begins(
        &row,
        &format!("\x1b]8;;x://{path}/a.tar:1\x1b\\\x1b[35ma.tar!a b\x1b[0m:\x1b]8;;"),
    );
    for form in ["-l", "-n"] {
        let run = folder.pipe(&[&args[..], &[form, "-"]].concat(), b"http://a.org/\n");
        assert!(!run.out.contains("x://"), "{:?}", run.out);
    }
}
