//! Programs that misbehave in `ponnuki match`: what they lose, and what is left of
//! them.

use std::collections::BTreeSet;
#[cfg(target_os = "linux")]
use std::io::{BufRead, BufReader};
use std::process::Command;
#[cfg(unix)]
use std::process::{Child, Stdio};
#[cfg(unix)]
use std::time::{Duration, Instant};

use super::game_record::{Ending, GameRecord};

use super::{Folder, play, records, shlex, stderr};
#[cfg(unix)]
use super::{interrupted, run};

/// Plays a match against a program with this fault. Returns its records.
fn faulty(fault: &str, more: &str) -> Vec<GameRecord> {
    let folder = Folder::new();
    let options = format!(
        "--black \"ponnuki -q\" --white \"ponnuki test-engine -q --fault {fault} --after 4 --seed 1\" \
         --size 5 --games 3 --max-moves 300 {more}"
    );
    play(&options, &folder.path("out"))
}

#[test]
fn every_fault_loses_the_game_with_its_reason() {
    for (fault, end, reason) in [
        ("exit", Ending::Crash, "white ended with exit status: 3"),
        (
            "garbage",
            Ending::Malformed,
            "white answered no GTP: Traceback",
        ),
        ("illegal", Ending::Illegal, "which is illegal: "),
        ("refuse", Ending::Refused, "white refused 'play b "),
        ("orphan", Ending::Crash, "white ended with exit status: 3"),
        ("cling", Ending::Crash, "white ended with exit status: 3"),
        (
            "disconnect",
            Ending::Crash,
            "in the middle of the answer = D",
        ),
    ] {
        let records = faulty(fault, "");
        assert_eq!(records.len(), 3);
        for record in &records {
            assert_eq!(
                (record.end, record.result.as_str()),
                (end, "B+F"),
                "{fault}"
            );
            assert!(record.detail.contains(reason), "{}", record.detail);
            assert!((4..=6).contains(&record.moves.len()), "{record:?}");
        }
    }
    for fault in ["hang", "deaf", "detach"] {
        let records = faulty(fault, "--move-timeout 0.2");
        for record in records {
            assert_eq!(record.end, Ending::Hang, "{fault}");
            let reason = "white gave no answer within 0.2 s";
            assert!(record.detail.starts_with(reason), "{}", record.detail);
        }
    }
    // A flood on standard error is not a fault.
    let records = faulty("flood", "");
    assert!(records.iter().all(|record| record.end == Ending::Passes));
}

#[test]
fn no_game_is_lost_from_the_record() {
    let folder = Folder::new();
    let engine = "ponnuki test-engine -q --fault random --after 30";
    let options = format!(
        "--black \"{engine}\" --white \"{engine}\" --size 5 --games 60 -j 2 --alternate \
         --move-timeout 0.3 --max-moves 300"
    );
    let records = play(&options, &folder.path("out"));
    let numbers: BTreeSet<u64> = records.iter().map(|record| record.game).collect();
    assert_eq!(numbers, (0..60).collect());
    let faults: BTreeSet<Ending> = records.iter().map(|record| record.end).collect();
    assert!(
        faults.iter().filter(|end| end.is_fault()).count() >= 4,
        "{faults:?}"
    );
    for record in &records {
        assert_eq!(
            record.end.is_fault(),
            record.result.ends_with("+F"),
            "{record:?}"
        );
        record.replay();
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_does_not_wait_for_a_program_that_thinks() {
    let folder = Folder::new();
    // The first game is resigned early; in the second one White hangs.
    let options = "--black \"ponnuki -q --resign-after 4\" \
                   --white \"ponnuki test-engine -q --fault hang --after 6\" --size 5 --games 5";
    let path = folder.path("out");
    let output = interrupted(options, &path, 1);
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    assert_eq!(records(&path).len(), 1);
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_that_is_ended_together_with_the_match_loses_no_game() {
    let folder = Folder::new();
    // A cluster ends all processes of a job, here White first.
    let white = folder.path("white.sh");
    let program = env!("CARGO_BIN_EXE_ponnuki");
    let script = format!(
        "'{program}' test-engine -q --fault exit --after 4\n\
         setsid sh -c \"(sleep 0.02; kill $PPID) &\" <&- >&- 2>&-\n\
         kill -TERM $$\n"
    );
    std::fs::write(&white, script).unwrap();
    let white = white.display();
    let options = format!("--black \"ponnuki -q\" --white \"sh '{white}'\" --size 5 --games 3");
    let path = folder.path("out");
    let output = run(&options, &path);
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    assert_eq!(records(&path), []);
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
        let options = format!(
            "--black \"ponnuki -q\" --white \"ponnuki test-engine -q --fault {fault} --after 4 --seed 1\" \
             --size 5 --max-moves 300 --out out {more}"
        );
        let child = Command::new(env!("CARGO_BIN_EXE_ponnuki"))
            .arg("match")
            .args(shlex(&options))
            .current_dir(folder.0.path())
            .env_remove("RUST_LOG")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
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
                .is_ok_and(|folder| folder == self.folder.0.path());
            is_here && process.file_name().to_str() != Some(&self.child.id().to_string())
        });
        here.count()
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

    /// Sends the match a signal.
    #[cfg(target_os = "linux")]
    fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args([name, &id]).status();
        assert!(sent.unwrap().success());
    }

    /// Waits for the end. Returns the exit status, and the folder.
    fn end(mut self, within: Duration) -> (Option<i32>, Self) {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return (status.code(), self);
            }
            if begun.elapsed() > within {
                self.child.kill().unwrap();
                panic!("the match goes on");
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Counts the entries of a folder of the running match in `/proc`.
#[cfg(target_os = "linux")]
fn entries(running: &Running, of: &str) -> usize {
    let folder = format!("/proc/{}/{of}", running.child.id());
    std::fs::read_dir(folder).map_or(0, Iterator::count)
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_is_left_of_a_program_that_left_its_group() {
    for fault in ["detach", "orphan"] {
        let running = Running::start(fault, "-q --games 2 --move-timeout 0.2");
        let (status, left) = running.end(Duration::from_secs(20));
        assert_eq!(status, Some(0), "{fault}");
        assert_eq!(left.programs(), 0, "{fault}");
        let records = records(&left.folder.path("out"));
        assert_eq!(records.len(), 2);
        for record in records {
            let remark =
                "; 1 process outside its process group held its output and had to be killed";
            assert!(record.detail.ends_with(remark), "{}", record.detail);
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_warning_names_the_player_that_left_a_process_behind() {
    let folder = Folder::new();
    let options = "--black \"ponnuki -q\" --white \"ponnuki test-engine -q --fault orphan\" \
                   --size 5 --games 1";
    let output = run(options, &folder.path("out"));
    let warning = "[warn] B: 1 process outside its process group held its output";
    assert!(stderr(&output).contains(warning), "{}", stderr(&output));
}

#[cfg(target_os = "linux")]
#[test]
fn one_interrupt_ends_a_match_whose_pipes_another_process_holds() {
    // White gets 300 seconds for its move.
    let running = Running::start("detach", "-q --games 3");
    running.wait_until("nobody detaches", |running| running.programs() == 3);
    running.signal("-TERM");
    let (status, left) = running.end(Duration::from_secs(6));
    assert_eq!(status, Some(130));
    assert_eq!((left.programs(), left.played()), (0, 0));
}

/// Interrupts a match twice. Returns the time from the first interrupt to its end.
#[cfg(target_os = "linux")]
fn time_after_two_interrupts() -> Duration {
    let mut running = Running::start("detach", "-q --games 3");
    running.wait_until("nobody detaches", |running| running.programs() == 3);
    let begun = Instant::now();
    running.signal("-INT");
    let mut log = BufReader::new(running.child.stderr.take().unwrap());
    let mut line = String::new();
    while !line.contains("press Ctrl-C again") {
        line.clear();
        assert_ne!(log.read_line(&mut line).unwrap(), 0, "no answer to Ctrl-C");
    }
    running.signal("-INT");
    let (status, left) = running.end(Duration::from_secs(20));
    let taken = begun.elapsed();
    assert_eq!(status, Some(130));
    left.wait_until("a program lives on", |left| left.programs() == 0);
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
    let running = Running::start("cling", "-q --games 20");
    let mut counts = Vec::new();
    running.wait_until("the match hangs", |running| running.played() >= 4);
    while running.played() < 20 && counts.len() < 10_000 {
        counts.push((entries(&running, "fd"), entries(&running, "task")));
        std::thread::sleep(Duration::from_millis(5));
    }
    let (status, _left) = running.end(Duration::from_secs(20));
    assert_eq!(status, Some(0));
    let most = counts.iter().map(|(files, _)| files).max().unwrap();
    let threads = counts.iter().map(|(_, threads)| threads).max().unwrap();
    // Three files of this process, the results, and five for each program.
    assert!(*most <= 20, "{counts:?}");
    assert!(*threads <= 8, "{counts:?}");
}

#[cfg(unix)]
#[test]
fn a_program_that_closes_its_output_has_not_killed_itself() {
    for limit in ["0.3", "2"] {
        let running = Running::start("close", &format!("-q --games 1 --move-timeout {limit}"));
        let (status, left) = running.end(Duration::from_secs(20));
        assert_eq!(status, Some(0));
        let record = &records(&left.folder.path("out"))[0];
        assert_eq!(record.end, Ending::Crash);
        assert_eq!(record.detail, "white closed its output");
    }
}

/// Writes an engine for the shell, which answers these commands by an action and
/// all others by success. Returns its command line.
#[cfg(unix)]
pub(super) fn engine(folder: &Folder, actions: &[(&str, &str)]) -> String {
    let cases = actions
        .iter()
        .map(|(command, action)| format!("{command}) {action} ;;\n"));
    let script = format!(
        "while read -r command rest; do\ncase $command in\n{}*) printf '= \\n\\n' ;;\nesac\ndone\n",
        cases.collect::<String>()
    );
    format!("sh {}", folder.write("engine", &script).display())
}

/// Writes a referee for the shell, which performs an action instead of counting.
#[cfg(unix)]
fn referee(folder: &Folder, action: &str) -> String {
    let known = r"printf '= final_score\n\n'";
    engine(folder, &[("list_commands", known), ("final_score", action)])
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
        let (out, page) = (folder.path("out"), folder.path("page"));
        let actions = actions.map(|(command, action)| (command, action.as_str()));
        let options = format!(
            "-vv --black \"ponnuki -q\" --white \"{}\" --size 5 --games 1 --sgf-dir \"{}\"",
            engine(&folder, &actions),
            folder.0.path().display()
        );
        let output = run(&options, &out);
        let said = stderr(&output) + &String::from_utf8_lossy(&output.stdout);
        assert!(said.contains("evil"), "{said}");
        assert_eq!(said.contains("refused '"), refuses, "{said}");
        assert_eq!(hidden(&said), BTreeSet::new(), "{said}");
        if output.status.success() {
            let game = std::fs::read_to_string(folder.path("game-000000.sgf")).unwrap();
            assert_eq!(hidden(&game), BTreeSet::new(), "{game}");
            let report = Command::new(env!("CARGO_BIN_EXE_ponnuki"))
                .args(["match", "report", "--html"])
                .args([&page, &out])
                .output()
                .unwrap();
            let html = std::fs::read_to_string(&page).unwrap();
            let said = html + &String::from_utf8_lossy(&report.stdout);
            assert!(said.contains("evil"), "{said}");
            assert_eq!(hidden(&said), BTreeSet::new(), "{said}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_fault_of_the_referee_is_on_record_and_our_own_count_decides() {
    for (action, end, detail) in [
        ("exit 3", Ending::Crash, "ended with exit status: 3"),
        ("sleep 30", Ending::Hang, "gave no answer within 0.3 s"),
        (
            r"printf '= maybe\n\n'",
            Ending::Malformed,
            "answered 'maybe' instead of a score",
        ),
        (
            r"printf '= W+26\n\n'",
            Ending::Malformed,
            "answered 'W+26', although no score exceeds 25.5 points",
        ),
        (
            r"printf '? no\n\n'",
            Ending::Refused,
            "refused 'final_score': no",
        ),
    ] {
        let folder = Folder::new();
        let options = format!(
            "--black \"ponnuki -q\" --white \"ponnuki -q\" --size 5 --games 2 --komi 0.5 --move-timeout 0.3 \
             --referee \"{}\" --sgf-dir \"{}\"",
            referee(&folder, action),
            folder.0.path().display()
        );
        let output = run(&options, &folder.path("out"));
        assert!(output.status.success(), "{}", stderr(&output));
        let warning = format!("[warn] referee: {detail}; our own count decides game 1");
        assert!(stderr(&output).contains(&warning), "{}", stderr(&output));
        for record in records(&folder.path("out")) {
            assert_eq!((record.end, record.detail.as_str()), (Ending::Passes, ""));
            assert_eq!(Some(&record.result), record.scores.ours.as_ref());
            let fault = record.referee_fault.unwrap();
            assert_eq!((fault.end, fault.detail.as_str()), (end, detail));
        }
        let game = std::fs::read_to_string(folder.path("game-000000.sgf")).unwrap();
        assert!(game.contains("Referee\\: "), "{game}");
        let summary = String::from_utf8_lossy(&output.stdout);
        let word = serde_json::to_value(end).unwrap();
        let line = format!("\nreferee faults: 2 games ({} 2)\n", word.as_str().unwrap());
        assert!(summary.contains(&line), "{summary}");
    }
}

#[test]
fn a_referee_that_cannot_count_refuses_the_match() {
    let folder = Folder::new();
    let out = folder.path("out");
    let mut referees = vec![("/nowhere/engine", "cannot be started as '/nowhere/engine'")];
    if cfg!(unix) {
        referees.extend([
            ("false", "ended with exit status: 1"),
            (
                "sh -c 'read a; echo Hello; read b; read c; read d'",
                "answered no GTP: Hello",
            ),
            (
                "ponnuki -q --boardsize 99",
                "its last lines on standard error:\n    error: invalid value",
            ),
            ("ponnuki test-engine -q --fault refuse", "refused 'play b "),
            (
                "sh -c 'while read -r line; do echo =; echo; done'",
                "does not list the command final_score",
            ),
        ]);
    }
    for (referee, reason) in referees {
        let output = Command::new(env!("CARGO_BIN_EXE_ponnuki"))
            .args(shlex(
                "match -q --black ponnuki --white ponnuki --size 5 --games 2",
            ))
            .args(["--random-opening", "3", "--referee", referee, "--out"])
            .arg(&out)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1), "{referee}");
        let error = stderr(&output);
        assert!(
            error.contains("the match cannot be played: the referee "),
            "{error}"
        );
        assert!(error.contains(reason), "{referee}: {error}");
        assert!(records(&out).is_empty());
        std::fs::remove_file(&out).unwrap();
    }
}

#[cfg(unix)]
#[test]
fn a_program_that_the_system_no_longer_starts_loses_no_game() {
    let folder = Folder::new();
    let engine = folder.path("engine");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_ponnuki"), &engine).unwrap();
    let out = folder.path("out");
    let mut child = Command::new(env!("CARGO_BIN_EXE_ponnuki"))
        .args(shlex(
            "match -q --black ponnuki --size 5 --games 5000 --white",
        ))
        .arg(format!("{} test-engine -q --fault exit", engine.display()))
        .arg("--out")
        .arg(&out)
        .stderr(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let text = || std::fs::read_to_string(&out).unwrap_or_default();
    while text().lines().count() < 2 {
        assert!(child.try_wait().unwrap().is_none(), "the match has ended");
        std::thread::sleep(Duration::from_millis(5));
    }
    std::fs::remove_file(&engine).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let error = stderr(&output);
    assert!(error.contains("player B cannot be started as"), "{error}");
    for record in records(&out) {
        assert_eq!(record.detail, "white ended with exit status: 3");
    }
}
