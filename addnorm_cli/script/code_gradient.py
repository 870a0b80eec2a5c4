"""The way back as lines of a program: PyTorch's own autograd, or the chain rule in NumPy."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from addnorm_cli.formula.norms import NORMS
from addnorm_cli.model.problem import Tensor
from addnorm_cli.model.records import replaced
from addnorm_cli.script.code_norms import Writer, norm_name
from addnorm_cli.script.dialect import Dialect
from addnorm_cli.trace.trace import Section, Trace

_NAMES = ("x", "sublayer", "gamma", "beta")
"""What a gradient is taken of, in the order in which a function gives it back."""


def with_affine(trace: Trace) -> Trace:
    """A trace whose γ and β are written out, since each of them has a gradient."""
    assert trace.norm is not None
    shape = trace.cases[0].result.shape[-trace.norm.last_axes :]
    neutral = {"gamma": 0 if trace.norm.unit_offset else 1}
    if NORMS[trace.norm.kind].beta:
        neutral["beta"] = 0
    filled = {
        name: Tensor(np.full(shape, float(number)), np.full(shape, str(number), object), name)
        for name, number in neutral.items()
    }
    return replaced(trace, inputs={**filled, **trace.inputs})


def leaves(case: Section) -> list[str]:
    """What the gradients of a case are taken of."""
    return [name for name in _NAMES if name in case.results]


def backward_function(writer: Writer) -> list[str]:
    """The chain rule back through a norm, as a function of z and what arrives at its output."""
    return [f"def {norm_name(writer.spec)}_backward(z, upstream):", *(
        f"    {line}" for line in _backward(writer)
    )]  # fmt: skip


def _backward(writer: Writer) -> Iterator[str]:
    spec, axes = writer.spec, writer.last(writer.spec.last_axes)
    over, size = writer.over(axes), int(np.prod(writer.shape[-spec.last_axes :]))
    centred = NORMS[spec.kind].centred
    if centred:
        yield from writer.deviations("z", axes, size)
    else:
        yield "dev = z"
        yield f"var = (dev**2).mean({over})"
    at_sigma = spec.eps_at == "sigma"
    yield f"root = {writer.root('var' if at_sigma else 'var + eps')}"
    yield f"den = {'root + eps' if at_sigma else 'root'}"
    yield "z_hat = dev / den"
    yield f"d_z_hat = upstream * {'(1 + gamma)' if spec.unit_offset else 'gamma'}"
    yield f"d_den = -(d_z_hat * z_hat).sum({over}) / den"
    divisor = f"({size} - {spec.ddof})" if spec.ddof else str(size)
    below = "np.where(root > 0, root, 1)" if at_sigma and writer.still else "root"
    yield f"d_z = d_z_hat / den + d_den * dev / ({divisor} * {below})"
    if centred:
        yield f"d_z = d_z - d_z.mean({over})"
    lead = tuple(range(len(writer.shape) - spec.last_axes))
    sums = ["(upstream * z_hat)", "upstream"][: 2 if centred else 1]
    parts = [f"{part}.sum(axis={lead})" if lead else part.strip("()") for part in sums]
    yield f"return d_z, {', '.join(parts)}"


def work_back(case: Section, value: str, trace: Trace, dialect: Dialect) -> Iterator[str]:
    """The lines from the output of a case back to everything that has a gradient.

    Args:
        case: The case.
        value: What goes into the norm, by name.
        trace: The calculation, its γ and β written out.
        dialect: The words to use.
    """
    assert trace.norm is not None
    names = leaves(case)
    function = norm_name(trace.norm)
    if dialect.native:
        given = ", ".join(names)
        found = ", ".join(f"d_{name}" for name in names)
        yield f"y = {function}({value})"
        yield f"{found} = torch.autograd.grad(y, ({given}), upstream)"
        return
    affine = ", ".join(f"d_{name}" for name in names if name in ("gamma", "beta"))
    yield f"d_z, {affine} = {function}_backward({value}, upstream)"
    if "sublayer" in names:
        yield "d_sublayer = d_z"
    linear = trace.linear
    if linear is None:
        yield "d_x = d_z"
        return
    yield "d_h = d_z * (h > 0)" if linear.activation == "relu" else "d_h = d_z"
    turned = "weight" if linear.orientation == "Wx" else "weight.T"
    yield f"d_x = d_z + d_h @ {turned}"
