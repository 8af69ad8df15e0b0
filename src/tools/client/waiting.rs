//! What the user reads while an answer is awaited.

use std::time::{Duration, Instant};

use super::excerpt::one_line;

/// After this time, the user reads what is waited for.
const NOTICE_AFTER: Duration = Duration::from_secs(3);

/// After this time, the user reads what the program has written on standard error.
const QUOTE_AFTER: Duration = Duration::from_secs(10);

/// How a program flushes its output, for its author.
pub(super) const FLUSHING: &str =
    "flush after each answer (Python: print(answer, flush=True) or python -u; C: fflush(stdout))";

/// A wait for an answer, which is reported when it becomes long.
pub(super) struct Waiting {
    what: String,
    /// Whether it is the first answer, so that the program may not flush its output.
    pub(super) is_first: bool,
    begun: Instant,
    notices: usize,
}

impl Waiting {
    /// Begins the wait for an answer, which `what` names.
    pub(super) fn new(what: String, is_first: bool) -> Self {
        Self {
            what,
            is_first,
            begun: Instant::now(),
            notices: 0,
        }
    }

    /// Returns the next notice if it is due, quoting the standard error.
    pub(super) fn notice(&mut self, stderr: impl FnOnce() -> Vec<u8>) -> Option<String> {
        self.notice_after(self.begun.elapsed(), stderr)
    }

    fn notice_after(
        &mut self,
        waited: Duration,
        stderr: impl FnOnce() -> Vec<u8>,
    ) -> Option<String> {
        let due = [NOTICE_AFTER, QUOTE_AFTER];
        let is_due = due.get(self.notices).is_some_and(|due| waited >= *due);
        if !is_due {
            return None;
        }
        self.notices += 1;
        let what = &self.what;
        Some(match self.notices {
            1 if self.is_first => format!("waiting for {what}; tip: {FLUSHING}"),
            1 => format!("waiting for {what}"),
            _ => match one_line(&stderr()) {
                text if text.is_empty() => {
                    format!("still waiting for {what}; its standard error is empty")
                }
                text => format!("still waiting for {what}; it wrote on standard error: {text}"),
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_wait_is_reported_twice() {
        let mut waiting = Waiting::new("the first answer of x".to_owned(), true);
        let mut after = |seconds, text: &str| {
            waiting.notice_after(Duration::from_secs(seconds), || text.into())
        };
        assert_eq!(after(2, "a"), None);
        let first = after(3, "a").unwrap();
        assert!(first.starts_with("waiting for the first answer of x; tip: flush"));
        assert!(first.contains("flush=True") && first.contains("fflush(stdout)"));
        assert_eq!(after(9, "a"), None);
        let quoted = "still waiting for the first answer of x; it wrote on standard error: a b";
        assert_eq!(after(10, "a\nb\n").as_deref(), Some(quoted));
        assert_eq!(after(100, "a"), None);
    }
}
