//! Prints the illegal moves and other defects of all games in SGF files.
//!
//! ```sh
//! cargo run --example check_sgf game.sgf collection.sgf
//! ```

use std::fs::File;
use std::io;
use std::path::Path;

use ponnuki::estimate::judged_stones;
use ponnuki::sgf::Games;
use ponnuki::sgf::check::{CheckOptions, Checker};

fn check(path: &Path) -> io::Result<()> {
    let mut checker = Checker::new(CheckOptions {
        score: Some(judged_stones),
        ..CheckOptions::default()
    });
    for game in Games::new(File::open(path)?) {
        let game = game?;
        let result = checker.check(&game);
        let (number, moves) = (game.number, result.moves);
        println!("{} {number}: {moves} moves", path.display());
        for finding in result.findings {
            println!("  {finding:?}");
        }
    }
    Ok(())
}

fn main() -> io::Result<()> {
    let mut paths = std::env::args_os().skip(1);
    paths.try_for_each(|path| check(Path::new(&path)))
}

#[test]
fn it_checks_a_file() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    check(&folder.join("gtp-tests/gtp/sgf/captures.sgf")).unwrap();
}
