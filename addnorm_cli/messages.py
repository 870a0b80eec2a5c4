"""Every sentence that a person reads, in English and Chinese side by side."""

from typing import Literal

Language = Literal["en", "zh"]
LANGUAGES: tuple[Language, ...] = ("en", "zh")

INPUT_ERRORS: dict[str, tuple[str, str]] = {
    "error.ragged": (
        "row {row} has {found} numbers, row 1 has {expected}",
        "第 {row} 行有 {found} 个数，第 1 行有 {expected} 个",
    ),
    "hint.ragged": (
        "every row of a matrix needs the same number of components",
        "矩阵的每一行要有同样多的分量",
    ),
}

PAGE: dict[str, tuple[str, str]] = {
    "title.residual": ("Residual connection", "残差连接"),
    "title.layernorm": ("Layer normalization", "层归一化"),
    "title.addnorm": ("Add & Norm", "Add & Norm：残差连接与归一化"),
    "formula.residual": ("r = x + Sublayer(x)", "r = x + Sublayer(x)"),
    "formula.layernorm": ("y = {norm}(z)", "y = {norm}(z)"),
    "formula.addnorm": ("y = {norm}(x + Sublayer(x))", "y = {norm}(x + Sublayer(x))"),
    "norm.none": ("", ""),
    "norm.layernorm": ("LayerNorm", "LayerNorm"),
    "norm.rmsnorm": ("RMSNorm", "RMSNorm"),
    "fact.separator": (" · ", " · "),
    "fact.custom": ("custom", "自定"),
    "fact.convention": ("convention {convention}", "约定 {convention}"),
    "fact.eps.layernorm.sigma": (
        "ε = {eps} is added to σ: (z - μ) / (σ + ε)",
        "ε = {eps} 加在 σ 上：(z - μ) / (σ + ε)",
    ),
    "fact.eps.layernorm.variance": (
        "ε = {eps} is added under the root: (z - μ) / √(σ² + ε)",
        "ε = {eps} 加在根号内：(z - μ) / √(σ² + ε)",
    ),
    "fact.eps.rmsnorm.sigma": (
        "ε = {eps} is added to the root: z / (rms + ε)",
        "ε = {eps} 加在均方根上：z / (rms + ε)",
    ),
    "fact.eps.rmsnorm.variance": (
        "ε = {eps} is added under the root: z / √(ms + ε)",
        "ε = {eps} 加在根号内：z / √(ms + ε)",
    ),
    "fact.ddof.0": ("ddof = 0 (divide by d)", "ddof = 0（除以 d）"),
    "fact.ddof.1": ("ddof = 1 (divide by d - 1)", "ddof = 1（除以 d - 1）"),
    "fact.axes.last": ("over the last axis", "沿最后一维"),
    "fact.axes.several": ("over the last {axes} axes together", "沿最后 {axes} 维一起"),
    "fact.given": ("given, {shape}", "已给出，{shape}"),
    "fact.unit_offset": ("the gain is 1 + γ", "缩放系数为 1 + γ"),
    "fact.orientation.xW": (
        "h = x W + b, with W ({shape}) stored as (in, out)",
        "h = x W + b，W（{shape}）按（输入, 输出）存放",
    ),
    "fact.orientation.Wx": (
        "h = W x + b, with W ({shape}) stored as (out, in)",
        "h = W x + b，W（{shape}）按（输出, 输入）存放",
    ),
    "fact.arithmetic": ("{arithmetic}", "{arithmetic}"),
    "arithmetic.float64": (
        "carried in float64; only what is shown is rounded",
        "以 float64 计算，只有显示时才舍入",
    ),
    "arithmetic.machine": (
        "every step is stored in {dtype}; the exact value (float64) stands beside it",
        "每一步都存成 {dtype}，旁边是精确值（float64）",
    ),
    "arithmetic.hand": (
        "by hand: vectors to {vector} decimals, statistics to {statistic}, {rounding};"
        " the exact value stands beside each",
        "手算：向量保留 {vector} 位小数，统计量保留 {statistic} 位，{rounding}；旁边是精确值",
    ),
    "rounding.half-up": ("rounded half up", "四舍五入"),
    "rounding.half-even": ("rounded half to even", "四舍六入五成双"),
    "rounding.truncate": ("truncated", "截断"),
    "heading.row": ("row [{row}]", "第 [{row}] 行"),
    "step.x": ("Input", "输入"),
    "step.sublayer": ("Sublayer output", "子层输出"),
    "step.linear": ("Linear map", "线性变换"),
    "step.activation": ("Activation", "激活函数"),
    "step.residual": ("Residual sum", "残差相加"),
    "step.mean": ("Mean", "均值"),
    "step.deviations": ("Deviations from the mean", "各分量减均值"),
    "step.squares": ("Squares", "平方"),
    "step.variance": ("Variance", "方差"),
    "step.sigma": ("Standard deviation", "标准差"),
    "step.mean_square": ("Mean square", "均方"),
    "step.rms": ("Root mean square", "均方根"),
    "step.denominator": ("Denominator", "分母"),
    "step.normalized": ("Normalized vector", "归一化"),
    "step.scaled": ("Scale by γ", "乘以 γ"),
    "step.output": ("Output", "输出"),
    "note.neutral.scaled": ("γ = 1, so γ ⊙ ẑ = ẑ", "γ = 1，所以 γ ⊙ ẑ = ẑ"),
    "note.neutral.output": ("β = 0, so y = γ ⊙ ẑ", "β = 0，所以 y = γ ⊙ ẑ"),
    "note.more_lines": (
        "the other {count} lines are made the same way; the table below has every value",
        "其余 {count} 行算法相同，数值都在下表中",
    ),
    "note.elided_columns": (
        "{hidden_columns} of {columns} columns are not shown: --full, --cols a:b or --json",
        "{columns} 列中有 {hidden_columns} 列未显示：用 --full、--cols a:b 或 --json 查看",
    ),
    "note.elided_rows": (
        "{hidden_rows} of {rows} rows are not shown: --full, --row i or --json",
        "{rows} 行中有 {hidden_rows} 行未显示：用 --full、--row i 或 --json 查看",
    ),
    "note.elided_both": (
        "{hidden_rows} of {rows} rows and {hidden_columns} of {columns} columns are not shown:"
        " --full, --row i, --cols a:b or --json",
        "{rows} 行中有 {hidden_rows} 行、{columns} 列中有 {hidden_columns} 列未显示："
        "用 --full、--row i、--cols a:b 或 --json 查看",
    ),
    "note.z_is_r": ("z = r goes into the norm", "把 z = r 送入归一化"),
    "note.one_row": (
        "the line under a formula works the first component of row [{row}];"
        " --row {row} works the whole row, line by line",
        "公式下面的一行演算第 [{row}] 行的第一个分量；用 --row {row} 可逐行演算整行",
    ),
    "aside.exact": ("exact {exact}, drift {drift}", "精确值 {exact}，偏差 {drift}"),
    "row.exact": ("exact", "精确值"),
    "row.drift": ("drift", "偏差"),
    "answer": ("Result {case}", "结果 {case}"),
    "answer.only": ("Result", "结果"),
    "answer.all": ("Results", "结果"),
    "check.sum_deviations": ("Σ (z - μ)", "Σ (z - μ)"),
    "check.mean_normalized": ("mean of ẑ", "ẑ 的均值"),
    "check.variance_normalized": ("variance of ẑ", "ẑ 的方差"),
    "check.mean_square_normalized": ("mean square of ẑ", "ẑ 的均方"),
    "check.equal": ("{name} {sign} {found}", "{name} {sign} {found}"),
    "check.expected": ("{name} {sign} {found}, {why}", "{name} {sign} {found}，{why}"),
    "check.rounded": (
        " ({expected} but for the rounding)",
        "（若不舍入应为 {expected}）",
    ),
    "check.off": (
        " (it should be {expected}: too much was lost on the way)",
        "（应为 {expected}：途中损失了太多精度）",
    ),
    "check.why.layernorm.sigma.0": (
        "which is (σ / (σ + ε))²: ε keeps it just below 1",
        "即 (σ / (σ + ε))²：因为有 ε，略小于 1",
    ),
    "check.why.layernorm.variance.0": (
        "which is σ² / (σ² + ε): ε keeps it just below 1",
        "即 σ² / (σ² + ε)：因为有 ε，略小于 1",
    ),
    "check.why.layernorm.sigma.1": (
        "which is (d - 1)/d · (σ / (σ + ε))², since σ² was divided by d - 1",
        "即 (d - 1)/d · (σ / (σ + ε))²，因为 σ² 除以的是 d - 1",
    ),
    "check.why.layernorm.variance.1": (
        "which is (d - 1)/d · σ² / (σ² + ε), since σ² was divided by d - 1",
        "即 (d - 1)/d · σ² / (σ² + ε)，因为 σ² 除以的是 d - 1",
    ),
    "check.why.rmsnorm.sigma.0": (
        "which is (rms / (rms + ε))²: ε keeps it just below 1",
        "即 (rms / (rms + ε))²：因为有 ε，略小于 1",
    ),
    "check.why.rmsnorm.variance.0": (
        "which is ms / (ms + ε): ε keeps it just below 1",
        "即 ms / (ms + ε)：因为有 ε，略小于 1",
    ),
    "notice.of": ("{place}: {text}", "{place}：{text}"),
    "notice.single_component": (
        "d = 1: one number is its own mean, so ẑ = 0 and y = β whatever it is",
        "d = 1：只有一个数时它就是自己的均值，所以 ẑ = 0，y 总等于 β",
    ),
    "notice.still_row.layernorm": (
        "all components are equal: the deviations are exactly 0, so ẑ = 0 and y = β",
        "各分量都相等：偏差恰为 0，所以 ẑ = 0，y = β",
    ),
    "notice.still_row.rmsnorm": (
        "all components are 0, so ẑ = 0 and y = 0",
        "各分量都是 0，所以 ẑ = 0，y = 0",
    ),
    "notice.squares_lost.machine": (
        "{count} squares are too small for {dtype} and became 0; the variance misses them",
        "有 {count} 个平方小到 {dtype} 无法表示而变成 0，方差里缺了它们",
    ),
    "notice.squares_lost.hand": (
        "{count} squares were rounded to 0; more decimals (--hand) would keep them",
        "有 {count} 个平方舍入成了 0；增加小数位数（--hand）可以保留它们",
    ),
    "notice.visible_eps": (
        "ε makes up {share} of the denominator, enough to be seen in the result",
        "ε 占分母的 {share}，足以在结果中看出来",
    ),
}

SPEECH: dict[str, tuple[str, str]] = {
    "error": ("error", "错误"),
    "error.where": ("in {place}", "位置：{place}"),
    "hint": ("hint", "提示"),
    "pause": ("-- Enter for the next step, Ctrl-D to stop --", "-- 回车看下一步，Ctrl-D 结束 --"),
    "section.norm": ("Normalization", "归一化"),
    "help.section.usage": ("Usage", "用法"),
    "help.section.commands": ("Commands", "命令"),
    "help.section.arguments": ("Arguments", "参数"),
    "help.section.options": ("Options", "选项"),
    "help.footer": (
        "A vector is written 0.8,0.4,0.6,-0.1 or [0.8 0.4 0.6 -0.1]; a file or - for stdin will"
        " do as well. `addnorm COMMAND --help` says more.",
        "向量写作 0.8,0.4,0.6,-0.1 或 [0.8 0.4 0.6 -0.1]，也可以给文件名，或用 - 表示标准输入。"
        " 用 `addnorm 命令 --help` 查看详情。",
    ),
    "help.command.main": (
        "Pencil and paper for the Add & Norm of a Transformer: works residual connections and"
        " LayerNorm the way it is done by hand, and shows every number on the way.",
        "Transformer 中 Add & Norm 的纸和笔：像手算一样演算残差连接和层归一化，"
        "写出每一个中间数值。",
    ),
    "help.short.residual": ("x + Sublayer(x)", "x + Sublayer(x)"),
    "help.short.layernorm": ("every step of LayerNorm or RMSNorm", "LayerNorm 或 RMSNorm 的每一步"),
    "help.short.addnorm": ("LayerNorm(x + Sublayer(x))", "LayerNorm(x + Sublayer(x))"),
    "help.short.samples": ("problems that come with addnorm", "随 addnorm 附带的例题"),
    "help.command.residual": (
        "Add a sublayer's output to its input: x + Sublayer(x).\n"
        "X is a vector, a matrix or a problem file; what follows is the sublayer's output, one"
        " vector for each case. With --weight the sublayer is worked out as well:"
        " F(x) = activation(x W + b).",
        "把子层输出加到输入上：x + Sublayer(x)。\n"
        "X 是向量、矩阵或题目文件；其后是子层输出，每种情形一个向量。"
        "给出 --weight 时连子层一起算：F(x) = activation(x W + b)。",
    ),
    "help.command.layernorm": (
        "Normalize a vector step by step: mean, deviations, squares, variance, σ, ẑ, γ and β.\n"
        "Several vectors are the rows of one matrix; labelled ones (A=1,2,3) are worked as"
        " separate cases.",
        "逐步归一化一个向量：均值、偏差、平方、方差、σ、ẑ、γ 和 β。\n"
        "多个向量是同一矩阵的各行；带标签的向量（A=1,2,3）分别演算。",
    ),
    "help.command.addnorm": (
        "Add a sublayer's output to its input and normalize the sum: LayerNorm(x + Sublayer(x)).\n"
        "X is a vector, a matrix or a problem file; what follows is the sublayer's output, one"
        " vector for each case.",
        "把子层输出加到输入上再归一化：LayerNorm(x + Sublayer(x))。\n"
        "X 是向量、矩阵或题目文件；其后是子层输出，每种情形一个向量。",
    ),
    "help.command.samples": (
        "Problems that come with addnorm, one for each worked example.",
        "随 addnorm 附带的例题，每个例子一道。",
    ),
    "help.command.samples.list": ("Say which samples there are.", "列出所有例题。"),
    "help.command.samples.show": ("Print one sample.", "显示一道例题。"),
    "help.command.samples.copy": (
        "Copy all samples into a folder.",
        "把所有例题复制到一个文件夹。",
    ),
    "help.x": (
        "vectors (0.8,0.4 or A=0.8,0.4), files (bank.json, bank.json:x, rows.csv, h0.npy), or -",
        "向量（0.8,0.4 或 A=0.8,0.4）、文件（bank.json、bank.json:x、rows.csv、h0.npy）或 -",
    ),
    "help.name": ("the name of a sample", "例题的名字"),
    "help.directory": ("the folder to copy into", "要复制到的文件夹"),
    "help.format": ("table, plain, json or csv", "table、plain、json 或 csv"),
    "help.json": ("short for --format json", "即 --format json"),
    "help.output": (
        "write to a file; its ending names the format (.json .csv .npy .svg .txt)",
        "写入文件，格式由扩展名决定（.json .csv .npy .svg .txt）",
    ),
    "help.quiet": (
        "the result alone, one vector a line, every digit",
        "只输出结果，每行一个向量，保留全部数字",
    ),
    "help.precision": (
        "decimals of rounded numbers (4); what is carried does not change",
        "舍入后显示的小数位数（4），不影响计算",
    ),
    "help.hand": (
        "round each step as by hand: vectors to N decimals, statistics to M (N + 1)",
        "像手算那样每步舍入：向量保留 N 位小数，统计量保留 M 位（N + 1）",
    ),
    "help.rounding": (
        "with --hand: half-up (as people do), half-even or truncate",
        "配合 --hand：half-up（四舍五入）、half-even 或 truncate",
    ),
    "help.dtype": (
        "store each step in float64, float32, float16 or bfloat16",
        "每一步都存成 float64、float32、float16 或 bfloat16",
    ),
    "help.convention": (
        "whose LayerNorm: docs, pytorch, onnx, gpt2, bert, keras, flax, annotated, excel;"
        " or RMSNorm: llama, t5, gemma",
        "谁的 LayerNorm：docs、pytorch、onnx、gpt2、bert、keras、flax、annotated、excel；"
        "或 RMSNorm：llama、t5、gemma",
    ),
    "help.norm": ("layernorm or rmsnorm", "layernorm 或 rmsnorm"),
    "help.eps": ("ε", "ε"),
    "help.eps_at": (
        "where ε stands: sigma for σ + ε, variance for √(σ² + ε)",
        "ε 的位置：sigma 即 σ + ε，variance 即 √(σ² + ε)",
    ),
    "help.ddof": ("divide the squares by d - ddof", "平方和除以 d - ddof"),
    "help.axes": ("normalize over the last N axes together", "对最后 N 维一起归一化"),
    "help.gamma": ("γ: a vector, a file, or one number for all", "γ：向量、文件，或一个通用的数"),
    "help.beta": ("β: a vector, a file, or one number for all", "β：向量、文件，或一个通用的数"),
    "help.only": (
        "show only this step (variance, A.norm.variance); may be repeated",
        "只显示这一步（variance、A.norm.variance），可重复",
    ),
    "help.row": ("work out one row of a matrix, from 0", "只演算矩阵的某一行，从 0 数起"),
    "help.cols": ("show columns A to B - 1", "只显示第 A 到 B - 1 列"),
    "help.full": ("leave nothing out, however large", "无论多大都不省略"),
    "help.pause": ("one step at a time, in a terminal", "在终端里一步一停"),
    "help.lang": ("language: en or zh", "语言：en 或 zh"),
    "help.title": ("a title for the page", "页面标题"),
    "help.random": (
        "instead of X: random numbers of that shape, as numpy.random.seed + randn make them",
        "代替 X：按该形状生成随机数，与 numpy.random.seed + randn 相同",
    ),
    "help.seed": ("the seed of --random (42)", "--random 的种子（42）"),
    "help.scale": ("multiply the numbers of --random", "给 --random 的数乘上倍数"),
    "help.weight": (
        "work the sublayer out: W of F(x) = activation(x W + b)",
        "演算子层：F(x) = activation(x W + b) 中的 W",
    ),
    "help.bias": ("its b", "其中的 b"),
    "help.activation": ("its activation: identity or relu", "其激活函数：identity 或 relu"),
    "help.orientation": (
        "how W is stored: xW for (in, out), Wx for (out, in) as in PyTorch",
        "W 的存放方式：xW 为（输入, 输出），Wx 为（输出, 输入），与 PyTorch 相同",
    ),
    "help.help": ("show this help", "显示本帮助"),
    "help.version": ("show the version", "显示版本"),
    "help.install_completion": ("install completion for this shell", "为当前 shell 安装补全"),
    "help.show_completion": ("print the completion script of this shell", "打印补全脚本"),
    "error.unknown_command": ("there is no command '{value}'", "没有命令“{value}”"),
    "hint.unknown_command": ("the commands are {choices}", "可用的命令有 {choices}"),
    "error.unknown_command_close": ("there is no command '{value}'", "没有命令“{value}”"),
    "hint.unknown_command_close": (
        "did you mean '{close}'? The commands are {choices}",
        "是不是想用“{close}”？可用的命令有 {choices}",
    ),
    "error.no_such_option": ("there is no option {option}", "没有选项 {option}"),
    "hint.no_such_option": (
        "--help lists the options; negative numbers are read as they are",
        "用 --help 查看所有选项；负数可以直接写",
    ),
    "error.no_such_option_close": ("there is no option {option}", "没有选项 {option}"),
    "hint.no_such_option_close": ("did you mean {close}?", "是不是想用 {close}？"),
    "error.option_needs_value": ("{option} needs a value", "{option} 需要一个值"),
    "hint.option_needs_value": ("--help shows what it takes", "用 --help 查看它接受什么"),
    "error.usage": ("{text}", "{text}"),
    "hint.usage": ("--help shows how the command is used", "用 --help 查看用法"),
    "error.unexpected": (
        "addnorm met something that it was not made for ({kind}: {text})",
        "addnorm 遇到了没有预料到的情况（{kind}：{text}）",
    ),
    "hint.unexpected": (
        "this is a fault of addnorm, please report it with the command that you typed",
        "这是 addnorm 的缺陷，请连同所输入的命令一起反馈",
    ),
    "error.hand_with_dtype": (
        "--hand and --dtype exclude each other",
        "--hand 与 --dtype 不能同时使用",
    ),
    "hint.hand_with_dtype": (
        "numbers are carried either by hand or by a machine: leave one of them out",
        "数字要么手算、要么机算：去掉其中一个",
    ),
    "error.rounding_without_hand": (
        "--rounding says how to round by hand, and --hand is missing",
        "--rounding 指定手算的舍入方式，但没有给出 --hand",
    ),
    "hint.rounding_without_hand": ("add --hand 3, for example", "例如加上 --hand 3"),
    "error.hand_places": ("'{value}' does not say how many decimals", "“{value}”不是小数位数"),
    "hint.hand_places": (
        "--hand N or --hand N,M, with whole numbers from 0 to {most}: --hand 3,4",
        "写 --hand N 或 --hand N,M，取 0 到 {most} 的整数，例如 --hand 3,4",
    ),
    "error.missing_extra": (
        "this needs the library {library}, which is not installed",
        "这需要 {library} 库，但尚未安装",
    ),
    "hint.missing_extra": (
        "pip install 'addnorm-cli[{extra}]'",
        "pip install 'addnorm-cli[{extra}]'",
    ),
    "error.too_large_for_dtype": (
        "a number is too large for {dtype}",
        "有一个数超出了 {dtype} 的范围",
    ),
    "hint.too_large_for_dtype": (
        "float16 ends at 65504, float32 and bfloat16 at about 3.4e38",
        "float16 最大 65504，float32 和 bfloat16 最大约 3.4e38",
    ),
    "error.zero_divisor": (
        "row {row}: {divisor} is 0 and ε is 0, and 0/0 is undefined",
        "第 {row} 行：{divisor} 为 0 且 ε 为 0，0/0 没有意义",
    ),
    "hint.zero_divisor": (
        "this is what ε is for: leave --eps out, or give a positive one such as 1e-6",
        "ε 正是为此而设：去掉 --eps，或取一个正数，例如 1e-6",
    ),
    "error.not_finite": (
        "row {row}: step '{step}' comes to a number too large for {arithmetic}",
        "第 {row} 行：步骤“{step}”的结果超出了 {arithmetic} 的范围",
    ),
    "hint.not_finite": (
        "scale the input down first (a norm hardly changes by it), or use a wider --dtype"
        " or --hand",
        "先把输入缩小（归一化结果几乎不变），或改用更宽的 --dtype，或用 --hand",
    ),
    "error.formats_clash": ("these ask for different formats", "这些选项要求不同的格式"),
    "hint.formats_clash": ("keep one of them", "只保留其中一个"),
    "error.unknown_ending": (
        "the ending '{ending}' does not name a format",
        "扩展名“{ending}”不对应任何格式",
    ),
    "hint.unknown_ending": (
        "use one of {choices}, or say which with --format",
        "可用 {choices}，或用 --format 指定",
    ),
    "error.npy_shapes": (
        "the results have different shapes, and one .npy holds one array",
        "各结果形状不同，而一个 .npy 只能存一个数组",
    ),
    "hint.npy_shapes": ("write .json, or one case at a time", "改写 .json，或每次只算一种情形"),
    "error.cannot_write": ("cannot write there: {reason}", "无法写入：{reason}"),
    "hint.cannot_write": (
        "check that the folder exists, may be written to and is not full",
        "请确认文件夹存在、可写且磁盘未满",
    ),
    "error.precision": (
        "{value} is not a number of decimals from 0 to {most}",
        "{value} 不是 0 到 {most} 之间的小数位数",
    ),
    "error.not_whole": ("'{value}' is not a whole number", "“{value}”不是整数"),
    "error.columns": ("'{value}' does not name columns", "“{value}”不是列的范围"),
    "hint.columns": (
        "write the first column and the one behind the last: --cols 0:4, --cols 764:",
        "写起始列和结束列的后一列，例如 --cols 0:4、--cols 764:",
    ),
    "error.unknown_step": ("there is no step '{value}'", "没有步骤“{value}”"),
    "hint.unknown_step": ("the steps are {choices}", "可用的步骤有 {choices}"),
    "error.no_such_row": ("there is no row {row}", "没有第 {row} 行"),
    "hint.no_such_row": ("rows are counted from 0 to {last}", "行号从 0 到 {last}"),
    "error.no_such_columns": ("{value} names no column", "{value} 不包含任何列"),
    "hint.no_such_columns": ("columns are counted from 0 to {last}", "列号从 0 到 {last}"),
    "error.would_overwrite": (
        "these files are there already: {names}",
        "这些文件已经存在：{names}",
    ),
    "hint.would_overwrite": (
        "choose another folder, or move them away first",
        "请换一个文件夹，或先把它们移走",
    ),
    "sample.bank": (
        "bank by the river and in the street: x + Attention(x), then LayerNorm",
        "河边的 bank 与街上的 bank：x + Attention(x)，再做 LayerNorm",
    ),
    "sample.bank-layernorm": (
        "the LayerNorm of that river bank alone",
        "其中“河边”一句的 LayerNorm",
    ),
    "sample.relu-residual": (
        "a residual connection around F(x) = ReLU(W x + b)",
        "带残差连接的 F(x) = ReLU(W x + b)",
    ),
    "sample.tokens-7x8": ("seven random tokens of eight dimensions", "七个 8 维随机 token"),
    "error.no_such_sample": ("there is no sample '{value}'", "没有例题“{value}”"),
    "hint.no_such_sample": ("the samples are {choices}", "可用的例题有 {choices}"),
}

MESSAGES: dict[str, tuple[str, str]] = {**INPUT_ERRORS, **PAGE, **SPEECH}


def say(language: Language, key: str, **facts: object) -> str:
    """The sentence `key` in `language`, with `facts` filled in."""
    return MESSAGES[key][LANGUAGES.index(language)].format(**facts)


def has(key: str) -> bool:
    """Whether there is a sentence of that key (not every error has a hint)."""
    return key in MESSAGES
