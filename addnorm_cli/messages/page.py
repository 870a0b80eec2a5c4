"""The words of every page: titles, what is given, steps of the residual sum, results."""

from addnorm_cli.messages import Text

TEXTS = {
    "title.residual": Text(en="Residual connection", zh="残差连接"),
    "title.layernorm": Text(en="Layer normalization", zh="层归一化"),
    "title.norm": Text(en="Normalization", zh="归一化"),
    "title.addnorm": Text(en="Add & Norm", zh="Add & Norm：残差连接与归一化"),
    "formula.residual_bias": Text(en="r = x + Sublayer(x) + b", zh="r = x + Sublayer(x) + b"),
    "formula.addnorm_bias": Text(
        en="y = {norm}(x + Sublayer(x) + b)", zh="y = {norm}(x + Sublayer(x) + b)"
    ),
    "formula.residual": Text(en="r = x + Sublayer(x)", zh="r = x + Sublayer(x)"),
    "formula.layernorm": Text(en="y = {norm}(z)", zh="y = {norm}(z)"),
    "formula.addnorm": Text(en="y = {norm}(x + Sublayer(x))", zh="y = {norm}(x + Sublayer(x))"),
    "fact.separator": Text(en=" · ", zh=" · "),
    "fact.given": Text(en="given, {shape}", zh="已给出，{shape}"),
    "fact.orientation.xW": Text(
        en="h = x W + b, with W ({shape}) stored as (in, out)",
        zh="h = x W + b，W（{shape}）按（输入, 输出）存放",
    ),
    "fact.orientation.Wx": Text(
        en="h = W x + b, with W ({shape}) stored as (out, in)",
        zh="h = W x + b，W（{shape}）按（输出, 输入）存放",
    ),
    "arithmetic.float64": Text(
        en="carried in float64; only what is shown is rounded",
        zh="以 float64 计算，只有显示时才舍入",
    ),
    "fact.forms": Text(
        en="an exact form of more than {most} characters is shown in decimals; ε = 0 makes them"
        " shorter",
        zh="超过 {most} 个字符的精确形式以小数表示；取 ε = 0 可使其变短",
    ),
    "fact.digits": Text(
        en="float64 has 15 to 17 digits in all: -p {precision} shows no more where it is used",
        zh="float64 总共只有 15 到 17 位数字：用到它的地方，-p {precision} 不会显示更多位",
    ),
    "arithmetic.exact": Text(
        en="worked exactly, with fractions and roots; only what is shown is rounded",
        zh="用分数和根号精确计算，只有显示时才舍入",
    ),
    "arithmetic.exact.left": Text(
        en="worked exactly, with fractions and roots; in float64 from '{step}' on",
        zh="用分数和根号精确计算；从“{step}”起用 float64",
    ),
    "arithmetic.exact.sheet": Text(
        en="round numbers that do not end to {precision} decimals",
        zh="除不尽的数保留 {precision} 位小数",
    ),
    "arithmetic.machine": Text(
        en="every step is stored in {dtype}, and every line holds in {dtype}; the exact value"
        " stands beside it",
        zh="每一步都存成 {dtype}，每一行也按 {dtype} 成立；旁边是精确值",
    ),
    "arithmetic.hand.sheet": Text(
        en="by hand: vectors to {vector} decimals, statistics to {statistic}, {rounding}",
        zh="手算：向量保留 {vector} 位小数，统计量保留 {statistic} 位，{rounding}",
    ),
    "arithmetic.float64.sheet": Text(
        en="round numbers that do not end to {precision} decimals",
        zh="除不尽的数保留 {precision} 位小数",
    ),
    "arithmetic.machine.sheet": Text(
        en="every step is stored in {dtype}",
        zh="每一步都存成 {dtype}",
    ),
    "arithmetic.hand": Text(
        en="by hand: vectors to {vector} decimals, statistics to {statistic}, {rounding}; the"
        " exact value stands beside each",
        zh="手算：向量保留 {vector} 位小数，统计量保留 {statistic} 位，{rounding}；旁边是精确值",
    ),
    "rounding.half-up": Text(en="rounded half up", zh="四舍五入"),
    "rounding.half-even": Text(en="rounded half to even", zh="四舍六入五成双"),
    "rounding.truncate": Text(en="truncated", zh="截断"),
    "step.x": Text(en="Input", zh="输入"),
    "step.sublayer": Text(en="Sublayer output", zh="子层输出"),
    "step.linear": Text(en="Linear map", zh="线性变换"),
    "step.activation": Text(en="Activation", zh="激活函数"),
    "step.residual": Text(en="Residual sum", zh="残差相加"),
    "note.more_lines": Text(
        en="the other {count} lines are made the same way; the table below has every value",
        zh="其余 {count} 行算法相同，数值都在下表中",
    ),
    "note.more_lines.blank": Text(
        en="the other {count} lines are made the same way; their values go into the table below",
        zh="其余 {count} 行算法相同，数值填入下表",
    ),
    "note.elided_columns": Text(
        en="{hidden_columns} of {columns} columns are not shown: --full, --cols a:b or --json",
        zh="{columns} 列中有 {hidden_columns} 列未显示：用 --full、--cols a:b 或 --json 查看",
    ),
    "note.elided_rows": Text(
        en="{hidden_rows} of {rows} rows are not shown: --full, --row i or --json",
        zh="{rows} 行中有 {hidden_rows} 行未显示：用 --full、--row i 或 --json 查看",
    ),
    "note.elided_both": Text(
        en="{hidden_rows} of {rows} rows and {hidden_columns} of {columns} columns are not shown:"
        " --full, --row i, --cols a:b or --json",
        zh="{rows} 行中有 {hidden_rows} 行、{columns} 列中有 {hidden_columns} 列未显示：用"
        " --full、--row i、--cols a:b 或 --json 查看",
    ),
    "note.elided_columns.document": Text(
        en="{hidden_columns} of {columns} columns are not shown",
        zh="{columns} 列中有 {hidden_columns} 列未显示",
    ),
    "note.elided_rows.document": Text(
        en="{hidden_rows} of {rows} rows are not shown",
        zh="{rows} 行中有 {hidden_rows} 行未显示",
    ),
    "note.elided_both.document": Text(
        en="{hidden_rows} of {rows} rows and {hidden_columns} of {columns} columns are not shown",
        zh="{rows} 行中有 {hidden_rows} 行、{columns} 列中有 {hidden_columns} 列未显示",
    ),
    "note.brief": Text(en="--full works each of them out", zh="用 --full 查看每一种的演算"),
    "note.module": Text(en="module {module}", zh="模块 {module}"),
    "note.z_is_r": Text(en="z = r goes into the norm", zh="把 z = r 送入归一化"),
    "note.one_row.document": Text(
        en="the line under a formula works the first component of {name}; the tables have all",
        zh="公式下面的一行演算{name}的第一个分量，其余见各表",
    ),
    "note.one_row": Text(
        en="the line under a formula works the first component of {name}; --row {row} works"
        " the whole row, line by line",
        zh="公式下面的一行演算{name}的第一个分量；用 --row {row} 可逐行演算整行",
    ),
    "aside.noise": Text(en=" (rounding noise, below {bound})", zh="（舍入噪声，小于 {bound}）"),
    "aside.exact": Text(en="exact {exact}, drift {drift}", zh="精确值 {exact}，舍入误差 {drift}"),
    "row.exact": Text(en="exact", zh="精确值"),
    "row.drift": Text(en="drift", zh="舍入误差"),
    "head.largest_drift": Text(en="largest drift", zh="最大舍入误差"),
    "answer": Text(en="Result {case}", zh="结果 {case}"),
    "answer.only": Text(en="Result", zh="结果"),
    "answer.all": Text(en="Results", zh="结果"),
    "notice.of": Text(en="{place}: {text}", zh="{place}：{text}"),
    "section.overall": Text(en="All numbers together", zh="所有数值合在一起"),
    "step.overall_mean": Text(en="Mean of all numbers", zh="全部数值的均值"),
    "step.overall_sigma": Text(en="Standard deviation of all numbers", zh="全部数值的标准差"),
    "step.overall_mean_after": Text(
        en="Mean of all numbers after the norm", zh="归一化之后全部数值的均值"
    ),
    "step.overall_sigma_after": Text(
        en="Standard deviation of all numbers after the norm", zh="归一化之后全部数值的标准差"
    ),
    "overall.title": Text(
        en="What came out: mean and σ before the norm and after it, {shape} both times",
        zh="结果如何：归一化之前与之后的均值和 σ，前后形状都是 {shape}",
    ),
    "overall.mean": Text(en="mean", zh="均值"),
    "overall.sigma": Text(en="σ", zh="σ"),
    "overall.all": Text(en="all", zh="全部"),
    "overall.before": Text(en="{of}, before", zh="{of}，之前"),
    "overall.after": Text(en="{of}, after", zh="{of}，之后"),
    "line.title": Text(
        en="The components on one scale, z before the norm and y after it (0 stands for {name})",
        zh="同一刻度上的各分量：z 为归一化之前，y 为之后（0 表示 {name}）",
    ),
    "line.of_rows": Text(
        en="The rows on one scale (0 stands for {name})",
        zh="同一刻度上的各行（0 表示 {name}）",
    ),
    "line.standard": Text(
        en=": under {norms} every μ is 0, and every σ is 1 but for ε",
        zh="：{norms} 之下每个 μ 都是 0，每个 σ 都是 1（只因 ε 略小）",
    ),
    "line.of_columns": Text(
        en="The components on one scale (0 stands for {name})",
        zh="同一刻度上的各分量（0 表示 {name}）",
    ),
    "section.norm": Text(en="Normalization", zh="归一化"),
    "given.model": Text(en="Given, d_model = {d}", zh="已知，d_model = {d}"),
    "given.matrix": Text(en="Given: {name}, d_model = {d}", zh="已知：{name}，d_model = {d}"),
    "given.plain": Text(en="Given: {name}", zh="已知：{name}"),
    "given.cases": Text(
        en="Given: x, and {cases} as outputs of the sublayer, d_model = {d}",
        zh="已知：x，以及子层输出 {cases}，d_model = {d}",
    ),
    "given.of_width": Text(en="Given, d = {d}", zh="已知，d = {d}"),
}
