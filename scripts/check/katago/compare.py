"""Compares answers with those that KataGo has recorded."""

import json
import math
from collections import Counter
from fnmatch import fnmatchcase

from runs import setting
from values import ROUNDING, Asked, check_position, check_ranges

# The visits of KataGo's analysis_example.cfg, where the options name none.
DEFAULT_VISITS = 500


class Comparison:
    """Finds differences, of which those that are listed with a reason are no faults."""

    def __init__(self, differences):
        self.path = differences
        lines = (line.strip() for line in differences.read_text().splitlines())
        entries = (line.split(maxsplit=3) for line in lines if line and not line.startswith("#"))
        self.listed = {tuple(entry[:3]): 0 for entry in entries}
        self.unlisted = Counter()
        self.counts = Counter()

    def find(self, run, kind, place, text):
        """Notes a difference. The kind is `missing`, `extra`, `type` or `value`."""
        for entry in self.listed:
            if entry[1] == kind and fnmatchcase(run, entry[0]) and fnmatchcase(place, entry[2]):
                self.listed[entry] += 1
                self.counts["listed differences"] += 1
                return
        self.unlisted[f"{run}: {kind} {place}: {text}"] += 1

    def faults(self):
        faults = [f"{text} ({number} times)" for text, number in self.unlisted.items()]
        unused = (" ".join(entry) for entry, number in self.listed.items() if not number)
        return faults + [f"{self.path} lists what does not occur: {entry}" for entry in unused]

    def compare(self, run, answers):
        """Compares the answers to a run. Returns its analyses as triples: the position that
        was asked for, KataGo's answer and ours."""
        if run.recorded is None:
            self.find(run.name, "missing", "recorded", "KataGo's answers are missing")
            return []
        self.compare_lines(run.name, run.recorded, answers)
        theirs, ours = analyses(run.recorded), analyses(answers)
        triples = []
        for asked in positions(run):
            place = f"answer:{asked.query['id']}:{asked.turn}"
            has = [bool(found) and key(found[0]) == (asked.query["id"], asked.turn) for found in (theirs, ours)]
            if not has[0]:
                self.find(run.name, "extra", place, "KataGo gave no answer here")
            if not has[1]:
                self.find(run.name, "missing", place, "there is no answer here")
            pair = theirs.pop(0) if has[0] else None, ours.pop(0) if has[1] else None
            if all(has):
                self.compare_analysis(run.name, asked, *pair)
                triples.append((asked, *pair))
        for kind, left in (("missing", theirs), ("extra", ours)):
            for answer in left:
                self.find(run.name, kind, "answer:{}:{}".format(*key(answer)), "out of turn")
        return triples

    def compare_lines(self, run, theirs, ours):
        """Compares errors, warnings and actions: all their members."""
        lines = [Counter(map(canonical, others(answers))) for answers in (theirs, ours)]
        self.counts["errors, warnings and actions"] += sum((lines[0] & lines[1]).values())
        for kind, left in (("missing", lines[0] - lines[1]), ("extra", lines[1] - lines[0])):
            for line in left.elements():
                self.find(run, kind, place_of(json.loads(line)), line)

    def compare_analysis(self, run, asked, theirs, ours):
        self.counts["analyses"] += 1
        self.compare_members(run, "", theirs, ours)
        self.check_values(run, asked, "katago.", theirs, check_position)
        self.check_values(run, asked, "", ours, check_position)
        self.check_values(run, asked, "", ours, check_ranges)
        for name in ("currentPlayer", "visits"):
            if theirs["rootInfo"][name] != ours["rootInfo"][name]:
                text = f"{ours['rootInfo'][name]}, but KataGo has {theirs['rootInfo'][name]}"
                self.find(run, "value", "rootInfo." + name, text)
        # The moves that KataGo finds illegal.
        illegal = [[prior == -1 for prior in answer.get("policy", [])] for answer in (theirs, ours)]
        if illegal[0] != illegal[1]:
            self.find(run, "value", "policy", "other moves are illegal")

    def check_values(self, run, asked, before, answer, check):
        about = f"{asked.query['id']}:{asked.turn}"
        try:
            for place, text in check(answer, asked):
                self.find(run, "value", before + place, f"{about}: {text}")
        except (IndexError, KeyError, TypeError, ValueError) as error:
            self.find(run, "value", before + "answer", f"{about} cannot be checked: {error!r}")

    def compare_members(self, run, place, theirs, ours):
        """Compares the members of objects and the types of all values."""
        if type_of(theirs) != type_of(ours):
            self.find(run, "type", place, f"{type_of(ours)}, but KataGo has {type_of(theirs)}")
        elif isinstance(theirs, dict):
            before = place and place + "."
            for name in theirs.keys() | ours.keys():
                if name not in ours:
                    self.find(run, "missing", before + name, "the member is missing")
                elif name not in theirs:
                    self.find(run, "extra", before + name, "KataGo has no such member")
                else:
                    self.counts["members"] += 1
                    self.compare_members(run, before + name, theirs[name], ours[name])
        elif isinstance(theirs, list) and theirs and ours:
            # The elements of a list are alike, so each is compared with the first.
            for element in theirs[1:]:
                self.compare_members(run, place + "[]", element, ours[0])
            for element in ours:
                self.compare_members(run, place + "[]", theirs[0], element)

    def compare_sides(self, replayed):
        """Where KataGo turns values for another side, ours must be turned too."""
        for number, (run, triples) in enumerate(replayed):
            for other, others in replayed[:number]:
                if other.queries != run.queries:
                    continue
                for (_, theirs, ours), (_, their_others, our_others) in zip(triples, others):
                    expected = sides(theirs, their_others)
                    if expected:
                        self.counts["pairs of sides"] += 1
                        if not expected & sides(ours, our_others):
                            self.find(run.name, "value", "winrate", f"{other.name} has another side")

    def compare_hashes(self, replayed):
        """Where KataGo's hashes are equal, ours must be equal too, and only there."""
        for name in ("thisHash", "symHash"):
            pairs = {
                (theirs["rootInfo"][name], ours["rootInfo"][name])
                for _, triples in replayed
                for _, theirs, ours in triples
            }
            self.counts["hashes"] += len(pairs)
            for side in zip(*pairs):
                if len(set(side)) != len(pairs):
                    self.find("*", "value", "rootInfo." + name, "hashes are equal where KataGo's differ, or differ")


def positions(run):
    """Returns the positions that a run asks for, in the order of the answers."""
    for query in run.lines:
        if "action" in query:
            continue
        settings = query.get("overrideSettings", {})
        default = int(setting(run.options, "maxVisits", DEFAULT_VISITS))
        visits = query.get("maxVisits", settings.get("maxVisits", default))
        side = setting(run.options, "reportAnalysisWinratesAs", "BLACK")
        for turn in sorted(query.get("analyzeTurns", [len(query["moves"])])):
            yield Asked(query, turn, visits, side)


def analyses(answers):
    return [answer for answer in answers if "turnNumber" in answer]


def others(answers):
    return [answer for answer in answers if "turnNumber" not in answer]


def key(answer):
    return answer["id"], answer["turnNumber"]


def canonical(answer):
    return json.dumps(answer, sort_keys=True)


def place_of(line):
    """Returns a short name of an error, a warning or an action."""
    kind = next((name for name in ("error", "warning", "action") if name in line), "line")
    about = line.get("field", line.get("action", ""))
    return f"{kind}:{line.get('id', '')}:{about}"


def type_of(value):
    """Returns the JSON type of a value. Whole numbers and others differ."""
    names = {dict: "object", list: "array", str: "string", bool: "boolean", int: "integer", float: "number"}
    return names.get(type(value), "null")


def sides(answer, other):
    """Returns how the win rates of two answers may be related: `same` or `opposite` sides,
    both for equal chances, neither if the searches differ."""
    one, two = answer["rootInfo"]["winrate"], other["rootInfo"]["winrate"]
    related = {"same": two, "opposite": 1 - two}
    return {name for name, value in related.items() if math.isclose(one, value, abs_tol=ROUNDING)}
