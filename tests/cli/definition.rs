//! Help, man page and completions are consistent.

use crate::command::{Folder, has};

/// The long options in the help: lines that begin with one.
fn flags(help: &str) -> Vec<&str> {
    let first = |line: &str| line.starts_with("  -") || line.starts_with("      --");
    help.lines()
        .filter(|line| first(line))
        .filter_map(|line| {
            line.split([' ', ',', '['])
                .find(|word| word.starts_with("--"))
        })
        .collect()
}

#[test]
fn all_flags_are_in_help_man_page_and_completions() {
    let folder = Folder::new();
    let long = folder.run(&["--help"]).out;
    let flags = flags(&long);
    assert!(flags.len() > 45, "{}", flags.len());
    let short = folder.run(&["-h"]).out;
    let man = folder.run(&["help", "--man"]).out.replace("\\-", "-");
    for flag in &flags {
        assert!(short.contains(flag), "-h has no {flag}");
        assert!(man.contains(flag), "the man page has no {flag}");
    }
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let run = folder.run(&["--completion", shell]);
        assert_eq!((run.status, &run.err[..]), (0, ""));
        for flag in &flags {
            let name = match shell {
                "fish" => format!("-l {}", &flag[2..]),
                _ => flag.to_string(),
            };
            assert!(run.out.contains(&name), "{shell} has no {flag}");
        }
    }
    // Conversely, the help lists all options in the completions.
    let bash = folder.run(&["--completion", "bash"]).out;
    let known = bash.split_whitespace().filter(|word| {
        let name = word.strip_prefix("--").unwrap_or_default();
        !name.is_empty() && name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')
    });
    let others = ["lint", "parse", "report", "wrap"].map(|name| folder.run(&[name, "--help"]).out);
    let of_others = others.each_ref().map(|help| self::flags(help));
    assert!(of_others[0].len() > 15, "{}", of_others[0].len());
    // Except one that belongs to `help`.
    for word in known.filter(|word| *word != "--man") {
        let listed = flags.contains(&word) || of_others.iter().any(|of| of.contains(&word));
        assert!(listed, "the help has no {word}");
    }
}

#[test]
fn help_is_also_a_subcommand() {
    let folder = Folder::new();
    assert_eq!(folder.run(&["help"]), folder.run(&["--help"]));
    assert_eq!(
        folder.run(&["help", "parse"]).out,
        folder.run(&["parse", "--help"]).out
    );
    let unknown = folder.run(&["help", "lind"]);
    assert_eq!(unknown.status, 2);
    has(&unknown.err, "unknown subcommand 'lind'");
}

#[test]
fn help_has_no_option_that_the_subcommand_does_not_use() {
    let folder = Folder::new();
    let help = |name| folder.run(&[name, "--help"]).out;
    let options = |name| flags(&help(name)).join(" ");
    assert_eq!(options("wrap"), "--width --help");
    let report = options("report");
    for (name, is_listed) in [("--json", false), ("--no-config", false), ("--rows", true)] {
        assert_eq!(report.contains(name), is_listed, "{name}");
    }
    assert!(options("parse").contains("--json"));
    assert!(options("lint").contains("--json"));
    for name in ["wrap", "report"] {
        let man = folder.run(&["help", "--man", name]).out;
        assert!(!man.contains(r"\-\-json"), "{name}");
    }
}

#[test]
fn man_pages_have_the_usual_sections() {
    let folder = Folder::new();
    let sections = |args: &[&str]| -> Vec<String> {
        let man = folder.run(args).out;
        let titles = man.lines().filter_map(|line| line.strip_prefix(".SH "));
        titles.map(|title| title.replace('"', "")).collect()
    };
    let first = ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS"];
    let last = ["EXIT STATUS", "ENVIRONMENT", "FILES", "EXAMPLES"];
    assert_eq!(
        sections(&["help", "--man"]),
        [&first[..], &["SUBCOMMANDS"], &last, &["VERSION"]].concat()
    );
    for name in ["lint", "report"] {
        let sections = sections(&["help", "--man", name]);
        assert_eq!(sections, [first, last].concat(), "{name}");
    }
    for name in ["parse", "wrap"] {
        let sections = sections(&["help", "--man", name]);
        assert_eq!(sections[4..], ["EXIT STATUS", "EXAMPLES"], "{name}");
    }
    // The exit status is there once.
    let man = folder.run(&["help", "--man"]).out;
    assert_eq!(man.matches("0 if a URL was found").count(), 1);
    // A page may be read on another machine than the one that wrote it.
    assert!(!man.contains("engine:"), "{man}");
}

#[test]
fn completions_know_all_subcommands() {
    let folder = Folder::new();
    let script = |shell| folder.run(&["--completion", shell]).out;
    let (fish, zsh) = (script("fish"), script("zsh"));
    assert!(fish.contains("contains -- \"$cmd[2]\" parse lint report wrap help\n"));
    assert!(zsh.contains("== (parse|lint|report|wrap|help) ]]"));
    for name in ["parse", "lint", "report", "wrap", "help"] {
        assert!(zsh.contains(&format!("'{name}:")), "zsh has no {name}");
        assert!(
            zsh.contains(&format!("_urlgrep_{name}()")),
            "zsh has no {name}"
        );
    }
}
