"""Magnetic mirror descent (Sokota et al. 2023), by self-play: train any game of Throwdown to a player.

    python examples/mmd.py con-person --set dice=2 --minutes 10 --to mmd.npz

Each update stays near the policy before (``--stay``) and is drawn to even chances (``--magnet``), so that in
games that hide something the last policy comes near an equilibrium, where plain policy gradients go in
circles. The network, self-play and the curve are those of ``ppo.py``.
"""

from __future__ import annotations

import torch
from ppo import NEVER, Made, options, train
from torch import Tensor
from torch.distributions import Categorical


def main() -> None:
    told = options("mmd", __doc__)
    told.add_argument("--magnet", type=float, default=0.1, help="the pull to even chances, at first")
    told.add_argument("--stay", type=float, default=0.5, help="the pull to the policy before, at first")
    args = told.parse_args()

    def loss(policy: Categorical, made: Made, part: float) -> Tensor:
        ratio = (policy.log_prob(made.actions) - made.chances).exp()
        even = Categorical(logits=torch.zeros_like(made.numbers).masked_fill(~made.masks, NEVER))
        before = Categorical(logits=made.numbers)
        left = max(0.05, 1 - part)
        magnet = args.magnet * left * torch.distributions.kl_divergence(policy, even).mean()
        stay = args.stay / left**0.5 * torch.distributions.kl_divergence(policy, before).mean()
        return magnet + stay - (made.advantages * ratio).mean()

    train(args, loss)


if __name__ == "__main__":
    main()
