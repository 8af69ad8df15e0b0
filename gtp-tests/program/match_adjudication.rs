//! The rules of `ponnuki match` that end games before the players do.

use std::fs;
use std::process::Command;

use super::game_record::{Ending, GameRecord};

use super::{Folder, RANDOM, play, run, stderr};

/// Returns the end, the result and the description of a game.
fn outcome(record: &GameRecord) -> (Ending, &str, &str) {
    (record.end, &record.result, &record.detail)
}

#[test]
fn the_rules_only_shorten_games() {
    let folder = Folder::new();
    let options = "--black \"ponnuki -q --player mcts --playouts 60\" --white \"ponnuki -q\" --size 5 \
                   --games 4 --alternate --komi 0.5 --seed 3";
    // This rule asks for reports and ends no game.
    let whole = format!("{options} --resign-rule 0,1000");
    let whole = play(&whole, &folder.path("whole"));
    let games = folder.path("games");
    let shorter = format!(
        "{options} --resign-rule 10,2 --sgf-dir \"{}\"",
        games.display()
    );
    let shorter = play(&shorter, &folder.path("shorter"));
    let ended = |record: &&GameRecord| record.end == Ending::WinRate;
    assert!(shorter.iter().filter(ended).count() >= 2, "{shorter:?}");
    for (short, long) in shorter.iter().zip(&whole) {
        assert_ne!(short.fingerprint, long.fingerprint);
        assert!(long.moves.starts_with(&short.moves), "{short:?} {long:?}");
        assert_eq!(short.winner, long.winner);
        if short.end == Ending::WinRate {
            let winner = short.winner.unwrap();
            assert_eq!(short.result, format!("{}+R", winner.initial()));
            let start = format!("{} reported ", !winner);
            assert!(short.detail.starts_with(&start), "{}", short.detail);
            let name = format!("game-{:06}.sgf", short.game);
            let sgf = fs::read_to_string(games.join(name)).unwrap();
            assert!(sgf.contains(&format!("RE[{}]", short.result)), "{sgf}");
            assert!(sgf.contains("End\\: win-rate\\: "), "{sgf}");
        }
    }
    let page = folder.path("page.html");
    let report = Command::new(env!("CARGO_BIN_EXE_ponnuki"))
        .args(["match", "report", "--html"])
        .args([&page, &folder.path("shorter")])
        .output()
        .unwrap();
    let summary = String::from_utf8_lossy(&report.stdout);
    let summary = summary.split("ended by: ").nth(1).unwrap();
    assert!(summary.lines().next().unwrap().contains("win-rate "));
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains("<option value=\"win-rate\">"), "{page}");
    assert!(page.contains("(win-rate: white reported "), "{page}");
}

#[test]
fn positions_are_judged_by_playouts_without_a_referee() {
    let folder = Folder::new();
    let options = format!("{RANDOM} --games 4 --komi -12 --judge-after 4,3,8");
    let records = play(&options, &folder.path("out"));
    assert_eq!(play(&options, &folder.path("again")), records);
    let judged = |record: &&GameRecord| record.end == Ending::Judged;
    assert!(records.iter().filter(judged).count() >= 2, "{records:?}");
    for record in records.iter().filter(judged) {
        let moves = record.moves.len();
        assert!(moves >= 7 && (moves - 4).is_multiple_of(3), "{moves}");
        let end = format!(" and {} at move {moves}", record.result);
        assert!(record.detail.starts_with("our own estimate found "));
        assert!(record.detail.ends_with(&end), "{}", record.detail);
        assert_eq!(record.scores.referee, None);
        let letter = record.winner.unwrap().initial();
        assert!(record.result.starts_with(letter), "{}", record.result);
    }
}

#[test]
fn a_game_at_the_limit_of_moves_is_scored_on_request() {
    let folder = Folder::new();
    let options = format!("{} --games 3 --komi 0.5", RANDOM.replace("300", "9"));
    let void = play(&options, &folder.path("void"));
    let same = play(
        &format!("{options} --at-max-moves void"),
        &folder.path("same"),
    );
    assert_eq!(same, void);
    let options = format!("{options} --at-max-moves score");
    for (record, void) in play(&options, &folder.path("ours")).iter().zip(&void) {
        assert_eq!(record.moves, void.moves);
        assert_eq!(void.result, "Void");
        let ours = record.scores.ours.as_deref().unwrap();
        let detail = "scored by our own count of the area";
        assert_eq!(outcome(record), (Ending::MaxMoves, ours, detail));
        assert!(record.winner.is_some());
    }
    let options = format!("{options} --referee \"ponnuki -q\"");
    for record in play(&options, &folder.path("referee")) {
        let score = record.scores.referee.as_deref().unwrap();
        let detail = "scored by the referee";
        assert_eq!(outcome(&record), (Ending::MaxMoves, score, detail));
    }
}

#[test]
fn engines_that_lie_about_their_win_rates_lose() {
    let folder = Folder::new();
    let lie =
        |rate| format!("white reported a win rate of '{rate}' for D4, which is not from 0 to 1");
    let lies = ["7e9", "-0.5", "high", "nan"].map(lie);
    for (fault, after, reason) in [
        ("lie", 0, lies[0].as_str()),
        ("lie", 2, &lies[1]),
        ("lie", 4, &lies[2]),
        ("lie", 6, &lies[3]),
        (
            "mute",
            4,
            "white ended its answer to kata-genmove_analyze with 'info move D4 visits 1 winrate 0.5 \
             order 0 pv D4' instead of 'play' and a move",
        ),
        (
            "garbage",
            4,
            "white answered no GTP: Traceback (most recent call last):",
        ),
    ] {
        let options = format!(
            "--black \"ponnuki -q --player mcts --playouts 20\" --white \"ponnuki test-engine -q --fault {fault} --after {after} --seed 1\" \
             --size 5 --games 2 --max-moves 300 --resign-rule 0,300"
        );
        let out = folder.path(&format!("{fault}-{after}"));
        for record in play(&options, &out) {
            assert_eq!(outcome(&record), (Ending::Malformed, "B+F", reason));
        }
        // Without a rule, nobody asks for a win rate.
        if fault != "garbage" && after == 4 {
            let options = options.replace("--resign-rule 0,300", "");
            let plain = play(&options, &out.with_extension("plain"));
            assert!(plain.iter().all(|record| !record.end.is_fault()));
        }
    }
    let options = "--black \"ponnuki -q --player mcts --playouts 20\" --white \"ponnuki test-engine -q --fault illegal --after 4 --seed 1\" \
                   --size 5 --games 1 --draw-rule 300,0,300";
    let records = play(options, &folder.path("illegal"));
    assert_eq!(records[0].end, Ending::Illegal);
}

#[test]
fn rules_that_cannot_be_read_are_refused() {
    let folder = Folder::new();
    let out = folder.path("out");
    for (rule, reason) in [
        ("--resign-rule 3", "expected PERCENT,MOVES with"),
        ("--resign-rule 50,3", "a percentage from 0 to below 50"),
        ("--resign-rule nan,3", "as in 3,3"),
        ("--draw-rule 2,5", "expected FROM,PERCENT,MOVES"),
        (
            "--judge-after 60,0",
            "expected FROM, FROM,EVERY or FROM,EVERY,MARGIN",
        ),
        ("--judge-after 60,10,inf", "MARGIN in points"),
        ("--at-max-moves draw", "expected void or score"),
    ] {
        let output = run(&format!("{RANDOM} {rule}"), &out);
        assert_eq!(output.status.code(), Some(2), "{rule}");
        assert!(stderr(&output).contains(reason), "{}", stderr(&output));
        assert!(!out.exists());
    }
    let file = "size = 5\nresign-rule = '3'\n\
                [[player]]\nname = 'one'\ncommand = 'a'\n[[player]]\nname = 'two'\ncommand = 'b'\n";
    let file = folder.write("players.toml", file);
    let output = run(&format!("--tournament \"{}\"", file.display()), &out);
    assert_eq!(output.status.code(), Some(1));
    let error = stderr(&output);
    assert!(
        error.contains("players.toml: TOML parse error at line 2"),
        "{error}"
    );
    assert!(error.contains("expected PERCENT,MOVES"), "{error}");
    assert!(!out.exists());
}

#[test]
fn a_match_continues_under_its_own_rules_only() {
    let folder = Folder::new();
    let out = folder.path("out");
    let options = format!("{RANDOM} --judge-after 5,5,1");
    let records = play(&format!("{options} --games 2"), &out);
    let more = play(&format!("{options} --games 3 --resume"), &out);
    assert_eq!(more[..2], records);
    for other in [
        "",
        "--judge-after 5,5,2",
        "--judge-after 5,5,1 --at-max-moves score",
    ] {
        let refused = run(&format!("{RANDOM} {other} --games 4 --resume"), &out);
        assert_eq!(refused.status.code(), Some(1), "{other}");
    }
    assert_eq!(super::records(&out), more);
}

/// Tests with engines that are written for the shell.
#[cfg(unix)]
mod scripted {
    use super::*;
    use crate::match_faults::engine;
    use crate::records;

    /// Writes an engine that plays up the file of points with this letter. It knows one
    /// command for moves, and answers it with these lines, in which `%s` stands for the
    /// row.
    fn climber(folder: &Folder, file: &str, command: &str, lines: &str) -> String {
        let count = lines.matches("%s").count();
        let list = format!("printf '= {command}\\n\\n'");
        let answer = format!(
            "n=$((n + 1)); printf '={lines}\\n\\n'{}",
            " $n".repeat(count)
        );
        let actions = [
            ("list_commands", list.as_str()),
            ("clear_board", r"n=0; printf '= \n\n'"),
            (command, answer.as_str()),
        ];
        engine(folder, &actions);
        let script = folder.path(file);
        fs::rename(folder.path("engine"), &script).unwrap();
        format!("sh {}", script.display())
    }

    /// Writes a climber that reports this win rate.
    fn reporter(folder: &Folder, file: &str, command: &str, rate: &str) -> String {
        let lines = format!(
            "\\ninfo move Q16 winrate 0.5 order 1 pv Q16 info move {file}%s winrate {rate} order 0 pv\
             \\nplay {file}%s"
        );
        climber(folder, file, command, &lines)
    }

    const KATA: &str = "kata-genmove_analyze";
    const LEELA: &str = "lz-genmove_analyze";

    /// Returns the options for a game of two programs on 9x9.
    fn options(black: &str, white: &str, more: &str) -> String {
        format!("--black \"{black}\" --white \"{white}\" --size 9 --games 1 --max-moves 12 {more}")
    }

    #[test]
    fn both_sides_must_report_that_the_game_is_lost() {
        let folder = Folder::new();
        let lost = |black: (&str, &str), white: (&str, &str), rule: &str| {
            let black = reporter(&folder, "A", black.0, black.1);
            let white = reporter(&folder, "J", white.0, white.1);
            let out = folder.path("out");
            let records = play(&options(&black, &white, rule), &out);
            fs::remove_file(&out).unwrap();
            records[0].clone()
        };
        let record = lost((KATA, "0.98"), (LEELA, "150"), "--resign-rule 3,2");
        let detail = "white reported 1.5 % or less in its last 2 moves, and black 98.0 % or more";
        assert_eq!(outcome(&record), (Ending::WinRate, "B+R", detail));
        assert_eq!(record.moves, ["A1", "J1", "A2", "J2"]);
        let record = lost((LEELA, "300"), (KATA, "0.97"), "--resign-rule 3,3");
        let detail = "black reported 3.0 % or less in its last 3 moves, and white 97.0 % or more";
        assert_eq!(outcome(&record), (Ending::WinRate, "W+R", detail));
        assert_eq!(record.moves.len(), 6);
        for (black, white) in [
            ("0.96", "0.01"),
            ("0.99", "0.04"),
            // Both see the game from Black's side, and both believe that they lose.
            ("0.99", "0.99"),
            ("0.01", "0.01"),
        ] {
            let record = lost((KATA, black), (KATA, white), "--resign-rule 3,2");
            assert_eq!(outcome(&record), (Ending::MaxMoves, "Void", ""));
        }
        let record = lost((KATA, "0.51"), (LEELA, "4900"), "--draw-rule 5,1,1");
        let detail = "both sides reported 49.0 % to 51.0 % in their last move";
        assert_eq!(outcome(&record), (Ending::AgreedDraw, "0", detail));
        assert_eq!((record.moves.len(), record.winner), (5, None));
    }

    #[test]
    fn a_silent_program_is_named_once_and_keeps_the_rule_from_ending_games() {
        let folder = Folder::new();
        let silent = climber(&folder, "A", "genmove", " A%s");
        let other = reporter(&folder, "J", KATA, "0.01");
        let more = "--resign-rule 3,1 --draw-rule 0,49,1 --games 4 -j 2";
        let options = options(&silent, &other, more).replace("--games 1", "");
        let output = run(&options, &folder.path("out"));
        assert!(output.status.success(), "{}", stderr(&output));
        let records = records(&folder.path("out"));
        assert_eq!(records.len(), 4);
        assert!(records.iter().all(|record| record.end == Ending::MaxMoves));
        let warning = "[warn] A (sh) has neither kata-genmove_analyze nor lz-genmove_analyze";
        let error = stderr(&output);
        assert_eq!(error.matches(warning).count(), 1, "{error}");
        assert!(!error.contains("[warn] B"), "{error}");
    }

    #[test]
    fn answers_with_reports_are_checked() {
        let folder = Folder::new();
        let black = reporter(&folder, "A", KATA, "0.5");
        let info = "info move J%s winrate 0.5 order 0 pv";
        for (lines, end, detail) in [
            (
                r"\ninfo move J%s winrate nan order 0 pv\nplay J%s".to_owned(),
                Ending::Malformed,
                "white reported a win rate of 'nan' for J1, which is not from 0 to 1",
            ),
            (
                format!("\\n{info}"),
                Ending::Malformed,
                "white ended its answer to kata-genmove_analyze with 'info move J1 winrate 0.5 order 0 \
                 pv' instead of 'play' and a move",
            ),
            (
                " J1".to_owned(),
                Ending::Malformed,
                "white ended its answer to kata-genmove_analyze with 'J1' instead of 'play' and a move",
            ),
            (format!("\\n{info}\\nplay resign"), Ending::Resign, ""),
            (
                format!("\\n{info}\\nplay Z%s"),
                Ending::Illegal,
                "white played Z1, which is off the board",
            ),
            (
                format!("\\n{info}\\nplay here"),
                Ending::Malformed,
                "white answered 'here', which is not a move",
            ),
            // Another move than the reports are about, and no report at all.
            (
                r"\ninfo move D4 winrate 0.5 order 0 pv\nplay J%s".to_owned(),
                Ending::MaxMoves,
                "",
            ),
            (r"\nplay J%s".to_owned(), Ending::MaxMoves, ""),
        ] {
            let white = climber(&folder, "J", KATA, &lines);
            let out = folder.path("out");
            let records = play(&options(&black, &white, "--resign-rule 3,2"), &out);
            fs::remove_file(&out).unwrap();
            let record = &records[0];
            assert_eq!(
                (record.end, record.detail.as_str()),
                (end, detail),
                "{lines}"
            );
        }
    }

    #[test]
    fn a_report_counts_on_the_clock() {
        let folder = Folder::new();
        let [black, white] = ["A", "J"].map(|file| reporter(&folder, file, KATA, "0.5"));
        for (file, pause) in [("A", ""), ("J", "sleep 1.1; ")] {
            let script = folder.path(file);
            let text = fs::read_to_string(&script).unwrap();
            let known = format!("= {KATA}\\ntime_settings\\n");
            let text = text.replace(&format!("= {KATA}\\n"), &known);
            let text = text.replace("n=$((n + 1))", &format!("{pause}n=$((n + 1))"));
            fs::write(&script, text).unwrap();
        }
        let options = options(&black, &white, "--resign-rule 3,2 --time 1,0,0");
        let records = play(&options, &folder.path("out"));
        assert_eq!(
            (records[0].end, records[0].result.as_str()),
            (Ending::Time, "B+T")
        );
    }

    /// Writes a referee that knows these commands and answers one of them.
    fn referee(folder: &Folder, known: &str, command: &str, action: &str) -> String {
        let list = format!("printf '= {known}\\n\\n'");
        engine(folder, &[("list_commands", &list), (command, action)])
    }

    #[test]
    fn the_referee_judges_with_the_command_for_unfinished_games() {
        let folder = Folder::new();
        let both = r"final_score\nestimate_score";
        let bounds = r"printf '= W+23.5 (upper bound: 25.0, lower: 20.0)\n\n'";
        for (known, command, answer) in [
            (both, "estimate_score", bounds),
            ("final_score", "final_score", r"printf '= W+23.50\n\n'"),
        ] {
            let referee = referee(&folder, known, command, answer);
            let options = format!(
                "{RANDOM} --games 2 --judge-after 6,2 --referee \"{referee}\" --sgf-dir \"{}\"",
                folder.0.path().display()
            );
            let out = folder.path("out");
            for record in play(&options, &out) {
                let detail = "the referee found W+23.5 at move 6 and W+23.5 at move 8";
                assert_eq!(outcome(&record), (Ending::Judged, "W+23.5", detail));
                assert_eq!(record.moves.len(), 8);
                assert_eq!(record.scores.referee.as_deref(), Some("W+23.5"));
                assert_eq!(record.referee_fault, None);
            }
            let sgf = fs::read_to_string(folder.path("game-000000.sgf")).unwrap();
            assert!(sgf.contains("RE[W+23.5]"), "{sgf}");
            assert!(sgf.contains("End\\: judged\\: the referee found "), "{sgf}");
            for file in ["out", "game-000000.sgf", "game-000001.sgf"] {
                fs::remove_file(folder.path(file)).unwrap();
            }
        }
    }

    #[test]
    fn a_referee_that_cannot_judge_lets_the_game_go_on() {
        for (action, end, detail) in [
            ("exit 3", Ending::Crash, "ended with exit status: 3"),
            ("sleep 30", Ending::Hang, "gave no answer within 0.3 s"),
            (
                r"printf '= maybe\n\n'",
                Ending::Malformed,
                "answered 'maybe' instead of a score",
            ),
            (
                r"printf '= B+1000\n\n'",
                Ending::Malformed,
                "answered 'B+1000', although no score exceeds 32.5 points",
            ),
        ] {
            let folder = Folder::new();
            let known = r"final_score\nestimate_score";
            let referee = referee(&folder, known, "estimate_score", action);
            let final_score = r"final_score) printf '= W+3\n\n' ;;";
            let script = folder.path("engine");
            let text = fs::read_to_string(&script).unwrap();
            fs::write(
                &script,
                text.replacen("*) ", &format!("{final_score}\n*) "), 1),
            )
            .unwrap();
            let options = format!(
                "{RANDOM} --games 2 --judge-after 6,2 --move-timeout 0.3 --referee \"{referee}\""
            );
            let output = run(&options, &folder.path("out"));
            assert!(output.status.success(), "{}", stderr(&output));
            let warning =
                format!("[warn] referee: at move 6: {detail}; it judges game 1 no further");
            assert!(stderr(&output).contains(&warning), "{}", stderr(&output));
            for record in records(&folder.path("out")) {
                assert_eq!(outcome(&record), (Ending::Passes, "W+3", ""));
                let fault = record.referee_fault.unwrap();
                assert_eq!(
                    (fault.end, fault.detail),
                    (end, format!("at move 6: {detail}"))
                );
            }
        }
    }
}
