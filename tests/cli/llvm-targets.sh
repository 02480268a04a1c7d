#!/bin/sh
# llvm-targets.sh - targets and processors that there are none of, or that cannot have the game: said in a line, nothing of
# LLVM's own, and no end by a signal.
. "$srcdir/tests/cli/lib.sh.inc"
"$LUDC" playout "$hex" --backend llvm -n 1 >out.txt 2>err.txt || {
    grep -q 'not built in' err.txt && skip "built without LLVM"
    fail "$(cat err.txt)"
}
refused() {
    expect "$@"
    [ "$(grep -c . err.txt)" -le 2 ] || fail "$*: $(head -c 400 err.txt)"
    grep -q '^ludc: .*LLVM' err.txt || fail "$*: $(cat err.txt)"
    grep -q 'not a recognized' err.txt && fail "$*: LLVM speaks for itself: $(head -c 400 err.txt)"
    return 0
}
refused 2 "$LUDC" build "$hex" --cpu nonsense -o hex.o
refused 2 "$LUDC" build "$hex" --cpu x86-64-v99 -o hex.so
refused 2 "$LUDC" build "$hex" --cpu= -o hex.o
refused 2 "$LUDC" build "$hex" --target nonsense-x-y -o hex.o
refused 2 "$LUDC" build "$hex" --target wasm32 --cpu haswell -o hex.wasm
[ ! -e hex.o ] && [ ! -e hex.so ] && [ ! -e hex.wasm ] || fail "something was written"
# what a target cannot have is its fault (LLVM may be built without it)
for how in "--target x86_64-linux-gnu --cpu i386" "--target avr" "--target bpf" "--target amdgcn" "--target ve"; do
    "$LUDC" build "$hex" $how -o hex.o >out.txt 2>err.txt </dev/null
    case $? in
    0) ;;
    2 | 4) [ "$(grep -c . err.txt)" -le 2 ] && grep -q '^ludc: .*LLVM' err.txt || fail "$how: $(head -c 400 err.txt)" ;;
    *) fail "$how: exit $? $(head -c 400 err.txt)" ;;
    esac
done
exit 0
