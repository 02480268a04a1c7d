#!/bin/sh
# report.sh - ludc report: one seed is one report by every engine; its figures are those of the playouts; the page.
. "$srcdir/tests/cli/lib.sh.inc"
game=$srcdir/tests/warn/phases.lud
expect 0 "$LUDC" report "$game" -n 100 --json
cp out.txt one
expect 0 "$LUDC" report "$game" -n 100 --json --backend eval
python3 - one out.txt <<'PY' || fail "the reports are wrong"
import json, sys
a, b = (json.load(open(name)) for name in sys.argv[1:3])
assert a["speeds"] and all(s["playouts_per_s"] > 0 for s in a["speeds"]), a["speeds"]
a.pop("speeds"), b.pop("speeds")
assert a == b, "two engines, two reports"
assert a["games"] == 100 and a["complete"] and a["players"] == 2 and a["sites"] == 9
for what, n in (("lengths", 100), ("choices", a["moves"])):
    h = a[what]["histogram"]
    assert sum(k for _, k in h) == n, what
    assert abs(sum(i * k for i, k in h) / n - a[what]["mean"]) < 1e-6, what
    every = sorted(i for i, k in h for _ in range(k))
    assert [every[-(-n * q // 4) - 1] for q in (1, 2, 3)] == a[what]["quartiles"], what
    assert (every[0], every[-1]) == (a[what]["least"], a[what]["most"]), what
assert sum(i * k for i, k in a["lengths"]["histogram"]) == a["moves"]
assert sum(p["wins"]["games"] for p in a["outcomes"]) + a["draws"]["games"] == 100
assert abs(sum(p["payoff"] for p in a["outcomes"]) - 1) < 1e-6
assert all(p["interval"][0] <= p["payoff"] <= p["interval"][1] for p in a["outcomes"])
ends = {e["text"]: e["games"] for e in a["ends"] if e["own"]}
assert ends["(if (is Line 4) (result Mover Loss))"] == 0 and sum(e["games"] for e in a["ends"]) == 100, ends
assert {p["name"]: p["games"] for p in a["phases"]} == {"First": 100, "Second": 0, "Third": 0}
assert any(r["games"] == 0 and r["text"] == "(move Pass)" for r in a["rules"])
PY
expect 0 "$LUDC" report "$srcdir/tests/warn/turn-limit.lud" -n 3
grep -q 'ended by limit of turns  100.0 %' out.txt || fail "the limit of turns is not told: $(cat out.txt)"
expect 0 "$LUDC" report "$srcdir/tests/warn/turn-limit.lud" -n 3 --max-moves 10
grep -q 'cut by --max-moves       100.0 %' out.txt || fail "games were not cut: $(cat out.txt)"
grep -q 'moves a game: mean 10.00' out.txt || fail "games are longer than 10 moves"
expect 0 "$LUDC" report "$srcdir/examples/threeheaps.kif" -n 20 --out page
for file in index.html report.json lengths.dat choices.dat lengths.gp choices.gp start.svg later.svg; do
    [ -s "page/$file" ] || fail "page/$file is missing"
done
grep -q '20 random games, seed 1' page/index.html || fail "the page has no figures"
"$LUDC" report - -n 5 <"$game" >out.txt || fail "standard input is not read"
grep -q '5 random games' out.txt || fail "nothing was played from standard input"
expect 2 "$LUDC" report "$game" -n 0
expect 2 "$LUDC" report
expect 1 "$LUDC" report "$srcdir/tests/err/elab-end-missing.lud"
