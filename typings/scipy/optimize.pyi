"""What the project uses of SciPy's optimizers, which come without types."""

import numpy as np
import numpy.typing as npt

from .sparse import csr_array

_Numbers = npt.NDArray[np.int64] | npt.NDArray[np.float64]

class Bounds:
    def __init__(self, lb: float, ub: float) -> None: ...

class LinearConstraint:
    def __init__(self, A: csr_array, lb: _Numbers, ub: _Numbers) -> None: ...

class OptimizeResult:
    success: bool
    x: npt.NDArray[np.float64]

def milp(
    c: _Numbers,
    *,
    integrality: _Numbers | None = None,
    bounds: Bounds | None = None,
    constraints: LinearConstraint | None = None,
    options: dict[str, float] | None = None,
) -> OptimizeResult: ...
