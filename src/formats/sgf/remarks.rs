//! Copies games and adds remarks to the moves of the main line.

use std::fmt::Write;

use super::SgfError;
use super::encoding::decode;
use super::mend::read_mended;
use super::nodes::{NodeEvent, Nodes, Property, escaped};
use super::steps::{NodeReader, Step};
use super::writer::vertex_text;
use ponnuki_core::board::{BoardSize, Color, Point};
use ponnuki_core::game::Move;

/// The additions to one node.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_formats::*}; }
/// use ponnuki::BoardSize;
/// use ponnuki::sgf::{Remark, Remarks};
///
/// let size = BoardSize::square(9)?;
/// let label = size.point_named("C5").map(|point| (point, 'A'));
/// let moves = vec![Remark { label, comment: "Now A.".to_owned(), ..Remark::default() }];
/// let remarks = Remarks { size, root: Remark::default(), moves };
/// let copy = remarks.copy(b"(;SZ[9];B[ee]C[Tengen.])")?;
/// assert!(copy.ends_with(";B[ee]C[Tengen.\n\nNow A.]LB[ce:A])\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Remark {
    /// The text to append to the node's comment (`C`); may be empty.
    pub comment: String,
    /// The value of the position after the node, which replaces an earlier value.
    pub value: Option<Value>,
    /// The judgement of the move, ignored if the node has one.
    pub verdict: Option<Verdict>,
    /// A point with a label (`LB`), ignored if the node has labels.
    pub label: Option<(Point, char)>,
    /// Alternatives to the node, written after those of the game. Ignored on the first node.
    pub variations: Vec<Variation>,
}

/// The value of a position.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_formats::*}; }
/// use ponnuki::BoardSize;
/// use ponnuki::sgf::{Remark, Remarks, Value};
///
/// let value = Some(Value { black_wins: 0.625, lead: 1.5 });
/// let root = Remark { value, ..Remark::default() };
/// let remarks = Remarks { size: BoardSize::square(9)?, root, moves: Vec::new() };
/// let copy = remarks.copy(b"(;SZ[9]V[-3];B[ee])")?;
/// assert!(copy.starts_with("(;SZ[9]CA[UTF-8]V[1.5]SBKV[62.50]"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Value {
    /// Black's win rate from 0 to 1, written in percent as Sabaki's property `SBKV`.
    pub black_wins: f64,
    /// Black's lead in points, written as the property `V`.
    pub lead: f64,
}

/// The judgement of a move.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_formats::*}; }
/// use ponnuki::BoardSize;
/// use ponnuki::sgf::{Remark, Remarks, Verdict};
///
/// let points_lost = [0.5, 9.0];
/// let moves = points_lost.map(|lost| {
///     let verdict = (lost > 8.0).then_some(Verdict::VeryBad);
///     Remark { verdict, ..Remark::default() }
/// });
/// let size = BoardSize::square(9)?;
/// let remarks = Remarks { size, root: Remark::default(), moves: moves.into() };
/// assert!(remarks.copy(b"(;SZ[9];B[ee];W[aa])")?.contains(";B[ee]\n;W[aa]BM[2]"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A doubtful move, written as `DO[]`.
    Doubtful,
    /// A bad move, written as `BM[1]`.
    Bad,
    /// A very bad move, written as `BM[2]`.
    VeryBad,
}

/// A line of play in which the colours alternate.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_formats::*}; }
/// use ponnuki::sgf::{Remark, Remarks, Variation};
/// use ponnuki::{BoardSize, Color, Move};
///
/// let size = BoardSize::square(9)?;
/// let moves = ["C5", "E3"].map(|name| Move::from(size.point_named(name))).into();
/// let better = Variation { first: Color::White, moves, comment: "Better.".to_owned() };
/// let remark = Remark { variations: vec![better], ..Remark::default() };
/// let moves = vec![Remark::default(), remark];
/// let copy = Remarks { size, root: Remark::default(), moves }.copy(b"(;SZ[9];B[ee];W[aa])")?;
/// assert!(copy.ends_with("(;W[aa])\n(;W[ce]C[Better.];B[eg]))\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// The colour that moves first.
    pub first: Color,
    /// The moves, in order.
    pub moves: Vec<Move>,
    /// The comment of the first move; may be empty.
    pub comment: String,
}

/// The remarks on a game.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_formats::*}; }
/// use ponnuki::BoardSize;
/// use ponnuki::sgf::{Remark, Remarks};
///
/// let size = BoardSize::square(9)?;
/// let mut remarks = Remarks { size, root: Remark::default(), moves: vec![Remark::default(); 2] };
/// remarks.moves[1].comment = "Too close.".to_owned();
/// // The players and the variations of the game stay.
/// let copy = remarks.copy(b"(;SZ[9]PB[Ann];B[ee](;W[ed])(;W[ce]))")?.replace('\n', "");
/// assert_eq!(copy, "(;SZ[9]PB[Ann]CA[UTF-8];B[ee](;W[ed]C[Too close.])(;W[ce]))");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Remarks {
    /// The size of the board.
    pub size: BoardSize,
    /// The remark on the first node.
    pub root: Remark,
    /// The remarks on the moves, in order. If a node has several
    /// moves, the remark on the last counts.
    pub moves: Vec<Remark>,
}

impl Remarks {
    /// Returns a copy of the first game in `bytes`, in UTF-8 and with these remarks. All other
    /// properties and variations of the game are kept.
    ///
    /// # Errors
    /// Any [`SgfError`] of the syntax, and those of moves and setup on the main line.
    pub fn copy(&self, bytes: &[u8]) -> Result<String, SgfError> {
        let text = decode(bytes).text;
        let (copy, _) = read_mended(&text, |text| self.copy_text(text))?;
        Ok(copy)
    }

    fn copy_text(&self, text: &str) -> Result<String, SgfError> {
        let mut nodes = Nodes::new(text)?;
        let mut copy = Copy::default();
        let mut reader = NodeReader::default();
        let (mut number, mut is_root, mut on_main_line) = (0, true, true);
        let mut before = NodeEvent::Close;
        while let Some(event) = nodes.next()? {
            match event {
                NodeEvent::Open => copy.open(),
                NodeEvent::Close => {
                    on_main_line = false;
                    copy.close();
                }
                NodeEvent::Node if on_main_line => {
                    let node = nodes.properties();
                    // The game ends before a node that cannot be read.
                    let moves = count_moves(&mut reader, node, self.size).unwrap_or_else(|_| {
                        on_main_line = false;
                        0
                    });
                    number += moves;
                    let remark = (moves > 0).then(|| self.on(number)).flatten();
                    if let Some(remark) = remark.filter(|_| !is_root) {
                        copy.branch(self.variations(remark), before == NodeEvent::Open);
                    }
                    let root = is_root.then_some(&self.root);
                    let all: Vec<_> = root.into_iter().chain(remark).collect();
                    copy.node(node, &all, is_root, self.size);
                    is_root = false;
                }
                NodeEvent::Node => copy.node(nodes.properties(), &[], false, self.size),
            }
            before = event;
        }
        copy.text.push('\n');
        Ok(copy.text)
    }

    /// Returns the remark on the move with this number, from 1.
    fn on(&self, number: usize) -> Option<&Remark> {
        self.moves.get(number.checked_sub(1)?)
    }

    fn variations(&self, remark: &Remark) -> String {
        let mut text = String::new();
        for variation in &remark.variations {
            let mut color = variation.first;
            text.push_str("\n(");
            for (index, &action) in variation.moves.iter().enumerate() {
                let _ = write!(
                    text,
                    ";{}[{}]",
                    color.initial(),
                    vertex_text(action, self.size)
                );
                if index == 0 && !variation.comment.is_empty() {
                    let _ = write!(text, "C[{}]", escaped(&variation.comment));
                }
                color = !color;
            }
            text.push(')');
        }
        text
    }
}

fn count_moves(
    reader: &mut NodeReader,
    node: &[Property],
    size: BoardSize,
) -> Result<usize, SgfError> {
    let mut steps = Vec::new();
    reader.read(node, size, &mut steps)?;
    let moves = steps
        .iter()
        .filter(|step| matches!(step, Step::Move { .. }));
    Ok(moves.count())
}

#[derive(Default)]
struct Copy {
    text: String,
    /// The open brackets of the game, outermost first.
    brackets: Vec<Bracket>,
}

#[derive(Default)]
struct Bracket {
    /// Variations to write after the bracket is closed.
    after: String,
    /// Variations to write after each `(` that the copy has inserted inside the bracket is
    /// closed.
    opened: Vec<String>,
}

impl Copy {
    fn open(&mut self) {
        if !self.brackets.is_empty() {
            self.text.push('\n');
        }
        self.text.push('(');
        self.brackets.push(Bracket::default());
    }

    fn close(&mut self) {
        let Bracket { after, opened } = self.brackets.pop().unwrap_or_default();
        for variations in opened.iter().rev() {
            self.text.push(')');
            self.text.push_str(variations);
        }
        self.text.push(')');
        self.text.push_str(&after);
    }

    /// Adds variations as siblings of the next node. If `is_first`, the node begins its
    /// bracket and needs no other; otherwise the copy inserts one.
    fn branch(&mut self, variations: String, is_first: bool) {
        let Some(bracket) = self.brackets.last_mut().filter(|_| !variations.is_empty()) else {
            return;
        };
        if is_first {
            bracket.after = variations;
        } else {
            self.text.push_str("\n(");
            bracket.opened.push(variations);
        }
    }

    fn node(&mut self, node: &[Property], remarks: &[&Remark], is_root: bool, size: BoardSize) {
        if !remarks.is_empty() && !self.text.ends_with('(') {
            self.text.push('\n');
        }
        self.text.push(';');
        let value = remarks.iter().rev().find_map(|remark| remark.value);
        let comments = remarks.iter().map(|remark| escaped(&remark.comment));
        let comments: Vec<_> = comments.filter(|text| !text.is_empty()).collect();
        let mut comment = Some(comments.join("\n\n")).filter(|text| !text.is_empty());
        for property in node {
            match &*property.identifier {
                "CA" if is_root => {}
                "SBKV" | "V" if value.is_some() => {}
                "C" if comment.is_some() => {
                    let old = property.values.strip_prefix('[').unwrap_or_default();
                    let old = old.strip_suffix(']').unwrap_or_default();
                    let blank = if old.is_empty() { "" } else { "\n\n" };
                    let new = comment.take().unwrap_or_default();
                    let _ = write!(self.text, "C[{old}{blank}{new}]");
                }
                _ => property.append_to(&mut self.text),
            }
        }
        if is_root {
            self.text.push_str("CA[UTF-8]");
        }
        if let Some(Value { black_wins, lead }) = value {
            let _ = write!(self.text, "V[{lead:.1}]SBKV[{:.2}]", 100.0 * black_wins);
        }
        let has = |names: &[&str]| node.iter().any(|it| names.contains(&&*it.identifier));
        let verdict = remarks.iter().find_map(|remark| remark.verdict);
        if let Some(verdict) = verdict.filter(|_| !has(&["BM", "DO", "IT", "TE"])) {
            self.text.push_str(match verdict {
                Verdict::Doubtful => "DO[]",
                Verdict::Bad => "BM[1]",
                Verdict::VeryBad => "BM[2]",
            });
        }
        let label = remarks.iter().find_map(|remark| remark.label);
        if let Some((point, label)) = label.filter(|_| !has(&["LB"])) {
            let point = vertex_text(Move::Play(point), size);
            let _ = write!(self.text, "LB[{point}:{label}]");
        }
        if let Some(comment) = comment {
            let _ = write!(self.text, "C[{comment}]");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn remark(comment: &str, better: &str) -> Remark {
        let better = BoardSize::square(3).unwrap().point_named(better);
        Remark {
            comment: comment.to_owned(),
            variations: better
                .into_iter()
                .map(|point| Variation {
                    first: Color::White,
                    moves: vec![Move::Play(point), Move::Pass],
                    comment: "x]".to_owned(),
                })
                .collect(),
            ..Remark::default()
        }
    }

    /// Returns remarks on the root of a game on 3x3 and on its moves.
    fn remarks(root: Remark, moves: Vec<Remark>) -> Remarks {
        Remarks {
            size: BoardSize::square(3).unwrap(),
            root,
            moves,
        }
    }

    /// Copies a game on 3x3 with remarks on its moves: pairs of a comment and a better move
    /// or `-`.
    fn copied(game: &str, moves: &[(&str, &str)]) -> String {
        let moves = moves
            .iter()
            .map(|(comment, better)| remark(comment, better));
        let remarks = Remarks {
            ..remarks(remark("R", "A1"), moves.collect())
        };
        remarks.copy(game.as_bytes()).unwrap().replace('\n', "")
    }

    #[test]
    fn properties_and_comments_stay_before_the_remarks() {
        assert_eq!(
            copied(
                "(;SZ[3]CA[Big5]PB[a\\]]C[old];B[aa]C[]LB[cc:1];W[])",
                &[("1", "-"), ("", "-")]
            ),
            "(;SZ[3]PB[a\\]]C[oldR]CA[UTF-8];B[aa]C[1]LB[cc:1];W[])"
        );
        assert_eq!(
            copied("text (;B[aa]) (;W[])", &[("\\]", "A1")]),
            "(;B[aa]CA[UTF-8]C[R\\\\\\]])"
        );
    }

    #[test]
    fn better_moves_stand_beside_the_moves_of_the_game() {
        let moves = [("1", "-"), ("2", "B2"), ("3", "C3")];
        let variation = |point: &str| format!("(;W[{point}]C[x\\]];B[])");
        let [b2, c3] = ["bb", "ca"].map(variation);
        // A line without branches, and lines with some.
        for (game, expected) in [
            (
                "(;SZ[3];B[aa];W[ab];B[ac];W[])",
                format!(";B[aa]C[1](;W[ab]C[2](;B[ac]C[3];W[]){c3}){b2})"),
            ),
            (
                "(;SZ[3];B[aa](;W[ab](;B[ac];W[])(;B[ba]))(;W[bc];B[cc]))",
                format!(";B[aa]C[1](;W[ab]C[2](;B[ac]C[3];W[]){c3}(;B[ba])){b2}(;W[bc];B[cc]))"),
            ),
            (
                "(;SZ[3];B[aa];W[ab](;B[ac];W[])(;B[ba]))",
                format!(";B[aa]C[1](;W[ab]C[2](;B[ac]C[3];W[]){c3}(;B[ba])){b2})"),
            ),
        ] {
            let root = "(;SZ[3]CA[UTF-8]C[R]";
            assert_eq!(copied(game, &moves), format!("{root}{expected}"), "{game}");
        }
    }

    #[test]
    fn nodes_without_a_move_or_with_two_are_counted() {
        assert_eq!(
            copied(
                "(;SZ[3];B[aa];AB[bb];W[ab];;B[ac])",
                &[("1", "-"), ("2", "B2"), ("3", "-")]
            ),
            "(;SZ[3]CA[UTF-8]C[R];B[aa]C[1];AB[bb](;W[ab]C[2];;B[ac]C[3])(;W[bb]C[x\\]];B[]))"
        );
        assert_eq!(
            copied("(;SZ[3];B[aa]W[ab];B[])", &[("1", "-"), ("2", "-")]),
            "(;SZ[3]CA[UTF-8]C[R];B[aa]W[ab]C[2];B[])"
        );
    }

    #[test]
    fn values_and_verdicts_have_properties() {
        let c1 = BoardSize::square(3).unwrap().point_named("C1");
        let judged = Remark {
            value: Some(Value {
                black_wins: 0.1234,
                lead: -2.55,
            }),
            verdict: Some(Verdict::Bad),
            label: c1.map(|point| (point, 'A')),
            ..Remark::default()
        };
        let copy = remarks(Remark::default(), vec![judged.clone(), judged])
            .copy(b"(;B[aa]TE[1]LB[bb:A]V[7];W[ba]SBKV[3]V[1]C[c])")
            .unwrap();
        // The root contains the first move.
        assert_eq!(
            copy,
            "(;B[aa]TE[1]LB[bb:A]CA[UTF-8]V[-2.5]SBKV[12.34]\n;W[ba]C[c]V[-2.5]SBKV[12.34]BM[1]LB[cc:A])\n"
        );
    }

    #[test]
    fn broken_games_are_mended_and_deep_ones_copied() {
        let remarks = remarks(Remark::default(), Vec::new());
        let copied = |text: &[u8]| remarks.copy(text).unwrap();
        assert_eq!(copied(b"(;B[aa]"), copied(b"(;B[aa])"));
        // What follows a move that cannot be read stays in the copy.
        assert!(copied(b"(;B[aa];W[x];B[bb])").contains(";W[x];B[bb])"));
        assert!(matches!(remarks.copy(b"x"), Err(SgfError::NoGame)));
        let deep = format!("{}{}", "(;".repeat(100_000), ")".repeat(100_000));
        assert_eq!(
            remarks.copy(deep.as_bytes()).unwrap().matches(';').count(),
            100_000
        );
    }
}
