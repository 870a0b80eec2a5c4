"""The words of sheets for a pen: the rules at their head, and their boxes."""

from addnorm_cli.messages import Text

TEXTS = {
    "pen.asked": Text(
        en="one number in each box; what is left empty below is for your working",
        zh="每格填一个数；下方空白处可写过程",
    ),
    "pen.boxes": Text(en="one number in each box", zh="每格填一个数"),
    "pen.points": Text(
        en="points for each part, a step or a result, shared evenly by its numbers: {points};"
        " in all {total}",
        zh="每一部分（一步或结果）{points} 分，由其中各数平分；共 {total} 分",
    ),
    "pen.of": Text(en="{title}: {formula}", zh="{title}：{formula}"),
    "pen.label": Text(en="{title},", zh="{title}"),
    "pen.ddof.0": Text(
        en="for σ², divide the sum of the squared deviations by d, the number of components",
        zh="求 σ² 时，把离差的平方和除以分量的个数 d",
    ),
    "pen.ddof.1": Text(
        en="for σ², divide the sum of the squared deviations by d - 1, one less than the number of"
        " components",
        zh="求 σ² 时，把离差的平方和除以 d - 1，即分量的个数减 1",
    ),
    "pen.eps": Text(en="ε = {eps}", zh="ε = {eps}"),
    "pen.plain.both": Text(
        en="where γ is not given it is 1, and where β is not given it is 0",
        zh="未给出 γ 时取 1，未给出 β 时取 0",
    ),
    "pen.plain.gamma": Text(en="where γ is not given it is 1", zh="未给出 γ 时取 1"),
    "pen.linear": Text(
        en="Sublayer(x) is {activation} of each component of h",
        zh="Sublayer(x) 是对 h 的每个分量取 {activation}",
    ),
    "error.no_room": Text(
        en="only a sheet for a pen has room for working: not the long form of --level, not a quiz",
        zh="只有用笔填写的练习题才留写过程的空白；--level 的长版和在线测验没有",
    ),
    "error.nothing_asked": Text(
        en="nothing is asked of the problems of kind {kind}",
        zh="{kind} 类题目什么也没有问",
    ),
    "hint.nothing_asked": Text(
        en="add one of its steps, or result: --blanks mean,result",
        zh="请加上它的某一步，或 result：--blanks mean,result",
    ),
    "error.gamma_without_affine": Text(
        en="{option} gives a parameter, and --no-affine leaves both out",
        zh="{option} 给出参数，而 --no-affine 不用任何参数",
    ),
    "error.no_points": Text(
        en="only a sheet for a pen says what its parts are worth",
        zh="只有用笔填写的练习题才注明分值",
    ),
    "hint.no_points": Text(
        en="leave --points out here, and give it to `homework grade`",
        zh="这里请去掉 --points，批改时再交给 `homework grade`",
    ),
    "error.not_room": Text(
        en="{found} is not a number of lines from 0 to {most}",
        zh="{found} 不是 0 到 {most} 之间的行数",
    ),
    "hint.no_room": Text(
        en="leave --room out, or write a sheet: -o sheet.pdf",
        zh="请去掉 --room，或写成练习题：-o sheet.pdf",
    ),
}
