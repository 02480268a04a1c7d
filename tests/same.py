#!/usr/bin/env python3
"""same.py - does a game compile to the same bytes alone and while the machine is busy?

    same.py FOLDER|GAME .. [--out same.tsv] [--stop-after S] [--jobs N] [--every N]

A line a game: its path, `same` or `differs` (what), the exit code and digests of the IR as its front end made it and of the C that is
generated.  Each is made once with nothing else of ours running and once beside N (6) processes that only count.  What stands in
the table is not done again.  The exit code is 1 where something differs."""
import argparse
import hashlib
import os
import subprocess
import sys
import time
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from games_at_hand import ALL, games_of  # noqa: E402

LUDC = os.environ.get("LUDC", "ludc")
STAGES = (("ir", ["--emit=ir"]), ("c", ["--emit=c"]))


def made(game, options):
    """The exit code, and a digest of what was said and written."""
    done = subprocess.run([LUDC, "build", str(game), *options, "--remarks"], capture_output=True, stdin=subprocess.DEVNULL, check=False)
    return done.returncode, hashlib.sha256(done.stdout + done.stderr).hexdigest()[:20]


def all_stages(game):
    return {name: made(game, options) for name, options in STAGES}


class Load:
    """Processes that keep processors busy."""

    def __init__(self, n):
        self.busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(n)]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in self.busy:
            process.kill()
            process.wait()


def differences(alone, loaded):
    return [name for name in alone if alone[name] != loaded[name]]


def read_done(path):
    if not path.exists():
        return {}
    return {line.split("\t")[0]: line.rstrip("\n").split("\t") for line in path.read_text(encoding="utf-8").splitlines()}


def batches(untried, n, ends):
    for i in range(0, len(untried), n):
        if time.monotonic() > ends:
            return
        yield untried[i:i + n]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="+")
    parser.add_argument("--out", type=Path, default=Path("same.tsv"))
    parser.add_argument("--stop-after", type=float, default=float("inf"))
    parser.add_argument("--jobs", type=int, default=6, help="processes that count")
    parser.add_argument("--every", type=int, default=1, help="only every n-th game")
    options = parser.parse_args()
    done = read_done(options.out)
    untried = [game for game in list(games_of(options.games, ALL))[::options.every] if str(game) not in done]
    with open(options.out, "a", encoding="utf-8") as out:
        for batch in batches(untried, 20, time.monotonic() + options.stop_after):
            alone = [all_stages(game) for game in batch]
            with Load(options.jobs):
                loaded = [all_stages(game) for game in batch]
            for game, a, b in zip(batch, alone, loaded):
                row = [str(game), ",".join(["differs", *differences(a, b)]) if a != b else "same"]
                done[row[0]] = row + [f"{code} {digest}" for code, digest in a.values()]
                out.write("\t".join(done[row[0]]) + "\n")
                out.flush()
    bad = [row for row in done.values() if row[1] != "same"]
    for row in bad:
        print(f"{row[0]}: {row[1]}")
    print(f"{len(done)} games, {len(bad)} differ")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
