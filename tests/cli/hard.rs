//! Terminals, signals, limits, changing files and special files.

use std::fs;
use std::io::Read;
use std::process::{Command, Stdio};

use crate::command::{Folder, PATH, finish, spawn};
use crate::growth::{assert_linear, of_all};

const TWO: [(&str, &[u8]); 2] = [("a", b"\nhttp://a.org/"), ("b", b"http://b.org/\x1b[2J")];

#[test]
fn nul_terminates_paths() {
    let folder = Folder::with(&TWO);
    folder.run(&["-l", "-0"]).is(0, "a\0b\0", "");
    folder.run(&["-c", "--null"]).is(0, "a\x001\nb\x001\n", "");
    let lines = "a\x002:http://a.org/\nb\x001:http://b.org/\n";
    folder.run(&["-0n"]).is(0, lines, "");
    let headed = "a\x002:http://a.org/\n\nb\x001:http://b.org/\n";
    folder.run(&["-0n", "--heading"]).is(0, headed, "");
    // Without paths, NUL ends each URL, whatever stands around it.
    folder
        .run(&["-0In", "--column"])
        .is(0, "2:1:http://a.org/\x001:1:http://b.org/\0", "");
    folder.run(&["-0b", "a"]).is(0, "1:http://a.org/\0", "");
    folder
        .run(&["-0n", "-C0", "a"])
        .is(0, "2:http://a.org/\x002-http://a.org/\n", "");
    let format = ["--format", r"{path}\t{url}\\\0"];
    folder
        .run(&format)
        .is(0, "a\thttp://a.org/\\\0b\thttp://b.org/\\\0", "");
}

#[test]
fn colours_are_the_same_as_in_ripgrep() {
    let folder = Folder::with(&TWO[..1]);
    let plain = "\x1b[35ma\x1b[0m:\x1b[32m2\x1b[0m:1:\x1b[1m\x1b[31mhttp://a.org/\x1b[0m\n";
    let args = ["--color", "always", "-H", "--column", "a"];
    folder.run(&args).is(0, plain, "");
    let pretty = "\x1b[35ma\x1b[0m\n\x1b[32m2\x1b[0m:\x1b[1m\x1b[31mhttp://a.org/\x1b[0m\n";
    folder.run(&["-p"]).is(0, pretty, "");
    folder.run(&["-p", "--color", "auto"]).is(0, pretty, "");
    folder
        .run(&["-p", "--color", "never", "-N", "--no-heading"])
        .is(0, "a:http://a.org/\n", "");
}

#[test]
fn contradictory_arguments_are_errors() {
    let folder = Folder::with(&TWO);
    for (args, why) in [
        (&["-u"][..], "-U prints each URL once, --no-ignore --hidden"),
        (&["-uu"], "--no-ignore --hidden"),
        (&["--unrestricted"], "-U prints"),
        (&["-v"], "-v inverts -e and --host"),
        (&["-e", "("], "-e (: regex parse error"),
        (&["-g", "{"], "-g {: "),
        (&["--engine", "sse9"], "--engine sse9: this machine has "),
        (&["--format", "{line"], "no '}' after '{line'"),
        (&["--format", "}"], "a single '}' must be written"),
        (&["--format", r"\x"], r"unknown escape `\x`"),
        (&["--format", "{col}"], "did you mean `{column}`?"),
        (&["--completion", "tcsh"], "possible values: bash"),
        (&["--stats", "--json"], "cannot be used with"),
        (
            &["lint", "--write-baseline", "--diff"],
            "cannot be used with",
        ),
    ] {
        let run = folder.run(args);
        assert_eq!((run.status, &run.out[..]), (2, ""), "{args:?}");
        assert!(run.err.contains(why), "{args:?}: {}", run.err);
    }
}

#[test]
fn hidden_ignored_and_binary_files() {
    let folder = Folder::with(&[
        (".ignore", b"log\n"),
        (".h", b"http://h.org/"),
        ("bin", b"\0 http://bin.org/"),
        ("log", b"http://log.org/"),
    ]);
    folder.run(&["-l"]).is(1, "", "");
    folder.run(&["-l", "--hidden"]).is(0, ".h\n", "");
    folder.run(&["-l", "--no-ignore"]).is(0, "log\n", "");
    folder.run(&["-l", "-a"]).is(0, "bin\n", "");
    let all = ["-l", "--text", "--hidden", "--no-ignore"];
    folder.run(&all).is(0, ".h\nbin\nlog\n", "");
    // Skipped files are not listed.
    folder.run(&["--files-without-match"]).is(1, "", "");
    let zero = ["-c", "--include-zero", "-I", "bin", "."];
    folder.run(&zero).is(0, "1\n", "");
}

#[cfg(unix)]
#[test]
fn a_loop_of_links_is_reported_and_skipped() {
    let folder = Folder::with(&[("d/a", b"http://a.org/"), ("e", b"http://e.org/")]);
    std::os::unix::fs::symlink("..", folder.at("d/up")).expect("a link");
    std::os::unix::fs::symlink("e", folder.at("f")).expect("a link");
    folder.run(&["-l"]).is(0, "d/a\ne\n", "");
    for follow in ["-L", "--follow"] {
        let run = folder.run(&["-l", follow]);
        assert_eq!((run.status, &run.out[..]), (2, "d/a\ne\nf\n"));
        assert_eq!(
            run.err,
            "urlgrep: ./d/up: a loop: this link leads back to ./\n"
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn files_of_proc_and_dev() {
    let folder = Folder::with(&TWO);
    let mut command = folder.command(&["/proc/self/environ", "-o"]);
    command.env_clear().env("X", "http://env.org/");
    finish(&mut command).is(0, "http://env.org/\n", "");
    folder.run(&["/dev/null"]).is(1, "", "");
    folder
        .pipe(&["-H", "/dev/stdin"], b"http://in.org/")
        .is(0, "/dev/stdin:http://in.org/\n", "");
    let run = folder.run(&["/proc/self/mem", "a"]);
    run.is(
        2,
        "a:http://a.org/\n",
        "urlgrep: /proc/self/mem: Input/output error\n",
    );
}

#[cfg(unix)]
#[test]
fn ten_thousand_files_with_64_or_256_open() {
    let folder = Folder::new();
    for i in 0..10_000 {
        folder.write(i.to_string(), format!("http://{i}.org/"));
    }
    let want: String = (0..10_000).map(|i| format!("http://{i}.org/\n")).collect();
    for (open, threads) in [("64", "1"), ("64", "4"), ("256", "1")] {
        let script = "ulimit -n \"$1\"; exec \"$0\" -I -j \"$2\" .";
        let run = finish(folder.shell(script).args([open, threads]));
        run.is(0, &want, "");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_process_immediately() {
    use std::os::unix::process::ExitStatusExt;

    use crate::command::signal;
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:\t"));
    let ignored = ignored.map_or(0, |mask| u64::from_str_radix(mask, 16).expect("a mask"));
    if ignored & 2 != 0 {
        return; // Interrupts are ignored, as in a background process of a shell.
    }
    // More than fits into a pipe and our own buffers.
    let long = b"http://a.example.org/some/path\n".repeat(200_000);
    let folder = Folder::with(&[("a", &long)]);
    let mut child = spawn(&mut folder.command(&["a"]));
    let mut out = child.stdout.take().expect("piped");
    out.read_exact(&mut [0]).expect("a byte");
    // The command waits because nobody reads its output.
    signal(&child, "-INT");
    assert_eq!(child.wait().expect("the command ends").signal(), Some(2));
}

#[cfg(unix)]
#[test]
fn reading_stops_when_enough_was_found() {
    let folder = Folder::with(&[("b", b"http://b.org/")]);
    // Writes forever, unless nobody reads.
    let script = "yes http://a.org/ | \"$0\" -m2 - b";
    let run = finish(&mut folder.shell(script));
    let want = "<stdin>:http://a.org/\n<stdin>:http://a.org/\nb:http://b.org/\n";
    run.is(0, want, "");
}

/// Lines around URLs in lines as long as the text, and beside such lines.
#[test]
fn context_takes_linear_time() {
    let piece = "http://a.org/ ";
    for (name, args) in [
        ("own", &["-C0", "a"][..]),
        ("beside", &["-C1", "a"]),
        ("context", &["--format", "{context}", "a"]),
        ("a few", &["-C1", "-m3", "a"]),
    ] {
        assert_linear(of_all, name, 64 << 10, |size| {
            let line = piece.repeat(size / piece.len() / 2);
            let text = format!("{}\n{line}\n", "x".repeat(line.len()));
            let folder = Folder::with(&[("a", text.as_bytes())]);
            assert_eq!(folder.run(args).status, 0);
        });
    }
}

#[test]
fn results_of_flags_do_not_depend_on_threads() {
    let text = |name: &str| {
        let line = |i: usize| format!("http://{}.{name}.org/{i}\n\n", i % 7);
        (0..60_000).map(line).collect::<String>().into_bytes()
    };
    let folder = Folder::with(&[("a", &text("x")), ("b", &text("y")), ("c", &text("x"))]);
    for args in [
        &["-m", "30000", "-n"][..],
        &["-U", "-c"],
        &["-U=normalized", "--heading", "-e", "7$"],
        &["--count-by", "host", "-v", "--host", "3.*"],
        &["--format", "{path} {line} {host}"],
        &["-l", "--host", "*.y.org"],
    ] {
        let one = folder.run(&[args, &["-j1"]].concat());
        assert!(!one.out.is_empty());
        for threads in ["-j2", "-j5"] {
            let many = folder.run(&[args, &[threads]].concat());
            assert!(many == one, "{args:?} {threads}");
        }
    }
    let stats = |threads| {
        let run = folder.run(&["-q", "--stats", "-m40000", threads]);
        run.out
            .lines()
            .take(7)
            .map(String::from)
            .collect::<Vec<_>>()
    };
    assert_eq!(stats("-j1"), stats("-j5"));
}

/// Runs the command in a pseudo-terminal made by `script`.
#[cfg(target_os = "linux")]
#[test]
fn on_a_terminal() {
    let folder = Folder::with(&TWO);
    let run = |args: &str, term: &str, no_color: &str| {
        let mut command = Command::new("script");
        command
            .args(["-qec", &format!("{PATH} {args}"), "/dev/null"])
            .current_dir(folder.path())
            .env("TERM", term)
            .env("NO_COLOR", no_color)
            .stdin(Stdio::null());
        finish(&mut command).out.replace("\r\n", "\n")
    };
    let plain = "a\n2:http://a.org/\n\nb\n1:http://b.org/\n";
    assert_eq!(run("a b", "dumb", ""), plain);
    assert_eq!(run("a b", "xterm", "1"), plain);
    let path = "\x1b[35ma\x1b[0m\n\x1b[32m2\x1b[0m:\x1b[1m\x1b[31mhttp://a.org/\x1b[0m\n";
    assert_eq!(run("-H a", "xterm", ""), path);
    assert_eq!(
        run("--no-heading -N a b --color never", "xterm", ""),
        "a:http://a.org/\nb:http://b.org/\n"
    );
    // Control characters of the input are never printed raw, but our colours are.
    folder.write("\x1b[2J", "http://e.org/");
    assert_eq!(
        run("-l . -g '*2J'", "xterm", ""),
        "\x1b[35m./\\u001b[2J\x1b[0m\n"
    );
}

/// In one message, hyphens may be open from the first match to the last one. That many matches do not wait in memory.
#[cfg(unix)]
#[test]
fn matches_do_not_wait_for_a_long_message() {
    let urls = "<URL:http://a-\nb.org/x>\n".repeat(400_000);
    let from = "From a@b Mon Jan  3 10:00:00 1994\nFrom: a@b.org\n\n";
    let folder = Folder::with(&[("m", format!("{from}{urls}").as_bytes())]);
    let script = "ulimit -v 300000; \"$0\" -j1 -I m | tail -n 1";
    finish(&mut folder.shell(script)).is(0, "http://a-b.org/x\n", "");
}

/// Each match of a message counts for its sender and its thread, and a report shows its subject.
#[test]
fn long_fields_take_linear_time() {
    for (name, args) in [
        ("From", &["--count-by", "sender", "m"][..]),
        ("From", &["report", "-o", "-", "m"]),
        ("Subject", &["report", "-o", "-", "m"]),
        ("References", &["report", "-o", "-", "m"]),
        ("Message-ID", &["report", "-o", "-", "m"]),
    ] {
        assert_linear(of_all, name, 32 << 10, |size| {
            let value = "x-y.".repeat(size / 8);
            let urls = "http://a.org/\n".repeat(size / 2 / 14);
            let from = "From a@b Mon Jan  3 10:00:00 1994";
            let text = format!("{from}\n{name}: <{value}>\n\n{urls}");
            let folder = Folder::with(&[("m", text.as_bytes())]);
            assert_eq!(folder.run(args).status, 0);
        });
    }
}

#[test]
fn alternatives_are_normalized_too() {
    let text = b"<URL:HTTP://A.org/b-\nc>";
    let run = Folder::new().pipe(&["--normalize", "--json"], text);
    let alternative = "\"alternatives\":[{\"url\":\"http://a.org/bc\",\"why\":\"hyphen\"}]";
    assert!(run.out.contains(alternative), "{}", run.out);
}
