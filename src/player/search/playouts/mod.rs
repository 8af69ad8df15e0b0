//! A player that finishes the game at random below each position of its tree. Levels play this way, and so
//! does the search on boards that no network knows.
//!
//! The search repeats the same step thousands of times: it descends the tree along the most
//! urgent moves, finishes the game with a tactical playout, and adds the result to every
//! node on the path (UCT: Kocsis and Szepesvari, "Bandit
//! based Monte-Carlo planning", 2006; Coulom, "Efficient selectivity and backup
//! operators in Monte-Carlo tree search", 2006). Its ingredients are:
//!
//! - *RAVE*: a move also learns from playouts in which it was played later
//!   (Gelly and Silver, "Combining online and offline knowledge in UCT", 2007;
//!   "Monte-Carlo tree search and rapid action value estimation in computer
//!   Go", 2011). Urgency is a weighted mean of both statistics without the
//!   exploration term of UCT, which most programs with RAVE and priors leave out
//!   ([`tree`]).
//! - *Priors*: a new node begins with virtual wins, which favour moves that strong players
//!   make, by rules of thumb ([`priors`]).
//! - *Dynamic komi*: a side that loses nearly every playout searches for a smaller loss
//!   ([`dynamic_komi`]).
//! - *Progressive expansion*: a node gets children after some visits. Until
//!   then, playouts start from it ([`worker`]).
//! - *Parallel search*: all threads grow one tree without locks, and virtual losses send them to
//!   different nodes ([`tree`], [`parallel`]).
//!
//! The game checks every move of the root, and therefore also the move that is played.
//! Deeper in the tree, [`Position::is_legal`](position::Position::is_legal) decides: it
//! excludes suicide and compares hashes for superko. Superko can be checked when the
//! children of a node are made, because each node has a single path from the root.
//!
//! The tree is kept from move to move. When its memory is full, the nodes below
//! the least visited ones are dropped until half of it is free. [`passing`](crate::player::passing)
//! decides when to pass and when to resign.

mod analysis;
mod distraction;
mod dynamic_komi;
mod fate;
mod lead;
mod parallel;
mod player;
mod position;
mod priors;
mod record;
mod settings;
mod tree;
mod worker;

#[cfg(test)]
mod tests;

pub use parallel::OutOfMemory;
pub use player::PlayoutPlayer;
use priors::first_values;
