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
//! | | [`rules`] | how rule sets differ: ko, suicide, scoring, handicap; komi |
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

pub mod board {
    //! Positions: points, sets of points, stones, chains, liberties and hashes, with true
    //! eyes, area and unconditional life.
    //!
    //! A [`Board`] has no side to move, no history and no ko rule. [`Board::preview`]
    //! reports the effect of a play, and [`Game`](crate::Game) judges whether it is legal.
    //!
    //! ```
    //! use ponnuki::board::{BoardSize, Color, diagram};
    //!
    //! let board = diagram::parse(".X../X.X./.X../....")?;
    //! let point = |name| board.size().point_named(name).unwrap();
    //! let chain = board.chain(point("B4")).unwrap();
    //! assert_eq!((chain.color, chain.liberties.len()), (Color::Black, 3));
    //! # Ok::<(), Box<dyn std::error::Error>>(())
    //! ```

    #[doc(inline)]
    pub use ponnuki_core::board::{
        Area, Board, BoardSize, ByColor, Chain, Color, Coordinates, Count, EyeRule, IllegalMove,
        MAX_LENGTH, NeutralPoints, PassAlive, Point, PointSet, Preview, RemovedStones, StonesError,
        Symmetry, UnacceptableSize, UnknownValue, Zobrist, area, dead_region, pass_alive,
        true_eyes,
    };

    pub mod diagram {
        //! Boards as text, for tests and examples.

        #[doc(inline)]
        pub use ponnuki_core::board::diagram::{ParseDiagramError, draw, draw_line, parse};
    }
}

pub mod rules {
    //! The axes along which rule sets differ: ko, suicide, scoring, tax, the button,
    //! clean-up, pass stones and White's points for handicap stones; named rule sets; komi, scores and
    //! the placement of handicap stones.
    //!
    //! ```
    //! use ponnuki::{KoRule, Komi, Preset, Rules};
    //!
    //! let chinese = Preset::Chinese.rules();
    //! assert_eq!(chinese.ko, KoRule::Simple);
    //! let with_superko = Rules { ko: KoRule::Positional, ..chinese };
    //! assert_ne!(with_superko, chinese);
    //! assert!("7.5".parse::<Komi>().is_ok() && "7,5".parse::<Komi>().is_err());
    //! ```

    #[doc(inline)]
    pub use ponnuki_core::rules::{
        Counting, HandicapBonus, KoRule, Komi, Preset, Rules, Score, Scoring, Suicide, Tax,
        fixed_handicap, free_handicap, max_fixed_handicap,
    };

    pub mod kata {
        //! Rules in KataGo's notation.

        #[doc(inline)]
        pub use ponnuki_core::rules::kata::{named, read, to_json, to_katago_json};
    }
}

pub mod game {
    //! The sequence of moves: legality, superko, undo, the end of the game and its score;
    //! clocks; and perft, which counts all sequences of turns.
    //!
    //! ```
    //! use ponnuki::{BoardSize, Color, Game, IllegalMove, Komi, Move, Preset};
    //!
    //! let size = BoardSize::new(4, 3)?;
    //! let mut game = Game::new(size, Preset::TrompTaylor.rules(), Komi::default());
    //! // A ko: Black takes at C2, and White may not take back at B2.
    //! for name in ["B3", "C3", "A2", "B2", "B1", "C1", "A1", "D2", "C2"] {
    //!     let point = size.point_named(name).unwrap();
    //!     game.play(game.to_move(), Move::Play(point))?;
    //! }
    //! let retake = size.point_named("B2").unwrap();
    //! let reason = game.check(Color::White, retake);
    //! assert_eq!(reason, Err(IllegalMove::Superko { repeats: 8 }));
    //! # Ok::<(), Box<dyn std::error::Error>>(())
    //! ```

    #[doc(inline)]
    pub use ponnuki_core::game::{
        Choice, Clocks, Course, Fingerprint, Game, JudgedStones, Move, Outcome, Passes,
        PerftCounts, Phase, Setup, Start, TimeLeft, TimeSystem, Turn, perft,
    };
}

pub mod sgf {
    //! Reads and writes games as SGF, the Smart Game Format, version FF\[4\]
    //! (<https://www.red-bean.com/sgf/>), and reads the records of some servers (GIB, NGF and UGF).
    //!
    //! [`read`] takes the main line of the first game of a file and replays it with
    //! [`Game::play`](ponnuki_core::Game::play), so a file can never produce a
    //! position that live play could not reach. [`write()`] writes one line of play
    //! without variations. [`Remarks::copy`] copies a whole game and adds to it.
    //!
    //! ```
    //! use ponnuki::sgf::{self, Record};
    //!
    //! let game = sgf::read(b"(;GM[1]SZ[9]KM[7];B[ee];W[ce];B[])", None)?;
    //! assert_eq!(game.turns().len(), 3);
    //! let record = Record { black: Some("Ann".to_owned()), ..Record::default() };
    //! assert!(sgf::write(&game, &record).contains("PB[Ann]"));
    //! # Ok::<(), sgf::SgfError>(())
    //! ```
    //!
    //! | property | read | written |
    //! |---|---|---|
    //! | `FF` | no | `4` |
    //! | `GM` | must be 1 (Go) if present | `1` |
    //! | `CA` | any label of the Encoding Standard, unless valid UTF-8; Latin-1 if absent | `UTF-8` |
    //! | `AP` | only `foxwq` and `SGFC`, which may write the komi in hundredths | program and version |
    //! | `SZ` | board size, 1 to 25 in each direction; 19x19 if absent | `9`, `9:13` |
    //! | `KM` | komi; also as `KO`, if it has a number | komi |
    //! | `RU` | a common name (`Chinese`, `AGA`, `NZ`, ...), our axes, or one of KataGo's forms | a name or our axes |
    //! | `HA` | number of handicap stones among the setup stones; also as `HD` | from 2 stones on |
    //! | `AB`, `AW` | setup stones, also after moves | setup stones |
    //! | `AE` | cleared points | after moves |
    //! | `PL` | colour to move, also as `1` and `2` (CGoban 1) | if a reader would not infer it |
    //! | `B`, `W` | moves; an empty value, and `tt` up to 19x19, is a pass | moves |
    //! | `RE` | only a resignation; [`StatedResult`] reads all | result, once the game is over |
    //! | `TB`, `TW` | in the last node of a finished game: the dead stones are those in territory of the other colour | in the last node, if asked for |
    //! | `PB`, `PW` | no | players, if given |
    //! | `C` | no | random seed and comment, in the root |
    //!
    //! For collections, [`Games`] splits a file into games and [`check`] reports defects. A
    //! [`GameTree`] holds a whole game with its variations, for programs that edit it.

    #[doc(inline)]
    pub use ponnuki_formats::sgf::{
        About, GameText, GameTree, Games, MAX_SGF_BYTES, ReadGame, ReadOptions, Record, Remark,
        Remarks, RulesBasis, SgfError, StatedResult, TreeNode, TreeProperty, Value, Variation,
        Verdict, WinMargin, read, read_from, read_position, read_with_defects, result, write,
    };

    pub mod check {
        //! Checks game records for defects.

        #[doc(inline)]
        pub use ponnuki_formats::sgf::check::{
            CheckOptions, CheckedRecord, Checker, Defect, Finding, StoneJudge,
        };
    }
}

pub mod drawing {
    //! Draws boards for people: [`TextBoard`] as text for a terminal, [`Picture`] as
    //! an SVG image.
    //!
    //! [`TextBoard`] asks for a [`Glyph`] on each point, so the caller decides what
    //! to show: stones, dead stones, territory, star points. Parentheses mark the
    //! last move. It draws letters, or round stones on wood with 256 colours.
    //!
    //! ```
    //! use ponnuki::drawing::{Glyph, TextBoard};
    //! use ponnuki::{BoardSize, Color};
    //!
    //! let size = BoardSize::square(3)?;
    //! let last = size.point_named("B2");
    //! let text = TextBoard { colors: false }.draw(size, last, |point| {
    //!     match size.coordinates(point).to_string().as_str() {
    //!         "B2" => Glyph::Stone(Color::White),
    //!         "B3" => Glyph::Stone(Color::Black),
    //!         "A1" => Glyph::Territory(Color::Black),
    //!         _ => Glyph::Empty,
    //!     }
    //! });
    //! let expected = [
    //!     "   A B C",
    //!     " 3 . X . 3",
    //!     " 2 .(O). 2",
    //!     " 1 x . . 1",
    //!     "   A B C",
    //! ];
    //! assert_eq!(text.lines().collect::<Vec<_>>(), expected);
    //! # Ok::<(), ponnuki::board::UnacceptableSize>(())
    //! ```
    //!
    //! [`Picture`] takes a position and adds shades for likely owners, [`Symbol`]s,
    //! labels, coordinates and a title. Layers are drawn from the board upwards:
    //!
    //! ```text
    //! wood  grid  stars  coordinates  shades  stones  owners on stones  marks  labels
    //! ```

    #[doc(inline)]
    pub use ponnuki_formats::drawing::{Glyph, Picture, Symbol, TextBoard};
}

pub mod network {
    //! A small network that judges a position at a glance.
    //!
    //! Its weights are in the binary; they come from games that it has played against itself, and
    //! other weights can be used in their place. An evaluation takes a fraction of a millisecond of
    //! one core, and is the same on every platform:
    //!
    //! ```
    //! use ponnuki::network::Network;
    //! use ponnuki::{BoardSize, Color, Game, Komi, Rules};
    //!
    //! let game = Game::new(BoardSize::square(9)?, Rules::default(), Komi::default());
    //! let evaluation = Network::on(game.size()).evaluate(&game, Color::Black);
    //! let centre = game.size().point_named("E5").unwrap();
    //! let corner = game.size().point_named("A1").unwrap();
    //! assert!(evaluation.policy_of(centre) > evaluation.policy_of(corner));
    //! # Ok::<(), Box<dyn std::error::Error>>(())
    //! ```

    #[doc(inline)]
    pub use ponnuki_play::network::{Evaluation, Network};
}

pub mod playout {
    //! Random playouts, one game at a time or many in lockstep, one bit of a SIMD register per
    //! game, and the benchmark of both.
    //!
    //! ```
    //! use ponnuki::playout::{PlayoutKo, single_playouts};
    //! use ponnuki::{Board, BoardSize, Color};
    //!
    //! let board = Board::new(BoardSize::square(9)?);
    //! let mut playouts = single_playouts(&board, Color::Black, PlayoutKo::Simple);
    //! let sums = playouts.run(1, 0..1000);
    //! assert_eq!(sums.playouts, 1000);
    //! // Black has the first move, so White needs some komi.
    //! assert!(sums.black_wins_komi_0 > sums.black_wins_komi_7_5);
    //! # Ok::<(), ponnuki::board::UnacceptableSize>(())
    //! ```

    #[doc(inline)]
    pub use ponnuki_play::playout::{
        LockstepPlayouts, PlayoutCore, PlayoutKo, SimdLevel, Tally, single_playouts,
    };
}

pub mod estimate {
    //! The likely owner of each point, and the dead chains, from playouts. These are estimates,
    //! not exact: [`pass_alive`](ponnuki_core::board::pass_alive()) is exact.
    //!
    //! ```
    //! use ponnuki::estimate::{Estimate, EstimateOptions};
    //! use ponnuki::{BoardSize, Color, Game, Komi, Move, Preset};
    //!
    //! let size = BoardSize::square(9)?;
    //! let mut game = Game::new(size, Preset::Chinese.rules(), Komi::default());
    //! let centre = size.point_named("E5").unwrap();
    //! game.play(Color::Black, Move::Play(centre))?;
    //! let estimate = Estimate::new(&game, &EstimateOptions::picture(1));
    //! assert!(estimate.ownership(centre) > 0.0); // 1 is Black's for certain, -1 White's
    //! assert!(estimate.dead().is_empty());
    //! # Ok::<(), Box<dyn std::error::Error>>(())
    //! ```

    #[doc(inline)]
    pub use ponnuki_play::estimate::{
        ChainEstimate, ChainStatus, DeadStones, Estimate, EstimateOptions, EstimatePolicy, First,
        Stop, dead_stones, judged_stones, of_finished,
    };
}

pub mod player {
    //! Players choose moves: the random one, the search, levels of strength, and players that
    //! wrap another one. The caller plays the chosen move.
    //!
    //! ```
    //! use ponnuki::player::{Level, SearchOptions};
    //! use ponnuki::{BoardSize, EyeRule, Game, Komi, Outcome, Preset, RandomPlayer, play_match};
    //!
    //! let size = BoardSize::square(5)?;
    //! let mut game = Game::new(size, Preset::TrompTaylor.rules(), Komi::default());
    //! let level = Level::new(5).unwrap();
    //! let mut black = level.player(1, EyeRule::default(), &SearchOptions::default());
    //! let outcome = play_match(&mut game, &mut *black, &mut RandomPlayer::new(1));
    //! assert_eq!((outcome, game.score().to_string()), (Outcome::TwoPasses, "B+1.5".to_owned()));
    //! # Ok::<(), Box<dyn std::error::Error>>(())
    //! ```

    #[doc(inline)]
    pub use ponnuki_play::player::{
        Analysis, AnalysisOptions, ChoiceRule, EndingSettings, Level, MoveAnalysis, Ownership,
        Passing, Player, PlayerKind, PlayerSettings, Profile, RandomPlayer, Reports, Restriction,
        RestrictionKind, Restrictions, SearchOptions, SearchPlayer, SettledPlayer, StopFlag,
        play_match,
    };
}

#[cfg(feature = "gtp")]
pub mod gtp {
    //! The Go Text Protocol, version 2, with the extensions of GNU Go, GoGui, KataGo, KGS and CGOS.
    //!
    //! A [`Session`] serves a controller on two streams, such as standard input and output. A
    //! [`Responder`] answers line by line.
    //!
    //! ```
    //! use ponnuki::gtp::{Engine, EngineOptions, Session};
    //!
    //! let mut answers = Vec::new();
    //! let engine = Engine::new(EngineOptions::new(1));
    //! let commands = b"boardsize 9\nplay b D4\nfinal_score\nquit\n";
    //! Session::run(&commands[..], &mut answers, engine)?;
    //! assert_eq!(answers, b"= \n\n= \n\n= B+73.5\n\n= \n\n");
    //! # Ok::<(), std::io::Error>(())
    //! ```

    #[doc(inline)]
    pub use ponnuki_gtp::{Engine, EngineOptions, Responder, Session};
}

#[doc(no_inline)]
pub use board::{
    Area, Board, BoardSize, ByColor, Chain, Color, Coordinates, EyeRule, IllegalMove, Point,
    PointSet, Preview, Zobrist,
};
#[doc(no_inline)]
pub use game::{Choice, Game, Move, Outcome, Start, Turn};
#[doc(no_inline)]
pub use player::{Player, RandomPlayer, play_match};
#[doc(inline)]
pub use ponnuki_core::RandomStream;
#[doc(no_inline)]
pub use rules::{HandicapBonus, KoRule, Komi, Preset, Rules, Score, Suicide};

/// Compiles and runs the code of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
