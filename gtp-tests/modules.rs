//! Each module at the top of the library or of the program imports only the modules that
//! `data/modules.toml` allows, no entry there is idle, and no module imports itself through
//! others.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use regex_lite::Regex;
use walkdir::WalkDir;

/// The folder of the program's source, below that of the library.
const PROGRAM: &str = "bin/ponnuki";

/// Modules and those that they import. Modules of the program have names such as `bin/args`.
type Imports = BTreeMap<String, BTreeSet<String>>;

#[test]
fn rooms_import_what_they_may() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("gtp-tests");
    let allowed: Imports =
        toml::from_str(&fs::read_to_string(tests.join("data/modules.toml")).unwrap()).unwrap();
    let found = imports(&tests.with_file_name("src"));
    let new = &facts(&found) - &facts(&allowed);
    let idle = &facts(&allowed) - &facts(&found);
    assert!(
        new.is_empty() && idle.is_empty(),
        "not allowed: {new:?}\nidle: {idle:?}\n\nthe imports of today:\n{}",
        found.iter().map(row).collect::<String>()
    );
    assert_eq!(circle(&allowed), None);
}

#[test]
fn a_circle_of_modules_is_found() {
    let imports = |rows: &[(&str, &[&str])]| -> Imports {
        let owned = |names: &[&str]| names.iter().map(ToString::to_string).collect();
        rows.iter()
            .map(|&(module, others)| (module.to_owned(), owned(others)))
            .collect()
    };
    let tree = imports(&[("a", &["b", "c"]), ("b", &["c"]), ("c", &[])]);
    assert_eq!(circle(&tree), None);
    let round = imports(&[("a", &["b"]), ("b", &["c"]), ("c", &["b"])]);
    assert_eq!(circle(&round), Some(vec!["b".to_owned(), "c".to_owned()]));
}

/// Returns modules that all import each other, if only through others.
fn circle(imports: &Imports) -> Option<Vec<String>> {
    // Takes away modules that import nothing that is left, until only circles and what
    // imports them stay; then the same from the other side.
    let mut left = imports.clone();
    loop {
        let before = left.len();
        let names: BTreeSet<String> = left.keys().cloned().collect();
        left.retain(|_, others| !others.is_disjoint(&names));
        let imported: BTreeSet<String> = left.values().flatten().cloned().collect();
        left.retain(|module, _| imported.contains(module));
        if left.len() == before {
            break;
        }
    }
    (!left.is_empty()).then(|| left.into_keys().collect())
}

fn facts(imports: &Imports) -> BTreeSet<String> {
    let imported = imports.iter().flat_map(|(module, others)| {
        let others = others.iter();
        others.map(move |other| format!("{module} imports {other}"))
    });
    imported.chain(imports.keys().cloned()).collect()
}

fn row((module, others): (&String, &BTreeSet<String>)) -> String {
    format!("{module:?} = {:?}\n", Vec::from_iter(others))
}

/// Returns the imports of all modules outside of their tests.
fn imports(src: &Path) -> Imports {
    let exports = exports(&fs::read_to_string(src.join("lib.rs")).unwrap());
    let path = Regex::new(r"\b(crate|ponnuki|super(?:::super)*)::(\w+|\{[^;]*;)").unwrap();
    let mut modules = Imports::new();
    for entry in WalkDir::new(src).sort_by_file_name() {
        let entry = entry.unwrap();
        let file = entry.path().strip_prefix(src).unwrap().with_extension("");
        let name = file.to_str().unwrap().replace('\\', "/");
        let (prefix, module) = match name.strip_prefix(PROGRAM) {
            Some(module) => ("bin/", module.trim_start_matches('/')),
            None => ("", name.as_str()),
        };
        let is_source = entry
            .path()
            .extension()
            .is_some_and(|extension| extension == "rs");
        let is_apart = module.ends_with("tests") || module.starts_with("examples/");
        if !is_source || ["lib", "main"].contains(&module) || is_apart {
            continue;
        }
        let module: Vec<&str> = module.split('/').filter(|&part| part != "mod").collect();
        let module = format!("{prefix}{}", module[0]);
        let others = modules.entry(module.clone()).or_default();
        for found in path.captures_iter(&code(&fs::read_to_string(entry.path()).unwrap())) {
            let prefix = match &found[1] {
                "ponnuki" => "",
                "crate" => prefix,
                supers if supers.split("::").count() == module.len() => prefix,
                _ => continue,
            };
            for item in items(&found[2]) {
                let other = match exports.get(item).filter(|_| prefix.is_empty()) {
                    Some(home) => home.clone(),
                    None => format!("{prefix}{item}"),
                };
                if other != module {
                    others.insert(other);
                }
            }
        }
    }
    // What is no module is an item of the library or the program itself.
    let names: BTreeSet<String> = modules.keys().cloned().collect();
    for others in modules.values_mut() {
        others.retain(|other| names.contains(other));
    }
    modules
}

/// Returns the modules of the names that the library exports at its top.
fn exports(lib: &str) -> BTreeMap<String, String> {
    let line = Regex::new(r"(?m)^pub(?:\(crate\))? use (\w+)::(\w+|\{[^;]*);").unwrap();
    let mut exports = BTreeMap::new();
    for found in line.captures_iter(lib) {
        for item in items(&found[2]) {
            exports.insert(item.to_owned(), found[1].to_owned());
        }
    }
    exports
}

/// Returns a file without comments, the tests at its end and the signs of raw names.
fn code(text: &str) -> String {
    let end = text.find("\nmod tests {").unwrap_or(text.len());
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    let lines: Vec<_> = text[..end].lines().filter(is_code).collect();
    lines.join("\n").replace("r#", "")
}

/// Returns the first names of the paths in a group such as `{a, b::{c, d}}`, or the one name.
fn items(group: &str) -> Vec<&str> {
    let Some(inner) = group.strip_prefix('{') else {
        return vec![group];
    };
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (place, letter) in inner.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' if depth > 0 => {}
            ',' | '}' => {
                parts.push(inner[start..place].trim());
                start = place + 1;
                if letter == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    parts.retain(|part: &&str| !part.is_empty());
    parts
        .iter()
        .map(|part| part.split("::").next().unwrap_or(part))
        .collect()
}
