"""Random players that take every ko they see, throw stones in to make more kos, do
not keep their eyes and pass now and then. On a small board, or in a small window of a
large one, nearly every such game runs into ko and superko."""

from board import EMPTY, PASS, other

PASSES = 0.03
# The chance to look for a fight at all, one value per game; then, if there is no ko to
# take, the chance to throw a stone in rather than capture anything else.
FIGHTS = [0.5, 0.7, 0.7, 0.9]
THROW_INS = 0.8
OUT_OF_TURN = 0.06
OUTSIDE = 0.05


class Player:
    """Chooses the turns of one game from its own generator."""

    def __init__(self, size, number, generator):
        self.generator = generator
        # In every third game colours move out of turn.
        self.out_of_turn = OUT_OF_TURN if number % 3 == 2 else 0
        self.fights = generator.choice(FIGHTS)
        self.window = self._window(size) if size > 7 and number % 4 != 0 else None

    def _window(self, size):
        """Returns a rectangle of at most 6 by 6 points somewhere on the board."""
        width, height = self.generator.randint(3, 6), self.generator.randint(3, 6)
        left = self.generator.randint(0, size - width)
        low = self.generator.randint(0, size - height)
        return {row * size + column for row in range(low, low + height) for column in range(left, left + width)}

    def color(self, game):
        """Returns the colour that plays the next turn."""
        turn = game.to_move()
        return other(turn) if self.generator.random() < self.out_of_turn else turn

    def choose(self, game, color, legal):
        """Chooses one of the legal points, or a pass."""
        if not legal or self.generator.random() < PASSES:
            return PASS
        points = legal
        if self.window and self.generator.random() >= OUTSIDE:
            points = [point for point in legal if point in self.window] or legal
        wanted = []
        if self.generator.random() < self.fights:
            wanted = self._ko_captures(game, color, points)
            if not wanted and self.generator.random() < THROW_INS:
                wanted = self._throw_ins(game, color, points)
            if not wanted:
                wanted = [point for point in points if game.captures(color, point)]
        return self.generator.choice(wanted or points)

    @staticmethod
    def _ko_captures(game, color, points):
        """Returns the points with enemies on all sides that capture exactly one stone."""
        return [
            point
            for point in points
            if all(game.cells[near] == other(color) for near in game.near[point]) and game.captures(color, point) == 1
        ]

    @staticmethod
    def _throw_ins(game, color, points):
        """Returns the points with enemies on all sides, one side at most being empty."""
        return [
            point
            for point in points
            if all(game.cells[near] != color for near in game.near[point])
            and sum(game.cells[near] == EMPTY for near in game.near[point]) <= 1
        ]
