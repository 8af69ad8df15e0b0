//! Random games that the library and the naive twin play side by side.
//!
//! Moves are chosen by the twin's verdicts, with a preference for captures and,
//! where they are legal, suicides. This makes ko and superko frequent on small
//! boards. The same colour may move twice; games start from handicap and setup
//! stones, continue after two passes, and are undone to any depth.

use std::panic::{self, AssertUnwindSafe};

use libtest_mimic::Trial;
use ponnuki_core::rules::Scoring;
use ponnuki_core::{
    Color, Game, HandicapBonus, IllegalMove, KoRule, Komi, Move, RandomStream, Rules, Start,
    Suicide,
};

use ponnuki_testing::compare::{self, Tally, Verdicts};
use ponnuki_testing::draw::{self, below, chance, color, size};
use ponnuki_testing::grid::Grid;
use ponnuki_testing::proof::{self, Figures};
use ponnuki_testing::trial;
use ponnuki_testing::twin::Twin;

/// The number of moves in a plain `cargo test`, over all rules together.
const MOVES: usize = 50_000;

/// The masks with which the superko history uses the whole hash, four bits of it,
/// or none. Each gets the number of moves divided by its last field.
const HASHES: [(&str, u64, usize); 3] = [
    ("whole hash", u64::MAX, 1),
    ("4-bit hash", 0xf, 5),
    ("no hash", 0, 5),
];

pub(crate) fn trials(figures: &Figures) -> Vec<Trial> {
    let moves = proof::number("PONNUKI_TWIN_MOVES").unwrap_or(MOVES);
    let combinations = KoRule::ALL.len() * Suicide::ALL.len();
    let mut trials = Vec::new();
    for (hash, mask, share) in HASHES {
        for ko in KoRule::ALL {
            for suicide in Suicide::ALL {
                let moves = moves.div_ceil(combinations * share);
                let figures = figures.clone();
                let name = format!("twin::{ko}::{suicide}::{}", hash.replace(' ', "-"));
                let seed = trials.len() as u64;
                trials.push(trial(name, move || {
                    let tally = run(ko, suicide, mask, moves, seed);
                    tally.note(&figures, hash);
                }));
            }
        }
    }
    trials
}

/// Plays games under one rule combination until `moves` moves are made.
fn run(ko: KoRule, suicide: Suicide, mask: u64, moves: usize, seed: u64) -> Tally {
    let rules = Rules {
        ko,
        suicide,
        ..Rules::default()
    };
    let mut game = Game::new(size(1, 1), rules, Komi::default());
    game.weaken_hash(mask);
    let mut tally = Tally::default();
    while tally.get("moves") < moves {
        let number = tally.get("games") as u64;
        let mut pair = Pair::begin(game, rules, RandomStream::new(seed, number), number);
        let played = panic::catch_unwind(AssertUnwindSafe(|| {
            pair.play_game(&mut tally);
        }));
        if let Err(panic) = played {
            let size = pair.game.size();
            let number_of_move = pair.twin.turns.len();
            eprintln!(
                "{ko}, suicide {suicide}, {size}, seed {seed}, game {number}, \
                 move {number_of_move}, hash mask {mask:#x}\nthe twin's board:\n{}",
                pair.twin.picture()
            );
            panic::resume_unwind(panic);
        }
        tally.add("games", 1);
        game = pair.game;
    }
    tally
}

struct Pair {
    game: Game,
    twin: Twin,
    random: RandomStream,
    moves_left: usize,
}

impl Pair {
    /// Begins a new game in the same `Game`, which must forget the previous one.
    fn begin(mut game: Game, rules: Rules, mut random: RandomStream, number: u64) -> Self {
        let (size, moves_left) = draw::size_and_moves(&mut random, number);
        let grid = Grid::new(size.width(), size.height());
        game.resize(size);
        let bonuses = [
            HandicapBonus::Nothing,
            HandicapBonus::Stones,
            HandicapBonus::StonesMinusOne,
        ];
        let rules = Rules {
            handicap_bonus: bonuses[below(&mut random, 3)],
            scoring: Scoring::ALL[number as usize % 2],
            has_button: number.is_multiple_of(3),
            ..rules
        };
        game.set_rules(rules);
        game.set_komi(draw::komi(&mut random));
        let (board, handicap) = draw::start(&grid, &mut random);
        let to_move = color(&mut random);
        let start = Start {
            stones: draw::stones(&game, &board),
            handicap,
            to_move,
        };
        draw::begin_or_refuse(&mut game, start, &grid, &board);
        let breathing = draw::breathing(&grid, board);
        let begun = Start {
            stones: draw::stones(&game, &breathing),
            ..start
        };
        assert_eq!(game.begin(begun), Ok(()));
        let mut twin = Twin::new(grid, rules.ko, rules.suicide, breathing, to_move);
        twin.has_button = rules.has_button;
        Self {
            game,
            twin,
            random,
            moves_left,
        }
    }

    fn play_game(&mut self, tally: &mut Tally) {
        let mut verdicts = compare::compare(&self.game, &self.twin, tally);
        while self.moves_left > 0 {
            self.disturb(tally);
            if chance(&mut self.random, 1) && chance(&mut self.random, 10) {
                self.change_rules();
                verdicts = compare::compare(&self.game, &self.twin, tally);
            }
            self.try_illegal(&verdicts, tally);
            if chance(&mut self.random, 3) {
                self.explore(&verdicts, tally);
            } else if chance(&mut self.random, 4) && !self.twin.turns.is_empty() {
                self.undo(tally);
            } else {
                self.moves_left -= 1;
                tally.add("moves", 1);
                self.make_move(&verdicts, tally);
            }
            verdicts = compare::compare(&self.game, &self.twin, tally);
        }
    }

    /// Makes changes other than moves: dead marks, resignations, the side to move.
    fn disturb(&mut self, tally: &mut Tally) {
        if chance(&mut self.random, 5) {
            for _ in 0..=below(&mut self.random, 2) {
                self.mark_dead();
            }
            compare::compare_area(&self.game, &self.twin);
            if chance(&mut self.random, 30) {
                self.game.clear_dead();
                self.twin.dead.clear();
                compare::compare_area(&self.game, &self.twin);
            }
        }
        if chance(&mut self.random, 1) {
            let loser = color(&mut self.random);
            self.game.resign(loser);
            self.twin.resigned = Some(loser);
            assert_eq!(self.game.outcome(), self.twin.outcome());
        }
        if chance(&mut self.random, 1) {
            let color = color(&mut self.random);
            self.game.set_to_move(color);
            self.twin.set_to_move(color);
            compare::compare(&self.game, &self.twin, tally);
        }
    }

    fn change_rules(&mut self) {
        let ko = KoRule::ALL[below(&mut self.random, KoRule::ALL.len())];
        let suicide = Suicide::ALL[below(&mut self.random, Suicide::ALL.len())];
        self.game.set_rules(Rules {
            ko,
            suicide,
            ..self.game.rules()
        });
        (self.twin.ko, self.twin.suicide) = (ko, suicide);
    }

    fn mark_dead(&mut self) {
        let number = below(&mut self.random, self.twin.grid.area());
        compare::mark_dead(&mut self.game, &mut self.twin, number);
    }

    /// Tries illegal plays, which must be refused for the twin's reason and change nothing.
    fn try_illegal(&mut self, verdicts: &[Verdicts; 2], tally: &mut Tally) {
        let before = (*self.game.board()).clone();
        let color = color(&mut self.random);
        let number = below(&mut self.random, self.twin.grid.area());
        if let (_, Err(reason)) = verdicts[color as usize][number] {
            let at = compare::point(&self.game, number);
            let refused = self.game.play(color, Move::Play(at)).map(|_| ());
            assert_eq!(refused, Err(reason));
        }
        // A point of the largest board lies elsewhere on this board's grid, in
        // which one column of wall follows each row.
        let beyond = size(25, 25).points::<{ ponnuki_core::board::MAX_WORDS }>();
        let beyond = beyond
            .choose(&mut self.random)
            .expect("the board has points");
        let (width, height) = (self.twin.grid.width, self.twin.grid.height);
        let (column, row) = (beyond.index() % (width + 1), beyond.index() / (width + 1));
        if column == width || row >= height {
            let refused = self.game.play(color, Move::Play(beyond)).map(|_| ());
            assert_eq!(refused, Err(IllegalMove::OffBoard), "{beyond:?}");
            tally.add("refused as off the board", 1);
        }
        assert_eq!(*self.game.board(), before, "a refused play changes nothing");
        assert_eq!(self.game.turns().len(), self.twin.turns.len());
    }

    fn undo(&mut self, tally: &mut Tally) {
        let played = self.twin.turns.len();
        let depth = match below(&mut self.random, 10) {
            0 => played,
            1 | 2 => 1 + below(&mut self.random, played),
            _ => 1 + below(&mut self.random, played.min(8)),
        };
        for _ in 0..depth {
            let undone = self.game.undo().expect("a move is left");
            let turn = self.twin.turns.last().expect("a move is left");
            assert_eq!(undone.color, turn.color);
            self.twin.undo();
        }
        if depth == played {
            assert_eq!(self.game.undo(), None);
        }
        tally.add("moves taken back", depth);
    }

    /// Explores a move, which must leave the game unchanged.
    fn explore(&mut self, verdicts: &[Verdicts; 2], tally: &mut Tally) {
        let color = color(&mut self.random);
        let chosen = choose(&mut self.random, &verdicts[color as usize]);
        let at = |number| Move::Play(compare::point(&self.game, number));
        let action = chosen.map_or(Move::Pass, at);
        let twin = &mut self.twin;
        play_twin(twin, color, chosen, verdicts);
        let explored = self.game.explore(color, action, |game| {
            compare::compare(game, twin, tally);
        });
        assert_eq!(explored, Ok(()));
        self.twin.undo();
    }

    fn make_move(&mut self, verdicts: &[Verdicts; 2], tally: &mut Tally) {
        let out_of_turn = chance(&mut self.random, 8);
        let color = if out_of_turn {
            !self.twin.to_move
        } else {
            self.twin.to_move
        };
        let chosen = if chance(&mut self.random, 4) {
            None
        } else {
            choose(&mut self.random, &verdicts[color as usize])
        };
        play_twin(&mut self.twin, color, chosen, verdicts);
        let Some(number) = chosen else {
            self.game
                .play(color, Move::Pass)
                .expect("a pass is always legal");
            return;
        };
        let at = compare::point(&self.game, number);
        let preview = self.game.judge(color, at).expect("a legal point");
        let turn = *self
            .game
            .play(color, Move::Play(at))
            .expect("a legal point");
        assert_eq!(self.game.turns().last(), Some(&turn));
        assert_eq!(self.game.board().hash(), preview.hash);
        let is_suicide = !turn.suicided.is_empty();
        tally.add("suicides played", usize::from(is_suicide));
        tally.add("no result", usize::from(turn.repeats.is_some()));
    }
}

/// Makes a move on the twin that the twin judged legal.
fn play_twin(twin: &mut Twin, color: Color, chosen: Option<usize>, verdicts: &[Verdicts; 2]) {
    let Some(number) = chosen else {
        twin.pass(color);
        return;
    };
    let after = verdicts[color as usize][number].0.clone();
    twin.play(color, number, after.expect("a legal point is empty"));
}

/// Chooses a legal point: often a capture, sometimes a suicide, otherwise any.
fn choose(random: &mut RandomStream, verdicts: &Verdicts) -> Option<usize> {
    let (captures, suicides) = (chance(random, 40), chance(random, 15));
    let mut legal = Vec::new();
    let mut preferred = Vec::new();
    for (number, (after, verdict)) in verdicts.iter().enumerate() {
        if let (Some(after), Ok(())) = (after, verdict) {
            legal.push(number);
            if captures && !after.captured.is_empty() || suicides && !after.lost.is_empty() {
                preferred.push(number);
            }
        }
    }
    let from = if preferred.is_empty() {
        legal
    } else {
        preferred
    };
    (!from.is_empty()).then(|| from[below(random, from.len())])
}
