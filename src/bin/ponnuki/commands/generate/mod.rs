//! `ponnuki generate`: manual pages and shell completions, both generated from the
//! definition of the command line.
//!
//! Files: `completions` generates the completions. `page` generates the manual pages,
//! `options` their section of options, and `texts` has what the definition lacks. `help`
//! parses the help of a command, `style` marks up bold and italics.
//!
//! The pages do not come from `clap_mangen`, because it names no values in the synopsis,
//! lists an option's values only if the help does, keeps backticks, and puts examples and
//! the exit status into a section EXTRA. mandoc also reports faults in its pages.

mod completions;
mod help;
mod options;
mod page;
mod style;
mod texts;

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, Command as Definition, Subcommand, ValueHint};
use ponnuki::files::Replace;

use crate::cli::args::OverwriteArgs;
use crate::cli::failure::Failure;
use completions::Shell;

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
            let text = args.shell.completions(definition);
            let mut output = io::stdout().lock();
            let written = output
                .write_all(text.as_bytes())
                .and_then(|()| output.flush());
            Ok(written?)
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
        args.overwrite
            .write(&path, &text, pages)
            .map_err(Failure::file("write", &path))?;
    }
    Ok(())
}
