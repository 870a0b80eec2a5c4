"""The descriptions of the keys in JSON Schemas."""

from addnorm_cli.messages import Text

TEXTS = {
    "schema.trace": Text(
        en="Every step of one calculation, as a command prints it with --json.",
        zh="一次计算的每一步，即命令加 --json 时输出的内容。",
    ),
    "schema.trace.schema": Text(
        en="the name and the version of this shape", zh="这种格式的名称与版本"
    ),
    "schema.trace.command": Text(en="the command that was run", zh="所运行的命令"),
    "schema.trace.title": Text(en="the reader's title, or null", zh="读者给的标题，没有则为 null"),
    "schema.trace.parameters": Text(
        en="everything that must be known to work it again", zh="重新计算所需的全部设定"
    ),
    "schema.trace.inputs": Text(
        en="the numbers that it starts from, by name; by label where there are several",
        zh="起始数值，按名称列出；有多种情形时再按标签列出",
    ),
    "schema.trace.steps": Text(
        en="the steps in the order of the work; a case, a norm or a layer is an object with"
        " steps of its own",
        zh="按计算次序排列的各步；情形、归一化或层本身是含有步骤的对象",
    ),
    "schema.trace.result": Text(
        en="what it comes to: numbers, or numbers by label or by name",
        zh="最后的结果：数组，或按标签、按名称列出的数组",
    ),
    "schema.trace.results": Text(
        en="the same in one shape, whatever the number of cases: a list of label and value",
        zh="同样的结果，不论有几种情形，形式都一样：标签与数值的列表",
    ),
    "schema.trace.warnings": Text(
        en="what the reader should know beside the answer, in sentences",
        zh="答案之外读者应当知道的事，以句子写出",
    ),
    "schema.trace.dims": Text(en="what the columns are called", zh="各列的名称"),
    "schema.trace.tokens": Text(en="what the rows are called", zh="各行的名称"),
    "schema.trace.notes": Text(
        en="remarks on x, on a case, on a row or on an update, by its name",
        zh="对 x、某种情形、某一行或某次更新的注释，按名称列出",
    ),
    "schema.trace.properties": Text(
        en="what tells norms apart (compare-norm alone)", zh="各种归一化的区别（仅 compare-norm）"
    ),
    "schema.trace.findings": Text(
        en="the tables of a comparison or a prediction", zh="比较或预测得到的表格"
    ),
    "schema.trace.contrast": Text(
        en="the same without the residual, or with it (--compare-residual)",
        zh="去掉（或加上）残差的同一计算（--compare-residual）",
    ),
    "schema.trace.self_checks": Text(
        en="what must hold of the numbers; by the path of the norm where there is more than one",
        zh="数值必须满足的关系；有多个归一化时按其路径列出",
    ),
    "schema.trace.check": Text(
        en="the verdict on what was expected; missing where nothing was",
        zh="对所期望数值的判定；没有期望时不出现",
    ),
    "schema.step.id": Text(
        en="its name in a path: layer1.norm1.sigma", zh="在路径中的名称：layer1.norm1.sigma"
    ),
    "schema.step.title": Text(en="its name in words", zh="这一步的名称"),
    "schema.step.symbol": Text(en="the letter that stands for it", zh="代表它的符号"),
    "schema.step.formula": Text(
        en="how it is worked out, in plain text and in LaTeX",
        zh="它的公式，分别以纯文本和 LaTeX 写出",
    ),
    "schema.step.why": Text(en="why it is done (--explain)", zh="为什么要做这一步（--explain）"),
    "schema.step.work": Text(
        en="the worked lines, for inputs of up to eight rows of sixteen",
        zh="代入数值的演算，仅用于不超过 8 行 16 列的输入",
    ),
    "schema.step.shape": Text(en="its shape; [] for a single number", zh="形状；单个数为 []"),
    "schema.step.value": Text(
        en="its numbers with every digit; rounded ones by hand",
        zh="全部数位的数值；手算时为舍入后的数值",
    ),
    "schema.step.surd": Text(
        en="the same exactly, with fractions and roots (--exact)",
        zh="用分数和根号写出的精确值（--exact）",
    ),
    "schema.step.exact": Text(
        en="what it would be without rounding, where it was rounded",
        zh="若不舍入时的数值，仅在有舍入时出现",
    ),
    "schema.section.id": Text(
        en="its name in a path: the label of a case, norm, layer1",
        zh="在路径中的名称：情形的标签、norm、layer1",
    ),
    "schema.section.title": Text(en="its name in words", zh="名称"),
    "schema.section.steps": Text(en="its own steps", zh="其中的各步"),
    "schema.section.result": Text(en="what it comes to", zh="它的结果"),
    "schema.ledger.start": Text(
        en="the stream before the first update", zh="第一次更新之前的残差流"
    ),
    "schema.ledger.entries": Text(
        en="every update, with the stream after it and their lengths",
        zh="每次更新，以及更新后的残差流和长度",
    ),
    "schema.ledger.sums": Text(
        en="whether the end is the start and all updates", zh="最后的状态是否等于起点加上全部更新"
    ),
    "schema.ledger.gap": Text(
        en="how far that sum is from the last state", zh="这个和与最后状态之差"
    ),
    "schema.ledger.kept": Text(
        en="how much of the start is in the end: 1 for all of it",
        zh="终点还保留多少起点：1 表示全部",
    ),
    "schema.self_check.found": Text(en="what the numbers say", zh="由数值得到的"),
    "schema.self_check.expected": Text(en="what they should say", zh="应当得到的"),
    "schema.self_check.holds": Text(en="whether that is near enough", zh="两者是否足够接近"),
    "schema.labelled_result.label": Text(
        en="the label of the case, or null where there is one without",
        zh="情形的标签；只有一种且没有标签时为 null",
    ),
    "schema.labelled_result.value": Text(en="what the case comes to", zh="这种情形的结果"),
    "schema.parameter.arithmetic": Text(
        en="how numbers are carried: exact, a machine type, or decimals and rounding by hand",
        zh="数值的表示方式：精确、机器类型，或手算的小数位数与舍入方式",
    ),
    "schema.check.ok": Text(en="whether all of it is right", zh="是否全部正确"),
    "schema.check.first_wrong": Text(
        en="the path of the first step that is wrong, or null",
        zh="第一个出错步骤的路径，没有则为 null",
    ),
    "schema.check.follows": Text(
        en="wrong steps that were carried forward correctly from the first one",
        zh="由第一个错误正确推下来的其他错误步骤",
    ),
    "schema.check.claims": Text(
        en="the verdict on each expectation, number by number", zh="对每项期望的判定，逐个数给出"
    ),
    "schema.check.slips": Text(
        en="known slips that explain what is wrong, the best first",
        zh="能解释错误的已知失误，最合适的在前",
    ),
    "schema.check.remarks": Text(en="what else can be said", zh="其他说明"),
    "schema.problem": Text(
        en='A problem file, or a list of problems. Name this schema under "$schema" and an'
        " editor completes the keys.",
        zh='题目文件，或题目列表。在 "$schema" 中写上本模式，编辑器就会补全各键。',
    ),
    "schema.problem.$schema": Text(
        en="tells an editor what the other keys may be; no command looks at it",
        zh="告诉编辑器有哪些键；命令不使用它",
    ),
    "schema.problem.command": Text(
        en="the command that a problem of a list is for", zh="列表中的题目用哪个命令计算"
    ),
    "schema.problem.code": Text(
        en="whose problem of a class it is, by code", zh="班级中这道题属于谁（代号）"
    ),
    "schema.problem.name": Text(
        en="whose problem of a class it is, by name", zh="班级中这道题属于谁（姓名）"
    ),
    "schema.problem.number": Text(en="its number on the sheet", zh="在练习卷上的题号"),
    "schema.problem.title": Text(
        en='the title of the page; also {{"en": ..., "zh": ...}}',
        zh='页面标题；也可写成 {{"en": ..., "zh": ...}}',
    ),
    "schema.problem.x": Text(
        en="the input: a vector, a matrix, or several of them by label",
        zh="输入：向量、矩阵，或按标签列出的多个",
    ),
    "schema.problem.sublayer": Text(
        en="the sublayer's output, outputs by label, or the weights to work it out with",
        zh="子层输出、按标签列出的多个输出，或用来计算它的权重",
    ),
    "schema.problem.bias": Text(
        en="a vector that is added beside the sublayer's output", zh="与子层输出一起相加的向量"
    ),
    "schema.problem.gamma": Text(en="the gain γ of the norm", zh="归一化的缩放 γ"),
    "schema.problem.beta": Text(en="the shift β of the norm", zh="归一化的平移 β"),
    "schema.problem.norm": Text(en="which norm, and by which rules", zh="用哪种归一化，按什么规则"),
    "schema.problem.upstream": Text(
        en="the gradient that arrives at the output", zh="到达输出的梯度"
    ),
    "schema.problem.dims": Text(en="a name for every column", zh="每一列的名称"),
    "schema.problem.tokens": Text(en="a name for every row", zh="每一行的名称"),
    "schema.problem.notes": Text(
        en="remarks on x, on a case, on a row or on an update, by its name",
        zh="对 x、某种情形、某一行或某次更新的注释，按名称列出",
    ),
    "schema.problem.explain": Text(
        en="whether the page says why each step is done", zh="页面是否说明每一步的理由"
    ),
    "schema.problem.expect": Text(
        en="an answer to be checked: numbers, or numbers by step; null or ? for a gap",
        zh="要核对的答案：数值，或按步骤列出的数值；空缺写 null 或 ?",
    ),
    "schema.problem.layers": Text(en="the layers of a block", zh="块中的各层"),
    "schema.problem.final_norm": Text(
        en="γ and β of a norm after the last layer", zh="最后一层之后的归一化的 γ 和 β"
    ),
    "schema.problem.updates": Text(
        en="the bare updates of a residual stream, in place of layers",
        zh="残差流的各次更新，用来代替各层",
    ),
    "schema.problem.orientation": Text(
        en="how weights are stored: xW for (in, out), Wx for (out, in)",
        zh="权重的存放方式：xW 为（输入, 输出），Wx 为（输出, 输入）",
    ),
    "schema.problem.placement": Text(en="where the norms of a layer stand", zh="层中归一化的位置"),
    "schema.problem.residual": Text(
        en="false replaces x + F(x) by F(x)", zh="false 表示用 F(x) 代替 x + F(x)"
    ),
    "schema.problem.repeat": Text(
        en="how many times the layers are run, with the same weights",
        zh="用同样的权重把各层重复几遍",
    ),
    "schema.problem.alpha": Text(en="the α of deepnorm", zh="deepnorm 的 α"),
    "schema.problem.multiplier": Text(
        en="what each sublayer's output is multiplied by before it is added",
        zh="每个子层输出在相加之前乘以的数",
    ),
    "schema.problem.weights": Text(en="the file or folder of a model", zh="模型的文件或文件夹"),
    "schema.problem.text": Text(
        en="a text that the model reads, in place of x", zh="让模型读入的文本，用来代替 x"
    ),
    "schema.linear.weight": Text(en="W, a square matrix", zh="W，方阵"),
    "schema.linear.bias": Text(en="b, a vector", zh="b，向量"),
    "schema.linear.activation": Text(en="what is done to x W + b", zh="对 x W + b 所做的激活"),
    "schema.linear.orientation": Text(
        en="how W is stored: xW for (in, out), Wx for (out, in)",
        zh="W 的存放方式：xW 为（输入, 输出），Wx 为（输出, 输入）",
    ),
    "schema.norm_key.convention": Text(
        en="whose rule it is: ε, its place and the divisor in one word",
        zh="采用哪家的规则：一个词确定 ε、它的位置和除数",
    ),
    "schema.norm_key.kind": Text(en="which norm", zh="哪种归一化"),
    "schema.norm_key.eps": Text(en="ε", zh="ε"),
    "schema.norm_key.eps_at": Text(
        en="where ε is added: to σ, or to the variance under the root",
        zh="ε 加在哪里：σ 上，或根号下的方差上",
    ),
    "schema.norm_key.ddof": Text(en="the variance is divided by d - ddof", zh="方差除以 d - ddof"),
    "schema.norm_key.axes": Text(
        en="how many of the last axes are normalized together; a negative number or a list"
        " are indices",
        zh="最后几维一起归一化；负数或列表表示维的序号",
    ),
    "schema.norm_key.groups": Text(en="how many groups GroupNorm makes", zh="GroupNorm 的组数"),
    "schema.norm_key.momentum": Text(
        en="how much of a batch goes into BatchNorm's running statistics",
        zh="BatchNorm 的滑动统计量中一个批次所占的比例",
    ),
    "schema.norm_key.running_mean": Text(
        en="the mean that BatchNorm remembers", zh="BatchNorm 记住的均值"
    ),
    "schema.norm_key.running_var": Text(
        en="the variance that BatchNorm remembers", zh="BatchNorm 记住的方差"
    ),
    "schema.norm_key.training": Text(
        en="false: BatchNorm at inference, by what it remembers",
        zh="false：推理时的 BatchNorm，使用记住的统计量",
    ),
    "schema.norm_key.alpha": Text(en="the α of Dynamic Tanh", zh="Dynamic Tanh 的 α"),
    "schema.attention.output": Text(
        en="the sublayer's output, in place of weights", zh="子层输出，用来代替权重"
    ),
    "schema.attention.heads": Text(en="how many query heads", zh="查询头的个数"),
    "schema.attention.kv_heads": Text(en="how many key and value heads", zh="键、值头的个数"),
    "schema.attention.causal": Text(
        en="whether a token sees those before it alone", zh="每个 token 是否只看到它之前的 token"
    ),
    "schema.attention.mask": Text(
        en="1 for what a query sees and 0 for what not, or numbers to add to the scores",
        zh="能看到为 1，看不到为 0；或加到分数上的数",
    ),
    "schema.attention.scale": Text(
        en="what the scores are divided by in place of √d_head", zh="分数除以的数，代替 √d_head"
    ),
    "schema.attention.rotary": Text(
        en="rotary positions, and which components turn together",
        zh="旋转位置编码，以及哪些分量一起旋转",
    ),
    "schema.ffn.output": Text(
        en="the sublayer's output, in place of weights", zh="子层输出，用来代替权重"
    ),
    "schema.ffn.activation": Text(
        en="what stands between the two linear maps", zh="两个线性变换之间的激活"
    ),
    "schema.layer.attention": Text(en="the attention sublayer", zh="注意力子层"),
    "schema.layer.cross": Text(
        en="attention of a decoder to the output of an encoder",
        zh="解码器对编码器输出的交叉注意力",
    ),
    "schema.cross.memory": Text(
        en="what keys and values are made of: the encoder's output",
        zh="键和值的来源：编码器的输出",
    ),
    "schema.layer.ffn": Text(en="the feed-forward sublayer", zh="前馈子层"),
    "schema.update.label": Text(en="what wrote it into the stream", zh="是什么写入残差流的"),
    "schema.update.delta": Text(
        en="what is added, in the shape of x", zh="加上的数，形状与 x 相同"
    ),
    "schema.error": Text(
        en="What is wrong, as it stands on stderr with --json.",
        zh="出错信息，即加 --json 时写到 stderr 的内容。",
    ),
    "schema.error.schema": Text(
        en="the name and the version of this shape", zh="这种格式的名称与版本"
    ),
    "schema.error.error": Text(en="what is wrong", zh="出了什么错"),
    "schema.error.hint": Text(en="what to do next, or null", zh="接下来怎么办，没有则为 null"),
    "schema.error.where": Text(en="the place, or null", zh="位置，没有则为 null"),
    "schema.marks": Text(
        en="The marks of a class, as homework grade --json prints them.",
        zh="全班的评分，即 homework grade --json 输出的内容。",
    ),
    "schema.marks.schema": Text(
        en="the name and the version of this shape", zh="这种格式的名称与版本"
    ),
    "schema.marks.students": Text(en="the marks of each student", zh="每名学生的得分"),
    "schema.marks.summary": Text(en="what the class as a whole shows", zh="全班的总体情况"),
    "schema.student.code": Text(
        en="the code that links sheet, key and marks", zh="把练习卷、答案和评分联系起来的代号"
    ),
    "schema.student.name": Text(en='the name, or ""', zh='姓名，没有则为 ""'),
    "schema.student.marks": Text(en="what all parts earned", zh="各部分得分之和"),
    "schema.student.of": Text(en="what all parts are worth", zh="各部分满分之和"),
    "schema.student.parts": Text(
        en="what became of each part, in the order of the sheet", zh="各部分的判定，按练习卷的次序"
    ),
    "schema.mark.problem": Text(en="the number of the problem", zh="题号"),
    "schema.mark.part": Text(en='the step, or "result"', zh='步骤，或 "result"'),
    "schema.mark.verdict": Text(
        en="right, right by hand rounding, following from an earlier slip, wrong, or blank",
        zh="对、按手算舍入为对、由前面的失误推得、错，或空白",
    ),
    "schema.mark.slip": Text(
        en="the known slip that explains it, or null", zh="能解释它的已知失误，没有则为 null"
    ),
    "schema.mark.marks": Text(en="what it earned", zh="得分"),
    "schema.mark.of": Text(en="what it is worth", zh="满分"),
    "schema.summary.students": Text(en="how many students", zh="学生人数"),
    "schema.summary.mean": Text(en="the mean of their marks", zh="平均分"),
    "schema.summary.of": Text(en="the most that one could earn", zh="满分"),
    "schema.summary.parts": Text(
        en="how often each verdict was given, by part", zh="各部分每种判定出现的次数"
    ),
    "schema.summary.slips": Text(
        en="how often each known slip was made", zh="每种已知失误出现的次数"
    ),
    "schema.summary.same_digits": Text(
        en="wrong digits that several students share", zh="多名学生写出的相同错误数字"
    ),
}
