//! `../data/positions.json`: plays with their verdict under every rule set, and final scores.

use libtest_mimic::Trial;
use serde_json::Value;

use crate::data::{COLORS, COLUMNS, color, rows, size};
use crate::engine::Engine;
use crate::runner::trial;
use crate::table::{entries, list, number, text};

/// The rule sets of the table: name, `--ko`, `--suicide`.
const RULE_SETS: [(&str, &str, &str); 10] = [
    ("simple/forbid", "simple", "forbidden"),
    ("simple/multi", "simple", "multi-stone"),
    ("psk/forbid", "positional", "forbidden"),
    ("psk/multi", "positional", "multi-stone"),
    ("psk/all", "positional", "allowed"),
    ("ssk/forbid", "situational", "forbidden"),
    ("ssk/multi", "situational", "multi-stone"),
    ("ssk/all", "situational", "allowed"),
    ("nssk/forbid", "natural-situational", "forbidden"),
    ("nssk/multi", "natural-situational", "multi-stone"),
];

/// Makes a trial for every position and rule set, and one for every scoring case.
pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for entry in entries(include_str!("../data/positions.json")) {
        let id = text(&entry["id"]).to_owned();
        if entry["probe"].is_null() {
            let name = format!("position::score::{id}");
            trials.push(trial(name, move || check_score(&entry)));
            continue;
        }
        for (rules, ko, suicide) in RULE_SETS {
            let verdict = &entry["verdict"][rules];
            assert!(!verdict.is_null(), "{id} has no verdict under {rules}");
            let arguments = format!("--ko {ko} --suicide {suicide}");
            let entry = entry.clone();
            trials.push(trial(format!("position::{rules}::{id}"), move || {
                let mut engine = Engine::start(&arguments);
                Position { entry, rules }.check(&mut engine);
                engine.end();
            }));
        }
    }
    trials
}

/// Checks a scoring case: the board, and `final_score` with and without komi.
fn check_score(entry: &Value) {
    let mut engine = Engine::start("--rules cgos");
    replay(&mut engine, entry, moves(entry).len());
    engine.expect_board(&rows(&entry["diagram"]));
    expect_score(&mut engine, &entry["area"]);
    engine.end();
}

/// Checks `final_score` against an area of the table.
fn expect_score(engine: &mut Engine, area: &Value) {
    let [black, white] = ["black", "white"].map(|color| number(&area[color]) as i64);
    let margin = black - white;
    engine.must("komi 0");
    engine.expect("final_score", &score_text(2 * margin));
    engine.must("komi 0.5");
    engine.expect("final_score", &score_text(2 * margin - 1));
}

/// Writes Black's margin, given in half points, as GTP does.
fn score_text(halves: i64) -> String {
    let winner = if halves > 0 { 'B' } else { 'W' };
    let half = if halves % 2 == 0 { "" } else { ".5" };
    match halves {
        0 => "0".to_owned(),
        _ => format!("{winner}+{}{half}", halves.abs() / 2),
    }
}

/// Returns the moves of an entry as the arguments of `play`.
fn moves(entry: &Value) -> Vec<String> {
    list(&entry["moves"]).iter().map(turn).collect()
}

/// Returns a pair of a colour's letter and a vertex as the arguments of `play`.
fn turn(pair: &Value) -> String {
    format!("{} {}", color(text(&pair[0])), text(&pair[1]))
}

/// Clears the board and plays the first `count` moves of an entry.
fn replay(engine: &mut Engine, entry: &Value, count: usize) {
    let [width, height] = size(entry);
    engine.must(&format!("boardsize {width} {height}"));
    engine.must("clear_board");
    for turn in &moves(entry)[..count] {
        engine.must(&format!("play {turn}"));
    }
}

/// The topic of the positions whose moves repeat a position, which ends a game under the simple
/// ko rule without a result.
const WITHOUT_RESULT: &str = "eternal life second round under simple ko";

/// A position of the table under the rule set with this name.
struct Position {
    entry: Value,
    rules: &'static str,
}

impl Position {
    /// Compares the engine with everything that the table holds about this position.
    fn check(&self, engine: &mut Engine) {
        let reason = text(&self.entry["reason"][self.rules]);
        if let Some(at) = reason.strip_prefix("sequence illegal at move ") {
            return self.check_unreachable(engine, at);
        }
        replay(engine, &self.entry, moves(&self.entry).len());
        engine.expect_board(&rows(&self.entry["before"]));
        self.check_captures(engine);
        if self.entry["topic"] == WITHOUT_RESULT {
            engine.refuses("final_score", "cannot score");
        } else {
            expect_score(engine, &self.entry["area_before"]);
        }
        let probe = turn(&self.entry["probe"]);
        self.check_verdict(engine, &probe, reason);
    }

    /// Checks that the move at which the sequence becomes illegal is refused for the right reason.
    /// `at` begins with the number of that move.
    fn check_unreachable(&self, engine: &mut Engine, at: &str) {
        let number = at.split(':').next().unwrap_or_default();
        let number: usize = number.parse().expect("the number of a move");
        replay(engine, &self.entry, number - 1);
        expect_refused(engine, &moves(&self.entry)[number - 1], "superko");
    }

    /// Checks the stones captured so far. The table counts lost stones, which are captured stones
    /// only where suicide is impossible.
    fn check_captures(&self, engine: &mut Engine) {
        if self.rules.ends_with("/forbid") {
            let lost = &self.entry["captured_so_far"];
            for (winner, loser) in [("black", "white_stones"), ("white", "black_stones")] {
                let captured = number(&lost[loser]).to_string();
                engine.expect(&format!("captures {winner}"), &captured);
            }
        }
    }

    /// Checks the verdict on the probe, its effect, and that undo reverts it.
    fn check_verdict(&self, engine: &mut Engine, probe: &str, reason: &str) {
        let is_legal = self.entry["verdict"][self.rules] == true;
        assert_eq!(is_legal, reason == "legal", "the table contradicts itself");
        if is_legal {
            engine.expect(&format!("is_legal {probe}"), "1");
            expect_reason(engine, probe, "legal");
            return self.check_effect(engine, probe);
        }
        expect_refused(engine, probe, reason);
        engine.expect_board(&rows(&self.entry["before"]));
        if reason == "superko" {
            self.check_repetition(engine, probe);
        }
    }

    /// Plays the legal probe, checks its effect and undoes it.
    fn check_effect(&self, engine: &mut Engine, probe: &str) {
        let captures = format!("captures {}", probe.split(' ').next().unwrap_or_default());
        let before: usize = engine.must(&captures).parse().expect("a count");
        engine.must(&format!("play {probe}"));
        let after = &self.entry["after"];
        if !after.is_null() {
            engine.expect_board(&rows(&after["board"]));
            let taken = before + number(&after["captured"]);
            engine.expect(&captures, &taken.to_string());
        }
        engine.must("undo");
        engine.expect_board(&rows(&self.entry["before"]));
        engine.expect(&captures, &before.to_string());
        engine.expect(&format!("is_legal {probe}"), "1");
    }

    /// Checks the move number in a superko refusal: that move must have created the same board,
    /// and under the situational rules with the same player to move next.
    fn check_repetition(&self, engine: &mut Engine, probe: &str) {
        let explanation = engine.must(&format!("ponnuki-explain {probe}"));
        let digits = explanation.split(|c: char| !c.is_ascii_digit());
        let mut numbers = digits.filter_map(|digits| digits.parse().ok());
        let repeats: usize = numbers.next_back().expect("the number of a move");
        replay(engine, &self.entry, repeats);
        engine.expect_board(&self.board_after(probe));
        if self.rules.starts_with("psk") {
            return;
        }
        // At the start Black moves next, as if White had just moved.
        let moves = moves(&self.entry);
        let last = match repeats {
            0 => "white",
            number => moves[number - 1].split(' ').next().unwrap_or_default(),
        };
        let is_by_probe = probe.starts_with(last);
        assert!(is_by_probe, "'{explanation}', but {last} made that move");
    }

    /// Returns the board that the refused probe would create. If the table does not draw it, an
    /// engine without a ko rule plays it.
    fn board_after(&self, probe: &str) -> Vec<String> {
        if !self.entry["after"].is_null() {
            return rows(&self.entry["after"]["board"]);
        }
        let mut lax = Engine::start("--ko none --suicide allowed");
        replay(&mut lax, &self.entry, moves(&self.entry).len());
        lax.must(&format!("play {probe}"));
        let [width, height] = size(&self.entry);
        let mut board = vec![vec!['.'; width]; height];
        for (color, letter) in COLORS {
            let stones = lax.must(&format!("list_stones {color}"));
            for (column, row) in stones.split_whitespace().filter_map(place) {
                board[height - row][column] = letter;
            }
        }
        lax.end();
        board.into_iter().map(String::from_iter).collect()
    }
}

/// Returns the column (0 at the left) and row (1 at the bottom) of a vertex.
fn place(vertex: &str) -> Option<(usize, usize)> {
    let column = COLUMNS.find(vertex.get(..1)?)?;
    Some((column, vertex.get(1..)?.parse().ok()?))
}

/// Checks that a play is refused for this reason, with the error message of the specification.
fn expect_refused(engine: &mut Engine, turn: &str, reason: &str) {
    engine.expect(&format!("is_legal {turn}"), "0");
    expect_reason(engine, turn, reason);
    engine.refuses(&format!("play {turn}"), "illegal move");
}

/// Checks that the first word of an explanation that the table uses as a verdict is this one.
fn expect_reason(engine: &mut Engine, turn: &str, reason: &str) {
    let explanation = engine.must(&format!("ponnuki-explain {turn}"));
    let verdicts = ["legal", "occupied", "suicide", "ko", "superko"];
    let mut words = explanation.split(|c: char| !c.is_ascii_alphanumeric());
    let verdict = words.find(|word| verdicts.contains(word));
    assert_eq!(verdict, Some(reason), "{explanation}");
}
