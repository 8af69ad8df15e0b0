//! Completions for shells.

use clap::{Command, ValueEnum, ValueHint};
use clap_complete::aot;

/// The shells, of which `scripts/manual-check.sh` tries the completions.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Shell {
    Bash,
    Zsh,
    Fish,
    Powershell,
}

/// The end of the script for fish when it cannot read the options before a subcommand.
/// The value of the last one may be missing because it is the word to complete.
const UNFINISHED: &str = "    or return\n";

impl Shell {
    /// Returns the completions of a program as a script of the shell.
    pub(super) fn completions(self, definition: Command) -> String {
        let mut definition = without_hidden(definition);
        let shell = match self {
            Self::Bash => aot::Shell::Bash,
            Self::Zsh => aot::Shell::Zsh,
            Self::Fish => aot::Shell::Fish,
            Self::Powershell => aot::Shell::PowerShell,
        };
        let mut script = Vec::new();
        aot::generate(shell, &mut definition, "ponnuki", &mut script);
        let script = String::from_utf8_lossy(&script).into_owned();
        match self {
            Self::Fish => script.replace(UNFINISHED, "    or return 0\n"),
            Self::Bash | Self::Zsh | Self::Powershell => script,
        }
    }
}

/// Takes the names of hidden options away, since the scripts would offer them. The
/// options themselves stay, because others refer to them.
fn without_hidden(command: Command) -> Command {
    let command = command.mut_args(|arg| {
        if arg.is_hide_set() {
            arg.long(None).value_hint(ValueHint::Other)
        } else {
            arg
        }
    });
    command.mut_subcommands(without_hidden)
}
