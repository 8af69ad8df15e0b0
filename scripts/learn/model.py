"""The layers of a network for PyTorch, to learn with.

network.py computes the same from the tensors of a file, and quantise.py in whole numbers.
"""

import re

import torch
from network import blocks
from position import PLANES
from torch import nn
from torch.nn import functional

# The numbers beside the planes.
CONTEXT = 3
# The channels of each head, and the hidden values.
HEAD = 32
HIDDEN = 64


def pooled(values):
    """Returns the mean and the maximum of each channel."""
    return torch.cat([values.mean((2, 3)), values.amax((2, 3))], 1)


def spread(bias):
    """Returns the biases of channels for all points."""
    return bias[:, :, None, None]


class Block(nn.Module):
    """A residual block, every second one with a bias from all points."""

    def __init__(self, channels, has_pooling):
        super().__init__()
        self.c1 = nn.Conv2d(channels, channels, 3, padding=1)
        self.c2 = nn.Conv2d(channels, channels, 3, padding=1)
        self.g = nn.Linear(2 * channels, channels) if has_pooling else None
        nn.init.kaiming_normal_(self.c1.weight, nonlinearity="relu")
        # A new block changes nothing.
        zeros = [self.c1.bias, self.c2.weight, self.c2.bias]
        for tensor in zeros + ([self.g.weight, self.g.bias] if has_pooling else []):
            nn.init.zeros_(tensor)

    def forward(self, inputs):
        inner = functional.relu(self.c1(inputs))
        outer = self.c2(inner)
        if self.g is not None:
            outer = outer + spread(self.g(pooled(inner)))
        return functional.relu(inputs + outer)


class Model(nn.Module):
    """The tower and its heads, without normalisation, so that boards of all sizes share the weights."""

    def __init__(self, blocks, channels):
        super().__init__()
        self.stem = nn.Conv2d(PLANES, channels, 3, padding=1)
        self.sg = nn.Linear(CONTEXT, channels)
        self.blocks = nn.ModuleList([Block(channels, index % 2 == 1) for index in range(blocks)])
        self.p1 = nn.Conv2d(channels, HEAD, 1)
        self.pg = nn.Linear(2 * channels, HEAD)
        self.p2 = nn.Conv2d(HEAD, 1, 1)
        self.pp = nn.Linear(2 * channels, 1)
        self.v1 = nn.Conv2d(channels, HEAD, 1)
        self.v2 = nn.Linear(2 * HEAD, HIDDEN)
        self.v3 = nn.Linear(HIDDEN, 2)
        self.o1 = nn.Conv2d(HEAD, 1, 1)
        for layer in (self.sg, self.p2, self.pp, self.v3):
            # Nothing is likelier than anything else at first.
            nn.init.normal_(layer.weight, std=0.01)
            nn.init.zeros_(layer.bias)

    def forward(self, planes, context):
        """Returns the logits of the moves, a row of win and lead, and the logits of the owners."""
        tower = functional.relu(self.stem(planes) + spread(self.sg(context)))
        for block in self.blocks:
            tower = block(tower)
        around = pooled(tower)
        policy = functional.relu(self.p1(tower) + spread(self.pg(around)))
        moves = torch.cat([self.p2(policy).flatten(1), self.pp(around)], 1)
        values = functional.relu(self.v1(tower))
        hidden = functional.relu(self.v2(pooled(values)))
        return moves, self.v3(hidden), self.o1(values).flatten(1)


def shape(name):
    """Returns the blocks and channels that a name such as b6c64 says."""
    match = re.fullmatch("b([0-9]+)c([0-9]+)", name)
    blocks, channels = map(int, match.groups()) if match else (0, 0)
    if not 2 <= blocks <= 40 or channels % 16 or not 16 <= channels <= 128:
        raise ValueError(f"{name}: names are b2c16 to b40c128, with channels in steps of 16")
    return blocks, channels


def name(model):
    return f"b{len(model.blocks)}c{model.stem.out_channels}"


def load(tensors):
    """Returns a model with tensors by their names, as network.load returns them."""
    model = Model(blocks(tensors), len(tensors["stem.weight"]))
    model.load_state_dict({key: torch.tensor(value).float() for key, value in tensors.items()})
    return model


def tensors(model):
    """Returns the tensors of a model by their names, as NumPy arrays."""
    return {key: value.detach().float().cpu().numpy() for key, value in model.state_dict().items()}


def unpack(planes, size, kind):
    """Returns planes of bits, a number for each point, as channels of 0 and 1."""
    shifts = torch.arange(PLANES, device=planes.device, dtype=torch.int32)
    bits = (planes.to(torch.int32).unsqueeze(-1) >> shifts) & 1
    return bits.to(kind).view(-1, size, size, PLANES).permute(0, 3, 1, 2)


# The plane of the moves that the network is taught.
PLAYS = 12


def is_play(planes):
    return (planes.to(torch.int32) >> PLAYS & 1).bool()
