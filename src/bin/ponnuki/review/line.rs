//! Diagrams of variations: the position before them, and their moves as numbered stones.

use ponnuki::board::{Point, PointSet};
use ponnuki::drawing::Picture;
use ponnuki::game::{Game, Move};

/// A diagram of a variation.
pub(super) struct Diagram {
    /// The picture. Captured stones stay on the board.
    pub(super) picture: Picture,
    /// The moves without a stone in the picture: passes, and plays on occupied points.
    pub(super) notes: Vec<String>,
}

impl Diagram {
    /// Draws up to `most` moves of a variation from the position of a game. Colours
    /// alternate, beginning with the colour to move.
    pub(super) fn new(game: &Game, line: &[Move], most: usize, title: String) -> Self {
        let size = game.size();
        let mut stones = game.board().position();
        let mut numbered: Vec<(Point, usize)> = Vec::new();
        let mut taken: PointSet = stones.black | stones.white;
        let mut notes = Vec::new();
        let mut color = game.to_move();
        for (index, &action) in line.iter().take(most).enumerate() {
            let number = index + 1;
            match action {
                Move::Pass => notes.push(format!("{number} passes")),
                Move::Play(point) if taken.contains(point) => {
                    let place = match numbered.iter().find(|(other, _)| *other == point) {
                        Some((_, other)) => other.to_string(),
                        None => action.name(size),
                    };
                    notes.push(format!("{number} at {place}"));
                }
                Move::Play(point) => {
                    stones[color].insert(point);
                    taken.insert(point);
                    numbered.push((point, number));
                }
            }
            color = !color;
        }
        let mut picture = Picture::new(size, stones).with_coordinates().title(title);
        for (point, number) in numbered {
            picture = picture.label(point, number.to_string());
        }
        Self { picture, notes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ponnuki::sgf;

    #[test]
    fn moves_are_numbered_and_others_are_noted() {
        // Black retakes at A3 in the ko around A2 and A3.
        let mut game = sgf::read(b"(;SZ[4]AB[ba][ab]AW[bb][ac];B[])", None).unwrap();
        game.undo();
        let move_at = |name: &str| Move::Play(game.size().point_named(name).unwrap());
        let line = [
            move_at("D1"),
            Move::Pass,
            move_at("D1"),
            move_at("A3"),
            move_at("C1"),
        ];
        let diagram = Diagram::new(&game, &line, 4, "t".to_owned());
        assert_eq!(diagram.notes, ["2 passes", "3 at 1", "4 at A3"]);
        let svg = diagram.picture.svg();
        assert_eq!(svg.matches("r=\".46\"").count(), 5, "{svg}");
        assert!(
            svg.contains(">1</text>") && svg.contains("<title>t</title>"),
            "{svg}"
        );
        // C1 is beyond the fourth move.
        assert!(!svg.contains("cx=\"3\" cy=\"4\""), "{svg}");
    }
}
