//! A GTP engine with a player of one's own: it plays the first legal point, row by row
//! from A1, that is no true eye.
//!
//! ```sh
//! printf 'boardsize 9\ngenmove b\nshowboard\n' | cargo run --example own_player
//! ```

use std::io;

use ponnuki::board::true_eyes;
use ponnuki::gtp::{Engine, EngineOptions, Session};
use ponnuki::player::StopFlag;
use ponnuki::{Choice, Color, EyeRule, Game, Move, Player};

struct FirstPoint;

impl Player for FirstPoint {
    fn choose(&mut self, game: &Game, color: Color, _stop: &StopFlag) -> Choice {
        let eyes = true_eyes(game.board(), color, EyeRule::default());
        let first = (game.legal_points(color) - eyes).iter().next();
        Choice::Move(first.map_or(Move::Pass, Move::Play))
    }
}

fn main() -> io::Result<()> {
    let engine = Engine::with_player(EngineOptions::new(0), Box::new(FirstPoint));
    Session::run(io::stdin(), io::stdout(), engine)
}

#[test]
fn it_answers() {
    let engine = Engine::with_player(EngineOptions::new(0), Box::new(FirstPoint));
    let mut responder = ponnuki::gtp::Responder::new(engine);
    assert_eq!(
        responder.answer(b"genmove b\ngenmove w"),
        b"= A1\n\n= B1\n\n"
    );
}
