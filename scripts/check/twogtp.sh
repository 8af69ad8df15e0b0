#!/usr/bin/env bash
# Plays a match against GNU Go with gogui-twogtp and a second GNU Go as the referee.
#
#   scripts/check/twogtp.sh [--games N] [--size N] [--komi K] [--level N] [--out FOLDER]
#
# Colours alternate. Fails with status 1 if a game is missing, if the column ERR of the
# result table holds an error, or if the three programs disagree on a score. Without
# GoGui or GNU Go, prints one line and exits with status 2.
set -euo pipefail
. "$(dirname "$0")/../programs.sh"

games=20 size=9 komi=7.5 level=0 out=$work/twogtp
while [ $# -gt 0 ]; do
    [ $# -ge 2 ] || missing "$1 needs a value"
    case $1 in
        --games) games=$2 ;;
        --size) size=$2 ;;
        --komi) komi=$2 ;;
        --level) level=$2 ;;
        --out) out=$2 ;;
        *) missing "unknown option $1: see the head of this script" ;;
    esac
    shift 2
done

command -v gogui-twogtp >/dev/null || missing "GoGui is not installed: gogui-twogtp is not on the PATH"
need_gnugo
build_engine
mkdir -p "$out"
rm -f "$out"/match*

opponent="$gnugo --mode gtp --chinese-rules --positional-superko --capture-all-dead --never-resign --level $level"
gogui-twogtp -auto -alternate -force -games "$games" -size "$size" -komi "$komi" \
    -black "$engine" -white "$opponent" -referee "$opponent" -sgffile "$out/match" </dev/null

python3 scripts/check/twogtp_check.py "$out/match.dat" "$games"
