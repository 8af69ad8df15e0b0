"""Prints how busy the workers of a match were, from a job log of GNU parallel. Called by
scripts/machines.sh:

    busy.py LOG WORKERS [LEAST]

Fails if they were busy for a smaller share of the time than LEAST, in percent.
"""

import sys


def main(log, workers, least=0):
    with open(log, encoding="utf-8") as lines:
        rows = [line.split("\t") for line in lines][1:]
    starts = [float(row[2]) for row in rows]
    times = [float(row[3]) for row in rows]
    wall = max(map(sum, zip(starts, times))) - min(starts)
    ideal = sum(times) / int(workers)
    busy = 100 * ideal / wall
    print(
        f"{len(rows):3} parts on {workers} workers: {wall:5.1f} s, ideal {ideal:5.1f} s, workers busy {busy:3.0f} %;"
        f" parts of {min(times):.2f} to {max(times):.2f} s"
    )
    if busy < float(least):
        sys.exit(f"the workers were to be busy for {least} %")


main(*sys.argv[1:])
