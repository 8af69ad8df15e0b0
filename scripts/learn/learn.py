"""Makes a network better by games against itself: learn.sh --minutes N | --games N. See README.md.

Writes into the folder of --out, every half minute and at the end:

  NAME.pt      the weights in floating-point numbers, as --from takes them
  NAME.bin     the same as the engine reads them, with a record of how they were made
  NAME.record  that record
  log          what was printed
  games.txt    some of the last games, one a line: size, komi, moves
  state.pt     all that is needed to go on
  samples/     the samples of the last games, if a processor plays
"""

import argparse
import os
import platform
import queue
import signal
import subprocess
import sys
import threading
import time
import zipfile
from pathlib import Path

import held_out
import model as models
import numpy as np
import torch
from learner import LOSSES, Learner
from network import load
from players import Batches, WholeNumbers, file_of
from replay import Replay, packed

DEFAULT_NETWORK = "b6c64"

# How often each sample is learned from, on average.
REUSE = 8
# The rate at the begin of a run, for new weights and for others; it falls to a share of that. A processor brings so few
# games that larger steps lose what the weights knew.
RATES = {"cpu": (3e-3, 1.5e-4), "cuda": (3e-3, 8e-4)}
LAST_SHARE = 0.05
WARM_UP_STEPS = 100
# Samples are drawn from the newest ones: this share of all of the run, at least so many.
WINDOW_SHARE, LEAST_WINDOW = 0.6, 10_000
# The share of the games that the policy plays alone, for new weights, which have no policy yet, and for others: such
# games then take half of the evaluations.
POLICY_SHARES = (0.0, 0.97)
# Nothing is learned before.
LEAST_SAMPLES = 1_000

# The games side by side, the threads for their rules, the samples of a step and those kept.
GPU = {9: (1024, 2, 2048, 2_000_000), 13: (768, 4, 1024, 1_200_000), 19: (672, 8, 512, 900_000)}
GPU_OTHER = (768, 4, 1024, 800_000)
CPU_GAMES, CPU_BATCH, CPU_SAMPLES = 16, 128, 200_000

# The steps after which a processor plays with new weights, and the seconds after which a graphics card does.
CPU_REFRESH_STEPS, GPU_REFRESH_SECONDS = 50, 1.0
# The evaluations of a processor between two looks at what has come.
CPU_SLICE = 2_000
# The newest samples of each size that choose the scales of whole numbers.
SCALE_SAMPLES = 64

SAVE_SECONDS, REPORT_SECONDS = 30, 15
HELD_OUT_SECONDS = {"cpu": 600, "cuda": 60}
# Every so manieth position of the games that nobody learns from.
HELD_OUT_STEP = {"cpu": 24, "cuda": 5}
# The games of the match against the weights of the beginning, with so many visits.
MATCH_GAMES, MATCH_VISITS = 40, 32
MATCH_SEED = 1


def arguments():
    parser = argparse.ArgumentParser(
        prog="learn.sh", description="Makes a network better by games against itself.", allow_abbrev=False
    )
    length = parser.add_mutually_exclusive_group(required=True)
    length.add_argument("--minutes", type=float, metavar="N", help="how long to play and learn")
    length.add_argument("--games", type=int, metavar="N", help="how many games to play")
    parser.add_argument("--from", dest="begin", type=Path, metavar="FILE.pt", help="weights to begin with")
    parser.add_argument("--sizes", default="9,13,19", metavar="N,N", help="sizes of the boards [default: 9,13,19]")
    parser.add_argument("--network", metavar="NAME", help="blocks and channels of new weights [default: b6c64]")
    parser.add_argument(
        "--out", type=Path, default=Path("target/learn/run"), metavar="DIR", help="folder of the results"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="[default: 1]")
    parser.add_argument("--threads", type=int, default=os.cpu_count(), metavar="N", help="[default: all]")
    parser.add_argument("--cpu", action="store_true", help="use no graphics card")
    parser.add_argument(
        "--batches", action="store_true", help="let PyTorch answer the games on a processor, too, as on a graphics card"
    )
    found = parser.parse_args()
    sizes = found.sizes.split(",")
    if not all(size.isdecimal() and 5 <= int(size) <= 25 for size in sizes):
        parser.error("--sizes: boards have 5x5 to 25x25 points: write 9,13,19")
    found.sizes = sorted(set(map(int, sizes)))
    try:
        models.shape(found.network or DEFAULT_NETWORK)
    except ValueError as error:
        parser.error(f"--network: {error}")
    for name in ("minutes", "games", "threads"):
        value = getattr(found, name)
        if value is not None and not value > 0:
            parser.error(f"--{name} must be larger than 0")
    return found


class Run:
    """A run that learns, from its first step to its last one."""

    def __init__(self, options):
        self.options = options
        self.device = "cuda" if torch.cuda.is_available() and not options.cpu else "cpu"
        self.out = options.out
        self.out.mkdir(parents=True, exist_ok=True)
        # Whether the threads are to end, and whether somebody has stopped the run.
        self.is_over = self.is_stopped = False
        self.begun = time.monotonic()
        # What earlier parts of the run have done.
        self.before = {"seconds": 0.0, "games": 0, "moves": 0, "evaluations": 0}
        self.now = dict.fromkeys(self.before, 0)
        self.new = dict.fromkeys(options.sizes, 0)
        self.used = dict.fromkeys(options.sizes, 0)
        self.played = dict.fromkeys(options.sizes, 0)
        self.counting = threading.Lock()
        self.records = []
        self.chunk = {size: [] for size in options.sizes}
        self.chunks = 0
        torch.manual_seed(options.seed)
        if options.threads == 1:
            torch.use_deterministic_algorithms(True)
        torch.set_num_threads(1)
        if self.device == "cuda":
            torch.backends.cudnn.benchmark = True
            torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
        self.random = torch.Generator(self.device).manual_seed(options.seed)
        self.begin()
        self.held_out = held_out.read(options.sizes, HELD_OUT_STEP[self.device])

    def say(self, *words):
        line = " ".join([f"{self.seconds():7.1f}", *map(str, words)])
        print(line, flush=True)
        with open(self.out / "log", "a", encoding="utf-8") as log:
            print(line, file=log)

    def seconds(self):
        return self.before["seconds"] + time.monotonic() - self.begun

    def total(self, what):
        return self.before[what] + self.now[what]

    def begin(self):
        """Reads the weights and samples to go on with, or makes new weights."""
        state = self.out / "state.pt"
        if state.exists():
            held = torch.load(state, map_location=self.device)
            self.name = held["name"]
            wanted = self.options.network
            if wanted not in (None, self.name) or held["sizes"] != self.options.sizes:
                sys.exit(f"learn.sh: {self.out} holds a run of {self.name} on {held['sizes']}; choose another --out")
            self.learner = Learner(models.Model(*models.shape(self.name)), self.device)
            self.learner.restore(held["learner"])
            self.before, self.new, self.used, self.chunks = (held[key] for key in ("before", "new", "used", "chunks"))
            self.origin = held["origin"]
        elif self.options.begin:
            try:
                network = models.load(load(self.options.begin))
            except (zipfile.BadZipFile, KeyError, RuntimeError) as error:
                raise ValueError(f"{self.options.begin} holds no weights of a network: {error}") from error
            self.name = models.name(network)
            if self.options.network not in (None, self.name):
                sys.exit(f"learn.sh: {self.options.begin} holds a {self.name}, no {self.options.network}")
            record = self.options.begin.with_suffix(".record")
            self.origin = record.read_text().strip() if record.exists() else self.options.begin.name
            self.learner = Learner(network, self.device)
        else:
            self.name = self.options.network or DEFAULT_NETWORK
            self.origin = "nothing"
            self.learner = Learner(models.Model(*models.shape(self.name)), self.device)
        # Whether the weights of the beginning had learned before.
        self.is_taught = self.origin != "nothing"
        self.first = models.load(models.tensors(self.learner.mean))
        self.replays = {size: Replay(size, self.settings(size)[3], self.device) for size in self.options.sizes}
        for chunk in sorted(self.out.glob("samples/*.npz")):
            with np.load(chunk) as held:
                for size, replay in self.replays.items():
                    parts = {name.split("-")[1]: held[name] for name in held.files if name.startswith(f"{size}-")}
                    if parts:
                        replay.add(parts)

    def settings(self, size):
        if self.device == "cuda":
            return GPU.get(size, GPU_OTHER)
        return CPU_GAMES, 1, CPU_BATCH, CPU_SAMPLES * 81 // max(size * size, 81)

    def done(self):
        """Returns how much of the run is done, from 0 to 1."""
        if self.options.games:
            return self.total("games") / self.options.games
        return self.seconds() / 60 / self.options.minutes

    def take(self, size, samples, records):
        """Takes the samples of finished games."""
        samples = packed(samples)
        self.replays[size].add(samples)
        self.new[size] += len(samples["result"])
        self.records = (self.records + records)[-200:]
        if self.device == "cpu":
            self.chunk[size].append(samples)

    def learn(self, most):
        """Learns from what has come, at most so many steps, and returns how many."""
        steps = 0
        for size, replay in self.replays.items():
            batch = self.settings(size)[2]
            due = int((REUSE * self.new[size] - self.used[size]) / batch) if replay.total >= LEAST_SAMPLES else 0
            window = min(max(LEAST_WINDOW, int(WINDOW_SHARE * self.new[size])), replay.total, replay.capacity)
            for _ in range(min(due, most)):
                rate = RATES[self.device][self.is_taught]
                rate *= LAST_SHARE + (1 - LAST_SHARE) * (1 - min(self.done(), 1))
                rate *= min(1, (self.learner.steps + 1) / WARM_UP_STEPS)
                draw = {"generator": self.random, "device": self.device}
                places = replay.total - 1 - torch.randint(window, (batch,), **draw)
                images = torch.randint(8, (batch,), **draw)
                self.learner.step(replay, places % replay.capacity, images, rate)
                self.used[size] += batch
                steps += 1
        return steps

    def file(self, network, record=""):
        """Returns the weights of a network as the engine reads them."""
        network = models.load(models.tensors(network))
        batches = {}
        for size, replay in self.replays.items():
            places = replay.newest(SCALE_SAMPLES)
            if len(places):
                batches[size] = {part: values.cpu() for part, values in replay.batch(places, 0 * places).items()}
        if not batches:
            # Before the first game ends, positions of others choose the scales, on any board.
            others = self.held_out or held_out.read([9], HELD_OUT_STEP["cpu"])
            batches = {
                size: {part: values[:SCALE_SAMPLES] for part, values in parts.items()} for size, parts in others.items()
            }
        return file_of(network, batches, self.options.sizes, record)

    def record(self):
        options = self.options
        command = f"--minutes {options.minutes:g}" if options.minutes else f"--games {options.games}"
        commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
        machine = torch.cuda.get_device_name() if self.device == "cuda" else platform.processor() or platform.machine()
        sizes = ",".join(map(str, options.sizes))
        return (
            f"{self.name}: {self.total('games')} games of its own in {self.seconds() / 60:.1f} minutes on {machine} with "
            f"{options.threads} threads, {time.strftime('%Y-%m-%d')}, by learn.sh {command} --sizes {sizes} "
            f"--seed {options.seed} of commit {commit.stdout.strip() or 'unknown'}; begun from {self.origin}"
        )

    def save(self):
        """Writes all files. Each is complete at any time."""
        record = self.record()
        weights = {name: tensor.half() for name, tensor in self.learner.mean.state_dict().items()}
        before = {key: self.total(key) for key in self.before} | {"seconds": self.seconds()}
        held = {"name": self.name, "sizes": self.options.sizes, "learner": self.learner.state(), "before": before}
        held |= {"new": self.new, "used": self.used, "origin": self.origin}
        parts = {}
        for size, chunks in self.chunk.items():
            for part in chunks[0] if chunks else ():
                parts[f"{size}-{part}"] = np.concatenate([chunk[part] for chunk in chunks])
            chunks.clear()
        if parts:
            self.chunks += 1
            (self.out / "samples").mkdir(exist_ok=True)
            write(self.out / "samples" / f"{self.chunks:06}.npz", lambda file: np.savez_compressed(file, **parts))
        write(self.out / "state.pt", lambda file: torch.save(held | {"chunks": self.chunks}, file))
        write(self.out / f"{self.name}.pt", lambda file: torch.save(weights, file))
        write(self.out / f"{self.name}.bin", lambda file: file.write(self.file(self.learner.mean, record)))
        write(self.out / f"{self.name}.record", lambda file: file.write(f"{record}\n".encode()))
        write(self.out / "games.txt", lambda file: file.write("".join(f"{line}\n" for line in self.records).encode()))

    def report(self):
        now = self.now
        seconds = max(time.monotonic() - self.begun, 1e-9)
        losses = [
            f"{size}: " + " ".join(f"{name} {loss:.3f}" for name, loss in zip(LOSSES, values.tolist(), strict=True))
            for size, values in sorted(self.learner.losses.items())
        ]
        self.say(
            f"{100 * min(self.done(), 1):.0f} % games {self.total('games')} moves {self.total('moves')}",
            f"evaluations/s {now['evaluations'] / seconds:.0f} steps {self.learner.steps}",
            "samples " + " ".join(map(str, self.new.values())),
            "|",
            " | ".join(losses),
        )

    def report_held_out(self):
        self.say("held out", held_out.words(held_out.figures(self.learner.mean, self.held_out, self.device)))

    def match(self):
        """Lets the weights play those of the beginning."""
        for size in self.options.sizes:
            counts = self.match_on(size)
            self.say(f"match on {size}x{size} against the first weights: {counts[3]:g} of {counts[0]} games")

    def match_on(self, size):
        options = {"is_match": True, "quick_visits": MATCH_VISITS}
        if self.device == "cuda" or self.options.batches:
            networks = [self.learner.mean, self.first]
            place = Batches(networks, size, MATCH_GAMES, MATCH_SEED, self.device, self.options.threads, **options)
            step = place.step
        else:
            place = WholeNumbers(size, MATCH_GAMES // 4, MATCH_SEED, **options)
            files = [self.file(network) for network in (self.learner.mean, self.first)]

            def step():
                place.play(files, CPU_SLICE)

        while place.games.counts()[0] < MATCH_GAMES:
            step()
        return place.games.counts()

    def next_size(self):
        """Returns the size of the board that has had the fewest evaluations."""
        return min(self.played, key=self.played.get)

    def count(self, games, old):
        counts = games.counts()
        with self.counting:
            for key, new, before in zip(("games", "moves", "evaluations"), counts, old, strict=False):
                self.now[key] += new - before
        return counts

    def go(self):
        self.say(f"{self.name} on {self.device}, torch {torch.__version__}, begun from {self.origin}")
        self.report_held_out()
        if self.device == "cuda" or self.options.batches:
            self.in_batches()
        else:
            self.in_whole_numbers()
        self.save()
        self.report()
        if self.is_stopped:
            return
        self.report_held_out()
        self.match()
        self.say(self.record())

    def watch(self, next_times):
        """Reports and saves when it is time."""
        for what, (often, then) in {
            "report": (REPORT_SECONDS, self.report),
            "save": (SAVE_SECONDS, self.save),
            "held out": (HELD_OUT_SECONDS[self.device], self.report_held_out),
        }.items():
            if time.monotonic() >= next_times.setdefault(what, self.begun + often):
                next_times[what] = time.monotonic() + often
                then()

    def in_whole_numbers(self):
        """Plays on a processor and learns by turns; further threads only play."""
        came, files = queue.Queue(maxsize=64), [self.file(self.learner.mean)]
        lock = threading.Lock()
        times, refreshed = {}, self.learner.steps

        def player(seed):
            games = {
                size: WholeNumbers(size, CPU_GAMES, seed + size, policy_share=POLICY_SHARES[self.is_taught])
                for size in self.options.sizes
            }
            old = dict.fromkeys(games, (0, 0, 0, 0))
            while True:
                with lock:
                    size = self.next_size()
                    self.played[size] += CPU_SLICE
                    file = files[0]
                games[size].play([file], CPU_SLICE)
                held = games[size].games
                old[size] = self.count(held, old[size])
                yield size, held.take_samples(), held.take_records()

        def work(seed):
            for found in player(seed):
                if self.is_over:
                    return
                came.put(found)

        seed = self.options.seed * 1_000_000 + self.before["games"]
        threads = [
            threading.Thread(target=work, args=(seed + 1_000 * number,), daemon=True)
            for number in range(1, self.options.threads)
        ]
        for thread in threads:
            thread.start()
        own = player(seed)
        while self.done() < 1 and not self.is_over:
            while not came.empty():
                self.take(*came.get())
            if not self.learn(4):
                self.take(*next(own))
            if self.learner.steps >= refreshed + CPU_REFRESH_STEPS:
                refreshed = self.learner.steps
                files[0] = self.file(self.learner.mean)
            self.watch(times)
        self.is_over = True

    def in_batches(self):
        """Learns while the games of each size go on."""
        places = {
            size: Batches(
                [self.learner.mean],
                size,
                self.settings(size)[0],
                self.options.seed + size,
                self.device,
                self.settings(size)[1],
                policy_share=POLICY_SHARES[self.is_taught],
                is_staggered=True,
            )
            for size in self.options.sizes
        }
        if self.device == "cuda":
            self.record_steps()
        came, locks = queue.Queue(), {size: threading.Lock() for size in places}

        def work(size):
            place, old = places[size], (0, 0, 0, 0)
            steps = 0
            while not self.is_over:
                with locks[size]:
                    place.step()
                steps += 1
                if steps % 64 == 0:
                    old = self.count(place.games, old)
                    came.put((size, place.games.take_samples(), place.games.take_records()))

        threads = [threading.Thread(target=work, args=(size,), daemon=True) for size in places]
        for thread in threads:
            thread.start()
        times, refreshed = {}, time.monotonic()
        while self.done() < 1 and not self.is_over and all(thread.is_alive() for thread in threads):
            while not came.empty():
                self.take(*came.get())
            if not self.learn(16):
                time.sleep(0.02)
            elif self.device == "cuda":
                torch.cuda.current_stream().synchronize()
            if time.monotonic() > refreshed + GPU_REFRESH_SECONDS:
                refreshed = time.monotonic()
                for size, place in places.items():
                    with locks[size]:
                        place.refresh(self.learner.mean)
            self.watch(times)
        self.is_over = True
        for thread in threads:
            thread.join()

    def record_steps(self):
        """Records the steps of learning while nothing else uses the card; a rate of 0 changes no weight."""
        for size, replay in self.replays.items():
            places = torch.zeros(self.settings(size)[2], dtype=torch.long, device=self.device)
            for _ in range(5):
                self.learner.step(replay, places, places, 0.0)
        torch.cuda.synchronize()
        self.learner.steps = 0
        for losses in self.learner.losses.values():
            # The recorded steps write into them.
            losses.zero_()


def write(path, fill):
    """Writes a file in one step."""
    part = path.with_name(f"{path.name}.part")
    with open(part, "wb") as file:
        fill(file)
    os.replace(part, path)


def main():
    try:
        run = Run(arguments())
    except (OSError, ValueError) as error:
        sys.exit(f"learn.sh: {error}")

    def stop(*_):
        if run.is_stopped:
            sys.exit(130)
        run.is_over = run.is_stopped = True
        run.say("stops; the same command goes on")

    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGTERM, stop)
    run.go()


main()
