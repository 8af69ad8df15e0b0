//! Programs that misbehave in `ponnuki match`: what they lose, and what is left of
//! them.

use std::collections::BTreeSet;
#[cfg(target_os = "linux")]
use std::io::{BufRead, BufReader};
#[cfg(unix)]
use std::process::Child;
#[cfg(target_os = "linux")]
use std::time::{Duration, Instant};

use ponnuki_testing::at_once;
#[cfg(unix)]
use serde_json::json;

#[cfg(unix)]
use super::runner::InFolder;
use super::runner::{Folder, assert_contains, assert_starts, rows};
#[cfg(unix)]
use super::{begun, interrupted, runner, scripted, wait_for_games};
use super::{played, records, run};

/// Returns the options for a match against a program with this fault.
fn against(fault: &str, more: &str) -> String {
    format!(
        "--black 'ponnuki -q' --white 'ponnuki test-engine -q --fault {fault} --after 4 --seed 1' \
         --size 5 --max-moves 300 {more}"
    )
}

#[test]
fn every_fault_loses_the_game_with_its_reason() {
    let faults = [
        ("exit", "crash", "white ended with exit status: 3"),
        ("garbage", "malformed", "white answered no GTP: Traceback"),
        ("illegal", "illegal", "which is illegal: "),
        ("refuse", "refused", "white refused 'play b "),
        ("orphan", "crash", "white ended with exit status: 3"),
        ("cling", "crash", "white ended with exit status: 3"),
        ("disconnect", "crash", "in the middle of the answer = D"),
    ];
    at_once(faults, |(fault, end, reason)| {
        let records = played(&against(fault, "--games 3"));
        assert_eq!(records.len(), 3);
        for record in &records {
            assert_eq!(record.outcome(), (end, "B+F"), "{fault}");
            assert_contains(&record.detail, reason);
            assert!((4..=6).contains(&record.moves.len()), "{record:?}");
        }
    });
    // One after the other, so that only White is late.
    for fault in ["hang", "deaf", "detach"] {
        for record in played(&against(fault, "--games 3 --move-timeout 0.2")) {
            assert_eq!(record.end, "hang", "{fault}");
            assert_starts(&record.detail, "white gave no answer within 0.2 s");
        }
    }
    // A flood on standard error is not a fault.
    let records = played(&against("flood", "--games 3"));
    assert!(records.iter().all(|record| record.end == "passes"));
}

#[test]
fn no_game_is_lost_from_the_record() {
    let engine = "ponnuki test-engine -q --fault random --after 30";
    let records = played(&format!(
        "--black '{engine}' --white '{engine}' --size 5 --games 60 -j 8 --alternate \
         --move-timeout 0.3 --max-moves 300"
    ));
    let numbers: BTreeSet<u64> = records.iter().map(|record| record.game).collect();
    assert_eq!(numbers, (0..60).collect());
    let faults = records.iter().filter(|record| record.is_fault());
    let faults: BTreeSet<&str> = faults.map(|record| record.end.as_str()).collect();
    assert!(faults.len() >= 4, "{faults:?}");
    for record in &records {
        let is_lost = record.result.ends_with("+F");
        assert_eq!(record.is_fault(), is_lost, "{record:?}");
        record.replay();
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_does_not_wait_for_a_program_that_thinks() {
    let folder = Folder::new();
    // The first game is resigned early; in the second one White hangs.
    let options = "--black 'ponnuki -q --resign-after 4' \
                   --white 'ponnuki test-engine -q --fault hang --after 6' --size 5 --games 5";
    let run = interrupted(&folder, options, 1);
    assert_eq!(run.status, Some(130), "{}", run.err);
    assert_eq!(records(&folder, "out").len(), 1);
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_that_is_ended_together_with_the_match_loses_no_game() {
    // A cluster ends all processes of a job, here White first.
    let script = format!(
        "'{}' test-engine -q --fault exit --after 4\n\
         setsid sh -c \"(sleep 0.02; kill $PPID) &\" <&- >&- 2>&-\n\
         kill -TERM $$\n",
        runner::PROGRAM
    );
    let folder = Folder::with_files(&[("white.sh", &script)]);
    let options = "--black 'ponnuki -q' --white 'sh white.sh' --size 5 --games 3";
    let run = run(&folder, options, "out");
    assert_eq!(run.status, Some(130), "{}", run.err);
    assert_eq!(records(&folder, "out"), []);
}

/// A match that runs in a folder, so that its programs can be found there.
#[cfg(unix)]
struct Running {
    child: Child,
    folder: Folder,
}

#[cfg(unix)]
impl Running {
    /// Starts a match against a program with this fault.
    fn start(fault: &str, more: &str) -> Self {
        let folder = Folder::new();
        let child = begun(&folder, &against(fault, more));
        Self { child, folder }
    }

    /// Returns the number of recorded games.
    #[cfg(target_os = "linux")]
    fn played(&self) -> usize {
        let text = std::fs::read_to_string(self.folder.path("out"));
        text.unwrap_or_default().lines().count()
    }

    /// Returns the number of processes that run in the folder, except the match.
    #[cfg(target_os = "linux")]
    fn programs(&self) -> usize {
        let processes = std::fs::read_dir("/proc").unwrap().flatten();
        let here = processes.filter(|process| {
            let is_here = std::fs::read_link(process.path().join("cwd"))
                .is_ok_and(|folder| folder == self.folder.path(""));
            is_here && process.file_name().to_str() != Some(&self.child.id().to_string())
        });
        here.count()
    }

    /// Returns the number of entries of a folder of the match in `/proc`.
    #[cfg(target_os = "linux")]
    fn entries(&self, of: &str) -> usize {
        let folder = format!("/proc/{}/{of}", self.child.id());
        std::fs::read_dir(folder).map_or(0, Iterator::count)
    }

    /// Waits until a condition holds.
    #[cfg(target_os = "linux")]
    fn wait_until(&self, what: &str, is_true: impl Fn(&Self) -> bool) {
        let begun = Instant::now();
        while !is_true(self) {
            assert!(begun.elapsed() < Duration::from_secs(20), "{what}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits for the end. Returns the exit status.
    fn end(&mut self) -> Option<i32> {
        runner::ended(&mut self.child).code()
    }
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_is_left_of_a_program_that_left_its_group() {
    for fault in ["detach", "orphan"] {
        let mut running = Running::start(fault, "-q --games 2 --move-timeout 0.2");
        assert_eq!(running.end(), Some(0), "{fault}");
        assert_eq!(running.programs(), 0, "{fault}");
        let records = records(&running.folder, "out");
        assert_eq!(records.len(), 2);
        let remark = "; 1 process outside its process group held its output and had to be killed";
        for record in records {
            runner::assert_ends(&record.detail, remark);
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_warning_names_the_player_that_left_a_process_behind() {
    let options = "--black 'ponnuki -q' --white 'ponnuki test-engine -q --fault orphan' \
                   --size 5 --games 1";
    let run = run(&Folder::new(), options, "out");
    let warning = "[warn] B: 1 process outside its process group held its output";
    assert_contains(&run.err, warning);
}

#[cfg(target_os = "linux")]
#[test]
fn one_interrupt_ends_a_match_whose_pipes_another_process_holds() {
    // White gets 300 seconds for its move.
    let mut running = Running::start("detach", "-q --games 3");
    running.wait_until("nobody detaches", |running| running.programs() == 3);
    let begun = Instant::now();
    runner::signal(&running.child, "-TERM");
    assert_eq!(running.end(), Some(130));
    assert!(begun.elapsed() < Duration::from_secs(6));
    assert_eq!((running.programs(), running.played()), (0, 0));
}

/// Interrupts a match twice. Returns the time from the first interrupt to its end.
#[cfg(target_os = "linux")]
fn time_after_two_interrupts() -> Duration {
    let mut running = Running::start("detach", "-q --games 3");
    running.wait_until("nobody detaches", |running| running.programs() == 3);
    let begun = Instant::now();
    runner::signal(&running.child, "-INT");
    let mut log = BufReader::new(running.child.stderr.take().unwrap());
    let mut line = String::new();
    while !line.contains("press Ctrl-C again") {
        line.clear();
        assert_ne!(log.read_line(&mut line).unwrap(), 0, "no answer to Ctrl-C");
    }
    runner::signal(&running.child, "-INT");
    assert_eq!(running.end(), Some(130));
    let taken = begun.elapsed();
    running.wait_until("a program lives on", |left| left.programs() == 0);
    taken
}

#[cfg(target_os = "linux")]
#[test]
fn two_interrupts_end_a_match_at_once_and_its_programs_too() {
    // After one interrupt a program has two seconds. A busy machine may take as long
    // now and then.
    let is_quick = |_| time_after_two_interrupts() < Duration::from_secs(2);
    assert!((0..5).any(is_quick));
}

#[cfg(target_os = "linux")]
#[test]
fn programs_that_were_given_up_cost_neither_threads_nor_files() {
    // Every game leaves a process that holds standard error.
    let mut running = Running::start("cling", "-q --games 20");
    let mut counts = Vec::new();
    running.wait_until("the match hangs", |running| running.played() >= 4);
    while running.played() < 20 && counts.len() < 10_000 {
        counts.push((running.entries("fd"), running.entries("task")));
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(running.end(), Some(0));
    // Three files of this process, the results, and five for each program.
    assert!(!counts.is_empty());
    let is_bounded = |&(files, threads): &(usize, usize)| files <= 20 && threads <= 8;
    assert!(counts.iter().all(is_bounded), "{counts:?}");
}

#[cfg(unix)]
#[test]
fn a_program_that_closes_its_output_has_not_killed_itself() {
    at_once(["0.3", "2"], |limit| {
        let options = format!("-q --games 1 --move-timeout {limit}");
        let mut running = Running::start("close", &options);
        assert_eq!(running.end(), Some(0));
        let record = &records(&running.folder, "out")[0];
        assert_eq!(record.end, "crash");
        assert_eq!(record.detail, "white closed its output");
    });
}

/// Returns the characters of a text that a terminal does not show.
#[cfg(unix)]
fn hidden(text: &str) -> BTreeSet<char> {
    let is_hidden = |&c: &char| match c {
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => true,
        _ => c.is_control() && c != '\n',
    };
    text.chars().filter(is_hidden).collect()
}

#[cfg(unix)]
#[test]
fn what_programs_say_is_shown_without_hidden_characters() {
    // Escape sequences, a C1 control, an override, an isolate, a separator.
    let evil = r"\033[2J\302\2331m\342\200\256\342\201\246\342\200\250evil\007";
    let printf = |text: &str| format!("printf '{text}\\n\\n'");
    let [name, refused] = [printf(&format!("= {evil}")), printf(&format!("? {evil}"))];
    let crash = format!("printf '{evil}' >&2; exit 1");
    for (actions, refuses) in [
        ([("name", &name), ("play", &refused)], true),
        ([("name", &name), ("genmove", &name)], false),
        ([("version", &name), ("genmove", &crash)], false),
        ([("version", &name), ("boardsize", &refused)], true),
        ([("version", &refused), ("name", &crash)], false),
    ] {
        let folder = Folder::new();
        let actions = actions.map(|(command, action)| (command, action.as_str()));
        let engine = scripted(&folder, "engine", &actions);
        let options = format!(
            "-vv --black 'ponnuki -q' --white '{engine}' --size 5 --games 1 --sgf-dir games"
        );
        let run = run(&folder, &options, "out");
        let said = run.err + &run.out;
        assert_contains(&said, "evil");
        assert_eq!(said.contains("refused '"), refuses, "{said}");
        assert_eq!(hidden(&said), BTreeSet::new(), "{said}");
        if run.status == Some(0) {
            let game = folder.read("games/game-000000.sgf");
            assert_eq!(hidden(&game), BTreeSet::new(), "{game}");
            let report = folder.run("match report --html page out");
            let said = folder.read("page") + &report.out;
            assert_contains(&said, "evil");
            assert_eq!(hidden(&said), BTreeSet::new(), "{said}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_fault_of_the_referee_is_on_record_and_our_own_count_decides() {
    for [action, end, detail] in rows(
        r"
        exit 3                | crash     | ended with exit status: 3
        sleep 30              | hang      | gave no answer within 0.3 s
        printf '= maybe\n\n'  | malformed | answered 'maybe' instead of a score
        printf '= W+26\n\n'   | malformed | answered 'W+26', although no score exceeds 25.5 points
        printf '? no\n\n'     | refused   | refused 'final_score': no
        ",
    ) {
        let folder = Folder::new();
        let known = r"printf '= final_score\n\n'";
        let actions = [("list_commands", known), ("final_score", action)];
        let referee = scripted(&folder, "referee", &actions);
        let options = format!(
            "--black 'ponnuki -q' --white 'ponnuki -q' --size 5 --games 2 --komi 0.5 \
             --move-timeout 0.3 --referee '{referee}' --sgf-dir games"
        );
        let run = run(&folder, &options, "out");
        let warning = format!("[warn] referee: {detail}; our own count decides game 1");
        assert_contains(&run.err, &warning);
        let line = format!("\nreferee faults: 2 games ({end} 2)\n");
        assert_contains(&run.succeeds(), &line);
        for record in records(&folder, "out") {
            assert_eq!(
                (record.end.as_str(), record.detail.as_str()),
                ("passes", "")
            );
            assert_eq!(record.scores["ours"], record.result);
            assert_eq!(record.referee_fault, json!({"end": end, "detail": detail}));
        }
        let game = folder.read("games/game-000000.sgf");
        assert_contains(&game, "Referee\\: ");
    }
}

#[test]
fn a_referee_that_cannot_count_refuses_the_match() {
    let everywhere = "/nowhere/engine | cannot be started as '/nowhere/engine'";
    let on_unix = "
        false                                             | ended with exit status: 1
        sh -c 'read a; echo Hello; read b; read c; read d' | answered no GTP: Hello
        ponnuki -q --boardsize 99                         | error: invalid value
        ponnuki test-engine -q --fault refuse             | refused 'play b
        sh -c 'while read -r line; do echo =; echo; done' | does not list the command final_score
        ";
    let more = if cfg!(unix) { on_unix } else { "" };
    for [referee, reason] in rows(everywhere).chain(rows(more)) {
        let folder = Folder::new();
        let options = "-q --black ponnuki --white ponnuki --size 5 --games 2 --random-opening 3";
        let options = format!("{options} --referee \"{referee}\"");
        let refused = run(&folder, &options, "out");
        refused.fails(1, reason);
        let head = "the match cannot be played: the referee ";
        assert_contains(&refused.err, head);
        assert!(records(&folder, "out").is_empty());
    }
}

#[cfg(unix)]
#[test]
fn a_program_that_the_system_no_longer_starts_loses_no_game() {
    let folder = Folder::new();
    std::os::unix::fs::symlink(runner::PROGRAM, folder.path("engine")).unwrap();
    let options = "-q --black ponnuki --white './engine test-engine -q --fault exit' \
                   --size 5 --games 5000";
    let mut child = begun(&folder, options);
    wait_for_games(&folder, &mut child, 2);
    folder.clear("engine");
    let run = runner::Run::from(child.wait_with_output().unwrap());
    assert_eq!(run.status, Some(1));
    assert_contains(&run.err, "player B cannot be started as");
    for record in records(&folder, "out") {
        assert_eq!(record.detail, "white ended with exit status: 3");
    }
}
