"""What is said of arguments: vectors, labels, stdin, and names to choose from."""

from addnorm_cli.messages import Text

TEXTS = {
    "error.missing_number": Text(en="a number is missing here", zh="这里缺一个数"),
    "hint.missing_number": Text(
        en='commas stand between numbers; a vector with blanks needs quotes: "0.8, 0.4"',
        zh='逗号写在数与数之间；含空格的向量要加引号："0.8, 0.4"',
    ),
    "error.decimal_comma": Text(
        en="'{found}' looks like one number with a decimal comma",
        zh="“{found}”像是用逗号作小数点的一个数",
    ),
    "hint.decimal_comma": Text(
        en="write the decimals with a point, as in 0.8; rows of whole numbers without blanks, as"
        " in 0,1;1,0",
        zh="小数请用点，例如 0.8；整数矩阵的行之间不要留空格，例如 0,1;1,0",
    ),
    "error.elided": Text(
        en="the array was cut when it was printed: numbers are missing at the dots",
        zh="数组在打印时被省略了：省略号处缺少数字",
    ),
    "hint.elided": Text(
        en="print it whole, numpy.set_printoptions(threshold=10**9), or save it,"
        " numpy.save('x.npy', x), and give the file",
        zh="请完整打印：numpy.set_printoptions(threshold=10**9)，或存成文件再给出："
        "numpy.save('x.npy', x)",
    ),
    "error.drawn_table": Text(
        en="this is a table drawn for people, and its digits may be rounded",
        zh="这是画给人看的表格，其中的数字可能已经舍入",
    ),
    "hint.drawn_table": Text(
        en="let the command before the pipe write data: add --json to it, or -q",
        zh="请让管道前的命令输出数据：加上 --json 或 -q",
    ),
    "error.number_or_file": Text(
        en="'{found}' is a number, and also the name of a file here",
        zh="“{found}”是一个数，也是这里一个文件的名字",
    ),
    "hint.number_or_file": Text(
        en='a shell turns [1,2] without quotes into such a name: write "[1,2]", and for the number'
        ' alone "[{found}]"',
        zh='没有引号的 [1,2] 会被 shell 换成这样的文件名：请写成 "[1,2]"；'
        '若只要这个数，请写 "[{found}]"',
    ),
    "error.bare_numbers": Text(
        en="{count} numbers stand apart, where vectors are wanted: x, and what is added to it",
        zh="这里有 {count} 个分开的数，而需要的是向量：x 和与它相加的子层输出",
    ),
    "hint.bare_numbers": Text(
        en="put commas between the numbers of a vector, and a blank between vectors:"
        " addnorm {command} {example}",
        zh="同一向量的数之间用逗号，向量之间用空格：addnorm {command} {example}",
    ),
    "error.too_many_cases": Text(
        en="{found} vectors have labels, and at most {most} can be worked side by side",
        zh="带标签的向量有 {found} 个，一次最多能计算 {most} 个",
    ),
    "hint.too_many_cases": Text(
        en="without labels they are the rows of one matrix; or give each problem a file of its own",
        zh="去掉标签后，它们就是同一矩阵的各行；也可以把每道题各存一个文件",
    ),
    "error.too_many_problems": Text(
        en="there are {found} problems, and at most {most} can be worked at once",
        zh="题目有 {found} 道，一次最多能计算 {most} 道",
    ),
    "hint.too_many_problems": Text(
        en="give them in parts, one after the other",
        zh="请分成几份，逐份计算",
    ),
    "error.too_many_answers": Text(
        en="there are {found} problems or answers, and at most {most} are marked at once",
        zh="题目或答案有 {found} 个，一次最多批改 {most} 个",
    ),
    "hint.too_many_answers": Text(
        en="mark the class in parts, or line by line: addnorm homework grade problems.json"
        " --jsonl < answers.jsonl",
        zh="请分批批改，或逐行批改：addnorm homework grade problems.json --jsonl < answers.jsonl",
    ),
    "error.unprintable": Text(
        en="the invisible character {code} cannot stand here",
        zh="这里不能有不可见字符 {code}",
    ),
    "hint.unprintable": Text(
        en="delete it and type the place again",
        zh="请删除它，并重新输入这一处",
    ),
    "error.unclosed_bracket": Text(
        en="this bracket is never closed: '{missing}' is missing",
        zh="括号没有闭合：缺少“{missing}”",
    ),
    "hint.unclosed_bracket": Text(
        en='a vector with blanks needs quotes: "[0.8, 0.4]"',
        zh='含空格的向量要加引号："[0.8, 0.4]"',
    ),
    "error.unopened_bracket": Text(en="'{found}' closes nothing", zh="“{found}”没有对应的左括号"),
    "hint.unopened_bracket": Text(
        en='a vector with blanks needs quotes: "[0.8, 0.4]"',
        zh='含空格的向量要加引号："[0.8, 0.4]"',
    ),
    "error.wrong_bracket": Text(
        en="'{found}' stands where '{expected}' must close",
        zh="此处应以“{expected}”闭合，却写成了“{found}”",
    ),
    "error.too_many_brackets": Text(
        en="more than {most} brackets stand within each other",
        zh="括号嵌套超过了 {most} 层",
    ),
    "hint.too_many_brackets": Text(
        en="a vector needs one pair of brackets, a matrix two",
        zh="向量用一层括号，矩阵用两层",
    ),
    "error.neither_vector_nor_file": Text(
        en="'{found}' is neither a vector nor a file",
        zh="“{found}”既不是向量，也不是文件",
    ),
    "hint.neither_vector_nor_file": Text(
        en='a vector looks like "0.8, 0.4, 0.6, -0.1"; files end in .json, .npy, .npz,'
        " .safetensors, .csv, .tsv or .txt",
        zh='向量的写法如 "0.8, 0.4, 0.6, -0.1"；文件以 .json、.npy、.npz、.safetensors、'
        ".csv、.tsv 或 .txt 结尾",
    ),
    "error.empty_label": Text(en="the label before '=' is empty", zh="“=”前面的标签是空的"),
    "hint.empty_label": Text(en="a label is a name: A=0.8,0.4", zh="标签是一个名字：A=0.8,0.4"),
    "error.label_refused": Text(
        en="there is nothing to tell apart here, so '{label}' cannot be a label",
        zh="这里无需区分，不能使用标签“{label}”",
    ),
    "hint.label_refused": Text(en="leave out '{label}='", zh="请去掉“{label}=”"),
    "error.labels_mixed": Text(
        en="some of the vectors have a label, such as '{label}', and some have none",
        zh="有的向量带标签（例如“{label}”），有的没有",
    ),
    "hint.labels_mixed": Text(
        en='label all of them or none; a vector with blanks needs quotes: A="0.8, 0.4"',
        zh='要么全部加标签，要么都不加；含空格的向量要加引号：A="0.8, 0.4"',
    ),
    "error.label_twice": Text(
        en="the label '{label}' is there twice",
        zh="标签“{label}”出现了两次",
    ),
    "hint.label_twice": Text(
        en="give each case a name of its own",
        zh="请给每种情形一个不同的名字",
    ),
    "error.labels_unmatched": Text(
        en="x is given for {x}, the sublayer for {sublayer}",
        zh="x 的标签是 {x}，子层的标签是 {sublayer}",
    ),
    "hint.labels_unmatched": Text(
        en="give both the same labels, or one sublayer without a label for all of them",
        zh="请让两者的标签一致，或只给一个不带标签的子层，加到每个 x 上",
    ),
    "error.stdin_twice": Text(en="'-' stands for stdin twice", zh="“-”（标准输入）出现了两次"),
    "hint.stdin_twice": Text(
        en="stdin can be read once: put the other vector into a file",
        zh="标准输入只能读一次：请把另一个向量存入文件",
    ),
    "error.empty_stdin": Text(en="nothing came in on stdin", zh="标准输入没有任何内容"),
    "hint.empty_stdin": Text(
        en="did the command before the pipe end with an error?",
        zh="管道前面的命令是否出错了？",
    ),
    "error.document_for_vector": Text(
        en="this is a whole problem, and one vector is wanted here",
        zh="这是一整道题目，而这里只需要一个向量",
    ),
    "hint.document_for_vector": Text(
        en="name an entry of the file after a colon, such as :{entry}",
        zh="请在文件名后用冒号指明条目，例如 :{entry}",
    ),
    "error.same_shape": Text(
        en="{first} and {second} have the same shape {shape}, and are not put under each other",
        zh="{first} 与 {second} 的形状都是 {shape}，不会叠成一个矩阵",
    ),
    "hint.same_shape": Text(
        en="to hold one against the other: {first} --expect {second}; the rows of one matrix"
        " belong in one file",
        zh="要对照两者：{first} --expect {second}；同一矩阵的各行应放在一个文件中",
    ),
    "error.missing_x": Text(en="there is nothing to work on", zh="没有给出要计算的内容"),
    "hint.missing_x": Text(
        en="give a vector, a file, or - for stdin: addnorm {command} problem.json",
        zh="请给出向量、文件，或用 - 表示标准输入：addnorm {command} problem.json",
    ),
    "error.missing_sublayer": Text(
        en="there is an x, but no sublayer to add to it",
        zh="给出了 x，但没有要与它相加的子层",
    ),
    "hint.missing_sublayer": Text(
        en="give its output after x, or its --weight, or a file with both",
        zh="请在 x 之后给出子层的输出，或用 --weight 给出权重，或用含两者的文件",
    ),
    "error.unknown_choice": Text(
        en="'{found}' is none of {choices}",
        zh="“{found}”不在可选项 {choices} 之中",
    ),
    "error.misspelt_choice": Text(
        en="'{found}' is none of {choices}",
        zh="“{found}”不在可选项 {choices} 之中",
    ),
    "hint.misspelt_choice": Text(en="did you mean '{near}'?", zh="是不是想用“{near}”？"),
}
