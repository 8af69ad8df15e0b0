//! Playouts of the crate goban under its superko rule, with a uniform draw from the empty
//! points that its game allows and that are not its eyes.

use goban::pieces::stones::Stone;
use goban::rules::game::Game;
use goban::rules::{CHINESE, GobanSizes, Move};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::contest::{Contestant, Work};

pub struct GobanPlayouts {
    size: usize,
    random: Xoshiro256PlusPlus,
    black_wins: u64,
}

impl GobanPlayouts {
    pub fn new(size: usize) -> Self {
        Self {
            size,
            random: Xoshiro256PlusPlus::seed_from_u64(1),
            black_wins: 0,
        }
    }

    fn draw(&mut self, game: &Game) -> Move {
        let mut points: Vec<_> = game.pseudo_legals().collect();
        while !points.is_empty() {
            let number = ((self.random.next_u64() >> 32) as usize * points.len()) >> 32;
            let point = points.swap_remove(number);
            let stone = Stone {
                coord: point,
                color: game.turn(),
            };
            if !game.check_eye(stone) && game.check_point(point).is_none() {
                return point.into();
            }
        }
        Move::Pass
    }
}

impl Contestant for GobanPlayouts {
    fn name(&self) -> String {
        "goban 0.20.1, superko".to_owned()
    }

    fn work(&mut self) -> Work {
        let size = GobanSizes::Custom(self.size, self.size);
        let mut game = Game::new(size, CHINESE);
        let mut moves = 0;
        while !game.is_over() && moves < 3 * (self.size * self.size) as u64 {
            let choice = self.draw(&game);
            game.play(choice);
            moves += 1;
        }
        let (black, white) = game.calculate_score();
        self.black_wins += u64::from(black > white);
        Work { moves, playouts: 1 }
    }
}
