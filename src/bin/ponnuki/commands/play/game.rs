//! The game in the terminal: the turns of the person and the engine, and their
//! display.

use std::io::{self, Write};
use std::path::Path;

use ponnuki::files::write_whole;
use ponnuki::player::StopFlag;
use ponnuki::rules::{fixed_handicap, free_handicap, max_fixed_handicap};
use ponnuki::sgf::{self, Record};
use ponnuki::{
    BoardSize, Choice, Color, Coordinates, Game, IllegalMove, Move, Outcome, Player, Point,
    PointSet, Start,
};

use super::PlayArgs;
use super::command::{Command, HELP};
use crate::args::PlayerArgs;
use crate::commands::score::report;
use ponnuki::drawing::{Glyph, TextBoard};

/// A game between a person and the engine, with the output that shows it.
pub(super) struct TerminalGame<'a, W> {
    game: Game,
    player: Box<dyn Player>,
    /// The options of the engine's player.
    engine: &'a PlayerArgs,
    person: Color,
    view: TextBoard,
    stars: PointSet,
    output: W,
}

impl<'a, W: Write> TerminalGame<'a, W> {
    /// Sets up the game and the player from the arguments.
    pub(super) fn new(args: &'a PlayArgs, seed: u64, view: TextBoard, output: W) -> Self {
        let size = args.game.boardsize;
        let rules = &args.game.rules;
        let mut game = Game::new(size, rules.chosen(), rules.komi.clone());
        if args.handicap >= 2 {
            let stones = free_handicap(size, args.handicap);
            game.begin(Start::handicap(stones, stones.len()))
                .expect("handicap stones keep a liberty");
        }
        Self {
            game,
            player: args.player.player(seed, args.game.eyes, None),
            engine: &args.player,
            person: args.color.into(),
            view,
            stars: fixed_handicap(size, max_fixed_handicap(size)).unwrap_or_default(),
            output,
        }
    }

    pub(super) fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.output, "{line}")?;
        self.output.flush()
    }

    pub(super) fn greet(&mut self) -> io::Result<()> {
        let words = format!(
            "You play {} ({}), the engine plays {} ({}). Type help for a list of the commands.\n\
             {} Its seed is {}.",
            self.person,
            self.person.letter(),
            !self.person,
            (!self.person).letter(),
            self.engine.style(),
            self.player.seed(),
        );
        self.say(&words)?;
        self.show()
    }

    /// Prints the board and a line about the state of the game.
    fn show(&mut self) -> io::Result<()> {
        let last = match self.game.turns().last().map(|turn| turn.action) {
            Some(Move::Play(point)) => Some(point),
            _ => None,
        };
        let board = self
            .view
            .draw(self.game.size(), last, |point| self.glyph(point));
        let status = format!(
            "move {}, {} to move; black has captured {}, white {}; komi {}",
            self.game.turns().len() + 1,
            self.game.to_move(),
            self.game.captures(Color::Black),
            self.game.captures(Color::White),
            self.game.komi(),
        );
        self.say(&format!("\n{board}{status}"))
    }

    fn glyph(&self, point: Point) -> Glyph {
        match self.game.board().at(point) {
            Some(color) => Glyph::Stone(color),
            None if self.stars.contains(point) => Glyph::Star,
            None => Glyph::Empty,
        }
    }

    pub(super) fn prompt(&mut self) -> io::Result<()> {
        let prompt = if self.game.outcome().is_some() {
            "game over"
        } else {
            "your move"
        };
        write!(self.output, "{prompt} ({})> ", self.person)?;
        self.output.flush()
    }

    /// Lets the engine move while it is its turn.
    pub(super) fn reply(&mut self) -> io::Result<()> {
        let engine = !self.person;
        while self.game.outcome().is_none() && self.game.to_move() == engine {
            match self.player.choose(&self.game, engine, &StopFlag::new()) {
                Choice::Move(action) => {
                    if let Err(reason) = self.make(engine, action)? {
                        // Players choose only legal moves. After a defect the engine
                        // resigns, because it would choose the same move again.
                        log::error!("the engine chose an illegal move: {reason}");
                        self.game.resign(engine);
                    }
                }
                Choice::Resign => self.game.resign(engine),
            }
            self.show_end()?;
        }
        Ok(())
    }

    /// Makes a move and prints the board, or returns why the move is illegal.
    fn make(&mut self, color: Color, action: Move) -> io::Result<Result<(), IllegalMove>> {
        let turn = match self.game.play(color, action) {
            Ok(turn) => *turn,
            Err(reason) => return Ok(Err(reason)),
        };
        let mut words = match action {
            Move::Pass => format!("{color} passes"),
            Move::Play(point) => format!("{color} plays {}", self.game.size().coordinates(point)),
        };
        for (stones, verb) in [(turn.captured, "captures"), (turn.suicided, "loses")] {
            if !stones.is_empty() {
                words.extend([", ", verb, " ", &stones.names(self.game.size())]);
            }
        }
        self.say(&words)?;
        self.show()?;
        Ok(Ok(()))
    }

    pub(super) fn execute(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Nothing | Command::Quit => Ok(()),
            Command::Play(at) => self.play(at),
            Command::Pass => self.person_moves(Move::Pass),
            Command::Undo => self.undo(),
            Command::Hint => self.hint(),
            Command::Board => self.show(),
            Command::Score => self.score(),
            Command::Dead(stones) => self.mark_dead(&stones),
            Command::Alive => {
                self.game.clear_dead();
                self.score()
            }
            Command::Resign => self.resign(),
            Command::Save(file) => self.save(&file),
            Command::Help => self.say(HELP.trim_end()),
            Command::Unknown(advice) => self.say(advice),
        }
    }

    fn play(&mut self, at: Coordinates) -> io::Result<()> {
        match self.game.size().point(at) {
            Some(point) => self.person_moves(Move::Play(point)),
            None => self.say(&format!(
                "{at} is not on this board of {}.",
                self.game.size()
            )),
        }
    }

    fn person_moves(&mut self, action: Move) -> io::Result<()> {
        if self.game.outcome().is_some() {
            return self.say("The game is over. Type undo to take moves back, or quit.");
        }
        match self.make(self.person, action)? {
            Ok(()) => self.show_end(),
            Err(reason) => self.say(&explain(reason)),
        }
    }

    /// Goes back to the position before the person's last move.
    fn undo(&mut self) -> io::Result<()> {
        let Some(back_to) = self
            .game
            .turns()
            .iter()
            .rposition(|turn| turn.color == self.person)
        else {
            return self.say("There is no move of yours to take back.");
        };
        while self.game.turns().len() > back_to {
            self.game.undo();
        }
        self.show()
    }

    fn hint(&mut self) -> io::Result<()> {
        let choice = self
            .player
            .suggest(&self.game, self.person, &StopFlag::new());
        let words = hint(self.game.size(), choice, self.engine.is_random());
        self.say(&format!("Hint: {words}"))
    }

    fn score(&mut self) -> io::Result<()> {
        report(&self.game, self.view, &mut self.output)?;
        self.output.flush()
    }

    /// Marks all the stones, or none if one of the points has no stone.
    fn mark_dead(&mut self, stones: &[Coordinates]) -> io::Result<()> {
        let size = self.game.size();
        let stone = |&at: &Coordinates| {
            size.point(at)
                .filter(|&p| self.game.board().at(p).is_some())
        };
        if let Some(at) = stones.iter().find(|at| stone(at).is_none()) {
            return self.say(&format!("There is no stone on {at}."));
        }
        for point in stones.iter().filter_map(|&at| size.point(at)) {
            self.game.mark_dead(point);
        }
        self.score()
    }

    fn resign(&mut self) -> io::Result<()> {
        if self.game.outcome().is_some() {
            return self.say("The game is over.");
        }
        self.game.resign(self.person);
        self.show_end()
    }

    fn save(&mut self, file: &str) -> io::Result<()> {
        let (you, engine) = (Some("Human".to_owned()), Some("Ponnuki".to_owned()));
        let (black, white) = match self.person {
            Color::Black => (you, engine),
            Color::White => (engine, you),
        };
        let record = Record {
            result: None,
            seed: Some(self.player.seed()),
            black,
            white,
            ..Record::default()
        };
        let text = sgf::write(&self.game, &record) + "\n";
        let words = match write_whole(Path::new(file), &text) {
            Ok(()) => format!("Saved as {file}."),
            Err(error) => format!("Cannot write {file}: {error}."),
        };
        self.say(&words)
    }

    /// Prints how the game has ended, if it has.
    fn show_end(&mut self) -> io::Result<()> {
        match self.game.outcome() {
            None => Ok(()),
            Some(Outcome::TwoPasses) => {
                self.say("Both passed: the game is over.")?;
                self.score()?;
                self.say(
                    "Which stones are dead? Type dead D4 for each region, alive to unmark, \
                     undo to play on, save FILE.sgf, or quit.",
                )
            }
            Some(Outcome::Resignation { winner }) => {
                let letter = winner.initial();
                self.say(&format!("{} resigns: {letter}+R.", !winner))
            }
            Some(Outcome::NoResult { repeats }) => self.say(&format!(
                "The position after move {repeats} is repeated: the game ends without a result."
            )),
        }
    }
}

/// Puts a suggestion of the engine's player into words. The random player only
/// obeys the rules and keeps its eyes; any other player would make the move
/// itself.
pub(super) fn hint(size: BoardSize, choice: Choice, is_random: bool) -> String {
    match (choice, is_random) {
        (Choice::Move(Move::Play(point)), true) => format!(
            "{} is legal and fills no eye of yours.",
            size.coordinates(point)
        ),
        (Choice::Move(Move::Play(point)), false) => format!(
            "{} is the move the engine would choose.",
            size.coordinates(point)
        ),
        (Choice::Move(Move::Pass), true) => "Pass: all that is left are your own eyes.".to_owned(),
        (Choice::Move(Move::Pass), false) => "Pass, as the engine would.".to_owned(),
        (Choice::Resign, true) => "Resign.".to_owned(),
        (Choice::Resign, false) => "Resign, as the engine would.".to_owned(),
    }
}

/// Explains to a beginner why a move is illegal.
pub(super) fn explain(reason: IllegalMove) -> String {
    match reason {
        IllegalMove::OffBoard => "That is not on the board.".to_owned(),
        IllegalMove::Occupied => "There is a stone on that point already.".to_owned(),
        IllegalMove::Suicide => {
            "Your stone would have no liberty and capture nothing: suicide is forbidden here."
                .to_owned()
        }
        IllegalMove::Ko => {
            "That would retake the ko at once. Play somewhere else first.".to_owned()
        }
        IllegalMove::Superko { repeats: 0 } => {
            "That would repeat the start position, which superko forbids.".to_owned()
        }
        IllegalMove::Superko { repeats } => {
            format!("That would repeat the position after move {repeats}, which superko forbids.")
        }
    }
}
