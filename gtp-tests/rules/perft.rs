//! Counts of all sequences of turns, compared column by column (`perft.tsv` from
//! the empty board, `perft_positions.tsv` from positions), and with a button those of the
//! naive twin.

use std::collections::BTreeMap;
use std::time::Instant;

use libtest_mimic::Trial;
use ponnuki_core::board::diagram;
use ponnuki_core::game::{Passes, PerftCounts, perft};
use ponnuki_core::{
    BoardSize, Color, Game, IllegalMove, KoRule, Komi, Outcome, Rules, Start, Suicide,
};

use crate::data;
use ponnuki_testing::grid::Grid;
use ponnuki_testing::proof::{self, Figures};
use ponnuki_testing::trial;
use ponnuki_testing::twin::Twin;

/// Only the full proof counts rows with more nodes than this.
const SMALL: u64 = 2_000_000;

/// Groups with more nodes than this get their own line of figures.
const WORTH_REPORTING: u64 = 30_000_000;

/// Rows with at most this many nodes are also counted with weakened hashes.
const WEAK: u64 = 20_000;

/// The boards with a button, and the depths to which the twin counts them.
const WITH_BUTTON: [(usize, usize, usize); 4] = [(1, 2, 9), (1, 3, 8), (2, 2, 7), (3, 2, 5)];

/// The rows of one position under one set of rules.
struct Group {
    game: Game,
    passes: Passes,
    /// By depth, the counts as the table writes them.
    rows: BTreeMap<usize, String>,
}

/// Makes a test for each position and set of rules, and another with weakened hashes.
pub(crate) fn trials(figures: &Figures) -> Vec<Trial> {
    let most = if proof::is_full() { u64::MAX } else { SMALL };
    let mut trials = Vec::new();
    for (name, group) in groups(most) {
        let figures = figures.clone();
        trials.push(trial(format!("perft::{name}"), move || {
            let start = Instant::now();
            let nodes = group.check(&group.game);
            figures.add("perft", "rows equal", group.rows.len() as u64);
            figures.add("perft", "nodes in all", nodes);
            if nodes > WORTH_REPORTING {
                let seconds = start.elapsed().as_secs_f64();
                let speed = nodes as f64 / seconds / 1e6;
                let value = format!("{nodes} nodes, {seconds:.1} s, {speed:.1} M nodes/s");
                figures.note("perft", &name, value);
            }
        }));
    }
    for (name, group) in groups(WEAK) {
        trials.push(trial(format!("perft-weak-hash::{name}"), move || {
            for mask in [0xf, 0] {
                let mut game = group.game.clone();
                game.weaken_hash(mask);
                group.check(&game);
            }
        }));
    }
    for (width, height, depth) in WITH_BUTTON {
        for ko in KoRule::ALL {
            for suicide in Suicide::ALL {
                let name = format!("perft::button::{width}x{height}::{ko}::{suicide}");
                let rules = Rules {
                    ko,
                    suicide,
                    has_button: true,
                    ..Rules::default()
                };
                let size = BoardSize::new(width, height).expect("a size");
                trials.push(trial(name, move || check_button(size, rules, depth)));
            }
        }
    }
    trials
}

fn check_button(size: BoardSize, rules: Rules, depth: usize) {
    let grid = Grid::new(size.width(), size.height());
    let start = grid.empty_board();
    let mut twin = Twin::new(grid, rules.ko, rules.suicide, start, Color::Black);
    twin.has_button = true;
    let mut expected = vec![PerftCounts::default(); depth];
    count_twin(&mut twin, &mut expected);
    let game = Game::new(size, rules, Komi::default());
    assert_eq!(perft(&game, depth, Passes::Counted, 1), expected);
}

/// Counts the sequences of turns that continue the twin's game, one entry a turn.
fn count_twin(twin: &mut Twin, counts: &mut [PerftCounts]) {
    if twin.outcome() == Some(Outcome::TwoPasses) {
        return;
    }
    let Some((count, later)) = counts.split_first_mut() else {
        return;
    };
    let color = twin.to_move;
    for point in 0..twin.grid.area() {
        // Occupied points have no result.
        let (Some(after), verdict) = twin.judge(color, point) else {
            continue;
        };
        match verdict {
            Ok(()) => {}
            Err(IllegalMove::Suicide) => {
                count.suicide_rejected += 1;
                continue;
            }
            Err(_) => {
                count.ko_rejected += 1;
                continue;
            }
        }
        count.nodes += 1;
        count.plays += 1;
        count.capturing_plays += u64::from(!after.captured.is_empty());
        count.stones_captured += after.captured.len() as u64;
        count.suicide_plays += u64::from(!after.lost.is_empty());
        twin.play(color, point, after);
        count_twin(twin, later);
        twin.undo();
    }
    twin.pass(color);
    count.nodes += 1;
    count.passes += 1;
    count.games_ended += u64::from(twin.outcome() == Some(Outcome::TwoPasses));
    count_twin(twin, later);
    twin.undo();
}

impl Group {
    /// Counts from this game and compares every row. Returns the number of nodes.
    fn check(&self, game: &Game) -> u64 {
        let depth = self.rows.keys().last().copied().unwrap_or(0);
        let counts = perft(game, depth, self.passes, 1);
        for (depth, expected) in &self.rows {
            assert_eq!(counts[depth - 1].to_string(), *expected, "depth {depth}");
        }
        counts.iter().map(|counts| counts.nodes).sum()
    }
}

/// Returns the rows of both tables with at most `most` nodes, grouped.
fn groups(most: u64) -> BTreeMap<String, Group> {
    let mut groups = BTreeMap::new();
    for row in empty_boards().chain(positions()) {
        let nodes: u64 = row.counts[0].parse().expect("a number of nodes");
        if nodes <= most {
            let group = groups.entry(row.name).or_insert_with(|| Group {
                game: row.game,
                passes: row.passes,
                rows: BTreeMap::new(),
            });
            // The last field names the programs that verified the row.
            let counts = &row.counts[..row.counts.len() - 1];
            group.rows.insert(row.depth, counts.join("\t"));
        }
    }
    groups
}

struct Row {
    name: String,
    game: Game,
    passes: Passes,
    depth: usize,
    counts: Vec<&'static str>,
}

fn empty_boards() -> impl Iterator<Item = Row> {
    let rows = data::rows(include_str!("../data/perft.tsv")).skip(1);
    rows.map(|row| {
        let &[board, ko, suicide, pass, depth, ref counts @ ..] = row.as_slice() else {
            panic!("too few fields: {row:?}");
        };
        Row {
            name: format!("{board}::{ko}::{suicide}::{pass}"),
            game: data::game(board.parse().expect("a size"), data::rules(ko, suicide)),
            passes: match pass {
                "pass" => Passes::Counted,
                "nopass" => Passes::LeftOut,
                other => panic!("neither pass nor nopass: {other}"),
            },
            depth: depth.parse().expect("a depth"),
            counts: counts.to_vec(),
        }
    })
}

fn positions() -> impl Iterator<Item = Row> {
    let rows = data::rows(include_str!("../data/perft_positions.tsv")).skip(1);
    rows.map(|row| {
        let &[
            name,
            _,
            _,
            to_move,
            rows,
            ko,
            suicide,
            depth,
            ref counts @ ..,
        ] = row.as_slice()
        else {
            panic!("too few fields: {row:?}");
        };
        let board = diagram::parse(rows).expect("a position");
        let start = Start {
            stones: board.position(),
            handicap: 0,
            to_move: data::color(to_move),
        };
        let rules = data::rules(ko, suicide);
        let game = Game::with_start(board.size(), rules, Komi::default(), start);
        Row {
            name: format!("{name}::{ko}::{suicide}"),
            game: game.expect("a legal position"),
            passes: Passes::Counted,
            depth: depth.parse().expect("a depth"),
            counts: counts.to_vec(),
        }
    })
}
