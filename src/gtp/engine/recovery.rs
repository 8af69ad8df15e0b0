//! Restores the game after a command that panicked.
//!
//! The session continues after a panic, so the game must be consistent. Copying the game
//! before every command would cost more than most commands do, but few commands can leave
//! the game half changed: players and
//! queries only read it; sequences and files build a new game and replace the
//! old one when the new one is complete; `undo` keeps a copy of the turns that
//! it takes back; and [`Game::play`] judges first and only ever adds to the
//! record. So a snapshot needs only the length of the record, and the game can
//! be rebuilt from that record.
//!
//! The private state of a player, such as its random generator, is not restored.

use super::Engine;
use crate::board::{Color, PointSet};
use crate::game::{Game, Outcome, Turn};
use crate::rules::{KoRule, Rules, Suicide};

/// The length of a game's record, and the state that is not part of the record.
#[derive(Clone, Copy, Debug)]
pub(in crate::gtp) struct Snapshot {
    turns: usize,
    to_move: Color,
    dead: Option<PointSet>,
    resigned: Option<Color>,
}

impl Engine {
    /// Takes a snapshot of the game.
    pub(in crate::gtp) fn snapshot(&self) -> Snapshot {
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
    pub(in crate::gtp) fn restore(&mut self, before: &Snapshot) {
        let taken_back = std::mem::take(&mut self.taken_back);
        match rebuilt(&self.game, &taken_back, before) {
            Some(game) => self.game = game,
            None => log::error!("the game as it was before the defect could not be rebuilt"),
        }
    }
}

/// Replays the record of a damaged game, with the turns that `undo` was taking
/// back, up to a snapshot. Returns `None` if the record is damaged too.
fn rebuilt(damaged: &Game, taken_back: &[Turn], before: &Snapshot) -> Option<Game> {
    let (size, rules, komi) = (damaged.size(), damaged.rules(), damaged.komi().clone());
    // The rules may have changed since, and may now forbid moves of the record.
    let any_play = Rules {
        ko: KoRule::Unrestricted,
        suicide: Suicide::Allowed,
        ..rules
    };
    let mut game = Game::with_start(size, rules, komi, *damaged.start()).ok()?;
    let kept = before.turns.checked_sub(taken_back.len())?;
    for turn in damaged.turns().get(..kept)?.iter().chain(taken_back) {
        if game.play(turn.color, turn.action).is_err() {
            game.set_rules(any_play);
            game.play(turn.color, turn.action).ok()?;
            game.set_rules(rules);
        }
    }
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
    use crate::board::BoardSize;
    use crate::game::Move;
    use crate::gtp::engine::EngineOptions;
    use crate::gtp::response::board;

    #[test]
    fn a_game_is_rebuilt_from_its_record() {
        let size = BoardSize::square(5).unwrap();
        let mut engine = Engine::new(EngineOptions {
            size,
            ..EngineOptions::new(3)
        });
        let play = |engine: &mut Engine, color, name| {
            let point = size.point_named(name).unwrap();
            engine.game.play(color, Move::Play(point)).unwrap();
        };
        play(&mut engine, Color::Black, "A1");
        play(&mut engine, Color::White, "B1");
        play(&mut engine, Color::White, "A2");
        engine
            .game
            .mark_dead(size.point_named("A2").unwrap())
            .unwrap();
        engine.game.set_to_move(Color::White);
        engine.game.resign(Color::Black);
        let before = engine.snapshot();
        let picture = board::position(&engine.game, engine.game.dead());
        assert!(picture.contains("Dead: B1 A2") && picture.contains("white 1"));
        play(&mut engine, Color::Black, "E5");
        play(&mut engine, Color::White, "E4");
        engine.restore(&before);
        assert_eq!(board::position(&engine.game, engine.game.dead()), picture);
        assert_eq!(engine.game.to_move(), Color::White);
    }

    #[test]
    fn moves_that_newer_rules_forbid_are_kept() {
        use Color::{Black, White};

        for (height, moves) in [
            // Black takes the ko back at once.
            (2, [(Black, "A1"), (White, "A2"), (Black, "A1")]),
            // White commits suicide.
            (5, [(Black, "A2"), (Black, "A4"), (White, "A3")]),
        ] {
            let size = BoardSize::new(1, height).unwrap();
            let loose = Rules {
                ko: KoRule::Unrestricted,
                suicide: Suicide::Allowed,
                ..Rules::default()
            };
            let mut engine = Engine::new(EngineOptions {
                size,
                rules: loose,
                ..EngineOptions::new(3)
            });
            for (color, name) in moves {
                let point = size.point_named(name).unwrap();
                engine.game.play(color, Move::Play(point)).unwrap();
            }
            engine.game.set_rules(Rules::default());
            let before = engine.snapshot();
            let picture = board::position(&engine.game, engine.game.dead());
            engine.game.play(White, Move::Pass).unwrap();
            engine.restore(&before);
            assert_eq!(board::position(&engine.game, engine.game.dead()), picture);
            assert_eq!(engine.game.turns().len(), 3);
            assert_eq!(engine.game.rules(), Rules::default());
        }
    }

    #[test]
    fn a_game_is_rebuilt_in_the_middle_of_undo() {
        let size = BoardSize::square(5).unwrap();
        let mut engine = Engine::new(EngineOptions {
            size,
            ..EngineOptions::new(3)
        });
        for (color, name) in [
            (Color::Black, "A1"),
            (Color::White, "B1"),
            (Color::White, "A2"),
        ] {
            let point = size.point_named(name).unwrap();
            engine.game.play(color, Move::Play(point)).unwrap();
        }
        let before = engine.snapshot();
        let picture = board::position(&engine.game, engine.game.dead());
        engine.taken_back = engine.game.turns()[1..].to_vec();
        engine.game.undo().unwrap();
        engine.restore(&before);
        assert_eq!(board::position(&engine.game, engine.game.dead()), picture);
        assert!(engine.taken_back.is_empty());
    }
}
