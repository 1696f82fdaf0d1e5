//! Runs the command in a temporary folder with given input, and captures its output.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
#[cfg(unix)]
use std::time::{Duration, Instant};

use tempfile::TempDir;

pub const PATH: &str = env!("CARGO_BIN_EXE_urlgrep");

/// The output and exit status of a run.
#[derive(PartialEq, Eq, Debug)]
pub struct Run {
    pub status: i32,
    pub out: String,
    pub err: String,
}

/// The current directory of the commands of a test.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Folder {
        Folder(TempDir::new().expect("a temporary folder"))
    }

    /// A folder with these files; subfolders are created.
    pub fn with(files: &[(&str, &[u8])]) -> Folder {
        Folder::of(files.iter().copied())
    }

    /// The same with names and contents that were made.
    pub fn of(files: impl IntoIterator<Item = (impl AsRef<Path>, impl AsRef<[u8]>)>) -> Folder {
        let folder = Folder::new();
        for (name, bytes) in files {
            folder.write(name, bytes);
        }
        folder
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// The path of a file in it.
    pub fn at(&self, name: impl AsRef<Path>) -> PathBuf {
        self.path().join(name)
    }

    pub fn read(&self, name: impl AsRef<Path>) -> Vec<u8> {
        fs::read(self.at(name)).expect("the file exists")
    }

    pub fn read_text(&self, name: impl AsRef<Path>) -> String {
        String::from_utf8(self.read(name)).expect("text")
    }

    /// Writes a file; subfolders are created.
    pub fn write(&self, name: impl AsRef<Path>, bytes: impl AsRef<[u8]>) {
        let path = self.at(name);
        fs::create_dir_all(path.parent().expect("in the folder")).expect("folders");
        fs::write(path, bytes).expect("a file");
    }

    /// The command with empty standard input.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(PATH);
        command.current_dir(self.path()).args(args);
        command.stdin(Stdio::null());
        command
    }

    pub fn run(&self, args: &[&str]) -> Run {
        finish(&mut self.command(args))
    }

    /// Runs the command with little memory, and with `seconds` of processor time, which other processes do not use up.
    #[cfg(unix)]
    pub fn run_bounded(&self, seconds: u32, args: &[&str]) -> Run {
        let bounds = format!("ulimit -v 1000000; ulimit -t {seconds}; exec \"$0\" \"$@\"");
        finish(self.shell(&bounds).args(args))
    }

    /// The same with a minute of any time, so it must not wait for anything. It writes little.
    #[cfg(unix)]
    pub fn run_without_waiting(&self, args: &[&str]) -> Run {
        let start = Instant::now();
        let mut shell = self.shell("ulimit -v 1000000; exec \"$0\" \"$@\"");
        let mut child = spawn(shell.args(args));
        let mut runs = || child.try_wait().expect("it has started").is_none();
        while runs() && start.elapsed() < Duration::from_secs(60) {
            thread::sleep(Duration::from_millis(5));
        }
        // It may have ended.
        let _ = child.kill();
        end(child)
    }

    /// Makes a pipe that nobody writes to.
    #[cfg(unix)]
    pub fn make_pipe(&self, name: &str) {
        let made = Command::new("mkfifo").arg(self.at(name)).status();
        assert!(made.expect("mkfifo is there").success());
    }

    #[cfg(not(unix))]
    pub fn run_bounded(&self, _: u32, args: &[&str]) -> Run {
        self.run(args)
    }

    /// A script of the shell that runs the command as `$0`.
    pub fn shell(&self, script: &str) -> Command {
        let mut shell = Command::new("sh");
        shell.current_dir(self.path()).args(["-c", script, PATH]);
        shell.stdin(Stdio::null());
        shell
    }

    /// The command as a user that owns nothing, which only root can start.
    #[cfg(unix)]
    pub fn command_of_nobody(&self, args: &[&str]) -> Command {
        use std::os::unix::process::CommandExt;
        // That user may not reach the command where it was built.
        let copy = self.at(".urlgrep");
        if !copy.exists() {
            fs::copy(PATH, &copy).expect("a copy");
        }
        let mut command = Command::new(copy);
        command.current_dir(self.path()).args(args);
        // Nor may it write a profile of its coverage there.
        command.env("LLVM_PROFILE_FILE", "/dev/null");
        command.stdin(Stdio::null()).uid(65534).gid(65534);
        command
    }

    /// Runs the command with these bytes on standard input, through a pipe.
    pub fn pipe(&self, args: &[&str], input: &[u8]) -> Run {
        let mut command = self.command(args);
        let mut child = spawn(command.stdin(Stdio::piped()));
        let mut stdin = child.stdin.take().expect("piped");
        thread::scope(|scope| {
            // The command may exit before it has read everything.
            scope.spawn(move || drop(stdin.write_all(input)));
            end(child)
        })
    }
}

/// Starts the command with pipes for its output and its errors.
pub fn spawn(command: &mut Command) -> Child {
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    // Another test may hold a copy of the command open while it starts one.
    let started = std::iter::repeat_with(|| command.spawn()).find(|child| {
        let busy = |error: &io::Error| error.kind() == io::ErrorKind::ExecutableFileBusy;
        !child.as_ref().is_err_and(busy)
    });
    started.expect("ends").expect("the command starts")
}

/// Reads the rest of what it writes until it ends.
pub fn end(child: Child) -> Run {
    Run::new(child.wait_with_output().expect("the command ends"))
}

/// Sends a signal. The process may have ended already.
pub fn signal(child: &Child, name: &str) {
    let mut kill = Command::new("kill");
    kill.args([name, &child.id().to_string()]);
    kill.stderr(Stdio::null()).status().expect("kill is there");
}

pub fn finish(command: &mut Command) -> Run {
    Run::new(command.output().expect("the command starts"))
}

impl Run {
    /// What a command left that ended and did not panic.
    #[track_caller]
    fn new(output: std::process::Output) -> Run {
        let run = Run {
            status: output.status.code().expect("not killed"),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        };
        assert!(!run.err.contains("panicked"), "{}", run.err);
        run
    }

    /// Asserts status, output and errors.
    #[track_caller]
    pub fn is(self, status: i32, out: &str, err: &str) {
        let want = Run {
            status,
            out: out.to_string(),
            err: err.to_string(),
        };
        assert_eq!(self, want);
    }
}

/// Asserts that `text` contains `part`.
#[track_caller]
pub fn has(text: &str, part: &str) {
    assert!(text.contains(part), "{text}");
}

#[track_caller]
pub fn begins(text: &str, with: &str) {
    assert!(text.starts_with(with), "{text}");
}

#[track_caller]
pub fn ends(text: &str, with: &str) {
    assert!(text.ends_with(with), "{text}");
}
