//! Help, generated from the definition of the arguments.

use crate::args::SUBCOMMANDS;
use crate::args::{self, Help};
use crate::exit::Status;
use crate::man;
use crate::print::{Manner, StdoutBuffer};

/// `urlgrep help`
pub(crate) fn help(help: &Help) -> Status {
    let mut command = args::command();
    command.build();
    let selected = match &help.command {
        None => &mut command,
        Some(name) => match command.find_subcommand_mut(name) {
            Some(subcommand) => subcommand,
            None => args::wrong(format!(
                "unknown subcommand '{name}'; known are {}",
                SUBCOMMANDS.join(", ")
            )),
        },
    };
    if !help.man {
        return print(selected.render_long_help().to_string().as_bytes());
    }
    match man::page(selected, help.command.as_deref()) {
        Ok(page) => print(page.as_bytes()),
        // Writing to memory cannot fail.
        Err(_) => Status::Error,
    }
}

/// `--type-list`
pub(crate) fn type_list() -> Status {
    print(urlgrep::files::FileTypes::list().as_bytes())
}

pub(crate) fn print(text: &[u8]) -> Status {
    let mut out = StdoutBuffer::new(Manner::default());
    out.write(text);
    out.flush();
    Status::Yes
}
