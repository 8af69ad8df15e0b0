#!/bin/sh
# Ponnuki's speed beside that of other Rust crates, on one core, in CPU time.
# Usage: scripts/peers.sh [PART...] [ROUNDS [SECONDS]]
# - playouts: both cores, each level of SIMD code, go_game_board and goban.
# - perft: counts of sequences of turns, beside board-game.
# - engine: what genmove of the random player and a copy of a board cost.
set -eu
cd "$(dirname "$0")/peers"
cargo build --release --quiet
binary="${CARGO_TARGET_DIR:-target}/release/peers"
# One core for all, where the system can say so.
if command -v taskset >/dev/null; then
    exec taskset -c "${PEERS_CORE:-0}" "$binary" "$@"
fi
exec "$binary" "$@"
