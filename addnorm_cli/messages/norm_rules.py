"""What is wrong with the rules of a norm, and what to do about it."""

from addnorm_cli.messages import Text

TEXTS = {
    "error.momentum": Text(
        en="a momentum of {found} is not between 0 and 1",
        zh="动量 {found} 不在 0 与 1 之间",
    ),
    "hint.momentum": Text(
        en="it is the share that the new batch has in the running statistics: 0.1 in PyTorch",
        zh="它是新一批在移动统计量中的份额，PyTorch 用 0.1",
    ),
    "error.negative_variance": Text(
        en="a running variance cannot be negative", zh="移动方差不能为负"
    ),
    "error.batch_remembered": Text(
        en="the running variance divides by N - 1, and a batch of one leaves N - 1 = 0",
        zh="移动方差要除以 N - 1，而批大小为 1 时 N - 1 = 0",
    ),
    "hint.batch_remembered": Text(
        en="give several samples, or --no-training to normalize with what is remembered",
        zh="请给出多个样本，或用 --no-training 以移动统计量做归一化",
    ),
    "error.eps_negative": Text(en="ε cannot be negative: {found}", zh="ε 不能为负：{found}"),
    "hint.eps_negative": Text(
        en="ε keeps the denominator away from 0: take a small positive number such as 1e-6",
        zh="ε 用来使分母不为 0：请取一个小的正数，例如 1e-6",
    ),
    "error.ddof_value": Text(
        en="ddof is 0 or 1, not {found}",
        zh="ddof 只能是 0 或 1，而不是 {found}",
    ),
    "hint.ddof_value": Text(
        en="0 divides the squares by d, as LayerNorm does; 1 by d - 1",
        zh="0 表示平方和除以 d（LayerNorm 的做法），1 表示除以 d - 1",
    ),
    "error.norm_without": Text(
        en="{name} has no meaning for {norm}",
        zh="{name} 对 {norm} 没有意义",
    ),
    "hint.norm_without": Text(
        en="leave it out, or choose another norm (--norm)",
        zh="请去掉它，或用 --norm 另选一种归一化",
    ),
    "error.ddof_too_large": Text(
        en="ddof = {ddof} leaves nothing to divide by: d = {d}, so d - ddof is not positive",
        zh="ddof = {ddof} 时没有可用的除数：d = {d}，d - ddof 不是正数",
    ),
    "hint.ddof_too_large": Text(
        en="use --ddof 0, or a vector with more components",
        zh="请用 --ddof 0，或给出分量更多的向量",
    ),
    "error.count_value": Text(
        en="this is a whole number from 1 on, not {found}",
        zh="这里应为不小于 1 的整数，而不是 {found}",
    ),
    "error.axes_too_many": Text(
        en="the last {axes} axes cannot be normalized: an array of shape {shape} has only {most}",
        zh="无法对最后 {axes} 维做归一化：形状为 {shape} 的数组只有 {most} 维",
    ),
    "error.affine_shape": Text(
        en="{name} has shape {found}, and the normalized axes have {expected}",
        zh="{name} 的形状是 {found}，而归一化的维度是 {expected}",
    ),
    "hint.affine_shape": Text(
        en="give one number for each component, or a single number for all",
        zh="请为每个分量给出一个数，或只给一个数用于全部分量",
    ),
    "error.gamma_refused": Text(en="{norm} has no γ", zh="{norm} 没有 γ"),
    "hint.gamma_refused": Text(
        en="leave γ out, or use --norm layernorm",
        zh="请去掉 γ，或使用 --norm layernorm",
    ),
    "error.beta_refused": Text(en="{norm} has no β", zh="{norm} 没有 β"),
    "hint.beta_refused": Text(
        en="leave β out, or use --norm layernorm",
        zh="请去掉 β，或使用 --norm layernorm",
    ),
    "error.groups_divide": Text(
        en="{d} components cannot be divided evenly into {groups} groups",
        zh="{d} 个分量不能平均分成 {groups} 组",
    ),
    "hint.groups_divide": Text(
        en="every group takes the same number of components: choose a divisor of {d}",
        zh="每组的分量数相同：请选择 {d} 的约数",
    ),
    "error.batch_dimensions": Text(
        en="norms are compared on one matrix (samples × d), and this has {dimensions} dimensions",
        zh="各种归一化在一个矩阵（样本数 × d）上比较，而这里有 {dimensions} 维",
    ),
    "error.channel_dimensions": Text(
        en="{norm} takes up to {most} dimensions, (N, C, …), and this has {dimensions}",
        zh="{norm} 最多接受 {most} 维 (N, C, …)，而这里有 {dimensions} 维",
    ),
    "error.no_axis": Text(
        en="there is no axis {axis}: an array of shape {shape} has the axes 0 to {last}",
        zh="没有第 {axis} 维：形状为 {shape} 的数组只有第 0 到第 {last} 维",
    ),
    "error.axis_twice": Text(en="axis {axis} is named twice", zh="第 {axis} 维出现了两次"),
    "error.axes_value": Text(en="{found} does not say which axes", zh="{found} 没有说明是哪些维"),
    "hint.axes_value": Text(
        en="2 means the last two axes; -1, or a list such as 2,3, means axes by their indices",
        zh="2 表示最后两维；-1 或 2,3 这样的列表表示维的序号",
    ),
    "error.block_norm": Text(
        en="a block is worked with {choices}, not with {found}",
        zh="块支持 {choices}，不支持 {found}",
    ),
    "error.zero_divisor": Text(
        en="row [{index}]: {divisor} is 0 and ε is 0, and 0/0 is undefined",
        zh="第 [{index}] 行：{divisor} 为 0 且 ε 为 0，0/0 没有意义",
    ),
    "hint.zero_divisor": Text(
        en="this is what ε is for: leave --eps out, or give a positive one such as 1e-6",
        zh="ε 正是为此而设：去掉 --eps，或取一个正数，例如 1e-6",
    ),
    "error.eps_vanished": Text(
        en="row [{index}]: {divisor} is 0 and ε = {eps} is 0 in {dtype}, and 0/0 is undefined",
        zh="第 [{index}] 行：{divisor} 为 0，而 ε = {eps} 在 {dtype} 中也为 0，0/0 没有意义",
    ),
    "hint.eps_vanished": Text(
        en="take an ε that {dtype} has, such as --eps 1e-4, or a larger type: --dtype float32",
        zh="请取 {dtype} 能表示的 ε，例如 --eps 1e-4；也可以换更大的类型：--dtype float32",
    ),
    "error.squares_vanished": Text(
        en="row [{index}]: the squares are too small for {dtype} and became 0 (underflow), so"
        " {divisor} is 0 and cannot be divided by",
        zh="第 [{index}] 行：平方小到 {dtype} 无法表示而变成 0（下溢），于是 {divisor} 为 0，"
        "不能作除数",
    ),
    "hint.squares_vanished": Text(
        en="scale the input up first, which does not change the result; or give a positive --eps,"
        " or leave --dtype out",
        zh="请先把输入放大，结果不变；也可以取正的 --eps，或去掉 --dtype",
    ),
    "error.not_finite": Text(
        en="row [{index}]: step '{step}' comes to a number too large for {arithmetic}",
        zh="第 [{index}] 行：步骤“{step}”的结果超出了 {arithmetic} 的范围",
    ),
    "hint.not_finite": Text(
        en="scale the input down first, which hardly changes what a norm gives; float16 ends at"
        " 65504, float32 and bfloat16 at about 3.4e38, float64 at about 1.8e308",
        zh="请先把输入缩小，归一化的结果几乎不变；float16 最大 65504，float32 和 bfloat16 最大约"
        " 3.4e38，float64 最大约 1.8e308",
    ),
}
