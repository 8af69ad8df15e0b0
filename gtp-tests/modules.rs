//! Each module at the top of a package imports only the modules of its package that
//! `data/modules.toml` allows, no entry there is idle, and no module imports itself through
//! others. What packages import of each other is in their `Cargo.toml`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use regex_lite::Regex;
use walkdir::WalkDir;

/// The modules of a package, and those that each imports.
type Imports = BTreeMap<String, BTreeSet<String>>;

#[test]
fn rooms_import_what_they_may() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let map = fs::read_to_string(top.join("gtp-tests/data/modules.toml")).unwrap();
    let allowed: BTreeMap<String, Imports> = toml::from_str(&map).unwrap();
    let folders = fs::read_dir(top.join("src")).unwrap();
    let folders = folders.map(|entry| entry.unwrap().path());
    let packages = folders.filter(|folder| folder.join("Cargo.toml").exists());
    let names = packages.map(|folder| folder.file_name().unwrap().to_str().unwrap().to_owned());
    assert_eq!(
        names.collect::<BTreeSet<_>>(),
        allowed.keys().cloned().collect()
    );
    for (package, allowed) in allowed {
        let found = imports(&top.join("src").join(&package));
        let new = &facts(&found) - &facts(&allowed);
        let idle = &facts(&allowed) - &facts(&found);
        assert!(
            new.is_empty() && idle.is_empty(),
            "{package}: not allowed: {new:?}\nidle: {idle:?}\n\nthe imports of today:\n{}",
            found.iter().map(row).collect::<String>()
        );
        assert_eq!(circle(&allowed), None, "{package}");
    }
}

#[test]
fn playouts_know_no_game() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let exports = exports(&fs::read_to_string(src.join("core/lib.rs")).unwrap());
    let path = Regex::new(r"\bponnuki_core::(\w+|\{[^;]*;)").unwrap();
    let mut imported = BTreeSet::new();
    for (_, text) in sources(&src.join("play/playout")) {
        for found in path.captures_iter(&text) {
            let modules = items(&found[1]).into_iter();
            imported
                .extend(modules.map(|item| exports.get(item).map_or(item, |home| home).to_owned()));
        }
    }
    let known = ["board", "random", "threads"].map(str::to_owned);
    assert_eq!(imported, BTreeSet::from(known));
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

/// Returns the imports of all modules of a package outside of their tests.
fn imports(package: &Path) -> Imports {
    let exports = exports(&fs::read_to_string(package.join("lib.rs")).unwrap());
    let path = Regex::new(r"\b(crate|super(?:::super)*)::(\w+|\{[^;]*;)").unwrap();
    let mut modules = Imports::new();
    for (file, text) in sources(package) {
        let parts: Vec<&str> = file.split('/').filter(|&part| part != "mod").collect();
        if parts == ["lib"] {
            continue;
        }
        let module = parts[0].to_owned();
        let others = modules.entry(module.clone()).or_default();
        for found in path.captures_iter(&text) {
            let supers = found[1].split("::").count();
            if &found[1] != "crate" && supers != parts.len() {
                continue;
            }
            for item in items(&found[2]) {
                let other = exports.get(item).map_or(item, String::as_str);
                if other != module {
                    others.insert(other.to_owned());
                }
            }
        }
    }
    // What is no module is an item of the package itself.
    let names: BTreeSet<String> = modules.keys().cloned().collect();
    for others in modules.values_mut() {
        others.retain(|other| names.contains(other));
    }
    modules
}

/// Returns the source files below a folder but for tests: their paths without ending, and their
/// code.
fn sources(folder: &Path) -> Vec<(String, String)> {
    let mut sources = Vec::new();
    for entry in WalkDir::new(folder).sort_by_file_name() {
        let path = entry.unwrap().into_path();
        let file = path.strip_prefix(folder).unwrap().with_extension("");
        let name = file.to_str().unwrap().replace('\\', "/");
        let is_source = path.extension().is_some_and(|extension| extension == "rs");
        let is_apart =
            ["tests", "testing"].iter().any(|end| name.ends_with(end)) || name.contains("tests/");
        if is_source && !is_apart {
            sources.push((name, code(&fs::read_to_string(&path).unwrap())));
        }
    }
    sources
}

/// Returns the modules of the names that a package exports at its top.
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
