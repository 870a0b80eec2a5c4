"""What is said of JSON that cannot be read."""

from addnorm_cli.messages import Text

TEXTS = {
    "error.json_trailing_comma": Text(
        en="line {line}, column {column}: a comma stands before '{closing}', and nothing follows"
        " it",
        zh="第 {line} 行第 {column} 列：“{closing}”之前多了一个逗号",
    ),
    "hint.json_trailing_comma": Text(en="delete this comma", zh="请删除这个逗号"),
    "error.json_comma": Text(
        en="line {line}, column {column}: a comma is missing before '{found}'",
        zh="第 {line} 行第 {column} 列：“{found}”之前缺少逗号",
    ),
    "error.json_colon": Text(
        en="line {line}, column {column}: a colon is missing before '{found}'",
        zh="第 {line} 行第 {column} 列：“{found}”之前缺少冒号",
    ),
    "error.json_key": Text(
        en="line {line}, column {column}: a key in double quotes must stand here, not {found}",
        zh="第 {line} 行第 {column} 列：这里应是双引号中的键，而不是 {found}",
    ),
    "hint.json_key": Text(
        en='keys are written "x": with double quotes, also "gamma":',
        zh='键要写在双引号里，例如 "x":、"gamma":',
    ),
    "error.json_duplicate_key": Text(
        en="line {line}, column {column}: the key '{found}' is there twice",
        zh="第 {line} 行第 {column} 列：键“{found}”出现了两次",
    ),
    "hint.json_duplicate_key": Text(
        en="keep one of them, since nobody can tell which one counts",
        zh="只保留一个，否则无法判断以哪个为准",
    ),
    "error.json_number": Text(
        en="line {line}, column {column}: '{found}' is not how JSON writes a number",
        zh="第 {line} 行第 {column} 列：“{found}”不是 JSON 的数字写法",
    ),
    "hint.json_number": Text(
        en="JSON wants 0.5 for .5, 1.0 for 1., no plus sign and no leading zeros",
        zh="JSON 要求把 .5 写成 0.5、1. 写成 1.0，不带正号和前导零",
    ),
    "error.json_python": Text(
        en="line {line}, column {column}: {found} is Python, not JSON",
        zh="第 {line} 行第 {column} 列：{found} 是 Python 的写法，不是 JSON",
    ),
    "hint.json_python": Text(en="JSON writes true, false, null", zh="JSON 写作 true、false、null"),
    "error.json_value": Text(
        en="line {line}, column {column}: a number or a list must stand here, not '{found}'",
        zh="第 {line} 行第 {column} 列：这里应是数或列表，而不是“{found}”",
    ),
    "error.json_string": Text(
        en="line {line}, column {column}: the text that begins here does not end properly",
        zh="第 {line} 行第 {column} 列：从这里开始的文字没有正确结束",
    ),
    "hint.json_string": Text(
        en='text ends with " on the same line; a backslash is written \\\\',
        zh='文字要在同一行以 " 结束；反斜杠写作 \\\\',
    ),
    "error.json_full_width": Text(
        en="line {line}, column {column}: '{sign}' is {code}, a character that JSON does not know",
        zh="第 {line} 行第 {column} 列：“{sign}”是 {code}，JSON 不认识这个字符",
    ),
    "hint.json_full_width": Text(
        en="write {plain} for {found}, in plain characters",
        zh="请用半角字符，把 {found} 写成 {plain}",
    ),
    "error.json_comment": Text(
        en="line {line}, column {column}: JSON has no comments",
        zh="第 {line} 行第 {column} 列：JSON 不能有注释",
    ),
    "hint.json_comment": Text(
        en='delete it, or put what it says into "title"',
        zh='请删除注释，或把内容写进 "title"',
    ),
    "error.json_end": Text(
        en="the text ends before '{bracket}' of line {opened} is closed",
        zh="第 {opened} 行的“{bracket}”还没有闭合，文件就结束了",
    ),
    "error.json_extra": Text(
        en="line {line}, column {column}: something stands after the end: {found}",
        zh="第 {line} 行第 {column} 列：结尾之后还有内容：{found}",
    ),
    "hint.json_extra": Text(
        en="a file holds one object or one array",
        zh="一个文件只能有一个对象或一个数组",
    ),
    "error.json_invalid": Text(
        en="line {line}, column {column}: this is not JSON",
        zh="第 {line} 行第 {column} 列：这不是 JSON",
    ),
    "error.json_too_deep": Text(
        en="brackets stand within each other too deep to be read",
        zh="括号嵌套太深，无法读取",
    ),
    "hint.json_too_deep": Text(
        en="a vector needs one pair of brackets, a matrix two",
        zh="向量用一层括号，矩阵用两层",
    ),
}
