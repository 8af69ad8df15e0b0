//! A player that passes once the game is settled.

use crate::estimate::DeadStones;
use ponnuki_core::board::Color;
use ponnuki_core::game::{Choice, Clocks, Game, Move};

use super::passing::{opponent_has_passed, settled_move};
use super::{Analysis, AnalysisOptions, Player, Reports, RestrictionKind, Restrictions, StopFlag};

/// Plays like another player, but answers a pass with a pass when nothing is left to play
/// for.
///
/// The player passes if an estimate finds every point settled, and if the count is then a win
/// or matches the value of the settled position. Dead stones that would still count as alive
/// are therefore captured before the pass, and in the second clean-up even if the game is won
/// without that. The player waits for a pass by the opponent, so that its own ends the game,
/// unless plays cost points. If an estimate decides which stones are dead, a player that
/// thinks does not end the game with a pass before it is settled.
///
/// The estimate follows from the player's seed, so the same seed gives the same
/// games.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_play::*}; }
/// use ponnuki::estimate::DeadStones;
/// use ponnuki::player::{RandomPlayer, SettledPlayer};
/// use ponnuki::{BoardSize, Game, Komi, Rules, play_match};
///
/// let mut game = Game::new(BoardSize::square(5)?, Rules::default(), Komi::default());
/// let calm = |seed| {
///     SettledPlayer::new(Box::new(RandomPlayer::new(seed)), DeadStones::Estimated)
/// };
/// play_match(&mut game, &mut calm(1), &mut calm(2));
/// assert!(game.outcome().is_some());
/// # Ok::<(), ponnuki::board::UnacceptableSize>(())
/// ```
pub struct SettledPlayer {
    player: Box<dyn Player>,
    /// The stones that are removed before the count.
    dead_stones: DeadStones,
    /// Whether the opponent passes first, so that the player's pass ends the game.
    waits: bool,
    /// Whether games in which plays cost nothing are left to the player.
    only_territory: bool,
}

impl SettledPlayer {
    /// Wraps a player. `dead_stones` decides which stones are removed before
    /// the count.
    pub fn new(player: Box<dyn Player>, dead_stones: DeadStones) -> Self {
        Self {
            player,
            dead_stones,
            waits: true,
            only_territory: false,
        }
    }

    /// Leaves games to the wrapped player in which a play inside its own territory costs
    /// nothing: those by area or with pass stones.
    pub(crate) fn only_territory(self) -> Self {
        Self {
            only_territory: true,
            ..self
        }
    }

    /// Makes the player pass in a settled game even if the opponent has not
    /// passed. Two such players end their game as soon as it is settled.
    pub fn passing_first(self) -> Self {
        Self {
            waits: false,
            ..self
        }
    }

    /// Returns the move in a settled game, if these restrictions permit it.
    fn settled_move(&self, game: &Game, color: Color, restrictions: &Restrictions) -> Option<Move> {
        let waits = self.waits && !game.rules().plays_cost();
        if !restrictions.permits(color, Move::Pass, 1) || waits && !opponent_has_passed(game, color)
        {
            return None;
        }
        settled_move(game, color, self.dead_stones, self.player.seed())
            .filter(|&action| restrictions.permits(color, action, 1))
    }

    /// Returns whether the wrapped player's choice is a premature pass: it would end a game
    /// before it is settled although an estimate decides which stones are dead, so that the
    /// count may differ from the board. A player that does not think passes only if it has no
    /// other move.
    fn must_play_on(&self, choice: Choice, game: &Game, color: Color) -> bool {
        choice == Choice::Move(Move::Pass)
            && self.dead_stones.needs_estimate(game)
            && opponent_has_passed(game, color)
            && self.player.thinks()
    }
}

fn without_pass(color: Color) -> Restrictions {
    Restrictions::of_next_turn(RestrictionKind::Avoid, color, vec![Move::Pass])
}

impl Player for SettledPlayer {
    fn choose(&mut self, game: &Game, color: Color, stop: &StopFlag) -> Choice {
        self.choose_and_report(game, color, &Reports::NONE, stop, &mut |_| ())
    }

    /// If an analysis was asked for, reports one of 16 playouts per point, or as many as the
    /// options say, before the move of a settled game. If the wrapped player must play on, it
    /// chooses again, among all other moves.
    fn choose_and_report(
        &mut self,
        game: &Game,
        color: Color,
        reports: &Reports,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Analysis),
    ) -> Choice {
        if self.only_territory && !game.rules().plays_cost() {
            return self
                .player
                .choose_and_report(game, color, reports, stop, report);
        }
        let options = reports.options();
        if let Some(action) = self.settled_move(game, color, &options.restrictions) {
            if let Reports::Analysis(_) = reports {
                let playouts = AnalysisOptions::picture_playouts(game.size());
                let options = AnalysisOptions {
                    playouts: options.playouts.or(Some(playouts)),
                    ..options
                };
                self.player.analyze(game, color, &options, stop, report);
            }
            return Choice::Move(action);
        }
        let choice = self
            .player
            .choose_and_report(game, color, reports, stop, report);
        if !(options.restrictions.0.is_empty() && self.must_play_on(choice, game, color)) {
            return choice;
        }
        let reports = Reports::Analysis(AnalysisOptions {
            restrictions: without_pass(color),
            ..options
        });
        self.player
            .choose_and_report(game, color, &reports, stop, report)
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

    fn new_game(&mut self) {
        self.player.new_game();
    }

    fn set_clocks(&mut self, clocks: &Clocks) {
        self.player.set_clocks(clocks);
    }

    fn fresh(&self, game: &Game, color: Color) -> Option<Box<dyn Player>> {
        let player = self.player.fresh(game, color)?;
        Some(Box::new(Self { player, ..*self }))
    }

    /// Delegates the clean-up to the wrapped player. A settled position is no reason to pass
    /// here, since the clean-up continues while dead stones are left.
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
    use crate::player::testing::{analyze, analyzing, play_out, searching};
    use crate::player::{RandomPlayer, SearchPlayer};
    use ponnuki_core::board::PointSet;
    use ponnuki_core::game::testing::{empty, position};
    use ponnuki_core::game::{Outcome, TimeSystem};
    use ponnuki_core::rules::Preset;
    use std::time::Duration;

    const PASS: Choice = Choice::Move(Move::Pass);

    fn random() -> RandomPlayer {
        RandomPlayer::new(7)
    }

    fn settled(dead_stones: DeadStones) -> SettledPlayer {
        SettledPlayer::new(Box::new(random()), dead_stones)
    }

    fn search() -> SearchPlayer {
        SearchPlayer::new(7, searching(100))
    }

    /// Returns a game that has this position after a pass by the opponent of
    /// `color`.
    fn after_a_pass(rows: &str, color: Color, komi: &str) -> Game {
        let mut game = position(rows, !color, komi);
        game.play(!color, Move::Pass).unwrap();
        game
    }

    /// White's stones in the corners are dead. As the board stands, Black leads
    /// by 17 points, and without the dead stones by 25.
    const BLACK_LEADS: &str = "O...O/XXXX./XXXXX/XXXXX/XX.X.";

    /// [`BLACK_LEADS`] with the colours exchanged.
    const WHITE_LEADS: &str = "X...X/OOOO./OOOOO/OOOOO/OO.O.";

    /// All stones live. Black has 28 points and White 21.
    const ALL_LIVE: &str = ".X.XO.O/XXXXOOO/.X.XO.O/XXXXOOO/.X.XO.O/XXXXOOO/.X.XO.O";

    #[test]
    fn a_pass_is_answered_if_it_wins() {
        let game = after_a_pass(BLACK_LEADS, Color::Black, "0.5");
        let mut player = settled(DeadStones::Marked);
        let stop = StopFlag::new();
        assert_eq!(player.choose(&game, Color::Black, &stop), PASS);
        let mut fresh = player.fresh(&game, Color::Black).unwrap();
        assert_eq!(fresh.choose(&game, Color::Black, &stop), PASS);
        // White, whose opponent has not passed, plays on.
        assert_ne!(player.choose(&game, Color::White, &StopFlag::new()), PASS);
    }

    #[test]
    fn dead_stones_that_the_win_depends_on_are_captured_first() {
        for (rows, color, komi) in [
            (BLACK_LEADS, Color::Black, "20"),
            (WHITE_LEADS, Color::White, "-20"),
        ] {
            let game = after_a_pass(rows, color, komi);
            let choose = |dead_stones| {
                let mut player = settled(dead_stones);
                player.choose(&game, color, &StopFlag::new())
            };
            assert_ne!(choose(DeadStones::Marked), PASS, "{color}");
            assert_eq!(choose(DeadStones::Estimated), PASS, "{color}");
        }
    }

    #[test]
    fn dead_stones_are_captured_in_the_second_clean_up_of_a_won_game() {
        let players: [Box<dyn Player>; 2] = [Box::new(random()), Box::new(search())];
        for player in players {
            let mut player = SettledPlayer::new(player, DeadStones::Marked).only_territory();
            let mut game = position(BLACK_LEADS, Color::Black, "0");
            game.set_rules(Preset::JapanesePlayout.rules());
            play_out(&mut player, &mut game);
            assert_eq!(game.outcome(), Some(Outcome::TwoPasses));
            assert_eq!(game.board().stones(Color::White), PointSet::EMPTY);
            assert_eq!(game.score().to_string(), "B+10");
        }
    }

    #[test]
    fn a_pass_is_answered_in_a_lost_game_if_no_dead_stones_are_left() {
        let mut player = settled(DeadStones::Marked);
        for (color, komi) in [(Color::Black, "7.5"), (Color::White, "6.5")] {
            let game = after_a_pass(ALL_LIVE, color, komi);
            let choice = player.choose(&game, color, &StopFlag::new());
            assert_eq!(choice, PASS, "{color}");
        }
    }

    #[test]
    fn a_pass_is_not_answered_before_the_game_is_settled() {
        // White has won as the board stands.
        let mut game = empty(5, "7.5");
        game.play(Color::Black, Move::Pass).unwrap();
        let mut player = settled(DeadStones::Marked);
        assert_ne!(player.choose(&game, Color::White, &StopFlag::new()), PASS);
        let (choice, _) = choose_and_analyze(&mut player, &game, &AnalysisOptions::default());
        assert_ne!(choice, PASS);
    }

    #[test]
    fn a_search_plays_on_in_an_unsettled_game_that_an_estimate_will_count() {
        let mut game = empty(5, "7.5");
        game.play(Color::Black, Move::Pass).unwrap();
        let stop = StopFlag::new();
        for (dead_stones, passes) in [(DeadStones::Marked, true), (DeadStones::Estimated, false)] {
            let mut player = SettledPlayer::new(Box::new(search()), dead_stones);
            assert_eq!(player.choose(&game, Color::White, &stop) == PASS, passes);
            let mut fresh = player.fresh(&game, Color::White).unwrap();
            assert_eq!(fresh.choose(&game, Color::White, &stop) == PASS, passes);
            let (choice, _) = choose_and_analyze(&mut player, &game, &analyzing(100));
            assert_eq!(choice == PASS, passes);
        }
        // Nothing is left to play.
        let over = after_a_pass(".XXX./XXXXX/XXXXX/XXXXX/XX.XX", Color::Black, "0.5");
        let mut player = SettledPlayer::new(Box::new(search()), DeadStones::Estimated);
        assert_eq!(player.choose(&over, Color::Black, &stop), PASS);
    }

    /// Returns the choice and the visits of the last analysis. Ends an analysis
    /// that exceeds 400 playouts, 16 for each point of a board of 5x5.
    fn choose_and_analyze(
        player: &mut dyn Player,
        game: &Game,
        options: &AnalysisOptions,
    ) -> (Choice, u64) {
        let reports = Reports::Analysis(AnalysisOptions {
            interval: Duration::ZERO,
            ..options.clone()
        });
        let (stop, mut visits) = (StopFlag::new(), 0);
        let color = game.to_move();
        let choice = player.choose_and_report(game, color, &reports, &stop, &mut |found| {
            visits = found.visits;
            if visits > 400 {
                stop.raise();
            }
        });
        (choice, visits)
    }

    #[test]
    fn a_pass_comes_with_an_analysis_of_the_length_asked_for() {
        let game = after_a_pass(BLACK_LEADS, Color::Black, "0.5");
        let mut player = settled(DeadStones::Marked);
        for (playouts, visits) in [(None, 400), (Some(50), 50)] {
            let options = AnalysisOptions {
                playouts,
                ..AnalysisOptions::default()
            };
            let found = choose_and_analyze(&mut player, &game, &options);
            assert_eq!(found, (PASS, visits));
        }
    }

    #[test]
    fn a_player_that_passes_first_passes_a_settled_game() {
        let passes = |rows, komi, dead_stones| {
            let game = position(rows, Color::Black, komi);
            let mut player = settled(dead_stones).passing_first();
            player.choose(&game, Color::Black, &StopFlag::new()) == PASS
        };
        assert!(passes(ALL_LIVE, "7.5", DeadStones::Marked));
        assert!(passes(BLACK_LEADS, "20", DeadStones::Estimated));
        // The win depends on dead stones that would count.
        assert!(!passes(BLACK_LEADS, "20", DeadStones::Marked));
        assert!(!passes(
            "...../...../...../...../.....",
            "7.5",
            DeadStones::Estimated
        ));
    }

    #[test]
    fn a_forbidden_pass_is_not_chosen() {
        let game = after_a_pass(BLACK_LEADS, Color::Black, "0.5");
        let options = AnalysisOptions {
            restrictions: without_pass(Color::Black),
            ..AnalysisOptions::default()
        };
        let (choice, _) = choose_and_analyze(&mut settled(DeadStones::Marked), &game, &options);
        assert_ne!(choice, PASS);
    }

    #[test]
    fn its_games_are_those_of_the_wrapped_player() {
        let game = empty(9, "7.5");
        let choices = |player: &mut dyn Player| {
            let choose = |()| player.choose(&game, Color::Black, &StopFlag::new());
            [(); 10].map(choose)
        };
        let (mut wrapped, mut alone) = (settled(DeadStones::Marked), random());
        assert_eq!(wrapped.seed(), 7);
        assert_eq!(choices(&mut wrapped), choices(&mut alone));
        wrapped.new_game();
        alone.new_game();
        assert_eq!(choices(&mut wrapped), choices(&mut alone));
        wrapped.set_seed(9);
        alone.set_seed(9);
        assert_eq!(wrapped.seed(), 9);
        assert_eq!(choices(&mut wrapped), choices(&mut alone));
    }

    #[test]
    fn its_analyses_and_clean_up_are_those_of_the_wrapped_player() {
        let game = after_a_pass(BLACK_LEADS, Color::Black, "0.5");
        let [(analysis, choice), alone] = [
            &mut settled(DeadStones::Marked) as &mut dyn Player,
            &mut random(),
        ]
        .map(|player| {
            let found = analyze(player, &game, Color::Black, 50);
            let choice = player.clean_up(&game, Color::Black, &StopFlag::new());
            (found, choice)
        });
        assert_eq!((analysis, choice), alone);
        assert_ne!(choice, PASS);
        assert!(!settled(DeadStones::Marked).thinks());
        assert!(SettledPlayer::new(Box::new(search()), DeadStones::Marked).thinks());
    }

    #[test]
    fn the_clocks_limit_the_wrapped_player() {
        let game = empty(5, "7.5");
        let options = AnalysisOptions::default();
        let mut player = SettledPlayer::new(Box::new(search()), DeadStones::Marked);
        assert!((50..=100).contains(&choose_and_analyze(&mut player, &game, &options).1));
        let main = Duration::ZERO;
        player.set_clocks(&Clocks::new(TimeSystem::Absolute { main }));
        player.new_game();
        // No time is left for more than a look at the position.
        assert_eq!(choose_and_analyze(&mut player, &game, &options).1, 1);
    }
}
