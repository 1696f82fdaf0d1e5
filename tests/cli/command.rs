//! The command as a test sees it: a folder of its own, what goes in, what comes out.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use tempfile::TempDir;

pub const PATH: &str = env!("CARGO_BIN_EXE_urlgrep");

/// What a run printed, and its exit status.
#[derive(PartialEq, Eq, Debug)]
pub struct Run {
    pub status: i32,
    pub out: String,
    pub err: String,
}

/// The current directory of a test's commands.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Folder {
        Folder(TempDir::new().expect("a temporary folder"))
    }

    /// With these files in it; folders between are made.
    pub fn with(files: &[(&str, &[u8])]) -> Folder {
        let folder = Folder::new();
        for (name, bytes) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("in the folder")).expect("folders");
            fs::write(path, bytes).expect("a file");
        }
        folder
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// The command with nothing on standard input.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(PATH);
        command.current_dir(self.path()).args(args);
        command.stdin(Stdio::null());
        command
    }

    pub fn run(&self, args: &[&str]) -> Run {
        finish(&mut self.command(args))
    }

    /// With these bytes on standard input, through a pipe.
    pub fn pipe(&self, args: &[&str], input: &[u8]) -> Run {
        let mut command = self.command(args);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().expect("the command starts");
        let mut stdin = child.stdin.take().expect("it is piped");
        thread::scope(|scope| {
            // The command may be done before it has read everything.
            scope.spawn(move || drop(stdin.write_all(input)));
            Run::of(child.wait_with_output().expect("it ends"))
        })
    }
}

pub fn finish(command: &mut Command) -> Run {
    Run::of(command.output().expect("the command starts"))
}

impl Run {
    fn of(output: std::process::Output) -> Run {
        Run {
            status: output.status.code().expect("it is not killed"),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// Asserts all three.
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
