"""A board that is simple instead of fast, and what a network sees of it.

The engine has the same planes in src/network/planes.rs; export.py writes positions with which its
tests compare the two.
"""

import numpy as np

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
PLANES = 14


class Position:
    """A square board with a simple ko, after moves from an empty board. Points have numbers, row by
    row from the bottom left corner; a pass has the number after the last point."""

    def __init__(self, size):
        self.size = size
        self.stones = [0] * size**2
        self.color = 1
        self.ko = None
        self.last = []

    def number(self, name):
        """Returns the number of a vertex such as D4, or of a pass."""
        if name.lower() == "pass":
            return self.size**2
        return (int(name[1:]) - 1) * self.size + COLUMNS.index(name[0].upper())

    def beside(self, point, diagonally=False):
        """Returns the neighbours of a point, or those across its corners."""
        column, row = point % self.size, point // self.size
        steps = [(-1, -1), (-1, 1), (1, -1), (1, 1)] if diagonally else [(-1, 0), (1, 0), (0, -1), (0, 1)]
        found = [(column + right, row + up) for right, up in steps]
        return [up * self.size + right for right, up in found if 0 <= right < self.size and 0 <= up < self.size]

    def chain(self, point):
        """Returns the stones of a chain and its liberties."""
        stones, liberties, rest = {point}, set(), [point]
        while rest:
            for other in self.beside(rest.pop()):
                if self.stones[other] == 0:
                    liberties.add(other)
                elif self.stones[other] == self.stones[point] and other not in stones:
                    stones.add(other)
                    rest.append(other)
        return stones, liberties

    def play(self, move):
        """Plays a move that is legal and no suicide."""
        color, self.color = self.color, 3 - self.color
        self.last = [move, *self.last[:2]]
        self.ko = None
        if move == self.size**2:
            return
        self.stones[move] = color
        captured = set()
        for point in self.beside(move):
            if self.stones[point] == 3 - color:
                stones, liberties = self.chain(point)
                captured |= set() if liberties else stones
        for point in captured:
            self.stones[point] = 0
        stones, liberties = self.chain(move)
        if len(captured) == len(stones) == len(liberties) == 1:
            self.ko = captured.pop()

    def is_true_eye(self, point):
        """Returns whether the opponent holds too few corners to make an own eye false."""
        corners = self.beside(point, diagonally=True)
        against = sum(self.stones[corner] == 3 - self.color for corner in corners)
        is_own = all(self.stones[other] == self.color for other in self.beside(point))
        return is_own and against + (len(corners) < 4) < 2

    def is_play(self, point, liberties):
        """Returns whether a network may play on an empty point: no suicide, ko or own true eye."""

        def lets_live(other):
            stone = self.stones[other]
            return stone == 0 or (liberties[other] > 1 if stone == self.color else liberties[other] == 1)

        is_legal = point != self.ko and any(lets_live(other) for other in self.beside(point))
        return is_legal and not self.is_true_eye(point)

    def planes(self):
        """Returns the planes of the side to move, as the table in src/network/planes.rs has them."""
        points = range(self.size**2)
        liberties = [len(self.chain(point)[1]) if self.stones[point] else 0 for point in points]
        planes = np.zeros((PLANES, self.size**2), np.uint8)
        for point in points:
            stone = self.stones[point]
            if stone:
                is_other = int(stone != self.color)
                planes[is_other, point] = 1
                if liberties[point] <= 3:
                    planes[1 + 3 * is_other + liberties[point], point] = 1
            else:
                planes[12, point] = self.is_play(point, liberties)
        if self.ko is not None:
            planes[8, self.ko] = 1
        for plane, move in enumerate(self.last, 9):
            if move < self.size**2:
                planes[plane, move] = 1
        planes[13] = 1
        return planes


class Sample:
    """What a network is asked about a position."""

    def __init__(self, position, komi):
        self.size = position.size
        self.planes = position.planes()
        # What the side to move gains by the komi.
        self.komi = komi if position.color == 2 else -komi
        self.after_pass = position.last[:1] == [position.size**2]

    def context(self):
        """Returns the numbers that a network is given beside the planes."""
        return np.array([self.komi / 10, self.after_pass, (self.size - 9) / 10], np.float32)


def read_games(path):
    """Yields the size, the komi and the moves of each game of a file, one a line."""
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            size, komi, *moves = line.split()
            yield int(size), float(komi), moves


def samples(path, count, seed):
    """Returns some positions of each game of a file, drawn by the seed."""
    generator = np.random.default_rng(seed)
    found = []
    for size, komi, moves in read_games(path):
        position = Position(size)
        drawn = set(generator.choice(len(moves), count))
        for turn, move in enumerate(moves):
            if turn in drawn:
                found.append(Sample(position, komi))
            position.play(position.number(move))
    return found
