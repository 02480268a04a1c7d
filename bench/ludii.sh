#!/bin/sh
# ludii.sh [SECONDS [TEXT]] - random playouts of every supported game beside the
# figures that Ludii reached with the same rules; TEXT: only paths that contain it.
#
# Needs LUDC_SHARED with oracle/ludii/speed.tsv (Ludii's figures, per second of
# CPU time of one thread, with and without its optimised playouts) and
# corpus/ludii; without them it says so and is done.  Prints a TSV, the worst
# ratio last:
#   path, ours/s (c), ours/s (tcc), Ludii/s (the better of its two), ratio of c,
#   mean length of ours, of Ludii's standard playouts, and how many standard
#   errors lie between them.
# PLAN in the environment is the playout plan of ours; default: auto, the plans that hold,
# as Ludii's better figure is that with its own.
# Ends with the median and the ten worst.  The c figure is that of the system's compiler.
set -u
srcdir=${srcdir:-$(dirname "$0")/..}
LUDC=${LUDC:-ludc}
shared=${LUDC_SHARED:-$srcdir/../shared}
seconds=${1:-1}
text=${2:-}
library=$shared/corpus/ludii
speed=$shared/oracle/ludii/speed.tsv

[ -r "$speed" ] && [ -d "$library/lud" ] || {
    echo "bench: skipped, there are no figures of Ludii (LUDC_SHARED)"
    exit 0
}
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT INT TERM

# number KEY JSON
number() { printf '%s' "$2" | sed -n "s/.*\"$1\":\([-0-9.e+]*\).*/\1/p"; }

# run BACKEND SECONDS PATH: the JSON, or nothing; the exit code in $?
run() {
    "$LUDC" playout "$library/lud/$3" --def-path "$library/def" --plan "${PLAN:-auto}" \
        --backend "$1" -t "$2" --json 2>"$work/said"
}

# One row a game: path, best figure, mean length and playouts of the standard run.
awk -F '\t' -v text="$text" '
    NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
    index($1, text) {
        rate = $column["playouts_per_cpu_s"] + 0
        if (rate > best[$1]) best[$1] = rate
        if ($column["mode"] == "standard") {
            mean[$1] = $column["mean_moves_per_playout"]
            count[$1] = $column["playouts"]
        }
    }
    END { for (path in best) print path "\t" best[path] "\t" mean[path] "\t" count[path] }
' "$speed" | sort >"$work/games"

tab=$(printf '\t')
while IFS=$tab read -r path best mean count; do
    json=$(run c "$seconds" "$path")
    code=$?
    if [ "$code" -ne 0 ]; then
        printf '%s\t%s\t%s\n' "$path" "$code" "$(tail -n 1 "$work/said")" >>"$work/missing"
        continue
    fi
    quick=$(run tcc "$seconds" "$path")
    printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$path" "$(number playouts_per_s "$json")" \
        "$(number playouts_per_s "$quick")" "$best" "$(number mean_moves "$json")" "$mean" \
        "$(number stddev_moves "$json")" "$(number playouts "$json")" "$count"
done <"$work/games" | awk -F '\t' '{
    error = $7 * sqrt(1 / $8 + ($9 > 0 ? 1 / $9 : 0))
    away = error > 0 ? ($5 - $6) / error : 0
    printf "%s\t%.1f\t%.1f\t%.1f\t%.2f\t%.2f\t%.2f\t%.1f\n", $1, $2, $3, $4, $2 / $4, $5, $6, away
}' | sort -t "$tab" -k 5,5gr >"$work/rows"

printf 'path\tc\ttcc\tludii\tratio\tlength\tludii length\tstandard errors\n'
cat "$work/rows"
awk -F '\t' '
    { ratio[NR] = $5; if ($5 < 3) slow++ }
    END { if (NR) printf "# %d games, median %.1fx, %d below 3x\n", NR,
            (ratio[int((NR + 1) / 2)] + ratio[int(NR / 2) + 1]) / 2, slow + 0 }
' "$work/rows"
echo "# the ten worst:"
tail -n 10 "$work/rows" | awk -F '\t' '{ printf "#   %6.2fx  %s\n", $5, $1 }'
[ ! -r "$work/missing" ] || {
    echo "# not supported: $(awk -F '\t' '$2 == 4' "$work/missing" | wc -l) games"
    awk -F '\t' '$2 != 4 { print "# failed: " $1 ": " $3 }' "$work/missing"
}
