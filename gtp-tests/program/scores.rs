//! `ponnuki score` and `ponnuki estimate`: the options that change the count, JSON and
//! pictures.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{Scratch, ponnuki, stderr, stdout};

/// Black holds the left side, White the right side with a dead stone in Black's corner.
const GAME: &str =
    "(;SZ[5]KM[0.5]RU[Chinese]HA[2]AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de][aa]PL[W];W[];B[])";

/// Runs a subcommand on a file and returns its output.
fn printed(arguments: &[&str]) -> String {
    let output = ponnuki(arguments, "");
    let text = stdout(&output).to_owned();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    text
}

fn json(arguments: &[&str]) -> Value {
    let text = printed(arguments);
    assert_eq!(text.lines().count(), 1, "{text}");
    serde_json::from_str(&text).unwrap()
}

/// Returns the members that `JSON.md` lists in the introduction and under a heading.
pub(super) fn documented(heading: &str) -> BTreeSet<String> {
    let text = include_str!("../../src/bin/ponnuki/JSON.md");
    let mut sections = text.split("\n## ");
    let introduction = sections.next().unwrap();
    let section = sections.find(|section| section.starts_with(heading));
    let rows = [introduction, section.unwrap()].map(|part| {
        let rows = part.lines().filter(|line| line.starts_with("| `"));
        rows.flat_map(|row| {
            let cell = row.split('|').nth(1).unwrap();
            cell.split(',')
                .map(|name| name.trim().trim_matches('`').to_owned())
        })
        .collect::<BTreeSet<_>>()
    });
    rows.into_iter().flatten().collect()
}

fn members(json: &Value) -> BTreeSet<String> {
    json.as_object().unwrap().keys().cloned().collect()
}

#[test]
fn komi_rules_and_dead_stones_change_the_score() {
    let game = Scratch::new("count.sgf", GAME);
    for (options, result) in [
        // Black has 10 + 5 points less the dead stone's, White 10 and 2 for handicap.
        (&["--dead", "A5"][..], "B+2.5"),
        (&["--dead", "estimate"], "B+2.5"),
        (&["--dead", "estimate", "--komi", "-1"], "B+4"),
        (&["--dead", "estimate", "--rules", "aga"], "B+3.5"),
        (&["--dead", "estimate", "--rules", "cgos"], "B+4.5"),
    ] {
        let arguments = [&["score", game.name()], options].concat();
        let text = printed(&arguments);
        assert!(text.ends_with(&format!("result: {result}\n")), "{text}");
        assert!(text.contains("\ndead: A5\n"), "{text}");
        let json = json(&[&arguments[..], &["--json"]].concat());
        assert_eq!(json["result"], result, "{json}");
    }
    let plain = printed(&["score", game.name()]);
    assert!(!plain.contains("dead:"), "{plain}");
    assert!(plain.contains("\nrules: chinese\nkomi: 0.5\n"), "{plain}");
}

#[test]
fn the_json_has_the_documented_members() {
    let game = Scratch::new("json.sgf", GAME);
    let score = json(&["score", game.name(), "--dead", "A5", "--json"]);
    assert_eq!(members(&score), documented("`ponnuki score --json`"));
    assert_eq!(score["rules"], "chinese");
    assert_eq!(score["area"][0], "BBBWW");
    assert_eq!(score["black"]["points"], 15.0);
    assert_eq!(score["dead"], serde_json::json!(["A5"]));
    let estimate = json(&["estimate", game.name(), "--json", "--playouts", "50"]);
    assert_eq!(members(&estimate), documented("`ponnuki estimate --json`"));
    assert_eq!(estimate["playouts"], 50);
    assert_eq!(estimate["dead"], serde_json::json!(["A5"]));
    assert_eq!(estimate["ownership"][4].as_array().unwrap().len(), 5);
    assert!(estimate["ownership"][0][0].as_f64().unwrap() > 0.5);
    assert_eq!(estimate["counted"], "B+2.5");
}

#[test]
fn a_picture_goes_to_standard_output_or_a_file() {
    let game = Scratch::new("picture.sgf", GAME);
    for command in ["score", "estimate"] {
        let dead: &[&str] = if command == "score" {
            &["--dead", "A5"]
        } else {
            &[]
        };
        let arguments = [&[command, game.name()], dead].concat();
        let svg = printed(&[&arguments[..], &["--svg", "-"]].concat());
        assert!(
            svg.starts_with("<svg ") && svg.ends_with("</svg>\n"),
            "{svg}"
        );
        // The dead stone alone is faded.
        assert_eq!(
            svg.matches(r#"opacity=".4""#).count(),
            1,
            "{command}: {svg}"
        );
        let file = Scratch::new(&format!("{command}.svg"), "");
        let beside = printed(&[&arguments[..], &["--svg", file.name()]].concat());
        assert_eq!(beside, printed(&arguments));
        assert_eq!(std::fs::read_to_string(&file.0).unwrap(), svg);
        let both = ponnuki(&[&arguments[..], &["--svg", "-", "--json"]].concat(), "");
        assert_eq!(both.status.code(), Some(2));
        assert!(
            stderr(&both).contains("standard output"),
            "{}",
            stderr(&both)
        );
    }
    assert!(!std::path::Path::new("-").exists());
}

#[test]
fn nothing_is_printed_when_a_file_or_a_mark_fails() {
    let game = Scratch::new("marks.sgf", GAME);
    for (arguments, words) in [
        (
            &["score", game.name(), "--dead", "B5"][..],
            "no stone on B5",
        ),
        (&["score", game.name(), "--dead", "Z25"], "no stone on Z25"),
        (
            &["score", game.name(), "--svg", "no/such/a.svg"],
            "cannot write no/such/a.svg: ",
        ),
        (
            &["score", game.name(), "--svg", game.name()],
            "would overwrite",
        ),
        (&["estimate", game.name(), "--move", "3"], "only 2 moves"),
    ] {
        let output = ponnuki(arguments, "");
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(stderr(&output).contains(words), "{}", stderr(&output));
        assert_eq!(stdout(&output), "", "{arguments:?}");
    }
    assert_eq!(std::fs::read_to_string(&game.0).unwrap(), GAME);
}
