//! The players of `ponnuki match`: their names, and programs that cannot take part.

use super::match_files::report;
#[cfg(unix)]
use super::runner::InFolder;
use super::runner::{Folder, assert_contains};
use super::{RANDOM, first_lines, play, records, run};
#[cfg(unix)]
use super::{make_executable, runner::rows, scripted};

/// Returns the page about a file of results.
fn page(folder: &Folder, results: &str) -> String {
    report(folder, results, "--html page.html");
    folder.read("page.html")
}

#[test]
fn given_names_are_shown_everywhere() {
    let folder = Folder::new();
    let names = "--name-a 'The Old <One>' --name-b New --sgf-dir games";
    let run = run(&folder, &format!("{RANDOM} --games 2 {names}"), "out");
    assert_contains(&run.err, "The Old <One>: ");
    let summary = run.succeeds();
    for words in [
        "\nA  The Old <One> (Ponnuki ",
        "\nB  New (Ponnuki ",
        "\nThe Old <One>       2 ",
        "Elo of The Old <One> over New: ",
    ] {
        assert_contains(&summary, words);
    }
    let sgf = folder.read("games/game-000001.sgf");
    assert_contains(&sgf, "PB[The Old <One>]PW[New]");
    let page = page(&folder, "out");
    let verdicts = [
        "The Old &lt;One&gt; beat New ",
        "New beat The Old &lt;One&gt; ",
        "New drew 1 : 1",
    ];
    let has_verdict = verdicts.iter().any(|verdict| page.contains(verdict));
    assert!(has_verdict, "{page}");
    // The labels in the records stay, and so does the match under other names.
    let records = records(&folder, "out");
    assert_eq!(records[0].black["player"], "A");
    assert_eq!(records[0].black["title"], "The Old <One>");
    let renamed = format!("{RANDOM} --games 3 --name-a Other --resume");
    assert_eq!(play(&folder, &renamed, "out")[..2], records);
}

#[test]
fn equal_programs_without_names_are_told_apart() {
    let folder = Folder::new();
    let options = "--black 'ponnuki -q' --white 'ponnuki -q --resign-after 3' --size 5 --games 2";
    let summary = run(&folder, options, "out").out;
    let verdict = format!(
        "Ponnuki {0} beat Ponnuki {0} (--resign-after 3) 2 : 0",
        env!("CARGO_PKG_VERSION")
    );
    assert_contains(&summary, &format!("\n{verdict}\n"));
    let title = format!("<title>{verdict}</title>");
    assert_contains(&page(&folder, "out"), &title);
}

#[cfg(unix)]
#[test]
fn programs_hear_of_the_moves_of_their_opponents() {
    let folder = Folder::new();
    let engine = |name: &str| {
        let play = format!(r"echo $rest >> heard-by-{name}; printf '= \n\n'");
        let actions = [("genmove", r"printf '= pass\n\n'"), ("play", &play)];
        scripted(&folder, name, &actions)
    };
    let (black, white) = (engine("black"), engine("white"));
    let options = format!("--black '{black}' --white '{white}' --size 5 --games 1");
    play(&folder, &options, "out");
    assert_eq!(folder.read("heard-by-white"), "b pass\n");
    assert_eq!(folder.read("heard-by-black"), "w pass\n");
}

/// The keys that early versions did not write.
#[test]
fn files_of_early_versions_are_read_and_continued() {
    let folder = Folder::new();
    let options = format!("{RANDOM} --games 4");
    let whole = play(&folder, &options, "out");
    let text = folder.read("out");
    assert_eq!(text.matches("\"run\":{").count(), 1);
    let command = "\"command\":\"ponnuki match --black ";
    assert_contains(&first_lines(&text, 1), command);
    let lines = text.lines().take(2).map(|line| {
        let (line, _) = line.split_once(",\"ended\":").unwrap();
        format!("{line}}}}}\n")
    });
    folder.write("old", lines.collect::<String>());
    let unknown = "do not say how the match was started";
    assert_contains(&page(&folder, "old"), unknown);
    let resumed = play(&folder, &format!("{options} --resume"), "old");
    assert_eq!(resumed, whole);
    assert_eq!(folder.read("old").matches("\"run\":{").count(), 1);
    let started = "<pre><code>ponnuki match --black ";
    assert_contains(&page(&folder, "old"), started);
}

#[test]
fn folders_that_are_missing_or_none_are_named() {
    let folder = Folder::with_files(&[("file", "mine")]);
    let missing = run(&folder, &format!("{RANDOM} --games 1"), "none/out");
    assert_contains(&missing.err, "there is no folder none");
    let options = format!("{RANDOM} --games 1 --sgf-dir file");
    let refused = run(&folder, &options, "out");
    assert_contains(&refused.err, "file is not a folder");
    assert_eq!(folder.read("file"), "mine");
}

/// Plays a match against this engine, which cannot take part. Returns the error.
#[cfg(unix)]
fn refused(folder: &Folder, engine: &str, more: &str) -> String {
    let options = format!("-q --black 'ponnuki -q' --white '{engine}' --size 5 --games 1 {more}");
    let run = run(folder, &options, "refused");
    assert_eq!(run.status, Some(1), "{engine}");
    assert_eq!(folder.read("refused"), "");
    folder.clear("refused");
    run.err
}

#[cfg(unix)]
#[test]
fn a_program_that_cannot_start_shows_its_last_words_and_a_tip() {
    // Programs that speak GTP on request only.
    let talk = "printf '\\001 GNU Go \\033[2J 3.8\\n'; echo 'no board' >&2; read x";
    let folder = Folder::with_files(&[("gnugo", &format!("#!/bin/sh\n{talk}\n"))]);
    make_executable(&folder, "gnugo");
    for (engine, reasons) in [
        (
            "ponnuki --levle 3",
            [
                "player B ended with exit status: 2\nits last lines on standard error:\n",
                "\n    error: unexpected argument '--levle' found\n",
                "\ntip: run ponnuki --levle 3 in a terminal",
            ],
        ),
        (
            "./gnugo",
            [
                "player B answered no GTP: ? GNU Go ?[2J 3.8\n",
                "\n    no board\n",
                "\ntip: GNU Go speaks GTP with the option '--mode gtp'",
            ],
        ),
    ] {
        let error = refused(&folder, engine, "");
        for reason in reasons {
            assert_contains(&error, reason);
        }
    }
    let missing = refused(&folder, "/nowhere/gnugo", "");
    assert_contains(&missing, "\ntip: is the program installed");
}

#[cfg(unix)]
#[test]
fn a_lack_of_open_files_is_no_missing_program() {
    let folder = Folder::with_files(&[("name.tst", "1 name\n")]);
    for line in [
        "match -q --black \"$0\" --white \"$0\" --games 1 --size 3",
        "conform \"$0\"",
        "regress \"$0\" name.tst",
    ] {
        let run = folder.shell(&format!("ulimit -n 8; exec \"$0\" {line}"));
        assert_contains(&run.err, "\ntip: the system is out of processes");
    }
}

/// `gogui-dummy` has neither `komi` nor `time_settings`.
#[cfg(unix)]
#[test]
fn a_program_without_komi_or_clock_plays_where_neither_is_needed() {
    let folder = Folder::new();
    let unknown = r"printf '? unknown command\n\n'";
    let list = r"printf '= boardsize\nclear_board\nplay\ngenmove\nlist_commands\nquit\n\n'";
    let actions = [
        ("list_commands", list),
        ("komi", unknown),
        ("time_settings", unknown),
        ("genmove", r"printf '= pass\n\n'"),
    ];
    let dummy = scripted(&folder, "dummy", &actions);
    let options = format!(
        "-v --black 'ponnuki -q' --white '{dummy}' --size 5 --games 2 --alternate --max-moves 300"
    );
    let run = run(&folder, &options, "out");
    assert_contains(&run.err, "has no command for the komi of 7.5");
    run.succeeds();
    let records = records(&folder, "out");
    assert!(records.iter().all(|record| !record.is_fault()));
    for [more, reason] in rows(
        "
        --komi 6.5    | player B has no command komi, which a komi of 6.5 needs
        --time 60,0,0 | player B has no command time_settings, which a match with clocks needs
        ",
    ) {
        assert_contains(&refused(&folder, &dummy, more), reason);
    }
}
