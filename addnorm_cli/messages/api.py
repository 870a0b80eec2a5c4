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
}
