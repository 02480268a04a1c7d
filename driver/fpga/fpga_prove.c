/* fpga_prove.c - the proofs that a circuit is its game, by Yosys and ABC.
 *
 * What is in the folder formal/ of a circuit (backends/verilog/formal.c, driver/build/rules.c) is asked as its Makefile
 * asks it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "driver/fpga/fpga.h"
#include "driver/json_text.h"

enum { RULES_SECONDS = 100 };

static void put_answer(Fpga *f, const char *proof, const char *answer, const char *what)
{
    json_t *all = json_object_get(f->result, "proofs");
    json_object_set_new(all, proof, json_pack("{s:s, s:s}", "answer", answer, "says", what));
}

static bool said(const Fpga *f, const char *text) { return f->messages.n && strstr(f->messages.text, text); }

/* ---- two nets that are to be the same ----------------------------------------------------------- */

typedef struct {
    const char *name, *of, *what; /* of: what it is compared with */
} Comparison;

static int compare(Fpga *f, const Comparison *c)
{
    Arena *arena = f->job->session->arena;
    const char *read[] = {"-q", arena_printf(arena, "formal/%s.ys", c->name), NULL};
    const char *ask[] = {"-q", arena_printf(arena, "cec -n formal/%s_%s.blif build/%s_%s.blif", f->in.ident, c->of, f->in.ident, c->name), NULL};
    if (!fpga_run(f, FPGA_YOSYS, read))
        return fpga_failed(f, FPGA_YOSYS);
    if (!fpga_run(f, FPGA_ABC, ask) && !f->tools.late)
        return fpga_failed(f, FPGA_ABC);
    bool wrong = said(f, "NOT EQUIVALENT");
    put_answer(f, c->name, wrong ? "refuted" : said(f, "are equivalent") ? "proved" : "undecided", c->what);
    return wrong ? EXIT_WRONG : EXIT_DONE;
}

/* ---- the rules ------------------------------------------------------------------------------------ */

/* The names of inputs that hold, step by step: of `iK@T=1` in what ABC wrote. */
static json_t *shortest_game(Fpga *f)
{
    json_t *game = json_array();
    Out cex = {0};
    tools_read(fpga_file(f, "circuit/build/rules.cex"), &cex);
    for (char *at = cex.text; at && (at = strchr(at, 'i')) != NULL; at += strcspn(at, " \n")) {
        char *end;
        unsigned long input = strtoul(at + 1, &end, 10), step = *end == '@' ? strtoul(end + 1, &end, 10) : 0;
        if (end == at + 1 || strncmp(end, "=1", 2) != 0)
            continue;
        const char *mark = arena_printf(f->job->session->arena, "# i%lu (", input);
        const char *name = strstr(f->rules.text, mark);
        Out text = {0};
        out_printf(&text, "%lu: %.*s", step + 1, name ? (int)strcspn(name + strlen(mark) - 1, "\n") : 1, name ? name + strlen(mark) - 1 : "?");
        json_array_append_new(game, json_text(text.text));
        out_free(&text);
    }
    out_free(&cex);
    return game;
}

/* Asks whether `bad` of a machine can hold.  NULL: the tool failed. */
static const char *ask_machine(Fpga *f, const char *file)
{
    const char *ask[] = {"-q", arena_printf(f->job->session->arena, "read_blif %s; strash; scleanup; lcorr; scorr; pdr -T %d", file, RULES_SECONDS), NULL};
    if (!fpga_run(f, FPGA_ABC, ask) && !f->tools.late)
        return NULL;
    return said(f, "Property proved") ? "proved" : said(f, "was asserted") ? "refuted" : "undecided";
}

static int prove_rules(Fpga *f)
{
    Arena *arena = f->job->session->arena;
    const char *what = "in legal play the network is over, has moves and goals as the sheet's own net";
    const char *file = arena_printf(arena, "formal/%s_rules.blif", f->in.ident), *answer = ask_machine(f, file);
    const char *shortest[] = {"-q", arena_printf(arena, "read_blif %s; strash; scleanup; bmc3 -T %d; write_cex -n build/rules.cex", file, RULES_SECONDS), NULL};
    if (!answer)
        return fpga_failed(f, FPGA_ABC);
    put_answer(f, "rules", answer, what);
    if (strcmp(answer, "refuted") != 0)
        return EXIT_DONE;
    fpga_run(f, FPGA_ABC, shortest);
    json_object_set_new(json_object_get(json_object_get(f->result, "proofs"), "rules"), "game", shortest_game(f));
    return EXIT_WRONG;
}

/* ---- what always holds --------------------------------------------------------------------------- */

/* Of what the compiler relies on (`relied`) an error is the circuit's, otherwise it is the rules' own affair. */
static int prove_invariant(Fpga *f, const char *name, const char *what, bool relied)
{
    Arena *arena = f->job->session->arena;
    const char *file = arena_printf(arena, "formal/%s_%s.blif", f->in.ident, name);
    if (access(fpga_file(f, arena_printf(arena, "circuit/%s", file)), R_OK) != 0)
        return EXIT_DONE;
    const char *answer = ask_machine(f, file);
    if (!answer)
        return fpga_failed(f, FPGA_ABC);
    put_answer(f, name, answer, what);
    return relied && !strcmp(answer, "refuted") ? EXIT_WRONG : EXIT_DONE;
}

static int prove_machines(Fpga *f)
{
    int code = f->in.rules ? prove_rules(f) : EXIT_DONE;
    if (code != EXIT_IO) {
        const int now = prove_invariant(f, "apart", "in legal play what the compiler found never to hold together does not", true);
        code = now ? now : code;
    }
    if (code != EXIT_IO) {
        const int now = prove_invariant(f, "moves", "in legal play there is a legal move until it is over, in joint games for every role", false);
        code = now ? now : code;
    }
    return code;
}

int fpga_prove(Fpga *f)
{
    static const Comparison comparison[] = {
        {"core", "core", "the core is the network"},
        {"step", "step", "the step that was cut into stages is the one that was not"},
        {"netlist", "core", "the core as tables of iCE40 is the network"},
    };
    double began = clock_ms();
    json_object_set_new(f->result, "proofs", json_object());
    if (mkdir(fpga_file(f, "circuit/build"), 0700) != 0) {
        say("ludc fpga: cannot make a folder: %s", strerror(errno));
        return EXIT_IO;
    }
    f->tools.heard = true;
    int code = EXIT_DONE;
    for (size_t i = 0; i < sizeof comparison / sizeof comparison[0] && code != EXIT_IO; i++) {
        if (f->in.game->nloop && !strcmp(comparison[i].of, "core"))
            continue; /* with floods there is no core */
        int now = compare(f, &comparison[i]);
        code = now ? now : code;
    }
    if (code != EXIT_IO) {
        int now = prove_machines(f);
        code = now ? now : code;
    }
    f->tools.heard = false;
    fpga_took(f, "prove", began);
    return code;
}
