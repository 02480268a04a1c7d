"""objects.py - what house.tap asks of object files by `nm`: arrows between files and rooms, cycles, names that are exported.

Objects are those of the build directory whose source is there; those of a build with AddressSanitizer serve as well."""
import re
import subprocess
from collections import defaultdict
from functools import lru_cache

from tap import BUILD, SRC, Skip

TOP = ("base", "ir", "frontend", "backends", "runtime", "driver")
LARGEST_CYCLE = 12
# Rooms whose cycles, those between their folders too, are smaller than LARGEST_CYCLE.
SMALL_CYCLES = {"frontend/lud/lower": 8}
# Folders that call no other folder of the room around them.
LOWEST = ["frontend/lud/lower/core"]
# What a room calls, beside its own.  Rooms of ir/ are apart; of the others ARROWS of house.tap holds for objects, too.
ROOMS = {
    "ir/core": set(),
    "ir/fold": {"ir/core"},
    "ir/analysis": {"ir/core"},
    "ir/eval": {"ir/core", "ir/plan"},
    "ir/plan": {"ir/core", "ir/analysis", "ir/eval"},
    "ir/guard": {"ir/core"},
    "ir/logic": {"ir/core"},
    "ir/lower": {"ir/core", "ir/fold", "ir/analysis", "ir/plan"},
    "ir/play": {"ir/core", "ir/fold", "ir/analysis", "ir/plan", "ir/lower"},
    "ir/passes": {"ir/core", "ir/fold", "ir/analysis", "ir/lower", "ir/play"},
    "ir/offer": {"ir/core", "ir/fold", "ir/analysis", "ir/passes"},  # runs a pipeline on a copy
}
# First words of exported names, beside those of the room's files and of the room.
WORDS = {"backends/c": "c", "backends/llvm": "ll", "backends/machine": "ll ludc", "backends/build": "c", "backends/lanes": "lane ll", "frontend/gdl": "gdl rel",
         "frontend/lud": "lud lw gen", "frontend/lud/lower": "effect", "ir": "ir", "ir/core": "gir", "ir/lower": "low", "ir/play": "low", "runtime": "ludc", "driver": "cmd",
         "driver/engine": "ludc maker"}
# Names without such a word: a little above their number, which may only fall.
OTHER_NAMES = 150
# Names of sources that occur in more than one folder; none but `print` twice within ir/.  A little above their number, which may only fall.
SHARED_STEMS = 90


def room_of(source):
    parts = source.split("/")
    return "/".join(parts[:2]) if len(parts) > 2 else parts[0]


def folder_of(source):
    return source.rsplit("/", 1)[0]


@lru_cache(None)
def objects():
    """Object file by source without suffix."""
    found = {}
    for top in TOP:
        for path in (BUILD / top).rglob("*.o"):
            parts = [part for part in path.relative_to(BUILD).parts if part != ".libs"]
            source = re.sub(r"/(?:lib)?ludc[a-z_]*la-", "/", "/".join(parts)[:-2])
            if any((SRC / (source + suffix)).exists() for suffix in (".c", ".l", ".y")):
                found[source] = path
    if len(found) < 400:
        raise Skip("the objects are not there")
    return found


@lru_cache(None)
def symbols():
    """Who defines a name, and which names a source wants."""
    owner, wants = {}, defaultdict(set)
    source_of = {str(path): source for source, path in objects().items()}
    try:
        table = subprocess.run(["nm", "-A", "-P", *source_of], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        raise Skip("nm is missing") from None
    for line in table.splitlines():
        path, symbol = line.split(": ", 1)
        name, kind = symbol.split()[:2]
        if kind in "TDRBVWC":
            owner[name] = source_of[path]
        elif kind == "U":
            wants[source_of[path]].add(name)
    return owner, wants


@lru_cache(None)
def arrows():
    """The sources that each source calls."""
    owner, wants = symbols()
    return {source: {owner[name] for name in wants[source] if name in owner} - {source} for source in objects()}


def cycles():
    """Strongly connected components (Tarjan 1972, without recursion)."""
    graph, index, low, on, stack, found = arrows(), {}, {}, set(), [], []
    for root in sorted(graph):
        work = [(root, iter(sorted(graph[root])))] if root not in index else []
        if work:
            index[root] = low[root] = len(index)
            stack.append(root)
            on.add(root)
        while work:
            at, rest = work[-1]
            for to in rest:
                if to not in index:
                    index[to] = low[to] = len(index)
                    stack.append(to)
                    on.add(to)
                    work.append((to, iter(sorted(graph[to]))))
                    break
                if to in on:
                    low[at] = min(low[at], index[to])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[at])
                if low[at] == index[at]:
                    part = []
                    while not part or part[-1] != at:
                        part.append(stack.pop())
                        on.discard(part[-1])
                    found.append(part)
    return found


def wrong_cycles():
    for part in cycles():
        folders = sorted({folder_of(source) for source in part})
        for room, most in SMALL_CYCLES.items():
            if len(part) > most and all((f + "/").startswith(room + "/") for f in folders):
                yield f"a cycle of {len(part)} object files in {room}, where {most} are the most: {' '.join(sorted(part))}"
        if len(part) > LARGEST_CYCLE:
            yield f"a cycle of {len(part)} object files in {', '.join(folders)}: {' '.join(sorted(part)[:6])} .."


def wrong_arrows(tops):
    """Objects refer to rooms below only."""
    for source, targets in sorted(arrows().items()):
        room = room_of(source)
        for to in sorted(targets):
            other = room_of(to)
            if to.split("/")[0] not in tops[source.split("/")[0]]:
                yield f"{source} calls {to}"
            elif room.startswith("ir/") and other.startswith("ir/") and room != other and other not in ROOMS.get(room, ()):
                yield f"{source} calls {to}, which is not below"
            elif folder_of(source) in LOWEST and to.startswith(folder_of(folder_of(source)) + "/") and folder_of(to) != folder_of(source):
                yield f"{source} calls {to}, a room above it"
            elif room == "runtime" and other.startswith("runtime/"):
                yield f"{source} calls {to}: the runtime knows no room within it"


def known_words(folder):
    words = set(folder.split("/"))
    for path in (SRC / folder).glob("*.[chy]"):
        words |= {path.stem, path.stem.split("_")[0]}
    for room, extra in WORDS.items():
        if folder == room or folder.startswith(room + "/"):
            words |= set(extra.split())
    return words


def wrong_names():
    owner, _ = symbols()
    words, strange = {}, []
    for name, source in owner.items():
        if name == "main":
            continue
        folder = folder_of(source)
        known = words.setdefault(folder, known_words(folder))
        first = name.split("_")[0]
        if not {first, first + "s", first.rstrip("s")} & known:
            strange.append(f"{source}: {name}")
    if len(strange) > OTHER_NAMES:
        yield f"{len(strange)} exported names do not begin with a word of their room, {OTHER_NAMES} did; among them:"
        yield from sorted(strange)
    elif len(strange) < OTHER_NAMES - 30:
        yield f"only {len(strange)} exported names are without a word of their room: so should say OTHER_NAMES in tests/objects.py"


def wrong_stems():
    where = defaultdict(list)
    for source in objects():
        where[source.rsplit("/", 1)[1]].append(source)
    twice = {stem: sources for stem, sources in where.items() if len(sources) > 1}
    for stem, sources in sorted(twice.items()):
        if stem != "print" and sum(source.startswith("ir/") for source in sources) > 1:
            yield f"{stem} is the name of several files of ir/: {' '.join(sources)}"
    if len(twice) > SHARED_STEMS:
        yield f"{len(twice)} names of files occur in more than one folder, {SHARED_STEMS} did: {' '.join(sorted(twice))}"
