#!/usr/bin/env bash
# Checks that the kernels of src/play/playout/cpu.rs and src/play/network/simd hold all their code.
# A function that is not inlined there is compiled for the oldest x86-64, whatever the
# kernel is compiled for.
#
#   scripts/check/kernels.sh [PROGRAM]
#
# Fails if a kernel calls a function that kernels/allowed.txt does not name. Without PROGRAM,
# a release build with its symbols, it disassembles the package of the kernels as others build it:
# without LTO, so that less is inlined by luck, and without what was learned. Needs objdump, on x86-64.
set -euo pipefail
. "$(dirname "$0")/../programs.sh"

need_command objdump binutils
[ "$(uname -m)" = x86_64 ] || missing "the kernels need x86-64"

if [ $# -gt 0 ]; then
    binary=$(cd "$from" && realpath "$1")
else
    profile=(--release --config profile.release.lto=false --config profile.release.codegen-units=16)
    # These names contain the types of generic functions.
    CARGO_INCREMENTAL=1 cargo rustc --quiet --package ponnuki-play "${profile[@]}" \
        --target-dir "$work/kernels" -- -C symbol-mangling-version=v0
    binary=$work/kernels/release/libponnuki_play.rlib
fi
python3 scripts/check/kernels/main.py scripts/check/kernels/allowed.txt "$binary"
