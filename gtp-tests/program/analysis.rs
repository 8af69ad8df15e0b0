//! `ponnuki analysis` through the built program.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::sync::LazyLock;

use jsonschema::Validator;
use serde_json::{Value, json};

use crate::ponnuki;
use crate::runner;
#[cfg(target_os = "linux")]
use crate::runner::{Folder, InFolder};

/// Returns the validator of a schema of the protocol.
fn validator(schema: &str) -> Validator {
    jsonschema::validator_for(&serde_json::from_str(schema).unwrap()).unwrap()
}

static QUERIES: LazyLock<Validator> =
    LazyLock::new(|| validator(include_str!("../../src/tools/analysis/schema/query.json")));

static ANSWERS: LazyLock<Validator> =
    LazyLock::new(|| validator(include_str!("../../src/tools/analysis/schema/answer.json")));

/// A running engine. All queries and answers are checked against their schemas.
struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(options: &str) -> Self {
        let mut command = runner::command(&format!("analysis {options}"));
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::null()).spawn().unwrap();
        Self {
            input: child.stdin.take(),
            output: BufReader::new(child.stdout.take().unwrap()),
            child,
        }
    }

    fn send(&mut self, query: &Value) {
        assert!(QUERIES.is_valid(query), "{query}");
        writeln!(self.input.as_mut().unwrap(), "{query}").unwrap();
    }

    fn next(&mut self) -> Option<Value> {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        if line.is_empty() {
            return None;
        }
        let answer = serde_json::from_str(&line).unwrap();
        if let Err(error) = ANSWERS.validate(&answer) {
            panic!("{error} at {}: {answer}", error.instance_path());
        }
        Some(answer)
    }

    /// Returns the answers that are left.
    fn rest(&mut self) -> Vec<Value> {
        std::iter::from_fn(|| self.next()).collect()
    }

    /// Closes the input, and returns the answers that are left.
    fn end(mut self) -> Vec<Value> {
        self.input = None;
        let answers = self.rest();
        assert!(self.child.wait().unwrap().success());
        answers
    }

    /// Starts an engine with one thread that reports on an endless search, while another query
    /// waits.
    fn busy(options: &str) -> Self {
        let mut engine = Self::start(&format!("{options} --analysis-threads 1"));
        let mut long = query("long", ENDLESS);
        long["reportDuringSearchEvery"] = json!(0.01);
        engine.send(&long);
        engine.send(&query("waiting", ENDLESS));
        let during = engine.next().unwrap();
        assert_eq!(during["isDuringSearch"], true);
        assert_eq!(during["id"], "long");
        engine
    }
}

/// The visits of a search that takes hours.
const ENDLESS: u32 = 1_000_000_000;

/// Checks that an endless search gave what it had found, and the query behind it nothing.
fn assert_stopped(answers: &[Value]) {
    let last = |id: &str| answers.iter().rfind(|answer| answer["id"] == id).unwrap();
    assert_eq!(last("waiting")["noResults"], true);
    assert_eq!(last("long")["isDuringSearch"], false);
    assert!(last("long")["rootInfo"]["visits"].as_u64().unwrap() > 0);
}

/// Returns a query about a game on 9x9.
fn query(id: &str, visits: u32) -> Value {
    json!({
        "id": id,
        "moves": [["B", "E5"], ["W", "C3"], ["B", "G3"], ["W", "C6"]],
        "rules": "tromp-taylor",
        "boardXSize": 9,
        "boardYSize": 9,
        "maxVisits": visits,
    })
}

/// Sorts answers by query and turn, so that their order does not matter.
fn by_turn(answers: Vec<Value>) -> BTreeMap<(String, u64), Value> {
    let key = |answer: &Value| {
        let id = answer["id"].as_str().unwrap().to_owned();
        (id, answer["turnNumber"].as_u64().unwrap())
    };
    let answers = answers.into_iter();
    answers.map(|answer| (key(&answer), answer)).collect()
}

#[test]
fn all_pending_queries_are_answered_at_the_end_of_the_input() {
    let mut engine = Engine::start("--analysis-threads 2");
    for number in 0..20 {
        engine.send(&query(&number.to_string(), 20));
    }
    let answers = by_turn(engine.end());
    assert_eq!(answers.len(), 20);
    for answer in answers.values() {
        assert_eq!(answer["isDuringSearch"], false);
        assert_eq!(answer["rootInfo"]["visits"], 20);
        assert_eq!(answer["rootInfo"]["currentPlayer"], "B");
        let infos = answer["moveInfos"].as_array().unwrap();
        let visits = infos.iter().map(|info| info["visits"].as_u64().unwrap());
        // The network judges this board, and a visit of the position itself is one of them.
        assert_eq!(visits.sum::<u64>(), 19);
        for (order, info) in infos.iter().enumerate() {
            assert_eq!(info["order"], order);
            assert_eq!(info["pv"][0], info["move"]);
            let winrate = info["winrate"].as_f64().unwrap();
            assert!((0.0..=1.0).contains(&winrate));
        }
        assert_eq!(answer["ownership"], Value::Null);
    }
}

#[test]
fn answers_depend_neither_on_the_order_nor_on_the_threads() {
    let ask = |threads: &str, turns: [u32; 5]| {
        let mut engine = Engine::start(&format!("--analysis-threads {threads}"));
        for turn in turns {
            let mut query = query("game", 60);
            query["analyzeTurns"] = json!([turn]);
            query["includeOwnership"] = json!(true);
            engine.send(&query);
        }
        by_turn(engine.end())
    };
    let alone = ask("1", [0, 1, 2, 3, 4]);
    assert_eq!(alone.len(), 5);
    assert_eq!(ask("1", [4, 2, 0, 3, 1]), alone);
    assert_eq!(ask("3", [3, 4, 1, 0, 2]), alone);
}

#[test]
fn the_side_that_sees_the_values_turns_them() {
    let ask = |side: &str| {
        let mut engine = Engine::start(&format!("--perspective {side}"));
        let mut query = query("q", 50);
        query["analyzeTurns"] = json!([3]);
        query["includeOwnership"] = json!(true);
        engine.send(&query);
        engine.end().remove(0)
    };
    let (black, white) = (ask("black"), ask("white"));
    assert_eq!(ask("sidetomove"), white, "White is to move");
    let number = |answer: &Value, name: &str| answer["rootInfo"][name].as_f64().unwrap();
    assert!((number(&black, "winrate") + number(&white, "winrate") - 1.0).abs() < 1e-5);
    assert!((number(&black, "scoreLead") + number(&white, "scoreLead")).abs() < 1e-5);
    assert_eq!(black["rootInfo"]["thisHash"], white["rootInfo"]["thisHash"]);
    let owned = |answer: &Value| answer["ownership"][40].as_f64().unwrap();
    assert!((owned(&black) + owned(&white)).abs() < 1e-5);
    assert_eq!(black["ownership"].as_array().unwrap().len(), 81);
}

#[test]
fn bad_lines_disturb_nothing() {
    let mut engine = Engine::start("--analysis-threads 1");
    let input = engine.input.as_mut().unwrap();
    let lines =
        b"\ngarbage\n[1]\n{}\n{\"id\":\"x\"}\n\0\n{\"id\":\"x\",\"action\":\"y\"}\n\xff\xfe\n";
    input.write_all(lines).unwrap();
    input.write_all(&vec![b' '; 1 << 10]).unwrap();
    writeln!(input).unwrap();
    engine.send(&query("q", 5));
    let answers = engine.end();
    let errors = answers.iter().filter(|answer| answer["error"].is_string());
    assert_eq!(errors.count(), 7);
    assert_eq!(answers.len(), 8);
    assert_eq!(answers[7]["id"], "q");
}

#[test]
fn reports_come_during_the_search_and_a_search_can_be_stopped() {
    let mut engine = Engine::busy("");
    engine.send(&json!({"id": "t", "action": "terminate_all"}));
    let answers = engine.end();
    assert_stopped(&answers);
    let last = answers.iter().rfind(|answer| answer["id"] == "t").unwrap();
    assert_eq!(last["action"], "terminate_all");
}

#[cfg(unix)]
#[test]
fn a_signal_ends_it_with_what_has_been_found() {
    for signal in ["-TERM", "-INT"] {
        let mut engine = Engine::busy("");
        runner::signal(&engine.child, signal);
        assert_stopped(&engine.rest());
        assert_eq!(engine.child.wait().unwrap().code(), Some(130));
    }
}

#[test]
fn the_end_of_the_input_can_end_the_searches() {
    let engine = Engine::busy("-quit-without-waiting");
    assert_stopped(&engine.end());
}

#[test]
fn moves_can_be_forbidden_until_none_is_left() {
    let mut engine = Engine::start("--analysis-threads 1");
    let ask = |id: &str, kind: &str, moves: &[&str]| {
        let mut query = query(id, 30);
        query[kind] = json!([{"player": "B", "moves": moves, "untilDepth": 1}]);
        query
    };
    engine.send(&ask("some", "allowMoves", &["D4", "pass"]));
    engine.send(&ask("avoid", "avoidMoves", &["D4"]));
    // E5 has a stone, so nothing is left.
    engine.send(&ask("none", "allowMoves", &["E5"]));
    let answers = by_turn(engine.end());
    let moves = |id: &str| -> Vec<&str> {
        let infos = answers[&(id.to_owned(), 4)]["moveInfos"].as_array();
        let infos = infos.unwrap().iter();
        infos.map(|info| info["move"].as_str().unwrap()).collect()
    };
    let is_allowed = |name: &&str| ["D4", "pass"].contains(name);
    assert!(moves("some").iter().all(is_allowed) && !moves("some").is_empty());
    assert!(!moves("avoid").contains(&"D4") && !moves("avoid").is_empty());
    assert_eq!(answers[&("none".to_owned(), 4)]["noResults"], true);
}

#[test]
fn illegal_moves_have_their_reasons() {
    let mut engine = Engine::start("");
    // A ko at B2 and B3: Black took at B3's left, so White may not take back.
    let colors = ["B", "W"].into_iter().cycle();
    let moves: Vec<_> = colors.zip("B3 C3 A2 D2 B1 C1 C2 B2".split(' ')).collect();
    engine.send(&json!({
        "id": "ko", "moves": moves, "rules": "tromp-taylor", "boardXSize": 5, "boardYSize": 5,
        "maxVisits": 10, "includeIllegal": true, "includeStatus": true, "includePolicy": true,
    }));
    let answer = engine.end().remove(0);
    assert_eq!(
        answer["illegalMoves"],
        json!([{"move": "C2", "reason": "superko", "repeats": 7}]),
        "{answer}"
    );
    let policy = answer["policy"].as_array().unwrap();
    assert_eq!(policy.len(), 26);
    // C2 is the third point of the fourth row from the top.
    assert_eq!(policy[17], -1.0);
    let priors = policy.iter().filter_map(Value::as_f64);
    let sum: f64 = priors.filter(|&prior| prior > 0.0).sum();
    assert!((sum - 1.0).abs() < 1e-3, "{sum}");
    assert!(answer["status"]["dead"].is_array());
    assert_eq!(answer["status"]["unconditionallyAlive"], json!([]));
}

#[test]
fn programs_may_start_it_as_they_start_katago() {
    let mut engine = Engine::start(
        "-model some.bin.gz -config analysis.cfg -analysis-threads 1 -override-config \
         'homeDataDir=/nowhere, reportAnalysisWinratesAs = SIDETOMOVE,maxVisits=7'",
    );
    engine.send(&json!({"id": "v", "action": "query_version"}));
    engine.send(&json!({"id": "m", "action": "query_models"}));
    let mut plain = query("q", 1);
    plain.as_object_mut().unwrap().remove("maxVisits");
    plain["analyzeTurns"] = json!([3]);
    engine.send(&plain);
    let answers = engine.end();
    assert_eq!(answers[0]["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(answers[1]["models"][0]["name"], "b6c64");
    assert_eq!(answers[2]["rootInfo"]["visits"], 7);
    let mut engine = Engine::start("--visits 7");
    engine.send(&plain);
    let by_black = engine.end();
    let winrate = |answer: &Value| answer["rootInfo"]["winrate"].as_f64().unwrap();
    assert!((winrate(&answers[2]) + winrate(&by_black[0]) - 1.0).abs() < 1e-5);
    let refused = ponnuki("analysis -override-config maxVisits=many", "");
    refused.fails(2, "maxVisits cannot be 'many'");
}

/// The queries are those of `katrain/core/engine.py` in `KaTrain` 30ccf864.
#[test]
fn katrain_gets_answers_under_each_of_its_rules() {
    let mut engine = Engine::start("-model m -config c -override-config homeDataDir=/nowhere");
    let rules = "japanese,chinese,korean,aga,tromp-taylor,new zealand,stone_scoring";
    for (number, rules) in rules.split(',').enumerate() {
        engine.send(&json!({
            "rules": rules, "priority": 0, "analyzeTurns": [1], "maxVisits": 5, "komi": 6.5,
            "boardXSize": 9, "boardYSize": 9, "includeOwnership": true,
            "includeMovesOwnership": true, "includePolicy": true, "initialStones": [],
            "initialPlayer": "B", "moves": [["B", "E5"]],
            "overrideSettings":
                {"reportAnalysisWinratesAs": "BLACK", "wideRootNoise": 0.04, "maxTime": 8.0},
            "id": format!("QUERY:{number}"),
        }));
    }
    let stop = json!({"action": "terminate", "terminateId": "QUERY:7", "id": "QUERY:8"});
    engine.send(&stop);
    let answers = engine.end();
    assert!(answers.contains(&stop));
    let length = |list: &Value| list.as_array().unwrap().len();
    for number in 0..7 {
        let id = format!("QUERY:{number}");
        let mut answers = answers.iter().filter(|answer| answer["id"] == id.as_str());
        let last = answers.next_back().unwrap();
        assert_eq!(last["rootInfo"]["visits"], 5, "{last}");
        assert_eq!(length(&last["ownership"]), 81);
        assert_eq!(length(&last["policy"]), 82);
        assert_eq!(length(&last["moveInfos"][0]["ownership"]), 81);
        assert!(answers.all(|answer| answer["warning"] == "Unknown config params: wideRootNoise"));
    }
}

#[test]
fn the_schemas_refuse_what_is_wrong() {
    let mut wrong = query("q", 5);
    assert!(QUERIES.is_valid(&wrong));
    wrong["boardXSize"] = json!(26);
    assert!(!QUERIES.is_valid(&wrong));
    assert!(!QUERIES.is_valid(&json!({"id": "t", "action": "terminate"})));
    for wrong in [
        json!({}),
        json!({"error": 3}),
        json!({"id": "a", "isDuringSearch": false, "noResults": true}),
        json!({"id": "a", "isDuringSearch": false, "moveInfos": [], "rootInfo": {}, "turnNumber": 0}),
    ] {
        assert!(!ANSWERS.is_valid(&wrong), "{wrong}");
    }
}

#[test]
fn actions_overtake_queries_that_wait() {
    let mut engine = Engine::busy("");
    for number in 0..1000 {
        engine.send(&query(&number.to_string(), ENDLESS));
    }
    engine.send(&json!({"id": "v", "action": "query_version"}));
    engine.send(&json!({"id": "all", "action": "terminate_all"}));
    let answers = engine.end();
    let at = |id: &str| answers.iter().position(|answer| answer["id"] == id);
    assert!(at("v").unwrap() < at("0").unwrap());
    let stopped = answers.iter().filter(|answer| answer["noResults"] == true);
    assert_eq!(stopped.count(), 1001);
}

/// A reader that leaves is no failure, whether the input is closed or open.
#[cfg(unix)]
#[test]
fn searches_end_when_nobody_reads_their_answers() {
    for closes_input in [true, false] {
        let mut engine = Engine::start("--analysis-threads 2");
        for id in ["one", "two", "waiting"] {
            engine.send(&query(id, ENDLESS));
        }
        engine.send(&json!({"id": "v", "action": "query_version"}));
        assert_eq!(engine.next().unwrap()["id"], "v");
        drop(engine.output);
        let open = engine.input.filter(|_| !closes_input);
        assert!(runner::ended(&mut engine.child).success());
        drop(open);
    }
}

/// Memory is limited in KiB.
#[cfg(target_os = "linux")]
#[test]
fn any_number_of_threads_answers_in_little_memory() {
    let query = query("q", 200);
    for threads in [1, 16, 64, 1024] {
        for limit in [40_000, 60_000, 120_000, 400_000] {
            let analysis = format!("\"$0\" analysis --analysis-threads {threads}");
            let script = format!("ulimit -v {limit}; echo '{query}' | {analysis}");
            let run = Folder::new().shell(&script);
            let answer: Value = serde_json::from_str(&run.succeeds()).unwrap();
            assert_eq!(answer["rootInfo"]["visits"], 200, "{script}");
        }
    }
}

/// A reader that leaves is no failure.
#[test]
fn a_closed_output_ends_it() {
    let mut engine = Engine::start("--analysis-threads 1");
    engine.send(&query("one", 1));
    engine.next().unwrap();
    drop(engine.output);
    let mut input = engine.input.unwrap();
    for _ in 0..50 {
        // The engine may have ended already.
        if writeln!(input, "{}", query("more", 200)).is_err() {
            break;
        }
    }
    drop(input);
    assert!(engine.child.wait().unwrap().success());
}
