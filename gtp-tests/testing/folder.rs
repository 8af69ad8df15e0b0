//! Folders for the files of a test.

use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;

/// A temporary folder, removed when it goes out of scope.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// Makes a folder with files, each given by its name and its content.
    pub fn with_files(files: &[(&str, &str)]) -> Self {
        let folder = Self::new();
        for (name, content) in files {
            folder.write(name, content);
        }
        folder
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file, and the folders above it.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    #[track_caller]
    pub fn read(&self, name: &str) -> String {
        let text = fs::read_to_string(self.path(name));
        text.unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub fn exists(&self, name: &str) -> bool {
        self.path(name).exists()
    }

    /// Removes whatever has a name.
    #[cfg_attr(
        not(unix),
        allow(dead_code, reason = "some crates need it in their tests for Unix only")
    )]
    pub fn clear(&self, name: &str) {
        let path = self.path(name);
        let _ = fs::remove_file(&path).or_else(|_| fs::remove_dir_all(&path));
    }

    pub fn names(&self) -> Vec<String> {
        self.names_in("")
    }

    /// Returns the names in a folder below this one, sorted.
    pub fn names_in(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(folder)).unwrap();
        let mut names: Vec<_> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}
