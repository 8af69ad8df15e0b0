//! What the tests share: folders, tables, tests made from data, the twin that the rules core is
//! compared with, and the checks that fuzzing and the kept inputs share.
#![forbid(unsafe_code)]
#![allow(
    missing_docs,
    clippy::missing_panics_doc,
    clippy::new_without_default,
    reason = "a helper of tests fails by a panic, and says with its name what it does"
)]

pub mod compare;
pub mod corpus;
pub mod draw;
mod folder;
pub mod grid;
pub mod proof;
mod text;
mod trials;
pub mod twin;

pub use folder::Folder;
pub use text::{assert_contains, assert_ends, assert_starts, rows};
pub use trials::{at_once, run, run_waiting, trial};
