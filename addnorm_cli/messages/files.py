"""What is said of files that cannot be read."""

from addnorm_cli.messages import Text

TEXTS = {
    "error.missing_file": Text(en="there is no file '{found}'", zh="没有文件“{found}”"),
    "hint.missing_file": Text(
        en="check the name, and the folder that you are in",
        zh="请检查文件名以及当前所在的文件夹",
    ),
    "error.misspelt_file": Text(en="there is no file '{found}'", zh="没有文件“{found}”"),
    "hint.misspelt_file": Text(en="did you mean '{near}'?", zh="是不是想用“{near}”？"),
    "error.folder": Text(en="this is a folder, not a file", zh="这是文件夹，不是文件"),
    "hint.folder": Text(en="name a file in it", zh="请给出其中的某个文件"),
    "error.file_ending": Text(en="files of this kind cannot be read", zh="无法读取这种文件"),
    "hint.file_ending": Text(en="the endings known are {choices}", zh="支持的扩展名有 {choices}"),
    "error.pickled_tensors": Text(
        en="files of this kind run code when they are opened, and are not read",
        zh="这种文件打开时会执行代码，因此不读取",
    ),
    "hint.pickled_tensors": Text(
        en="if you trust it, write it anew:"
        " safetensors.torch.save_file(torch.load('{file}'), '{stem}.safetensors')",
        zh="若信任该文件，请另存一份："
        "safetensors.torch.save_file(torch.load('{file}'), '{stem}.safetensors')",
    ),
    "error.pickled_object": Text(
        en="files of this kind run code when they are opened, and are not read",
        zh="这种文件打开时会执行代码，因此不读取",
    ),
    "hint.pickled_object": Text(
        en="if you trust it, write it anew: numpy.save('{stem}.npy', pandas.read_pickle('{file}'))",
        zh="若信任该文件，请另存一份：numpy.save('{stem}.npy', pandas.read_pickle('{file}'))",
    ),
    "error.no_permission": Text(en="the file may not be read", zh="没有读取该文件的权限"),
    "hint.no_permission": Text(
        en="change its permissions, or copy it",
        zh="请修改权限，或复制一份",
    ),
    "error.unreadable": Text(en="the file cannot be read", zh="无法读取该文件"),
    "error.binary_file": Text(
        en="this is not text, but binary data",
        zh="这不是文本，而是二进制数据",
    ),
    "hint.binary_file": Text(
        en="arrays that NumPy saved are read by their endings, .npy and .npz",
        zh="NumPy 保存的数组请使用 .npy 或 .npz 扩展名",
    ),
    "error.not_utf8": Text(en="line {line} is not UTF-8 text", zh="第 {line} 行不是 UTF-8 文本"),
    "hint.not_utf8": Text(
        en="save the file again with the encoding UTF-8",
        zh="请用 UTF-8 编码重新保存文件",
    ),
    "error.empty_file": Text(en="the file is empty", zh="文件是空的"),
    "error.no_entries": Text(
        en="there is no entry '{found}': this is one array",
        zh="没有条目“{found}”：这里只有一个数组",
    ),
    "hint.no_entries": Text(
        en="leave out the colon and what follows it",
        zh="请去掉冒号和它后面的部分",
    ),
    "error.which_entry": Text(
        en="there are several arrays: {names}",
        zh="文件里有多个数组：{names}",
    ),
    "hint.which_entry": Text(
        en="name one after a colon, such as :{first}",
        zh="请在冒号后指明一个，例如 :{first}",
    ),
    "error.unknown_entry": Text(en="there is no entry '{found}'", zh="没有条目“{found}”"),
    "hint.unknown_entry": Text(en="the entries are {choices}", zh="其中的条目有 {choices}"),
    "error.misspelt_entry": Text(en="there is no entry '{found}'", zh="没有条目“{found}”"),
    "hint.misspelt_entry": Text(
        en="did you mean '{near}'? The entries are {choices}",
        zh="是不是想用“{near}”？其中的条目有 {choices}",
    ),
    "error.needs_pickle": Text(
        en="the array holds Python objects, which are never unpickled",
        zh="数组里是 Python 对象，不会做反序列化（unpickle）",
    ),
    "hint.needs_pickle": Text(
        en="save plain numbers: numpy.save('x.npy', x.astype('float64'))",
        zh="请保存为普通数值：numpy.save('x.npy', x.astype('float64'))",
    ),
    "error.damaged_array": Text(
        en="this is not an array that NumPy saved, or it is damaged",
        zh="这不是 NumPy 保存的数组，或文件已损坏",
    ),
    "hint.damaged_array": Text(
        en="save it again with numpy.save or numpy.savez",
        zh="请用 numpy.save 或 numpy.savez 重新保存",
    ),
    "error.csv_damaged": Text(en="this line is not CSV", zh="这一行不是合法的 CSV"),
}
