"""Checks the results of a match between faulty programs. Called by scripts/check/faults.sh:

check_faults.py RESULTS GAMES
"""

import collections
import sys

from records import in_order, records

FAULTS = {"crash", "hang", "malformed", "illegal", "refused"}
DETAILS = ["closed its output"]
if sys.platform == "linux":
    DETAILS.append("had to be killed")

# Fewer games may lack a kind of fault by chance, as 60 did.
MIN_GAMES = 300


def main(path, games):
    played = in_order(records(path))
    if [record["game"] for record in played] != list(range(games)):
        sys.exit(f"{len(played)} records for {games} games")
    for record in played:
        is_fault = record["end"] in FAULTS
        if is_fault != record["result"].endswith("+F") or is_fault == (record["detail"] == ""):
            sys.exit(f"game {record['game']} ended by {record['end']} as {record['result']}")
        if is_fault and record["detail"].split()[0] == record["winner"]:
            sys.exit(f"game {record['game']} was won by the program at fault")
    ends = collections.Counter(record["end"] for record in played)
    if games >= MIN_GAMES:
        if not FAULTS <= ends.keys():
            sys.exit(f"not every kind of fault occurred: {dict(ends)}")
        for detail in DETAILS:
            if not any(detail in record["detail"] for record in played):
                sys.exit(f"no game was lost with '{detail}'")
    counts = ", ".join(f"{end} {number}" for end, number in sorted(ends.items()))
    print(f"{games} games, all on record: {counts}")


main(sys.argv[1], int(sys.argv[2]))
