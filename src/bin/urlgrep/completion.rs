//! `--completion`: scripts that complete options and their values in a shell, generated from the definition of the arguments.

use std::str::FromStr;

use clap::builder::PossibleValuesParser;
use clap::{Command, ValueHint};
use clap_complete::{Shell, generate};
use urlgrep::files::FileTypes;
use urlgrep::lint;
use urlgrep::url::Scheme;

use crate::args::SUBCOMMANDS;
use crate::args::{self, search_command};
use crate::exit::Status;
use crate::help::print;
use crate::print::Hyperlinks;

/// Whether the first word is one of the NAMES of subcommands. The function of clap_complete wants complete options before it, also while
/// the value of an option is being typed.
const FISH: &str = "function __fish_urlgrep_needs_command
    set -l cmd (commandline -opc)
    if contains -- \"$cmd[2]\" NAMES
        echo $cmd[2]
        return 1
    end
    return 0
end

";

/// Calls the function of the subcommand, if the first word is one of NAMES. clap_complete takes the first word for a path.
const ZSH: &str = r#"
_urlgrep() {
    if (( CURRENT > 2 )) && [[ $words[2] == (NAMES) ]]; then
        local name=_urlgrep_$words[2]
        shift words
        (( CURRENT-- ))
        $name "$@"
        return
    fi
    local ret=1
    if (( CURRENT == 2 )); then
        local -a names=(DESCRIPTIONS)
        _describe -t commands 'urlgrep commands' names && ret=0
    fi
    _urlgrep_search "$@" && ret=0
    return ret
}

if [ "$funcstack[1]" = "_urlgrep" ]; then
    _urlgrep "$@"
else
    compdef _urlgrep urlgrep
fi
"#;

/// The arguments with all values that a shell can complete. Some are no list for the parser, whose messages say more.
fn with_values(command: Command) -> Command {
    let command = command.mut_args(|arg| match &values(arg.get_id().as_str())[..] {
        // Otherwise bash splits a name with a blank.
        [] if !arg.is_positional() && arg.get_value_hint() == ValueHint::AnyPath => {
            arg.value_hint(ValueHint::FilePath)
        }
        [] => arg,
        values => arg.value_parser(PossibleValuesParser::new(values)),
    });
    command.mut_subcommands(with_values)
}

/// The values of an option that are no list for the parser.
fn values(option: &str) -> Vec<&'static str> {
    match option {
        // The process ends soon.
        "types" | "type_not" => FileTypes::names()
            .into_iter()
            .map(|name| &*name.leak())
            .collect(),
        "scheme" => {
            let names = Scheme::all().map(Scheme::name);
            names.filter(|name| !name.is_empty()).collect()
        }
        "hyperlink_format" => Hyperlinks::names().to_vec(),
        "select" | "extend_select" | "ignore" | "explain" => {
            lint::rules().iter().map(|rule| rule.name()).collect()
        }
        "command" => SUBCOMMANDS.to_vec(),
        _ => Vec::new(),
    }
}

/// `--completion`
pub(crate) fn completion(shell: &str) -> Status {
    let script = match Shell::from_str(shell) {
        Ok(Shell::Zsh) => zsh(),
        Ok(Shell::Fish) => fish(&script(
            Shell::Fish,
            with_values(args::command()),
            "urlgrep",
        )),
        Ok(shell) => script(shell, with_values(args::command()), "urlgrep"),
        Err(why) => args::wrong(why),
    };
    print(script.as_bytes())
}

fn script(shell: Shell, mut command: Command, name: &str) -> String {
    let mut script = Vec::new();
    generate(shell, &mut command, name, &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

/// With another function in place of two.
fn fish(script: &str) -> String {
    let end = script.find("function __fish_urlgrep_using_subcommand");
    let rest = end.map_or(script, |end| &script[end..]);
    FISH.replace("NAMES", &SUBCOMMANDS.join(" ")) + rest
}

/// A function for searching, one for each subcommand, and one that calls them.
fn zsh() -> String {
    let mut command = with_values(args::command());
    command.build();
    let subcommands = SUBCOMMANDS
        .into_iter()
        .filter_map(|name| Some((name, command.find_subcommand(name)?.clone())));
    let search = [("search", with_values(search_command()))];
    let mut all = String::from("#compdef urlgrep\n\nautoload -U is-at-least\n");
    for (name, command) in search.into_iter().chain(subcommands) {
        let name = format!("urlgrep_{name}");
        let script = script(Shell::Zsh, command, &name);
        let start = script.find(&format!("_{name}()")).unwrap_or(0);
        let end = script
            .rfind("\nif [ \"$funcstack[1]\"")
            .unwrap_or(script.len());
        all += "\n";
        // Otherwise no option is completed after a path.
        all += &script[start..end].replace("\n'*::", "\n'*:");
    }
    let describe = |name| {
        let about = command.find_subcommand(name)?.get_about()?.to_string();
        Some(format!("'{name}:{}'", about.replace('\'', r"'\''")))
    };
    let descriptions: Vec<_> = SUBCOMMANDS.into_iter().filter_map(describe).collect();
    let own = ZSH.replace("NAMES", &SUBCOMMANDS.join("|"));
    all + &own.replace("DESCRIPTIONS", &descriptions.join(" "))
}
