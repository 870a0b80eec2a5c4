"""The words of a block: steps, sections, rules, self-checks."""

from addnorm_cli.messages import Text

TEXTS = {
    "title.block": Text(en="Transformer block", zh="Transformer 块"),
    "step.q": Text(en="Queries", zh="查询 q"),
    "step.k": Text(en="Keys", zh="键 k"),
    "step.v": Text(en="Values", zh="值 v"),
    "step.q_rotated": Text(en="Queries with rotary positions", zh="加入旋转位置的 q"),
    "step.k_rotated": Text(en="Keys with rotary positions", zh="加入旋转位置的 k"),
    "step.scores": Text(en="Scores", zh="注意力分数"),
    "step.scaled_scores": Text(en="Scores over √d_head", zh="分数除以 √d_head"),
    "step.scaled_scores.divided": Text(en="Scores over scale", zh="分数除以 scale"),
    "step.scaled_scores.root": Text(en="Scores over √scale", zh="分数除以 √scale"),
    "step.scaled_scores.times": Text(en="Scores times scale", zh="分数乘以 scale"),
    "step.capped_scores": Text(en="Scores, capped softly", zh="分数软上限"),
    "step.biased_scores": Text(en="Scores plus mask", zh="分数加掩码"),
    "step.masked_scores": Text(en="Causal mask", zh="因果掩码"),
    "step.masked_scores.given": Text(en="Mask", zh="掩码"),
    "step.weights": Text(en="Attention weights (softmax)", zh="注意力权重（softmax）"),
    "step.heads": Text(en="Heads", zh="各头输出"),
    "step.concat": Text(en="Heads side by side", zh="拼接各头"),
    "step.attention_output": Text(en="Output projection", zh="输出投影"),
    "step.linear_1": Text(en="First linear map", zh="第一个线性层"),
    "step.gate": Text(en="Gate", zh="门控"),
    "step.linear_2": Text(en="Second linear map", zh="第二个线性层"),
    "step.add1": Text(en="Residual sum 1", zh="第一次残差相加"),
    "step.add2": Text(en="Residual sum 2", zh="第二次残差相加"),
    "step.update": Text(en="Update {number}", zh="第 {number} 次更新"),
    "section.attention": Text(en="self-attention", zh="自注意力"),
    "section.cross": Text(en="cross-attention", zh="交叉注意力"),
    "section.norm3": Text(en="norm 3", zh="归一化 3"),
    "section.norm3_post": Text(en="norm 3, after the sublayer", zh="归一化 3（子层之后）"),
    "step.add3": Text(en="Residual sum 3", zh="第三次残差相加"),
    "section.ffn": Text(en="feed-forward", zh="前馈网络"),
    "section.q_norm": Text(en="norm of the queries", zh="查询的归一化"),
    "section.k_norm": Text(en="norm of the keys", zh="键的归一化"),
    "section.norm1": Text(en="norm 1", zh="归一化 1"),
    "section.norm2": Text(en="norm 2", zh="归一化 2"),
    "section.norm1_post": Text(en="norm 1, after the sublayer", zh="归一化 1（子层之后）"),
    "section.norm2_post": Text(en="norm 2, after the sublayer", zh="归一化 2（子层之后）"),
    "section.final_norm": Text(en="final norm", zh="最终归一化"),
    "section.embedding": Text(en="embedding", zh="嵌入"),
    "section.prediction": Text(en="the next token", zh="下一个 token"),
    "section.of_model": Text(
        en="{title}, the model's layer {number}", zh="{title}（模型的层 {number}）"
    ),
    "step.embedding.word": Text(en="Rows of the words", zh="词的行"),
    "step.embedding.position": Text(en="Rows of the positions", zh="位置的行"),
    "step.embedding.type": Text(en="Rows of the kind of text", zh="文本类型的行"),
    "step.embedding.sum": Text(en="Embedding", zh="嵌入之和"),
    "step.logits": Text(en="Scores of the likeliest words", zh="最可能的词的分数"),
    "step.scaled_logits": Text(en="Scores, scaled", zh="分数缩放"),
    "step.capped_logits": Text(en="Scores, capped softly", zh="分数软上限"),
    "step.probabilities": Text(
        en="Share among all words (softmax)", zh="在所有词中的份额（softmax）"
    ),
    "section.layer": Text(en="layer {number}", zh="第 {number} 层"),
    "heading.head": Text(en="head {head}", zh="第 {head} 头"),
    "fact.placement.post": Text(
        en="placement post: x ← Norm(x + F(x)), as in the original Transformer and BERT",
        zh="归一化位置 post：x ← Norm(x + F(x))，原始 Transformer 与 BERT 的做法",
    ),
    "why.page.post": Text(
        en="post: the norm stands after the sum, as in the original Transformer. Everything that"
        " is passed on has a known size, but x too goes through every norm, so no way through the"
        " stack leaves it unchanged.",
        zh="post：先相加，再归一化，这是原始 Transformer 的做法。传下去的数值始终是同样的尺度，但"
        " x 也要经过每一次归一化，没有一条路能让它原样通过。",
    ),
    "fact.placement.pre": Text(
        en="placement pre: x ← x + F(Norm(x)), as in GPT-2 and Llama",
        zh="归一化位置 pre：x ← x + F(Norm(x))，GPT-2 与 Llama 的做法",
    ),
    "why.page.pre": Text(
        en="pre: a copy of the stream is normalized for the sublayer, and the stream itself is only"
        " added to. x goes through the whole stack as a term of the sum, and the gradient comes"
        " back along it unchanged; deep stacks train more steadily this way, so GPT and Llama"
        " have it.",
        zh="pre：只把残差流的副本归一化后送进子层，残差流本身只做加法。x 作为和里的一项一直到最后，"
        "梯度也能沿它原样传回；层数很深时训练更稳定，所以 GPT 和 Llama 用它。",
    ),
    "fact.placement.sandwich": Text(
        en="placement sandwich: x ← x + Norm₂(F(Norm₁(x))), as in Gemma 2 and Peri-LN",
        zh="归一化位置 sandwich：x ← x + Norm₂(F(Norm₁(x)))，Gemma 2 与 Peri-LN 的做法",
    ),
    "why.page.sandwich": Text(
        en="sandwich: a norm before the sublayer and one after it, so what is added is never too"
        " large; the stream itself is only added to.",
        zh="sandwich：子层前后各做一次归一化，加进来的量不会太大；残差流本身只做加法。",
    ),
    "fact.placement.res-post": Text(
        en="placement res-post: x ← x + Norm(F(x)), as in OLMo 2 and Swin v2",
        zh="归一化位置 res-post：x ← x + Norm(F(x))，OLMo 2 与 Swin v2 的做法",
    ),
    "why.page.res-post": Text(
        en="res-post: what the sublayer writes is normalized before it is added; the stream itself"
        " is only added to.",
        zh="res-post：子层的输出先归一化再加；残差流本身只做加法。",
    ),
    "fact.placement.parallel": Text(
        en="placement parallel: x ← x + A(Norm(x)) + F(Norm(x)), as in GPT-J and PaLM",
        zh="归一化位置 parallel：x ← x + A(Norm(x)) + F(Norm(x))，GPT-J 与 PaLM 的做法",
    ),
    "why.page.parallel": Text(
        en="parallel: attention and FFN read the same state and are added together, which saves"
        " time; FFN does not see what attention found in this layer.",
        zh="parallel：注意力与前馈网络读同一个状态，一起加回，省时间；但前馈网络看不到本层注意力的"
        "结果。",
    ),
    "fact.placement.deepnorm": Text(
        en="placement deepnorm: x ← Norm(αx + F(x)), as in DeepNet; α = {alpha:g}",
        zh="归一化位置 deepnorm：x ← Norm(αx + F(x))，DeepNet 的做法；α = {alpha:g}",
    ),
    "why.page.deepnorm": Text(
        en="deepnorm: as post, with x made larger by α before the sum, so each layer of a deep"
        " stack changes only little.",
        zh="deepnorm：与 post 相同，只是相加前把 x 乘以 α，让很深的网络里每一层只改一点点。",
    ),
    "fact.no_residual": Text(
        en="residual off: x ← Δ in place of x ← x + Δ",
        zh="关闭残差：x ← Δ，而不是 x ← x + Δ",
    ),
    "fact.layers": Text(en="layers: {count}", zh="{count} 层"),
    "fact.heads": Text(en="heads: {heads}", zh="{heads} 个头"),
    "fact.kv_heads": Text(
        en="heads: {heads}, sharing {kv_heads} of keys and values",
        zh="{heads} 个头共用 {kv_heads} 个键值头",
    ),
    "fact.causal": Text(
        en="causal: a token sees itself and those before it",
        zh="因果掩码：每个 token 只能看到自己和前面的 token",
    ),
    "fact.not_causal": Text(en="every token sees every token", zh="每个 token 都能看到所有 token"),
    "fact.rotary": Text(en="rotary positions, base {base:g}", zh="旋转位置编码，底数 {base:g}"),
    "fact.masked": Text(
        en="a token sees those that the mask lets it see", zh="每个 token 看到掩码允许的 token"
    ),
    "fact.mask.seen": Text(
        en="mask of 0 and 1: a score is -∞ where it is 0",
        zh="掩码由 0 和 1 组成：为 0 处的分数记为 -∞",
    ),
    "fact.mask.added": Text(
        en="the numbers of the mask are added to the scores", zh="掩码的数值加到分数上"
    ),
    "fact.scale.divided": Text(
        en="scores divided by scale = {number:.10g}, in place of √d_head",
        zh="分数除以 scale = {number:.10g}，代替 √d_head",
    ),
    "fact.scale.root": Text(
        en="scores divided by √{number:.10g}, in place of √d_head",
        zh="分数除以 √{number:.10g}，代替 √d_head",
    ),
    "fact.scale.times": Text(
        en="scores multiplied by scale = {number:.10g}, in place of a division by √d_head",
        zh="分数乘以 scale = {number:.10g}，代替除以 √d_head",
    ),
    "fact.softcap": Text(
        en="scores s become cap · tanh(s / cap), cap = {number:.10g}",
        zh="分数 s 变为 cap · tanh(s / cap)，cap = {number:.10g}",
    ),
    "fact.qk_norm": Text(en="queries and keys are normed first", zh="查询与键先做归一化"),
    "fact.identity": Text(
        en="left out, and so the identity: {names}", zh="未给出，因此为恒等映射：{names}"
    ),
    "fact.interleaved": Text(
        en="neighbours 2i and 2i + 1 turn together", zh="相邻的 2i 与 2i + 1 成对旋转"
    ),
    "fact.rotary_dim": Text(
        en="the first {width} components of each head turn", zh="每个头的前 {width} 个分量旋转"
    ),
    "fact.rope_scaling": Text(
        en="angles scaled as {kind} ({numbers})", zh="角度按 {kind} 缩放（{numbers}）"
    ),
    "fact.multiplier": Text(
        en="each sublayer's output times λ = {number} before it is added",
        zh="每个子层的输出先乘以 λ = {number} 再相加",
    ),
    "fact.activation": Text(en="feed-forward with {activation}", zh="前馈网络使用 {activation}"),
    "fact.weights.xW": Text(
        en="weights stored as (in, out): x W + b",
        zh="权重按（输入, 输出）存放：x W + b",
    ),
    "fact.weights.Wx": Text(
        en="weights stored as (out, in): W x + b",
        zh="权重按（输出, 输入）存放：W x + b",
    ),
    "fact.no_norm": Text(en="no norm", zh="没有归一化"),
    "check.norms": Text(
        en="norms: {count}; Σ(z - μ) = 0, mean and variance of ẑ as they should be",
        zh="{count} 次归一化：Σ(z - μ) = 0，ẑ 的均值与方差都符合预期",
    ),
    "check.norms_rms": Text(
        en="norms: {count}; mean square of ẑ as it should be",
        zh="{count} 次归一化：ẑ 的均方符合预期",
    ),
    "formula.block": Text(en="a stack of layers around the stream x", zh="残差流 x 依次经过若干层"),
    "note.masked": Text(
        en="-∞ where the key comes after the query; exp(-∞) = 0",
        zh="键在查询之后的位置记为 -∞；exp(-∞) = 0",
    ),
    "note.masked.given": Text(
        en="-∞ where the mask is 0; exp(-∞) = 0", zh="掩码为 0 的位置记为 -∞；exp(-∞) = 0"
    ),
    "note.masked.both": Text(
        en="-∞ where the mask is 0 or the key comes after the query; exp(-∞) = 0",
        zh="掩码为 0 或键在查询之后的位置记为 -∞；exp(-∞) = 0",
    ),
    "note.no_weight": Text(
        en="no weight is given: the numbers stay as they are", zh="没有给出权重：数值保持不变"
    ),
    "progress": Text(en="layers", zh="层"),
}
