// Compares what is filled in with the numbers that were worked when the page was written.

const data = JSON.parse(document.getElementById("answers").textContent);
const fields = [...document.querySelectorAll("input[data-blank]")];
const tasks = [...document.querySelectorAll(".task")];
const stepwise = document.getElementById("stepwise");
const progress = document.getElementById("progress");

const FULL = /[\uff01-\uff5e]/g;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** A number as people type it: full-width digits, a decimal comma, a fraction; NaN for none. */
function read(text) {
  const half = text.replace(FULL, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0));
  const typed = half.replace(/[\u2212\u2013]/g, "-").replace(/\s+/g, "").replace(/\u3002/g, ".");
  const point = typed.includes(".") ? typed : typed.replace(/^([^,]*),([^,]*)$/, "$1.$2");
  const [above, below, ...more] = point.split("/");
  if (more.length || !NUMBER.test(above)) return NaN;
  if (below === undefined) return Number(above);
  return NUMBER.test(below) ? Number(above) / Number(below) : NaN;
}

const slips = new Map(); // the slip that each field shows, by its number

/** The slips that the fields of earlier steps show. */
function before(field) {
  const task = field.closest(".task");
  const own = [...field.closest(".problem").querySelectorAll("input[data-blank]")];
  const first = own.findIndex((one) => one.closest(".task") === task);
  return own.slice(0, first).map((one) => slips.get(one));
}

/** What is to be said of an answer: a kind, and its words. */
function judge(field) {
  const blank = data.blanks[field.dataset.blank];
  const text = field.value;
  slips.delete(field);
  if (!text.trim()) return ["", ""];
  const value = read(text);
  if (!Number.isFinite(value)) return ["wrong", data.words.none];
  const near = (other) => Math.abs(value - other) <= blank.tolerance;
  if (near(blank.right)) return ["right", data.words.right];
  if (blank.hand.some(near)) return ["right", data.words.hand];
  const slip = blank.slips.find(([other]) => near(other));
  if (!slip) return ["wrong", data.words.wrong];
  slips.set(field, slip[1]);
  if (before(field).includes(slip[1])) return ["follows", data.words.follows];
  return ["wrong", data.slips[slip[1]]];
}

function tell(field) {
  const [kind, words] = judge(field);
  const said = document.getElementById(`said-${field.dataset.blank}`);
  field.parentElement.dataset.kind = kind;
  field.setAttribute("aria-invalid", String(kind === "wrong"));
  const mark = { right: "\u2713 ", wrong: "\u2717 ", follows: "\u2192 " }[kind] ?? "";
  if (said.textContent !== mark + words) said.textContent = mark + words;
}

const isRight = (field) => field.parentElement.dataset.kind === "right";

function isDone(task) {
  return [...task.querySelectorAll("input")].every(isRight) || task.querySelector("details").open;
}

/** Which steps are to be seen, and how many numbers are right. */
function show() {
  for (const problem of document.querySelectorAll(".problem")) {
    let open = true;
    for (const task of problem.querySelectorAll(".task")) {
      task.hidden = stepwise.checked && !open;
      open = open && isDone(task);
    }
  }
  const right = fields.filter(isRight).length;
  const words = right === fields.length ? data.words.finished : data.words.progress;
  const said = words.replace("{right}", right).replace("{of}", fields.length);
  if (progress.textContent !== said) progress.textContent = said;
}

function kept() {
  try {
    return JSON.parse(localStorage.getItem(data.key)) ?? {};
  } catch {
    return {}; // a browser that keeps nothing for this page
  }
}

function keep() {
  const typed = Object.fromEntries(fields.map((field) => [field.dataset.blank, field.value]));
  try {
    localStorage.setItem(data.key, JSON.stringify({ typed, stepwise: stepwise.checked }));
  } catch {
    // the page works all the same
  }
}

function update(field) {
  const own = [...field.closest(".problem").querySelectorAll("input[data-blank]")];
  own.slice(own.indexOf(field)).filter((one) => one === field || slips.has(one)).forEach(tell);
  show();
  keep();
}

for (const field of fields) {
  field.addEventListener("change", () => update(field));
  field.addEventListener("input", () => {
    if (field.parentElement.dataset.kind) {
      field.parentElement.dataset.kind = "";
      field.removeAttribute("aria-invalid");
    }
  });
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    update(field);
    const seen = fields.filter((each) => each === field || !each.closest("[hidden]"));
    seen[seen.indexOf(field) + 1]?.focus();
  });
}
for (const task of tasks) task.querySelector("details").addEventListener("toggle", show);
stepwise.addEventListener("change", () => {
  show();
  keep();
});
document.getElementById("again").addEventListener("click", () => {
  for (const field of fields) {
    field.value = "";
    tell(field);
  }
  for (const task of tasks) task.querySelector("details").open = false;
  show();
  keep();
  fields[0]?.focus();
});

const typedBefore = kept();
stepwise.checked = typedBefore.stepwise === true;
for (const field of fields) {
  const typed = typedBefore.typed?.[field.dataset.blank];
  field.value = typeof typed === "string" ? typed : "";
  tell(field);
}
show();
document.getElementById("tools").hidden = false;
