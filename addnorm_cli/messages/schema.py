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
    "schema.section.module": Text(
        en="what the framework of a model calls the module that this is the output of (--weights)",
        zh="以该节为输出的模块在模型框架中的名称（--weights）",
    ),
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
}
