//! How much is to be proved, and the figures that come out of it.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The long cases are wanted too: `PONNUKI_PROOF=full`.
pub(crate) fn is_full() -> bool {
    env::var("PONNUKI_PROOF").is_ok_and(|value| value == "full")
}

/// A number from the environment.
///
/// # Panics
/// When the variable is set to something else than a number: a proof that
/// quietly proves less than was asked for is none.
pub(crate) fn number(variable: &str) -> Option<usize> {
    let value = env::var(variable).ok()?;
    let number = value.parse();
    Some(number.unwrap_or_else(|_| panic!("{variable} must be a number, not '{value}'")))
}

/// The most memory that this process has used so far, in MiB, where the
/// system tells.
pub(crate) fn peak_memory() -> Option<usize> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kibibytes: usize = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes.div_ceil(1024))
}

/// Figures to print when all tests have run: for each section and name a
/// sentence or a sum.
#[derive(Clone, Default)]
pub(crate) struct Figures(Arc<Mutex<BTreeMap<(String, String), Figure>>>);

enum Figure {
    Text(String),
    Sum(u64),
}

impl Figures {
    /// Notes a figure.
    pub(crate) fn note(&self, section: &str, name: &str, text: String) {
        self.lock()
            .insert((section.to_owned(), name.to_owned()), Figure::Text(text));
    }

    /// Adds to a sum.
    pub(crate) fn add(&self, section: &str, name: &str, value: u64) {
        let key = (section.to_owned(), name.to_owned());
        if let Figure::Sum(sum) = self.lock().entry(key).or_insert(Figure::Sum(0)) {
            *sum += value;
        }
    }

    /// Prints what was noted, in order: `figure`, section, name, value.
    pub(crate) fn print(&self) {
        for ((section, name), figure) in self.lock().iter() {
            match figure {
                Figure::Text(text) => println!("figure\t{section}\t{name}\t{text}"),
                Figure::Sum(sum) => println!("figure\t{section}\t{name}\t{sum}"),
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<(String, String), Figure>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
