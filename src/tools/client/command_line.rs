//! Command lines of programs: splitting, and the folder for which they are meant.

use std::env;
use std::path::{self, Path};
use std::process::Command;

/// The first word that stands for this executable, wherever it is installed.
const THIS_PROGRAM: &str = "ponnuki";

/// Splits a command line at whitespace, with the quoting rules of a Unix shell but none of
/// its other features. The first word `ponnuki` becomes the path of this executable.
///
/// On Windows, a backslash is an ordinary character, because paths contain it.
///
/// # Errors
/// For an empty line, an unclosed quote, or a trailing backslash.
pub(crate) fn split(command: &str) -> Result<Vec<String>, &'static str> {
    let literal;
    let text = if cfg!(windows) {
        literal = command.replace('\\', "\\\\");
        &literal
    } else {
        command
    };
    let Some(mut words) = shlex::split(text) else {
        return Err(if text.ends_with('\\') {
            "the command line ends with a backslash"
        } else {
            "a quotation mark in the command line is not closed"
        });
    };
    let first = words.first_mut().ok_or("the command line is empty")?;
    if first == THIS_PROGRAM
        && let Ok(path) = env::current_exe()
        && let Some(path) = path.to_str()
    {
        path.clone_into(first);
    }
    Ok(words)
}

/// Returns the command of a split command line in this folder, or in that of this process. A
/// relative path of several parts to the program is resolved against the folder, because systems
/// differ in whether they do so.
pub(crate) fn command(words: &[String], folder: Option<&Path>) -> Command {
    let mut words = words.iter();
    let name = Path::new(words.next().map_or("", String::as_str));
    let mut program = name.to_owned();
    if let Some(folder) = folder
        && name.is_relative()
        && name.components().count() > 1
    {
        program = folder.join(name);
        program = path::absolute(&program).unwrap_or(program);
    }
    let mut command = Command::new(program);
    command.args(words);
    if let Some(folder) = folder {
        command.current_dir(folder);
    }
    command
}

pub(crate) fn file_name(program: &str) -> String {
    let stem = Path::new(program).file_stem();
    stem.map_or_else(
        || program.to_owned(),
        |stem| stem.to_string_lossy().into_owned(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_hold_words_together() {
        assert_eq!(
            split(r#"gnugo --mode gtp --name "GNU Go" 'a b'"#).unwrap(),
            ["gnugo", "--mode", "gtp", "--name", "GNU Go", "a b"]
        );
        for (line, reason) in [
            ("", "is empty"),
            ("  ", "is empty"),
            ("gnugo 'open", "is not closed"),
            #[cfg(unix)]
            ("gnugo \\", "ends with a backslash"),
        ] {
            assert!(split(line).unwrap_err().ends_with(reason), "{line}");
        }
    }

    #[test]
    fn this_program_is_found_wherever_it_is() {
        let path = env::current_exe().unwrap();
        let words = split("ponnuki --seed 1").unwrap();
        assert_eq!(words, [path.to_str().unwrap(), "--seed", "1"]);
        assert_eq!(split("./ponnuki").unwrap(), ["./ponnuki"]);
    }

    #[test]
    fn a_path_of_several_parts_begins_in_the_folder() {
        let program = |name: &str, folder: Option<&str>| {
            let command = command(&[name.to_owned()], folder.map(Path::new));
            Path::new(command.get_program()).to_owned()
        };
        let folder = Some("engines");
        assert!(program("./one", folder).ends_with("engines/one"));
        assert!(program("bin/one", folder).is_absolute());
        assert_eq!(program("gnugo", folder), Path::new("gnugo"));
        assert_eq!(program("./one", None), Path::new("./one"));
    }
}
