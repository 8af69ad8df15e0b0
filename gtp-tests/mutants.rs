//! The mutants of every file of the source meet tests that can catch them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde::Deserialize;
use walkdir::WalkDir;

use crate::packaging::is_packed;

#[derive(Deserialize)]
struct Module {
    files: Vec<String>,
    tests: Vec<String>,
}

/// The settings of cargo-mutants.
#[derive(Deserialize)]
struct Settings {
    exclude_re: Vec<String>,
}

#[test]
fn every_excluded_mutant_has_its_file() {
    if is_packed() {
        return;
    }
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(top.join(".cargo/mutants.toml")).unwrap();
    let settings: Settings = toml::from_str(&text).unwrap();
    let excluded = settings.exclude_re.iter();
    let excluded: Vec<_> = excluded.filter_map(|re| re.strip_prefix('^')).collect();
    assert!(!excluded.is_empty());
    for pattern in excluded {
        let (file, _) = pattern.split_once(":.*: ").expect(pattern);
        assert!(top.join(file.replace('\\', "")).exists(), "{pattern}");
    }
}

#[test]
fn every_source_file_is_in_a_module() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(top.join("scripts/check/mutants/modules.toml")).unwrap();
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
            "{} is in no module of scripts/check/mutants/modules.toml",
            path.display()
        );
    }
}
