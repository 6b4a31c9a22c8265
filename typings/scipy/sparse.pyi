"""What the project uses of SciPy's sparse matrices, which come without types."""

import numpy as np
import numpy.typing as npt

class csr_array:
    def __init__(
        self,
        arg1: tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]],
        shape: tuple[int, int],
    ) -> None: ...
