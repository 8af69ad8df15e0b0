//! A player by one word: its name or its level.

use std::str::FromStr;

use ponnuki::player::Level;

use super::player::level;

/// A player without its settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Contestant {
    /// The random player.
    Random,
    /// The search.
    Mcts,
    /// A level of strength.
    Level(Level),
}

impl FromStr for Contestant {
    type Err = String;

    /// Reads `random`, `mcts`, or the number of a level.
    fn from_str(text: &str) -> Result<Self, String> {
        match text.to_ascii_lowercase().as_str() {
            "random" => Ok(Self::Random),
            "mcts" => Ok(Self::Mcts),
            other => level(other).map(Self::Level).map_err(|_| {
                format!(
                    "expected random, mcts, or a level from 0 to {}",
                    Level::HIGHEST
                )
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_levels_are_read() {
        let read = |text: &str| text.parse::<Contestant>();
        assert_eq!(read("random"), Ok(Contestant::Random));
        assert_eq!(read("MCTS"), Ok(Contestant::Mcts));
        assert_eq!(read("9"), Ok(Contestant::Level(Level::new(9).unwrap())));
        for text in ["", "10", "-1", "gnugo", "level 3"] {
            let reason = read(text).unwrap_err();
            assert!(reason.contains("a level from 0 to 9"), "{text}: {reason}");
        }
    }
}
