//! The players of `ponnuki match`: their names, and programs that cannot take part.

use std::fs;
#[cfg(unix)]
use std::path::Path;

#[cfg(unix)]
use super::match_faults::engine;
use super::match_files::ponnuki_match;
use super::{Folder, RANDOM, play, records, run, stderr};

/// Returns the page about a file of results.
fn page(folder: &Folder, results: &str) -> String {
    let page = folder.path("page.html");
    let (results, html) = (folder.path(results), page.clone());
    let output = ponnuki_match([
        "report".as_ref(),
        results.as_os_str(),
        "--html".as_ref(),
        html.as_os_str(),
    ]);
    assert!(output.status.success(), "{}", stderr(&output));
    fs::read_to_string(page).unwrap()
}

#[test]
fn given_names_are_shown_everywhere() {
    let folder = Folder::new();
    let games = folder.path("games");
    let options = format!(
        "{RANDOM} --games 2 --name-a \"The Old <One>\" --name-b New --sgf-dir \"{}\"",
        games.display()
    );
    let output = run(&options, &folder.path("out"));
    assert!(output.status.success(), "{}", stderr(&output));
    let summary = String::from_utf8_lossy(&output.stdout);
    for words in [
        "\nA  The Old <One> (Ponnuki ",
        "\nB  New (Ponnuki ",
        "\nThe Old <One>       2 ",
        "Elo of The Old <One> over New: ",
    ] {
        assert!(summary.contains(words), "{words}: {summary}");
    }
    assert!(
        stderr(&output).contains("The Old <One>: "),
        "{}",
        stderr(&output)
    );
    let sgf = fs::read_to_string(games.join("game-000001.sgf")).unwrap();
    assert!(sgf.contains("PB[The Old <One>]PW[New]"), "{sgf}");
    let page = page(&folder, "out");
    let verdicts = [
        "The Old &lt;One&gt; beat New ",
        "New beat The Old &lt;One&gt; ",
        "New drew 1 : 1",
    ];
    assert!(
        verdicts.iter().any(|verdict| page.contains(verdict)),
        "{page}"
    );
    // The labels in the records stay, and so does the match under other names.
    let records = records(&folder.path("out"));
    assert_eq!(records[0].black.player, "A");
    assert_eq!(records[0].black.title.as_deref(), Some("The Old <One>"));
    let renamed = format!("{RANDOM} --games 3 --name-a Other --resume");
    assert_eq!(play(&renamed, &folder.path("out"))[..2], records);
}

#[test]
fn equal_programs_without_names_are_told_apart() {
    let folder = Folder::new();
    let options =
        "--black \"ponnuki -q\" --white \"ponnuki -q --resign-after 3\" --size 5 --games 2";
    let output = run(options, &folder.path("out"));
    let summary = String::from_utf8_lossy(&output.stdout);
    let verdict = format!(
        "\nPonnuki {0} beat Ponnuki {0} (--resign-after 3) 2 : 0\n",
        env!("CARGO_PKG_VERSION")
    );
    assert!(summary.contains(&verdict), "{summary}");
    let page = page(&folder, "out");
    assert!(
        page.contains(&format!("<title>{}</title>", verdict.trim())),
        "{page}"
    );
}

/// The keys that early versions did not write.
#[test]
fn files_of_early_versions_are_read_and_continued() {
    let folder = Folder::new();
    let out = folder.path("out");
    let options = format!("{RANDOM} --games 4");
    let whole = play(&options, &out);
    let text = fs::read_to_string(&out).unwrap();
    assert_eq!(text.matches("\"run\":{").count(), 1);
    assert!(
        text.lines()
            .next()
            .unwrap()
            .contains("\"command\":\"ponnuki match --black ")
    );
    let lines = text.lines().take(2).map(|line| {
        let (line, _) = line.split_once(",\"ended\":").unwrap();
        format!("{line}}}}}\n")
    });
    fs::write(folder.path("old"), lines.collect::<String>()).unwrap();
    assert!(page(&folder, "old").contains("do not say how the match was started"));
    assert_eq!(
        play(&format!("{options} --resume"), &folder.path("old")),
        whole
    );
    let text = fs::read_to_string(folder.path("old")).unwrap();
    assert_eq!(
        text.lines()
            .filter(|line| line.contains("\"run\":{"))
            .count(),
        1
    );
    assert!(page(&folder, "old").contains("<pre><code>ponnuki match --black "));
}

#[test]
fn folders_that_are_missing_or_none_are_named() {
    let folder = Folder::new();
    let out = folder.path("none/out");
    let missing = run(&format!("{RANDOM} --games 1"), &out);
    let reason = format!("there is no folder {}", folder.path("none").display());
    assert!(stderr(&missing).contains(&reason), "{}", stderr(&missing));
    let file = folder.write("file", "mine");
    let options = format!("{RANDOM} --games 1 --sgf-dir \"{}\"", file.display());
    let refused = run(&options, &folder.path("out"));
    let reason = format!("{} is not a folder", file.display());
    assert!(stderr(&refused).contains(&reason), "{}", stderr(&refused));
    assert_eq!(fs::read_to_string(file).unwrap(), "mine");
}

/// Plays a match against this engine. Returns the error.
#[cfg(unix)]
fn refused(engine: &str, more: &str, out: &Path) -> String {
    let output = run(
        &format!("-q --black \"ponnuki -q\" --white \"{engine}\" --size 5 --games 1 {more}"),
        out,
    );
    assert_eq!(output.status.code(), Some(1), "{engine}");
    assert_eq!(fs::read_to_string(out).unwrap(), "");
    fs::remove_file(out).unwrap();
    stderr(&output)
}

#[cfg(unix)]
#[test]
fn a_program_that_cannot_start_shows_its_last_words_and_a_tip() {
    let folder = Folder::new();
    let out = folder.path("out");
    let options = refused("ponnuki --levle 3", "", &out);
    for words in [
        "player B ended with exit status: 2\nits last lines on standard error:\n",
        "\n    error: unexpected argument '--levle' found\n",
        "\ntip: run ponnuki --levle 3 in a terminal",
    ] {
        assert!(options.contains(words), "{words}: {options}");
    }
    // Programs that speak GTP on request only.
    let talk = "printf '\\001 GNU Go \\033[2J 3.8\\n'; echo 'no board' >&2; read x";
    let gnugo = folder.write("gnugo", &format!("#!/bin/sh\n{talk}\n"));
    let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(&gnugo, executable).unwrap();
    let error = refused(&gnugo.display().to_string(), "", &out);
    assert!(
        error.contains("player B answered no GTP: ? GNU Go ?[2J 3.8\n"),
        "{error}"
    );
    assert!(error.contains("\n    no board\n"), "{error}");
    assert!(
        error.contains("\ntip: GNU Go speaks GTP with the option '--mode gtp'"),
        "{error}"
    );
    let missing = refused("/nowhere/gnugo", "", &out);
    assert!(
        missing.contains("\ntip: is the program installed"),
        "{missing}"
    );
}

/// `gogui-dummy` has neither `komi` nor `time_settings`.
#[cfg(unix)]
#[test]
fn a_program_without_komi_or_clock_plays_where_neither_is_needed() {
    let folder = Folder::new();
    let out = folder.path("out");
    let unknown = r"printf '? unknown command\n\n'";
    let list = r"printf '= boardsize\nclear_board\nplay\ngenmove\nlist_commands\nquit\n\n'";
    let actions = [
        ("list_commands", list),
        ("komi", unknown),
        ("time_settings", unknown),
        ("genmove", r"printf '= pass\n\n'"),
    ];
    let dummy = engine(&folder, &actions);
    let options = format!(
        "-v --black \"ponnuki -q\" --white \"{dummy}\" --size 5 --games 2 --alternate --max-moves 300"
    );
    let output = run(&options, &out);
    assert!(output.status.success(), "{}", stderr(&output));
    let info = "has no command for the komi of 7.5";
    assert!(stderr(&output).contains(info), "{}", stderr(&output));
    assert!(records(&out).iter().all(|record| !record.end.is_fault()));
    fs::remove_file(&out).unwrap();
    for (more, reason) in [
        (
            "--komi 6.5",
            "player B has no command komi, which a komi of 6.5 needs",
        ),
        (
            "--time 60,0,0",
            "player B has no command time_settings, which a match with clocks needs",
        ),
    ] {
        let error = refused(&dummy, more, &out);
        assert!(error.contains(reason), "{error}");
    }
}
