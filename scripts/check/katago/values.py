"""Checks the values of analyses: by the rules of the game, by the query, by their ranges."""

import math
from dataclasses import dataclass

from board import BLACK, PASS, WHITE, Board, color_name, color_named

# KataGo's settings that queries and options may leave out.
DEFAULT_PV_LEN = 15
# The tolerance for numbers that are rounded to six decimals.
ROUNDING = 2e-6


@dataclass
class Asked:
    """A position of a query, and how it is analysed."""

    query: dict
    turn: int
    visits: int
    # The side that sees the values: BLACK, WHITE or SIDETOMOVE.
    perspective: str

    def board(self):
        query = self.query
        has_simple_ko = query["rules"] in ("chinese", "japanese")
        rule = "simple" if has_simple_ko else "positional"
        board = Board(query["boardXSize"], query["boardYSize"], rule, allows_suicide=not has_simple_ko)
        turns = [
            [(color_named(color), board.point(text)) for color, text in query.get(key, [])]
            for key in ("initialStones", "moves")
        ]
        stones, moves = turns
        is_handicap = len(stones) > 1 and all(color == BLACK for color, _ in stones)
        first = moves[0][0] if moves else WHITE if is_handicap else BLACK
        if query.get("initialPlayer"):
            first = color_named(query["initialPlayer"])
        board.set_up(stones, first)
        for color, point in moves[: self.turn]:
            board.play(color, point)
        return board

    def is_seen_by_mover(self, board):
        return self.perspective == "SIDETOMOVE" or color_named(self.perspective) == board.to_move()


def check_position(answer, asked):
    """Finds what is wrong by the rules, also in KataGo's own answers."""
    board = asked.board()
    to_move = color_name(board.to_move()).upper()
    if answer["rootInfo"]["currentPlayer"] != to_move:
        yield "rootInfo.currentPlayer", f"{to_move} is to move"
    names = [info["move"] for info in answer["moveInfos"]]
    if len(set(names)) != len(names):
        yield "moveInfos[].move", "a move occurs twice"
    for number, info in enumerate(answer["moveInfos"]):
        if info["order"] != number:
            yield "moveInfos[].order", f"{info['order']} comes after {number} others"
        if info["pv"][0] != info["move"]:
            yield "moveInfos[].pv", f"{info['pv']} does not begin with {info['move']}"
        yield from check_line(board.copy(), info["pv"])
    yield from check_lengths(answer, board)
    if "policy" in answer:
        yield from check_policy(answer["policy"], board)


def check_line(board, vertices):
    """Plays a line."""
    for vertex in vertices:
        point = board.point(vertex)
        if board.judge(board.to_move(), point):
            yield "moveInfos[].pv", f"{vertex} is illegal in {vertices}"
            return
        board.play(board.to_move(), point)


def check_lengths(answer, board):
    area = len(board.cells)
    for place, holder in [("", answer)] + [("moveInfos[].", info) for info in answer["moveInfos"]]:
        for name in ("ownership", "ownershipStdev"):
            if name in holder and len(holder[name]) != area:
                yield place + name, f"{len(holder[name])} numbers for {area} points"
    for info in answer["moveInfos"]:
        for name in ("pvVisits", "pvEdgeVisits"):
            if name in info and len(info[name]) != len(info["pv"]):
                yield "moveInfos[]." + name, f"{len(info[name])} numbers for {len(info['pv'])} moves"


def check_policy(policy, board):
    if len(policy) != len(board.cells) + 1:
        yield "policy", f"{len(policy)} numbers"
        return
    for point, prior in zip(board.points_from_top() + [PASS], policy):
        is_legal = not board.judge(board.to_move(), point)
        if (prior == -1) == is_legal or (prior != -1 and not 0 <= prior <= 1):
            yield "policy", f"{prior} at {board.vertex(point)}, which is {'legal' if is_legal else 'illegal'}"
    if abs(sum(prior for prior in policy if prior != -1) - 1) > 1e-3:
        yield "policy", "the priors do not add up to 1"


def check_ranges(answer, asked):
    """Finds what is wrong by the ranges that this engine's answers keep."""
    board = asked.board()
    root, infos = answer["rootInfo"], answer["moveInfos"]
    if root["visits"] != asked.visits:
        yield "rootInfo.visits", f"{root['visits']} visits where {asked.visits} are asked for"
    if sum(info["visits"] for info in infos) != root["visits"]:
        yield "moveInfos[].visits", "the visits do not add up to those of the position"
    values = [info["playSelectionValue"] for info in infos]
    if values != sorted(values, reverse=True):
        yield "moveInfos[].playSelectionValue", "the moves are not in the order of their values"
    most = len(board.cells) + abs(asked.query.get("komi", 7.5)) + len(asked.query.get("initialStones", []))
    for place, holder in [("rootInfo", root)] + [("moveInfos[]", info) for info in infos]:
        yield from ((f"{place}.{name}", text) for name, text in check_numbers(holder, most))
    for info in infos:
        yield from ((f"moveInfos[].{name}", text) for name, text in check_move(info, answer, asked, board))
    for numbers in [answer.get("ownership", [])] + [info.get("ownership", []) for info in infos]:
        if not all(-1 <= number <= 1 for number in numbers):
            yield "ownership", "a number is not between -1 and 1"


def check_numbers(holder, most):
    """Checks what a position and a move have in common."""
    for name in ("winrate", "lcb", "prior"):
        if not 0 <= holder.get(name, 0) <= 1:
            yield name, f"{holder[name]} is not between 0 and 1"
    for name in ("scoreLead", "scoreMean", "scoreSelfplay", "scoreStdev"):
        if not abs(holder.get(name, 0)) <= most:
            yield name, f"{holder[name]} points on this board"
    if holder["scoreStdev"] < 0:
        yield "scoreStdev", f"{holder['scoreStdev']} is negative"
    if not math.isclose(holder["utility"], 2 * holder["winrate"] - 1, abs_tol=ROUNDING):
        yield "utility", f"{holder['utility']} with the win rate {holder['winrate']}"
    if holder["weight"] != holder["visits"]:
        yield "weight", f"{holder['weight']} for {holder['visits']} visits"


def check_move(info, answer, asked, board):
    if info["visits"] < 1 or info["edgeVisits"] != info["visits"]:
        yield "visits", f"{info['visits']}, {info['edgeVisits']} of them from this position"
    below, above = (info["lcb"], info["winrate"])
    if not asked.is_seen_by_mover(board):
        below, above = above, below
    if below > above:
        yield "lcb", f"{info['lcb']} with the win rate {info['winrate']}"
    if not math.isclose(info["utilityLcb"], 2 * info["lcb"] - 1, abs_tol=ROUNDING):
        yield "utilityLcb", f"{info['utilityLcb']} with the bound {info['lcb']}"
    if len(info["pv"]) > asked.query.get("analysisPVLen", DEFAULT_PV_LEN) + 1:
        yield "pv", f"{len(info['pv'])} moves"
    visits = info.get("pvVisits", [info["visits"]])
    if visits[0] != info["visits"] or visits != sorted(visits, reverse=True):
        yield "pvVisits", f"{visits} with {info['visits']} visits"
    if "policy" in answer:
        point = board.point(info["move"])
        prior = answer["policy"][-1 if point == PASS else board.points_from_top().index(point)]
        if prior != info["prior"]:
            yield "prior", f"{info['prior']}, but {prior} in the policy"
