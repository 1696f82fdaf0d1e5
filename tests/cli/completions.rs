//! Completions in real shells. A shell that is not installed is named and left out.

use std::fs;
use std::process::{Command, Stdio};

use crate::command::{Folder, PATH};

/// The text before the cursor, and a word that the shell must offer.
const LINES: [(&str, &str); 18] = [
    ("urlgrep --count-by h", "host"),
    ("urlgrep --vimg", "--vimgrep"),
    ("urlgrep --as mbo", "mbox"),
    ("urlgrep -s gop", "gopher"),
    ("urlgrep -n --color al", "always"),
    ("urlgrep -t mboxx", ""),
    ("urlgrep -t mbo", "mbox"),
    ("urlgrep li", "lint"),
    ("urlgrep rep", "report"),
    ("urlgrep report -s gop", "gopher"),
    ("urlgrep wra", "wrap"),
    ("urlgrep wrap --wid", "--width"),
    ("urlgrep lint --out", "--output-format"),
    ("urlgrep lint --output-format sar", "sarif"),
    ("urlgrep lint --select default-p", "default-port"),
    ("urlgrep lint --explain mixed", "mixed-script-host"),
    ("urlgrep parse --profile wha", "whatwg"),
    ("urlgrep lette", "letter.txt"),
];

fn is_installed(shell: &str) -> bool {
    let found = Command::new(shell).arg("--version").output();
    let found = found.is_ok_and(|run| run.status.success());
    if !found {
        eprintln!("{shell} is not installed: its completions are not tested");
    }
    found
}

/// A folder with a file and the script of the shell, and a directory of its own for it.
fn folder(shell: &str) -> Folder {
    let folder = Folder::with(&[("letter.txt", b"")]);
    let script = folder.run(&["--completion", shell]).out;
    fs::create_dir(folder.at("scripts")).expect("a folder");
    folder.write("scripts/_urlgrep", script);
    folder
}

/// Runs a program of the shell with each line.
fn offers(shell: &str, args: &[&str]) {
    if !is_installed(shell) {
        return;
    }
    let folder = folder(shell);
    // All at once: most of them wait for a terminal.
    let runs = LINES.map(|(line, wanted)| {
        let mut run = Command::new(shell);
        run.args(args).arg(line).current_dir(folder.path());
        run.env("PATH_OF_URLGREP", PATH).stdin(Stdio::null());
        run.stdout(Stdio::piped()).stderr(Stdio::piped());
        (line, wanted, run.spawn().expect("the shell runs"))
    });
    for (line, wanted, run) in runs {
        let run = run.wait_with_output().expect("the shell runs");
        let out = String::from_utf8_lossy(&run.stdout).into_owned();
        let has = out.split_whitespace().any(|word| word == wanted);
        let is_right = if wanted.is_empty() {
            !out.contains("mbox\n")
        } else {
            has
        };
        assert!(
            is_right,
            "{shell}: {line}: {out}{}",
            String::from_utf8_lossy(&run.stderr)
        );
    }
}

#[test]
fn bash_completes_values() {
    let program = r#"
        . scripts/_urlgrep
        COMP_WORDS=($1)
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _urlgrep urlgrep "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        [ ${#COMPREPLY[@]} = 0 ] && compgen -f "${COMP_WORDS[COMP_CWORD]}"
        printf '%s\n' "${COMPREPLY[@]}""#;
    offers("bash", &["--norc", "-c", program, "bash"]);
}

#[test]
fn bash_completes_a_name_with_a_blank() {
    if !is_installed("bash") {
        return;
    }
    let folder = folder("bash");
    folder.write("two words.toml", "");
    let program = r#"
        . scripts/_urlgrep
        compopt() { :; }
        COMP_WORDS=(urlgrep lint --config two)
        COMP_CWORD=3
        _urlgrep urlgrep two --config
        printf '%s|' "${COMPREPLY[@]}""#;
    let mut run = Command::new("bash");
    run.args(["--norc", "-c", program])
        .current_dir(folder.path());
    let out = run.output().expect("the shell runs").stdout;
    assert_eq!(String::from_utf8_lossy(&out), "two words.toml|");
}

#[test]
fn fish_completes_values() {
    let program = "source scripts/_urlgrep; complete -C $argv[1]";
    offers("fish", &["--no-config", "-c", program]);
}

#[test]
fn zsh_completes_values() {
    // Types the line and two tabs in a terminal. Backspaces and colours are removed; a completed word is followed by a blank.
    let program = r#"
        zmodload zsh/zpty
        zpty z zsh -f -i
        zpty -w z "PS1=; fpath=($PWD/scripts \$fpath); autoload -Uz compinit; compinit -u -D; unsetopt beep; echo be''gin"
        zpty -r z out '*begin*'
        zpty -w -n z "$1"$'\t'
        for i in {1..200}; do
            while zpty -rt z piece; do out+=$piece; done
            sleep 0.02
        done
        print -r -- "$out" | sed 's/\x1b\[[0-9;?]*[a-zA-Z]/ /g; s/=\x08*/ /g' | tr '\r\a\b' '   '"#;
    offers("zsh", &["-f", "-c", program, "zsh"]);
}
