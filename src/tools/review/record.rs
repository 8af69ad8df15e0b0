//! What the record of a reviewed game says, beside its moves: names, rules, and the words of its author.

use std::collections::BTreeMap;

use ponnuki_core::Color;
use ponnuki_core::board::BoardSize;
use ponnuki_core::game::Game;
use ponnuki_formats::sgf::{About, GameTree, RulesBasis, TreeNode, TreeProperty};
use serde::Serialize;

use crate::page::viewer::place;

/// The most variations that are shown, and the most moves of each.
const MAX_VARIATIONS: usize = 300;
const MAX_VARIATION_MOVES: usize = 100;

/// The most characters of a label, so that it fits on its point.
const MAX_LABEL_CHARACTERS: usize = 3;

/// The properties that mark points, and the signs that stand for them.
const MARKS: [(&str, &str); 4] = [("TR", "△"), ("SQ", "□"), ("CR", "○"), ("MA", "×")];

/// The words of a record.
#[derive(Clone, Debug)]
pub(crate) struct RecordWords {
    /// The names, the date and the result.
    pub(crate) about: About,
    /// Where the rules of the review come from.
    pub(crate) rules: RulesBasis,
    /// What is said of the positions, by the number of moves before them.
    pub(crate) notes: BTreeMap<usize, Note>,
}

impl RecordWords {
    /// Names the rules of a game, as in `japanese rules` or `rules not named (japanese, by the komi)`.
    pub(crate) fn rules_of(&self, game: &Game) -> String {
        let (rules, named) = (game.rules(), self.rules.describe(game.rules()));
        if self.rules.is_assumed() {
            format!("rules {named}")
        } else if rules.preset().is_some() {
            format!("{named} rules")
        } else {
            named
        }
    }
}

/// What the record says of a position.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Note {
    #[serde(skip_serializing_if = "String::is_empty")]
    comment: String,
    /// Marked points, each with a sign or a label.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    marks: Vec<(usize, String)>,
    /// Lines of play that begin here.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    variations: Vec<RecordLine>,
}

/// A line of play in the record.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
struct RecordLine {
    /// The points, or -1 for a pass, and the colours.
    moves: Vec<(i64, &'static str)>,
    /// What is said of it, by the numbers of its moves.
    #[serde(skip_serializing_if = "String::is_empty")]
    words: String,
}

/// Collects what a record says about the positions of its main line, up to this many moves.
pub(crate) fn notes(tree: &GameTree, size: BoardSize, moves: usize) -> BTreeMap<usize, Note> {
    let mut children = vec![Vec::new(); tree.nodes.len()];
    for (index, node) in tree.nodes.iter().enumerate() {
        if let Some(parent) = node.parent {
            children[parent].push(index);
        }
    }
    let mut notes = BTreeMap::<usize, Note>::new();
    let (mut at, mut number, mut room) = (0, 0, MAX_VARIATIONS);
    while let Some(node) = tree.nodes.get(at) {
        number += played(node, size).count();
        if number > moves {
            break;
        }
        let note = notes.entry(number).or_default();
        note.add(node, size);
        let Some((&main, others)) = children[at].split_first() else {
            break;
        };
        for &other in others {
            let lines = lines(tree, &children, other, size, room);
            room -= lines.len();
            note.variations.extend(lines);
        }
        at = main;
    }
    notes.retain(|_, note| *note != Note::default());
    notes
}

impl Note {
    fn add(&mut self, node: &TreeNode, size: BoardSize) {
        append(&mut self.comment, &comment(node));
        for property in &node.properties {
            let name = &*property.identifier;
            if let Some((_, sign)) = MARKS.iter().find(|(mark, _)| *mark == name) {
                let points = property.points(size).into_iter();
                self.marks
                    .extend(points.map(|point| (place(size, point), (*sign).to_owned())));
            } else if name == "LB" {
                for value in property.decoded() {
                    let Some((at, label)) = value.split_once(':') else {
                        continue;
                    };
                    let labelled = TreeProperty::new(name, &[at]).points(size);
                    let label: String = label.chars().take(MAX_LABEL_CHARACTERS).collect();
                    let mark = |point| (place(size, point), label.clone());
                    self.marks.extend(labelled.into_iter().map(mark));
                }
            }
        }
    }
}

/// Collects the lines that begin with a node, at most so many: to the end of its variations.
fn lines(
    tree: &GameTree,
    children: &[Vec<usize>],
    first: usize,
    size: BoardSize,
    most: usize,
) -> Vec<RecordLine> {
    let mut found = Vec::new();
    // The nodes where a line is still to be followed, each with the line before it.
    let mut rest = vec![(first, Vec::new())];
    while let Some((mut at, moves)) = rest.pop() {
        if found.len() == most {
            break;
        }
        let mut line = RecordLine {
            moves,
            words: String::new(),
        };
        loop {
            let node = &tree.nodes[at];
            line.moves.extend(played(node, size));
            let said = comment(node);
            if !said.is_empty() {
                append(&mut line.words, &format!("{}: {said}", line.moves.len()));
            }
            let next = children[at].split_first();
            let Some((&main, others)) = next.filter(|_| line.moves.len() < MAX_VARIATION_MOVES)
            else {
                break;
            };
            let others = others.iter().rev();
            rest.extend(others.map(|&other| (other, line.moves.clone())));
            at = main;
        }
        if line != RecordLine::default() {
            found.push(line);
        }
    }
    found
}

/// Iterates over the moves of a node.
fn played(node: &TreeNode, size: BoardSize) -> impl Iterator<Item = (i64, &'static str)> {
    node.properties.iter().filter_map(move |property| {
        let color = match &*property.identifier {
            "B" => Color::Black,
            "W" => Color::White,
            _ => return None,
        };
        let point = property.points(size).into_iter().next();
        Some((
            point.map_or(-1, |point| place(size, point) as i64),
            color.name(),
        ))
    })
}

/// Returns the comment of a node, with one kind of line breaks.
fn comment(node: &TreeNode) -> String {
    let comments = node
        .properties
        .iter()
        .filter(|property| property.identifier == "C");
    let mut text = String::new();
    for comment in comments {
        let decoded = comment.decoded().join("\n");
        append(
            &mut text,
            decoded.replace("\r\n", "\n").replace('\r', "\n").trim(),
        );
    }
    text
}

/// Appends text in lines of its own.
fn append(text: &mut String, more: &str) {
    if !text.is_empty() && !more.is_empty() {
        text.push('\n');
    }
    text.push_str(more);
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_words_of_the_record_are_kept() {
        let record = "(;SZ[9]C[A lesson.];B[ee]C[Centre.\\] Good]TR[ee]LB[cc:a][dd:12345]MA[aa:ba]\
            (;W[ce];C[After it]B[gc])\
            (;W[cc]C[Or here];B[gg](;W[])(;W[gc]C[Better];B[cg]))\
            (;AB[aa]C[Setup])(;N[nothing]))";
        let tree = GameTree::read(record.as_bytes()).unwrap();
        let size = BoardSize::square(9).unwrap();
        let found = json!(notes(&tree, size, 3));
        let at = |name: &str| {
            let point = size.point(name.parse().unwrap());
            place(size, point.unwrap())
        };
        assert_eq!(found["0"], json!({"comment": "A lesson."}));
        let marks = json!([
            [at("E5"), "△"],
            [at("C7"), "a"],
            [at("D6"), "123"],
            [at("A9"), "×"],
            [at("B9"), "×"],
        ]);
        assert_eq!(found["1"]["comment"], "Centre.] Good");
        assert_eq!(found["1"]["marks"], marks);
        let (first, second) = (json!([at("C7"), "white"]), json!([at("G3"), "black"]));
        assert_eq!(
            found["1"]["variations"],
            json!([
                {"moves": [first, second, [-1, "white"]], "words": "1: Or here"},
                {"moves": [first, second, [at("G7"), "white"], [at("C3"), "black"]], "words": "3: Better"},
                {"moves": [], "words": "0: Setup"},
            ])
        );
        assert_eq!(found["3"], json!({"comment": "After it"}));
        assert_eq!(found.get("2"), None);
        // Of what is not reviewed, nothing is said.
        assert_eq!(notes(&tree, size, 2).len(), 2);
    }
}
