"""The words about names of columns and rows, and about remarks."""

from addnorm_cli.messages import Text

TEXTS = {
    "head.remarks": Text(en="remarks", zh="说明"),
    "row.number": Text(en="row [{row}]", zh="第 [{row}] 行"),
    "row.token": Text(en="row {token}", zh="“{token}”这一行"),
    "error.dims_count": Text(
        en="there are {found} names for the {count} columns of x",
        zh="x 有 {count} 列，这里却有 {found} 个名称",
    ),
    "hint.dims_count": Text(
        en="dims names every component, from the first to the last",
        zh="dims 从第一个分量到最后一个，依次给出名称",
    ),
    "error.tokens_count": Text(
        en="there are {found} names for the {count} rows of x",
        zh="x 有 {count} 行，这里却有 {found} 个名称",
    ),
    "hint.tokens_count": Text(
        en="tokens names every row, from the first to the last",
        zh="tokens 从第一行到最后一行，依次给出名称",
    ),
    "error.unknown_noted": Text(
        en="there is nothing called '{found}' to remark on",
        zh="没有名为“{found}”的内容可以加说明",
    ),
    "hint.unknown_noted": Text(
        en="remarks are on {choices}",
        zh="可以给 {choices} 加说明",
    ),
    "error.misspelt_noted": Text(
        en="there is nothing called '{found}' to remark on",
        zh="没有名为“{found}”的内容可以加说明",
    ),
    "hint.misspelt_noted": Text(
        en="did you mean '{near}'? Remarks are on {choices}",
        zh="是不是想用“{near}”？可以给 {choices} 加说明",
    ),
    "error.unknown_row": Text(en="no row is called '{found}'", zh="没有名为“{found}”的行"),
    "hint.unknown_row": Text(
        en="the rows are {choices}; a number counts them from 0",
        zh="各行为 {choices}；也可以用从 0 开始的行号",
    ),
    "error.misspelt_row": Text(en="no row is called '{found}'", zh="没有名为“{found}”的行"),
    "hint.misspelt_row": Text(
        en="did you mean '{near}'? The rows are {choices}",
        zh="是不是想用“{near}”？各行为 {choices}",
    ),
}
