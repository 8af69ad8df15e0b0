//! Games and boards outside of the engine: game records, drawings, and the policy for files.
//!
//! The package `ponnuki` exports what a program needs of it; the rest is shared by the packages
//! of the engine and may change.
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

pub mod drawing;
#[doc(hidden)]
pub mod files;
pub mod sgf;
#[doc(hidden)]
pub mod text;
