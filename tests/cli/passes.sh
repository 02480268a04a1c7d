#!/bin/sh
# passes.sh - `ludc explain --passes` and doc/passes.md say the same; an order that breaks a need is refused by name.
set -e
fail() { echo "$*" >&2; exit 1; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
"$LUDC" explain --passes > "$dir/said"
sed -n '/^passes:/,/^$/s/^  \([a-z_]*\) .*/\1/p' "$dir/said" | sort > "$dir/passes"
[ -s "$dir/passes" ] || fail "no pass is listed"
sed -n '/^## The passes/,/^## /s/^| `\([a-z_]*\)` |.*/\1/p' "$srcdir/doc/passes.md" | sort > "$dir/manual"
diff "$dir/passes" "$dir/manual" || fail "doc/passes.md lists other passes"
sed -n '/^pipelines/,/^$/p' "$dir/said" | sed '/^$/d' > "$dir/orders"
sed -n '/^<!-- pipelines -->/,/^<!-- end of pipelines -->/s/^    //p' "$srcdir/doc/passes.md" > "$dir/written"
diff "$dir/orders" "$dir/written" || fail "doc/passes.md has other pipelines"
sed -n '/^analyses/,$s/^  \([a-z_]*\) .*/\1/p' "$dir/said" | sort > "$dir/analyses"
[ -s "$dir/analyses" ] || fail "no analysis is listed"
sed -n '/^## Analyses/,/^## /s/^| `\([a-z_]*\)` |.*/\1/p' "$srcdir/doc/passes.md" | sort > "$dir/manual"
diff "$dir/analyses" "$dir/manual" || fail "doc/passes.md lists other analyses"
# every pass runs by default or when a back end writes, and each that a pipeline names is one
sed -n '/^  default/{n;p;};/^  lowering/{n;p;}' "$dir/orders" | tr ' ' '\n' | grep . | sort -u > "$dir/default"
diff "$dir/passes" "$dir/default" || fail "default and lowering do not run all passes"

game=$srcdir/examples/tictactoe.lud
refused() {
    if "$LUDC" build "$game" --emit=ir --passes="$1" -o "$dir/x" 2> "$dir/err"; then fail "$1 is taken"; fi
    grep -q "pass $2 needs a game that is \`$3\`" "$dir/err" || { cat "$dir/err"; fail "$1 is refused otherwise"; }
}
refused loops_to_sets loops_to_sets flat
refused fold,ray_fill,flatten ray_fill flat
refused layout,fold,layout layout abstract
refused default,layout layout abstract
# what a disabled pass would have given is not asked for
"$LUDC" build "$game" --emit=ir --passes=default --disable-pass flatten -o "$dir/x"
# a pipeline by name is what it lists
"$LUDC" build "$game" --emit=ir --passes=clearing -o "$dir/a"
"$LUDC" build "$game" --emit=ir --passes="$(sed -n '/^  clearing/{n;s/^ *//;s/ /,/g;p;}' "$dir/orders")" -o "$dir/b"
cmp "$dir/a" "$dir/b" || fail "clearing is another list"
# what lowering writes is no game
for engine in eval tcc; do
    if "$LUDC" playout "$srcdir/tests/ir/aside.gir" --backend $engine -n 1 2> "$dir/err"; then fail "aside is played by $engine"; fi
    grep -q 'are what lowering writes' "$dir/err" || { cat "$dir/err"; fail "aside is refused otherwise"; }
done
