"""The words of homework: sheets, keys, answers, lists of problems."""

from addnorm_cli.messages import Text

TEXTS = {
    "progress.problems": Text(en="working", zh="正在求解"),
    "answers.title": Text(en="Homework answers", zh="作业答案"),
    "answers.count": Text(en="problems: {count}", zh="题数：{count}"),
    "answers.broken": Text(en="problem {number}: {error}", zh="第 {number} 题：{error}"),
    "answers.no_answer": Text(en="no answer", zh="无法求解"),
    "answers.of_width": Text(en="Results, d = {d}", zh="结果，d = {d}"),
    "answers.elided": Text(
        en="what is left out here stands with the problem itself; --full shows everything",
        zh="这里省略的部分见各题；用 --full 可显示全部",
    ),
    "sheet.title": Text(en="Exercise sheet", zh="练习题"),
    "sheet.of": Text(en="Name: {student}", zh="姓名：{student}"),
    "key.title": Text(en="{title}: answers", zh="{title}：答案"),
    "key.untitled": Text(en="Exercise sheet: answers", zh="练习题答案"),
    "sheet.name": Text(
        en="Name: ________________________    Date: ________________",
        zh="姓名：________________________    日期：________________",
    ),
    "sheet.name_alone": Text(
        en="Name: ________________________", zh="姓名：________________________"
    ),
    "sheet.code": Text(en="Code: {code}", zh="编号：{code}"),
    "sheet.date": Text(en="Date: {date}", zh="日期：{date}"),
    "quiz.right": Text(en="right", zh="正确"),
    "quiz.by_hand": Text(
        en="right, with every step rounded by hand",
        zh="正确（每一步都做了手工舍入）",
    ),
    "quiz.practice": Text(en="Practice", zh="练习"),
    "quiz.noscript": Text(
        en="Without JavaScript nothing is compared here; every step can be unfolded all the same.",
        zh="没有 JavaScript 时无法核对答案，但每一步的解答仍可展开。",
    ),
    "quiz.stepwise": Text(en="one step at a time", zh="一次只显示一步"),
    "quiz.again": Text(en="Start again", zh="重新开始"),
    "quiz.show": Text(en="Show me", zh="看解答"),
    "quiz.follows": Text(
        en="follows from your earlier slip: repair that first",
        zh="由前面的错误正确推出：请先改正前面那一步",
    ),
    "quiz.wrong": Text(en="not right", zh="不对"),
    "quiz.none": Text(en="this is no number", zh="这不是一个数"),
    "quiz.progress": Text(en="{{right}} of {{of}} right", zh="{{of}} 个中已对 {{right}} 个"),
    "quiz.finished": Text(en="All {{of}} are right: finished", zh="{{of}} 个全部正确，完成"),
    "error.not_interactive": Text(
        en="only a page in HTML can be interactive, and this is {format}",
        zh="只有 HTML 页面可以交互，而这是 {format}",
    ),
    "hint.not_interactive": Text(
        en="name an .html file: addnorm homework make -o practice.html --interactive",
        zh="请写入 .html 文件：addnorm homework make -o practice.html --interactive",
    ),
    "error.no_key": Text(
        en="{format} asks, and shows no answers: it is no key",
        zh="{format} 用来提问，不显示答案，不能作答案册",
    ),
    "hint.no_key": Text(en="keys can be written as {choices}", zh="答案可用的格式有 {choices}"),
    "key.students": Text(en="students: {count}", zh="学生人数：{count}"),
    "marks.title": Text(en="Marks", zh="成绩"),
    "marks.feedback": Text(en="Feedback", zh="批改反馈"),
    "marks.marks": Text(en="marks", zh="得分"),
    "marks.of": Text(en="of", zh="满分"),
    "marks.sum": Text(en="Marks: {marks} of {of}", zh="得分：{marks} / {of}"),
    "marks.verdict": Text(en="verdict", zh="结论"),
    "marks.why": Text(en="why", zh="原因"),
    "marks.slips": Text(en="slips", zh="错误类型"),
    "marks.parts": Text(en="By part", zh="各部分"),
    "marks.right": Text(en="right", zh="正确"),
    "marks.by-hand": Text(en="right by hand", zh="手算舍入正确"),
    "marks.follows": Text(en="follows", zh="由前面的错误而来"),
    "marks.wrong": Text(en="wrong", zh="错误"),
    "marks.blank": Text(en="blank", zh="空白"),
    "marks.fell": Text(
        en="the step that went wrong most often is {part}: {count}",
        zh="出错最多的步骤是 {part}：{count} 次",
    ),
    "marks.commonest": Text(
        en="the commonest slip is {slip}: {count}", zh="最常见的错误是 {slip}：{count} 次"
    ),
    "marks.same": Text(
        en="the same wrong digits in problem {problem}, {part} ({digits}): {who}",
        zh="第 {problem} 题 {part} 的错误数字相同（{digits}）：{who}",
    ),
    "marks.twice": Text(
        en="answered twice, and the last answer counts: {where}",
        zh="同一部分答了两次，以最后一次为准：{where}",
    ),
    "marks.commas": Text(
        en="commas are read as decimal points, as in {found} ({where})",
        zh="小数逗号按小数点读入，例如 {found}（{where}）",
    ),
    "error.problem_twice": Text(
        en="problem {number} of {code} is there twice",
        zh="{code} 的第 {number} 题出现了两次",
    ),
    "error.no_such_problem": Text(
        en="there is no problem {number} of {code}",
        zh="没有 {code} 的第 {number} 题",
    ),
    "hint.no_such_problem": Text(
        en="answers are matched by code and number: give the list that `make --problems` wrote",
        zh="答案按编号和题号对应：请给出 `make --problems` 写的题目文件",
    ),
    "error.not_a_table": Text(en="this is not a table of answers", zh="这不是答案表"),
    "error.not_answers": Text(
        en="the columns of this table are no answers: {heads}",
        zh="这个表的列不是答案：{heads}",
    ),
    "hint.not_answers": Text(
        en="`homework make --answers answers.csv` writes a table to fill in",
        zh="用 `homework make --answers answers.csv` 可写出待填写的表",
    ),
    "error.cells_without_head": Text(
        en="{found} stands beyond the last column", zh="{found} 超出了最后一列"
    ),
    "error.missing_answers": Text(en="there are no answers to mark", zh="没有要批改的答案"),
    "hint.missing_answers": Text(
        en="name files: addnorm homework grade problems.json answers.csv",
        zh="请给出文件：addnorm homework grade problems.json answers.csv",
    ),
    "error.answers_beside_lines": Text(
        en="--jsonl reads answers from stdin, and this file has answers too",
        zh="--jsonl 从标准输入读答案，而这个文件里也有答案",
    ),
    "hint.answers_beside_lines": Text(
        en="leave --jsonl out to mark a file, or name the problems alone",
        zh="要批改文件请去掉 --jsonl，否则只给出题目文件",
    ),
    "error.not_with_lines": Text(
        en="--jsonl writes a line to stdout for each answer, and nothing else",
        zh="--jsonl 只为每个答案向标准输出写一行，不写别的",
    ),
    "error.ungraded": Text(
        en="{count} of the answers or problems could not be read; the others are marked",
        zh="有 {count} 个答案或题目无法读取；其余均已批改",
    ),
    "error.ungraded_first": Text(
        en="{count} of the answers or problems could not be read; the others are marked. "
        "The first: {first}",
        zh="有 {count} 个答案或题目无法读取，其余均已批改。第一个：{first}",
    ),
    "error.not_points": Text(
        en="{found} is not a number from 0 on", zh="{found} 不是大于等于 0 的数"
    ),
    "error.missing_problems": Text(en="there is no list of problems", zh="没有给出题目"),
    "hint.missing_problems": Text(
        en="name a file: addnorm homework solve problems.json -o answers.html",
        zh="请给出文件：addnorm homework solve problems.json -o answers.html",
    ),
    "error.not_a_problem_list": Text(
        en="this is no list of problems: there is no object in it",
        zh="这不是题目列表：其中没有 JSON 对象",
    ),
    "hint.not_a_problem_list": Text(
        en='a list looks like [{{"x": [1, 2, 3]}}, {{"x": [1, 2], "sublayer": [3, 4]}}]',
        zh='题目列表的写法如 [{{"x": [1, 2, 3]}}, {{"x": [1, 2], "sublayer": [3, 4]}}]',
    ),
    "error.problem_expected": Text(en="{found} is not a problem", zh="{found} 不是题目"),
    "hint.problem_expected": Text(
        en='a problem is an object: {{"x": [1, 2, 3]}}',
        zh='题目是一个对象：{{"x": [1, 2, 3]}}',
    ),
    "error.answer_for_problem": Text(
        en="this is an answer already, and does not say what to do next",
        zh="这已是一份答案，没有说明接下来要做什么",
    ),
    "hint.answer_for_problem": Text(
        en="a command goes on with its result: addnorm layernorm FILE",
        zh="可用某个命令接着计算它的结果：addnorm layernorm FILE",
    ),
    "error.no_book": Text(
        en="{format} has room for one answer, and not for a list of them",
        zh="{format} 只能写一道题的答案，不能写整份答案",
    ),
    "hint.no_book": Text(
        en="lists can be written as {choices}",
        zh="整份答案可用的格式有 {choices}",
    ),
    "error.no_sheet": Text(
        en="a sheet cannot be filled in as {format}",
        zh="{format} 格式的练习题无法填写",
    ),
    "hint.no_sheet": Text(
        en="sheets can be written as {choices}",
        zh="练习题可用的格式有 {choices}",
    ),
    "error.whole_up_to": Text(
        en="{found} is not a whole number from 1 to {most}",
        zh="{found} 不是 1 到 {most} 之间的整数",
    ),
    "error.not_nice": Text(
        en="no vector with d = {d} has a mean, a variance and a σ in few digits",
        zh="d = {d} 的向量，均值、方差和 σ 不可能都是简单的有限小数",
    ),
    "hint.not_nice": Text(
        en="the sizes that have them are {sizes}, … ; or leave out --nice",
        zh="可用的大小是 {sizes}……；也可以去掉 --nice",
    ),
    "error.too_few_problems": Text(
        en="there are only {found} different problems of this kind, and not {count}",
        zh="这类题目只有 {found} 道各不相同，不足 {count} 道",
    ),
    "hint.too_few_problems": Text(
        en="ask for fewer, or for longer vectors (--dim)",
        zh="请减少题数，或加大向量（--dim）",
    ),
    "error.no_paper": Text(
        en="only problems are written, and this is for sheets and keys",
        zh="这里只写题目文件，而该选项用于练习题和答案",
    ),
    "hint.no_paper": Text(
        en="add -o sheet.md or --key key.md",
        zh="请加上 -o sheet.md 或 --key key.md",
    ),
    "error.not_for_kind": Text(
        en="problems of kind {kind} have no use for this option",
        zh="{kind} 类题目用不到这个选项",
    ),
    "error.no_batch": Text(
        en="problems are made with one vector each, and {norm} needs a batch",
        zh="每道题只有一个向量，而 {norm} 需要一批样本",
    ),
    "hint.no_batch": Text(
        en="`addnorm compare-norm` shows what it does with a matrix of samples",
        zh="用 `addnorm compare-norm` 可以看它对一个样本矩阵的作用",
    ),
    "error.not_even": Text(
        en="no vectors are known that come out even under {norm}",
        zh="没有已知的向量能在 {norm} 下算出整齐的数",
    ),
    "hint.not_even": Text(
        en="leave --nice out, or choose one of {choices} (--norm)",
        zh="请去掉 --nice，或改用 {choices} 之一（--norm）",
    ),
    "error.students_need_files": Text(
        en="every student needs a file of their own",
        zh="每个学生都要有自己的文件",
    ),
    "hint.students_need_files": Text(
        en="-o sheet.md writes sheet-1-ada.md and so on; --key and --problems likewise",
        zh="-o sheet.md 会写出 sheet-1-ada.md 等文件；--key 和 --problems 也一样",
    ),
    "error.same_place": Text(
        en="{path} is the file of {other} too",
        zh="{path} 同时也是 {other} 的文件",
    ),
    "hint.same_place": Text(en="give each a name of its own", zh="请使用不同的文件名"),
    "error.not_a_roster": Text(en="there are no names here", zh="这里没有名字"),
    "hint.not_a_roster": Text(
        en="write one name a line, or a CSV file with a column called name",
        zh="每行写一个名字，或使用有“姓名”一列的 CSV 文件",
    ),
    "error.which_column": Text(
        en="several columns ({columns}), and none is known to hold names",
        zh="有多列（{columns}），无法确定哪一列是姓名",
    ),
    "hint.which_column": Text(
        en="call a column name, or two first name and last name; or write one name a line, in .txt",
        zh="请把一列的标题写成“姓名”，或用“姓”“名”两列；也可以用 .txt 每行写一个名字",
    ),
    "error.too_many_names": Text(
        en="there are {found} names, and {most} is as many as are worked at once",
        zh="共有 {found} 个名字，一次最多 {most} 个",
    ),
    "error.name_twice": Text(en="the name {name} is there twice", zh="名字“{name}”出现了两次"),
    "hint.name_twice": Text(
        en="both would get the same problems: add a letter or a number to one of them",
        zh="两人会得到同样的题目：请给其中一个加上字母或数字",
    ),
    "error.code_twice": Text(en="the code {name} is there twice", zh="编号“{name}”出现了两次"),
    "hint.code_twice": Text(
        en="answers are matched by code: give each student one of their own",
        zh="批改时按编号对应答案：请给每个学生不同的编号",
    ),
    "error.broken_problems": Text(
        en="{count} of {total} problems could not be worked: {numbers}",
        zh="{total} 道题中有 {count} 道无法求解：{numbers}",
    ),
    "error.all_broken": Text(
        en="none of {total} problems could be worked: {numbers}",
        zh="{total} 道题都无法求解：{numbers}",
    ),
    "hint.broken_problems": Text(
        en="all the others are in the document, which says at each of these where it is wrong",
        zh="其余各题都已写入文档；文档在这些题处说明了错误的位置",
    ),
}
