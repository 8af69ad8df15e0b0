//! A GTP engine with a player of one's own: it plays the first legal point, row by row
//! from A1, that is no true eye.
//!
//! ```sh
//! printf 'boardsize 9\ngenmove b\nshowboard\n' | cargo run --example own_player
//! ```

use std::io;

use ponnuki::board::true_eyes;
use ponnuki::gtp::{Engine, EngineOptions, Session};
use ponnuki::player::{Analysis, Question, StopFlag};
use ponnuki::{Choice, Color, EyeRule, Game, Move, Player};

#[derive(Clone)]
struct FirstPoint;

impl Player for FirstPoint {
    fn new_game(&mut self) {}

    fn think(
        &mut self,
        game: &Game,
        color: Color,
        question: &Question,
        _stop: &StopFlag,
        _report: &mut dyn FnMut(&Analysis),
    ) -> Option<Choice> {
        if let Question::Analysis(_) = question {
            return None; // It judges no moves, so there is nothing to report.
        }
        let eyes = true_eyes(game.board(), color, EyeRule::default());
        let mut points = (game.board().empty() - eyes).iter();
        let point = points.find(|&point| game.check(color, point).is_ok());
        Some(Choice::Move(point.map_or(Move::Pass, Move::Play)))
    }

    fn fresh(&self, _game: &Game, _color: Color) -> Box<dyn Player> {
        Box::new(self.clone())
    }

    fn thinks(&self) -> bool {
        false
    }

    fn seed(&self) -> u64 {
        0
    }

    fn set_seed(&mut self, _seed: u64) {}
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
