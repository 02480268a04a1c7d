"""library.py - where the library of games and the figures of others are, if they are anywhere."""
import os
import pathlib

# What LUDC_SHARED says, or a folder of that name beside the sources; absolute, for messages and tables.
SHARED = pathlib.Path(os.environ.get("LUDC_SHARED") or pathlib.Path(__file__).parents[2] / "shared").resolve()
