"""What is said of files of weights, and of which model they hold."""

from addnorm_cli.messages import Text

OUTPUTS_INSTEAD = Text(
    en="what the sublayers give can be written into a problem file in their place:"
    ' "attention": {{"output": [[…]]}}, "ffn": {{"output": [[…]]}}',
    zh="可以把子层的输出写进题目文件来代替："
    ' "attention": {{"output": [[…]]}}, "ffn": {{"output": [[…]]}}',
)
"""What to do where a model calculates in a way that is not done."""

TEXTS = {
    "error.too_few_states": Text(
        en="there are {found} hidden states, and {expected} are needed",
        zh="这里有 {found} 个隐藏状态，需要 {expected} 个",
    ),
    "hint.too_few_states": Text(
        en="give the one before the first layer and the one after each, as (layers + 1, L, d)",
        zh="请给出第一层之前的状态和每一层之后的状态，形状为（层数 + 1, L, d）",
    ),
    "error.state_shape": Text(
        en="the first state has shape {found}, and x has {expected}",
        zh="第一个状态的形状是 {found}，而 x 是 {expected}",
    ),
    "hint.state_shape": Text(en="compare the states of the same tokens", zh="请比较同样词元的状态"),
    "error.other_start": Text(
        en="the first state is not x: row [{row}] differs most",
        zh="第一个状态不是 x：第 [{row}] 行相差最大",
    ),
    "hint.other_start": Text(
        en="take the states of the run that x comes from, or start with its first state as x",
        zh="请使用得到 x 的那次运行的状态，或以它的第一个状态作为 x",
    ),
    "error.weights_pickled": Text(
        en="files of this kind run code when they are opened, and are not read",
        zh="这种文件打开时会执行代码，因此不读取",
    ),
    "hint.weights_pickled": Text(
        en="write it anew: safetensors.torch.save_file(model.state_dict(), 'model.safetensors')",
        zh="请另存一份：safetensors.torch.save_file(model.state_dict(), 'model.safetensors')",
    ),
    "error.damaged_weights": Text(
        en="the file of weights is damaged or incomplete",
        zh="权重文件已损坏或不完整",
    ),
    "hint.damaged_weights": Text(
        en="perhaps the download broke off, or the file is a pointer that stands for a larger one:"
        " fetch it again",
        zh="可能是下载中断，或者这只是指向大文件的占位文件：请重新下载",
    ),
    "error.no_weights_here": Text(
        en="there are no weights in this folder",
        zh="这个文件夹里没有权重文件",
    ),
    "hint.no_weights_here": Text(
        en="looked for {usual}, and for any other .safetensors or .npz file",
        zh="查找过 {usual}，以及其他 .safetensors 或 .npz 文件",
    ),
    "error.which_weights": Text(
        en="there are several files of weights in this folder: {names}",
        zh="这个文件夹里有多个权重文件：{names}",
    ),
    "hint.which_weights": Text(
        en="name one of them, such as --weights {first}",
        zh="请指明其中一个，例如 --weights {first}",
    ),
    "error.index_outside": Text(
        en="the index leads to '{found}', which is not a file of its own folder",
        zh="索引指向“{found}”，它不是索引所在文件夹里的文件",
    ),
    "hint.index_outside": Text(
        en="no file elsewhere is read because an index says so: put it beside the index, and write"
        " its name alone",
        zh="不会因为索引而读取别处的文件：请把它放在索引旁边，只写文件名",
    ),
    "error.missing_shard": Text(
        en="the index names a file that is not there: {found}",
        zh="索引中的文件不存在：{found}",
    ),
    "hint.missing_shard": Text(
        en="fetch this part of the model too, or choose layers that are in the other parts with"
        " --layers",
        zh="请下载模型的这个分片，或用 --layers 选择其他分片中的层",
    ),
    "error.not_in_shard": Text(
        en="the tensor {tensor} is not in this file, though {index} says so",
        zh="{index} 说张量 {tensor} 在这个文件里，但实际没有",
    ),
    "hint.not_in_shard": Text(
        en="index and files are of different models, or of different ages: fetch them again",
        zh="索引与文件可能来自不同的模型或版本：请重新下载",
    ),
    "error.weights_quantized": Text(
        en="the tensor is stored as {dtype}, and such weights are quantized",
        zh="该张量的类型是 {dtype}，属于量化权重",
    ),
    "hint.weights_quantized": Text(
        en="take the model in float32, float16 or bfloat16",
        zh="请使用 float32、float16 或 bfloat16 的模型",
    ),
    "error.unknown_arch": Text(
        en="these tensors belong to no architecture that is known; the first are {has}",
        zh="这些张量不属于任何已知架构；前几个是 {has}",
    ),
    "hint.unknown_arch": Text(
        en="known are {known}; for another, --names names.json writes a file to fill in that says"
        " which tensor is what",
        zh="已知的有 {known}；其他模型请用 --names names.json，会写出一个待填的文件，"
        "说明各张量是什么",
    ),
    "error.not_that_arch": Text(
        en="there are no {arch} layers here; the first tensors are {has}",
        zh="这里没有 {arch} 的层；前几个张量是 {has}",
    ),
    "hint.not_that_arch": Text(
        en="looked for {looked}; --arch auto finds out which model it is",
        zh="查找过 {looked}；--arch auto 会自动识别模型",
    ),
    "error.several_stacks": Text(
        en="the file has several stacks of layers, with the prefixes {choices}",
        zh="文件中有多组层，前缀分别是 {choices}",
    ),
    "hint.several_stacks": Text(
        en='choose one: --prefix "{first}"',
        zh='请选择一组：--prefix "{first}"',
    ),
    "error.unknown_prefix": Text(
        en="no layers have the prefix '{found}'",
        zh="没有以“{found}”为前缀的层",
    ),
    "hint.unknown_prefix": Text(en="the prefixes are {choices}", zh="可用的前缀有 {choices}"),
    "error.missing_tensor": Text(
        en="a tensor is missing: {looked}; the first tensors are {has}",
        zh="缺少张量 {looked}；文件的前几个张量是 {has}",
    ),
    "hint.missing_tensor": Text(
        en="perhaps it is in another part of the model, or --layers should leave its layer out",
        zh="它可能在模型的另一个分片中，或者应该用 --layers 避开这一层",
    ),
    "error.missing_tensor_near": Text(
        en="a tensor is missing: {looked}; close ones are {near}",
        zh="缺少张量 {looked}；相近的有 {near}",
    ),
    "hint.missing_tensor_near": Text(
        en="perhaps it is in another part of the model, or --layers should leave its layer out",
        zh="它可能在模型的另一个分片中，或者应该用 --layers 避开这一层",
    ),
    "error.unread_tensors": Text(
        en="the layer has tensors that {arch} knows nothing of: {names}",
        zh="这一层有 {arch} 所没有的张量：{names}",
    ),
    "hint.unread_tensors": Text(
        en="this model does more than {arch} does, so its numbers would come out wrong",
        zh="这个模型的计算比 {arch} 多，照 {arch} 计算会得到错误的数值",
    ),
    "error.model_type": Text(
        en="the tensors are named like those of {arch}, but the model is {found}",
        zh="张量的名字与 {arch} 相同，但模型是 {found}",
    ),
    "hint.model_type": Text(
        en="--arch {arch} works it as {arch} all the same",
        zh="用 --arch {arch} 可以仍按 {arch} 计算",
    ),
    "error.model_type_known": Text(
        en="the model is {found}, which calculates otherwise than {arch}",
        zh="模型是 {found}，计算方式与 {arch} 不同",
    ),
    "hint.model_type_known": Text(
        en="leave --arch out, or give --arch {right}",
        zh="去掉 --arch，或改用 --arch {right}",
    ),
    "error.model_type_elsewhere": Text(
        en="the model is said to be {found}, and its tensors are named like those of {arch}",
        zh="这里说模型是 {found}，而张量的名字像是 {arch}",
    ),
    "hint.model_type_elsewhere": Text(
        en="perhaps this config.json belongs to another file of weights",
        zh="这个 config.json 可能属于另一个权重文件",
    ),
    "error.setting_refused": Text(
        en="{found} here means a calculation that addnorm does not know",
        zh="这里的 {found} 意味着一种 addnorm 不支持的计算",
    ),
    "hint.setting_refused": OUTPUTS_INSTEAD,
    "error.undone_qk_norm": Text(
        en="the queries and keys are to be normed, and addnorm does not know how in this model",
        zh="查询和键要做归一化，但 addnorm 不知道这个模型的做法",
    ),
    "hint.undone_qk_norm": OUTPUTS_INSTEAD,
    "error.undone_quantized": Text(
        en="the weights are quantized ({found})",
        zh="权重经过量化（{found}）",
    ),
    "hint.undone_quantized": Text(
        en="take the model in float32, float16 or bfloat16",
        zh="请使用 float32、float16 或 bfloat16 的模型",
    ),
    "error.rotary_scaling": Text(
        en="the rotary positions are scaled ({found}), which addnorm does not know",
        zh="旋转位置编码经过缩放（{found}），addnorm 不支持",
    ),
    "hint.rotary_scaling": Text(
        en="--rotary-base works with plain ones; the numbers will differ from the model's",
        zh="用 --rotary-base 可按普通旋转位置计算，但结果会与模型不同",
    ),
    "error.sliding_window": Text(
        en="a token sees {window} tokens, and there are {length}",
        zh="每个 token 只能看到 {window} 个 token，而输入有 {length} 个",
    ),
    "hint.sliding_window": Text(
        en="give no more than {window} rows of x",
        zh="x 请不要超过 {window} 行",
    ),
}
