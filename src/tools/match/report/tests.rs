//! Tests the content of the page, and that no string of a program adds markup.

#[allow(
    clippy::needless_raw_string_hashes,
    reason = "as accepted texts are written"
)]
mod golden;

use std::fs;

use super::*;
use crate::r#match::record::{Ending, RefereeFault, Run};
use crate::r#match::{GameRecord, testing};
use crate::page::testing::data;

fn record(game: u64) -> GameRecord {
    testing::record("m", game)
}

fn hang() -> RefereeFault {
    RefereeFault {
        end: Ending::Hang,
        detail: "gave no answer within 2 s".to_owned(),
    }
}

fn page(records: &[GameRecord]) -> String {
    page_with(records, 1000).unwrap()
}

/// Writes the records to a file, and returns the page about the file.
fn page_with(records: &[GameRecord], most_pictures: usize) -> Result<String, Failure> {
    let summary = Summary::new(records, Some(&"0,30".parse().unwrap()));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results.jsonl");
    let lines: String = records
        .iter()
        .map(|record| record.to_line() + "\n")
        .collect();
    fs::write(&path, lines).unwrap();
    let mut results = Results::read(&[path]).unwrap();
    let mut page = Vec::new();
    report(
        &mut results,
        &summary,
        most_pictures,
        &mut page,
        Path::new("page"),
    )?;
    Ok(String::from_utf8(page).unwrap())
}

/// The strings that a user needs to repeat a match and to find a game.
#[test]
fn a_page_says_how_to_repeat_the_match_and_offers_its_games() {
    let mut records = [record(0), record(1), record(2)];
    records[0].run = Some(Run {
        program: "Ponnuki 0.1.0".to_owned(),
        command: "ponnuki match --seed 7 --white 'gnugo <x>'".to_owned(),
        seed: 7,
        begun: "2026-01-31T09:58:10Z".to_owned(),
        machine: "linux x86_64".to_owned(),
    });
    records[2].time.ended = Some("2026-01-31T10:01:00Z".to_owned());
    records[1].black.title = Some("strong".to_owned());
    records[1].end = Ending::Hang;
    records[1].winner = Some(ponnuki_core::board::Color::White);
    let shown = page(&records);
    let command = "<pre><code>ponnuki match --seed 7 --white 'gnugo &lt;x&gt;'</code></pre>";
    assert!(shown.contains(command), "{shown}");
    assert!(shown.contains("played 2026-01-31 09:58 to 10:01 UTC"));
    assert!(shown.contains("<dt>Seed</dt><dd>7</dd>") && shown.contains("linux x86_64"));
    assert!(shown.contains("<h1>strong beat GNU Go 3.8 2\u{a0}:\u{a0}1</h1>"));
    assert!(shown.contains("data-winner=\"1\" data-end=\"hang,fault\""));
    assert!(shown.contains("<option value=\"0\">strong</option>"));
    assert!(shown.contains("<option value=\"fault\">a fault</option>"));
    let sgf = data(&shown)[1]["sgf"].as_str().unwrap().to_owned();
    assert!(sgf.contains("PB[strong]PW[GNU Go 3.8]"), "{sgf}");
    let game = ponnuki_formats::sgf::read(sgf.as_bytes(), None).unwrap();
    assert_eq!(game.turns().len(), 3);
    // Older files do not contain the command line.
    let old = page(&[record(0)]);
    assert!(old.contains("do not say how the match was started"));
}

#[test]
fn nothing_is_fetched() {
    let page = page(&[record(0)]);
    assert!(page.starts_with("<!DOCTYPE html><html lang=\"en\">") && page.ends_with("</html>"));
    assert!(page.contains("default-src 'none'"));
    let name_of_svg = "http://www.w3.org/2000/svg";
    let page = page.replace(name_of_svg, "");
    for fetch in [
        "http:", "https:", " src=", "<link", "@import", "url(", "fetch(", "import(",
    ] {
        assert!(!page.contains(fetch), "{fetch}");
    }
}

#[test]
fn moves_come_with_the_stones_they_remove() {
    let mut game = record(0);
    // Black captures A1 with B1 and A2.
    game.moves = ["A2", "A1", "B1", "pass", "pass"].map(str::to_owned).into();
    let data = data(&page(&[game]));
    assert_eq!(data[0]["moves"], serde_json::json!([3, 0, 1, -1, -1]));
    assert_eq!(data[0]["removed"], serde_json::json!({"3": [0]}));
    assert_eq!(data[0]["first"], "black");
    assert_eq!(data[0]["end"], "B+1.5 (passes)");
}

#[test]
fn handicap_stones_stand_from_the_start() {
    let mut game = record(0);
    game.stones.black = vec!["A1".to_owned(), "C3".to_owned()];
    game.handicap = 2;
    game.first = ponnuki_core::board::Color::White;
    game.moves = vec!["B2".to_owned()];
    let page = page(&[game]);
    let data = data(&page);
    assert_eq!(data[0]["black"], serde_json::json!([0, 8]));
    assert_eq!(data[0]["first"], "white");
    assert!(page.contains("1 move, handicap 2"));
}

/// Covers all strings of a record that come from a program or a command line.
#[test]
fn texts_of_programs_are_escaped() {
    let evil = "</script><script>alert(1)</script><img src=x onerror=alert(1)>\"'&";
    let mut game = record(0);
    for who in [&mut game.black, &mut game.white] {
        who.name = evil.to_owned();
        who.version = evil.to_owned();
        who.command = evil.to_owned();
    }
    game.black.player = format!("A{evil}");
    game.fingerprint = evil.to_owned();
    game.result = evil.to_owned();
    game.detail = evil.to_owned();
    game.end = Ending::Illegal;
    game.scores.black = Some(evil.to_owned());
    game.scores.white = Some(evil.to_owned());
    let mut third = game.clone();
    third.game = 1;
    third.white.player = format!("C{evil}");
    for records in [vec![game.clone()], vec![game, third]] {
        let page = page(&records);
        assert_eq!(page.matches("<script").count(), 2);
        assert_eq!(page.matches("</script>").count(), 2);
        assert!(!page.contains("<img"));
        assert!(page.contains("&lt;img src=x onerror=alert(1)&gt;&quot;"));
        let data = data(&page);
        assert_eq!(data[0]["end"], format!("{evil} (illegal: {evil})"));
    }
}

#[test]
fn texts_of_programs_cannot_turn_the_page_round() {
    let mut record = record(0);
    record.end = Ending::Refused;
    record.black.player = "A\u{202e}".to_owned();
    record.white.name = "\u{1b}[2J\u{9b}GNU\u{2066}".to_owned();
    record.detail = "white\u{200f} refused\u{2028}".to_owned();
    record.scores.white = Some("B+\u{feff}1".to_owned());
    let page = page(&[record]);
    let hidden = |c: char| c != '\n' && plain::line(&c.to_string()) != c.to_string();
    assert_eq!(page.find(hidden), None);
    assert!(page.contains("?[2J?GNU?"), "{page}");
}

#[test]
fn pictures_are_limited_and_faults_come_first() {
    let mut records: Vec<_> = (0..5).map(record).collect();
    records[3].end = Ending::Crash;
    records[3].detail = "it ended with status 1".to_owned();
    let page = page_with(&records, 2).unwrap();
    let data = data(&page);
    assert_eq!((&data[0]["game"], &data[1]["game"]), (&0.into(), &3.into()));
    assert!(page.contains("2 of 5 games are shown"));
    assert!(page.contains("<a href=\"#game-3\">game 3</a>: crash, it ended with status 1"));
    assert!(page.contains("<button class=\"card bad\""));
}

#[test]
fn a_long_list_of_faults_says_that_it_is_a_part() {
    let mut records: Vec<_> = (0..1002).map(record).collect();
    for record in &mut records {
        record.end = Ending::Crash;
        record.detail = "it ended with status 1".to_owned();
        record.scores.white = Some("W+3".to_owned());
    }
    records[0].scores.white = None;
    let page = page_with(&records, 3).unwrap();
    assert_eq!(page.matches("it ended with status 1</li>").count(), 1000);
    assert!(page.contains("The first 1000 of 1002 games lost by faults are listed."));
    assert!(page.contains("The first 1000 of 1001 games with a disputed score are listed."));
    assert!(page.contains("3 of 1002 games are shown"));
    // Three pictures, and the empty board with coordinates for the dialog.
    assert_eq!(page.matches("<svg xmlns=").count(), 4);
    assert!(page.contains("<template data-size=\"3x3\"><svg "));
}

#[test]
fn a_game_that_cannot_be_replayed_is_named() {
    let mut broken = record(7);
    broken.moves = vec!["D4".to_owned()];
    let error = page_with(&[broken], 1000).unwrap_err().to_string();
    assert_eq!(error, "game 7: the moves of the record cannot be replayed");
}

/// Checks that every key of the JSON summary is also in the plain summary and on the
/// page.
#[test]
fn every_figure_is_in_the_text_and_on_the_page() {
    let mut duel = [record(0), record(1)];
    duel[0].run = Some(Run {
        begun: "2026-01-31T23:59:59Z".to_owned(),
        ..Run::default()
    });
    duel[0].referee_fault = Some(hang());
    let mut round_robin = [record(0), record(1), record(2)];
    for (record, pair) in round_robin
        .iter_mut()
        .zip([["A", "B"], ["B", "C"], ["C", "A"]])
    {
        [record.black.player, record.white.player] = pair.map(str::to_owned);
    }
    let void = &mut round_robin[2];
    (void.winner, void.end) = (None, Ending::MaxMoves);
    void.result = "Void".to_owned();
    let mut pairs = [record(0), record(1)];
    for record in &mut pairs {
        record.pair = Some(0);
    }
    let second = &mut pairs[1];
    std::mem::swap(&mut second.black, &mut second.white);
    let sprt = "0,30".parse().unwrap();
    let (mut text, mut pages) = (String::new(), String::new());
    for records in [&duel[..], &round_robin, &pairs] {
        let summary = Summary::new(records, Some(&sprt));
        text += &summary.to_string();
        pages += &page(records);
    }
    let words = [
        ("match", "match m: ", "match <code>m</code>"),
        ("games", ": 2 games", "2 games"),
        ("no_result", "no result", "no result"),
        ("conditions", "3x3, komi 7.5", "3x3, komi 7.5"),
        ("players", "B  GNU Go 3.8", "GNU Go 3.8"),
        ("black", "\nBlack ", "<th scope=\"row\">Black</th>"),
        ("elo", "Elo of Ponnuki 0.1.0", "Elo of Ponnuki 0.1.0 over"),
        (
            "pairs",
            " points: 0, 0, 1, 0, 0\n",
            " points: 0, 0, 1, 0, 0</dd>",
        ),
        ("sprt", "SPRT of 0 against 30", "Sequential test"),
        ("crosstable", "over next", "over next"),
        ("length", "moves a game: ", "Moves per game"),
        ("endings", "ended by: ", "Ended by"),
        ("duplicates", "duplicates: ", "Duplicates"),
        ("runs", "\nplayed: ", "How to repeat it</h2><pre>"),
        ("disputed", "scores disputed: ", "scores disputed"),
        (
            "referee_faults",
            "faults: 1 game (hang 1)\n",
            ": referee hang, ",
        ),
    ];
    let json = serde_json::to_value(Summary::new(&duel, Some(&sprt))).unwrap();
    for key in json.as_object().unwrap().keys() {
        let (_, in_text, on_page) = words.iter().find(|(known, ..)| known == key).expect(key);
        assert!(text.contains(in_text), "{key}: {text}");
        assert!(pages.contains(on_page), "{key}: {pages}");
    }
}
