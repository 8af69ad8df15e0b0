# Sourced by scripts/machines.sh: two machines for GNU parallel, as ssh daemons.
# shellcheck shell=bash disable=SC2154

# Debian keeps daemons off the PATH of users.
PATH=$PATH:/usr/sbin:/sbin
ssh_daemons=()

need_ssh() {
    need_command ssh openssh-client
    need_command rsync rsync
    need_daemon sshd openssh-server
}

# Prints a port that is free now.
free_port() {
    python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# start_machine NAME: starts a daemon whose sessions work in the folder NAME, and adds
# NAME to the machines that ssh knows.
start_machine() {
    local home=$folder/$1 port
    port=$(free_port)
    mkdir "$home"
    cat >"ssh/$1.sshd" <<END
ListenAddress 127.0.0.1:$port
HostKey $folder/ssh/host
AuthorizedKeysFile $folder/ssh/key.pub
PidFile none
# The folder of the checkout may belong to a group.
StrictModes no
UsePAM no
PasswordAuthentication no
KbdInteractiveAuthentication no
PermitRootLogin prohibit-password
SetEnv PATH=$PATH HOME=$home
ForceCommand cd '$home' && exec sh -c "\$SSH_ORIGINAL_COMMAND"
# The workers of a machine open their connections at the same time.
MaxStartups 100
END
    cat >>ssh/config <<END
Host $1
    Hostname 127.0.0.1
    Port $port
    HostKeyAlias machine
    IdentityFile $folder/ssh/key
    IdentitiesOnly yes
    UserKnownHostsFile $folder/ssh/known_hosts
    GlobalKnownHostsFile /dev/null
    BatchMode yes
END
    # sshd wants an absolute path of itself and works in /.
    "$(command -v sshd)" -D -f "$folder/ssh/$1.sshd" -E "$folder/ssh/$1.log" &
    ssh_daemons+=($!)
    # The shell does not report that it was killed.
    disown
}

# Starts the machines big1 and big2 of the guide.
start_ssh() {
    mkdir -m 700 ssh
    ssh-keygen -q -t ed25519 -N '' -f ssh/host
    ssh-keygen -q -t ed25519 -N '' -f ssh/key
    echo "machine $(cat ssh/host.pub)" >ssh/known_hosts
    # sshd asks for this folder if it runs as root.
    [ "$(id -u)" != 0 ] || mkdir -p /run/sshd
    start_machine big1
    start_machine big2
    export PARALLEL_SSH="ssh -F $folder/ssh/config"
    local name
    for name in big1 big2; do
        for _ in $(seq 50); do
            ! $PARALLEL_SSH $name true 2>/dev/null </dev/null || continue 2
            sleep 0.1
        done
        cat "ssh/$name.log" >&2
        return 1
    done
}

# kill_tree PID: kills a daemon with its sessions and their matches.
kill_tree() {
    python3 "$top/scripts/machines/kill.py" "$folder" tree "$1"
}

stop_ssh() {
    local daemon
    for daemon in "${ssh_daemons[@]}"; do
        kill_tree "$daemon"
    done
    ssh_daemons=()
}

way_ssh() {
    enter ssh
    start_ssh
    kill_matches 4
    (
        wait_for 10 'shard-*.jsonl'
        kill_tree "${ssh_daemons[1]}"
    ) &
    local down=$!
    by_guide 'parallel --sshlogin' 2>parallel.log || {
        cat parallel.log >&2
        return 1
    }
    wait "$killer"
    wait $down
    echo "ssh: 4 matches killed, then one machine of two: $(awk 'NR > 1 && $7 == 0 { parts[$2]++ }
        END { for (name in parts) printf "%s played %d parts ", name, parts[name] }' jobs.log)"
    check
    # Nothing is left to do.
    cp jobs.log before.log
    by_guide 'parallel --sshlogin' 2>>parallel.log
    cmp before.log jobs.log
    stop_ssh
}
