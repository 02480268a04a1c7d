# embed.awk - turns text files into C arrays of lines: FILE/a.h -> a_h_text.
# A string literal may be no longer than 4095 characters, hence an array.
function start(path) {
    name = path
    sub(/.*\//, "", name)
    gsub(/[^A-Za-z0-9]/, "_", name)
    printf "static const char *const %s_text[] = {\n", name
}
FNR == 1 {
    if (NR > 1) print "    NULL};\n"
    else print "/* Made by embed.awk; do not edit. */"
    start(FILENAME)
}
{
    gsub(/\\/, "&&")
    gsub(/"/, "\\\"")
    printf "    \"%s\\n\",\n", $0
}
END { print "    NULL};" }
