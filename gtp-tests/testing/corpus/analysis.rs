//! Reads bytes as the arguments of an analysis command.

use super::frames::{self, Answer};

const COMMANDS: [&str; 7] = [
    "lz-analyze",
    "kata-analyze",
    "analyze",
    "lz-genmove_analyze",
    "kata-genmove_analyze",
    "genmove_analyze",
    "cgos-genmove_analyze",
];

/// The longest number in the arguments of a command that plays a move, which ends
/// only after that many playouts.
const MOST_DIGITS: usize = 3;

/// Sends a command, which the first byte chooses, with the rest as its arguments.
/// Every value of the answer must be in its range. A refused command and one that
/// plays no move must leave the board as it was.
pub fn analyze(bytes: &[u8]) {
    let Some((&first, arguments)) = bytes.split_first() else {
        return;
    };
    let command = COMMANDS[usize::from(first) % COMMANDS.len()];
    let plays = command.contains("genmove");
    let is_digit = |byte: &u8| byte.is_ascii_digit();
    let mut numbers = arguments.split(|byte| !is_digit(byte));
    if plays && numbers.any(|number| number.len() > MOST_DIGITS) {
        return;
    }
    let mut input = b"boardsize 3 2\nplay b B1\nshowboard\n".to_vec();
    input.extend(command.as_bytes());
    input.push(b' ');
    input.extend(arguments.iter().filter(|&&byte| byte != b'\n'));
    input.extend(b"\nshowboard\n");
    let asked = frames::all_asked(&input);
    let answers = frames::answers(&frames::session(&input));
    frames::check(&asked, &answers);
    let [_, _, before, answer, after] = &answers[..] else {
        panic!("one answer for each command: {answers:?}");
    };
    if !(answer.success && plays) {
        assert_eq!(after, before, "{command} changes the board");
    }
    check(answer, plays);
}

fn check(answer: &Answer, plays: bool) {
    let text = std::str::from_utf8(&answer.text).expect("an analysis is text");
    if !answer.success {
        assert!(!text.is_empty() && !text.contains('\n'), "{text:?}");
        return;
    }
    let mut lines: Vec<&str> = text.lines().collect();
    if plays {
        let last = lines.pop().unwrap_or_default();
        let choice = last.strip_prefix("play ");
        assert!(choice.is_some_and(is_move), "{last}");
    }
    for line in lines {
        if line.starts_with('{') {
            serde_json::from_str::<serde_json::Value>(line).expect("CGOS takes JSON");
        } else {
            check_line(line);
        }
    }
}

/// Checks a line of an analysis: keys with their values, `info` before each move.
fn check_line(line: &str) {
    let mut order = 0;
    let mut words = line.split(' ').peekable();
    while let Some(key) = words.next() {
        let mut value = || words.next().unwrap_or_else(|| panic!("no {key}: {line}"));
        match key {
            "info" | "rootInfo" => {}
            "move" => assert!(is_move(value()), "{line}"),
            "order" => {
                assert_eq!(value(), order.to_string(), "{line}");
                order += 1;
            }
            "pv" => {
                let moves = std::iter::from_fn(|| words.next_if(|word| is_move(word)));
                assert!(moves.count() > 0, "{line}");
            }
            "ownership" => {
                for _ in 0..6 {
                    assert!((-1.0..=1.0).contains(&number(words.next())), "{line}");
                }
            }
            "winrate" | "prior" | "lcb" => {
                let share = number(words.next());
                assert!((0.0..=10_000.0).contains(&share), "{line}");
            }
            "visits" | "scoreMean" | "scoreStdev" | "scoreLead" => {
                assert!(number(words.next()).is_finite(), "{line}");
            }
            other => panic!("unknown key {other}: {line}"),
        }
    }
}

fn number(word: Option<&str>) -> f64 {
    let value = word.and_then(|word| word.parse().ok());
    value.unwrap_or_else(|| panic!("no number: {word:?}"))
}

fn is_move(word: &str) -> bool {
    ["A1", "A2", "B1", "B2", "C1", "C2", "pass", "resign"].contains(&word)
}
