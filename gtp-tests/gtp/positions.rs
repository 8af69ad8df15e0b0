//! `../data/positions.json`: plays with their verdict under every rule set, and final scores.

use libtest_mimic::Trial;
use serde_json::Value;

use crate::data::{COLUMNS, color, end, expect, expect_board, load, number, rows, size, string};
use crate::engine::{Engine, ensure};

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
///
/// # Errors
/// A report if the table cannot be read.
pub(crate) fn trials() -> Result<Vec<Trial>, String> {
    let mut trials = Vec::new();
    for entry in load("positions.json")? {
        let id = string(&entry, "id")?.to_owned();
        if entry["probe"].is_null() {
            let name = format!("position::score::{id}");
            trials.push(Trial::test(name, move || Ok(check_score(&entry)?)));
            continue;
        }
        for (rules, ko, suicide) in RULE_SETS {
            if entry["verdict"][rules].is_null() {
                return Err(format!("{id} has no verdict under {rules}"));
            }
            let name = format!("position::{rules}::{id}");
            let position = Position {
                entry: entry.clone(),
                rules,
                arguments: ["--ko", ko, "--suicide", suicide],
            };
            trials.push(Trial::test(name, move || Ok(position.check()?)));
        }
    }
    Ok(trials)
}

/// Checks a scoring case: the board, and `final_score` with and without komi.
fn check_score(entry: &Value) -> Result<(), String> {
    let mut engine = Engine::start(&["--rules", "cgos"])?;
    replay(&mut engine, entry, moves(entry)?.len())?;
    expect_board(&mut engine, &rows(&entry["diagram"])?)?;
    expect_score(&mut engine, &entry["area"])?;
    end(engine)
}

/// Checks `final_score` against an area of the table.
fn expect_score(engine: &mut Engine, area: &Value) -> Result<(), String> {
    let margin = number(area, "black")? - number(area, "white")?;
    engine.must("komi 0")?;
    expect(engine, "final_score", &score_text(2 * margin))?;
    engine.must("komi 0.5")?;
    expect(engine, "final_score", &score_text(2 * margin - 1))
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
fn moves(entry: &Value) -> Result<Vec<String>, String> {
    let turns = entry["moves"].as_array().ok_or("no moves")?;
    turns.iter().map(turn).collect()
}

/// Returns a pair of a colour's letter and a vertex as the arguments of `play`.
fn turn(pair: &Value) -> Result<String, String> {
    match (pair[0].as_str(), pair[1].as_str()) {
        (Some(letter), Some(vertex)) => Ok(format!("{} {vertex}", color(letter)?)),
        _ => Err(format!("not a turn: {pair}")),
    }
}

/// Clears the board and plays the first `count` moves of an entry.
fn replay(engine: &mut Engine, entry: &Value, count: usize) -> Result<(), String> {
    let (width, height) = size(entry)?;
    engine.must(&format!("boardsize {width} {height}"))?;
    engine.must("clear_board")?;
    for turn in &moves(entry)?[..count] {
        engine.must(&format!("play {turn}"))?;
    }
    Ok(())
}

/// The topic of the positions whose moves repeat a position, which ends a game under the simple
/// ko rule without a result.
const WITHOUT_RESULT: &str = "eternal life second round under simple ko";

/// A position of the table under one rule set.
struct Position {
    entry: Value,
    /// The rule set's name in the table.
    rules: &'static str,
    /// The engine's arguments that select it.
    arguments: [&'static str; 4],
}

impl Position {
    /// Compares the engine with everything that the table holds about this position.
    fn check(&self) -> Result<(), String> {
        let mut engine = Engine::start(&self.arguments)?;
        let reason = self.entry["reason"][self.rules]
            .as_str()
            .ok_or("no reason")?;
        if let Some(at) = reason.strip_prefix("sequence illegal at move ") {
            self.check_unreachable(&mut engine, at)?;
            return end(engine);
        }
        let moves = moves(&self.entry)?;
        replay(&mut engine, &self.entry, moves.len())?;
        expect_board(&mut engine, &rows(&self.entry["before"])?)?;
        self.check_captures(&mut engine)?;
        if self.entry["topic"] == WITHOUT_RESULT {
            let answer = engine.ask("final_score")?;
            let is_refused = !answer.success && answer.text == "cannot score";
            ensure(is_refused, || format!("final_score: {}", answer.text))?;
        } else {
            expect_score(&mut engine, &self.entry["area_before"])?;
        }
        let probe = turn(&self.entry["probe"])?;
        self.check_verdict(&mut engine, &probe, reason)?;
        end(engine)
    }

    /// Checks that the move at which the sequence becomes illegal is refused for the right reason.
    /// `at` begins with the number of that move.
    fn check_unreachable(&self, engine: &mut Engine, at: &str) -> Result<(), String> {
        let number = at.split(':').next().unwrap_or_default();
        let number: usize = number.parse().map_err(|_| format!("no number: {at}"))?;
        replay(engine, &self.entry, number - 1)?;
        let turn = moves(&self.entry)?[number - 1].clone();
        expect_refused(engine, &turn, "superko")
    }

    /// Checks the stones captured so far. The table counts lost stones, which are captured stones
    /// only where suicide is impossible.
    fn check_captures(&self, engine: &mut Engine) -> Result<(), String> {
        if !self.rules.ends_with("/forbid") {
            return Ok(());
        }
        let lost = &self.entry["captured_so_far"];
        let by_black = number(lost, "white_stones")?.to_string();
        let by_white = number(lost, "black_stones")?.to_string();
        expect(engine, "captures black", &by_black)?;
        expect(engine, "captures white", &by_white)
    }

    /// Checks the verdict on the probe, its effect, and that undo reverts it.
    fn check_verdict(&self, engine: &mut Engine, probe: &str, reason: &str) -> Result<(), String> {
        let legal = self.entry["verdict"][self.rules] == true;
        if legal != (reason == "legal") {
            return Err(format!("the table contradicts itself: {reason}"));
        }
        if !legal {
            expect_refused(engine, probe, reason)?;
            expect_board(engine, &rows(&self.entry["before"])?)?;
            return match reason {
                "superko" => self.check_repetition(engine, probe),
                _ => Ok(()),
            };
        }
        expect(engine, &format!("is_legal {probe}"), "1")?;
        let explanation = engine.must(&format!("ponnuki-explain {probe}"))?;
        if reason_of(&explanation) != Some("legal") {
            return Err(format!("ponnuki-explain {probe}: {explanation}"));
        }
        self.check_effect(engine, probe)
    }

    /// Plays the legal probe, checks its effect and undoes it.
    fn check_effect(&self, engine: &mut Engine, probe: &str) -> Result<(), String> {
        let captures = format!("captures {}", probe.split(' ').next().unwrap_or_default());
        let before: i64 = engine.must(&captures)?.parse().map_err(|_| "no count")?;
        engine.must(&format!("play {probe}"))?;
        if !self.entry["after"].is_null() {
            expect_board(engine, &rows(&self.entry["after"]["board"])?)?;
            let taken = number(&self.entry["after"], "captured")?;
            expect(engine, &captures, &(before + taken).to_string())?;
        }
        engine.must("undo")?;
        expect_board(engine, &rows(&self.entry["before"])?)?;
        expect(engine, &captures, &before.to_string())?;
        expect(engine, &format!("is_legal {probe}"), "1")
    }

    /// Checks the move number in a superko refusal: that move must have created the same board,
    /// and under the situational rules with the same player to move next.
    fn check_repetition(&self, engine: &mut Engine, probe: &str) -> Result<(), String> {
        let explanation = engine.must(&format!("ponnuki-explain {probe}"))?;
        let digits = explanation.split(|c: char| !c.is_ascii_digit());
        let repeats: usize = digits
            .filter_map(|digits| digits.parse().ok())
            .next_back()
            .ok_or_else(|| format!("no move number in '{explanation}'"))?;
        let repeated = self.board_after(probe)?;
        replay(engine, &self.entry, repeats)?;
        expect_board(engine, &repeated)
            .map_err(|error| format!("'{explanation}' is wrong: {error}"))?;
        if self.rules.starts_with("psk") {
            return Ok(());
        }
        // At the start Black moves next, as if White had just moved.
        let moves = moves(&self.entry)?;
        let last = match repeats {
            0 => "white",
            number => moves[number - 1].split(' ').next().unwrap_or_default(),
        };
        ensure(probe.starts_with(last), || {
            format!("'{explanation}', but {last} made that move")
        })
    }

    /// Returns the board that the refused probe would create. If the table does not draw it, an
    /// engine without a ko rule plays it.
    fn board_after(&self, probe: &str) -> Result<Vec<String>, String> {
        if !self.entry["after"].is_null() {
            return rows(&self.entry["after"]["board"]);
        }
        let mut lax = Engine::start(&["--ko", "none", "--suicide", "allowed"])?;
        replay(&mut lax, &self.entry, moves(&self.entry)?.len())?;
        lax.must(&format!("play {probe}"))?;
        let (width, height) = size(&self.entry)?;
        let mut board = vec![vec!['.'; width as usize]; height as usize];
        for (color, letter) in [("black", 'X'), ("white", 'O')] {
            for vertex in lax
                .must(&format!("list_stones {color}"))?
                .split_whitespace()
            {
                let (column, row) =
                    place(vertex).ok_or_else(|| format!("not a vertex: {vertex}"))?;
                board[height as usize - row][column] = letter;
            }
        }
        end(lax)?;
        Ok(board.into_iter().map(String::from_iter).collect())
    }
}

/// Returns the column (0 at the left) and row (1 at the bottom) of a vertex.
fn place(vertex: &str) -> Option<(usize, usize)> {
    let column = COLUMNS.find(vertex.get(..1)?)?;
    Some((column, vertex.get(1..)?.parse().ok()?))
}

/// Checks that a play is refused for this reason, with the error message of the specification.
fn expect_refused(engine: &mut Engine, turn: &str, reason: &str) -> Result<(), String> {
    expect(engine, &format!("is_legal {turn}"), "0")?;
    let explanation = engine.must(&format!("ponnuki-explain {turn}"))?;
    if reason_of(&explanation) != Some(reason) {
        return Err(format!("'{explanation}' does not name {reason}"));
    }
    let answer = engine.ask(&format!("play {turn}"))?;
    let refused = !answer.success && answer.text == "illegal move";
    ensure(refused, || format!("play {turn}: {answer:?}"))
}

/// Returns the first word of an explanation that the table uses as a verdict.
fn reason_of(explanation: &str) -> Option<&str> {
    let verdicts = ["legal", "occupied", "suicide", "ko", "superko"];
    let mut words = explanation.split(|c: char| !c.is_ascii_alphanumeric());
    words.find(|word| verdicts.contains(word))
}
