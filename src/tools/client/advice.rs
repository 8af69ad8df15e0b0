//! Advice about a program that cannot take part.

use std::path::Path;

use super::command_line::{file_name, split};
use super::fault::{Fault, FaultKind};
use super::waiting::FLUSHING;
use crate::cli::plain;

/// The number of lines quoted from the end of standard error, if a program cannot take part.
const LINES: usize = 8;

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

impl Fault {
    /// Explains why `who` cannot take part with this command line: the fault, the last
    /// lines of standard error, and advice.
    pub(crate) fn explain(&self, who: &str, command: &str) -> String {
        let mut text = format!("{who} {}", self.detail);
        let words = String::from_utf8_lossy(&self.last_words);
        let lines: Vec<_> = words
            .lines()
            .map(str::trim_end)
            .filter(|line| !line.is_empty())
            .collect();
        if !lines.is_empty() {
            text += "\nits last lines on standard error:";
            for line in &lines[lines.len().saturating_sub(LINES)..] {
                text += "\n    ";
                text += &plain::line(line);
            }
        }
        let kind = (!self.is_unstarted).then_some(self.kind);
        text += "\ntip: ";
        match &self.remark {
            Some(remark) if self.is_unstarted => text + remark,
            _ => text + &advice(command, kind),
        }
    }
}

/// Returns advice about a program that was never ready for a game. `kind` is its fault, or
/// `None` if the program could not be started.
fn advice(command: &str, kind: Option<FaultKind>) -> String {
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
    fn the_advice_knows_programs_that_speak_gtp_on_request() {
        let malformed = Some(FaultKind::Malformed);
        assert!(advice("/usr/games/gnugo --level 3", malformed).contains("'--mode gtp'"));
        assert!(!advice("gnugo --mode gtp", malformed).contains("'--mode gtp'"));
        assert!(advice("katago -model x", Some(FaultKind::Crash)).contains("'katago gtp'"));
        assert!(advice("gnugo", None).contains("installed"));
        assert!(advice("ponnuki --levle 3", Some(FaultKind::Crash)).contains("--levle 3"));
    }
}
