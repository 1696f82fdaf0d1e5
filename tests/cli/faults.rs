//! Faults while the command runs: what was found before is printed, the error names the file, and the status is 2. A signal leaves
//! whole lines.

use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::fd::OwnedFd;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use zip::CompressionMethod;

use crate::archives::zip_with;
use crate::command::{self, Folder, Run, end, ends, finish, has, spawn};

const URL: &str = "http://a.example.org/some/path\n";

/// More than fits into a pipe and the buffers of the command, which so waits for its reader.
const LINES: usize = 1_000_000;

/// The text of that file. It may be cut between its paragraphs.
fn long() -> String {
    format!("{URL}{URL}\n").repeat(LINES / 2)
}

/// A command whose output nobody reads, after its first line.
struct Waiting {
    child: Child,
    out: BufReader<std::process::ChildStdout>,
}

impl Waiting {
    fn start(mut command: Command) -> Waiting {
        let mut child = spawn(&mut command);
        let mut out = BufReader::with_capacity(64, child.stdout.take().expect("piped"));
        let mut line = String::new();
        out.read_line(&mut line).expect("a line");
        ends(&line, URL);
        Waiting { child, out }
    }

    /// Reads the rest of the output.
    fn finish(mut self) -> Run {
        let mut out = String::new();
        self.out.read_to_string(&mut out).expect("text");
        Run {
            out,
            ..end(self.child)
        }
    }
}

/// A folder with a long file `a`, which is searched first, and others.
fn folder(files: &[(&str, &[u8])]) -> Folder {
    let folder = Folder::with(files);
    folder.write("a", long());
    folder
}

#[test]
fn a_reader_that_fails_in_the_middle() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    let mut stdin = TcpStream::connect(address).expect("a connection");
    let (mut peer, _) = listener.accept().expect("a connection");
    // The peer never reads this, so its end resets the connection.
    stdin.write_all(b"x").expect("a byte");
    peer.write_all(URL.as_bytes()).expect("a line");
    let folder = Folder::new();
    let mut command = folder.command(&["--line-buffered", "-"]);
    command.stdin(Stdio::from(OwnedFd::from(stdin)));
    let waiting = Waiting::start(command);
    drop(peer);
    let err = "urlgrep: <stdin>: Connection reset by peer; 1 URL before that was kept\n";
    waiting.finish().is(2, "", err);
}

#[test]
fn a_file_that_shrinks() {
    let folder = folder(&[("b", b"http://b.org/")]);
    let waiting = Waiting::start(folder.command(&["-I", "-j1", "a", "b"]));
    let file = OpenOptions::new().write(true).open(folder.at("a"));
    let half = LINES / 2;
    file.expect("the file exists")
        .set_len((half / 2 * (2 * URL.len() + 1)) as u64)
        .expect("it shrinks");
    let run = waiting.finish();
    assert!(run.out.ends_with(&format!("{URL}http://b.org/\n")));
    assert_eq!(run.out.len(), (half - 1) * URL.len() + 14);
    let err = "urlgrep: a: the file became shorter while it was read; 500000 URLs before that were kept\n";
    assert_eq!((run.status, &*run.err), (2, err));
}

/// What was added before the end was reached is searched too.
#[test]
fn a_file_that_grows() {
    let folder = folder(&[]);
    let waiting = Waiting::start(folder.command(&["-j1", "a"]));
    let mut file = OpenOptions::new()
        .append(true)
        .open(folder.at("a"))
        .expect("the file exists");
    file.write_all(b"http://end.org/\n").expect("it grows");
    let run = waiting.finish();
    assert!(run.out.ends_with("path\nhttp://end.org/\n"));
    assert_eq!((run.status, &*run.err), (0, ""));
}

#[test]
fn a_directory_that_is_deleted_during_the_walk() {
    let folder = folder(&[("d/x", b"http://x.org/"), ("e", b"http://e.org/")]);
    let waiting = Waiting::start(folder.command(&["-I", "-j1"]));
    fs::remove_dir_all(folder.at("d")).expect("the directory exists");
    let run = waiting.finish();
    assert!(run.out.ends_with("path\nhttp://e.org/\n"));
    // The directory, or its file if the walk was there already.
    let gone = |name: &str| format!("urlgrep: {name}: No such file or directory\n");
    assert!(
        [gone("d"), gone("./d"), gone("d/x")].contains(&run.err),
        "{}",
        run.err
    );
    assert_eq!(run.status, 2);
}

#[test]
fn permission_that_is_lost_during_the_walk() {
    let folder = folder(&[("b", b"http://b.org/"), ("c", b"http://c.org/")]);
    let set_mode = |path: &Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("our file");
    };
    let mut command = folder.command(&["-I", "-j1"]);
    if fs::metadata(folder.at("a")).expect("the file exists").uid() == 0 {
        // Root can read everything.
        set_mode(folder.path(), 0o755);
        command = folder.command_of_nobody(&["-I", "-j1", "."]);
    }
    let waiting = Waiting::start(command);
    set_mode(&folder.at("b"), 0o000);
    let run = waiting.finish();
    assert!(run.out.ends_with("path\nhttp://c.org/\n"));
    let err = run.err.replace("./", "");
    assert_eq!((run.status, &*err), (2, "urlgrep: b: Permission denied\n"));
}

/// In every form of output, also for help.
#[test]
fn a_full_disk_under_the_output() {
    let folder = Folder::with(&[("a.md", b"See <HTTP://a.org/x>.\n")]);
    for args in [
        &["a.md"][..],
        &["--json", "a.md"],
        &["-c", "a.md"],
        &["-l", "a.md"],
        &["--count-by", "host", "a.md"],
        &["--format", "{url}", "a.md"],
        &["--stats", "a.md"],
        &["parse", "http://a.org/"],
        &["parse", "--json", "http://a.org/"],
        &["lint", "a.md"],
        &["lint", "--diff", "a.md"],
        &["lint", "--output-format", "json", "a.md"],
        &["lint", "--output-format", "sarif", "a.md"],
        &["report", "-o", "-", "a.md"],
        &["--help"],
        &["-h"],
        &["--version"],
        &["help", "--man"],
        &["lint", "--help"],
    ] {
        let full = File::create("/dev/full").expect("a device");
        let run = finish(folder.command(args).stdout(full));
        let err = "urlgrep: standard output: No space left on device\n";
        assert!(run.status == 2 && run.err == err, "{args:?} {run:?}");
    }
}

/// A limit of file sizes stands for a full disk: the document is as it was, and nothing else is left.
#[test]
fn a_full_disk_under_a_fix() {
    let bad = "See <HTTP://a.org/x>.\n".repeat(1000);
    let folder = Folder::with(&[
        ("a.md", bad.as_bytes()),
        ("b.md", b"See <HTTP://b.org/>.\n"),
    ]);
    let limited = "trap '' XFSZ; ulimit -f 8; exec \"$0\" lint --fix";
    let run = finish(&mut folder.shell(limited));
    assert_eq!(run.status, 2, "{run:?}");
    has(&run.err, "urlgrep: a.md: ");
    has(&run.err, "File too large");
    assert_eq!(folder.read_text("a.md"), bad);
    assert_eq!(folder.read_text("b.md"), "See <http://b.org/>.\n");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2);
}

/// A zip archive that cannot seek is copied.
#[test]
fn no_room_for_a_copy() {
    let long = vec![b'\n'; 5 << 20];
    let archive = zip_with(&[("a", &long)], CompressionMethod::Stored);
    let folder = Folder::with(&[("a.zip", &archive)]);
    let mut command = folder.command(&["-"]);
    command.stdin(File::open(folder.at("a.zip")).expect("the file exists"));
    let err = "urlgrep: <stdin>: no temporary copy can be written in /no/folder: No such file or directory; set TMPDIR to another directory\n";
    finish(command.env("TMPDIR", "/no/folder")).is(2, "", err);
}

/// A line and a part of 80 MiB: a chunk of them is in memory, and the one that is read ahead.
#[test]
fn little_memory() {
    let head = "From: a@b.org\nDate: now\nContent-Transfer-Encoding: base64\n\n";
    let line = "eHh4".repeat(19) + "\n";
    let part = format!("{head}{}", line.repeat((80 << 20) / line.len()));
    let mut long = b"http://start.org/ ".to_vec();
    long.resize(80 << 20, b'x');
    let folder = Folder::with(&[("part", part.as_bytes()), ("line", &long)]);
    for (name, out) in [("part", ""), ("line", "http://start.org/\n")] {
        let limited = "ulimit -v 300000; exec \"$0\" -j1 --no-messages \"$1\"";
        let mut command = folder.shell(limited);
        let run = finish(command.arg(name).env("MALLOC_ARENA_MAX", "1"));
        assert_eq!((&*run.out, &*run.err), (out, ""), "{name}");
    }
}

/// What was printed before a signal is a beginning of the output.
#[test]
fn signals_at_any_time() {
    let folder = folder(&[]);
    let want = URL.repeat(LINES);
    for (i, signal) in ["-INT", "-TERM", "-KILL"]
        .into_iter()
        .cycle()
        .take(18)
        .enumerate()
    {
        let mut child = spawn(&mut folder.command(&["-j2", "a"]));
        let mut stdout = child.stdout.take().expect("piped");
        let reader = thread::spawn(move || {
            let mut out = String::new();
            stdout.read_to_string(&mut out).map(|_| out)
        });
        thread::sleep(Duration::from_millis(i as u64 * 7));
        command::signal(&child, signal);
        let output = child.wait_with_output().expect("the command ends");
        let out = reader.join().expect("no panic").expect("text");
        assert!(want.starts_with(&out), "{signal} {i}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        match output.status.code() {
            Some(code) => assert_eq!((code, out.len()), (0, want.len())),
            None => assert!([2, 15, 9].contains(&output.status.signal().unwrap_or_default())),
        }
    }
}

/// A reader that goes away at any time is not an error.
#[test]
fn a_pipe_that_closes_at_any_time() {
    let folder = folder(&[]);
    for bytes in [0, 1, 100, 4096, 65_536, 65_537, 1 << 20, 3_000_000] {
        let mut child = spawn(&mut folder.command(&["-j2", "a"]));
        let mut out = child.stdout.take().expect("piped");
        out.read_exact(&mut vec![0; bytes]).expect("so many bytes");
        drop(out);
        end(child).is(0, "", "");
    }
}
