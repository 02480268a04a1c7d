#!/usr/bin/env python3
"""payoffs.py - random games of many descriptions: no payoff comes that was excluded.

    payoffs.py [--tool TOOL] [--every N] [--skip K] [--games N] [--longest N] [--seconds S] [--def-path DIR] FOLDER|FILE ..

A line for each game that fails (or, --all, for each), and a last one with counts; exit 1 if any failed.
What does not compile or is not done in S seconds is counted, not judged."""
import argparse
import subprocess
import sys
import time
from pathlib import Path


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", default="tests/payoff_tool")
    parser.add_argument("--backend", default="tcc")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--skip", type=int, default=0)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--longest", type=int, default=2000)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--def-path", default="")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("where", nargs="+")
    options = parser.parse_args()
    files = []
    for where in map(Path, options.where):
        files += sorted(p for p in where.rglob("*") if p.suffix in (".lud", ".kif", ".gir")) if where.is_dir() else [where]
    counts = {"passed": 0, "refused": 0, "slow": 0, "failed": 0}
    for path in files[options.skip :: options.every]:
        command = ["nice", "-n", "10", options.tool, str(path), options.backend, str(options.games), str(options.longest), "7"]
        began = time.time()
        try:
            done = subprocess.run(command + ([options.def_path] if options.def_path else []), capture_output=True, timeout=options.seconds, check=False)
            out = done.stdout.decode("utf-8", "replace")
            result = "passed" if done.returncode == 0 else "refused" if done.returncode in (1, 4) and not out else "failed"
        except subprocess.TimeoutExpired:
            result, out = "slow", ""
        counts[result] += 1
        if options.all or result == "failed":
            print(f"{path.stem}\t{result}\t{time.time() - began:.2f}\t{' | '.join(out.split(chr(10)))}", flush=True)
    print(", ".join(f"{n} {result}" for result, n in counts.items()))
    sys.exit(counts["failed"] > 0)


if __name__ == "__main__":
    main()
