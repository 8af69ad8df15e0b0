//! Command lines of programs: splitting, the folder and environment in which they are meant, and
//! advice if the program does not speak GTP.

use std::collections::BTreeMap;
use std::env;
use std::path::{self, Path, PathBuf};

use super::fault::FaultKind;

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

/// The folder and environment in which a program runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProgramPlace<'a> {
    /// The working folder; `None` for that of this process.
    pub(crate) folder: Option<&'a Path>,
    /// Variables added to the environment of this process.
    pub(crate) environment: &'a BTreeMap<String, String>,
}

impl ProgramPlace<'_> {
    /// The folder and environment of this process.
    pub(crate) const HERE: Self = Self {
        folder: None,
        environment: &BTreeMap::new(),
    };

    /// Returns the path of the program that a command line names. A relative path of several parts
    /// is resolved against the folder, because systems differ in whether they do so.
    pub(super) fn program(self, name: &str) -> PathBuf {
        let program = Path::new(name);
        match self.folder {
            Some(folder) if program.is_relative() && program.components().count() > 1 => {
                let path = folder.join(program);
                path::absolute(&path).unwrap_or(path)
            }
            _ => program.to_owned(),
        }
    }
}

/// Returns the file name of a program without the extension.
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
        None => "is the program installed, and its path complete and without a spelling mistake?".to_owned(),
        Some(FaultKind::Malformed | FaultKind::Hang) => {
            "the program must answer GTP commands on its standard output; many need an option for that".to_owned()
        }
        Some(FaultKind::Refused) => {
            "every player must be able to play under the settings of the match".to_owned()
        }
        Some(_) => format!("run {command} in a terminal to see whether its options are right"),
    }
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
        assert_eq!(split(""), Err("the command line is empty"));
        assert_eq!(split("  "), Err("the command line is empty"));
        assert_eq!(
            split("gnugo 'open"),
            Err("a quotation mark in the command line is not closed")
        );
        if cfg!(unix) {
            assert_eq!(
                split("gnugo \\"),
                Err("the command line ends with a backslash")
            );
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
        let place = ProgramPlace {
            folder: Some(Path::new("engines")),
            ..ProgramPlace::HERE
        };
        assert!(place.program("./one").ends_with("engines/one"));
        assert!(place.program("bin/one").is_absolute());
        assert_eq!(place.program("gnugo"), Path::new("gnugo"));
        assert_eq!(ProgramPlace::HERE.program("./one"), Path::new("./one"));
    }
}
