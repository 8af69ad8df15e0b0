//! Regression tests of GTP engines, in the form of GNU Go and GoGui.
//!
//! A [`Suite`] is a file of commands, some of which are numbered tests with an expected
//! answer:
//!
//! ```text
//! loadsgf games/ladder.sgf 35
//! 10 reg_genmove black
//! #? [C3|D4]*
//! ```
//!
//! [`run`](Suite::run) sends the commands to an engine and judges the answers. An engine
//! that crashes or hangs loses that test only: it is started again, and the commands
//! that set up the position are repeated.
//!
//! The form is that of `gogui-regress`
//! (<https://www.kayufu.com/gogui/reference-regress.html>) and of the script
//! `regress.awk` of GNU Go.
//!
//! Files: `suite` reads the form, `run` runs it, `results` adds up and compares.

mod results;
mod run;
mod suite;

pub use results::{Change, Earlier, Totals};
pub use run::{Outcome, RunOptions, TestResult, Verdict};
pub use suite::{Expected, Step, Suite, SuiteError};
