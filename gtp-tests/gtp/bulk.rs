//! Input by the thousand lines: a flood of commands, and lines put together at random.

use std::fmt::Write as _;

use libtest_mimic::Trial;

use crate::engine::{Answer, Engine, Pace, parse_answers};

/// How many files of random lines are tried, each from a seed of its own.
const FILES: u64 = 8;

/// How many lines such a file has.
const LINES: usize = 3000;

/// The tests of this file.
pub(crate) fn trials() -> Vec<Trial> {
    let flood = Trial::test("bulk::flood", || Ok(flood()?));
    let mut trials = vec![flood];
    for seed in 1..=FILES {
        let name = format!("bulk::random-lines::{seed}");
        trials.push(Trial::test(name, move || Ok(random_lines(seed)?)));
    }
    trials
}

/// Sends everything at once, reads to the end and takes the answers apart.
fn exchange(input: Vec<u8>) -> Result<Vec<Answer>, String> {
    let engine = Engine::start(&["--seed", "1"])?;
    engine.send(input, Pace::Whole);
    let ended = engine.finish()?;
    if !ended.status.success() {
        return Err(format!("{}\nlog: {}", ended.status, ended.log));
    }
    parse_answers(&ended.output)
}

/// Ten thousand games of two moves, numbered: every answer comes, in order, under its number.
fn flood() -> Result<(), String> {
    let turns = [
        "clear_board",
        "play b C3",
        "list_stones b",
        "play w C3",
        "undo",
    ];
    let texts = ["", "", "C3", "illegal move", ""];
    let mut input = String::from("0 boardsize 5\n");
    for number in 1..=50_000_usize {
        let _ = writeln!(input, "{number} {}", turns[(number - 1) % turns.len()]);
    }
    let answers = exchange(input.into_bytes())?;
    if answers.len() != 50_001 {
        return Err(format!("{} answers to 50001 commands", answers.len()));
    }
    for (number, answer) in answers.iter().enumerate().skip(1) {
        let turn = (number - 1) % turns.len();
        let expected = Answer {
            success: turns[turn] != "play w C3",
            id: Some(number as u32),
            text: texts[turn].to_owned(),
        };
        if *answer != expected {
            return Err(format!("{}: {answer:?}, not {expected:?}", turns[turn]));
        }
    }
    Ok(())
}

/// Lines of names, arguments and raw bytes in any mixture: one well-formed answer a line that is
/// not blank, no internal error, and the engine still at work at the end.
fn random_lines(seed: u64) -> Result<(), String> {
    let mut random = Random(seed);
    let mut input = Vec::new();
    let mut expected = 0;
    for _ in 0..LINES {
        let line = random_line(&mut random);
        expected += usize::from(is_command(&line));
        input.extend(line);
        input.push(b'\n');
    }
    input.extend(b"99 protocol_version\n");
    let answers = exchange(input)?;
    if answers.len() != expected + 1 {
        return Err(format!(
            "{} answers to {} lines",
            answers.len(),
            expected + 1
        ));
    }
    if let Some(answer) = answers.iter().find(|a| a.text.contains("internal error")) {
        return Err(format!("a defect: {answer:?}"));
    }
    let last = answers.last().map(|a| (a.success, a.id, a.text.as_str()));
    match last {
        Some((true, Some(99), "2")) => Ok(()),
        other => Err(format!("the last answer is {other:?}")),
    }
}

/// Whether a line is left with anything once control characters, the comment and blanks are
/// gone: section 3.1 of the specification.
pub(crate) fn is_command(line: &[u8]) -> bool {
    let text = line.iter().take_while(|&&byte| byte != b'#');
    text.into_iter().any(|&byte| byte > b' ' && byte != 0x7f)
}

/// What random lines are made of, besides raw bytes. No `quit`.
const WORDS: &str = "play genmove undo boardsize clear_board komi color countlib findlib is_legal \
    all_legal list_stones captures fixed_handicap place_free_handicap set_free_handicap loadsgf \
    printsgf final_score final_status_list gogui-setup gogui-play_sequence set_position gg-undo \
    kata-set-rules kata-set-rule time_left time_settings reg_genmove showboard last_move \
    move_history known_command echo help ponnuki-mark_dead ponnuki-explain ponnuki-eyes \
    ponnuki-chains ponnuki-illegal ponnuki-bans ponnuki-territory rectangular_boardsize \
    set_random_seed kgs-rules b w black white pass PASS A1 D4 c3 T19 Z25 J9 I5 0 1 2 5 7 9 19 25 26 \
    -1 007 2147483647 2147483648 99999999999999999999 1e3 nan alive dead seki {\"ko\":1} { \" , \
    sgf/game.sgf sgf/broken-cut.sgf resign # \\ ? =";

/// A line of up to eight words, sometimes with raw bytes in it.
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

/// A small generator of its own (Knuth's MMIX constants), so that the lines stay the same for
/// ever.
struct Random(u64);

impl Random {
    /// A number below `limit`; even enough for this.
    fn below(&mut self, limit: u64) -> u64 {
        let next = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = next.wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}
