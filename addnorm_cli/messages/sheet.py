"""The words of sheets for a pen: the rules at their head, and their boxes."""

from addnorm_cli.messages import Text

TEXTS = {
    "pen.asked": Text(
        en="one number in each box; what is left empty below is for your working",
        zh="每格填一个数；下方空白处可写过程",
    ),
    "pen.boxes": Text(en="one number in each box", zh="每格填一个数"),
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
    "error.not_room": Text(
        en="{found} is not a number of lines from 0 to {most}",
        zh="{found} 不是 0 到 {most} 之间的行数",
    ),
    "hint.no_room": Text(
        en="leave --room out, or write a sheet: -o sheet.pdf",
        zh="请去掉 --room，或写成练习题：-o sheet.pdf",
    ),
}
