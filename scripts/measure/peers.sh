#!/bin/sh
# Compares Ponnuki's speed with that of other Rust crates, on one core, in CPU time.
#
#   scripts/measure/peers.sh [ROUNDS [SECONDS]]
#
# Both kinds of playouts, each level of SIMD code, go_game_board and goban take turns.
set -eu
cd "$(dirname "$0")/peers"
cargo build --release --quiet
binary="${CARGO_TARGET_DIR:-target}/release/peers"
# Pins the process to one core if the system can do that.
if command -v taskset >/dev/null; then
    exec taskset -c "${PEERS_CORE:-0}" "$binary" "$@"
fi
exec "$binary" "$@"
