#!/usr/bin/env python3
"""plans.py - the playout plan found for every game beside the one that Ludii finds.

One line a game on which the two differ, with the reason; then the counts.  Exit 1 where
Ludii has a plan that we have not, and no reason is known, or where play differs."""
import argparse
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


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ludc")
    parser.add_argument("library", help="holds lud/ and def/")
    parser.add_argument("catalogue", help="a TSV with the columns path and custom_playout (what the running Ludii says)")
    parser.add_argument("text", nargs="*", help="only games whose path contains one of these")
    parser.add_argument("-v", action="store_true", dest="verbose", help="a line for every game")
    parser.add_argument("--compare", metavar="PLIES",
                        help="so many first moves of random play by the evaluator and through libtcc must be the same, too")
    parser.add_argument("--doc", metavar="FILE", help="where list and counts replace what stands between two marks")
    return parser.parse_intermixed_args()


class Table:
    """What was found, and in how many games."""

    def __init__(self, wanted):
        self.wanted, self.count, self.bad, self.differ = wanted, Counter(), 0, []

    def add(self, row):
        """A game of the catalogue."""
        wanted = self.wanted
        path = os.path.join(wanted.library, "lud", row["path"])
        done = run(wanted.ludc, path, wanted.library, "--backend", "tcc", "-n", "0", "--json", "--remarks")
        if not done or done.returncode:
            self.count["slow" if not done else "not supported" if done.returncode == 4 else "error"] += 1
            return
        name = json.loads(done.stdout)["plan"]
        theirs = {OURS[p] for p in row["custom_playout"].split("+") if p}
        ours = set(name.split("+")) - {"standard"}
        found = verdict(theirs, ours)
        play = compare(wanted.ludc, path, wanted.library, wanted.compare) if wanted.compare and ours else ""
        why = reason(found, done.stderr, theirs) if found != "equal" else ""
        self.count.update([found, f"ours {name}, Ludii {row['custom_playout'] or 'none'}"] + [play] * bool(play))
        self.bad += (play == "DIFFERENT PLAY") + (found in ("less", "other") and not why)
        if found != "equal":
            self.differ.append((row["path"].rsplit("/", 1)[-1][:-4], name, "+".join(sorted(theirs)) or "none", why))
        if wanted.verbose or found != "equal" or play == "DIFFERENT PLAY":
            print(row["path"], found, name, row["custom_playout"] or "none", why, play, sep="\t", flush=True)


def main():
    wanted = arguments()
    table = Table(wanted)
    with open(wanted.catalogue, encoding="utf-8") as catalogue:
        for row in csv.DictReader(catalogue, delimiter="\t"):
            if not wanted.text or any(text in row["path"] for text in wanted.text):
                table.add(row)
    for what, n in sorted(table.count.items()):
        print(f"# {n}\t{what}")
    if wanted.doc:
        into_doc(wanted.doc, sorted(table.differ), table.count)
    return table.bad > 0


sys.exit(main())
