"""What is said of formats, files that are written, and scripts."""

from addnorm_cli.messages import Text

TEXTS = {
    "error.missing_extra": Text(
        en="this needs the library {library}, which is not installed",
        zh="这需要 {library} 库，但尚未安装",
    ),
    "hint.missing_extra": Text(en="{command}", zh="{command}"),
    "error.no_chinese_font": Text(
        en="there is Chinese in this document, and no font on this machine has its letters",
        zh="文档中有中文，但这台机器上没有中文字体",
    ),
    "hint.no_chinese_font": Text(
        en="install one (Debian and Ubuntu: apt install fonts-noto-cjk; macOS: brew install --cask"
        " font-noto-serif-cjk-sc), or write HTML: -o page.html",
        zh="请安装中文字体（Debian 和 Ubuntu：apt install fonts-noto-cjk；macOS：brew install"
        " --cask font-noto-serif-cjk-sc），或写成 HTML：-o page.html",
    ),
    "notice.chinese_font": Text(
        en="the Chinese in the PDF is set in {font}",
        zh="PDF 中的中文使用字体 {font}",
    ),
    "error.formats_clash": Text(en="these ask for different formats", zh="这些选项要求不同的格式"),
    "hint.formats_clash": Text(en="keep one of them", zh="只保留其中一个"),
    "error.unknown_ending": Text(
        en="the ending '{ending}' does not name a format",
        zh="扩展名“{ending}”不对应任何格式",
    ),
    "hint.unknown_ending": Text(
        en="use one of {choices}, or say which with --format",
        zh="可用 {choices}，或用 --format 指定",
    ),
    "error.output_is_input": Text(
        en="the answer would take the place of its own input",
        zh="答案会覆盖它自己的输入文件",
    ),
    "hint.output_is_input": Text(en="name another file to write to", zh="请换一个要写入的文件名"),
    "error.write_protected": Text(en="the file may not be written to", zh="没有写入该文件的权限"),
    "hint.write_protected": Text(
        en="change its permissions, or name another file to write to",
        zh="请修改权限，或换一个要写入的文件名",
    ),
    "error.format_for_files": Text(en="{format} is written to a file", zh="{format} 只能写入文件"),
    "hint.format_for_files": Text(en="-o answer{ending} writes it", zh="请用 -o answer{ending}"),
    "error.output_folder": Text(en="this is a folder, not a file", zh="这是文件夹，不是文件"),
    "hint.output_folder": Text(
        en="name a file in it, with an ending that says which format: answer.html",
        zh="请写出其中的文件名，扩展名决定格式，例如 answer.html",
    ),
    "error.problems_ending": Text(
        en="problems are written to a {ending} file",
        zh="题目只能写入 {ending} 文件",
    ),
    "hint.problems_ending": Text(
        en="--problems problems{ending}, or - for stdout",
        zh="请用 --problems problems{ending}，或用 - 写到标准输出",
    ),
    "error.answers_ending": Text(
        en="the table of answers is written to a {ending} file",
        zh="答案表只能写入 {ending} 文件",
    ),
    "hint.answers_ending": Text(
        en="--answers answers{ending}, or - for stdout",
        zh="请用 --answers answers{ending}，或用 - 写到标准输出",
    ),
    "error.too_much_page": Text(
        en="a page of {found} numbers a step would be too long, at most {most} are shown at once",
        zh="每步 {found} 个数，页面太长，一次最多显示 {most} 个",
    ),
    "hint.too_much_page": Text(
        en="choose some with --row i and --cols a:b, or take them all with --json or -o result.npy",
        zh="用 --row i 和 --cols a:b 选取一部分，或用 --json、-o result.npy 得到全部",
    ),
    "error.too_much_text": Text(
        en="the steps have {found} numbers, at most {most} are written as text",
        zh="各步骤共有 {found} 个数，最多以文本写出 {most} 个",
    ),
    "hint.too_much_text": Text(
        en="name a step with --only, or take the result alone with -o result.npy",
        zh="用 --only 指定步骤，或用 -o result.npy 只取结果",
    ),
    "error.npy_shapes": Text(
        en="the results have different shapes, and one .npy holds one array",
        zh="各结果形状不同，而一个 .npy 只能存一个数组",
    ),
    "error.npy_nothing": Text(
        en="there is no result to write: norms were compared without numbers",
        zh="没有结果可写：这里只比较了归一化的性质，没有数",
    ),
    "hint.npy_nothing": Text(
        en="give the command a matrix, or write .json",
        zh="请给出矩阵，或改写 .json",
    ),
    "hint.npy_shapes": Text(
        en="write .json, or one case at a time",
        zh="改写 .json，或每次只算一种情形",
    ),
    "error.cannot_write": Text(en="cannot write there: {reason}", zh="无法写入：{reason}"),
    "hint.cannot_write": Text(
        en="check that the folder exists, may be written to and is not full",
        zh="请确认文件夹存在、可写且磁盘未满",
    ),
    "error.not_a_page": Text(
        en="{option} is for pages that a person reads, and {format} is not one",
        zh="{option} 只用于给人阅读的页面，而 {format} 不是",
    ),
    "hint.not_a_page": Text(en="the pages are {choices}", zh="可用的页面格式有 {choices}"),
    "error.no_pages": Text(
        en="{format} has no pages of paper",
        zh="{format} 没有纸张页面",
    ),
    "hint.no_pages": Text(
        en="leave out --paper, or write one of {choices}",
        zh="请去掉 --paper，或写成 {choices} 之一",
    ),
    "error.no_script": Text(en="there is no script for {command}", zh="{command} 没有对应的代码"),
    "hint.no_script": Text(
        en="scripts are written for {choices}; --json has every number of the others",
        zh="可以生成代码的命令有 {choices}；其他命令的全部数值可用 --json 得到",
    ),
    "error.script_rounded": Text(
        en="these numbers were rounded when they were read, and a script needs them as they are",
        zh="这些数在读入时已被舍入，而代码需要原来的数",
    ),
    "hint.script_rounded": Text(en="leave out --dtype", zh="请去掉 --dtype"),
    "error.script_too_long": Text(
        en="a script would have more than {most} numbers in it",
        zh="代码中的数会超过 {most} 个",
    ),
    "hint.script_too_long": Text(
        en="scripts are for problems of a few numbers; --json has every number of the others",
        zh="代码只用于数不多的题目；其他情况的全部数值可用 --json 得到",
    ),
    "error.document_failed": Text(
        en="the document could not be made: {reason}",
        zh="无法生成文档：{reason}",
    ),
    "hint.document_failed": Text(
        en="-o with .html, .md or .tex writes the same page without further programs",
        zh="用 -o 写成 .html、.md 或 .tex 可得到同样的页面，且不需要其他程序",
    ),
    "error.document_long": Text(
        en="the document would have {found} characters, and at most {most} are set in one",
        zh="文档将有 {found} 个字符，一份文档最多排 {most} 个",
    ),
    "hint.document_long": Text(
        en="-o with .html, .md or .tex writes it whole; else give the problems in parts, or choose"
        " with --row, --cols and --only",
        zh="用 -o 写成 .html、.md 或 .tex 可完整写出；否则请把题目分成几份，"
        "或用 --row、--cols、--only 选取",
    ),
    "code.exact": Text(
        en="The numbers below are the exact ones (float64); the page rounds every step.",
        zh="下面是精确值（float64）；页面上每一步都做了舍入。",
    ),
    "code.still": Text(
        en="exact for a row of equal components",
        zh="各分量相等的一行也能得到精确值",
    ),
    "code.stored_out_in": Text(en="W is stored as (out, in)", zh="W 按（输出, 输入）存放"),
}
