#!/usr/bin/env bash
# Runs the checks that must pass before every commit: format, lints, tests and
# documentation. Warnings count as errors.
set -euo pipefail
cd "$(dirname "$0")/.."

# Begins a part, and prints the time that the parts before it took.
say() { printf '\n== %s (after %d s)\n' "$*" "$SECONDS"; }

say format
cargo fmt --check
cargo fmt --check --manifest-path scripts/bench/Cargo.toml
cargo fmt --check --manifest-path scripts/fuzz/Cargo.toml

say lints
cargo clippy --all-targets --quiet -- -D warnings
# Without the program the library leaves out whole items, so what compiles here also
# does what the tests below show.
cargo clippy --all-targets --no-default-features --quiet -- -D warnings
cargo clippy --all-targets --quiet --manifest-path scripts/bench/Cargo.toml \
    --target-dir "${CARGO_TARGET_DIR:-target}/bench" -- -D warnings

say tests
cargo test

say documentation
RUSTDOCFLAGS="-D warnings" cargo doc --no-deps --quiet
