//! Regression tests of GTP engines, in the format of GNU Go and GoGui.
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
//! that crashes or hangs fails that test only: it is restarted, and the commands that set
//! up the position are repeated.
//!
//! A test has one pattern, which includes all alternatives. Comments and empty lines may
//! precede it. A suite with a second pattern is refused, because GNU Go and GoGui disagree
//! about its meaning.
//!
//! [`ResultsPage`] writes a page with the tests and their positions.
//!
//! The format is that of `gogui-regress` (<https://www.kayufu.com/gogui/reference-regress.html>)
//! and of GNU Go's script `regress.awk`.
//!
//! Files: `suite` parses the format, `run` runs it, `results` totals and compares,
//! `position` tracks the stones through the commands, `report/` writes the page.

use crate::cli::expected;

pub(crate) mod command;
mod position;
pub(crate) mod report;
mod results;
mod run;
pub(crate) mod suite;

pub(crate) use report::ResultsPage;
pub(crate) use results::{Change, EarlierRun, News, TestTotals};
pub(crate) use run::{RunOptions, SuiteResult, TestResult};
pub(crate) use suite::Suite;
