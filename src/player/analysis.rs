//! What a player thinks of a position: the values that analysis commands show.
//!
//! Who analyses and who prints meet here only: a player fills an [`Analysis`]
//! and knows no protocol, and the protocol does not know how a player thinks.
//! All values are seen by the colour that is to play.

use std::time::{Duration, Instant};

use crate::board::{Color, Point};
use crate::game::Move;

/// The half-width, in standard deviations, of the interval whose lower end is
/// a move's [`lcb`](MoveAnalysis::lcb).
pub(crate) const CONFIDENCE: f64 = 1.96;

/// What a player thinks of a position at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// The colour to play, by whom everything here is seen.
    pub color: Color,
    /// Every move that was considered, the best first: its place is its order.
    /// Moves that were not tried yet, without visits, come last.
    pub moves: Vec<MoveAnalysis>,
    /// The playouts, or positions searched, in all.
    pub visits: u64,
    /// The chance to win, 0 to 1; a tie is half a win.
    pub winrate: f64,
    /// The mean score in points, komi counted; above 0 the colour leads.
    pub score_lead: f64,
    /// The standard deviation of the score, in points.
    pub score_stdev: f64,
    /// Who owns the points in the end, when [`AnalysisOptions::ownership`] asks
    /// for it.
    pub ownership: Option<Ownership>,
}

/// What a player thinks of one move.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveAnalysis {
    /// The move.
    pub action: Move,
    /// The playouts, or positions searched, that began with it.
    pub visits: u64,
    /// The chance to win after it, 0 to 1; a tie is half a win.
    pub winrate: f64,
    /// How likely the move was, 0 to 1, before anything was tried.
    pub prior: f64,
    /// A lower bound of the chance to win, 0 to 1: the fewer the visits, the
    /// lower it lies below `winrate`.
    pub lcb: f64,
    /// The mean score in points after it, komi counted; above 0 the colour leads.
    pub score_lead: f64,
    /// The standard deviation of that score, in points.
    pub score_stdev: f64,
    /// What is expected to follow, this move first. Never empty.
    pub pv: Vec<Move>,
}

/// How far a colour owns each point at the end of the game: from 1, always,
/// through 0, as often as the opponent, to -1, never.
#[derive(Clone, Debug, PartialEq)]
pub struct Ownership(Vec<f64>);

impl Ownership {
    /// From one value for each place of the grid, in the order of
    /// [`Point::index`].
    pub const fn new(values: Vec<f64>) -> Self {
        Self(values)
    }

    /// The value of a point; 0 off the board.
    pub fn at(&self, point: Point) -> f64 {
        self.0.get(point.index()).copied().unwrap_or(0.0)
    }
}

/// What an analysis is asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct AnalysisOptions {
    /// The time from one report to the next.
    pub interval: Duration,
    /// The number of playouts, or positions searched, after which it ends by
    /// itself. `None`: only the stop flag ends it, or, when a move is to be
    /// chosen, the player's own sense of time.
    pub playouts: Option<u64>,
    /// Report who owns the points.
    pub ownership: bool,
    /// Which moves to consider.
    pub restrictions: Restrictions,
}

impl Default for AnalysisOptions {
    /// A report every second of all moves, without ownership and without end.
    fn default() -> Self {
        Self {
            interval: Duration::from_secs(1),
            playouts: None,
            ownership: false,
            restrictions: Restrictions::default(),
        }
    }
}

/// Whether a restriction names the moves to leave out or the ones to keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RestrictionKind {
    /// These moves are not considered.
    Avoid,
    /// Only these moves are considered.
    Allow,
}

/// Moves that a colour is not to make, or is to choose from, for a while.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restriction {
    /// Which of the two.
    pub kind: RestrictionKind,
    /// The colour it binds.
    pub color: Color,
    /// The moves.
    pub moves: Vec<Move>,
    /// The number of turns from the position on, of both colours, for which it
    /// counts: with 1 only the next one.
    pub depth: usize,
}

/// All restrictions of an analysis.
///
/// A move is considered when no `Avoid` names it and, if there is any `Allow`
/// for its colour and turn, at least one of those does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Restrictions(pub Vec<Restriction>);

impl Restrictions {
    /// Whether a colour's move is considered in turn number `turn`, where 1 is
    /// the next one.
    pub fn permits(&self, color: Color, action: Move, turn: usize) -> bool {
        let named = |wanted| {
            self.for_turn(color, turn)
                .filter(move |entry| entry.kind == wanted)
                .any(|entry| entry.moves.contains(&action))
        };
        !named(RestrictionKind::Avoid)
            && (!self.names_moves(color, turn) || named(RestrictionKind::Allow))
    }

    /// The colour is to choose from named moves in turn number `turn`.
    pub fn names_moves(&self, color: Color, turn: usize) -> bool {
        self.for_turn(color, turn)
            .any(|entry| entry.kind == RestrictionKind::Allow)
    }

    fn for_turn(&self, color: Color, turn: usize) -> impl Iterator<Item = &Restriction> {
        let counts = move |entry: &&Restriction| entry.color == color && turn <= entry.depth;
        self.0.iter().filter(counts)
    }
}

/// Says when the next report is due, so that all players keep time alike.
#[derive(Clone, Debug)]
pub struct ReportTimer {
    interval: Duration,
    /// `None` when it lies beyond what a clock can tell.
    next: Option<Instant>,
    any: bool,
}

impl ReportTimer {
    /// The first report is due one interval from now.
    pub fn new(interval: Duration) -> Self {
        Self {
            interval,
            next: Instant::now().checked_add(interval),
            any: false,
        }
    }

    /// A report is due now, and the next one an interval later. Reports that
    /// were missed are not made up for.
    pub fn is_due(&mut self) -> bool {
        let now = Instant::now();
        if self.next.is_none_or(|next| now < next) {
            return false;
        }
        self.next = now.checked_add(self.interval);
        self.any = true;
        true
    }

    /// A report was due before.
    pub const fn has_reported(&self) -> bool {
        self.any
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BoardSize;

    #[test]
    fn restrictions_bind_a_colour_for_some_turns() {
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
    fn the_timer_waits_an_interval_and_bears_any() {
        let mut never = ReportTimer::new(Duration::MAX);
        assert!(!never.is_due() && !never.has_reported());
        let mut always = ReportTimer::new(Duration::ZERO);
        assert!(always.is_due() && always.is_due() && always.has_reported());
    }
}
