#!/usr/bin/env bash
# Measures the leads of `ponnuki analysis` in positions of games, and prints a table: their
# standard error over eight seeds at 25 and 500 visits, and the points that moves lose compared
# with those at 20,000 visits.
#
#   scripts/measure/lead.sh GAME.sgf...
#
# Four positions are drawn from each game. PONNUKI names another engine to compare with.
set -euo pipefail
. "$(dirname "$0")/../programs.sh"

[ $# -gt 0 ] || missing 'name the records of some games: scripts/measure/lead.sh GAME.sgf...'
games=()
for file in "$@"; do
    games+=("$(cd "$from" && realpath -e "$file" 2>/dev/null)") || missing "there is no file $file"
done
need_sgfmill
build_engine
"$python" scripts/measure/analysis/lead.py "$engine" "${games[@]}"
