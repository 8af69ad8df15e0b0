//! `ponnuki generate`: manual pages and shell completions, both generated from the
//! definition of the command line.
//!
//! Files: `page` generates the manual pages, `options` their section of options, and `texts` has
//! what the definition lacks. `help` parses the help of a command, `style` marks up bold and
//! italics.
//!
//! The pages do not come from `clap_mangen`, because it names no values in the synopsis,
//! lists an option's values only if the help does, keeps backticks, and puts examples and
//! the exit status into a section EXTRA. mandoc also reports faults in its pages.

mod help;
mod options;
mod page;
mod style;
mod texts;

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, Command as Definition, Subcommand, ValueEnum, ValueHint};
use clap_complete::aot;
use ponnuki::files::Replace;

use crate::cli::args::OverwriteArgs;
use crate::cli::failure::Failure;

/// The options of `ponnuki generate`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ponnuki generate man ~/.local/share/man/man1
  ponnuki generate completions bash > ponnuki")]
pub(crate) struct GenerateArgs {
    #[command(subcommand)]
    product: Product,
}

/// The files to make.
#[derive(Debug, Subcommand)]
enum Product {
    /// Write the manual pages of this program into a folder
    ///
    /// There is a page for the program and one for each of its commands, named as in
    /// `ponnuki-match-plan.1`. Each page appears as a whole. The pages of one version of the
    /// program are the same on every machine.
    Man(ManArgs),
    /// Print the completions of this program for a shell
    ///
    /// They complete commands, options and files; in bash, zsh and fish also the names of rules,
    /// players and other values.
    Completions(CompletionsArgs),
}

/// The options of `ponnuki generate man`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ponnuki generate man man
  ponnuki generate man ~/.local/share/man/man1   where man finds them")]
struct ManArgs {
    /// Folder for the pages, which is made if it is missing; existing pages are replaced
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    folder: PathBuf,
    #[command(flatten)]
    overwrite: OverwriteArgs,
}

/// The options of `ponnuki generate completions`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ponnuki generate completions bash > ponnuki
  ponnuki generate completions zsh > _ponnuki
  ponnuki generate completions fish > ponnuki.fish
  ponnuki generate completions powershell > ponnuki.ps1

bash reads the file from ~/.local/share/bash-completion/completions, zsh from any folder
of its $fpath, and fish from ~/.config/fish/completions. For PowerShell, add '. ponnuki.ps1'
with the path of the file to the file that $PROFILE names.")]
struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

/// Generates files from the definition of the command line.
pub(super) fn run(args: &GenerateArgs, definition: Definition) -> Result<(), Failure> {
    match &args.product {
        Product::Man(args) => write_pages(args, definition),
        Product::Completions(args) => {
            let mut output = io::stdout().lock();
            output.write_all(args.shell.completions(definition).as_bytes())?;
            Ok(output.flush()?)
        }
    }
}

/// Writes all manual pages.
fn write_pages(args: &ManArgs, definition: Definition) -> Result<(), Failure> {
    let folder = &args.folder;
    fs::create_dir_all(folder).map_err(Failure::file("make the folder", folder))?;
    for (name, text) in page::pages(definition) {
        let path = folder.join(format!("{name}.1"));
        log::info!("writing {}", path.display());
        let pages = Replace::Marked(".TH PONNUKI");
        args.overwrite.write(&path, &text, pages)?;
    }
    Ok(())
}

/// The shells, of which `scripts/manual-check.sh` tries the completions.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Shell {
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
    fn completions(self, definition: Definition) -> String {
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
fn without_hidden(command: Definition) -> Definition {
    let command = command.mut_args(|arg| {
        if arg.is_hide_set() {
            arg.long(None).value_hint(ValueHint::Other)
        } else {
            arg
        }
    });
    command.mut_subcommands(without_hidden)
}
