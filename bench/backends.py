#!/usr/bin/env python3
"""backends.py - every game of the library is played alike by every back end.

usage: backends.py [--lang ludii|gdl|all] [--match TEXT] [--backends A,B,..] [-n N]
                   [--timeout S] [--no-replay] [--out FILE.tsv]

For each game that is supported (LUDC_SHARED/corpus) the first back end plays N games
from one seed; each other must make the same moves, with the same scores and the same
spread of lengths.  Where a recorded game is at hand (LUDC_SHARED/oracle) the others
must replay it too if the first one does.  Prints what differs and what fails; --out
keeps every game as path, outcome, milliseconds of compiling and moves a second by back
end.  The last line counts; exit code 1 if anything differs or fails."""
import argparse
import json
import os
import pathlib
import subprocess
import sys

sys.dont_write_bytecode = True
from library import SHARED  # noqa: E402

LUDC = os.environ.get("LUDC", "ludc")
SAME = ("playouts", "moves", "mean_moves", "stddev_moves", "scores")
UNSUPPORTED = 4


def run(words, timeout):
    """Exit code (or "timeout"), standard output, last line of the diagnostics."""
    try:
        done = subprocess.run([LUDC] + [str(word) for word in words], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, timeout=timeout,
                              env={**os.environ, "LUDC_CACHE": ""}, check=False)
    except subprocess.TimeoutExpired:
        return "timeout", "", ""
    lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
    return done.returncode, done.stdout.decode("utf-8", "replace"), lines[-1] if lines else ""


def games(lang):
    """Language, path in the library, file, recorded games."""
    corpus, oracle = SHARED / "corpus", SHARED / "oracle"
    if lang in ("ludii", "all"):
        root = corpus / "ludii" / "lud"
        for path in sorted(root.rglob("*.lud")):
            name = path.relative_to(root)
            yield ("ludii", str(name), path,
                   oracle / "ludii" / "traces" / name.with_suffix(".jsonl.gz"))
    if lang in ("gdl", "all"):
        for path in sorted((corpus / "gdl").glob("*.kif")):
            yield "gdl", path.name, path, oracle / "gdl" / "traces" / (path.stem + ".jsonl.gz")


def play(path, backend, extra, a):
    code, text, said = run(["playout", path, "--backend", backend, "--steady", "-n", a.number, "--seed", 5, "--plan",
                            "standard", "--max-moves", a.moves, "--json"] + extra, a.timeout)
    return code, json.loads(text) if code == 0 else None, said


def judge(path, trace, extra, a):
    """Outcome, what is wrong, figures."""
    first, *others = a.backends.split(",")
    code, want, said = play(path, first, extra, a)
    if code == UNSUPPORTED:
        return "unsupported", said, []
    if code:
        return "fails", f"{first}: exit {code}: {said}", []
    figures = [(want["compile_ms"], want["moves_per_s"])]
    for backend in others:
        code, found, said = play(path, backend, extra, a)
        if code:
            return "fails", f"{backend}: exit {code}: {said}", figures
        figures.append((found["compile_ms"], found["moves_per_s"]))
        for key in SAME:
            if want.get(key) != found.get(key):
                return "differs", f"{backend}: {key} {found.get(key)}, {first}: {want.get(key)}", figures
    if a.replay and trace.exists():
        ask = ["replay", "--game", path, trace] + extra + ["--backend"]
        if run(ask + [first], a.timeout)[0] == 0:
            for backend in others:
                code, text, said = run(ask + [backend], a.timeout)
                if code:
                    lines = text.strip().splitlines() or [said]
                    return "differs", f"{backend}: replay: exit {code}: {lines[0]}", figures
    return "alike", "", figures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lang", default="all")
    parser.add_argument("--match", default="")
    parser.add_argument("--backends", default="tcc,llvm")
    parser.add_argument("-n", "--number", type=int, default=20)
    parser.add_argument("--moves", type=int, default=2000)
    parser.add_argument("--timeout", type=float, default=300)
    parser.add_argument("--no-replay", dest="replay", action="store_false")
    parser.add_argument("--out")
    a = parser.parse_args()
    if not (SHARED / "corpus").is_dir():
        print("conform-backends: skipped, there is no library of games (LUDC_SHARED)")
        return 0
    count = {"alike": 0, "differs": 0, "fails": 0, "unsupported": 0}
    rows = open(a.out, "w", encoding="utf-8") if a.out else None
    for lang, name, path, trace in games(a.lang):
        if a.match not in name:
            continue
        extra = ["--def-path", SHARED / "corpus" / "ludii" / "def"] if lang == "ludii" else []
        outcome, why, figures = judge(path, trace, extra, a)
        count[outcome] += 1
        if outcome in ("differs", "fails"):
            print(outcome, name, why, sep="\t", flush=True)
        if rows:
            print(lang, name, outcome, why, *(f"{ms:.0f}\t{rate:.0f}" for ms, rate in figures), sep="\t", file=rows,
                  flush=True)
    print(", ".join(f"{n} {outcome}" for outcome, n in count.items()))
    return 1 if count["differs"] or count["fails"] else 0


sys.exit(main())
