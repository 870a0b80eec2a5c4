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
        " the same: what pushes all components up alike does not reach the next layer.",
        zh="减去均值后，各数分布在 0 的两边：高于均值的为正，低于均值的为负。若送入的每个数"
        "都大 5，这里的结果完全不变：整体的抬高不会传到后面的层。",
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
        en="The division treats all components alike, though some matter more than others. γ has"
        " a factor for each, so that the model decides how much it wants of which. γ starts at 1,"
        " which changes nothing, and training moves it from there.",
        zh="除以同一个分母时，各分量一视同仁，可有的分量更重要。γ 给每一维一个自己的倍数，让模型"
        "决定把它放大还是缩小：它从 1 开始，也就是先不做任何改变，再由训练调整。",
    ),
    "why.step.output": Text(
        en="β moves each component to the level that the model wants for it. It starts at 0, which"
        " changes nothing, and is learned as γ is. Where a level or a scale is of use, β and γ can"
        " give it back.",
        zh="β 让模型给每一维选一个合适的中心。它从 0 开始，也就是先不做任何改变，再由训练调整。如果"
        "某个水平或尺度有用，β 和 γ 可以把它补回来。",
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
}
