//! Captures the opponent's dead stones at the end of a game, for servers that
//! ask for it before they count, and in the clean-up phases of a game that is played out.

use crate::estimate::{Estimate, EstimateOptions};
use ponnuki_core::board::{Board, Color, Point, PointSet};
use ponnuki_core::game::{Game, Move, Phase};
use ponnuki_core::random::RandomStream;

/// Returns the next move of the clean-up: a pass if an estimate finds no dead
/// stones of the opponent, and otherwise a play that captures dead stones or
/// prepares to. Returns `None` if no such play is legal.
///
/// The estimate and the move follow from the seed and the position.
pub(super) fn next_move(game: &Game, color: Color, seed: u64) -> Option<Move> {
    let estimate = Estimate::new(game, &EstimateOptions::status(seed));
    let targets = estimate.dead() & game.board().stones(!color);
    if targets.is_empty() {
        return Some(Move::Pass);
    }
    capturing_play(game, color, targets, seed).map(Move::Play)
}

/// Returns the move in a clean-up phase, or `None` in the main phase. Dead stones are captured
/// in the second clean-up, where that is free. In the first, only an attack is answered,
/// which costs both sides the same.
pub(super) fn phase_move(game: &Game, color: Color, seed: u64) -> Option<Move> {
    let last = game.turns_since_setup().last();
    let is_attacked = last.is_some_and(|turn| turn.color != color && turn.action != Move::Pass);
    match game.phase() {
        Phase::Main => None,
        Phase::FirstCleanup if !is_attacked => Some(Move::Pass),
        Phase::FirstCleanup | Phase::SecondCleanup => {
            Some(next_move(game, color, seed).unwrap_or(Move::Pass))
        }
    }
}

/// Returns a play that captures some of these stones or, failing that, takes one of their
/// liberties or a point near them, if possible without self-atari. All candidates are
/// adjacent to a target or connected to one by empty points, so none is an own eye.
fn capturing_play(game: &Game, color: Color, targets: PointSet, seed: u64) -> Option<Point> {
    let (board, size) = (game.board(), game.size());
    let legal = game.legal_points(color);
    let near = targets.neighbours(size);
    let around = near.flood(&board.empty(), size) & legal;
    let liberties = near & legal;
    let captures = |point: &Point| {
        let removed = board.removed_by(color, *point);
        removed.captured.intersects(&targets)
    };
    let is_safe = |point: &Point| has_two_liberties_after(board, color, *point);
    let choices: [PointSet; 4] = [
        liberties.iter().filter(captures).collect(),
        liberties.iter().filter(is_safe).collect(),
        around.iter().filter(is_safe).collect(),
        around,
    ];
    let mut stream = RandomStream::new(seed, board.hash().value());
    choices
        .into_iter()
        .find_map(|points| points.choose(&mut stream))
}

/// Returns whether the chain of a stone played here would have at least two
/// liberties.
fn has_two_liberties_after(board: &Board, color: Color, point: Point) -> bool {
    let mut after = board.clone();
    after.place(color, point);
    after
        .chain(point)
        .is_some_and(|chain| chain.liberties.len() >= 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimate::DeadStones;
    use crate::player::testing::{play_out, searching};
    use crate::player::{Level, SettledPlayer};
    use ponnuki_core::board::{BoardSize, EyeRule};
    use ponnuki_core::game::Outcome;
    use ponnuki_core::game::testing::position;
    use ponnuki_core::rules::{Komi, Preset};

    /// Returns the names of all plays that some seed chooses for Black if all
    /// white stones are dead.
    fn plays(rows: &str) -> String {
        let game = position(rows, Color::Black, "7.5");
        let targets = game.board().stones(Color::White);
        let play = |seed| capturing_play(&game, Color::Black, targets, seed);
        let plays: PointSet = (0..60).filter_map(play).collect();
        plays.names(game.size())
    }

    fn points(game: &Game, names: &[&str]) -> PointSet {
        let point = |name: &&str| game.size().point_named(name).unwrap();
        names.iter().map(point).collect()
    }

    #[test]
    fn dead_stones_are_captured_one_by_one_and_then_it_passes() {
        // White's stones in the corners are dead. Black has eyes at C1 and E1.
        let rows = "O...O/XXXX./XXXXX/XXXXX/XX.X.";
        for seed in 0..4 {
            let mut game = position(rows, Color::Black, "7.5");
            let mut plays = 0;
            while let Some(Move::Play(point)) = next_move(&game, Color::Black, seed) {
                game.play(Color::Black, Move::Play(point)).unwrap();
                plays += 1;
                assert!(plays <= 5, "seed {seed}");
            }
            assert_eq!(next_move(&game, Color::Black, seed), Some(Move::Pass));
            assert!(game.board().stones(Color::White).is_empty());
            assert!(points(&game, &["C1", "E1"]).is_subset(&game.board().empty()));
        }
    }

    #[test]
    fn players_play_out_until_the_score_is_exact() {
        let size = BoardSize::square(5).unwrap();
        for (level, seed) in [(0, 1), (0, 2), (1, 1), (4, 2)] {
            let rules = Preset::JapanesePlayout.rules();
            let mut game = Game::new(size, rules, Komi::default());
            let level = Level::new(level).unwrap();
            let player = level.player(seed, EyeRule::default(), &searching(7));
            let mut player = SettledPlayer::new(player, DeadStones::Marked).only_territory();
            play_out(&mut player, &mut game);
            if game.outcome() == Some(Outcome::TwoPasses) {
                assert_eq!(game.phase(), Phase::SecondCleanup);
                let estimate = Estimate::new(&game, &EstimateOptions::status(1));
                assert_eq!(estimate.dead(), PointSet::EMPTY);
            }
        }
    }

    #[test]
    fn dead_stones_are_captured_when_that_is_free() {
        let mut game = position("O...O/XXXX./XXXXX/XXXXX/XX.X.", Color::Black, "7.5");
        game.set_rules(Preset::JapanesePlayout.rules());
        assert_eq!(phase_move(&game, Color::Black, 1), None);
        let mut free = Vec::new();
        while game.outcome().is_none() {
            let color = game.to_move();
            let action = phase_move(&game, color, 1).unwrap_or(Move::Pass);
            if action != Move::Pass {
                free.push((color, game.phase()));
            }
            game.play(color, action).unwrap();
        }
        assert!(game.board().stones(Color::White).is_empty());
        assert!(free.contains(&(Color::Black, Phase::SecondCleanup)));
        assert!(
            free.iter()
                .all(|&play| play == (Color::Black, Phase::SecondCleanup))
        );
    }

    #[test]
    fn it_passes_at_once_if_only_own_stones_are_dead() {
        let game = position("O...O/XXXX./XXXXX/XXXXX/XX.X.", Color::White, "7.5");
        assert_eq!(next_move(&game, Color::White, 1), Some(Move::Pass));
    }

    #[test]
    fn it_passes_at_once_if_all_stones_live() {
        let rows = ".X.XO.O/XXXXOOO/.X.XO.O/XXXXOOO/.X.XO.O/XXXXOOO/.X.XO.O";
        let game = position(rows, Color::Black, "7.5");
        for color in Color::BOTH {
            assert_eq!(next_move(&game, color, 1), Some(Move::Pass), "{color}");
        }
    }

    #[test]
    fn a_capture_comes_before_other_plays() {
        let rows = "OX.../....O/...../XXXXX/.X.X.";
        assert_eq!(plays(rows), "A4");
    }

    #[test]
    fn a_liberty_is_taken_by_a_stone_that_keeps_two() {
        // At B5 the stone would have a single liberty, and A5 is no liberty of
        // the targets.
        let rows = "..O.X/.OO.X/XXXXX/XXXXX/.X.X.";
        assert_eq!(plays(rows), "A4 D4 D5");
    }

    #[test]
    fn a_point_nearby_is_taken_if_every_liberty_would_be_self_atari() {
        // The liberties are B6 and B2. D4 and E4 are not connected to them.
        let rows = "OOXXX/O..XX/OOXXX/OOX../OOXXX/O..XX/OOXXX";
        assert_eq!(plays(rows), "C2 C6");
    }

    #[test]
    fn a_self_atari_is_played_if_there_is_nothing_else() {
        let rows = "..OX./OOOX./XXXX./...../.....";
        assert_eq!(plays(rows), "A5 B5");
    }

    #[test]
    fn stones_with_two_eyes_leave_nothing_to_play() {
        let rows = ".O.OX/OOOOX/XXXXX/.X.X./.....";
        assert_eq!(plays(rows), "");
    }

    #[test]
    fn two_liberties_are_enough_for_a_stone() {
        // At A4 and B5, in contact with the target, a stone has two liberties; elsewhere three or
        // four.
        assert_eq!(plays("O..../...../...../...../....."), "A4 B5");
    }
}
