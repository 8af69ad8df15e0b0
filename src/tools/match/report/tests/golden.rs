//! Compares the numbers, lists and charts of whole pages with expected ones. With
//! `UPDATE_EXPECT=1` the tests accept the texts of today.

use expect_test::expect;

use super::*;
use ponnuki_core::board::Color;

/// Returns the visible text between two strings of a page, without the pictures' paths.
/// Each row, entry, button and paragraph is a line.
fn text(page: &str, begin: &str, end: &str) -> String {
    let (_, rest) = page.split_once(begin).unwrap();
    let (part, _) = rest.split_once(end).unwrap();
    let mut text = String::new();
    for piece in part.split('<') {
        let (tag, words) = piece.split_once('>').unwrap_or(("", piece));
        let name = tag.split(' ').next().unwrap();
        let mut lines = "tr li summary button p dt label h1 figcaption".split(' ');
        let begins_line = lines.any(|line| line == name);
        text += if begins_line { "\n" } else { " " };
        text += words;
    }
    let lines = text
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    lines
        .filter(|line| !line.is_empty())
        .collect::<Vec<_>>()
        .join("\n")
}

fn paths<'a>(page: &'a str, class: &str) -> Vec<&'a str> {
    let begin = format!("<path class=\"{class}\" d=\"");
    let found = page.split(begin.as_str()).skip(1);
    found.map(|rest| rest.split('"').next().unwrap()).collect()
}

fn ended(game: u64, winner: Option<Color>, result: &str, end: Ending) -> GameRecord {
    GameRecord {
        winner,
        result: result.to_owned(),
        end,
        ..record(game)
    }
}

/// Returns a match that A loses, with every kind of result.
fn duel() -> Vec<GameRecord> {
    let white = Some(Color::White);
    let mut games = vec![
        ended(0, white, "W+0.5", Ending::Passes),
        ended(1, white, "W+Time", Ending::Time),
        ended(2, None, "0", Ending::Passes),
        ended(3, None, "Void", Ending::MaxMoves),
        ended(4, Some(Color::Black), "B+Forfeit", Ending::Crash),
        ended(5, Some(Color::Black), "B+Resign", Ending::Resign),
    ];
    games[0].scores.ours = Some("W+0.5".to_owned());
    games[0].scores.black = Some("B+1.5".to_owned());
    games[1].moves.truncate(1);
    games[4].detail = "ended with status 1".to_owned();
    let last = &mut games[5];
    std::mem::swap(&mut last.black, &mut last.white);
    last.referee_fault = Some(hang());
    games
}

#[test]
fn a_match_of_two_players() {
    let page = page(&duel());
    expect![[r#"
        GNU Go 3.8 beat Ponnuki 0.1.0 3.5 : 1.5
        70.0 % of the points (29.9 % to 92.7 %), +147 ± 295 Elo (95 %). The interval contains 50 %: who is stronger is open.
        6 games, 3x3, komi 7.5, ko positional, suicide forbidden
        match m"#]]
    .assert_eq(&text(&page, "<header>", "</header>"));
    let results = text(&page, "<section id=\"results\">", "</section>");
    expect![[r#"
        Results
        player label command
        Ponnuki 0.1.0 A ponnuki
        GNU Go 3.8 B gnugo
        player games won drawn lost no result score 95 % interval
        Ponnuki 0.1.0 5 1 1 3 1 30.0 % 7.3 % to 70.1 %
        with Black 4 1 1 2 37.5 % 9.2 % to 78.1 %
        with White 1 0 0 1 0.0 % 0.0 % to 79.3 %
        GNU Go 3.8 5 3 1 1 1 70.0 % 29.9 % to 92.7 %
        with Black 1 1 0 0 100.0 % 20.7 % to 100.0 %
        with White 4 2 1 1 62.5 % 21.9 % to 90.8 %
        Black 5 2 1 2 1 50.0 % 17.0 % to 83.0 %
        Elo of Ponnuki 0.1.0 over GNU Go 3.8
        -147 ± 295 (95 %)
        likelihood of superiority 18.6 %, normalised Elo -174 ± 273
        Sequential test SPRT of 0 against 30 Elo: log-likelihood ratio -0.24 (-2.94 to 2.94), undecided; such a test takes 457 games on average if a hypothesis is true, 748 midway
        Moves per game 2.7 ± 0.3, 1 to 3
        Time per move
        Ponnuki 0.1.0 159 ms, longest 500 ms
        GNU Go 3.8 393 ms, longest 500 ms
        Ended by passes 2, resign 1, time 1, max-moves 1, crash 1
        Duplicates 4 identical, 4 with the board rotated or mirrored"#]]
    .assert_eq(&results);
    let faults = text(&page, "<section id=\"faults\">", "</section>");
    expect![[r#"
        Faults
        player illegal refused malformed crash hang lost on time scores disputed
        Ponnuki 0.1.0 0 0 0 0 0 1 1
        GNU Go 3.8 0 0 0 1 0 0 0
        Referee faults, after which our own count decided the game or nobody judged it further: hang 1
        details
        game 4 : crash, ended with status 1
        game 5 : referee hang, gave no answer within 2 s
        game 0 : counted W+0.5, Black says B+1.5, White says nothing"#]]
    .assert_eq(&faults);
    let filters = text(&page, "<div class=\"filters\">", "</div>");
    expect![[r#"
        Winner any Ponnuki 0.1.0 GNU Go 3.8 drawn no result
        Ended by any a fault passes resign time max-moves crash
        Order by number longest first shortest first"#]]
    .assert_eq(&filters);
    let games = text(&page, "<div class=\"cards games\">", "</div>");
    expect![[r#"
        final position of game 0: W+0.5 #0 W+0.5 Ponnuki 0.1.0 GNU Go 3.8 3 moves
        final position of game 1: W+Time #1 W+Time Ponnuki 0.1.0 GNU Go 3.8 1 move
        final position of game 2: 0 #2 0 Ponnuki 0.1.0 GNU Go 3.8 3 moves
        final position of game 3: Void #3 Void Ponnuki 0.1.0 GNU Go 3.8 3 moves
        final position of game 4: B+Forfeit #4 B+Forfeit Ponnuki 0.1.0 GNU Go 3.8 3 moves, crash
        final position of game 5: B+Resign #5 B+Resign GNU Go 3.8 Ponnuki 0.1.0 3 moves"#]]
    .assert_eq(&games);
    // 0, 0, 16.7, 16.7, 37.5 and 30 % of the points.
    let line = "M182.0 206.0L288.0 206.0L394.0 173.3L500.0 173.3L606.0 132.5L712.0 147.2";
    let golden_paths = [
        ("line", line),
        (
            "band",
            "M182.0 50.5L288.0 77.1L394.0 70.8L500.0 70.8L606.0 53.0L712.0 68.6\
             L712.0 191.8L606.0 188.0L500.0 202.5L394.0 202.5L288.0 206.0L182.0 206.0z",
        ),
        ("won", "M553.0 10v8"),
        ("lost", "M129.0 206v-8M235.0 206v-8M659.0 206v-8"),
    ];
    let course = Summary::new(&duel(), None).course;
    let chart = chart::score(&course, "Ponnuki").into_string();
    for (class, golden) in golden_paths {
        assert_eq!(paths(&chart, class), [golden], "{class}");
    }
}

#[test]
fn a_tournament() {
    let results = [("A", "B"), ("B", "C"), ("A", "C"), ("A", "B"), ("C", "B")];
    let mut records: Vec<_> = (0..5).map(record).collect();
    for (record, (black, white)) in records.iter_mut().zip(results) {
        record.black.player = black.to_owned();
        record.white.player = white.to_owned();
    }
    let page = page(&records);
    let ratings = text(&page, "<section id=\"ratings\">", "<p class=\"note\">");
    expect![[r#"
        Ratings
        player Elo ± over next ± 1 2 3
        1 A +185 276 +269 467 - 1/1 2/2
        2 C -84 241 +17 373 0/1 - 1/2
        3 B -101 223 0/2 1/2 -"#]]
    .assert_eq(&ratings);
    assert!(page.contains("<title>A won the tournament of 3 players, 269 Elo ahead of C</title>"));
    // No game was drawn.
    assert!(!page.contains("<option value=\"drawn\">"));
}

#[test]
fn faults_losses_on_time_and_disputes_have_a_table() {
    let white = Some(Color::White);
    let time = ended(0, white, "W+Time", Ending::Time);
    let crash = ended(0, white, "W+Forfeit", Ending::Crash);
    let mut disputed = record(0);
    disputed.scores.white = Some("W+3".to_owned());
    for (record, has_table) in [
        (time, true),
        (crash, true),
        (disputed, true),
        (record(0), false),
    ] {
        let page = page(&[record]);
        assert_eq!(page.contains("scores disputed</th>"), has_table);
        assert_eq!(page.contains("no scores disputed."), !has_table);
    }
}

/// The last move has a ring, unless it is a pass or removes its own stone.
#[test]
fn the_last_stone_is_marked() {
    let mut records = [record(0), record(1), record(2)];
    records[0].moves = vec!["B2".to_owned()];
    records[1].rules.suicide = ponnuki_core::board::Suicide::Allowed;
    records[1].moves = ["A2", "A1", "B2", "pass", "C1", "B1"]
        .map(str::to_owned)
        .into();
    let page = page(&records);
    let no_marks = r#"<g class="marks" fill="none" stroke-width=".09"></g>"#;
    let games = page.split("<button class=\"card\"").skip(1).take(3);
    let marked: Vec<_> = games.map(|game| !game.contains(no_marks)).collect();
    assert_eq!(marked, [true, false, false]);
}
