//! `urlgrep lint`

use std::path::PathBuf;

use clap::ValueEnum;

use super::{INPUT, OUTPUT, Walk, When, names};

const RULES: &str = "Which rules";
const FIXES: &str = "Fixes";

#[derive(clap::Args, Debug)]
pub(crate) struct Lint {
    /// Files and directories; `-` is standard input, none the current directory
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,

    /// Only these rules: codes (U301), names (default-port), groups (security, U2), `default`, `all`
    ///
    /// Separated by commas; may be given several times. Wins over the configuration.
    #[arg(long, value_name = "RULES", value_delimiter = ',', help_heading = RULES)]
    pub(crate) select: Vec<String>,

    /// Not these rules
    #[arg(long, value_name = "RULES", value_delimiter = ',', help_heading = RULES)]
    pub(crate) ignore: Vec<String>,

    /// Say what a rule raises and why, with examples
    #[arg(long, value_name = "RULE", help_heading = RULES)]
    pub(crate) explain: Option<String>,

    /// List all rules
    #[arg(long, help_heading = RULES)]
    pub(crate) list_rules: bool,

    /// Leave out findings that this file has
    #[arg(long, value_name = "FILE", help_heading = RULES)]
    pub(crate) baseline: Option<PathBuf>,

    /// Write all findings to the file of --baseline
    #[arg(long, requires = "baseline", help_heading = RULES)]
    pub(crate) write_baseline: bool,

    /// Apply safe fixes
    #[arg(long, help_heading = FIXES)]
    pub(crate) fix: bool,

    /// Apply, or with --diff show, fixes that someone should look at too
    #[arg(long, help_heading = FIXES)]
    pub(crate) unsafe_fixes: bool,

    /// Show what --fix would change, and change nothing
    #[arg(long, help_heading = FIXES)]
    pub(crate) diff: bool,

    #[command(flatten)]
    pub(crate) walk: Walk,

    /// Take all input for this, whatever it is called
    #[arg(long = "as", value_name = "TYPE", help_heading = INPUT, value_parser = names(KINDS))]
    pub(crate) kind: Option<String>,

    /// What standard input is called
    #[arg(long, value_name = "PATH", help_heading = INPUT)]
    pub(crate) stdin_path: Option<PathBuf>,

    /// Use so many threads; 0 is as many as there are processors
    #[arg(short = 'j', long, value_name = "N", help_heading = INPUT)]
    #[arg(default_value_t, hide_default_value = true)]
    pub(crate) threads: usize,

    /// Speak the Language Server Protocol on standard input and output
    #[arg(long, help_heading = INPUT)]
    pub(crate) lsp: bool,

    /// In what form to print
    #[arg(long, value_name = "FORMAT", value_enum, help_heading = OUTPUT, overrides_with = "json")]
    pub(crate) output_format: Option<Format>,

    /// At the end, print how often each rule was raised
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) stats: bool,

    /// Whether to use colours
    #[arg(long, value_name = "WHEN", value_enum, default_value_t, help_heading = OUTPUT)]
    pub(crate) color: When,

    /// End with status 0 whatever was found
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) exit_zero: bool,

    /// End with status 1 only for findings of this weight
    #[arg(long, value_name = "SEVERITY", value_enum, default_value_t, help_heading = OUTPUT)]
    pub(crate) fail_on: FailOn,
}

/// `--as`
pub(crate) const KINDS: [&str; 9] = [
    "text", "markdown", "mdx", "rst", "asciidoc", "html", "man", "source", "mail",
];

/// `--output-format`
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Format {
    /// With the line that it stands in
    #[default]
    Full,
    /// One line each
    Short,
    /// One object a line
    Json,
    /// SARIF 2.1.0
    Sarif,
    /// Annotations of GitHub Actions
    Github,
    /// GitLab's Code Quality
    Gitlab,
    /// JUnit's XML
    Junit,
}

/// `--fail-on`
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum FailOn {
    /// Errors alone
    Error,
    /// And warnings
    #[default]
    Warning,
    /// And notes
    Note,
}
