#!/bin/sh
# c-cache.sh - what the C compiler makes of a game is kept: the same text, command and compiler are not compiled twice.
. "$srcdir/tests/cli/lib.sh.inc"
LUDC_CACHE=$PWD/cache
LUDC_CC=$PWD/mycc
export LUDC_CACHE LUDC_CC
cat >mycc <<END
#!/bin/sh
echo run >>'$PWD/runs'
exec ${CC:-cc} "\$@" -O0
END
chmod +x mycc
play() { "$LUDC" playout "$hex" --backend c -n 20 --seed 4 --json "$@" | sed 's/.*"playouts":\([0-9]*\),"moves":\([0-9]*\).*/\1 \2/'; }
want=$("$LUDC" playout "$hex" --backend eval -n 20 --seed 4 --json | sed 's/.*"playouts":\([0-9]*\),"moves":\([0-9]*\).*/\1 \2/')
same() {
    [ "$1" = "$want" ] || fail "$3: $1, expected $want"
    [ "$(wc -l <runs)" -eq "$2" ] || fail "$3: the compiler ran $(wc -l <runs) times, not $2"
}
same "$(play --no-cache)" 1 "without the cache"
[ -e cache ] && fail "--no-cache made a cache"
same "$(play)" 2 "an empty cache"
[ -d cache ] || skip "built without digests"
same "$(play)" 2 "found again"
same "$(LUDC_CACHE='' play)" 3 "no cache"
# another game, other options: other text
"$LUDC" playout "$hex" --option 'Board Size/5x5' --backend c -n 1 >out.txt || fail "another board"
[ "$(wc -l <runs)" -eq 4 ] || fail "another board: found in the cache"
# another compiler of the same name
sed -i 's/-O0/-O1 -g/' mycc
same "$(play)" 5 "another compiler"
same "$(play)" 5 "that compiler's object"
# torn, changed, empty: thrown away and made again
set -- cache/*.so
for file in "$@"; do
    printf 'x' | dd of="$file" bs=1 seek=2000 conv=notrunc 2>dd.txt
done
same "$(play)" 6 "changed entries"
for file in cache/*.so; do
    : >"$file"
done
same "$(play)" 7 "empty entries"
# entries that others can write are not run
chmod 0666 cache/*.so
same "$(play --remarks 2>err.txt)" 8 "entries of everybody"
grep -q 'remark: cache .*can write' err.txt || fail "nothing is said of entries of everybody: $(cat err.txt)"
# a compiler that fails leaves nothing
rm -rf cache
printf '#!/bin/sh\nexit 1\n' >mycc
"$LUDC" playout "$hex" --backend c -n 1 2>err.txt && fail "a compiler that fails"
grep -q 'C compiler' err.txt || fail "$(cat err.txt)"
for file in cache/*.so; do
    [ -e "$file" ] && fail "a failed compiler left $file"
done
exit 0
