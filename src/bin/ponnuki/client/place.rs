//! The folder and environment in which a program runs.

use std::collections::BTreeMap;
use std::path::{self, Path, PathBuf};

/// The folder and environment in which a program runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProgramPlace<'a> {
    /// The working folder; `None` for that of this process.
    pub(crate) folder: Option<&'a Path>,
    /// Variables added to the environment of this process.
    pub(crate) environment: &'a BTreeMap<String, String>,
}

impl ProgramPlace<'_> {
    /// The folder and environment of this process.
    pub(crate) const HERE: Self = Self {
        folder: None,
        environment: &BTreeMap::new(),
    };

    /// Returns the path of the program that a command line names. A relative path of several parts
    /// is resolved against the folder, because systems differ in whether they do so.
    pub(super) fn program(self, name: &str) -> PathBuf {
        let program = Path::new(name);
        match self.folder {
            Some(folder) if program.is_relative() && program.components().count() > 1 => {
                let path = folder.join(program);
                path::absolute(&path).unwrap_or(path)
            }
            _ => program.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_of_several_parts_begins_in_the_folder() {
        let place = ProgramPlace {
            folder: Some(Path::new("engines")),
            ..ProgramPlace::HERE
        };
        assert!(place.program("./one").ends_with("engines/one"));
        assert!(place.program("bin/one").is_absolute());
        assert_eq!(place.program("gnugo"), Path::new("gnugo"));
        assert_eq!(ProgramPlace::HERE.program("./one"), Path::new("./one"));
    }
}
