//! Input of many thousand lines: a flood of commands, and random lines.

use std::fmt::Write as _;

use libtest_mimic::Trial;

use crate::engine::{Answer, Engine, Pace, parse_answers};
use crate::runner::trial;

/// The number of files of random lines, each with its own seed.
const FILES: u64 = 8;

/// The number of lines in such a file.
const LINES: usize = 3000;

/// Returns the tests of this file.
pub(crate) fn trials() -> Vec<Trial> {
    let random = |seed| {
        trial(format!("bulk::random-lines::{seed}"), move || {
            random_lines(seed);
        })
    };
    let mut trials = vec![trial("bulk::flood", flood)];
    trials.extend((1..=FILES).map(random));
    trials
}

/// Sends everything at once, reads to the end and parses the answers.
fn exchange(input: Vec<u8>) -> Vec<Answer> {
    let engine = Engine::start("--seed 1");
    engine.send(input, Pace::Whole);
    parse_answers(&engine.end().output)
}

/// Sends ten thousand games of two moves as numbered commands. Every answer must come, in order
/// and with its number.
fn flood() {
    let turns = [
        ("clear_board", true, ""),
        ("play b C3", true, ""),
        ("list_stones b", true, "C3"),
        ("play w C3", false, "illegal move"),
        ("undo", true, ""),
    ];
    let mut input = String::from("0 boardsize 5\n");
    for number in 1..=50_000_usize {
        let _ = writeln!(input, "{number} {}", turns[(number - 1) % turns.len()].0);
    }
    let answers = exchange(input.into_bytes());
    assert_eq!(answers.len(), 50_001);
    for (number, answer) in answers.into_iter().enumerate().skip(1) {
        let (command, success, text) = turns[(number - 1) % turns.len()];
        let expected = Answer {
            success,
            id: Some(number as u32),
            text: text.to_owned(),
        };
        assert_eq!(answer, expected, "{command}");
    }
}

/// Sends random mixtures of names, arguments and raw bytes. Every line that is not blank must get
/// one well-formed answer, none may be an internal error, and the engine must still work at the
/// end.
fn random_lines(seed: u64) {
    let mut random = Random(seed);
    let mut input = Vec::new();
    let mut expected = 1;
    for _ in 0..LINES {
        let line = random_line(&mut random);
        expected += usize::from(is_command(&line));
        input.extend(line);
        input.push(b'\n');
    }
    input.extend(b"99 protocol_version\n");
    let answers = exchange(input);
    assert_eq!(answers.len(), expected);
    let mut texts = answers.iter().map(|answer| &answer.text);
    let defect = texts.find(|text| text.contains("internal error"));
    assert_eq!(defect, None);
    let last = answers.last().unwrap();
    assert!(
        last.success && last.id == Some(99) && last.text == "2",
        "{last:?}"
    );
}

/// Returns whether anything is left of a line without its control characters, comment and blanks
/// (section 3.1 of the specification).
pub(crate) fn is_command(line: &[u8]) -> bool {
    let text = line.iter().take_while(|&&byte| byte != b'#');
    text.into_iter().any(|&byte| byte > b' ' && byte != 0x7f)
}

/// The words of random lines, which also contain raw bytes. `quit` is not among them.
const WORDS: &str = "play genmove undo boardsize clear_board komi color countlib findlib is_legal \
    all_legal list_stones captures fixed_handicap place_free_handicap set_free_handicap loadsgf \
    printsgf final_score final_status_list gogui-setup gogui-play_sequence set_position gg-undo \
    kata-set-rules kata-set-rule time_left time_settings reg_genmove showboard last_move \
    move_history known_command echo help ponnuki-mark_dead ponnuki-explain ponnuki-eyes \
    ponnuki-chains ponnuki-illegal ponnuki-bans ponnuki-territory rectangular_boardsize \
    set_random_seed kgs-rules b w black white pass PASS A1 D4 c3 T19 Z25 J9 I5 0 1 2 5 7 9 19 25 26 \
    -1 007 2147483647 2147483648 99999999999999999999 1e3 nan alive dead seki {\"ko\":1} { \" , \
    sgf/game.sgf sgf/broken-cut.sgf resign # \\ ? =";

/// Generates a line of up to eight words, sometimes with raw bytes.
fn random_line(random: &mut Random) -> Vec<u8> {
    let words: Vec<&str> = WORDS.split_whitespace().collect();
    let mut line = Vec::new();
    for _ in 0..random.below(9) {
        if random.below(12) == 0 {
            for _ in 0..random.below(6) {
                let byte = random.below(256) as u8;
                line.extend((byte != b'\n').then_some(byte));
            }
        } else {
            line.extend(words[random.below(words.len() as u64) as usize].as_bytes());
        }
        if random.below(8) > 0 {
            line.push(b' ');
        }
    }
    line
}

/// A small generator (Knuth's MMIX constants) that is independent of the library, so that the
/// lines never change.
struct Random(u64);

impl Random {
    /// Returns a number below `limit`. The small bias does not matter here.
    fn below(&mut self, limit: u64) -> u64 {
        let next = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = next.wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}
