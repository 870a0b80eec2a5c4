"""Checks that the weights of a block fit its stream and each other, before anything is worked."""

from __future__ import annotations

from addnorm_cli.inputs.arrays import Shape, show_shape
from addnorm_cli.model.block_problem import Affine, Attention, FeedForward, Layer
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.problem import Orientation, Tensor


def check_layer(layer: Layer, stream: Shape, orientation: Orientation) -> None:
    """Check one layer against a stream of shape (L, d).

    Raises:
        InputError: A weight, a bias, γ, β or a given output has another shape than it needs.
    """
    if layer.attention is not None:
        _check_attention(layer.attention, stream, orientation)
    if layer.ffn is not None:
        _check_feed_forward(layer.ffn, stream, orientation)
    for affine in layer.norms.values():
        check_affine(affine, stream[-1])


def check_affine(affine: Affine, width: int) -> None:
    """Check that γ and β have one number for each component of the stream."""
    for name, given in (("γ", affine.gamma), ("β", affine.beta)):
        if given is not None and given.shape != (width,):
            raise InputError(
                "affine_shape",
                where=given.source,
                name=name,
                found=show_shape(given.shape),
                expected=show_shape((width,)),
            )


def _check_attention(spec: Attention, stream: Shape, orientation: Orientation) -> None:
    if spec.output is not None:
        _check_output(spec.output, stream)
        return
    width = stream[-1]
    query = spec.weights["W_q"]
    inner = _out(query, width, None, "W_q", orientation)
    if inner % spec.heads:
        raise InputError("block_heads", where=query.source, heads=spec.heads, width=inner)
    if spec.heads % spec.kv_heads:
        raise InputError("block_kv_heads", heads=spec.heads, kv_heads=spec.kv_heads)
    if spec.rotary is not None and (inner // spec.heads) % 2:
        raise InputError("rotary_odd", where=query.source, d_head=inner // spec.heads)
    narrow = inner // spec.heads * spec.kv_heads
    sizes = {"q": inner, "k": narrow, "v": narrow, "o": width}
    for letter in "kvo":
        if f"W_{letter}" in spec.weights:
            given = spec.weights[f"W_{letter}"]
            into = inner if letter == "o" else width
            _out(given, into, sizes[letter], f"W_{letter}", orientation)
    if "W_o" not in spec.weights and inner != width:
        raise InputError("no_output_weight", where=query.source, inner=inner, width=width)
    for name, bias in spec.biases.items():
        _check_bias(bias, name, sizes[name[-1]])


def _check_feed_forward(spec: FeedForward, stream: Shape, orientation: Orientation) -> None:
    if spec.output is not None:
        _check_output(spec.output, stream)
        return
    width = stream[-1]
    inner = _out(spec.weights["W_1"], width, None, "W_1", orientation)
    if "W_gate" in spec.weights:
        _out(spec.weights["W_gate"], width, inner, "W_gate", orientation)
    _out(spec.weights["W_2"], inner, width, "W_2", orientation)
    for name, bias in spec.biases.items():
        _check_bias(bias, name, width if name == "b_2" else inner)


def _out(weight: Tensor, into: int, out: int | None, name: str, orientation: Orientation) -> int:
    """The outputs of a weight that takes `into` numbers, and gives `out` where that is known."""
    shape = weight.shape
    if len(shape) == 2:
        found_in, found_out = shape if orientation == "xW" else shape[::-1]
        if found_in == into and out in (None, found_out):
            return found_out
    outputs = "?" if out is None else str(out)
    expected = f"({into}, {outputs})" if orientation == "xW" else f"({outputs}, {into})"
    key = f"block_weight_shape.{orientation}"
    raise InputError(
        key,
        where=weight.source,
        name=name,
        found=show_shape(shape),
        expected=expected,
    )


def _check_bias(bias: Tensor, name: str, length: int) -> None:
    if bias.shape != (length,):
        raise InputError(
            "block_bias_shape",
            where=bias.source,
            name=name,
            found=show_shape(bias.shape),
            expected=show_shape((length,)),
        )


def _check_output(output: Tensor, stream: Shape) -> None:
    """A given output has the shape of the stream; for a single token a plain vector will do."""
    if output.shape != stream and not (stream[0] == 1 and output.shape == stream[1:]):
        raise InputError(
            "output_shape",
            where=output.source,
            found=show_shape(output.shape),
            expected=show_shape(stream),
        )
