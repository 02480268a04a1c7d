#!/usr/bin/env python3
"""pictures.py - facts of pictures: do they show what the position is?

usage: pictures.py [--resume] [--stop-after SECONDS] [--plies N] [--out FILE] GAME|FOLDER...

tests/picture_tool draws each GAME at its start and after 30 random moves, and says what views, which know nothing of
drawings, have at each site.  In the picture there must be a man at each site that has one, and no other; of its kind and
owner, with its count, height, state, rotation and value; nothing may lie outside of the frame, and no two texts over each
other.  A row a game goes into FILE (conform-draw.tsv); the last line is `N passed, N failed, N skipped`."""
import argparse
import math
import os
import re
import statistics
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path

sys.dont_write_bytecode = True
from games_at_hand import definitions, games_of  # noqa: E402

BUILD = Path(os.environ.get("builddir", "."))
# Thousandths of the height that characters from 32 to 126 of DejaVu Sans are wide, which pictures ask for.
WIDTHS = [318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636, 636, 636, 636, 636, 636,
          636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632, 575, 775, 752, 295, 295, 656, 557, 863, 748, 787,
          603, 787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635, 615, 352, 635,
          634, 278, 278, 579, 278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838]
SVG = "{http://www.w3.org/2000/svg}"
TYPES = ("vertex", "edge", "cell")
TAIL = {"vertex": "_V", "edge": "_E", "cell": "_C"}
NAMES = {"count": "count", "state": "state", "rotation": "rot", "value": "val", "height": "height"}


class Wrong(Exception):
    """The picture is not what the position is; the text says where."""


# ---- what the tool says ----------------------------------------------------------------------

class Position:
    """Views over sites, kinds of pieces, the picture."""

    def __init__(self, line):
        ply, kind, sites, ms = line.split()[1:]
        self.ply, self.sites, self.ms = int(ply), int(sites), float(ms)
        self.type = TYPES[int(kind)] if int(kind) >= 0 else None
        self.view, self.owner, self.name, self.svg, self.facts = {}, {}, {}, "", []


def words_of(fact):
    """"(cell 1 2 x)" as pictures have it: its words without the outermost parentheses."""
    return fact[1:-1] if fact.startswith("(") else fact


def positions(data):
    """The positions that the tool printed."""
    found, at = [], 0
    while at < len(data):
        end = data.index(b"\n", at)
        line, at = data[at:end].decode(), end + 1
        word = line.split(" ", 1)[0]
        if word == "position":
            found.append(Position(line))
        elif word == "view":
            name, *values = line.split()[1:]
            found[-1].view[name] = [int(v) for v in values]
        elif word == "fact":
            found[-1].facts.append(words_of(line[5:]))
        elif word == "kind":
            number, owner, name = line.split(" ", 3)[1:]
            found[-1].owner[int(number)], found[-1].name[int(number)] = int(owner), name
        elif word == "svg":
            n = int(line.split()[1])
            found[-1].svg, at = data[at:at + n].decode(), at + n
    return found


# ---- places in the picture ----------------------------------------------------------------------

def numbers(text):
    return [float(x) for x in re.findall(r"-?\d+(?:\.\d+)?", text or "")]


def placed(element):
    """x, y and scale of a group that is moved."""
    found = re.match(r"translate\((-?[\d.]+) (-?[\d.]+)\) scale\(([\d.]+)\)", element.get("transform", ""))
    return tuple(float(x) for x in found.groups()) if found else (0, 0, 1)


def box_of(element):
    """Left, top, right, bottom; None: it has no place of its own."""
    tag = element.tag.replace(SVG, "")
    if tag in ("polygon", "polyline"):
        xy = numbers(element.get("points"))
        return (min(xy[::2]), min(xy[1::2]), max(xy[::2]), max(xy[1::2])) if xy else None
    if tag == "circle" and element.get("cx"):
        x, y, r = (float(element.get(k)) for k in ("cx", "cy", "r"))
        return x - r, y - r, x + r, y + r
    if tag == "path" and "line" in (element.get("class") or "").split():
        xy = numbers(element.get("d"))
        return min(xy[::2]), min(xy[1::2]), max(xy[::2]), max(xy[1::2])
    if tag in ("g", "path") and element.get("transform"):
        x, y, scale = placed(element)
        return x - 46 * scale, y - 46 * scale, x + 46 * scale, y + 46 * scale
    if tag == "text":
        return text_box(element)
    return None


def text_box(element):
    size, text = float(element.get("font-size")), "".join(element.itertext())
    width = sum(WIDTHS[ord(c) - 32] if 32 <= ord(c) < 127 else 800 for c in text) * size / 1000
    x, base = float(element.get("x")), float(element.get("y"))
    left = x if element.get("class") == "below" else x - width / 2
    return left, base - size * 0.74, left + width, base + size * 0.02


def frame_is_kept(root):
    width, height = numbers(root.get("viewBox"))[2:]
    inside = root.find(f"{SVG}g")
    for element in inside:
        box = box_of(element)
        if box and not (box[0] >= -0.5 and box[1] >= -0.5 and box[2] <= width + 0.5 and box[3] <= height + 0.5):
            raise Wrong(f"{element.get('class')} at {[round(x) for x in box]} is outside of {width:.0f} x {height:.0f}")


def texts_are_apart(root):
    """Sweeps from left to right, so that thousands are no matter."""
    boxes = sorted((text_box(t), "".join(t.itertext())) for t in root.find(f"{SVG}g").findall(f"{SVG}text"))
    for i, (a, text) in enumerate(boxes):
        for b, other in boxes[i + 1:]:
            if b[0] >= a[2] - 0.3:
                break
            if b[1] < a[3] - 0.3 and a[1] < b[3] - 0.3:
                raise Wrong(f"the texts `{text}` and `{other}` lie over each other")


# ---- men ----------------------------------------------------------------------------------------------

def men_of(root):
    """By (type, site): the elements that show men there, the lowest first; those written as numbers apart."""
    men, written = {}, {}
    for element in root.find(f"{SVG}g"):
        site = element.get("data-site")
        if not site:
            continue
        place = (site.split()[0], int(site.split()[1]))
        if "man" in (element.get("class") or "").split():
            men.setdefault(place, []).append(element)
        elif element.get("class") == "number":
            written[place] = "".join(element.itertext())
    return men, written


def fact(element, name):
    return int(element.get(f"data-{name}") or 0)


def expect(place, what, wanted, found):
    if wanted != found:
        raise Wrong(f"{place[0]} {place[1]}: {what} is {wanted}, and {found} is drawn")


def top_is(p, place, top, kind, tail):
    """Owner and numbers of the man that is seen."""
    i = place[1]
    who = p.view.get("who" + tail)
    players = max(p.owner.values(), default=0)
    owner = who[i] if who else p.owner.get(kind, 0)
    owner = 0 if owner > players else owner
    state = p.view.get("state" + tail, [0] * (i + 1))[i]
    if not (fact(top, "owner") == state and owner == 0):  # discs that are turned over
        shared = p.owner.get(kind, 0) > 0 and fact(top, "owner") == 0
        if not shared:
            expect(place, "the owner", owner, fact(top, "owner"))
    for name, view in NAMES.items():
        values = p.view.get(view + tail)
        shown = top.get(f"data-{name}")
        if values and shown is not None:
            expect(place, name, values[i], int(shown))


def stack_is(p, place, drawn, tail):
    """The men of a stack that are drawn are its topmost ones, in order."""
    pile, heights = p.view.get("pile" + tail), p.view.get("height" + tail)
    if not pile or not heights or len(drawn) < 2:
        return
    most, height = len(pile) // len(heights), heights[place[1]]
    kinds = pile[place[1] * most:place[1] * most + height]
    expect(place, "the stack", kinds[-len(drawn):], [fact(d, "kind") for d in drawn])


def men_are_there(p, root):
    men, written = men_of(root)
    for kind in TYPES:
        tail = "" if kind == p.type else TAIL[kind]
        what = p.view.get("what" + tail)
        if what is None:
            continue
        who = p.view.get("who" + tail, what)
        outside = "sites around" in ET.tostring(root, "unicode")
        for i in range(p.sites if not tail else len(what)):
            place, piece = (kind, i), what[i]
            drawn = men.pop(place, [])
            wanted = piece > 0 or (piece == 0 and who[i] > 0 and "who" + tail in p.view)
            if wanted and not drawn and place in written and not p.name.get(piece):
                continue  # a number that is no piece
            expect(place, "a man", int(wanted and not (outside and not drawn and not wanted)), int(bool(drawn)))
            if not wanted:
                continue
            expect(place, "the kind", piece if p.name.get(piece) else 0, fact(drawn[-1], "kind"))
            top_is(p, place, drawn[-1], piece, tail)
            stack_is(p, place, drawn, tail)
            seeds = written.get(place)
            if seeds and p.view.get("count" + tail):
                expect(place, "the number of seeds", p.view["count" + tail][i], int(seeds))
    hands = [place for place in men if place[0] != p.type or place[1] < p.sites]
    if hands:
        raise Wrong(f"a man is drawn at {hands[0]}, where no view has one")


def facts_are_there(p, root):
    """Each fact is a man or a text, but for what is said to be empty; no man is there without a fact."""
    group = root.find(f"{SVG}g")
    men = [m.get("data-fact") for m in group if "man" in (m.get("class") or "").split()]
    texts = [(t.text or "").strip(",:") for t in group.findall(f"{SVG}text") if t.get("class") == "below"]
    if any(t.startswith("not shown") for t in texts):
        texts += [fact.split(" ", 1)[-1] for fact in p.facts]
    for fact in men:
        if fact not in p.facts:
            raise Wrong(f"({fact}) is drawn, and does not hold")
    if len(set(men)) != len(men):
        raise Wrong("a fact is drawn twice")
    empty = [t[7:].split() for t in texts if t.startswith("empty: ")]
    for fact in p.facts:
        words = fact.split()
        if fact not in men and fact.split(" ", 1)[-1] not in texts and not any(set(e) <= set(words) for e in empty):
            raise Wrong(f"({fact}) is not drawn")


def check(p, svg):
    """Raises Wrong where the picture of the position is not that."""
    root = ET.fromstring(svg)
    frame_is_kept(root)
    texts_are_apart(root)
    if p.type:
        men_are_there(p, root)
    else:
        facts_are_there(p, root)


# ---- games -----------------------------------------------------------------------------------------------

def run_tool(game, plies):
    tool = str(BUILD / "tests" / "picture_tool")
    return subprocess.run([tool, *definitions(), "--plies", str(plies), str(game)], capture_output=True, timeout=600, check=False)


def look_at(game, plies):
    """(passed, failed, what is wrong or why nothing was looked at, milliseconds)"""
    try:
        done = run_tool(game, plies)
    except subprocess.TimeoutExpired:
        return "skipped", "takes longer than 600 s", []
    if done.returncode in (1, 4, 5):
        why = {1: "wrong", 4: "unsupported", 5: "nothing is drawn"}[done.returncode]
        return ("failed" if done.returncode == 5 else "skipped"), f"{why}: {done.stderr.decode()[:100].strip()}", []
    if done.returncode != 0:
        return "failed", f"exit code {done.returncode}", []
    found = positions(done.stdout)
    for p in found:
        try:
            check(p, p.svg)
        except (Wrong, ET.ParseError) as why:
            return "failed", f"ply {p.ply}: {why}", [q.ms for q in found]
    return "passed", "", [p.ms for p in found]


def main():
    words = argparse.ArgumentParser(usage=__doc__)
    words.add_argument("--plies", type=int, default=30)
    words.add_argument("--out", type=Path, default=Path("conform-draw.tsv"))
    words.add_argument("--resume", action="store_true")
    words.add_argument("--stop-after", type=float, default=math.inf)
    words.add_argument("--only", default="")
    words.add_argument("place", nargs="+")
    args = words.parse_args()
    rows, began = {}, time.monotonic()
    if args.resume and args.out.exists():
        rows = {row[0]: row for row in (line.rstrip("\n").split("\t") for line in args.out.open(encoding="utf-8")) if len(row) == 4}
    with args.out.open("a" if args.resume else "w", encoding="utf-8") as out:
        for game in games_of(args.place, (".lud", ".kif")):
            if str(game) in rows or args.only not in str(game):
                continue
            if time.monotonic() - began > args.stop_after:
                print("stopped; the next call with --resume goes on")
                break
            verdict, why, ms = look_at(game, args.plies)
            row = [str(game), verdict, " ".join(why.split()), " ".join(f"{m:.2f}" for m in ms)]
            rows[row[0]] = row
            print("\t".join(row), file=out, flush=True)
            if verdict == "failed":
                print(f"{game}: {why}", flush=True)
    times = [float(x) for row in rows.values() for x in row[3].split()]
    if times:
        print(f"a picture takes {statistics.median(times):.2f} ms in the median of {len(times)}, {max(times):.2f} ms at most")
    count = {v: sum(row[1] == v for row in rows.values()) for v in ("passed", "failed", "skipped")}
    print(", ".join(f"{n} {verdict}" for verdict, n in count.items()))
    return count["failed"] != 0


if __name__ == "__main__":
    sys.exit(main())
