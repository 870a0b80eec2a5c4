"""Every sentence that a person reads, in English and Chinese side by side."""

from typing import Literal

Language = Literal["en", "zh"]
LANGUAGES: tuple[Language, ...] = ("en", "zh")

INPUT_ERRORS: dict[str, tuple[str, str]] = {
    # Numbers and arrays.
    "error.not_a_number": ("'{found}' is not a number", "“{found}”不是数"),
    "hint.not_a_number": (
        "numbers look like 0.8, -.5, 1e-5 or 1/3, with commas or blanks between them",
        "数的写法如 0.8、-.5、1e-5 或 1/3，数与数之间用逗号或空格隔开",
    ),
    "error.number_not_finite": ("'{found}' is not a finite number", "“{found}”不是有限的数"),
    "hint.number_not_finite": (
        "every step would be NaN or infinite: replace it by a number, or find out where it arose",
        "这样每一步都会得到 NaN 或无穷大：请换成一个数，或先查明它从何而来",
    ),
    "error.too_large": ("{found} is too large for float64", "{found} 超出了 float64 的范围"),
    "hint.too_large": ("float64 ends at about 1.8e308", "float64 最大约为 1.8e308"),
    "error.too_small": (
        "{found} is not zero, but smaller than float64 can hold",
        "{found} 不是零，但小到 float64 无法表示",
    ),
    "hint.too_small": (
        "the smallest number is about 5e-324: write 0, or scale the numbers up",
        "float64 能表示的最小正数约为 5e-324：请写 0，或把这些数放大",
    ),
    "error.zero_division": ("{found} divides by zero", "{found} 的分母为零"),
    "error.empty": ("there are no numbers here", "这里没有任何数"),
    "hint.empty": (
        'a vector looks like "0.8, 0.4, 0.6, -0.1"',
        '向量的写法如 "0.8, 0.4, 0.6, -0.1"',
    ),
    "error.ragged": (
        "row {row} has {found} numbers, row 1 has {expected}",
        "第 {row} 行有 {found} 个数，第 1 行有 {expected} 个",
    ),
    "hint.ragged": (
        "every row of a matrix needs the same number of components",
        "矩阵的每一行要有同样多的分量",
    ),
    "error.ragged_blocks": (
        "block {row} has shape {found}, block 1 has {expected}",
        "第 {row} 块的形状是 {found}，第 1 块是 {expected}",
    ),
    "hint.ragged_blocks": (
        "all blocks of an array need the same shape",
        "数组的每一块要有同样的形状",
    ),
    "error.ragged_arguments": (
        "the vectors differ in length: {expected} in the first one, {found} in this one",
        "各向量长度不同：第一个有 {expected} 个数，这一个有 {found} 个",
    ),
    "hint.ragged_arguments": (
        "several vectors are the rows of one matrix; for separate cases give them labels: A=… B=…;"
        ' a vector with blanks needs quotes: "0.8, 0.4"',
        "多个向量会当作同一矩阵的各行；若要分别计算，请加标签：A=… B=…；"
        '含空格的向量要加引号："0.8, 0.4"',
    ),
    "error.deep_row": (
        "an array of shape {shape} cannot be a row of a matrix",
        "形状为 {shape} 的数组不能当作矩阵的行",
    ),
    "hint.deep_row": (
        "give it alone, or give each array a label: A=… B=…",
        "请单独给出它，或给每个数组加标签：A=… B=…",
    ),
    "error.mixed": (
        "a number and a list stand side by side",
        "数与列表混在了同一层",
    ),
    "hint.mixed": (
        "a matrix is a list of rows: [[1, 2], [3, 4]]",
        "矩阵是由行组成的列表：[[1, 2], [3, 4]]",
    ),
    "error.too_many_dimensions": (
        "an array here has at most {most} dimensions",
        "数组最多只能有 {most} 维",
    ),
    "error.dtype_refused": (
        "the array holds {dtype}, not real numbers",
        "数组的类型是 {dtype}，不是实数",
    ),
    "hint.dtype_refused": (
        "convert it first: x.astype('float64')",
        "请先转换：x.astype('float64')",
    ),
    # Vectors that are typed or pasted.
    "error.missing_number": ("a number is missing here", "这里缺一个数"),
    "hint.missing_number": (
        'commas stand between numbers; a vector with blanks needs quotes: "0.8, 0.4"',
        '逗号写在数与数之间；含空格的向量要加引号："0.8, 0.4"',
    ),
    "error.decimal_comma": (
        "'{found}' looks like one number with a decimal comma",
        "“{found}”像是用逗号作小数点的一个数",
    ),
    "hint.decimal_comma": (
        "write the decimals with a point, as in 0.8; rows of whole numbers without blanks, as in"
        " 0,1;1,0",
        "小数请用点，例如 0.8；整数矩阵的行之间不要留空格，例如 0,1;1,0",
    ),
    "error.elided": (
        "the array was cut when it was printed: numbers are missing at the dots",
        "数组在打印时被省略了：省略号处缺少数字",
    ),
    "hint.elided": (
        "print it whole, numpy.set_printoptions(threshold=10**9), or save it,"
        " numpy.save('x.npy', x), and give the file",
        "请完整打印：numpy.set_printoptions(threshold=10**9)，或存成文件再给出："
        "numpy.save('x.npy', x)",
    ),
    "error.unprintable": (
        "the invisible character {code} cannot stand here",
        "这里不能有不可见字符 {code}",
    ),
    "hint.unprintable": ("delete it and type the place again", "请删除它，并重新输入这一处"),
    "error.unclosed_bracket": (
        "this bracket is never closed: '{missing}' is missing",
        "括号没有闭合：缺少“{missing}”",
    ),
    "hint.unclosed_bracket": (
        'a vector with blanks needs quotes: "[0.8, 0.4]"',
        '含空格的向量要加引号："[0.8, 0.4]"',
    ),
    "error.unopened_bracket": ("'{found}' closes nothing", "“{found}”没有对应的左括号"),
    "hint.unopened_bracket": (
        'a vector with blanks needs quotes: "[0.8, 0.4]"',
        '含空格的向量要加引号："[0.8, 0.4]"',
    ),
    "error.wrong_bracket": (
        "'{found}' stands where '{expected}' must close",
        "此处应以“{expected}”闭合，却写成了“{found}”",
    ),
    "error.too_many_brackets": (
        "more than {most} brackets stand within each other",
        "括号嵌套超过了 {most} 层",
    ),
    "hint.too_many_brackets": (
        "a vector needs one pair of brackets, a matrix two",
        "向量用一层括号，矩阵用两层",
    ),
    # Arguments, labels and stdin.
    "error.neither_vector_nor_file": (
        "'{found}' is neither a vector nor a file",
        "“{found}”既不是向量，也不是文件",
    ),
    "hint.neither_vector_nor_file": (
        'a vector looks like "0.8, 0.4, 0.6, -0.1"; files end in .json, .npy, .npz or .csv',
        '向量的写法如 "0.8, 0.4, 0.6, -0.1"；文件以 .json、.npy、.npz 或 .csv 结尾',
    ),
    "error.empty_label": ("the label before '=' is empty", "“=”前面的标签是空的"),
    "hint.empty_label": ("a label is a name: A=0.8,0.4", "标签是一个名字：A=0.8,0.4"),
    "error.label_refused": (
        "there is nothing to tell apart here, so '{label}' cannot be a label",
        "这里无需区分，不能使用标签“{label}”",
    ),
    "hint.label_refused": ("leave out '{label}='", "请去掉“{label}=”"),
    "error.labels_mixed": (
        "some of the vectors have a label, such as '{label}', and some have none",
        "有的向量带标签（例如“{label}”），有的没有",
    ),
    "hint.labels_mixed": (
        'label all of them or none; a vector with blanks needs quotes: A="0.8, 0.4"',
        '要么全部加标签，要么都不加；含空格的向量要加引号：A="0.8, 0.4"',
    ),
    "error.label_twice": ("the label '{label}' is there twice", "标签“{label}”出现了两次"),
    "hint.label_twice": ("give each case a name of its own", "请给每种情形一个不同的名字"),
    "error.labels_unmatched": (
        "x is given for {x}, the sublayer for {sublayer}",
        "x 的标签是 {x}，子层的标签是 {sublayer}",
    ),
    "hint.labels_unmatched": (
        "give both the same labels, or one sublayer without a label for all of them",
        "请让两者的标签一致，或只给一个不带标签的子层，加到每个 x 上",
    ),
    "error.stdin_twice": ("'-' stands for stdin twice", "“-”（标准输入）出现了两次"),
    "hint.stdin_twice": (
        "stdin can be read once: put the other vector into a file",
        "标准输入只能读一次：请把另一个向量存入文件",
    ),
    "error.empty_stdin": ("nothing came in on stdin", "标准输入没有任何内容"),
    "hint.empty_stdin": (
        "did the command before the pipe end with an error?",
        "管道前面的命令是否出错了？",
    ),
    "error.document_for_vector": (
        "this is a whole problem, and one vector is wanted here",
        "这是一整道题目，而这里只需要一个向量",
    ),
    "hint.document_for_vector": (
        "name an entry of the file behind a colon, such as :{entry}",
        "请在文件名后用冒号指明条目，例如 :{entry}",
    ),
    "error.missing_x": ("there is nothing to work on", "没有给出要计算的内容"),
    "hint.missing_x": (
        "give a vector, a file, or - for stdin: addnorm {command} problem.json",
        "请给出向量、文件，或用 - 表示标准输入：addnorm {command} problem.json",
    ),
    "error.missing_sublayer": (
        "there is an x, but no sublayer to add to it",
        "给出了 x，但没有要与它相加的子层",
    ),
    "hint.missing_sublayer": (
        "give its output behind x, or its --weight, or a file with both",
        "请在 x 之后给出子层的输出，或用 --weight 给出权重，或用含两者的文件",
    ),
    # Files.
    "error.missing_file": ("there is no file '{found}'", "没有文件“{found}”"),
    "hint.missing_file": (
        "check the name, and the folder that you are in",
        "请检查文件名以及当前所在的文件夹",
    ),
    "error.misspelt_file": ("there is no file '{found}'", "没有文件“{found}”"),
    "hint.misspelt_file": ("did you mean '{near}'?", "是不是想用“{near}”？"),
    "error.folder": ("this is a folder, not a file", "这是文件夹，不是文件"),
    "hint.folder": ("name a file in it", "请给出其中的某个文件"),
    "error.file_ending": (
        "files of this kind cannot be read",
        "无法读取这种文件",
    ),
    "hint.file_ending": ("the endings known are {choices}", "支持的扩展名有 {choices}"),
    "error.no_permission": ("the file may not be read", "没有读取该文件的权限"),
    "hint.no_permission": ("change its permissions, or copy it", "请修改权限，或复制一份"),
    "error.unreadable": ("the file cannot be read", "无法读取该文件"),
    "error.binary_file": ("this is not text, but binary data", "这不是文本，而是二进制数据"),
    "hint.binary_file": (
        "arrays that NumPy saved are read by their endings, .npy and .npz",
        "NumPy 保存的数组请使用 .npy 或 .npz 扩展名",
    ),
    "error.not_utf8": (
        "line {line} is not UTF-8 text",
        "第 {line} 行不是 UTF-8 文本",
    ),
    "hint.not_utf8": (
        "save the file again with the encoding UTF-8",
        "请用 UTF-8 编码重新保存文件",
    ),
    "error.empty_file": ("the file is empty", "文件是空的"),
    "error.no_entries": (
        "there is no entry '{found}': this is one array",
        "没有条目“{found}”：这里只有一个数组",
    ),
    "hint.no_entries": ("leave out what stands behind the colon", "请去掉冒号后面的部分"),
    "error.which_entry": (
        "there are several arrays: {names}",
        "文件里有多个数组：{names}",
    ),
    "hint.which_entry": (
        "name one behind a colon, such as :{first}",
        "请在冒号后指明一个，例如 :{first}",
    ),
    "error.unknown_entry": ("there is no entry '{found}'", "没有条目“{found}”"),
    "hint.unknown_entry": ("the entries are {choices}", "其中的条目有 {choices}"),
    "error.misspelt_entry": ("there is no entry '{found}'", "没有条目“{found}”"),
    "hint.misspelt_entry": (
        "did you mean '{near}'? The entries are {choices}",
        "是不是想用“{near}”？其中的条目有 {choices}",
    ),
    "error.needs_pickle": (
        "the array holds Python objects, which are never unpickled",
        "数组里是 Python 对象，不会做反序列化（unpickle）",
    ),
    "hint.needs_pickle": (
        "save plain numbers: numpy.save('x.npy', x.astype('float64'))",
        "请保存为普通数值：numpy.save('x.npy', x.astype('float64'))",
    ),
    "error.damaged_array": (
        "this is not an array that NumPy saved, or it is damaged",
        "这不是 NumPy 保存的数组，或文件已损坏",
    ),
    "hint.damaged_array": (
        "save it again with numpy.save or numpy.savez",
        "请用 numpy.save 或 numpy.savez 重新保存",
    ),
    "error.csv_damaged": ("this line is not CSV", "这一行不是合法的 CSV"),
    # JSON.
    "error.json_trailing_comma": (
        "line {line}, column {column}: a comma stands before '{closing}', and nothing follows it",
        "第 {line} 行第 {column} 列：“{closing}”之前多了一个逗号",
    ),
    "hint.json_trailing_comma": ("delete this comma", "请删除这个逗号"),
    "error.json_comma": (
        "line {line}, column {column}: a comma is missing before '{found}'",
        "第 {line} 行第 {column} 列：“{found}”之前缺少逗号",
    ),
    "error.json_colon": (
        "line {line}, column {column}: a colon is missing before '{found}'",
        "第 {line} 行第 {column} 列：“{found}”之前缺少冒号",
    ),
    "error.json_key": (
        "line {line}, column {column}: a key in double quotes must stand here, not {found}",
        "第 {line} 行第 {column} 列：这里应是双引号中的键，而不是 {found}",
    ),
    "hint.json_key": (
        'keys are written "x": with double quotes, also "gamma":',
        '键要写在双引号里，例如 "x":、"gamma":',
    ),
    "error.json_duplicate_key": (
        "line {line}, column {column}: the key '{found}' is there twice",
        "第 {line} 行第 {column} 列：键“{found}”出现了两次",
    ),
    "hint.json_duplicate_key": (
        "keep one of them, since nobody can tell which one counts",
        "只保留一个，否则无法判断以哪个为准",
    ),
    "error.json_number": (
        "line {line}, column {column}: '{found}' is not how JSON writes a number",
        "第 {line} 行第 {column} 列：“{found}”不是 JSON 的数字写法",
    ),
    "hint.json_number": (
        "JSON wants 0.5 for .5, 1.0 for 1., no plus sign and no leading zeros",
        "JSON 要求把 .5 写成 0.5、1. 写成 1.0，不带正号和前导零",
    ),
    "error.json_python": (
        "line {line}, column {column}: {found} is Python, not JSON",
        "第 {line} 行第 {column} 列：{found} 是 Python 的写法，不是 JSON",
    ),
    "hint.json_python": ("JSON writes true, false, null", "JSON 写作 true、false、null"),
    "error.json_value": (
        "line {line}, column {column}: a number or a list must stand here, not '{found}'",
        "第 {line} 行第 {column} 列：这里应是数或列表，而不是“{found}”",
    ),
    "error.json_string": (
        "line {line}, column {column}: the text that begins here does not end properly",
        "第 {line} 行第 {column} 列：从这里开始的文字没有正确结束",
    ),
    "hint.json_string": (
        'text ends with " on the same line; a backslash is written \\\\',
        '文字要在同一行以 " 结束；反斜杠写作 \\\\',
    ),
    "error.json_full_width": (
        "line {line}, column {column}: '{found}' is a full-width sign",
        "第 {line} 行第 {column} 列：“{found}”是全角符号",
    ),
    "hint.json_full_width": (
        'JSON needs the plain signs , : and "',
        'JSON 只能用半角的 , : 和 "',
    ),
    "error.json_comment": (
        "line {line}, column {column}: JSON has no comments",
        "第 {line} 行第 {column} 列：JSON 不能有注释",
    ),
    "hint.json_comment": (
        'delete it, or put what it says into "title"',
        '请删除注释，或把内容写进 "title"',
    ),
    "error.json_end": (
        "the text ends before '{bracket}' of line {opened} is closed",
        "第 {opened} 行的“{bracket}”还没有闭合，文件就结束了",
    ),
    "error.json_extra": (
        "line {line}, column {column}: something stands behind the end: {found}",
        "第 {line} 行第 {column} 列：结尾之后还有内容：{found}",
    ),
    "hint.json_extra": (
        "a file holds one object or one array",
        "一个文件只能有一个对象或一个数组",
    ),
    "error.json_invalid": (
        "line {line}, column {column}: this is not JSON",
        "第 {line} 行第 {column} 列：这不是 JSON",
    ),
    "error.json_too_deep": (
        "brackets stand within each other too deep to be read",
        "括号嵌套太深，无法读取",
    ),
    "hint.json_too_deep": (
        "an array of numbers needs at most four levels",
        "数字数组最多只需要四层",
    ),
    "error.not_a_json_number": (
        "a number must stand here, not {found}",
        "这里应是一个数，而不是 {found}",
    ),
    "error.object_for_numbers": (
        "this is an object with the entries {names}, not an array",
        "这是含有条目 {names} 的对象，不是数组",
    ),
    "error.object_expected": (
        "an object must stand here, not {found}",
        "这里应是一个对象，而不是 {found}",
    ),
    "error.empty_list": ("this list is empty", "这个列表是空的"),
    "hint.empty_list": ("give it at least one entry", "至少给出一项"),
    "error.norm_without_sublayer": (
        "{name} belongs to a sublayer that this layer does not have",
        "{name} 属于这一层没有的子层",
    ),
    "hint.norm_without_sublayer": (
        "norm1 goes with attention, norm2 with ffn",
        "norm1 对应 attention，norm2 对应 ffn",
    ),
    "error.block_trace": (
        "this is the answer of an earlier command, which has no layers",
        "这是先前命令的结果，其中没有层",
    ),
    "hint.block_trace": (
        "put its result into a problem file as x, or work a model on it with --weights",
        "把其中的 result 作为 x 写进题目文件，或用 --weights 指定模型",
    ),
    "notice.fixed_outputs": (
        "the sublayer's output is given, so it is the same whatever goes into it; with --weight it"
        " is worked out from what the norm hands it",
        "子层输出是给定的，不随输入改变；用 --weight 可按归一化后的输入计算子层",
    ),
    "hint.object_expected": (
        'for example {{"convention": "pytorch"}}',
        '例如 {{"convention": "pytorch"}}',
    ),
    "error.text_expected": (
        "text in double quotes must stand here, not {found}",
        "这里应是双引号中的文字，而不是 {found}",
    ),
    "error.missing_key": ("the key '{found}' is missing", "缺少键“{found}”"),
    "error.unknown_key": ("there is no key '{found}'", "没有“{found}”这个键"),
    "hint.unknown_key": ("the keys here are {choices}", "这里可用的键有 {choices}"),
    "error.misspelt_key": ("there is no key '{found}'", "没有“{found}”这个键"),
    "hint.misspelt_key": (
        "did you mean '{near}'? The keys here are {choices}",
        "是不是想用“{near}”？这里可用的键有 {choices}",
    ),
    "error.unknown_schema": (
        "{found} cannot be worked on",
        "无法处理 {found}",
    ),
    "hint.unknown_schema": (
        "a file with a schema must be an answer of addnorm, {expected}",
        "带 schema 的文件必须是 addnorm 的结果，即 {expected}",
    ),
    # The norm and its parameters.
    "error.unknown_choice": (
        "'{found}' is none of {choices}",
        "“{found}”不在可选项 {choices} 之中",
    ),
    "error.misspelt_choice": (
        "'{found}' is none of {choices}",
        "“{found}”不在可选项 {choices} 之中",
    ),
    "hint.misspelt_choice": ("did you mean '{near}'?", "是不是想用“{near}”？"),
    "error.eps_negative": ("ε cannot be negative: {found}", "ε 不能为负：{found}"),
    "hint.eps_negative": (
        "ε keeps the denominator away from 0: take a small positive number such as 1e-6",
        "ε 用来使分母不为 0：请取一个小的正数，例如 1e-6",
    ),
    "error.ddof_value": ("ddof is 0 or 1, not {found}", "ddof 只能是 0 或 1，而不是 {found}"),
    "hint.ddof_value": (
        "0 divides the squares by d, as LayerNorm does; 1 by d - 1",
        "0 表示平方和除以 d（LayerNorm 的做法），1 表示除以 d - 1",
    ),
    "error.ddof_refused": (
        "ddof has no meaning for {norm}, which takes no variance",
        "{norm} 不计算方差，ddof 对它没有意义",
    ),
    "error.ddof_too_large": (
        "ddof = {ddof} leaves nothing to divide by: d = {d}, so d - ddof is not positive",
        "ddof = {ddof} 时没有可用的除数：d = {d}，d - ddof 不是正数",
    ),
    "hint.ddof_too_large": (
        "use --ddof 0, or a vector with more components",
        "请用 --ddof 0，或给出分量更多的向量",
    ),
    "error.axes_value": (
        "axes is a whole number from 1 on, not {found}",
        "axes 应为不小于 1 的整数，而不是 {found}",
    ),
    "error.axes_too_many": (
        "the last {axes} axes cannot be normalised: an array of shape {shape} has only {most}",
        "无法对最后 {axes} 维做归一化：形状为 {shape} 的数组只有 {most} 维",
    ),
    "error.affine_shape": (
        "{name} has shape {found}, and the normalised axes have {expected}",
        "{name} 的形状是 {found}，而归一化的维度是 {expected}",
    ),
    "hint.affine_shape": (
        "give one number for each component, or a single number for all",
        "请为每个分量给出一个数，或只给一个数用于全部分量",
    ),
    "notice.beta_left_out": (
        "{norm} has no β: those of the problem are left out",
        "{norm} 没有 β：题目中的 β 未使用",
    ),
    "error.beta_refused": ("{norm} has no β", "{norm} 没有 β"),
    "hint.beta_refused": (
        "leave β out, or use --norm layernorm",
        "请去掉 β，或使用 --norm layernorm",
    ),
    # The sublayer.
    "error.shapes": (
        "x has shape {x}, the sublayer has {sublayer}",
        "x 的形状是 {x}，子层是 {sublayer}",
    ),
    "hint.shapes": (
        "they are added component by component, so they need the same shape",
        "两者逐分量相加，形状必须相同",
    ),
    "error.weight_shape": (
        "the weight has shape {found}, and with orientation {orientation} it must be {expected}",
        "权重的形状是 {found}，而在 {orientation} 的存放方式下应为 {expected}",
    ),
    "hint.weight_shape": (
        "F(x) is added to x, so W must take {d} numbers and give {d}",
        "F(x) 要与 x 相加，因此 W 的输入和输出都必须是 {d} 个数",
    ),
    "error.bias_shape": (
        "the bias has shape {found}, and it must be {expected}",
        "偏置的形状是 {found}，应为 {expected}",
    ),
    "error.needs_weight": (
        "there is no weight that this could belong to",
        "没有与之对应的权重",
    ),
    "hint.needs_weight": ("give the layer's --weight too", "请同时给出 --weight"),
    "error.weight_and_sublayer": (
        "the sublayer is given twice: its output as an argument, and its weight",
        "子层给了两次：既有作为参数的输出，又有权重",
    ),
    "hint.weight_and_sublayer": ("leave one of them out", "请去掉其中一个"),
    # Random input.
    "error.random_shape": ("'{found}' is not a shape", "“{found}”不是形状"),
    "hint.random_shape": (
        "write --random 8 for a vector, --random 7x8 for seven rows of eight",
        "向量写 --random 8，7 行 8 列写 --random 7x8",
    ),
    "error.random_too_large": (
        "{found} is more than ten million numbers",
        "{found} 超过了一千万个数",
    ),
    "error.seed": (
        "the seed is a whole number from 0 to {most}, not {found}",
        "种子应为 0 到 {most} 的整数，而不是 {found}",
    ),
    "error.needs_random": (
        "this belongs to random input, and --random is missing",
        "它只用于随机输入，但没有给出 --random",
    ),
    "hint.needs_random": ("add --random 7x8, for example", "例如加上 --random 7x8"),
    "error.random_and_x": (
        "the input is given twice: as an argument, and at random",
        "输入给了两次：既有参数，又有随机数",
    ),
    "hint.random_and_x": ("leave one of them out", "请去掉其中一个"),
    # What the Python functions refuse in the words of Python.
    "api.no_step": (
        "no step {step}; the steps are {steps}",
        "没有步骤 {step}；共有这些步骤：{steps}",
    ),
    "api.no_option": (
        "{function}() has no option '{name}'; it has {names}",
        "{function}() 没有选项“{name}”；可用的有：{names}",
    ),
    "api.no_problem": (
        "block() takes a mapping or the path of a file, not {found}",
        "block() 接受映射或文件路径，而不是 {found}",
    ),
    # What is worth saying beside the answer.
    "notice.unused_keys": (
        "{command} does not use these keys of {file}: {keys}",
        "{command} 没有用到 {file} 中的这些键：{keys}",
    ),
    "notice.unused_options": (
        "{command} does not use these options: {options}",
        "{command} 没有用到这些选项：{options}",
    ),
    "notice.unused_norm": (
        "compare-norm --by {by} works by rules of its own and does not use the norm that was asked"
        " for: {norm}",
        "compare-norm --by {by} 各有自己的规则，没有用到所指定的归一化：{norm}",
    ),
    "notice.overridden": (
        "{name} is {used}, as an option asks, and not {stated}, as {file} says",
        "{name} 取选项指定的 {used}，而不是 {file} 中的 {stated}",
    ),
    "notice.overridden_array": (
        "{name} is taken from the options or arguments, and not from {file}",
        "{name} 取自选项或参数，而不是 {file}",
    ),
}

PAGE: dict[str, tuple[str, str]] = {
    "title.residual": ("Residual connection", "残差连接"),
    "title.layernorm": ("Layer normalization", "层归一化"),
    "title.norm": ("Normalization", "归一化"),
    "title.addnorm": ("Add & Norm", "Add & Norm：残差连接与归一化"),
    "formula.residual": ("r = x + Sublayer(x)", "r = x + Sublayer(x)"),
    "formula.layernorm": ("y = {norm}(z)", "y = {norm}(z)"),
    "formula.addnorm": ("y = {norm}(x + Sublayer(x))", "y = {norm}(x + Sublayer(x))"),
    "norm.none": ("", ""),
    "norm.layernorm": ("LayerNorm", "LayerNorm"),
    "norm.rmsnorm": ("RMSNorm", "RMSNorm"),
    "norm.batchnorm": ("BatchNorm", "BatchNorm"),
    "norm.groupnorm": ("GroupNorm", "GroupNorm"),
    "norm.scalenorm": ("ScaleNorm", "ScaleNorm"),
    "norm.dyt": ("DyT", "DyT"),
    "fact.separator": (" · ", " · "),
    "fact.convention": ("convention {convention}", "约定 {convention}"),
    "fact.eps.layernorm.sigma": (
        "ε = {eps} is added to σ: (z - μ) / (σ + ε)",
        "ε = {eps} 加在 σ 上：(z - μ) / (σ + ε)",
    ),
    "fact.eps.layernorm.variance": (
        "ε = {eps} is added under the root: (z - μ) / √(σ² + ε)",
        "ε = {eps} 加在根号内：(z - μ) / √(σ² + ε)",
    ),
    "fact.eps.rmsnorm.sigma": (
        "ε = {eps} is added to the root: z / (rms + ε)",
        "ε = {eps} 加在均方根上：z / (rms + ε)",
    ),
    "fact.eps.rmsnorm.variance": (
        "ε = {eps} is added under the root: z / √(ms + ε)",
        "ε = {eps} 加在根号内：z / √(ms + ε)",
    ),
    "fact.eps.batchnorm": (
        "ε = {eps}, mean and variance of each component over the batch",
        "ε = {eps}，均值与方差按分量、跨批次统计",
    ),
    "fact.eps.groupnorm": (
        "ε = {eps}, groups: {groups}, each normalized by itself",
        "ε = {eps}，分 {groups} 组，各组分别归一化",
    ),
    "fact.eps.scalenorm": (
        "ε = {eps} is added to the length: γ · z / (‖z‖ + ε)",
        "ε = {eps} 加在长度上：γ · z / (‖z‖ + ε)",
    ),
    "fact.eps.dyt": ("y = γ ⊙ tanh(αz) + β, α = {alpha}", "y = γ ⊙ tanh(αz) + β，α = {alpha}"),
    "fact.eps.none": ("no norm: y = z", "没有归一化：y = z"),
    "help.groups": (
        "into how many groups groupnorm parts the components",
        "groupnorm 把分量分成几组",
    ),
    "help.dyt_alpha": ("the α of dyt", "dyt 的 α"),
    "fact.ddof.0": ("ddof = 0 (divide by d)", "ddof = 0（除以 d）"),
    "fact.ddof.1": ("ddof = 1 (divide by d - 1)", "ddof = 1（除以 d - 1）"),
    "fact.axes.last": ("over the last axis", "沿最后一维"),
    "fact.axes.several": ("over the last {axes} axes together", "沿最后 {axes} 维一起"),
    "fact.given": ("given, {shape}", "已给出，{shape}"),
    "fact.unit_offset": ("the gain is 1 + γ", "缩放系数为 1 + γ"),
    "fact.orientation.xW": (
        "h = x W + b, with W ({shape}) stored as (in, out)",
        "h = x W + b，W（{shape}）按（输入, 输出）存放",
    ),
    "fact.orientation.Wx": (
        "h = W x + b, with W ({shape}) stored as (out, in)",
        "h = W x + b，W（{shape}）按（输出, 输入）存放",
    ),
    "arithmetic.float64": (
        "carried in float64; only what is shown is rounded",
        "以 float64 计算，只有显示时才舍入",
    ),
    "arithmetic.machine": (
        "every step is stored in {dtype}; the exact value (float64) stands beside it",
        "每一步都存成 {dtype}，旁边是精确值（float64）",
    ),
    "arithmetic.hand.sheet": (
        "by hand: vectors to {vector} decimals, statistics to {statistic}, {rounding}",
        "手算：向量保留 {vector} 位小数，统计量保留 {statistic} 位，{rounding}",
    ),
    "arithmetic.float64.sheet": (
        "round numbers that do not end to {precision} decimals",
        "除不尽的数保留 {precision} 位小数",
    ),
    "arithmetic.machine.sheet": (
        "every step is stored in {dtype}",
        "每一步都存成 {dtype}",
    ),
    "arithmetic.hand": (
        "by hand: vectors to {vector} decimals, statistics to {statistic}, {rounding};"
        " the exact value stands beside each",
        "手算：向量保留 {vector} 位小数，统计量保留 {statistic} 位，{rounding}；旁边是精确值",
    ),
    "rounding.half-up": ("rounded half up", "四舍五入"),
    "rounding.half-even": ("rounded half to even", "四舍六入五成双"),
    "rounding.truncate": ("truncated", "截断"),
    "heading.row": ("row [{row}]", "第 [{row}] 行"),
    "step.x": ("Input", "输入"),
    "step.sublayer": ("Sublayer output", "子层输出"),
    "step.linear": ("Linear map", "线性变换"),
    "step.activation": ("Activation", "激活函数"),
    "step.residual": ("Residual sum", "残差相加"),
    "step.mean": ("Mean", "均值"),
    "step.deviations": ("Deviations from the mean", "各分量减均值"),
    "step.squares": ("Squares", "平方"),
    "step.variance": ("Variance", "方差"),
    "step.sigma": ("Standard deviation", "标准差"),
    "step.mean_square": ("Mean square", "均方"),
    "step.rms": ("Root mean square", "均方根"),
    "step.denominator": ("Denominator", "分母"),
    "step.normalized": ("Normalized vector", "归一化"),
    "step.scaled": ("Scale by γ", "乘以 γ"),
    "step.output": ("Output", "输出"),
    "note.neutral.scaled": ("γ = 1, so γ ⊙ ẑ = ẑ", "γ = 1，所以 γ ⊙ ẑ = ẑ"),
    "note.neutral.output": ("β = 0, so y = γ ⊙ ẑ", "β = 0，所以 y = γ ⊙ ẑ"),
    "note.more_lines": (
        "the other {count} lines are made the same way; the table below has every value",
        "其余 {count} 行算法相同，数值都在下表中",
    ),
    "note.more_lines.blank": (
        "the other {count} lines are made the same way; their values go into the table below",
        "其余 {count} 行算法相同，数值填入下表",
    ),
    "note.elided_columns": (
        "{hidden_columns} of {columns} columns are not shown: --full, --cols a:b or --json",
        "{columns} 列中有 {hidden_columns} 列未显示：用 --full、--cols a:b 或 --json 查看",
    ),
    "note.elided_rows": (
        "{hidden_rows} of {rows} rows are not shown: --full, --row i or --json",
        "{rows} 行中有 {hidden_rows} 行未显示：用 --full、--row i 或 --json 查看",
    ),
    "note.elided_both": (
        "{hidden_rows} of {rows} rows and {hidden_columns} of {columns} columns are not shown:"
        " --full, --row i, --cols a:b or --json",
        "{rows} 行中有 {hidden_rows} 行、{columns} 列中有 {hidden_columns} 列未显示："
        "用 --full、--row i、--cols a:b 或 --json 查看",
    ),
    "note.z_is_r": ("z = r goes into the norm", "把 z = r 送入归一化"),
    "note.one_row.document": (
        "the line under a formula works the first component of row [{row}]; the tables have all",
        "公式下面的一行演算第 [{row}] 行的第一个分量，其余见各表",
    ),
    "note.one_row": (
        "the line under a formula works the first component of row [{row}];"
        " --row {row} works the whole row, line by line",
        "公式下面的一行演算第 [{row}] 行的第一个分量；用 --row {row} 可逐行演算整行",
    ),
    "aside.exact": ("exact {exact}, drift {drift}", "精确值 {exact}，偏差 {drift}"),
    "row.exact": ("exact", "精确值"),
    "row.drift": ("drift", "偏差"),
    "head.largest_drift": ("largest drift", "最大偏差"),
    "answer": ("Result {case}", "结果 {case}"),
    "answer.only": ("Result", "结果"),
    "answer.all": ("Results", "结果"),
    "check.sum_deviations": ("Σ (z - μ)", "Σ (z - μ)"),
    "check.mean_normalized": ("mean of ẑ", "ẑ 的均值"),
    "check.variance_normalized": ("variance of ẑ", "ẑ 的方差"),
    "check.mean_square_normalized": ("mean square of ẑ", "ẑ 的均方"),
    "check.rounded.zero": (
        " ({expected} but for the rounding)",
        "（若不舍入应为 {expected}）",
    ),
    "check.rounded.other": (
        " (the rounded {spread} and denominator would make it {expected})",
        "（按舍入后的 {spread} 和分母应为 {expected}）",
    ),
    "check.off": (
        " (it should be {expected}: too much was lost on the way)",
        "（应为 {expected}：途中损失了太多精度）",
    ),
    "check.why.layernorm.sigma.0": (
        ", which is (σ / (σ + ε))²: ε keeps it below 1",
        "，即 (σ / (σ + ε))²：因为有 ε，小于 1",
    ),
    "check.why.layernorm.variance.0": (
        ", which is σ² / (σ² + ε): ε keeps it below 1",
        "，即 σ² / (σ² + ε)：因为有 ε，小于 1",
    ),
    "check.why.layernorm.sigma.1": (
        ", which is (d - 1)/d · (σ / (σ + ε))², since σ² was divided by d - 1",
        "，即 (d - 1)/d · (σ / (σ + ε))²，因为 σ² 除以的是 d - 1",
    ),
    "check.why.layernorm.variance.1": (
        ", which is (d - 1)/d · σ² / (σ² + ε), since σ² was divided by d - 1",
        "，即 (d - 1)/d · σ² / (σ² + ε)，因为 σ² 除以的是 d - 1",
    ),
    "check.why.rmsnorm.sigma.0": (
        ", which is (rms / (rms + ε))²: ε keeps it below 1",
        "，即 (rms / (rms + ε))²：因为有 ε，小于 1",
    ),
    "check.why.rmsnorm.variance.0": (
        ", which is ms / (ms + ε): ε keeps it below 1",
        "，即 ms / (ms + ε)：因为有 ε，小于 1",
    ),
    "notice.batch_of_one": (
        "a batch of one: each value is its own mean, so ẑ = 0 and y = β; BatchNorm needs several"
        " samples to learn anything from one",
        "批大小为 1：每个值就是自己的均值，所以 ẑ = 0，y = β；BatchNorm 需要多个样本",
    ),
    "error.groups_divide": (
        "{groups} groups do not divide {d} components",
        "{groups} 组不能整除 {d} 个分量",
    ),
    "hint.groups_divide": (
        "every group takes the same number of components: choose a divisor of {d}",
        "每组的分量数相同：请选择 {d} 的约数",
    ),
    "error.batch_dimensions": (
        "BatchNorm takes one matrix (samples × d), and this has {dimensions} dimensions",
        "BatchNorm 接受一个矩阵（样本数 × d），而这里有 {dimensions} 维",
    ),
    "error.block_norm": (
        "a block is worked with {choices}, not with {found}",
        "块支持 {choices}，不支持 {found}",
    ),
    "step.length": ("Length", "长度"),
    "step.scaled_input": ("Scale by α", "乘以 α"),
    "step.shifted": ("Shift by β", "加上 β"),
    "notice.of": ("{place}: {text}", "{place}：{text}"),
    "notice.single_component": (
        "d = 1: one number is its own mean, so ẑ = 0 and y = β whatever it is",
        "d = 1：只有一个数时它就是自己的均值，所以 ẑ = 0，y 总等于 β",
    ),
    "notice.still_row.layernorm": (
        "all components are equal: the deviations are exactly 0, so ẑ = 0 and y = β",
        "各分量都相等：偏差恰为 0，所以 ẑ = 0，y = β",
    ),
    "notice.still_row.rmsnorm": (
        "all components are 0, so ẑ = 0 and y = 0",
        "各分量都是 0，所以 ẑ = 0，y = 0",
    ),
    "notice.deviations_lost": (
        "every deviation was rounded to 0, so ẑ = 0; more decimals (--hand) would keep them",
        "所有偏差都舍入成了 0，所以 ẑ = 0；增加小数位数（--hand）可以保留它们",
    ),
    "notice.squares_lost.machine": (
        "{count} squares are too small for {dtype} and became 0; the variance misses them",
        "有 {count} 个平方小到 {dtype} 无法表示而变成 0，方差里缺了它们",
    ),
    "notice.squares_lost.hand": (
        "{count} squares were rounded to 0; more decimals (--hand) would keep them",
        "有 {count} 个平方舍入成了 0；增加小数位数（--hand）可以保留它们",
    ),
    "notice.visible_eps": (
        "ε makes up {share} of the denominator, enough to be seen in the result",
        "ε 占分母的 {share}，足以在结果中看出来",
    ),
}

SPEECH: dict[str, tuple[str, str]] = {
    "error": ("error", "错误"),
    "place.argument": ("argument {number}", "第 {number} 个参数"),
    "place.arguments": ("the arguments", "各参数"),
    "place.stdin": ("stdin", "标准输入"),
    "error.where": ("in {place}", "位置：{place}"),
    "hint": ("hint", "提示"),
    "pause": ("-- Enter for the next step, Ctrl-D to stop --", "-- 回车看下一步，Ctrl-D 结束 --"),
    "section.norm": ("Normalization", "归一化"),
    "help.section.usage": ("Usage", "用法"),
    "help.section.commands": ("Commands", "命令"),
    "help.section.arguments": ("Arguments", "参数"),
    "help.section.options": ("Options", "选项"),
    "help.footer": (
        "A vector is written 0.8,0.4,0.6,-0.1 or [0.8 0.4 0.6 -0.1]; a file or - for stdin will"
        " do as well. `addnorm COMMAND --help` says more.",
        "向量写作 0.8,0.4,0.6,-0.1 或 [0.8 0.4 0.6 -0.1]，也可以给文件名，或用 - 表示标准输入。"
        " 用 `addnorm 命令 --help` 查看详情。",
    ),
    "help.command.main": (
        "Pencil and paper for the Add & Norm of a Transformer: works residual connections and"
        " LayerNorm the way it is done by hand, and shows every number on the way.",
        "Transformer 中 Add & Norm 的纸和笔：像手算一样演算残差连接和层归一化，"
        "写出每一个中间数值。",
    ),
    "help.short.residual": ("x + Sublayer(x)", "x + Sublayer(x)"),
    "help.short.layernorm": ("every step of LayerNorm or RMSNorm", "LayerNorm 或 RMSNorm 的每一步"),
    "help.short.addnorm": ("LayerNorm(x + Sublayer(x))", "LayerNorm(x + Sublayer(x))"),
    "help.short.samples": ("problems that come with addnorm", "随 addnorm 附带的例题"),
    "help.command.residual": (
        "Add a sublayer's output to its input: x + Sublayer(x).\n"
        "X is a vector, a matrix or a problem file; what follows is the sublayer's output, one"
        " vector for each case. With --weight the sublayer is worked out as well:"
        " F(x) = activation(x W + b).",
        "把子层输出加到输入上：x + Sublayer(x)。\n"
        "X 是向量、矩阵或题目文件；其后是子层输出，每种情形一个向量。"
        "给出 --weight 时连子层一起算：F(x) = activation(x W + b)。",
    ),
    "help.command.layernorm": (
        "Normalize a vector step by step: mean, deviations, squares, variance, σ, ẑ, γ and β.\n"
        "Several vectors are the rows of one matrix; labelled ones (A=1,2,3) are worked as"
        " separate cases.",
        "逐步归一化一个向量：均值、偏差、平方、方差、σ、ẑ、γ 和 β。\n"
        "多个向量是同一矩阵的各行；带标签的向量（A=1,2,3）分别演算。",
    ),
    "help.command.addnorm": (
        "Add a sublayer's output to its input and normalize the sum: LayerNorm(x + Sublayer(x)).\n"
        "X is a vector, a matrix or a problem file; what follows is the sublayer's output, one"
        " vector for each case.",
        "把子层输出加到输入上再归一化：LayerNorm(x + Sublayer(x))。\n"
        "X 是向量、矩阵或题目文件；其后是子层输出，每种情形一个向量。",
    ),
    "help.command.samples": (
        "Problems that come with addnorm, one for each worked example.",
        "随 addnorm 附带的例题，每个例子一道。",
    ),
    "help.command.samples.list": ("Say which samples there are.", "列出所有例题。"),
    "help.command.samples.show": ("Print one sample.", "显示一道例题。"),
    "help.command.samples.copy": (
        "Copy all samples into a folder.",
        "把所有例题复制到一个文件夹。",
    ),
    "help.x": (
        "vectors (0.8,0.4 or A=0.8,0.4), files (bank.json, bank.json:x, rows.csv, h0.npy), or -",
        "向量（0.8,0.4 或 A=0.8,0.4）、文件（bank.json、bank.json:x、rows.csv、h0.npy）或 -",
    ),
    "help.name": ("the name of a sample", "例题的名字"),
    "help.directory": ("the folder to copy into", "要复制到的文件夹"),
    "help.format": (
        "table, plain, json, csv, markdown, latex, html, numpy or pytorch",
        "table、plain、json、csv、markdown、latex、html、numpy 或 pytorch",
    ),
    "help.json": ("short for --format json", "即 --format json"),
    "help.output": (
        "write to a file; its ending names the format"
        " (.txt .json .csv .npy .svg .md .tex .html .docx .pdf .py)",
        "写入文件，格式由扩展名决定（.txt .json .csv .npy .svg .md .tex .html .docx .pdf .py）",
    ),
    "help.quiet": (
        "the result alone, one vector a line, every digit",
        "只输出结果，每行一个向量，保留全部数字",
    ),
    "help.precision": (
        "decimals of rounded numbers (4); what is carried does not change",
        "舍入后显示的小数位数（4），不影响计算",
    ),
    "help.hand": (
        "round each step as by hand: vectors to N decimals, statistics to M (N + 1)",
        "像手算那样每步舍入：向量保留 N 位小数，统计量保留 M 位（N + 1）",
    ),
    "help.rounding": (
        "with --hand: half-up (as people do), half-even or truncate",
        "配合 --hand：half-up（四舍五入）、half-even 或 truncate",
    ),
    "help.dtype": (
        "store each step in float64, float32, float16 or bfloat16",
        "每一步都存成 float64、float32、float16 或 bfloat16",
    ),
    "help.convention": (
        "whose LayerNorm: docs, pytorch, onnx, gpt2, bert, keras, flax, annotated, excel;"
        " or RMSNorm: llama, t5, gemma",
        "采用哪种 LayerNorm：docs、pytorch、onnx、gpt2、bert、keras、flax、annotated、excel；"
        "或 RMSNorm：llama、t5、gemma",
    ),
    "help.norm": (
        "layernorm, rmsnorm, batchnorm, groupnorm, scalenorm, dyt or none",
        "layernorm、rmsnorm、batchnorm、groupnorm、scalenorm、dyt 或 none",
    ),
    "help.eps": ("ε", "ε"),
    "help.eps_at": (
        "where ε stands: sigma for σ + ε, variance for √(σ² + ε)",
        "ε 的位置：sigma 即 σ + ε，variance 即 √(σ² + ε)",
    ),
    "help.ddof": ("divide the squares by d - ddof", "平方和除以 d - ddof"),
    "help.axes": ("normalize over the last N axes together", "对最后 N 维一起归一化"),
    "help.gamma": ("γ: a vector, a file, or one number for all", "γ：向量、文件，或一个通用的数"),
    "help.beta": ("β: a vector, a file, or one number for all", "β：向量、文件，或一个通用的数"),
    "help.only": (
        "show only this step (variance, A.norm.variance); may be repeated",
        "只显示这一步（variance、A.norm.variance），可重复",
    ),
    "help.row": ("work out one row of a matrix, from 0", "只演算矩阵的某一行，从 0 数起"),
    "help.cols": ("show columns A to B - 1", "只显示第 A 到 B - 1 列"),
    "help.full": ("leave nothing out, however large", "无论多大都不省略"),
    "help.pause": ("one step at a time, in a terminal", "在终端里一步一停"),
    "help.lang": ("language: en or zh", "语言：en 或 zh"),
    "help.title": ("a title for the page", "页面标题"),
    "help.random": (
        "instead of X: random numbers of that shape, as numpy.random.seed + randn make them",
        "代替 X：按该形状生成随机数，与 numpy.random.seed + randn 相同",
    ),
    "help.seed": ("the seed of --random (42)", "--random 的种子（42）"),
    "help.scale": ("multiply the numbers of --random", "给 --random 的数乘上倍数"),
    "help.weight": (
        "work the sublayer out: W of F(x) = activation(x W + b)",
        "演算子层：F(x) = activation(x W + b) 中的 W",
    ),
    "help.bias": ("its b", "其中的 b"),
    "help.activation": ("its activation: identity or relu", "其激活函数：identity 或 relu"),
    "help.orientation": (
        "how W is stored: xW for (in, out), Wx for (out, in) as in PyTorch",
        "W 的存放方式：xW 为（输入, 输出），Wx 为（输出, 输入），与 PyTorch 相同",
    ),
    "help.help": ("show this help", "显示本帮助"),
    "help.version": ("show the version", "显示版本"),
    "help.install_completion": ("install completion for this shell", "为当前 shell 安装补全"),
    "help.show_completion": ("print the completion script of this shell", "打印补全脚本"),
    "error.unknown_command": ("there is no command '{value}'", "没有命令“{value}”"),
    "hint.unknown_command": ("the commands are {choices}", "可用的命令有 {choices}"),
    "error.unknown_command_close": ("there is no command '{value}'", "没有命令“{value}”"),
    "hint.unknown_command_close": (
        "did you mean '{close}'? The commands are {choices}",
        "是不是想用“{close}”？可用的命令有 {choices}",
    ),
    "error.no_such_option": ("there is no option {option}", "没有选项 {option}"),
    "hint.no_such_option": (
        "--help lists the options; negative numbers are read as they are",
        "用 --help 查看所有选项；负数可以直接写",
    ),
    "error.no_such_option_close": ("there is no option {option}", "没有选项 {option}"),
    "hint.no_such_option_close": ("did you mean {close}?", "是不是想用 {close}？"),
    "error.option_needs_value": ("{option} needs a value", "{option} 需要一个值"),
    "hint.option_needs_value": ("--help shows what it takes", "用 --help 查看它接受什么"),
    "error.option_takes_no_value": ("{option} takes no value", "{option} 不带值"),
    "hint.option_takes_no_value": ("give it alone", "单独写它即可"),
    "error.missing_argument": ("{name} is missing", "缺少 {name}"),
    "hint.missing_argument": (
        "`{command} --help` says what it is",
        "用 `{command} --help` 查看说明",
    ),
    "error.extra_arguments": (
        "there are more arguments than {command} takes",
        "参数太多，{command} 用不了这么多",
    ),
    "hint.extra_arguments": (
        "`{command} --help` shows how it is used; arguments with blanks need quotes",
        "用 `{command} --help` 查看用法；含空格的参数要加引号",
    ),
    "error.system": ("the system refuses: {reason}", "系统拒绝了操作：{reason}"),
    "error.usage": ("{text}", "{text}"),
    "hint.usage": ("--help shows how the command is used", "用 --help 查看用法"),
    "error.unexpected": (
        "addnorm met something that it was not made for ({kind}: {text})",
        "addnorm 遇到了没有预料到的情况（{kind}：{text}）",
    ),
    "hint.unexpected": (
        "this is a fault of addnorm, please report it with the command that you typed",
        "这是 addnorm 的缺陷，请连同所输入的命令一起反馈",
    ),
    "error.hand_with_dtype": (
        "--hand and --dtype exclude each other",
        "--hand 与 --dtype 不能同时使用",
    ),
    "hint.hand_with_dtype": (
        "numbers are carried either by hand or by a machine: leave one of them out",
        "数字要么手算、要么机算：去掉其中一个",
    ),
    "error.rounding_without_hand": (
        "--rounding says how to round by hand, and --hand is missing",
        "--rounding 指定手算的舍入方式，但没有给出 --hand",
    ),
    "hint.rounding_without_hand": ("add --hand 3, for example", "例如加上 --hand 3"),
    "error.hand_places": ("'{value}' does not say how many decimals", "“{value}”不是小数位数"),
    "hint.hand_places": (
        "--hand N or --hand N,M, with whole numbers from 0 to {most}: --hand 3,4",
        "写 --hand N 或 --hand N,M，取 0 到 {most} 的整数，例如 --hand 3,4",
    ),
    "error.missing_extra": (
        "this needs the library {library}, which is not installed",
        "这需要 {library} 库，但尚未安装",
    ),
    "hint.missing_extra": (
        "pip install 'addnorm-cli[{extra}]'",
        "pip install 'addnorm-cli[{extra}]'",
    ),
    "error.too_large_for_dtype": (
        "a number is too large for {dtype}",
        "有一个数超出了 {dtype} 的范围",
    ),
    "hint.too_large_for_dtype": (
        "float16 ends at 65504, float32 and bfloat16 at about 3.4e38",
        "float16 最大 65504，float32 和 bfloat16 最大约 3.4e38",
    ),
    "error.zero_divisor": (
        "row [{index}]: {divisor} is 0 and ε is 0, and 0/0 is undefined",
        "第 [{index}] 行：{divisor} 为 0 且 ε 为 0，0/0 没有意义",
    ),
    "hint.zero_divisor": (
        "this is what ε is for: leave --eps out, or give a positive one such as 1e-6",
        "ε 正是为此而设：去掉 --eps，或取一个正数，例如 1e-6",
    ),
    "error.not_finite": (
        "row [{index}]: step '{step}' comes to a number too large for {arithmetic}",
        "第 [{index}] 行：步骤“{step}”的结果超出了 {arithmetic} 的范围",
    ),
    "hint.not_finite": (
        "scale the input down first, which hardly changes what a norm gives; float16 ends at 65504,"
        " float32 and bfloat16 at about 3.4e38, float64 at about 1.8e308",
        "请先把输入缩小，归一化的结果几乎不变；float16 最大 65504，"
        "float32 和 bfloat16 最大约 3.4e38，float64 最大约 1.8e308",
    ),
    "error.formats_clash": ("these ask for different formats", "这些选项要求不同的格式"),
    "hint.formats_clash": ("keep one of them", "只保留其中一个"),
    "error.unknown_ending": (
        "the ending '{ending}' does not name a format",
        "扩展名“{ending}”不对应任何格式",
    ),
    "hint.unknown_ending": (
        "use one of {choices}, or say which with --format",
        "可用 {choices}，或用 --format 指定",
    ),
    "error.output_is_input": (
        "the answer would take the place of its own input",
        "答案会覆盖它自己的输入文件",
    ),
    "hint.output_is_input": ("give -o another name", "请给 -o 换一个文件名"),
    "error.format_for_files": ("{format} is written to a file", "{format} 只能写入文件"),
    "hint.format_for_files": ("-o answer{ending} writes it", "请用 -o answer{ending}"),
    "error.output_folder": ("this is a folder, not a file", "这是文件夹，不是文件"),
    "hint.output_folder": (
        "name a file in it, with an ending that says which format: answer.html",
        "请写出其中的文件名，扩展名决定格式，例如 answer.html",
    ),
    "error.problems_ending": (
        "problems are written to a {ending} file",
        "题目只能写入 {ending} 文件",
    ),
    "hint.problems_ending": (
        "--problems problems{ending}, or - for stdout",
        "请用 --problems problems{ending}，或用 - 写到标准输出",
    ),
    "error.npy_shapes": (
        "the results have different shapes, and one .npy holds one array",
        "各结果形状不同，而一个 .npy 只能存一个数组",
    ),
    "hint.npy_shapes": ("write .json, or one case at a time", "改写 .json，或每次只算一种情形"),
    "error.cannot_write": ("cannot write there: {reason}", "无法写入：{reason}"),
    "hint.cannot_write": (
        "check that the folder exists, may be written to and is not full",
        "请确认文件夹存在、可写且磁盘未满",
    ),
    "error.precision": (
        "{value} is not a number of decimals from 0 to {most}",
        "{value} 不是 0 到 {most} 之间的小数位数",
    ),
    "error.not_whole": ("'{value}' is not a whole number", "“{value}”不是整数"),
    "error.columns": ("'{value}' does not name columns", "“{value}”不是列的范围"),
    "hint.columns": (
        "write the first column and the one behind the last: --cols 0:4, --cols 764:",
        "写起始列和结束列的后一列，例如 --cols 0:4、--cols 764:",
    ),
    "error.unknown_step": ("there is no step '{value}'", "没有步骤“{value}”"),
    "hint.unknown_step": ("the steps are {choices}", "可用的步骤有 {choices}"),
    "error.no_such_row": ("there is no row {row}", "没有第 {row} 行"),
    "hint.no_such_row": ("rows are counted from 0 to {last}", "行号从 0 到 {last}"),
    "error.no_such_columns": ("{value} names no column", "{value} 不包含任何列"),
    "hint.no_such_columns": ("columns are counted from 0 to {last}", "列号从 0 到 {last}"),
    "error.would_overwrite": (
        "these files are there already: {names}",
        "这些文件已经存在：{names}",
    ),
    "hint.would_overwrite": (
        "choose another folder, or move them away first",
        "请换一个文件夹，或先把它们移走",
    ),
    "sample.bank": (
        "bank by the river and in the street: x + Attention(x), then LayerNorm",
        "河边的 bank 与街上的 bank：x + Attention(x)，再做 LayerNorm",
    ),
    "sample.bank-layernorm": (
        "the LayerNorm of that river bank alone",
        "其中“河边”一句的 LayerNorm",
    ),
    "sample.relu-residual": (
        "a residual connection around F(x) = ReLU(W x + b)",
        "带残差连接的 F(x) = ReLU(W x + b)",
    ),
    "sample.tokens-7x8": ("seven random tokens of eight dimensions", "七个 8 维随机 token"),
    "error.no_such_sample": ("there is no sample '{value}'", "没有例题“{value}”"),
    "hint.no_such_sample": ("the samples are {choices}", "可用的例题有 {choices}"),
}

WEIGHT_ERRORS: dict[str, tuple[str, str]] = {
    # Files of weights.
    "error.weights_pickled": (
        "files of this kind run code when they are opened, and are not read",
        "这种文件打开时会执行代码，因此不读取",
    ),
    "hint.weights_pickled": (
        "write it anew: safetensors.torch.save_file(model.state_dict(), 'model.safetensors')",
        "请另存一份：safetensors.torch.save_file(model.state_dict(), 'model.safetensors')",
    ),
    "error.damaged_weights": (
        "the file of weights is damaged or incomplete",
        "权重文件已损坏或不完整",
    ),
    "hint.damaged_weights": (
        "perhaps the download broke off, or the file is a pointer that stands for a larger one:"
        " fetch it again",
        "可能是下载中断，或者这只是指向大文件的占位文件：请重新下载",
    ),
    "error.weights_quantized": (
        "the tensor is stored as {dtype}, and such weights are quantized",
        "该张量的类型是 {dtype}，属于量化权重",
    ),
    "hint.weights_quantized": (
        "take the model in float32, float16 or bfloat16",
        "请使用 float32、float16 或 bfloat16 的模型",
    ),
    # Which model it is.
    "error.unknown_arch": (
        "these tensors belong to no architecture that is known; the first are {has}",
        "这些张量不属于任何已知架构；前几个是 {has}",
    ),
    "hint.unknown_arch": ("looked for {looked}", "查找过 {looked}"),
    "error.not_that_arch": (
        "there are no {arch} layers here; the first tensors are {has}",
        "这里没有 {arch} 的层；前几个张量是 {has}",
    ),
    "hint.not_that_arch": (
        "looked for {looked}; --arch auto finds out which model it is",
        "查找过 {looked}；--arch auto 会自动识别模型",
    ),
    "error.several_stacks": (
        "the file has several stacks of layers, behind the prefixes {choices}",
        "文件中有多组层，前缀分别是 {choices}",
    ),
    "hint.several_stacks": ('choose one: --prefix "{first}"', '请选择一组：--prefix "{first}"'),
    "error.unknown_prefix": (
        "no layers stand behind the prefix '{found}'",
        "前缀“{found}”后面没有层",
    ),
    "hint.unknown_prefix": ("the prefixes are {choices}", "可用的前缀有 {choices}"),
    "error.missing_tensor": (
        "a tensor is missing: {looked}; the first tensors are {has}",
        "缺少张量 {looked}；文件的前几个张量是 {has}",
    ),
    "hint.missing_tensor": (
        "perhaps it is in another part of the model, or --layers should leave its layer out",
        "它可能在模型的另一个分片中，或者应该用 --layers 避开这一层",
    ),
    "error.missing_tensor_near": (
        "a tensor is missing: {looked}; close ones are {near}",
        "缺少张量 {looked}；相近的有 {near}",
    ),
    "hint.missing_tensor_near": (
        "perhaps it is in another part of the model, or --layers should leave its layer out",
        "它可能在模型的另一个分片中，或者应该用 --layers 避开这一层",
    ),
    "error.unread_tensors": (
        "the layer has tensors that {arch} knows nothing of: {names}",
        "这一层有 {arch} 所没有的张量：{names}",
    ),
    "hint.unread_tensors": (
        "this model does more than {arch} does, so its numbers would come out wrong",
        "这个模型的计算比 {arch} 多，照 {arch} 计算会得到错误的数值",
    ),
    "error.model_type": (
        "the tensors are named like those of {arch}, but the model is {found}",
        "张量的名字与 {arch} 相同，但模型是 {found}",
    ),
    "hint.model_type": (
        "--arch {arch} works it as {arch} all the same",
        "用 --arch {arch} 可以仍按 {arch} 计算",
    ),
    "error.setting_refused": (
        "{found} here means a calculation that addnorm does not know",
        "这里的 {found} 意味着一种 addnorm 不支持的计算",
    ),
    "error.rotary_scaling": (
        "the rotary positions are scaled ({found}), which addnorm does not know",
        "旋转位置编码经过缩放（{found}），addnorm 不支持",
    ),
    "hint.rotary_scaling": (
        "--rotary-base works with plain ones; the numbers will differ from the model's",
        "用 --rotary-base 可按普通旋转位置计算，但结果会与模型不同",
    ),
    "error.sliding_window": (
        "a token sees {window} tokens, and there are {length}",
        "每个 token 只能看到 {window} 个 token，而输入有 {length} 个",
    ),
    "hint.sliding_window": (
        "give no more than {window} rows of x",
        "x 请不要超过 {window} 行",
    ),
    # Its layers, sizes and settings.
    "error.layers": ("'{found}' does not name layers", "“{found}”不是层的范围"),
    "hint.layers": (
        "write --layers 0:6, 3, :2 or -1:, counted from 0, the end left out",
        "写成 --layers 0:6、3、:2 或 -1:，从 0 数起，不含结束层",
    ),
    "error.layers_out_of_range": (
        "{found} goes beyond the layers of the model, which has {count}",
        "{found} 超出了范围，模型共有 {count} 层",
    ),
    "hint.layers_out_of_range": (
        "layers are counted from 0 to {last}",
        "层号从 0 到 {last}",
    ),
    "error.no_layers": ("{found} names no layer", "{found} 不包含任何层"),
    "hint.no_layers": (
        "the end is left out: 2:3 is layer 2 alone",
        "不含结束层：2:3 就是第 2 层",
    ),
    "error.x_width": (
        "x is {found} wide, and the model {expected}",
        "x 的宽度是 {found}，而模型的宽度是 {expected}",
    ),
    "hint.x_width": (
        "x is the stream before the first layer that is run, one row for each token",
        "x 是进入所选第一层之前的残差流，每个 token 一行",
    ),
    "error.tensor_shape": (
        "the tensor has the shape {found}, and {expected} is needed",
        "张量的形状是 {found}，应为 {expected}",
    ),
    "hint.tensor_shape": (
        "weights are stored as {order} here: d the stream, q the queries, k the keys,"
        " f the feed-forward",
        "这里的权重按 {order} 存放：d 为残差流，q 为查询，k 为键，f 为前馈层",
    ),
    "error.heads_divide": (
        "{heads} heads do not divide the width {width} of the queries",
        "{heads} 个头不能整除查询的宽度 {width}",
    ),
    "hint.heads_divide": (
        "every head has the same width: check --heads and config.json",
        "每个头的宽度相同：请检查 --heads 和 config.json",
    ),
    "error.kv_heads_divide": (
        "{kv_heads} key and value heads do not divide {heads} query heads",
        "{kv_heads} 个键值头不能整除 {heads} 个查询头",
    ),
    "hint.kv_heads_divide": (
        "every key and value head serves as many query heads: check --heads and --kv-heads",
        "每个键值头对应同样多的查询头：请检查 --heads 和 --kv-heads",
    ),
    "error.head_width": (
        "with {heads} heads one is {head} wide, which does not divide the width {width} of"
        " the keys",
        "分成 {heads} 个头时每个头宽 {head}，不能整除键的宽度 {width}",
    ),
    "hint.head_width": ("check --heads and config.json", "请检查 --heads 和 config.json"),
    "error.no_heads": (
        "nothing says how many heads the model has, and the weights do not show it",
        "不知道模型有几个头，从权重中也看不出来",
    ),
    "hint.no_heads": (
        "give --heads, such as --heads 12, or put the model's config.json beside the weights",
        "请用 --heads 指定，例如 --heads 12，或把模型的 config.json 放在权重旁边",
    ),
    "error.no_placement": (
        "nothing says whether the norms stand before or after the sublayers, and the weights"
        " do not show it",
        "不知道归一化在子层之前还是之后，从权重中也看不出来",
    ),
    "hint.no_placement": (
        "give --placement pre for norm_first=True, --placement post for norm_first=False",
        "norm_first=True 时用 --placement pre，norm_first=False 时用 --placement post",
    ),
    "error.no_rotary_base": (
        "nothing says the base of the rotary positions, and the weights do not show it",
        "不知道旋转位置编码的底数，从权重中也看不出来",
    ),
    "hint.no_rotary_base": (
        "give --rotary-base, such as --rotary-base 10000, or put the model's config.json beside"
        " the weights",
        "请用 --rotary-base 指定，例如 --rotary-base 10000，或把模型的 config.json 放在权重旁边",
    ),
    "error.whole_expected": (
        "a whole number from 1 must stand here, not {found}",
        "这里应是不小于 1 的整数，而不是 {found}",
    ),
    "error.rotary_base": (
        "the base of rotary positions is above 0, not {found}",
        "旋转位置编码的底数应大于 0，而不是 {found}",
    ),
    "error.unknown_activation": (
        "{arch} cannot be worked with the activation '{found}'",
        "{arch} 不能使用激活函数“{found}”",
    ),
    "hint.unknown_activation": (
        "the choices are {choices}; --activation wins over config.json",
        "可用的有 {choices}；--activation 优先于 config.json",
    ),
    "error.config_object": (
        "an object must stand here, not {found}",
        "这里应是一个对象，而不是 {found}",
    ),
    "error.config_value": ("{found} has no meaning here", "{found} 在这里没有意义"),
    # What was recognised, and who said it.
    "setting.separator": ("; ", "；"),
    "setting.shown": ("{name} {value} ({origin})", "{name} {value}（{origin}）"),
    "notice.model": (
        "a {arch} model, layers {layers} of {count}: {settings}",
        "{arch} 模型，共 {count} 层中的 {layers}：{settings}",
    ),
    "help.prefix": (
        "what stands before the names of its layers, where a file has several stacks",
        "文件中有多组层时，层名之前的前缀",
    ),
    "help.causal": (
        "a token sees itself and those before it alone",
        "每个 token 只看到自己和之前的",
    ),
    "setting.heads": ("heads", "头数"),
    "setting.kv_heads": ("key and value heads", "键值头数"),
    "setting.eps": ("ε", "ε"),
    "setting.activation": ("activation", "激活函数"),
    "setting.placement": ("placement", "归一化位置"),
    "setting.causal": ("causal mask", "因果掩码"),
    "setting.rotary_base": ("rotary base", "旋转位置底数"),
    "origin.option": ("given by {place}", "由 {place} 指定"),
    "origin.config": ("from {place}", "取自 {place}"),
    "origin.default": ("usual for {place}", "{place} 的常用值"),
    "origin.tensors": ("shown by the shape of {place}", "由 {place} 的形状得出"),
}

BLOCK: dict[str, tuple[str, str]] = {
    "title.block": ("Transformer block", "Transformer 块"),
    "title.updates": ("Residual stream", "残差流"),
    "norm.block_none": ("no norm", "无归一化"),
    "step.q": ("Queries", "查询 q"),
    "step.k": ("Keys", "键 k"),
    "step.v": ("Values", "值 v"),
    "step.q_rotated": ("Queries with rotary positions", "加入旋转位置的 q"),
    "step.k_rotated": ("Keys with rotary positions", "加入旋转位置的 k"),
    "step.scores": ("Scores", "注意力分数"),
    "step.scaled_scores": ("Scores over √d_head", "分数除以 √d_head"),
    "step.masked_scores": ("Causal mask", "因果掩码"),
    "step.weights": ("Attention weights (softmax)", "注意力权重（softmax）"),
    "step.heads": ("Heads", "各头输出"),
    "step.concat": ("Heads side by side", "拼接各头"),
    "step.attention_output": ("Output projection", "输出投影"),
    "step.linear_1": ("First linear map", "第一个线性层"),
    "step.gate": ("Gate", "门控"),
    "step.linear_2": ("Second linear map", "第二个线性层"),
    "step.add1": ("Residual sum 1", "第一次残差相加"),
    "step.add2": ("Residual sum 2", "第二次残差相加"),
    "step.add": ("Update {number}", "第 {number} 次更新"),
    "section.attention": ("self-attention", "自注意力"),
    "section.ffn": ("feed-forward", "前馈网络"),
    "section.norm1": ("norm 1", "归一化 1"),
    "section.norm2": ("norm 2", "归一化 2"),
    "section.norm1_post": ("norm 1, behind the sublayer", "归一化 1（子层之后）"),
    "section.norm2_post": ("norm 2, behind the sublayer", "归一化 2（子层之后）"),
    "section.final_norm": ("final norm", "最终归一化"),
    "section.layer": ("layer {number}", "第 {number} 层"),
    "heading.head": ("head {head}", "第 {head} 头"),
    "fact.placement.post": (
        "placement post: x ← N(x + F(x)), as in the original Transformer and BERT",
        "位置 post：x ← N(x + F(x))，原始 Transformer 与 BERT 的做法",
    ),
    "fact.placement.pre": (
        "placement pre: x ← x + F(N(x)), as in GPT-2 and Llama",
        "位置 pre：x ← x + F(N(x))，GPT-2 与 Llama 的做法",
    ),
    "fact.placement.sandwich": (
        "placement sandwich: x ← x + N₂(F(N₁(x))), as in Gemma 2 and Peri-LN",
        "位置 sandwich：x ← x + N₂(F(N₁(x)))，Gemma 2 与 Peri-LN 的做法",
    ),
    "fact.placement.res-post": (
        "placement res-post: x ← x + N(F(x)), as in OLMo 2 and Swin v2",
        "位置 res-post：x ← x + N(F(x))，OLMo 2 与 Swin v2 的做法",
    ),
    "fact.placement.parallel": (
        "placement parallel: x ← x + A(N(x)) + F(N(x)), as in GPT-J and PaLM",
        "位置 parallel：x ← x + A(N(x)) + F(N(x))，GPT-J 与 PaLM 的做法",
    ),
    "fact.placement.deepnorm": (
        "placement deepnorm: x ← N(αx + F(x)), as in DeepNet; α = {alpha:g}",
        "位置 deepnorm：x ← N(αx + F(x))，DeepNet 的做法；α = {alpha:g}",
    ),
    "fact.no_residual": (
        "residual off: x ← Δ in place of x ← x + Δ",
        "关闭残差：x ← Δ，而不是 x ← x + Δ",
    ),
    "fact.layers": ("layers: {count}", "{count} 层"),
    "fact.heads": ("heads: {heads}", "{heads} 个头"),
    "fact.kv_heads": (
        "heads: {heads}, sharing {kv_heads} of keys and values",
        "{heads} 个头共用 {kv_heads} 个键值头",
    ),
    "fact.causal": (
        "causal: a token sees itself and those before it",
        "因果：每个 token 只看到自己和之前的",
    ),
    "fact.not_causal": ("every token sees every token", "每个 token 都能看到所有 token"),
    "fact.rotary": ("rotary positions, base {base:g}", "旋转位置编码，底数 {base:g}"),
    "fact.activation": ("feed-forward with {activation}", "前馈网络使用 {activation}"),
    "fact.weights.xW": (
        "weights stored as (in, out): x W + b",
        "权重按（输入, 输出）存放：x W + b",
    ),
    "fact.weights.Wx": (
        "weights stored as (out, in): W x + b",
        "权重按（输出, 输入）存放：W x + b",
    ),
    "fact.no_norm": ("no norm", "没有归一化"),
    "check.norms": (
        "norms: {count}; Σ(z - μ) = 0, mean and variance of ẑ as they should be",
        "{count} 次归一化：Σ(z - μ) = 0，ẑ 的均值与方差都符合预期",
    ),
    "check.norms_rms": (
        "norms: {count}; mean square of ẑ as it should be",
        "{count} 次归一化：ẑ 的均方符合预期",
    ),
    "ledger.title": ("Ledger of the residual stream", "残差流账目"),
    "ledger.row": ("Ledger of the residual stream, token [{row}]", "残差流账目，token [{row}]"),
    "ledger.vectors": ("What was added, and the stream after it", "每次加了什么，加完之后的残差流"),
    "ledger.mean.document": ("mean over {rows} tokens", "{rows} 个 token 的平均"),
    "ledger.mean": (
        "mean over {rows} tokens (--row i for one)",
        "{rows} 个 token 的平均（--row i 看单个）",
    ),
    "formula.updates": ("x_N = x₀ + ΣΔ", "x_N = x₀ + ΣΔ"),
    "formula.block": ("a stack of layers around the stream x", "围绕残差流 x 的若干层"),
    "ledger.update": ("update", "更新"),
    "ledger.delta": ("‖Δ‖", "‖Δ‖"),
    "ledger.stream": ("‖x‖", "‖x‖"),
    "ledger.distance": ("‖x - x₀‖", "‖x - x₀‖"),
    "ledger.cosine": ("cos(x, x₀)", "cos(x, x₀)"),
    "ledger.attention": ("layer {layer} attention", "第 {layer} 层注意力"),
    "ledger.ffn": ("layer {layer} FFN", "第 {layer} 层前馈"),
    "ledger.both": ("layer {layer} attention + FFN", "第 {layer} 层注意力 + 前馈"),
    "ledger.proof": (
        "x_N = x₀ + ΣΔ: {start} + {total} {sign} {end}",
        "x_N = x₀ + ΣΔ：{start} + {total} {sign} {end}",
    ),
    "ledger.proof_rows": (
        "x_N = x₀ + ΣΔ holds for all {rows} tokens; the largest difference is {gap}",
        "x_N = x₀ + ΣΔ 对全部 {rows} 个 token 成立，最大差值为 {gap}",
    ),
    "ledger.why_not.post": (
        "x_N = x₀ + ΣΔ is not true here: the norm behind each sum changes x₀ as well",
        "这里 x_N = x₀ + ΣΔ 不成立：每次相加之后的归一化也改变了 x₀",
    ),
    "ledger.why_not.scaled": (
        "x_N = x₀ + ΣΔ is not true here: α and the norm behind each sum change x₀ as well",
        "这里 x_N = x₀ + ΣΔ 不成立：α 和相加之后的归一化也改变了 x₀",
    ),
    "ledger.why_not.no_residual": (
        "x_N = x₀ + ΣΔ is not true here: without the residual each Δ takes the place of x, and x₀"
        " is gone after the first",
        "这里 x_N = x₀ + ΣΔ 不成立：没有残差时每个 Δ 都取代了 x，第一次之后 x₀ 就不在了",
    ),
    "ledger.kept": (
        "measured along x₀, the end holds {share} of it; cos(x, x₀) = {cosine}",
        "沿 x₀ 方向量，末态含有它的 {share}；cos(x, x₀) = {cosine}",
    ),
    "ledger.kept_rows": (
        "measured along its own x₀, a token holds {least} to {most} of it at the end",
        "沿各自的 x₀ 方向量，各 token 的末态含有它的 {least} 到 {most}",
    ),
    "ledger.after.post": ("N(x + Δ)", "N(x + Δ)"),
    "ledger.after.scaled": ("N(αx + Δ)", "N(αx + Δ)"),
    "ledger.after.no_residual": ("= x", "= x"),
    "ledger.no_start": (
        "x₀ is zero and has no direction, so how much of it is left has no meaning",
        "x₀ 为零，没有方向，谈不上还剩多少",
    ),
    "ledger.kept_all": (
        "measured along its own x₀, every token holds {least} of it at the end",
        "沿各自的 x₀ 方向量，每个 token 的末态都含有它的 {least}",
    ),
    "ledger.wrote_most": (
        "{label} wrote most: ‖Δ‖ = {size}, {share} of all that was written",
        "写入最多的是 {label}：‖Δ‖ = {size}，占全部写入的 {share}",
    ),
    "ledger.wrote_most_rows": (
        "{label} wrote most: ‖Δ‖ = {size} on average, {share} of all that was written",
        "写入最多的是 {label}：‖Δ‖ 平均为 {size}，占全部写入的 {share}",
    ),
    "chart.title": (
        "Depth chart: the band is x₀, a bar is ‖x - x₀‖ after the update",
        "深度图：横带是 x₀，柱是更新之后的 ‖x - x₀‖",
    ),
    "chart.title_off": (
        "Depth chart: without the residual x₀ ends at the entrance; a bar is ‖Δ‖ alone",
        "深度图：没有残差，x₀ 在入口处中断；柱只是 ‖Δ‖",
    ),
    "chart.title_norm": (
        "Depth chart: the band is the part of x along x₀, a bar is ‖x - x₀‖ after the update",
        "深度图：横带是 x 在 x₀ 方向上的分量，柱是更新之后的 ‖x - x₀‖",
    ),
    "flow.title": ("Data flow of a layer", "一层的数据流"),
    "compare.title": ("Residual on and off", "开启与关闭残差"),
    "compare.on": ("on", "开启"),
    "compare.off": ("off", "关闭"),
    "compare.end": ("end", "末态"),
    "note.masked": (
        "-∞ where the key comes after the query; exp(-∞) = 0",
        "键在查询之后的位置记为 -∞；exp(-∞) = 0",
    ),
    "progress": ("layers", "层"),
    "error.masked_row": (
        "head {head}, row {row}: every score is masked, so there is nothing to attend to",
        "第 {head} 头第 {row} 行：所有分数都被掩码，没有可以注意的位置",
    ),
    "hint.masked_row": (
        "softmax of nothing but -∞ is 0/0: leave at least one key visible",
        "全是 -∞ 的 softmax 等于 0/0：至少要保留一个可见的键",
    ),
    "error.block_arguments": ("block takes one argument", "block 只接受一个参数"),
    "hint.block_arguments": (
        "give a problem file, or the stream x with --weights",
        "给出题目文件，或给出 x 并用 --weights 指定权重",
    ),
    "error.block_option": ("a block takes this from its layers", "块的这一项由各层给出"),
    "hint.block_option": (
        'write it into the problem file: "norm1": {{"gamma": [...], "beta": [...]}}',
        '写进题目文件："norm1": {{"gamma": [...], "beta": [...]}}',
    ),
    "error.needs_weights": (
        "this option describes a model, and no --weights is given",
        "这个选项描述的是模型，但没有给出 --weights",
    ),
    "hint.needs_weights": (
        "add --weights model.safetensors, or write it into the problem file",
        "加上 --weights model.safetensors，或写进题目文件",
    ),
    "error.block_no_layers": ("there are no layers to work", "没有可以演算的层"),
    "hint.block_no_layers": (
        'give a problem file with "layers" (see `addnorm samples show encoder-post`), or add'
        " --weights model.safetensors",
        '给出含有 "layers" 的题目文件（见 `addnorm samples show encoder-post`），'
        "或加上 --weights model.safetensors",
    ),
    "error.block_dimensions": (
        "a block takes a vector or a matrix (tokens × d), and this has {dimensions} dimensions",
        "块接受向量或矩阵（token 数 × d），而这里有 {dimensions} 维",
    ),
    "hint.block_dimensions": ("work one sequence at a time", "一次演算一个序列"),
    "error.block_axes": ("the norms of a block run over the last axis", "块中的归一化只沿最后一维"),
    "hint.block_axes": ('leave "axes" out', '去掉 "axes"'),
    "error.updates_and_layers": (
        '"updates" and "layers" exclude each other',
        '"updates" 与 "layers" 不能同时使用',
    ),
    "hint.updates_and_layers": (
        'a bare ledger has "updates", a block has "layers": keep one',
        '只记账用 "updates"，演算块用 "layers"：保留一个',
    ),
    "error.too_many_layers": ("more than {most} layers", "超过 {most} 层"),
    "hint.too_many_layers": ('make "repeat" smaller', '把 "repeat" 调小'),
    "error.list_expected": ("a list is expected here, not {found}", "这里应是列表，而不是 {found}"),
    "hint.list_expected": ("write [ … ] with at least one entry", "写成 [ … ]，至少有一项"),
    "error.count_expected": ("{found} is not a whole number from 1 on", "{found} 不是正整数"),
    "hint.count_expected": ("write 1, 2, 3, …", "写 1、2、3 等"),
    "error.flag_expected": (
        "{found} is neither true nor false",
        "{found} 既不是 true 也不是 false",
    ),
    "hint.flag_expected": ("write true or false, without quotes", "写 true 或 false，不加引号"),
    "error.gate_without_swiglu": (
        "a gate goes with the activation swiglu, and this is {activation}",
        "只有激活函数 swiglu 才有门控，这里是 {activation}",
    ),
    "hint.gate_without_swiglu": (
        'set "activation": "swiglu", or leave the gate out',
        '设 "activation": "swiglu"，或去掉门控',
    ),
    "error.output_and_weights": (
        "a given output stands beside {keys}",
        "给出了 output，同时又有 {keys}",
    ),
    "hint.output_and_weights": (
        "give either the sublayer's output or what it is worked out from",
        "要么给出子层输出，要么给出用来计算它的权重",
    ),
    "error.delta_shape": (
        "this update is {found}, and x is {expected}",
        "这次更新的形状是 {found}，而 x 是 {expected}",
    ),
    "hint.delta_shape": (
        "an update is added to x, so it has the same shape",
        "更新要加到 x 上，形状必须相同",
    ),
    "error.output_shape": (
        "this output is {found}, and the stream is {expected}",
        "这个输出的形状是 {found}，而残差流是 {expected}",
    ),
    "hint.output_shape": (
        "a sublayer's output is added to the stream, so it has the same shape",
        "子层输出要加到残差流上，形状必须相同",
    ),
    "error.block_weight_shape.xW": (
        "{name} is {found} and should be {expected} (orientation xW: in × out)",
        "{name} 的形状是 {found}，应为 {expected}（orientation 为 xW：输入 × 输出）",
    ),
    "hint.block_weight_shape.xW": (
        'weights stored as (out, in), as in PyTorch\'s Linear, need "orientation": "Wx"',
        '若权重按（输出, 输入）存放，如 PyTorch 的 Linear，请设 "orientation": "Wx"',
    ),
    "error.block_weight_shape.Wx": (
        "{name} is {found} and should be {expected} (orientation Wx: out × in)",
        "{name} 的形状是 {found}，应为 {expected}（orientation 为 Wx：输出 × 输入）",
    ),
    "hint.block_weight_shape.Wx": (
        'weights stored as (in, out), to be used as x W, need "orientation": "xW"',
        '若权重按（输入, 输出）存放、用作 x W，请设 "orientation": "xW"',
    ),
    "error.block_bias_shape": (
        "{name} has shape {found} and should have {expected}",
        "{name} 的形状是 {found}，应为 {expected}",
    ),
    "hint.block_bias_shape": ("a bias has one number for each output", "每个输出对应一个偏置"),
    "error.block_heads": (
        "{heads} heads do not divide the {width} columns of W_q",
        "{heads} 个头不能整除 W_q 的 {width} 列",
    ),
    "hint.block_heads": (
        "every head takes the same number of columns: choose a divisor of {width}",
        "每个头的列数相同：请选择能整除 {width} 的头数",
    ),
    "error.block_kv_heads": (
        "{kv_heads} key-value heads do not divide {heads} heads",
        "{kv_heads} 个键值头不能整除 {heads} 个头",
    ),
    "hint.block_kv_heads": (
        "every key-value head serves the same number of heads",
        "每个键值头服务的头数相同",
    ),
    "error.rotary_odd": (
        "rotary positions turn pairs of components, and d_head = {d_head} is odd",
        "旋转位置编码成对旋转分量，而 d_head = {d_head} 是奇数",
    ),
    "hint.rotary_odd": ("choose another number of heads", "请换一个头数"),
    "error.no_output_weight": (
        "the heads are {inner} wide together and the stream {width}, so W_o is needed",
        "各头合起来宽 {inner}，残差流宽 {width}，因此需要 W_o",
    ),
    "hint.no_output_weight": (
        "add W_o of shape {inner} × {width}",
        "请加上 {inner} × {width} 的 W_o",
    ),
    "error.norm_not_placed": (
        "placement {placement} has no {name}",
        "位置 {placement} 没有 {name}",
    ),
    "hint.norm_not_placed": (
        "post, pre, res-post and deepnorm have norm1 and norm2, sandwich also norm1_post and"
        " norm2_post, parallel norm1 alone",
        "post、pre、res-post、deepnorm 有 norm1 和 norm2，sandwich 另有 norm1_post 和"
        " norm2_post，parallel 只有 norm1",
    ),
    "help.short.block": (
        "a whole Transformer block, or a stack of them",
        "整个 Transformer 块或多层堆叠",
    ),
    "help.command.block": (
        "Work a whole Transformer block: attention, feed-forward, norms and the residual stream,"
        " from the weights or given outputs of a problem file, or from a model's weights.\n"
        "X is a problem file, or the stream itself with --weights model.safetensors.",
        "演算整个 Transformer 块：注意力、前馈网络、归一化与残差流，权重或子层输出来自题目文件，"
        "也可以来自模型权重文件。\n"
        "X 是题目文件；配合 --weights model.safetensors 时是残差流本身。",
    ),
    "help.placement": (
        "where the norms stand: post, pre, sandwich, res-post, parallel or deepnorm",
        "归一化的位置：post、pre、sandwich、res-post、parallel 或 deepnorm",
    ),
    "help.no_residual": ("replace x + Δ by Δ", "用 Δ 代替 x + Δ"),
    "help.compare_residual": (
        "show the stream with and without the residual",
        "对比开启与关闭残差的残差流",
    ),
    "help.repeat": ("run the layers N times over (shared weights)", "把各层重复 N 遍（共享权重）"),
    "help.alpha": ("the α of deepnorm", "deepnorm 的 α"),
    "help.weights": (
        "a model's weights (.safetensors or .npz)",
        "模型权重（.safetensors 或 .npz）",
    ),
    "help.arch": (
        "its architecture: auto, bert, gpt2, llama or torch",
        "模型架构：auto、bert、gpt2、llama 或 torch",
    ),
    "help.layers": (
        "with --weights: which layers, 0:6, 3, -1:",
        "配合 --weights：取哪些层，0:6、3、-1:",
    ),
    "help.heads": (
        "how many heads it has, where no config.json says so",
        "头数（没有 config.json 时）",
    ),
    "help.kv_heads": ("how many key-value heads it has", "键值头数"),
    "help.rotary_base": ("the base of its rotary positions", "旋转位置编码的底数"),
    "sample.residual-stream": (
        "bank in the stream of three blocks: x_N = x₀ + ΣΔ",
        "bank 在三个块的残差流中：x_N = x₀ + ΣΔ",
    ),
    "sample.encoder-post": (
        "an encoder layer, norm behind the sum",
        "一个编码器层，先相加后归一化",
    ),
    "sample.decoder-pre-causal": (
        "a decoder layer, norm before the sublayer, causal",
        "一个解码器层，先归一化再进子层，带因果掩码",
    ),
    "sample.batch-norm-vs-layer-norm": (
        "four samples under BatchNorm and LayerNorm (compare-norm)",
        "四个样本在 BatchNorm 与 LayerNorm 下（compare-norm）",
    ),
    "sample.pre-vs-post": (
        "the same sublayer in post- and pre-norm (compare-norm --by placement)",
        "同一子层的 post-norm 与 pre-norm（compare-norm --by placement）",
    ),
    "sample.ffn": (
        "the feed-forward sublayer by hand: up, ReLU, down",
        "手算前馈网络：升维、ReLU、降维",
    ),
    "sample.multi-head": ("two heads, put side by side and projected", "两个头的拼接与投影"),
}

COMPARE: dict[str, tuple[str, str]] = {
    "title.compare-norm": ("Comparison", "对比"),
    "formula.compare-norm": ("the same numbers, worked in different ways", "同样的数，不同的算法"),
    "fact.compare.norm": (
        "one matrix (samples × d) under several norms",
        "同一个矩阵（样本数 × d）在几种归一化下",
    ),
    "fact.compare.placement": (
        "the same x and sublayers under every placement; post and pre first",
        "同样的 x 和子层在每种位置下；先 post 后 pre",
    ),
    "fact.compare.convention": (
        "one input under every LayerNorm convention; --full works each out",
        "同一个输入在每种 LayerNorm 约定下；用 --full 查看每一种的演算",
    ),
    "cells.title": (
        "The cells that one statistic runs over (rows are samples, columns components)",
        "一个统计量所用的单元格（行是样本，列是分量）",
    ),
    "finding.leave_one_out": (
        "Without sample [{sample}]: the largest change in each remaining row",
        "去掉样本 [{sample}]：其余各行的最大变化",
    ),
    "finding.batch_of_one": (
        "A batch of one: the largest change when a row is normalized alone",
        "批大小为 1：单独归一化一行时的最大变化",
    ),
    "finding.invariance": (
        "The largest change in the output when the input is changed",
        "改变输入时输出的最大变化",
    ),
    "finding.row.shift_rows": ("add 1 to everything", "全部加 1"),
    "finding.row.scale_rows": ("multiply everything by 2", "全部乘 2"),
    "finding.row.shift_column": ("add 1 to component d₀", "分量 d₀ 加 1"),
    "finding.running": (
        "BatchNorm in training: running = (1 - m) · running + m · new, m = {momentum},"
        " from mean 0 and variance 1",
        "BatchNorm 训练：移动值 = (1 - m) · 移动值 + m · 新值，m = {momentum}，"
        "从均值 0、方差 1 开始",
    ),
    "finding.row.batch_mean": ("mean of the batch", "批均值"),
    "finding.row.batch_variance": ("variance, over N (normalizes)", "方差，除以 N（用于归一化）"),
    "finding.row.unbiased_variance": (
        "variance, over N - 1 (is remembered)",
        "方差，除以 N - 1（用于移动值）",
    ),
    "finding.row.running_mean": ("running mean", "移动均值"),
    "finding.row.running_variance": ("running variance", "移动方差"),
    "finding.inference": (
        "BatchNorm at inference: the same rows with the running statistics"
        " (the others do the same as in training)",
        "BatchNorm 推理：同样的行改用移动统计量（其余归一化与训练时相同）",
    ),
    "finding.stream_size": ("‖x‖ of the stream after each update", "每次更新后残差流的 ‖x‖"),
    "finding.stream_mean": ("mean of the stream after each update", "每次更新后残差流的均值"),
    "finding.stream_variance": (
        "variance of the stream after each update",
        "每次更新后残差流的方差",
    ),
    "finding.kept": (
        "how much of x₀ is left at the end, in its direction (1 = all of it)",
        "末态在 x₀ 方向上还有多少 x₀（1 即全部）",
    ),
    "property.title": ("What a norm depends on", "归一化依赖什么"),
    "property.direction": ("direction", "归一化方向"),
    "property.direction.row": ("one sample, all components", "同一样本，跨全部分量"),
    "property.direction.batchnorm": ("one component, all samples", "同一分量，跨批内样本"),
    "property.direction.dyt": ("one cell by itself", "每个单元格各自"),
    "property.batch": ("batch size", "批大小"),
    "property.batch.row": ("does not matter", "无关"),
    "property.batch.batchnorm": ("must be large enough", "要足够大，统计才稳"),
    "property.batch.dyt": ("does not matter", "无关"),
    "property.length": ("sequence length", "序列长度"),
    "property.length.row": ("does not matter", "无关"),
    "property.length.batchnorm": ("mixes positions and padding", "变长时样本难以对齐"),
    "property.length.dyt": ("does not matter", "无关"),
    "property.inference": ("inference", "推理阶段"),
    "property.inference.row": ("same as training", "与训练一致"),
    "property.inference.batchnorm": ("needs running statistics", "需要维护移动统计量"),
    "property.inference.dyt": ("same as training", "与训练一致"),
    "notice.convention": (
        "{name}: component [{component}] is {theirs}, {reference} has {ours}; {why}",
        "{name}：分量 [{component}] 为 {theirs}，{reference} 为 {ours}；{why}",
    ),
    "notice.same_result": (
        "{name} gives the same result as {reference}",
        "{name} 与 {reference} 结果相同",
    ),
    "cause.separator": (", and ", "，并且"),
    "cause.ddof": ("it divides the squares by d - 1", "它把平方和除以 d - 1"),
    "cause.place": (
        "its ε stands under the root, next to σ²",
        "它的 ε 在根号内，加在 σ² 上",
    ),
    "cause.size": ("its ε is {eps}", "它的 ε 是 {eps}"),
    "help.short.compare-norm": (
        "norms, placements or conventions side by side",
        "并排比较归一化、位置或约定",
    ),
    "help.command.compare-norm": (
        "Work the same numbers in several ways and show where they part.\n"
        "--by norm (default): LayerNorm, BatchNorm and RMSNorm on one matrix of samples, with what"
        " happens when a sample is left out. --by placement: X and its sublayers under post, pre"
        " and the other placements. --by convention: one vector under every library's LayerNorm.",
        "用几种方法演算同样的数，指出它们在哪里分开。\n"
        "--by norm（默认）：LayerNorm、BatchNorm、RMSNorm 作用于同一个样本矩阵，"
        "并演示去掉一个样本会怎样。"
        "--by placement：X 与子层在 post、pre 等位置下。"
        "--by convention：同一向量在各家 LayerNorm 下。",
    ),
    "help.command.compare-norm.layers": (
        "with --by placement: run the layer N times over",
        "配合 --by placement：把这一层重复 N 遍",
    ),
    "help.command.block.activation": (
        "with --weights: the activation, where no config.json says so",
        "配合 --weights：激活函数（没有 config.json 时）",
    ),
    "help.by": (
        "what to compare: norm, placement or convention",
        "比较什么：norm、placement 或 convention",
    ),
    "help.norms": (
        "with --by norm: which norms, such as layernorm,groupnorm,dyt",
        "配合 --by norm：哪些归一化，例如 layernorm,groupnorm,dyt",
    ),
    "help.momentum": ("BatchNorm's momentum (0.1)", "BatchNorm 的动量（0.1）"),
    "error.momentum": (
        "a momentum of {found} is not between 0 and 1",
        "动量 {found} 不在 0 与 1 之间",
    ),
    "hint.momentum": (
        "it is the share that the new batch has in the running statistics: 0.1 in PyTorch",
        "它是新一批在移动统计量中的份额，PyTorch 用 0.1",
    ),
    "error.layer_count": (
        "{found} is not a number of layers from 1 to {most}",
        "{found} 不是 1 到 {most} 之间的层数",
    ),
    "error.one_matrix": (
        "one matrix is compared at a time, and there are {found} labelled ones",
        "每次比较一个矩阵，而这里有 {found} 个带标签的",
    ),
    "hint.one_matrix": (
        "leave the labels out: unlabelled vectors are the rows of one matrix; of a file, name one"
        " entry, such as answer.json:result.A",
        "去掉标签：不带标签的向量是同一矩阵的各行；若来自文件，请指明其中一项，"
        "例如 answer.json:result.A",
    ),
    "error.too_many_sublayers": (
        "a layer is compared at a time, and these are {found} cases",
        "每次比较一层，而这里有 {found} 种情形",
    ),
    "hint.too_many_sublayers": (
        "give one sublayer, or the two of one layer as attention=… ffn=…",
        "给一个子层，或以 attention=… ffn=… 给出同一层的两个子层",
    ),
}

GRADIENT: dict[str, tuple[str, str]] = {
    "title.gradient": ("Gradient of Add & Norm", "Add & Norm 的梯度"),
    "formula.gradient": (
        "y = {norm}(x + Sublayer(x)), and back from dy to dx; dv stands for ∂L/∂v, dF for that of"
        " Sublayer(x)",
        "y = {norm}(x + Sublayer(x))，再从 dy 反向求 dx；dv 表示 ∂L/∂v，dF 是 Sublayer(x) 的梯度",
    ),
    "formula.gradient.bare": (
        "y = {norm}(z) with z = x, and back from dy to dx; dv stands for ∂L/∂v",
        "y = {norm}(z)，z = x，再从 dy 反向求 dx；dv 表示 ∂L/∂v",
    ),
    "section.gradient": ("Backward", "反向传播"),
    "section.jacobian": (
        "Jacobians: row i, column j is ∂yᵢ/∂xⱼ",
        "雅可比矩阵：第 i 行第 j 列是 ∂yᵢ/∂xⱼ",
    ),
    "step.d_beta": ("Gradient of β", "β 的梯度"),
    "step.d_gamma": ("Gradient of γ", "γ 的梯度"),
    "step.d_normalized": ("Back through γ", "反向经过 γ"),
    "step.mean_d_normalized": ("Mean of dẑ: the part that μ takes", "dẑ 的均值：经 μ 抵消的部分"),
    "step.mean_d_normalized_normalized": (
        "Mean of dẑ ⊙ ẑ: the part that the denominator takes",
        "dẑ ⊙ ẑ 的均值：经分母抵消的部分",
    ),
    "step.d_input": ("Back through the norm", "反向经过归一化"),
    "step.d_sublayer": ("Gradient of F(x)", "F(x) 的梯度"),
    "step.d_linear": ("Back through ReLU", "反向经过 ReLU"),
    "step.d_weight": ("Gradient of W", "W 的梯度"),
    "step.d_bias": ("Gradient of b", "b 的梯度"),
    "step.d_x_identity": (
        "Path 1 into x: the residual connection",
        "通向 x 的路径 1：残差连接（恒等）",
    ),
    "step.d_x_sublayer": ("Path 2 into x: through F", "通向 x 的路径 2：经过 F"),
    "step.d_x": ("Gradient of x", "x 的梯度"),
    "step.jacobian_norm": ("Jacobian of the norm", "归一化的雅可比矩阵"),
    "step.jacobian_residual": ("Jacobian of x + F(x)", "x + F(x) 的雅可比矩阵"),
    "step.jacobian": ("Jacobian of the whole", "整体的雅可比矩阵"),
    "note.neutral.d_normalized": ("γ = 1, so dẑ = dy", "γ = 1，所以 dẑ = dy"),
    "note.handed_on.d_beta": ("β is added, so dβ = dy", "β 是加上去的，所以 dβ = dy"),
    "note.handed_on.d_sublayer": (
        "a sum hands its gradient on to each of its terms, so dF = dz",
        "加法把梯度原样传给每一项，所以 dF = dz",
    ),
    "note.handed_on.d_bias": (
        "b is added to h, so it takes the gradient of h as it is",
        "b 是加到 h 上的，所以原样取 h 的梯度",
    ),
    "note.handed_on.d_x_identity": (
        "x is the other term of the sum: dz arrives unchanged, with the factor 1",
        "x 是和的另一项：dz 原样到达，因子为 1",
    ),
    "note.handed_on.d_x": ("z is x itself, so dx = dz", "z 就是 x，所以 dx = dz"),
    "note.handed_on.d_x.given": (
        "Sublayer(x) is given, and so a constant: all of dx comes along the residual connection,"
        " dx = dz; with --weight the path through F is worked as well",
        "Sublayer(x) 是给定的，当作常量：dx 全部来自残差连接，dx = dz；"
        "用 --weight 给出权重，就能演算经过 F 的路径",
    ),
    "check.sum_d_input": (
        "LayerNorm does not see a shift of z, so Σ dz",
        "LayerNorm 不受 z 整体平移的影响，所以 Σ dz",
    ),
    "check.central_differences": (
        "largest difference between dx and central differences (L(x + h) - L(x - h)) / 2h",
        "dx 与中心差分 (L(x + h) - L(x - h)) / 2h 的最大差值",
    ),
    "check.jacobian_product": (
        "largest difference between dx and dy · J",
        "dx 与 dy · J 的最大差值",
    ),
    "notice.still_gradient.layernorm.sigma": (
        "all components are equal, so ẑ = 0 and σ = 0: (σ + ε) / σ has no value, but multiplies"
        " ẑ = 0, and 1 is put in its place; dz = (dẑ - mean(dẑ)) / ε, which is large. Automatic"
        " differentiation of √ gives NaN here",
        "各分量都相等，所以 ẑ = 0、σ = 0：(σ + ε) / σ 没有值，但它乘的是 ẑ = 0，这里以 1 代替；"
        "dz = (dẑ - mean(dẑ)) / ε，数值很大。对 √ 做自动微分在这里会得到 NaN",
    ),
    "notice.still_gradient.layernorm.variance": (
        "all components are equal, so ẑ = 0: dz = (dẑ - mean(dẑ)) / √ε, which is large",
        "各分量都相等，所以 ẑ = 0：dz = (dẑ - mean(dẑ)) / √ε，数值很大",
    ),
    "notice.still_gradient.rmsnorm.sigma": (
        "z = 0, so ẑ = 0 and rms = 0: (rms + ε) / rms has no value, but multiplies ẑ = 0, and 1 is"
        " put in its place; dz = dẑ / ε, which is large. Automatic differentiation of √ gives NaN"
        " here",
        "z = 0，所以 ẑ = 0、rms = 0：(rms + ε) / rms 没有值，但它乘的是 ẑ = 0，这里以 1 代替；"
        "dz = dẑ / ε，数值很大。对 √ 做自动微分在这里会得到 NaN",
    ),
    "notice.still_gradient.rmsnorm.variance": (
        "z = 0, so ẑ = 0: dz = dẑ / √ε, which is large",
        "z = 0，所以 ẑ = 0：dz = dẑ / √ε，数值很大",
    ),
    "notice.level_gradient": (
        "dẑ is the same in all components: the mean of ẑ is always 0 and cannot follow it, so dz"
        " = 0",
        "dẑ 的各分量都相同：ẑ 的均值恒为 0，不能随之变化，所以 dz = 0",
    ),
    "notice.kink": (
        "a component of h is exactly 0, where ReLU has a kink and no derivative: 0 is taken for it,"
        " as PyTorch does",
        "h 有分量恰为 0，ReLU 在此处有折点、不可导：与 PyTorch 一样取 0",
    ),
    "error.missing_upstream": (
        "the gradient that arrives at the output is missing",
        "没有给出到达输出端的梯度",
    ),
    "hint.missing_upstream": (
        'give --upstream, or "upstream" in the file: 1,0,0,0 asks how y₀ depends on x; ones alone'
        " would give 0 behind LayerNorm with γ = 1",
        '请用 --upstream 给出，或在文件中写 "upstream"：1,0,0,0 表示求 y₀ 对 x 的导数；'
        "γ = 1 的 LayerNorm 之后若全取 1，结果恒为 0",
    ),
    "error.upstream_shape": (
        "the upstream gradient has shape {found}, and the output {expected}",
        "上游梯度的形状是 {found}，而输出是 {expected}",
    ),
    "hint.upstream_shape": (
        "it has one number for each component of the output",
        "输出的每个分量对应一个数",
    ),
    "error.upstream_labels": (
        "the cases are {cases}, the upstream gradients {upstream}",
        "各情形是 {cases}，上游梯度的标签是 {upstream}",
    ),
    "hint.upstream_labels": (
        "give both the same labels, or one upstream gradient without a label for all of them",
        "请让两者的标签一致，或只给一个不带标签的上游梯度，供每种情形使用",
    ),
    "error.gradient_norm": (
        "the way back is worked for layernorm and rmsnorm, not for {found}",
        "反向演算支持 layernorm 和 rmsnorm，不支持 {found}",
    ),
    "hint.gradient_norm": (
        "choose --norm layernorm or --norm rmsnorm",
        "请选择 --norm layernorm 或 --norm rmsnorm",
    ),
    "error.gradient_axes": (
        "the way back through a linear sublayer is worked over the last axis, not over {axes}",
        "经过线性子层的反向演算只沿最后一维，不支持 {axes} 维一起",
    ),
    "hint.gradient_axes": (
        "leave --axes out, or give the sublayer's output",
        "请去掉 --axes，或给出子层的输出",
    ),
    "help.short.gradient": (
        "backward through the norm and the residual, step by step",
        "逐步反向经过归一化与残差",
    ),
    "help.command.gradient": (
        "Work the gradient of y = N(x + F(x)) step by step: forward, then back to x, F, γ and β,"
        " the"
        " two paths into x apart from each other.\n"
        "X and SUBLAYER are vectors, matrices or a problem file; --upstream is the gradient that"
        " arrives at y. Without a sublayer y = N(x); with --weight the path through"
        " F(x) = activation(x W + b) is worked too. Where d is at most 8 the Jacobians are printed,"
        " and everything is checked against central differences.",
        "逐步演算 y = N(x + F(x)) 的梯度：先正向，再反向求 x、F、γ、β 的梯度，"
        "通向 x 的两条路径分开列出。\n"
        "X 与 SUBLAYER 是向量、矩阵或题目文件；--upstream 是到达 y 的梯度。不给子层时 y = N(x)；"
        "给出 --weight 时也演算经过 F(x) = activation(x W + b) 的路径。"
        "d 不超过 8 时列出雅可比矩阵；结果都与中心差分核对。",
    ),
    "help.upstream": (
        "the gradient that arrives at the output: a vector, a file, or one number for all",
        "到达输出端的梯度：向量、文件，或一个通用的数",
    ),
    "sample.gradient": (
        "back through Add & Norm: the residual path and the path through F",
        "反向经过 Add & Norm：残差路径与经过 F 的路径",
    ),
    "title.gradient-flow": ("Gradient flow", "梯度流"),
    "formula.gradient-flow": (
        "each layer: g ← ∂F/∂x · g without residual, g ← (1 + ∂F/∂x) · g with residual",
        "每一层：无残差 g ← ∂F/∂x · g，有残差 g ← (1 + ∂F/∂x) · g",
    ),
    "formula.gradient-flow.measured": (
        "gₗ is the gradient at the input of layer l, ‖gₗ‖ its length over all tokens and"
        " components",
        "gₗ 是第 l 层输入处的梯度，‖gₗ‖ 是它在全部 token 和分量上的长度",
    ),
    "fact.flow": (
        "layers: {layers} · ∂F/∂x = {factor:g} without residual · 1 + ∂F/∂x = {residual_factor:g}"
        " with it",
        "{layers} 层 · 无残差 ∂F/∂x = {factor:g} · 有残差 1 + ∂F/∂x = {residual_factor:g}",
    ),
    "fact.upstream.given": (
        "the gradient at the output is given",
        "输出处的梯度已给出",
    ),
    "fact.upstream.alternating": (
        "the gradient at the output has length 1 and equal components whose sign alternates (all"
        " ones would give 0 behind LayerNorm with γ = 1); --upstream takes another",
        "输出处的梯度长度为 1，各分量大小相等、正负交替（γ = 1 的 LayerNorm 之后若全取 1，结果为"
        " 0）；"
        "可用 --upstream 另行指定",
    ),
    "section.without": ("Without residual", "无残差"),
    "section.with_residual": ("With residual", "有残差"),
    "step.layer": ("Gradient that reaches layer {number}", "到达第 {number} 层的梯度"),
    "step.factor": ("What layer {number} multiplied it by", "第 {number} 层的倍数"),
    "step.gradient": (
        "Gradient at the input of layer {number}",
        "第 {number} 层输入处的梯度",
    ),
    "flow.layer": ("layer {number}", "第 {number} 层"),
    "flow.output": ("output", "输出"),
    "flow.factor": ("factor", "倍数"),
    "flow.said": (
        "of the gradient of layer {layers}, layer 1 gets {without} without and {kept} with"
        " residual",
        "第 {layers} 层的梯度传到第 1 层时，无残差剩 {without}，有残差剩 {kept}",
    ),
    "flow.measured": (
        "of a gradient of length {top} at the output, the input of layer 1 gets {without} without"
        " and {kept} with residual",
        "输出处长度为 {top} 的梯度，传到第 1 层输入时，无残差为 {without}，有残差为 {kept}",
    ),
    "flow.guarantee": (
        "the residual connection puts a 1 beside ∂F/∂x (I + J_F for vectors), a path on which the"
        " gradient is not changed. That helps deep networks, and it guarantees nothing: the terms"
        " can cancel (1 + ∂F/∂x near 0), and above 1 the gradient grows from layer to layer. Nor is"
        " a network without residual bound to lose it: it does where its factors are small",
        "残差连接在 ∂F/∂x 旁边加上 1（向量时是 I + J_F），这条路径不改变梯度，有助于训练深层网络，"
        "但它不作任何保证：两项可能相互抵消（1 + ∂F/∂x 接近 0），大于 1 时梯度会逐层放大。"
        "没有残差的网络也不一定丢失梯度，只有倍数小时才会",
    ),
    "flow.column.one_plus": ("1 + ∂F/∂x", "1 + ∂F/∂x"),
    "flow.column.without": ("Without residual", "无残差"),
    "flow.column.with_residual": ("With residual", "有残差"),
    "finding.cancel": (
        "The same F with and without residual, after {layers} layers",
        "同一个 F 有无残差，经过 {layers} 层后剩下多少",
    ),
    "chart.flow": (
        "Gradient at each layer: █ without residual, ▒ with residual",
        "各层的梯度：█ 无残差，▒ 有残差",
    ),
    "answer.flow": ("Share of the gradient that reaches each layer", "各层的梯度保留比例"),
    "answer.flow.measured": (
        "Length of the gradient at each layer's input",
        "各层输入处梯度的长度",
    ),
    "note.more_products": (
        "{count} products between are made the same way: --full shows them",
        "中间 {count} 个乘积算法相同：用 --full 查看",
    ),
    "note.more_layers": (
        "{count} layers between are not shown: --full or --json shows them",
        "中间有 {count} 层未显示：用 --full 或 --json 查看",
    ),
    "notice.two_layers": (
        "the two columns are two different F: {residual_factor:g} belongs to ∂F/∂x = {slope:g},"
        " while the F of the left column, ∂F/∂x = {factor:g}, has 1 + ∂F/∂x = {same:g} with"
        " residual, and over {layers} layers {passed:.4g}",
        "两列不是同一个 F：{residual_factor:g} 对应 ∂F/∂x = {slope:g}；而左列的 F（∂F/∂x ="
        " {factor:g}）有残差时 1 + ∂F/∂x = {same:g}，经过 {layers} 层变为 {passed:.4g}",
    ),
    "notice.vanished.without": (
        "without residual hardly anything is left from layer {layer} on down: the product is"
        " smaller than the numbers that are carried",
        "无残差时，从第 {layer} 层往下几乎不剩什么：乘积小于所用数字能表示的范围",
    ),
    "notice.vanished.with_residual": (
        "with residual hardly anything is left from layer {layer} on down: the product is smaller"
        " than the numbers that are carried",
        "有残差时，从第 {layer} 层往下几乎不剩什么：乘积小于所用数字能表示的范围",
    ),
    "notice.constant_outputs": (
        "an output that is given counts as a constant, and no gradient comes back through it",
        "给定的子层输出当作常量，梯度不会从中返回",
    ),
    "notice.nothing_arrives": (
        "almost nothing comes through the last layer: this gradient points where the output cannot"
        " move, as one of equal components does behind LayerNorm with γ = 1; try another"
        " --upstream",
        "梯度几乎没有通过最后一层：它指向输出无法变化的方向，例如 γ = 1 的 LayerNorm"
        " 之后各分量相等的"
        "梯度；请换一个 --upstream",
    ),
    "error.flow_overflow": (
        "the product of layer {layer} is too large: the factor {factor} makes the gradient explode",
        "第 {layer} 层的乘积过大：倍数 {factor} 使梯度爆炸",
    ),
    "hint.flow_overflow": (
        "take fewer --layers, or a factor nearer to 1",
        "请减少 --layers，或取更接近 1 的倍数",
    ),
    "error.flow_needs_block": (
        "this option belongs to a block problem, and none is given",
        "这个选项用于块题目，但没有给出题目",
    ),
    "hint.flow_needs_block": (
        "give a block problem: addnorm gradient-flow samples/encoder-post.json",
        "请给出块题目：addnorm gradient-flow samples/encoder-post.json",
    ),
    "error.flow_measures": (
        "a block's factors are measured, and this option states one",
        "块的倍数由测量得到，不能再用这个选项指定",
    ),
    "hint.flow_measures": (
        "leave out the option, or the problem; --repeat N makes a block deeper",
        "请去掉这个选项，或去掉题目；--repeat N 可以加深",
    ),
    "error.flow_updates": (
        "bare updates are constants: no gradient comes back through them",
        "只有更新量的账目是常量，梯度不会从中返回",
    ),
    "hint.flow_updates": ('give a block with "layers"', '请给出含有 "layers" 的块题目'),
    "error.flow_too_large": (
        "{layers} layers of {rows} × {d} are too much to be measured: every number of the way"
        " forward is kept",
        "{layers} 层、每层 {rows} × {d} 太大，无法测量：正向的每个数都要保留",
    ),
    "hint.flow_too_large": (
        "take fewer layers, or fewer tokens",
        "请减少层数或 token 数",
    ),
    "error.flow_arithmetic": (
        "the gradients of a block are measured in float64 alone",
        "块的梯度只用 float64 测量",
    ),
    "hint.flow_arithmetic": (
        "leave the option out, or the problem: --factor and --residual-factor are worked by hand"
        " too",
        "请去掉这个选项；或去掉题目，--factor 与 --residual-factor 也可以手算",
    ),
    "error.flow_random": ("a gradient flow has no random input", "梯度流没有随机输入"),
    "hint.flow_random": (
        "give --factor and --residual-factor, or a block problem",
        "请给出 --factor 和 --residual-factor，或给出块题目",
    ),
    "help.short.gradient-flow": (
        "how much gradient reaches each layer, with and without residual",
        "各层能收到多少梯度，有残差与无残差对比",
    ),
    "help.command.gradient-flow": (
        "Show how much of the gradient reaches each layer, with and without the residual"
        " connection.\n"
        "Without a problem every layer multiplies by the same number: --factor is ∂F/∂x, and"
        " --residual-factor is 1 + ∂F/∂x. Each follows from the other where only one is given, so"
        " that --factor -1 shows the two terms cancel; with neither, the table of the documents is"
        " worked (0.6, 0.97, 6 layers).\n"
        "With a block problem the factors are measured: the length of the gradient at the input of"
        " each of its layers, by the chain rule through attention, feed-forward and norms.",
        "显示各层能收到多少梯度，有残差连接与没有残差连接对比。\n"
        "不给题目时，每层都乘同一个数：--factor 是 ∂F/∂x，--residual-factor 是 1 + ∂F/∂x。"
        "只给一个时另一个由它推出，例如 --factor -1 会显示两项抵消；都不给时演算文档中的表"
        "（0.6、0.97、6 层）。\n"
        "给出块题目时，倍数由测量得到：按链式法则经过注意力、前馈网络和归一化，"
        "求各层输入处梯度的长度。",
    ),
    "help.problem": ("a block problem whose gradients are measured", "要测量梯度的块题目"),
    "help.factor": (
        "∂F/∂x of every layer, without residual",
        "每层的 ∂F/∂x（无残差）",
    ),
    "help.residual_factor": (
        "1 + ∂F/∂x of every layer, with residual (default 1 + F)",
        "每层的 1 + ∂F/∂x（有残差；默认 1 + F）",
    ),
    "help.depth": ("how many layers (6)", "层数（6）"),
}

FORMATS_SPEECH: dict[str, tuple[str, str]] = {
    "help.level": (
        "how much a page shows: result, steps (the default) or full, every row line by line",
        "页面写多少：result（只写结果）、steps（默认，写出步骤）或 full（逐行写出每一行）",
    ),
    "help.hide_answers": (
        "leave blanks to fill in, for exercise sheets",
        "把答案留空，供练习时填写",
    ),
    "error.not_a_page": (
        "{option} is for pages that a person reads, and {format} is not one",
        "{option} 只用于给人阅读的页面，而 {format} 不是",
    ),
    "hint.not_a_page": (
        "the pages are {choices}",
        "可用的页面格式有 {choices}",
    ),
    "error.no_script": (
        "there is no script for {command}",
        "{command} 没有对应的代码",
    ),
    "hint.no_script": (
        "scripts are written for {choices}; --json has every number of the others",
        "可以生成代码的命令有 {choices}；其他命令的全部数值可用 --json 得到",
    ),
    "error.script_rounded": (
        "these numbers were rounded when they were read, and a script needs them as they are",
        "这些数在读入时已被舍入，而代码需要原来的数",
    ),
    "hint.script_rounded": ("leave out --dtype", "请去掉 --dtype"),
    "error.script_too_long": (
        "a script would have more than {most} numbers in it",
        "代码中的数会超过 {most} 个",
    ),
    "hint.script_too_long": (
        "scripts are for problems of a few numbers; --json has every number of the others",
        "代码只用于数不多的题目；其他情况的全部数值可用 --json 得到",
    ),
    "error.numbers_expected": (
        "numbers must stand here, not {found}",
        "这里应是数，而不是 {found}",
    ),
    "hint.numbers_expected": (
        'give a list, an array or a text such as "0.8, 0.4"; list(…) makes one of most things',
        '请给出列表、数组或 "0.8, 0.4" 这样的文本；多数对象可用 list(…) 转换',
    ),
    "error.masked_array": (
        "some of these numbers are masked",
        "其中有被屏蔽的数",
    ),
    "hint.masked_array": (
        "a number that is not there has no norm: fill them, or take the rest with compressed()",
        "缺失的数无法参与计算：请先填充，或用 compressed() 只取其余的数",
    ),
    "error.document_failed": (
        "the document could not be made: {reason}",
        "无法生成文档：{reason}",
    ),
    "hint.document_failed": (
        "-o with .html, .md or .tex writes the same page without further programs",
        "用 -o 写成 .html、.md 或 .tex 可得到同样的页面，且不需要其他程序",
    ),
    "given": ("Given", "已知"),
    "given.matrix": ("Given: {name}", "已知：{name}"),
    "given.of_width": ("Given, d = {d}", "已知，d = {d}"),
    "code.exact": (
        "The numbers below are the exact ones (float64); the page rounds every step.",
        "下面是精确值（float64）；页面上每一步都做了舍入。",
    ),
    "code.still": (
        "exact for a row of equal components",
        "各分量相等的一行也能得到精确值",
    ),
    "code.stored_out_in": ("W is stored as (out, in)", "W 按（输出, 输入）存放"),
}

HOMEWORK: dict[str, tuple[str, str]] = {
    "help.short.homework": (
        "make problem sheets with their keys; work lists of problems into one document",
        "出练习题和答案；把整份题目解成一份文档",
    ),
    "help.command.homework": (
        "Make lists of problems with nice numbers, and work them into documents to hand in.",
        "出一组便于手算的题目，或把一组题目解成可以上交的文档。",
    ),
    "help.command.homework.solve": (
        "Work a list of problems into one document.\n"
        "PROBLEMS are files with one problem, a JSON list or JSON lines, or - for stdin. The"
        " document has a table of all results, then every problem worked step by step. A problem"
        " that cannot be worked is reported in its place, and the others are worked all the same.\n"
        'A problem says what is to be done with it by its key "command", or by its other keys:'
        " layers and updates are for block, upstream for gradient, sublayer for addnorm, x alone"
        " for layernorm.",
        "把一组题目解成一份文档。\n"
        "PROBLEMS 是文件，内容为一道题、一个 JSON 列表或 JSON lines；用 - 表示标准输入。"
        "文档开头是全部结果的表格，随后逐题写出每一步。无法求解的题在原处说明原因，其余照常求解。\n"
        '每道题用键 "command" 指明要做的计算；没有时由其他键判断：layers 和 updates 对应 block，'
        "upstream 对应 gradient，sublayer 对应 addnorm，只有 x 则对应 layernorm。",
    ),
    "help.command.homework.make": (
        "Make a sheet of problems, its key, and the problems as a file.\n"
        "The sheet has blanks to fill in, the key has every step; each is written in the format of"
        " its ending (.md .tex .html .docx .pdf .txt). Without a file the sheet is printed. The"
        " same seed gives the same problems.",
        "出一份练习题，同时写出答案和题目文件。\n"
        "练习题留有空格，答案写出每一步；格式由各自的扩展名决定（.md .tex .html .docx .pdf .txt）。"
        "不指定文件时直接显示练习题。种子相同，题目也相同。",
    ),
    "help.kind": (
        "layernorm (the default), addnorm, residual, block or gradient",
        "layernorm（默认）、addnorm、residual、block 或 gradient",
    ),
    "help.count": ("how many problems (10)", "题数（10）"),
    "help.dim": ("how many components a vector has (4)", "向量的分量个数（4）"),
    "help.nice": (
        "numbers whose μ, σ² and σ come out in few digits; ε is 0 then, so that it does not matter"
        " where it is added",
        "选用使 μ、σ²、σ 都是简单小数的数；此时 ε 为 0，加在哪里都一样",
    ),
    "help.key": ("write the key to a file", "把答案写入文件"),
    "help.problems": (
        "write the problems to a .json file, or to stdout with -",
        "把题目写入 .json 文件；- 表示标准输出",
    ),
    "help.per_student": (
        "a file of names (.csv, .txt): each gets problems and files of its own",
        "名单文件（.csv、.txt）：每人各有一份题目和文件",
    ),
    "help.command.homework.make.seed": ("other numbers for another seed (42)", "随机种子（42）"),
    "help.command.homework.make.output": (
        "write the sheet to a file; its ending names the format",
        "把练习题写入文件，格式由扩展名决定",
    ),
    "help.command.homework.make.format": (
        "of the sheet: table, plain, markdown, latex or html",
        "练习题的格式：table、plain、markdown、latex 或 html",
    ),
    "help.command.homework.solve.format": (
        "table, plain, json, markdown, latex or html",
        "table、plain、json、markdown、latex 或 html",
    ),
    "help.command.homework.solve.output": (
        "write to a file; its ending names the format (.txt .json .md .tex .html .docx .pdf)",
        "写入文件，格式由扩展名决定（.txt .json .md .tex .html .docx .pdf）",
    ),
    "help.files": (
        "files with problems (.json, .jsonl), or -",
        "题目文件（.json、.jsonl）或 -",
    ),
    "progress.problems": ("working", "正在求解"),
    "answers.title": ("Homework answers", "作业答案"),
    "answers.count": ("problems: {count}", "题数：{count}"),
    "answers.broken": ("problem {number}: {error}", "第 {number} 题：{error}"),
    "answers.no_answer": ("no answer", "无法求解"),
    "answers.of_width": ("Results, d = {d}", "结果，d = {d}"),
    "answers.elided": (
        "what is left out here stands at the problem itself; --full shows everything",
        "这里省略的部分见各题；用 --full 可显示全部",
    ),
    "sheet.title": ("Exercise sheet", "练习题"),
    "sheet.of": ("Name: {student}", "姓名：{student}"),
    "key.title": ("{title}: answers", "{title}：答案"),
    "key.untitled": ("Exercise sheet: answers", "练习题答案"),
    "sheet.name": (
        "Name: ________________________    Date: ________________",
        "姓名：________________________    日期：________________",
    ),
    "error.missing_problems": ("there is no list of problems", "没有给出题目"),
    "hint.missing_problems": (
        "name a file: addnorm homework solve problems.json -o answers.html",
        "请给出文件：addnorm homework solve problems.json -o answers.html",
    ),
    "error.not_a_problem_list": (
        "this is no list of problems: there is no object in it",
        "这不是题目列表：其中没有 JSON 对象",
    ),
    "hint.not_a_problem_list": (
        'a list looks like [{{"x": [1, 2, 3]}}, {{"x": [1, 2], "sublayer": [3, 4]}}]',
        '题目列表的写法如 [{{"x": [1, 2, 3]}}, {{"x": [1, 2], "sublayer": [3, 4]}}]',
    ),
    "error.problem_expected": ("{found} is not a problem", "{found} 不是题目"),
    "hint.problem_expected": (
        'a problem is an object: {{"x": [1, 2, 3]}}',
        '题目是一个对象：{{"x": [1, 2, 3]}}',
    ),
    "error.answer_for_problem": (
        "this is an answer already, and does not say what to do next",
        "这已是一份答案，没有说明接下来要做什么",
    ),
    "hint.answer_for_problem": (
        "a command goes on with its result: addnorm layernorm FILE",
        "可用某个命令接着计算它的结果：addnorm layernorm FILE",
    ),
    "error.no_book": (
        "{format} has room for one answer, and not for a list of them",
        "{format} 只能写一道题的答案，不能写整份答案",
    ),
    "hint.no_book": ("lists can be written as {choices}", "整份答案可用的格式有 {choices}"),
    "error.no_sheet": ("a sheet cannot be filled in as {format}", "{format} 格式的练习题无法填写"),
    "hint.no_sheet": ("sheets can be written as {choices}", "练习题可用的格式有 {choices}"),
    "error.whole_up_to": (
        "{found} is not a whole number from 1 to {most}",
        "{found} 不是 1 到 {most} 之间的整数",
    ),
    "error.not_nice": (
        "no vector with d = {d} has a mean, a variance and a σ in few digits",
        "d = {d} 的向量，均值、方差和 σ 不可能都是简单的有限小数",
    ),
    "hint.not_nice": (
        "the sizes that have them are {sizes}, … ; or leave out --nice",
        "可用的大小是 {sizes}……；也可以去掉 --nice",
    ),
    "error.too_few_problems": (
        "there are only {found} different problems of this kind, and not {count}",
        "这类题目只有 {found} 道各不相同，不足 {count} 道",
    ),
    "hint.too_few_problems": (
        "ask for fewer, or for longer vectors (--dim)",
        "请减少题数，或加大向量（--dim）",
    ),
    "error.no_paper": (
        "only problems are written, and this is for sheets and keys",
        "这里只写题目文件，而该选项用于练习题和答案",
    ),
    "hint.no_paper": ("add -o sheet.md or --key key.md", "请加上 -o sheet.md 或 --key key.md"),
    "error.no_norm_in_kind": (
        "there is no norm in a problem of kind {kind}",
        "{kind} 类题目中没有归一化",
    ),
    "error.students_need_files": (
        "every student needs a file of their own",
        "每个学生都要有自己的文件",
    ),
    "hint.students_need_files": (
        "-o sheet.md writes sheet-1-ada.md and so on; --key and --problems likewise",
        "-o sheet.md 会写出 sheet-1-ada.md 等文件；--key 和 --problems 也一样",
    ),
    "error.same_place": (
        "{path} is the file of {other} too",
        "{path} 同时也是 {other} 的文件",
    ),
    "hint.same_place": ("give each a name of its own", "请使用不同的文件名"),
    "error.not_a_roster": ("there are no names here", "这里没有名字"),
    "hint.not_a_roster": (
        "write one name a line, or a CSV file with a column called name",
        "每行写一个名字，或使用有“姓名”一列的 CSV 文件",
    ),
    "error.which_column": (
        "several columns ({columns}), and none is known to hold names",
        "有多列（{columns}），无法确定哪一列是姓名",
    ),
    "hint.which_column": (
        "call a column name, or two first name and last name; or write one name a line, in .txt",
        "请把一列的标题写成“姓名”，或用“姓”“名”两列；也可以用 .txt 每行写一个名字",
    ),
    "error.too_many_names": (
        "there are {found} names, and {most} is as many as are worked at once",
        "共有 {found} 个名字，一次最多 {most} 个",
    ),
    "error.name_twice": ("the name {name} is there twice", "名字“{name}”出现了两次"),
    "hint.name_twice": (
        "both would get the same problems: add a letter or a number to one of them",
        "两人会得到同样的题目：请给其中一个加上字母或数字",
    ),
    "error.broken_problems": (
        "{count} of {total} problems could not be worked: {numbers}",
        "{total} 道题中有 {count} 道无法求解：{numbers}",
    ),
    "error.all_broken": (
        "none of {total} problems could be worked: {numbers}",
        "{total} 道题都无法求解：{numbers}",
    ),
    "hint.broken_problems": (
        "all the others are in the document, which says at each of these where it is wrong",
        "其余各题都已写入文档；文档在这些题处说明了错误的位置",
    ),
}

MESSAGES: dict[str, tuple[str, str]] = {
    **INPUT_ERRORS,
    **WEIGHT_ERRORS,
    **PAGE,
    **SPEECH,
    **BLOCK,
    **COMPARE,
    **GRADIENT,
    **FORMATS_SPEECH,
    **HOMEWORK,
}


def say(language: Language, key: str, **facts: object) -> str:
    """The sentence `key` in `language`, with `facts` filled in."""
    return MESSAGES[key][LANGUAGES.index(language)].format(**facts)


def has(key: str) -> bool:
    """Whether there is a sentence of that key (not every error has a hint)."""
    return key in MESSAGES
