//! Queries, and KataGo's errors for invalid ones.

use serde_json::{Value, json};

use super::*;
use crate::analysis::settings::Perspective;
use ponnuki_core::board::{BoardSize, Color};
use ponnuki_core::game::{Game, Move};
use ponnuki_core::rules::{KoRule, Preset, Suicide};
use ponnuki_testing::rows;

/// Returns a query on 9x9 with these members added or replaced.
fn with(members: &Value) -> Value {
    let mut query = json!({
        "id": "q",
        "moves": [["b", "D4"], ["w", "F6"]],
        "rules": "chinese",
        "boardXSize": 9,
        "boardYSize": 9,
    });
    for (name, value) in members.as_object().unwrap() {
        query[name] = value.clone();
    }
    query
}

fn read_value(query: &Value) -> Result<QueryLine, QueryError> {
    read_warned(query).0
}

/// Reads a query. Returns the warnings, too.
fn read_warned(query: &Value) -> (Result<QueryLine, QueryError>, Vec<QueryWarning>) {
    let mut warnings = Vec::new();
    let settings = QuerySettings::default();
    let line = read(query.to_string().as_bytes(), &settings, &mut warnings);
    (line, warnings)
}

fn query_with(members: &Value) -> (Query, Vec<QueryWarning>) {
    match read_warned(&with(members)) {
        (Ok(QueryLine::Query(query)), warnings) => (*query, warnings),
        (other, _) => panic!("{other:?}"),
    }
}

/// Returns the game before its first move, and the colour to move.
fn start(members: &Value) -> (Game, Color) {
    query_with(members).0.game.at(0)
}

/// Returns the field and the message of a refused query.
fn refused(query: &Value) -> (String, String) {
    let error = serde_json::to_value(read_value(query).unwrap_err()).unwrap();
    let text = |name: &str| error[name].as_str().unwrap_or_default().to_owned();
    assert_eq!(text("id"), "q", "{error}");
    (text("field"), text("error"))
}

#[test]
fn a_query_without_options_has_the_defaults() {
    let (query, warnings) = query_with(&json!({}));
    assert_eq!(warnings, []);
    assert_eq!(query.turns, [(2, 0)]);
    assert_eq!(query.wanted.settings.visits, 500);
    let limits = (query.wanted.settings.time, query.wanted.reports);
    assert_eq!(limits, (None, None));
    assert_eq!(query.wanted.included, []);
    let (game, color) = query.game.at(2);
    assert_eq!((game.turns().len(), color), (2, Color::Black));
    assert_eq!(game.komi().to_string(), "7.5");
    assert_eq!(query.game.at(1).1, Color::White);
}

#[test]
fn every_option_is_read() {
    let (query, warnings) = query_with(&json!({
        "analyzeTurns": [2, 0, 2],
        "priorities": [1, 5, 7],
        "maxVisits": 30,
        "analysisPVLen": 3,
        "komi": 6,
        "whiteHandicapBonus": "N-1",
        "includePolicy": true,
        "includeStatus": true,
        "includeOwnership": false,
        "reportDuringSearchEvery": 0.5,
        "overrideSettings": {"maxTime": "2.5", "reportAnalysisWinratesAs": "SIDETOMOVE", "maxVisits": 7},
    }));
    assert_eq!(warnings, []);
    // A turn asked for twice is analysed once, with its last priority.
    assert_eq!(query.turns, [(0, 5), (2, 7)]);
    let wanted = &query.wanted;
    assert_eq!((wanted.settings.visits, wanted.settings.pv_len), (30, 3));
    assert_eq!(wanted.settings.perspective, Perspective::SideToMove);
    assert_eq!(wanted.settings.time, Some(Duration::from_millis(2500)));
    assert_eq!(wanted.reports, Some([Duration::from_millis(500); 2]));
    assert!(wanted.includes(AnswerPart::Policy) && wanted.includes(AnswerPart::Status));
    assert!(!wanted.includes(AnswerPart::Ownership));
    let (query, _) = query_with(&json!({"overrideSettings": {"maxVisits": 7}, "priority": -3}));
    assert_eq!((query.wanted.settings.visits, query.turns[0].1), (7, -3));
    let avoid = json!([{"player": "W", "moves": ["A1", "pass"], "untilDepth": 3}]);
    let (query, _) = query_with(&json!({"avoidMoves": avoid}));
    let permits = |color, turn| query.wanted.restrictions.permits(color, Move::Pass, turn);
    assert!(!permits(Color::White, 3) && permits(Color::White, 4) && permits(Color::Black, 1));
}

#[test]
fn playouts_limit_the_visits_of_every_query() {
    let visits = |settings: &QuerySettings, members: &Value| {
        let query = with(members).to_string();
        match read(query.as_bytes(), settings, &mut Vec::new()) {
            Ok(QueryLine::Query(query)) => query.wanted.settings.visits,
            other => panic!("{other:?}"),
        }
    };
    let plain = QuerySettings::default();
    let limited = QuerySettings {
        playouts: Some(20),
        ..plain.clone()
    };
    let own = |playouts: u64| json!({"maxPlayouts": playouts});
    for (members, [unlimited, most]) in [
        (json!({}), [500, 20]),
        (json!({"maxVisits": 30}), [30, 20]),
        (json!({"maxVisits": 10}), [10, 10]),
        (json!({"overrideSettings": own(1000)}), [500, 500]),
        (json!({"overrideSettings": own(7), "maxVisits": 30}), [7, 7]),
    ] {
        let found = [visits(&plain, &members), visits(&limited, &members)];
        assert_eq!(found, [unlimited, most], "{members}");
    }
}

#[test]
fn rules_have_names_or_are_objects() {
    let rules = |value: Value| start(&json!({"rules": value})).0.rules();
    assert_eq!(rules(json!("tromp-taylor")).suicide, Suicide::Allowed);
    let object = json!({"ko": "SITUATIONAL", "suicide": false, "scoring": "AREA", "tax": "NONE"});
    let found = rules(object);
    assert_eq!(
        (found.ko, found.suicide),
        (KoRule::Situational, Suicide::Forbidden)
    );
    assert_eq!(rules(json!({})), Preset::TrompTaylor.rules());
    assert_eq!(rules(json!("japanese")), Preset::Japanese.rules());
    for [value, reason] in rows(
        r#"
        "own"                 | Could not parse rules: own (unknown rules
        {"scoring": "STONES"} | scoring cannot be 'STONES': expected one of area, territory
        {"ko": ["SIMPLE"]}    | not a flat object
        7                     | Must specify rules string
        "#,
    ) {
        let value: Value = serde_json::from_str(value).unwrap();
        let (field, error) = refused(&with(&json!({"rules": value})));
        assert!(field == "rules" && error.contains(reason), "{error}");
    }
}

#[test]
fn stones_may_come_before_the_moves() {
    let two = json!({"initialStones": [["B", "C3"], ["B", "G7"]], "moves": []});
    let (game, color) = start(&two);
    assert_eq!((game.start().handicap, color), (2, Color::White));
    let (game, color) = start(&json!({
        "initialStones": [["B", "C3"], ["W", "C3"]], "moves": [], "initialPlayer": "b",
    }));
    assert_eq!((game.start().stones.white.len(), color), (1, Color::Black));
    assert!(game.start().stones.black.is_empty());
}

#[test]
fn stones_are_placed_one_after_the_other() {
    let stones = |stones: &[(&str, &str)]| {
        let list: Vec<_> = stones.iter().map(|(by, at)| json!([by, at])).collect();
        let (game, _) = start(&json!({"initialStones": list, "moves": []}));
        let stones = game.start().stones;
        let size = BoardSize::new(9, 9).unwrap();
        [stones.black.names(size), stones.white.names(size)]
    };
    // White captures the stone, so Black's play there has no liberty.
    let corner = [("b", "A1"), ("w", "A2"), ("w", "B1")];
    assert_eq!(stones(&corner), ["", "B1 A2"]);
    let again = [("w", "A2"), ("w", "B1"), ("b", "A1")];
    assert_eq!(stones(&again), ["", "B1 A2"]);
    // A stone replaces one of the other colour, unless it would have no liberty.
    let other = [("b", "A1"), ("w", "A1"), ("b", "A2"), ("b", "B1")];
    assert_eq!(stones(&other), ["B1 A2", ""]);
    let third = [("w", "A2"), ("w", "B1"), ("w", "A1"), ("b", "A1")];
    assert_eq!(stones(&third), ["", "B1 A2"]);
}

#[test]
fn first_moves_of_black_count_as_handicap() {
    let handicap = |stones: Value, moves: &[&str]| {
        let moves: Vec<_> = moves.iter().map(|text| text.split_once(' ')).collect();
        let (game, _) = start(&json!({"initialStones": stones, "moves": moves}));
        game.start().handicap
    };
    let two = json!([["B", "C3"], ["B", "G7"]]);
    assert_eq!(handicap(json!([]), &["B C3", "W E5"]), 0);
    assert_eq!(handicap(json!([]), &["B C3", "B E5", "W F6", "B A1"]), 2);
    assert_eq!(handicap(json!([]), &["B C3", "W pass", "B E5", "W F6"]), 2);
    assert_eq!(handicap(json!([]), &["B C3", "B E5", "W F6", "W A1"]), 0);
    assert_eq!(handicap(two.clone(), &["W E5"]), 2);
    assert_eq!(handicap(two, &["B E5"]), 3);
    let both = json!([["B", "C3"], ["W", "G7"]]);
    assert_eq!(handicap(both, &["B E5", "B E6"]), 0);
}

/// Members with invalid values, each with KataGo's message.
const WRONG_MEMBERS: &str = r#"
    boardXSize              | 1                 | Must provide an integer from 2 to 25
    boardYSize              | 26                | Must provide an integer from 2 to 25
    boardYSize              | "9"               | Must provide an integer from 2 to 25
    moves                   | "D4"              | Must be an array of pairs of the form: ["b" or "w", GTP board vertex]
    moves                   | [["b"]]           | Must be an array of pairs of the form: ["b" or "w", GTP board vertex]
    moves                   | [["x", "D4"]]     | Could not parse player: x
    moves                   | [["b", "Z9"]]     | Could not parse board location: Z9
    moves                   | [["b", "D4"], ["w", "D4"]] | Illegal move 1: D4 (occupied)
    initialStones           | [["b", "pass"]]   | Could not parse board location: pass
    initialPlayer           | "red"             | Must be "b" or "w"
    analyzeTurns            | [3]               | Invalid turn number: 3
    analyzeTurns            | [-1]              | Invalid turn number: -1
    analyzeTurns            | 2                 | Must specify an array of integers indicating turns to analyze
    priorities              | [2]               | Can only specify when also specifying analyzeTurns
    komi                    | 7.25              | Must be a integer or half-integer from -400.0 to 400.0
    komi                    | 401               | Must be a integer or half-integer from -400.0 to 400.0
    whiteHandicapBonus      | 0                 | Must be a string
    maxVisits               | 0                 | Must be an integer from 1 to 2^50
    maxVisits               | 1.5               | Must be an integer from 1 to 2^50
    analysisPVLen           | 1001              | Must be an integer from 1 to 1000
    includePolicy           | 1                 | Must be a boolean
    includeNoResultValue    | "no"              | Must be a boolean
    rootFpuReductionMax     | 2.5               | Must be a number from 0.0 to 2.0
    rootPolicyTemperature   | 0                 | Must be a number from 0.01 to 100.0
    includeIllegal          | "yes"             | Must be a boolean
    reportDuringSearchEvery | 0                 | Must be number of seconds from 0.001 to 1000000.0
    priority                | 0.5               | Must be a number between -2^62 and 2^62
    overrideSettings        | []                | Must be an object
    overrideSettings        | {"maxVisits": -1} | Could not set settings: maxVisits cannot be -1
    avoidMoves              | 3                 | Must be a list of dicts with subfields 'player', 'moves', 'untilDepth'
    avoidMoves              | [{"player": "B", "moves": ["A1"]}] | Must be a list of dicts with subfields 'player', 'moves', 'untilDepth'
    allowMoves              | [1, 2, 3]         | Currently allowMoves only allows at most one entry per player
"#;

#[test]
fn wrong_members_are_named_with_katago_s_message() {
    for [member, value, message] in rows(WRONG_MEMBERS) {
        let value: Value = serde_json::from_str(value).unwrap();
        let found = refused(&with(&json!({member: value})));
        assert_eq!(found, (member.to_owned(), message.to_owned()));
    }
    for [members, message] in rows(
        r#"
        {"allowMoves": [], "avoidMoves": []}        | Cannot specify both allowMoves and avoidMoves
        {"allowMoves": [{"player": "B", "moves": ["A1"], "untilDepth": 1}, {"player": "B", "moves": ["A1"], "untilDepth": 1}] } | Cannot specify allowMoves more than once for the same player
        {"analyzeTurns": [1], "priorities": [1], "priority": 2} | Cannot specify both priority and priorities
        {"analyzeTurns": [1], "priorities": [1, 2]} | Must be of matching length to analyzeTurns
        "#,
    ) {
        let members = serde_json::from_str(members).unwrap();
        assert_eq!(refused(&with(&members)).1, message);
    }
}

#[test]
fn missing_members_are_named() {
    for [member, message] in rows(
        r#"
        moves      | Must specify an array of [player,location] pairs
        rules      | Must specify rules string, such as "chinese" or "tromp-taylor", or a JSON object with detailed rules parameters.
        boardXSize | Must provide an integer from 2 to 25
        "#,
    ) {
        let mut query = with(&json!({}));
        query.as_object_mut().unwrap().remove(member);
        assert_eq!(refused(&query), (member.to_owned(), message.to_owned()));
    }
    for [line, message] in rows(
        r#"
        {"id": 3}                      | must have a string "id"
        []                             | was not an object, ignoring: []
        {"id":                         | could not parse input line as json request: {"id":
        garbage                        | could not parse input line
        {"id":"q","action":"dance"}    | 'action' field must be
        "#,
    ) {
        let read = read(line.as_bytes(), &QuerySettings::default(), &mut Vec::new());
        let error = serde_json::to_value(read.unwrap_err()).unwrap();
        let error = error["error"].as_str().unwrap();
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn members_without_a_meaning_get_a_warning_each() {
    let (_, warnings) = query_with(&json!({
        "boardxsize": 13,
        "rootPolicyTemperature": 1.5,
        "includeNoResultValue": false,
        "overrideSettings": {"wideRootNoise": 0.1, "humanSLProfile": "rank_3d"},
    }));
    let text = |warning| serde_json::to_string(warning).unwrap();
    let texts: Vec<String> = warnings.iter().map(text).collect();
    assert_eq!(texts.len(), 3, "{texts:?}");
    assert!(texts[0].contains("Unknown config params: humanSLProfile,wideRootNoise"));
    let typo = "Unexpected or unused field, do you have a typo? \
                (set warnUnusedFields=false in the config to disable this warning)";
    assert!(texts[1].contains("\"field\":\"boardxsize\"") && texts[1].contains(typo));
    assert!(texts[2].contains("rootPolicyTemperature") && texts[2].contains("Ignored"));
    let quiet = QuerySettings {
        warns_of_unused: false,
        ..QuerySettings::default()
    };
    let query = with(&json!({"typo": 1})).to_string();
    let mut warnings = Vec::new();
    assert!(read(query.as_bytes(), &quiet, &mut warnings).is_ok());
    assert_eq!(warnings, []);
}

#[test]
fn warnings_come_before_the_error_of_a_refused_query() {
    let (line, warnings) = read_warned(&with(&json!({
        "moves": [["b", "D4"], ["w", "D4"]],
        "typo": 1,
        "terminateId": "known to actions",
        "turnNumbers": [1],
        "overrideSettings": {"wideRootNoise": 0.1},
    })));
    let field = |warning| serde_json::to_value(warning).unwrap()["field"].to_string();
    let fields: Vec<String> = warnings.iter().map(field).collect();
    assert_eq!(fields, ["\"overrideSettings\"", "\"typo\""]);
    assert!(line.is_err());
    // A member that is read before the warnings are made ends the query.
    let (line, warnings) = read_warned(&with(&json!({"komi": "no", "typo": 1})));
    assert!(line.is_err());
    assert_eq!(warnings, []);
}

#[test]
fn actions_are_read() {
    let action = |text: Value| match read_value(&text).unwrap() {
        QueryLine::Action(action, _) => action,
        QueryLine::Query(_) => panic!("{text}"),
    };
    let version = json!({"id": "q", "action": "query_version"});
    assert_eq!(action(version), Action::Version);
    let terminate =
        json!({"id": "q", "action": "terminate", "terminateId": "a", "turnNumbers": [1]});
    let (id, turns) = (Some("a".to_owned()), Some(vec![1]));
    assert_eq!(action(terminate), Action::Terminate { id, turns });
    let (id, turns) = (None, None);
    let all = Action::Terminate { id, turns };
    assert_eq!(action(json!({"id": "q", "action": "terminate_all"})), all);
    let without = refused(&json!({"id": "q", "action": "terminate"}));
    assert_eq!(without.0, "terminateId");
    let turns = json!({"id": "q", "action": "terminate_all", "turnNumbers": ["a"]});
    assert_eq!(refused(&turns).0, "turnNumbers");
}

#[test]
fn a_query_takes_memory_for_all_its_moves() {
    let bytes = |members: Value| query_with(&members).0.bytes();
    let least = bytes(json!({}));
    assert!(least > size_of::<Query>());
    let moves = vec![json!(["b", "pass"]); 1002];
    let each = size_of::<(Color, Move)>();
    assert_eq!(bytes(json!({"moves": moves})), least + 1000 * each);
    let names: Vec<_> = (1..=9).map(|row| format!("A{row}")).collect();
    let avoided = json!([{"player": "b", "moves": names, "untilDepth": 1}]);
    assert_eq!(bytes(json!({"avoidMoves": avoided})), least + 9 * each);
    assert_eq!(bytes(json!({"id": "query"})), least + 4);
}
