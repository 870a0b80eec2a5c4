"""What is said of files that name the tensors of a model of one's own."""

from addnorm_cli.messages import Text

TEXTS = {
    "error.names_drafted": Text(
        en="this file was not there; it now holds what could be guessed of the model's tensors",
        zh="原来没有这个文件；现已写入对模型各张量的猜测",
    ),
    "hint.names_drafted": Text(
        en='check it, write what is meant in the place of each "?", and run the same again',
        zh='请检查并填写其中的每个 "?"，然后再运行一次',
    ),
    "error.names_alone": Text(
        en="this option is for models that are known, and --names says what the tensors are",
        zh="这个选项用于已知的模型，而 --names 已经说明了各张量",
    ),
    "hint.names_alone": Text(en="leave one of the two out", zh="两者请去掉一个"),
    "error.names_to_fill_in": Text(en="this is not filled in yet", zh="这里还没有填写"),
    "hint.names_to_fill_in": Text(
        en='in the place of "?" write a role such as "attention.W_q" or "norm1.gamma", or null for'
        " a tensor that changes nothing",
        zh='请把 "?" 换成角色，例如 "attention.W_q" 或 "norm1.gamma"；不影响计算的张量写 null',
    ),
    "error.setting_to_fill_in": Text(en="this is not filled in yet", zh="这里还没有填写"),
    "hint.setting_to_fill_in": Text(
        en='in the place of "?" write one of {choices}',
        zh='请把 "?" 换成其中之一：{choices}',
    ),
    "error.unknown_role": Text(en="there is no role '{found}'", zh="没有“{found}”这个角色"),
    "hint.unknown_role": Text(en="the roles are {choices}", zh="角色有 {choices}"),
    "error.misspelt_role": Text(en="there is no role '{found}'", zh="没有“{found}”这个角色"),
    "hint.misspelt_role": Text(en="did you mean '{near}'?", zh="是不是想用“{near}”？"),
    "error.role_twice": Text(
        en="{role} is given to two names, to this one and to {other}",
        zh="{role} 用在了两个名字上：这一个和 {other}",
    ),
    "hint.role_twice": Text(
        en="each role is of one tensor in a layer",
        zh="一层中每个角色只对应一个张量",
    ),
    "error.layer_in_pattern": Text(
        en="{{layer}} stands {count} times in the name of {role}",
        zh="{role} 的名字中 {{layer}} 出现了 {count} 次",
    ),
    "hint.layer_in_pattern": Text(
        en="write {{layer}} once, where the number of the layer stands, and not at all outside of"
        " the layers",
        zh="{{layer}} 只写一次，写在层号的位置；层以外的名字不写",
    ),
    "error.roles_lacking": Text(en="no name has the role {roles}", zh="没有名字对应角色 {roles}"),
    "hint.roles_lacking": Text(
        en="every layer has attention and a feed-forward; attention.W_qkv stands for W_q, W_k and"
        " W_v in one",
        zh="每层都有注意力和前馈层；attention.W_qkv 表示 W_q、W_k、W_v 合在一起",
    ),
    "error.names_unsaid": Text(
        en="the file does not say {keys}, which names do not show",
        zh="文件没有说明 {keys}，而这些从名字看不出来",
    ),
    "hint.names_unsaid": Text(
        en='such as "orientation": "Wx", "placement": "pre", "norm": {{"convention": "pytorch"}},'
        ' "activation": "gelu", "causal": true',
        zh='例如 "orientation": "Wx", "placement": "pre", "norm": {{"convention": "pytorch"}},'
        ' "activation": "gelu", "causal": true',
    ),
    "error.names_norm": Text(
        en="a norm is said by the name of its convention here, not by {found}",
        zh="这里用约定的名称说明归一化，而不是 {found}",
    ),
    "hint.names_norm": Text(en="the conventions are {choices}", zh="约定有 {choices}"),
    "error.names_match_nothing": Text(
        en="no tensor of {file} is named so; the first are {has}",
        zh="{file} 中没有这样命名的张量；前几个是 {has}",
    ),
    "hint.names_match_nothing": Text(
        en="write the names as they are in the file, with {{layer}} where the number of the layer"
        " stands",
        zh="请照文件中的名字写，层号的位置写 {{layer}}",
    ),
}
