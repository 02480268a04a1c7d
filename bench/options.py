#!/usr/bin/env python3
"""options.py - every item of every game's menu, and every ruleset, one at a time.

usage: options.py [--library DIR] [--match TEXT] [--jobs N] [--timeout S] [--out FILE.tsv]

For each game of the library (LUDC_SHARED/corpus/ludii) each choice that is not in
force already must compile and play one game (exit 0), or be named as unsupported
(exit 4).  All else, wrong refusals (exit 1), crashes and time-outs, is listed; the
last line counts.  --out keeps every choice as path, choice, outcome, what was said."""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys

sys.dont_write_bytecode = True
from library import SHARED  # noqa: E402

LUDC = os.environ.get("LUDC", "ludc")
OUTCOME = {0: "plays", 4: "unsupported", 1: "refused", "timeout": "time-out"}


def said(command, timeout):
    """Exit code (or "timeout"), standard output, last line of the diagnostics."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              stdin=subprocess.DEVNULL, timeout=timeout, check=False)
    except subprocess.TimeoutExpired:
        return "timeout", "", ""
    lines = [line for line in done.stderr.decode("utf-8", "replace").splitlines() if line.strip()]
    first = next((line for line in lines if "error:" in line or "not supported" in line), "")
    return done.returncode, done.stdout.decode("utf-8", "replace"), first or (lines or [""])[-1]


def choices(game, common, timeout):
    """Arguments of ludc for each choice; the game as it is comes first."""
    code, text, last = said([LUDC, "check", game, "--list-options", "--json"] + common, timeout)
    if code:
        return [], (code, last)
    menu = json.loads(text)
    found = [[]]
    for heading in menu["options"]:
        found += [["--option", f"{heading['heading']}/{item['item']}"]
                  for item in heading["items"] if not item["selected"]]
    return found + [["--ruleset", name] for name in menu["rulesets"]], None


def sweep(game, common, timeout):
    """Rows (choice, code, what was said) of one game."""
    tried, failed = choices(game, common, timeout)
    rows = [("(menu)",) + failed] if failed else []
    for choice in tried:
        code, _, last = said([LUDC, "playout", game, "-n", "1", "--max-moves", "2000", "--backend",
                              "tcc"] + choice + common, timeout)
        rows.append((" ".join(choice), code, last))
    return rows


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1][7:], add_help=True)
    parser.add_argument("--library", default=SHARED / "corpus" / "ludii", type=pathlib.Path)
    parser.add_argument("--match", default="")
    parser.add_argument("--jobs", default=1, type=int)
    parser.add_argument("--timeout", default=60, type=float)
    parser.add_argument("--out")
    options = parser.parse_args()
    folder = options.library / "lud"
    if not folder.is_dir():
        print("options: skipped, there is no library of games (LUDC_SHARED)")
        return
    games = [path for path in sorted(folder.rglob("*.lud")) if options.match in str(path.relative_to(folder))]
    common = ["--def-path", str(options.library / "def")]
    count = collections.Counter()
    out = open(options.out, "w", encoding="utf-8") if options.out else None
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for path, rows in zip(games, pool.map(lambda g: sweep(str(g), common, options.timeout), games)):
            for choice, code, last in rows:
                outcome = OUTCOME.get(code, f"exit {code}")
                count[outcome] += 1
                row = "\t".join([str(path.relative_to(folder)), choice, outcome, last])
                if out:
                    print(row, file=out)
                if code not in (0, 4):
                    print(row, flush=True)
    if out:
        out.close()
    print(", ".join(f"{n} {name}" for name, n in count.most_common()), f"of {count.total()}")


if __name__ == "__main__":
    main()
