//! Help, man page and completions, generated from the definition of the arguments.

use std::str::FromStr;

use clap::CommandFactory;
use clap_complete::Shell;
use clap_mangen::Man;

use crate::args::{self, Args, Help};
use crate::exit::Status;
use crate::input;
use crate::print::{Manner, StdoutBuffer};

/// `urlgrep help`
pub(crate) fn help(help: &Help) -> Status {
    let mut command = Args::command();
    command.build();
    let selected = match &help.command {
        None => &mut command,
        Some(name) => match command.find_subcommand_mut(name) {
            Some(subcommand) => subcommand,
            None => args::wrong(format!("unknown subcommand '{name}'")),
        },
    };
    if !help.man {
        return print(selected.render_long_help().to_string().as_bytes());
    }
    let mut page = Vec::new();
    match Man::new(selected.clone()).render(&mut page) {
        Ok(()) => print(&page),
        // Writing to memory cannot fail.
        Err(_) => Status::Error,
    }
}

/// `--completion`
pub(crate) fn completion(shell: &str) -> Status {
    let mut script = Vec::new();
    match Shell::from_str(shell) {
        Ok(shell) => clap_complete::generate(shell, &mut Args::command(), "urlgrep", &mut script),
        Err(why) => args::wrong(why),
    }
    print(&script)
}

/// `--type-list`
pub(crate) fn type_list() -> Status {
    print(input::list_file_types().as_bytes())
}

fn print(text: &[u8]) -> Status {
    let mut out = StdoutBuffer::new(Manner::default());
    out.write(text);
    out.flush();
    Status::Yes
}
