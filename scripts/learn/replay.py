"""The samples of the last games, for boards of one size."""

import numpy as np
import torch

KINDS = {
    "planes": np.int16,
    "context": np.float32,
    "policy": np.float16,
    "teaches_policy": np.float32,
    "result": np.float32,
    "lead": np.float32,
    "owners": np.int8,
    "win": np.float32,
}


def symmetries(size):
    """Returns for each symmetry of a square the point that each point is the image of."""
    board = np.arange(size * size).reshape(size, size)
    turned = [np.rot90(board, turns) for turns in range(4)]
    return np.array([image.ravel() for board in turned for image in (board, board[:, ::-1])])


def packed(samples):
    """Returns samples as games give them, each part as the kind of number that is kept."""
    return {part: np.asarray(samples[part]).astype(kind) for part, kind in KINDS.items()}


class Replay:
    """A ring of samples on the device that learns."""

    def __init__(self, size, capacity, device):
        points = size * size
        self.size, self.capacity, self.device = size, capacity, device
        # All that ever came.
        self.total = 0
        self.images = torch.tensor(symmetries(size), device=device)
        widths = {"planes": points, "context": 3, "policy": points + 1, "owners": points}

        def ring(part, kind):
            width = (capacity, widths[part]) if part in widths else (capacity,)
            return torch.zeros(width, dtype=torch.from_numpy(np.zeros(0, kind)).dtype, device=device)

        self.parts = {part: ring(part, kind) for part, kind in KINDS.items()}

    def add(self, samples):
        count = len(samples["result"])
        begin = 0
        while begin < count:
            place = self.total % self.capacity
            step = min(count - begin, self.capacity - place)
            for part, ring in self.parts.items():
                ring[place : place + step].copy_(torch.from_numpy(samples[part][begin : begin + step]))
            self.total += step
            begin += step

    def batch(self, places, images):
        """Returns the samples at some places, each under a symmetry of the board."""
        parts = {part: ring[places] for part, ring in self.parts.items()}
        images = self.images[images]
        points = self.size * self.size
        policy = parts["policy"].float()
        moves = policy[:, :points].gather(1, images)
        parts["policy"] = torch.cat([moves, policy[:, points:]], 1)
        parts["planes"] = parts["planes"].gather(1, images)
        parts["owners"] = parts["owners"].gather(1, images).float()
        return parts

    def newest(self, count):
        """Returns the places of the newest samples, at most so many."""
        count = min(count, self.total, self.capacity)
        return torch.arange(self.total - count, self.total, device=self.device) % self.capacity
