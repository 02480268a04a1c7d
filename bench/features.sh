#!/bin/sh
# features.sh - the evaluators of features on the games of a list, by their names in a folder of games: ludc bench --features.
# LUDC_SHARED has the games; --stop-after and the rest come as arguments.
shared=${LUDC_SHARED:-$srcdir/../shared}
list=$(mktemp) || exit 1
trap 'rm -f "$list"' EXIT
while read -r name; do
    path=$(find "$shared/corpus" -name "$name.lud" 2>/dev/null | sort | head -n 1)
    [ -n "$path" ] && printf '%s\n' "$path"
done <"$srcdir/bench/features.games" >"$list"
[ -s "$list" ] || { echo "no games in $shared/corpus (LUDC_SHARED)" >&2; exit 77; }
"$LUDC" bench --features "$list" "$@"
