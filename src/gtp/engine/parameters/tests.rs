//! Parameters shown, changed, saved and restored.

use std::time::Duration;

use super::values::{index, names};
use crate::engine::tests::{ask, engine, talk};
use crate::engine::{Engine, EngineOptions};
use ponnuki_play::player::{Level, PlayerKind, PlayerSettings, SearchOptions};

/// Returns the commands that GoGui saves: the name and value of every parameter.
fn saved(engine: &mut Engine) -> Vec<String> {
    let answer = ask(engine, "ponnuki-param");
    let lines = answer[2..].lines().map(|line| {
        let (_, setting) = line.split_once("] ").unwrap();
        format!("ponnuki-param {setting}")
    });
    lines.collect()
}

/// Returns engines of all kinds, with parameters far from the defaults.
fn engines() -> Vec<Engine> {
    let kinds = [
        PlayerKind::Random,
        PlayerKind::Search,
        PlayerKind::Level(Level::new(0).unwrap()),
        PlayerKind::Level(Level::new(4).unwrap()),
    ];
    let rules = ["cgos", "aga", r#"{"ko":"NONE","suicide":true}"#, "chinese"];
    let engines = kinds.into_iter().zip(rules).map(|(kind, rules)| {
        let mut engine = Engine::new(EngineOptions {
            player: PlayerSettings {
                kind,
                search: SearchOptions {
                    playouts: Some(70),
                    time_per_move: Some(Duration::from_millis(1500)),
                    threads: 2,
                    memory: 16,
                    never_resign: true,
                    ..SearchOptions::default()
                },
                ..PlayerSettings::default()
            },
            ..EngineOptions::new(u64::MAX)
        });
        ask(&mut engine, &format!("kata-set-rules {rules}"));
        ask(&mut engine, "ponnuki-live_graphics true");
        engine
    });
    let mut engines: Vec<Engine> = engines.collect();
    engines.push(engine("9"));
    engines
}

#[test]
fn saved_parameters_restore_the_session_whatever_it_was_before() {
    for mut from in engines() {
        let (before, file) = (ask(&mut from, "ponnuki-param"), saved(&mut from));
        let described = ask(&mut from, "gomill-describe_engine");
        for mut to in engines() {
            for line in &file {
                assert_eq!(ask(&mut to, line), "= ", "{line}");
            }
            assert_eq!(ask(&mut to, "ponnuki-param"), before);
            assert_eq!(ask(&mut to, "gomill-describe_engine"), described);
        }
    }
}

#[test]
fn katago_s_object_restores_what_it_shows() {
    for mut from in engines() {
        let object = ask(&mut from, "kata-get-params");
        for mut to in engines() {
            let restored = ask(&mut to, &format!("kata-set-params {}", &object[2..]));
            assert_eq!(restored, "= ", "{object}");
            assert_eq!(ask(&mut to, "kata-get-params"), object);
        }
    }
}

#[test]
fn every_listed_parameter_has_a_value() {
    for mut engine in engines() {
        let names = ask(&mut engine, "kata-list-params");
        for name in names[2..].split(' ') {
            let value = ask(&mut engine, &format!("kata-get-param {name}"));
            assert!(value.len() > 2 && value.starts_with("= "), "{name}{value}");
            let set = format!("kata-set-param {name} {}", &value[2..]);
            assert_eq!(ask(&mut engine, &set), "= ");
            assert_eq!(ask(&mut engine, &format!("kata-get-param {name}")), value);
        }
    }
}

#[test]
fn gogui_s_lists_contain_the_value() {
    for mut engine in engines() {
        let answer = ask(&mut engine, "ponnuki-param");
        for line in answer[2..].lines() {
            // GoGui reads the type up to the first space and the first bracket.
            let (kind, setting) = line.split_once(' ').unwrap();
            let kind = kind.strip_prefix('[').unwrap().strip_suffix(']').unwrap();
            assert!(!kind.contains(['[', ']']), "{line}");
            let (_, value) = setting.split_once(' ').unwrap();
            if let Some(names) = kind.strip_prefix("list/") {
                assert!(names.split('/').any(|name| name == value), "{line}");
            }
        }
    }
}

#[test]
fn refused_values_change_nothing() {
    for mut engine in engines() {
        let before = ask(&mut engine, "ponnuki-param");
        let refused = r#"
            strength 5                 | unknown parameter 'strength', expected one of player, level
            player pachi               | player cannot be 'pachi': expected one of random, search
            level 10                   | level cannot be '10': expected none or a number from 0 to 9
            level -1                   | expected none or
            eyes blue                  | expected one of own-diagonals, enemy-diagonals
            pass never                 | expected one of filled, settled
            dead_stones all            | expected one of marked, estimate
            rules chess                | unknown rules 'chess'
            rules {"scoring":"STONES"} | one of area, territory
            rules {"scoring"           | JSON
            live_graphics maybe        | expected 1 or 0
            seed -1                    | seed cannot be '-1': expected a number of 64 bits
            seed 18446744073709551616  | seed cannot be"#;
        for row in refused.trim().lines() {
            let (line, reason) = row.split_once('|').unwrap();
            let (line, reason) = (line.trim(), reason.trim());
            let answer = ask(&mut engine, &format!("ponnuki-param {line}"));
            assert!(
                answer.starts_with("? ") && answer.contains(reason),
                "{line}: {answer}"
            );
        }
        for line in [
            r#"kata-set-params {"seed":3,"level":10}"#,
            r#"kata-set-params {"seed":3,"strength":1}"#,
            "kata-set-params {",
            "kata-get-param strength",
        ] {
            assert!(ask(&mut engine, line).starts_with("? "), "{line}");
        }
        assert_eq!(ask(&mut engine, "ponnuki-param"), before);
    }
}

#[test]
fn refused_values_of_the_search_change_nothing() {
    let mut engine = engine("9");
    ask(&mut engine, "ponnuki-param player search");
    let before = ask(&mut engine, "ponnuki-param");
    let lines = "playouts 0|playouts 4294967296|playouts +5|playouts many|time_per_move 0|\
        time_per_move -1|time_per_move nan|time_per_move soon|threads 0|threads 257|\
        memory 0|memory 1048577|resign yes";
    for line in lines.split('|') {
        let answer = ask(&mut engine, &format!("ponnuki-param {line}"));
        let (key, value) = line.split_once(' ').unwrap();
        let beginning = format!("? {key} cannot be '{value}': expected ");
        assert!(answer.starts_with(&beginning), "{line}: {answer}");
    }
    assert_eq!(ask(&mut engine, "ponnuki-param"), before);
}

#[test]
fn a_change_takes_effect_at_the_next_move() {
    let mut engine = engine("5");
    let record = |engine: &mut Engine| ask(engine, "move_history");
    ask(&mut engine, "genmove b");
    let before = record(&mut engine);
    talk(
        &mut engine,
        &[
            ("ponnuki-param player search", "= "),
            ("ponnuki-param playouts 20", "= "),
        ],
    );
    assert_eq!(record(&mut engine), before);
    assert!(engine.player.thinks());
    let playouts = |engine: &mut Engine| {
        let answer = ask(engine, "kata-genmove_analyze w 100000 rootInfo true");
        // Without playouts there is no line.
        answer
            .split_once("rootInfo visits ")
            .map_or(0, |(_, after)| {
                let visits = after.split(' ').next().unwrap();
                visits.parse::<u32>().unwrap()
            })
    };
    // A search ends once no other move can become the most visited one.
    assert!((10..=20).contains(&playouts(&mut engine)));
    ask(&mut engine, "clear_board");
    ask(&mut engine, "ponnuki-param playouts 100");
    assert!((50..=100).contains(&playouts(&mut engine)));
    // The clocks reach the new player.
    talk(
        &mut engine,
        &[
            ("time_settings 0 0 0", "= "),
            ("ponnuki-param playouts 1000", "= "),
        ],
    );
    assert!(playouts(&mut engine) < 1000);
}

#[test]
fn parameters_have_names_that_gogui_can_show() {
    for [own, kata] in names() {
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte == b'_';
        assert!(own.bytes().all(plain), "{own}");
        assert_eq!(index(kata), index(own));
    }
}
