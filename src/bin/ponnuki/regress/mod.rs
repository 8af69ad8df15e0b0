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
//! A test has one pattern, which holds all alternatives. Comments and empty lines may
//! stand before it. GNU Go's and GoGui's programs disagree about a second pattern, so a
//! suite with one is refused.
//!
//! [`ResultsPage`] writes a page with the tests and their positions.
//!
//! The form is that of `gogui-regress`
//! (<https://www.kayufu.com/gogui/reference-regress.html>) and of the script
//! `regress.awk` of GNU Go.
//!
//! Files: `suite` reads the form, `run` runs it, `results` adds up and compares,
//! `position` follows the stones through the commands, `report/` writes the page.

pub(crate) mod command;
mod position;
mod report;
mod results;
mod run;
mod suite;

pub(crate) use report::ResultsPage;
pub(crate) use results::{Change, EarlierRun, News, TestTotals};
pub(crate) use run::{RunOptions, SuiteResult, TestResult};
pub(crate) use suite::{Suite, TestVerdict};
