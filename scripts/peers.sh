#!/bin/sh
# Ponnuki's speed beside that of other Rust crates, on one core.
# Usage: scripts/peers.sh [perft] [ROUNDS [SECONDS]]
set -eu
cd "$(dirname "$0")/peers"
cargo build --release --quiet
binary="${CARGO_TARGET_DIR:-target}/release/peers"
# One core for all, where the system can say so.
if command -v taskset >/dev/null; then
    exec taskset -c "${PEERS_CORE:-0}" "$binary" "$@"
fi
exec "$binary" "$@"
