#!/usr/bin/env python3
"""ready.py - how long it takes from a game's text to its first random playout, and in how much memory.

usage: ready.py [--backend tcc] [--match TEXT] [--top N] [--timeout S]

Plays one game of each supported game of the library (LUDC_SHARED/corpus/ludii) in a
process of its own and prints those that took longest, as a TSV: game, milliseconds of
processor time of the whole process, most memory it had, in MB.  Ends with the quarters
of both over all games, and with the games that took longer than the timeout."""
import argparse
import os
import pathlib
import resource
import signal
import sys

sys.dont_write_bytecode = True
from library import SHARED  # noqa: E402

LUDC = os.environ.get("LUDC", "ludc")


def play(words, backend, timeout):
    """Exit code, milliseconds of processor time, MB of one playout by `ludc playout WORDS`; a code below 0: a signal."""
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (timeout, timeout + 1))
        quiet = os.open(os.devnull, os.O_RDWR)
        for fd in (0, 1, 2):
            os.dup2(quiet, fd)
        try:
            os.execvp(LUDC, [LUDC, "playout", *map(str, words), "--backend", backend, "-n", "1", "--json"])
        finally:
            os._exit(127)
    _, status, used = os.wait4(child, 0)
    code = os.waitstatus_to_exitcode(status)
    return code, (used.ru_utime + used.ru_stime) * 1e3, used.ru_maxrss / 1024


def quarters(values):
    values = sorted(values)
    return " ".join(f"{values[min(len(values) - 1, len(values) * k // 4)]:.0f}" for k in range(5))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--backend", default="tcc")
    parser.add_argument("--match", default="")
    parser.add_argument("--top", type=int, default=10)
    parser.add_argument("--timeout", type=int, default=60)
    a = parser.parse_args()
    root = SHARED / "corpus" / "ludii"
    if not (root / "lud").is_dir():
        print("bench: skipped, there is no library of games (LUDC_SHARED)")
        return 0
    rows, late = [], []
    for path in sorted((root / "lud").rglob("*.lud")):
        name = str(path.relative_to(root / "lud"))
        if a.match not in name:
            continue
        code, ms, mb = play([path, "--def-path", root / "def"], a.backend, a.timeout)
        if code == 0:
            rows.append((ms, mb, name))
        elif code in (-signal.SIGXCPU, -signal.SIGKILL):
            late.append(name)
        elif code not in (1, 4):
            print(f"# {name}: exit code {code}")
    rows.sort(reverse=True)
    print("game", "ms", "MB", sep="\t")
    for ms, mb, name in rows[:a.top]:
        print(name, f"{ms:.0f}", f"{mb:.0f}", sep="\t")
    if rows:
        print(f"# {len(rows)} games, ms at the quarters: {quarters([r[0] for r in rows])}")
        print(f"# MB at the quarters: {quarters([r[1] for r in rows])}")
    for name in late:
        print(f"# more than {a.timeout} s: {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
