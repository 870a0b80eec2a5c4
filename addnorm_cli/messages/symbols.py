"""The meaning of the letters."""

from addnorm_cli.messages import Text

TEXTS = {
    "symbols.title": Text(en="Symbols", zh="符号"),
    "symbols.meaning": Text(en="meaning", zh="含义"),
    "symbol.x": Text(en="what comes in", zh="输入"),
    "symbol.sublayer": Text(en="what the sublayer makes of x", zh="子层对 x 的计算结果"),
    "symbol.residual": Text(en="the sum of both", zh="两者之和"),
    "symbol.weight": Text(en="the weights of the sublayer", zh="子层的权重"),
    "symbol.bias": Text(en="the bias of the sublayer", zh="子层的偏置"),
    "symbol.linear": Text(en="x after weights and bias", zh="x 经过权重和偏置之后"),
    "symbol.activation": Text(en="what the sublayer gives", zh="子层的输出"),
    "symbol.z": Text(en="the vector that goes into the norm", zh="送入归一化的向量"),
    "symbol.d": Text(en="how many components are taken together", zh="一起统计的分量个数"),
    "symbol.N": Text(en="how many samples are in the batch", zh="一批中的样本数"),
    "symbol.mean": Text(en="the mean of the components", zh="各分量的均值"),
    "symbol.variance": Text(
        en="the variance: the mean of the squared deviations", zh="方差：离差平方的平均"
    ),
    "symbol.sigma": Text(en="the standard deviation, √σ²", zh="标准差，即 √σ²"),
    "symbol.mean_square": Text(en="the mean of the squares", zh="平方的平均"),
    "symbol.rms": Text(en="the root of the mean square", zh="均方根"),
    "symbol.length": Text(en="the length of the vector", zh="向量的长度"),
    "symbol.eps": Text(en="a tiny number that keeps from dividing by 0", zh="极小的数，防止除以 0"),
    "symbol.alpha": Text(en="a factor that is fixed beforehand", zh="事先给定的系数"),
    "symbol.normalized": Text(en="z, normalized", zh="归一化之后的 z"),
    "symbol.gamma": Text(
        en="the gain of each component, learned; it starts at 1",
        zh="每个分量的缩放，可学习，初始为 1",
    ),
    "symbol.gain": Text(en="the gain, learned", zh="缩放，可学习"),
    "symbol.beta": Text(
        en="the shift of each component, learned; it starts at 0",
        zh="每个分量的偏移，可学习，初始为 0",
    ),
    "symbol.y": Text(en="what the norm gives", zh="归一化的输出"),
    "symbol.q": Text(en="queries: what each token looks for", zh="查询：每个 token 要找什么"),
    "symbol.k": Text(
        en="keys: what each token offers to be found by", zh="键：每个 token 凭什么被找到"
    ),
    "symbol.v": Text(en="values: what each token hands over", zh="值：每个 token 给出什么"),
    "symbol.scores": Text(en="how well a query and a key agree", zh="查询与键的吻合程度"),
    "symbol.scaled_scores": Text(en="the scores, scaled", zh="缩放之后的分数"),
    "symbol.capped_scores": Text(en="the scores, capped softly", zh="加了软上限的分数"),
    "symbol.biased_scores": Text(en="the scores plus the mask", zh="加上掩码的分数"),
    "symbol.memory": Text(en="what the encoder hands over", zh="编码器给出的内容"),
    "symbol.masked_scores": Text(
        en="the scores, -∞ where a token must not look", zh="分数，不许看的位置为 -∞"
    ),
    "symbol.d_head": Text(en="how many components a head has", zh="每个头的维数"),
    "symbol.weights": Text(
        en="how much a token takes from each other token", zh="一个 token 从各个 token 取多少"
    ),
    "symbol.heads": Text(en="what each head makes of the values", zh="每个头对值的加权和"),
    "symbol.concat": Text(en="the heads side by side", zh="各个头拼接在一起"),
    "symbol.attention_output": Text(en="what attention gives", zh="注意力的输出"),
    "symbol.linear_1": Text(en="x after the first linear map", zh="x 经过第一层线性变换之后"),
    "symbol.gate": Text(en="the gate", zh="门控"),
    "symbol.inner": Text(en="the same after the activation", zh="再经过激活函数之后"),
    "symbol.linear_2": Text(en="what the feed-forward gives", zh="前馈网络的输出"),
    "symbol.attention": Text(en="what attention adds", zh="注意力的修正量"),
    "symbol.ffn": Text(en="what the feed-forward adds", zh="前馈网络的修正量"),
    "symbol.update": Text(en="what an update adds", zh="一次更新的修正量"),
    "symbol.stream": Text(en="the stream after the sum", zh="相加之后的残差流"),
    "symbol.shares": Text(
        en="the gradient at the input of a layer, gₗ of layer l",
        zh="某一层输入处的梯度，gₗ 属于第 l 层",
    ),
    "symbol.factor": Text(
        en="how much F(x) changes where x changes by a little",
        zh="x 稍有变化时 F(x) 变化多少",
    ),
    "symbol.residual_factor": Text(
        en="the same of x + F(x): the 1 is that of x itself",
        zh="x + F(x) 的变化：1 来自 x 本身",
    ),
    "symbol.gradient_output": Text(en="the gradient at the output", zh="输出处的梯度"),
    "symbol.start": Text(en="the stream before the first update", zh="第一次更新之前的残差流"),
    "symbol.end": Text(en="the stream after the last update", zh="最后一次更新之后的残差流"),
    "symbol.upstream": Text(en="the gradient that arrives at the output", zh="传到输出处的梯度"),
}
