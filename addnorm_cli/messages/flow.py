"""The words of gradient-flow."""

from addnorm_cli.messages import Text

TEXTS = {
    "title.gradient-flow": Text(en="Gradient flow", zh="梯度流"),
    "formula.gradient-flow": Text(
        en="each layer: g ← ∂F/∂x · g without residual, g ← (1 + ∂F/∂x) · g with residual",
        zh="每一层：无残差 g ← ∂F/∂x · g，有残差 g ← (1 + ∂F/∂x) · g",
    ),
    "formula.gradient-flow.measured": Text(
        en="gₗ is the gradient at the input of layer l, ‖gₗ‖ its length over all tokens and"
        " components",
        zh="gₗ 是第 l 层输入处的梯度，‖gₗ‖ 是它在全部 token 和分量上的长度",
    ),
    "flow.given": Text(en="Given", zh="已知"),
    "flow.value": Text(en="value", zh="值"),
    "flow.layers": Text(en="layers", zh="层数"),
    "flow.given.last": Text(en="(the gradient at the last layer)", zh="最后一层的梯度"),
    "flow.given.without": Text(en="of every layer, without residual", zh="每一层，无残差"),
    "flow.given.with_residual": Text(en="of every layer, with residual", zh="每一层，有残差"),
    "fact.upstream.given": Text(en="the gradient at the output is given", zh="输出处的梯度已给出"),
    "fact.upstream.alternating": Text(
        en="the gradient at the output has length 1 and equal components whose sign alternates"
        " (all ones would give 0 after LayerNorm with γ = 1)",
        zh="输出处的梯度长度为 1，各分量大小相等、正负交替（γ = 1 的 LayerNorm 之后若全取 1，"
        "结果为 0）",
    ),
    "section.without": Text(en="Without residual", zh="无残差"),
    "section.with_residual": Text(en="With residual", zh="有残差"),
    "step.layer": Text(en="Gradient that reaches layer {number}", zh="到达第 {number} 层的梯度"),
    "step.factor": Text(en="What layer {number} multiplied it by", zh="第 {number} 层的倍数"),
    "step.gradient": Text(
        en="Gradient at the input of layer {number}",
        zh="第 {number} 层输入处的梯度",
    ),
    "flow.layer": Text(en="layer {number}", zh="第 {number} 层"),
    "flow.output": Text(en="output", zh="输出"),
    "flow.factor": Text(en="factor", zh="倍数"),
    "flow.said": Text(
        en="of the gradient of layer {layers}, layer 1 gets {without} without and {kept} with"
        " residual",
        zh="第 {layers} 层的梯度传到第 1 层时，无残差剩 {without}，有残差剩 {kept}",
    ),
    "flow.measured": Text(
        en="of a gradient of length {top} at the output, the input of layer 1 gets {without}"
        " without and {kept} with residual",
        zh="输出处长度为 {top} 的梯度，传到第 1 层输入时，无残差为 {without}，有残差为 {kept}",
    ),
    "flow.guarantee": Text(
        en="the residual connection puts a 1 beside ∂F/∂x (I + J_F for vectors), a path on which"
        " the gradient is not changed. That helps deep networks, and it guarantees nothing: the"
        " terms can cancel (1 + ∂F/∂x near 0), and above 1 the gradient grows from layer to layer."
        " Nor need the gradient vanish without a residual: it does only where the factors are"
        " below 1",
        zh="残差连接在 ∂F/∂x 旁边加上 1（向量时是 I + J_F），这条路径不改变梯度，"
        "有助于训练深层网络，但它不作任何保证：两项可能相互抵消（1 + ∂F/∂x 接近 0），大于 1"
        " 时梯度会逐层放大。没有残差的网络也不一定出现梯度消失，只有当倍数小于 1 时才会",
    ),
    "flow.column.one_plus": Text(en="1 + ∂F/∂x", zh="1 + ∂F/∂x"),
    "flow.column.without": Text(en="Without residual", zh="无残差"),
    "flow.column.with_residual": Text(en="With residual", zh="有残差"),
    "finding.cancel": Text(
        en="The same F with and without residual, after {layers} layers",
        zh="同一个 F 有无残差，经过 {layers} 层后剩下多少",
    ),
    "chart.flow": Text(
        en="Gradient at each layer: █ without residual, ▒ with residual",
        zh="各层的梯度：█ 无残差，▒ 有残差",
    ),
    "chart.flow.said": Text(
        en="Two curves of the gradient. At {place}: {without} without residual, {kept} with it.",
        zh="两条梯度曲线。{place}：无残差 {without}，有残差 {kept}。",
    ),
    "answer.flow": Text(
        en="Share of the gradient that reaches each layer",
        zh="各层的梯度保留比例",
    ),
    "answer.flow.measured": Text(
        en="Length of the gradient at each layer's input",
        zh="各层输入处梯度的长度",
    ),
    "note.more_products": Text(
        en="{count} products between are made the same way: --full shows them",
        zh="中间 {count} 个乘积算法相同：用 --full 查看",
    ),
    "note.more_products.document": Text(
        en="{count} products between are made the same way",
        zh="中间 {count} 个乘积算法相同",
    ),
    "note.more_layers.document": Text(
        en="{count} layers between are not shown",
        zh="中间有 {count} 层未显示",
    ),
    "note.more_layers": Text(
        en="{count} layers between are not shown: --full or --json shows them",
        zh="中间有 {count} 层未显示：用 --full 或 --json 查看",
    ),
    "notice.two_layers": Text(
        en="the two columns are two different F: {residual_factor:g} belongs to ∂F/∂x = {slope:g},"
        " while the F of the left column, ∂F/∂x = {factor:g}, has 1 + ∂F/∂x = {same:g} with"
        " residual, and over {layers} layers {passed:.4g}",
        zh="两列不是同一个 F：{residual_factor:g} 对应 ∂F/∂x = {slope:g}；而左列的 F（∂F/∂x ="
        " {factor:g}）有残差时 1 + ∂F/∂x = {same:g}，经过 {layers} 层变为 {passed:.4g}",
    ),
    "notice.vanished.without": Text(
        en="without residual the gradient has vanished from layer {layer} on down: the product is"
        " smaller than the numbers that are carried",
        zh="无残差时，从第 {layer} 层往下梯度消失：乘积小于所用数字能表示的范围",
    ),
    "notice.vanished.with_residual": Text(
        en="with residual the gradient has vanished from layer {layer} on down: the product is"
        " smaller than the numbers that are carried",
        zh="有残差时，从第 {layer} 层往下梯度也消失：乘积小于所用数字能表示的范围",
    ),
    "notice.constant_outputs": Text(
        en="an output that is given counts as a constant, and no gradient comes back through it",
        zh="给定的子层输出当作常量，梯度不会从中返回",
    ),
    "notice.still_flow.centred": Text(
        en="all components are equal, so σ = 0 and the norm divides by {divisor} alone: the"
        " gradient that comes back through it is about 1/{divisor} times as large",
        zh="各分量都相等，所以 σ = 0，归一化只除以 {divisor}：从这里传回的梯度会放大到约"
        " 1/{divisor} 倍",
    ),
    "notice.still_flow.plain": Text(
        en="all components are 0, so rms = 0 and the norm divides by {divisor} alone: the gradient"
        " that comes back through it is about 1/{divisor} times as large",
        zh="各分量都是 0，所以 rms = 0，归一化只除以 {divisor}：从这里传回的梯度会放大到约"
        " 1/{divisor} 倍",
    ),
    "notice.nothing_arrives": Text(
        en="almost nothing comes through the last layer: this gradient points where the output"
        " cannot move, as one of equal components does after LayerNorm with γ = 1; try another"
        " gradient",
        zh="梯度几乎没有通过最后一层：它指向输出无法变化的方向，例如 γ = 1 的 LayerNorm"
        " 之后各分量相等的梯度；请换一个梯度试试",
    ),
    "error.flow_overflow": Text(
        en="the product of layer {layer} is too large: the factor {factor} makes the gradient"
        " explode",
        zh="第 {layer} 层的乘积过大：倍数 {factor} 使梯度爆炸",
    ),
    "hint.flow_overflow": Text(
        en="take fewer --layers, or a factor nearer to 1",
        zh="请减少 --layers，或取更接近 1 的倍数",
    ),
    "error.flow_needs_block": Text(
        en="this option belongs to a block problem, and none is given",
        zh="这个选项用于块题目，但没有给出题目",
    ),
    "hint.flow_needs_block": Text(
        en="give a block problem: addnorm gradient-flow samples/encoder-post.json",
        zh="请给出块题目：addnorm gradient-flow samples/encoder-post.json",
    ),
    "error.flow_measures": Text(
        en="a block's factors are measured, and this option states one",
        zh="块的倍数由测量得到，不能再用这个选项指定",
    ),
    "hint.flow_measures": Text(
        en="leave out the option, or the problem; --repeat N makes a block deeper",
        zh="请去掉这个选项，或去掉题目；--repeat N 可以加深",
    ),
    "error.flow_updates": Text(
        en="bare updates are constants: no gradient comes back through them",
        zh="单独给出的修正量是常量，梯度不会从中返回",
    ),
    "hint.flow_updates": Text(en='give a block with "layers"', zh='请给出含有 "layers" 的块题目'),
    "error.flow_too_large": Text(
        en="{layers} layers of {rows} × {d} are too much to be measured: every number of the way"
        " forward is kept",
        zh="{layers} 层、每层 {rows} × {d} 太大，无法测量：正向的每个数都要保留",
    ),
    "hint.flow_too_large": Text(
        en="take fewer layers, or fewer tokens",
        zh="请减少层数或 token 数",
    ),
    "error.flow_arithmetic": Text(
        en="the gradients of a block are measured in float64 alone",
        zh="块的梯度只用 float64 测量",
    ),
    "hint.flow_arithmetic": Text(
        en="leave the option out, or the problem: --factor and --residual-factor are worked by"
        " hand too",
        zh="请去掉这个选项；或去掉题目，--factor 与 --residual-factor 也可以手算",
    ),
    "error.flow_random": Text(en="a gradient flow has no random input", zh="梯度流没有随机输入"),
    "hint.flow_random": Text(
        en="give --factor and --residual-factor, or a block problem",
        zh="请给出 --factor 和 --residual-factor，或给出块题目",
    ),
}
