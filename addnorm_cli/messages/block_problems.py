"""What is said of a block that cannot be worked."""

from addnorm_cli.messages import Text

TEXTS = {
    "error.masked_row": Text(
        en="head {head}, row {row}: every score is masked, so there is nothing to attend to",
        zh="第 {head} 头第 {row} 行：所有分数都被掩码，没有可以关注的位置",
    ),
    "hint.masked_row": Text(
        en="softmax of nothing but -∞ is 0/0: leave at least one key visible",
        zh="全是 -∞ 的 softmax 等于 0/0：至少要保留一个可见的键",
    ),
    "error.nothing_seen": Text(
        en="the mask hides every token from every token", zh="掩码让任何词元都看不到任何词元"
    ),
    "hint.nothing_seen": Text(
        en="in a mask of 0 and 1, 1 stands for what is seen; where zeros are to be added, leave the"
        " mask out",
        zh="在由 0 和 1 组成的掩码中，1 表示可见；若本意是把 0 加到分数上，请去掉掩码",
    ),
    "error.block_arguments": Text(en="block takes one argument", zh="block 只接受一个参数"),
    "hint.block_arguments": Text(
        en="give a problem file, or the stream x with --weights",
        zh="给出题目文件，或给出 x 并用 --weights 指定权重",
    ),
    "error.block_option": Text(en="a block takes this from its layers", zh="块的这一项由各层给出"),
    "hint.block_option": Text(
        en='write it into the problem file: "norm1": {{"gamma": [...], "beta": [...]}}',
        zh='写进题目文件："norm1": {{"gamma": [...], "beta": [...]}}',
    ),
    "error.needs_weights": Text(
        en="this option describes a model, and no --weights is given",
        zh="这个选项描述的是模型，但没有给出 --weights",
    ),
    "hint.needs_weights": Text(
        en="add --weights model.safetensors, or write it into the problem file",
        zh="加上 --weights model.safetensors，或写进题目文件",
    ),
    "error.block_no_layers": Text(en="there are no layers to work", zh="没有可以演算的层"),
    "hint.block_no_layers": Text(
        en='give a problem file with "layers" (see `addnorm samples show encoder-post`), or add'
        " --weights model.safetensors",
        zh='给出含有 "layers" 的题目文件（见 `addnorm samples show encoder-post`），或加上'
        " --weights model.safetensors",
    ),
    "error.block_dimensions": Text(
        en="a block takes a vector or a matrix (tokens × d), and this has {dimensions} dimensions",
        zh="块接受向量或矩阵（token 数 × d），而这里有 {dimensions} 维",
    ),
    "hint.block_dimensions": Text(en="work one sequence at a time", zh="一次演算一个序列"),
    "error.block_axes": Text(
        en="the norms of a block run over the last axis",
        zh="块中的归一化只沿最后一维",
    ),
    "hint.block_axes": Text(en='leave "axes" out', zh='去掉 "axes"'),
    "error.updates_and_layers": Text(
        en='"updates" and "layers" exclude each other',
        zh='"updates" 与 "layers" 不能同时使用',
    ),
    "hint.updates_and_layers": Text(
        en='a bare ledger has "updates", a block has "layers": keep one',
        zh='只列残差流明细用 "updates"，演算块用 "layers"：保留一个',
    ),
    "error.too_many_updates": Text(
        en="there are {found} updates, and at most {most} can be worked",
        zh="修正量有 {found} 个，最多能计算 {most} 个",
    ),
    "hint.too_many_updates": Text(
        en="give them in parts: the end of one stream is the x of the next",
        zh="请分几部分给出：前一部分的最终向量就是后一部分的 x",
    ),
    "error.too_many_layers": Text(en="more than {most} layers", zh="超过 {most} 层"),
    "hint.too_many_layers": Text(en='make "repeat" smaller', zh='把 "repeat" 调小'),
    "error.list_expected": Text(
        en="a list is expected here, not {found}",
        zh="这里应是列表，而不是 {found}",
    ),
    "hint.list_expected": Text(
        en="write [ … ] with at least one entry",
        zh="写成 [ … ]，至少有一项",
    ),
    "error.count_expected": Text(
        en="{found} is not a whole number from 1 on",
        zh="{found} 不是正整数",
    ),
    "hint.count_expected": Text(en="write 1, 2, 3, …", zh="写 1、2、3 等"),
    "error.flag_expected": Text(
        en="{found} is neither true nor false",
        zh="{found} 既不是 true 也不是 false",
    ),
    "hint.flag_expected": Text(
        en="write true or false, without quotes",
        zh="写 true 或 false，不加引号",
    ),
    "error.gate_without_swiglu": Text(
        en="a gate goes with the activations swiglu, geglu, geglu-tanh and reglu, and this is"
        " {activation}",
        zh="只有激活函数 swiglu、geglu、geglu-tanh、reglu 才有门控，这里是 {activation}",
    ),
    "hint.gate_without_swiglu": Text(
        en='set "activation": "swiglu", or leave the gate out',
        zh='设 "activation": "swiglu"，或去掉门控',
    ),
    "error.output_and_weights": Text(
        en="a given output stands beside {keys}",
        zh="给出了 output，同时又有 {keys}",
    ),
    "hint.output_and_weights": Text(
        en="give either the sublayer's output or what it is worked out from",
        zh="要么给出子层输出，要么给出用来计算它的权重",
    ),
    "error.delta_shape": Text(
        en="this update is {found}, and x is {expected}",
        zh="这个修正量的形状是 {found}，而 x 是 {expected}",
    ),
    "hint.delta_shape": Text(
        en="an update is added to x, so it has the same shape",
        zh="修正量要加到 x 上，形状必须相同",
    ),
    "error.output_shape": Text(
        en="this output is {found}, and the stream is {expected}",
        zh="这个输出的形状是 {found}，而残差流是 {expected}",
    ),
    "hint.output_shape": Text(
        en="a sublayer's output is added to the stream, so it has the same shape",
        zh="子层输出要加到残差流上，形状必须相同",
    ),
    "error.block_weight_shape.xW": Text(
        en="{name} is {found} and should be {expected} (orientation xW: in × out)",
        zh="{name} 的形状是 {found}，应为 {expected}（orientation 为 xW：输入 × 输出）",
    ),
    "hint.block_weight_shape.xW": Text(
        en='weights stored as (out, in), as in PyTorch\'s Linear, need "orientation": "Wx"',
        zh='若权重按（输出, 输入）存放，如 PyTorch 的 Linear，请设 "orientation": "Wx"',
    ),
    "error.block_weight_shape.Wx": Text(
        en="{name} is {found} and should be {expected} (orientation Wx: out × in)",
        zh="{name} 的形状是 {found}，应为 {expected}（orientation 为 Wx：输出 × 输入）",
    ),
    "hint.block_weight_shape.Wx": Text(
        en='weights stored as (in, out), to be used as x W, need "orientation": "xW"',
        zh='若权重按（输入, 输出）存放、用作 x W，请设 "orientation": "xW"',
    ),
    "error.block_bias_shape": Text(
        en="{name} has shape {found} and should have {expected}",
        zh="{name} 的形状是 {found}，应为 {expected}",
    ),
    "hint.block_bias_shape": Text(
        en="a bias has one number for each output",
        zh="每个输出对应一个偏置",
    ),
    "error.block_heads": Text(
        en="the {width} columns of W_q cannot be divided evenly among {heads} heads",
        zh="W_q 的 {width} 列不能平均分给 {heads} 个头",
    ),
    "hint.block_heads": Text(
        en="every head takes the same number of columns: choose a divisor of {width}",
        zh="每个头的列数相同：请选择能整除 {width} 的头数",
    ),
    "error.block_kv_heads": Text(
        en="{heads} heads cannot be divided evenly among {kv_heads} key-value heads",
        zh="{heads} 个头不能平均分给 {kv_heads} 个键值头",
    ),
    "hint.block_kv_heads": Text(
        en="every key-value head serves the same number of heads",
        zh="每个键值头由同样多的查询头共用",
    ),
    "error.rotary_odd": Text(
        en="rotary positions turn pairs of components, and d_head = {d_head} is odd",
        zh="旋转位置编码成对旋转分量，而 d_head = {d_head} 是奇数",
    ),
    "hint.rotary_odd": Text(en="choose another number of heads", zh="请换一个头数"),
    "error.no_output_weight": Text(
        en="the heads are {inner} wide together and the stream {width}, so {name} is needed",
        zh="各头合起来宽 {inner}，残差流宽 {width}，因此需要 {name}",
    ),
    "hint.no_output_weight": Text(
        en="add {name}, from {inner} numbers to {width}",
        zh="请加上从 {inner} 个数到 {width} 个数的 {name}",
    ),
    "error.no_weight": Text(
        en="{name} is left out, and {inner} numbers cannot stand as they are for {width}",
        zh="没有给出 {name}，而 {inner} 个数不能直接当作 {width} 个数",
    ),
    "hint.no_weight": Text(
        en="without it the numbers stay as they are, so both widths are the same: add {name}",
        zh="没有它时数值保持不变，因此两边宽度必须相同：请加上 {name}",
    ),
    "error.block_head_width": Text(
        en="the {width} columns of {name} cannot be divided evenly among {heads} key-value heads",
        zh="{name} 的 {width} 列不能平均分给 {heads} 个键值头",
    ),
    "hint.block_head_width": Text(
        en="every head takes the same number of columns", zh="每个头的列数相同"
    ),
    "error.memory_shape": Text(
        en="a memory is a matrix, one row for each of its tokens, and this has {dimensions}"
        " dimensions",
        zh="memory 是矩阵，每个 token 一行，而这里有 {dimensions} 维",
    ),
    "hint.memory_shape": Text(en="write [[…], […]]", zh="写成 [[…], […]]"),
    "error.cross_in_parallel": Text(
        en="sublayers side by side have no cross-attention between them",
        zh="并行的子层之间没有交叉注意力",
    ),
    "hint.cross_in_parallel": Text(
        en="choose another placement, such as post or pre", zh="请换一种归一化位置，如 post 或 pre"
    ),
    "error.per_head": Text(
        en="{name} is a list of {found}, and there are {heads} heads",
        zh="{name} 列出了 {found} 个，而头数是 {heads}",
    ),
    "hint.per_head": Text(
        en="give one for each head, or all of them side by side in one",
        zh="每个头各给一个，或把所有头并排放在一个里",
    ),
    "error.mask_shape": Text(
        en="the mask is {found} and should be {expected}",
        zh="掩码的形状是 {found}，应为 {expected}",
    ),
    "hint.mask_shape": Text(
        en="one row for all queries, or one for each: [[1,0],[1,1]] of 0 and 1, or numbers to add",
        zh="所有查询共用一行，或每个查询一行：由 0 和 1 组成的 [[1,0],[1,1]]，或要相加的数",
    ),
    "error.rotary_dim": Text(
        en="{found} components are to turn in pairs, and d_head is {d_head}",
        zh="要成对旋转 {found} 个分量，而 d_head 是 {d_head}",
    ),
    "hint.rotary_dim": Text(
        en="give an even number of components, no more than d_head",
        zh="请给出不超过 d_head 的偶数",
    ),
    "error.rope_type": Text(
        en="rotary positions cannot be scaled as {found}",
        zh="旋转位置编码不能按 {found} 缩放",
    ),
    "hint.rope_type": Text(
        en='"rope_type" is one of {choices}', zh='"rope_type" 可用的有 {choices}'
    ),
    "error.rope_key": Text(
        en="this has no meaning for rotary positions scaled as {kind}",
        zh="按 {kind} 缩放旋转位置时没有这一项",
    ),
    "hint.rope_key": Text(en="the keys are {choices}", zh="可用的键有 {choices}"),
    "error.norm_not_placed": Text(
        en="placement {placement} has no {name}",
        zh="归一化位置 {placement} 没有 {name}",
    ),
    "hint.norm_not_placed": Text(
        en="post, pre, res-post and deepnorm have norm1 and norm2, sandwich also norm1_post and"
        " norm2_post, parallel norm1 alone",
        zh="post、pre、res-post、deepnorm 有 norm1 和 norm2，sandwich 另有 norm1_post 和"
        " norm2_post，parallel 只有 norm1",
    ),
}
