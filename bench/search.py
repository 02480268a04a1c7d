#!/usr/bin/env python3
"""search.py - make bench-search: what the tree of a search costs, beside programs written by hand.

The tree's own cost is 1 / (iterations per second) - 1 / (playouts per second of the same back end and
plan): what an iteration takes beside its playout.  Programs by hand: LUDC_SHARED/limits/run, which
prints rows of name and rate.  All rates are per second of processor time but those of threads, which are per second
of the clock.  Ours and theirs are measured in turns; the figures are medians over the turns.

    search.py [TURNS]        prints tables in Markdown (default: 5 turns)"""
import ctypes
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

LUDC = os.environ.get("LUDC", "ludc")
SHARED = Path(os.environ.get("LUDC_SHARED", "../shared"))
LIBRARY = SHARED / "corpus/ludii"
TURNS = int(sys.argv[1]) if len(sys.argv) > 1 else 5
CONNECT = ["board/space/line/Connect Four.lud", "--option", "Modelisation/2D"]
HEX = ["board/space/connection/Hex.lud", "--option", "Swap Rules/Off", "--plan", "fill"]
PLAIN = "uct:solver=0"
# name, game and options, agent, iterations, the programs by hand: tree and playouts
ROWS = [
    ("Connect Four, 10^5", CONNECT, "uct:c=1,expand=1,solver=0", 100000, "uct-c4", "c4"),
    ("Connect Four, 10^6", CONNECT, "uct:c=1,expand=1,solver=0", 1000000, "uct-c4-1m", "c4"),
    ("Hex 11x11, fill, 2*10^4", HEX, "uct:c=0.5,expand=4,solver=0", 20000, "uct-hex", "hexfill"),
    ("Go 19x19", ["board/space/territory/Go.lud"], PLAIN, 500, None, None),
    ("Chess", ["board/war/replacement/checkmate/chess/Chess.lud"], PLAIN, 1000, None, None),
    ("Amazons", ["board/space/blocking/Amazons.lud"], PLAIN, 10000, None, None),
    ("pacman3p.kif", ["pacman3p.kif"], PLAIN, 1000, None, None),
]


def where(game):
    """The path and the options of a game of the library or of the rule sheets."""
    if game[0].endswith(".kif"):
        return [str(SHARED / "corpus/gdl" / game[0]), *game[1:]]
    return [str(LIBRARY / "lud" / game[0]), *game[1:], "--def-path", str(LIBRARY / "def")]


def ludc(command, game, *more):
    out = subprocess.run([LUDC, command, *where(game), "--backend", "llvm", "--json", *more], capture_output=True, text=True)
    if out.returncode:
        sys.exit(f"{command} {game[0]}: {out.stderr}")
    return json.loads(out.stdout)


def by_hand(figures):
    """One turn of the programs by hand."""
    run = SHARED / "limits/run"
    names = sorted({name for row in ROWS for name in row[4:] if name})
    if not run.exists():
        return
    out = subprocess.run(["bash", str(run), "0.5", "1", *names], capture_output=True, text=True).stdout
    for line in out.splitlines():
        name, rate = line.split("\t")[:2]
        if rate != "failed":
            figures.setdefault(name, []).append(float(rate))


def ours(row, figures):
    """One turn of a row: iterations a second, playouts a second, bytes a node."""
    name, game, agent, count = row[:4]
    for _ in range(3):
        found = ludc("search", game, "--agent", agent, "-n", str(count))
        figures.setdefault((name, "tree"), []).append(found["iterations_per_s"])
        figures[name, "bytes"] = [found["bytes_per_node"]]
    played = ludc("playout", game, "--cpu-time", "0.5", "--steady")["playouts_per_s"]
    figures.setdefault((name, "playouts"), []).append(played)


def nanoseconds(tree, playouts):
    return 1e9 / tree - 1e9 / playouts


def costs():
    figures, hand = {}, {}
    for _ in range(TURNS):
        by_hand(hand)
        for row in ROWS:
            ours(row, figures)

    def median(of, key):
        return statistics.median(of[key])

    print("| game | iterations/s | playouts/s | tree ns | bytes a node | by hand: iterations/s | playouts/s | tree ns |"
          " tree, ours / theirs | iterations, ours / theirs |\n" + "|---" * 10 + "|")
    for name, _, _, _, tree, playouts in ROWS:
        rate, played = median(figures, (name, "tree")), median(figures, (name, "playouts"))
        row = [name, f"{rate:.0f}", f"{played:.0f}", f"{nanoseconds(rate, played):.0f}",
               f"{median(figures, (name, 'bytes')):.1f}"]
        if tree in hand and playouts in hand:
            rates = median(hand, tree), median(hand, playouts)
            theirs = nanoseconds(*rates)
            row += [f"{rates[0]:.0f}", f"{rates[1]:.0f}", f"{theirs:.0f}",
                    f"{nanoseconds(rate, played) / theirs:.2f}", f"{rate / rates[0]:.2f}"]
        print("| " + " | ".join(row + [""] * (10 - len(row))) + " |", flush=True)


def at_once(game, agents):
    """Iterations in a second of the clock by searches that begin together, one a process."""
    with ThreadPoolExecutor(len(agents)) as pool:
        found = pool.map(lambda agent: ludc("search", game, "--agent", agent + ",memory=1G", "-t", "1"), agents)
        return sum(one["iterations"] for one in found)


def threads():
    """Iterations in a second of the clock by one thread, by two processes at the same time, which is what two processors give
    at that moment, and by two threads with a tree each and with one, in turns."""
    kinds = {"one": [PLAIN], "processes": [PLAIN] * 2, "root": [PLAIN + ",threads=2"],
             "tree": [PLAIN + ",threads=2,parallel=tree"]}
    rows = {}
    for game in (CONNECT, HEX):
        for _ in range(TURNS):
            for kind, agents in kinds.items():
                rows.setdefault((game[0], kind), []).append(at_once(game, agents))
    print("\n| game | iterations in a second, one thread | two processes | two threads, a tree each | two threads, one tree"
          " | processes / one | trees / one | one tree / one |\n" + "|---" * 8 + "|")
    for game in (CONNECT, HEX):
        one, both, root, tree = (statistics.median(rows[game[0], kind]) for kind in kinds)
        print(f"| {Path(game[0]).stem} | {one:.0f} | {both:.0f} | {root:.0f} | {tree:.0f} | {both / one:.2f} | {root / one:.2f} |"
              f" {tree / one:.2f} |", flush=True)


def search_of(path):
    """A shared object that was made with --agent, a search of it, its state, and the memory of that."""
    lib = ctypes.CDLL(str(path))
    lib.ludc_search_new.restype = ctypes.c_void_p
    lib.ludc_search_new.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint64, ctypes.c_void_p]
    lib.ludc_search_run.argtypes = [ctypes.c_void_p, ctypes.c_uint64, ctypes.c_double]
    lib.ludc_search_begin.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
    lib.ludc_init.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
    state = ctypes.create_string_buffer(1 << 16)
    aligned = (ctypes.addressof(state) + 63) // 64 * 64
    reasoner = ctypes.addressof(ctypes.c_char.in_dll(lib, "ludc_reasoner"))
    options = ctypes.addressof(ctypes.c_char.in_dll(lib, "ludc_agent_options"))
    lib.ludc_init(reasoner, aligned)
    search = lib.ludc_search_new(reasoner, options, 1, None)
    return lib, search, aligned, state # the state's memory must live


def clock():
    """How far a run of `t` seconds ends behind its time."""
    print("\n| game | asked for, ms | late, ms: median | most |\n" + "|---" * 4 + "|")
    with tempfile.TemporaryDirectory() as folder:
        for name, game in [(row[0], row[1]) for row in ROWS[1:4]]:
            path = Path(folder) / f"{len(os.listdir(folder))}.so"
            subprocess.run([LUDC, "build", *where(game), "--agent", PLAIN, "-o", str(path)], check=True)
            lib, search, state, kept = search_of(path)
            for ask in (0.02, 0.2):
                late = []
                for _ in range(4 * TURNS):
                    lib.ludc_search_begin(search, state)
                    began = time.monotonic()
                    lib.ludc_search_run(search, 0, ask)
                    late.append((time.monotonic() - began - ask) * 1e3)
                print(f"| {name} | {ask * 1e3:.0f} | {statistics.median(late):.2f} | {max(late):.2f} |", flush=True)
            del kept


def programs():
    """The same search as a program in which it is compiled with the game, beside the back ends, in turns."""
    print("\n| game | compiled with the game: iterations/s | --backend c | --backend llvm | program / c | program / llvm |\n" + "|---" * 6 + "|")
    with tempfile.TemporaryDirectory() as folder:
        for name, game, agent, count, *_ in (ROWS[0], ROWS[2]):
            path, rate = Path(folder) / "program", {}
            subprocess.run([LUDC, "build", *where(game), "--agent", agent, "-o", str(path)], check=True)
            for _ in range(3 * TURNS):
                out = subprocess.run([path, "search", "-n", str(count), "--json"], capture_output=True, text=True).stdout
                rate.setdefault("program", []).append(json.loads(out)["iterations_per_s"])
                for backend in ("c", "llvm"):
                    out = subprocess.run([LUDC, "search", *where(game), "--backend", backend, "--agent", agent, "-n", str(count),
                                          "--json"], capture_output=True, text=True).stdout
                    rate.setdefault(backend, []).append(json.loads(out)["iterations_per_s"])
            a, b, c = (statistics.median(rate[kind]) for kind in ("program", "c", "llvm"))
            print(f"| {name} | {a:.0f} | {b:.0f} | {c:.0f} | {a / b:.2f} | {a / c:.2f} |", flush=True)


def processor():
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        return next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.machine()


def main():
    print(f"`make bench-search`, {TURNS} turns; {processor()}, {os.cpu_count()} processors; load at the beginning "
          f"{os.getloadavg()[0]:.1f}\n")
    costs()
    programs()
    threads()
    clock()
    print(f"\nLoad at the end: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
