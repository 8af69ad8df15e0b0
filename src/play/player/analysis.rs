//! The analysis of a position: the values that analysis commands print.
//!
//! A player fills in an [`Analysis`] without knowing the protocol, and the
//! protocol prints it without knowing the player. All values are given from the
//! point of view of the colour to move.

use std::time::Duration;

use web_time::Instant;

use ponnuki_core::board::{BoardSize, Color, Point};
use ponnuki_core::game::{Game, Move};

/// How a player chooses among the moves of its analysis.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_play::*}; }
/// use ponnuki::player::{AnalysisOptions, ChoiceRule, StopFlag};
/// use ponnuki::{BoardSize, Color, Game, Komi, Player, RandomPlayer, Rules};
///
/// // The random player analyses as the search does, but plays what it likes.
/// let game = Game::new(BoardSize::square(5)?, Rules::default(), Komi::default());
/// let options = AnalysisOptions { playouts: Some(20), ..AnalysisOptions::default() };
/// let mut player = RandomPlayer::new(1);
/// player.analyze(&game, Color::Black, &options, &StopFlag::new(), &mut |analysis| {
///     assert_eq!(analysis.choice_rule, ChoiceRule::Random);
/// });
/// # Ok::<(), ponnuki::board::UnacceptableSize>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChoiceRule {
    /// The player plays the first move, as a rule.
    Best,
    /// The player draws a move at random, regardless of the analysis.
    Random,
}

/// The state of an analysis of a position.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_play::*}; }
/// use ponnuki::player::{Analysis, SearchPlayer};
/// use ponnuki::{Color, Game, Komi, Rules, board::diagram};
///
/// let board = diagram::parse("...../..X../.XX../..X../.....")?;
/// let mut game = Game::new(board.size(), Rules::default(), Komi::default());
/// game.set_up(board.position(), Color::White)?;
/// let analysis = SearchPlayer::glance(&game, Color::White, 0);
/// // White is to move and has lost; the values are from White's side.
/// assert!(analysis.score_lead < -10.0);
/// assert!(1.0 - analysis.winrate > Analysis::DECIDED);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// The colour to move, from whose point of view all values are given.
    pub color: Color,
    /// How the player would choose among the moves.
    pub choice_rule: ChoiceRule,
    /// The moves under consideration, best first, with unvisited moves last.
    pub moves: Vec<MoveAnalysis>,
    /// The number of positions that the network was asked about, here called visits or playouts.
    pub visits: u64,
    /// The win rate, 0 to 1, an estimate; a tie counts as half a win. It is the mean of these positions,
    /// moved away from a half so that it fits the games of people.
    pub winrate: f64,
    /// Their mean lead in points, komi included. The colour leads if it is positive.
    pub score_lead: f64,
    /// An estimate of the standard deviation of the final result about this lead, in points. It is the
    /// standard deviation of the leads of these positions, increased while the board is rather empty.
    pub score_stdev: f64,
    /// The expected owners of the points, if [`AnalysisOptions::ownership`] asks for them.
    pub ownership: Option<Ownership>,
}

impl Analysis {
    /// The win rate from which a position counts as decided. People win about this share of the games in
    /// which their win rate reaches it.
    pub const DECIDED: f64 = 0.99;

    /// Returns the priors of all points, row by row from the top left, then that of the pass.
    /// Illegal moves have none. `game` is the game that was analysed.
    pub fn policy(&self, game: &Game) -> Vec<Option<f64>> {
        let prior = |action: Move| {
            let entry = self.moves.iter().find(|entry| entry.action == action);
            entry.map_or(0.0, |entry| entry.prior)
        };
        let legal = game.legal_points(self.color);
        let points = game.size().iter_top_down();
        let priors = points.map(|point| legal.contains(point).then(|| prior(Move::Play(point))));
        priors.chain([Some(prior(Move::Pass))]).collect()
    }
}

/// The statistics of one move.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_play::*}; }
/// use ponnuki::player::{AnalysisOptions, SearchOptions, SearchPlayer, StopFlag};
/// use ponnuki::{BoardSize, Color, Game, Komi, Player, Rules};
///
/// let size = BoardSize::square(5)?;
/// let game = Game::new(size, Rules::default(), Komi::default());
/// let options = AnalysisOptions { playouts: Some(50), ..AnalysisOptions::default() };
/// let mut player = SearchPlayer::new(1, SearchOptions::default());
/// player.analyze(&game, Color::Black, &options, &StopFlag::new(), &mut |analysis| {
///     let line: Vec<_> = analysis.moves[0].pv.iter().map(|action| action.name(size)).collect();
///     assert!(line.join(" ").starts_with("C3 "));
/// });
/// # Ok::<(), ponnuki::board::UnacceptableSize>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct MoveAnalysis {
    /// The move under analysis.
    pub action: Move,
    /// How many playouts began with the move.
    pub visits: u64,
    /// The win rate after the move, as [`Analysis::winrate`].
    pub winrate: f64,
    /// The probability of the move before any playout, by the network, 0 to 1.
    pub prior: f64,
    /// The lower confidence bound of `winrate`, 0 to 1. The fewer the visits,
    /// the further it lies below the win rate.
    pub lcb: f64,
    /// The mean lead in points after the move, komi included. The colour leads if it is positive.
    pub score_lead: f64,
    /// The standard deviation of the result after the move, as [`Analysis::score_stdev`].
    pub score_stdev: f64,
    /// The principal variation, which begins with this move, so it is never empty.
    pub pv: Vec<Move>,
    /// The number of playouts through each move of the variation.
    pub pv_visits: Vec<u64>,
}

/// The expected owner of each point at the end of the game, for a colour: from 1, certainly the
/// colour's, to -1, certainly the opponent's.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_play::*}; }
/// use ponnuki::player::SearchPlayer;
/// use ponnuki::{Color, Game, Komi, Rules, board::diagram};
///
/// let board = diagram::parse("..XO./..XO./..XO./..XO./..XO.")?;
/// let mut game = Game::new(board.size(), Rules::default(), Komi::default());
/// game.set_up(board.position(), Color::White)?;
/// let ownership = SearchPlayer::glance(&game, Color::White, 0).ownership.ok_or("no owners")?;
/// let shade = |name| board.size().point_named(name).map(|point| ownership.at(point));
/// assert!(shade("A3") < Some(-0.5) && shade("E3") > Some(0.5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Ownership(Vec<f64>);

impl Ownership {
    /// Creates an ownership from one value per grid index, in the order of
    /// [`Point::index`].
    pub const fn new(values: Vec<f64>) -> Self {
        Self(values)
    }

    /// Returns the value of a point, or 0 off the board.
    pub fn at(&self, point: Point) -> f64 {
        self.0.get(point.index()).copied().unwrap_or(0.0)
    }
}

/// The options of an analysis.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_play::*}; }
/// use std::time::Duration;
///
/// use ponnuki::player::{AnalysisOptions, SearchOptions, SearchPlayer, StopFlag};
/// use ponnuki::{BoardSize, Color, Game, Komi, Player, Rules};
///
/// let game = Game::new(BoardSize::square(5)?, Rules::default(), Komi::default());
/// // One report, at the end, with the owners of the points.
/// let options = AnalysisOptions {
///     interval: Duration::MAX,
///     playouts: Some(50),
///     ownership: true,
///     ..AnalysisOptions::default()
/// };
/// let mut player = SearchPlayer::new(1, SearchOptions::default());
/// player.analyze(&game, Color::Black, &options, &StopFlag::new(), &mut |analysis| {
///     assert!(analysis.visits == 50 && analysis.ownership.is_some());
/// });
/// # Ok::<(), ponnuki::board::UnacceptableSize>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct AnalysisOptions {
    /// The time between two reports.
    pub interval: Duration,
    /// The playouts after which the analysis ends. With `None`, it ends by the stop flag alone
    /// or, if a move is chosen, by the player's own limits.
    pub playouts: Option<u64>,
    /// Whether reports include the ownership of the points.
    pub ownership: bool,
    /// The restrictions on the moves to consider.
    pub restrictions: Restrictions,
}

impl AnalysisOptions {
    /// Returns enough playouts for a picture of the moves on a board of this size: 16 per
    /// point.
    pub fn picture_playouts(size: BoardSize) -> u64 {
        16 * size.area() as u64
    }
}

impl Default for AnalysisOptions {
    /// Returns options for a report every second about all moves, without
    /// ownership and without a limit.
    fn default() -> Self {
        Self {
            interval: Duration::from_secs(1),
            playouts: None,
            ownership: false,
            restrictions: Restrictions::default(),
        }
    }
}

/// The kind of a [`Restriction`].
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_play::*}; }
/// use ponnuki::player::{AnalysisOptions, RestrictionKind, Restrictions, StopFlag};
/// use ponnuki::{BoardSize, Color, Game, Komi, Move, Player, RandomPlayer, Rules};
///
/// let size = BoardSize::square(5)?;
/// let game = Game::new(size, Rules::default(), Komi::default());
/// let [corner, side] = ["A1", "C2"].map(|name| Move::from(size.point_named(name)));
/// let restrictions =
///     Restrictions::of_next_turn(RestrictionKind::Allow, Color::Black, vec![corner, side]);
/// let options = AnalysisOptions {
///     playouts: Some(50),
///     restrictions,
///     ..AnalysisOptions::default()
/// };
/// let mut player = RandomPlayer::new(1);
/// player.analyze(&game, Color::Black, &options, &StopFlag::new(), &mut |analysis| {
///     // Only these two are compared.
///     let moves: Vec<_> = analysis.moves.iter().map(|entry| entry.action).collect();
///     assert_eq!(moves, [side, corner]);
/// });
/// # Ok::<(), ponnuki::board::UnacceptableSize>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RestrictionKind {
    /// The named moves are not considered.
    Avoid,
    /// Only the named moves are considered.
    Allow,
}

/// Forbids moves to a colour, or limits the colour to them, for some turns.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_play::*}; }
/// use ponnuki::player::{Restriction, RestrictionKind, Restrictions};
/// use ponnuki::{Color, Move};
///
/// // Black may pass neither now nor after White's answer.
/// let restriction = Restriction {
///     kind: RestrictionKind::Avoid,
///     color: Color::Black,
///     moves: vec![Move::Pass],
///     depth: 3,
/// };
/// let restrictions = Restrictions(vec![restriction]);
/// let may_pass = |turn| restrictions.permits(Color::Black, Move::Pass, turn);
/// assert_eq!([1, 3, 5].map(may_pass), [false, false, true]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restriction {
    /// Whether to avoid the moves or to allow only them.
    pub kind: RestrictionKind,
    /// The colour that the restriction applies to.
    pub color: Color,
    /// The named moves.
    pub moves: Vec<Move>,
    /// How many turns, of both colours, the restriction applies to: 1 means the next turn
    /// only.
    pub depth: usize,
}

/// All restrictions of an analysis.
///
/// A move is considered if no `Avoid` names it and, where any `Allow` applies to
/// its colour and turn, at least one of them names it.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_play::*}; }
/// use ponnuki::player::{AnalysisOptions, RestrictionKind, Restrictions};
/// use ponnuki::{Color, Move};
///
/// // Black may not pass.
/// let restrictions =
///     Restrictions::of_next_turn(RestrictionKind::Avoid, Color::Black, vec![Move::Pass]);
/// let options = AnalysisOptions { restrictions, ..AnalysisOptions::default() };
/// assert_eq!(options.restrictions.0.len(), 1);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Restrictions(pub Vec<Restriction>);

impl Restrictions {
    /// Returns one restriction of a colour that holds for the next turn only.
    pub fn of_next_turn(kind: RestrictionKind, color: Color, moves: Vec<Move>) -> Self {
        Self(vec![Restriction {
            kind,
            color,
            moves,
            depth: 1,
        }])
    }

    /// Counts the named moves.
    pub fn moves(&self) -> usize {
        self.0.iter().map(|entry| entry.moves.len()).sum()
    }

    /// Returns whether a move of this colour is considered at this turn,
    /// counted from 1 for the next one.
    pub fn permits(&self, color: Color, action: Move, turn: usize) -> bool {
        let named = |wanted| {
            self.for_turn(color, turn)
                .filter(move |entry| entry.kind == wanted)
                .any(|entry| entry.moves.contains(&action))
        };
        !named(RestrictionKind::Avoid)
            && (!self.names_moves(color, turn) || named(RestrictionKind::Allow))
    }

    /// Returns whether the colour is limited to named moves at this turn.
    pub fn names_moves(&self, color: Color, turn: usize) -> bool {
        self.for_turn(color, turn)
            .any(|entry| entry.kind == RestrictionKind::Allow)
    }

    fn for_turn(&self, color: Color, turn: usize) -> impl Iterator<Item = &Restriction> {
        let counts = move |entry: &&Restriction| entry.color == color && turn <= entry.depth;
        self.0.iter().filter(counts)
    }
}

/// Decides when a report is due, for all players alike.
#[derive(Clone, Debug)]
pub struct ReportTimer {
    interval: Duration,
    /// The time of the next report; `None` if the clock cannot represent it.
    next: Option<Instant>,
    has_reported: bool,
}

impl ReportTimer {
    /// Creates a timer whose first report is due one interval from now.
    pub fn new(interval: Duration) -> Self {
        Self {
            interval,
            next: Instant::now().checked_add(interval),
            has_reported: false,
        }
    }

    /// Returns whether a report is due now. If so, the next one is due an
    /// interval later; missed reports are not made up for.
    pub fn is_due(&mut self) -> bool {
        let now = Instant::now();
        if self.next.is_none_or(|next| now < next) {
            return false;
        }
        self.next = now.checked_add(self.interval);
        self.has_reported = true;
        true
    }

    /// Returns whether a report has been due before.
    pub(crate) const fn has_reported(&self) -> bool {
        self.has_reported
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ponnuki_core::board::BoardSize;

    #[test]
    fn a_picture_has_16_playouts_per_point() {
        let playouts = |size| AnalysisOptions::picture_playouts(BoardSize::square(size).unwrap());
        assert_eq!([1, 9, 19].map(playouts), [16, 1296, 5776]);
    }

    #[test]
    fn restrictions_apply_to_a_colour_for_some_turns() {
        let size = BoardSize::square(9).unwrap();
        let at = |name: &str| Move::Play(size.point_named(name).unwrap());
        let entry = |kind, color, names: &[&str], depth| Restriction {
            kind,
            color,
            moves: names.iter().map(|name| at(name)).collect(),
            depth,
        };
        let (black, white) = (Color::Black, Color::White);
        let none = Restrictions::default();
        assert!(none.permits(black, Move::Pass, 1));
        let some = Restrictions(vec![
            entry(RestrictionKind::Avoid, black, &["A1", "B1"], 3),
            entry(RestrictionKind::Allow, white, &["C1"], 2),
            entry(RestrictionKind::Allow, white, &["D1"], 2),
            entry(RestrictionKind::Avoid, white, &["D1"], 1),
        ]);
        assert!(!some.permits(black, at("A1"), 1) && !some.permits(black, at("B1"), 3));
        assert!(some.permits(black, at("B1"), 4) && some.permits(black, at("C1"), 1));
        assert!(some.permits(white, at("C1"), 1) && some.permits(white, at("D1"), 2));
        assert!(!some.permits(white, at("D1"), 1) && !some.permits(white, at("A1"), 2));
        assert!(!some.permits(white, Move::Pass, 1) && some.permits(white, Move::Pass, 3));
        assert!(
            some.names_moves(white, 2)
                && !some.names_moves(white, 3)
                && !some.names_moves(black, 1)
        );
    }

    #[test]
    fn the_timer_accepts_any_interval() {
        let mut never = ReportTimer::new(Duration::MAX);
        assert!(!never.is_due() && !never.has_reported());
        let mut always = ReportTimer::new(Duration::ZERO);
        assert!(always.is_due() && always.is_due() && always.has_reported());
    }
}
