#!/usr/bin/env python3
"""plans.py - the playout plan found for every game beside the one that Ludii finds.

    plans.py LUDC LIBRARY CATALOGUE [-v] [--compare PLIES] [--doc FILE] [TEXT ..]

LIBRARY holds lud/ and def/; CATALOGUE is a TSV with the columns `path` and `custom_playout`
(what the running Ludii says).  TEXT: only games whose path contains one of them.  One line a
game on which the two differ, with the reason; then the counts.  --compare: the first moves of
a game of random play by the evaluator and through libtcc must be the same, too.  --doc: the list
and the counts also replace what stands between two marks in FILE.  Exit 1 where
Ludii has a plan that we have not, and no reason is known, or where play differs."""
import csv
import json
import os
import subprocess
import sys
from collections import Counter

BEGIN, END = "<!-- plans beside Ludii's -->", "<!-- end of plans beside Ludii's -->"
OURS = {"PlayoutAddToEmpty": "add-to-empty", "PlayoutFilter": "filter", "PlayoutNoRepetition": "no-repetition"}


def run(ludc, path, library, *more):
    command = [ludc, "playout", path, "--def-path", os.path.join(library, "def"), "--seed", "3", *more]
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=120)
    except subprocess.TimeoutExpired:
        return None


def remarks(text):
    """Why plans do not hold."""
    return sorted({line.split("remark: ")[1] for line in text.splitlines()
                   if "remark: plan " in line and "does not hold" in line})


def found_where(text):
    """What plans were found."""
    return sorted({line.split("remark: ")[1] for line in text.splitlines()
                   if "remark: plan " in line and "does not hold" not in line})


def reason(verdict, text, theirs):
    """Why the plans differ: what stands in the way of theirs, or what ours have more."""
    if verdict in ("less", "other"):
        return "; ".join(remarks(text))
    more = [line for line in found_where(text) if not any(line.startswith(f"plan {plan}:") for plan in theirs)]
    return more[0] + (f"; and {len(more) - 1} more of the kind" if len(more) > 1 else "") if more else ""


def into_doc(name, rows, count):
    """The differences as a table, between the marks."""
    with open(name, encoding="utf-8") as file:
        head, rest = file.read().split(BEGIN)
    tail = rest.split(END)[1]
    lines = ["| game | ours | Ludii's | why |", "|---|---|---|---|"]
    lines += [f"| {path} | {ours} | {theirs} | {why} |" for path, ours, theirs, why in rows]
    lines += [""] + [f"* {n} {what}" for what, n in sorted(count.items())]
    with open(name, "w", encoding="utf-8") as file:
        file.write(head + BEGIN + "\n" + "\n".join(lines) + "\n" + END + tail)


def compare(ludc, path, library, plies):
    first, second = (run(ludc, path, library, "--backend", b, "-n", "1", "--max-moves", plies, "--trace")
                     for b in ("eval", "tcc"))
    if not first or not second:
        return "slow"
    return "same" if first.stdout == second.stdout else "DIFFERENT PLAY"


def verdict(theirs, ours):
    if theirs == ours:
        return "equal"
    if theirs < ours:
        return "better"
    return "less" if ours < theirs or not ours else "other"


def main():
    arguments, plies, verbose = sys.argv[1:], None, False
    if "--compare" in arguments:
        at = arguments.index("--compare")
        plies = arguments[at + 1]
        del arguments[at:at + 2]
    doc = None
    if "--doc" in arguments:
        at = arguments.index("--doc")
        doc = arguments[at + 1]
        del arguments[at:at + 2]
    if "-v" in arguments:
        verbose = True
        arguments.remove("-v")
    ludc, library, catalogue, texts = arguments[0], arguments[1], arguments[2], arguments[3:]
    count, bad, differ = Counter(), 0, []
    with open(catalogue, encoding="utf-8") as table:
        rows = list(csv.DictReader(table, delimiter="\t"))
    for row in rows:
        if texts and not any(text in row["path"] for text in texts):
            continue
        path = os.path.join(library, "lud", row["path"])
        done = run(ludc, path, library, "--backend", "tcc", "-n", "0", "--json", "--remarks")
        if not done or done.returncode:
            count["slow" if not done else "not supported" if done.returncode == 4 else "error"] += 1
            continue
        name = json.loads(done.stdout)["plan"]
        theirs = {OURS[p] for p in row["custom_playout"].split("+") if p}
        ours = set(name.split("+")) - {"standard"}
        found = verdict(theirs, ours)
        count[found] += 1
        count[f"ours {name}, Ludii {row['custom_playout'] or 'none'}"] += 1
        play = compare(ludc, path, library, plies) if plies and ours else ""
        if play:
            count[play] += 1
        bad += play == "DIFFERENT PLAY"
        why = reason(found, done.stderr, theirs) if found != "equal" else ""
        if found != "equal":
            differ.append((row["path"].rsplit("/", 1)[-1][:-4], name, "+".join(sorted(theirs)) or "none", why))
        bad += found in ("less", "other") and not why
        if verbose or found != "equal" or play == "DIFFERENT PLAY":
            print(row["path"], found, name, row["custom_playout"] or "none", why, play, sep="\t", flush=True)
    for what, n in sorted(count.items()):
        print(f"# {n}\t{what}")
    if doc:
        into_doc(doc, sorted(differ), count)
    return bad > 0


sys.exit(main())
