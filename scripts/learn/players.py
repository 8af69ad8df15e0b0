"""Who answers the questions of games side by side: whole numbers on a processor, or a graphics card."""

import copy

import export
import model as models
import numpy as np
import quantise
import torch
from ponnuki_selfplay import Games


def inputs_of(network, parts, size):
    """Returns the inputs of each layer of a model for a batch, by the names of quantise.py."""
    seen = {}

    def note(name):
        return lambda _, inputs: seen.setdefault(name, []).append(inputs[0].detach().float().cpu().numpy().ravel())

    layers = {"p2": network.p2, "v2": network.o1, "v3": network.v3, "heads": network.p1}
    for number, block in enumerate(network.blocks):
        layers |= {f"blocks.{number}.c1": block.c1, f"blocks.{number}.c2": block.c2}
    hooks = [layer.register_forward_pre_hook(note(name)) for name, layer in layers.items()]
    with torch.no_grad():
        network(models.unpack(parts["planes"], size, torch.float32), parts["context"])
    for hook in hooks:
        hook.remove()
    return seen


def file_of(network, batches, sizes, record=""):
    """Returns the file of weights of a model, with scales from batches of samples by the size of the board."""
    seen = {}
    for size, parts in batches.items():
        for name, values in inputs_of(network, parts, size).items():
            seen.setdefault(name, []).extend(values)
    seen = {name: np.concatenate(values) for name, values in seen.items()}
    towers = [values for name, values in seen.items() if name.endswith(".c1") or name == "heads"]
    seen["residual"] = np.concatenate(towers)
    return export.file_of(quantise.Network(models.tensors(network), seen), sizes, record)


def array(file):
    """Returns a file as the module of the games takes it."""
    return np.frombuffer(file, np.uint8)


class WholeNumbers:
    """Games that the engine's own network answers."""

    def __init__(self, size, games, seed, **options):
        self.games = Games(size, games, seed, **options)

    def play(self, files, evaluations):
        self.games.run([array(file) for file in files], evaluations)


class Batches:
    """Games whose questions are answered by models, one position of every game at a time."""

    def __init__(self, networks, size, games, seed, device, threads, **options):
        self.size, self.device, self.threads = size, device, threads
        self.games = Games(size, games, seed, **options)
        self.is_gpu = device == "cuda"
        self.kind = torch.float16 if self.is_gpu else torch.float32
        self.networks = [self.copied(network) for network in networks]
        points = size * size

        def buffer(*shape, kind):
            held = torch.zeros(*shape, dtype=kind)
            return held.pin_memory() if self.is_gpu else held

        self.planes = buffer(games, points, kind=torch.int16)
        self.context = buffer(games, 3, kind=torch.float32)
        self.judges = buffer(games, kind=torch.uint8)
        self.answers = buffer(games, points + 3, kind=torch.float32)
        # What the card reads and writes.
        self.questions = self.planes.to(device), self.context.to(device)
        self.stream = torch.cuda.Stream(priority=-1) if self.is_gpu else None
        self.graph = None
        if self.is_gpu:
            self.record()

    def copied(self, network):
        return copy.deepcopy(network).to(self.device, self.kind, memory_format=torch.channels_last)

    def refresh(self, network):
        """Lets the games go on with the weights of another model."""
        with torch.no_grad():
            for old, new in zip(self.networks[0].parameters(), network.parameters(), strict=True):
                old.copy_(new)

    def record(self):
        """Records the evaluation, which the card then repeats."""
        with torch.no_grad(), torch.cuda.stream(self.stream):
            for _ in range(3):
                self.evaluate()
        torch.cuda.synchronize()
        self.graph = torch.cuda.CUDAGraph()
        with torch.no_grad(), torch.cuda.graph(self.graph, stream=self.stream, capture_error_mode="thread_local"):
            self.values = self.evaluate()

    def evaluate(self):
        """Returns what each network says of all questions."""
        planes, context = self.questions
        inputs = models.unpack(planes, self.size, self.kind)
        values = []
        for network in self.networks:
            moves, rest, _ = network(inputs, context.to(self.kind))
            values.append(torch.cat([moves, rest], 1).float())
        return values

    @torch.no_grad()
    def step(self):
        """Answers one question of each game."""
        self.games.write_questions(self.planes.numpy().view(np.uint16), self.context.numpy(), self.judges.numpy())
        if self.is_gpu:
            with torch.cuda.stream(self.stream):
                self.questions[0].copy_(self.planes, non_blocking=True)
                self.questions[1].copy_(self.context, non_blocking=True)
                self.graph.replay()
                self.answers.copy_(self.asked(self.values), non_blocking=True)
                self.stream.synchronize()
        else:
            self.questions = self.planes, self.context
            self.answers.copy_(self.asked(self.evaluate()))
        self.games.answer(self.answers.numpy().ravel(), self.threads)

    def asked(self, values):
        """Returns for each game what the network says that was asked."""
        if len(values) == 1:
            return values[0]
        judges = self.judges.to(values[0].device).bool()[:, None]
        return torch.where(judges, values[1], values[0])
