//! Options for the output.

use clap::ValueEnum;

use super::{LIST, OUTPUT, number, positive};

#[derive(clap::Args, PartialEq, Eq, Default, Debug)]
#[command(next_help_heading = LIST)]
pub(crate) struct List {
    /// Print only the number of URLs in each file; files without URLs are omitted
    #[arg(short, long, overrides_with_all = ["files_with_matches", "files_without_match", "count_by", "format"])]
    pub(crate) count: bool,

    /// With -c, also print files without URLs
    #[arg(long)]
    pub(crate) include_zero: bool,

    /// Print only the paths of files with URLs
    ///
    /// The path of a member of an archive is `archive!member`, which other programs cannot open; `-g '!*.zip'` leaves out zip archives.
    #[arg(short = 'l', long, overrides_with_all = ["files_without_match", "count_by", "format"])]
    pub(crate) files_with_matches: bool,

    /// Print only the paths of files without URLs
    #[arg(long, overrides_with_all = ["count_by", "format"])]
    pub(crate) files_without_match: bool,

    /// Print how often each URL, host, file, month and so on occurs, most frequent first
    ///
    /// Each line is a number, a tab and a name; `-` means no host, no date or no sender. All names are kept in memory. --json and --csv
    /// also print counts.
    #[arg(long, value_name = "WHAT", value_enum, overrides_with = "format")]
    pub(crate) count_by: Option<By>,

    /// With --count-by, print only the first N lines. On a terminal, each has a bar, and a small curve over the months
    #[arg(long, value_name = "N", value_parser = positive::<u64>, allow_negative_numbers = true)]
    pub(crate) top: Option<u64>,

    /// Print nothing and exit at the first URL; errors before it are ignored
    #[arg(short, long)]
    pub(crate) quiet: bool,

    /// Print statistics at the end. Times of stages are summed over all threads
    #[arg(long, conflicts_with = "json")]
    pub(crate) stats: bool,
}

/// `--count-by`
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum By {
    Url,
    /// In lower case
    Host,
    /// The registered domain, by the public suffix list, in lower case; `-` also for IP addresses and names without one
    Domain,
    /// In lower case
    Scheme,
    /// By path
    File,
    /// By the message's Date field, in UTC: 1994-07
    Month,
    /// By the message's Date field, in UTC: 1994
    Year,
    /// By the address in the message's From field, or the name if it has no address, in lower case
    Sender,
}

#[derive(clap::Args, PartialEq, Eq, Default, Debug)]
#[command(next_help_heading = OUTPUT)]
pub(crate) struct Output {
    /// Show line numbers (default on a terminal)
    #[arg(short = 'n', long, overrides_with = "no_line_number")]
    pub(crate) line_number: bool,

    /// Do not show line numbers
    #[arg(short = 'N', long, overrides_with = "line_number")]
    pub(crate) no_line_number: bool,

    /// Show line and column; columns are bytes, from 1
    #[arg(long)]
    pub(crate) column: bool,

    /// Show the byte offset of each URL in its file, from 0
    #[arg(short, long)]
    pub(crate) byte_offset: bool,

    /// Show the path with each URL (default for several files or a directory)
    #[arg(short = 'H', long, overrides_with = "no_filename")]
    pub(crate) with_filename: bool,

    /// Do not show paths
    #[arg(short = 'I', long, overrides_with = "with_filename")]
    pub(crate) no_filename: bool,

    /// Show each path once, above its URLs (default on a terminal)
    #[arg(long, overrides_with = "no_heading")]
    pub(crate) heading: bool,

    /// Show the path before each URL, even on a terminal
    #[arg(long, overrides_with = "heading")]
    pub(crate) no_heading: bool,

    /// Show path, line and column with each URL, for editors: the same as -H --column --no-heading
    #[arg(long)]
    pub(crate) vimgrep: bool,

    /// Same as --heading --line-number --color always
    #[arg(short, long)]
    pub(crate) pretty: bool,

    /// When to use colours
    ///
    /// `auto` uses them on a terminal, unless NO_COLOR is set or TERM is `dumb`.
    #[arg(long, value_name = "WHEN", value_enum, default_value_t)]
    pub(crate) color: When,

    /// Colours of parts of the output: `match:fg:blue`, `path:style:bold`, `line:none`
    ///
    /// The parts are `path`, `line`, `column` and `match`. `fg` and `bg` take black, blue, green, red, cyan, magenta, yellow, white, 0 to
    /// 255 or `R,G,B`; `style` takes bold, underline or italic, or `no` and one of them. Can be given several times, as in ripgrep.
    #[arg(long, value_name = "SPEC")]
    pub(crate) colors: Vec<String>,

    /// Make paths and URLs links that a terminal can open: `default`, `vscode`, `file://{host}{path}`
    ///
    /// Links need colours. FORMAT is a name (default, none, file, cursor, emacs, grep+, kitty, macvim, textmate, vscode, vscode-insiders,
    /// vscodium, zed) or a URL with `{path}`, and `{host}`, `{line}` and `{column}` if wanted, as in ripgrep. A URL is a link to itself.
    #[arg(long, value_name = "FORMAT")]
    pub(crate) hyperlink_format: Option<String>,

    /// After each URL, print its own lines as they stand in the text, and the N lines after them
    ///
    /// `-` stands in place of `:` before the lines, and `--` separates URLs. Text of mail is decoded. Long lines are cut.
    #[arg(short = 'A', long, value_name = "N", value_parser = number, allow_negative_numbers = true)]
    pub(crate) after_context: Option<u64>,

    /// After each URL, print its own lines, and the N lines before them
    #[arg(short = 'B', long, value_name = "N", value_parser = number, allow_negative_numbers = true)]
    pub(crate) before_context: Option<u64>,

    /// After each URL, print its own lines, and N lines on both sides of them
    #[arg(short = 'C', long, value_name = "N", value_parser = number, allow_negative_numbers = true)]
    pub(crate) context: Option<u64>,

    /// Print the label of each link in HTML and Markdown after its URL and a tab
    ///
    /// A label is what a browser shows between `<a href=URL>` and the next `</a>` or `<a>`: at most 4 KiB of it, among 32 KiB of markup.
    #[arg(long)]
    pub(crate) link_text: bool,

    /// Also print why each URL starts and ends where it does; implies --all
    #[arg(long)]
    pub(crate) explain_match: bool,

    /// Print NUL after each path, instead of `:` or a line feed; without paths, after each URL
    #[arg(short = '0', long)]
    pub(crate) null: bool,

    /// Print URLs so that no program makes them a link: `hxxps://evil[.]example/x`
    ///
    /// This holds for lines, for the labels of --link-text, for `{url}`, `{normalized}`, `{written}`, `{host}`, `{domain}`, `{text}`,
    /// `{context}`, `{wrapped_by}`, `{gateway_for}`, `{message.id}`, `{message.from}`, `{message.to}` and `{message.subject}` in --format and --csv, and for --count-by; never for JSON.
    /// URLs that name no host or mail address (`data:`, `tel:`, `magnet:`, `news:`, `file:`) are printed as they are.
    #[arg(long)]
    pub(crate) defang: bool,

    /// Print each URL in this format
    ///
    /// `{url} {normalized} {written} {path} {line} {column} {start} {end} {scheme} {host} {domain} {form} {joined} {encoded} {attribute} {message.number}
    /// {message.id} {message.date} {message.month} {message.year} {message.from} {message.to} {message.subject} {part} {field} {text} {context} {target} {notation} {wrapped_by} {gateway_for} {flaws}` are replaced by their values, or by nothing. `{text}` is the label of a link; `{context}`
    /// is the URL's line, with -A, -B and -C also the lines around it, as one line; `{target}` is what --resolve finds; `{flaws}` are names with blanks between them; `{normalized}`, `{domain}` and all after `{message.id}` up to `{message.subject}` are only here; the other names are keys of --json. `{{` and `}}` are braces; `\t \n \0 \\` are tab, line feed, NUL and `\`. A line
    /// feed is added unless the template ends with `\n` or `\0`.
    #[arg(long, value_name = "TEMPLATE", overrides_with = "json")]
    pub(crate) format: Option<String>,

    /// Print URLs or counts as CSV (RFC 4180), with a header line
    ///
    /// --column, -b and --resolve add columns; --format chooses them: `--csv --format '{host},{url}'`, with `;` between them if your
    /// spreadsheet expects that. A field that contains a comma, that separator, a quotation mark or a line end is quoted. A `'` is put before one that a spreadsheet would take for a formula.
    #[arg(long, overrides_with = "json")]
    pub(crate) csv: bool,

    /// Flush the output after each line, and search pipes while they are written
    ///
    /// A URL is printed when no later byte can change it, or after half a second without input. A terminal is always searched like this.
    #[arg(long)]
    pub(crate) line_buffered: bool,

    /// Choose URLs in the terminal, with the text around each, then print, open or copy them
    ///
    /// Space chooses, `/` searches, enter prints the chosen URLs, `o` opens them by $BROWSER, `c` copies them to the clipboard of the
    /// terminal (OSC 52), `q` leaves. Exit status: 0 if URLs were printed, 1 if not.
    #[cfg(feature = "pick")]
    #[arg(long, overrides_with_all = ["json", "format", "count", "count_by", "files_with_matches", "files_without_match"])]
    pub(crate) pick: bool,

    /// Accepted for compatibility with ripgrep; does nothing
    #[arg(short, long)]
    pub(crate) only_matching: bool,

    /// Print a completion script for this shell
    #[arg(long, value_name = "SHELL", value_parser = SHELLS)]
    pub(crate) completion: Option<String>,
}

/// The values of `--completion`.
const SHELLS: [&str; 4] = ["bash", "zsh", "fish", "powershell"];

/// `--color`, `--progress`
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum When {
    /// On a terminal
    #[default]
    Auto,
    Always,
    Never,
}

impl When {
    /// Whether it is wanted, if this is the default.
    pub(crate) fn or(self, default: bool) -> bool {
        match self {
            When::Auto => default,
            When::Always => true,
            When::Never => false,
        }
    }
}

impl List {
    /// Whether counts are printed, no URLs.
    pub(crate) fn counts(&self) -> bool {
        self.count || self.count_by.is_some()
    }
}

impl Output {
    /// Whether lines around each URL are asked for.
    pub(crate) fn has_lines_around(&self) -> bool {
        let typed = [self.after_context, self.before_context, self.context];
        typed.iter().any(Option::is_some)
    }
}
