"""What is said of a claim: right or wrong, by what measure, where first, and what follows."""

from addnorm_cli.messages import Text

TEXTS = {
    "verdict.heading": Text(en="Your answer", zh="你的答案"),
    "verdict.heading.file": Text(en="{file} compared", zh="与 {file} 比较"),
    "verdict.right": Text(en="{name}: right{why}", zh="{name}：正确{why}"),
    "verdict.wrong": Text(
        en="{name}: {count} of {size} numbers wrong",
        zh="{name}：{size} 个数中有 {count} 个不对",
    ),
    "verdict.wrong.all": Text(en="{name}: wrong", zh="{name}：不对"),
    "verdict.wrong.first": Text(
        en="the first step that is wrong is {name}",
        zh="最先出错的一步是{name}",
    ),
    "verdict.follows": Text(
        en="{name}: carried forward correctly from your {first}",
        zh="{name}：由你的{first}正确推出",
    ),
    "verdict.own": Text(
        en="{name}: wrong, and it does not follow from your {first} either",
        zh="{name}：不对，也不能由你的{first}推出",
    ),
    "verdict.basis.digits": Text(en=", to the digits you gave", zh="（与所给位数相符）"),
    "verdict.basis.exact": Text(en=", exactly", zh="（完全相等）"),
    "verdict.basis.unit": Text(
        en=", within one unit of the last digit",
        zh="（最后一位相差不超过 1）",
    ),
    "verdict.basis.truncated": Text(
        en=", with the digits after it cut off",
        zh="（其后的数字被截去）",
    ),
    "verdict.basis.rounded-twice": Text(
        en=", rounded twice: rounding the exact number once gives another last digit",
        zh="（舍入了两次：对精确值只舍入一次，末位会不同）",
    ),
    "verdict.basis.by-hand": Text(
        en=", by hand: what rounding every step gives, vectors to {vector} decimals and statistics"
        " to {statistic}",
        zh="（按手算：每一步都舍入，向量保留 {vector} 位小数，统计量保留 {statistic} 位）",
    ),
    "verdict.basis.carried": Text(
        en=", by hand: it follows from your numbers before it, which were rounded",
        zh="（按手算：由你前面舍入过的数推出）",
    ),
    "verdict.basis.dtype": Text(
        en=", as near as {dtype} can be expected to come",
        zh="（在 {dtype} 能达到的精度之内）",
    ),
    "verdict.basis.tolerance": Text(en=", within the tolerance", zh="（在容差之内）"),
    "verdict.row.claimed": Text(en="yours", zh="你的"),
    "verdict.row.right": Text(en="right", zh="正确值"),
    "verdict.row.difference": Text(en="difference", zh="差"),
    "verdict.row.mark": Text(en="", zh=""),
    "verdict.spread": Text(
        en="largest difference {largest} at {place}; largest relative difference {relative} at"
        " {relative_place}",
        zh="最大差值 {largest}，位于 {place}；最大相对差值 {relative}，位于 {relative_place}",
    ),
    "verdict.first_row": Text(
        en="the first row that differs is {row}",
        zh="最先不同的是第 {row} 行",
    ),
    "verdict.pattern.some-rows": Text(
        en="the differences fill {rows} of {all_rows} rows",
        zh="差异集中在 {all_rows} 行中的 {rows} 行",
    ),
    "verdict.pattern.some-columns": Text(
        en="the differences fill {columns} of {all_columns} columns",
        zh="差异集中在 {all_columns} 列中的 {columns} 列",
    ),
    "verdict.pattern.everywhere": Text(
        en="the differences are everywhere",
        zh="差异遍布各处",
    ),
    "verdict.pattern.scattered": Text(
        en="the differences are scattered over {rows} of {all_rows} rows",
        zh="差异零散地分布在 {all_rows} 行中的 {rows} 行",
    ),
    "verdict.no_slip": Text(
        en="no slip that addnorm knows gives these numbers",
        zh="addnorm 已知的错误都得不出这些数",
    ),
    "verdict.of": Text(en="{name}: {text}", zh="{name}：{text}"),
    "verdict.second_row": Text(
        en="in a single row these differ by one factor, which your digits do not tell apart:"
        " a second row would tell",
        zh="在单独一行中它们只差一个倍数，所给的位数分辨不出：再算一行就能区分",
    ),
    "verdict.remark.claimed_mean": Text(
        en="{place}the mean of your numbers is {mean}, not 0: no LayerNorm with γ = 1, β = 0 gives"
        " this",
        zh="{place}你的数的均值是 {mean} 而不是 0：γ = 1、β = 0 的层归一化不会得出这个结果",
    ),
    "verdict.remark.claimed_sigma": Text(
        en="{place}the standard deviation of your numbers is {sigma}, not 1: no LayerNorm with"
        " γ = 1, β = 0 gives this",
        zh="{place}你的数的标准差是 {sigma} 而不是 1：γ = 1、β = 0 的层归一化不会得出这个结果",
    ),
    "verdict.remark.row": Text(en="row {row}: ", zh="第 {row} 行："),
    "verdict.name.step": Text(en="{title} ({path})", zh="{title}（{path}）"),
    "verdict.name.result": Text(en="result", zh="结果"),
    "error.empty_claim": Text(en="nothing is claimed here", zh="这里没有给出答案"),
    "hint.empty_claim": Text(
        en="write numbers (1.34,-0.45), ? for one left out, or a file: --expect sigma=0.37",
        zh="请写数字（1.34,-0.45），空缺写 ?，或写文件名：--expect sigma=0.37",
    ),
    "error.steps_without_trace": Text(
        en="--steps compares the steps of an answer, and this is none",
        zh="--steps 用于比较一份结果中的各步，而这里不是结果文件",
    ),
    "hint.steps_without_trace": Text(
        en="write one with --json: addnorm layernorm 1,2,4 --json > trace.json, then"
        " --expect trace.json --steps",
        zh="先用 --json 写出：addnorm layernorm 1,2,4 --json > trace.json，再用"
        " --expect trace.json --steps",
    ),
    "error.needs_expect": Text(
        en="this belongs to --expect, which is missing",
        zh="它只与 --expect 一起使用，但没有给出 --expect",
    ),
    "hint.needs_expect": Text(en="add --expect 1.34,-0.45", zh="例如加上 --expect 1.34,-0.45"),
    "error.negative_tolerance": Text(
        en="a tolerance is 0 or more, not {found}",
        zh="容差应为 0 或正数，而不是 {found}",
    ),
    "error.tolerance_without_claim": Text(
        en="a tolerance is for a comparison, and nothing is expected here",
        zh="容差用于比较，但这里没有给出要比较的答案",
    ),
    "hint.tolerance_without_claim": Text(
        en="add --expect, or leave the tolerance out",
        zh="请加上 --expect，或去掉容差",
    ),
    "error.expect_hidden": Text(
        en="--hide-answers leaves every number blank, and --expect shows which are right",
        zh="--hide-answers 会隐去所有数字，而 --expect 要显示哪些正确",
    ),
    "hint.expect_hidden": Text(en="leave one of them out", zh="请去掉其中一个"),
    "error.unknown_claimed_step": Text(
        en="there is no step '{found}' to compare",
        zh="没有可比较的步骤“{found}”",
    ),
    "hint.unknown_claimed_step": Text(
        en="what can be compared: {choices}",
        zh="可以比较的有 {choices}",
    ),
    "error.misspelt_claimed_step": Text(
        en="there is no step '{found}' to compare",
        zh="没有可比较的步骤“{found}”",
    ),
    "hint.misspelt_claimed_step": Text(en="did you mean '{near}'?", zh="是不是“{near}”？"),
    "error.which_result": Text(
        en="this calculation comes to several results, and none is named",
        zh="这个计算有多个结果，但没有指明是哪一个",
    ),
    "hint.which_result": Text(
        en="name one of {choices}: --expect NAME=1.34,-0.45",
        zh="请指明 {choices} 中的一个：--expect NAME=1.34,-0.45",
    ),
    "error.which_step": Text(
        en="'{value}' names several steps",
        zh="“{value}”对应多个步骤",
    ),
    "hint.which_step": Text(
        en="name one of {choices}",
        zh="请指明 {choices} 中的一个",
    ),
    "error.claim_shape": Text(
        en="{step} has the shape {expected}, and what is expected has {found}",
        zh="{step} 的形状是 {expected}，而给出的答案是 {found}",
    ),
    "hint.claim_shape": Text(
        en="give one number for each, with ? for those that you do not know",
        zh="每个位置给一个数，不知道的写 ?",
    ),
    "error.claim_shape_alike": Text(
        en="{step} has the shape {expected}, and what is expected has {found}",
        zh="{step} 的形状是 {expected}，而给出的答案是 {found}",
    ),
    "hint.claim_shape_alike": Text(
        en="{choices} would fit: --expect STEP=V names one",
        zh="形状相符的有 {choices}：用 --expect STEP=V 指明",
    ),
}
