#!/usr/bin/env bash
# Plays a match on several machines by the commands of the guide, which it copies from
# src/bin/ponnuki/match/matches.md, "On more than one machine". Apart from the times, the games
# and the summaries must be those of one run.
#
#   scripts/machines.sh [WAY...]
#
# Plays all ways by default:
#
#   local    GNU parallel; matches are killed at random. Also plants faults in the
#            results: the check must find a lost, a changed and a doubled game
#   ssh      GNU parallel over ssh to two machines, which are two ssh daemons on this
#            one, each with a folder of its own. Matches are killed, then one machine
#   slurm    a Slurm cluster of one node; jobs are requeued and another one is killed
#   workers  measures the share of the time that two workers are busy, with 2, 10 and 40
#            parts; with 40 it must be 90 %
#
# Needs Linux, Python 3, GNU parallel, ssh with sshd and rsync, and Slurm with munge. As
# root, installs Debian's packages; if something is missing, prints one line and exits
# with status 2. All daemons listen on 127.0.0.1, have their keys and files in the
# folder of this script, and end with it.
set -euo pipefail
. "$(dirname "$0")/programs.sh"
. scripts/machines/ssh.sh
. scripts/machines/slurm.sh

guide=src/bin/ponnuki/match/matches.md
games=120
parts=40

# need_daemon COMMAND PACKAGE: as need_command, but Debian does not start the daemon.
need_daemon() {
    local policy=/usr/sbin/policy-rc.d status=0
    if ! command -v "$1" >/dev/null && [ "$(id -u)" = 0 ] && ! [ -e $policy ]; then
        # Debian asks this program before it starts a daemon; 101 forbids it.
        printf '#!/bin/sh\nexit 101\n' >$policy
        chmod +x $policy
        (need_command "$@") || status=$?
        rm $policy
        return $status
    fi
    need_command "$@"
}

# guide_block WORDS: prints the first block of commands in the guide that contains them.
guide_block() {
    awk -v words="$1" '
        /^```/ { inside = $0 == "```sh"; if (!inside && index(block, words)) exit; block = ""; next }
        inside { block = block $0 "\n" }
        END { printf "%s", block }
    ' $guide | grep . || {
        echo "$guide has no command with $1" >&2
        return 1
    }
}

# by_guide WORDS: runs that block in the current folder.
by_guide() {
    local block
    block=$(cd "$top" && guide_block "$1")
    sh -c "$block" </dev/null
}

# enter NAME: makes a folder with the job and the match, and enters it.
enter() {
    folder=$top_work/$1
    mkdir "$folder"
    cd "$folder"
    (cd "$top" && guide_block '# match.sh') >match.sh
    cp "$top/scripts/machines/match.toml" .
}

# Plays the match in one run, with which the others are compared.
play_whole() {
    enter whole
    ponnuki match --quiet --tournament match.toml -j 2 --out whole.jsonl </dev/null >/dev/null
    ponnuki match report --json whole.jsonl >whole.json
}

# Compares the parts in the current folder with the whole match.
check() {
    cp ../whole/whole.json* .
    rm -f results.jsonl
    by_guide 'match merge' >/dev/null || return
    ponnuki match report --json results.jsonl >results.json || return
    ponnuki match report --json shard-*.jsonl >shards.json || return
    python3 "$top/scripts/matches/compare.py" . $games
}

# must_fail FAULT: the check must find the fault in the current folder.
must_fail() {
    if check >planted.log 2>&1; then
        echo "the check does not find that a game is $1" >&2
        return 1
    fi
    echo "planted: a game is $1: $(tail -n 1 planted.log)"
}

# Plants faults in copies of the parts in the current folder, and checks them.
plant() {
    local fault
    for fault in lost changed doubled; do
        cp -r "$folder" "$folder-$fault"
        (
            cd "$folder-$fault"
            case $fault in
                lost) sed -i '$d' shard-7.jsonl ;;
                changed) sed -i '1s/"seed":[0-9]*/"seed":5/' shard-7.jsonl ;;
                doubled) head -n 1 shard-7.jsonl >>shard-8.jsonl ;;
            esac
            must_fail $fault
        )
    done
}

# kill_matches NUMBER: kills matches below the current folder in the background.
kill_matches() {
    python3 "$top/scripts/machines/kill.py" . matches "$1" &
    killer=$!
}

# wait_for NUMBER PATTERN: waits until that number of files match the pattern.
wait_for() {
    for _ in $(seq 600); do
        [ "$(compgen -G "$2" | wc -l)" -lt "$1" ] || return 0
        sleep 0.1
    done
    echo "$2: not $1 files after a minute" >&2
    return 1
}

way_local() {
    enter local
    kill_matches 8
    by_guide 'parallel --retries' 2>parallel.log
    wait $killer
    echo "local: 8 matches killed, $(grep -c 'cut off' parallel.log || true) records cut off by that"
    check
    plant
}

way_workers() {
    local number least
    for number in 2 10 $parts; do
        enter "workers-$number"
        sed -i "s|\"\$1/$parts\"|\"\$1/$number\"|" match.sh
        least=0
        [ "$number" != $parts ] || least=90
        parallel -j 2 --joblog jobs.log sh match.sh {} ::: $(seq "$number") </dev/null
        python3 "$top/scripts/machines/busy.py" jobs.log 2 $least
        check
    done
}

# Ends all daemons and whatever else still works in the folder.
finish() {
    trap - EXIT
    stop_slurm
    stop_ssh
    cd "$top"
    python3 scripts/machines/kill.py "$top_work" all
}

ways=("$@")
[ $# -gt 0 ] || ways=(local ssh slurm workers)
for way in "${ways[@]}"; do
    case $way in
        local | workers) ;;
        ssh | slurm) "need_$way" ;;
        *)
            echo "usage: scripts/machines.sh [local] [ssh] [slurm] [workers]" >&2
            exit 1
            ;;
    esac
done
[ -d /proc/self ] || missing "Linux is missing: this script finds processes in /proc"
need_command python3 python3
need_parallel
build_engine
top=$PWD
rm -rf "$work/machines"
mkdir -p "$work/machines/bin"
top_work=$(cd "$work/machines" && pwd -P)
ln -s "$(cd "$(dirname "$engine")" && pwd)/ponnuki" "$top_work/bin/ponnuki"
PATH=$top_work/bin:$PATH
# No settings of the user's, and no notice on citations.
export PARALLEL_HOME=$top_work/parallel PARALLEL=--will-cite
mkdir "$PARALLEL_HOME"
trap finish EXIT

play_whole
for way in "${ways[@]}"; do
    started=$SECONDS
    "way_$way"
    echo "($way: $((SECONDS - started)) s)"
done
