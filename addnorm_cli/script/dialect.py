"""The words of the languages that scripts are written in: NumPy's and PyTorch's."""

from __future__ import annotations

from collections.abc import Iterator

from addnorm_cli.model.records import record


@record
class Dialect:
    """The words of a language of arrays.

    Attributes:
        module: What its functions are called on.
        array: The function that makes an array of nested lists.
        as_float: The argument that makes whole numbers floats.
        over: The argument that names axes, to be filled in.
        keep: The argument that keeps them.
        relu: The rectifier of something.
        assertion: The function that compares two arrays.
        settings: What is said before the work.
        native: Whether it has a layer_norm of its own.
    """

    module: str
    array: str
    as_float: str
    over: str
    keep: str
    relu: str
    assertion: str
    settings: tuple[str, ...] = ()
    native: bool = False

    def imports(self, functional: bool) -> Iterator[str]:
        """The imports of a script."""
        if self.module == "np":
            yield "import numpy as np"
            return
        yield "import torch"
        if functional:
            yield "import torch.nn.functional as F"
        yield ""


NUMPY = Dialect(
    module="np",
    array="np.array",
    as_float="dtype=float",
    over="axis={}",
    keep="keepdims=True",
    relu="np.maximum({}, 0)",
    assertion="np.testing.assert_allclose",
)
PYTORCH = Dialect(
    module="torch",
    array="torch.tensor",
    as_float="dtype=torch.float64",
    over="dim={}",
    keep="keepdim=True",
    relu="torch.relu({})",
    assertion="torch.testing.assert_close",
    settings=("torch.set_default_dtype(torch.float64)",),
    native=True,
)
