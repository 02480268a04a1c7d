#!/usr/bin/env python3
"""valgrind.py - what valgrind says of the program and of the library (make check-valgrind): every example compiled and played by
eval and tcc, some by llvm, a search, a picture; the library's tests, whose leaks count too.

    valgrind.py [--only TEXT]      tests whose name has the text"""
import os
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests"))
from tap import BUILD, LUDC, SRC, Failure, Skip, run, run_all  # noqa: E402

FOUND = 99
VALGRIND = [os.environ.get("VALGRIND", "valgrind"), "-q", f"--error-exitcode={FOUND}", "--smc-check=all-non-file",
            f"--suppressions={SRC}/tests/valgrind.supp"]
# Of a library's test: what nothing points to any more.  The program leaves its memory to its end.
LEAKS = ["--leak-check=full", "--errors-for-leak-kinds=definite", "--show-leak-kinds=definite"]
BY_LLVM = ("tictactoe.lud", "hex.lud", "tictactoe.kif")
MORE = {"a search": ["search", "tictactoe.lud", "-n", "200"], "a picture": ["draw", "breakthrough.lud"],
        "a match": ["match", "tictactoe.lud", "--agent", "uct", "--agent", "puct", "-n", "20", "--games", "2"],
        "a trace": ["playout", "dropfour.lud", "-n", "1", "--trace"], "generated C": ["build", "hex.lud", "--emit=c", "-o", "-"],
        "features": ["features", "tictactoe.lud", "--atomic", "1-2"], "lanes": ["playout", "tictactoe.kif", "-n", "64", "--backend", "lanes"],
        "a circuit": ["build", "ferry.kif", "--emit=verilog", "--depth", "2", "-o", "SCRATCH/ferry"]}


def under(words, more=()):
    def test():
        done = run([*VALGRIND, *more, *words], timeout=1800)
        if done.returncode == FOUND or "==" in done.stderr and "ERROR SUMMARY" in done.stderr:
            raise Failure(done.stderr[:3000])
        if done.returncode == 2 and "not built in" in done.stderr:
            raise Skip(done.stderr.splitlines()[0])
        if done.returncode == 4:
            raise Skip(done.stderr.splitlines()[0] if done.stderr else "not supported")
        if done.returncode:
            raise Failure(f"exit {done.returncode}: {done.stderr[-1000:] or done.stdout[-1000:]}")
    return test


def tests(scratch):
    for path in sorted((SRC / "examples").glob("*.lud")) + sorted((SRC / "examples").glob("*.kif")):
        for engine in ("eval", "tcc", "llvm") if path.name in BY_LLVM else ("eval", "tcc"):
            yield f"{path.name} by {engine}", under([LUDC, "playout", path, "-n", "1", "--seed", "1", "--backend", engine])
    for name, (command, file, *words) in MORE.items():
        yield name, under([LUDC, command, SRC / "examples" / file, *(word.replace("SCRATCH", scratch) for word in words)])
    for path in sorted((BUILD / "tests").glob("api*.tap")):
        if (SRC / "tests" / path.name).exists():
            continue  # a script
        program = BUILD / "tests/.libs" / path.name
        yield path.name, under([program if program.exists() else path], LEAKS)


def plain_compiler(folder):
    """A C compiler that makes no instruction of this machine's own: valgrind does not know them all."""
    path = f"{folder}/cc"
    with open(path, "w", encoding="ascii") as file:
        file.write('#!/bin/sh\nfor word; do shift; [ "$word" = -march=native ] || set -- "$@" "$word"; done\nexec cc "$@"\n')
    os.chmod(path, 0o700)
    return path


ONLY = sys.argv[sys.argv.index("--only") + 1] if "--only" in sys.argv else ""
os.environ["LD_LIBRARY_PATH"] = str(BUILD / ".libs")
try:
    run([VALGRIND[0], "--version"])
except Failure:
    print("1..0 # SKIP valgrind is not here")
    sys.exit(0)
with tempfile.TemporaryDirectory() as scratch:
    os.environ["LUDC_CC"] = plain_compiler(scratch)
    run_all([(name, test) for name, test in tests(scratch) if ONLY in name])
