#!/usr/bin/env bash
# Measures the overhead of a match: the games per second of two random players, and the
# processor time of a match against GNU Go compared with GNU Go's own.
#
#   scripts/measure/overhead.sh [GAMES]
#
# Plays 100 games by default against GNU Go at its fastest level. Run it on an idle
# machine.
set -euo pipefail
. "$(dirname "$0")/../programs.sh"

games=${1:-100}
need_gnugo
build_engine
folder=$(mkdir -p "$work/overhead" && cd "$work/overhead" && pwd)

echo "load: $(uptime | sed 's/.*load average[s]*: //')"
random=2000
for threads in 1 1 1 2 2 2; do
    TIMEFORMAT=%R
    seconds=$({ time "$engine" match --quiet --black "ponnuki --quiet" --white "ponnuki --quiet" --size 9 \
        --games $random -j $threads </dev/null >/dev/null; } 2>&1)
    awk -v games=$random -v seconds="$seconds" -v threads=$threads 'BEGIN {
        printf "two random players, 9x9, -j %d: %.0f games per second\n", threads, games / seconds
    }'
done

# Runs a program and writes its processor time, user and system, into a file.
cat >"$folder/cpu" <<'END'
#!/usr/bin/env bash
file=$1
shift
TIMEFORMAT='%U %S'
{ time "$@" <&3 >&4 2>/dev/null; } 3<&0 4>&1 2>"$file"
END
chmod +x "$folder/cpu"
"$folder/cpu" "$folder/match" "$engine" match --quiet --black "ponnuki --quiet" \
    --white "'$folder/cpu' '$folder/gnugo' $gnugo_player --never-resign" \
    --size 9 --games "$games" --alternate </dev/null >"$folder/summary"
awk -v games="$games" '
    FILENAME ~ /match$/ { all = $1 + $2 }
    FILENAME ~ /gnugo$/ { own = $1 + $2 }
    END {
        printf "%d games against GNU Go: %.1f s of processor time, %.1f s of it used by GNU Go: %.1f %% more\n",
            games, all, own, 100 * (all - own) / own
    }' "$folder/match" "$folder/gnugo"
