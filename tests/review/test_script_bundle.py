"""Modules that were joined do what they did apart; what the bundler does not understand it refuses."""

import subprocess
from pathlib import Path
from shutil import which

import pytest

from squarely.core.errors import SquarelyError
from squarely.review.script_bundle import bundle_scripts
from squarely.review.script_scanner import scan_script

CRAFTED = {
    "main.js": r"""
import { add, name as said } from "./deep/sums.js";
import { Counter } from './counter.js';
import "./aside.js";
/** import { nothing } from "./nowhere.js"; */
// export default nothing
const text = "import { x } from './y.js'"; /* } */
const add2 = (n) => add(n, 2); // two modules may use one name
const pattern = /[/"'`]\/{/g, divided = 8 / 4 / 2;
const template = `a ${`b ${add(1, 2)} } {`} /* stays */

 // stays`;
console.log(said, add2(3), text, template, "x/\"y".replace(pattern, "-"), divided, { "import": 1 }.import);
console.log(new Counter(2).next(), add2.name);
const { later } = await import("./later.js");
console.log(await later());
""",
    "deep/sums.js": """
import { one } from "/static/deep/ones.js";
export const name = `sums`;
const add2 = 7;
export function add(a, b) { return a + b + 0 * one * add2; }
""",
    "deep/ones.js": "export const one = 1;\n",
    "counter.js": """
import { one } from "./deep/ones.js";
export class Counter {
  #at;
  constructor(at) { this.#at = at; }
  next() { return this.#at += one; }
}
""",
    "aside.js": "console.log('aside', typeof add2, this === undefined);\n",
    "later.js": "export async function later() { return 'later'; }\n",
}


def run(script: Path) -> str:
    return subprocess.run(["node", str(script)], capture_output=True, text=True, check=True, timeout=60).stdout


@pytest.mark.skipif(not which("node"), reason="node runs scripts without a page")
def test_a_bundle_does_what_its_modules_do(tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    for name, text in CRAFTED.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text.replace("/static/deep", "."), encoding="utf-8")
    (tmp_path / "bundle.js").write_text(bundle_scripts(["main.js"], CRAFTED.__getitem__), encoding="utf-8")
    apart, joined = run(tmp_path / "main.js"), run(tmp_path / "bundle.js")
    assert joined == apart
    assert apart.splitlines()[0] == "aside undefined true"


def test_a_module_is_there_once_after_what_it_imports() -> None:
    bundle = bundle_scripts(["main.js", "counter.js"], CRAFTED.__getitem__)
    heads = [line for line in bundle.splitlines() if line.startswith("// ")]
    assert heads == ["// deep/ones.js", "// deep/sums.js", "// counter.js", "// aside.js", "// later.js", "// main.js"]


def test_comments_go_and_texts_stay() -> None:
    bundle = bundle_scripts(["main.js"], CRAFTED.__getitem__)
    assert "export default" not in bundle
    assert "nowhere" not in bundle
    assert "/* stays */\n\n // stays" in bundle


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("import all from './other.js';", "line 1: “import all from './other.js';” is not understood"),
        ("\nimport * as all from './other.js';", "line 2: “import .* is not understood"),
        ("export default 1;", "is not understood"),
        ("export { a };", "is not understood"),
        ("export let a = 1;", "is not understood"),
        ("export const { a } = {};", "is not understood"),
        ("export * from './other.js';", "is not understood"),
        ("const where = import.meta.url;", "is not understood"),
        ("const found = import(where);", "is not understood"),
        ("var leaks = 1;", "line 1: var cannot be used here"),
        ("const $other = 1;", r"\$other cannot be used here"),
        ("import { b } from './other.js';", "main.js imports b from other.js, which exports no b"),
        ("import { a } from 'other';", "a path begins with"),
        ("import { a } from './main.js';", "main.js imports itself, by way of main.js"),
        ("import { a } from './circle.js';", "main.js imports itself, by way of circle.js"),
        ("const a = `never ends", "a template does not end"),
        ("const a = `never ${ ends", "does not end"),
        ("const a = 'never ends", "does not end"),
        ("/* never ends", "does not end"),
        ("function never() { ends", "does not end"),
        ("const a = /never ends", "a pattern does not end"),
    ],
)
def test_what_is_not_understood_is_refused_with_its_line(text: str, why: str) -> None:
    modules = {
        "main.js": text,
        "other.js": "export const a = 1;",
        "circle.js": "import { x } from './main.js';\nexport const a = 1;",
    }
    with pytest.raises(SquarelyError, match=why) as refused:
        bundle_scripts(["main.js"], modules.__getitem__)
    assert "main.js" in str(refused.value)


@pytest.mark.parametrize("text", CRAFTED.values(), ids=CRAFTED)
def test_nothing_moves_when_code_is_told_from_the_rest(text: str) -> None:
    bare, code = scan_script(text)
    assert len(bare) == len(code) == len(text)
    assert all(mine == theirs or mine == " " for mine, theirs in zip(bare, text, strict=True))
