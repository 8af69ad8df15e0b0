"""`VectorGo` as a vector environment of Gymnasium."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ponnuki._core import Rules
from ponnuki.env import Observation, Size, VectorGo


class GymnasiumVectorGo(VectorGo, VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """A `VectorGo` with the spaces and the metadata of Gymnasium."""

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}  # noqa: RUF012, as in the base class

    def __init__(
        self, n: int, size: Size = 19, rules: Rules | str = "cgos", komi: float | None = None, **options: Any
    ) -> None:
        super().__init__(n, size, rules, komi, **options)
        self.single_action_space: gymnasium.Space[Any] = spaces.Discrete(self.actions)
        self.single_observation_space: gymnasium.Space[Any] = spaces.Dict(
            {
                "observation": spaces.Box(-1, 1, self.observation.shape[1:], np.int8),
                "action_mask": spaces.MultiBinary(self.actions),
                "to_move": spaces.Box(-1, 1, (), np.int8),
            }
        )
        self.action_space: gymnasium.Space[Any] = batch_space(self.single_action_space, n)
        self.observation_space: gymnasium.Space[Any] = batch_space(self.single_observation_space, n)
