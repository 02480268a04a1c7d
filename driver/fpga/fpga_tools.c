/* fpga_tools.c - the programs that ludc fpga runs: looked for, bounded, and what they said when they failed. */
#include <string.h>

#include "driver/fpga/fpga.h"

enum { MOST_SECONDS = 1800, TAIL = 4000 };
static const uint64_t most_memory = UINT64_C(6) << 30;

/* Names that a program may have, and the package that it is in. */
static const struct {
    const char *name[3], *package;
} known[FPGA_NTOOL] = {
    [FPGA_YOSYS] = {{"yosys"}, "yosys"},
    [FPGA_NEXTPNR] = {{"nextpnr-ice40"}, "nextpnr-ice40"},
    [FPGA_ICETIME] = {{"icetime"}, "fpga-icestorm"},
    [FPGA_ICEPACK] = {{"icepack"}, "fpga-icestorm"},
    [FPGA_ABC] = {{"berkeley-abc", "yosys-abc", "abc"}, "berkeley-abc"},
};

static const char *find(FpgaTool tool)
{
    for (size_t i = 0; i < sizeof known[tool].name / sizeof known[tool].name[0] && known[tool].name[i]; i++) {
        Out identity = {0};
        bool found = tools_identity(known[tool].name[i], &identity);
        out_free(&identity);
        if (found)
            return known[tool].name[i];
    }
    return NULL;
}

int fpga_find(Fpga *f)
{
    const bool needed[FPGA_NTOOL] = {[FPGA_YOSYS] = true, [FPGA_NEXTPNR] = f->place, [FPGA_ABC] = f->prove};
    for (FpgaTool i = 0; i < FPGA_NTOOL; i++) {
        f->path[i] = find(i);
        if (needed[i] && !f->path[i]) {
            say("ludc fpga: there is no %s (package %s)", known[i].name[0], known[i].package);
            return EXIT_IO;
        }
    }
    return EXIT_DONE;
}

void fpga_identity(const Fpga *f, Out *out)
{
    tools_identity("/proc/self/exe", out);
    for (FpgaTool i = 0; i < FPGA_NTOOL; i++)
        if (f->path[i])
            tools_identity(f->path[i], out);
}

const char *fpga_file(Fpga *f, const char *name) { return tools_file(&f->tools, name); }

static unsigned patience(const Fpga *f)
{
    const Options *o = f->job->options;
    return o->has_patience && o->patience < MOST_SECONDS ? (unsigned)o->patience : MOST_SECONDS;
}

bool fpga_run(Fpga *f, FpgaTool tool, const char *const *word)
{
    f->tools.seconds = patience(f);
    f->tools.memory = most_memory;
    f->tools.tail = TAIL;
    f->messages.n = 0;
    tools_word(&f->tools, "sh");
    tools_word(&f->tools, "-c");
    tools_word(&f->tools, "cd \"$1\" && shift && exec \"$@\"");
    tools_word(&f->tools, "sh");
    tools_word(&f->tools, fpga_file(f, "circuit"));
    tools_word(&f->tools, f->path[tool]);
    for (; *word; word++)
        tools_word(&f->tools, *word);
    return tools_run(&f->tools);
}

int fpga_failed(Fpga *f, FpgaTool tool)
{
    const char *said = f->messages.n ? f->messages.text : "(nothing)";
    if (f->tools.late)
        say("ludc fpga: %s was ended after %u s; the end of what it said:", f->path[tool], patience(f));
    else
        say("ludc fpga: %s failed; the end of what it said:", f->path[tool]);
    for (const char *line = said; *line; line += line[strcspn(line, "\n")] ? strcspn(line, "\n") + 1 : strlen(line))
        say("  %.*s", (int)strcspn(line, "\n"), line);
    return EXIT_IO;
}

void fpga_took(Fpga *f, const char *stage, double since)
{
    json_object_set_new(json_object_get(f->result, "ms"), stage, json_real(clock_ms() - since));
}
