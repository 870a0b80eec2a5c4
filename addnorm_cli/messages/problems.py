"""What is said of problem files: their keys, their values, the sublayer they give."""

from addnorm_cli.messages import Text

TEXTS = {
    "error.true_or_false": Text(
        en="this is true or false, not {found}", zh="这里应为 true 或 false，而不是 {found}"
    ),
    "error.not_a_json_number": Text(
        en="a number must stand here, not {found}",
        zh="这里应是一个数，而不是 {found}",
    ),
    "error.object_for_numbers": Text(
        en="this is an object with the entries {names}, not an array",
        zh="这是含有条目 {names} 的对象，不是数组",
    ),
    "error.object_expected": Text(
        en="an object must stand here, not {found}",
        zh="这里应是一个对象，而不是 {found}",
    ),
    "error.empty_list": Text(en="this list is empty", zh="这个列表是空的"),
    "hint.empty_list": Text(en="give it at least one entry", zh="至少给出一项"),
    "error.norm_without_sublayer": Text(
        en="{name} belongs to a sublayer that this layer does not have",
        zh="{name} 属于这一层没有的子层",
    ),
    "hint.norm_without_sublayer": Text(
        en="norm1 goes with attention, norm2 with ffn",
        zh="norm1 对应 attention，norm2 对应 ffn",
    ),
    "error.block_trace": Text(
        en="this is the answer of an earlier command, which has no layers",
        zh="这是先前命令的结果，其中没有层",
    ),
    "hint.block_trace": Text(
        en="put its result into a problem file as x, or work a model on it with --weights",
        zh="把其中的 result 作为 x 写进题目文件，或用 --weights 指定模型",
    ),
    "notice.fixed_outputs": Text(
        en="the sublayer's output is given, so it is the same whatever goes into it; with --weight"
        " it is worked out from what the norm hands it",
        zh="子层输出是给定的，不随输入改变；用 --weight 可按归一化后的输入计算子层",
    ),
    "hint.object_expected": Text(
        en='for example {{"convention": "pytorch"}}',
        zh='例如 {{"convention": "pytorch"}}',
    ),
    "error.text_expected": Text(
        en="text in double quotes must stand here, not {found}",
        zh="这里应是双引号中的文字，而不是 {found}",
    ),
    "error.missing_key": Text(en="the key '{found}' is missing", zh="缺少键“{found}”"),
    "error.unknown_key": Text(en="there is no key '{found}'", zh="没有“{found}”这个键"),
    "hint.unknown_key": Text(en="the keys here are {choices}", zh="这里可用的键有 {choices}"),
    "error.misspelt_key": Text(en="there is no key '{found}'", zh="没有“{found}”这个键"),
    "hint.misspelt_key": Text(
        en="did you mean '{near}'? The keys here are {choices}",
        zh="是不是想用“{near}”？这里可用的键有 {choices}",
    ),
    "error.unknown_schema": Text(en="{found} cannot be worked on", zh="无法处理 {found}"),
    "hint.unknown_schema": Text(
        en="a file with a schema must be an answer of addnorm, {expected}",
        zh="带 schema 的文件必须是 addnorm 的结果，即 {expected}",
    ),
    "error.shapes": Text(
        en="x has shape {x}, the sublayer has {sublayer}",
        zh="x 的形状是 {x}，子层是 {sublayer}",
    ),
    "hint.shapes": Text(
        en="they are added component by component, so they need the same shape",
        zh="两者逐分量相加，形状必须相同",
    ),
    "error.weight_shape": Text(
        en="the weight has shape {found}, and with orientation {orientation} it must be {expected}",
        zh="权重的形状是 {found}，而在 {orientation} 的存放方式下应为 {expected}",
    ),
    "hint.weight_shape": Text(
        en="F(x) is added to x, so W must take {d} numbers and give {d}",
        zh="F(x) 要与 x 相加，因此 W 的输入和输出都必须是 {d} 个数",
    ),
    "error.bias_shape": Text(
        en="the bias has shape {found}, and it must be {expected}",
        zh="偏置的形状是 {found}，应为 {expected}",
    ),
    "error.needs_weight": Text(
        en="there is no weight that this could belong to",
        zh="没有与之对应的权重",
    ),
    "hint.needs_weight": Text(en="give the layer's --weight too", zh="请同时给出 --weight"),
    "error.bias_beside_weight": Text(
        en="a bias stands beside a sublayer that is worked out from its weight",
        zh="偏置写在了由权重算出的子层旁边",
    ),
    "hint.bias_beside_weight": Text(
        en='write it where the weight is: "sublayer": {{"weight": [...], "bias": [...]}}',
        zh='请写在权重所在之处："sublayer": {{"weight": [...], "bias": [...]}}',
    ),
    "notice.repeated": Text(
        en="{name} is one vector, and is added in each of the {rows} rows",
        zh="{name} 是一个向量，用于全部 {rows} 行",
    ),
    "error.weight_and_sublayer": Text(
        en="the sublayer is given twice: its output as an argument, and its weight",
        zh="子层给了两次：既有作为参数的输出，又有权重",
    ),
    "hint.weight_and_sublayer": Text(en="leave one of them out", zh="请去掉其中一个"),
    "notice.unused_keys": Text(
        en="{command} does not use these keys of {file}: {keys}",
        zh="{command} 没有用到 {file} 中的这些键：{keys}",
    ),
    "notice.unused_options": Text(
        en="{command} does not use these options: {options}",
        zh="{command} 没有用到这些选项：{options}",
    ),
    "notice.unused_norm": Text(
        en="compare-norm --by {by} works by rules of its own and does not use the norm that was"
        " asked for: {norm}",
        zh="compare-norm --by {by} 用自己的规则，没有用到所指定的归一化：{norm}",
    ),
    "notice.overridden": Text(
        en="{name} is {used}, as an option asks, and not {stated}, as {file} says",
        zh="{name} 取选项指定的 {used}，而不是 {file} 中的 {stated}",
    ),
    "notice.overridden_array": Text(
        en="{name} is taken from the options or arguments, and not from {file}",
        zh="{name} 取自选项或参数，而不是 {file}",
    ),
}
