//! The trees of a search, one a thread, about one position.

use std::thread;

use crate::board::{BoardSize, Color, OnSized, Point, SizedBoard};
use crate::game::{Game, Move, Start};
use crate::player::Restrictions;
use crate::playout::TacticalPolicy;
use crate::random::RandomStream;
use crate::rules::{Komi, Rules};

use super::options::Opponent;
use super::tree::NODE_BYTES;
use super::worker::{MoveRecord, Owners, Searcher, Worker};

/// Trees that grow side by side.
#[derive(Default)]
pub(super) struct Forest {
    searchers: Vec<Box<dyn Searcher>>,
    /// What the trees are about, if they may be used again.
    about: Option<About>,
    /// What Black must be ahead by for a playout to count as his.
    lead: i32,
}

/// What the playouts are counted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aim {
    /// Who wins.
    Win,
    /// Who wins, and for a colour that hardly ever does, who does better than
    /// is usual: a search among lost playouts alone would not know where to go
    /// (the komi is moved; Baudis, "Balancing MCTS by dynamically adjusting
    /// the komi value", 2011).
    Most,
}

/// The playouts that tell how a position stands.
const PROBES: u32 = 48;

/// A colour that wins fewer than one in so many of them is as good as lost.
const LOST_IN: usize = 12;

/// Leads to aim at are multiples of this, so that they stay for some moves and
/// the tree with them.
const LEAD_STEP: f64 = 8.0;

/// What Black must be ahead by, given by how much he wins in some playouts: 0,
/// unless the colour hardly ever wins; then about two in five of its results
/// are better.
fn lead_to_aim_at(color: Color, mut margins: Vec<f64>) -> i32 {
    let sign = match color {
        Color::Black => 1.0,
        Color::White => -1.0,
    };
    for margin in &mut margins {
        *margin *= sign;
    }
    margins.sort_by(f64::total_cmp);
    let wins = margins.iter().filter(|&&margin| margin > 0.0).count();
    match margins.get(margins.len() * 3 / 5) {
        Some(&usual) if wins * LOST_IN < margins.len() && usual < 0.0 => {
            let steps = (usual / LEAD_STEP).round().min(-1.0);
            (sign * steps * LEAD_STEP) as i32
        }
        _ => 0,
    }
}

/// How a forest is planted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Planting {
    /// The number of trees.
    pub(super) trees: usize,
    /// The memory of all of them, in bytes.
    pub(super) memory: usize,
    pub(super) policy: TacticalPolicy,
    pub(super) opponent: Opponent,
    /// What the streams of random numbers follow from: a seed and the number
    /// of the game.
    pub(super) seed: u64,
    pub(super) game_number: u64,
}

impl Forest {
    /// Forgets what it knows.
    pub(super) fn forget(&mut self) {
        self.about = None;
    }

    /// Goes on from a position: in the trees that are there, if the position
    /// is theirs or the moves since then lead to it.
    ///
    /// Restricted trees are used for one search only, and those in which the
    /// opponent plays at random for searches of the same colour only.
    pub(super) fn prepare(
        &mut self,
        game: &Game,
        color: Color,
        restrictions: &Restrictions,
        aim: Aim,
        planting: &Planting,
    ) {
        let mut about = About::of(game, color);
        if self.searchers.len() != planting.trees || self.searchers[0].size() != game.size() {
            self.about = None;
            self.searchers = (0..planting.trees)
                .map(|_| game.board().on_sized(NewSearcher { game, planting }))
                .collect();
        }
        let turn = game.turns().len() as u64;
        for (tree, searcher) in self.searchers.iter_mut().enumerate() {
            let number = planting.game_number << 32 | turn << 8 | tree as u64;
            searcher.set_stream(RandomStream::new(planting.seed, number));
            searcher.set_root(game, color, restrictions);
        }
        self.lead = match aim {
            Aim::Win => 0,
            Aim::Most => lead_to_aim_at(color, self.searchers[0].probe(PROBES)),
        };
        about.lead = self.lead;
        let is_free = restrictions.0.is_empty();
        let before = self.about.take().filter(|_| is_free);
        let moves = before
            .and_then(|before| before.moves_to(&about))
            .filter(|moves| planting.opponent == Opponent::Strong || moves.len() % 2 == 0);
        for searcher in &mut self.searchers {
            searcher.set_handicap(self.lead.into());
            searcher.set_tree(moves.as_deref());
        }
        self.about = is_free.then_some(about);
    }

    /// The position is as good as lost, and the trees look for the move that
    /// loses least.
    pub(super) const fn looks_lost(&self) -> bool {
        self.lead != 0
    }

    /// So many playouts in all, divided evenly, or fewer when `is_over` says
    /// so; returns how many there were.
    pub(super) fn grow(&mut self, playouts: u32, is_over: &(impl Fn() -> bool + Sync)) -> u32 {
        if let [only] = self.searchers.as_mut_slice() {
            return only.search(playouts, is_over);
        }
        let trees = self.searchers.len() as u32;
        thread::scope(|scope| {
            let searchers = self.searchers.iter_mut().zip(0..trees);
            let workers: Vec<_> = searchers
                .map(|(searcher, tree)| {
                    let share = (playouts + trees - 1 - tree) / trees;
                    scope.spawn(move || searcher.search(share, is_over))
                })
                .collect();
            workers
                .into_iter()
                .map(|worker| match worker.join() {
                    Ok(played) => played,
                    Err(panic) => std::panic::resume_unwind(panic),
                })
                .sum()
        })
    }

    /// The moves of the root, all trees taken together, the best first.
    pub(super) fn moves(&self) -> Vec<MoveRecord> {
        let mut merged: Vec<MoveRecord> = Vec::new();
        for searcher in &self.searchers {
            for found in searcher.moves() {
                match merged.iter_mut().find(|known| known.point == found.point) {
                    Some(known) => known.add(&found),
                    None => merged.push(found),
                }
            }
        }
        merged.sort_by(|a, b| {
            b.visits
                .cmp(&a.visits)
                .then(b.value.total_cmp(&a.value))
                .then(a.point.map(Point::index).cmp(&b.point.map(Point::index)))
        });
        merged
    }

    /// What is expected to follow a move of the root, with the move itself.
    pub(super) fn line(&self, first: Option<Point>) -> Vec<Option<Point>> {
        let lines = self.searchers.iter().map(|tree| tree.line(first));
        lines.max_by_key(Vec::len).unwrap_or_default()
    }

    /// Whose each point is at the end of a playout, from -1 (White's) to 1
    /// (Black's), by grid index.
    pub(super) fn ownership(&self) -> Vec<f64> {
        let mut total = Owners::default();
        for searcher in &self.searchers {
            total.add(searcher.owners());
        }
        total.means()
    }
}

/// Makes a searcher for the size of a board.
struct NewSearcher<'a> {
    game: &'a Game,
    planting: &'a Planting,
}

impl OnSized for NewSearcher<'_> {
    type Output = Box<dyn Searcher>;

    fn run<const W: usize, const N: usize>(self, board: &SizedBoard<W, N>) -> Self::Output {
        let Planting {
            trees,
            memory,
            policy,
            opponent,
            ..
        } = *self.planting;
        let nodes = memory / NODE_BYTES / trees;
        Box::new(Worker::new(self.game, board, policy, opponent, nodes))
    }
}

/// The position that trees grow from.
#[derive(Clone, Debug, PartialEq)]
struct About {
    size: BoardSize,
    rules: Rules,
    komi: Komi,
    start: Start,
    turns: Vec<(Color, Move)>,
    to_move: Color,
    lead: i32,
}

impl About {
    fn of(game: &Game, to_move: Color) -> Self {
        let turns = game.turns().iter();
        Self {
            size: game.size(),
            rules: game.rules(),
            komi: game.komi().clone(),
            start: *game.start(),
            turns: turns.map(|turn| (turn.color, turn.action)).collect(),
            to_move,
            lead: 0,
        }
    }

    /// The moves that lead from here to a later position of the same game,
    /// the colours taking turns.
    fn moves_to(&self, later: &Self) -> Option<Vec<Option<Point>>> {
        let is_same = self.size == later.size
            && self.rules == later.rules
            && self.komi == later.komi
            && self.start == later.start
            && self.lead == later.lead;
        let new = later.turns.strip_prefix(self.turns.as_slice())?;
        let mut color = self.to_move;
        let mut moves = Vec::new();
        for &(mover, action) in new {
            if mover != color {
                return None;
            }
            color = !color;
            moves.push(match action {
                Move::Play(point) => Some(point),
                Move::Pass => None,
            });
        }
        (is_same && color == later.to_move).then_some(moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_lost_aim_lower() {
        let spread = |from: i32| (from..from + 48).map(f64::from).collect::<Vec<_>>();
        // Even, and won: nothing changes.
        assert_eq!(lead_to_aim_at(Color::Black, spread(-24)), 0);
        assert_eq!(lead_to_aim_at(Color::Black, spread(10)), 0);
        // Black loses by 52 to 99 points, and 71 is better than most.
        assert_eq!(lead_to_aim_at(Color::Black, spread(-99)), -72);
        // White loses by 1 to 48.
        assert_eq!(lead_to_aim_at(Color::White, spread(1)), 24);
        assert_eq!(lead_to_aim_at(Color::Black, Vec::new()), 0);
    }
}
