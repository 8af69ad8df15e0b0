//! Monte Carlo tree search: a player worth playing.
//!
//! A search repeats one thing thousands of times: go down the tree by the most
//! urgent moves, play the game to its end by the tactical playouts, and count
//! the result in every node on the way (UCT: Kocsis and Szepesvari, "Bandit
//! based Monte-Carlo planning", 2006; Coulom, "Efficient selectivity and backup
//! operators in Monte-Carlo tree search", 2006). What makes it play Go:
//!
//! - *RAVE*: a move also learns from playouts in which it was played later
//!   (Gelly and Silver, "Combining online and offline knowledge in UCT", 2007;
//!   "Monte-Carlo tree search and rapid action value estimation in computer
//!   Go", 2011). Urgency is the mean of both, and no more: with RAVE and priors
//!   most programs of this kind leave out the exploration term of UCT ([`tree`]).
//! - *Priors*: a new node begins with imagined wins and losses for what is
//!   known of good moves ([`priors`]).
//! - *Progressive expansion*: a node gets children once it has been visited
//!   some times; until then playouts start from it ([`worker`]).
//! - *One tree a thread*: the trees share nothing but the time, and their
//!   counts are added up ("root parallelization" of Chaslot, Winands and van
//!   den Herik, "Parallel Monte-Carlo tree search", 2008; Enzenberger and
//!   Muller, "A lock-free multithreaded Monte-Carlo tree search algorithm",
//!   2009, compare it with one shared tree). So the same seed gives the same
//!   game with any number of threads, too ([`player`]).
//!
//! The game judges every move of the root, and so the move that is played.
//! Deeper in the tree, [`Position::is_legal`](position::Position::is_legal)
//! decides: each node has a single past, so superko can be checked when its
//! children are made. It compares hashes, and it leaves out suicide. The tree is
//! kept from move to move. When its
//! memory is full, what is below its least visited nodes is forgotten until
//! half is free, so that a long search goes on growing where it matters. When
//! to pass and when to resign is told in [`passing`].

mod analysis;
mod options;
mod passing;
mod player;
mod position;
mod priors;
mod timing;
mod tree;
mod trees;
mod worker;

#[cfg(test)]
mod tests;

pub use options::{Opponent, SearchOptions};
pub use player::SearchPlayer;
