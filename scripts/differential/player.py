"""Random players who love to take, throw in and refill, keep no eyes and pass
now and then: on small boards, or in a small window of a large one, nearly every
game of theirs runs into ko and superko."""

import random

from board import EMPTY, PASS, other

PASSES = 0.03
CAPTURES = 0.6
THROW_INS = 0.25
OUT_OF_TURN = 0.06
OUTSIDE = 0.05


class Player:
    """Chooses the turns of one game from its own generator."""

    def __init__(self, size, number, generator):
        self.generator = generator
        # Every third game has colours that move out of turn.
        self.out_of_turn = OUT_OF_TURN if number % 3 == 2 else 0
        self.window = self._window(size) if size > 7 and number % 4 != 0 else None

    def _window(self, size):
        """A rectangle of at most 6 by 6 points somewhere on the board."""
        width, height = self.generator.randint(3, 6), self.generator.randint(3, 6)
        left = self.generator.randint(0, size - width)
        low = self.generator.randint(0, size - height)
        return {
            row * size + column
            for row in range(low, low + height)
            for column in range(left, left + width)
        }

    def color(self, game):
        """The colour that moves now."""
        turn = game.to_move()
        return other(turn) if self.generator.random() < self.out_of_turn else turn

    def choose(self, game, color, legal):
        """One of the legal points, or a pass."""
        if not legal or self.generator.random() < PASSES:
            return PASS
        points = legal
        if self.window and self.generator.random() >= OUTSIDE:
            points = [point for point in legal if point in self.window] or legal
        kind = self.generator.random()
        wanted = []
        if kind < CAPTURES:
            wanted = self._captures(game, color, points)
        elif kind < CAPTURES + THROW_INS:
            wanted = [
                point
                for point in points
                if all(game.cells[near] != EMPTY for near in game.near[point])
            ]
        return self.generator.choice(wanted or points)

    def _captures(self, game, color, points):
        """The points that take stones: only those that take one, if there are any."""
        taken = {
            point: game.captures(color, point)
            for point in points
            if any(game.cells[near] == other(color) for near in game.near[point])
        }
        singles = [point for point, stones in taken.items() if stones == 1]
        return singles or [point for point, stones in taken.items() if stones]


def generator(*words):
    """A generator that the words alone decide, on every version of Python."""
    return random.Random("/".join(map(str, words)))
