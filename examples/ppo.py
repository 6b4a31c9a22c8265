"""PPO (Schulman et al. 2017) with entropy, by self-play: train any game of Throwdown to a player.

    python examples/ppo.py con-person --leave-out bid_list --minutes 25 --to ppo.npz

One network chooses for every seat, from what that seat may know. Now and then a choice is made at random, so
that it learns to answer what a good player does not do. It needs PyTorch (``throwdown[torch]``).
While it learns it prints a curve (``measure.py``).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from measure import Curve
from torch import Tensor, nn
from torch.distributions import Categorical

from throwdown.bots.trained import Header, Network, Signs, write
from throwdown.envs import Batch, Setting, signs_of
from throwdown.kernel.tables import parse_options

Numbers = np.ndarray[Any, Any]
NEVER = -1e9  # the number of an event that is not legal


def options(name: str, about: str | None) -> argparse.ArgumentParser:
    """The command line that ``ppo.py`` and ``mmd.py`` share."""
    told = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    told.add_argument("game")
    told.add_argument("--set", dest="options", action="append", default=[], help="an option, as KEY=VALUE")
    told.add_argument("--seats", type=int, help="by default the least")
    told.add_argument("--leave-out", action="append", default=[], help="a field that is not learned from")
    told.add_argument("--name", default=name, help="what the player is called at a table")
    told.add_argument("--to", type=Path, default=Path(f"{name}.npz"), help="the file of the player")
    told.add_argument("--minutes", type=float, default=25.0, help="of training, without measuring")
    told.add_argument("--points", type=int, default=5, help="of the curve")
    told.add_argument("--against", default="regular", help="the level that the curve is against")
    told.add_argument("--pairs", type=int, default=100, help="mirrored pairs of matches for a point")
    told.add_argument("--seed", type=int, default=1)
    told.add_argument("--cores", type=int, default=2)
    told.add_argument("--many", type=int, default=256, help="matches side by side")
    told.add_argument("--steps", type=int, default=16, help="choices in each between two updates")
    told.add_argument("--hidden", type=int, default=128, help="units of each of the two hidden layers")
    told.add_argument("--rate", type=float, default=1e-3, help="of learning at first; it falls to a tenth")
    told.add_argument("--slips", type=float, default=0.15, help="the part of the choices made at random")
    told.add_argument("--fade", type=float, default=0.95, help="the lambda of the advantages")
    told.add_argument("--epochs", type=int, default=3, help="how often each choice is learned from")
    told.add_argument("--parts", type=int, default=4, help="minibatches of an epoch")
    return told


class Agent(nn.Module):
    """The policy, and how much the seat that chooses is to win."""

    def __init__(self, signs: int, hidden: int, actions: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(signs, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU())
        self.actor, self.critic = nn.Linear(hidden, actions), nn.Linear(hidden, 1)
        nn.init.orthogonal_(self.actor.weight, 0.01)

    def forward(self, signs: Tensor, masks: Tensor) -> tuple[Categorical, Tensor]:
        body = self.body(signs)
        numbers = self.actor(body).masked_fill(~masks, NEVER)
        return Categorical(logits=numbers, validate_args=False), self.critic(body).squeeze(1)

    def network(self, signs: Signs) -> Network:
        """The policy as the file of a player has it."""
        layers = [each for each in (*self.body, self.actor) if isinstance(each, nn.Linear)]
        arrays = [(each.weight.detach().numpy().T, each.bias.detach().numpy()) for each in layers]
        return Network(signs, tuple(arrays))


class Made(NamedTuple):
    """Choices that are learned from, with the policy that made them."""

    signs: Tensor
    masks: Tensor
    actions: Tensor
    chances: Tensor  # logarithms of the chances of these actions
    numbers: Tensor  # logarithms of the chances of all actions
    advantages: Tensor
    returns: Tensor


Loss = Callable[[Categorical, Made, float], Tensor]
"""What the policy is to make small for some choices; the last argument is the part of the training that is
over."""


class Steps:
    """What was seen, chosen and won between two updates, by step and match."""

    def __init__(self, steps: int, batch: Batch, signs: int) -> None:
        shape = (steps, batch.many)
        self.signs = np.zeros((*shape, signs), np.float32)
        self.masks = np.zeros((*shape, batch.actions), bool)
        self.seats, self.actions = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
        self.chances, self.values = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
        self.numbers = np.zeros((*shape, batch.actions), np.float32)
        self.rewards = np.zeros((*shape, batch.seats))
        self.ended, self.slipped = np.zeros(shape, bool), np.zeros(shape, bool)

    def learned_from(self, fade: float) -> Made:
        """The choices whose consequences are known, with advantages (Schulman et al. 2015)."""
        advantages, known = self._advantages(fade)
        returns = advantages + self.values
        arrays = self.signs, self.masks, self.actions, self.chances, self.numbers, advantages, returns
        return Made(*(torch.from_numpy(each[known]) for each in arrays))

    def _advantages(self, fade: float) -> tuple[Numbers, Numbers]:
        """By the rewards of the seat that chose and by the value of its next choice. They are not known for
        the last choice of a seat in a match that goes on. What was chosen at random is not learned from, and
        what was chosen before only up to there."""
        steps, many, seats = self.rewards.shape
        advantages, known = np.zeros((steps, many), np.float32), np.zeros((steps, many), bool)
        rows = np.arange(many)
        later, worth, won = (np.zeros((many, seats), np.float32) for _ in range(3))
        is_known = np.zeros((many, seats), bool)
        for t in range(steps - 1, -1, -1):
            over, seat = self.ended[t], self.seats[t]
            later[over], worth[over], won[over], is_known[over] = 0, 0, self.rewards[t, over], True
            gain = won[rows, seat] + worth[rows, seat] - self.values[t]
            advantages[t], known[t] = gain + fade * later[rows, seat], is_known[rows, seat]
            later[rows, seat] = np.where(self.slipped[t], 0, advantages[t])
            worth[rows, seat], won[rows, seat], is_known[rows, seat] = self.values[t], 0, True
        return advantages, known & ~self.slipped


def train(args: argparse.Namespace, loss: Loss) -> None:
    """Self-play, and after every ``args.steps`` choices of each match updates of the policy by ``loss``."""
    torch.manual_seed(args.seed)
    torch.set_num_threads(args.cores)
    draw = np.random.default_rng(args.seed)
    values = parse_options(args.options)
    setting = Setting(args.seats, values)
    batch = Batch(args.game, args.many, setting, seed=args.seed, cores=args.cores)
    signs = signs_of(batch, leave_out=args.leave_out)
    agent = Agent(len(signs.columns), args.hidden, batch.actions)
    optimizer = torch.optim.Adam(agent.parameters(), lr=args.rate, eps=1e-5)
    made = "python " + " ".join(sys.argv)
    header = Header(args.name, batch.game.key, batch.game.version, batch.seats, values, made)
    print(f"{batch.game.title}: {len(signs.columns)} signs, {batch.actions} events", flush=True)

    steps, matches = Steps(args.steps, batch, len(signs.columns)), 0
    rows, info = batch.reset(args.seed)
    curve = Curve(args.to, header, args.against, args.pairs, args.points, args.minutes)
    while not curve.is_over:
        optimizer.param_groups[0]["lr"] = args.rate * max(0.1, 1 - curve.part)
        for t in range(args.steps):
            steps.signs[t], steps.masks[t], steps.seats[t] = signs.of(rows), info["action_mask"], info["seat"]
            with torch.no_grad():
                policy, value = agent(torch.from_numpy(steps.signs[t]), torch.from_numpy(steps.masks[t]))
                action = policy.sample()
            steps.slipped[t] = draw.random(args.many) < args.slips
            steps.actions[t] = np.where(steps.slipped[t], batch.sample(), action.numpy())
            steps.values[t] = value.numpy()
            steps.chances[t], steps.numbers[t] = policy.log_prob(action).numpy(), policy.logits.numpy()
            rows, steps.rewards[t], ended, cut_off, info = batch.step(steps.actions[t])
            steps.ended[t] = ended | cut_off
            matches += int(steps.ended[t].sum())
        data = steps.learned_from(args.fade)
        for _ in range(args.epochs):
            for chosen in np.array_split(draw.permutation(len(data.actions)), args.parts):
                some = Made(*(each[chosen] for each in data))
                policy, value = agent(some.signs, some.masks)
                total = loss(policy, some, curve.part) + 0.5 * ((value - some.returns) ** 2).mean()
                optimizer.zero_grad()
                total.backward()
                nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
                optimizer.step()
        if curve.is_due:
            write(args.to, header, agent.network(signs))
            curve.measure(matches)
    batch.close()


def main() -> None:
    told = options("ppo", __doc__)
    told.add_argument("--entropy", type=float, default=0.05, help="its weight at first; it falls to a tenth")
    told.add_argument("--clip", type=float, default=0.2)
    args = told.parse_args()

    def loss(policy: Categorical, made: Made, part: float) -> Tensor:
        ratio = (policy.log_prob(made.actions) - made.chances).exp()
        gain = (made.advantages - made.advantages.mean()) / (made.advantages.std() + 1e-8)
        clipped = torch.clamp(ratio, 1 - args.clip, 1 + args.clip)
        entropy = args.entropy * max(0.1, 1 - part) * policy.entropy().mean()
        return -torch.min(gain * ratio, gain * clipped).mean() - entropy

    train(args, loss)


if __name__ == "__main__":
    main()
