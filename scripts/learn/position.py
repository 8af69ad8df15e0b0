"""What a network sees of a board.

The engine has the same planes in src/play/network/planes.rs; export.py writes positions with which its
tests compare the two.
"""

import numpy as np

from board import EMPTY, KO, PASS, WHITE, Board, other

PLANES = 14


class Position(Board):
    """A square board with a simple ko, after moves from an empty board."""

    def __init__(self, size):
        super().__init__(size, size, "simple")

    def chain(self, start):
        """Returns the stones of a chain and its liberties."""
        stones, liberties, rest = {start}, set(), [start]
        while rest:
            for near in self.near[rest.pop()]:
                if self.cells[near] == EMPTY:
                    liberties.add(near)
                elif self.cells[near] == self.cells[start] and near not in stones:
                    stones.add(near)
                    rest.append(near)
        return stones, liberties

    def corners(self, point):
        """Returns the points across the corners of a point."""
        column, row = point % self.width, point // self.width
        found = [(column + right, row + up) for right in (-1, 1) for up in (-1, 1)]
        return [up * self.width + right for right, up in found if 0 <= right < self.width and 0 <= up < self.height]

    def is_true_eye(self, color, point):
        """Returns whether the opponent holds too few corners to make an own eye false."""
        corners = self.corners(point)
        against = sum(self.cells[corner] == other(color) for corner in corners)
        is_own = all(self.cells[near] == color for near in self.near[point])
        return is_own and against + (len(corners) < 4) < 2

    def planes(self):
        """Returns the planes of the side to move, as the table in src/play/network/planes.rs has them."""
        color = self.to_move()
        planes = np.zeros((PLANES, len(self.cells)), np.uint8)
        for point, cell in enumerate(self.cells):
            if cell != EMPTY:
                is_other = int(cell != color)
                planes[is_other, point] = 1
                liberties = len(self.chain(point)[1])
                if liberties <= 3:
                    planes[1 + 3 * is_other + liberties, point] = 1
            else:
                reason = self.judge(color, point)
                planes[8, point] = reason == KO
                planes[12, point] = reason is None and not self.is_true_eye(color, point)
        for plane, (_, move) in enumerate(reversed(self.turns[-3:]), 9):
            if move != PASS:
                planes[plane, move] = 1
        planes[13] = 1
        return planes


class Sample:
    """What a network is asked about a position."""

    def __init__(self, position, komi):
        self.size = position.width
        self.planes = position.planes()
        # What the side to move gains by the komi.
        self.komi = komi if position.to_move() == WHITE else -komi
        self.after_pass = bool(position.turns) and position.turns[-1][1] == PASS

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
            position.play(position.to_move(), position.point(move))
    return found
