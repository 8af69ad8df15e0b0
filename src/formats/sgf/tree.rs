//! A whole game as a tree of nodes, with all properties and variations.

use std::fmt;

use super::encoding::decode;
use super::mend::read_mended;
use super::nodes::{NodeEvent, Nodes, Property, decoded, escaped};
use super::steps::listed_points;
use super::{GameText, Games, SgfError};
use ponnuki_core::board::{BoardSize, PointSet};

/// A game as a tree. The nodes are in the order of the file: each follows its parent, and the
/// children of a node are in the order of its variations.
///
/// [`Display`](fmt::Display) writes the first node and all that descend from it as SGF; a node
/// whose parent does not precede it is left out. Neither reading nor writing recurses, however
/// deep the tree is.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_formats::*}; }
/// use ponnuki::sgf::GameTree;
///
/// let tree = GameTree::read(b"(;GM[1]C[a \\] b] ;B[aa](;W[bb])(;W[cc]N[two]))")?;
/// let parents: Vec<_> = tree.nodes.iter().map(|node| node.parent).collect();
/// assert_eq!(parents, [None, Some(0), Some(1), Some(1)]);
/// assert_eq!(tree.nodes[0].properties[1].decoded(), ["a ] b"]);
/// assert_eq!(tree.to_string(), "(;GM[1]C[a \\] b];B[aa](;W[bb])(;W[cc]N[two]))");
/// # Ok::<(), ponnuki::sgf::SgfError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameTree {
    /// The nodes, at least one in a game that was read.
    pub nodes: Vec<TreeNode>,
}

/// A node of a [`GameTree`].
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_formats::*}; }
/// use ponnuki::sgf::{GameTree, TreeNode, TreeProperty};
///
/// // Another answer to the first move.
/// let mut tree = GameTree::read(b"(;SZ[9];B[ee];W[gg])")?;
/// let properties = vec![TreeProperty::new("W", &["ce"])];
/// tree.nodes.push(TreeNode { parent: Some(1), properties });
/// assert_eq!(tree.to_string(), "(;SZ[9];B[ee](;W[gg])(;W[ce]))");
/// # Ok::<(), ponnuki::sgf::SgfError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TreeNode {
    /// The index of the parent, or `None` for the root.
    pub parent: Option<usize>,
    /// The properties, in the order of the file.
    pub properties: Vec<TreeProperty>,
}

/// A property of a [`TreeNode`], with its values as the file writes them.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_formats::*}; }
/// use ponnuki::sgf::GameTree;
///
/// // A record without its comments.
/// let mut tree = GameTree::read(b"(;SZ[9]PB[Ann]C[Hello!];B[ee]C[Hm.])")?;
/// for node in &mut tree.nodes {
///     node.properties.retain(|property| property.identifier != "C");
/// }
/// assert_eq!(tree.to_string(), "(;SZ[9]PB[Ann];B[ee])");
/// # Ok::<(), ponnuki::sgf::SgfError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeProperty {
    /// The identifier: capital letters.
    pub identifier: String,
    /// The values with their brackets and escapes, from the first `[` to the last `]`.
    pub values: String,
}

impl TreeProperty {
    /// Returns a property with these values, in which `\` and `]` are escaped; without any, it
    /// has an empty one.
    ///
    /// ```
    /// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_formats::*}; }
    /// use ponnuki::sgf::TreeProperty;
    ///
    /// let property = TreeProperty::new("LB", &["dd:]", "pp:2"]);
    /// assert_eq!(property.values, r"[dd:\]][pp:2]");
    /// assert_eq!(property.decoded(), ["dd:]", "pp:2"]);
    /// ```
    pub fn new(identifier: impl Into<String>, values: &[impl AsRef<str>]) -> Self {
        let values = values.iter().map(|value| escaped(value.as_ref()));
        let values: Vec<_> = values.collect();
        Self {
            identifier: identifier.into(),
            // A property without a value is no SGF, so it gets an empty one.
            values: format!("[{}]", values.join("][")),
        }
    }

    /// Returns the values with their escapes resolved: without the escaping backslashes and
    /// without escaped line breaks.
    pub fn decoded(&self) -> Vec<String> {
        decoded(&self.values)
    }

    /// Returns the points on a board of this size that the values list, alone and in rectangles. Other
    /// values are left out.
    ///
    /// ```
    /// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_formats::*}; }
    /// use ponnuki::BoardSize;
    /// use ponnuki::sgf::TreeProperty;
    ///
    /// let size = BoardSize::square(9)?;
    /// let marked = TreeProperty::new("TR", &["ai", "ha:ib", "zz"]);
    /// assert_eq!(marked.points(size).names(size), "A1 H8 J8 H9 J9");
    /// # Ok::<(), ponnuki::board::UnacceptableSize>(())
    /// ```
    pub fn points(&self, size: BoardSize) -> PointSet {
        listed_points(&self.decoded(), size)
    }
}

impl From<&Property<'_>> for TreeProperty {
    fn from(property: &Property<'_>) -> Self {
        Self {
            identifier: property.identifier.clone().into_owned(),
            values: property.values.to_owned(),
        }
    }
}

impl GameTree {
    /// Reads the first game in `bytes`, in any of the encodings of [`read`](super::read). The
    /// values are neither interpreted nor checked. What is not quite SGF is mended. An identifier without a capital letter is
    /// read as if it had only such.
    ///
    /// # Errors
    /// Any [`SgfError`] of the syntax.
    pub fn read(bytes: &[u8]) -> Result<Self, SgfError> {
        let game = Games::new(bytes).next().ok_or(SgfError::NoGame)?;
        let (tree, _) = Self::read_with_defects(&game.map_err(SgfError::File)?)?;
        Ok(tree)
    }

    /// Reads a game of a file, and returns what has been mended, a sentence for each repair.
    ///
    /// # Errors
    /// As for [`read`](Self::read).
    pub fn read_with_defects(game: &GameText) -> Result<(Self, Vec<String>), SgfError> {
        let text = decode(&game.bytes).text;
        let (tree, repairs) = read_mended(&text, Self::read_text)?;
        let repairs = repairs
            .iter()
            .map(|repair| repair.finding(&text, game).message);
        Ok((tree, repairs.collect()))
    }

    fn read_text(text: &str) -> Result<Self, SgfError> {
        let mut nodes = Nodes::new(text)?;
        let mut tree = Self::default();
        // The last node of each open sequence.
        let mut open = Vec::new();
        let mut last = None;
        while let Some(event) = nodes.next()? {
            match event {
                NodeEvent::Open => open.push(last),
                NodeEvent::Close => last = open.pop().flatten(),
                NodeEvent::Node => {
                    let properties = nodes.properties().iter();
                    tree.nodes.push(TreeNode {
                        parent: last,
                        properties: properties.map(TreeProperty::from).collect(),
                    });
                    last = Some(tree.nodes.len() - 1);
                }
            }
        }
        Ok(tree)
    }

    fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate() {
            if let Some(parent) = node.parent.filter(|&parent| parent < index) {
                children[parent].push(index);
            }
        }
        children
    }
}

impl fmt::Display for GameTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let children = self.children();
        // The nodes that are still to be written, with whether each begins a sequence, and the
        // ends of sequences as `None`.
        let mut rest = Vec::from_iter((!self.nodes.is_empty()).then_some(Some((0, true))));
        while let Some(next) = rest.pop() {
            let Some((index, begins)) = next else {
                f.write_str(")")?;
                continue;
            };
            if begins {
                f.write_str("(")?;
                rest.push(None);
            }
            f.write_str(";")?;
            for property in &self.nodes[index].properties {
                write!(f, "{}{}", property.identifier, property.values)?;
            }
            let branches = children[index].len() > 1;
            let last_first = children[index].iter().rev();
            rest.extend(last_first.map(|&child| Some((child, branches))));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_properties_and_variations_are_kept() {
        for text in [
            "(;)",
            "(;GM[1]SZ[9];B[aa];W[])",
            "(;A[1][2](;B[\\]];C[];D[x:y])(;E[a\nb]))",
            "(;AB[aa]AB[bb];W[cc])",
        ] {
            assert_eq!(GameTree::read(text.as_bytes()).unwrap().to_string(), *text);
        }
        // A node after a variation, which the grammar forbids, is one more variation.
        let tree = GameTree::read(b"(;A[1](;B[2]);C[3])").unwrap();
        assert_eq!(tree.to_string(), "(;A[1](;B[2])(;C[3]))");
        // A bracket that is missing at the end is added.
        assert_eq!(GameTree::read(b"(;A[1]").unwrap().to_string(), "(;A[1])");
        assert!(matches!(GameTree::read(b"A[1]"), Err(SgfError::NoGame)));
        assert_eq!(GameTree::default().to_string(), "");
        let own_parent = TreeNode {
            parent: Some(0),
            properties: vec![TreeProperty::new("C", &[""; 0])],
        };
        let cycle = GameTree {
            nodes: vec![own_parent],
        };
        assert_eq!(cycle.to_string(), "(;C[])");
    }

    #[test]
    fn deep_trees_do_not_recurse() {
        let deep = format!("{}{}", "(;B[aa]".repeat(500_000), ")".repeat(500_000));
        let tree = GameTree::read(deep.as_bytes()).unwrap();
        assert_eq!(tree.nodes.len(), 500_000);
        let flat = format!("({})", ";B[aa]".repeat(500_000));
        assert_eq!(tree.to_string(), flat);
    }

    #[test]
    fn values_are_escaped_and_read_back() {
        let values = ["", "a]b\\c", "[:]", "\\"];
        let property = TreeProperty::new("C", &values);
        let tree = GameTree {
            nodes: vec![TreeNode {
                parent: None,
                properties: vec![property],
            }],
        };
        let again = GameTree::read(tree.to_string().as_bytes()).unwrap();
        assert_eq!(again.nodes[0].properties[0].decoded(), values);
    }
}
