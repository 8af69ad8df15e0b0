//! A player that passes once the game is settled.

use crate::board::{Color, area};
use crate::estimate::{DeadStones, Estimate, EstimateOptions};
use crate::game::{Choice, Clocks, Game, Move};

use super::{Analysis, AnalysisOptions, Player, StopFlag, opponent_has_passed};

/// Plays as another player does, but answers a pass with a pass when nothing is
/// left to play for.
///
/// It passes if the opponent has just passed, so that the pass ends the game,
/// if an estimate finds every point settled, and if the count then is a win or
/// matches the value of the settled position. Dead stones that would still
/// count as alive are therefore captured before the pass.
///
/// The estimate follows from the player's seed, so the same seed gives the same
/// games.
pub(crate) struct Settled {
    player: Box<dyn Player>,
    dead_stones: DeadStones,
}

impl Settled {
    /// Wraps a player. `dead_stones` decides which stones are removed before
    /// the count.
    pub(crate) fn new(player: Box<dyn Player>, dead_stones: DeadStones) -> Self {
        Self {
            player,
            dead_stones,
        }
    }

    fn may_pass(&self, game: &Game, color: Color) -> bool {
        if !opponent_has_passed(game, color) {
            return false;
        }
        let estimate = Estimate::new(game, &EstimateOptions::status(self.player.seed()));
        if !estimate.is_settled() {
            return false;
        }
        let dead = estimate.counted_dead(self.dead_stones);
        let counted = area(game.board(), &dead).margin();
        let lead = |margin: f64| f64::from(color.sign()) * margin;
        game.score_of(counted).winner() == Some(color)
            || lead(counted) >= lead(estimate.area().margin())
    }
}

impl Player for Settled {
    fn new_game(&mut self) {
        self.player.new_game();
    }

    fn set_clocks(&mut self, clocks: &Clocks) {
        self.player.set_clocks(clocks);
    }

    fn choose(&mut self, game: &Game, color: Color, stop: &StopFlag) -> Choice {
        if self.may_pass(game, color) {
            return Choice::Move(Move::Pass);
        }
        self.player.choose(game, color, stop)
    }

    fn analyze(
        &mut self,
        game: &Game,
        color: Color,
        options: &AnalysisOptions,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Analysis),
    ) {
        self.player.analyze(game, color, options, stop, report);
    }

    /// Precedes a pass with an analysis of 16 playouts per point, unless the
    /// options ask for another number.
    fn choose_and_analyze(
        &mut self,
        game: &Game,
        color: Color,
        options: &AnalysisOptions,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Analysis),
    ) -> Choice {
        let permits_pass = options.restrictions.permits(color, Move::Pass, 1);
        if !(permits_pass && self.may_pass(game, color)) {
            return self
                .player
                .choose_and_analyze(game, color, options, stop, report);
        }
        let playouts = AnalysisOptions::picture_playouts(game.size());
        let options = AnalysisOptions {
            playouts: options.playouts.or(Some(playouts)),
            ..options.clone()
        };
        self.player.analyze(game, color, &options, stop, report);
        Choice::Move(Move::Pass)
    }

    fn suggest(&self, game: &Game, color: Color, stop: &StopFlag) -> Choice {
        if self.may_pass(game, color) {
            return Choice::Move(Move::Pass);
        }
        self.player.suggest(game, color, stop)
    }

    /// Leaves the clean-up to the wrapped player. This player's own reason to
    /// pass does not apply, since the clean-up goes on while dead stones are
    /// left.
    fn clean_up(&mut self, game: &Game, color: Color, stop: &StopFlag) -> Choice {
        self.player.clean_up(game, color, stop)
    }

    fn thinks(&self) -> bool {
        self.player.thinks()
    }

    fn seed(&self) -> u64 {
        self.player.seed()
    }

    fn set_seed(&mut self, seed: u64) {
        self.player.set_seed(seed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{EyeRule, diagram};
    use crate::game::Start;
    use crate::player::RandomPlayer;
    use crate::rules::{Komi, Rules};

    fn settled(dead_stones: DeadStones) -> Settled {
        let random = RandomPlayer::new(1, EyeRule::default(), None);
        Settled::new(Box::new(random), dead_stones)
    }

    /// Returns a game in which White has two dead stones in the corners and has
    /// just passed.
    fn after_a_pass(komi: Komi) -> Game {
        let board = diagram::parse("O...O/XXXX./XXXXX/XXXXX/XX.X.").unwrap();
        let start = Start {
            stones: board.position(),
            ..Start::default()
        };
        let mut game = Game::with_start(board.size(), Rules::default(), komi, start).unwrap();
        game.play(Color::White, Move::Pass).unwrap();
        game
    }

    #[test]
    fn a_pass_is_answered_if_it_wins() {
        let pass = Choice::Move(Move::Pass);
        let game = after_a_pass("0.5".parse().unwrap());
        let mut player = settled(DeadStones::Marked);
        assert_eq!(player.choose(&game, Color::Black, &StopFlag::new()), pass);
        assert_eq!(player.suggest(&game, Color::Black, &StopFlag::new()), pass);
        // White, whose opponent has not passed, plays on.
        assert_ne!(player.choose(&game, Color::White, &StopFlag::new()), pass);
    }

    #[test]
    fn dead_stones_that_the_win_depends_on_are_captured_first() {
        let pass = Choice::Move(Move::Pass);
        let game = after_a_pass("20".parse().unwrap());
        let choose = |dead_stones| {
            let mut player = settled(dead_stones);
            player.choose(&game, Color::Black, &StopFlag::new())
        };
        assert_ne!(choose(DeadStones::Marked), pass);
        assert_eq!(choose(DeadStones::Estimated), pass);
    }
}
