//! Settings in both forms: the option, and the member of queries.

use serde_json::{Value, json};

use super::*;
use crate::analysis::query::{self, QueryLine};
use crate::analysis::settings::Perspective;
use ponnuki_testing::{assert_contains, rows};

/// Settings with some valid values, and some invalid ones. The first valid value differs from
/// that of the settings of tests.
const OF_QUERIES: &str = "
    maxVisits                | 1 1125899906842624     | 0 -1 1.5 7.0 1125899906842625 1e3 many
    maxPlayouts              | 1 1125899906842624     | 0 -1 1.5 7.0 1125899906842625 1e3 many
    maxTime                  | 0 1.5 1e3 1000000      | -0.1 1000000.1 1e9 nan inf soon
    analysisPVLen            | 1 1000                 | 0 1001 -1 2.5
    reportAnalysisWinratesAs | white BLACK SideToMove | RED w 1
";

const OF_THE_ENGINE: &str = "
    numAnalysisThreads                | 2 1024           | 0 1025 x
    numSearchThreads                  | 2 256            | 0 257 x
    numSearchThreadsPerAnalysisThread | 2 256            | 0 257 x
    warnUnusedFields                  | false False TRUE | 1 no
";

/// Returns the settings of a table, each with its valid and its invalid values.
fn settings(table: &'static str) -> Vec<(&'static str, Vec<&'static str>, Vec<&'static str>)> {
    let values = |[name, right, wrong]: [&'static str; 3]| {
        let wrong = wrong.split(' ').chain([""]);
        (name, right.split(' ').collect(), wrong.collect())
    };
    rows(table).map(values).collect()
}

/// Returns the settings after one of them was changed by `-override-config`.
fn with_option(name: &str, value: &str) -> Result<AnalysisSettings, String> {
    let overrides: Overrides = format!("{name}={value}").parse()?;
    assert!(overrides.ignored().is_empty(), "{name}");
    let mut settings = AnalysisSettings::of_tests();
    overrides.apply(&mut settings);
    Ok(settings)
}

/// Reads a query with `overrideSettings`. Returns the parsed request or the error, and the
/// number of warnings.
fn with_query(settings: &QuerySettings, overrides: &Value) -> (Result<String, String>, usize) {
    let query = json!({
        "id": "q", "moves": [], "rules": "chinese", "boardXSize": 9, "boardYSize": 9,
        "overrideSettings": overrides,
    });
    let mut warnings = Vec::new();
    let read = query::read(query.to_string().as_bytes(), settings, &mut warnings);
    let wanted = match read {
        Ok(QueryLine::Query(query)) => Ok(format!("{:?}", query.wanted)),
        Err(error) => Err(serde_json::to_string(&error).unwrap()),
        Ok(QueryLine::Action(action, _)) => panic!("{action:?}"),
    };
    (wanted, warnings.len())
}

/// Returns the JSON forms of a value: a string and, if it parses as one, a number.
fn in_json(value: &str) -> Vec<Value> {
    let number = serde_json::from_str(value).ok().filter(Value::is_number);
    [json!(value), json!(format!(" {value} "))]
        .into_iter()
        .chain(number)
        .collect()
}

#[test]
fn queries_and_the_option_take_the_same_values_to_the_same_effect() {
    let plain = AnalysisSettings::of_tests().queries;
    for (name, right, wrong) in settings(OF_QUERIES) {
        let changed = with_option(name, right[0]).unwrap().queries;
        assert_ne!(changed, plain, "{name}");
        for value in right {
            let by_option = with_option(name, value).unwrap();
            let expected = with_query(&by_option.queries, &json!({}));
            for written in in_json(value) {
                let found = with_query(&plain, &json!({name: written}));
                assert_eq!(found, expected, "{name} {written}");
            }
        }
        for value in wrong {
            let error = with_option(name, value).unwrap_err();
            assert_eq!(error, format!("{name} cannot be '{value}'"));
            for written in in_json(value) {
                let (found, _) = with_query(&plain, &json!({name: written}));
                let error = found.expect_err(name);
                let reason = format!("Could not set settings: {name} cannot be ");
                assert_contains(&error, &reason);
            }
        }
    }
}

#[test]
fn settings_of_the_engine_are_no_settings_of_queries() {
    let plain = format!("{:?}", AnalysisSettings::of_tests());
    let no_overrides = with_query(&AnalysisSettings::of_tests().queries, &json!({})).0;
    for (name, right, wrong) in settings(OF_THE_ENGINE) {
        let changed = format!("{:?}", with_option(name, right[0]).unwrap());
        assert_ne!(changed, plain, "{name}");
        for value in &wrong {
            let error = with_option(name, value).unwrap_err();
            assert_eq!(error, format!("{name} cannot be '{value}'"));
        }
        for value in right.iter().chain(&wrong) {
            assert_eq!(with_option(name, value).is_ok(), right.contains(value));
            let found = with_query(&AnalysisSettings::of_tests().queries, &json!({name: value}));
            assert_eq!(found, (no_overrides.clone(), 1), "{name} {value}");
        }
    }
}

#[test]
fn every_setting_is_tested_and_stands_in_the_table_of_the_readme() {
    let tested = |table| -> Vec<_> { settings(table).iter().map(|row| row.0).collect() };
    let mut of_engine: Vec<_> = ENGINE_SETTINGS.iter().map(|(name, _)| *name).collect();
    let of_queries: Vec<_> = QUERY_SETTINGS.iter().map(|(name, _)| *name).collect();
    of_engine.sort_unstable();
    assert_eq!(tested(OF_THE_ENGINE), of_engine);
    assert_eq!(tested(OF_QUERIES), of_queries);
    let manual = include_str!("../../../manual/analysis.md");
    let of_engine = of_engine.into_iter().map(|name| (name, "| the option |"));
    let of_queries = of_queries.into_iter().map(|name| (name, "| both |"));
    for (name, place) in of_engine.chain(of_queries) {
        let row = manual
            .lines()
            .find(|line| line.starts_with(&format!("| `{name}` ")))
            .unwrap_or_else(|| panic!("{name} has no row"));
        assert!(row.contains(place), "{row}");
    }
}

#[test]
fn the_option_holds_pairs_of_names_and_values() {
    let text = "logDir=, maxVisits = 100,maxPlayouts=30, reportAnalysisWinratesAs=SIDETOMOVE, \
                numSearchThreads=2, maxVisits=200, nnRandSeed=a=b,";
    let overrides: Overrides = text.parse().unwrap();
    assert_eq!(overrides.ignored(), ["logDir", "nnRandSeed"]);
    let mut settings = AnalysisSettings::of_tests();
    overrides.apply(&mut settings);
    let queries = QuerySettings {
        visits: 200,
        playouts: Some(30),
        perspective: Perspective::SideToMove,
        ..QuerySettings::default()
    };
    assert_eq!(settings.queries, queries);
    assert_eq!((settings.analysis_threads, settings.search_threads), (1, 2));
    let error = "maxVisits".parse::<Overrides>().unwrap_err();
    let message = "'maxVisits' is not of the form KEY=VALUE";
    assert_eq!(error, message);
}
