//! `urlgrep report`

use std::path::PathBuf;

use super::{Filter, Input, Mail, OUTPUT, Search, UrlOptions, Walk, number};

#[derive(clap::Args, Debug)]
pub(crate) struct Report {
    /// Files and directories to search; `-` is standard input [default: standard input if it is a pipe or a file, else the current directory]
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,

    /// File to write; `-` is standard output
    ///
    /// An older report or an empty file is replaced. If FILE holds anything else, the command fails and leaves it unchanged.
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    pub(crate) output: PathBuf,

    /// Number of URLs in the table, the first ones; charts and sums count all
    #[arg(long, value_name = "N", value_parser = number, allow_negative_numbers = true, help_heading = OUTPUT)]
    #[arg(default_value_t = 200_000)]
    pub(crate) rows: u64,

    /// Show URLs so that no program makes them a link: `hxxps://evil[.]example/x`; also in downloads
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) defang: bool,

    #[command(flatten)]
    walk: Walk,

    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    found: UrlOptions,

    #[command(flatten)]
    mail: Mail,

    #[command(flatten)]
    filter: Filter,
}

impl Report {
    /// Moves the options of the search out of it.
    pub(crate) fn take_search(&mut self) -> Search {
        use std::mem::take;
        let mut search = Search {
            paths: take(&mut self.paths),
            walk: take(&mut self.walk),
            input: take(&mut self.input),
            found: take(&mut self.found),
            mail: take(&mut self.mail),
            filter: take(&mut self.filter),
            ..Search::default()
        };
        search.output.defang = self.defang;
        search
    }
}
