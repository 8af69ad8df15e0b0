//! The commands that a player can type at the board.

use std::io::{self, Write};

use ponnuki_core::{Coordinates, Move};

use super::game::TerminalGame;
use super::watch::longest_game;
use crate::cli::args::{player_kind, similar};

/// The list of commands that `help` prints.
pub(super) const HELP: &str = "\
D4              play on D4
pass            pass; two passes in a row end the game
undo            take back your last move and the reply to it
resign          resign the game
hint            ask the engine for a move
estimate        show who is likely to own each point
level 5         change the engine to level 0 to 9, random or search
watch           let the engine play both sides to the end
watch 10        let the engine play both sides for 10 moves
board           show the board again
score           count the position as it is, by the rules of the game
dead D4 Q16     mark these stones and their regions dead
alive D4 Q16    mark these stones and their regions alive
alive           mark all stones alive
save FILE.sgf   write the game into a file
save! FILE.sgf  the same, and replace the file if it exists
load FILE.sgf   go on with the game in the file
quit            end the program
";

impl<W: Write> TerminalGame<W> {
    /// Carries out a line, unless the person's time has run out.
    pub(super) fn execute(&mut self, line: &str) -> io::Result<()> {
        match self.clocks {
            Some(clocks) if !self.is_over() && clocks.has_run_out(self.person) => {
                self.lose_on_time(self.person)
            }
            _ => self.carry_out(line),
        }
    }

    /// Carries out a line, ignoring case.
    fn carry_out(&mut self, line: &str) -> io::Result<()> {
        let (word, rest) = words(line);
        match (word.as_str(), rest) {
            ("", _) => Ok(()),
            ("pass", _) => self.person_moves(Move::Pass),
            ("undo" | "u", _) => self.undo(),
            ("hint", _) => self.hint(),
            ("board" | "show" | "showboard", _) => self.show(),
            ("score", _) => self.screen.score(&self.game),
            ("estimate", _) => self.estimate(),
            ("resign", _) => self.resign(),
            ("help" | "h" | "?", _) => self.say(HELP.trim_end()),
            ("level" | "player", "") => self.say_level("is"),
            ("level" | "player", kind) => match player_kind(kind) {
                Ok(kind) => self.change_level(kind),
                Err(_) => self.say("Give a level from 0 to 9, random or search, as in: level 5"),
            },
            ("watch", "") => self.watch(longest_game(&self.game)),
            ("watch", moves) => match moves.parse() {
                Ok(moves) if moves > 0 => self.watch(moves),
                _ => self.say("Give a number of moves, as in: watch 10"),
            },
            ("dead" | "alive", stones) => match (points(stones), word.as_str()) {
                (Some(stones), "alive") => self.mark_alive(&stones),
                (Some(stones), _) if !stones.is_empty() => self.mark_dead(&stones),
                _ => self.say(&format!("Name stones, as in: {word} D4 Q16")),
            },
            ("save" | "save!", "") => self.say("Name a file, as in: save game.sgf"),
            // Lines are read as UTF-8, with this character in place of other bytes.
            ("save" | "save!" | "load", file) if file.contains(char::REPLACEMENT_CHARACTER) => {
                self.say("Give the file a name in UTF-8.")
            }
            ("save" | "save!", file) => self.save(file.to_owned(), word == "save!"),
            ("load", "") => self.say("Name a file, as in: load game.sgf"),
            ("load", file) => self.load(file),
            ("play", point) => self.play(point),
            _ => match similar(&word, &names()) {
                Some(command) => self.say(&format!(
                    "Did you mean {command}? Type help for the commands."
                )),
                None => self.play(line.trim()),
            },
        }
    }
}

/// Returns the names of the commands in [`HELP`], and of `help` itself.
fn names() -> Vec<&'static str> {
    let examples = HELP.lines().skip(1);
    let names = examples.filter_map(|line| line.split_whitespace().next());
    names.chain(["help"]).collect()
}

/// Returns whether a line ends the program.
pub(super) fn is_quit(line: &str) -> bool {
    matches!(words(line).0.as_str(), "quit" | "exit" | "q")
}

/// Returns the first word of a line in lower case, and the rest.
fn words(line: &str) -> (String, &str) {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word.to_ascii_lowercase(), rest.trim())
}

/// Parses points separated by spaces or commas.
fn points(text: &str) -> Option<Vec<Coordinates>> {
    text.split([',', ' ', '\t'])
        .filter(|name| !name.is_empty())
        .map(|name| name.parse().ok())
        .collect()
}
