#!/usr/bin/env bash
# Lets KaTrain (https://github.com/sanderland/katrain) review a game with `ponnuki
# analysis`: its own classes, unchanged and without a window, read the game, ask the
# engine about every position, and about alternatives, a region and a move as its menu
# does.
#
#   scripts/check/katrain.sh [GAME.sgf]
#
# Without a game the engine plays one on 9x9 under Japanese rules, which KaTrain takes too
# if a game names none, as this one does. Then KaTrain reads a game with an illegal move,
# which it must report for the positions from that move on, and for no other, and plays
# White on 9x9 under its default rules, until both pass. This takes seconds; the first run,
# under a minute, installs KaTrain and Kivy (330 MB).
#
# Fails with status 1 if a position has no analysis, fewer visits than asked for, values
# out of range, no ownership or no policy, if a move has no point loss, or if KaTrain logs
# an error, or if the game as White does not end. Needs Python.
set -euo pipefail
. "$(dirname "$0")/../programs.sh"

game=${1:-}
if [ -n "$game" ]; then
    game=$(cd "$from" && realpath -e "$game" 2>/dev/null) || missing "there is no file $1"
fi
need_katrain
build_engine
out=$work/katrain
if [ -z "$game" ]; then
    rm -rf "$out/games"
    "$engine" match --quiet --black "$engine --quiet --playouts 100" --white "$engine --quiet --playouts 100" \
        --size 9 --rules japanese --games 1 --seed 1 --sgf-dir "$out/games" </dev/null >/dev/null
    game=$(find "$out/games" -name '*.sgf')
    sed -i 's/RU\[Japanese\]//' "$game"
fi

# Settings, logs and caches of KaTrain and Kivy stay below $work.
mkdir -p "$out/home"
HOME=$(cd "$out/home" && pwd)
engine=$(realpath "$engine")
export HOME KIVY_HOME=$HOME/kivy KIVY_NO_ARGS=1 KIVY_NO_CONSOLELOG=1 KIVY_NO_FILELOG=1
# KaTrain starts the command by a shell, and ends that. With `exec` this ends the engine.
"$python" scripts/check/katrain/main.py "exec $engine analysis" "$game"
