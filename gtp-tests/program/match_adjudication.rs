//! The rules of `ponnuki match` that end games before the players do.

use super::game_record::GameRecord;
use super::runner::{Folder, assert_contains, assert_starts, rows};
use super::{RANDOM, play, played};

/// Returns the end, the result and the description of a game.
fn described(record: &GameRecord) -> (&str, &str, &str) {
    (&record.end, &record.result, &record.detail)
}

#[test]
fn the_rules_only_shorten_games() {
    let folder = Folder::new();
    let options = "--black 'ponnuki -q --player search --playouts 60' --white 'ponnuki -q' --size 5 \
                   --games 4 --alternate --komi 0.5 --seed 3";
    // This rule asks for reports and ends no game.
    let whole = played(&format!("{options} --resign-rule 0,1000"));
    let shorter = format!("{options} --resign-rule 10,2 --sgf-dir games");
    let shorter = play(&folder, &shorter, "shorter");
    let ended = |record: &&GameRecord| record.end == "win-rate";
    assert!(shorter.iter().filter(ended).count() >= 2, "{shorter:?}");
    for (short, long) in shorter.iter().zip(&whole) {
        assert_ne!(short.fingerprint, long.fingerprint);
        assert!(long.moves.starts_with(&short.moves), "{short:?} {long:?}");
        assert_eq!(short.winner(), long.winner());
        if short.end == "win-rate" {
            let winner = short.winner().unwrap();
            assert_eq!(short.result, format!("{}+R", winner.initial()));
            assert_starts(&short.detail, &format!("{} reported ", !winner));
            let sgf = folder.read(&short.sgf("games"));
            assert_contains(&sgf, &format!("RE[{}]", short.result));
            assert_contains(&sgf, "End\\: win-rate\\: ");
        }
    }
}

#[test]
fn a_game_at_the_limit_of_moves_is_scored_on_request() {
    let options = format!("{} --games 3 --komi 0.5", RANDOM.replace("300", "9"));
    let void = played(&options);
    assert_eq!(played(&format!("{options} --at-max-moves void")), void);
    let options = format!("{options} --at-max-moves score");
    for (record, void) in played(&options).iter().zip(&void) {
        assert_eq!(record.moves, void.moves);
        assert_eq!(void.result, "Void");
        let ours = record.scores["ours"].as_str().unwrap();
        let detail = "scored by our own count";
        assert_eq!(described(record), ("max-moves", ours, detail));
        assert!(record.winner().is_some());
    }
    for record in played(&format!("{options} --referee 'ponnuki -q'")) {
        let score = record.scores["referee"].as_str().unwrap();
        let detail = "scored by the referee";
        assert_eq!(described(&record), ("max-moves", score, detail));
    }
}

#[test]
fn engines_that_lie_about_their_win_rates_lose() {
    let played_against = |fault: &str, after: &str, more: &str| {
        played(&format!(
            "--black 'ponnuki -q --player search --playouts 20' --size 5 --games 2 --max-moves 300 \
             --white 'ponnuki test-engine -q --fault {fault} --after {after} --seed 1' {more}"
        ))
    };
    for [fault, after, reason] in rows(
        "
        lie     | 0 | reported a win rate of '7e9' for D4, which is not from 0 to 1
        lie     | 2 | reported a win rate of '-0.5' for D4, which is not from 0 to 1
        lie     | 4 | reported a win rate of 'high' for D4, which is not from 0 to 1
        lie     | 6 | reported a win rate of 'nan' for D4, which is not from 0 to 1
        mute    | 4 | ended its answer to kata-genmove_analyze with 'info move D4 visits 1 winrate 0.5 order 0 pv D4' instead of 'play' and a move
        garbage | 4 | answered no GTP: Traceback (most recent call last):
        ",
    ) {
        let reason = format!("white {reason}");
        for record in played_against(fault, after, "--resign-rule 0,300") {
            let lost = ("malformed", "B+F", reason.as_str());
            assert_eq!(described(&record), lost);
        }
        // Without a rule, nobody asks for a win rate.
        if fault != "garbage" && after == "4" {
            let plain = played_against(fault, after, "");
            assert!(plain.iter().all(|record| !record.is_fault()));
        }
    }
    let records = played_against("illegal", "4", "--resign-rule 0,300");
    assert_eq!(records[0].end, "illegal");
}

/// Tests with engines that are written for the shell.
#[cfg(unix)]
mod scripted {
    use serde_json::json;

    use super::*;
    use crate::{records, run, scripted};

    /// Writes an engine that plays up the file of points with this letter. It knows one
    /// command for moves, and answers it with these lines, in which `%s` stands for the
    /// row.
    fn climber(folder: &Folder, file: &str, command: &str, lines: &str) -> String {
        let rows = " $n".repeat(lines.matches("%s").count());
        let list = format!("printf '= {command}\\n\\n'");
        let answer = format!("n=$((n + 1)); printf '={lines}\\n\\n'{rows}");
        let actions = [
            ("list_commands", list.as_str()),
            ("clear_board", r"n=0; printf '= \n\n'"),
            (command, answer.as_str()),
        ];
        scripted(folder, file, &actions)
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
        format!("--black '{black}' --white '{white}' --size 9 --games 1 --max-moves 12 {more}")
    }

    #[test]
    fn both_sides_must_report_that_the_game_is_lost() {
        let lost = |black: (&str, &str), white: (&str, &str), rule: &str| {
            let folder = Folder::new();
            let black = reporter(&folder, "A", black.0, black.1);
            let white = reporter(&folder, "J", white.0, white.1);
            play(&folder, &options(&black, &white, rule), "out").remove(0)
        };
        let record = lost((KATA, "0.98"), (LEELA, "150"), "--resign-rule 3,2");
        let detail = "white reported 1.5 % or less in its last 2 moves, and black 98.0 % or more";
        assert_eq!(described(&record), ("win-rate", "B+R", detail));
        assert_eq!(record.moves, ["A1", "J1", "A2", "J2"]);
    }

    #[test]
    fn a_silent_program_is_named_once_and_keeps_the_rule_from_ending_games() {
        let folder = Folder::new();
        let silent = climber(&folder, "A", "genmove", " A%s");
        let other = reporter(&folder, "J", KATA, "0.01");
        let more = "--resign-rule 3,1 --games 4 -j 2";
        let options = options(&silent, &other, more).replace("--games 1", "");
        let run = run(&folder, &options, "out");
        let warning = "[warn] A (sh) has neither kata-genmove_analyze nor lz-genmove_analyze";
        assert_eq!(run.err.matches(warning).count(), 1, "{}", run.err);
        assert!(!run.err.contains("[warn] B"), "{}", run.err);
        run.succeeds();
        let records = records(&folder, "out");
        assert_eq!(records.len(), 4);
        assert!(records.iter().all(|record| record.end == "max-moves"));
    }

    #[test]
    fn answers_with_reports_are_checked() {
        let info = "info move J%s winrate 0.5 order 0 pv";
        // The last two report on another move, and nothing at all.
        for [lines, end, detail] in rows(
            r"
            \nINFO\nplay resign | resign    |
            \nINFO\nplay Z%s    | illegal   | white played Z1, which is off the board
            \nINFO\nplay here   | malformed | white answered 'here', which is not a move
            \ninfo move D4 winrate 0.5 order 0 pv\nplay J%s | max-moves |
            \nplay J%s          | max-moves |
            ",
        ) {
            let folder = Folder::new();
            let black = reporter(&folder, "A", KATA, "0.5");
            let white = climber(&folder, "J", KATA, &lines.replace("INFO", info));
            let options = options(&black, &white, "--resign-rule 3,2");
            let record = &play(&folder, &options, "out")[0];
            let found = (record.end.as_str(), record.detail.as_str());
            assert_eq!(found, (end, detail), "{lines}");
        }
    }

    #[test]
    fn a_report_counts_on_the_clock() {
        let folder = Folder::new();
        let [black, white] = ["A", "J"].map(|file| reporter(&folder, file, KATA, "0.5"));
        for (file, pause) in [("A", ""), ("J", "sleep 1.1; ")] {
            let known = format!("= {KATA}\\ntime_settings\\n");
            let text = folder.read(file).replace(&format!("= {KATA}\\n"), &known);
            let text = text.replace("n=$((n + 1))", &format!("{pause}n=$((n + 1))"));
            folder.write(file, text);
        }
        let options = options(&black, &white, "--resign-rule 3,2 --time 1,0,0");
        let records = play(&folder, &options, "out");
        assert_eq!(records[0].outcome(), ("time", "B+T"));
    }

    /// Writes a referee that knows these commands and performs these actions.
    fn referee(folder: &Folder, known: &str, actions: &[(&str, &str)]) -> String {
        let list = format!("printf '= {known}\\n\\n'");
        let actions = [&[("list_commands", list.as_str())], actions].concat();
        scripted(folder, "referee", &actions)
    }

    #[test]
    fn the_referee_judges_with_the_command_for_unfinished_games() {
        let both = r"final_score\nestimate_score";
        let bounds = r"printf '= W+23.5 (upper bound: 25.0, lower: 20.0)\n\n'";
        for (known, command, answer) in [
            (both, "estimate_score", bounds),
            ("final_score", "final_score", r"printf '= W+23.50\n\n'"),
        ] {
            let folder = Folder::new();
            let referee = referee(&folder, known, &[(command, answer)]);
            let options = format!(
                "{RANDOM} --games 2 --judge-after 6,2 --referee '{referee}' --sgf-dir games"
            );
            for record in play(&folder, &options, "out") {
                let detail = "the referee found W+23.5 at move 6 and W+23.5 at move 8";
                assert_eq!(described(&record), ("judged", "W+23.5", detail));
                assert_eq!(record.moves.len(), 8);
                assert_eq!(record.scores["referee"].as_str(), Some("W+23.5"));
                assert!(record.referee_fault.is_null());
            }
            let sgf = folder.read("games/game-000000.sgf");
            assert_contains(&sgf, "RE[W+23.5]");
            assert_contains(&sgf, "End\\: judged\\: the referee found ");
        }
    }

    #[test]
    fn a_referee_that_cannot_judge_lets_the_game_go_on() {
        for [action, end, detail] in rows(
            r"
            exit 3               | crash     | ended with exit status: 3
            printf '= maybe\n\n' | malformed | answered 'maybe' instead of a score
            ",
        ) {
            let folder = Folder::new();
            let actions = [
                ("estimate_score", action),
                ("final_score", r"printf '= W+3\n\n'"),
            ];
            let referee = referee(&folder, r"final_score\nestimate_score", &actions);
            let options = format!(
                "{RANDOM} --games 2 --judge-after 6,2 --move-timeout 0.3 --referee '{referee}'"
            );
            let run = run(&folder, &options, "out");
            let warning =
                format!("[warn] referee: at move 6: {detail}; it judges game 1 no further");
            assert_contains(&run.err, &warning);
            run.succeeds();
            for record in records(&folder, "out") {
                assert_eq!(described(&record), ("passes", "W+3", ""));
                let fault = json!({"end": end, "detail": format!("at move 6: {detail}")});
                assert_eq!(record.referee_fault, fault);
            }
        }
    }
}
