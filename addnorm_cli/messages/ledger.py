"""The words of the residual stream: ledger, depth chart, drawing."""

from addnorm_cli.messages import Text

TEXTS = {
    "title.updates": Text(en="Residual stream", zh="残差流"),
    "ledger.title": Text(en="Ledger of the residual stream", zh="残差流明细"),
    "ledger.row": Text(
        en="Ledger of the residual stream, token {row}",
        zh="残差流明细，token {row}",
    ),
    "ledger.vectors": Text(
        en="What was added, and the stream after it",
        zh="每次的修正量，以及更新之后的残差流",
    ),
    "ledger.mean.document": Text(en="mean over {rows} tokens", zh="{rows} 个 token 的平均"),
    "ledger.mean": Text(
        en="mean over {rows} tokens (--row i for one)",
        zh="{rows} 个 token 的平均（--row i 看单个）",
    ),
    "formula.updates": Text(en="x_N = x₀ + ΣΔ", zh="x_N = x₀ + ΣΔ"),
    "formula.updates.off": Text(en="x_N = Δ_N, the last update", zh="x_N = Δ_N，最后一次更新"),
    "ledger.delta": Text(en="‖Δ‖", zh="‖Δ‖"),
    "ledger.stream": Text(en="‖x‖", zh="‖x‖"),
    "ledger.distance": Text(en="‖x - x₀‖", zh="‖x - x₀‖"),
    "ledger.cosine": Text(en="cos(x, x₀)", zh="cos(x, x₀)"),
    "ledger.attention": Text(en="layer {layer} attention", zh="第 {layer} 层注意力"),
    "ledger.cross": Text(en="layer {layer} cross-attention", zh="第 {layer} 层交叉注意力"),
    "ledger.ffn": Text(en="layer {layer} FFN", zh="第 {layer} 层前馈"),
    "ledger.both": Text(en="layer {layer} attention + FFN", zh="第 {layer} 层注意力 + 前馈"),
    "ledger.proof": Text(
        en="x_N = x₀ + ΣΔ: {start} + {total} {sign} {end}",
        zh="x_N = x₀ + ΣΔ：{start} + {total} {sign} {end}",
    ),
    "ledger.proof_rows": Text(
        en="x_N = x₀ + ΣΔ holds for all {rows} tokens; the largest difference is {gap}",
        zh="x_N = x₀ + ΣΔ 对全部 {rows} 个 token 成立，最大差值为 {gap}",
    ),
    "ledger.proof_rows_off": Text(
        en="x_N = x₀ + ΣΔ does not hold: over {rows} tokens, the largest difference is {gap}",
        zh="x_N = x₀ + ΣΔ 不成立：{rows} 个 token 中最大差值为 {gap}",
    ),
    "ledger.why_not.post": Text(
        en="x_N = x₀ + ΣΔ is not true here: the norm after each sum changes x₀ as well",
        zh="这里 x_N = x₀ + ΣΔ 不成立：每次相加之后的归一化也改变了 x₀",
    ),
    "ledger.why_not.scaled": Text(
        en="x_N = x₀ + ΣΔ is not true here: α and the norm after each sum change x₀ as well",
        zh="这里 x_N = x₀ + ΣΔ 不成立：α 和相加之后的归一化也改变了 x₀",
    ),
    "ledger.why_not.no_residual": Text(
        en="x_N = x₀ + ΣΔ is not true here: without the residual each Δ takes the place of x, and"
        " x₀ is gone after the first",
        zh="这里 x_N = x₀ + ΣΔ 不成立：没有残差时每个 Δ 都取代了 x，第一次之后 x₀ 就不在了",
    ),
    "ledger.kept": Text(
        en="measured along x₀, the final vector holds {share} of it; cos(x, x₀) = {cosine}",
        zh="最终向量在 x₀ 方向上的分量是 x₀ 的 {share}；cos(x, x₀) = {cosine}",
    ),
    "ledger.kept_rows": Text(
        en="measured along its own x₀, a token's final vector holds {least} to {most} of it",
        zh="各 token 的最终向量在各自 x₀ 方向上的分量，是 x₀ 的 {least} 到 {most}",
    ),
    "ledger.after.post": Text(en="Norm(x + Δ)", zh="Norm(x + Δ)"),
    "ledger.after.scaled": Text(en="Norm(αx + Δ)", zh="Norm(αx + Δ)"),
    "ledger.after.no_residual": Text(en="= x", zh="= x"),
    "ledger.no_start": Text(
        en="x₀ is zero and has no direction, so how much of it is left has no meaning",
        zh="x₀ 为零，没有方向，谈不上还剩多少",
    ),
    "ledger.kept_beyond": Text(
        en="measured along x₀, the final vector holds more of it than float64 has a number for",
        zh="最终向量在 x₀ 方向上的分量是 x₀ 的许多倍，float64 表示不了",
    ),
    "ledger.kept_all": Text(
        en="measured along its own x₀, every token's final vector holds {least} of it",
        zh="每个 token 的最终向量在各自 x₀ 方向上的分量，都是 x₀ 的 {least}",
    ),
    "ledger.wrote_most": Text(
        en="{label} wrote most: ‖Δ‖ = {size}, {share} of all that was written",
        zh="修正最多的是“{label}”：‖Δ‖ = {size}，占全部修正的 {share}",
    ),
    "ledger.wrote_most_rows": Text(
        en="{label} wrote most: ‖Δ‖ = {size} on average, {share} of all that was written",
        zh="修正最多的是“{label}”：‖Δ‖ 平均为 {size}，占全部修正的 {share}",
    ),
    "chart.title": Text(
        en="Depth chart: the band is x₀, a bar is ‖x - x₀‖ after the update",
        zh="深度图：横带是 x₀，柱是更新之后的 ‖x - x₀‖",
    ),
    "chart.title_off": Text(
        en="Depth chart: without the residual x₀ ends at the entrance; a bar is ‖Δ‖ alone",
        zh="深度图：没有残差，x₀ 在入口处中断；柱只是 ‖Δ‖",
    ),
    "chart.title_norm": Text(
        en="Depth chart: the band is the part of x along x₀, a bar is ‖x - x₀‖ after the update",
        zh="深度图：横带是 x 在 x₀ 方向上的分量，柱是更新之后的 ‖x - x₀‖",
    ),
    "flow.title": Text(en="Data flow of a layer", zh="一层的数据流"),
    "flow.box.attention": Text(en="attention", zh="注意力"),
    "flow.box.ffn": Text(en="FFN", zh="前馈"),
    "flow.box.norm1": Text(en="norm1", zh="归一化1"),
    "flow.box.norm2": Text(en="norm2", zh="归一化2"),
    "flow.box.norm1_post": Text(en="norm1_post", zh="后归一化1"),
    "flow.box.cross": Text(en="cross", zh="交叉注意力"),
    "flow.box.norm3": Text(en="norm3", zh="归一化3"),
    "flow.box.norm3_post": Text(en="norm3_post", zh="后归一化3"),
    "flow.box.norm2_post": Text(en="norm2_post", zh="后归一化2"),
    "compare.title": Text(en="Residual on and off", zh="开启与关闭残差"),
    "compare.on": Text(en="on", zh="开启"),
    "compare.off": Text(en="off", zh="关闭"),
    "compare.end": Text(en="final vector", zh="最终向量"),
}
