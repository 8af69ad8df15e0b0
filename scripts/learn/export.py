"""Writes the weights of a network as the engine reads them: export.py WEIGHTS.pt RECORD FILE.bin --sizes 9,13

The network judges boards from the first to the last of the sizes. RECORD says how the weights were
made; it becomes a part of the file, whose layout is described in src/play/network/weights.rs. The scales
are chosen on positions of games.txt.

With --positions FILE.jsonl, writes positions with the answers that the engine must give, for its
tests. Needs NumPy, and scripts/board.py on PYTHONPATH.
"""

import argparse
import json
import struct
from pathlib import Path

from network import load
from position import Position, Sample, read_games, samples
from quantise import Network, inputs_of

GAMES = Path(__file__).with_name("games.txt")
MAGIC = b"PONNUKI\n"
VERSION = 2
ALIGNMENT_BYTES = 64

# Of each game, the positions that choose the scales; and their seed.
POSITIONS = 3
SEED = 1

# Each of so many games gives a position to the tests.
TEST_STEP = 10


def numbers(values, kind):
    return values.astype(kind).tobytes()


def convolution(layer):
    outputs, inputs, height, width = layer.weights.shape
    # For each tap and each four inputs, the four weights of each output.
    weights = layer.weights.transpose(2, 3, 1, 0).reshape(height * width, inputs // 4, 4, outputs)
    parts = [numbers(weights.transpose(0, 1, 3, 2), "i1")]
    parts += [numbers(values, "<i4") for values in (layer.multipliers, layer.biases, layer.offsets)]
    return b"".join([*parts, struct.pack("<i", layer.shift)])


def linear(layer):
    parts = [numbers(layer.weights, "<i2"), numbers(layer.multipliers, "<i4"), numbers(layer.biases, "<i4")]
    return b"".join([*parts, struct.pack("<i", layer.shift)])


def file_of(network, sizes, record):
    """Returns the bytes of a file of weights, which has learned boards from the first to the last of the sizes."""
    text = record.encode()
    shape = (network.channels, len(network.blocks), network.head, len(network.hidden.biases))
    head = struct.pack("<8I", VERSION, *shape, min(sizes) ** 2, max(sizes) ** 2, len(text))
    layers = [MAGIC + head + text, convolution(network.stem)]
    layers.append(b"".join(numbers(values, "<i4") for values in network.context))
    layers.append(b"".join(struct.pack("<2i", *rescaling) for rescaling in network.rescalings))
    for first, second, pooling in network.blocks:
        layers += [convolution(first), convolution(second)] + ([linear(pooling)] if pooling else [])
    layers.append(convolution(network.heads))
    of_heads = [network.policy_context, network.pass_, network.hidden, network.values, network.play, network.owner]
    layers += [linear(layer) for layer in of_heads]
    return b"".join(layer + bytes(-len(layer) % ALIGNMENT_BYTES) for layer in layers)


def tested(network):
    """Yields positions with what the engine must say of them."""
    games = list(read_games(GAMES))
    for number, (size, komi, moves) in enumerate(games[::TEST_STEP]):
        position = Position(size)
        # From the first moves of a game to the last ones.
        moves = moves[: len(moves) * (number + 1) // len(games[::TEST_STEP])]
        for move in moves:
            position.play(position.to_move(), position.point(move))
        sample = Sample(position, komi)
        policy, (win, lead), owners = network.evaluate(sample)
        bits = sum(plane.astype(int) << number for number, plane in enumerate(sample.planes))
        yield {
            "size": size,
            "komi": komi,
            "moves": " ".join(moves),
            "planes": " ".join(f"{point:04x}" for point in bits),
            "policy": policy,
            "win": win,
            "lead": lead,
            "owners": owners,
        }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("weights", type=Path)
    parser.add_argument("record")
    parser.add_argument("file", type=Path)
    parser.add_argument("--sizes", type=lambda text: list(map(int, text.split(","))), required=True)
    parser.add_argument("--positions", type=Path)
    arguments = parser.parse_args()
    tensors = load(arguments.weights)
    network = Network(tensors, inputs_of(tensors, samples(GAMES, POSITIONS, SEED)))
    arguments.file.write_bytes(file_of(network, arguments.sizes, arguments.record))
    if arguments.positions:
        lines = [json.dumps(row) + "\n" for row in tested(network)]
        arguments.positions.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
