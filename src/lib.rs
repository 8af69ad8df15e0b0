//! A Go engine as a library: exact rules on a bitboard core, players, game
//! records and the Go Text Protocol.
//!
//! ```
//! use ponnuki::{Color, Game, IllegalMove, KoRule, Komi, Move, Rules};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let size = ponnuki::BoardSize::square(9)?;
//! let rules = Rules { ko: KoRule::Situational, ..Rules::default() };
//! let mut game = Game::new(size, rules, Komi::default());
//!
//! let point = size.point_named("E5").ok_or("no such point")?;
//! game.play(Color::Black, Move::Play(point))?;
//! assert_eq!(game.check(Color::White, point), Err(IllegalMove::Occupied));
//! assert_eq!(game.score().to_string(), "B+73.5");
//! # Ok(())
//! # }
//! ```
//!
//! # The modules
//!
//! Each module uses only the modules above it in this list. The
//! types of the game, from [`Board`] to [`Turn`], are also available at the
//! crate root.
//!
//! | module | holds |
//! |---|---|
//! | `random`, [`threads`], [`statistics`], [`files`] | random numbers, fixed by a seed; shared work; intervals and deviations; the policy for files, which all others open through it |
//! | [`board`] | one position: points, sets of points, stones, chains, liberties, hashes; its true eyes, area and unconditional life |
//! | [`rules`] | the choices in which rule sets differ: ko, suicide, komi, handicap |
//! | [`game`] | the sequence of moves: legality, superko, undo, the end and the score; clocks; perft |
//! | [`playout`] | random playouts, one game at a time or many in lockstep, and their benchmark |
//! | [`estimate`] | the likely owner of each point, and the dead chains, from playouts |
//! | [`network`] | a network in the binary that judges a position: the next move, the winner, the lead, the owners |
//! | [`player`] | players: the random one, the search, and those that wrap another player |
//! | [`sgf`], [`drawing`] | games as SGF records; boards as text and as SVG |
//! | [`gtp`] | the protocol: commands, their grammar, the engine that carries them out, the session |
//!
//! The program in `src/bin/ponnuki` needs the default feature `program`. It holds the
//! tools for people, which are no part of the engine, each beside its subcommand:
//! matches, regression tests, reviews, pages, KataGo's analysis protocol. Nothing of it
//! is exported. In the library, the feature `gtp` enables the module of that name,
//! `sgf` the modules `sgf` and `files`, and `selfplay` the games from which the network learns.
//!
//! The boundaries between the modules, enforced by the test of
//! `gtp-tests/data/modules.toml`:
//!
//! - `board` knows no game: neither turns nor rule sets, only stones and points.
//! - `rules` and `game` know no player and no playout; what is legal follows from the
//!   board and the history alone.
//! - `playout` knows no history: a playout begins from a position.
//! - `sgf` and `drawing` know no player and no protocol.
//! - Nothing in the library knows the program, starts another process or opens a
//!   connection. Text for people is written by `drawing`, `gtp` and the program.
//!
//! # Where to start reading
//!
//! From the bottom: `board/mod.rs`, `board/sized/play.rs` (a stone is placed),
//! `board/eye.rs`, `rules/mod.rs`, `game/mod.rs`, `game/legality.rs` and
//! `game/history.rs` (superko), `player/random.rs`. From the top: `gtp/io/session.rs`,
//! `gtp/parse/mod.rs`, `gtp/engine/table.rs`, `gtp/engine/moves.rs`.
//!
//! # Where to look
//!
//! | question | file |
//! |---|---|
//! | When is a play legal? Superko? | `game/legality.rs`, on `Board::preview` |
//! | What is a true eye? | `board/eye.rs` |
//! | How does the random player choose? | `player/random.rs` |
//! | When does a player pass? | `player/passing.rs` |
//! | What does a line of GTP mean? | `gtp/parse`; its command in `gtp/engine` |
//! | How do I add a command, a rule set, a player, a playout heuristic? | the `README.md` of the module |
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]
#![cfg_attr(
    not(feature = "program"),
    allow(
        dead_code,
        unused_imports,
        reason = "the modules that are left out use them"
    )
)]

pub mod board;
pub mod drawing;
pub mod estimate;
#[cfg(feature = "sgf")]
pub mod files;
pub mod game;
#[cfg(feature = "gtp")]
pub mod gtp;
pub mod network;
pub mod player;
pub mod playout;
mod random;
pub mod rules;
#[cfg(feature = "sgf")]
pub mod sgf;
pub mod statistics;
pub mod threads;

pub use board::{
    Area, Board, BoardSize, ByColor, Chain, Color, Coordinates, EyeRule, IllegalMove, Point,
    PointSet, Preview, Zobrist,
};
pub use game::{Choice, Game, Move, Outcome, Start, Turn};
pub use player::{Player, RandomPlayer};
pub use random::RandomStream;
pub use rules::{HandicapBonus, KoRule, Komi, Preset, Rules, Score, Suicide};

/// Compiles and runs the code of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
