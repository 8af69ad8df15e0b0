//! The mutants of every file of the source meet tests that can catch them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde::Deserialize;
use walkdir::WalkDir;

/// A room of `scripts/mutants/rooms.toml`.
#[derive(Deserialize)]
struct Room {
    files: Vec<String>,
    tests: Vec<String>,
}

#[test]
fn every_source_file_is_in_a_room() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(top.join("scripts/mutants/rooms.toml")).unwrap();
    let rooms: BTreeMap<String, Room> = toml::from_str(&text).unwrap();
    let mut places = BTreeSet::new();
    for (name, room) in &rooms {
        assert!(!room.tests.is_empty(), "the room {name} has no tests");
        for place in &room.files {
            assert!(top.join(place).exists(), "{place} of {name} is gone");
            assert!(places.insert(place), "{place} is in two rooms");
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
            "{} is in no room of scripts/mutants/rooms.toml",
            path.display()
        );
    }
}
