# embed_program.awk - turns the sources of the runtime into C arrays of lines with a table, for programs that
# a game and its search make up.  Variables: root (the folder that paths begin below), loop (the
# files that are compiled together with the game, in one unit).
#
# Such a unit has several files in it: what is known to one file alone (static functions and data, its own types and
# numbers) gets a name of its own there, except where it is a member's.  What is not of the loop stays as it is.
function owned(line) {
    if (line ~ /^} [A-Za-z0-9_]+;/) {
        sub(/^} /, "", line)
        sub(/;.*/, "", line)
        return line
    }
    if (line !~ /^(__attribute__.*\) )?static /)
        return ""
    sub(/^.*static /, "", line)
    sub(/[(=\[;].*/, "", line)
    sub(/ *$/, "", line)
    sub(/.*[ *]/, "", line)
    return line ~ /^[A-Za-z_][A-Za-z0-9_]*$/ ? line : ""
}
function own_numbers(line,   part, i, m) {
    sub(/^enum \{/, "", line)
    sub(/\}.*/, "", line)
    m = split(line, part, ",")
    for (i = 1; i <= m; i++)
        if (match(part[i], /[A-Za-z_][A-Za-z0-9_]*/))
            own[substr(part[i], RSTART, RLENGTH)] = 1
}
function read_owned(file,   line) {
    split("", own)
    while ((getline line < file) > 0) {
        if (line ~ /^enum \{.*\}/) own_numbers(line)
        if (owned(line) != "") own[owned(line)] = 1
    }
    close(file)
}
# The line with its own names made known to the file; texts, characters and members stay.
function renamed(line,   out, word, before) {
    out = ""
    while (match(line, /[A-Za-z_0-9]+|"(\\.|[^"\\])*"|'(\\.|[^'\\])*'/)) {
        before = out substr(line, 1, RSTART - 1)
        word = substr(line, RSTART, RLENGTH)
        line = substr(line, RSTART + RLENGTH)
        out = before ((word in own) && before !~ /(\.|->)$/ ? "unit" n "_" word : word)
    }
    return out line
}
BEGIN {
    print "/* Made by embed_program.awk; do not edit. */"
    m = split(loop, file, " ")
    for (i = 1; i <= m; i++) hot[file[i]] = i
}
FNR == 1 {
    if (n) print "    NULL};\n"
    path[++n] = substr(FILENAME, length(root) + 1)
    unit = path[n] in hot
    if (unit) read_owned(FILENAME)
    printf "static const char *const lines_%d[] = {\n", n
}
{
    text = unit && $0 !~ /^#include/ ? renamed($0) : $0
    gsub(/\\/, "&&", text)
    gsub(/"/, "\\\"", text)
    printf "    \"%s\\n\",\n", text
}
END {
    print "    NULL};\n"
    print "static const ProgramText program_text[] = {"
    for (i = 1; i <= n; i++)
        printf "    {\"%s\", lines_%d, %d},\n", path[i], i, path[i] in hot
    print "    {NULL, NULL, 0}};"
}
