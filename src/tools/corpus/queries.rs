//! The fuzz target for lines of the analysis protocol.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Cursor;
use std::sync::LazyLock;

use super::{edit, json_or_string};
use crate::analysis::{AnalysisEngine, AnalysisSettings};
use jsonschema::Validator;
use serde_json::{Map, Value, json};

/// The maximum number of visits of a search on a small board.
const MAX_SMALL_VISITS: u64 = 20;

/// The number of visits for a query without `maxVisits`.
const VISITS: u64 = 3;

/// The maximum area of a small board.
const SMALL: u64 = 36;

static ANSWERS: LazyLock<Validator> = LazyLock::new(|| {
    let schema = include_str!("../analysis/schema/answer.json");
    let schema = serde_json::from_str(schema).expect("the schema is JSON");
    jsonschema::validator_for(&schema).expect("the schema is valid")
});

/// Sends lines to an engine. Every answer must match the schema and the query, and
/// every line must get its answers: an error, an action, or one for each turn.
pub fn answer(bytes: &[u8]) {
    let Some((&first, bytes)) = bytes.split_first() else {
        return;
    };
    let lines: Vec<Vec<u8>> = bytes.split(|&byte| byte == b'\n').map(line).collect();
    let mut settings = AnalysisSettings {
        analysis_threads: usize::from(first) % 3 + 1,
        memory: 1,
        ..AnalysisSettings::default()
    };
    settings.queries.visits = VISITS;
    let engine = AnalysisEngine::new(settings);
    let mut output = Vec::new();
    engine
        .run(Cursor::new(lines.join(&b'\n')), &mut output)
        .expect("streams in memory do not fail");
    let answers: Vec<Value> = output
        .split_inclusive(|&byte| byte == b'\n')
        .map(|line| serde_json::from_slice(line).expect("an answer is JSON"))
        .collect();
    for answer in &answers {
        if let Err(error) = ANSWERS.validate(answer) {
            panic!("{error} at {}: {answer}", error.instance_path());
        }
    }
    check(&lines, &answers);
}

/// Converts a line of the input to the line to send. A line that begins with a slash
/// holds changes of a query, separated by tabs, each a JSON pointer with a value:
/// `/moves/0/1 "A1"`. Other lines are sent unchanged, unless their search would be long.
fn line(text: &[u8]) -> Vec<u8> {
    let changes = text
        .starts_with(b"/")
        .then(|| String::from_utf8_lossy(text));
    let query = match &changes {
        Some(changes) => Some(changed(changes)),
        None => serde_json::from_slice(text).ok(),
    };
    let Some(Value::Object(mut members)) = query else {
        return text.to_vec();
    };
    let side = |name: &str| members.get(name).and_then(Value::as_u64);
    let area = side("boardXSize").zip(side("boardYSize"));
    let is_small = area.is_none_or(|(width, height)| width.saturating_mul(height) <= SMALL);
    let most = if is_small { MAX_SMALL_VISITS } else { 1 };
    let visits = members.get("maxVisits").map(Value::as_u64);
    let is_long = visits.is_some_and(|visits| visits.is_some_and(|visits| visits > most));
    if is_long || (visits.is_none() && members.contains_key("overrideSettings")) {
        members.insert("maxVisits".to_owned(), json!(most));
    } else if changes.is_none() {
        return text.to_vec();
    }
    Value::Object(members).to_string().into_bytes()
}

/// Returns a query with these changes. A change without a value removes the member.
fn changed(changes: &str) -> Value {
    let mut query = json!({
        "id": "q",
        "boardXSize": 3,
        "boardYSize": 3,
        "moves": [["B", "B2"], ["W", "A1"]],
        "rules": "tromp-taylor",
        "maxVisits": 3,
        "includePolicy": true,
        "includeOwnership": true,
    });
    for change in changes.split('\t') {
        let (pointer, value) = change.split_once(' ').unwrap_or((change, ""));
        let value = (!value.is_empty()).then(|| json_or_string(value));
        // A change of what is not there has no effect.
        let _ = edit(&mut query, pointer, value);
    }
    query
}

/// Checks that each line got its answers.
fn check(lines: &[Vec<u8>], answers: &[Value]) {
    let mut queries: BTreeMap<String, Vec<Map<String, Value>>> = BTreeMap::new();
    let (mut actions, mut nameless) = (0, 0);
    for line in lines.iter().map(|line| line.trim_ascii()) {
        match serde_json::from_slice(line) {
            _ if line.is_empty() => {}
            Ok(Value::Object(members)) if members.get("id").is_some_and(Value::is_string) => {
                if members.get("action").is_some_and(Value::is_string) {
                    actions += 1;
                } else {
                    let id = members["id"].as_str().unwrap_or_default().to_owned();
                    queries.entry(id).or_default().push(members);
                }
            }
            _ => nameless += 1,
        }
    }
    let errors = answers.iter().filter(|answer| answer["error"].is_string());
    let unnamed = errors.filter(|error| error["id"].is_null()).count();
    let done = answers.iter().filter(|answer| answer["action"].is_string());
    assert!(unnamed >= nameless && unnamed <= nameless + actions);
    assert!(done.count() <= actions);
    for (id, queries) in &queries {
        let own = answers.iter().filter(|answer| answer["id"] == **id);
        let own: Vec<&Value> = own.collect();
        match &queries[..] {
            [query] if actions == 0 => check_one(query, &own),
            several => {
                let refused = own.iter().filter(|answer| answer["error"].is_string());
                assert!(refused.count() <= several.len() + actions, "{own:?}");
            }
        }
    }
    let of_turns = answers.iter().filter(|it| !it["turnNumber"].is_null());
    for answer in of_turns {
        assert!(queries.contains_key(answer["id"].as_str().unwrap_or_default()));
    }
}

/// Checks the answers to a query with a unique identifier: one error, or one final
/// answer for each turn.
fn check_one(query: &Map<String, Value>, answers: &[&Value]) {
    let errors = answers.iter().filter(|answer| answer["error"].is_string());
    let errors = errors.count();
    let last = answers.iter().filter(|it| it["isDuringSearch"] == false);
    let turns = last.filter_map(|answer| answer["turnNumber"].as_u64());
    let mut turns: Vec<u64> = turns.collect();
    turns.sort_unstable();
    let asked: BTreeSet<u64> = match query.get("analyzeTurns") {
        _ if errors > 0 => BTreeSet::new(),
        Some(turns) => {
            let turns = turns.as_array().into_iter().flatten();
            turns.filter_map(Value::as_u64).collect()
        }
        None => {
            let moves = query["moves"].as_array();
            moves.map(|moves| moves.len() as u64).into_iter().collect()
        }
    };
    assert!(errors <= 1, "{answers:?}");
    assert!(
        turns.iter().eq(&asked),
        "{turns:?} for {query:?}: {answers:?}"
    );
    let found = answers.iter().filter(|it| it["moveInfos"].is_array());
    for answer in found {
        check_analysis(query, answer);
    }
}

/// Checks the values of an analysis.
fn check_analysis(query: &Map<String, Value>, answer: &Value) {
    let infos = answer["moveInfos"]
        .as_array()
        .map_or(&[][..], Vec::as_slice);
    let most = query.get("maxVisits").map_or(Some(VISITS), Value::as_u64);
    let visits = answer["rootInfo"]["visits"].as_u64();
    assert!(visits <= most && !infos.is_empty(), "{answer}");
    let each = infos.iter().filter_map(|info| info["visits"].as_u64());
    // One visit is the position's own, and belongs to no move.
    assert_eq!(Some(each.sum::<u64>() + 1), visits, "{answer}");
    let area = query["boardXSize"].as_u64().unwrap_or_default()
        * query["boardYSize"].as_u64().unwrap_or_default();
    for (name, length) in [("ownership", area), ("policy", area + 1)] {
        if let Some(numbers) = answer[name].as_array() {
            assert_eq!(numbers.len() as u64, length, "{answer}");
        }
    }
    let player = answer["rootInfo"]["currentPlayer"]
        .as_str()
        .unwrap_or_default();
    let mut names = BTreeSet::new();
    for (order, info) in infos.iter().enumerate() {
        let name = info["move"].as_str().unwrap_or_default();
        assert!(names.insert(name), "{name} occurs twice: {answer}");
        assert_eq!(info["order"], order, "{answer}");
        assert_eq!(info["pv"][0], name, "{answer}");
        assert!(
            is_permitted(query, player, name),
            "{name} is forbidden: {answer}"
        );
    }
}

/// Returns whether a query permits a move at the root.
fn is_permitted(query: &Map<String, Value>, player: &str, name: &str) -> bool {
    let lists = |field: &str| -> Vec<bool> {
        let entries = query.get(field).and_then(Value::as_array);
        let entries = entries.into_iter().flatten();
        let of_mover = |entry: &&Value| {
            let name = entry["player"].as_str().unwrap_or_default();
            name.to_ascii_uppercase().starts_with(player)
        };
        // Points given as numbers match every move.
        let has = |entry: &Value| {
            let moves = entry["moves"].as_array().into_iter().flatten();
            let mut names = moves.filter_map(Value::as_str);
            names.any(|other| other.eq_ignore_ascii_case(name) || other.contains('('))
        };
        entries.filter(of_mover).map(has).collect()
    };
    let has_numbers = query
        .get("avoidMoves")
        .is_some_and(|list| list.to_string().contains('('));
    let is_avoided = lists("avoidMoves").contains(&true) && !has_numbers;
    !is_avoided && !lists("allowMoves").contains(&false)
}
