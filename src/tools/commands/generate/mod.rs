//! `ponnuki generate`: manual pages and shell completions, both generated from the
//! definition of the command line.
//!
//! Files: `page` generates the manual pages, and `texts` has what the definition lacks.

mod page;
mod texts;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Command as Definition, Subcommand, ValueHint};
use clap_complete::aot::{Shell, generate};
use ponnuki_formats::files::{Replace, UNSEALED, check_name};

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
    /// `ponnuki-match-report.1`. Each page appears as a whole. The pages of one version of the
    /// program are the same on every machine.
    #[command(after_help = "Examples:
  ponnuki generate man man
  ponnuki generate man ~/.local/share/man/man1   where man finds them")]
    Man {
        /// Folder for the pages, which is made if it is missing; existing pages are replaced
        #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
        folder: PathBuf,
        #[command(flatten)]
        overwrite: OverwriteArgs,
    },
    /// Print the completions of this program for a shell
    ///
    /// They complete commands, options and files; in bash, zsh and fish also the names of rules,
    /// players and other values.
    #[command(after_help = "Examples:
  ponnuki generate completions bash > ponnuki
  ponnuki generate completions zsh > _ponnuki
  ponnuki generate completions fish > ponnuki.fish
  ponnuki generate completions powershell > ponnuki.ps1

bash reads the file from ~/.local/share/bash-completion/completions, zsh from any folder
of its $fpath, and fish from ~/.config/fish/completions. For PowerShell, add '. ponnuki.ps1'
with the path of the file to the file that $PROFILE names.")]
    Completions {
        /// The shell
        // `scripts/check/manual-check.sh` tries the completions of these.
        #[arg(value_name = "SHELL", value_parser =
            PossibleValuesParser::new(["bash", "zsh", "fish", "powershell"]).try_map(|name| name.parse::<Shell>()))]
        shell: Shell,
    },
}

/// Generates files from the definition of the command line.
pub(super) fn run(args: &GenerateArgs, definition: Definition) -> Result<(), Failure> {
    match &args.product {
        Product::Man { folder, overwrite } => write_pages(folder, overwrite, definition),
        Product::Completions { shell } => {
            let mut output = io::stdout().lock();
            output.write_all(completions(*shell, definition).as_bytes())?;
            Ok(output.flush()?)
        }
    }
}

/// Marks a page of the manual, in a comment.
const PAGE: &str = ".\\\" Ponnuki manual page ";

/// Writes all manual pages.
fn write_pages(
    folder: &Path,
    overwrite: &OverwriteArgs,
    definition: Definition,
) -> Result<(), Failure> {
    check_name(folder)
        .and_then(|()| fs::create_dir_all(folder))
        .map_err(Failure::file("make the folder", folder))?;
    for (name, text) in page::pages(definition)? {
        let path = folder.join(format!("{name}.1"));
        log::info!("writing {}", path.display());
        let text = format!("{PAGE}{}{UNSEALED}\n{text}", env!("CARGO_PKG_VERSION"));
        overwrite.write(&path, &text, Replace::unedited(PAGE))?;
    }
    Ok(())
}

/// The fish script's early return if it cannot parse the options before a subcommand. It
/// must not fail, because the last option may still lack its value.
const UNFINISHED: &str = "    or return\n";

/// Generates the completion script of the program.
fn completions(shell: Shell, definition: Definition) -> String {
    let mut script = Vec::new();
    generate(
        shell,
        &mut without_hidden(definition),
        "ponnuki",
        &mut script,
    );
    let script = String::from_utf8_lossy(&script).into_owned();
    match shell {
        Shell::Fish => script.replace(UNFINISHED, "    or return 0\n"),
        _ => script,
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
