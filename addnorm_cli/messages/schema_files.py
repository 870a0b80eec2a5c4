"""What the schemas of problems, errors and marks say of their keys."""

from addnorm_cli.messages import Text

TEXTS = {
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
    "schema.homework": Text(
        en="The answers to a list of problems, as homework solve --json prints them.",
        zh="一份题目列表的解答，即 homework solve --json 输出的内容。",
    ),
    "schema.homework.schema": Text(
        en="the name and the version of this shape", zh="这种格式的名称与版本"
    ),
    "schema.homework.title": Text(
        en="the reader's title, or null", zh="读者给的标题，没有则为 null"
    ),
    "schema.homework.answers": Text(
        en="of each problem its trace, or the error that keeps it from one",
        zh="每道题的步骤记录；做不出的题则是出错信息",
    ),
    "schema.homework.broken": Text(
        en="the numbers of the problems that have no answer", zh="没有解答的题号"
    ),
    "schema.answer.number": Text(
        en="its number: the one that the problem brings, or its place in the list",
        zh="题号：题目自带的号码，没有则为在列表中的位置",
    ),
    "schema.answer.code": Text(
        en='whose problem of a class it is, by code, or ""', zh='这道题属于谁（代号），没有则为 ""'
    ),
    "schema.answer.name": Text(en='the same by name, or ""', zh='同上（姓名），没有则为 ""'),
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
