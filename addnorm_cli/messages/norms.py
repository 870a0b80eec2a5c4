"""The words of the norms: their names, rules, steps, self-checks, warnings and errors."""

from addnorm_cli.messages import Text

TEXTS = {
    "notice.beta_left_out": Text(
        en="{norm} has no β: those of the problem are left out",
        zh="{norm} 没有 β：题目中的 β 未使用",
    ),
    "norm.layernorm": Text(en="LayerNorm", zh="LayerNorm"),
    "norm.rmsnorm": Text(en="RMSNorm", zh="RMSNorm"),
    "norm.batchnorm": Text(en="BatchNorm", zh="BatchNorm"),
    "norm.groupnorm": Text(en="GroupNorm", zh="GroupNorm"),
    "norm.scalenorm": Text(en="ScaleNorm", zh="ScaleNorm"),
    "norm.dyt": Text(en="DyT", zh="DyT"),
    "norm.none": Text(en="", zh=""),
    "property.title": Text(en="What tells the norms apart", zh="各种归一化的区别"),
    "property.over": Text(en="statistics run over", zh="统计范围"),
    "property.over.row": Text(en="one sample, all its components", zh="同一样本的全部分量"),
    "property.over.group": Text(en="one sample, a group of components", zh="同一样本的一组分量"),
    "property.over.column": Text(
        en="one component (channel), all samples", zh="同一分量（通道），批内全部样本"
    ),
    "property.over.cell": Text(en="no statistic: each number alone", zh="没有统计量，逐个数处理"),
    "property.batch": Text(en="depends on the batch", zh="依赖批次"),
    "property.batch.yes": Text(
        en="yes: needs a large one, and mixes in padding", zh="是：批次要足够大，并会混入填充"
    ),
    "property.batch.no": Text(en="no", zh="否"),
    "property.centred": Text(en="mean taken away", zh="减去均值"),
    "property.centred.yes": Text(en="yes", zh="是"),
    "property.centred.no": Text(en="no", zh="否"),
    "property.parameters": Text(en="learned parameters", zh="可学习参数"),
    "property.inference": Text(en="training and inference alike", zh="训练与推理一致"),
    "property.inference.yes": Text(en="yes", zh="是"),
    "property.inference.no": Text(
        en="no: running statistics at inference", zh="否：推理时改用移动统计量"
    ),
    "property.running": Text(en="running statistics", zh="移动统计量"),
    "property.running.yes": Text(
        en="mean and variance of each component", zh="每个分量的均值和方差"
    ),
    "property.running.no": Text(en="none", zh="无"),
    "property.used_in": Text(en="used in", zh="用于"),
    "property.network.CNNs": Text(en="CNNs", zh="CNN"),
    "property.network.Transformers": Text(en="Transformers", zh="Transformer"),
    "property.network.diffusion models": Text(en="diffusion models", zh="扩散模型"),
    "help.groups": Text(
        en="into how many groups groupnorm parts the components",
        zh="groupnorm 把分量分成几组",
    ),
    "help.dyt_alpha": Text(en="the α of dyt", zh="dyt 的 α"),
    "fact.convention": Text(en="convention {convention}", zh="约定 {convention}"),
    "fact.eps.sigma": Text(
        en="ε = {eps} is added to {root}: {formula}",
        zh="ε = {eps} 加在 {root} 上：{formula}",
    ),
    "fact.eps.variance": Text(
        en="ε = {eps} is added under the root: {formula}",
        zh="ε = {eps} 加在根号内：{formula}",
    ),
    "fact.eps.batchnorm": Text(
        en="ε = {eps}, mean and variance of each component over the batch",
        zh="ε = {eps}，均值与方差按分量、跨批次统计",
    ),
    "fact.eps.batchnorm.inference": Text(
        en="ε = {eps}, inference: running mean M and variance V in place of the batch's own",
        zh="ε = {eps}，推理：用移动均值 M 与移动方差 V 代替批内统计量",
    ),
    "fact.eps.groupnorm": Text(
        en="ε = {eps}, groups: {groups}, each normalized by itself",
        zh="ε = {eps}，分 {groups} 组，各组分别归一化",
    ),
    "fact.eps.scalenorm": Text(
        en="ε = {eps} is added to the length: γ · z / (‖z‖ + ε)",
        zh="ε = {eps} 加在长度上：γ · z / (‖z‖ + ε)",
    ),
    "fact.eps.dyt": Text(
        en="y = γ ⊙ tanh(αz) + β, α = {alpha}",
        zh="y = γ ⊙ tanh(αz) + β，α = {alpha}",
    ),
    "fact.eps.none": Text(en="no norm: y = z", zh="没有归一化：y = z"),
    "fact.ddof.0": Text(en="ddof = 0 (divide by d)", zh="ddof = 0（除以 d）"),
    "fact.ddof.1": Text(en="ddof = 1 (divide by d - 1)", zh="ddof = 1（除以 d - 1）"),
    "fact.axes.last": Text(en="over the last axis", zh="沿最后一维"),
    "fact.axes.several": Text(en="over the last {axes} axes together", zh="沿最后 {axes} 维一起"),
    "fact.axes.index": Text(en="over axis {axes}", zh="沿第 {axes} 维"),
    "fact.axes.indices": Text(en="over the axes {axes}", zh="沿第 {axes} 维"),
    "fact.axes.channels": Text(
        en="over the axes {axes}; axis 1 has the channels, with a γ and a β for each",
        zh="沿第 {axes} 维；第 1 维是通道，每个通道各有 γ 和 β",
    ),
    "fact.unit_offset": Text(en="the gain is 1 + γ", zh="缩放用 1 + γ"),
    "step.mean": Text(en="Mean", zh="均值"),
    "step.deviations": Text(en="Deviations from the mean", zh="与均值的离差"),
    "step.squares": Text(en="Squares", zh="平方"),
    "step.variance": Text(en="Variance", zh="方差"),
    "step.sigma": Text(en="Standard deviation", zh="标准差"),
    "step.mean_square": Text(en="Mean square", zh="均方"),
    "step.rms": Text(en="Root mean square", zh="均方根"),
    "step.denominator": Text(en="Denominator", zh="分母"),
    "step.normalized": Text(en="Normalized vector", zh="归一化"),
    "step.scaled": Text(en="Scale by γ", zh="用 γ 缩放"),
    "step.output": Text(en="Output", zh="输出"),
    "note.neutral.scaled": Text(en="γ = 1, so γ ⊙ ẑ = ẑ", zh="γ = 1，所以 γ ⊙ ẑ = ẑ"),
    "note.neutral.output": Text(en="β = 0, so y = γ ⊙ ẑ", zh="β = 0，所以 y = γ ⊙ ẑ"),
    "check.sum_deviations": Text(en="Σ (z - μ)", zh="Σ (z - μ)"),
    "check.mean_normalized": Text(en="mean of ẑ", zh="ẑ 的均值"),
    "check.variance_normalized": Text(en="variance of ẑ", zh="ẑ 的方差"),
    "check.mean_square_normalized": Text(en="mean square of ẑ", zh="ẑ 的均方"),
    "check.rounded.zero": Text(
        en=" (without rounding it would be {expected})",
        zh="（若不舍入应为 {expected}）",
    ),
    "check.rounded.other": Text(
        en=" (the rounded {square} and denominator would make it {expected})",
        zh="（按舍入后的 {square} 和分母应为 {expected}）",
    ),
    "check.off": Text(
        en=" (it should be {expected}: too much was lost on the way)",
        zh="（应为 {expected}：途中损失了太多精度）",
    ),
    "check.why.sigma.0": Text(
        en=", which is ({root} / ({root} + ε))²: ε keeps it below 1",
        zh="，即 ({root} / ({root} + ε))²：因为有 ε，小于 1",
    ),
    "check.why.variance.0": Text(
        en=", which is {square} / ({square} + ε): ε keeps it below 1",
        zh="，即 {square} / ({square} + ε)：因为有 ε，小于 1",
    ),
    "check.why.sigma.1": Text(
        en=", which is (d - 1)/d · ({root} / ({root} + ε))², since {square} was divided by d - 1",
        zh="，即 (d - 1)/d · ({root} / ({root} + ε))²，因为 {square} 除以的是 d - 1",
    ),
    "check.why.variance.1": Text(
        en=", which is (d - 1)/d · {square} / ({square} + ε), since {square} was divided by d - 1",
        zh="，即 (d - 1)/d · {square} / ({square} + ε)，因为 {square} 除以的是 d - 1",
    ),
    "notice.norm_key_unused": Text(
        en="{name} of {file} is not used: it has no meaning for {norm}",
        zh="没有用到 {file} 中的 {name}：它对 {norm} 没有意义",
    ),
    "notice.batch_of_one": Text(
        en="a batch of one: each value is its own mean, so ẑ = 0 and y = β; BatchNorm needs"
        " several samples, and PyTorch refuses this ('Expected more than 1 value per channel')",
        zh="批大小为 1：每个值就是自己的均值，所以 ẑ = 0，y = β；BatchNorm 需要不止一个样本，"
        "PyTorch 会拒绝（'Expected more than 1 value per channel'）",
    ),
    "step.unbiased_variance": Text(en="Variance over N - 1", zh="除以 N - 1 的方差"),
    "step.next_running_mean": Text(en="Running mean after this batch", zh="更新后的移动均值"),
    "step.next_running_var": Text(en="Running variance after this batch", zh="更新后的移动方差"),
    "step.length": Text(en="Length", zh="长度"),
    "step.scaled_input": Text(en="Scale by α", zh="用 α 缩放"),
    "step.shifted": Text(en="Shift by β", zh="用 β 偏移"),
    "step.groups_joined": Text(en="Groups side by side", zh="拼接各组"),
    "notice.single_component": Text(
        en="d = 1: one number is its own mean, so ẑ = 0 and y = β whatever it is",
        zh="d = 1：只有一个数时它就是自己的均值，所以 ẑ = 0，y 总等于 β",
    ),
    "notice.still_row.centred": Text(
        en="all components are equal: the deviations are exactly 0, so ẑ = 0 and y = β",
        zh="各分量都相等：离差恰为 0，所以 ẑ = 0，y = β",
    ),
    "notice.still_row.plain": Text(
        en="all components are 0, so ẑ = 0 and y = 0",
        zh="各分量都是 0，所以 ẑ = 0，y = 0",
    ),
    "notice.deviations_lost": Text(
        en="every deviation was rounded to 0, so ẑ = 0; with more decimals they would be kept",
        zh="所有离差都舍入成了 0，所以 ẑ = 0；小数位数多一些就能保留",
    ),
    "notice.squares_lost.machine": Text(
        en="squares too small for {dtype} became 0: {count}; the variance misses them",
        zh="有 {count} 个平方小到 {dtype} 无法表示而变成 0，方差里缺了它们",
    ),
    "notice.squares_lost.hand": Text(
        en="squares that were rounded to 0: {count}; with more decimals they would be kept",
        zh="有 {count} 个平方舍入成了 0；小数位数多一些就能保留",
    ),
    "notice.squares_scaled": Text(
        en="the squares are too small for float64 (underflow): the root is worked from numbers"
        " scaled by a power of two, and keeps its digits",
        zh="平方小到 float64 无法精确表示（下溢）：求根时先把各数按 2 的幂放大，"
        "因此根的各位数字都准确",
    ),
    "notice.eps_vanished": Text(
        en="ε = {eps} is 0 in {dtype}",
        zh="ε = {eps} 在 {dtype} 中为 0",
    ),
    "notice.visible_eps": Text(
        en="ε makes up {share} of the denominator, enough to be seen in the result",
        zh="ε 占分母的 {share}，足以在结果中看出来",
    ),
}
