"""Turns a network into one of whole numbers, layer by layer.

Weights of convolutions become signed bytes with a scale for each output, activations unsigned bytes
with a scale for each layer, the 0.9997 quantile of what some positions show. Sums fit into 32 bits,
and so does every step after them, whatever the activations are. The engine computes the same in
src/play/network/tower.rs, to the bit.
"""

import numpy as np
from network import blocks, convolved, evaluate

QUANTILE = 0.9997

# The largest numbers of each kind.
BYTE = 127
INPUT = 255
RESIDUAL = 20_000
HIDDEN = 4_000
LINEAR = 1_023

# What the engine multiplies and drops.
SET = 128
SUM_SHIFT = 7
POOLED = 16
POINT_UNITS = 1024
VALUE_UNITS = 4096
KOMI_UNITS = 4
CONTEXT_SHIFT = 8
# Two planes of zeros fill up a group of four.
PADDING = 2


class Convolution:
    """An output is `((sum >> 7) * multiplier + bias >> shift) + offset`."""

    def __init__(self, weights, bias, unit_in, unit_out, bias_after):
        """unit_out may hold a unit for each output. With bias_after, the bias is an offset."""
        scale = np.maximum(np.abs(weights.reshape(len(weights), -1)).max(1) / BYTE, 1e-12)
        self.weights = np.rint(weights / scale[:, None, None, None]).astype(np.int64)
        most = np.abs(self.weights.reshape(len(weights), -1)).sum(1) * INPUT >> SUM_SHIFT
        factors = scale * unit_in / unit_out * 2.0**SUM_SHIFT
        offsets = bias / unit_out
        self.shift = int(np.floor(np.log2(8191 / factors.max())))
        while True:
            self.multipliers = np.rint(factors * 2.0**self.shift).astype(np.int64)
            # Half of what the first shift drops, and half of a unit for the second one.
            self.biases = self.multipliers // 2 + (1 << (self.shift - 1))
            if not bias_after:
                self.biases = self.biases + np.rint(offsets * 2.0**self.shift).astype(np.int64)
            if np.all(most * self.multipliers + np.abs(self.biases) < 2**31):
                break
            self.shift -= 1
        self.offsets = np.rint(offsets).astype(np.int64) if bias_after else np.zeros(len(weights), np.int64)

    def outputs(self, inputs):
        weights = self.weights
        if weights.shape[2] == 1:
            sums = np.tensordot(weights[:, :, 0, 0], inputs, 1)
        else:
            sums = convolved(inputs.astype(np.float64), weights.astype(np.float64)).astype(np.int64)
        scaled = (sums >> SUM_SHIFT) * self.multipliers[:, None, None] + self.biases[:, None, None]
        return (scaled >> self.shift) + self.offsets[:, None, None]


class Linear:
    """An output is `(sum * multiplier >> shift) + bias`, rounded."""

    def __init__(self, weights, bias, unit_in, unit_out):
        scale = np.maximum(np.abs(weights).max(1) / LINEAR, 1e-12)
        self.weights = np.rint(weights / scale[:, None]).astype(np.int64)
        factors = scale * unit_in / unit_out
        self.shift = min(int(np.floor(np.log2((2**31 - 1) / factors.max()))), 40)
        self.multipliers = np.rint(factors * 2.0**self.shift).astype(np.int64)
        self.biases = np.rint(bias / unit_out).astype(np.int64)

    def outputs(self, inputs):
        return shifted(self.weights @ inputs * self.multipliers, self.shift) + self.biases


def shifted(values, shift):
    """Returns values without their last bits, rounded."""
    return (values + (1 << (shift - 1))) >> shift


def rescaling(unit_in, unit_out):
    """Returns a multiplier and a shift that turn one unit into another."""
    factor = unit_in / unit_out
    shift = int(np.floor(np.log2(32767 / factor)))
    return round(factor * 2.0**shift), shift


def pooled(values, factor):
    """Returns the rounded mean and the maximum of each channel, times a factor."""
    points = values.shape[1] * values.shape[2]
    means = (values.sum((1, 2)) * factor + points // 2) // points
    return np.concatenate([means, values.max((1, 2)) * factor])


def inputs_of(tensors, samples):
    """Returns the inputs of each layer in some positions, by the names of the layers."""
    seen = {}
    for sample in samples:
        evaluate(tensors, sample, lambda name, values: seen.setdefault(name, []).append(values.ravel()))
    return {name: np.concatenate(values) for name, values in seen.items()}


class Network:
    """A network of whole numbers. seen holds the inputs of each layer in some positions."""

    def __init__(self, tensors, seen):
        self.channels, self.head = len(tensors["stem.weight"]), len(tensors["p1.weight"])
        self.blocks = []

        def unit(name, most):
            return np.quantile(seen[name][seen[name] > 0], QUANTILE) / most

        def tensor(name):
            return tensors[f"{name}.weight"], tensors[f"{name}.bias"]

        residual = seen["residual"].max() / RESIDUAL
        policy, values, hidden = unit("p2", HIDDEN), unit("v2", HIDDEN), unit("v3", HIDDEN)
        weights, bias = tensor("stem")
        weights = np.pad(weights, ((0, 0), (0, PADDING), (0, 0), (0, 0)))
        self.stem = Convolution(weights, bias + tensors["sg.bias"], 1 / SET, residual, True)
        # What a quarter point of komi, a pass, and a point of the width beyond nine add.
        steps = (1 / KOMI_UNITS / 10, 1.0, 0.1)
        context = tensors["sg.weight"] / residual * 2.0**CONTEXT_SHIFT
        self.context = [np.rint(context[:, index] * step).astype(np.int64) for index, step in enumerate(steps)]
        self.rescalings = []
        for block in range(blocks(tensors)):
            prefix = f"blocks.{block}."
            outer, inner = unit(f"{prefix}c1", INPUT), unit(f"{prefix}c2", INPUT)
            self.rescalings.append(rescaling(residual, outer))
            first = Convolution(*tensor(f"{prefix}c1"), outer, inner, False)
            second = Convolution(*tensor(f"{prefix}c2"), inner, residual, True)
            has_pooling = f"{prefix}g.weight" in tensors
            linear = Linear(*tensor(f"{prefix}g"), inner / POOLED, residual) if has_pooling else None
            self.blocks.append((first, second, linear))
        tower = unit("heads", INPUT)
        self.rescalings.append(rescaling(residual, tower))
        units = np.repeat([policy, values], self.head)
        both = [np.concatenate(pair) for pair in zip(tensor("p1"), tensor("v1"), strict=True)]
        both = [both[0] / units[:, None, None, None], both[1] / units]
        self.heads = Convolution(*both, tower, 1.0, True)
        self.policy_context = Linear(*tensor("pg"), tower / POOLED, policy)
        self.pass_ = Linear(*tensor("pp"), tower / POOLED, 1 / POINT_UNITS)
        self.hidden = Linear(*tensor("v2"), values, hidden)
        self.values = Linear(*tensor("v3"), hidden, 1 / VALUE_UNITS)
        self.play, self.owner = (
            Linear(weights[:, :, 0, 0], bias, unit_in, 1 / POINT_UNITS)
            for (weights, bias), unit_in in [(tensor("p2"), policy), (tensor("o1"), values)]
        )

    def evaluate(self, sample):
        """Returns what the engine must say: policy, win and lead, owners, as whole numbers."""

        def inputs(number):
            multiplier, shift = self.rescalings[number]
            return np.minimum(shifted(tower * multiplier, shift), INPUT)

        size = sample.size
        planes = np.pad(sample.planes.astype(np.int64), ((0, PADDING), (0, 0))).reshape(-1, size, size)
        komi, after_pass, beyond_nine = self.context
        context = round(sample.komi * KOMI_UNITS) * komi + sample.after_pass * after_pass + (size - 9) * beyond_nine
        bias = shifted(context, CONTEXT_SHIFT)[:, None, None]
        tower = np.clip(self.stem.outputs(SET * planes) + bias, 0, 32767)
        for number, (first, second, linear) in enumerate(self.blocks):
            inner = np.clip(first.outputs(inputs(number)), 0, INPUT)
            outer = second.outputs(inner)
            if linear:
                outer = outer + linear.outputs(pooled(inner, POOLED))[:, None, None]
            tower = np.clip(outer + tower, 0, 32767)
        last = inputs(len(self.blocks))
        context = pooled(last, POOLED)
        heads = self.heads.outputs(last)
        policy = np.clip(heads[: self.head] + self.policy_context.outputs(context)[:, None, None], 0, 8191)
        values = np.clip(heads[self.head :], 0, 8191)
        hidden = np.clip(self.hidden.outputs(pooled(values, 1)), 0, 8191)

        def of_points(layer, channels):
            return [int(layer.outputs(point)[0]) for point in channels.reshape(self.head, -1).T]

        plays = [*of_points(self.play, policy), int(self.pass_.outputs(context)[0])]
        return plays, [int(value) for value in self.values.outputs(hidden)], of_points(self.owner, values)
