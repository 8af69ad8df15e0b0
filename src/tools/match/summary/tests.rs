//! The statistics of small matches, computed by hand.

use super::*;
use crate::r#match::record::{GameRecord, Participant, TimeSpent};
use crate::r#match::{ratings_picture, testing};
use ponnuki_core::board::Color;

/// Returns a game on 3x3 between two players, Black first.
fn record(game: u64, players: [&str; 2], result: &str, end: &str, moves: &str) -> GameRecord {
    let mut record = testing::record("00112233aabbccdd", game);
    for (who, player) in [&mut record.black, &mut record.white]
        .into_iter()
        .zip(players)
    {
        let program = if player == "A" { "Ponnuki" } else { "GNU Go" };
        *who = Participant {
            player: player.to_owned(),
            name: program.to_owned(),
            version: "3.8".to_owned(),
            command: format!("run {player}"),
            ..Participant::default()
        };
    }
    record.moves = moves.split_whitespace().map(str::to_owned).collect();
    record.winner = match &result[..1] {
        "B" => Some(Color::Black),
        "W" => Some(Color::White),
        _ => None,
    };
    record.result = result.to_owned();
    record.end = serde_json::from_value(end.into()).unwrap();
    record.scores.ours = None;
    let [black, white] =
        [(1.0, 0.75, 2), (0.02, 0.01, 1)].map(|(total, longest, moves)| TimeSpent {
            total,
            longest,
            moves,
        });
    (record.time.black, record.time.white) = (black, white);
    record
}

/// Returns six games, of which A wins three, draws one and loses one by a crash. One
/// game has no result. Game 4 repeats game 0, and game 3 is game 1 mirrored.
fn duel() -> Vec<GameRecord> {
    let mut records = vec![
        record(0, ["A", "B"], "B+1.5", "passes", "B2 pass pass"),
        record(1, ["B", "A"], "W+R", "resign", "A1 C3 pass"),
        record(2, ["A", "B"], "W+F", "crash", "B2"),
        record(3, ["B", "A"], "0", "passes", "C1 A3 pass"),
        record(4, ["A", "B"], "B+1.5", "passes", "B2 pass pass"),
        record(5, ["B", "A"], "Void", "max-moves", "A2 B1 C2 B3 pass"),
    ];
    records[0].scores.ours = Some("B+1.5".to_owned());
    records[0].scores.white = Some("W+7.5".to_owned());
    records
}

#[test]
fn games_without_moves_repeat_none() {
    let empty = [0, 1].map(|game| record(game, ["A", "B"], "W+F", "crash", ""));
    assert_eq!(Summary::new(&empty, None).duplicates, Duplicates::default());
}

#[test]
fn repeated_games_are_found_in_all_eight_positions_of_the_board() {
    // The same two moves, rotated and mirrored.
    let seen = [
        "A1 B1", "C1 B1", "A3 B3", "C3 B3", "A1 A2", "C1 C2", "A3 A2", "C3 C2",
    ];
    let found = |moves: &[&str]| {
        let games = (0..).zip(moves);
        let records = games.map(|(game, moves)| record(game, ["A", "B"], "B+1.5", "passes", moves));
        Summary::new(&records.collect::<Vec<_>>(), None).duplicates
    };
    for other in &seen[1..] {
        let both = found(&[seen[0], other]);
        assert_eq!((both.identical, both.up_to_symmetry), (0, 1), "{other}");
    }
    assert_eq!(found(&seen).up_to_symmetry, 7);
    // Games with another order of moves are not equal up to symmetry.
    assert_eq!(found(&["A1 B1", "B1 A1"]), Duplicates::default());
}

#[test]
fn the_conditions_name_the_handicap() {
    let line = |handicaps: &[usize]| {
        let mut records = duel();
        for (record, &handicap) in records.iter_mut().zip(handicaps.iter().cycle()) {
            record.handicap = handicap;
        }
        Summary::new(&records, None).conditions.to_line()
    };
    let without = line(&[0]);
    assert!(!without.contains("handicap"), "{without}");
    assert_eq!(line(&[2]), format!("{without}, handicap 2"));
    assert_eq!(line(&[3, 0, 2]), format!("{without}, handicap 0 to 3"));
}

#[test]
fn a_match_is_summed_up_as_text() {
    let sprt = "0,30".parse().unwrap();
    let text = Summary::new(&duel(), Some(&sprt)).to_string();
    assert_eq!(
        text,
        "\
match 00112233aabbccdd: 6 games, 3x3, komi 7.5, ko positional, suicide forbidden
Ponnuki 3.8 beat GNU Go 3.8 3.5 : 1.5

A  Ponnuki 3.8: run A
B  GNU Go 3.8: run B

               games     won  drawn    lost no result    score  95 % interval
Ponnuki 3.8        5       3      1       1         1   70.0 %  29.9 % to 92.7 %
  with Black       3       2      0       1             66.7 %  20.8 % to 93.9 %
  with White       2       1      1       0             75.0 %  19.8 % to 97.3 %
GNU Go 3.8         5       1      1       3         1   30.0 %  7.3 % to 70.1 %
  with Black       2       0      1       1             25.0 %  2.7 % to 80.2 %
  with White       3       1      0       2             33.3 %  6.1 % to 79.2 %
Black              5       2      1       2         1   50.0 %  17.0 % to 83.0 %

Elo of Ponnuki 3.8 over GNU Go 3.8: +147 +- 295 (95 %)
likelihood of superiority 81.4 %, normalised Elo +174 +- 273
SPRT of 0 against 30 Elo: log-likelihood ratio 0.19 (-2.94 to 2.94), undecided; such a test takes 457 games on average if a hypothesis is true, 748 midway
moves a game: 3.0 +- 0.5, 1 to 5
time a move: Ponnuki 3.8 0.340 s (longest 0.750 s); GNU Go 3.8 0.340 s (longest 0.750 s)
ended by: passes 3, resign 1, max-moves 1, crash 1
duplicates: 1 game, or 2 with the board rotated or mirrored
scores disputed: 1 game (1 by GNU Go 3.8)
lost by faults: 1 game (Ponnuki 3.8: crash 1)
"
    );
}

/// The games of [`duel`] as pairs: A scores two points in the first pair and half a
/// point in the second, and the third has a game without a result.
#[test]
fn pairs_are_summed_up() {
    let mut records = duel();
    for record in &mut records {
        record.pair = Some(record.game / 2);
    }
    records.reverse();
    let summary = Summary::new(&records, Some(&"0,30".parse().unwrap()));
    let pairs = summary.pairs.as_ref().unwrap();
    assert_eq!((pairs.counts, pairs.unpaired), ([0, 1, 0, 0, 1], 2));
    assert_eq!(pairs.score, Some(0.625));
    // The variance is (0.375^2 + 0.375^2) / 2 = 0.140625 for pairs and 0.171875 for games.
    assert!((pairs.variance_ratio.unwrap() - 0.281_25 / 0.171_875).abs() < 1e-9);
    assert_eq!(summary.sprt.unwrap().on, "pairs");
    let text = summary.to_string();
    let lines = "\nElo of Ponnuki 3.8 over GNU Go 3.8: +89 +- 309 (95 %, by pairs)\n\
                 likelihood of superiority 69.1 %, normalised Elo +82 +- 226\n\
                 pairs with 0, 0.5, 1, 1.5 and 2 points: 0, 1, 0, 0, 1; variance 1.64 of that of \
                 single games, which is worth 0.61 times the games; 2 games in no pair\n\
                 SPRT of 0 against 30 Elo on pairs: log-likelihood ratio ";
    assert!(text.contains(lines), "{text}");
    let [a, b] = summary.players.as_slice() else {
        panic!("two players");
    };
    let (score, interval, elo) = summary.certainty(b).unwrap();
    assert!((score - 0.375).abs() < 1e-9 && (elo.value + 88.74).abs() < 0.01);
    let (_, other, _) = summary.certainty(a).unwrap();
    assert!((interval.low + other.high - 1.0).abs() < 1e-9);
    // Records without `pair` form no pairs.
    assert_eq!(Summary::new(&duel(), None).pairs, None);
}

/// Each win of A adds 0.598 to the ratio of 0 against 400 Elo, and 2.944 decides it.
#[test]
fn games_after_the_decision_do_not_count_in_the_test() {
    let result = |game| if game < 5 { "B+1" } else { "W+1" };
    let mut records: Vec<_> = (0..20)
        .map(|game| record(game, ["A", "B"], result(game), "passes", "B2 pass pass"))
        .collect();
    records.reverse();
    let sprt = "0,400".parse().unwrap();
    let decided = Summary::new(&records, Some(&sprt)).sprt.unwrap();
    assert_eq!(
        (decided.accepted, decided.decided_after),
        (Some(Hypothesis::H1), Some(5))
    );
    assert!((decided.ratio - 2.99).abs() < 0.01, "{decided:?}");
    let text = Summary::new(&records, Some(&sprt)).to_string();
    assert!(text.contains("H1 accepted after 5 games\n"), "{text}");
    let fewer = Summary::new(&records[16..], Some(&sprt)).sprt.unwrap();
    assert_eq!((fewer.accepted, fewer.decided_after), (None, None));
}

#[test]
fn json_has_the_same_figures() {
    let mut records = duel();
    records.truncate(1);
    let json = serde_json::to_value(Summary::new(&records, None)).unwrap();
    assert_eq!(json["match"], "00112233aabbccdd");
    assert_eq!(json["players"][0]["black"]["wins"], 1);
    assert_eq!(json["players"][0]["score"], 1.0);
    assert_eq!(json["endings"]["passes"], 1);
    // A clean sweep has no upper bound, and JSON no infinity.
    assert!(json["elo"]["difference"].is_null());
    assert!(json["elo"]["interval"]["low"].is_number());
}

#[test]
fn a_tournament_has_ratings_and_a_table() {
    let mut records = Vec::new();
    for (pair, wins) in [(["A", "B"], 3), (["B", "C"], 2), (["A", "C"], 3)] {
        for game in 0..4 {
            let result = if game < wins { "B+1" } else { "W+1" };
            let number = records.len() as u64;
            records.push(record(number, pair, result, "passes", "B2 pass pass"));
        }
    }
    let summary = Summary::new(&records, None);
    assert!(summary.elo.is_none());
    let table = summary.crosstable.as_ref().unwrap();
    let names: Vec<_> = table.players.iter().map(|p| p.player.as_str()).collect();
    assert_eq!(names, ["A", "B", "C"]);
    assert_eq!(table.results[0][1], Counts::new(3, 0, 1));
    assert_eq!(table.results[1][0], Counts::new(1, 0, 3));
    // A scored 3 of 4 against two equal opponents, so it is 190.85 Elo above each.
    assert!((table.players[0].elo - table.players[1].elo - 190.85).abs() < 0.01);
    assert!(!table.with_virtual_draws);
    assert_eq!(
        summary.verdict(),
        "A won the tournament of 3 players, 191 Elo ahead of B"
    );
    let text = summary.to_string();
    assert!(
        text.contains("(1) A   +127    185   +191 +- 314           -         3/4         3/4\n"),
        "{text}"
    );
    // An anchor shifts all ratings by the same amount, and its rating has no error.
    let mut anchored = summary.clone();
    let anchors = |name: &str, elo| [(name.to_owned(), elo)];
    let refused = anchored
        .set_anchors(&anchors("D", 0.0))
        .unwrap_err()
        .to_string();
    assert_eq!(refused, "no player with a rating is called \"D\"");
    anchored.set_anchors(&anchors("C", 0.0)).unwrap();
    let table = anchored.crosstable.as_ref().unwrap();
    assert!((table.players[0].elo - 190.85).abs() < 0.01);
    let of_c = table
        .players
        .iter()
        .find(|rated| rated.player == "C")
        .unwrap();
    assert!(of_c.elo.abs() + of_c.error < 1e-9);
    let picture = ratings_picture(table);
    assert_eq!(picture.matches("<circle").count(), 3);
    assert!(picture.contains(">100</text>") && picture.contains(">C</text>"));
    let text = anchored.to_string();
    assert!(text.contains("Ratings are relative to C.\n"), "{text}");
    anchored.set_anchors(&[]).unwrap();
    anchored.set_anchors(&anchors("C", 1500.0)).unwrap();
    let text = anchored.to_string();
    assert!(
        text.contains("Ratings are on a scale with C at 1500.\n"),
        "{text}"
    );
}

#[test]
fn a_tournament_without_any_result_has_no_winner() {
    let mut records: Vec<_> = [["A", "B"], ["B", "C"], ["C", "A"]]
        .into_iter()
        .zip(0..)
        .map(|(pair, game)| record(game, pair, "Void", "max-moves", "B2"))
        .collect();
    let summary = Summary::new(&records, None);
    assert_eq!(summary.verdict(), "3 players played without a result");
    // A single draw is a result.
    records[1] = record(1, ["B", "C"], "0", "passes", "B2 pass pass");
    let verdict = Summary::new(&records, None).verdict();
    assert!(
        verdict.contains(" won the tournament of 3 players, "),
        "{verdict}"
    );
}

#[test]
fn the_verdict_names_the_players() {
    let verdict = |records: &[GameRecord]| Summary::new(records, None).verdict();
    let mut records = duel();
    assert_eq!(
        verdict(&records[3..4]),
        "Ponnuki 3.8 and GNU Go 3.8 drew 0.5 : 0.5"
    );
    assert_eq!(verdict(&records[2..3]), "GNU Go 3.8 beat Ponnuki 3.8 1 : 0");
    assert_eq!(
        verdict(&records[5..]),
        "Ponnuki 3.8 and GNU Go 3.8 played without a result"
    );
    // The most recent names that the user gave are shown.
    records[1].black.title = Some("the old one".to_owned());
    records[4].white.title = Some("mine".to_owned());
    assert_eq!(verdict(&records), "Ponnuki 3.8 beat mine 3.5 : 1.5");
    let text = Summary::new(&records, None).to_string();
    assert!(text.contains("\nB  mine (GNU Go 3.8): run B\n"), "{text}");
    assert!(text.contains("\nmine               5 "), "{text}");
    assert!(Summary::new(&records, None).is_open());
    let clear: Vec<_> = (0..9)
        .map(|game| record(game, ["A", "B"], "B+1", "passes", "B2 pass pass"))
        .collect();
    assert!(!Summary::new(&clear, None).is_open());
}

#[test]
fn names_cannot_control_the_terminal() {
    let mut records = duel();
    records[0].black.name = "evil\u{1b}[2J\n\u{202e}name".to_owned();
    let text = Summary::new(&records, None).to_string();
    assert!(text.contains("A  evil?[2J ?name 3.8: run A\n"), "{text}");
}

#[test]
fn a_match_without_games_has_a_summary() {
    let summary = Summary::new(&[], None);
    assert!(summary.to_string().starts_with("match : 0 games"));
}
