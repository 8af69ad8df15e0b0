//! The lead of a search by random games, in points.
//!
//! On 19x19 the scores of playouts have a standard deviation of 65 points, so the mean of 500
//! playouts is off by 3 points, and that of 25 by 13: more than most moves lose. A search
//! therefore reports a mean of three estimates, weighted by the inverses of their variances,
//! as in empirical Bayes estimation (Efron and Morris, "Stein's estimation rule and its
//! competitors", 1973):
//!
//! - the points that the stones occupy or touch, which has no random error;
//! - the mean of uniform playouts, which cost little: in lockstep, or a few one at a time for a
//!   search of a few playouts;
//! - the mean of the search's own playouts, to which the lead converges.
//!
//! The variances of the first two grow with the stones on the board. They were fitted to
//! searches with 20,000 playouts of positions from games between people.

use crate::board::Color;
use crate::estimate::playout_start;
use crate::game::Game;
use crate::playout::{BatchStart, GameEnd, PlayoutKo, Series, lockstep_series, uniform_playouts};
use crate::statistics::deviation;

use crate::player::StopFlag;

/// The number of uniform playouts: as many as a vector of 512 bits plays at once.
const UNIFORM_PLAYOUTS: u64 = 512;

/// A search of fewer playouts than this is asked for its speed, and the lockstep takes many
/// times as long.
const MIN_PLAYOUTS_OF_LOCKSTEP: u64 = 3;

/// The number of uniform playouts for each playout of a shorter search.
const UNIFORM_PLAYOUTS_EACH: u64 = 2;

/// The lead of the side to move, in points, if the stones are equal.
const SIDE_TO_MOVE: f64 = 3.5;

/// The worth of a point that stones of one colour alone occupy or touch.
const TOUCHED_POINT: f64 = 1.4;

/// The weight of the variance of uniform playouts in that of the search's playouts, as a
/// pseudo-count, because the variance of a few playouts is itself uncertain.
const VARIANCE_WEIGHT: f64 = 10.0;

/// The variance of the score of a uniform playout for each point of the board, where none was
/// played: about that on the empty board.
const VARIANCE_PER_POINT: f64 = 16.0;

/// An estimate of the lead of a colour in points, komi included.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Estimate {
    lead: f64,
    variance: f64,
}

impl Estimate {
    /// Returns the mean of two independent estimates, weighted by the inverses of their
    /// variances.
    fn combined(self, other: Self) -> Self {
        let sum = self.variance + other.variance;
        Self {
            lead: (self.lead * other.variance + other.lead * self.variance) / sum,
            variance: self.variance * other.variance / sum,
        }
    }
}

/// The lead of a colour before the playouts of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct LeadPrior {
    estimate: Estimate,
    /// The variance of the score of a uniform playout.
    playout_variance: f64,
}

impl LeadPrior {
    /// Estimates the lead in the position of a game for a search of at most this many playouts.
    /// The uniform playouts follow from the seed. They are left out if the flag is raised before
    /// their end.
    pub(super) fn new(
        game: &Game,
        color: Color,
        playouts: Option<u64>,
        seed: u64,
        stop: &StopFlag,
    ) -> Self {
        let sign = f64::from(color.sign());
        let compensation = sign * game.compensation();
        let [black, white] = Color::BOTH.map(|color| game.board().stones(color));
        let stones = (black | white).len() as f64;
        let area = game.size().area() as f64;
        let length = area.sqrt();
        let margin = SIDE_TO_MOVE + sign * TOUCHED_POINT * touched_margin(game);
        let by_stones = Estimate {
            lead: margin.clamp(-area, area) + compensation,
            variance: (2.0 * (stones + 4.0) / length).powi(2),
        };
        let few = playouts.filter(|&playouts| playouts < MIN_PLAYOUTS_OF_LOCKSTEP);
        let sample = match few {
            Some(playouts) => {
                few_uniform(game, color, UNIFORM_PLAYOUTS_EACH * playouts, seed, stop)
            }
            None => lockstep_uniform(game, color, seed, stop),
        };
        let Some(Sample {
            playouts,
            mean,
            variance,
        }) = sample
        else {
            return Self {
                estimate: by_stones,
                playout_variance: VARIANCE_PER_POINT * area,
            };
        };
        let by_playouts = Estimate {
            lead: sign * mean + compensation,
            variance: (0.9 + stones / length).powi(2) + variance / playouts as f64,
        };
        Self {
            estimate: by_stones.combined(by_playouts),
            playout_variance: variance,
        }
    }

    /// Returns the lead after this number of playouts of a search, with the mean and the
    /// standard deviation of their scores.
    pub(super) fn updated(&self, visits: f64, mean: f64, deviation: f64) -> f64 {
        if visits == 0.0 {
            return self.estimate.lead;
        }
        let squares = visits * deviation.powi(2) + VARIANCE_WEIGHT * self.playout_variance;
        let by_search = Estimate {
            lead: mean,
            variance: squares / (visits + VARIANCE_WEIGHT) / visits,
        };
        self.estimate.combined(by_search).lead
    }
}

/// Returns the number of points that Black's stones alone occupy or touch, less that of
/// White's.
fn touched_margin(game: &Game) -> f64 {
    let (board, size) = (game.board(), game.size());
    let [black, white] = Color::BOTH.map(|color| {
        let stones = board.stones(color);
        stones | (stones.neighbours(size) & board.empty())
    });
    (black - white).len() as f64 - (white - black).len() as f64
}

/// Black's margins at the ends of uniform playouts, komi not included.
struct Sample {
    playouts: u64,
    mean: f64,
    variance: f64,
}

/// Plays uniform playouts in lockstep. Returns `None` once the flag is raised.
fn lockstep_uniform(game: &Game, color: Color, seed: u64, stop: &StopFlag) -> Option<Sample> {
    let start = BatchStart::new(&playout_start(game, color));
    let series = Series {
        start: &start,
        numbers: 0..UNIFORM_PLAYOUTS,
    };
    let (mut margins, mut squares) = (0, 0);
    let mut ended = |end: GameEnd| {
        margins += end.margin;
        squares += end.margin.pow(2);
    };
    lockstep_series(game.size(), &[series], seed, &mut ended, &|| {
        stop.is_raised()
    })?;
    let [mean, square] = [margins, squares].map(|sum| f64::from(sum) / UNIFORM_PLAYOUTS as f64);
    Some(Sample {
        playouts: UNIFORM_PLAYOUTS,
        mean,
        variance: deviation(mean, square).powi(2),
    })
}

/// Plays this many uniform playouts one at a time, too few to tell their variance. Returns
/// `None` if there are none or the flag is raised.
fn few_uniform(
    game: &Game,
    color: Color,
    playouts: u64,
    seed: u64,
    stop: &StopFlag,
) -> Option<Sample> {
    if playouts == 0 || stop.is_raised() {
        return None;
    }
    let start = playout_start(game, color);
    let tally = uniform_playouts(&start, PlayoutKo::Simple).run(seed, 0..playouts);
    Some(Sample {
        playouts,
        mean: tally.margin as f64 / playouts as f64,
        variance: VARIANCE_PER_POINT * game.size().area() as f64,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Symmetry;
    use crate::game::Move;
    use crate::game::testing::{empty, play, position};
    use crate::player::testing::{analyze, searching};
    use crate::player::{Analysis, PlayoutPlayer};

    /// The first 60 moves of a game of GNU Go against itself.
    const OPENING: &str = "Q16 D5 D16 Q5 K3 C14 C12 E14 F16 G14 H16 K17 Q3 R3 R2 R4 P2 R9 O4 R14 \
                           D3 C3 C2 C4 E2 C9 F4 N17 H17 O6 Q14 R13 R15 Q18 P12 Q11 O14 B16 C17 B17 \
                           M6 F6 H6 M14 G8 G5 H3 N5 M3 D7 M8 O9 S2 N12 S14 S3 S13 Q12 S12 M5";

    /// Returns a game on 19x19 after these moves.
    fn after(moves: &str) -> Game {
        let mut game = empty(19, "7.5");
        play(&mut game, moves);
        game
    }

    fn searched(game: &Game, seed: u64, playouts: u64) -> Analysis {
        let mut player = PlayoutPlayer::new(seed, searching(1));
        analyze(&mut player, game, game.to_move(), playouts)
    }

    /// Returns the difference between the largest and the smallest value.
    fn range(values: impl Iterator<Item = f64> + Clone) -> f64 {
        values.clone().fold(f64::MIN, f64::max) - values.fold(f64::MAX, f64::min)
    }

    fn is_near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    #[test]
    fn better_estimates_weigh_more() {
        let estimate = |lead, variance| Estimate { lead, variance };
        let both = estimate(1.0, 1.0).combined(estimate(6.0, 4.0));
        assert_eq!(both, estimate(2.0, 0.8));
        assert_eq!(both, estimate(6.0, 4.0).combined(estimate(1.0, 1.0)));
    }

    #[test]
    fn the_prior_fades_as_visits_grow() {
        let game = after(OPENING);
        let prior = LeadPrior::new(&game, game.to_move(), None, 1, &StopFlag::new());
        let lead = |visits| prior.updated(visits, 30.0, 65.0);
        assert!(is_near(lead(0.0), prior.estimate.lead));
        assert!(lead(0.0) < lead(25.0) && lead(25.0) < lead(500.0) && lead(500.0) < 30.0);
        assert!((lead(50_000.0) - 30.0).abs() < 0.2, "{}", lead(50_000.0));
        // The same score in every playout of a few is no proof.
        assert!((prior.updated(2.0, 30.0, 0.0) - lead(0.0)).abs() < 2.0);
    }

    #[test]
    fn without_uniform_playouts_symmetric_positions_have_equal_priors() {
        let stopped = StopFlag::new();
        stopped.raise();
        let game = after("Q16 D5 D16");
        let size = game.size();
        let lead = LeadPrior::new(&game, Color::White, None, 1, &stopped)
            .estimate
            .lead;
        for turn in Symmetry::all(size) {
            let names = ["Q16", "D5", "D16"].map(|name| {
                let at = size.coordinates(size.point_named(name).unwrap());
                turn.image(at, size).to_string()
            });
            let image = after(&names.join(" "));
            let prior = LeadPrior::new(&image, Color::White, None, 1, &stopped);
            assert!(is_near(prior.estimate.lead, lead), "{names:?}");
        }
        let black = LeadPrior::new(&game, Color::Black, None, 1, &stopped);
        assert!(is_near(black.estimate.lead + lead, 2.0 * SIDE_TO_MOVE));
    }

    #[test]
    fn a_lead_is_at_most_the_board() {
        let stopped = StopFlag::new();
        stopped.raise();
        let game = position(".X.X./X.X.X/.X.X./X.X.X/.X.X.", Color::White, "0");
        let prior = LeadPrior::new(&game, Color::White, None, 1, &stopped);
        assert!(is_near(prior.estimate.lead, -25.0), "{prior:?}");
    }

    #[test]
    fn the_four_star_points_have_equal_leads_after_500_visits() {
        let stars = ["D4", "D16", "Q4", "Q16"];
        let separate = stars.map(|star| searched(&after(star), 1, 500).score_lead);
        assert!(range(separate.into_iter()) < 1.0, "{separate:?}");
        let empty = searched(&after(""), 1, 500).shrunk();
        let size = after("").size();
        let moves = stars.map(|star| {
            let point = size.point_named(star).unwrap();
            let mut moves = empty.moves.iter();
            moves
                .find(|entry| entry.action == Move::Play(point))
                .unwrap()
                .score_lead
        });
        assert!(range(moves.into_iter()) < 1.0, "{moves:?}");
        // Black has lost nothing by any of them.
        for lead in separate {
            assert!(
                (lead + empty.score_lead).abs() < 1.0,
                "{lead} {}",
                empty.score_lead
            );
        }
    }

    #[test]
    fn leads_after_25_visits_vary_little_with_the_seed() {
        for (moves, most) in [("", 1.0), (OPENING, 4.0)] {
            let game = after(moves);
            let leads = (0..30).map(|seed| searched(&game, seed, 25).score_lead);
            let [sum, squares] = leads.fold([0.0; 2], |[sum, squares], lead| {
                [sum + lead, squares + lead * lead]
            });
            let found = deviation(sum / 30.0, squares / 30.0);
            assert!(found < most, "{found}");
        }
    }

    #[test]
    fn a_search_of_few_playouts_has_few_for_the_lead() {
        let game = after(OPENING);
        let prior = |playouts| {
            LeadPrior::new(&game, game.to_move(), playouts, 1, &StopFlag::new()).estimate
        };
        // The fewer, the less certain the lead is.
        let variances = [Some(0), Some(1), Some(2), Some(3)].map(|few| prior(few).variance);
        assert!(
            variances.is_sorted_by(|few, more| few > more),
            "{variances:?}"
        );
        for enough in [Some(3), Some(10_000), None] {
            assert_eq!(prior(enough), prior(Some(500)));
        }
    }

    #[test]
    fn a_full_board_counts_as_it_stands() {
        let rows = ".X.XO.O/XXXXOOO/.X.XO.O/XXXXOOO/.X.XO.O/XXXXOOO/.X.XO.O";
        let lead = searched(&position(rows, Color::Black, "3.5"), 1, 500).score_lead;
        assert!((lead - 3.5).abs() < 0.5, "{lead}");
    }
}
