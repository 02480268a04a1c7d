#!/bin/sh
# llvm-cache.sh - compiled games are kept, found again, and never believed when torn.
. "$srcdir/tests/cli/lib.sh.inc"
LUDC_CACHE=$PWD/cache
export LUDC_CACHE
play() { "$LUDC" playout "$hex" --backend llvm -n 20 --seed 4 --json "$@" | sed 's/.*"playouts":\([0-9]*\),"moves":\([0-9]*\).*/\1 \2/'; }
"$LUDC" playout "$hex" --backend llvm --no-cache -n 1 >out.txt 2>err.txt || {
    grep -q 'not built in' err.txt && skip "built without LLVM"
    fail "$(cat err.txt)"
}
[ -e cache ] && fail "--no-cache made a cache"
want=$("$LUDC" playout "$hex" --backend eval -n 20 --seed 4 --json | sed 's/.*"playouts":\([0-9]*\),"moves":\([0-9]*\).*/\1 \2/')
same() { [ "$1" = "$want" ] || fail "$2: $1, expected $want"; }

# two at once, on one game
play >one.txt &
first=$!
play >two.txt &
wait $first
wait
same "$(cat one.txt)" "the first of two"
same "$(cat two.txt)" "the second of two"
[ -d cache ] || skip "no linker to keep games with"
set -- cache/*.so
[ $# = 1 ] && [ -s "$1" ] || fail "the cache holds $*"
entry=$1

# found again: nothing is compiled, and LLVM is not even opened
same "$(LUDC_LIBDIR=$PWD/nowhere play)" "from the cache"
# what another command asks for is kept beside it
deep() { "$LUDC" perft "$hex" -d 2 "$@"; }
[ "$(deep --backend llvm)" = "$(deep --backend eval)" ] || fail "perft after playouts"
set -- cache/*.so
[ $# = 2 ] || fail "the cache holds $*, of playouts and perft"
[ "$(LUDC_LIBDIR=$PWD/nowhere deep --backend llvm)" = "$(deep --backend eval)" ] || fail "perft from the cache"
for file in "$@"; do
    [ "$file" = "$entry" ] || rm "$file"
done
# torn, changed, empty: thrown away and made again
head -c 3000 "$entry" >torn && cp torn "$entry"
same "$(play)" "a truncated entry"
printf 'x' | dd of="$entry" bs=1 seek=2000 conv=notrunc 2>/dev/null
same "$(play)" "a changed entry"
: >"$entry"
same "$(play)" "an empty entry"
same "$(LUDC_LIBDIR=$PWD/nowhere play)" "made again"
# what cannot be written is not kept, and the game is played all the same
same "$(LUDC_CACHE=/dev/null/no play)" "no folder"
same "$(LUDC_CACHE='' play)" "no cache"
if [ -c /dev/full ]; then
    same "$(TMPDIR=/dev/full play)" "no room to link"
fi
# a full disk: files cannot grow, nothing is kept, not even half of it
rm -f cache/*
same "$(trap '' XFSZ; ulimit -f 1; play)" "a full disk"
for file in cache/*.so; do
    [ -e "$file" ] && fail "a full disk holds $file"
done
same "$(play)" "room again"
[ -s "$entry" ] || fail "nothing is kept when there is room again"
# the limit: 1 MB, of which others already take more
a=cache/$(printf '%064d' 1).so b=cache/$(printf '%064d' 2).so
head -c 900000 /dev/zero >"$a"
head -c 900000 /dev/zero >"$b"
rm -f "$entry"
same "$(LUDC_CACHE_MB=1 play)" "a full cache"
[ -e "$a" ] && [ -e "$b" ] && fail "nothing was thrown away"
# auto: the quick code first, the same games
LUDC_CACHE='' "$LUDC" playout "$hex" -t 0.1 --json >out.txt || fail "auto"
grep -q '"backend":"auto"' out.txt || grep -q '"backend":"eval"' out.txt || fail "$(cat out.txt)"
exit 0
