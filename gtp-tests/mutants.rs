//! The mutants of every file of the source meet tests that can catch them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde::Deserialize;
use walkdir::WalkDir;

#[derive(Deserialize)]
struct Module {
    files: Vec<String>,
    tests: Vec<String>,
}

/// A mutant of `scripts/mutants/explained.toml`, which no test can catch.
#[derive(Deserialize)]
struct ExplainedMutant {
    file: String,
    line: String,
}

#[test]
fn every_explained_mutant_has_its_line() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(top.join("scripts/mutants/explained.toml")).unwrap();
    let mutants: BTreeMap<String, Vec<ExplainedMutant>> = toml::from_str(&text).unwrap();
    for ExplainedMutant { file, line } in &mutants["mutant"] {
        let source = fs::read_to_string(top.join(file)).expect(file);
        let is_there = source.lines().any(|found| found.trim() == line);
        assert!(is_there, "{file}: {line}");
    }
}

#[test]
fn every_source_file_is_in_a_module() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(top.join("scripts/mutants/modules.toml")).unwrap();
    let modules: BTreeMap<String, Module> = toml::from_str(&text).unwrap();
    let mut places = BTreeSet::new();
    for (name, module) in &modules {
        assert!(!module.tests.is_empty(), "the module {name} has no tests");
        for place in &module.files {
            assert!(top.join(place).exists(), "{place} of {name} is gone");
            assert!(places.insert(place), "{place} is in two modules");
        }
    }
    for entry in WalkDir::new(top.join("src")) {
        let entry = entry.unwrap();
        let path = entry.path().strip_prefix(top).unwrap();
        let is_source = path.extension().is_some_and(|extension| extension == "rs");
        assert!(
            !is_source
                || path
                    .ancestors()
                    .any(|above| places.iter().any(|place| above == Path::new(place))),
            "{} is in no module of scripts/mutants/modules.toml",
            path.display()
        );
    }
}
