"""The samples that come with addnorm."""

from addnorm_cli.messages import Text

TEXTS = {
    "tour.bank": Text(
        en="bank by the river and in the street: Add & Norm by hand",
        zh="河边的 bank 与街上的 bank：手算 Add & Norm",
    ),
    "tour.matrix": Text(
        en="seven tokens at once, the norms beside each other, post and pre",
        zh="七个 token 一起算，几种归一化对照，post 与 pre",
    ),
    "tour.layer": Text(
        en="a whole layer: feed-forward, heads, and both with their norms",
        zh="完整的一层：前馈网络、多个头，以及带归一化的整层",
    ),
    "tour.patch": Text(
        en="x + ReLU(W x + b): a patch, not a new text; and the way back",
        zh="x + ReLU(W x + b)：打补丁，而不是重写；以及反向传播",
    ),
    "tour.stream": Text(
        en="the residual stream: by the river bank, with the residual and without",
        zh="残差流：by the river bank，开启与关闭残差",
    ),
    "tour.listed": Text(en="{title} ({count} pages)", zh="{title}（{count} 页）"),
    "tour.how": Text(
        en="`addnorm tour {name}` goes through one page by page; in a terminal Enter shows the next"
        " step.",
        zh="用 `addnorm tour {name}` 一页一页地走；在终端里按回车看下一步。",
    ),
    "tour.step": Text(en="{number}/{count}  $ {command}", zh="{number}/{count}  $ {command}"),
    "error.no_such_walk": Text(en="there is no walk '{value}'", zh="没有名为“{value}”的导览"),
    "hint.no_such_walk": Text(en="the walks are {choices}", zh="可用的导览有 {choices}"),
    "error.would_overwrite": Text(
        en="these files are there already: {names}",
        zh="这些文件已经存在：{names}",
    ),
    "hint.would_overwrite": Text(
        en="choose another folder, or move them away first",
        zh="请换一个文件夹，或先把它们移走",
    ),
    "sample.bank": Text(
        en="bank by the river and in the street: x + Attention(x), then LayerNorm",
        zh="河边的 bank 与街上的 bank：x + Attention(x)，再做 LayerNorm",
    ),
    "sample.bank-layernorm": Text(
        en="the LayerNorm of that river bank alone",
        zh="其中“河边”一句的 LayerNorm",
    ),
    "sample.relu-residual": Text(
        en="a residual connection around F(x) = ReLU(W x + b)",
        zh="带残差连接的 F(x) = ReLU(W x + b)",
    ),
    "sample.tokens-7x8": Text(
        en="seven random tokens of eight dimensions",
        zh="七个 8 维随机 token",
    ),
    "error.no_such_sample": Text(en="there is no sample '{value}'", zh="没有例题“{value}”"),
    "hint.no_such_sample": Text(en="the samples are {choices}", zh="可用的例题有 {choices}"),
    "sample.river-bank": Text(
        en="by the river bank: three pre-norm blocks that share their weights, six updates",
        zh="by the river bank：三个共享权重的 pre-norm 块，六次更新",
    ),
    "sample.bank-layer": Text(
        en="bank through its whole layer: + attention, norm, FFN, +, norm",
        zh="bank 走完整整一层：+ 注意力、归一化、前馈、+、归一化",
    ),
    "sample.residual-stream": Text(
        en="bank in the stream of three blocks: x_N = x₀ + ΣΔ",
        zh="bank 在三个块的残差流中：x_N = x₀ + ΣΔ",
    ),
    "sample.encoder-post": Text(
        en="an encoder layer, norm after the sum",
        zh="一个编码器层，先相加后归一化",
    ),
    "sample.decoder-pre-causal": Text(
        en="a decoder layer, norm before the sublayer, causal",
        zh="一个解码器层，先归一化再进子层，带因果掩码",
    ),
    "sample.batch-norm-vs-layer-norm": Text(
        en="four samples under BatchNorm and LayerNorm (compare-norm)",
        zh="四个样本在 BatchNorm 与 LayerNorm 下（compare-norm）",
    ),
    "sample.pre-vs-post": Text(
        en="the same sublayer in post- and pre-norm (compare-norm --by placement)",
        zh="同一子层的 post-norm 与 pre-norm（compare-norm --by placement）",
    ),
    "sample.ffn": Text(
        en="the feed-forward sublayer by hand: up, ReLU, down",
        zh="手算前馈网络：升维、ReLU、降维",
    ),
    "sample.multi-head": Text(
        en="two heads, put side by side and projected",
        zh="两个头的拼接与投影",
    ),
    "sample.gradient": Text(
        en="back through Add & Norm: the residual path and the path through F",
        zh="反向经过 Add & Norm：残差路径与经过 F 的路径",
    ),
}
