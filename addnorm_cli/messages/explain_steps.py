"""Why a step is done, for a reader who meets it for the first time: `--explain`."""

from addnorm_cli.messages import Text

TEXTS = {
    # the sum
    "why.step.residual": Text(
        en="The input is added back to what the sublayer made of it, so F has to learn only what"
        " is to change, the difference r - x; where nothing is to change, F(x) = 0 will do. x is"
        " one of the two terms and is not thrown away, though F(x) may cancel a part of it.",
        zh="把输入加回到子层的输出上，F 只需学会要改动的部分，也就是差值 r - x；没什么要改时，"
        "F(x) = 0 就够了。x 仍是和里的一项，没有被丢掉，不过 F(x) 可能抵消它的一部分。",
    ),
    "why.step.linear": Text(
        en="Each component of the result is a weighted sum of the components of the input. The"
        " weights are what training changes.",
        zh="结果的每个分量都是输入各分量的加权和。训练要学的就是这些权重。",
    ),
    "why.step.activation": Text(
        en="This is the bend in F: without one, F could only stretch, mix and shift x. ReLU keeps"
        " what is above 0 and puts 0 in the place of what is below.",
        zh="这是 F 中的非线性：没有它，F 只能对 x 做伸缩、混合和平移。ReLU 保留大于 0 的数，"
        "把小于 0 的数变成 0。",
    ),
    # the norms
    "why.step.mean": Text(
        en="The level that all components share. It says nothing of how they differ, and the"
        " differences are what the next layer reads; so the next step takes it away.",
        zh="各分量共有的平均水平。它不反映分量之间的差别，而后面的层要读的正是这些差别，所以下一步"
        "把它减掉。",
    ),
    "why.step.mean.column": Text(
        en="BatchNorm takes one component of every sample: each sample has a part in the mean of"
        " all others, so the result depends on what else is in the batch.",
        zh="BatchNorm 取所有样本的同一个分量：每个样本都会影响其他样本用到的均值，所以结果取决于"
        "批里还有哪些样本。",
    ),
    "why.step.mean.group": Text(
        en="Each group of components has a mean of its own, which is taken away next: what the"
        " group shares says nothing of how its components differ.",
        zh="每一组分量各有自己的均值，下一步就减掉它：组内共有的水平不反映分量之间的差别。",
    ),
    "why.step.deviations": Text(
        en="Without the mean the numbers lie around 0: what is above the mean is positive, what"
        " is below is negative. If every number that goes in were 5 larger, these would be"
        " the same.",
        zh="减去均值后，各数分布在 0 的两边：高于均值的为正，低于均值的为负。若送入的每个数"
        "都大 5，这里的结果完全不变。",
    ),
    "why.step.deviations.running": Text(
        en="The mean that was remembered in training is taken away, not that of this batch: a"
        " sample's result does not depend on the other samples.",
        zh="减去的是训练时记下的均值，不是这一批的均值：一个样本的结果不受其他样本影响。",
    ),
    "why.step.sigma.running": Text(
        en="The spread that was remembered in training, in place of that of this batch.",
        zh="用训练时记下的方差开方，代替这一批的标准差。",
    ),
    "why.step.denominator.plain": Text(
        en="ε keeps the denominator away from 0, which it would be where all components are 0. It"
        " is so small that other results hardly change.",
        zh="ε 防止分母为 0（各分量都是 0 时）。它很小，对别的结果几乎没有影响。",
    ),
    "why.step.normalized.column": Text(
        en="Dividing gives each component the same scale over the batch: down each column mean 0"
        " and standard deviation 1. A row by itself need not have them.",
        zh="除以分母后，每个分量在整批里的尺度都相同：每一列均值 0、标准差 1；单独一行则不一定。",
    ),
    "why.step.normalized.running": Text(
        en="Dividing by the remembered spread: over many batches each component has about mean 0"
        " and standard deviation 1; a single batch need not.",
        zh="除以记下的标准差：从许多批来看，每个分量大致均值 0、标准差 1；单独一批则不一定。",
    ),
    "why.step.unbiased_variance": Text(
        en="What is remembered is meant for all data, and this batch is only a sample of them:"
        " dividing by N - 1 makes up for that.",
        zh="要记住的是对全部数据的估计，而这一批只是其中的样本：除以 N - 1 是为了弥补这一点。",
    ),
    "why.step.next_running_mean": Text(
        en="A share m of this batch goes into what is remembered, for the time when there is no"
        " batch to take a mean of (inference).",
        zh="把这一批按份额 m 计入移动均值，供推理时使用，那时没有整批数据可求均值。",
    ),
    "why.step.next_running_var": Text(
        en="The variance is remembered in the same way.",
        zh="方差也按同样的方式记下来。",
    ),
    "why.step.squares": Text(
        en="The deviations add up to 0, so their mean would say nothing of how far apart the"
        " numbers are. Squares are never negative, and what is far out counts most.",
        zh="离差之和总是 0，直接求平均看不出数值有多分散。平方之后没有负数，离均值越远的占比越大。",
    ),
    "why.step.squares.plain": Text(
        en="The mean stays in here: this norm asks only how large the components are, not how far"
        " they are from their mean, and saves that work. A square is never negative.",
        zh="这里不减均值：这种归一化只看分量有多大，不看离均值多远，因此省去了这一步。平方之后"
        "没有负数。",
    ),
    "why.step.variance": Text(
        en="The mean of the squares: one number that says how far apart the numbers are.",
        zh="平方的平均：用一个数表示这些数有多分散。",
    ),
    "why.step.mean_square": Text(
        en="The mean of the squares: one number that says how large the components are.",
        zh="平方的平均：用一个数表示各分量有多大。",
    ),
    "why.step.sigma": Text(
        en="The squares made everything a square too; the root undoes that. σ is about how far a"
        " number is from the mean.",
        zh="前面取了平方，开方就回到原来的单位。σ 大致就是一个数离均值的距离。",
    ),
    "why.step.rms": Text(
        en="The root undoes the squares: rms is about how large a component is.",
        zh="前面取了平方，开方就回到原来的单位。rms 大致就是一个分量的大小。",
    ),
    "why.step.length": Text(
        en="The length of the vector, by Pythagoras: this norm keeps its direction alone.",
        zh="按勾股定理求向量的长度：这种归一化只保留方向。",
    ),
    "why.step.denominator": Text(
        en="ε keeps the denominator away from 0, which it would be where all components are"
        " equal. It is so small that other results hardly change.",
        zh="ε 防止分母为 0（各数都相等时）。它很小，对别的结果几乎没有影响。",
    ),
    "why.step.denominator.no_eps": Text(
        en="ε is 0 here, so nothing would help where the denominator is 0; that is why it is a"
        " small positive number elsewhere.",
        zh="这里 ε 取 0，分母为 0 时就没有办法了，所以平时 ε 取一个很小的正数。",
    ),
    "why.step.normalized": Text(
        en="Dividing gives every vector the same scale, whatever the sublayer made of it: mean 0"
        " and standard deviation 1. The layers that follow need not learn anew each time that"
        " the layers before them change.",
        zh="除以分母后，无论子层输出什么，每个向量的尺度都相同：均值 0，标准差 1。前面的层在训练中"
        "变化时，后面的层不必每次重新适应。",
    ),
    "why.step.normalized.plain": Text(
        en="Dividing gives every vector the same scale, whatever the sublayer made of it. The"
        " mean is not taken away, so it need not be 0.",
        zh="除以分母后，无论子层输出什么，每个向量的尺度都相同。均值没有减掉，所以不一定是 0。",
    ),
    "why.step.normalized.tanh": Text(
        en="tanh squeezes large numbers to between -1 and 1 and leaves small ones nearly as they"
        " are: no statistics are needed.",
        zh="tanh 把大的数压到 -1 与 1 之间，小的数几乎不变：不需要任何统计量。",
    ),
    "why.step.scaled_input": Text(
        en="α says where numbers begin to count as large. It is learned.",
        zh="α 决定多大的数算“大”，是可学习参数。",
    ),
    "why.step.scaled": Text(
        en="After the division all components count alike, though some should count more. With γ"
        " the model decides how much of each it wants. γ starts at 1, which changes nothing, and"
        " training moves it from there.",
        zh="归一化之后各分量一样重要，可有的分量本来就该更大。γ 让模型自己决定每一维放大多少：它从"
        " 1 开始，也就是先不做任何改变，再由训练调整。",
    ),
    "why.step.output": Text(
        en="β gives each component the level that the model wants, where that is not 0. It starts"
        " at 0, which changes nothing. With γ and β the model can even undo the norm.",
        zh="β 让模型给每一维选一个不为 0 的中心。它从 0 开始，也就是先不做任何改变。有了 γ 和 β，"
        "模型甚至可以把归一化抵消掉。",
    ),
    "why.step.output.gain": Text(
        en="γ lets the model decide how much of each component it wants, since some should count"
        " more than others. It starts where it changes nothing, and training moves it.",
        zh="γ 让模型自己决定每一维放大多少，因为有的分量本来就该更大。它从不起作用的值开始，再由"
        "训练调整。",
    ),
    "why.step.groups_joined": Text(
        en="The groups were worked apart; side by side they are the row again.",
        zh="各组是分开计算的，拼在一起就又是一整行。",
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
        " mostly take 4): more room, in which more can be told apart.",
        zh="先升维：从 {narrow} 维到 {wide} 维（{times} 倍；大模型通常取 4 倍），空间更大，能分辨的"
        "情形更多。",
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
