//! `urlgrep lint`

use std::path::PathBuf;

use clap::ValueEnum;
use urlgrep::document::Kind;

use super::{INPUT, OUTPUT, Walk, When, names, number};

const RULES: &str = "Rules";
const FIXES: &str = "Fixes";

#[derive(clap::Args, Debug)]
pub(crate) struct Lint {
    /// Files and directories to check; `-` is standard input [default: the current directory]
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,

    /// Check only these rules: codes (U301), names (default-port), groups (security, U2), `default`, `all`
    ///
    /// Separated by commas; can be given several times. Overrides the configuration.
    #[arg(long, value_name = "RULES", value_delimiter = ',', help_heading = RULES)]
    pub(crate) select: Vec<String>,

    /// Check these rules too
    #[arg(long, value_name = "RULES", value_delimiter = ',', help_heading = RULES)]
    pub(crate) extend_select: Vec<String>,

    /// Do not check these rules
    #[arg(long, value_name = "RULES", value_delimiter = ',', help_heading = RULES, alias = "extend-ignore")]
    pub(crate) ignore: Vec<String>,

    /// Report the URLs of a scheme that this gateway shows: `gopher=https://gopher.example/{url}`
    ///
    /// The placeholders are those of `urlgrep --gateway`; `[gateways]` in the configuration does the same. --unsafe-fixes writes the
    /// address of the gateway in place of the URL. Can be given several times.
    #[arg(long, value_name = "SCHEME=TEMPLATE", help_heading = RULES)]
    pub(crate) gateway: Vec<String>,

    /// Use this configuration file for all documents
    #[arg(long, value_name = "FILE", help_heading = RULES)]
    pub(crate) config: Option<PathBuf>,

    /// Ignore all configuration files
    #[arg(long, conflicts_with = "config", help_heading = RULES)]
    pub(crate) isolated: bool,

    /// Describe a rule, with examples
    #[arg(long, value_name = "RULE", help_heading = RULES)]
    pub(crate) explain: Option<String>,

    /// List all rules
    #[arg(long, help_heading = RULES)]
    pub(crate) list_rules: bool,

    /// Do not report the findings listed in this file [default: `baseline` in the configuration]
    #[arg(long, value_name = "FILE", help_heading = RULES)]
    pub(crate) baseline: Option<PathBuf>,

    /// Write all findings to the file of --baseline, or of `baseline` in the configuration
    ///
    /// It keeps the findings in files that are not checked, if they exist.
    #[arg(long, help_heading = RULES, conflicts_with_all = ["diff", "show_files", "show_settings"])]
    pub(crate) write_baseline: bool,

    /// Apply safe fixes
    #[arg(long, help_heading = FIXES)]
    pub(crate) fix: bool,

    /// Apply all fixes (with --diff: show them), including those that need a review
    #[arg(long, help_heading = FIXES)]
    pub(crate) unsafe_fixes: bool,

    /// Show the changes of --fix without applying them
    ///
    /// The exit status is 1 if there are changes, otherwise 0, also if there are findings that no fix corrects.
    #[arg(long, help_heading = FIXES)]
    pub(crate) diff: bool,

    /// Also offer fixes in code, strings and comments of this type, or in files of unknown type (`text`)
    ///
    /// By default, fixes are offered only in the prose and the links of documents. Can be given several times.
    #[arg(long, value_name = "TYPE", help_heading = FIXES, value_parser = names(Kind::all().map(Kind::name)))]
    pub(crate) fix_kind: Vec<String>,

    #[command(flatten)]
    pub(crate) walk: Walk,

    /// Do not check files that match this glob; can be given several times
    #[arg(long, value_name = "GLOB", value_delimiter = ',', help_heading = INPUT)]
    pub(crate) extend_exclude: Vec<String>,

    /// Also apply `exclude` of the configuration to files given by name, as pre-commit gives them
    #[arg(long, help_heading = INPUT)]
    pub(crate) force_exclude: bool,

    /// Also check the targets of rewritten links (SafeLinks, Proofpoint, Google and others)
    #[arg(long, help_heading = INPUT)]
    pub(crate) unwrap: bool,

    /// Treat all input as TYPE instead of detecting it
    #[arg(long = "as", value_name = "TYPE", help_heading = INPUT, value_parser = names(Kind::all().map(Kind::name)))]
    pub(crate) kind: Option<String>,

    /// Path to use for standard input, which is read if there is no PATH
    #[arg(long, value_name = "PATH", help_heading = INPUT)]
    pub(crate) stdin_path: Option<PathBuf>,

    /// Number of threads [default: 0, the number of processors]
    ///
    /// At most 64 threads, or 4 per processor if that is more.
    #[arg(short = 'j', long, value_name = "N", help_heading = INPUT)]
    #[arg(value_parser = number, allow_negative_numbers = true, default_value_t, hide_default_value = true)]
    pub(crate) threads: u64,

    /// Run as a language server (LSP) on standard input and output
    ///
    /// The exit status is 0 if the editor requests the shutdown before it exits, otherwise 1.
    // Many editors add `--stdio`.
    #[arg(long, help_heading = INPUT, alias = "stdio", conflicts_with_all = NOT_IN_EDITORS)]
    pub(crate) lsp: bool,

    /// Output format
    #[arg(long, value_name = "FORMAT", value_enum, help_heading = OUTPUT, overrides_with = "json")]
    pub(crate) output_format: Option<Format>,

    /// Print the number of findings of each rule at the end
    #[arg(long, help_heading = OUTPUT, alias = "stats", conflicts_with_all = ["show_files", "show_settings"])]
    pub(crate) statistics: bool,

    /// Print the files that would be checked, and check nothing
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) show_files: bool,

    /// Print the settings for each file, and check nothing
    #[arg(long, conflicts_with = "show_files", help_heading = OUTPUT)]
    pub(crate) show_settings: bool,

    /// When to use colours
    #[arg(long, value_name = "WHEN", value_enum, default_value_t, help_heading = OUTPUT)]
    pub(crate) color: When,

    /// Print URLs in messages and excerpts so that no program makes them a link: `hxxps://evil[.]example/x`
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) defang: bool,

    /// Exit with status 0 even if there are findings
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) exit_zero: bool,

    /// Lowest severity of findings that sets the exit status to 1 [default: `fail-on` in the configuration, or warning]
    #[arg(long, value_name = "SEVERITY", value_enum, help_heading = OUTPUT)]
    pub(crate) fail_on: Option<FailOn>,
}

/// What has no meaning for `--lsp`: the editor names the documents and applies fixes.
#[rustfmt::skip]
const NOT_IN_EDITORS: [&str; 14] = [
    "paths", "fix", "diff", "write_baseline", "explain", "list_rules", "show_files", "show_settings", "output_format", "json", "statistics",
    "unwrap", "stdin_path", "defang",
];

/// `--output-format`
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Format {
    /// With an excerpt of the line
    #[default]
    Full,
    /// One line per finding
    Short,
    /// One JSON object per line
    Json,
    /// SARIF 2.1.0
    Sarif,
    /// Annotations of GitHub Actions
    Github,
    /// GitLab Code Quality
    Gitlab,
    /// JUnit XML
    Junit,
}

/// `--fail-on`
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FailOn {
    /// Only errors
    Error,
    /// Errors and warnings
    Warning,
    /// All findings
    Note,
}
