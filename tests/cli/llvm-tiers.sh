#!/bin/sh
# llvm-tiers.sh - code made in a hurry and the code that takes over play the same games, whenever that is.
. "$srcdir/tests/cli/lib.sh.inc"
LUDC_CACHE=$PWD/cache
export LUDC_CACHE
"$LUDC" playout "$hex" --backend llvm --no-cache -n 1 >out.txt 2>err.txt || {
    grep -q 'not built in' err.txt && skip "built without LLVM"
    fail "$(cat err.txt)"
}
figures() { sed 's/.*"playouts":\([0-9]*\),"moves":\([0-9]*\).*"scores":\(\[[^]]*\]\).*/\1 \2 \3/'; }
play() { "$LUDC" playout "$hex" --backend llvm --seed 4 --json "$@"; }

# longer and longer, until better code takes over in the middle
n=1000
while play --no-cache -n $n >out.txt && ! grep -q '"swap_ms"' out.txt && [ $n -lt 2000000 ]; do
    n=$((n * 4))
done
grep -q '"swap_ms"' out.txt || skip "no better code was made"
grep -q '"llvm_later":{' out.txt || fail "what it took is not said: $(cat out.txt)"
play --no-cache -n $n --steady >steady.txt || fail "--steady"
grep -q '"swap_ms"' steady.txt && fail "--steady, and something took over"
[ "$(figures <out.txt)" = "$(figures <steady.txt)" ] || fail "$(figures <out.txt), --steady $(figures <steady.txt)"
[ "$(play --no-cache -n $n --threads 2 | figures)" = "$(play --no-cache -n $n --threads 2 --steady | figures)" ] ||
    fail "two threads"
"$LUDC" playout "$hex" --no-cache -n 3 --steady --json | grep -q '"backend":"llvm"' || fail "auto --steady"

# what is kept: code made in a hurry, until there is better
play -n 3 >out.txt || fail "playing"
[ -d cache ] || skip "no linker to keep games with"
set -- cache/*.so
case $#$1 in
1*-quick.so) ;;
*) fail "after a short run the cache holds $*" ;;
esac
play -n 3 >again.txt || fail "playing again"
[ "$(figures <out.txt)" = "$(figures <again.txt)" ] || fail "from the cache: $(figures <again.txt)"
grep -q '"llvm":{' again.txt && fail "what was kept is compiled again"
play -n 3 --steady >again.txt || fail "--steady"
grep -q '"llvm":{' again.txt || fail "--steady took what was made in a hurry"
set -- cache/*.so
[ $# = 2 ] || fail "with better code the cache holds $*"
rm cache/*-quick.so
LUDC_LIBDIR=$PWD/nowhere play -n 3 >again.txt || fail "better code is not found"
[ "$(figures <out.txt)" = "$(figures <again.txt)" ] || fail "better code: $(figures <again.txt)"
exit 0
