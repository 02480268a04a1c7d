/* gdl_tool.c - the stages of GDL on their own, for tests/gdl.tap and for sweeps.
 *
 *   gdl_tool stats FILE STEPS MB     sizes and times, one line
 *   gdl_tool perft FILE DEPTH        joint-move paths by depth
 *   gdl_tool gir FILE                the game by relations instead of the net
 *   gdl_tool walk FILE               plays the joint moves on standard input, one
 *                                    a line, moves parted by tabs; `start` goes
 *                                    back; prints each position as a JSON line */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "frontend/gdl/gdl.h"
#include "frontend/gdl/ground/ground.h"
#include "frontend/gdl/net/net.h"
#include "ir/core/ir.h"
#include "ir/offer/offer.h"

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

typedef struct {
    Session *session;
    GdlNet *net;
    double ground_s, net_s;
    size_t natom, nclause, bytes;
} Sheet;

static int report(const Sheet *sheet)
{
    Out out = {0};
    diags_print(sheet->session->diags, sheet->session->sources, 1u << DIAG_ERROR | 1u << DIAG_UNSUPPORTED, 5, &out);
    if (out.n)
        fputs(out.text, stderr);
    out_free(&out);
    return diags_exit_code(sheet->session->diags);
}

static void load(Sheet *sheet, const char *path, GdlLimits limits)
{
    sheet->session = session_new();
    const Source *source = source_read(sheet->session->sources, path);
    const Ast *ast = source ? gdl_parse(sheet->session, source) : NULL;
    const GdlProgram *program = ast ? gdl_program(sheet->session, ast) : NULL;
    double start = now();
    GdlGround *ground = program ? gdl_ground(sheet->session, program, &limits) : NULL;
    sheet->ground_s = now() - start;
    if (ground) {
        sheet->natom = ground->atom.n;
        sheet->nclause = ground->nclause;
        sheet->bytes = gdl_ground_bytes(ground);
        start = now();
        sheet->net = gdl_net(sheet->session, ground);
        sheet->net_s = now() - start;
    }
    gdl_ground_free(ground);
}

static void print_stats(const Sheet *sheet)
{
    const GdlNet *net = sheet->net;
    GdlCount c = gdl_net_count(net);
    printf("ok ground_s %.3f net_s %.3f atoms %zu clauses %zu mb %zu bases %u inputs %u and %u or %u not %u gates %u two %u\n",
           sheet->ground_s, sheet->net_s, sheet->natom, sheet->nclause, sheet->bytes >> 20, net->nbase, net->ninput,
           c.ands, c.ors, c.nots, c.ands + c.ors + c.nots, c.two_input);
}

/* ---- playing ------------------------------------------------------------------ */

typedef struct {
    const GdlNet *net;
    uint8_t *value;
} Player;

static bool holds(const Player *p, GdlEdge edge) { return gdl_edge_value(p->value, edge); }

static void look(const Player *p, const uint8_t *state)
{
    uint8_t *none = calloc(p->net->ninput + 1, 1);
    gdl_net_eval(p->net, state, none, p->value);
    free(none);
}

static void step(const Player *p, const uint8_t *state, const uint32_t *move, uint8_t *to)
{
    uint8_t *does = calloc(p->net->ninput + 1, 1);
    for (uint32_t r = 0; r < p->net->nrole; r++)
        does[move[r]] = 1;
    gdl_net_eval(p->net, state, does, p->value);
    for (uint32_t i = 0; i < p->net->nbase; i++)
        to[i] = holds(p, p->net->base[i].next);
    free(does);
}

static void joint(const Player *p, const uint8_t *state, const uint8_t *legal, uint32_t role, uint32_t *move, unsigned depth,
                  unsigned long long *count);

static void expand(const Player *p, const uint8_t *state, unsigned depth, unsigned long long *count)
{
    ++*count;
    if (!depth)
        return;
    look(p, state);
    if (holds(p, p->net->terminal))
        return;
    uint8_t *legal = malloc(p->net->ninput + 1);
    uint32_t *move = calloc(p->net->nrole + 1, sizeof *move);
    for (uint32_t i = 0; i < p->net->ninput; i++)
        legal[i] = holds(p, p->net->input[i].legal);
    joint(p, state, legal, 0, move, depth, count + 1);
    free(legal);
    free(move);
}

static void joint(const Player *p, const uint8_t *state, const uint8_t *legal, uint32_t role, uint32_t *move, unsigned depth,
                  unsigned long long *count)
{
    if (role == p->net->nrole) {
        uint8_t *to = malloc(p->net->nbase + 1);
        step(p, state, move, to);
        expand(p, to, depth - 1, count);
        free(to);
        return;
    }
    for (uint32_t i = 0; i < p->net->ninput; i++)
        if (p->net->input[i].role == role && legal[i]) {
            move[role] = i;
            joint(p, state, legal, role + 1, move, depth, count);
        }
}

static void perft(const Player *p, const uint8_t *start, unsigned depth)
{
    unsigned long long *count = calloc(depth + 2, sizeof *count);
    expand(p, start, depth, count);
    for (unsigned d = 1; d <= depth; d++)
        printf("perft %u %llu\n", d, count[d]);
    free(count);
}

static void show(const Player *p, const uint8_t *state)
{
    const GdlNet *net = p->net;
    const char *comma = "";
    look(p, state);
    printf("{\"terminal\":%s,\"facts\":[", holds(p, net->terminal) ? "true" : "false");
    for (uint32_t i = 0; i < net->nbase; i++)
        if (state[i]) {
            printf("%s\"%s\"", comma, net->base[i].name);
            comma = ",";
        }
    printf("],\"legal\":[");
    for (uint32_t r = 0; r < net->nrole; r++) {
        printf("%s[", r ? "," : "");
        comma = "";
        for (uint32_t i = 0; i < net->ninput; i++)
            if (net->input[i].role == r && holds(p, net->input[i].legal)) {
                printf("%s\"%s\"", comma, net->input[i].name);
                comma = ",";
            }
        printf("]");
    }
    printf("],\"goals\":[");
    for (uint32_t r = 0; r < net->nrole; r++) {
        printf("%s[", r ? "," : "");
        comma = "";
        for (uint32_t i = 0; i < net->ngoal; i++)
            if (net->goal[i].role == r && holds(p, net->goal[i].holds)) {
                printf("%s\"%s\"", comma, net->goal[i].name);
                comma = ",";
            }
        printf("]");
    }
    printf("]}\n");
    fflush(stdout);
}

static bool find_move(const GdlNet *net, uint32_t role, const char *name, uint32_t *move)
{
    for (uint32_t i = 0; i < net->ninput; i++)
        if (net->input[i].role == role && !strcmp(net->input[i].name, name)) {
            *move = i;
            return true;
        }
    return false;
}

static bool play_line(const Player *p, uint8_t *state, char *line, uint32_t *move)
{
    uint32_t role = 0;
    for (char *word = strtok(line, "\t\n"); word; word = strtok(NULL, "\t\n"), role++)
        if (role >= p->net->nrole || !find_move(p->net, role, word, &move[role]))
            return false;
    if (role != p->net->nrole)
        return false;
    step(p, state, move, state);
    return true;
}

static void walk(const Player *p, uint8_t *state)
{
    char *line = NULL;
    size_t cap = 0;
    uint32_t *move = calloc(p->net->nrole + 1, sizeof *move);
    while (getline(&line, &cap, stdin) > 0) {
        if (!strncmp(line, "start", 5)) {
            for (uint32_t i = 0; i < p->net->nbase; i++)
                state[i] = p->net->base[i].init;
        } else if (!play_line(p, state, line, move)) {
            puts("{\"error\":\"no such joint move\"}");
            continue;
        }
        show(p, state);
    }
    free(line);
    free(move);
}

static void play(const Sheet *sheet, const char *mode, const char *depth)
{
    Player p = {sheet->net, calloc(sheet->net->nnode + 1, 1)};
    uint8_t *state = calloc(sheet->net->nbase + 1, 1);
    for (uint32_t i = 0; i < sheet->net->nbase; i++)
        state[i] = sheet->net->base[i].init;
    if (!strcmp(mode, "perft"))
        perft(&p, state, (unsigned)strtoul(depth, NULL, 10));
    else
        walk(&p, state);
    free(state);
    free(p.value);
}

/* The game made of relations, whatever its net would be. */
static int print_relations(const char *path)
{
    Sheet sheet = {.session = session_new()};
    const Source *source = source_read(sheet.session->sources, path);
    const Ast *ast = source ? gdl_parse(sheet.session, source) : NULL;
    const GdlProgram *program = ast ? gdl_program(sheet.session, ast) : NULL;
    IrGame *game = program ? gdl_relations(sheet.session, program, "relations", IR_OFFER_PLANES) : NULL;
    if (game) {
        Out out = {0};
        ir_print(game, &out);
        fwrite(out.text, 1, out.n, stdout);
        out_free(&out);
    }
    int code = report(&sheet);
    session_free(sheet.session);
    return code;
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    if (!strcmp(argv[1], "gir"))
        return print_relations(argv[2]);
    bool stats = !strcmp(argv[1], "stats");
    GdlLimits limits = {stats && argc > 3 ? strtoull(argv[3], NULL, 10) : 400000000, (size_t)(stats && argc > 4 ? atoi(argv[4]) : 4000) << 20};
    Sheet sheet = {0};
    load(&sheet, argv[2], limits);
    if (sheet.net && stats)
        print_stats(&sheet);
    else if (sheet.net)
        play(&sheet, argv[1], argc > 3 ? argv[3] : "1");
    int code = report(&sheet);
    gdl_net_free(sheet.net);
    session_free(sheet.session);
    return code;
}
