#!/usr/bin/env python3
"""ggp_fuzz.py [N] - make fuzz-start: N whole START messages (10,000), made of rule sheets by random changes, each followed by
PLAY and ABORT.  ludc serve must answer all and live; a process of a match may run out of memory (signal 6), not crash."""
import collections
import os
import random
import re
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests"))
from ggp_server import Wrong, read, show  # noqa: E402
from serve_tests import Serve  # noqa: E402
from tap import SRC  # noqa: E402

WORDS = ["?x", "?y", "role", "true", "not", "or", "distinct", "next", "init", "legal", "does", "goal", "terminal", "<=", "z", "1"]


def parts(term, at=()):
    yield at
    if not isinstance(term, str):
        for i, part in enumerate(term):
            yield from parts(part, at + (i,))


def get(term, at):
    for i in at:
        term = term[i]
    return term


def put(term, at, new):
    if not at:
        return new
    return term[:at[0]] + (put(term[at[0]], at[1:], new),) + term[at[0] + 1:]


def changed(sheet, rng):
    """A sheet with some terms taken out, doubled, put elsewhere, or other words."""
    for _ in range(rng.choice((0, 1, 1, 1, 2, 4))):
        places = list(parts(sheet))
        at, other = rng.choice(places), rng.choice(places)
        how = rng.randrange(5)
        if how == 0 and at:
            parent = get(sheet, at[:-1])
            sheet = put(sheet, at[:-1], parent[:at[-1]] + parent[at[-1] + 1:])
        elif how == 1 and at:
            parent = get(sheet, at[:-1])
            sheet = put(sheet, at[:-1], parent[:at[-1]] + (parent[at[-1]],) + parent[at[-1]:])
        elif how == 2 and at:
            sheet = put(sheet, at, get(sheet, other) if len(show(get(sheet, other))) < 500 else "z")
        elif at:
            sheet = put(sheet, at, rng.choice(WORDS))
        if isinstance(sheet, str):
            sheet = (sheet,)
    return sheet


def message(sheets, rng):
    sheet = changed(rng.choice(sheets), rng)
    roles = [form[1] for form in sheet if len(form) == 2 and form[0] == "role" and isinstance(form[1], str)]
    text = f"( START m {rng.choice(roles or ['r'])} {show(sheet)} 0.3 0.3 )"
    if rng.randrange(20) == 0:
        cut = rng.randrange(len(text))
        text = text[:cut] + chr(rng.randrange(1, 127)) + text[cut + rng.randrange(20):]
    return text


def main():
    count, rng, seen = int(sys.argv[1]) if len(sys.argv) > 1 else 10000, random.Random(1), collections.Counter()
    sheets = [tuple(read(path.read_text())) for path in sorted(SRC.glob("examples/*.kif")) + sorted(SRC.glob("tests/gdl/*.kif"))]
    sheets = [sheet for sheet in sheets if len(show(sheet)) < 6000]
    log = tempfile.mktemp(suffix=".log")
    with Serve("--memory", "1G", "--log", log, agent="uct:n=20,memory=16M") as s:
        for n in range(count):
            text = message(sheets, rng)
            for line in (text, "( PLAY m NIL )", "( ABORT m )"):
                began = time.monotonic()
                try:
                    seen[s.ask(line, timeout=60) if line != "( PLAY m NIL )" else s.ask(line) and "a move"] += 1
                except Wrong:
                    seen["400"] += 1
                if time.monotonic() - began > 10:
                    seen["slower than 10 s"] += 1
                    print(f"message {n} takes {time.monotonic() - began:.1f} s", flush=True)
            if os.path.getsize(log) > 1 << 20 or n + 1 == count:
                with open(log, encoding="utf-8", errors="replace") as file:
                    lines = file.read().split("\n")
                os.truncate(log, 0)
                for i, line in enumerate(lines):
                    if found := re.search(r"the process of the .* (ended.*)", line):
                        seen[found[0]] += 1
                        if "signal" in line and "signal 6" not in line:
                            print("\n".join(lines[max(0, i - 8):i + 1]), flush=True)
        s.idle()
        seen["megabytes at the end"] = round(s.megabytes())
    os.unlink(log)
    for what, number in sorted(seen.items(), key=str):
        print(f"{number:8} {what}")
    sys.exit(any("signal" in what and "signal 6" not in what for what in seen))


main()
