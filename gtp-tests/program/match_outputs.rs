//! The files that `ponnuki match` writes: which ones it continues, which ones it
//! refuses to overwrite, and what it leaves behind when writing fails.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use super::match_files::{merging, ponnuki_match};
use super::{Folder, RANDOM, play, records, run, stderr};

/// Returns the names of the files in a folder, sorted.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// Checks that a command fails with this reason and prints nothing else.
fn assert_refused(output: &Output, reason: &str) {
    let message = stderr(output);
    assert_eq!(output.status.code(), Some(1), "{reason}: {message}");
    assert!(message.contains(reason), "{reason}: {message}");
    assert_eq!(message.lines().count(), 1, "{message}");
    assert!(output.stdout.is_empty());
}

#[test]
fn only_a_file_of_the_match_is_continued() {
    let folder = Folder::new();
    let options = format!("{RANDOM} --games 3");
    let whole_path = folder.path("whole");
    let whole = play(&options, &whole_path);
    let text = fs::read_to_string(&whole_path).unwrap();
    for content in [
        r#"{"name":"my-app","version":"1.0.0"}"#,
        "<!DOCTYPE html><title>Mine</title>",
        "my precious thesis",
        "my precious thesis\n",
        &(text.clone() + "and a note"),
        &text.replacen("\"komi\"", "\"note\"", 1),
    ] {
        let file = folder.write("mine", content);
        for resume in ["--resume", ""] {
            let refused = run(&format!("{options} {resume}"), &file);
            assert_eq!(refused.status.code(), Some(1), "{content}");
            assert_eq!(fs::read_to_string(&file).unwrap(), content);
        }
        let report = ponnuki_match([Path::new("report"), &file]);
        assert_eq!(report.status.code(), Some(1), "{content}");
        assert!(!stderr(&report).contains("--resume"), "{}", stderr(&report));
    }
    // A match that is killed leaves the beginning of a record, or a record that
    // lacks only its line feed. The first is played again, the second is kept.
    let second = text.match_indices('\n').nth(1).unwrap().0;
    for (end, repairs) in [
        (second, false),
        (second - 1, true),
        (second - 900, true),
        (1, true),
    ] {
        let file = folder.write("killed", &text[..end]);
        let resumed = run(&format!("{options} --resume"), &file);
        assert!(resumed.status.success(), "{end}: {}", stderr(&resumed));
        assert_eq!(
            stderr(&resumed).contains("middle of a line"),
            repairs,
            "{end}"
        );
        assert_eq!(records(&file), whole, "{end}");
    }
    // Both kept games come from the first run, with their times.
    let file = folder.write("killed", &text[..second]);
    assert!(run(&format!("{options} --resume"), &file).status.success());
    assert!(
        fs::read_to_string(&file)
            .unwrap()
            .starts_with(&text[..=second])
    );
}

#[test]
fn no_output_is_an_input_or_another_output() {
    let folder = Folder::new();
    let results = folder.path("results.jsonl");
    play(&format!("{RANDOM} --games 2"), &results);
    let text = fs::read_to_string(&results).unwrap();
    let other_path = folder.0.path().join("sub/../results.jsonl");
    fs::create_dir(folder.path("sub")).unwrap();
    let hard = folder.path("hard");
    fs::hard_link(&results, &hard).unwrap();
    let same = [results.clone(), other_path, hard];
    #[cfg(unix)]
    let same = {
        let link = folder.path("link");
        std::os::unix::fs::symlink(&results, &link).unwrap();
        [&same[..], &[link]].concat()
    };
    let before = names(folder.0.path());
    for path in &same {
        for option in ["--html", "--ratings-svg"] {
            let arguments = [Path::new("report"), &results, Path::new(option), path];
            assert_refused(&ponnuki_match(arguments), "which the command reads");
        }
        assert_refused(&merging(&[path], &results), "which the command reads");
    }
    let page = folder.path("page");
    let dotted = folder.0.path().join("sub/../page");
    let twice = [
        Path::new("report"),
        &results,
        Path::new("--html"),
        &page,
        Path::new("--ratings-svg"),
        &dotted,
    ];
    assert_refused(&ponnuki_match(twice), "--html");
    assert_eq!(fs::read_to_string(&results).unwrap(), text);
    assert_eq!(names(folder.0.path()), before);

    let players = "games = 2\nsize = 5\n[[player]]\nname = 'a'\ncommand = 'ponnuki -q'\n\
                   [[player]]\nname = 'b'\ncommand = 'ponnuki -q'\n";
    let file = folder.write("players.toml", players);
    let options = format!("--tournament \"{}\"", file.display());
    assert_refused(&run(&options, &file), "which the command reads");
    assert_eq!(fs::read_to_string(&file).unwrap(), players);
    let log = format!("{RANDOM} --games 2 --log-file \"{}\"", page.display());
    assert_refused(&run(&log, &page), "name the same file");
}

#[test]
fn an_estimate_does_not_replace_its_game() {
    let folder = Folder::new();
    let game = folder.write("a.sgf", "(;SZ[5];B[cc])");
    fs::create_dir(folder.path("sub")).unwrap();
    let dotted = folder.0.path().join("sub/../a.sgf");
    let estimate = |svg: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ponnuki"));
        command.arg("estimate").arg(&game).arg("--svg").arg(svg);
        command.arg("--playouts=10").output().unwrap()
    };
    for path in [&game, &dotted] {
        assert_refused(&estimate(path), "which the command reads");
        assert_eq!(fs::read_to_string(&game).unwrap(), "(;SZ[5];B[cc])");
    }
    assert!(estimate(&folder.path("a.svg")).status.success());
    #[cfg(unix)]
    {
        let link = folder.path("link.svg");
        std::os::unix::fs::symlink(folder.path("elsewhere"), &link).unwrap();
        assert_refused(&estimate(&link), "not a regular file");
        assert!(!folder.path("elsewhere").exists());
    }
}

#[test]
fn a_folder_with_other_games_is_refused() {
    let folder = Folder::new();
    let games = folder.path("games");
    let options = format!("{RANDOM} --games 4 --sgf-dir \"{}\"", games.display());
    let out = folder.path("out");
    let whole = play(&options, &out);
    let first = fs::read_to_string(games.join("game-000000.sgf")).unwrap();

    // The same match again, and another one, resumed or not.
    let again = folder.path("again");
    assert_refused(&run(&options, &again), "continue it with --resume");
    let other = options.replace("--games 4", "--games 4 --seed 7");
    assert_refused(&run(&other, &again), "no game of this match");
    assert_refused(
        &run(&format!("{other} --resume"), &again),
        "no game of this match",
    );
    assert_eq!(
        fs::read_to_string(games.join("game-000000.sgf")).unwrap(),
        first
    );
    assert!(!again.exists());

    // The resumed match writes the games that it plays. A game that was written
    // before its record was, when the match was killed, is written again.
    let text = fs::read_to_string(&out).unwrap();
    let end = text.match_indices('\n').nth(1).unwrap().0;
    fs::write(&out, &text[..=end]).unwrap();
    // The runs that were interrupted or killed have left parts of games.
    fs::write(games.join(".ponnuki-unfinished-a1B2c3a1B2c3"), "(;").unwrap();
    for game in ["game-000001", "game-000003"] {
        let (whole, part) = (format!("{game}.sgf"), format!("{game}-unfinished.sgf"));
        fs::copy(games.join(whole), games.join(part)).unwrap();
    }
    let more = options.replace("--games 4", "--games 6");
    assert_eq!(play(&format!("{more} --resume"), &out)[..4], whole);
    assert_eq!(
        fs::read_to_string(games.join("game-000000.sgf")).unwrap(),
        first
    );
    assert_eq!(names(&games).len(), 6);

    // Shards of one match share a folder.
    let shared = folder.path("shared");
    let options = format!("{RANDOM} --games 6 --sgf-dir \"{}\"", shared.display());
    for shard in ["1/2", "2/2"] {
        play(
            &format!("{options} --shard {shard}"),
            &folder.path(&shard.replace('/', "-")),
        );
    }
    assert_eq!(names(&shared).len(), 6);

    // Other files do not matter, but links under the name of a game do.
    fs::remove_dir_all(&shared).unwrap();
    fs::create_dir(&shared).unwrap();
    fs::write(shared.join("joseki.sgf"), "(;)").unwrap();
    play(&options, &folder.path("third"));
    #[cfg(unix)]
    {
        let target = folder.write("target", "kept");
        fs::remove_file(shared.join("game-000003.sgf")).unwrap();
        std::os::unix::fs::symlink(&target, shared.join("game-000003.sgf")).unwrap();
        let resumed = run(&format!("{options} --resume"), &folder.path("third"));
        assert_refused(&resumed, "no game of this match");
        assert_eq!(fs::read_to_string(target).unwrap(), "kept");
    }
}

#[test]
fn the_folder_of_the_games_holds_no_other_file_of_the_match() {
    let folder = Folder::new();
    let games = folder.path("games");
    fs::create_dir(&games).unwrap();
    fs::write(games.join("game-000000.sgf"), "(;SZ[5];B[cc])").unwrap();
    let openings = format!(
        "{RANDOM} --games 2 --openings \"{0}\" --sgf-dir \"{0}\"",
        games.display()
    );
    assert_refused(&run(&openings, &folder.path("out")), "the openings are in");
    let options = format!("{RANDOM} --games 2 --sgf-dir \"{}\"", games.display());
    fs::remove_file(games.join("game-000000.sgf")).unwrap();
    assert_refused(
        &run(&options, &games.join("game-000001.sgf")),
        "has the name of a game",
    );
    assert!(names(&games).is_empty());
}

#[test]
fn merging_takes_no_memory_for_games_that_are_missing() {
    let folder = Folder::new();
    let out = folder.path("out");
    play(&format!("{RANDOM} --games 2"), &out);
    let text = fs::read_to_string(&out).unwrap();
    for (number, missing) in [
        ("1000000000", "999999999 games are missing: 1 to 999999999"),
        (
            "18446744073709551615",
            "18446744073709551614 games are missing: 1 to 18446744073709551614",
        ),
    ] {
        let huge = text.replacen("\"game\":1,", &format!("\"game\":{number},"), 1);
        let huge = folder.write("huge", &huge);
        let merged = folder.path("merged");
        let output = merging(&[&huge], &merged);
        assert!(output.status.success(), "{}", stderr(&output));
        assert!(stderr(&output).contains(missing), "{}", stderr(&output));
        assert!(
            ponnuki_match([Path::new("report"), &merged])
                .status
                .success()
        );
        fs::remove_file(merged).unwrap();
    }
    // Nor do games that are not played yet.
    let options = format!("{RANDOM} --resume --games 18446744073709551615");
    let text = fs::read_to_string(&out).unwrap();
    let shard = "--shard 9223372036854775807/9223372036854775807";
    let empty = folder.path("empty");
    let mut child = Command::new(env!("CARGO_BIN_EXE_ponnuki"))
        .arg("match")
        .args(super::shlex(&options))
        .args(shard.split(' '))
        .arg("--out")
        .arg(&empty)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // The shard has two games.
    assert!(child.wait().unwrap().success());
    assert_eq!(records(&empty).len(), 2);
    assert_eq!(fs::read_to_string(&out).unwrap(), text);
}

/// A reader that leaves early, such as `head`, is no failure.
#[cfg(unix)]
#[test]
fn a_closed_output_ends_a_match_quietly() {
    let folder = Folder::new();
    for json in ["", "--json"] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = Command::new(env!("CARGO_BIN_EXE_ponnuki"))
            .arg("match")
            .args(super::shlex(&format!("{RANDOM} --games 1 -q {json}")))
            .stdout(writer)
            .stderr(Stdio::piped())
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        assert_eq!(stderr(&output), "");
    }
    let out = folder.path("out");
    play(&format!("{RANDOM} --games 1"), &out);
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let report = Command::new(env!("CARGO_BIN_EXE_ponnuki"))
        .args(["match", "report"])
        .arg(&out)
        .stdout(writer)
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    assert!(report.status.success(), "{}", stderr(&report));
}

/// A limit on the size of files stands for a full disk.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_no_part_of_a_file() {
    let folder = Folder::new();
    let (out, games) = (folder.path("out"), folder.path("games"));
    play(&format!("{RANDOM} --games 3"), &out);
    let sgf = folder.write("a.sgf", "(;SZ[19];B[cc])");
    fs::create_dir(&games).unwrap();
    let before = names(folder.0.path());
    let limited = |words: &str| {
        Command::new("sh")
            .arg("-c")
            .arg(format!(
                "ulimit -f 0; trap '' XFSZ; exec \"$PONNUKI\" {words}"
            ))
            .env("PONNUKI", env!("CARGO_BIN_EXE_ponnuki"))
            .current_dir(folder.0.path())
            .output()
            .unwrap()
    };
    for words in [
        "match report out --html page.html",
        "match merge out --out merged",
        "estimate a.sgf --svg a.svg --playouts 10",
        &format!(
            "match -q {} --games 3 --sgf-dir games",
            RANDOM.replace("ponnuki", "$PONNUKI")
        ),
    ] {
        let output = limited(words);
        assert_eq!(
            output.status.code(),
            Some(1),
            "{words}: {}",
            stderr(&output)
        );
        assert!(
            stderr(&output).contains("cannot write"),
            "{}",
            stderr(&output)
        );
        assert_eq!(names(folder.0.path()), before, "{words}");
        assert!(names(&games).is_empty(), "{words}");
    }
    assert!(sgf.exists());
}

/// A limit on the memory, with room for the program but not for the records.
#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_the_records() {
    const GAMES: usize = 10_000;
    let folder = Folder::new();
    let out = folder.path("few");
    play(&format!("{RANDOM} --games 20"), &out);
    let few = fs::read_to_string(&out).unwrap();
    let lines: Vec<&str> = few.lines().collect();
    let renumbered = |game: usize| {
        let number = format!("\"game\":{},", game % lines.len());
        let line = lines[game % lines.len()];
        line.replacen(&number, &format!("\"game\":{game},"), 1) + "\n"
    };
    // In two files, neither of which is sorted.
    for (name, parity) in [("many-0", 0), ("many-1", 1)] {
        let games = (0..GAMES).rev().filter(|game| game % 2 == parity);
        folder.write(name, &games.map(renumbered).collect::<String>());
    }
    for words in [
        "match report many-0 many-1 --html page --pictures 20",
        "match merge many-0 many-1 --out many",
        &format!("match -q {RANDOM} --games {GAMES} --resume --out many"),
    ] {
        let output = Command::new("sh")
            .arg("-c")
            .arg(format!("ulimit -v 40000; exec \"$PONNUKI\" {words}"))
            .env("PONNUKI", env!("CARGO_BIN_EXE_ponnuki"))
            .current_dir(folder.0.path())
            .output()
            .unwrap();
        assert!(output.status.success(), "{words}: {}", stderr(&output));
        let summary = String::from_utf8(output.stdout).unwrap();
        assert!(summary.contains(": 10000 games, "), "{summary}");
    }
    let page = fs::read_to_string(folder.path("page")).unwrap();
    assert!(page.contains("20 of 10000 games are shown"));
    assert_eq!(page.matches("<button class=\"game").count(), 20);
}

#[cfg(unix)]
#[test]
fn an_interrupted_merge_leaves_nothing_behind() {
    let folder = Folder::new();
    let out = folder.path("one");
    play(&format!("{RANDOM} --games 1"), &out);
    let one = fs::read_to_string(&out).unwrap();
    let game = |game: usize| one.replacen("\"game\":0,", &format!("\"game\":{game},"), 1);
    let many: String = (0..1000).map(game).collect();
    let before = names(folder.0.path());
    let mut child = Command::new(env!("CARGO_BIN_EXE_ponnuki"))
        .args(["match", "merge", "/dev/stdin", "--out"])
        .arg(folder.path("merged"))
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // A pipe holds less, so the merge reads: its file and its handler of signals are
    // there. It waits for the end of the pipe.
    let mut input = child.stdin.take().unwrap();
    assert!(many.len() > 1 << 18);
    input.write_all(many.as_bytes()).unwrap();
    assert_ne!(names(folder.0.path()), before);
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status();
    assert!(sent.unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(names(folder.0.path()), before);
}

/// A pipe can be read only once, but its records are needed twice.
#[cfg(unix)]
#[test]
fn results_come_from_pipes_too() {
    let folder = Folder::new();
    let (out, page) = (folder.path("out"), folder.path("page.html"));
    play(&format!("{RANDOM} --games 3"), &out);
    let file = ponnuki_match([Path::new("report"), &out, Path::new("--html"), &page]);
    let expected = fs::read_to_string(&page).unwrap();
    let piped = Command::new("sh")
        .arg("-c")
        .arg("cat \"$1\" | \"$0\" match report /dev/stdin --html \"$2\"")
        .arg(env!("CARGO_BIN_EXE_ponnuki"))
        .args([&out, &page])
        .output()
        .unwrap();
    assert!(piped.status.success(), "{}", stderr(&piped));
    assert_eq!(piped.stdout, file.stdout);
    assert_eq!(fs::read_to_string(&page).unwrap(), expected);
}
