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
//! # The packages
//!
//! The engine is six packages in one workspace. Each uses only packages above it in this list,
//! which Cargo holds, and each module only modules above it in its row, which the test of
//! `gtp-tests/data/modules.toml` holds.
//!
//! | package | modules | holds |
//! |---|---|---|
//! | `ponnuki-core` | `random`, `threads` | random numbers, fixed by a seed; shared work |
//! | | [`board`] | one position: points, sets of points, stones, chains, liberties, hashes; its true eyes, area and unconditional life |
//! | | [`rules`] | the choices in which rule sets differ: ko, suicide, komi, handicap |
//! | | [`game`] | the sequence of moves: legality, superko, undo, the end and the score; clocks; perft |
//! | `ponnuki-formats` | [`sgf`], [`drawing`] | games as SGF records; boards as text and as SVG |
//! | | `files`, `text` | the policy for files, which all others open through it; counts and leads in words |
//! | `ponnuki-play` | [`network`] | a network in the binary that judges a position: the next move, the winner, the lead, the owners |
//! | | [`playout`] | random playouts, one game at a time or many in lockstep, and their benchmark |
//! | | [`estimate`] | the likely owner of each point, and the dead chains, from playouts |
//! | | [`player`] | players: the random one, the search, and those that wrap another player |
//! | `ponnuki-gtp` | [`gtp`] | the protocol: commands, their grammar, the engine that carries them out, the session |
//! | `ponnuki-tools` | | the program, with the tools for people, each beside its subcommand: matches, regression tests, reviews, pages, KataGo's analysis protocol |
//! | `ponnuki` | | this library, which only lists names of the others, and `main` |
//!
//! The types of the game, from [`Board`] to [`Turn`], are also available at the root. The
//! program needs the default feature `program`, and the module [`gtp`] the feature of its name.
//!
//! What never happens:
//!
//! - `board` knows no game: neither turns nor rule sets, only stones and points.
//! - `rules` and `game` know no player and no playout; what is legal follows from the
//!   board and the history alone.
//! - `playout` knows no history: a playout begins from a position.
//! - `sgf` and `drawing` know no player and no protocol.
//! - Nothing below the tools starts another process or opens a connection, and nothing below
//!   them and `gtp` depends on `serde` or `clap`. Text for people is written by the formats,
//!   `gtp` and the tools.
//! - There is no `unsafe` outside the kernels of `ponnuki-play`; every other package forbids it.
//!
//! # Where to start reading
//!
//! From the bottom, in `src/core`: `board/mod.rs`, `board/sized/play.rs` (a stone is placed),
//! `board/eye.rs`, `rules/mod.rs`, `game/mod.rs`, `game/legality.rs`, `game/history.rs`
//! (superko) and `game/cleanup.rs` (which every move passes); then `src/play/player/random.rs`.
//! From the top, in `src/gtp`: `io/session.rs`, `parse/mod.rs`, `engine/table.rs`,
//! `engine/moves.rs`.
//!
//! # Where to look
//!
//! | question | file |
//! |---|---|
//! | When is a play legal? Superko? | `core/game/legality.rs`, on `Board::preview` |
//! | What is a true eye? | `core/board/eye.rs` |
//! | How does the random player choose? | `play/player/random.rs` |
//! | When does a player pass? | `play/player/passing.rs` |
//! | What does a line of GTP mean? | `gtp/parse`; its command in `gtp/engine` |
//! | How do I add a command, a rule set, a player, a playout heuristic? | the `README.md` of the module |
#![forbid(unsafe_code)]

pub use ponnuki_core::{board, game, rules, threads};
pub use ponnuki_formats::{drawing, files, sgf};
#[cfg(feature = "gtp")]
pub use ponnuki_gtp as gtp;
pub use ponnuki_play::{estimate, network, player, playout};

pub use ponnuki_core::{
    Area, Board, BoardSize, ByColor, Chain, Choice, Color, Coordinates, EyeRule, Game,
    HandicapBonus, IllegalMove, KoRule, Komi, Move, Outcome, Point, PointSet, Preset, Preview,
    RandomStream, Rules, Score, Start, Suicide, Turn, Zobrist,
};
pub use ponnuki_play::{Player, RandomPlayer, play_match};

/// Compiles and runs the code of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
