//! Files that `printsgf` replaces as a whole, and those beside them that it leaves alone.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;

use libtest_mimic::Trial;

use crate::engine::Engine;
#[cfg(target_os = "linux")]
use crate::engine::Pace;
use crate::files::{NOT_WRITTEN, with_games};
use ponnuki_testing::Folder;
use ponnuki_testing::trial;

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        trial("written::the-names-of-others-are-left-alone", others),
        // Other file systems take only UTF-8.
        #[cfg(target_os = "linux")]
        trial("written::names-keep-their-bytes", bytes),
        trial("written::links-are-not-followed", links),
        trial("written::pipes-are-not-waited-for", pipes),
        trial(
            "written::a-full-disk-leaves-the-old-file-or-none",
            full_disk,
        ),
    ]
}

/// The contents of a file that the engine must not touch.
const KEPT: &str = "kept";

/// Checks that a name that is not UTF-8 is used as it is, for writing and for reading.
#[cfg(target_os = "linux")]
fn bytes() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let (folder, engine) = with_games("");
    let lines = b"printsgf caf\xe9.sgf\nloadsgf games/caf\xe9.sgf\n";
    engine.send(lines.to_vec(), Pace::Whole);
    let ended = engine.finish();
    assert_eq!(ended.output, b"= \n\n= \n\n", "{}", ended.log);
    let mut files = fs::read_dir(folder.path("games")).unwrap();
    let name = files.next().unwrap().unwrap().file_name();
    assert_eq!(name, OsStr::from_bytes(b"caf\xe9.sgf"));
}

fn is_game(folder: &Folder, name: &str) {
    let text = folder.read(name);
    let is_whole = text.starts_with("(;") && text.trim_end().ends_with(')');
    assert!(is_whole, "{name}: {text}");
}

/// Checks that no name beside the given one is written or removed, whatever programs usually append
/// to the names of temporary files.
fn others() {
    let (folder, mut engine) = with_games("");
    let beside = [
        "games/user.sgf.part",
        "games/user.sgf.tmp",
        "games/user.sgf~",
        "games/.user.sgf.swp",
    ];
    for name in beside {
        folder.write(name, KEPT);
    }
    engine.must("printsgf user.sgf");
    engine.must("printsgf x.part");
    engine.must("play b D4");
    engine.must("printsgf x");
    engine.finish();
    for name in beside {
        assert_eq!(folder.read(name), KEPT);
    }
    for name in ["games/user.sgf", "games/x.part", "games/x"] {
        is_game(&folder, name);
    }
    assert!(!folder.read("games/x.part").contains("B["));
    assert_eq!(folder.names_in("games").len(), 7);
}

/// Checks that a link is refused as the file to write, and left alone beside it.
fn links() {
    let (folder, mut engine) = with_games("");
    folder.write("outside", KEPT);
    for (target, name) in [
        ("outside", "to-file.sgf"),
        ("outside", "beside.sgf.part"),
        ("new", "to-nothing.sgf"),
        ("new", "beside.sgf.tmp"),
    ] {
        let link = folder.path("games").join(name);
        symlink(folder.path(target), link).unwrap();
    }
    engine.refuses("printsgf to-file.sgf", NOT_WRITTEN);
    engine.refuses("printsgf to-nothing.sgf", NOT_WRITTEN);
    engine.must("printsgf beside.sgf");
    engine.finish();
    assert_eq!(folder.read("outside"), KEPT);
    is_game(&folder, "games/beside.sgf");
    let written = fs::symlink_metadata(folder.path("games/beside.sgf"));
    assert!(written.unwrap().is_file(), "beside.sgf is a link");
    assert_eq!(folder.names(), ["games", "outside"]);
}

/// Checks that pipes and folders are refused as the file to write, and left alone beside it.
fn pipes() {
    let (folder, mut engine) = with_games("");
    let mut mkfifo = Command::new("mkfifo");
    mkfifo.arg(folder.path("games/pipe.sgf"));
    mkfifo.arg(folder.path("games/beside.sgf.part"));
    assert!(mkfifo.status().unwrap().success());
    fs::create_dir(folder.path("games/folder")).unwrap();
    engine.refuses("printsgf pipe.sgf", NOT_WRITTEN);
    engine.refuses("printsgf folder", NOT_WRITTEN);
    engine.must("printsgf beside.sgf");
    engine.finish();
    is_game(&folder, "games/beside.sgf");
    let expected = ["beside.sgf", "beside.sgf.part", "folder", "pipe.sgf"];
    assert_eq!(folder.names_in("games"), expected);
}

/// Checks that a file that does not fit leaves its predecessor as it was, and nothing else. The
/// limit on the size of files stands for a full disk: writing fails in the middle.
fn full_disk() {
    for blocks in [0, 1] {
        let folder = Folder::with_files(&[("games/old.sgf", KEPT)]);
        let setup = format!("trap '' XFSZ; ulimit -f {blocks}");
        let mut engine = Engine::start_after(&setup, &folder.path(""), "--sgf-dir games");
        for _ in 0..1000 {
            engine.must("play b pass");
        }
        engine.refuses("printsgf old.sgf", NOT_WRITTEN);
        engine.refuses("printsgf new.sgf", NOT_WRITTEN);
        assert!(engine.must("printsgf").len() > 2048);
        let log = engine.finish().log;
        assert_eq!(log.matches("[warn] cannot write ").count(), 2, "{log}");
        assert_eq!(folder.read("games/old.sgf"), KEPT);
        assert_eq!(folder.names_in("games"), ["old.sgf"]);
    }
}
