"""An independent judge of the rules: a square board as a byte string, flood fill,
and the whole history as sets of boards. It follows the definitions of the rules
alone, shares no code with either program, and uses neither hashes nor shortcuts.

A point is an index, row by row from A1; a cell holds EMPTY, BLACK or WHITE.
"""

EMPTY, BLACK, WHITE = 0, 1, 2
PASS = -1
LETTERS = "ABCDEFGHJKLMNOPQRST"

# The reasons for which a play is illegal.
OCCUPIED, SUICIDE, KO, SUPERKO = "occupied", "suicide", "ko", "superko"


def other(color):
    """Returns the opponent of a colour."""
    return BLACK + WHITE - color


def name(color):
    """Returns the colour as GTP writes it."""
    return "b" if color == BLACK else "w"


def vertex(size, point):
    """Returns the point as GTP writes it."""
    if point == PASS:
        return "pass"
    return LETTERS[point % size] + str(point // size + 1)


def index(size, text):
    """Returns the point with this name in GTP."""
    if text.lower() == "pass":
        return PASS
    return (int(text[1:]) - 1) * size + LETTERS.index(text[0].upper())


def neighbours(size):
    """Returns the neighbours of every point."""
    table = []
    for point in range(size * size):
        row, column = divmod(point, size)
        near = []
        if row > 0:
            near.append(point - size)
        if row < size - 1:
            near.append(point + size)
        if column > 0:
            near.append(point - 1)
        if column < size - 1:
            near.append(point + 1)
        table.append(tuple(near))
    return table


class Game:
    """The board, and the part of the past that the ko rules need."""

    def __init__(self, size, rule):
        self.size = size
        self.rule = rule
        self.near = neighbours(size)
        self.cells = bytes(size * size)
        # (mover, point) of every turn.
        self.turns = []
        # Every board, and every (board, colour to move next). The colour to move
        # next is the opponent of the last mover, even if a colour then moves twice.
        # Black moves first.
        self.boards = {self.cells}
        self.moments = {(self.cells, BLACK)}
        # The board before the last turn, if that turn was a play.
        self.before = None
        # Every (board, colour that moved from it), which GNU Go stores instead.
        self.acted = set()
        # True once a colour has moved when it was the other's turn.
        self.out_of_turn = False

    def to_move(self):
        """Returns the colour whose turn it is."""
        return other(self.turns[-1][0]) if self.turns else BLACK

    def dead_chain(self, cells, start):
        """Returns the points of the chain at `start` if it has no liberties, else None."""
        color = cells[start]
        chain = [start]
        seen = {start}
        for point in chain:
            for next_point in self.near[point]:
                if cells[next_point] == EMPTY:
                    return None
                if cells[next_point] == color and next_point not in seen:
                    seen.add(next_point)
                    chain.append(next_point)
        return chain

    def after(self, color, point):
        """Returns the cells after a play on an empty point, or None if it is suicide."""
        cells = bytearray(self.cells)
        cells[point] = color
        for next_point in self.near[point]:
            if cells[next_point] == other(color):
                for dead in self.dead_chain(cells, next_point) or ():
                    cells[dead] = EMPTY
        if self.dead_chain(cells, point) is not None:
            return None
        return bytes(cells)

    def judge(self, color, point):
        """Returns the reason why a play is illegal, or None: first by the definitions, then as
        GNU Go should see it, which differs where DEVIATIONS explains it."""
        if self.cells[point] != EMPTY:
            return OCCUPIED, OCCUPIED
        cells = self.after(color, point)
        if cells is None:
            return SUICIDE, SUICIDE
        opponent = other(color)
        takes_back = self.before == cells and self.turns[-1][0] == opponent
        if self.rule == "simple":
            verdict = KO if takes_back else None
            return verdict, verdict
        if self.rule == "positional":
            repeats = gnugo_repeats = cells in self.boards
        else:
            repeats = (cells, opponent) in self.moments
            gnugo_repeats = takes_back or (cells, opponent) in self.acted
        reason = KO if takes_back else SUPERKO
        return (reason if repeats else None), (reason if gnugo_repeats else None)

    def play(self, color, point):
        """Plays a turn that is known to be legal."""
        self.out_of_turn |= color != self.to_move()
        self.acted.add((self.cells, color))
        self.before = None
        if point != PASS:
            self.before = self.cells
            self.cells = self.after(color, point)
        self.turns.append((color, point))
        self.boards.add(self.cells)
        self.moments.add((self.cells, other(color)))

    def captures(self, color, point):
        """Returns the number of stones that a play on an empty point would capture."""
        cells = bytearray(self.cells)
        cells[point] = color
        taken = set()
        for next_point in self.near[point]:
            if cells[next_point] == other(color):
                taken.update(self.dead_chain(cells, next_point) or ())
        return len(taken)

    def rows(self):
        """Returns the board as text, top row first."""
        size = self.size
        return "\n".join(
            " ".join(".XO"[cell] for cell in self.cells[row * size : (row + 1) * size]) for row in reversed(range(size))
        )
