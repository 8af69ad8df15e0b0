//! Restores the game after a command that panicked.
//!
//! The session continues after a panic, so the game must be consistent. Copying the game
//! before every command would cost more than most commands do, but few commands can leave
//! the game half changed: players and
//! queries only read it; sequences and files build a new game and replace the
//! old one when the new one is complete; `undo` keeps a copy of the moves that
//! it takes back; and [`Game::play`] judges first and only ever adds to the
//! record. So a snapshot needs only the length of the record, and the game can
//! be rebuilt from that record.
//!
//! The private state of a player, such as its random generator, is not restored.

use super::Engine;
use ponnuki_core::board::{Color, PointSet};
use ponnuki_core::game::{Game, Outcome, Setup, Turn};
use ponnuki_core::rules::{KoRule, Rules, Suicide};

/// The length of a game's record, and the state that is not part of the record.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Snapshot {
    turns: usize,
    to_move: Color,
    dead: Option<PointSet>,
    resigned: Option<Color>,
}

/// The record of the moves that `undo` is taking back.
#[derive(Debug, Default)]
pub(super) struct TakenBack {
    /// The moves.
    pub(super) turns: Vec<Turn>,
    /// The setups of the whole game before.
    pub(super) setups: Vec<Setup>,
}

impl Engine {
    pub(crate) fn snapshot(&self) -> Snapshot {
        Snapshot {
            turns: self.game.turns().len(),
            to_move: self.game.to_move(),
            dead: self.game.is_dead_decided().then(|| *self.game.dead()),
            resigned: match self.game.outcome() {
                Some(Outcome::Resignation { winner }) => Some(!winner),
                _ => None,
            },
        }
    }

    /// Rebuilds the game of a snapshot from its record, after a panic.
    ///
    /// If even the record is damaged, the game is left unchanged and the damage is logged.
    pub(crate) fn restore(&mut self, before: &Snapshot) {
        let taken_back = std::mem::take(&mut self.taken_back);
        match rebuilt(&self.game, &taken_back, before) {
            Some(game) => self.game = game,
            None => log::error!("the game as it was before the defect could not be rebuilt"),
        }
    }
}

/// Replays the record of a damaged game, with the moves that `undo` was taking
/// back, up to a snapshot. Returns `None` if the record is damaged too.
fn rebuilt(damaged: &Game, taken_back: &TakenBack, before: &Snapshot) -> Option<Game> {
    let (size, rules, komi) = (damaged.size(), damaged.rules(), damaged.komi().clone());
    // The rules may have changed since, and may now forbid moves of the record.
    let any_play = Rules {
        ko: KoRule::Unrestricted,
        suicide: Suicide::Allowed,
        ..rules
    };
    let mut game = Game::with_start(size, rules, komi, *damaged.start()).ok()?;
    let kept = before.turns.checked_sub(taken_back.turns.len())?;
    let turns = damaged.turns().get(..kept)?.iter().chain(&taken_back.turns);
    let set_up = |game: &mut Game| {
        let moves = game.turns().len();
        let mut kept = taken_back.setups.iter();
        let setup = match damaged.setup_after(moves) {
            None => kept.find(|setup| setup.moves == moves),
            setup => setup,
        };
        setup.map_or(Ok(()), |setup| game.set_up(setup.stones, setup.to_move))
    };
    for turn in turns {
        set_up(&mut game).ok()?;
        if game.play(turn.color, turn.action).is_err() {
            game.set_rules(any_play);
            game.play(turn.color, turn.action).ok()?;
            game.set_rules(rules);
        }
    }
    set_up(&mut game).ok()?;
    game.set_to_move(before.to_move);
    if let Some(dead) = before.dead {
        game.decide_dead(dead);
    }
    if let Some(color) = before.resigned {
        game.resign(color);
    }
    Some(game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::tests::{ask, engine};

    /// Sends lines that must not fail, and returns the picture of the position after them.
    fn picture(engine: &mut Engine, lines: &[&str]) -> String {
        for line in lines {
            assert!(ask(engine, line).starts_with('='), "{line}");
        }
        ask(engine, "showboard")
    }

    #[test]
    fn a_game_is_rebuilt_from_its_record() {
        let mut engine = engine("5");
        let lines = [
            "play b A1",
            "play w B1",
            "play w A2",
            "ponnuki-mark_dead A2",
        ];
        picture(&mut engine, &lines);
        engine.game.set_to_move(Color::White);
        engine.game.resign(Color::Black);
        let (before, shown) = (engine.snapshot(), picture(&mut engine, &[]));
        assert!(shown.contains("Dead: B1 A2") && shown.contains("white 1"));
        picture(&mut engine, &["play b E5", "play w E4"]);
        engine.restore(&before);
        assert_eq!(picture(&mut engine, &[]), shown);
        assert_eq!(engine.game.to_move(), Color::White);
    }

    #[test]
    fn moves_that_newer_rules_forbid_are_kept() {
        for (size, moves) in [
            // Black takes the ko back at once.
            ("1x2", ["play b A1", "play w A2", "play b A1"]),
            // White commits suicide.
            ("1x5", ["play b A2", "play b A4", "play w A3"]),
        ] {
            let mut engine = engine(size);
            engine.game.set_rules(Rules {
                ko: KoRule::Unrestricted,
                suicide: Suicide::Allowed,
                ..Rules::default()
            });
            picture(&mut engine, &moves);
            engine.game.set_rules(Rules::default());
            let (before, shown) = (engine.snapshot(), picture(&mut engine, &[]));
            picture(&mut engine, &["play w pass"]);
            engine.restore(&before);
            assert_eq!(picture(&mut engine, &[]), shown);
            assert_eq!(engine.game.turns().len(), 3);
            assert_eq!(engine.game.rules(), Rules::default());
        }
    }

    #[test]
    fn a_game_is_rebuilt_in_the_middle_of_undo() {
        let mut engine = engine("5");
        let shown = picture(&mut engine, &["play b A1", "play w B1", "play w A2"]);
        let before = engine.snapshot();
        engine.taken_back.turns = engine.game.turns()[1..].to_vec();
        engine.game.undo().unwrap();
        engine.restore(&before);
        assert_eq!(picture(&mut engine, &[]), shown);
        assert!(engine.taken_back.turns.is_empty());
    }
}
