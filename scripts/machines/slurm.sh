# Sourced by scripts/machines.sh: a Slurm cluster of one node.
# shellcheck shell=bash disable=SC2154

slurm_daemons=()

need_slurm() {
    need_daemon munged munge
    need_daemon slurmctld slurmctld
    need_daemon slurmd slurmd
    need_command sbatch slurm-client
}

# Starts munged, slurmctld and slurmd, with all their files in the folder slurm.
start_slurm() {
    mkdir slurm slurm/state slurm/spool
    local place=$folder/slurm user name
    user=$(id -un)
    name=$(hostname -s)
    mungekey --create --keyfile="$place/munge.key"
    cat >slurm/slurm.conf <<END
ClusterName=ponnuki
SlurmctldHost=$name(127.0.0.1)
SlurmctldPort=$(free_port)
SlurmdPort=$(free_port)
# The addresses of this file, not all of this machine.
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
SlurmUser=$user
SlurmdUser=$user
# A requeued job begins when its credential has expired, here after 5 seconds.
AuthInfo=socket=$place/munge.socket,cred_expire=5
StateSaveLocation=$place/state
SlurmdSpoolDir=$place/spool
SlurmctldPidFile=$place/slurmctld.pid
SlurmdPidFile=$place/slurmd.pid
# No cgroups, which a container may lack.
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
MailProg=/bin/true
# Short games end faster than a cluster expects.
SchedulerParameters=sched_min_interval=100000,batch_sched_delay=0,bf_interval=1
KillWait=2
NodeName=$name NodeAddr=127.0.0.1 CPUs=$(nproc)
PartitionName=all Nodes=ALL Default=YES
END
    export SLURM_CONF=$place/slurm.conf
    # --force: the folder of the checkout may belong to a group.
    munged --foreground --force --socket="$place/munge.socket" --key-file="$place/munge.key" --seed-file="$place/seed" \
        --pid-file="$place/munged.pid" --log-file="$place/munged.log" >"$place/munged.out" 2>&1 &
    slurm_daemons=($!)
    for _ in $(seq 50); do
        [ ! -S "$place/munge.socket" ] || break
        sleep 0.1
    done
    slurmctld -D -c >"$place/slurmctld.log" 2>&1 &
    slurm_daemons+=($!)
    slurmd -D >"$place/slurmd.log" 2>&1 &
    slurm_daemons+=($!)
    for _ in $(seq 100); do
        [ "$(sinfo --noheader --format=%t 2>/dev/null)" != idle ] || return 0
        sleep 0.1
    done
    cat "$place"/*.log >&2
    return 1
}

stop_slurm() {
    [ ${#slurm_daemons[@]} -gt 0 ] || return 0
    scancel --user="$(id -un)" 2>/dev/null || true
    # munged last, since the others ask it to the end.
    local index
    for index in 2 1 0; do
        kill "${slurm_daemons[$index]}" 2>/dev/null || true
        wait "${slurm_daemons[$index]}" 2>/dev/null || true
    done
    slurm_daemons=()
}

# Waits until no job is left.
wait_for_jobs() {
    for _ in $(seq 300); do
        [ -n "$(squeue --noheader)" ] || return 0
        sleep 1
    done
    squeue >&2
    return 1
}

# Requeues running jobs of the array, then kills the match of another one.
disturb() {
    local finished task requeued=()
    for finished in 4 8 12 16; do
        wait_for $finished 'shard-*.jsonl'
        task=$(squeue --noheader --states=RUNNING --format=%i | head -n 1)
        # It may have ended in the meantime.
        ! scontrol requeue "$task" 2>/dev/null || requeued+=("$task")
    done
    [ ${#requeued[@]} -gt 0 ] || {
        echo "no job was requeued" >&2
        return 1
    }
    kill_matches 1
    wait "$killer"
    echo "slurm: jobs requeued: ${requeued[*]}; the match of another one killed"
}

way_slurm() {
    enter slurm
    start_slurm
    by_guide sbatch
    disturb
    wait_for_jobs
    must_fail "lost until the killed part continues"
    by_guide sbatch
    wait_for_jobs
    check
    stop_slurm
}
