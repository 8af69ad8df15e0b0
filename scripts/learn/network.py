"""The layers of a network in floating-point numbers, with weights as PyTorch saves them."""

import pickle
import zipfile

import numpy as np

# The value of every activation that a scale must hold is noted under the name of its layer.
STORAGES = {"FloatStorage": np.float32, "HalfStorage": np.float16, "LongStorage": np.int64}


class Unpickler(pickle.Unpickler):
    """Reads a dictionary of tensors, and nothing else that a pickle could hold."""

    def __init__(self, archive, root):
        super().__init__(archive.open(f"{root}/data.pkl"))
        self.archive, self.root = archive, root

    def find_class(self, module, name):
        if name in STORAGES:
            return name
        if name == "_rebuild_tensor_v2":
            return self.tensor
        if name == "OrderedDict":
            return dict
        raise ValueError(f"{module}.{name} is no part of a file of weights")

    def persistent_load(self, pid):
        _, storage, key, _, _ = pid
        return np.frombuffer(self.archive.read(f"{self.root}/data/{key}"), STORAGES[storage])

    @staticmethod
    def tensor(storage, offset, shape, strides, *_):
        strides = [stride * storage.itemsize for stride in strides]
        view = np.lib.stride_tricks.as_strided(storage[offset:], shape, strides, writeable=False)
        return view.astype(np.float32)


def load(path):
    """Returns the tensors of a file by their names, with batch norms folded into convolutions."""
    with zipfile.ZipFile(path) as archive:
        tensors = Unpickler(archive, archive.namelist()[0].split("/")[0]).load()
    return folded(tensors)


def folded(tensors):
    if "sb.weight" not in tensors:
        return tensors

    def fold(convolution, norm):
        factor = tensors[f"{norm}.weight"] / np.sqrt(tensors[f"{norm}.running_var"] + 1e-5)
        offset = tensors[f"{norm}.bias"] - tensors[f"{norm}.running_mean"] * factor
        return tensors[f"{convolution}.weight"] * factor[:, None, None, None], offset

    names = ["pg", "p1", "p2", "pp", "v1", "v2", "v3", "o1", "sg"]
    kept = {f"{name}.{part}": tensors[f"{name}.{part}"] for name in names for part in ("weight", "bias")}
    kept["stem.weight"], kept["stem.bias"] = fold("stem", "sb")
    for block in range(blocks(tensors)):
        prefix = f"blocks.{block}."
        for half in "12":
            name = f"{prefix}c{half}"
            kept[f"{name}.weight"], kept[f"{name}.bias"] = fold(name, f"{prefix}b{half}")
        for part in ("weight", "bias"):
            if f"{prefix}g.{part}" in tensors:
                kept[f"{prefix}g.{part}"] = tensors[f"{prefix}g.{part}"]
    missing = 3 - kept["sg.weight"].shape[1]
    # Networks that saw one size only do not know the size of the board.
    kept["sg.weight"] = np.pad(kept["sg.weight"], ((0, 0), (0, missing)))
    return kept


def blocks(tensors):
    """Returns the number of residual blocks."""
    return sum(name.endswith(".c1.weight") for name in tensors)


def convolved(inputs, weights):
    """Returns the sums of a convolution of three by three points, channels first."""
    channels, size, _ = inputs.shape
    padded = np.pad(inputs, ((0, 0), (1, 1), (1, 1)))
    taps = [padded[:, row : row + size, column : column + size] for row in range(3) for column in range(3)]
    columns = np.stack(taps, 1).reshape(channels * 9, -1)
    return (weights.reshape(len(weights), -1) @ columns).reshape(-1, size, size)


def pooled(values):
    """Returns the mean and the maximum of each channel."""
    return np.concatenate([values.mean((1, 2)), values.max((1, 2))])


def evaluate(tensors, sample, note=lambda name, values: None):
    """Returns the logits of the moves, the logit of a win with the lead, and those of the owners.

    note is called with the name of each layer and its inputs."""

    def of_points(name, values):
        return np.tensordot(tensors[f"{name}.weight"][:, :, 0, 0], values, 1)

    def linear(name, values):
        return tensors[f"{name}.weight"] @ values + tensors[f"{name}.bias"]

    def spread(bias):
        return bias[:, None, None]

    planes = sample.planes.astype(np.float32).reshape(-1, sample.size, sample.size)
    bias = tensors["stem.bias"] + linear("sg", sample.context())
    tower = np.maximum(convolved(planes, tensors["stem.weight"]) + spread(bias), 0)
    note("residual", tower)
    for block in range(blocks(tensors)):
        prefix = f"blocks.{block}."
        note(f"{prefix}c1", tower)
        inner = convolved(tower, tensors[f"{prefix}c1.weight"]) + spread(tensors[f"{prefix}c1.bias"])
        inner = np.maximum(inner, 0)
        note(f"{prefix}c2", inner)
        outer = convolved(inner, tensors[f"{prefix}c2.weight"]) + spread(tensors[f"{prefix}c2.bias"])
        if f"{prefix}g.weight" in tensors:
            outer += spread(linear(f"{prefix}g", pooled(inner)))
        tower = np.maximum(tower + outer, 0)
        note("residual", tower)
    note("heads", tower)
    context = pooled(tower)
    policy = np.maximum(of_points("p1", tower) + spread(tensors["p1.bias"] + linear("pg", context)), 0)
    note("p2", policy)
    values = np.maximum(of_points("v1", tower) + spread(tensors["v1.bias"]), 0)
    note("v2", values)
    hidden = np.maximum(linear("v2", pooled(values)), 0)
    note("v3", hidden)
    plays = of_points("p2", policy) + tensors["p2.bias"][0]
    owners = of_points("o1", values) + tensors["o1.bias"][0]
    return np.concatenate([plays.ravel(), linear("pp", context)]), linear("v3", hidden), owners.ravel()
