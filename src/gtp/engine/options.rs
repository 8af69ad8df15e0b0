//! The settings with which an engine begins.

use std::path::PathBuf;

use ponnuki_core::board::BoardSize;
use ponnuki_core::rules::{Komi, Rules};
use ponnuki_play::player::{EndingSettings, PlayerSettings};

/// The settings with which an engine begins.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_gtp as gtp, ponnuki_play::*}; }
/// use ponnuki::BoardSize;
/// use ponnuki::gtp::{Engine, EngineOptions, Responder};
///
/// let options = EngineOptions {
///     size: BoardSize::square(9)?,
///     komi: "5.5".parse()?,
///     name: Some("Ann's engine".to_owned()),
///     ..EngineOptions::new(1)
/// };
/// let mut responder = Responder::new(Engine::new(options));
/// assert_eq!(responder.answer(b"name\nget_komi"), b"= Ann's engine\n\n= 5.5\n\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option")]
pub struct EngineOptions {
    /// The size of the board.
    pub size: BoardSize,
    /// The komi.
    pub komi: Komi,
    /// The rules.
    pub rules: Rules,
    /// The settings of the player, whose eye rule also applies to the commands that show eyes.
    pub player: PlayerSettings,
    /// The seed of the player's games.
    pub seed: u64,
    /// Whether `loadsgf` refuses records with defects instead of reading them as far as they go.
    pub strict_records: bool,
    /// The folder into which `printsgf` may write. Without it no command writes a file.
    pub sgf_dir: Option<PathBuf>,
    /// Whether `printsgf` may replace files that the session has not written.
    pub overwrite: bool,
    /// When the engine passes, and which stones count as dead at the end.
    pub ending: EndingSettings,
    /// Whether a search without a level goes on in its tree while a session waits for the reply
    /// to its move.
    pub ponder: bool,
    /// Whether the engine is the ruler of GoGui's games: whether it lists the
    /// commands `gogui-rules_...`.
    pub ruler: bool,
    /// The answer to `name`; `None` for the name of the program and its player.
    pub name: Option<String>,
    /// The answer to `version`; `None` for the version of this package.
    pub version: Option<String>,
}

impl EngineOptions {
    /// Returns options with this seed: 19x19, komi 7.5, default rules, the random
    /// player, no files written.
    ///
    /// # Panics
    /// Never: 19 is a size.
    pub fn new(seed: u64) -> Self {
        Self {
            size: BoardSize::square(19).expect("19 is a size"),
            komi: Komi::default(),
            rules: Rules::default(),
            player: PlayerSettings::default(),
            seed,
            strict_records: false,
            sgf_dir: None,
            overwrite: false,
            ending: EndingSettings::default(),
            ponder: false,
            ruler: false,
            name: None,
            version: None,
        }
    }
}
