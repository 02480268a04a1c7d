#!/bin/sh
# embed.sh FILE.def... - the shipped defines as C data, on standard output.
set -e
LC_ALL=C
export LC_ALL
echo '/* Made by embed.sh from the .def files of frontend/lud/prelude. */'
echo '#include "frontend/lud/text/defines.h"'
n=0
for file; do
    echo "static const char text_$n[] = {"
    od -An -v -tu1 "$file" | sed 's/ *\([0-9][0-9]*\)/\1,/g'
    echo '0};'
    n=$((n + 1))
done
echo 'const LudPrelude lud_prelude[] = {'
n=0
for file; do
    echo "    {\"prelude/$(basename "$file")\", text_$n},"
    n=$((n + 1))
done
echo '};'
echo 'const size_t lud_nprelude = sizeof lud_prelude / sizeof *lud_prelude;'
