"""Games that no network learns from, and how far it is from what they came to."""

from pathlib import Path

import model as models
import numpy as np
import torch
from learner import LEAD_POINTS
from ponnuki_selfplay import replayed
from replay import packed

GAMES = Path(__file__).with_name("held-out.txt")


def read(sizes, step):
    """Returns the samples of every so manieth position of the games, by the size of the board."""
    found = {}
    for line in GAMES.read_text().splitlines():
        size = int(line.split()[0])
        if size in sizes:
            samples = packed(replayed(line))
            found.setdefault(size, []).append({part: values[::step] for part, values in samples.items()})
    return {
        size: {part: torch.from_numpy(np.concatenate([game[part] for game in games])) for part in games[0]}
        for size, games in found.items()
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
