"""The known slips: what was done, and how it shows in the numbers."""

from addnorm_cli.messages import Text

TEXTS = {
    "slip.gives": Text(
        en="{done} gives exactly your {count}",
        zh="{done}，恰好得到你的{count}",
    ),
    "slip.gives.hand": Text(
        en="{done}, with every step rounded by hand to {places} decimals, gives exactly your"
        " {count}",
        zh="{done}，并且每一步都手工舍入到 {places} 位小数，恰好得到你的{count}",
    ),
    "slip.gives.rest": Text(
        en="{done}: the other {agree} of your {count} fit",
        zh="{done}：你的{count}中其余 {agree} 个都相符",
    ),
    "slip.gives.pair": Text(
        en="two slips together give exactly your {count}: {first}, and {then}",
        zh="两处错误合在一起恰好得到你的{count}：{first}；{then}",
    ),
    "slip.count.one": Text(en="number", zh="这个数"),
    "slip.count.two": Text(en="two numbers", zh="两个数"),
    "slip.count.three": Text(en="three numbers", zh="三个数"),
    "slip.count.four": Text(en="four numbers", zh="四个数"),
    "slip.count.many": Text(en="{of} numbers", zh=" {of} 个数"),
    "slip.ddof.1": Text(en="dividing by n - 1", zh="用 n - 1 作除数"),
    "slip.ddof.0": Text(en="dividing by n", zh="用 n 作除数"),
    "slip.eps-place.variance": Text(
        en="putting ε under the root, √(σ² + ε),",
        zh="把 ε 放进根号里，即 √(σ² + ε)",
    ),
    "slip.eps-place.sigma": Text(
        en="adding ε to σ, σ + ε,",
        zh="把 ε 加在 σ 上，即 σ + ε",
    ),
    "slip.eps": Text(en="ε = {eps}", zh="取 ε = {eps}"),
    "slip.eps.variance": Text(
        en="ε = {eps} under the root, √(σ² + ε),",
        zh="取 ε = {eps} 并放进根号里，即 √(σ² + ε)",
    ),
    "slip.eps.sigma": Text(
        en="ε = {eps} added to σ, σ + ε,",
        zh="取 ε = {eps} 并加在 σ 上，即 σ + ε",
    ),
    "slip.convention": Text(
        en="working by the convention {convention}",
        zh="按 {convention} 的约定计算",
    ),
    "slip.no-mean.numerator": Text(
        en="dividing z itself, whose mean was not taken away,",
        zh="分子没有减去均值，直接用 z 去除",
    ),
    "slip.no-mean.variance": Text(
        en="never taking the mean away, in the variance either,",
        zh="完全没有减去均值，方差里也没有",
    ),
    "slip.not-divided": Text(
        en="not dividing by the standard deviation",
        zh="没有除以标准差",
    ),
    "slip.variance-for-sigma": Text(en="dividing by σ² instead of σ", zh="除以 σ² 而不是 σ"),
    "slip.brackets": Text(en="reading the formula as {as}", zh="把公式读成 {as}"),
    "slip.whole-matrix": Text(
        en="one mean and one variance for all rows together",
        zh="对所有行一起求一个均值和一个方差",
    ),
    "slip.wrong-axis": Text(
        en="mean and variance along axis {axis} instead of the last",
        zh="沿第 {axis} 维而不是最后一维求均值和方差",
    ),
    "slip.sublayer-only": Text(
        en="forgetting the residual, Norm(F(x)),",
        zh="忘了残差，即 Norm(F(x))",
    ),
    "slip.x-only": Text(en="forgetting the sublayer, Norm(x),", zh="忘了子层，即 Norm(x)"),
    "slip.add-after-norm": Text(
        en="adding after the norm, {as},",
        zh="先归一化后相加，即 {as}",
    ),
    "slip.not-normed": Text(
        en="leaving x + F(x) as it is, without the norm,",
        zh="x + F(x) 没有做归一化",
    ),
    "slip.no-gamma": Text(en="leaving γ out", zh="漏掉 γ"),
    "slip.no-beta": Text(en="leaving β out", zh="漏掉 β"),
    "slip.gamma-beta-swapped": Text(en="exchanging γ and β", zh="把 γ 与 β 弄反"),
    "slip.gamma-plus-one": Text(
        en="multiplying by {gain}",
        zh="乘以 {gain}",
    ),
    "slip.sigma-variance": Text(
        en="taking σ for σ², or σ² for σ,",
        zh="把 σ 与 σ² 弄混",
    ),
    "slip.sign": Text(
        en="turning the sign of {components}",
        zh="把{components} 的正负号弄反",
    ),
    "slip.swapped": Text(
        en="exchanging {components}",
        zh="把{components} 互换",
    ),
    "slip.one-component": Text(
        en="one number is wrong by itself, {components}",
        zh="只有一个数不对，即{components}",
    ),
    "slip.one-component.step": Text(
        en="a slip of arithmetic, {step}{index} as {as}, carried on,",
        zh="一处算术错误（{step}{index} 算成 {as}）往下传",
    ),
    "slip.misread-input": Text(
        en="reading {for} in {input}{index} as {as}",
        zh="把 {input}{index} 的 {for} 看成 {as}",
    ),
    "slip.dtype": Text(en="working in {dtype}", zh="用 {dtype} 计算"),
    "slip.dtype.statistics": Text(
        en="working the mean and the variance in {dtype}",
        zh="用 {dtype} 计算均值和方差",
    ),
    "slip.no-scale": Text(
        en="not dividing the scores by √d_k",
        zh="分数没有除以 √d_head",
    ),
    "slip.no-mask.False": Text(en="leaving the causal mask out", zh="漏掉因果掩码"),
    "slip.no-mask.True": Text(en="putting a causal mask in", zh="加上了因果掩码"),
    "slip.activation": Text(
        en="the activation {activation}",
        zh="用 {activation} 作激活函数",
    ),
    "slip.transposed": Text(
        en="taking the weights the other way round ({orientation})",
        zh="把权重矩阵转置（{orientation}）",
    ),
    "slip.transposed.one": Text(
        en="taking {weight} of layer {layer} the other way round",
        zh="把第 {layer} 层的 {weight} 转置",
    ),
    "slip.placement": Text(
        en="the placement {placement}",
        zh="按 {placement} 放置归一化",
    ),
    "slip.no-residual": Text(en="leaving a residual out", zh="漏掉一处残差"),
    "slip.no-residual.True": Text(en="adding the residual", zh="加上了残差"),
    "slip.cancellation": Text(
        en="working σ² as E[z²] - μ² in {dtype}, where the digits cancel,",
        zh="用 {dtype} 按 E[z²] - μ² 求 σ²（有效数字相消）",
    ),
    "slip.one-row": Text(
        en="working row [{row}] with the mean and the variance of row [{of}]",
        zh="用第 [{of}] 行的均值和方差计算第 [{row}] 行",
    ),
    "slip.no-mean-term": Text(
        en="leaving mean(dẑ) out of dz",
        zh="dz 中漏掉 mean(dẑ) 一项",
    ),
    "slip.no-projection-term": Text(
        en="leaving ẑ ⊙ mean(dẑ ⊙ ẑ) out of dz",
        zh="dz 中漏掉 ẑ ⊙ mean(dẑ ⊙ ẑ) 一项",
    ),
    "slip.stop-gradient": Text(
        en="taking μ and σ as constants",
        zh="把 μ 和 σ 当作常数",
    ),
    "slip.where": Text(en="{done} (in {step} alone)", zh="{done}（只在 {step}）"),
    "slip.components": Text(en="component {places}", zh="分量 {places}"),
    "slip.components.several": Text(en="components {places}", zh="分量 {places}"),
}
