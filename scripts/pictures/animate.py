"""Turns a game into an animated picture: its moves one by one, then the counted position.

    animate.py PONNUKI GAME.sgf > GAME.svg

The boards are those of `ponnuki score --svg`. The animation is CSS alone, so it also runs
where a page shows the file as an image; readers who prefer less motion see the end.
"""

import re
import subprocess
import sys
from pathlib import Path

from board import EMPTY, PASS, Board, color_named

MOVE, END = 0.45, 5.0  # seconds


def picture(ponnuki, game, *options):
    """Returns the content of the picture of a record's final position."""
    svg = subprocess.run(
        [ponnuki, "score", "-q", game, "--svg", "-", *options], check=True, capture_output=True, text=True
    ).stdout
    return re.search(r"<rect.*(?=</svg>)", svg).group()


def stones(text, size):
    """Yields every stone of a game: its colour, point, and the moves that place and remove it."""
    board = Board(size, size, "positional")
    since = {}
    for number, (color, at) in enumerate(re.findall(r";([BW])\[([a-z]*)\]", text), start=1):
        point = (size - ord(at[1]) + ord("a") - 1) * size + ord(at[0]) - ord("a") if at else PASS
        before = board.cells
        board.play(color_named(color), point)
        for changed, (old, new) in enumerate(zip(before, board.cells, strict=True)):
            if old == new:
                continue
            if old != EMPTY:
                yield old, changed, since.pop(changed), number
            if new != EMPTY:
                since[changed] = number
    for point, placed in since.items():
        yield board.cells[point], point, placed, None


def main():
    ponnuki, game = sys.argv[1:]
    text = Path(game).read_text(encoding="utf-8")
    size = int(re.search(r"SZ\[(\d+)\]", text).group(1))
    moves = len(re.findall(r";[BW]\[", text))
    total = MOVE * moves + END

    def percent(move):
        return f"{100 * MOVE * (move - 1) / total:.2f}%"

    def keyframes(name, steps):
        return f"@keyframes {name}{{{''.join(f'{percent(move)}{{{style}}}' for move, style in steps)}}}"

    def place(point):
        return point % size + 1, size - point // size

    # Each step lasts until the next one.
    rules = [keyframes("end", [(1, "opacity:0"), (moves + 1, "opacity:1")])]
    shapes, last = [], []
    for number, (color, point, placed, removed) in enumerate(stones(text, size)):
        x, y = place(point)
        steps = [(1, "opacity:0"), (placed, "opacity:1")] + ([(removed, "opacity:0")] if removed else [])
        rules.append(keyframes(f"s{number}", steps))
        last.append((placed, f"transform:translate({x}px,{y}px)"))
        fill = "#16130d" if color == color_named("b") else "#fdfdf8"
        shapes.append(f'<circle style="animation-name:s{number}" cx="{x}" cy="{y}" r=".46" fill="{fill}"/>')
    rules.append(keyframes("last", sorted(last)))
    empty = re.sub(r'<g class="(shades|black)".*', "", picture(ponnuki, game))
    print(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-.5 -.5 {size + 2} {size + 2}" width="440">'
        "<title>a game, move by move, and its count</title>"
        f"<style>.moves circle,.last,.end{{animation:{total:.2f}s step-end infinite}}"
        f".last{{animation-name:last}}.end{{animation-name:end}}"
        "@media(prefers-reduced-motion){.moves circle,.last,.end{animation:none}}"
        f"{''.join(rules)}</style>"
        f'{empty}<g class="moves" stroke="#16130d" stroke-width=".04">{"".join(shapes)}</g>'
        '<circle class="last" r=".15" fill="#c8452f"/>'
        f'<g class="end">{picture(ponnuki, game, "--dead", "estimate")}</g></svg>'
    )


main()
