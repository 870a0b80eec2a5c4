"""What a page is about, and what came out of it: `--explain`."""

from addnorm_cli.messages import Text

TEXTS = {
    "why.name": Text(en="Why?", zh="为什么？"),
    "why.about": Text(en="What this is about", zh="这一页讲什么"),
    "why.outcome": Text(en="What came out", zh="结果说明什么"),
    # what a page is about
    "why.page.residual": Text(
        en="Without the sum every layer would have to say everything again, and what one layer"
        " drops would be gone for all that follow, as in a game of telephone. With it no layer"
        " overturns the one before: it writes a patch, a correction to what is there, as one"
        " mends a draft.",
        zh="没有这个加法，每一层都得把全部内容重新说一遍，哪一层漏掉了什么，后面就再也没有了，就像"
        "传话游戏。有了它，后一层不会推翻前一层，只在已有内容上打个补丁，就像改草稿。",
    ),
    "why.page.residual.gradient": Text(
        en="And the layers can learn. A layer learns from the gradient, which comes from the end of"
        " the network and is multiplied by the slope of every layer on the way. Where the slopes"
        " are small, next to nothing is left for the first layers: the gradient vanishes. The sum"
        " opens a fast road past each layer, on which the gradient is multiplied by 1. It is no"
        " trick for speed; not every model needs it, and none learns well by it alone.",
        zh="它还让前面的层学得动。网络靠梯度学习，梯度从最后一层往前传，每经过一层都要乘以该层的导数。"
        "导数都小时，传到前面几层就几乎没有了，这叫梯度消失。相加给梯度留出一条绕过每一层的高速公路，"
        "在这条路上只乘 1。它不是提速的技巧；不是所有模型都必须有它，有了它也不保证一定学得好。",
    ),
    "why.page.residual.history": Text(
        en="It is a choice of design, not a law of mathematics. Before 2015 networks of more than"
        " some 20 or 30 layers had come out worse than shallower ones (the degradation problem);"
        " ResNet (He, Zhang, Ren and Sun, 2015) added x back for images, and the Transformer,"
        " BERT, GPT and ViT took it over. The shape stays as it is, so a hundred layers and more"
        " can be stacked.",
        zh="这是设计上的选择，不是数学上的必然。2015 年以前，网络超过二三十层，效果反而变差（退化现"
        "象）；ResNet（何恺明、张祥雨、任少卿、孙剑，2015）在图像网络里把 x 加了回去，"
        "Transformer、BERT、GPT 和 ViT 都沿用了它。形状始终不变，所以能一层层堆到上百层。",
    ),
    "why.page.layernorm": Text(
        en="After a residual sum the numbers of one vector may be very large and those of another"
        " very small, and while a network learns, this changes from step to step (internal"
        " covariate shift: the ground moves under the layers above), so training is unsteady, and"
        " slow. The norm brings every vector back to mean 0 and standard deviation 1, like numbers"
        " put back into a common range, so the next layer always meets the same scale.",
        zh="相加之后，有的向量数值可能很大，有的很小；训练时前面的参数一更新，这种分布还会跟着变（内"
        "部协变量偏移，就像地基一直在动），训练就不稳，收敛也慢。归一化把每个向量拉回均值 0、标准"
        "差 1，数值都在同一个范围里，后面的层看到的尺度始终一样。",
    ),
    "why.page.layernorm.not_batchnorm": Text(
        en="LayerNorm takes its mean and variance from one vector alone. So, unlike BatchNorm, it"
        " does not depend on what else is in the batch or how long the sentences are, and it"
        " needs no running statistics: in use it does what it did in training. That is why"
        " Transformers have it, and BatchNorm stays with image networks (CNNs).",
        zh="LayerNorm 的均值和方差只取自一个向量。因此它与 BatchNorm 不同：不受批里其他样本和句子"
        "长短的影响，也不需要维护移动统计量，推理时与训练时完全一样。所以 Transformer 用它，而 "
        "BatchNorm 多用于图像网络（CNN）。",
    ),
    "why.page.rmsnorm": Text(
        en="Like LayerNorm, but the mean stays: only the size of the components is brought to 1."
        " It is cheaper and does nearly as well, so Llama and T5 have it.",
        zh="与 LayerNorm 相近，但不减均值，只把分量的大小调到 1。计算更省，效果相差不大，所以"
        " Llama 和 T5 用它。",
    ),
    "why.page.addnorm": Text(
        en="Two steps that stand after every sublayer (attention, feed-forward). Add: the input is"
        " added back, so nothing has to be said twice, and the gradient, from which layers learn,"
        " has a way around the sublayer on which it does not vanish. Norm: the sum is brought back"
        " to mean 0 and standard deviation 1, so the next layer always meets the same scale."
        " Together they hand on what was there, and let each layer improve on it. What comes in"
        " goes on in the same shape.",
        zh="每个子层（注意力、前馈网络）后面都有的两步。Add：把输入加回来，已有的内容不必重说一遍；"
        "梯度（网络靠它学习）也有了一条绕过子层的路，在这条路上不会消失。Norm：把和拉回均值 0、标准"
        "差 1，后面的层看到的尺度始终一样。两步合起来，既保留原意，又允许每一层改进，“传话不走样”。"
        "形状始终不变。",
    ),
    "why.page.addnorm.other": Text(
        en="Two steps that stand after every sublayer (attention, feed-forward). Add: the input is"
        " added back, so nothing has to be said twice, and the gradient, from which layers learn,"
        " has a way around the sublayer on which it does not vanish. Norm: the sum is brought back"
        " to a known size. What comes in goes on in the same shape.",
        zh="每个子层（注意力、前馈网络）后面都有的两步。Add：把输入加回来，已有的内容不必重说一遍；"
        "梯度（网络靠它学习）也有了一条绕过子层的路，在这条路上不会消失。Norm：把和的尺度拉回来，"
        "后面的层看到的数值不会忽大忽小。形状始终不变。",
    ),
    "why.page.norm": Text(
        en="As LayerNorm does, this brings numbers back to a common scale, so that the next layer"
        " need not follow every change in the layers before it. It differs in the numbers that it"
        " looks at.",
        zh="与 LayerNorm 一样，它把数值拉回统一的尺度，后面的层不必跟着前面的层不断重新适应；不同"
        "的是它看哪些数。",
    ),
    "why.page.block": Text(
        en="A block mends the vectors of its tokens like a draft, twice: attention corrects each"
        " by what it finds in the others, then the feed-forward network (FFN) works over each one"
        " by itself. It is more than attention: without FFN, residual and norm it is no"
        " Transformer block.",
        zh="一个块像改草稿一样修改各个 token 的向量，共改两次：注意力根据其他 token 给出修正，前馈"
        "网络（FFN）再分别加工每一个。块不等于注意力：少了前馈网络、残差连接和归一化，就不是"
        " Transformer 块。",
    ),
    "why.page.block.ffn": Text(
        en="This block has one sublayer, a feed-forward network (FFN): it works over the vector"
        " of each token by itself. A whole Transformer block has attention before it.",
        zh="这个块只有一个子层：前馈网络（FFN），它分别加工每个 token 的向量。完整的 Transformer "
        "块在它前面还有注意力。",
    ),
    "why.page.block.attention": Text(
        en="This block has one sublayer, attention: it corrects the vector of each token by what"
        " it finds in the others. A whole Transformer block has a feed-forward network (FFN)"
        " after it.",
        zh="这个块只有一个子层：注意力，它根据其他 token 修正每个 token 的向量。完整的"
        " Transformer 块在它后面还有前馈网络（FFN）。",
    ),
    "why.page.block.depth": Text(
        en="More layers are not better by themselves: that depends on weights, training and task,"
        " and nothing is trained here.",
        zh="层数多不等于更好：这取决于参数、训练和任务，而这里没有训练过程。",
    ),
    "why.page.order": Text(
        en="Nothing in the block tells which token comes first: if the tokens change places, the"
        " results change places with them and are otherwise the same (permutation equivariance)."
        " Models bring positions in by adding them to the input, in the attention scores, or by"
        " rotating q and k.",
        zh="块里没有任何东西表示词序：把 token 换个位置，结果只是跟着换位置，数值不变（置换等"
        "变）。模型引入位置的办法有：加到输入上、加进注意力分数，或旋转 q 和 k。",
    ),
    "why.page.order.added": Text(
        en="Nothing in the layers tells which token comes first; this model adds a row for each"
        " position to the embedding. Without those rows, tokens that change places would only"
        " have their results change places with them (permutation equivariance). Other models"
        " bring positions in through the attention scores, or by rotating q and k.",
        zh="各层本身看不出词序；这个模型在嵌入时给每个位置加上一行。没有这些行，把 token 换个位置，"
        "结果也只是跟着换位置（置换等变）。也有模型把位置加进注意力分数，或旋转 q 和 k。",
    ),
    "why.page.dropout": Text(
        en="While a model is trained, dropout mostly sets a random part of each sublayer's"
        " numbers to 0 before the sum; in use it does nothing, so it does not stand here.",
        zh="训练时，每次相加之前通常还有 dropout，随机把子层输出的一部分数置为 0；推理时它不起作"
        "用，所以这里没有这一步。",
    ),
    "why.page.order.causal": Text(
        en="The mask tells what comes before from what comes after, but not how far away it is;"
        " models bring positions in by adding them to the input, in the attention scores, or by"
        " rotating q and k.",
        zh="掩码只分出先后，不表示相距多远；模型引入位置的办法有：加到输入上、加进注意力分数，或"
        "旋转 q 和 k。",
    ),
    "why.page.order.causal.added": Text(
        en="The mask tells what comes before from what comes after, but not how far away it is;"
        " for that, this model adds a row for each position to the embedding. Others bring"
        " positions in through the attention scores, or by rotating q and k.",
        zh="掩码只分出先后，不表示相距多远；为此这个模型在嵌入时给每个位置加上一行。也有模型把位置加"
        "进注意力分数，或旋转 q 和 k。",
    ),
    "why.page.order.rotary": Text(
        en="The order of the tokens comes in by rotation: q and k are turned by their positions."
        " Other models add positions to the input or to the attention scores.",
        zh="词序靠旋转引入：q 和 k 按位置旋转。也有模型把位置加到输入上，或加进注意力分数。",
    ),
    "why.page.updates": Text(
        en="The residual stream is the vector of a token on its way through the layers. Each"
        " sublayer adds a correction Δ to it, so the end is the start plus all corrections. The"
        " numbers Δ are given here; in a model each is worked out from the state before it.",
        zh="残差流就是一个 token 的向量穿过各层的过程。每个子层加上一个修正量 Δ，所以最终向量等于"
        "起点加上全部修正量。这里的 Δ 是给定的；在模型里，每个 Δ 都由它之前的状态算出。",
    ),
    "why.page.no_residual": Text(
        en="The residual is off: each output takes the place of the stream. A norm is no"
        " substitute for it: it sets the scale, while the residual keeps a way open on which x"
        " gets through.",
        zh="这里关闭了残差：每次都用子层的输出取代残差流。归一化代替不了它：归一化负责调整尺度，"
        "残差连接提供让 x 直接通过的路径。",
    ),
    "why.page.gradient": Text(
        en="A network learns by asking, for every number, how the result would change if that"
        " number were a little larger. The answers are worked out from the end to the start, each"
        " from the one after it.",
        zh="网络的学习就是对每个数问一句：它稍大一点，结果会怎么变？答案从后往前算，每一步都由后"
        "一步得出（反向传播）。",
    ),
    "why.page.gradient-flow": Text(
        en="To learn, a layer needs a gradient that is not too small, and the gradient comes from"
        " the end of the network, through every layer on the way. This page shows how much of it"
        " is left at each layer.",
        zh="一层要学得动，传到它的梯度不能太小；而梯度从网络末端传来，要穿过途中的每一层。这一页"
        "列出到达每一层时还剩多少。",
    ),
    "why.page.compare.norm": Text(
        en="A norm asks for a mean and a spread. What tells the norms apart is over which numbers"
        " they take them: one vector (LayerNorm), one component of the whole batch (BatchNorm),"
        " or one vector whose mean stays (RMSNorm). Transformers take a norm that looks at one"
        " vector: their batches and lengths vary, and the model must do in use what it did in"
        " training.",
        zh="归一化要用到均值和分散程度，各种归一化的差别在于对哪些数求：一个向量（LayerNorm）、整"
        "批的同一个分量（BatchNorm），或一个向量但不减均值（RMSNorm）。Transformer 的批大小和句长"
        "都会变，推理又要与训练一致，所以用只看一个向量的归一化。",
    ),
    "why.page.compare.placement": Text(
        en="The same two things, a sum and a norm, in another order: after the sum (post) the"
        " stream is normalized each time, before the sublayer (pre) it is only added to. pre"
        " trains more steadily in deep stacks; the table at the end shows how much of x₀ is left.",
        zh="同样是加法和归一化，只是次序不同：post 在相加之后归一化，残差流每次都被改动；pre 在子层"
        "之前归一化，残差流只做加法。层数很深时 pre 训练更稳定；最后的表说明 x₀ 还剩多少。",
    ),
    "why.page.compare.convention": Text(
        en="All of these are called LayerNorm, and differ in how large ε is, where it is added,"
        " and whether the squares are divided by d or d - 1. Where two programs disagree in the"
        " last digits, this is mostly why.",
        zh="它们都叫 LayerNorm，差别只在 ε 取多大、加在哪里，以及平方和除以 d 还是 d - 1。两个程"
        "序的结果末几位不同，多半就是这个原因。",
    ),
    # what came out
    "why.outcome.norm": Text(
        en="before: mean {mean}, σ {sigma}; after: mean {mean_after}, σ {sigma_after}.",
        zh="归一化前：均值 {mean}，σ {sigma}；归一化后：均值 {mean_after}，σ {sigma_after}。",
    ),
    "why.outcome.cases": Text(
        en="{first} and {second} start from the same x and differ most in {component}: {one} and"
        " {other}.",
        zh="{first} 与 {second} 的 x 相同，结果在 {component} 上差别最大：{one} 与 {other}。",
    ),
    "why.outcome.residual": Text(
        en="F changes {component} most: {before} becomes {after}.",
        zh="F 对 {component} 改动最大：{before} 变为 {after}。",
    ),
    "why.outcome.ledger": Text(
        en="x₀ is still a term of the sum, but not for ever untouched: corrections may add to it"
        " or cancel a part of it. ‖x‖ is a length alone and does not say what the vector holds;"
        " cos(x, x₀) says how far it has turned away from x₀.",
        zh="x₀ 仍是和里的一项，但不会永远原封不动：修正量可能加强它，也可能抵消它的一部分。‖x‖ 只是"
        "长度，看不出向量保留了什么内容；cos(x, x₀) 说明方向偏离了多少。",
    ),
    "why.outcome.ledger.post": Text(
        en="Each norm here changes all that the stream holds, x₀ too. ‖x‖ is a length alone and"
        " does not say what the vector holds; cos(x, x₀) says how far it has turned away from x₀.",
        zh="这里每次归一化都会改动残差流的全部内容，x₀ 也不例外。‖x‖ 只是长度，看不出向量保留了什么"
        "内容；cos(x, x₀) 说明方向偏离了多少。",
    ),
    "why.outcome.ledger.off": Text(
        en="‖x‖ need not fall to 0 without the residual: a norm before each sublayer keeps the"
        " scale. But a length says nothing of what is in the vector; cos(x, x₀) does. And that x₀"
        " is no term any more is not to say that nothing of it is left, for each sublayer works"
        " its Δ out from the state before it.",
        zh="关闭残差，‖x‖ 也不一定降到 0，因为子层之前的归一化维持了尺度。但长度看不出向量里有什"
        "么内容，要看 cos(x, x₀)；x₀ 不再是和里的一项，也不等于它的信息全都丢了，因为子层的 Δ 都"
        "由之前的状态算出。",
    ),
    "why.outcome.one_block": Text(
        en="One block alone may show little difference between on and off; that is no proof that"
        " the residual is of no use.",
        zh="只有一个块时，开启与关闭的差别可能较小，不能据此认为残差连接没有用。",
    ),
    "why.outcome.gradient-flow": Text(
        en="No guarantee, then: a residual keeps one way open, it does not decide what the other"
        " adds. And a network without residuals need not lose everything: that depends on F.",
        zh="所以它不是保证：残差连接留出了一条路，却管不了另一条路加上什么。没有残差连接的网络也"
        "并非一定保存不了信息，要看 F。",
    ),
}
