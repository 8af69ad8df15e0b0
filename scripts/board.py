"""An independent judge of the rules: a board as a byte string, flood fill, and the whole
history as sets of boards. It follows the definitions of the rules alone, shares no code
with any program, and uses neither hashes nor shortcuts.

A point is an index, row by row from A1; a cell holds EMPTY, BLACK or WHITE.
"""

import copy
import functools

EMPTY, BLACK, WHITE = 0, 1, 2
PASS = -1
LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"

# The reasons for which a play is illegal.
OCCUPIED, SUICIDE, KO, SUPERKO = "occupied", "suicide", "ko", "superko"


def other(color):
    """Returns the opponent of a colour."""
    return BLACK + WHITE - color


def color_name(color):
    """Returns the colour as GTP writes it."""
    return "b" if color == BLACK else "w"


def color_named(text):
    """Returns the colour with this name in GTP."""
    return {"b": BLACK, "w": WHITE}[text[0].lower()]


@functools.cache
def neighbours(width, height):
    """Returns the neighbours of every point."""
    table = []
    for row in range(height):
        for column in range(width):
            around = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
            table.append(tuple(y * width + x for y, x in around if 0 <= y < height and 0 <= x < width))
    return table


class Board:
    """A board under a ko rule (simple, positional or situational), and the part of the
    past that the ko rules need."""

    def __init__(self, width, height, rule, allows_suicide=False):
        self.width, self.height = width, height
        self.rule, self.allows_suicide = rule, allows_suicide
        self.near = neighbours(width, height)
        # (mover, point) of every turn.
        self.turns = []
        self.set_up([])

    def set_up(self, stones, first=BLACK):
        """Begins with these stones, pairs of colour and point, and the colour to move. Each
        captures as a move does, or is removed with its chain if it has no liberty."""
        self.cells = bytes(self.width * self.height)
        for color, point in stones:
            if self.cells[point] != color:
                replaced = self.cells[point] != EMPTY
                self.cells = self.cells[:point] + bytes([EMPTY]) + self.cells[point + 1 :]
                cells, is_suicide = self.placed(color, point)
                if not (is_suicide and replaced):
                    self.cells = cells
        self.first = first
        # Every board, and every (board, colour to move next). The colour to move next is
        # the opponent of the last mover, even if a colour then moves twice.
        self.boards = {self.cells}
        self.moments = {(self.cells, first)}
        # The board before the last turn, if that turn was a play.
        self.before = None

    def copy(self):
        """Returns a board that can be played on without a change to this one."""
        copied = copy.copy(self)
        copied.turns, copied.boards, copied.moments = self.turns.copy(), self.boards.copy(), self.moments.copy()
        return copied

    def vertex(self, point):
        """Returns the point as GTP writes it."""
        return "pass" if point == PASS else LETTERS[point % self.width] + str(point // self.width + 1)

    def point(self, text):
        """Returns the point with this name: D4, as in GTP; (3,15), as in KataGo, counted from
        the top left; or pass."""
        if text.lower() == "pass":
            return PASS
        if text.startswith("("):
            column, row = map(int, text.strip("()").split(","))
            row = self.height - 1 - row
        else:
            column, row = LETTERS.index(text[0].upper()), int(text[1:]) - 1
        if not (0 <= column < self.width and 0 <= row < self.height):
            raise ValueError(f"{text} is off the board")
        return row * self.width + column

    def points_from_top(self):
        """Returns all points, row by row from the top left."""
        return [row * self.width + column for row in reversed(range(self.height)) for column in range(self.width)]

    def to_move(self):
        """Returns the colour whose turn it is."""
        return other(self.turns[-1][0]) if self.turns else self.first

    def captured(self, cells, start):
        """Returns the points of the chain at `start` if it has no liberty, else nothing."""
        color = cells[start]
        chain, seen = [start], {start}
        for point in chain:
            for near in self.near[point]:
                if cells[near] == EMPTY:
                    return []
                if cells[near] == color and near not in seen:
                    seen.add(near)
                    chain.append(near)
        return chain

    def placed(self, color, point):
        """Returns the cells after a play, without the stones that it captures, and whether its
        own chain has no liberty then; if so, that is removed too."""
        cells = bytearray(self.cells)
        cells[point] = color
        for near in self.near[point]:
            if cells[near] == other(color):
                for dead in self.captured(cells, near):
                    cells[dead] = EMPTY
        own = self.captured(cells, point)
        for dead in own:
            cells[dead] = EMPTY
        return bytes(cells), bool(own)

    def judge(self, color, point):
        """Returns the reason why a play is illegal, or None."""
        if point == PASS:
            return None
        if self.cells[point] != EMPTY:
            return OCCUPIED
        cells, is_suicide = self.placed(color, point)
        if is_suicide and not self.allows_suicide:
            return SUICIDE
        takes_back = self.takes_back(color, cells)
        repeats = {
            "simple": takes_back,
            "positional": cells in self.boards,
            "situational": (cells, other(color)) in self.moments,
        }
        return (KO if takes_back else SUPERKO) if repeats[self.rule] else None

    def takes_back(self, color, cells):
        """Returns whether a play that leads to these cells undoes the opponent's last play."""
        return self.before == cells and self.turns[-1][0] == other(color)

    def play(self, color, point):
        """Plays a turn that is known to be legal."""
        self.before = None
        if point != PASS:
            self.before = self.cells
            self.cells, _ = self.placed(color, point)
        self.turns.append((color, point))
        self.boards.add(self.cells)
        self.moments.add((self.cells, other(color)))

    def captures(self, color, point):
        """Returns the number of stones that a play on an empty point would capture."""
        cells, is_suicide = self.placed(color, point)
        return 0 if is_suicide else self.cells.count(other(color)) - cells.count(other(color))

    def area_score(self, dead=()):
        """Returns Black's area minus White's, without the dead stones. An empty region counts
        for a colour if it touches no other."""
        living = [cell for point, cell in enumerate(self.cells) if point not in dead]
        margin = living.count(BLACK) - living.count(WHITE)
        for region, touched in self.empty_regions(dead):
            if len(touched) == 1:
                margin += len(region) if BLACK in touched else -len(region)
        return margin

    def empty_regions(self, dead=()):
        """Yields the points of each empty region, and the colours that it touches, without the
        dead stones."""
        cells = bytearray(self.cells)
        for point in dead:
            cells[point] = EMPTY
        seen = set()
        for start, cell in enumerate(cells):
            if cell != EMPTY or start in seen:
                continue
            region, touched = [start], set()
            seen.add(start)
            for point in region:
                for near in self.near[point]:
                    if cells[near] != EMPTY:
                        touched.add(cells[near])
                    elif near not in seen:
                        seen.add(near)
                        region.append(near)
            yield region, touched

    def __str__(self):
        rows = (self.cells[start : start + self.width] for start in range(0, len(self.cells), self.width))
        return "\n".join(" ".join(".XO"[cell] for cell in row) for row in reversed(list(rows)))


def score_text(margin):
    """Returns Black's margin as GTP writes it: B+3.5, W+12, 0."""
    return f"{'B' if margin > 0 else 'W'}+{abs(margin):g}" if margin else "0"


def score_value(text):
    """Returns Black's margin from a text such as B+3.5."""
    return 0.0 if text == "0" else float(text[2:]) * {"B+": 1, "W+": -1}[text[:2]]
