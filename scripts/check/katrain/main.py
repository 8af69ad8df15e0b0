"""Reviews games with KaTrain's own classes. Called by scripts/check/katrain.sh:

main.py COMMAND GAME.sgf
"""

import sys
import time
from pathlib import Path

from katrain.core.ai import generate_ai_move
from katrain.core.base_katrain import KaTrainBase
from katrain.core.constants import ADDITIONAL_MOVE_ORDER, AI_DEFAULT, OUTPUT_DEBUG, OUTPUT_ERROR, OUTPUT_KATAGO_STDERR
from katrain.core.engine import KataGoEngine
from katrain.core.game import Game, KaTrainSGF
from pysgf import Move

# Kivy takes the place of standard error.
sys.stderr = sys.__stderr__

VISITS = 100
# The seconds that a review may take.
PATIENCE = 120

# The moves of a game on 9x9 that is not over.
MAX_MOVES = 200

# Black's third move is on a stone.
ILLEGAL = "(;GM[1]FF[4]SZ[9]KM[7]RU[chinese];B[ee];W[gc];B[cc];W[cg];B[ee];W[gg];B[aa])"
FIRST_ILLEGAL = 5


class Log(KaTrainBase):
    """KaTrain without a window, which keeps what it logs."""

    def __init__(self):
        self.lines = []
        super().__init__(force_package_config=True, debug_level=OUTPUT_DEBUG)

    def log(self, message, level=0):
        self.lines.append((level, str(message)))

    def errors(self):
        return [message for level, message in self.lines if level == OUTPUT_ERROR]

    def queries(self):
        """Returns the number of queries that have been sent."""
        return sum(message.startswith("Sending ") for _, message in self.lines)

    def stderr(self):
        return [message for level, message in self.lines if level == OUTPUT_KATAGO_STDERR]


class Review:
    """A game, and the engine that reviews it."""

    def __init__(self, command, tree, properties=None):
        self.katrain = Log()
        settings = dict(self.katrain.config("engine"))
        settings |= {"backend": "custom", "altcommand": command, "max_visits": VISITS, "max_time": PATIENCE}
        settings["allow_recovery"] = False
        self.engine = KataGoEngine(self.katrain, settings)
        self.game = Game(self.katrain, self.engine, move_tree=tree, game_properties=properties)
        self.nodes = list(self.game.root.nodes_in_tree)

    def ask(self, action):
        """Does something that sends a query, and waits for the answer."""
        before = self.katrain.queries()
        action()
        self.wait(lambda: self.katrain.queries() > before)

    def wait(self, is_over, is_idle=True):
        """Waits for a condition, and then until KaTrain has no more queries."""
        begun = time.monotonic()
        while not (is_over() and (self.engine.is_idle() or not is_idle)):
            if time.monotonic() - begun > PATIENCE:
                left = self.engine.queries_remaining()
                raise SystemExit(f"no end after {PATIENCE} s, {left} queries are open: {self.katrain.errors()}")
            time.sleep(0.05)

    def end(self):
        self.engine.shutdown(finish=True)


def main():
    command, path = sys.argv[1:]
    faults = [f"{Path(path).name}: {fault}" for fault in review(command, KaTrainSGF.parse_file(path))]
    faults += [f"illegal game: {fault}" for fault in refuse(command, KaTrainSGF.parse_sgf(ILLEGAL))]
    faults += [f"game against KaTrain's user: {fault}" for fault in play_white(command)]
    for fault in faults:
        print(fault)
    if faults:
        sys.exit(f"{len(faults)} faults")


def review(command, tree):
    """Reviews a game and returns the faults."""
    begun = time.monotonic()
    review = Review(command, tree)
    if len(review.nodes) < 2:
        return ["there is no move"]
    review.wait(lambda: all(node.analysis_complete for node in review.nodes) or review.katrain.errors())
    faults = [f"move {node.depth}: {fault}" for node in review.nodes for fault in check_node(node)]
    losses = [node.points_lost for node in review.nodes if not node.is_root]
    seconds = time.monotonic() - begun
    # The menu needs what is missing then.
    faults += check_menu(review) if not faults else []
    review.end()
    faults += [f"KaTrain logs: {message}" for message in review.katrain.errors()]
    if not any("ready to begin" in line for line in review.katrain.stderr()):
        faults.append("the engine does not say that it is ready")
    known = sum(loss is not None for loss in losses)
    worst = max(loss for loss in losses if loss is not None) if known else None
    print(
        f"{len(review.nodes)} positions with {VISITS} visits each in {seconds:.1f} s; "
        f"{known} moves with a point loss, the largest {worst} points"
    )
    return faults


def check_node(node):
    """Finds what KaTrain lacks of a position."""
    root, width, height = node.analysis["root"], *node.board_size
    if root is None:
        return ["no analysis"]
    faults = []
    area = width * height
    if root["visits"] != VISITS:
        faults.append(f"{root['visits']} visits")
    if node.score is None or not (0 <= node.winrate <= 1 and abs(node.score) <= area + abs(node.komi)):
        return faults + [f"win rate {node.winrate}, score {node.score}"]
    if node.ownership is None or len(node.ownership) != area or max(map(abs, node.ownership)) > 1:
        faults.append("no ownership, or a wrong one")
    if node.policy is None or len(node.policy) != area + 1 or not node.policy_ranking:
        faults.append("no policy, or a wrong one")
    for candidate in node.candidate_moves:
        if not 0 <= candidate["winrate"] <= 1 or candidate["pv"][0] != candidate["move"]:
            faults.append(f"candidate {candidate}")
        if candidate["order"] < ADDITIONAL_MOVE_ORDER and len(candidate.get("ownership", [])) != area:
            faults.append(f"no ownership after {candidate['move']}")
    if not node.is_root and (node.points_lost is None or not node.comment(sgf=True)):
        faults.append("no point loss")
    return faults


def check_menu(review):
    """Asks as the menu of KaTrain does: for other moves, for a region, for one move, and
    for a search without an end, which is then stopped."""
    engine, node = review.engine, review.nodes[len(review.nodes) // 2]
    faults = []
    moves = set(node.analysis["moves"])
    review.ask(lambda: node.analyze(engine, find_alternatives=True))
    if not set(node.analysis["moves"]) > moves:
        faults.append("there are no alternatives")

    moves = set(node.analysis["moves"])
    review.ask(lambda: node.analyze(engine, region_of_interest=[0, 1, 0, 1]))
    if strangers := set(node.analysis["moves"]) - moves - {"A1", "A2", "B1", "B2", "pass"}:
        faults.append(f"the moves {strangers} are outside the region")

    ranking = [move for prior, move in node.policy_ranking if prior >= 0]
    untried = next(move for move in ranking if move.gtp() not in node.analysis["moves"])
    review.ask(lambda: node.analyze(engine, refine_move=untried, visits=VISITS))
    if node.analysis["moves"].get(untried.gtp(), {}).get("visits") != VISITS:
        faults.append(f"the move {untried.gtp()} has no analysis")

    node.analyze(engine, ponder=True)
    review.wait(lambda: node.root_visits > VISITS or review.katrain.errors(), is_idle=False)
    review.ask(engine.stop_pondering)
    if node.root_visits <= VISITS:
        faults.append("there is no report during a search")
    return faults


def refuse(command, tree):
    """Reviews a game with an illegal move and returns the faults."""
    review = Review(command, tree)
    illegal = len(review.nodes) - FIRST_ILLEGAL
    review.wait(lambda: len(review.katrain.errors()) >= illegal)
    review.end()
    analysed = [node.depth for node in review.nodes if node.analysis_complete]
    faults = []
    if analysed != list(range(FIRST_ILLEGAL)):
        faults.append(f"the positions {analysed} are analysed")
    errors = review.katrain.errors()
    if len(errors) != illegal or not all("Illegal move 4: E5" in error for error in errors):
        faults.append(f"KaTrain logs {errors}")
    print(f"{len(analysed)} positions before an illegal move, {len(errors)} refused")
    return faults


def play_white(command):
    """Lets KaTrain's engine play White, under its default rules, against a user who takes the
    hints of the same engine, and returns the faults."""
    review = Review(command, None, {"SZ": 9})
    game, katrain = review.game, review.katrain
    moves = 0
    while not game.end_result and moves < MAX_MOVES and not katrain.errors():
        node = game.current_node
        if node.next_player == "W":
            generate_ai_move(game, AI_DEFAULT, katrain.config(f"ai/{AI_DEFAULT}"))
        else:
            review.wait(lambda: game.current_node.analysis_complete or katrain.errors())
            hints = node.candidate_moves
            game.play(Move.from_gtp(hints[0]["move"] if hints else "pass", player="B"))
        moves += 1
    review.wait(lambda: game.current_node.analysis_complete or katrain.errors())
    review.end()
    rules, result = game.root.ruleset, game.end_result
    print(f"a game of {moves} moves under the rules {rules}: {result}")
    faults = [f"KaTrain logs: {message}" for message in katrain.errors()]
    return faults if result else [*faults, "the game does not end"]


if __name__ == "__main__":
    main()
