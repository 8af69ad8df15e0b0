"""A board that follows the definitions of the rules alone: dictionaries and flood fill,
and the whole history as a set of positions. It shares no code with either program.

A point is (column, row), counted from the top left, as in KataGo's answers.
"""

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
PASS = "pass"


def other(color):
    return "W" if color == "B" else "B"


class Board:
    """A game. `simple` has the simple ko rule and forbids suicide, as in Chinese rules;
    otherwise no earlier position may return and suicide is legal."""

    def __init__(self, width, height, simple):
        self.width, self.height, self.simple = width, height, simple
        self.stones = {}
        self.to_move = "B"
        self.before = None
        self.seen = {frozenset()}

    def copy(self):
        copied = Board(self.width, self.height, self.simple)
        copied.stones = dict(self.stones)
        copied.to_move, copied.before = self.to_move, self.before
        copied.seen = set(self.seen)
        return copied

    def points(self):
        """Returns all points, row by row from the top left."""
        return [(x, y) for y in range(self.height) for x in range(self.width)]

    def point(self, name):
        """Returns the point with this name: `D4`, `(3,15)` or `pass`."""
        if name.lower() == PASS:
            return PASS
        if name.startswith("("):
            x, y = map(int, name.strip("()").split(","))
        else:
            x, y = LETTERS.index(name[0].upper()), self.height - int(name[1:])
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise ValueError(f"{name} is off the board")
        return x, y

    def set_up(self, stones):
        """Begins with these stones, a list of (colour, name). Each captures as a move does; one
        without a liberty is left out."""
        for color, name in stones:
            self.put(color, self.point(name))
        self.seen = {frozenset(self.stones.items())}

    def put(self, color, point):
        if self.stones.get(point) == color:
            return
        is_other = self.stones.pop(point, None)
        stones, is_suicide = self.placed(color, point)
        if not (is_suicide and is_other):
            self.stones = stones

    def is_legal(self, color, point):
        return point == PASS or (point not in self.stones and self.after(color, point) is not None)

    def play(self, color, point):
        """Plays a move that is legal."""
        before = frozenset(self.stones.items())
        if point != PASS:
            self.stones = self.after(color, point)
        self.before = None if point == PASS else before
        self.seen.add(frozenset(self.stones.items()))
        self.to_move = other(color)

    def after(self, color, point):
        """Returns the stones after a play on an empty point, or None if it is illegal."""
        stones, is_suicide = self.placed(color, point)
        if is_suicide and self.simple:
            return None
        position = frozenset(stones.items())
        is_repeated = position == self.before if self.simple else position in self.seen
        return None if is_repeated else stones

    def placed(self, color, point):
        """Returns the stones with one more, without those that it captures, and whether it and
        its chain are without a liberty then; if so, these are removed too."""
        stones = self.stones | {point: color}
        for near in self.near(point):
            if stones.get(near) == other(color):
                self.capture(stones, near)
        return stones, self.capture(stones, point)

    def near(self, point):
        x, y = point
        around = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
        return [(x, y) for x, y in around if 0 <= x < self.width and 0 <= y < self.height]

    def capture(self, stones, point):
        """Removes the chain at a point if it has no liberty, and returns whether it had none."""
        chain, left = {point}, [point]
        while left:
            for near in self.near(left.pop()):
                if near not in stones:
                    return False
                if stones[near] == stones[point] and near not in chain:
                    chain.add(near)
                    left.append(near)
        for stone in chain:
            del stones[stone]
        return True
