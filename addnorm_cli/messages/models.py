"""A model's layers, sizes and settings, and who says them."""

from addnorm_cli.messages import Text

TEXTS = {
    "error.layers": Text(en="'{found}' does not name layers", zh="“{found}”不是层的范围"),
    "hint.layers": Text(
        en="write --layers 0:6, 3, :2 or -1:, counted from 0, the end left out",
        zh="写成 --layers 0:6、3、:2 或 -1:，从 0 数起，不含结束层",
    ),
    "error.layers_out_of_range": Text(
        en="{found} goes beyond the layers of the model, which has {count}",
        zh="{found} 超出了范围，模型共有 {count} 层",
    ),
    "hint.layers_out_of_range": Text(
        en="layers are counted from 0 to {last}",
        zh="层号从 0 到 {last}",
    ),
    "error.no_layers": Text(en="{found} names no layer", zh="{found} 不包含任何层"),
    "hint.no_layers": Text(
        en="the end is left out: 2:3 is layer 2 alone",
        zh="不含结束层：2:3 就是第 2 层",
    ),
    "error.x_width": Text(
        en="x is {found} wide, and the model {expected}",
        zh="x 的宽度是 {found}，而模型的宽度是 {expected}",
    ),
    "hint.x_width": Text(
        en="x is the stream before the first layer that is run, one row for each token",
        zh="x 是进入所选第一层之前的残差流，每个 token 一行",
    ),
    "error.tensor_shape": Text(
        en="the tensor has the shape {found}, and {expected} is needed",
        zh="张量的形状是 {found}，应为 {expected}",
    ),
    "hint.tensor_shape": Text(
        en="weights are stored as {order} here: d the stream, q the queries, k the keys, f the"
        " feed-forward",
        zh="这里的权重按 {order} 存放：d 为残差流，q 为查询，k 为键，f 为前馈层",
    ),
    "error.heads_divide": Text(
        en="the width {width} of the queries cannot be divided evenly among {heads} heads",
        zh="查询的宽度 {width} 不能平均分给 {heads} 个头",
    ),
    "hint.heads_divide": Text(
        en="every head has the same width: check --heads and config.json",
        zh="每个头的宽度相同：请检查 --heads 和 config.json",
    ),
    "error.kv_heads_divide": Text(
        en="{heads} query heads cannot be divided evenly among {kv_heads} key-value heads",
        zh="{heads} 个查询头不能平均分给 {kv_heads} 个键值头",
    ),
    "hint.kv_heads_divide": Text(
        en="every key-value head serves as many query heads: check --heads and --kv-heads",
        zh="每个键值头由同样多的查询头共用：请检查 --heads 和 --kv-heads",
    ),
    "error.head_width": Text(
        en="with {heads} heads each is {head} wide, and the width {width} of the keys is no"
        " multiple of that",
        zh="分成 {heads} 个头时每个头宽 {head}，而键的宽度 {width} 不是它的整数倍",
    ),
    "hint.head_width": Text(en="check --heads and config.json", zh="请检查 --heads 和 config.json"),
    "error.no_heads": Text(
        en="nothing says how many heads the model has, and the weights do not show it",
        zh="不知道模型有几个头，从权重中也看不出来",
    ),
    "hint.no_heads": Text(
        en="give --heads, such as --heads 12, or put the model's config.json beside the weights",
        zh="请用 --heads 指定，例如 --heads 12，或把模型的 config.json 放在权重旁边",
    ),
    "error.no_placement": Text(
        en="nothing says whether the norms stand before or after the sublayers, and the weights do"
        " not show it",
        zh="不知道归一化在子层之前还是之后，从权重中也看不出来",
    ),
    "hint.no_placement": Text(
        en="give --placement pre for norm_first=True, --placement post for norm_first=False",
        zh="norm_first=True 时用 --placement pre，norm_first=False 时用 --placement post",
    ),
    "error.no_rotary_base": Text(
        en="nothing says the base of the rotary positions, and the weights do not show it",
        zh="不知道旋转位置编码的底数，从权重中也看不出来",
    ),
    "hint.no_rotary_base": Text(
        en="give --rotary-base, such as --rotary-base 10000, or put the model's config.json beside"
        " the weights",
        zh="请用 --rotary-base 指定，例如 --rotary-base 10000，或把模型的 config.json 放在权重旁边",
    ),
    "error.whole_expected": Text(
        en="a whole number from 1 must stand here, not {found}",
        zh="这里应是不小于 1 的整数，而不是 {found}",
    ),
    "error.rotary_base": Text(
        en="the base of rotary positions is above 0, not {found}",
        zh="旋转位置编码的底数应大于 0，而不是 {found}",
    ),
    "error.unknown_activation": Text(
        en="{arch} cannot be worked with the activation '{found}'",
        zh="{arch} 不能使用激活函数“{found}”",
    ),
    "hint.unknown_activation": Text(
        en="the choices are {choices}; --activation wins over config.json",
        zh="可用的有 {choices}；--activation 优先于 config.json",
    ),
    "error.config_object": Text(
        en="an object must stand here, not {found}",
        zh="这里应是一个对象，而不是 {found}",
    ),
    "error.config_value": Text(en="{found} has no meaning here", zh="{found} 在这里没有意义"),
    "setting.separator": Text(en="; ", zh="；"),
    "setting.shown": Text(en="{name} {value} ({origin})", zh="{name} {value}（{origin}）"),
    "notice.arch_insisted": Text(
        en="config.json says that the model is {found}; it is worked as {arch}, as --arch says",
        zh="config.json 说模型是 {found}；现按 --arch 的要求以 {arch} 计算",
    ),
    "notice.arch_alike": Text(
        en="the tensors are named alike in {arch} and in {others}, and no config.json says which it"
        " is: worked as {arch}; --arch says otherwise",
        zh="{arch} 与 {others} 的张量名字相同，也没有 config.json 说明是哪一种：现按 {arch} 计算，"
        "可用 --arch 改变",
    ),
    "notice.config_unknown": Text(
        en="{file} has entries that addnorm does not know: {keys}; where one of them changes the"
        " calculation, these numbers are not the model's",
        zh="{file} 中有 addnorm 不认识的条目：{keys}；如果其中有影响计算的，这里的数值就与模型不同",
    ),
    "notice.rotary_scaling_left_out": Text(
        en="the rotary positions are plain ones with base {base}, as --rotary-base says, and the"
        " scaling {found} of {where} is left out: these numbers are not the model's",
        zh="按 --rotary-base 使用底数为 {base} 的普通旋转位置，略去了 {where} 的缩放 {found}："
        "这里的数值与模型不同",
    ),
    "notice.model": Text(
        en="model {arch}, layers {layers} of {count}: {settings}",
        zh="模型 {arch}，共 {count} 层中的 {layers}：{settings}",
    ),
    "notice.layers_before": Text(
        en="layers of the model that are run first and not shown: {count}",
        zh="先运行而没有显示的层数：{count}",
    ),
    "finding.next_token": Text(
        en="The likeliest next tokens; Z above is the sum of exp(l - max) over all {vocabulary}",
        zh="最可能的下一个 token；上面的 Z 是全部 {vocabulary} 个词的 exp(l - max) 之和",
    ),
    "error.text_and_x": Text(
        en="a text and an x are given, and each is where the work starts",
        zh="同时给出了文本和 x，而两者都是计算的起点",
    ),
    "hint.text_and_x": Text(en="leave one of them out", zh="请去掉其中一个"),
    "error.predict_not_last": Text(
        en="the next token comes of the model's last layer, which is not run",
        zh="下一个 token 由模型的最后一层得出，而这一层没有运行",
    ),
    "hint.predict_not_last": Text(
        en="run the last layer too: its number is {last}", zh="请也运行最后一层：层号为 {last}"
    ),
    "error.predict_not_causal": Text(
        en="a {arch} model does not say what comes next", zh="{arch} 模型不预测下一个 token"
    ),
    "hint.predict_not_causal": Text(
        en="take a model that reads from left to right, such as GPT-2 or Llama",
        zh="请使用从左到右读的模型，如 GPT-2 或 Llama",
    ),
    "error.no_unembedding": Text(
        en="the file has no {looked}, which would give each word a score",
        zh="文件中没有给每个词打分的 {looked}",
    ),
    "hint.no_unembedding": Text(
        en="take the whole model, or leave --predict out", zh="请使用完整的模型，或去掉 --predict"
    ),
    "setting.d_model": Text(en="d_model", zh="d_model"),
    "setting.d_ff": Text(en="d_ff", zh="d_ff"),
    "setting.vocabulary": Text(en="vocabulary", zh="词表"),
    "setting.norm": Text(en="norm", zh="归一化"),
    "setting.heads": Text(en="heads", zh="头数"),
    "setting.kv_heads": Text(en="key-value heads", zh="键值头数"),
    "setting.eps": Text(en="ε", zh="ε"),
    "setting.activation": Text(en="activation", zh="激活函数"),
    "setting.placement": Text(en="placement", zh="归一化位置"),
    "setting.causal": Text(en="causal mask", zh="因果掩码"),
    "setting.rotary_base": Text(en="rotary base", zh="旋转位置底数"),
    "origin.option": Text(en="given by {place}", zh="由 {place} 指定"),
    "origin.config": Text(en="from {place}", zh="取自 {place}"),
    "origin.default": Text(en="usual for {place}", zh="{place} 的常用值"),
    "origin.tensors": Text(en="shown by the shape of {place}", zh="由 {place} 的形状得出"),
}
