"""One step of learning after another."""

import copy
from pathlib import Path

import model as models
import torch
from torch.nn import functional

# A lead of one for the network, in points.
LEAD_POINTS = 20
# What the search says of a position counts beside what its game came to.
SEARCH_SHARE = 0.25
# How much win, lead and owners count beside the policy.
WIN, LEAD, OWNERS = 1.5, 1.0, 0.6
WEIGHT_DECAY = 0.01
# The shipped weights are a mean of the last ones; a step moves it by so much.
MEAN_STEP = 0.002
LOSSES = ("policy", "win", "lead", "owners")


def losses(network, parts, size, kind):
    """Returns the loss of each head for a batch, and the sum that is made smaller."""
    planes = parts["planes"]
    moves, values, owners = network(models.unpack(planes, size, kind), parts["context"].to(kind))
    moves, values, owners = moves.float(), values.float(), owners.float()
    policy, points = parts["policy"], size * size
    # Illegal moves cost nothing, as the engine leaves them out.
    is_out = ~models.is_play(planes) & (policy[:, :points] <= 0)
    moves = torch.cat([moves[:, :points].masked_fill(is_out, -1e4), moves[:, points:]], 1)
    teaches = parts["teaches_policy"]
    of_moves = -(policy * functional.log_softmax(moves, 1)).sum(1)
    win = (1 - SEARCH_SHARE) * parts["result"] + SEARCH_SHARE * parts["win"]
    found = (
        (of_moves * teaches).sum() / teaches.sum().clamp(min=1),
        functional.binary_cross_entropy_with_logits(values[:, 0], win),
        functional.huber_loss(values[:, 1], parts["lead"] / LEAD_POINTS, delta=0.5),
        functional.binary_cross_entropy_with_logits(owners, (parts["owners"] + 1) / 2),
    )
    policy, win, lead, owners = found
    return found, policy + WIN * win + LEAD * lead + OWNERS * owners


def has_bfloat16():
    """Returns whether the processor computes with numbers of 16 bits (Zen 4, Cooper Lake)."""
    try:
        return "avx512_bf16" in Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return False


class Learner:
    def __init__(self, network, device):
        self.device = device
        self.network = network.to(device, memory_format=torch.channels_last)
        # What plays, and what is saved.
        self.mean = copy.deepcopy(self.network)
        self.parameters = list(self.network.parameters())
        self.means = list(self.mean.parameters())
        groups = [
            {"params": [tensor for tensor in self.parameters if tensor.dim() > 1], "weight_decay": WEIGHT_DECAY},
            {"params": [tensor for tensor in self.parameters if tensor.dim() <= 1], "weight_decay": 0.0},
        ]
        self.is_gpu = device == "cuda"
        # Half as many bits, twice as fast, where there are instructions for them.
        self.is_short = self.is_gpu or has_bfloat16()
        rate = torch.tensor(0.0, device=device) if self.is_gpu else 0.0
        self.optimizer = torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.99), capturable=self.is_gpu)
        self.steps = 0
        # Means of the last losses, by the size of the board.
        self.losses = {}
        self.graphs = {}

    def step(self, replay, places, images, rate):
        """Learns from the samples at some places, each under a symmetry."""
        self.steps += 1
        for group in self.optimizer.param_groups:
            if self.is_gpu:
                group["lr"].fill_(rate)
            else:
                group["lr"] = rate
        if self.is_gpu:
            self.step_on_gpu(replay, places, images)
        else:
            self.learn(replay, places, images)
        # Early on the mean must not hold on to where it began.
        share = max(MEAN_STEP, 10 / (self.steps + 10))
        with torch.no_grad():
            torch._foreach_mul_(self.means, 1 - share)
            torch._foreach_add_(self.means, self.parameters, alpha=share)

    def learn(self, replay, places, images):
        kind = torch.bfloat16 if self.is_short else torch.float32
        with torch.autocast(self.device, dtype=torch.bfloat16, enabled=self.is_short):
            found, sum_ = losses(self.network, replay.batch(places, images), replay.size, kind)
        self.optimizer.zero_grad(set_to_none=True)
        sum_.backward()
        torch.nn.utils.clip_grad_norm_(self.parameters, 1.0)
        self.optimizer.step()
        with torch.no_grad():
            now = torch.stack([loss.detach() for loss in found])
            old = self.losses.setdefault(replay.size, now.clone())
            old.lerp_(now, 0.01)

    def step_on_gpu(self, replay, places, images):
        """Records a step the fourth time, and then repeats it: the card would wait for Python otherwise."""
        size = replay.size
        if size not in self.graphs:
            self.graphs[size] = [places.clone(), images.clone(), 0, None]
        held = self.graphs[size]
        held[0].copy_(places)
        held[1].copy_(images)
        held[2] += 1
        if held[3] is None and held[2] > 3:
            torch.cuda.synchronize()
            held[3] = torch.cuda.CUDAGraph()
            with torch.cuda.graph(held[3], capture_error_mode="thread_local"):
                self.learn(replay, held[0], held[1])
        if held[3] is None:
            self.learn(replay, held[0], held[1])
        else:
            held[3].replay()

    def state(self):
        parts = {"network": self.network, "mean": self.mean, "optimizer": self.optimizer}
        return {name: part.state_dict() for name, part in parts.items()} | {"steps": self.steps}

    def restore(self, state):
        for name, part in (("network", self.network), ("mean", self.mean), ("optimizer", self.optimizer)):
            part.load_state_dict(state[name])
        self.steps = state["steps"]
