//! Command lines of programs: splitting, the folder in which they are meant, and advice if the
//! program does not speak GTP.

use std::env;
use std::path::{self, Path};
use std::process::Command;

use super::fault::FaultKind;
use super::waiting::FLUSHING;

/// The first word that stands for this executable, wherever it is installed.
const THIS_PROGRAM: &str = "ponnuki";

/// Programs that speak GTP only with an option: the file name, a part of the option, and
/// the advice.
const ON_REQUEST: [(&str, &str, &str); 3] = [
    (
        "gnugo",
        "gtp",
        "GNU Go speaks GTP with the option '--mode gtp'",
    ),
    ("katago", "gtp", "KataGo speaks GTP as 'katago gtp'"),
    (
        "leelaz",
        "g",
        "Leela Zero speaks GTP with the option '--gtp'",
    ),
];

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

/// Returns advice about a program that was never ready for a game. `kind` is its fault, or
/// `None` if the program could not be started.
pub(super) fn advice(command: &str, kind: Option<FaultKind>) -> String {
    let words = split(command).unwrap_or_default();
    if let Some((program, arguments)) = words.split_first() {
        let name = file_name(program);
        let is_asked = |word: &str| arguments.iter().any(|argument| argument.contains(word));
        let known = ON_REQUEST.iter().find(|(known, ..)| *known == name);
        if let Some((_, word, advice)) = known
            && kind.is_some()
            && !is_asked(word)
        {
            return (*advice).to_owned();
        }
    }
    match kind {
        None => unstarted_advice(words.first().map_or("", String::as_str)),
        Some(FaultKind::Hang) => format!(
            "the program must answer GTP commands on its standard output and {FLUSHING}; many programs need an option to speak GTP"
        ),
        Some(FaultKind::Malformed) => {
            "the program must answer GTP commands on its standard output; many need an option for that".to_owned()
        }
        Some(FaultKind::Refused) => {
            "every player must be able to play under the settings of the match".to_owned()
        }
        Some(_) => format!("run {command} in a terminal to see whether its options are right"),
    }
}

/// Returns advice about a program that could not be started, by the file that has its name.
fn unstarted_advice(program: &str) -> String {
    let path = Path::new(program);
    if path.components().count() == 1 && !program.starts_with('.') && path.is_file() {
        return format!("write ./{program}, because a name alone is looked for in PATH");
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;

        let is_runnable = |file: std::fs::Metadata| file.permissions().mode() & 0o111 != 0;
        if path.is_file() && !path.metadata().is_ok_and(is_runnable) {
            return format!("the file is not executable: chmod +x {program}");
        }
    }
    "is the program installed, and its path complete and without a spelling mistake?".to_owned()
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
    fn the_advice_knows_programs_that_speak_gtp_on_request() {
        let malformed = Some(FaultKind::Malformed);
        assert!(advice("/usr/games/gnugo --level 3", malformed).contains("'--mode gtp'"));
        assert!(!advice("gnugo --mode gtp", malformed).contains("'--mode gtp'"));
        assert!(advice("katago -model x", Some(FaultKind::Crash)).contains("'katago gtp'"));
        assert!(advice("gnugo", None).contains("installed"));
        assert!(advice("ponnuki --levle 3", Some(FaultKind::Crash)).contains("--levle 3"));
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
