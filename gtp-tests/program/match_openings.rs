//! The openings of `ponnuki match` in all their forms, and `ponnuki match openings`,
//! which makes them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Output;

use super::game_record::GameRecord;
use ponnuki::game::Fingerprint;
use ponnuki::{BoardSize, Game, Komi, Move, Rules};

use super::match_files::ponnuki_match;
use super::{Folder, RANDOM, play, records, run, shlex, stderr};

/// Plays games that begin with the openings of a file or folder.
fn played(folder: &Folder, source: &str, games: u32) -> Vec<GameRecord> {
    let out = folder.path("out");
    let _ = fs::remove_file(&out);
    let source = folder.path(source);
    let options = format!(
        "{RANDOM} --games {games} --openings \"{}\"",
        source.display()
    );
    play(&options, &out)
}

/// Returns the source and the opening moves of each game.
fn openings(records: &[GameRecord]) -> Vec<String> {
    let opening = |record: &GameRecord| {
        let opening = record.opening.clone().unwrap();
        let moves = record.moves[..opening.moves].join(" ");
        format!("{} {moves}", opening.from)
    };
    records.iter().map(opening).collect()
}

#[test]
fn a_list_and_a_collection_are_openings() {
    let folder = Folder::new();
    let text = "# centre first\nC3 b2 PASS\n\n  d4\tB4 # corner\n";
    folder.write("list.txt", text);
    let list = ["list.txt:2 C3 B2 pass", "list.txt:4 D4 B4"];
    assert_eq!(
        openings(&played(&folder, "list.txt", 3)),
        [list[0], list[1], list[0]]
    );
    let games = "(;GM[1]SZ[5];B[cc];W[bd](;B[])(;B[aa]))\n(;SZ[5]AB[dd]PL[W];W[bb])";
    let collection = ["C3 B2 pass", "B4"];
    // The end of the name or the first character says what the file is.
    for name in ["games.SGF", "games"] {
        folder.write(name, games);
        let expected = (1..)
            .zip(collection)
            .map(|(n, moves)| format!("{name}:{n} {moves}"));
        assert_eq!(
            openings(&played(&folder, name, 2)),
            expected.collect::<Vec<_>>()
        );
    }
}

#[test]
fn openings_that_cannot_be_played_are_refused_with_their_place() {
    let folder = Folder::new();
    let out = folder.path("out");
    for (name, text, reason) in [
        (
            "a",
            "C3\nC3 F1\n",
            "a, line 2 cannot be an opening: move 2, F1, lies off the board of 5x5",
        ),
        (
            "a",
            "\nC3 C3",
            "a, line 2 cannot be an opening: move 2, C3, is illegal: ",
        ),
        (
            "a",
            "C3 pass pass",
            "a, line 1 cannot be an opening: the game is over after it",
        ),
        (
            "a",
            "C3 x\u{1b}[2J",
            "a, line 1 cannot be an opening: move 2, \"x\\u{1b}[2J\", is neither ",
        ),
        ("a", "# nothing\n\n", "a contains no opening"),
        ("a", "", "a contains no opening"),
        (
            "a.sgf",
            "(;SZ[5];B[cc])(;SZ[9];B[cc])",
            "a.sgf, game 2 cannot be an opening: it is for a board of 9x9",
        ),
        (
            "a.sgf",
            "(;SZ[5];B[cc];W[cc])",
            "a.sgf, game 1 cannot be an opening: move 2 is illegal: ",
        ),
        (
            "a.sgf",
            "(;SZ[5];B[];W[])",
            "a.sgf, game 1 cannot be an opening: the game is over after it",
        ),
        (
            "a.sgf",
            "",
            "a.sgf, game 1 cannot be an opening: no game found",
        ),
    ] {
        let source = folder.write(name, text);
        let options = format!("{RANDOM} --games 2 --openings \"{}\"", source.display());
        let refused = run(&options, &out);
        assert_eq!(refused.status.code(), Some(1), "{text}");
        let error = stderr(&refused);
        assert!(error.contains(reason), "{reason}: {error}");
        assert!(!error.contains('\u{1b}') && !out.exists(), "{error}");
    }
}

#[test]
fn openings_that_are_there_twice_are_named() {
    let folder = Folder::new();
    let list = folder.write("list", "C3 B2 D4\nC3\nD4 B2 C3\nC3 D2 B4\n");
    let options = format!("{RANDOM} --games 4 --openings \"{}\"", list.display());
    let output = run(&options, &folder.path("out"));
    assert!(output.status.success());
    let log = stderr(&output);
    for line in ["list:3", "list:4"] {
        let warning = format!("[warn] the opening {line} leads to the same position as list:1, ");
        assert!(log.contains(&warning), "{log}");
    }
    assert_eq!(log.matches("[warn]").count(), 2, "{log}");
    assert_eq!(records(&folder.path("out")).len(), 4);
}

#[test]
fn no_output_replaces_a_list_of_openings() {
    let folder = Folder::new();
    let list = folder.write("list", "C3\n");
    let options = format!("{RANDOM} --games 2 --openings \"{}\"", list.display());
    let refused = run(&options, &list);
    assert!(
        stderr(&refused).contains("would overwrite"),
        "{}",
        stderr(&refused)
    );
    let game = folder.write("game-000001.sgf", "(;SZ[5];B[cc])");
    let options = format!(
        "{RANDOM} --games 2 --openings \"{}\" --sgf-dir \"{}\"",
        game.display(),
        folder.0.path().display()
    );
    let refused = run(&options, &folder.path("out"));
    let reason = "has the name of a game";
    assert!(stderr(&refused).contains(reason), "{}", stderr(&refused));
    assert_eq!(fs::read_to_string(list).unwrap(), "C3\n");
    assert_eq!(fs::read_to_string(game).unwrap(), "(;SZ[5];B[cc])");
}

#[test]
fn ready_openings_come_with_the_program() {
    let folder = Folder::new();
    let options = RANDOM.replace(
        "--size 5",
        "--size 9 --openings ready --alternate --games 4",
    );
    let records = play(&options, &folder.path("out"));
    let openings = openings(&records);
    assert!(openings[0].starts_with("ready/9x9.txt:"), "{openings:?}");
    assert_eq!(openings[0], openings[1]);
    assert_ne!(openings[0], openings[2]);
    assert!(
        records
            .iter()
            .all(|record| record.opening.as_ref().unwrap().moves == 6)
    );
    let other = run(&format!("{options} --komi 5.5"), &folder.path("komi"));
    assert!(other.status.success());
    let warning = "[warn] the ready openings are balanced for komi 7.5, not 5.5";
    assert!(stderr(&other).contains(warning), "{}", stderr(&other));
    let refused = run(&format!("{RANDOM} --openings ready"), &folder.path("other"));
    assert_eq!(refused.status.code(), Some(1));
    let reason = "there are no ready openings for 5x5, only for 9x9 and 13x13";
    assert!(stderr(&refused).contains(reason), "{}", stderr(&refused));
}

#[test]
fn a_tournament_file_takes_every_form() {
    let folder = Folder::new();
    folder.write("list.txt", "C3 B2\n");
    folder.write("games.sgf", "(;SZ[5];B[cc])");
    fs::create_dir(folder.path("games")).unwrap();
    folder.write("games/a.sgf", "(;SZ[5];B[dd])");
    for (source, size, expected) in [
        ("list.txt", 5, "list.txt:1 C3 B2"),
        ("games.sgf", 5, "games.sgf:1 C3"),
        ("games", 5, "a.sgf D2"),
        ("ready", 9, "ready/9x9.txt:"),
    ] {
        let text = format!(
            "games = 1\nsize = {size}\nmax-moves = 20\nopenings = '{source}'\n\
             [[player]]\nname = 'one'\ncommand = 'ponnuki -q'\n\
             [[player]]\nname = 'two'\ncommand = 'ponnuki -q'\n"
        );
        let file = folder.write("players.toml", &text);
        let out = folder.path(&format!("{source}.jsonl"));
        let records = play(&format!("--tournament \"{}\"", file.display()), &out);
        let openings = openings(&records);
        assert!(openings[0].starts_with(expected), "{openings:?}");
    }
}

/// Runs `ponnuki match openings` with these options.
fn made(options: &str) -> Output {
    let words = shlex(options);
    let command = ["openings".to_owned()].into_iter();
    ponnuki_match(command.chain(words))
}

/// Returns the moves of the openings in a list.
fn lines(text: &str) -> Vec<&str> {
    let contents = text.lines().filter_map(|line| line.split('#').next());
    contents
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect()
}

#[test]
fn openings_are_made_again_by_the_command_in_their_file() {
    let folder = Folder::new();
    let options = "--size 7 --plies 4 --count 5 --within 12.5 --komi 9 --playouts 60 --seed 8";
    let list = folder.path("list.txt");
    let output = made(&format!("{options} -j 3 --out \"{}\"", list.display()));
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(output.stdout.is_empty());
    assert!(
        stderr(&output).starts_with("5 openings in "),
        "{}",
        stderr(&output)
    );
    let text = fs::read_to_string(&list).unwrap();
    let command = text
        .lines()
        .find_map(|line| line.strip_prefix("# ponnuki match openings "));
    let again = made(command.unwrap());
    assert_eq!(String::from_utf8_lossy(&again.stdout), text);
    for word in [
        "--komi 9",
        "--ko positional",
        "--within 12.5",
        "made by Ponnuki ",
    ] {
        assert!(text.contains(word), "{word}: {text}");
    }
    let size = BoardSize::square(7).unwrap();
    let mut positions = BTreeSet::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (moves, winrate) = line.split_once("  # ").unwrap();
        let winrate: f64 = winrate.parse().unwrap();
        assert!((37.5..=62.5).contains(&winrate), "{line}");
        let mut game = Game::new(size, Rules::default(), Komi::default());
        for name in moves.split(' ') {
            let point = size.point_named(name).unwrap();
            game.play(game.to_move(), Move::Play(point)).unwrap();
        }
        assert_eq!(game.turns().len(), 4);
        positions.insert(Fingerprint::of_position(&game).turned);
    }
    assert_eq!(positions.len(), 5);
    // The same openings as SGF, and a match with both.
    let collection = folder.path("games.sgf");
    let output = made(&format!("{options} --out \"{}\"", collection.display()));
    assert!(output.status.success(), "{}", stderr(&output));
    let sgf = fs::read_to_string(&collection).unwrap();
    assert!(
        sgf.contains("Black wins ") && sgf.contains("KM[9]"),
        "{sgf}"
    );
    let begun = |source: &Path| {
        let options = RANDOM.replace("--size 5", "--size 7 --games 5");
        let out = folder.path("out");
        let _ = fs::remove_file(&out);
        let records = play(
            &format!("{options} --openings \"{}\"", source.display()),
            &out,
        );
        let begin = |record: GameRecord| record.moves[..4].join(" ");
        records.into_iter().map(begin).collect::<Vec<_>>()
    };
    assert_eq!(begun(&list), lines(&text));
    assert_eq!(begun(&collection), lines(&text));
}

#[test]
fn too_few_openings_are_an_error_and_write_nothing() {
    let folder = Folder::new();
    let out = folder.path("list.txt");
    for (options, reason) in [
        (
            "--size 1",
            "found only 0 of 100 openings in 1000 tries, the last 1000 without a new one: \
             0 were not balanced, 0 led to a position that had been tried, 1000 had too few moves",
        ),
        (
            "--size 9 --plies 0 --count 1",
            "found only 0 of 1 opening in 1000 tries",
        ),
        (
            "--size 2 --plies 1 --count 2 --within 50",
            "found only 1 of 2 openings in 1001 tries",
        ),
        ("--size 3 --plies 2 --count 1 --komi 100", "opening in "),
    ] {
        let output = made(&format!(
            "{options} --playouts 10 --out \"{}\"",
            out.display()
        ));
        assert_eq!(output.status.code(), Some(1), "{options}");
        assert!(
            stderr(&output).contains(reason),
            "{options}: {}",
            stderr(&output)
        );
        assert!(!out.exists());
    }
    fs::write(&out, "mine").unwrap();
    let refused = made(&format!("--size 9 --out \"{}\"", out.display()));
    assert_eq!(refused.status.code(), Some(1));
    assert!(
        stderr(&refused).contains("exists already"),
        "{}",
        stderr(&refused)
    );
    assert_eq!(fs::read_to_string(&out).unwrap(), "mine");
    let left = fs::read_dir(folder.0.path()).unwrap().count();
    assert_eq!(left, 1);
    for wrong in [
        "",
        "--size 9 --within 0",
        "--size 9 --within nan",
        "--size 9 --count 0",
        "--size 26",
    ] {
        assert_eq!(made(wrong).status.code(), Some(2), "{wrong}");
    }
}
