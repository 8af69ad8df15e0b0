//! The extent of the proof, and the figures that it prints.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Returns whether to run the long cases too: `PONNUKI_PROOF=full`.
pub fn is_full() -> bool {
    env::var("PONNUKI_PROOF").is_ok_and(|value| value == "full")
}

/// Reads a number from the environment.
///
/// # Panics
/// If the variable is set to anything but a number. Otherwise a typo would
/// silently prove less than was asked for.
pub fn number(variable: &str) -> Option<usize> {
    let value = env::var(variable).ok()?;
    let number = value.parse();
    Some(number.unwrap_or_else(|_| panic!("{variable} must be a number, not '{value}'")))
}

/// Returns the peak memory of this process so far in MiB, if the system reports it.
pub fn peak_memory() -> Option<usize> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kibibytes: usize = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes.div_ceil(1024))
}

/// The figures to print after all tests: a text or a sum for each section and name.
#[derive(Clone, Default)]
pub struct Figures(Arc<Mutex<BTreeMap<(String, String), Figure>>>);

enum Figure {
    Text(String),
    Sum(u64),
}

impl Figures {
    pub fn note(&self, section: &str, name: &str, text: String) {
        self.lock()
            .insert((section.to_owned(), name.to_owned()), Figure::Text(text));
    }

    pub fn add(&self, section: &str, name: &str, value: u64) {
        let key = (section.to_owned(), name.to_owned());
        if let Figure::Sum(sum) = self.lock().entry(key).or_insert(Figure::Sum(0)) {
            *sum += value;
        }
    }

    /// Prints all figures in order as lines of tab-separated fields: `figure`,
    /// section, name, value.
    pub fn print(&self) {
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
