//! Shell completions.

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

/// The fish script's early return if it cannot parse the options before a subcommand. It
/// must not fail, because the last option may still lack its value.
const UNFINISHED: &str = "    or return\n";

impl Shell {
    /// Generates the completion script of a program.
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

/// Removes the names of hidden options, because the scripts would offer them. The options
/// themselves stay, because others refer to them.
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
