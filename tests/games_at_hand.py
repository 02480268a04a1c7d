"""games_at_hand.py - the library of games, where it is at hand, for sweeps over it."""
import csv
import os
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

SHARED = Path(os.environ.get("LUDC_SHARED", Path(__file__).resolve().parent.parent.parent / "shared"))


ALL = (".lud", ".kif", ".gir")


def games_of(places, suffixes=(".lud",)):
    """Files as they are named; all games of a folder that end so."""
    for place in places:
        path = Path(place)
        yield from sorted(p for p in path.rglob("*") if p.suffix in suffixes) if path.is_dir() else [path]


def rows_of(path):
    """The rows of a table with a head, each by its names; none where there is no table yet."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


def as_done(work, things, jobs):
    """What `work` gives for each thing, `jobs` side by side, as it comes; who interrupts it does not wait for all the others."""
    pool = ThreadPoolExecutor(jobs)
    try:
        for done in as_completed([pool.submit(work, thing) for thing in things]):
            yield done.result()
    finally:
        pool.shutdown(cancel_futures=True)


def definitions():
    """Options of ludc for the library's defines."""
    defs = SHARED / "corpus" / "ludii" / "def"
    return ["--def-path", str(defs)] if defs.is_dir() else []
