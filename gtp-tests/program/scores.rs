//! `ponnuki score` and `ponnuki estimate`: the options that change the count, JSON and
//! pictures.

use std::collections::BTreeSet;

use ponnuki_core::rules::{Axis, Decides};
use serde_json::Value;

use crate::runner::{Folder, InFolder, assert_contains, assert_ends, rows};

/// Black holds the left side, White the right side with a dead stone in Black's corner.
const GAME: &str =
    "(;SZ[5]KM[0.5]RU[Chinese]HA[2]AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de][aa]PL[W];W[];B[])";

fn folder() -> Folder {
    Folder::with_files(&[("game.sgf", GAME)])
}

fn json(folder: &Folder, line: &str) -> Value {
    let text = folder.run(&format!("{line} --json")).succeeds();
    assert_eq!(text.lines().count(), 1, "{text}");
    serde_json::from_str(&text).unwrap()
}

/// Returns the members that `src/manual/json.md` lists in its introduction and under a heading,
/// with the axes of the rules, which the introduction names.
pub(super) fn documented(heading: &str) -> BTreeSet<String> {
    let text = include_str!("../../src/manual/json.md");
    let mut sections = text.split("\n## ");
    let introduction = sections.next().unwrap();
    let section = sections.find(|section| section.starts_with(heading));
    let lines = introduction.lines().chain(section.unwrap().lines());
    let rows = lines.filter(|line| line.starts_with("| `"));
    let cells = rows.map(|row| row.split('|').nth(1).unwrap());
    let names = cells.flat_map(|cell| cell.split(','));
    let names = names.map(|name| name.trim().trim_matches('`'));
    assert!(introduction.contains("\n| the axes | "));
    let axes = Axis::ALL.iter();
    let axes = axes.filter(|axis| axis.decides != Decides::Handicap);
    let names = names.chain(axes.map(|axis| axis.name));
    names.map(str::to_owned).collect()
}

pub(super) fn members(json: &Value) -> BTreeSet<String> {
    json.as_object().unwrap().keys().cloned().collect()
}

#[test]
fn komi_rules_and_dead_stones_change_the_score() {
    let folder = folder();
    // Black has 10 + 5 points less the dead stone's, White 10 and 2 for handicap.
    for [options, result] in rows(
        "
        --dead A5                    | B+2.5
        --dead estimate              | B+2.5
        --dead estimate --komi -1    | B+4
        --dead estimate --rules aga  | B+3.5
        --dead estimate --rules cgos | B+4.5
        ",
    ) {
        let line = format!("score game.sgf {options}");
        let text = folder.run(&line).succeeds();
        assert_ends(&text, &format!("result: {result}\n"));
        assert_contains(&text, "\ndead: A5\n");
        assert_eq!(json(&folder, &line)["result"], result);
    }
    let plain = folder.run("score game.sgf").succeeds();
    assert!(!plain.contains("dead:"), "{plain}");
    assert_contains(&plain, "\nrules: chinese\nkomi: 0.5\n");
}

#[test]
fn the_json_has_the_documented_members() {
    let folder = folder();
    let score = json(&folder, "score game.sgf --dead A5");
    assert_eq!(members(&score), documented("`ponnuki score --json`"));
    assert_eq!(score["rules"], "chinese");
    assert_eq!(score["area"][0], "BBBWW");
    assert_eq!(score["black"]["points"], 15.0);
    assert_eq!(score["dead"], serde_json::json!(["A5"]));
    assert_eq!(score["has_button"], false);
    for [member, value] in rows("ko | simple \n scoring | area \n tax | none \n ended | passes") {
        assert_eq!(score[member], value, "{member}");
    }
    let text = folder.run("score game.sgf --dead A5").succeeds();
    for color in ["black", "white"] {
        let share = &score[color];
        let (stones, territory) = (&share["stones"], &share["territory"]);
        let points = share["points"].as_f64().unwrap();
        let line = format!("\n{color}: {points} (stones {stones}, territory {territory}");
        assert_contains(&text, &line);
    }
    let estimate = json(&folder, "estimate game.sgf --playouts 50");
    assert_eq!(members(&estimate), documented("`ponnuki estimate --json`"));
    assert_eq!(estimate["playouts"], 50);
    assert_eq!(estimate["dead"], serde_json::json!(["A5"]));
    assert_eq!(estimate["ownership"][4].as_array().unwrap().len(), 5);
    assert!(estimate["ownership"][0][0].as_f64().unwrap() > 0.5);
    assert_eq!(estimate["counted"], "B+2.5");
}

#[test]
fn a_picture_goes_to_standard_output_or_a_file() {
    let folder = folder();
    for command in ["score game.sgf --dead A5", "estimate game.sgf"] {
        let run = |options: &str| folder.run(&format!("{command} {options}"));
        let svg = run("--svg -").succeeds();
        let is_svg = svg.starts_with("<svg ") && svg.ends_with("</svg>\n");
        assert!(is_svg, "{svg}");
        // The dead stone alone is faded.
        let faded = svg.matches(r#"opacity=".4""#).count();
        assert_eq!(faded, 1, "{command}: {svg}");
        // No stone is crossed out.
        assert!(!svg.contains("l.4.4"), "{command}: {svg}");
        let shaded = svg.matches(r#"width="1""#).count();
        assert!(!command.starts_with("score") || shaded == 15, "{svg}");
        let beside = run("--svg a.svg").succeeds();
        assert_eq!(beside, run("").succeeds());
        let drawn = folder.read("a.svg");
        let (opening, rest) = drawn.split_once(" data-generator=").unwrap();
        let (_, rest) = rest.split_once('>').unwrap();
        assert_eq!(format!("{opening}>{rest}"), svg);
        folder.clear("a.svg");
        run("--svg - --json").fails(2, "standard output");
    }
    assert_eq!(folder.names(), ["game.sgf"]);
}

#[test]
fn nothing_is_printed_when_a_file_or_a_mark_fails() {
    let folder = folder();
    folder.write("sub/file", "");
    for [arguments, reason] in rows(
        "
        score game.sgf --dead B5                  | no stone on B5
        score game.sgf --dead Z25                 | no stone on Z25
        score game.sgf --svg no/such/a.svg        | cannot write no/such/a.svg:
        score game.sgf --svg game.sgf             | would overwrite
        estimate game.sgf --move 3                | only 2 moves
        estimate game.sgf --svg game.sgf          | which the command reads
        estimate game.sgf --svg sub/../game.sgf   | which the command reads
        ",
    ) {
        let refused = folder.run(arguments);
        refused.fails(1, reason);
        assert_eq!(refused.err.lines().count(), 1, "{}", refused.err);
        assert_eq!(folder.read("game.sgf"), GAME);
    }
    #[cfg(unix)]
    {
        let link = folder.path("link.svg");
        std::os::unix::fs::symlink(folder.path("elsewhere"), link).unwrap();
        let refused = folder.run("estimate game.sgf --svg link.svg");
        refused.fails(1, "not a regular file");
        assert!(!folder.exists("elsewhere"));
    }
}
