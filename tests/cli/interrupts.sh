# interrupts.sh - long output comes as it is made and ends with its reader; what ^C breaks off prints what it has.
. "$srcdir/tests/cli/lib.sh.inc"
"$LUDC" playout "$hex" --backend eval --record 10000000 2>err.txt | head -c 100 >out.txt
grep -q '"type":"header"' out.txt || fail "a record does not come as it is made"
"$LUDC" playout "$hex" --backend eval --trace -n 10000000 2>err.txt | head -1 >out.txt
grep -q '^playout 1' out.txt || fail "a trace does not come as it is made"
for form in --json --histogram; do
    "$LUDC" playout "$hex" --backend eval -t 1000 $form >out.txt 2>err.txt &
    child=$!
    sleep 0.5
    kill -INT $child
    wait $child
    [ $? = 130 ] || fail "the exit code tells of no interrupt"
    grep -q 'interrupted' out.txt || fail "what was played is not printed: $(cat err.txt)"
done
# What is read is bounded.
"$LUDC" check /dev/zero 2>err.txt
[ $? = 1 ] || fail "an endless file is no wrong one: $(cat err.txt)"
head -c 200000000 /dev/zero | tr '\0' ' ' | "$LUDC" check - 2>err.txt
[ $? = 1 ] || fail "an endless pipe is no wrong one: $(cat err.txt)"
