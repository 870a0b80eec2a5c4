"""The help of each argument and option."""

from addnorm_cli.messages import Text

TEXTS = {
    "help.x": Text(
        en="vectors (0.8,0.4 or A=0.8,0.4), files (bank.json, bank.json:x, rows.csv, h0.npy), or -",
        zh="向量（0.8,0.4 或 A=0.8,0.4）、文件（bank.json、bank.json:x、rows.csv、h0.npy）或 -",
    ),
    "help.name": Text(en="the name of a sample", zh="例题的名字"),
    "help.directory": Text(en="the folder to copy into", zh="要复制到的文件夹"),
    "help.format": Text(en="{formats}", zh="{formats}"),
    "help.json": Text(en="short for --format json", zh="即 --format json"),
    "help.output": Text(
        en="write to a file; its ending names the format ({endings})",
        zh="写入文件，格式由扩展名决定（{endings}）",
    ),
    "help.quiet": Text(
        en="the result alone, one vector a line, every digit",
        zh="只输出结果，每行一个向量，保留全部数字",
    ),
    "help.precision": Text(
        en="decimals of rounded numbers (4); what is carried does not change",
        zh="舍入后显示的小数位数（4），不影响计算",
    ),
    "help.hand": Text(
        en="round each step as by hand: vectors to N decimals, statistics to M (N + 1)",
        zh="像手算那样每步舍入：向量保留 N 位小数，统计量保留 M 位（N + 1）",
    ),
    "help.rounding": Text(
        en="with --hand: {roundings}; half-up is what people do",
        zh="配合 --hand：{roundings}；half-up 即四舍五入",
    ),
    "help.exact": Text(
        en="show fractions and roots, with their decimals after them",
        zh="用分数和根号表示，后面附小数",
    ),
    "help.dtype": Text(en="store each step in {dtypes}", zh="每一步都存成 {dtypes}"),
    "help.convention": Text(
        en="whose LayerNorm: {layernorms}; or whose RMSNorm: {rmsnorms}",
        zh="采用谁的 LayerNorm：{layernorms}；或谁的 RMSNorm：{rmsnorms}",
    ),
    "help.norm": Text(en="{norms}", zh="{norms}"),
    "help.eps": Text(en="ε, which keeps the denominator away from 0", zh="ε，使分母不为 0"),
    "help.eps_at": Text(
        en="where ε stands: sigma for σ + ε, variance for √(σ² + ε)",
        zh="ε 的位置：sigma 即 σ + ε，variance 即 √(σ² + ε)",
    ),
    "help.ddof": Text(en="divide the squares by d - ddof", zh="平方和除以 d - ddof"),
    "help.axes": Text(
        en="normalize over the last N axes together; a negative number or a list (2,3) are indices",
        zh="对最后 N 维一起归一化；负数或列表（2,3）是维的序号",
    ),
    "help.gamma": Text(
        en="the scale γ: a vector, a file, or one number for all",
        zh="缩放 γ：向量、文件，或一个通用的数",
    ),
    "help.beta": Text(
        en="the shift β: a vector, a file, or one number for all",
        zh="偏移 β：向量、文件，或一个通用的数",
    ),
    "help.no_affine": Text(en="no γ and no β in any problem", zh="题目中都不带 γ 和 β"),
    "help.only": Text(
        en="show only this step (variance, A.norm.variance); may be repeated",
        zh="只显示这一步（variance、A.norm.variance），可重复",
    ),
    "help.expect": Text(
        en="compare the result, a step (sigma=0.37) or a case (A=…) with digits, where ? is a gap,"
        " or with a file; may be repeated; exit code 1 where something is wrong",
        zh="与给出的答案比较：结果、某一步（sigma=0.37）或某一组（A=…）；可写数字（? 表示空缺）"
        "或文件，可重复；有错时退出码为 1",
    ),
    "help.steps": Text(
        en="with --expect trace.json: compare every step of it",
        zh="配合 --expect trace.json：比较其中的每一步",
    ),
    "help.tolerance": Text(
        en="a number may be off by T, and by nothing else",
        zh="允许的绝对误差，只按它判断",
    ),
    "help.rtolerance": Text(
        en="a number may be off by T times its size, and by nothing else",
        zh="允许的相对误差，只按它判断",
    ),
    "help.row": Text(en="work out one row of a matrix, from 0", zh="只演算矩阵的某一行，从 0 数起"),
    "help.cols": Text(en="show columns A to B - 1", zh="只显示第 A 到 B - 1 列"),
    "help.full": Text(en="leave nothing out, however large", zh="无论多大都不省略"),
    "help.walk": Text(en="which walk", zh="哪一条导览"),
    "help.explain": Text(
        en="say in a sentence or two why each step is done",
        zh="用一两句话说明每一步为什么这样做",
    ),
    "help.no_explain": Text(
        en="steps alone, whatever the problem file says", zh="只列步骤，不管题目文件怎么写"
    ),
    "help.pause": Text(en="one step at a time, in a terminal", zh="在终端里一步一停"),
    "help.lang": Text(en="the language: {languages}", zh="语言：{languages}"),
    "help.title": Text(en="a title for the page", zh="页面标题"),
    "help.random": Text(
        en="instead of X: random numbers of that shape, as numpy.random.seed + randn make them",
        zh="代替 X：按该形状生成随机数，与 numpy.random.seed + randn 相同",
    ),
    "help.seed": Text(en="the seed of --random (42)", zh="--random 的种子（42）"),
    "help.scale": Text(en="multiply the numbers of --random", zh="给 --random 的数乘上倍数"),
    "help.weight": Text(
        en="work the sublayer out: W of F(x) = activation(x W + b)",
        zh="演算子层：F(x) = activation(x W + b) 中的 W",
    ),
    "help.bias": Text(
        en="its b; or b in x + Sublayer(x) + b", zh="其中的 b；或 x + Sublayer(x) + b 中的 b"
    ),
    "help.activation": Text(en="its activation: {activations}", zh="其激活函数：{activations}"),
    "help.orientation": Text(
        en="how W is stored: xW for (in, out), Wx for (out, in) as in PyTorch",
        zh="W 的存放方式：xW 为（输入, 输出），Wx 为（输出, 输入），与 PyTorch 相同",
    ),
    "help.help": Text(en="show this help", zh="显示本帮助"),
    "help.version": Text(en="show the version", zh="显示版本"),
    "help.install_completion": Text(
        en="install completion for this shell",
        zh="为当前 shell 安装补全",
    ),
    "help.show_completion": Text(en="print the completion script of this shell", zh="打印补全脚本"),
    "help.prefix": Text(
        en="what stands before the names of its layers, where a file has several stacks",
        zh="文件中有多组层时，层名之前的前缀",
    ),
    "help.names": Text(
        en="a file that says what its tensors are, for a model of one's own; written where it is"
        " not there yet, to be filled in",
        zh="说明各张量是什么的文件，用于自己的模型；文件不存在时会写出一份待填的",
    ),
    "help.causal": Text(
        en="a token sees itself and those before it alone",
        zh="每个 token 只能看到自己和前面的 token",
    ),
    "help.placement": Text(
        en="where the norms stand: {placements}", zh="归一化的位置：{placements}"
    ),
    "help.no_residual": Text(en="replace x + Δ by Δ", zh="用 Δ 代替 x + Δ"),
    "help.compare_residual": Text(
        en="show the stream with and without the residual",
        zh="对比开启与关闭残差的残差流",
    ),
    "help.repeat": Text(
        en="run the layers N times over (shared weights)",
        zh="把各层重复 N 遍（共享权重）",
    ),
    "help.alpha": Text(en="the α of deepnorm", zh="deepnorm 的 α"),
    "help.weights": Text(
        en="a model: its folder, its weights (.safetensors or .npz), or the index of its shards",
        zh="模型：它的文件夹、权重（.safetensors 或 .npz）或分片的索引",
    ),
    "help.text": Text(
        en="what the model reads, in the place of x (with --weights)",
        zh="模型读入的文本，代替 x（与 --weights 一起使用）",
    ),
    "help.predict": Text(
        en="how many of the likeliest next tokens are worked out (with --weights)",
        zh="演算最可能的下一个 token，给出个数（与 --weights 一起使用）",
    ),
    "help.arch": Text(
        en="its architecture, where auto does not find it out: {architectures}",
        zh="模型架构（auto 不能识别时）：{architectures}",
    ),
    "help.layers": Text(
        en="with --weights: which layers, 0:6, 3, -1:",
        zh="配合 --weights：取哪些层，0:6、3、-1:",
    ),
    "help.heads": Text(
        en="how many heads it has, where no config.json says so",
        zh="头数（没有 config.json 时）",
    ),
    "help.kv_heads": Text(en="how many key-value heads it has", zh="键值头数"),
    "help.rotary_base": Text(en="the base of its rotary positions", zh="旋转位置编码的底数"),
    "help.by": Text(en="what to compare: {comparisons}", zh="比较什么：{comparisons}"),
    "help.norms": Text(
        en="with --by norm: which norms, such as layernorm,groupnorm,dyt",
        zh="配合 --by norm：哪些归一化，例如 layernorm,groupnorm,dyt",
    ),
    "help.momentum": Text(
        en="the share of a new batch in BatchNorm's running statistics (0.1)",
        zh="新一批在 BatchNorm 移动统计量中的份额（0.1）",
    ),
    "help.running_mean": Text(
        en="BatchNorm's running mean before this batch (0)", zh="BatchNorm 之前的移动均值（0）"
    ),
    "help.running_var": Text(
        en="its running variance before this batch (1)", zh="BatchNorm 之前的移动方差（1）"
    ),
    "help.no_training": Text(
        en="BatchNorm at inference: with its running statistics",
        zh="BatchNorm 推理：使用移动统计量",
    ),
    "help.upstream": Text(
        en="the gradient that arrives at the output: a vector, a file, or one number for all",
        zh="到达输出端的梯度：向量、文件，或一个通用的数",
    ),
    "help.factor": Text(en="∂F/∂x of every layer, without residual", zh="每层的 ∂F/∂x（无残差）"),
    "help.residual_factor": Text(
        en="1 + ∂F/∂x of every layer, with residual (default 1 + F)",
        zh="每层的 1 + ∂F/∂x（有残差；默认 1 + F）",
    ),
    "help.paper": Text(
        en="the paper of a document (.pdf, .docx, .tex, .html in print): {papers}; a4 is the"
        " default",
        zh="文档的纸张（.pdf、.docx、.tex 和打印的 .html）：{papers}；默认 a4",
    ),
    "help.level": Text(
        en="how much a page shows: {levels}; steps is the default, full works out every row line"
        " by line",
        zh="页面写多少：{levels}；默认 steps，full 逐行写出每一行",
    ),
    "help.hide_answers": Text(
        en="leave blanks to fill in, for exercise sheets",
        zh="把答案留空，供练习时填写",
    ),
    "help.kind": Text(
        en="{kinds} (layernorm); layernorm:5 for so many of them; may be repeated",
        zh="{kinds}（layernorm），冒号后可写题数，如 layernorm:5；可重复",
    ),
    "help.count": Text(en="how many problems of each kind (10)", zh="每类的题数（10）"),
    "help.date": Text(en="the date of the sheets", zh="练习题的日期"),
    "help.interactive": Text(
        en="an .html page to practise on, which says at once what is right, or which slip it was",
        zh="生成可交互的 .html 练习页，立即说明对错或犯了哪种错误",
    ),
    "help.blanks": Text(
        en="what is asked: result, steps, or ids of steps: mean,variance,result (steps)",
        zh="要填写的内容：result、steps，或步骤名，如 mean,variance,result（steps）",
    ),
    "help.room": Text(
        en="empty lines for the working below each problem of a sheet (2)",
        zh="练习题每题下方写过程的空行数（2）",
    ),
    "help.points": Text(en="what a part is worth (1)", zh="每一部分的分值（1）"),
    "help.follow": Text(
        en="the share that a part earns which follows from an earlier slip (1)",
        zh="由前面的错误正确推出的部分得到的比例（1）",
    ),
    "help.jsonl": Text(
        en="a line of JSON in, a line out: answers on stdin, in constant memory",
        zh="逐行读写 JSON：从标准输入读答案，内存占用不变",
    ),
    "help.strict": Text(en="exit with 1 where anything is wrong", zh="只要有错误就以 1 退出"),
    "help.feedback": Text(
        en="a folder for a page of feedback for each student", zh="每个学生的反馈页写入的文件夹"
    ),
    "help.answers": Text(
        en="write a table to fill in to a .csv file: one line for each number that is asked",
        zh="把待填写的答案表写入 .csv 文件，每个要填的数一行",
    ),
    "help.dim": Text(en="how many components a vector has (4)", zh="向量的分量个数（4）"),
    "help.nice": Text(
        en="numbers whose μ, σ² and σ come out in few digits; ε is 0 then, so that it does not"
        " matter where it is added",
        zh="选用使 μ、σ²、σ 都是简单小数的数；此时 ε 为 0，加在哪里都一样",
    ),
    "help.key": Text(en="write the key to a file", zh="把答案写入文件"),
    "help.problems": Text(
        en="write the problems to a .json file, or to stdout with -",
        zh="把题目写入 .json 文件；- 表示标准输出",
    ),
    "help.per_student": Text(
        en="a file of names (.csv, .txt): each gets problems and files of its own",
        zh="名单文件（.csv、.txt）：每人各有一份题目和练习题文件",
    ),
    "help.files": Text(
        en="files with problems (.json, .jsonl), or -",
        zh="题目文件（.json、.jsonl）或 -",
    ),
}
