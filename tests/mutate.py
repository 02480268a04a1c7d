#!/usr/bin/env python3
"""mutate.py - damages games and counts how many of the wrong ones are refused.

    mutate.py [-n FILES] [-s SEED] [-o TABLE] [-k FOLDER]

LUDII_LIBRARY names a folder with lud/ and def/ in it.  FILES of its games (200) are
each damaged in five ways: an argument dropped, a keyword misspelt, two arguments
of different kinds swapped, a label renamed, a bracket moved; the same way for the
same SEED.  Each damaged game is given to `ludc check`, and what it says is judged:

  - with LUDII_ORACLE, a command that answers lines on its standard input,
    `grammar PATH` or `make PATH`, each with a line that begins with `refused`,
    `unbuilt` or `accepted`: of the games that its grammar refuses at least 95 %
    must be refused with exit code 1 and the caret inside the damaged brackets,
    and none that it can make may be refused;
  - without: every answer is 0, 1 or 4, and a 1 points at something.

TABLE gets one line a damaged game; FOLDER keeps the damaged files."""
import argparse
import collections
import os
import random
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

WAYS = ("drop", "misspell", "swap", "label", "bracket")
TOKEN = re.compile(r'//[^\n]*|"(?:[^"\\\n]|\\.)*"|[(){}]|[^\s(){}"]+:(?=[^\s)}])|[^\s(){}"]+')
LABEL = re.compile(r"[A-Za-z][A-Za-z0-9]*:$")
WORD = re.compile(r"[A-Za-z][A-Za-z]+$")
NUMBER = re.compile(r"-?[0-9.]+$")
BARE = ("metadata", "define", "option", "rulesets")


class Node:
    """A word, a string or a bracket pair, with its label."""

    def __init__(self, lo, text, up):
        self.lo, self.hi, self.text, self.up = lo, lo + len(text), text, up
        self.kids, self.label = [], None
        self.start = lo

    def head(self):
        first = self.kids[0] if self.kids else None
        return first.text if self.text == "(" and first else ""

    def kind(self):
        if self.text in "({" or self.text == "{":
            return self.text + self.head()
        if self.text.startswith('"'):
            return '"'
        if NUMBER.match(self.text):
            return "0"
        return self.text


def read(text):
    """All nodes of a game, outermost first; None when brackets do not balance."""
    top = Node(0, "", None)
    here, label, nodes = top, None, []
    for match in TOKEN.finditer(text):
        word = match.group()
        if word.startswith("//"):
            continue
        if word in ")}":
            if here is top:
                return None
            here.hi = match.end()
            here = here.up
            continue
        if LABEL.match(word):
            label = match.span()
            continue
        node = Node(match.start(), word, here)
        if label:
            node.label, node.start = label, label[0]
            label = None
        here.kids.append(node)
        nodes.append(node)
        if word in "({":
            here = node
    return nodes if here is top else None


def in_game(node):
    """Inside (game ..), not in options, defines or metadata, nor <..>."""
    while node.up and node.up.up is not None:
        if node.up.head() in BARE:
            return False
        node = node.up
    return node.head() == "game"


def candidates(text):
    nodes = read(text)
    if nodes is None:
        return []
    return [n for n in nodes
            if in_game(n) and n.up.text and "<" not in text[n.start:n.hi]
            and not text[n.start:n.hi].startswith("#")]


def arguments(node):
    return node.kids[1:] if node.text == "(" else node.kids


def slip(word, dice):
    """The word with a typing mistake."""
    at = dice.randrange(1, len(word))
    kind = dice.randrange(3)
    if kind == 0 and len(word) > 3:
        return word[:at] + word[at + 1:]
    if kind == 1 and word[at] != word[at - 1] and at > 1:
        return word[:at - 1] + word[at] + word[at - 1] + word[at + 1:]
    return word[:at] + word[at] + word[at:]


# Each way: (text, nodes, dice) to (damaged text, brackets around it), or None.

def drop(text, nodes, dice):
    these = [n for n in nodes if n in arguments(n.up)]
    if not these:
        return None
    node = dice.choice(these)
    return text[:node.start] + text[node.hi:], node.up


def misspell(text, nodes, dice):
    these = [n for n in nodes if WORD.match(n.text)]
    if not these:
        return None
    node = dice.choice(these)
    return text[:node.lo] + slip(node.text, dice) + text[node.hi:], node.up


def swap(text, nodes, dice):
    pairs = [(a, b) for n in nodes if n.text == "("
             for i, a in enumerate(arguments(n)) for b in arguments(n)[i + 1:]
             if a.kind() != b.kind()]
    if not pairs:
        return None
    a, b = dice.choice(pairs)
    return (text[:a.start] + text[b.start:b.hi] + text[a.hi:b.start] +
            text[a.start:a.hi] + text[b.hi:], a.up)


def label(text, nodes, dice):
    these = [n for n in nodes if n.label]
    if not these:
        return None
    node = dice.choice(these)
    lo, hi = node.label
    old = text[lo:hi - 1]
    others = sorted({text[n.label[0]:n.label[1] - 1] for n in these} - {old})
    new = dice.choice(others) if others and dice.random() < 0.5 else \
        slip(old, dice) if len(old) > 1 else old + old
    return text[:lo] + new + text[hi - 1:], node.up


def bracket(text, nodes, dice):
    """A closing bracket moves over the argument before or after it."""
    moves = []
    for n in nodes:
        if n.text not in "({":
            continue
        beside = n.up.kids
        place = beside.index(n)
        if place + 1 < len(beside):
            moves.append((n.hi - 1, beside[place + 1].hi, n.up))
        if len(n.kids) > 1:
            moves.append((n.hi - 1, n.kids[-2].hi, n.up))
    if not moves:
        return None
    old, new, around = dice.choice(moves)
    sign = text[old]
    if new > old:
        return text[:old] + text[old + 1:new] + sign + text[new:], around
    return text[:new] + sign + text[new:old] + text[old + 1:], around


def places(said, path):
    """Offsets that messages about this file point at, as (line, column)."""
    return [(int(a), int(b)) for a, b in
            re.findall(re.escape(os.path.basename(path)) + r":(\d+):(\d+)", said)]


class Case:
    """One damaged game: its file, the brackets around the damage, the answers."""

    def __init__(self, game, way, path, text, lo, hi):
        self.game, self.way, self.path = game, way, path
        self.text, self.lo, self.hi = text, lo, hi
        self.code, self.said, self.inside = None, "", False
        self.grammar, self.make = "", ""

    def offset(self, line, column):
        lines = self.text.split("\n")
        if line > len(lines):
            return -1
        before = lines[line - 1].encode("utf-8")[:column - 1]
        return sum(len(x) + 1 for x in lines[:line - 1]) + len(before.decode("utf-8", "ignore"))

    def check(self, ludc, defs):
        command = [ludc, "check", "--def-path", defs, self.path]
        try:
            done = subprocess.run(command, capture_output=True, timeout=60, check=False)
            self.code = done.returncode
            self.said = done.stderr.decode("utf-8", "replace")
        except subprocess.TimeoutExpired:
            self.code, self.said = "time-out", ""
        offsets = [self.offset(*p) for p in places(self.said, self.path)]
        self.inside = any(self.lo <= at < self.hi for at in offsets)


def damaged(files, folder, seed):
    cases = []
    for number, (name, path) in enumerate(files):
        with open(path, encoding="utf-8", errors="replace", newline="") as file:
            text = file.read().replace("\r\n", "\n")
        nodes = candidates(text)
        for way in WAYS:
            dice = random.Random(f"{seed} {name} {way}")
            result = globals()[way](text, nodes, dice) if nodes else None
            if not result or result[0] == text:
                continue
            wrong, around = result
            out = os.path.join(folder, f"{number:03}-{way}.lud")
            with open(out, "w", encoding="utf-8", newline="") as file:
                file.write(wrong)
            cases.append(Case(name, way, out, wrong, around.start,
                              around.hi + len(wrong) - len(text)))
    return cases


def ask(oracle, what, cases):
    if not cases:
        return []
    lines = "".join(f"{what} {c.path}\n" for c in cases)
    done = subprocess.run(oracle, input=lines.encode(), stdout=subprocess.PIPE,
                          shell=True, check=True)
    answers = done.stdout.decode("utf-8", "replace").splitlines()
    if len(answers) != len(cases):
        sys.exit(f"{len(cases)} questions, {len(answers)} answers")
    return answers


def judge(case):
    """What is wrong with the answer to a case; empty when nothing is."""
    if case.code not in (0, 1, 4):
        return "broken"
    if case.code == 1 and not re.search(r":\d+:\d+: error: ", case.said):
        return "no place"
    if case.grammar.startswith("refused"):
        if case.code != 1:
            return "missed"
        return "" if case.inside else "outside"
    if case.code == 1 and case.make.startswith("accepted"):
        return "invented"
    return ""


def report(cases, oracle):
    count = collections.Counter()
    for c in cases:
        count[c.way, "all"] += 1
        count[c.way, "refused"] += c.grammar.startswith("refused")
        count[c.way, judge(c)] += 1
        count[c.way, "ours"] += c.code == 1
    words = ("all", "ours", "refused", "missed", "outside", "invented", "no place", "broken")
    print("way\t" + "\t".join(words))
    for way in WAYS:
        print(way + "\t" + "\t".join(str(count[way, w]) for w in words))
    total = {w: sum(count[way, w] for way in WAYS) for w in words}
    print("sum\t" + "\t".join(str(total[w]) for w in words))
    good = not (total["invented"] or total["no place"] or total["broken"])
    if oracle and total["refused"]:
        right = total["refused"] - total["missed"] - total["outside"]
        share = 100 * right / total["refused"]
        print(f"refused as they should be: {right} of {total['refused']}, {share:.1f} %")
        good = good and share >= 95
    return 0 if good else 1


def library(count, seed):
    root = os.environ.get("LUDII_LIBRARY")
    if not root:
        sys.exit("LUDII_LIBRARY is not set")
    names = sorted(os.path.relpath(os.path.join(where, name), root)
                   for where, _, files in os.walk(os.path.join(root, "lud"))
                   for name in files if name.endswith(".lud"))
    chosen = random.Random(seed).sample(names, min(count, len(names)))
    return [(n, os.path.join(root, n)) for n in sorted(chosen)], os.path.join(root, "def")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("-n", type=int, default=200)
    parser.add_argument("-s", default="1")
    parser.add_argument("-o")
    parser.add_argument("-k")
    options = parser.parse_args()
    oracle = os.environ.get("LUDII_ORACLE")
    files, defs = library(options.n, options.s)
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.k or scratch
        os.makedirs(folder, exist_ok=True)
        cases = damaged(files, folder, options.s)
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda c: c.check(os.environ.get("LUDC", "ludc"), defs), cases))
        if oracle:
            for case, answer in zip(cases, ask(oracle, "grammar", cases)):
                case.grammar = answer
            doubtful = [c for c in cases if c.code == 1 and c.grammar.startswith("accepted")]
            for case, answer in zip(doubtful, ask(oracle, "make", doubtful)):
                case.make = answer
        if options.o:
            with open(options.o, "w", encoding="utf-8") as table:
                for c in cases:
                    print(judge(c) or "-", c.code, c.way, c.grammar[:60] or "-",
                          c.make[:60] or "-", os.path.basename(c.path), c.game,
                          sep="\t", file=table)
        return report(cases, oracle)


if __name__ == "__main__":
    sys.exit(main())
