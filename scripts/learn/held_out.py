"""Games that no network learns from, and how far it is from what they came to.

held-out.txt has a game a line: the size of the board, the komi, Black's margin without it, the owner of each point row
by row from A1, and the moves, Black's first.
"""

from pathlib import Path

import model as models
import numpy as np
import torch
from learner import LEAD_POINTS
from ponnuki_selfplay import replayed
from replay import packed

GAMES = Path(__file__).with_name("held-out.txt")


class Ended:
    """A game of the file, with what it came to: dead stones are removed, and the search told who owns the rest."""

    def __init__(self, text):
        size, komi, margin, owners, moves = text.split(maxsplit=4)
        self.size = int(size)
        # As the engine reads it.
        self.line = f"{size} {komi} {moves}"
        # Black's, and for each point 1 for Black and -1 for White.
        self.lead = float(margin) - float(komi)
        self.owners = np.array([{"X": 1, "O": -1, ".": 0}[owner] for owner in owners], np.int8)

    def samples(self):
        """Returns a sample for each position before a move."""
        samples = replayed(self.line)
        signs = np.resize([1, -1], len(samples["lead"]))
        samples["lead"] = (signs * self.lead).astype(np.float32)
        samples["result"] = ((np.sign(samples["lead"]) + 1) / 2).astype(np.float32)
        samples["owners"] = signs[:, None].astype(np.int8) * self.owners
        return samples


def games():
    """Yields the games of the file."""
    yield from map(Ended, GAMES.read_text(encoding="utf-8").splitlines())


def read(sizes, step):
    """Returns the samples of every so manieth position of the games, by the size of the board."""
    found = {}
    for game in games():
        if game.size in sizes:
            samples = packed(game.samples())
            found.setdefault(game.size, []).append({part: values[::step] for part, values in samples.items()})
    return {
        size: {part: torch.from_numpy(np.concatenate([game[part] for game in all_])) for part in all_[0]}
        for size, all_ in found.items()
    }


@torch.no_grad()
def figures(network, samples, device):
    """Returns for each size how often the move that was played is the likeliest, the squared error of the win with
    its standard error, and the mean error of the lead in points."""
    found = {}
    for size, parts in samples.items():
        hits, errors, leads = [], [], []
        for begin in range(0, len(parts["result"]), 512):
            part = {name: values[begin : begin + 512].to(device) for name, values in parts.items()}
            moves, values, _ = network(models.unpack(part["planes"], size, torch.float32), part["context"])
            points = size * size
            moves[:, :points].masked_fill_(~models.is_play(part["planes"]), -1e9)
            hits.append((moves.argmax(1) == part["policy"].float().argmax(1)).float())
            errors.append((torch.sigmoid(values[:, 0]) - part["result"]) ** 2)
            leads.append((values[:, 1] * LEAD_POINTS - part["lead"]).abs())
        errors = torch.cat(errors)
        found[size] = {
            "moves": torch.cat(hits).mean().item(),
            "win": errors.mean().item(),
            "win_error": (errors.std() / len(errors) ** 0.5).item(),
            "lead": torch.cat(leads).mean().item(),
        }
    return found


def words(found):
    """Returns figures as a line of text."""
    parts = [f"{size}: moves {of['moves']:.3f} win {of['win']:.4f} lead {of['lead']:.1f}" for size, of in found.items()]
    return " | ".join(parts)
