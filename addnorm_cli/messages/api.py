"""What the Python functions refuse, in the words of Python."""

from addnorm_cli.messages import Text

TEXTS = {
    "api.no_step": Text(
        en="no step {step}; the steps are {steps}",
        zh="没有步骤 {step}；共有这些步骤：{steps}",
    ),
    "api.no_option": Text(
        en="{function}() has no option '{name}'; it has {names}",
        zh="{function}() 没有选项“{name}”；可用的有：{names}",
    ),
    "api.no_problem": Text(
        en="block() takes a mapping or the path of a file, not {found}",
        zh="block() 接受映射或文件路径，而不是 {found}",
    ),
    "api.identified": Text(
        en="this is the LayerNorm of {names}",
        zh="这是 {names} 的 LayerNorm",
    ),
    "api.slipped": Text(
        en="no convention; beside {name}: {slip}",
        zh="不是任何一种约定；与 {name} 相比：{slip}",
    ),
    "api.unidentified": Text(
        en="no convention, and no known slip of one; {name} is nearest, and {wrong} of {size}"
        " numbers differ from it",
        zh="不是任何一种约定，也不是已知的错误；最接近的是 {name}，{size} 个数中有 {wrong} 个不同",
    ),
    "api.not_layernorm": Text(
        en="not the LayerNorm of {name}: {wrong} of {size} numbers of the probe differ, the first"
        " at {index}, where {found} stands for {right}",
        zh="不是 {name} 的 LayerNorm：探针的 {size} 个数中有 {wrong} 个不同，第一个在 {index}，"
        "应为 {right}，得到 {found}",
    ),
    "api.probe_dim": Text(
        en="a row of the probe has two components or more, not {dim}",
        zh="探针的每一行至少要有两个分量，而不是 {dim}",
    ),
    "api.probe_shape": Text(
        en="the probe has the shape {expected}, and the function gives {found}",
        zh="探针的形状是 {expected}，函数却给出 {found}",
    ),
}
