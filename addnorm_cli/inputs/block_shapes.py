"""Checks that the weights of a block fit its stream and each other, before anything is worked."""

from __future__ import annotations

from addnorm_cli.inputs.arrays import Shape, show_shape
from addnorm_cli.inputs.block_attention import needs_a_pair
from addnorm_cli.model.block_problem import Attention, FeedForward, Layer
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.problem import Affine, Orientation, Tensor


def check_layer(layer: Layer, stream: Shape, orientation: Orientation) -> None:
    """Check one layer against a stream of shape (L, d).

    Raises:
        InputError: A weight, a bias, γ, β or a given output has another shape than it needs.
    """
    if layer.attention is not None:
        _check_attention(layer.attention, stream, orientation)
    if layer.cross is not None:
        _check_attention(layer.cross, stream, orientation)
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
    query = spec.weights.get("W_q")
    inner = width if query is None else _out(query, width, None, "W_q", orientation)
    place = None if query is None else query.source
    if inner % spec.heads:
        raise InputError("block_heads", where=place, heads=spec.heads, width=inner)
    if spec.heads % spec.kv_heads:
        raise InputError("block_kv_heads", heads=spec.heads, kv_heads=spec.kv_heads)
    head = inner // spec.heads
    if spec.rotary is not None and needs_a_pair(spec.rotary, head):
        if spec.rotary.width is not None:
            raise InputError("rotary_dim", where=place, found=spec.rotary.width, d_head=head)
        raise InputError("rotary_odd", where=place, d_head=head)
    memory = width if spec.memory is None else spec.memory.shape[-1]
    sizes = {"q": inner, "k": head * spec.kv_heads, "o": width}
    sizes["v"] = _value_width(spec, memory, orientation)
    inner_v = sizes["v"] // spec.kv_heads * spec.heads
    into = {"q": width, "k": memory, "v": memory, "o": inner_v}
    for letter in "kvo":
        name = f"W_{letter}"
        if name in spec.weights:
            _out(spec.weights[name], into[letter], sizes[letter], name, orientation)
        elif into[letter] != sizes[letter]:
            key = "no_output_weight" if letter == "o" else "no_weight"
            raise InputError(key, where=place, name=name, inner=into[letter], width=sizes[letter])
    for name, bias in spec.biases.items():
        _check_bias(bias, name, sizes[name[-1]])
    _check_scores(spec, stream[0] if len(stream) > 1 else 1)
    for letter in "qk":
        affine = spec.norms.get(f"{letter}_norm")
        if affine is not None:
            _check_one_of(affine, head, sizes[letter])


def _value_width(spec: Attention, memory: int, orientation: Orientation) -> int:
    """How wide all values are, which may be another width than that of the keys."""
    weight = spec.weights.get("W_v")
    if weight is None:
        return memory
    width = _out(weight, memory, None, "W_v", orientation)
    if width % spec.kv_heads:
        raise InputError(
            "block_head_width", where=weight.source, heads=spec.kv_heads, width=width, name="W_v"
        )
    return width


def _check_scores(spec: Attention, queries: int) -> None:
    """Check that a mask has a number for each key, and for each query where they differ."""
    if spec.mask is None:
        return
    keys = queries if spec.memory is None else spec.memory.shape[0]
    fitting = ((keys,), (queries, keys), (spec.heads, queries, keys))
    if spec.mask.shape not in fitting:
        expected = [show_shape(shape) for shape in fitting[: 2 if spec.heads == 1 else 3]]
        raise InputError(
            "mask_shape", where=spec.mask.source, found=show_shape(spec.mask.shape),
            expected=tuple(expected),
        )  # fmt: skip


def _check_one_of(affine: Affine, head: int, whole: int) -> None:
    """Check γ and β of a norm of queries or keys, which is of one head or of all together."""
    given = affine.gamma if affine.gamma is not None else affine.beta
    check_affine(affine, whole if given is not None and given.shape == (whole,) else head)


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
