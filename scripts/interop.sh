#!/usr/bin/env bash
# Plays the built engine against GNU Go through Sabaki's own GTP client, then
# sends every session of gtp-tests/ again in every way a client may write it.
#
#   scripts/interop.sh [SEED]
#
# Any refused move, difference in scores or changed answer fails. The games are
# the same every time for one SEED (default 1). Installs Debian's gnugo (as root)
# and the npm package @sabaki/gtp where they are missing, or says in one line
# what to install and ends with status 2.
set -euo pipefail
. "$(dirname "$0")/programs.sh"

seed=${1:-1}

# Every session once more: CR LF, tabs, comments, noise, byte by byte, pipelined.
check_streams() {
    local log=$work/interop/streams.log
    GTP_TESTS_ENGINE=$engine cargo test --quiet --test gtp -- stream:: </dev/null >"$log" 2>&1 \
        || { cat "$log" >&2; return 1; }
    grep '^test result: ok\. [1-9]' "$log" || { echo "no stream check was run" >&2; return 1; }
}

need_gnugo
need_packages interop
build_engine
node scripts/interop/main.js "$engine" "$gnugo" "$seed" </dev/null
echo "streams: every session in every way of sending it"
check_streams
