//! Help, man page and completions are consistent.

use crate::command::Folder;

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
    assert!(
        unknown.err.contains("unknown subcommand 'lind'"),
        "{}",
        unknown.err
    );
}
