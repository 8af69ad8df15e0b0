//! Reads bytes as a game and compares it with the naive twin.
//!
//! ```text
//! byte 0   width and height, four bits each: 1 to 6 (15 means 19, 14 means 9)
//! byte 1   ko rule and suicide rule; the top bit selects hashes of four bits
//! byte 2   the number of bytes of setup stones that follow, with two bits per
//!          point; the top bit is the side to move
//! then     actions of one or two bytes: a play, a pass, an undo, ...
//! ```

use ponnuki_core::{BoardSize, Color, Game, KoRule, Komi, Move, Rules, Start, Suicide};

use crate::compare::{self, Tally};
use crate::draw;
use crate::grid::{self, Grid};
use crate::twin::Twin;

/// The limit on the length of a game. Longer games are left to the random games.
const MOST_ACTIONS: usize = 200;

/// The number of actions between full comparisons; one more is made at the end.
const COMPARED_EVERY: usize = 16;

pub fn play(bytes: &[u8]) {
    let mut bytes = bytes.iter().copied();
    let mut next = || bytes.next();
    let (Some(sides), Some(rules), Some(setup)) = (next(), next(), next()) else {
        return;
    };
    let size = BoardSize::new(side(sides >> 4), side(sides & 15)).expect("sides are 1 to 25");
    let grid = Grid::new(size.width(), size.height());
    let mut board = grid.empty_board();
    let to_move = Color::BOTH[usize::from(setup >> 7)];
    for group in 0..usize::from(setup & 31) {
        let Some(byte) = next() else { return };
        for part in 0..4 {
            let letter =
                [grid::EMPTY, b'X', b'O', grid::EMPTY][usize::from(byte >> (2 * part) & 3)];
            if let Some(point) = board.get_mut(4 * group + part) {
                *point = letter;
            }
        }
    }
    let mut game = Game::new(size, rules_of(rules), Komi::default());
    if rules >> 7 != 0 {
        game.weaken_hash(0xf);
    }
    let start = Start {
        stones: draw::stones(&game, &board),
        handicap: 0,
        to_move,
    };
    draw::begin_or_refuse(&mut game, start, &grid, &board);
    if draw::breathing(&grid, board.clone()) != board {
        return;
    }
    let Rules { ko, suicide, .. } = game.rules();
    let mut twin = Twin::new(grid, ko, suicide, board, to_move);
    for number in 1..=MOST_ACTIONS {
        let Some(action) = next() else { break };
        act(&mut game, &mut twin, action, &mut next);
        if number % COMPARED_EVERY == 0 {
            compare::compare(&game, &twin, &mut Tally::default());
        }
    }
    compare::compare(&game, &twin, &mut Tally::default());
}

fn side(bits: u8) -> usize {
    match bits {
        15 => 19,
        14 => 9,
        bits => usize::from(bits) % 6 + 1,
    }
}

fn rules_of(bits: u8) -> Rules {
    let bits = usize::from(bits & 0x7f);
    Rules {
        ko: KoRule::ALL[bits % KoRule::ALL.len()],
        suicide: Suicide::ALL[bits / KoRule::ALL.len() % Suicide::ALL.len()],
        ..Rules::default()
    }
}

/// Performs one action. The top bit means that the other colour plays; the largest
/// values of the remaining bits stand for actions other than a play.
fn act(game: &mut Game, twin: &mut Twin, action: u8, next: &mut impl FnMut() -> Option<u8>) {
    let out_of_turn = action >> 7 != 0;
    let color = if out_of_turn {
        !twin.to_move
    } else {
        twin.to_move
    };
    match action & 0x7f {
        0x7f => {
            assert_eq!(game.undo().is_some(), !twin.turns.is_empty());
            twin.undo();
        }
        0x7e => {
            game.play(color, Move::Pass).expect("a pass is legal");
            twin.pass(color);
        }
        0x7d => {
            game.set_to_move(color);
            twin.set_to_move(color);
        }
        0x7c => {
            let number = usize::from(next().unwrap_or(0)) % twin.grid.area();
            compare::mark_dead(game, twin, number);
        }
        low => {
            // Larger boards need another byte.
            let high = if twin.grid.area() > 0x7c {
                next().unwrap_or(0)
            } else {
                0
            };
            let number = (usize::from(high) * 0x7c + usize::from(low)) % twin.grid.area();
            play_point(game, twin, color, number);
        }
    }
}

fn play_point(game: &mut Game, twin: &mut Twin, color: Color, number: usize) {
    let at = compare::point(game, number);
    let (after, verdict) = twin.judge(color, number);
    let preview = game.judge(color, at);
    let played = game.play(color, Move::Play(at)).map(|_| ());
    assert_eq!(
        played,
        verdict,
        "{color} on point {number}:\n{}",
        twin.picture()
    );
    if let (Ok(()), Some(after)) = (verdict, after) {
        assert_eq!(preview.map(|preview| preview.hash), Ok(game.board().hash()));
        twin.play(color, number, after);
    }
}
