//! The command line of a program, as one text.

use std::env;

/// The word that stands for this very program, wherever it is installed.
const THIS_PROGRAM: &str = "ponnuki";

/// The words of a command line: split at white space, with quotes as a Unix
/// shell has them, and nothing else of a shell. The first word `ponnuki` stands
/// for this program.
///
/// On Windows a backslash is an ordinary character, as in paths.
pub(super) fn words(command: &str) -> Option<Vec<String>> {
    let literal;
    let text = if cfg!(windows) {
        literal = command.replace('\\', "\\\\");
        &literal
    } else {
        command
    };
    let mut words = shlex::split(text).filter(|words| !words.is_empty())?;
    if words[0] == THIS_PROGRAM
        && let Ok(path) = env::current_exe()
        && let Some(path) = path.to_str()
    {
        path.clone_into(&mut words[0]);
    }
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_hold_words_together() {
        assert_eq!(
            words(r#"gnugo --mode gtp --name "GNU Go" 'a b'"#).unwrap(),
            ["gnugo", "--mode", "gtp", "--name", "GNU Go", "a b"]
        );
        assert_eq!(words(""), None);
        assert_eq!(words("  "), None);
        assert_eq!(words("gnugo 'open"), None);
    }

    #[test]
    fn this_program_is_found_wherever_it_is() {
        let path = env::current_exe().unwrap();
        let split = words("ponnuki --seed 1").unwrap();
        assert_eq!(split, [path.to_str().unwrap(), "--seed", "1"]);
        assert_eq!(words("./ponnuki").unwrap(), ["./ponnuki"]);
    }
}
