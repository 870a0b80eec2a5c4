"""What each example of a help page does; the examples themselves stand in `cli/examples.py`."""

from addnorm_cli.messages import Text

TEXTS = {
    "help.example.main.1": Text(
        en="every step of LayerNorm(x + Sublayer(x))", zh="LayerNorm(x + Sublayer(x)) 的每一步"
    ),
    "help.example.main.2": Text(
        en="LayerNorm as PyTorch defines it", zh="按 PyTorch 的定义做 LayerNorm"
    ),
    "help.example.main.3": Text(
        en="a whole Transformer layer from a problem file", zh="由题目文件演算整个 Transformer 层"
    ),
    "help.example.residual.1": Text(en="the sum, component by component", zh="逐个分量相加"),
    "help.example.residual.2": Text(
        en="two outputs of the sublayer: two cases, by their labels",
        zh="两个子层输出：按标签分成两种情形",
    ),
    "help.example.residual.3": Text(en="the sublayer is worked out too", zh="连子层一起演算"),
    "help.example.layernorm.1": Text(en="every step of one vector", zh="一个向量的每一步"),
    "help.example.layernorm.2": Text(
        en="by PyTorch's rules, rounded to three decimals as on paper",
        zh="按 PyTorch 的规则，像手算那样舍入到三位小数",
    ),
    "help.example.layernorm.3": Text(
        en="a matrix: its second row worked out, as a page for the browser",
        zh="矩阵：演算第二行，写成网页",
    ),
    "help.example.addnorm.1": Text(
        en="every step from x and the sublayer's output", zh="由 x 和子层输出写出每一步"
    ),
    "help.example.addnorm.2": Text(
        en="a problem file with two cases, every line written out",
        zh="含两种情形的题目文件，逐行写出",
    ),
    "help.example.addnorm.3": Text(
        en="the same in two commands: the sum goes on through a pipe",
        zh="分成两个命令：和经由管道传给下一个命令",
    ),
    "help.example.block.1": Text(
        en="attention, feed-forward and norms of one encoder layer",
        zh="一个编码器层的注意力、前馈网络与归一化",
    ),
    "help.example.block.2": Text(
        en="the norms before the sublayers, the layer six times over",
        zh="归一化放在子层之前，把这一层重复六遍",
    ),
    "help.example.block.3": Text(
        en="a stream through the first two layers of a real model",
        zh="让残差流通过真实模型的前两层",
    ),
    "help.example.compare-norm.1": Text(
        en="LayerNorm, BatchNorm and RMSNorm on three samples",
        zh="三个样本上的 LayerNorm、BatchNorm 和 RMSNorm",
    ),
    "help.example.compare-norm.2": Text(
        en="one vector under every library's LayerNorm", zh="同一向量在各家库的 LayerNorm 下"
    ),
    "help.example.compare-norm.3": Text(
        en="the norm after the sum, before the sublayer, …", zh="归一化在相加之后、子层之前等位置"
    ),
    "help.example.gradient.1": Text(en="back through the norm alone", zh="只反向经过归一化"),
    "help.example.gradient.2": Text(
        en="back through Add & Norm, with a gain of 2", zh="反向经过 Add & Norm，缩放为 2"
    ),
    "help.example.gradient.3": Text(en="one step of a problem file", zh="题目文件中的一步"),
    "help.example.gradient-flow.1": Text(
        en="six layers, 0.6 without and 0.97 with residual",
        zh="六层，无残差每层 0.6，有残差每层 0.97",
    ),
    "help.example.gradient-flow.2": Text(
        en="twelve layers that halve the gradient", zh="十二层，每层把梯度减半"
    ),
    "help.example.gradient-flow.3": Text(
        en="measured on a block of six layers", zh="在六层的块上测量"
    ),
    "help.example.homework.1": Text(
        en="ten problems that come out even, to fill in", zh="十道能算出整齐数字的题目，供填写"
    ),
    "help.example.homework.2": Text(en="a sheet and its key", zh="一份练习题和它的答案"),
    "help.example.homework.3": Text(en="make problems, and work them at once", zh="出题并立即求解"),
    "help.example.homework.make.1": Text(
        en="ten problems that come out even, to fill in", zh="十道能算出整齐数字的题目，供填写"
    ),
    "help.example.homework.make.2": Text(
        en="five problems on gradients, and their key", zh="五道梯度题和答案"
    ),
    "help.example.homework.make.3": Text(
        en="problems of their own for every name", zh="名单上每人各有一份题目"
    ),
    "help.example.homework.grade.1": Text(en="the marks of a class, as a table", zh="全班成绩表"),
    "help.example.homework.grade.2": Text(
        en="marks for a spreadsheet, and a page for each student",
        zh="供电子表格使用的成绩，和每个学生的反馈页",
    ),
    "help.example.homework.grade.3": Text(
        en="half of the marks for what follows from a slip; exits with 1 where anything is wrong",
        zh="由错误推出的部分得一半分；有错误就以 1 退出",
    ),
    "help.example.homework.solve.1": Text(
        en="every problem worked, in one document", zh="把所有题目解成一份文档"
    ),
    "help.example.homework.solve.2": Text(
        en="rounded as on paper, by PyTorch's rules", zh="像手算那样舍入，按 PyTorch 的规则"
    ),
    "help.example.homework.solve.3": Text(
        en="the results alone, one vector a line", zh="只输出结果，每行一个向量"
    ),
    "help.example.samples.1": Text(en="the names of all samples", zh="所有例题的名字"),
    "help.example.samples.2": Text(en="print one, and work it", zh="显示一道例题并演算"),
    "help.example.samples.3": Text(
        en="all of them into a folder of your own", zh="把全部例题复制到自己的文件夹"
    ),
    "help.example.schema.1": Text(
        en="what a command prints with --json", zh="命令加 --json 时输出的格式"
    ),
    "help.example.schema.2": Text(
        en="the keys of a problem file, described in Chinese", zh="题目文件的各键，用中文说明"
    ),
    "help.example.schema.3": Text(
        en="for a program that reads errors", zh="供读取错误信息的程序使用"
    ),
    "help.example.tour.1": Text(en="which walks there are", zh="有哪些导览"),
    "help.example.tour.2": Text(en="Add & Norm by hand, page by page", zh="逐页手算 Add & Norm"),
    "help.example.tour.3": Text(en="the residual stream, in Chinese", zh="用中文走一遍残差流"),
}
