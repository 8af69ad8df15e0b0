//! Files that `printsgf` replaces as a whole, and those beside them that it leaves alone.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use libtest_mimic::Trial;

use crate::engine::{Engine, ensure};
use crate::files::{Test, folder, names};

/// Returns the tests of this file.
pub(crate) fn trials() -> Vec<Trial> {
    let tests: [(&str, Test); 4] = [
        ("the-names-of-others-are-left-alone", others),
        ("links-are-not-followed", links),
        ("pipes-are-not-waited-for", pipes),
        ("a-full-disk-leaves-the-old-file-or-none", full_disk),
    ];
    tests
        .into_iter()
        .map(|(name, test)| Trial::test(format!("written::{name}"), move || Ok(test()?)))
        .collect()
}

/// The contents of a file that the engine must not touch.
const KEPT: &str = "kept";

/// Writes a file that the engine must not touch.
fn keep(path: &Path) -> Result<(), String> {
    fs::write(path, KEPT).map_err(|error| error.to_string())
}

/// Checks that the engine has not touched a file.
fn is_kept(path: &Path) -> Result<(), String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    ensure(text == KEPT, || format!("{}: {text}", path.display()))
}

/// Checks that a file holds a whole game.
fn is_game(path: &Path) -> Result<(), String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let is_whole = text.starts_with("(;") && text.trim_end().ends_with(')');
    ensure(is_whole, || format!("{}: {text}", path.display()))
}

/// Checks that the engine refuses to write a file.
fn refuses(engine: &mut Engine, name: &str) -> Result<(), String> {
    let answer = engine.ask(&format!("printsgf {name}"))?;
    let refused = !answer.success && answer.text == "cannot write file";
    ensure(refused, || format!("{name}: {answer:?}"))
}

/// Checks that no name beside the given one is written or removed, whatever programs usually append
/// to the names of temporary files.
fn others() -> Result<(), String> {
    let folder = folder("others")?;
    let games = folder.join("games");
    let beside = [
        "user.sgf.part",
        "user.sgf.tmp",
        "user.sgf~",
        ".user.sgf.swp",
    ];
    for name in beside {
        keep(&games.join(name))?;
    }
    let mut engine = Engine::start_in(&folder, &["--sgf-dir", "games"])?;
    engine.must("printsgf user.sgf")?;
    engine.must("printsgf x.part")?;
    engine.must("play b D4")?;
    engine.must("printsgf x")?;
    engine.finish()?;
    for name in beside {
        is_kept(&games.join(name))?;
    }
    for name in ["user.sgf", "x.part", "x"] {
        is_game(&games.join(name))?;
    }
    let part = fs::read_to_string(games.join("x.part")).map_err(|error| error.to_string())?;
    ensure(!part.contains("B["), || part)?;
    ensure(names(&games)?.len() == 7, || format!("{:?}", names(&games)))
}

/// Checks that a link is refused as the file to write, and left alone beside it.
fn links() -> Result<(), String> {
    let folder = folder("links")?;
    let games = folder.join("games");
    let outside = folder.join("outside");
    keep(&outside)?;
    for name in ["to-file.sgf", "beside.sgf.part"] {
        symlink(&outside, games.join(name)).map_err(|error| error.to_string())?;
    }
    for name in ["to-nothing.sgf", "beside.sgf.tmp"] {
        symlink(folder.join("new"), games.join(name)).map_err(|error| error.to_string())?;
    }
    let mut engine = Engine::start_in(&folder, &["--sgf-dir", "games"])?;
    refuses(&mut engine, "to-file.sgf")?;
    refuses(&mut engine, "to-nothing.sgf")?;
    engine.must("printsgf beside.sgf")?;
    engine.finish()?;
    is_kept(&outside)?;
    is_game(&games.join("beside.sgf"))?;
    let metadata = fs::symlink_metadata(games.join("beside.sgf")).map_err(|e| e.to_string())?;
    ensure(metadata.is_file(), || "beside.sgf is a link".to_owned())?;
    let left = names(&folder)?;
    ensure(left == ["games", "outside"], || format!("{left:?}"))
}

/// Checks that pipes and folders are refused as the file to write, and left alone beside it.
fn pipes() -> Result<(), String> {
    let folder = folder("pipes")?;
    let games = folder.join("games");
    for name in ["pipe.sgf", "beside.sgf.part"] {
        let made = Command::new("mkfifo").arg(games.join(name)).status();
        let is_made = made.is_ok_and(|status| status.success());
        ensure(is_made, || "mkfifo fails".to_owned())?;
    }
    fs::create_dir(games.join("folder")).map_err(|error| error.to_string())?;
    let mut engine = Engine::start_in(&folder, &["--sgf-dir", "games"])?;
    refuses(&mut engine, "pipe.sgf")?;
    refuses(&mut engine, "folder")?;
    engine.must("printsgf beside.sgf")?;
    engine.finish()?;
    is_game(&games.join("beside.sgf"))?;
    let left = names(&games)?;
    let expected = ["beside.sgf", "beside.sgf.part", "folder", "pipe.sgf"];
    ensure(left == expected, || format!("{left:?}"))
}

/// Checks that a file that does not fit leaves its predecessor as it was, and nothing else. The
/// limit on the size of files stands for a full disk: writing fails in the middle.
fn full_disk() -> Result<(), String> {
    for blocks in [0, 1] {
        let folder = folder("full")?;
        let games = folder.join("games");
        keep(&games.join("old.sgf"))?;
        let setup = format!("trap '' XFSZ; ulimit -f {blocks}");
        let mut engine = Engine::start_after(&setup, &folder, &["--sgf-dir", "games"])?;
        for _ in 0..1000 {
            engine.must("play b pass")?;
        }
        refuses(&mut engine, "old.sgf")?;
        refuses(&mut engine, "new.sgf")?;
        let printed = engine.must("printsgf")?;
        ensure(printed.len() > 2048, || printed)?;
        let log = engine.finish()?.log;
        ensure(log.matches("[warn] cannot write ").count() == 2, || log)?;
        is_kept(&games.join("old.sgf"))?;
        let left = names(&games)?;
        ensure(left == ["old.sgf"], || format!("{left:?}"))?;
    }
    Ok(())
}
