//! The command: finds URLs in files, directories and standard input.
//!
//! The arguments ([`args`]) become options ([`options`]), which control the work ([`run`], [`parse`], [`lint`]) and the output
//! ([`print`]). Everything about URLs is in the library; here are files, threads, order and output.

mod address;
mod ahead;
mod args;
mod around;
mod batch;
mod changes;
mod completion;
mod dates;
mod defang;
mod exit;
mod file_types;
mod filter;
mod folder;
mod found;
mod help;
mod hint;
mod interrupt;
mod lint;
mod lock;
mod man;
mod messages;
mod newlines;
mod options;
mod order;
mod output;
mod parse;
#[cfg(feature = "pick")]
mod pick;
mod plural;
mod print;
mod progress;
mod report;
mod resolve;
mod run;
mod schemes;
mod search;
mod stats;
mod stderr;
mod stopwatch;
mod strings;
mod temporary;
mod text_file;
mod trends;
mod unique;
mod visible;
mod wrap;

use std::hint::black_box;
use std::panic;
use std::process::ExitCode;

use urlgrep::Profile;

use args::{Args, Command};
use exit::Status;
use options::Options;

#[cfg(all(target_env = "musl", target_pointer_width = "64"))]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    // Without this, other threads would wait forever for the results of a thread that panicked.
    let hook = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        hook(info);
        Status::Error.leave();
    }));
    keep_freed_memory();
    // Consoles of Windows understand colours only if a program asks them to.
    #[cfg(windows)]
    let _ = anstyle_query::windows::enable_ansi_colors();
    let args = Args::read();
    let status = match (&args.command, &args.search.output.completion) {
        (Some(Command::Parse(parse)), _) => parse::run(&args.shared, parse),
        (Some(Command::Lint(lint)), _) => lint::run(&args.shared, lint),
        (Some(Command::Wrap(_)), _) if args.shared.json => {
            args::wrong("--json prints URLs, and `wrap` prints a text; leave out one of them")
        }
        (Some(Command::Wrap(_)), _) if args.shared.search_profile() != Profile::DEFAULT => {
            args::wrong("`wrap` uses the default profile; leave out --profile and --strict")
        }
        (Some(Command::Wrap(wrap)), _) => wrap::run(wrap),
        (Some(Command::Help(help)), _) => help::help(help),
        (_, Some(shell)) => completion::completion(shell),
        (_, None) if args.search.walk.type_list => help::type_list(),
        (Some(Command::Report(_)) | None, None) => match Options::from_args(&args) {
            Ok(options) => run::run(&options),
            Err(why) => args.wrong(&why, |args| Options::from_args(args).is_ok()),
        },
    };
    status.into()
}

/// Makes glibc keep memory that is freed, for the next message: it gives back what exceeds twice the largest block that was ever freed.
/// Otherwise every decoded text of some size costs page faults. Elsewhere this has no effect.
fn keep_freed_memory() {
    drop(black_box(Vec::<u8>::with_capacity(4 << 20)));
}
