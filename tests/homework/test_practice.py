"""The page to practise on: what stands in the file, and what a real browser makes of it."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Runner

BANK = {"x": [1.24, 0.52, 0.72, 0.21]}
HOSTILE = "</script><script>hacked = 1</script><img src=x onerror='hacked = 1'> {title} ${x}"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
BROWSER = next(filter(None, map(shutil.which, BROWSERS)), "")


@pytest.fixture
def page(addnorm: Runner, tmp_path: Path) -> str:
    """The bank sentence to practise on, with a title that would like to be more than text."""
    path = tmp_path / "practice.html"
    problem = json.dumps([{**BANK, "title": HOSTILE}])
    done = addnorm("homework", "solve", "-", "-o", str(path), "--interactive", stdin=problem)
    assert done.code == 0, done.err
    return path.read_text("utf-8")


class Elements(HTMLParser):
    """Every element of a page with its attributes, and the text of scripts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        if tag == "script":
            self.scripts.append("")

    def handle_data(self, data: str) -> None:
        if self.cdata_elem == "script":
            self.scripts[-1] += data

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.found if name == tag]


def test_nothing_comes_from_a_network_and_no_other_script_runs(page: str) -> None:
    elements = Elements(page)
    assert [s.get("type") for s in elements.all("script")] == ["application/json", "module"]
    assert not [a for _, a in elements.found if {"src", "href", "onerror"} & a.keys()]
    (policy,) = (
        m["content"] or "" for m in elements.all("meta") if m.get("http-equiv") is not None
    )
    digest = base64.b64encode(hashlib.sha256(elements.scripts[1].encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none';")
    assert "unsafe-inline" not in policy.partition("style-src")[0]


def test_every_field_has_a_label_and_a_place_where_its_verdict_is_said(page: str) -> None:
    elements = Elements(page)
    fields = [a for a in elements.all("input") if "data-blank" in a]
    labelled = {a.get("for") for a in elements.all("label")}
    said = {a["id"] for a in elements.all("output") if a.get("aria-live") == "polite"}
    assert fields
    for field in fields:
        assert field["id"] in labelled
        assert field["aria-describedby"] in said


def test_the_values_were_worked_when_the_page_was_written(page: str) -> None:
    answers = json.loads(Elements(page).scripts[0])
    blanks = list(answers["blanks"].values())
    assert blanks[0]["right"] == 0.6725
    variance = next(b for b in blanks if b["right"] == 0.14036875)
    told = {answers["slips"][n]: value for value, n in variance["slips"]}
    assert told["dividing by n - 1 gives exactly your number"] == pytest.approx(0.561475 / 3)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("-o", "practice.md", "--interactive"), "and this is markdown"),
        (("--interactive",), "and this is table"),
        (("-o", "quiz.xml", "--interactive"), "and this is moodle"),
    ],
)
def test_only_html_is_interactive(addnorm: Runner, words: tuple[str, ...], said: str) -> None:
    done = addnorm("homework", "make", *words)
    assert done.code == 2
    assert said in done.err


def test_the_key_of_an_interactive_sheet_is_a_page_to_read(addnorm: Runner, tmp_path: Path) -> None:
    sheet, key = tmp_path / "practice.html", tmp_path / "key.html"
    done = addnorm("homework", "make", "--count", "1", "--interactive", "--lang", "zh",
                   "-o", str(sheet), "--key", str(key))  # fmt: skip
    assert done.code == 0
    assert "看解答" in sheet.read_text("utf-8")
    assert "<script" not in key.read_text("utf-8")


DRIVER = """<!DOCTYPE html><meta charset="utf-8"><body><pre id="out"></pre>
<iframe id="frame" width="375" height="700"></iframe>
<script type="module">
const frame = document.getElementById("frame"), out = {};
const open = () => new Promise((done) => { frame.onload = done; frame.src = "practice.html"; });
const page = () => frame.contentDocument;
const wait = () => new Promise((done) => setTimeout(done, 50));
const field = (name) => [...page().querySelectorAll("input[data-blank]")].find(
  (one) => one.labels[0].textContent === name);
function fill(name, text) {
  const one = field(name);
  one.value = text;
  one.dispatchEvent(new Event("input", { bubbles: true }));
  one.dispatchEvent(new Event("change", { bubbles: true }));
  return page().getElementById(one.getAttribute("aria-describedby")).textContent;
}
const said = (name) =>
  page().getElementById(field(name).getAttribute("aria-describedby")).textContent;
const progress = () => page().getElementById("progress").textContent;
const seen = () => [...page().querySelectorAll(".task")].filter((task) => !task.hidden).length;
try {
  await open();
  out.start = progress();
  out.title = page().querySelector("h2").textContent;
  out.hacked = frame.contentWindow.hacked ?? null;
  const script = page().createElement("script");
  script.textContent = "globalThis.foreign = 1";
  page().body.append(script);
  out.foreign = frame.contentWindow.foreign ?? null;
  out.width = page().documentElement.scrollWidth;
  out.right = fill("\u03bc", "0.6725");
  out.comma = fill("\u03bc", "0,6725");
  out.fraction = fill("\u03bc", "269/400");
  out.wide = fill("\u03bc", "\uff10\uff0e\uff16\uff17\uff12\uff15");
  out.none = fill("\u03bc", "abc");
  out.infinite = fill("\u03bc", "1/0");
  out.empty = fill("\u03bc", " ");
  out.slip = fill("\u03c3\u00b2", "0.1872");
  out.invalid = field("\u03c3\u00b2").getAttribute("aria-invalid");
  out.follows = fill("\u03c3", "0.4326");
  out.repaired = fill("\u03c3\u00b2", "0.1404");
  out.valid = field("\u03c3\u00b2").getAttribute("aria-invalid");
  out.alone = said("\u03c3");
  out.wrong = fill("\u03c3", "5");
  out.minus = fill("y: d\u2083", "\u22121.2345");
  out.two = progress();
  const first = field("\u03bc");
  first.focus();
  first.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  out.next = page().activeElement.labels?.[0].textContent;
  const steps = page().getElementById("stepwise");
  const all = seen();
  steps.click();
  out.stepwise = [seen(), all > 5];
  fill("\u03bc", "0.6725");
  out.second = seen();
  page().querySelectorAll(".task details")[1].open = true;
  await wait();
  out.shown = [seen(), page().querySelectorAll(".task details")[1].innerText.includes("0.5675")];
  steps.click();
  await open();
  out.kept = [field("\u03bc").value, field("\u03c3\u00b2").value, progress()];
  const answers = JSON.parse(page().getElementById("answers").textContent);
  for (const one of page().querySelectorAll("input[data-blank]")) {
    one.value = answers.blanks[one.dataset.blank].right.toFixed(4);
    one.dispatchEvent(new Event("change"));
  }
  out.finished = progress();
  for (const one of page().querySelectorAll("details")) one.open = true;
  await wait();
  out.unfolded = page().documentElement.scrollWidth;
  out.verdicts = [...new Set([...page().querySelectorAll("output")].map((o) => o.textContent))];
  page().getElementById("again").click();
  out.again = progress();
} catch (error) { out.error = String(error); }
document.getElementById("out").textContent = JSON.stringify(out);
</script>"""


class Quiet(SimpleHTTPRequestHandler):
    """A server that says nothing of what it is asked."""

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing."""


@pytest.fixture
def served(page: str, tmp_path: Path) -> Iterator[str]:
    """The page, and what fills it in, on this machine alone."""
    (tmp_path / "driver.html").write_text(DRIVER, "utf-8")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.skipif(not BROWSER, reason="no Chromium is installed")
def test_a_browser_fills_it_in_slips_repairs_and_finishes(served: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=20000",
         f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom", f"{served}/driver.html"],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    found = re.search(r'<pre id="out">(.*?)</pre>', done.stdout, re.DOTALL)
    assert found is not None, done.stderr[-2000:]
    out = json.loads(html.unescape(found[1]))
    of = int(out.pop("start").removeprefix("0 of ").removesuffix(" right"))
    assert out.pop("title") == f"1. {HOSTILE} · Layer normalization"
    assert out.pop("width") <= 375
    assert out.pop("unfolded") <= 375
    assert out == {
        "hacked": None,
        "foreign": None,
        "right": "✓ right",
        "comma": "✓ right",
        "fraction": "✓ right",
        "wide": "✓ right",
        "none": "✗ this is no number",
        "infinite": "✗ this is no number",
        "empty": "",
        "slip": "✗ dividing by n - 1 gives exactly your number",
        "follows": "→ follows from your earlier slip: repair that first",
        "alone": "✗ dividing by n - 1 gives exactly your number",
        "invalid": "true",
        "repaired": "✓ right",
        "valid": "false",
        "wrong": "✗ not right",
        "minus": "✓ right",
        "two": f"2 of {of} right",
        "next": "z - μ: d₀",
        "stepwise": [1, True],
        "second": 2,
        "shown": [3, True],
        "kept": ["0.6725", "0.1404", f"3 of {of} right"],
        "finished": f"All {of} are right: finished",
        "verdicts": ["✓ right"],
        "again": f"0 of {of} right",
    }
