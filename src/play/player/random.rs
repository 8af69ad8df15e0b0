//! The random player, the default.
//!
//! The player chooses uniformly among all legal points that are not its own true eyes, and
//! passes if there are none. Rejection sampling, which draws from the candidates until the
//! point is legal, is exactly uniform, unlike taking the next legal point after a random
//! start.

use ponnuki_core::board::{Color, EyeRule, true_eyes};
use ponnuki_core::game::{Choice, Game, Move};
use ponnuki_core::random::RandomStream;
use rand_xoshiro::rand_core::Rng;

use super::{
    Analysis, AnalysisOptions, ChoiceRule, Player, Reports, Restrictions, SearchOptions,
    SearchPlayer, StopFlag, position_number,
};

/// The maximum number of playouts of an analysis that accompanies a choice, which bounds
/// its time on large boards.
const MAX_PLAYOUTS: u64 = 4096;

/// Plays at random and keeps its true eyes.
///
/// Games are numbered from 0, and game `n` follows from the seed and `n`.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_play::*}; }
/// use ponnuki::{BoardSize, Game, Komi, RandomPlayer, Rules, play_match};
///
/// // The same seeds give the same game again.
/// let size = BoardSize::square(5)?;
/// let play = |black, white| {
///     let mut game = Game::new(size, Rules::default(), Komi::default());
///     play_match(&mut game, &mut RandomPlayer::new(black), &mut RandomPlayer::new(white));
///     game.turns().to_vec()
/// };
/// assert_eq!(play(1, 2), play(1, 2));
/// assert_ne!(play(1, 2), play(1, 3));
/// # Ok::<(), ponnuki::board::UnacceptableSize>(())
/// ```
#[derive(Clone, Debug)]
pub struct RandomPlayer {
    seed: u64,
    game_number: u64,
    stream: RandomStream,
    eyes: EyeRule,
    resign_after: Option<usize>,
    /// The options of the search that analyses.
    search: SearchOptions,
}

impl RandomPlayer {
    /// Creates a player that draws its games from a seed. It never resigns, and keeps eyes by
    /// the default [`EyeRule`].
    pub fn new(seed: u64) -> Self {
        Self {
            seed,
            game_number: 0,
            stream: RandomStream::new(seed, 0),
            eyes: EyeRule::default(),
            resign_after: None,
            search: SearchOptions::default(),
        }
    }

    /// Keeps the eyes of another rule.
    #[must_use]
    pub fn with_eyes(self, eyes: EyeRule) -> Self {
        Self { eyes, ..self }
    }

    /// Lets the player resign in any position from this number of moves on, or never. It is for
    /// trying programs that show games.
    #[must_use]
    pub fn resigning_after(self, moves: Option<usize>) -> Self {
        Self {
            resign_after: moves,
            ..self
        }
    }

    /// Gives the search that answers when the player is asked for an analysis the memory and the
    /// threads of these options.
    #[must_use]
    pub fn analysing_with(self, search: SearchOptions) -> Self {
        Self { search, ..self }
    }

    /// Chooses with random numbers from another generator, in place of the stream that
    /// follows from the seed.
    ///
    /// ```
    /// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_play::*}; }
    /// use ponnuki::{BoardSize, Choice, Color, Game, Komi, Preset};
    /// use ponnuki::{RandomPlayer, RandomStream};
    ///
    /// let game = Game::new(BoardSize::square(9)?, Preset::Cgos.rules(), Komi::default());
    /// let player = RandomPlayer::new(1);
    /// // Every generator of the crate `rand` is accepted here.
    /// let mut generator = RandomStream::new(7, 0);
    /// let choice = player.choose_with(&game, Color::Black, &mut generator);
    /// assert!(matches!(choice, Choice::Move(_)));
    /// # Ok::<(), ponnuki::board::UnacceptableSize>(())
    /// ```
    pub fn choose_with(
        &self,
        game: &Game,
        color: Color,
        generator: &mut (impl Rng + ?Sized),
    ) -> Choice {
        self.choose_among(game, color, &Restrictions::default(), generator)
    }

    /// Chooses among the permitted moves. Own true eyes are kept, and no block is lifted by
    /// a play on its stone, unless the restrictions name the moves to choose from.
    fn choose_among(
        &self,
        game: &Game,
        color: Color,
        restrictions: &Restrictions,
        generator: &mut (impl Rng + ?Sized),
    ) -> Choice {
        let moves = game.turns().len();
        if self.resign_after.is_some_and(|after| moves >= after) {
            return Choice::Resign;
        }
        let board = game.board();
        let mut candidates = board.empty();
        if restrictions.names_moves(color, 1) {
            candidates |= game.lifting_points(color);
        } else {
            candidates -= true_eyes(board, color, self.eyes);
        }
        while let Some(point) = candidates.choose(generator) {
            let action = Move::Play(point);
            if restrictions.permits(color, action, 1) && game.check(color, point).is_ok() {
                return Choice::Move(action);
            }
            candidates.remove(point);
        }
        Choice::Move(Move::Pass)
    }

    fn choose_permitted(&mut self, game: &Game, color: Color, moves: &Restrictions) -> Choice {
        let mut stream = self.stream.clone();
        let choice = self.choose_among(game, color, moves, &mut stream);
        self.stream = stream;
        choice
    }

    /// Returns this player with the random stream of a position, which is
    /// independent of the streams of its games.
    pub(super) fn at_position(&self, game: &Game, color: Color) -> Self {
        Self {
            stream: RandomStream::new(self.seed, position_number(game, color)),
            ..self.clone()
        }
    }
}

impl Player for RandomPlayer {
    fn choose(&mut self, game: &Game, color: Color, _stop: &StopFlag) -> Choice {
        self.choose_permitted(game, color, &Restrictions::default())
    }

    /// The choice is independent of the analysis that comes with it: if all moves are
    /// permitted, it is the plain choice. That analysis has [a picture's
    /// playouts](AnalysisOptions::picture_playouts), at most 4096, unless the options ask for
    /// another number.
    fn choose_and_report(
        &mut self,
        game: &Game,
        color: Color,
        reports: &Reports,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Analysis),
    ) -> Choice {
        let Reports::Analysis(options) = reports else {
            return self.choose(game, color, stop);
        };
        let enough = AnalysisOptions::picture_playouts(game.size()).min(MAX_PLAYOUTS);
        let limited = AnalysisOptions {
            playouts: options.playouts.or(Some(enough)),
            ..options.clone()
        };
        let mut last = None;
        self.analyze(game, color, &limited, stop, &mut |found| {
            report(found);
            last = Some(found.clone());
        });
        // A choice has a report at its end, even if it is the earlier one.
        if let Some(last) = last.filter(|_| stop.is_raised()) {
            report(&last);
        }
        self.choose_permitted(game, color, &options.restrictions)
    }

    /// A search analyses in its place, from an empty tree. Its seed follows from the stream of
    /// the position.
    fn analyze(
        &mut self,
        game: &Game,
        color: Color,
        options: &AnalysisOptions,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Analysis),
    ) {
        let seed = self.at_position(game, color).stream.bits();
        let mut search = SearchPlayer::new(seed, self.search.clone());
        search.analyze(game, color, options, stop, &mut |found| {
            report(&Analysis {
                choice_rule: ChoiceRule::Random,
                ..found.clone()
            });
        });
    }

    fn new_game(&mut self) {
        self.game_number += 1;
        self.stream = RandomStream::new(self.seed, self.game_number);
    }

    fn fresh(&self, game: &Game, color: Color) -> Option<Box<dyn Player>> {
        Some(Box::new(self.at_position(game, color)))
    }

    fn seed(&self) -> u64 {
        self.seed
    }

    fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
        self.game_number = 0;
        self.stream = RandomStream::new(seed, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::testing::{self, play_out};
    use crate::playout::PlayoutKo;
    use crate::playout::tests::game_with_bans;
    use ponnuki_core::board::PointSet;
    use ponnuki_core::game::testing::{empty, position};
    use ponnuki_core::random::chi_square_is_likely;

    fn game(length: usize) -> Game {
        empty(length, "7.5")
    }

    #[test]
    fn a_generator_of_the_caller_takes_the_place_of_the_stream() {
        let (game, mut player) = (game(9), RandomPlayer::new(5));
        let mut generator = RandomStream::new(5, 0);
        let chosen = player.choose_with(&game, Color::Black, &mut generator);
        assert_eq!(chosen, player.choose(&game, Color::Black, &StopFlag::new()));
    }

    #[test]
    fn the_same_seed_gives_the_same_games() {
        let mut games = Vec::new();
        for _ in 0..2 {
            let mut player = RandomPlayer::new(7).with_eyes(EyeRule::OwnDiagonals);
            let first = play_out(&mut player, &mut game(9));
            player.new_game();
            let second = play_out(&mut player, &mut game(9));
            assert_ne!(first, second);
            player.set_seed(7);
            assert_eq!(play_out(&mut player, &mut game(9)), first);
            games.push((first, second));
        }
        assert_eq!(games[0], games[1]);
    }

    #[test]
    fn a_golden_game() {
        // Recorded with version 0.1.0. Every later version plays the same game.
        let mut player = RandomPlayer::new(1).with_eyes(EyeRule::OwnDiagonals);
        assert_eq!(
            play_out(&mut player, &mut game(5)),
            "E3 D2 B5 B4 C4 C5 D1 A1 C3 A3 E1 D5 A5 D4 E2 A4 B5 B2 B1 C2 B3 E4 C1 A5 A2 D3 C4 A1 D1 C1 \
             E3 E2 B3 A2 pass B5 pass E1 pass C3 pass pass"
        );
    }

    #[test]
    fn eyes_are_kept_and_a_full_board_is_passed() {
        let game = position(".XX.X/XXXXX/XXXXX/XXXXX/XXXX.", Color::Black, "7.5");
        let mut player = RandomPlayer::new(1).with_eyes(EyeRule::OwnDiagonals);
        for color in Color::BOTH {
            let choice = player.choose(&game, color, &StopFlag::new());
            assert_eq!(choice, Choice::Move(Move::Pass), "{color}");
        }
    }

    /// Returns the choice of a fresh player.
    fn suggestion(player: &RandomPlayer, game: &Game, color: Color) -> Choice {
        let fresh = player.fresh(game, color);
        fresh.unwrap().choose(game, color, &StopFlag::new())
    }

    #[test]
    fn suggestions_depend_on_the_position_alone() {
        let mut player = RandomPlayer::new(5).with_eyes(EyeRule::OwnDiagonals);
        let game = game(19);
        let suggested = suggestion(&player, &game, Color::Black);
        player.choose(&game, Color::Black, &StopFlag::new());
        player.new_game();
        assert_eq!(suggestion(&player, &game, Color::Black), suggested);
        assert_ne!(suggestion(&player, &game, Color::White), suggested);
    }

    /// Analyses the empty board with 9 points; returns the visits of all moves
    /// in the last report.
    fn visits(playouts: Option<u64>, chooses: bool) -> u64 {
        let (mut player, game) = (
            RandomPlayer::new(5).with_eyes(EyeRule::OwnDiagonals),
            game(3),
        );
        let options = AnalysisOptions {
            playouts,
            ..AnalysisOptions::default()
        };
        let found = if chooses {
            testing::choose(&mut player, &game, Color::Black, options).1
        } else {
            testing::analyze_with(&mut player, &game, Color::Black, &options)
        };
        found.moves.iter().map(|entry| entry.visits).sum()
    }

    #[test]
    fn an_analysis_is_as_long_as_asked_for() {
        for playouts in [50, 200] {
            // One visit is the position's own, and belongs to no move.
            assert_eq!(visits(Some(playouts), false), playouts - 1);
            assert_eq!(visits(Some(playouts), true), playouts - 1);
        }
        assert_eq!(visits(None, true), 16 * 9 - 1);
    }

    #[test]
    fn resigns_only_when_asked_to() {
        let mut player = RandomPlayer::new(5)
            .with_eyes(EyeRule::OwnDiagonals)
            .resigning_after(Some(2));
        let mut game = game(9);
        for _ in 0..2 {
            let color = game.to_move();
            let Choice::Move(action) = player.choose(&game, color, &StopFlag::new()) else {
                panic!("resigned too soon");
            };
            game.play(color, action).unwrap();
        }
        assert_eq!(
            player.choose(&game, Color::Black, &StopFlag::new()),
            Choice::Resign
        );
    }

    #[test]
    fn the_draw_is_uniform() {
        // In the first position, A1 is an eye of Black's.
        let with_an_eye = position("...../...../...../XX.../.X...", Color::Black, "7.5");
        for game in [with_an_eye, game_with_bans(PlayoutKo::Positional)] {
            let color = game.to_move();
            for rule in EyeRule::ALL {
                let playable = game.legal_points(color) - true_eyes(game.board(), color, rule);
                let mut player = RandomPlayer::new(11).with_eyes(rule);
                let mut counts = [0_u32; 64];
                for _ in 0..1_000_000 {
                    let Choice::Move(Move::Play(point)) =
                        player.choose(&game, color, &StopFlag::new())
                    else {
                        panic!("no point to play on");
                    };
                    counts[point.index()] += 1;
                }
                let drawn = game.size().iter().filter(|p| counts[p.index()] > 0);
                assert_eq!(drawn.collect::<PointSet>(), playable);
                let counts: Vec<u32> = playable.iter().map(|p| counts[p.index()]).collect();
                assert!(chi_square_is_likely(&counts), "{rule} {counts:?}");
            }
        }
    }
}
