#!/usr/bin/env python3
"""twins.py - what the back ends c and llvm both do by themselves: `make twins` prints the functions that have the same name in
both, but for the prefix, with their lengths; house.tap holds the numbers.

What is lowered to IR functions (doc/lowering.md) is written once, and takes its twin with it."""
import os
import re
from pathlib import Path

SRC = Path(os.environ.get("srcdir", ".")).resolve()
HEAD = re.compile(r"^(?:static |inline |const |unsigned |struct )*[A-Za-z_]\w*[ *]+(\w+)\(.*[^;]$")
# As of now, a little above what they are; they may only fall: lines of both folders, functions in both, and what doc/lowering.md is to come to.
MOST_LINES, MOST_TWINS, GOAL = 9083, 105, 9000


def functions(folder, prefix):
    """By name without prefix: file and length of each."""
    found = {}
    for path in sorted((SRC / "backends" / folder).glob("*.c")):
        name = start = None
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
            head = HEAD.match(line)
            if head and not line.startswith((" ", "#", "/")):
                name = head.group(1)
            elif line == "{" and name:
                start = number
            elif line == "}" and start is not None:
                found.setdefault(name.removeprefix(prefix), []).append((path.name, number - start))
                name = start = None
    return found


def lines():
    return sum(path.read_text(encoding="utf-8").count("\n")
               for folder in ("c", "llvm") for path in (SRC / "backends" / folder).iterdir() if path.suffix in {".c", ".h", ".awk"})


def twins():
    c, llvm = functions("c", "c_"), functions("llvm", "ll_")
    return {name: (c[name], llvm[name]) for name in sorted(set(c) & set(llvm))}


def complaints():
    if lines() > MOST_LINES:
        yield f"backends/c and backends/llvm have {lines()} lines; they had {MOST_LINES}, and are to have {GOAL}"
    if len(twins()) > MOST_TWINS:
        yield f"{len(twins())} functions are in both, {MOST_TWINS} were: `make twins`"


def main():
    table = twins()
    print("function\tc\tlines\tllvm\tlines")
    for name, sides in table.items():
        print(name, *(text for side in sides for text in (",".join(file for file, _ in side), sum(n for _, n in side))), sep="\t")
    each = [sum(n for sides in table.values() for _, n in sides[i]) for i in (0, 1)]
    print(f"# {len(table)} functions in both, {each[0]} lines in c, {each[1]} in llvm; both folders: {lines()} lines, the goal is {GOAL}")


if __name__ == "__main__":
    main()
