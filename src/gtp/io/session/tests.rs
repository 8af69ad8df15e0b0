//! Complete sessions in this process, from input bytes to output bytes.

mod random_lines;

use std::collections::VecDeque;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::*;
use crate::engine::EngineOptions;
use ponnuki_core::board::{BoardSize, Color};
use ponnuki_core::game::{Choice, Game, Move};
use ponnuki_play::player::{
    Analysis, AnalysisOptions, ChoiceRule, MoveAnalysis, Player, PlayerKind, PlayerSettings,
    ReportTimer, Reports, SearchOptions, StopFlag,
};

#[test]
fn a_line_cancels_a_search() {
    let input =
        "1 kata-search_cancellable b\n2 kata-search_analyze_cancellable b\n3 move_history\n";
    let mut output = Vec::new();
    let engine = Engine::new(EngineOptions::new(1));
    Session::run(input.as_bytes(), &mut output, engine).unwrap();
    let answers = String::from_utf8(output).unwrap();
    assert!(answers.starts_with("=1 cancelled\n\n=2\n"), "{answers}");
    assert!(
        answers.ends_with("\nplay cancelled\n\n=3 \n\n"),
        "{answers}"
    );
}

/// A player that thinks until it is stopped or its time is over. It panics when
/// Black is to play on an empty board.
struct Slow {
    time: Duration,
}

impl Player for Slow {
    fn choose(&mut self, game: &Game, color: Color, stop: &StopFlag) -> Choice {
        panic_as_black_at_first(game, color);
        let begin = Instant::now();
        while begin.elapsed() < self.time {
            if stop.is_raised() {
                return Choice::Resign;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        Choice::Move(Move::Pass)
    }

    /// Reports an analysis at once.
    fn choose_and_report(
        &mut self,
        game: &Game,
        color: Color,
        reports: &Reports,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Analysis),
    ) -> Choice {
        if let Reports::Analysis(_) = reports {
            report(&sure_of_a_pass(color));
        }
        self.choose(game, color, stop)
    }

    /// Reports the same analysis at once and after every interval.
    fn analyze(
        &mut self,
        game: &Game,
        color: Color,
        options: &AnalysisOptions,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Analysis),
    ) {
        report(&sure_of_a_pass(color));
        panic_as_black_at_first(game, color);
        let mut timer = ReportTimer::new(options.interval);
        while !stop.is_raised() {
            std::thread::sleep(Duration::from_millis(1));
            if timer.is_due() {
                report(&sure_of_a_pass(color));
            }
        }
    }

    fn thinks(&self) -> bool {
        true
    }
}

fn panic_as_black_at_first(game: &Game, color: Color) {
    let is_white_or_later = color == Color::White || !game.turns().is_empty();
    assert!(is_white_or_later, "a defect");
}

/// Returns the analysis that the slow player always reports.
fn sure_of_a_pass(color: Color) -> Analysis {
    Analysis {
        color,
        choice_rule: ChoiceRule::Best,
        moves: vec![MoveAnalysis {
            action: Move::Pass,
            visits: 12,
            winrate: 0.75,
            prior: 1.0,
            lcb: 0.5,
            score_lead: 1.5,
            score_stdev: 0.0,
            pv: vec![Move::Pass],
            pv_visits: Vec::new(),
        }],
        visits: 12,
        winrate: 0.75,
        score_lead: 1.5,
        score_stdev: 0.0,
        ownership: None,
    }
}

/// The line of `lz-analyze` for this analysis.
const SURE: &str = "info move pass visits 12 winrate 7500 prior 10000 lcb 5000 order 0 pv pass\n";

/// Creates an engine whose player thinks for this time.
fn slow_engine(time: Duration) -> Engine {
    Engine::with_player(EngineOptions::new(0), Box::new(Slow { time }))
}

/// A stream that reads its bytes from a channel and ends with it.
struct Pipe {
    bytes: Receiver<&'static [u8]>,
    rest: VecDeque<u8>,
}

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            self.rest.extend(self.bytes.recv().unwrap_or_default());
        }
        self.rest.read(buffer)
    }
}

/// An output that the test can read while the session writes it.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A session in another thread.
struct Remote {
    input: Option<Sender<&'static [u8]>>,
    output: Shared,
    thread: std::thread::JoinHandle<io::Result<()>>,
}

impl Remote {
    fn start(time: Duration) -> Self {
        Self::serving(slow_engine(time))
    }

    fn serving(engine: Engine) -> Self {
        let (input, bytes) = mpsc::channel();
        let output = Shared::default();
        let shared = output.clone();
        let pipe = Pipe {
            bytes,
            rest: VecDeque::new(),
        };
        let thread = std::thread::spawn(move || Session::run(pipe, shared, engine));
        Self {
            input: Some(input),
            output,
            thread,
        }
    }

    fn send(&self, text: &'static str) {
        let input = self.input.as_ref().expect("the input is open");
        input.send(text.as_bytes()).expect("the session reads");
    }

    /// Waits until the whole output so far equals this string.
    fn expect(&self, text: &str) {
        let begin = Instant::now();
        loop {
            let output = self.output.0.lock().unwrap().clone();
            if output == text.as_bytes() {
                return;
            }
            assert!(
                begin.elapsed() < Duration::from_secs(20) && text.as_bytes().starts_with(&output),
                "{:?} instead of {text:?}",
                String::from_utf8_lossy(&output)
            );
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    fn end(mut self, text: &str) {
        self.input = None;
        self.thread.join().unwrap().unwrap();
        assert_eq!(
            String::from_utf8_lossy(&self.output.0.lock().unwrap()),
            text
        );
    }
}

const LONG: Duration = Duration::from_secs(3600);
const SHORT: Duration = Duration::from_millis(30);

#[test]
fn an_interrupt_stops_a_command_and_other_lines_wait() {
    let remote = Remote::start(LONG);
    remote.send("name\n1 genmove w\nversi");
    remote.expect("= Ponnuki\n\n");
    remote.send("on\n# interr");
    std::thread::sleep(SHORT);
    remote.expect("= Ponnuki\n\n");
    remote.send("upt\n2 protocol_version\n");
    let version = env!("CARGO_PKG_VERSION");
    let expected = format!("= Ponnuki\n\n=1 resign\n\n= {version}\n\n=2 2\n\n");
    remote.expect(&expected);
    remote.end(&expected);
}

#[test]
fn every_interrupt_stops_one_command() {
    let remote = Remote::start(LONG);
    remote.send("# interrupt\n1 genmove w\n2 genmove w\n# interrupt\n");
    remote.expect("=1 resign\n\n");
    std::thread::sleep(SHORT);
    remote.expect("=1 resign\n\n");
    remote.send("# interrupt\n");
    remote.expect("=1 resign\n\n=2 resign\n\n");
    remote.end("=1 resign\n\n=2 resign\n\n");
}

#[test]
fn a_command_that_ends_by_itself_is_answered_without_further_input() {
    let remote = Remote::start(SHORT);
    remote.send("1 genmove w\n");
    remote.expect("=1 pass\n\n");
    remote.send("2 genmove w\n# inter");
    remote.expect("=1 pass\n\n=2 pass\n\n");
    remote.send("rupt\n3 genmove w");
    remote.end("=1 pass\n\n=2 pass\n\n=3 pass\n\n");
}

#[test]
fn the_end_of_the_input_stops_no_move() {
    let mut output = Vec::new();
    let input = b"genmove w\nname\ngenmove w".as_slice();
    Session::run(input, &mut output, slow_engine(SHORT)).unwrap();
    assert_eq!(output, b"= pass\n\n= Ponnuki\n\n= pass\n\n");
}

#[test]
fn a_defect_is_answered_and_the_state_is_as_before() {
    let mut output = Vec::new();
    let input =
        b"komi 3\n5 genmove b\nmove_history\nget_komi\nplay w D4\ngenmove b\nmove_history\n";
    Session::run(input.as_slice(), &mut output, slow_engine(SHORT)).unwrap();
    assert_eq!(
        String::from_utf8(output).unwrap(),
        "= \n\n?5 internal error\n\n= \n\n= 3\n\n= \n\n= pass\n\n= black pass\nwhite D4\n\n"
    );
}

#[test]
fn any_line_ends_an_analysis() {
    let remote = Remote::start(LONG);
    remote.send("1 lz-analyze w 100000\n");
    let mut expected = format!("=1\n{SURE}");
    for (line, answer) in [
        ("2 name\n", "=2 Ponnuki\n\n"),
        ("\n", ""),
        ("# interrupt\n", ""),
        ("\r\n", ""),
        ("# a comment\n", ""),
        ("no-such-command\n", "? unknown command\n\n"),
    ] {
        remote.expect(&expected);
        std::thread::sleep(SHORT);
        remote.expect(&expected);
        remote.send(line);
        expected += "\n";
        expected += answer;
        remote.expect(&expected);
        remote.send("lz-analyze white 100000\n");
        expected = format!("{expected}=\n{SURE}");
    }
    remote.expect(&expected);
    remote.send("na");
    std::thread::sleep(SHORT);
    remote.expect(&expected);
    remote.send("me\n");
    expected += "\n= Ponnuki\n\n";
    remote.end(&expected);
}

#[test]
fn a_search_goes_on_while_the_opponent_thinks_if_asked_to() {
    let visits = |ponder| {
        let options = EngineOptions {
            size: BoardSize::square(5).unwrap(),
            player: PlayerSettings {
                kind: PlayerKind::Search,
                search: SearchOptions {
                    playouts: Some(50),
                    memory: 16,
                    ..SearchOptions::default()
                },
                ..PlayerSettings::default()
            },
            ponder,
            ..EngineOptions::new(1)
        };
        let remote = Remote::serving(Engine::new(options));
        remote.send("genmove b\n");
        remote.expect("= C3\n\n");
        let begin = Instant::now();
        let shown = || String::from_utf8(remote.output.0.lock().unwrap().clone()).unwrap();
        for asked in 1.. {
            remote.send("kata-analyze w 100000 playouts 1 rootInfo true\n");
            let is_whole = |shown: &str| {
                shown.ends_with("\n\n") && shown.matches("rootInfo visits").count() == asked
            };
            while !is_whole(&shown()) {
                assert!(begin.elapsed() < Duration::from_secs(20), "{}", shown());
            }
            let shown = shown();
            let (_, visits) = shown.rsplit_once("rootInfo visits ").unwrap();
            let visits = visits.split(' ').next().unwrap().parse::<usize>().unwrap();
            // Each question is a visit, too.
            if visits > 500 || asked == 100 {
                return visits;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        unreachable!()
    };
    assert!(visits(false) <= 51 + 100);
    assert!(visits(true) > 500);
}

#[test]
fn an_analysis_writes_a_line_after_every_interval() {
    let remote = Remote::start(LONG);
    remote.send("7 lz-analyze w 0\n");
    let begin = Instant::now();
    let lines = || String::from_utf8(remote.output.0.lock().unwrap().clone()).unwrap();
    while lines().matches(SURE).count() < 5 {
        assert!(begin.elapsed() < Duration::from_secs(20), "{}", lines());
        std::thread::sleep(Duration::from_millis(1));
    }
    remote.send("\n");
    while !lines().ends_with("\n\n") {
        assert!(begin.elapsed() < Duration::from_secs(20), "{}", lines());
    }
    let all = lines();
    let rest = all.strip_prefix("=7\n").unwrap().strip_suffix('\n');
    assert_eq!(rest.unwrap().replace(SURE, ""), "");
}

#[test]
fn waiting_lines_end_analyses_one_by_one_and_so_does_the_end() {
    let mut output = Vec::new();
    let input = b"1 lz-analyze w\n2 lz-analyze w\r\n\n\n3 name\n4 lz-analyze w".as_slice();
    Session::run(input, &mut output, slow_engine(LONG)).unwrap();
    assert_eq!(
        String::from_utf8(output).unwrap(),
        format!("=1\n{SURE}\n=2\n{SURE}\n=3 Ponnuki\n\n=4\n{SURE}\n")
    );
}

#[test]
fn an_unreadable_analysis_fails_at_once_with_the_reason() {
    let remote = Remote::start(LONG);
    remote.send("1 lz-analyze w 10 visits 5\n");
    remote.expect("?1 unknown key 'visits'\n\n");
    remote.send("2 kata-analyze maxmoves\n");
    let expected = "?1 unknown key 'visits'\n\n?2 maxmoves needs a whole number\n\n";
    remote.expect(expected);
    remote.end(expected);
}

#[test]
fn a_choice_with_analysis_ends_with_the_move() {
    let remote = Remote::start(SHORT);
    remote.send("1 lz-genmove_analyze w\n2 move_history\n");
    remote.expect(&format!("=1\n{SURE}play pass\n\n=2 white pass\n\n"));
    remote.send("clear_board\n");
    remote.end(&format!("=1\n{SURE}play pass\n\n=2 white pass\n\n= \n\n"));
    let remote = Remote::start(LONG);
    remote.send("1 lz-genmove_analyze w\n2 name\n");
    remote.expect(&format!("=1\n{SURE}"));
    std::thread::sleep(SHORT);
    remote.send("# interrupt\n");
    let expected = format!("=1\n{SURE}play resign\n\n=2 Ponnuki\n\n");
    remote.expect(&expected);
    remote.end(&expected);
}

#[test]
fn quit_waits_a_moment_for_a_command_and_then_stops_it() {
    let remote = Remote::start(SHORT);
    remote.send("1 genmove w\n2 quit\n");
    remote.end("=1 pass\n\n=2 \n\n");
    let remote = Remote::start(LONG);
    remote.send("1 genmove w\n# bye\n\n2 quit\n");
    remote.end("=1 resign\n\n=2 \n\n");
}

#[test]
fn a_defect_in_an_analysis_ends_its_response() {
    let mut output = Vec::new();
    let input = b"1 lz-analyze b\n2 lz-genmove_analyze b\n3 move_history\n".as_slice();
    Session::run(input, &mut output, slow_engine(SHORT)).unwrap();
    assert_eq!(
        String::from_utf8(output).unwrap(),
        format!("=1\n{SURE}\n=2\n{SURE}\n=3 \n\n")
    );
}

#[test]
fn an_analysis_ends_when_its_output_closes() {
    let (input, bytes) = mpsc::channel();
    input.send(b"lz-analyze w 1\n".as_slice()).unwrap();
    let pipe = Pipe {
        bytes,
        rest: VecDeque::new(),
    };
    // The input stays open, but the output is closed.
    let closed = Closing(500, ErrorKind::BrokenPipe);
    assert!(Session::run(pipe, closed, slow_engine(LONG)).is_ok());
    drop(input);
}

/// An output that accepts this many bytes and then fails.
struct Closing(usize, ErrorKind);

impl Write for Closing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0 == 0 {
            return Err(self.1.into());
        }
        let count = self.0.min(bytes.len());
        self.0 -= count;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn an_output_that_is_closed_ends_the_session_quietly() {
    let run = |kind| {
        let engine = Engine::new(EngineOptions::new(1));
        let input = io::Cursor::new("showboard\n".repeat(1000));
        Session::run(input, Closing(1000, kind), engine)
    };
    assert!(run(ErrorKind::BrokenPipe).is_ok());
    assert_eq!(
        run(ErrorKind::StorageFull).unwrap_err().kind(),
        ErrorKind::StorageFull
    );
}
