"""The help of each command, and the parts of a help page."""

from addnorm_cli.messages import Text

TEXTS = {
    "help.heading": Text(en="{name}:", zh="{name}："),
    "help.or": Text(en="{first} or {last}", zh="{first} 或 {last}"),
    "help.options": Text(en="[OPTIONS]", zh="[选项]"),
    "help.subcommand": Text(en="COMMAND ...", zh="命令 ..."),
    "help.usage": Text(en="Usage: {usage}", zh="用法：{usage}"),
    "help.section.commands": Text(en="Commands", zh="命令"),
    "help.section.arguments": Text(en="Arguments", zh="参数"),
    "help.section.options": Text(en="Options", zh="选项"),
    "help.section.input": Text(en="Input", zh="输入"),
    "help.section.rules": Text(en="Rules", zh="规则"),
    "help.section.arithmetic": Text(en="Arithmetic", zh="数值运算"),
    "help.section.checked": Text(en="Checking an answer", zh="核对答案"),
    "help.section.shown": Text(en="What is shown", zh="显示内容"),
    "help.section.output": Text(en="Output", zh="输出"),
    "help.section.examples": Text(en="Examples", zh="示例"),
    "help.footer": Text(
        en="A vector is written 0.8,0.4,0.6,-0.1 or [0.8 0.4 0.6 -0.1]; a file or - for stdin will"
        " do as well. `addnorm COMMAND --help` says more.",
        zh="向量写作 0.8,0.4,0.6,-0.1 或 [0.8 0.4 0.6 -0.1]，也可以给文件名，或用 - 表示标准输入。"
        "用 `addnorm 命令 --help` 查看详情。",
    ),
    "help.command.main": Text(
        en="Pencil and paper for the Add & Norm of a Transformer: works residual connections and"
        " LayerNorm the way it is done by hand, and shows every number on the way.",
        zh="Transformer 中 Add & Norm 的纸和笔：像手算一样演算残差连接和层归一化，"
        "写出每一个中间数值。",
    ),
    "help.short.residual": Text(en="x + Sublayer(x)", zh="x + Sublayer(x)"),
    "help.short.layernorm": Text(
        en="every step of LayerNorm or RMSNorm",
        zh="LayerNorm 或 RMSNorm 的每一步",
    ),
    "help.short.addnorm": Text(en="LayerNorm(x + Sublayer(x))", zh="LayerNorm(x + Sublayer(x))"),
    "help.short.samples": Text(en="problems that come with addnorm", zh="随 addnorm 附带的例题"),
    "help.command.residual": Text(
        en="Add a sublayer's output to its input: x + Sublayer(x).\n"
        "X is a vector, a matrix or a problem file; what follows is the sublayer's output, one"
        " vector for each case. With --weight the sublayer is worked out as well: F(x) ="
        " activation(x W + b).",
        zh="把子层输出加到输入上：x + Sublayer(x)。\n"
        "X 是向量、矩阵或题目文件；其后是子层输出，每种情形一个向量。给出 --weight"
        " 时连子层一起算：F(x) = activation(x W + b)。",
    ),
    "help.command.layernorm": Text(
        en="Normalize a vector step by step: mean, deviations, squares, variance, σ, ẑ, γ and β.\n"
        "Several vectors are the rows of one matrix; labelled ones (A=1,2,3) are worked as"
        " separate cases.",
        zh="逐步归一化一个向量：均值、离差、平方、方差、σ、ẑ、γ 和 β。\n"
        "多个向量是同一矩阵的各行；带标签的向量（A=1,2,3）分别演算。",
    ),
    "help.command.addnorm": Text(
        en="Add a sublayer's output to its input and normalize the sum: LayerNorm(x +"
        " Sublayer(x)).\n"
        "X is a vector, a matrix or a problem file; what follows is the sublayer's output, one"
        " vector for each case.",
        zh="把子层输出加到输入上再归一化：LayerNorm(x + Sublayer(x))。\n"
        "X 是向量、矩阵或题目文件；其后是子层输出，每种情形一个向量。",
    ),
    "help.short.tour": Text(
        en="the documents' walks, step by step",
        zh="一步一步走完文档中的例子",
    ),
    "help.command.tour": Text(
        en="Go through the examples of the course step by step, every step explained.\n"
        "Without a name it lists the walks. In a terminal Enter shows the next step; in a pipe it"
        " runs through.",
        zh="一步一步走完课程中的例子，每一步都有说明。\n"
        "不给名称时列出所有导览。在终端里按回车看下一步；在管道中一次走完。",
    ),
    "help.short.schema": Text(
        en="JSON Schema of traces, problem files, answers, errors and marks",
        zh="步骤记录、题目文件、解答、错误与评分的 JSON Schema",
    ),
    "help.command.schema": Text(
        en="Print the JSON Schema (draft 2020-12) of what is read and written as JSON.\n"
        '`addnorm schema problem > problem.schema.json`, and "$schema":'
        ' "./problem.schema.json" in a problem file: an editor then completes its keys. Keys'
        " are described in the language of --lang.",
        zh="输出所读写的 JSON 的 JSON Schema（draft 2020-12）。\n"
        "先运行 `addnorm schema problem > problem.schema.json`，再在题目文件中写上"
        ' "$schema": "./problem.schema.json"，编辑器就会补全各键。各键的说明采用 --lang 的语言。',
    ),
    "help.command.schema.trace": Text(
        en="What --json prints: every step of a calculation.",
        zh="--json 输出的内容：一次计算的每一步。",
    ),
    "help.command.schema.problem": Text(
        en="What a problem file may say.", zh="题目文件可以写什么。"
    ),
    "help.command.schema.error": Text(
        en="What stands on stderr with --json where something is wrong.",
        zh="加 --json 时出错后写到 stderr 的内容。",
    ),
    "help.command.schema.marks": Text(
        en="What homework grade --json prints.", zh="homework grade --json 输出的内容。"
    ),
    "help.command.schema.homework": Text(
        en="What homework solve --json prints.", zh="homework solve --json 输出的内容。"
    ),
    "help.command.samples": Text(
        en="Problems that come with addnorm, one for each worked example.",
        zh="随 addnorm 附带的例题，每个例子一道。",
    ),
    "help.command.samples.list": Text(en="Say which samples there are.", zh="列出所有例题。"),
    "help.command.samples.show": Text(en="Print one sample.", zh="显示一道例题。"),
    "help.command.samples.copy": Text(
        en="Copy all samples into a folder.",
        zh="把所有例题复制到一个文件夹。",
    ),
    "help.short.block": Text(
        en="a whole Transformer block, or a stack of them",
        zh="整个 Transformer 块或多层堆叠",
    ),
    "help.command.block": Text(
        en="Work a whole Transformer block: attention, feed-forward, norms and the residual"
        " stream, from the weights or given outputs of a problem file, or from a model's"
        " weights.\n"
        "X is a problem file, or the stream itself with --weights model.safetensors.",
        zh="演算整个 Transformer 块：注意力、前馈网络、归一化与残差流，"
        "权重或子层输出来自题目文件，也可以来自模型权重文件。\n"
        "X 是题目文件；配合 --weights model.safetensors 时是残差流本身。",
    ),
    "help.short.compare-norm": Text(
        en="norms, placements or conventions side by side",
        zh="并排比较各种归一化、归一化位置或约定",
    ),
    "help.command.compare-norm": Text(
        en="Work the same numbers in several ways and show where they differ.\n"
        "--by norm (default): LayerNorm, BatchNorm and RMSNorm on one matrix of samples, what tells"
        " them apart, and what happens when a sample is left out; without X, what tells them apart"
        " alone. --by placement: X and its sublayers under post, pre"
        " and the other placements. --by convention: one vector under every library's LayerNorm, or"
        " RMSNorm (--norm rmsnorm), held against --convention.",
        zh="用几种方法演算同样的数，指出它们在哪里不同。\n"
        "--by norm（默认）：LayerNorm、BatchNorm、RMSNorm 作用于同一个样本矩阵，列出它们的区别，"
        "并演示去掉一个样本会怎样；不给 X 时只列出区别。--by placement：X 与子层采用 post、pre"
        " 等归一化位置。--by convention：同一向量在各家 LayerNorm（或 --norm rmsnorm）下，"
        "以 --convention 为基准。",
    ),
    "help.command.compare-norm.layers": Text(
        en="with --by placement: run the layer N times over",
        zh="配合 --by placement：把这一层重复 N 遍",
    ),
    "help.command.block.activation": Text(
        en="with --weights: {block_activations}, where no config.json says so",
        zh="配合 --weights：{block_activations}（没有 config.json 时）",
    ),
    "help.short.gradient": Text(
        en="backward through the norm and the residual, step by step",
        zh="逐步反向经过归一化与残差",
    ),
    "help.command.gradient": Text(
        en="Work the gradient of y = Norm(x + F(x)) step by step: forward, then back to x, F, γ and"
        " β, the two paths into x apart from each other.\n"
        "X and SUBLAYER are vectors, matrices or a problem file; --upstream is the gradient that"
        " arrives at y. Without a sublayer y = Norm(x); with --weight the path through F(x) ="
        " activation(x W + b) is worked too. Where d is at most 8 the Jacobians are printed, and"
        " everything is checked against central differences.",
        zh="逐步演算 y = Norm(x + F(x)) 的梯度：先正向，再反向求 x、F、γ、β 的梯度，通向 x"
        " 的两条路径分开列出。\n"
        "X 与 SUBLAYER 是向量、矩阵或题目文件；--upstream 是到达 y 的梯度。不给子层时 y = Norm(x)；"
        "给出 --weight 时也演算经过 F(x) = activation(x W + b) 的路径。d 不超过 8"
        " 时列出雅可比矩阵；结果都与中心差分核对。",
    ),
    "help.short.gradient-flow": Text(
        en="how much gradient reaches each layer, with and without residual",
        zh="各层能收到多少梯度，有残差与无残差对比",
    ),
    "help.command.gradient-flow": Text(
        en="Show how much of the gradient reaches each layer, with and without the residual"
        " connection.\n"
        "Without a problem every layer multiplies by the same number: --factor is ∂F/∂x, and"
        " --residual-factor is 1 + ∂F/∂x. Each follows from the other where only one is given, so"
        " that --factor -1 shows the two terms cancel; with neither, they are 0.6 and 0.97, over 6"
        " layers.\n"
        "With a block problem the factors are measured: the length of the gradient at the input of"
        " each of its layers, by the chain rule through attention, feed-forward and norms.",
        zh="显示各层能收到多少梯度，有残差连接与没有残差连接对比。\n"
        "不给题目时，每层都乘同一个数：--factor 是 ∂F/∂x，--residual-factor 是 1 + ∂F/∂x。"
        "只给一个时另一个由它推出，例如 --factor -1 会显示两项抵消；都不给时取 0.6 和 0.97，共 6"
        " 层。\n"
        "给出块题目时，倍数由测量得到：按链式法则经过注意力、前馈网络和归一化，"
        "求各层输入处梯度的长度。",
    ),
    "help.command.gradient-flow.x": Text(
        en="a block problem whose gradients are measured",
        zh="要测量梯度的块题目",
    ),
    "help.command.gradient-flow.layers": Text(en="how many layers (6)", zh="层数（6）"),
    "help.command.block.x": Text(
        en="a problem file (block.json, or - for stdin); with --weights or --random also the"
        " stream, as a vector, a matrix or a file",
        zh="题目文件（block.json，或用 - 表示标准输入）；配合 --weights 或 --random"
        " 时也可以是残差流本身：向量、矩阵或文件",
    ),
    "help.short.homework": Text(
        en="make problem sheets with their keys; work lists of problems into one document",
        zh="出练习题和答案；把整份题目解成一份文档",
    ),
    "help.command.homework": Text(
        en="Make lists of problems with nice numbers, and work them into documents to hand in.",
        zh="出一组便于手算的题目，或把一组题目解成可以上交的文档。",
    ),
    "help.command.homework.solve": Text(
        en="Work a list of problems into one document.\n"
        "PROBLEMS are files with one problem, a JSON list or JSON lines, or - for stdin. The"
        " document has a table of all results, then every problem worked step by step. A problem"
        " that cannot be worked is reported in its place, and the others are worked all the"
        " same.\n"
        'A problem says what is to be done with it by its key "command", or by its other keys:'
        " layers and updates are for block, upstream for gradient, sublayer for addnorm, x alone"
        " for layernorm.",
        zh="把一组题目解成一份文档。\n"
        "PROBLEMS 是文件，内容为一道题、一个 JSON 列表或 JSON lines；用 - 表示标准输入。"
        "文档开头是全部结果的表格，随后逐题写出每一步。无法求解的题在原处说明原因，其余照常求解。"
        "\n"
        '每道题用键 "command" 指明要做的计算；没有时由其他键判断：layers 和 updates 对应 block，'
        "upstream 对应 gradient，sublayer 对应 addnorm，只有 x 则对应 layernorm。",
    ),
    "help.command.homework.grade": Text(
        en="Mark the answers of a class.\n"
        "FILES are problems, as `homework make --problems` writes them, and answers: tables as"
        " `--answers` writes them (CSV, one line for each part, or one for each student), or JSON"
        " objects with code, problem, part and value. Answers are matched by code and number; of"
        " two answers to one part the last counts. A part is right, right by hand rounding, right"
        " after an earlier slip, wrong (with the slip where it is a known one) or blank.",
        zh="批改一个班的答案。\n"
        "FILES 是题目（`homework make --problems` 写出的文件）和答案：`--answers` 写出的表（CSV，"
        "每个部分一行，或每个学生一行），或带有 code、problem、part、value 的 JSON 对象。答案按编号"
        "和题号对应；同一部分有两个答案时以最后一个为准。每个部分分为：正确、手算舍入正确、由前面的"
        "错误正确推出、错误（已知的错误会说明是哪一种）或空白。",
    ),
    "help.command.homework.grade.files": Text(
        en="files with problems (.json, .jsonl) and answers (.csv, .tsv, .json, .jsonl), or -",
        zh="题目文件（.json、.jsonl）和答案文件（.csv、.tsv、.json、.jsonl），或 -",
    ),
    "help.command.homework.make.level": Text(
        en="how much the key shows: {levels}; without --key, how much of the work the sheet has"
        " in place of boxes alone",
        zh="答案写多少：{levels}；没有 --key 时则是练习题写多少，不指定时只有填空格",
    ),
    "help.command.homework.make": Text(
        en="Make a sheet of problems, its key, and the problems as a file.\n"
        "The sheet has blanks to fill in, the key has every step; each is written in the format of"
        " its ending ({sheet_endings}). Without a file the sheet is printed. The"
        " same seed gives the same problems.",
        zh="出一份练习题，同时写出答案和题目文件。\n"
        "练习题留有空格，答案写出每一步；格式由各自的扩展名决定（{sheet_endings}）。"
        "不指定文件时直接显示练习题。种子相同，题目也相同。",
    ),
    "help.command.homework.make.placement": Text(
        en="where the norms of a block stand: {made_placements}; by chance where none is named",
        zh="块中归一化的位置：{made_placements}；不指定时随机选择",
    ),
    "help.command.homework.make.seed": Text(
        en="other numbers for another seed (42)",
        zh="随机种子（42）",
    ),
    "help.command.homework.make.output": Text(
        en="write the sheet to a file; its ending names the format",
        zh="把练习题写入文件，格式由扩展名决定",
    ),
    "help.command.homework.make.format": Text(
        en="of the sheet: {sheet_formats}", zh="练习题的格式：{sheet_formats}"
    ),
    "help.command.homework.make.points": Text(
        en="say on the sheet what each part is worth", zh="在练习卷上注明每一部分的分值"
    ),
    "help.command.homework.grade.format": Text(en="{marks_formats}", zh="{marks_formats}"),
    "help.command.homework.grade.output": Text(
        en="write to a file; its ending names the format ({marks_endings})",
        zh="写入文件，格式由扩展名决定（{marks_endings}）",
    ),
    "help.command.homework.solve.format": Text(en="{book_formats}", zh="{book_formats}"),
    "help.command.homework.solve.output": Text(
        en="write to a file; its ending names the format ({book_endings})",
        zh="写入文件，格式由扩展名决定（{book_endings}）",
    ),
}
