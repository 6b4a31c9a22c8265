"""What a campaign has come to."""

from __future__ import annotations

from msgspec import Struct, field


class Counts(Struct, omit_defaults=True):
    """What has been reached: ``done`` faults, states or dice. ``confirmed`` choices of people, ``told``
    events that somebody was told and that agree with the logs of so many ``matches``; ``faces``: how often
    each face of a die came up, by the number of its faces. In ``broken`` rounds something did not hold;
    nothing else is counted of these."""

    done: int = 0
    confirmed: int = 0
    told: int = 0
    matches: int = 0
    seconds: float = 0.0
    broken: int = 0
    faces: dict[int, list[int]] = field(default_factory=dict[int, list[int]])

    def add(self, other: Counts) -> None:
        self.done += other.done
        self.confirmed += other.confirmed
        self.told += other.told
        self.matches += other.matches
        self.seconds += other.seconds
        self.broken += other.broken
        for size, many in other.faces.items():
            before = self.faces.get(size, [0] * size)
            self.faces[size] = [one + more for one, more in zip(before, many, strict=True)]
