"""The words of the command line: places, usage, what to show."""

from addnorm_cli.messages import Text

TEXTS = {
    "error.line": Text(en="error: {text}", zh="错误：{text}"),
    "place.argument": Text(en="argument {number}", zh="第 {number} 个参数"),
    "place.arguments": Text(en="the arguments", zh="各参数"),
    "place.line": Text(en="line {number}", zh="第 {number} 行"),
    "place.line_of": Text(en="{file}, line {number}", zh="{file} 第 {number} 行"),
    "place.stdin": Text(en="stdin", zh="标准输入"),
    "error.where": Text(en="in {place}", zh="位置：{place}"),
    "hint.line": Text(en="hint: {text}", zh="提示：{text}"),
    "pause": Text(
        en="-- Enter for the next step, Ctrl-D to stop --",
        zh="-- 按回车看下一步，按 Ctrl-D 结束 --",
    ),
    "error.unknown_command": Text(en="there is no command '{value}'", zh="没有命令“{value}”"),
    "hint.unknown_command": Text(en="the commands are {choices}", zh="可用的命令有 {choices}"),
    "error.unknown_command_close": Text(en="there is no command '{value}'", zh="没有命令“{value}”"),
    "hint.unknown_command_close": Text(
        en="did you mean '{close}'? The commands are {choices}",
        zh="是不是想用“{close}”？可用的命令有 {choices}",
    ),
    "error.no_such_option": Text(en="there is no option {option}", zh="没有选项 {option}"),
    "hint.no_such_option": Text(
        en="--help lists the options; negative numbers are read as they are",
        zh="用 --help 查看所有选项；负数可以直接写",
    ),
    "error.no_such_option_close": Text(en="there is no option {option}", zh="没有选项 {option}"),
    "hint.no_such_option_close": Text(en="did you mean {close}?", zh="是不是想用 {close}？"),
    "error.option_needs_value": Text(en="{option} needs a value", zh="{option} 需要一个值"),
    "hint.option_needs_value": Text(en="--help shows what it takes", zh="用 --help 查看它接受什么"),
    "error.option_takes_no_value": Text(en="{option} takes no value", zh="{option} 不带值"),
    "hint.option_takes_no_value": Text(en="give it alone", zh="单独写它即可"),
    "error.missing_argument": Text(en="{name} is missing", zh="缺少 {name}"),
    "hint.missing_argument": Text(
        en="`{command} --help` says what it is",
        zh="用 `{command} --help` 查看说明",
    ),
    "error.extra_arguments": Text(
        en="there are more arguments than {command} takes",
        zh="参数太多，{command} 用不了这么多",
    ),
    "hint.extra_arguments": Text(
        en="`{command} --help` shows how it is used; arguments with blanks need quotes",
        zh="用 `{command} --help` 查看用法；含空格的参数要加引号",
    ),
    "error.completion": Text(
        en="the variable does not say what to complete",
        zh="该变量没有说明要补全什么",
    ),
    "hint.completion": Text(
        en="`addnorm --show-completion` prints the script that sets it; unset it anywhere else",
        zh="它由 `addnorm --show-completion` 打印的脚本设置；在别处请取消它",
    ),
    "error.stdout": Text(
        en="cannot write to stdout: {reason}",
        zh="无法写入标准输出：{reason}",
    ),
    "error.system": Text(en="the system refuses: {reason}", zh="系统拒绝了操作：{reason}"),
    "error.usage": Text(en="{text}", zh="{text}"),
    "hint.usage": Text(en="--help shows how the command is used", zh="用 --help 查看用法"),
    "error.unexpected": Text(
        en="addnorm met something that it was not made for ({kind}: {text})",
        zh="addnorm 遇到了没有预料到的情况（{kind}：{text}）",
    ),
    "hint.unexpected": Text(
        en="this is a fault of addnorm, please report it with the command that you typed",
        zh="这是 addnorm 的缺陷，请连同所输入的命令一起反馈",
    ),
    "error.exact_rounded": Text(
        en="--exact rounds nothing, and {other} rounds every step",
        zh="--exact 不作舍入，而 {other} 每一步都舍入",
    ),
    "hint.exact_rounded": Text(en="leave one of them out", zh="请去掉其中一个"),
    "error.exact_never": Text(
        en="these numbers are carried in float64, which has no fractions and roots",
        zh="这些数以 float64 计算，没有分数和根号的形式",
    ),
    "hint.exact_never": Text(
        en="exact are numbers that were typed, up to 1000 of them with up to 250 digits; not"
        " --random, .npy, .npz or --dtype",
        zh="只有键入的数（最多 1000 个，每个最多 250 位）可以精确计算；--random、.npy、.npz 和"
        " --dtype 不行",
    ),
    "error.exact_left": Text(
        en="step '{step}' comes to numbers that one root cannot write",
        zh="步骤“{step}”的结果不能只用一个根号表示",
    ),
    "hint.exact_left": Text(
        en="sums of different roots, exp, tanh and GELU go on in float64: leave --exact out;"
        " --eps 0 makes forms short",
        zh="不同根号之和、exp、tanh 和 GELU 以 float64 继续：请去掉 --exact；--eps 0 可使形式变短",
    ),
    "error.exact_long": Text(
        en="step '{step}' comes to fractions with thousands of digits",
        zh="步骤“{step}”的结果是有上千位数字的分数",
    ),
    "hint.exact_long": Text(
        en="they go on in float64: leave --exact out, or give numbers with fewer digits",
        zh="这些数以 float64 继续：请去掉 --exact，或给出位数较少的数",
    ),
    "error.hand_with_dtype": Text(
        en="--hand and --dtype exclude each other",
        zh="--hand 与 --dtype 不能同时使用",
    ),
    "hint.hand_with_dtype": Text(
        en="numbers are carried either by hand or by a machine: leave one of them out",
        zh="数字要么手算、要么机算：去掉其中一个",
    ),
    "error.rounding_without_hand": Text(
        en="--rounding says how to round by hand, and --hand is missing",
        zh="--rounding 指定手算的舍入方式，但没有给出 --hand",
    ),
    "hint.rounding_without_hand": Text(en="add --hand 3, for example", zh="例如加上 --hand 3"),
    "error.hand_places": Text(
        en="'{value}' does not say how many decimals",
        zh="“{value}”不是小数位数",
    ),
    "hint.hand_places": Text(
        en="--hand N or --hand N,M, with whole numbers from 0 to {most}: --hand 3,4",
        zh="写 --hand N 或 --hand N,M，取 0 到 {most} 的整数，例如 --hand 3,4",
    ),
    "error.precision": Text(
        en="{value} is not a number of decimals from 0 to {most}",
        zh="{value} 不是 0 到 {most} 之间的小数位数",
    ),
    "error.not_whole": Text(en="'{value}' is not a whole number", zh="“{value}”不是整数"),
    "error.columns": Text(en="'{value}' does not name columns", zh="“{value}”不是列的范围"),
    "hint.columns": Text(
        en="write the first column and the one after the last: --cols 0:4, --cols 764:",
        zh="写出起始列，以及最后一列的下一列，例如 --cols 0:4、--cols 764:",
    ),
    "error.unknown_step": Text(en="there is no step '{value}'", zh="没有步骤“{value}”"),
    "hint.unknown_step": Text(en="the steps are {choices}", zh="可用的步骤有 {choices}"),
    "error.no_such_row": Text(en="there is no row {row}", zh="没有第 {row} 行"),
    "hint.no_such_row": Text(en="rows are counted from 0 to {last}", zh="行号从 0 到 {last}"),
    "error.no_such_columns": Text(en="{value} names no column", zh="{value} 不包含任何列"),
    "hint.no_such_columns": Text(
        en="columns are counted from 0 to {last}",
        zh="列号从 0 到 {last}",
    ),
}
