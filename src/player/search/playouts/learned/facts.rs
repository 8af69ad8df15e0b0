//! The facts about one move from which its features are computed.

use crate::board::{BoardSize, Point, PointSet};

use super::context::{ChainFacts, Context};

/// The facts about a move. Stone counts are 0 where no chain fits the description; if
/// several chains fit, the longest counts.
#[derive(Clone, Debug, Default)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a fact of its own, and any of them may hold together"
)]
pub(super) struct Facts {
    /// The occupied share of the board in percent.
    pub(super) filled: usize,
    /// The point's lines from the nearer side in each direction, the smaller first. The
    /// first line is 0.
    pub(super) lines: [usize; 2],
    /// The distances `dx + dy + max(dx, dy)` from the last two moves, most recent first;
    /// `None` after a pass.
    pub(super) distances: [Option<usize>; 2],
    /// The common fate distances from the last two moves.
    pub(super) fates: [Option<usize>; 2],
    /// How many own and enemy chains are adjacent to the point.
    pub(super) own_chains: usize,
    pub(super) enemy_chains: usize,
    /// How many stones are captured, and whether the last move is among them.
    pub(super) captured: usize,
    pub(super) captures_last: bool,
    /// Whether the enemy could save a captured chain by playing here.
    pub(super) captured_runs: bool,
    /// How many stones are in the own chain in atari that the capture saves.
    pub(super) rescued: usize,
    pub(super) takes_ko: bool,
    /// How many stones and liberties the played stone's chain has after the play.
    pub(super) stones: usize,
    pub(super) liberties: usize,
    /// An own chain in atari that the play extends.
    pub(super) escaping: NearChain,
    /// An own chain with two liberties that the play extends.
    pub(super) strengthened: NearChain,
    /// An enemy chain with two liberties that the play puts into atari.
    pub(super) attacked: NearChain,
    /// How many enemy chains the play puts into atari.
    pub(super) ataris: usize,
    /// Whether the atari catches the chain in a ladder.
    pub(super) is_ladder: bool,
    /// An enemy chain with three liberties next to the point.
    pub(super) approached: NearChain,
    /// The size in points of the eye space around the point, or 0.
    pub(super) eye_space: usize,
    /// Whether the eye space is the player's own, and whether the point is its vital point.
    pub(super) is_own_eye: bool,
    pub(super) is_vital: bool,
    /// Whether a ko forbids a play somewhere on the board.
    pub(super) is_ko: bool,
    /// Whether an own chain is in atari.
    pub(super) is_in_atari: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct NearChain {
    /// The chain's length in stones, or 0 if no chain fits.
    pub(super) stones: usize,
    /// Whether the chain contains the last move.
    pub(super) is_of_last: bool,
    /// Whether the chain's owner cannot save it.
    pub(super) is_caught: bool,
}

impl NearChain {
    #[inline(always)]
    fn or_longer<const W: usize>(&mut self, chain: &ChainFacts<W>, is_of_last: bool) {
        if chain.len > self.stones {
            *self = Self {
                stones: chain.len,
                is_of_last,
                is_caught: chain.is_caught,
            };
        }
    }
}

impl Facts {
    #[inline(always)]
    pub(super) fn new<const W: usize, const N: usize>(
        context: &Context<'_, W, N>,
        point: Point,
    ) -> Self {
        let position = context.position;
        let size = position.board.size();
        let at = size.coordinates(point);
        let edge = |line: u8, length: usize| usize::from(line).min(length - 1 - usize::from(line));
        let (x, y) = (edge(at.column, size.width()), edge(at.row, size.height()));
        let mut facts = Self {
            filled: 100 * context.stones / size.area(),
            lines: [x.min(y), x.max(y)],
            distances: distances(size, context.last, point),
            fates: context.fate(point),
            is_ko: position.ko.is_some(),
            is_in_atari: context.is_in_atari,
            ..Self::default()
        };
        facts.add_chains(context, point);
        if let Some(eye) = context.eye_around(point) {
            facts.eye_space = eye.len;
            facts.is_own_eye = eye.is_own;
            facts.is_vital = eye.vital == Some(point);
        }
        facts
    }

    /// Fills in the facts that depend on the chains adjacent to the point.
    #[inline(always)]
    fn add_chains<const W: usize, const N: usize>(
        &mut self,
        context: &Context<'_, W, N>,
        point: Point,
    ) {
        let board = &context.position.board;
        let size = board.size();
        let mut joined = PointSet::single(point);
        let mut captured = PointSet::EMPTY;
        for number in context.chains_next_to(point) {
            let chain = &context.chains[number];
            let is_of_last = context.is_of_last(number);
            if chain.is_own {
                self.own_chains += 1;
                joined |= chain.stones;
                match chain.liberties {
                    1 => self.escaping.or_longer(chain, is_of_last),
                    2 => self.strengthened.or_longer(chain, is_of_last),
                    _ => {}
                }
            } else {
                self.enemy_chains += 1;
                match chain.liberties {
                    1 => {
                        captured |= chain.stones;
                        self.captures_last |= is_of_last;
                    }
                    2 => {
                        self.ataris += 1;
                        self.is_ladder |= chain.attacks.contains(point);
                        self.attacked.or_longer(chain, is_of_last);
                    }
                    3 => self.approached.or_longer(chain, is_of_last),
                    _ => {}
                }
            }
        }
        if self.own_chains == 0 && captured.is_empty() {
            // The new stone is alone.
            self.stones = 1;
            self.liberties = board.empty_neighbours(point);
            return;
        }
        let empty = (*board.empty() | captured) - PointSet::single(point);
        self.stones = joined.len();
        self.liberties = (joined.neighbours(size) & empty).len();
        self.captured = captured.len();
        if self.captured > 0 {
            let color = context.position.to_move;
            self.captured_runs = !board.joined_by(!color, point).is_in_atari();
            self.takes_ko = self.captured == 1 && self.stones == 1 && self.liberties == 1;
            let around = captured.neighbours(size);
            let saved = context.chains.iter().filter(|chain| {
                chain.is_own && chain.liberties == 1 && chain.stones.intersects(&around)
            });
            self.rescued = saved.map(|chain| chain.len).max().unwrap_or(0);
        }
    }
}

#[inline(always)]
fn distances(size: BoardSize, last: [Option<Point>; 2], point: Point) -> [Option<usize>; 2] {
    let at = size.coordinates(point);
    last.map(|last| {
        let from = size.coordinates(last?);
        let dx = usize::from(at.column.abs_diff(from.column));
        let dy = usize::from(at.row.abs_diff(from.row));
        Some(dx + dy + dx.max(dy))
    })
}
