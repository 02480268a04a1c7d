"""tap.py - what the test drivers in Python share: TAP output, running ludc.

A driver collects (name, function) pairs and calls run_all; a function returns
normally (passed), raises Failure (with text for people) or Skip."""
import os
import shlex
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SRC = Path(os.environ.get("srcdir", ".")).resolve()
BUILD = Path(os.environ.get("builddir", ".")).resolve()
LUDC = os.environ.get("LUDC", str(BUILD / "ludc"))
CC = os.environ.get("CC", "cc").split()
os.environ.setdefault("LUDC_CACHE", "")  # tests keep no compiled games, but where they say so
UPDATE = os.environ.get("UPDATE") == "1"


class Failure(Exception):
    """The test failed; the text says how."""


class Skip(Exception):
    """The test cannot run here; the text says why."""


def run(command, timeout=120, cwd=None, env=None):
    """Runs a command, with more variables if there are any; a time-out or a signal is a failure, an exit code is not."""
    command = [str(word) for word in command]
    try:
        done = subprocess.run(command, capture_output=True, timeout=timeout,
                              cwd=cwd, stdin=subprocess.DEVNULL, check=False, env={**os.environ, **env} if env else None)
    except subprocess.TimeoutExpired:
        raise Failure(f"over {timeout} s: {' '.join(command)}") from None
    except OSError as error:
        raise Failure(f"{command[0]}: {error}") from None
    done.stdout = done.stdout.decode("utf-8", "replace")
    done.stderr = done.stderr.decode("utf-8", "replace")
    if done.returncode < 0:
        raise Failure(f"signal {-done.returncode}: {' '.join(command)}\n{done.stderr}")
    return done


def good(command, timeout=120, cwd=None, env=None):
    """Runs a command that must exit with 0; returns its standard output."""
    done = run(command, timeout, cwd, env)
    if done.returncode != 0:
        raise Failure(f"exit {done.returncode}: {' '.join(map(str, command))[:200]}\n"
                      f"{done.stderr or done.stdout}")
    return done.stdout


def first_difference(expected, found):
    """One line about where two texts part, or None."""
    a, b = expected.splitlines(), found.splitlines()
    for number, (x, y) in enumerate(zip(a, b), 1):
        if x != y:
            return f"line {number}: expected {x!r}, found {y!r}"
    if len(a) != len(b):
        return f"expected {len(a)} lines, found {len(b)}"
    return None if expected == found else "they differ in the last newline"


def games():
    """All games shipped with the project: (name, path)."""
    found = sorted(SRC.glob("examples/*.lud")) + sorted(SRC.glob("tests/games/*.lud"))
    return [(path.stem, path) for path in found]


def keep_compiled():
    """From now on compiled games are kept, for all drivers of a run (`make check` begins with none)."""
    os.environ["LUDC_CACHE"] = str(BUILD / "tests" / "cache")


def quick_compiler(folder):
    """Variables with which the back end c has its text compiled by CC -O0, in a quarter of the time of -O3."""
    path = Path(folder) / "cc-quick"
    path.write_text(f'#!/bin/sh\nexec {" ".join(map(shlex.quote, CC))} "$@" -O0\n', encoding="utf-8")
    path.chmod(0o755)
    return {"LUDC_CC": str(path)}


def scratch():
    """A folder in the build directory that goes away with its variable."""
    return tempfile.TemporaryDirectory(dir=BUILD, prefix="test-")


def _outcome(function):
    try:
        function()
        return "ok", "", ""
    except Skip as why:
        return "ok", f" # SKIP {why}", ""
    except Failure as why:
        return "not ok", "", str(why)


def run_all(tests, workers=None):
    """Runs the tests, several at once; prints TAP in the order given."""
    tests = list(tests)
    if not tests:
        print("1..0 # SKIP nothing to test")
        return
    print(f"1..{len(tests)}", flush=True)
    count = workers or min(4, os.cpu_count() or 1)
    with ThreadPoolExecutor(count) as pool:
        results = pool.map(lambda test: _outcome(test[1]), tests)
        for number, ((name, _), (word, tail, why)) in enumerate(zip(tests, results), 1):
            print(f"{word} {number} - {name}{tail}")
            for line in why.splitlines()[:40]:
                print(f"# {line}")
            sys.stdout.flush()
