//! The version that `ponnuki --version` prints.

use std::sync::LazyLock;

use ponnuki_play::playout::SimdLevel;

/// The commit of the checkout that was built; empty for a build from a package.
pub(crate) const COMMIT: &str = git_version::git_version!(
    args = ["--always", "--dirty=-modified", "--abbrev=7", "--exclude=*"],
    fallback = ""
);

/// Returns the version, the commit and the vector instructions that lockstep playouts use
/// on this processor, as in `0.1.0 (abc1234, AVX-512)`.
pub(crate) fn line() -> &'static str {
    static LINE: LazyLock<String> = LazyLock::new(|| {
        let version = env!("CARGO_PKG_VERSION");
        let vectors = SimdLevel::best();
        match COMMIT {
            "" => format!("{version} ({vectors})"),
            commit => format!("{version} ({commit}, {vectors})"),
        }
    });
    &LINE
}
