//! The commands that a player can type at the board.

use ponnuki::Coordinates;
use ponnuki::player::PlayerKind;

use crate::cli::args::player_kind;

/// A parsed line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TerminalCommand {
    /// An empty line.
    Nothing,
    /// Play on a point.
    Play(Coordinates),
    /// Pass.
    Pass,
    /// Take back the person's last move and the reply.
    Undo,
    /// Ask the engine for a move.
    Hint,
    /// Show the board again.
    Board,
    /// Count the position without playing on.
    Score,
    /// Mark the regions of these stones dead.
    Dead(Vec<Coordinates>),
    /// Mark the regions of these stones alive; all stones if the list is empty.
    Alive(Vec<Coordinates>),
    /// Show who is likely to own each point.
    Estimate,
    /// Name the engine's player.
    ShowLevel,
    /// Change the engine's player.
    Level(PlayerKind),
    /// Let the engine play both sides for some moves, or to the end.
    Watch(Option<usize>),
    /// Resign.
    Resign,
    /// Save the game to a file.
    Save {
        /// The path of the file.
        file: String,
        /// Whether an existing file may be replaced.
        replaces: bool,
    },
    /// Go on with the game of a file.
    Load(String),
    /// List the commands.
    Help,
    /// End the program.
    Quit,
    /// Invalid input, with advice.
    Unknown(&'static str),
}

/// The list of commands that `help` prints.
pub(super) const HELP: &str = "\
D4              play on D4
pass            pass; two passes in a row end the game
undo            take back your last move and the reply to it
resign          resign the game
hint            ask the engine for a move
estimate        show who is likely to own each point
level 5         change the engine to level 0 to 9, random or mcts
watch           let the engine play both sides to the end
watch 10        let the engine play both sides for 10 moves
board           show the board again
score           count the area of the position as it is
dead D4 Q16     mark these stones and their regions dead
alive D4 Q16    mark these stones and their regions alive
alive           mark all stones alive
save FILE.sgf   write the game into a file
save! FILE.sgf  the same, and replace the file if it exists
load FILE.sgf   go on with the game in the file
quit            end the program
";

/// Parses a line, ignoring case.
pub(super) fn parse(line: &str) -> TerminalCommand {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    match word.to_ascii_lowercase().as_str() {
        "" => TerminalCommand::Nothing,
        "pass" => TerminalCommand::Pass,
        "undo" | "u" => TerminalCommand::Undo,
        "hint" => TerminalCommand::Hint,
        "board" | "show" | "showboard" => TerminalCommand::Board,
        "score" => TerminalCommand::Score,
        "estimate" => TerminalCommand::Estimate,
        "level" | "player" => level(rest),
        "watch" => watch(rest),
        "dead" => match points(rest) {
            Some(points) if !points.is_empty() => TerminalCommand::Dead(points),
            _ => TerminalCommand::Unknown("Name stones, as in: dead D4 Q16"),
        },
        "alive" => points(rest).map_or(
            TerminalCommand::Unknown("Name stones, as in: alive D4 Q16"),
            TerminalCommand::Alive,
        ),
        "resign" => TerminalCommand::Resign,
        "save" | "save!" if rest.is_empty() => {
            TerminalCommand::Unknown("Name a file, as in: save game.sgf")
        }
        "save" | "save!" => TerminalCommand::Save {
            file: rest.to_owned(),
            replaces: word.ends_with('!'),
        },
        "load" if rest.is_empty() => TerminalCommand::Unknown("Name a file, as in: load game.sgf"),
        "load" => TerminalCommand::Load(rest.to_owned()),
        "help" | "h" | "?" => TerminalCommand::Help,
        "quit" | "exit" | "q" => TerminalCommand::Quit,
        "play" => point(rest),
        _ => point(line),
    }
}

/// Parses a line that must name a point.
fn point(text: &str) -> TerminalCommand {
    text.parse().map_or(
        TerminalCommand::Unknown("Name a point such as D4 (there is no column I), or type help."),
        TerminalCommand::Play,
    )
}

/// Parses points separated by spaces or commas.
fn points(text: &str) -> Option<Vec<Coordinates>> {
    text.split([',', ' ', '\t'])
        .filter(|name| !name.is_empty())
        .map(|name| name.parse().ok())
        .collect()
}

/// Parses the argument of `level`.
fn level(text: &str) -> TerminalCommand {
    if text.is_empty() {
        return TerminalCommand::ShowLevel;
    }
    player_kind(text).map_or(
        TerminalCommand::Unknown("Give a level from 0 to 9, as in: level 5"),
        TerminalCommand::Level,
    )
}

/// Parses the argument of `watch`.
fn watch(text: &str) -> TerminalCommand {
    if text.is_empty() {
        return TerminalCommand::Watch(None);
    }
    match text.parse() {
        Ok(moves) if moves > 0 => TerminalCommand::Watch(Some(moves)),
        _ => TerminalCommand::Unknown("Give a number of moves, as in: watch 10"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_of_the_help_is_understood() {
        for line in HELP.lines() {
            let example = line.split("  ").next().unwrap();
            let command = parse(example);
            let is_unknown = matches!(
                command,
                TerminalCommand::Unknown(_) | TerminalCommand::Nothing
            );
            assert!(!is_unknown, "{example}");
        }
    }

    #[test]
    fn points_are_read_in_any_case() {
        let d4 = "D4".parse().unwrap();
        for line in ["D4", "d4", " d04 ", "play D4", "PLAY d4\r"] {
            assert_eq!(parse(line), TerminalCommand::Play(d4), "{line}");
        }
        assert_eq!(parse("dead d4, D4"), TerminalCommand::Dead(vec![d4, d4]));
        assert_eq!(parse("alive"), TerminalCommand::Alive(Vec::new()));
        assert_eq!(parse("ALIVE d4"), TerminalCommand::Alive(vec![d4]));
        let unknown = "I5;44;d4 d5;play;dance;dead;dead x;alive x;save;load;level 10;level five;\
                       watch 0;watch -1;watch me";
        for line in unknown.split(';') {
            assert!(matches!(parse(line), TerminalCommand::Unknown(_)), "{line}");
        }
        let (file, replaces) = ("My Game.sgf".to_owned(), false);
        let save = TerminalCommand::Save { file, replaces };
        assert_eq!(parse("save My Game.sgf"), save);
    }
}
