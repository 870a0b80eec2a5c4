"""What a part of a block does, and why a step of a block, of the way back or of a flow is done."""

from addnorm_cli.messages import Text

TEXTS = {
    # what a part of a page does
    "why.section.attention": Text(
        en="Attention: each token looks at the others and takes from each as much as it has to do"
        " with it.",
        zh="注意力：每个 token 看看其他 token，与谁越相关，就从谁那里取得越多。",
    ),
    "why.section.attention.most": Text(
        en="Attention: each token looks at the others and takes from each as much as it has to do"
        " with it. Here {who} looks most at {whom}, with a share of {share}.",
        zh="注意力：每个 token 看看其他 token，与谁越相关，就从谁那里取得越多。这里 {who} 最关注"
        " {whom}，权重为 {share}。",
    ),
    "why.section.ffn": Text(
        en="Feed-forward: the same small network for each position, worked one by one; no token"
        " sees another here.",
        zh="前馈网络：每个位置用同一个小网络，各算各的，这一步 token 之间不交换信息。",
    ),
    "why.section.norm.before": Text(
        en="A copy of the stream is normalized, so that the sublayer meets numbers of a known"
        " size; the stream itself stays as it is.",
        zh="把残差流的副本归一化，子层看到的尺度始终一样；残差流本身不变。",
    ),
    "why.section.norm.stream": Text(
        en="The stream itself is normalized: whatever was added, what goes on has a known size.",
        zh="归一化的是残差流本身：无论加了什么，传下去的尺度始终一样。",
    ),
    "why.section.norm.branch": Text(
        en="What the sublayer wrote is normalized before it is added, so that no single one can"
        " drown the stream.",
        zh="子层的输出先归一化再加，免得某一次写入淹没残差流。",
    ),
    "why.section.final_norm": Text(
        en="Every layer added something, so the stream has grown; one norm at the end brings it"
        " back to a known size.",
        zh="每一层都加了东西，残差流越来越大；最后归一化一次，把尺度拉回来。",
    ),
    # attention
    "why.step.q": Text(
        en="What each token looks for in the others.",
        zh="每个 token 想在其他 token 中找什么。",
    ),
    "why.step.k": Text(
        en="What each token can be found by.",
        zh="每个 token 凭什么被找到。",
    ),
    "why.step.v": Text(
        en="What each token hands over to those that look at it.",
        zh="每个 token 被关注时交出的内容。",
    ),
    "why.step.q_rotated": Text(
        en="Each query is turned by an angle that grows with its position, so that a product with"
        " a key tells how far apart the two tokens are.",
        zh="每个查询按位置转一个角度，位置越靠后转得越多；这样它与键的点积就能反映两个 token 相距"
        "多远。",
    ),
    "why.step.k_rotated": Text(
        en="The keys are turned in the same way as the queries.",
        zh="键与查询按同样的方式旋转。",
    ),
    "why.step.scores": Text(
        en="A query and a key that point the same way have a large product: it says how much one"
        " token has to do with another.",
        zh="查询与键的方向越一致，点积越大：它表示一个 token 与另一个 token 有多相关。",
    ),
    "why.step.scaled_scores": Text(
        en="Longer vectors have larger products by themselves. Dividing by √d_head takes that"
        " away, so that softmax does not give everything to one token.",
        zh="向量的维数越大，点积本来就越大。除以 √d_head 消除这种影响，softmax 才不会把全部权重都给"
        "一个 token。",
    ),
    "why.step.masked_scores": Text(
        en="A token must not see those after it, which it is to predict: their scores become -∞,"
        " and so their weights 0.",
        zh="token 不能看到后面的词（那正是要预测的）：这些分数变成 -∞，权重就是 0。",
    ),
    "why.step.scaled_scores.own": Text(
        en="Longer vectors have larger products by themselves. This model has a scale of its own"
        " against that, in the place of √d_head.",
        zh="向量的维数越大，点积本来就越大。这个模型用自己的 scale 代替 √d_head 来抵消这种影响。",
    ),
    "why.step.capped_scores": Text(
        en="Very large scores are pressed below a cap, so that no token takes everything.",
        zh="把过大的分数压到上限以内，免得一个 token 占去全部权重。",
    ),
    "why.step.biased_scores": Text(
        en="The numbers of the mask are added to the scores: what is far below 0 is hardly seen"
        " any more.",
        zh="把掩码的数值加到分数上：加上很大的负数，那个 token 就几乎看不到了。",
    ),
    "why.step.masked_scores.given": Text(
        en="What the mask hides gets the score -∞, and so the weight 0.",
        zh="被掩码遮住的位置分数记为 -∞，权重就是 0。",
    ),
    "why.step.weights": Text(
        en="Softmax makes shares of the scores: in each row they are positive and add up to 1.",
        zh="softmax 把分数变成比例：每一行都是正数，加起来等于 1。",
    ),
    "why.step.heads": Text(
        en="Each token takes the values of all tokens, by these shares. Here, and only here,"
        " tokens exchange what they know.",
        zh="每个 token 按这些比例取各个 token 的值。token 之间只在这一步交换信息。",
    ),
    "why.step.concat": Text(
        en="Each head looked for something of its own; side by side they have the old width.",
        zh="每个头各找各的；拼在一起就回到原来的宽度。",
    ),
    "why.step.attention_output": Text(
        en="The result is as wide as the stream, so that it can be added to it.",
        zh="结果与残差流同宽，才能与它相加。",
    ),
    # feed-forward
    "why.step.linear_1": Text(
        en="First up, from {narrow} components to {wide} ({times} times as many; large models"
        " mostly take 4): the belly of the layer, with more room, in which more can be told"
        " apart.",
        zh="先升维：从 {narrow} 维到 {wide} 维（{times} 倍；大模型通常取 4 倍）。这是前馈网络的“肚"
        "子”，空间更大，能分辨的情形更多。",
    ),
    "why.step.ffn_activation": Text(
        en="The bend between the two linear maps. Without it they would come to a single linear"
        " map, and the second layer would add nothing.",
        zh="两个线性层之间的非线性。没有它，两层合起来仍然只是一个线性变换，第二层就白加了。",
    ),
    "why.step.gate": Text(
        en="The gate decides how much of each component is let through.",
        zh="门控决定每个分量放行多少。",
    ),
    "why.step.linear_2": Text(
        en="Then back down to the width of the stream, to which the result is added. Every"
        " position is worked by itself, with the same weights.",
        zh="再降回残差流的宽度，才能与它相加。每个位置各算各的，用的是同一套权重。",
    ),
    # the stream
    "why.step.update": Text(
        en="The stream keeps what it has, and a correction Δ is added to it. In a whole block Δ is"
        " worked out from the state before it, so the corrections are not independent.",
        zh="残差流保留原有的内容，再加上一个修正量 Δ。在完整的块里，Δ 由它之前的状态算出，所以各次"
        "修正并不独立。",
    ),
    "why.step.add": Text(
        en="The sublayer writes a correction into the stream, and the stream keeps what it has: F"
        " learns only what is to change. Δ was worked out from the state before it, so each"
        " correction depends on those before.",
        zh="子层向残差流写入一个修正量，残差流保留原有的内容：F 只需学会要改动的部分。Δ 由它之前的"
        "状态算出，所以每次修正都依赖前面的修正。",
    ),
    "why.step.replaced": Text(
        en="The output takes the place of the stream: x is no term of it any more. That is not to"
        " say that all of x is lost, for a sublayer works its Δ out from it.",
        zh="子层的输出直接取代残差流：x 不再是其中的一项。但这不等于 x 的信息都丢了，因为子层的 Δ"
        " 正是由它算出的。",
    ),
    # before the first layer and after the last
    "why.step.embedding": Text(
        en="Each token has a row of numbers of its own, which training found; with it the first"
        " layer starts.",
        zh="每个 token 都有自己的一行数，是训练得来的；第一层从它开始。",
    ),
    "why.step.embedding.position": Text(
        en="Each token has a row of numbers of its own, and each position has one too: without the"
        " second, no layer could tell what comes first.",
        zh="每个 token 都有自己的一行数，每个位置也有一行；没有后者，各层就看不出词序。",
    ),
    "why.step.logits": Text(
        en="Every word of the vocabulary is held against the last token's vector: the more alike"
        " they are, the higher its score.",
        zh="把词表里的每个词与最后一个 token 的向量作比较：越相近，分数越高。",
    ),
    "why.step.scaled_logits": Text(
        en="This model divides its scores by a number of its own, so that no word takes nearly"
        " everything.",
        zh="这个模型再把分数除以一个固定的数，免得一个词占去几乎全部概率。",
    ),
    "why.step.capped_logits": Text(
        en="Very large scores are pressed below a cap, so that no word takes everything.",
        zh="把过大的分数压到上限以内，免得一个词占去全部概率。",
    ),
    "why.step.probabilities": Text(
        en="Softmax makes shares of the scores of all words: how likely each is to come next.",
        zh="softmax 把全部词的分数变成比例：每个词接在后面的概率。",
    ),
    # the way back
    "why.step.d_beta": Text(
        en="β is added to every result, so it gets the gradient that arrives. Training moves β a"
        " small step against it.",
        zh="β 是直接加上去的，到达的梯度就是它的梯度。训练时 β 沿反方向走一小步。",
    ),
    "why.step.d_gamma": Text(
        en="γ multiplies ẑ, so its gradient is what arrives times ẑ.",
        zh="γ 乘的是 ẑ，所以它的梯度是到达的梯度乘以 ẑ。",
    ),
    "why.step.d_normalized": Text(
        en="What γ made larger on the way forward counts more on the way back, by the same factor.",
        zh="正向被 γ 放大多少，反向的梯度就放大多少。",
    ),
    "why.step.mean_d_normalized": Text(
        en="To push all components alike does nothing, since the norm takes their mean away; this"
        " part of the gradient is lost.",
        zh="把各分量一起推高没有作用，因为均值会被减掉；梯度的这一部分就此消失。",
    ),
    "why.step.mean_d_normalized_normalized": Text(
        en="Nor does it help to stretch all deviations alike, since the norm divides by their"
        " size; this part of the gradient is lost too.",
        zh="把离差一起放大也没有作用，因为随后要除以它们的大小；梯度的这一部分也会消失。",
    ),
    "why.step.mean_d_normalized_normalized.plain": Text(
        en="To stretch all components alike does nothing, since the norm divides by their size;"
        " this part of the gradient is lost.",
        zh="把各分量一起放大没有作用，因为随后要除以它们的大小；梯度的这一部分就此消失。",
    ),
    "why.step.d_input.plain": Text(
        en="What is left of the gradient after this part is taken off, divided by what the norm"
        " divided by: the larger the numbers were, the smaller the gradient.",
        zh="去掉这一部分之后，再除以正向所除的分母：原来的数越大，传回的梯度越小。",
    ),
    "why.step.d_input": Text(
        en="What is left of the gradient after both parts are taken off, divided by what the norm"
        " divided by: the wider apart the numbers were, the smaller the gradient.",
        zh="去掉这两部分之后，再除以正向所除的分母：原来的数越分散，传回的梯度越小。",
    ),
    "why.step.d_sublayer": Text(
        en="A sum passes its gradient on to each of its terms, undivided.",
        zh="加法把梯度完整地传给每一项。",
    ),
    "why.step.d_linear": Text(
        en="ReLU passes the gradient on where h was above 0, and stops it elsewhere.",
        zh="h 大于 0 的地方，ReLU 让梯度通过，其余地方则挡住。",
    ),
    "why.step.d_weight": Text(
        en="A weight gets the gradient of what it made times what it multiplied.",
        zh="一个权重的梯度，是它的输出的梯度乘以它的输入。",
    ),
    "why.step.d_bias": Text(
        en="b is added, so it gets the gradient that arrives.",
        zh="b 是直接加上去的，到达的梯度就是它的梯度。",
    ),
    "why.step.d_x_identity": Text(
        en="This is what the residual connection is for: a way around F, on which the gradient is"
        " multiplied by 1.",
        zh="残差连接的意义就在这里：一条绕过 F 的路，梯度在路上只乘 1。",
    ),
    "why.step.d_x_sublayer": Text(
        en="The other way goes through F, and F multiplies the gradient by its slope.",
        zh="另一条路经过 F，梯度要乘 F 的导数。",
    ),
    "why.step.d_x": Text(
        en="Both ways meet in x and are added: this is the 1 in 1 + ∂F/∂x. It is no guarantee,"
        " since the second way may point against the first.",
        zh="两条路在 x 处汇合相加，这就是 1 + ∂F/∂x 里的 1。但它不是保证：第二项可能与第一项抵消。",
    ),
    "why.step.jacobian_norm": Text(
        en="How each output depends on each input, all at once. In every row the entries add up"
        " to 0: a shift of z changes nothing.",
        zh="把每个输出对每个输入的依赖放在一张表里。每一行加起来都是 0：z 整体平移时结果不变。",
    ),
    "why.step.jacobian": Text(
        en="How each output depends on each input, all at once.",
        zh="把每个输出对每个输入的依赖放在一张表里。",
    ),
    "why.step.jacobian_residual": Text(
        en="The residual connection is the I in I + J_F: ones along the diagonal.",
        zh="残差连接就是 I + J_F 里的 I：对角线上各加 1。",
    ),
    "why.step.without": Text(
        en="The gradient of a layer is that of the layer above times the slope of F. Below 1, the"
        " product runs to 0 and the first layers hardly learn: the gradient vanishes.",
        zh="每往前一层，梯度就要乘一次 F 的导数。导数小于 1 时，连乘之后趋近于 0，前面几层几乎学"
        "不动，这就是梯度消失。",
    ),
    "why.step.without.grows": Text(
        en="The gradient of a layer is that of the layer above times the slope of F. Here the"
        " slope is not below 1, so nothing vanishes: it may even grow without bound.",
        zh="每往前一层，梯度就要乘一次 F 的导数。这里导数不小于 1，所以梯度不会消失，甚至可能越来越"
        "大。",
    ),
    "why.step.with_residual": Text(
        en="With x added, each factor is 1 + ∂F/∂x: even where F passes on nothing, the 1 is"
        " left, like a fast road past the layer.",
        zh="加上 x 之后，每层的倍数是 1 + ∂F/∂x：即使 F 什么都不传，也还剩下 1，就像一条绕过这一"
        "层的高速公路。",
    ),
}
