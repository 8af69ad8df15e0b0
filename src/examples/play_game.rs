//! Level 2 plays a game of 9x9 against the random player, which is printed as SGF.
//!
//! ```sh
//! cargo run --example play_game
//! ```

use ponnuki::board::EyeRule;
use ponnuki::player::{Level, SearchOptions};
use ponnuki::{BoardSize, Game, Komi, Preset, RandomPlayer, play_match, sgf};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rules = Preset::TrompTaylor.rules();
    let mut game = Game::new(BoardSize::square(9)?, rules, Komi::default());
    let level = Level::new(2).ok_or("there is no level 2")?;
    let mut black = level.player(1, EyeRule::default(), &SearchOptions::default());
    let mut white = RandomPlayer::new(2);
    play_match(&mut game, &mut *black, &mut white);
    let record = sgf::Record {
        black: Some("level 2".to_owned()),
        white: Some("random".to_owned()),
        ..sgf::Record::default()
    };
    println!("{}", sgf::write(&game, &record));
    eprintln!("{} after {} moves", game.score(), game.turns().len());
    Ok(())
}

#[test]
fn it_runs() {
    main().unwrap();
}
