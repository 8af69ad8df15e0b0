#!/usr/bin/env bash
# Checks the library and the program with the oldest Rust that Cargo.toml promises, and compares the
# version in the README.
#
#   scripts/check/oldest-rust.sh
#
# Uses the default compiler if it is that version, and otherwise the toolchain of rustup,
# which is installed if it can be had.
set -euo pipefail
. "$(dirname "$0")/../programs.sh"

version=$(sed -n 's/^rust-version = "\(.*\)"$/\1/p' Cargo.toml)
grep -q "Rust $version or newer" README.md || give_up "the README does not say 'Rust $version or newer'"
cargo=(cargo)
if [[ $(rustc --version) != "rustc $version."* ]]; then
    toolchain=$version.0
    cargo=(cargo "+$toolchain")
    command -v rustup >/dev/null || missing "Rust $version is missing: install rustup"
    if ! rustc "+$toolchain" --version >/dev/null 2>&1; then
        timeout 300 rustup toolchain install "$toolchain" --profile minimal --no-self-update >/dev/null 2>&1 ||
            missing "Rust $version is missing: rustup toolchain install $toolchain"
    fi
fi
"${cargo[@]}" --version
# Another compiler would build everything again in the same folder.
export CARGO_TARGET_DIR=$work/oldest-rust
"${cargo[@]}" check --locked --lib --bins --quiet
"${cargo[@]}" check --locked --package ponnuki --lib --no-default-features --quiet
