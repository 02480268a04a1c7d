#!/usr/bin/env python3
"""performance.py - doc/performance.md from the tables of bench/results (make performance-page).

A table is a TSV whose first lines are `# KEY: VALUE`: order, title, command, when, machine, text (one a paragraph).
When and on which machine a table was measured stands in its file, not in the page."""
import sys
from pathlib import Path

RESULTS = Path(__file__).resolve().parent / "results"

HEAD = """# How fast

What was measured, beside which rival, by which command. Rates are per second of processor time of one thread. Each table is made of
a file of `bench/results`, which also names the machine, the day and what else the machine did; `make performance-page`
writes this page. Matches of search agents are in [strength.md](strength.md), how it came to be so fast in [history.md](history.md).
"""


def read(path):
    """Its keys, with a list of paragraphs, and its rows."""
    keys, rows = {"text": []}, []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            key, value = line[2:].split(": ", 1)
            if key == "text":
                keys["text"].append(value)
            else:
                keys[key] = value
        elif line:
            rows.append(line.split("\t"))
    return keys, rows


def table(rows):
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return [lines[0], "|" + "---|" * len(rows[0]), *lines[1:]]


def page():
    parts = [HEAD]
    found = sorted((read(path) + (path.name,) for path in RESULTS.glob("*.tsv")), key=lambda one: int(one[0]["order"]))
    for keys, rows, name in found:
        commands = ", ".join(f"`{command.strip()}`" for command in keys["command"].split(";"))
        parts.append("\n".join([f"## {keys['title']}", "", f"{commands} (`bench/results/{name}`)", "",
                                *sum(([text, ""] for text in keys["text"]), []), *table(rows), ""]))
    return "\n".join(parts)


sys.stdout.write(page())
