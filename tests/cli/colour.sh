# colour.sh - diagnostics have colours on a terminal, and never where nobody wants them.
. "$srcdir/tests/cli/lib.sh.inc"
wrong="$srcdir/tests/err/misspelt-ludeme.lud"
escape=$(printf '\033')
expect 1 "$LUDC" check "$wrong" --color always
grep -q "${escape}\[1;31merror: " err.txt && grep -q "${escape}\[1;32m *^~" err.txt || fail "no colours"
sed "s/${escape}\[[0-9;]*m//g" err.txt >plain.txt
expect 1 "$LUDC" check "$wrong" --color never
cmp -s plain.txt err.txt || fail "colours change the text"
expect 1 "$LUDC" check "$wrong"
cmp -s plain.txt err.txt || fail "colours in a file"
expect 2 "$LUDC" check "$wrong" --color blue
