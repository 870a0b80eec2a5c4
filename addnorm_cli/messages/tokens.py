"""What is said of texts, tokenizers and embeddings."""

from addnorm_cli.messages import Text

TEXTS = {
    "error.empty_text": Text(en="the text is empty", zh="文本是空的"),
    "hint.empty_text": Text(
        en='write a sentence in quotes: --text "he sat by the river bank"',
        zh='请用引号写一句话：--text "he sat by the river bank"',
    ),
    "error.text_not_unicode": Text(
        en="the text has bytes that are no letters of the terminal's encoding",
        zh="文本中有不属于终端编码的字节",
    ),
    "hint.text_not_unicode": Text(
        en="set the terminal to UTF-8, or type the text again",
        zh="请把终端设为 UTF-8，或重新输入文本",
    ),
    "error.no_tokens": Text(
        en="this tokenizer makes no token of {found}",
        zh="这个分词器没有把 {found} 分出任何 token",
    ),
    "hint.no_tokens": Text(
        en="write a text with words that the model knows",
        zh="请换一段含有模型认识的词的文本",
    ),
    "error.no_tokenizer": Text(
        en="there is no tokenizer.json in this folder, and a text needs one",
        zh="这个文件夹里没有 tokenizer.json，而文本需要它",
    ),
    "hint.no_tokenizer": Text(
        en="put the model's tokenizer.json beside its weights, or give x itself",
        zh="请把模型的 tokenizer.json 放在权重旁边，或直接给出 x",
    ),
    "error.other_tokenizer": Text(
        en="the tokenizer in this folder is {found}, and only tokenizer.json is read",
        zh="这个文件夹里的分词器是 {found}，而这里只读取 tokenizer.json",
    ),
    "hint.other_tokenizer": Text(
        en="make one of it:"
        " transformers.AutoTokenizer.from_pretrained(FOLDER).save_pretrained(FOLDER)",
        zh="请转换：transformers.AutoTokenizer.from_pretrained(文件夹).save_pretrained(文件夹)",
    ),
    "error.damaged_tokenizer": Text(
        en="this is no tokenizer, or one of a kind that the library does not know",
        zh="这不是分词器，或是分词库不认识的种类",
    ),
    "hint.damaged_tokenizer": Text(
        en="fetch the model's tokenizer.json again, or a newer version of the library tokenizers",
        zh="请重新下载模型的 tokenizer.json，或更新 tokenizers 库",
    ),
    "error.tokenizer_kind": Text(
        en="tokenizers of the kind {found} are not known",
        zh="不认识 {found} 这种分词器",
    ),
    "hint.tokenizer_kind": Text(en="the kinds known are {choices}", zh="认识的种类有 {choices}"),
    "error.no_embedding": Text(
        en="a {arch} file has no embedding, and a text needs one",
        zh="{arch} 的文件没有词嵌入，而文本需要它",
    ),
    "hint.no_embedding": Text(
        en="give x itself, one row for each token",
        zh="请直接给出 x，每个 token 一行",
    ),
    "error.missing_embedding": Text(
        en="the embedding is not here: {looked}",
        zh="这里没有词嵌入：{looked}",
    ),
    "hint.missing_embedding": Text(
        en="perhaps it is in another part of the model: name its folder, or give x itself",
        zh="它可能在模型的另一个分片中：请给出模型的文件夹，或直接给出 x",
    ),
    "error.table_shape": Text(
        en="the table has the shape {found}, and rows of {width} numbers are needed",
        zh="这个表的形状是 {found}，而每行应有 {width} 个数",
    ),
    "error.token_beyond": Text(
        en="the tokenizer gives the token number {token}, and there are rows for {rows}",
        zh="分词器给出编号 {token} 的 token，而这里只有 {rows} 行",
    ),
    "hint.token_beyond": Text(
        en="weights and tokenizer are of different models: fetch them again",
        zh="权重与分词器来自不同的模型：请重新下载",
    ),
    "error.text_too_long": Text(
        en="the text has {length} tokens, and the model has positions for {most}",
        zh="文本有 {length} 个 token，而模型的位置只够 {most} 个",
    ),
    "hint.text_too_long": Text(en="shorten the text", zh="请缩短文本"),
}
