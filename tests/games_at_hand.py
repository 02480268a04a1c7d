"""games_at_hand.py - the library of games, where it is at hand, for sweeps over it."""
import os
from pathlib import Path

SHARED = Path(os.environ.get("LUDC_SHARED", Path(__file__).resolve().parent.parent.parent / "shared"))


def games_of(places):
    """Files as they are named; all ludeme games of a folder."""
    for place in places:
        path = Path(place)
        yield from sorted(path.rglob("*.lud")) if path.is_dir() else [path]


def definitions():
    """Options of ludc for the library's defines."""
    defs = SHARED / "corpus" / "ludii" / "def"
    return ["--def-path", str(defs)] if defs.is_dir() else []
