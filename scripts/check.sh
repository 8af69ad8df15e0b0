#!/usr/bin/env bash
# Runs the checks that must pass before every commit: format, lints, tests and
# documentation. Warnings count as errors.
set -euo pipefail
cd "$(dirname "$0")/.."

say() { printf '\n== %s\n' "$*"; }

say format
cargo fmt --check
cargo fmt --check --manifest-path scripts/bench/Cargo.toml

say lints
cargo clippy --all-targets --quiet -- -D warnings
cargo clippy --all-targets --no-default-features --quiet -- -D warnings
cargo clippy --all-targets --quiet --manifest-path scripts/bench/Cargo.toml \
    --target-dir "${CARGO_TARGET_DIR:-target}/bench" -- -D warnings

say tests
cargo test

say 'tests of the library without the program'
cargo test --no-default-features --lib

say documentation
RUSTDOCFLAGS="-D warnings" cargo doc --no-deps --quiet
