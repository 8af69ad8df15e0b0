//! `ponnuki play`: a game against the engine in the terminal, or a game that the engine
//! plays against itself.
//!
//! Input and output are plain lines, so they may also be pipes. The end of the input ends
//! the program.

mod advice;
mod clock;
mod command;
mod ending;
mod engine;
mod game;
mod input;
mod screen;
#[cfg(test)]
mod tests;
mod watch;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Arg, Args, ValueHint};
use ponnuki_core::rules::free_handicap;
use ponnuki_core::{ByColor, Color, Game, Outcome, Start};
use ponnuki_formats::drawing::TextBoard;
use ponnuki_formats::files::SessionFiles;
use ponnuki_formats::text::counted;
use ponnuki_play::estimate::DeadStones;
use ponnuki_play::player::{EndingHabits, Level, Passing, PlayerKind, PlayerSettings, Profile};

use crate::cli::args::{
    GameArgs, LogArgs, PLAYERS, PlayerArgs, RecordArgs, RulesArgs, color, conflict, named, one_of,
    player_kind,
};
use crate::cli::clock::TimeSettings;
use crate::cli::failure::Failure;
use crate::cli::position::read_after;
use crate::cli::{logging, terminal};
use clock::GameClocks;
use engine::TerminalEngine;
use game::TerminalGame;
use screen::Screen;

/// The level of the engine unless an option chooses its player: the strength of a beginner.
const DEFAULT_LEVEL: Level = Level::new(3).unwrap();

/// The options of `ponnuki play`.
#[derive(Debug, Args)]
#[command(
    next_help_heading = "You and the engine",
    mut_arg("player", with_default_level),
    after_help = "Examples:
  ponnuki play --boardsize 9
  ponnuki play --boardsize 13 --level 5 --handicap 4 --color white
  ponnuki play --time-per-move 2 --rules aga"
)]
pub(crate) struct PlayArgs {
    /// Handicap stones for Black; White then moves first, and the komi is 0.5 unless given
    ///
    /// A handicap of 1 places no stone: Black moves first, with the komi of a handicap.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) handicap: usize,
    /// Your colour [default: black, or with --load the colour to move]
    #[arg(long, value_name = "COLOR", value_parser = color())]
    pub(super) color: Option<Color>,
    /// Clocks in seconds: main time, as in 600, or main time, length of a period and moves per period (Canadian byo yomi), as in 60,30,5
    #[arg(long, value_name = "MAIN,PERIOD,STONES")]
    time: Option<TimeSettings>,
    /// When the engine passes
    ///
    /// settled: when its player passes, and in answer to your pass when playouts
    /// leave no point undecided. filled: only when its player passes; the random
    /// player first fills the board except for its eyes.
    #[arg(long, value_name = "WHEN", default_value_t = Profile::Gui.habits().passing, value_parser = named::<Passing>())]
    pass: Passing,
    /// Stones that count as dead after two passes, until you correct them
    ///
    /// estimate: those that seem dead. marked: none.
    #[arg(long, value_name = "HOW", default_value_t = Profile::Gui.habits().dead_stones, value_parser = named::<DeadStones>())]
    dead_stones: DeadStones,
    /// Go on from the end of the game in FILE, which decides the board, the rules and the komi
    #[arg(
        long,
        value_name = "FILE.sgf",
        value_hint = ValueHint::FilePath,
        conflicts_with_all = RulesArgs::ids(),
        conflicts_with_all = ["boardsize", "handicap"]
    )]
    load: Option<PathBuf>,
    /// Go on from the position after N moves of the file of --load
    #[arg(long = "move", value_name = "N", requires = "load")]
    after: Option<usize>,
    /// Watch a game between two players, Black's first: random, search, or levels from 0 to 9
    #[arg(
        long,
        num_args = 2,
        value_names = ["A", "B"],
        hide_possible_values = true,
        value_parser = one_of(PLAYERS, player_kind),
        conflicts_with_all = PlayerArgs::of_one_player().chain(["color", "time"])
    )]
    watch: Option<Vec<PlayerKind>>,
    /// Draw the board with letters, also in a terminal
    #[arg(long)]
    ascii: bool,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    player: PlayerArgs,
}

/// Names the default level in the help of `--player`.
fn with_default_level(arg: Arg) -> Arg {
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let default = format!("[default: level {DEFAULT_LEVEL},");
    arg.help(help.replace("[default: random,", &default))
}

impl PlayArgs {
    /// Checks that the options apply to a player of the game.
    pub(super) fn check(&self) -> Result<(), clap::Error> {
        self.player.check()?;
        match (&self.watch, self.player.limit()) {
            (Some(players), Some(limit)) if !players.contains(&PlayerKind::Search) => Err(
                conflict(limit, "--watch", "neither of its players is search"),
            ),
            _ => Ok(()),
        }
    }

    /// Formats all settings, so that a test sees whether an option changes any.
    #[cfg(test)]
    pub(super) fn effect(&self) -> String {
        let Self {
            handicap,
            color,
            time,
            pass,
            dead_stones,
            load,
            after,
            watch,
            ascii,
            game,
            player,
        } = self;
        let player = player.effect();
        format!(
            "{handicap} {color:?} {time:?} {pass:?} {dead_stones:?} {load:?} {after:?} {watch:?} \
             {ascii} {game:?} {player}"
        )
    }

    /// Returns the engine's behaviour at the end of a game.
    fn habits(&self) -> EndingHabits {
        EndingHabits {
            passing: self.pass,
            dead_stones: self.dead_stones,
        }
    }

    /// Returns the settings of the player.
    fn settings(&self) -> PlayerSettings {
        let settings = self.player.settings(self.game.eyes, None);
        if self.player.is_chosen() {
            return settings;
        }
        PlayerSettings {
            kind: PlayerKind::Level(DEFAULT_LEVEL),
            ..settings
        }
    }

    /// Creates the two engines of `--watch`.
    fn contestants(
        &self,
        [black, white]: [PlayerKind; 2],
        seed: u64,
    ) -> Result<ByColor<TerminalEngine>, Failure> {
        let engine = |kind, seed| -> Result<TerminalEngine, Failure> {
            let settings = PlayerSettings {
                kind,
                ..self.settings()
            };
            Ok(TerminalEngine::new(settings, seed, self.habits()).finisher(seed))
        };
        Ok(ByColor {
            black: engine(black, seed)?,
            // With one seed, both players could make the same random choices.
            white: engine(white, seed.wrapping_add(1))?,
        })
    }
}

/// Plays or shows one game on standard input and output.
pub(crate) fn run(args: &PlayArgs, log: &LogArgs) -> Result<(), Failure> {
    let seed = logging::seed(args.game.seed, log)?;
    let view = if args.ascii {
        TextBoard { colors: false }
    } else {
        terminal::text_board()
    };
    let screen = Screen {
        output: io::stdout().lock(),
        view,
        rows: terminal::rows(),
        columns: terminal::columns(),
    };
    if let Some(&[black, white]) = args.watch.as_deref() {
        watch_game(args, [black, white], seed, screen)
    } else if terminal::is_interactive() {
        play(args, seed, input::line_editor()?, screen)
    } else {
        play(args, seed, input::pipe(io::stdin().lock()), screen)
    }
}

/// Plays one game with the person's lines, until the person leaves. `read` shows a prompt and reads
/// a line.
fn play<W: Write>(
    args: &PlayArgs,
    seed: u64,
    mut read: impl FnMut(&str, &mut W) -> io::Result<Option<String>>,
    screen: Screen<W>,
) -> Result<(), Failure> {
    let mut game = terminal_game(args, seed, screen)?;
    game.greet()?;
    loop {
        game.reply()?;
        let prompt = game.prompt();
        let line = read(&prompt, &mut game.screen.output)?;
        if let (Some(file), Some(line)) = (game.in_question.take(), &line) {
            game.answer(file, line)?;
            continue;
        }
        match line {
            Some(line) if !command::is_quit(&line) => game.execute(&line)?,
            _ => return Ok(game.say("Good-bye.")?),
        }
    }
}

/// Sets up a game with a person.
fn terminal_game<W: Write>(
    args: &PlayArgs,
    seed: u64,
    screen: Screen<W>,
) -> Result<TerminalGame<W>, Failure> {
    let game = set_up(args)?;
    let person = match (args.color, &args.load) {
        (Some(side), _) => side,
        (None, Some(_)) => game.to_move(),
        (None, None) => Color::Black,
    };
    Ok(TerminalGame {
        game,
        engine: TerminalEngine::new(args.settings(), seed, args.habits()),
        person,
        dead_stones: args.dead_stones,
        clocks: args.time.map(GameClocks::new),
        lost_on_time: None,
        saved: SessionFiles::default(),
        is_interactive: terminal::is_interactive(),
        in_question: None,
        screen,
    })
}

/// Shows a game between two players, then its score.
fn watch_game(
    args: &PlayArgs,
    contestants: [PlayerKind; 2],
    seed: u64,
    mut screen: Screen<impl Write>,
) -> Result<(), Failure> {
    let mut engines = args.contestants(contestants, seed)?;
    let mut game = set_up(args)?;
    screen.say(&format!(
        "Black ({}) is {}, White ({}) is {}. The seed is {seed}.",
        screen.stone(Color::Black),
        engines.black.title(),
        screen.stone(Color::White),
        engines.white.title(),
    ))?;
    let most = watch::longest_game(&game);
    watch::watch(&mut game, &mut engines, &mut screen, most)?;
    if game.outcome() == Some(Outcome::TwoPasses) {
        let moves = counted(game.turns().len() as u64 - 2, "move");
        screen.say(&format!("Both passed after {moves}."))?;
    }
    ending::propose_dead(&mut game, args.dead_stones, seed);
    Ok(screen.score(&game)?)
}

/// Sets up the game: an empty board, handicap stones, or the game of `--load`.
fn set_up(args: &PlayArgs) -> Result<Game, Failure> {
    if let Some(file) = &args.load {
        return loaded(file, args.after).map_err(Failure::file("load", file));
    }
    let size = args.game.boardsize;
    let stones = free_handicap(size, args.handicap);
    // No two of the stones are neighbours, so a board has room for about half of its points.
    if stones.len() < args.handicap {
        return Err(Failure::no_room(stones.len()));
    }
    let rules = &args.game.rules;
    let komi = match args.handicap {
        0 => rules.komi(),
        _ => rules.handicap_komi(),
    };
    let mut game = Game::new(size, rules.chosen(), komi);
    if args.handicap >= 2 {
        game.begin(Start::handicap(stones, stones.len()))
            .expect("handicap stones keep a liberty");
    }
    Ok(game)
}

/// Reads a game after some moves, or at its end, so that it can continue.
fn loaded(file: &Path, after: Option<usize>) -> Result<Game, Failure> {
    let read = read_after(file, after, RecordArgs::default())?;
    Ok(reopened(read.game))
}

/// Takes back a resignation, so that the game can continue.
fn reopened(mut game: Game) -> Game {
    if matches!(game.outcome(), Some(Outcome::Resignation { .. }))
        && let Some(turn) = game.undo()
        && let Err(reason) = game.play(turn.color, turn.action)
    {
        log::error!("the last move cannot be made again: {reason}");
    }
    game
}
