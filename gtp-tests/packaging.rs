//! The packages in `scripts/packaging` and the workflows name the same version, the same Rust
//! and the same archives as `Cargo.toml` and each other.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use regex_lite::Regex;

/// The file of `scripts/packaging` and the pattern of its only line with the version.
const VERSIONS: &[(&str, &str)] = &[
    ("container/Containerfile", r"(?m)^ARG VERSION=(.+)$"),
    ("npm/package.json", r#"(?m)^  "version": "(.+)",$"#),
    ("npm/Cargo.toml", r#"(?m)^version = "(.+)"$"#),
    ("python/Cargo.toml", r#"(?m)^version = "(.+)"$"#),
];

/// Returns the text of a file, whose path starts at the top of the repository.
fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the part in parentheses of all that matches a pattern.
fn found(pattern: &str, text: &str) -> Vec<String> {
    let pattern = Regex::new(pattern).unwrap();
    let all = pattern.captures_iter(text);
    all.map(|found| found[1].to_owned()).collect()
}

/// Returns whether this is the package from crates.io, which leaves out the workflows and
/// all other packages, such as those for npm and Python.
pub(crate) fn is_packed() -> bool {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    top.join("Cargo.toml.orig").exists()
}

/// Returns the texts of the workflows `ci` and `release`.
fn workflows() -> Option<[String; 2]> {
    let path = |name| format!(".github/workflows/{name}.yml");
    (!is_packed()).then(|| ["ci", "release"].map(|name| read(&path(name))))
}

#[test]
fn all_packages_name_this_version() {
    let left_out = |file: &str| {
        is_packed()
            && ["npm/", "python/"]
                .iter()
                .any(|folder| file.starts_with(folder))
    };
    for (file, pattern) in VERSIONS.iter().filter(|(file, _)| !left_out(file)) {
        let versions = found(pattern, &read(&format!("scripts/packaging/{file}")));
        assert_eq!(versions, [env!("CARGO_PKG_VERSION")], "{file}");
    }
}

#[test]
fn archives_have_one_name_everywhere() {
    let mut files = [
        "scripts/packaging/package.sh",
        "scripts/packaging/archive.sh",
        "scripts/README.md",
        "scripts/packaging/container/Containerfile",
    ]
    .map(|file| (file, read(file)))
    .to_vec();
    let variable = Regex::new(r"\{ (\w+) \}|\$\{(\w+)\}|\$(\w+)").unwrap();
    for (file, text) in &mut files {
        *text = variable.replace_all(text, "<$1$2$3>").to_lowercase();
        *text = text.replace("<name>", "ponnuki");
        assert!(
            text.contains("ponnuki-<version>-<target>.tar.gz")
                || text.contains("\nname=ponnuki-<version>-<target>\n"),
            "{file}"
        );
    }
}

#[test]
fn the_image_takes_an_archive_of_the_release() {
    let Some([_, release]) = workflows() else {
        return;
    };
    let recipe = read("scripts/packaging/container/Containerfile");
    let targets = found(r"(?m)^ARG TARGET=(.+)$", &recipe);
    assert_eq!(targets.len(), 1, "{targets:?}");
    let built = found(r"\btarget: ([a-z0-9_-]+)", &release);
    assert!(built.contains(&targets[0]), "{targets:?}: {built:?}");
}

#[test]
fn workflows_build_with_a_rust_that_is_new_enough() {
    let Some(workflows) = workflows() else {
        return;
    };
    assert!(workflows[0].contains("run: scripts/check/oldest-rust.sh\n"));
    let all = workflows.concat();
    let minor = |version: &str| version.split('.').nth(1).unwrap().parse::<u32>().unwrap();
    let oldest = minor(env!("CARGO_PKG_RUST_VERSION"));
    let named = found(r"\b(1\.[0-9]{2})\b", &all);
    assert!(
        named.iter().all(|version| minor(version) >= oldest),
        "{named:?}"
    );
    let images: BTreeSet<_> = found(r"image: (.*)", &all).into_iter().collect();
    let pinned = Regex::new(r"^rust:1\.[0-9]+-\w+@sha256:[0-9a-f]{64}$").unwrap();
    assert!(
        images.len() == 1 && images.iter().all(|image| pinned.is_match(image)),
        "{images:?}"
    );
}

#[test]
fn workflows_pin_each_action_to_one_commit() {
    let Some(workflows) = workflows() else {
        return;
    };
    let used: BTreeSet<_> = found(r"uses: (.*)", &workflows.concat())
        .into_iter()
        .collect();
    let pinned = Regex::new(r"^[\w-]+/[\w-]+@[0-9a-f]{40} # v[0-9]+\.[0-9]+\.[0-9]+$").unwrap();
    let mut names = BTreeSet::new();
    for action in &used {
        assert!(pinned.is_match(action), "{action}");
        assert!(names.insert(action.split('@').next()), "{used:?}");
    }
    assert!(names.len() >= 3, "{used:?}");
}
