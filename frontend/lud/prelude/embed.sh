#!/bin/sh
# embed.sh HEADER TYPE ARRAY COUNT FOLDER FILE... - files of text as C data, on standard output: an array of the type, whose first
# members are name and text, and how many there are.  The header declares them.
set -e
LC_ALL=C
export LC_ALL
header=$1 type=$2 array=$3 count=$4 folder=$5
shift 5
echo "/* Made by embed.sh from the files of frontend/lud/$folder. */"
echo "#include \"$header\""
n=0
for file; do
    echo "static const char text_$n[] = {"
    od -An -v -tu1 "$file" | sed 's/ *\([0-9][0-9]*\)/\1,/g'
    echo '0};'
    n=$((n + 1))
done
echo "const $type $array[] = {"
n=0
for file; do
    echo "    {\"$folder/$(basename "$file")\", text_$n},"
    n=$((n + 1))
done
echo '};'
echo "const size_t $count = sizeof $array / sizeof *$array;"
