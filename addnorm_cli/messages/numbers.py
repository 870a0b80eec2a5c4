"""What is said of numbers and arrays that cannot be taken, and of random input."""

from addnorm_cli.messages import Text

TEXTS = {
    "error.not_a_number": Text(en="'{found}' is not a number", zh="“{found}”不是数"),
    "hint.not_a_number": Text(
        en="numbers look like 0.8, -.5, 1e-5 or 1/3, with commas or blanks between them",
        zh="数的写法如 0.8、-.5、1e-5 或 1/3，数与数之间用逗号或空格隔开",
    ),
    "error.number_not_finite": Text(
        en="'{found}' is not a finite number",
        zh="“{found}”不是有限的数",
    ),
    "hint.number_not_finite": Text(
        en="every step would be NaN or infinite: replace it by a number, or find out where it"
        " arose",
        zh="这样每一步都会得到 NaN 或无穷大：请换成一个数，或先查明它从何而来",
    ),
    "error.too_large": Text(
        en="{found} is too large for float64",
        zh="{found} 超出了 float64 的范围",
    ),
    "hint.too_large": Text(en="float64 ends at about 1.8e308", zh="float64 最大约为 1.8e308"),
    "error.too_small": Text(
        en="{found} is not zero, but smaller than float64 can hold",
        zh="{found} 不是零，但小到 float64 无法表示",
    ),
    "hint.too_small": Text(
        en="the smallest number is about 5e-324: write 0, or scale the numbers up",
        zh="float64 能表示的最小正数约为 5e-324：请写 0，或把这些数放大",
    ),
    "error.zero_division": Text(en="{found} divides by zero", zh="{found} 的分母为零"),
    "error.empty": Text(en="there are no numbers here", zh="这里没有任何数"),
    "hint.empty": Text(
        en='a vector looks like "0.8, 0.4, 0.6, -0.1"',
        zh='向量的写法如 "0.8, 0.4, 0.6, -0.1"',
    ),
    "error.ragged": Text(
        en="row {row} has {found} numbers, row 1 has {expected}",
        zh="第 {row} 行有 {found} 个数，第 1 行有 {expected} 个",
    ),
    "hint.ragged": Text(
        en="every row of a matrix needs the same number of components",
        zh="矩阵的每一行要有同样多的分量",
    ),
    "error.ragged_blocks": Text(
        en="block {row} has shape {found}, block 1 has {expected}",
        zh="第 {row} 块的形状是 {found}，第 1 块是 {expected}",
    ),
    "hint.ragged_blocks": Text(
        en="all blocks of an array need the same shape",
        zh="数组的每一块要有同样的形状",
    ),
    "error.ragged_arguments": Text(
        en="the vectors differ in length: {expected} in the first one, {found} in this one",
        zh="各向量长度不同：第一个有 {expected} 个数，这一个有 {found} 个",
    ),
    "hint.ragged_arguments": Text(
        en="several vectors are the rows of one matrix; for separate cases give them labels: A=…"
        ' B=…; a vector with blanks needs quotes: "0.8, 0.4"',
        zh="多个向量会当作同一矩阵的各行；若要分别计算，请加标签：A=… B=…；含空格的向量要加引号："
        '"0.8, 0.4"',
    ),
    "error.deep_row": Text(
        en="an array of shape {shape} cannot be a row of a matrix",
        zh="形状为 {shape} 的数组不能当作矩阵的行",
    ),
    "hint.deep_row": Text(
        en="give it alone, or give each array a label: A=… B=…",
        zh="请单独给出它，或给每个数组加标签：A=… B=…",
    ),
    "error.mixed": Text(en="a number and a list stand side by side", zh="数与列表混在了同一层"),
    "hint.mixed": Text(
        en="a matrix is a list of rows: [[1, 2], [3, 4]]",
        zh="矩阵是由行组成的列表：[[1, 2], [3, 4]]",
    ),
    "error.too_many_dimensions": Text(
        en="an array here has at most {most} dimensions",
        zh="数组最多只能有 {most} 维",
    ),
    "hint.too_many_dimensions": Text(
        en="join some of them first: x.reshape(-1, x.shape[-1])",
        zh="请先合并其中几维：x.reshape(-1, x.shape[-1])",
    ),
    "error.too_many_numbers": Text(
        en="the array has {found} numbers, and at most {most} can be worked at once",
        zh="数组有 {found} 个数，一次最多能计算 {most} 个",
    ),
    "hint.too_many_numbers": Text(
        en="give it in parts, such as numpy.save('part.npy', x[:1000])",
        zh="请分几部分给出，例如 numpy.save('part.npy', x[:1000])",
    ),
    "error.too_many_stepped": Text(
        en="the steps of {found} numbers would not fit in memory, and at most {most} are worked"
        " step by step",
        zh="{found} 个数的各步骤放不进内存，最多能逐步计算 {most} 个",
    ),
    "hint.too_many_stepped": Text(
        en="take the result alone with -o result.npy, or give some rows, such as"
        " numpy.save('part.npy', x[:1000])",
        zh="用 -o result.npy 只取结果，或只给出一部分行，例如 numpy.save('part.npy', x[:1000])",
    ),
    "error.too_many_typed": Text(
        en="there are more than {most} numbers in this text",
        zh="文本里的数超过了 {most} 个",
    ),
    "hint.too_many_typed": Text(
        en="save the array with numpy.save('x.npy', x), and give the file",
        zh="请用 numpy.save('x.npy', x) 保存数组，再给出该文件",
    ),
    "error.too_long": Text(
        en="there are more than {most} MB of text",
        zh="文本超过了 {most} MB",
    ),
    "hint.too_long": Text(
        en="save the numbers with numpy.save('x.npy', x), and give the file",
        zh="请用 numpy.save('x.npy', x) 保存这些数，再给出该文件",
    ),
    "error.dtype_refused": Text(
        en="the array holds {dtype}, not real numbers",
        zh="数组的类型是 {dtype}，不是实数",
    ),
    "hint.dtype_refused": Text(
        en="convert it first: x.astype('float64')",
        zh="请先转换：x.astype('float64')",
    ),
    "error.random_shape": Text(en="'{found}' is not a shape", zh="“{found}”不是形状"),
    "hint.random_shape": Text(
        en="write --random 8 for a vector, --random 7x8 for seven rows of eight",
        zh="向量写 --random 8，7 行 8 列写 --random 7x8",
    ),
    "error.random_too_large": Text(
        en="{found} is more than ten million numbers",
        zh="{found} 超过了一千万个数",
    ),
    "error.seed": Text(
        en="the seed is a whole number from 0 to {most}, not {found}",
        zh="种子应为 0 到 {most} 的整数，而不是 {found}",
    ),
    "error.needs_random": Text(
        en="this belongs to random input, and --random is missing",
        zh="它只用于随机输入，但没有给出 --random",
    ),
    "hint.needs_random": Text(en="add --random 7x8, for example", zh="例如加上 --random 7x8"),
    "error.random_and_x": Text(
        en="the input is given twice: as an argument, and at random",
        zh="输入给了两次：既有参数，又有随机数",
    ),
    "hint.random_and_x": Text(en="leave one of them out", zh="请去掉其中一个"),
    "error.too_large_for_dtype": Text(
        en="a number is too large for {dtype}",
        zh="有一个数超出了 {dtype} 的范围",
    ),
    "hint.too_large_for_dtype": Text(
        en="float16 ends at 65504, float32 and bfloat16 at about 3.4e38",
        zh="float16 最大 65504，float32 和 bfloat16 最大约 3.4e38",
    ),
    "error.numbers_expected": Text(
        en="numbers must stand here, not {found}",
        zh="这里应是数，而不是 {found}",
    ),
    "hint.numbers_expected": Text(
        en='give a list, an array or a text such as "0.8, 0.4"; list(…) makes one of most things',
        zh='请给出列表、数组或 "0.8, 0.4" 这样的文本；多数对象可用 list(…) 转换',
    ),
    "error.masked_array": Text(en="some of these numbers are masked", zh="其中有被屏蔽的数"),
    "hint.masked_array": Text(
        en="a number that is not there has no norm: fill them, or take the rest with compressed()",
        zh="缺失的数无法参与计算：请先填充，或用 compressed() 只取其余的数",
    ),
}
