//! Runs the tasks of `tests/tasks/tasks.md` in a shell, and compares the guide with them.

#![cfg(all(feature = "cli", unix))]

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// A command of a task, and its output and exit status.
#[derive(Default, Debug)]
struct Step {
    command: String,
    out: String,
    status: i32,
}

/// The tasks, each a title and its steps.
fn tasks(text: &str) -> Vec<(String, Vec<Step>)> {
    let mut tasks: Vec<(String, Vec<Step>)> = Vec::new();
    let mut in_block = false;
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            tasks.push((title.to_string(), Vec::new()));
        }
        let Some((_, steps)) = tasks.last_mut() else {
            continue;
        };
        match (line, in_block) {
            ("```console", false) => in_block = true,
            ("```", true) => in_block = false,
            (line, true) => match (line.strip_prefix("$ "), line.strip_prefix("? ")) {
                (Some(command), _) => steps.push(Step {
                    command: command.to_string(),
                    ..Step::default()
                }),
                (None, status) => {
                    let step = steps.last_mut().expect("a command first");
                    match status.and_then(|status| status.parse().ok()) {
                        Some(status) => step.status = status,
                        None => step.out += &format!("{line}\n"),
                    }
                }
            },
            _ => {}
        }
    }
    tasks
}

fn text(path: &str) -> String {
    fs::read_to_string(path).expect("a file of the repository")
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry").path();
        let to = to.join(entry.file_name().expect("a name"));
        if entry.is_dir() {
            copy(&entry, &to);
        } else {
            fs::copy(&entry, &to).expect("a file");
        }
    }
}

/// Runs a command in a shell and returns its output, with its errors, and its status.
fn run(command: &str, folder: &Path) -> (String, i32) {
    let program = Path::new(env!("CARGO_BIN_EXE_urlgrep"));
    let programs = program.parent().expect("a folder").to_path_buf();
    let path = env::var_os("PATH").unwrap_or_default();
    let paths = [programs].into_iter().chain(env::split_paths(&path));
    let run = Command::new("sh")
        .args(["-c", &format!("exec 2>&1; {command}")])
        .current_dir(folder)
        .env("PATH", env::join_paths(paths).expect("paths"))
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    let out = String::from_utf8_lossy(&run.stdout).into_owned();
    (out, run.status.code().unwrap_or(-1))
}

/// The steps whose output or status differs, run in `folder`.
fn wrong(tasks: &[(String, Vec<Step>)], folder: &Path) -> String {
    let mut wrong = String::new();
    for (title, steps) in tasks {
        for step in steps {
            let (out, status) = run(&step.command, folder);
            if out.trim_end() != step.out.trim_end() || status != step.status {
                wrong += &format!("{title}: {step:#?}\nbut status {status}:\n{out}\n");
            }
        }
    }
    wrong
}

#[test]
fn all_tasks_work() {
    let folder = TempDir::new().expect("a temporary folder");
    copy(Path::new("tests/tasks/files"), folder.path());
    let tasks = tasks(&text("tests/tasks/tasks.md"));
    assert!(tasks.len() >= 60, "{}", tasks.len());
    for (title, steps) in &tasks {
        assert!(!steps.is_empty(), "{title} has no command");
    }
    assert_eq!(wrong(&tasks, folder.path()), "");
}

/// What `tools/session` wrote.
#[test]
fn the_session_of_old_urls() {
    let tasks = tasks(&text("docs/old-urls.md"));
    assert_eq!(tasks[0].1.len(), 5);
    assert_eq!(wrong(&tasks[..1], Path::new(".")), "");
}

/// The guide lists the same tasks, each with the command that it begins with.
#[test]
fn the_guide_lists_all_tasks() {
    let tasks = tasks(&text("tests/tasks/tasks.md"));
    let guide = text("docs/guide.md");
    let rows: BTreeSet<_> = guide
        .lines()
        .filter(|line| line.starts_with("| "))
        .collect();
    for (title, steps) in &tasks {
        let command = steps[0].command.replace('|', "\\|");
        let row = format!("| {title} | `{command}` |");
        assert!(rows.contains(&*row), "the guide has no\n{row}");
    }
    // And two lines of a table's head.
    assert_eq!(rows.len(), tasks.len() + 1);
}
