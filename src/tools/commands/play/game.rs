//! A game in the terminal between a person and the engine.

use std::io::{self, ErrorKind, Write};
use std::path::Path;

use ponnuki_core::game::Phase;
use ponnuki_core::{ByColor, Color, Coordinates, Game, Move, Outcome};
use ponnuki_formats::files::SessionFiles;
use ponnuki_formats::sgf::{self, Record};
use ponnuki_play::estimate::{DeadStones, Estimate, EstimateOptions};
use ponnuki_play::player::PlayerKind;

use super::clock::GameClocks;
use super::engine::TerminalEngine;
use super::loaded;
use super::screen::{Screen, describe, explain};
use super::watch::watch;
use crate::cli::position::estimate;

/// A game between a person and the engine, and its display.
pub(super) struct TerminalGame<W> {
    pub(super) game: Game,
    pub(super) engine: TerminalEngine,
    pub(super) person: Color,
    /// How dead stones are determined for the count.
    pub(super) dead_stones: DeadStones,
    pub(super) clocks: Option<GameClocks>,
    /// The colour that has run out of time, which ends the game.
    pub(super) lost_on_time: Option<Color>,
    /// The files that this game was saved to.
    pub(super) saved: SessionFiles,
    /// Whether a person types the input at a terminal.
    pub(super) is_interactive: bool,
    /// The file that the person is being asked to replace.
    pub(super) in_question: Option<String>,
    pub(super) screen: Screen<W>,
}

impl<W: Write> TerminalGame<W> {
    pub(super) fn say(&mut self, line: &str) -> io::Result<()> {
        self.screen.say(line)
    }

    pub(super) fn show(&mut self) -> io::Result<()> {
        self.screen.show(&self.game)
    }

    pub(super) fn greet(&mut self) -> io::Result<()> {
        let words = format!("{} Type help for the commands.", self.engine.style());
        self.say(&words)?;
        self.begin()
    }

    /// Shows the game that begins or goes on.
    fn begin(&mut self) -> io::Result<()> {
        let stone = self.screen.stone(self.person);
        self.say(&format!("You play {} ({stone}).", self.person))?;
        self.show()?;
        self.show_end()
    }

    /// Returns the prompt, with the person's clock if there is one.
    pub(super) fn prompt(&self) -> String {
        let person = self.person;
        if let Some(file) = &self.in_question {
            return format!("{file} exists already. Replace it? (yes or no)> ");
        }
        match self.clocks {
            _ if self.is_over() => "game over> ".to_owned(),
            Some(clocks) => format!("your move ({person}, {})> ", clocks.left(person)),
            None => format!("your move ({person})> "),
        }
    }

    /// Returns whether the game is over, so that no move can be made.
    pub(super) fn is_over(&self) -> bool {
        self.game.outcome().is_some() || self.lost_on_time.is_some()
    }

    /// Lets the engine move as long as it is to move.
    pub(super) fn reply(&mut self) -> io::Result<()> {
        let engine = !self.person;
        while !self.is_over() && self.game.to_move() == engine {
            let last = self.game.turns().last().map(|turn| turn.action);
            let answers_pass = last == Some(Move::Pass);
            let clocks = self.clocks.map(|clocks| clocks.report());
            let moves = self.game.turns().len();
            self.engine.move_in(&mut self.game, engine, clocks.as_ref());
            if !self.end_turn(engine)? {
                return Ok(());
            }
            if self.game.turns().len() > moves {
                let plays_on = self.game.turns()[moves].action != Move::Pass;
                if answers_pass && plays_on && self.engine.waits_for_a_settled_game() {
                    self.say(if self.game.phase() == Phase::SecondCleanup {
                        "Dead stones count until they are captured, so the engine plays on."
                    } else {
                        "The game is not settled yet, so the engine plays on."
                    })?;
                }
                self.show_move()?;
            }
            self.show_end()?;
        }
        Ok(())
    }

    /// Ends a colour's turn on the clock. If the time has run out, says so and returns `false`.
    fn end_turn(&mut self, color: Color) -> io::Result<bool> {
        let in_time = self
            .clocks
            .as_mut()
            .is_none_or(|clocks| clocks.end_turn(color));
        if !in_time {
            self.lose_on_time(color)?;
        }
        Ok(in_time)
    }

    pub(super) fn lose_on_time(&mut self, color: Color) -> io::Result<()> {
        self.lost_on_time = Some(color);
        let result = time_result(color);
        self.say(&format!("{color} loses on time: {result}."))
    }

    /// Prints the board and the last move. If two passes end the game, the score will show
    /// the board.
    fn show_move(&mut self) -> io::Result<()> {
        match self.game.turns().last() {
            Some(turn) if self.game.outcome() == Some(Outcome::TwoPasses) => {
                let words = describe(turn, self.game.size());
                self.say(&words)
            }
            _ => self.show(),
        }
    }

    /// Plays on the point of this name.
    pub(super) fn play(&mut self, name: &str) -> io::Result<()> {
        let Ok(at) = name.parse() else {
            return self.say("Name a point such as D4 (there is no column I), or type help.");
        };
        match self.game.size().point(at) {
            Some(point) => self.person_moves(Move::Play(point)),
            None => self.say_off_board(at),
        }
    }

    /// Prints that a point is not on the board.
    pub(super) fn say_off_board(&mut self, at: Coordinates) -> io::Result<()> {
        let size = self.game.size();
        self.say(&format!("{at} is not on this board of {size}."))
    }

    pub(super) fn person_moves(&mut self, action: Move) -> io::Result<()> {
        if self.is_over() {
            return self.say("The game is over. Type undo to take moves back, or quit.");
        }
        if let Err(reason) = self.game.play(self.person, action) {
            return self.say(&explain(reason));
        }
        if !self.end_turn(self.person)? {
            return Ok(());
        }
        self.show_move()?;
        self.show_end()
    }

    /// Takes back the moves since the person's last turn, or a resignation.
    pub(super) fn undo(&mut self) -> io::Result<()> {
        if self.lost_on_time.is_some() {
            return self.say("The game was lost on time, so no move can be taken back.");
        }
        if self.game.undo_resignation() {
            self.begin_turn();
            return self.show();
        }
        let mut turns = self.game.turns().iter();
        let Some(back_to) = turns.rposition(|turn| turn.color == self.person) else {
            return self.say("There is no move of yours to take back.");
        };
        self.game.undo_to(back_to);
        self.begin_turn();
        self.show()
    }

    /// Starts the person's clock, if there is one.
    fn begin_turn(&mut self) {
        if let Some(clocks) = &mut self.clocks {
            clocks.begin_turn();
        }
    }

    pub(super) fn hint(&mut self) -> io::Result<()> {
        if self.is_over() {
            return self.say("The game is over.");
        }
        let hint = self.engine.advise(&self.game, self.person).hint();
        self.say(&format!("Hint: {hint}"))
    }

    /// Shows the likely owner of each point, and how the game stands: by the search of a hint
    /// while there are moves to play, otherwise by playouts.
    pub(super) fn estimate(&mut self) -> io::Result<()> {
        let estimate = Estimate::new(&self.game, &EstimateOptions::picture(self.engine.seed()));
        let screen = &mut self.screen;
        estimate::show(&self.game, &estimate, screen.view, &mut screen.output)?;
        let summary = if self.is_over() {
            estimate::summary(&estimate)
        } else {
            self.engine.advise(&self.game, self.person).verdict()
        };
        self.say(&summary)
    }

    pub(super) fn change_level(&mut self, kind: PlayerKind) -> io::Result<()> {
        self.engine.change(kind);
        self.say_level("is now")
    }

    /// Names the engine's player after a verb.
    pub(super) fn say_level(&mut self, verb: &str) -> io::Result<()> {
        let title = self.engine.title();
        self.say(&format!("The engine {verb} {title}."))
    }

    /// Lets the engine play both sides without clocks, for at most this many moves.
    pub(super) fn watch(&mut self, most: usize) -> io::Result<()> {
        if self.is_over() {
            return self.say("The game is over. Type undo to take moves back, or quit.");
        }
        // With one seed, both players could make the same random choices.
        let seed = self.engine.seed();
        let mut engines = ByColor {
            black: self.engine.finisher(seed),
            white: self.engine.finisher(seed.wrapping_add(1)),
        };
        watch(&mut self.game, &mut engines, &mut self.screen, most)?;
        self.begin_turn();
        self.show_move()?;
        self.show_end()
    }

    /// Handles the answer to the question whether to replace a file.
    pub(super) fn answer(&mut self, file: String, line: &str) -> io::Result<()> {
        match line.trim().to_ascii_lowercase().as_str() {
            "yes" | "y" => self.save(file, true),
            _ => self.say(&format!("{file} stays as it is.")),
        }
    }

    /// Goes on with the game of a file, in which the person plays the colour to move.
    pub(super) fn load(&mut self, file: &str) -> io::Result<()> {
        match loaded(Path::new(file), None) {
            Ok(game) => {
                self.person = game.to_move();
                self.game = game;
                self.lost_on_time = None;
                self.clocks = self.clocks.map(GameClocks::restarted);
                self.begin()
            }
            Err(failure) => self.say(&format!("Cannot load {file}: {failure}.")),
        }
    }

    pub(super) fn save(&mut self, file: String, replaces: bool) -> io::Result<()> {
        let (you, engine) = (Some("Human".to_owned()), Some(self.engine.title()));
        let (black, white) = match self.person {
            Color::Black => (you, engine),
            Color::White => (engine, you),
        };
        let record = Record {
            result: self.lost_on_time.map(time_result),
            seed: Some(self.engine.seed()),
            black,
            white,
            has_territory: self.game.outcome() == Some(Outcome::TwoPasses),
            ..Record::default()
        };
        let text = sgf::write(&self.game, &record) + "\n";
        let path = Path::new(&file);
        let words = match self.saved.write(path, &text, replaces) {
            Ok(()) => format!("Saved as {file}."),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                if self.is_interactive {
                    self.in_question = Some(file);
                    return Ok(());
                }
                format!("Cannot write {file}: {error}. Type save! {file} to replace it.")
            }
            Err(error) => format!("Cannot write {file}: {error}."),
        };
        self.say(&words)
    }
}

/// Returns the result of a loss on time in SGF notation.
fn time_result(loser: Color) -> String {
    format!("{}+T", (!loser).initial())
}
