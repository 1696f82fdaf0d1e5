//! The opposites of options: `--no-hidden` undoes `--hidden`. So the command line can undo what the configuration file sets.
//!
//! They follow from the definition of the options and are hidden in the help, as in ripgrep.

use clap::{Arg, ArgAction, Command, Id};

/// The long names of options without an opposite: those that ask for something else than a search, `--no-config`, which is read before
/// the configuration file, and `--colors`, because `--no-colors` sounds like `--color never`.
#[rustfmt::skip]
const WITHOUT: [&str; 6] = [
    "help", "version", "type-list", "completion", "no-config", "colors",
];

/// Adds the opposite of each option that is a switch, or has no default value that could be given instead. The last one of an option
/// and its opposite counts.
pub(super) fn with_opposites(command: Command) -> Command {
    let rows: Vec<_> = command.get_arguments().filter_map(row).collect();
    rows.into_iter().fold(command, |command, (id, name)| {
        // Names must live as long as the process.
        let name: &str = name.leak();
        let exists = command
            .get_arguments()
            .any(|arg| arg.get_long() == Some(name));
        if exists {
            return command;
        }
        let opposite = Arg::new(name).long(name).hide(true);
        command.arg(opposite.action(ArgAction::SetTrue).overrides_with(id))
    })
}

/// The identifier of an option, and the long name of its opposite.
fn row(arg: &Arg) -> Option<(Id, String)> {
    let long = arg.get_long().filter(|long| !WITHOUT.contains(long))?;
    let is_switch = matches!(arg.get_action(), ArgAction::SetTrue);
    let has_default = !arg.get_default_values().is_empty();
    (is_switch || !has_default).then(|| (arg.get_id().clone(), opposite(long)))
}

/// The opposite of a long name: `no-hidden` of `hidden`, `ignore` of `no-ignore`.
fn opposite(long: &str) -> String {
    match long.strip_prefix("no-") {
        Some(name) => name.to_string(),
        None => format!("no-{long}"),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::super::{Paths, Search, parse};
    use super::*;

    /// The options with an opposite, each with a value if it needs one, and their opposites.
    fn options() -> Vec<(String, String)> {
        let command = Paths::command();
        let option = |arg: &Arg| {
            let (_, name) = row(arg)?;
            let long = arg.get_long()?;
            let values = arg.get_possible_values();
            let value = match (arg.get_action(), values.first()) {
                (ArgAction::SetTrue, _) => String::new(),
                (_, Some(value)) => format!("={}", value.get_name()),
                (_, None) => "=1".to_string(),
            };
            Some((format!("--{long}{value}"), format!("--{name}")))
        };
        command.get_arguments().filter_map(option).collect()
    }

    fn parsed(typed: &[&str]) -> (Search, String) {
        let typed = ["urlgrep"].iter().chain(typed).map(Into::into);
        let paths: Paths = parse(typed).unwrap_or_else(|error| panic!("{error}"));
        (paths.search, format!("{:?}", paths.shared))
    }

    #[test]
    fn the_last_one_of_an_option_and_its_opposite_counts() {
        let options = options();
        assert!(options.len() > 60, "{}", options.len());
        for (option, opposite) in &options {
            // Of `--heading` and `--no-heading`, each is the opposite of the other.
            let is_option = options.iter().any(|(option, _)| option == opposite);
            let without = if is_option { &[&opposite[..]][..] } else { &[] };
            assert_ne!(parsed(&[option]), parsed(without), "{option}");
            assert_eq!(parsed(&[opposite]), parsed(without), "{opposite}");
            assert_eq!(parsed(&[option, opposite]), parsed(without), "{option}");
            assert_eq!(parsed(&[opposite, option]), parsed(&[option]), "{option}");
        }
    }

    #[test]
    fn lists_begin_anew() {
        let again = ["--host=a", "--host=b", "--no-host", "--host=c"];
        assert_eq!(parsed(&again), parsed(&["--host=c"]));
    }
}
