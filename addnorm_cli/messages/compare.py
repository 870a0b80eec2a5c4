"""The words of compare-norm."""

from addnorm_cli.messages import Text

TEXTS = {
    "notice.without.gamma": Text(
        en="γ goes to the norms that have one; these have none: {norms}",
        zh="γ 只用于有 γ 的归一化；没有 γ 的是：{norms}",
    ),
    "notice.without.beta": Text(
        en="β goes to the norms that have one; these have none: {norms}",
        zh="β 只用于有 β 的归一化；没有 β 的是：{norms}",
    ),
    "title.compare-norm": Text(en="Comparison", zh="对比"),
    "formula.compare-norm": Text(
        en="the same numbers, worked in different ways",
        zh="同样的数，不同的算法",
    ),
    "formula.compare-norm.properties": Text(
        en="what is true of each norm, whatever the numbers",
        zh="各种归一化的性质，与具体的数无关",
    ),
    "fact.compare.norm": Text(
        en="one matrix (samples × d) under several norms",
        zh="同一个矩阵（样本数 × d）在几种归一化下",
    ),
    "fact.compare.properties": Text(
        en="give samples, the rows of a matrix, to see each norm at work",
        zh="给出样本（矩阵的各行），即可看到每种归一化的演算",
    ),
    "fact.compare.eps": Text(en="ε = {eps} in every norm", zh="各归一化都取 ε = {eps}"),
    "fact.compare.placement": Text(
        en="the same x and sublayers under every placement; post and pre first",
        zh="同样的 x 和子层，采用各种归一化位置；先 post 后 pre",
    ),
    "fact.compare.convention": Text(
        en="one input under every {norm} convention, each held against {baseline}",
        zh="同一个输入在每种 {norm} 约定下，均与 {baseline} 对照",
    ),
    "cells.title": Text(
        en="The cells that one statistic runs over (rows are samples, columns components)",
        zh="一个统计量所用的单元格（行是样本，列是分量）",
    ),
    "finding.of_rows": Text(
        en="Mean μ and standard deviation σ of each row, before a norm (z) and after it",
        zh="每一行的均值 μ 与标准差 σ：归一化之前（z）与之后",
    ),
    "finding.of_columns": Text(
        en="Mean μ and standard deviation σ of each component over the batch, before a norm (z)"
        " and after it",
        zh="每个分量在这一批上的均值 μ 与标准差 σ：归一化之前（z）与之后",
    ),
    "finding.leave_one_out": Text(
        en="Without sample [{sample}]: the largest change in each remaining row",
        zh="去掉样本 [{sample}]：其余各行的最大变化",
    ),
    "finding.batch_of_one": Text(
        en="A batch of one: the largest change when a row is normalized alone",
        zh="批大小为 1：单独归一化一行时的最大变化",
    ),
    "finding.invariance": Text(
        en="The largest change in the output when the input is changed",
        zh="改变输入时输出的最大变化",
    ),
    "finding.row.shift_rows": Text(en="add 1 to everything", zh="全部加 1"),
    "finding.row.scale_rows": Text(en="multiply everything by 2", zh="全部乘 2"),
    "finding.row.shift_column": Text(en="add 1 to component d₀", zh="分量 d₀ 加 1"),
    "finding.running": Text(
        en="BatchNorm in training: running = (1 - m) · running + m · new, m = {momentum}",
        zh="BatchNorm 训练：移动值 = (1 - m) · 移动值 + m · 新值，m = {momentum}",
    ),
    "finding.row.start_mean": Text(en="running mean before", zh="之前的移动均值"),
    "finding.row.start_variance": Text(en="running variance before", zh="之前的移动方差"),
    "finding.row.batch_mean": Text(en="mean of the batch", zh="批均值"),
    "finding.row.batch_variance": Text(
        en="variance, over N (normalizes)",
        zh="方差，除以 N（用于归一化）",
    ),
    "finding.row.unbiased_variance": Text(
        en="variance, over N - 1 (is remembered)",
        zh="方差，除以 N - 1（用于移动值）",
    ),
    "finding.row.running_mean": Text(en="running mean", zh="移动均值"),
    "finding.row.running_variance": Text(en="running variance", zh="移动方差"),
    "finding.inference": Text(
        en="BatchNorm at inference: the same rows with the running statistics (the others do the"
        " same as in training)",
        zh="BatchNorm 推理：同样的行改用移动统计量（其余归一化与训练时相同）",
    ),
    "finding.stream_size": Text(
        en="‖x‖ of the stream after each update",
        zh="每次更新后残差流的 ‖x‖",
    ),
    "finding.stream_mean": Text(
        en="mean of the stream after each update",
        zh="每次更新后残差流的均值",
    ),
    "finding.stream_variance": Text(
        en="variance of the stream after each update",
        zh="每次更新后残差流的方差",
    ),
    "finding.kept": Text(
        en="how much of x₀ the final vector holds, in its direction (1 = all of it)",
        zh="最终向量在 x₀ 方向上的分量是 x₀ 的几倍（1 即全部保留）",
    ),
    "notice.convention": Text(
        en="{name}: {place} is {theirs}, {reference} has {ours}; {why}",
        zh="{name}：{place}为 {theirs}，{reference} 为 {ours}；{why}",
    ),
    "notice.same_result": Text(
        en="the same numbers as {reference}: {name}",
        zh="与 {reference} 结果相同：{name}",
    ),
    "cause.component": Text(en="component [{index}]", zh="分量 [{index}] "),
    "cause.cell": Text(en="the number at ({index})", zh="({index}) 处的数"),
    "cause.separator": Text(en=", and ", zh="，"),
    "cause.ddof.0": Text(en="the squares are divided by d", zh="平方和除以 d"),
    "cause.ddof.1": Text(en="the squares are divided by d - 1", zh="平方和除以 d - 1"),
    "cause.place.sigma": Text(en="ε is added to σ", zh="ε 加在 σ 上"),
    "cause.place.variance": Text(
        en="ε stands under the root, next to σ²", zh="ε 在根号内，加在 σ² 上"
    ),
    "cause.size": Text(en="ε is {eps}", zh="ε 是 {eps}"),
    "cause.gain.0": Text(en="the gain is γ", zh="缩放用 γ"),
    "cause.gain.1": Text(en="the gain is 1 + γ", zh="缩放用 1 + γ"),
    "error.no_conventions": Text(
        en="there are no conventions of {found} to compare",
        zh="{found} 没有可供比较的约定",
    ),
    "hint.no_conventions": Text(
        en="the conventions are those of {choices}", zh="约定只属于 {choices}"
    ),
    "error.layer_count": Text(
        en="{found} is not a number of layers from 1 to {most}",
        zh="{found} 不是 1 到 {most} 之间的层数",
    ),
    "error.one_matrix": Text(
        en="one matrix is compared at a time, and there are {found} labelled ones",
        zh="每次比较一个矩阵，而这里有 {found} 个带标签的",
    ),
    "hint.one_matrix": Text(
        en="leave the labels out: unlabelled vectors are the rows of one matrix; of a file, name"
        " one entry, such as answer.json:result.A",
        zh="去掉标签：不带标签的向量是同一矩阵的各行；若来自文件，请指明其中一项，例如"
        " answer.json:result.A",
    ),
    "error.too_many_sublayers": Text(
        en="a layer is compared at a time, and these are {found} cases",
        zh="每次比较一层，而这里有 {found} 种情形",
    ),
    "hint.too_many_sublayers": Text(
        en="give one sublayer, or the two of one layer as attention=… ffn=…",
        zh="给一个子层，或以 attention=… ffn=… 给出同一层的两个子层",
    ),
}
