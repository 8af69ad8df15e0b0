"""Runs the parts of the endurance check: main.py ENGINE [PART...]"""

import sys

import long_game
import memory
import trouble
from engine import Fault

from gtp import Broken

PARTS = {
    "closed": trouble.check_closed,
    "full": trouble.check_full,
    "long": long_game.check,
    "stack": trouble.check_stack,
    "memory": memory.check,
}


def main():
    path, *names = sys.argv[1:]
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        sys.exit(f"endurance: no part is named {unknown[0]}")
    for name in names or PARTS:
        print(f"{name}:", flush=True)
        try:
            PARTS[name](path)
        except (Fault, Broken) as fault:
            sys.exit(f"endurance: {name}: {fault}")


if __name__ == "__main__":
    main()
