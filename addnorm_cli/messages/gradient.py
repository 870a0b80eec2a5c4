"""The words of gradient, the way back through Add & Norm."""

from addnorm_cli.messages import Text

TEXTS = {
    "title.gradient": Text(en="Gradient of Add & Norm", zh="Add & Norm 的梯度"),
    "formula.gradient": Text(
        en="y = {norm}(x + Sublayer(x)), and back from dy to dx; dv stands for ∂L/∂v, dF for that"
        " of Sublayer(x)",
        zh="y = {norm}(x + Sublayer(x))，再从 dy 反向求 dx；dv 表示 ∂L/∂v，dF 是 Sublayer(x)"
        " 的梯度",
    ),
    "formula.gradient.bare": Text(
        en="y = {norm}(z) with z = x, and back from dy to dx; dv stands for ∂L/∂v",
        zh="y = {norm}(z)，z = x，再从 dy 反向求 dx；dv 表示 ∂L/∂v",
    ),
    "section.gradient": Text(en="Backward", zh="反向传播"),
    "section.jacobian": Text(
        en="Jacobians: row i, column j is ∂yᵢ/∂xⱼ",
        zh="雅可比矩阵：第 i 行第 j 列是 ∂yᵢ/∂xⱼ",
    ),
    "step.d_beta": Text(en="Gradient of β", zh="β 的梯度"),
    "step.d_gamma": Text(en="Gradient of γ", zh="γ 的梯度"),
    "step.d_normalized": Text(en="Back through γ", zh="反向经过 γ"),
    "step.mean_d_normalized": Text(
        en="Mean of dẑ: the part that μ takes",
        zh="dẑ 的均值：经 μ 抵消的部分",
    ),
    "step.mean_d_normalized_normalized": Text(
        en="Mean of dẑ ⊙ ẑ: the part that the denominator takes",
        zh="dẑ ⊙ ẑ 的均值：经分母抵消的部分",
    ),
    "step.d_input": Text(en="Back through the norm", zh="反向经过归一化"),
    "step.d_sublayer": Text(en="Gradient of F(x)", zh="F(x) 的梯度"),
    "step.d_linear": Text(en="Back through ReLU", zh="反向经过 ReLU"),
    "step.d_weight": Text(en="Gradient of W", zh="W 的梯度"),
    "step.d_bias": Text(en="Gradient of b", zh="b 的梯度"),
    "step.d_x_identity": Text(
        en="Path 1 into x: the residual connection",
        zh="通向 x 的路径 1：残差连接（恒等）",
    ),
    "step.d_x_sublayer": Text(en="Path 2 into x: through F", zh="通向 x 的路径 2：经过 F"),
    "step.d_x": Text(en="Gradient of x", zh="x 的梯度"),
    "step.jacobian_norm": Text(en="Jacobian of the norm", zh="归一化的雅可比矩阵"),
    "step.jacobian_residual": Text(en="Jacobian of x + F(x)", zh="x + F(x) 的雅可比矩阵"),
    "step.jacobian": Text(en="Jacobian of the whole", zh="整体的雅可比矩阵"),
    "note.neutral.d_normalized": Text(en="γ = 1, so dẑ = dy", zh="γ = 1，所以 dẑ = dy"),
    "note.neutral.d_normalized.offset": Text(
        en="γ = 0, so 1 + γ = 1 and dẑ = dy", zh="γ = 0，所以 1 + γ = 1，dẑ = dy"
    ),
    "note.handed_on.d_beta": Text(en="β is added, so dβ = dy", zh="β 是加上去的，所以 dβ = dy"),
    "note.handed_on.d_sublayer": Text(
        en="a sum hands its gradient on to each of its terms, so dF = dz",
        zh="加法把梯度原样传给每一项，所以 dF = dz",
    ),
    "note.handed_on.d_bias": Text(
        en="b is added to h, so it takes the gradient of h as it is",
        zh="b 是加到 h 上的，所以原样取 h 的梯度",
    ),
    "note.handed_on.d_x_identity": Text(
        en="x is the other term of the sum: dz arrives unchanged, with the factor 1",
        zh="x 是和的另一项：dz 原样到达，倍数为 1",
    ),
    "note.handed_on.d_x": Text(en="z is x itself, so dx = dz", zh="z 就是 x，所以 dx = dz"),
    "note.handed_on.d_x.given": Text(
        en="Sublayer(x) is given, and so a constant: all of dx comes along the residual"
        " connection, dx = dz; with --weight the path through F is worked as well",
        zh="Sublayer(x) 是给定的，当作常量：dx 全部来自残差连接，dx = dz；用 --weight 给出权重，"
        "就能演算经过 F 的路径",
    ),
    "note.handed_on.d_x.given.document": Text(
        en="Sublayer(x) is given, and so a constant: all of dx comes along the residual"
        " connection, dx = dz",
        zh="Sublayer(x) 是给定的，当作常量：dx 全部来自残差连接，dx = dz",
    ),
    "check.sum_d_input": Text(
        en="LayerNorm does not see a shift of z, so Σ dz",
        zh="LayerNorm 不受 z 整体平移的影响，所以 Σ dz",
    ),
    "check.central_differences": Text(
        en="largest difference between dx and central differences (L(x + h) - L(x - h)) / 2h",
        zh="dx 与中心差分 (L(x + h) - L(x - h)) / 2h 的最大差值",
    ),
    "check.jacobian_product": Text(
        en="largest difference between dx and dy · J",
        zh="dx 与 dy · J 的最大差值",
    ),
    "notice.still_gradient.centred.sigma": Text(
        en="all components are equal, so ẑ = 0 and σ = 0: (σ + ε) / σ has no value, but multiplies"
        " ẑ = 0, and 1 is put in its place; dz = (dẑ - mean(dẑ)) / ε, which is large. Automatic"
        " differentiation of √ gives NaN here",
        zh="各分量都相等，所以 ẑ = 0、σ = 0：(σ + ε) / σ 没有值，但它乘的是 ẑ = 0，这里以 1 代替；"
        "dz = (dẑ - mean(dẑ)) / ε，数值很大。对 √ 做自动微分在这里会得到 NaN",
    ),
    "notice.still_gradient.centred.variance": Text(
        en="all components are equal, so ẑ = 0: dz = (dẑ - mean(dẑ)) / √ε, which is large",
        zh="各分量都相等，所以 ẑ = 0：dz = (dẑ - mean(dẑ)) / √ε，数值很大",
    ),
    "notice.still_gradient.plain.sigma": Text(
        en="z = 0, so ẑ = 0 and rms = 0: (rms + ε) / rms has no value, but multiplies ẑ = 0, and 1"
        " is put in its place; dz = dẑ / ε, which is large. Automatic differentiation of √ gives"
        " NaN here",
        zh="z = 0，所以 ẑ = 0、rms = 0：(rms + ε) / rms 没有值，但它乘的是 ẑ = 0，这里以 1 代替；"
        "dz = dẑ / ε，数值很大。对 √ 做自动微分在这里会得到 NaN",
    ),
    "notice.still_gradient.plain.variance": Text(
        en="z = 0, so ẑ = 0: dz = dẑ / √ε, which is large",
        zh="z = 0，所以 ẑ = 0：dz = dẑ / √ε，数值很大",
    ),
    "notice.level_gradient": Text(
        en="dẑ is the same in all components: the mean of ẑ is always 0 and cannot follow it, so"
        " dz = 0",
        zh="dẑ 的各分量都相同：ẑ 的均值恒为 0，不能随之变化，所以 dz = 0",
    ),
    "notice.kink": Text(
        en="a component of h is exactly 0, where ReLU has a kink and no derivative: 0 is taken for"
        " it, as PyTorch does",
        zh="h 有分量恰为 0，ReLU 在此处不可导：与 PyTorch 一样取 0",
    ),
    "error.missing_upstream": Text(
        en="the gradient that arrives at the output is missing",
        zh="没有给出到达输出端的梯度",
    ),
    "hint.missing_upstream": Text(
        en='give --upstream, or "upstream" in the file: 1,0,0,0 asks how y₀ depends on x; ones'
        " alone would give 0 after LayerNorm with γ = 1",
        zh='请用 --upstream 给出，或在文件中写 "upstream"：1,0,0,0 表示求 y₀ 对 x 的导数；γ = 1 的'
        " LayerNorm 之后若全取 1，结果恒为 0",
    ),
    "error.upstream_shape": Text(
        en="the upstream gradient has shape {found}, and the output {expected}",
        zh="上游梯度的形状是 {found}，而输出是 {expected}",
    ),
    "hint.upstream_shape": Text(
        en="it has one number for each component of the output",
        zh="输出的每个分量对应一个数",
    ),
    "error.upstream_labels": Text(
        en="the cases are {cases}, the upstream gradients {upstream}",
        zh="各情形是 {cases}，上游梯度的标签是 {upstream}",
    ),
    "hint.upstream_labels": Text(
        en="give both the same labels, or one upstream gradient without a label for all of them",
        zh="请让两者的标签一致，或只给一个不带标签的上游梯度，供每种情形使用",
    ),
    "error.gradient_norm": Text(
        en="the way back is worked for {choices}, not for {found}",
        zh="反向演算支持 {choices}，不支持 {found}",
    ),
    "hint.gradient_norm": Text(
        en="choose one of these with --norm",
        zh="请用 --norm 选择其中之一",
    ),
    "error.gradient_indices": Text(
        en="the way back is worked over the last axes, not over the axes {axes}",
        zh="反向演算只沿最后几维，不支持第 {axes} 维",
    ),
    "hint.gradient_indices": Text(
        en="move these axes to the end, and say how many they are (--axes 2)",
        zh="请把这些维移到最后，并给出维数（--axes 2）",
    ),
    "error.gradient_axes": Text(
        en="the way back through a linear sublayer is worked over the last axis, not over {axes}",
        zh="经过线性子层的反向演算只沿最后一维，不支持 {axes} 维一起",
    ),
    "hint.gradient_axes": Text(
        en="leave --axes out, or give the sublayer's output",
        zh="请去掉 --axes，或给出子层的输出",
    ),
}
