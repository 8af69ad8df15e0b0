"""One game as an environment of PettingZoo."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv  # type: ignore[import-untyped]

from ponnuki._core import Rules
from ponnuki.env import Planes, Size, VectorGo

COLORS = {"black_0": "black", "white_0": "white"}


class AecGo(AECEnv[str, dict[str, NDArray[np.int8]], int | None]):  # type: ignore[misc]  # untyped
    """A game of Go between the agents `black_0` and `white_0`.

    An observation is a dictionary: `observation` as in `VectorGo`, as the agent sees it, and
    `action_mask`, the legal actions of the agent to move. The winner gets 1, the loser -1. An
    illegal action raises `IllegalMoveError`.
    """

    metadata: dict[str, Any] = {"name": "ponnuki_go_v0", "render_modes": [], "is_parallelizable": False}  # noqa: RUF012, as in the base class

    def __init__(
        self,
        size: Size = 19,
        rules: Rules | str = "cgos",
        komi: float | None = None,
        *,
        planes: Planes | None = None,
        max_moves: int | None = None,
    ) -> None:
        super().__init__()
        self._go = VectorGo(1, size, rules, komi, seed=0, planes=planes, max_moves=max_moves)
        self.possible_agents = list(COLORS)
        self.agents: list[str] = []
        self.render_mode = None
        observation = spaces.Box(-1, 1, self._go.observation.shape[1:], np.int8)
        mask = spaces.Box(0, 1, (self._go.actions,), np.int8)
        space = spaces.Dict({"observation": observation, "action_mask": mask})
        self.observation_spaces: dict[str, gymnasium.Space[Any]] = dict.fromkeys(COLORS, space)
        self.action_spaces: dict[str, gymnasium.Space[Any]] = {
            agent: spaces.Discrete(self._go.actions) for agent in COLORS
        }

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        """Returns the space of the observations of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        """Returns the space of the actions of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a new game. Nothing in it is random."""
        self._go.reset()
        self.agents = list(self.possible_agents)
        self.agent_selection = "black_0"
        self.rewards = dict.fromkeys(COLORS, 0.0)
        self._cumulative_rewards = dict.fromkeys(COLORS, 0.0)
        self.terminations = dict.fromkeys(COLORS, False)
        self.truncations = dict.fromkeys(COLORS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in COLORS}

    def observe(self, agent: str) -> dict[str, NDArray[np.int8]]:
        """Returns what an agent sees; both see the whole board.

        :raises RuntimeError: before the first reset.
        """
        if not hasattr(self, "agent_selection"):
            raise RuntimeError("no game is on: call reset before observe")
        mask = self._go.legal[0].astype(np.int8)
        if agent != self.agent_selection:
            mask[:] = 0
        return {"observation": self._go.observe(0, COLORS[agent]), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Makes a move of the agent to move.

        :raises RuntimeError: if no game has begun, or if it is over for both.
        """
        if not self.agents:
            raise RuntimeError("no game is on: call reset before step")
        mover = self.agent_selection
        if self.terminations[mover] or self.truncations[mover]:
            self._was_dead_step(action)
            return
        _, rewards, terminated, truncated, _ = self._go.step(np.array([action]))
        other = next(agent for agent in COLORS if agent != mover)
        reward = float(rewards[0])
        self._cumulative_rewards[mover] = 0.0
        self.rewards = {mover: reward, other: -reward}
        self.terminations = dict.fromkeys(COLORS, bool(terminated[0]))
        self.truncations = dict.fromkeys(COLORS, bool(truncated[0]))
        self.agent_selection = other
        self._accumulate_rewards()
