/* emit.c - a plan as C: functions of straight-line code for the steps and the tally,
 * between the texts that play and count (runtime/lanes*.h). */
#include "backends/lanes/cells.h"
#include "backends/lanes/chain.h"
#include "backends/lanes/embed.h"
#include "backends/lanes/lanes.h"

#include <stdio.h>
#include <string.h>

static const char *const bank_name[NBANK] = {"s", "q", "r", "live", "d", "o", "t", "h"};

/* Large circuits are written as several functions, as compilers take more than linear time
 * for one; words that later parts need are handed over in an array. */
typedef struct {
    const LaneNet *net;
    const LaneTarget *target;
    LaneCells cells;
    Arena *arena;
    uint32_t nparts, part;  /* in all; being written */
    uint32_t *made, *last;  /* by gate: the part that makes it, and the last that needs it */
    uint32_t *hand, nhand;  /* by gate: its place in the array, LANE_NO_WORD: none */
    Out *out;
} Writer;

static void word(Writer *w, uint32_t gate)
{
    const LaneGate *g = &w->net->gate.at[gate];
    if (g->kind == LANE_CONST)
        out_puts(w->out, "ZERO");
    else if (g->kind == LANE_INPUT && g->a == BANK_LIVE)
        out_puts(w->out, g->b == LIVE_PLAYS ? "live" : "fresh");
    else if (g->kind == LANE_INPUT)
        out_printf(w->out, "%s[%u]", g->a == BANK_FOUND ? "f" : bank_name[g->a], g->b);
    else if (w->made[gate] != w->part)
        out_printf(w->out, "x[%u]", w->hand[gate]);
    else
        out_printf(w->out, "g%u", gate);
}

/* How a function of two words is written, by the upper bits of its table. */
static const char *two_words(uint8_t table)
{
    switch (table) {
    case 0xc0: return "a & b";
    case 0x30: return "a & ~b";
    case 0x0c: return "b & ~a";
    case 0xfc: return "a | b";
    case 0x3c: return "a ^ b";
    case 0xc3: return "~(a ^ b)";
    case 0xf3: return "a | ~b";
    case 0xcf: return "b | ~a";
    case 0x3f: return "~(a & b)";
    case 0x03: return "~(a | b)";
    case 0xf0: return "a";
    case 0x0f: return "~a";
    default: return NULL;
    }
}

/* A choice, some of its words negated: which input chooses, between which. */
static bool choice(uint8_t table, uint32_t *a, uint32_t *b, uint32_t *c, bool *nb, bool *nc)
{
    static const uint8_t column[3] = {CELL_A, CELL_B, CELL_C};
    for (uint32_t i = 0; i < 3; i++)
        for (uint32_t k = 0; k < 8; k++) {
            uint32_t x = k & 1 ? (i + 1) % 3 : (i + 2) % 3, y = 3 - i - x;
            uint8_t vx = k & 2 ? (uint8_t)~column[x] : column[x], vy = k & 4 ? (uint8_t)~column[y] : column[y];
            if (table == (uint8_t)((column[i] & vx) | (~column[i] & vy))) {
                *a = i;
                *b = x;
                *c = y;
                *nb = (k & 2) != 0;
                *nc = (k & 4) != 0;
                return true;
            }
        }
    return false;
}

static void in_words(Writer *w, const uint32_t *in, const char *form)
{
    for (; *form; form++)
        if (*form >= 'a' && *form <= 'c')
            word(w, in[*form - 'a']);
        else
            out_char(w->out, *form);
}

static void write_choice(Writer *w, const LaneCell *c)
{
    uint32_t at[3] = {0};
    bool nb = false, nc = false;
    choice(c->table, &at[0], &at[1], &at[2], &nb, &nc);
    const uint32_t in[3] = {c->in[at[0]], c->in[at[1]], c->in[at[2]]};
    in_words(w, in,
             nb == nc ? (nb ? "~(((b ^ c) & a) ^ c)" : "((b ^ c) & a) ^ c")
                      : (nb ? "(c & ~a) | (a & ~b)" : "(a & b) | ~(a | c)"));
}

static void write_cell(Writer *w, const LaneCell *c)
{
    const char *form = c->n < 3 ? two_words(c->table) : NULL;
    out_printf(w->out, "    Word g%u = ", c->gate);
    if (form) {
        in_words(w, c->in, form);
    } else if (!w->target->ternary) {
        write_choice(w, c);
    } else {
        out_puts(w->out, "T3(");
        for (uint32_t k = 0; k < 3; k++) {
            word(w, c->in[k < c->n ? k : 0]);
            out_puts(w->out, ", ");
        }
        out_printf(w->out, "0x%02x)", c->table);
    }
    out_puts(w->out, ";\n");
    if (w->last[c->gate] > w->part)
        out_printf(w->out, "    x[%u] = g%u;\n", w->hand[c->gate], c->gate);
}

static void write_output(Writer *w, const LaneOutput *o)
{
    uint32_t gate = o->edge >> 1;
    out_printf(w->out, "    %s[%u] = %s", o->bank == BANK_STATE ? "n" : bank_name[o->bank], o->at,
               (o->edge & 1) != w->cells.flipped[gate] ? "~" : "");
    word(w, gate);
    out_puts(w->out, ";\n");
}

/* Words that are found in no lane are not written: nobody reads them. */
static bool nobody(const LaneOutput *o) { return o->bank == BANK_FOUND && o->edge == LANE_FALSE; }

enum { PART = 400 };
static uint32_t part_of(const Writer *w, uint32_t cell)
{
    uint32_t part = cell / PART;
    return part < w->nparts ? part : w->nparts - 1;
}

/* Where words are made and needed, and places in the array, each used again when free. */
static void hand_over(Writer *w)
{
    size_t gates = w->net->gate.n, outs = w->net->out.n;
    w->nparts = w->cells.n / PART + (w->cells.n % PART > PART / 2 || w->cells.n < PART);
    w->made = ARENA_ARRAY(w->arena, uint32_t, gates);
    w->last = ARENA_ARRAY(w->arena, uint32_t, gates);
    w->hand = ARENA_ARRAY(w->arena, uint32_t, gates);
    for (uint32_t i = 0; i < w->cells.n; i++) {
        const LaneCell *c = &w->cells.cell[i];
        w->made[c->gate] = part_of(w, i);
        for (uint32_t k = 0; k < c->n; k++)
            w->last[c->in[k]] = part_of(w, i);
    }
    for (uint32_t i = 0; i < outs; i++) {
        uint32_t gate = w->net->out.at[w->cells.order[i]].edge >> 1, at = w->cells.step[i] ? w->cells.step[i] - 1 : 0;
        if (part_of(w, at) > w->last[gate])
            w->last[gate] = part_of(w, at);
    }
    uint32_t *until = ARENA_ARRAY(w->arena, uint32_t, gates + 1); /* a place is taken up to this part */
    for (uint32_t i = 0; i < w->cells.n; i++) {
        uint32_t gate = w->cells.cell[i].gate, at = 0;
        if (w->last[gate] <= w->made[gate])
            continue;
        while (at < w->nhand && until[at] >= w->made[gate])
            at++;
        w->nhand += at == w->nhand;
        until[at] = w->last[gate];
        w->hand[gate] = at;
    }
}

/* A circuit as functions PREFIX_0, .. of the parameters, and their calls as the body of the
 * one whose head stands in `head`. */
static void write_net(const LaneNet *n, const LaneTarget *target, bool all, const char *prefix, const char *parameters,
                      const char *arguments, const char *head, Out *out)
{
    Writer w = {.net = n, .target = target, .arena = arena_new(), .out = out};
    w.cells = lane_cells(n, target->ternary, w.arena);
    hand_over(&w);
    size_t written = 0;
    uint32_t i = 0;
    for (w.part = 0; w.part < w.nparts; w.part++) {
        out_printf(out, "\nAPART void %s_%u(%s, Word *RESTRICT x)\n{\n", prefix, w.part, parameters);
        while (i <= w.cells.n && (i == w.cells.n || part_of(&w, i) == w.part)) {
            for (; written < n->out.n && w.cells.step[written] <= i; written++)
                if (all || !nobody(&n->out.at[w.cells.order[written]]))
                    write_output(&w, &n->out.at[w.cells.order[written]]);
            if (i < w.cells.n)
                write_cell(&w, &w.cells.cell[i]);
            i++;
        }
        for (; written < n->out.n && w.cells.step[written] <= i; written++)
            if (all || !nobody(&n->out.at[w.cells.order[written]]))
                write_output(&w, &n->out.at[w.cells.order[written]]);
        out_puts(out, "}\n");
    }
    out_printf(out, "\n%s(%s)\n{\n    Word x[%u];\n", head, parameters, w.nhand + 1);
    for (uint32_t part = 0; part < w.nparts; part++)
        out_printf(out, "    %s_%u(%s, x);\n", prefix, part, arguments);
    out_puts(out, "}\n");
    arena_free(w.arena);
}

/* The body of a loop until no lane changes. */
static void write_rounds(const LaneLink *l, const char *prefix, uint32_t link, const char *arguments, Out *out)
{
    out_printf(out,
               "    for (int round = 0, more = 1; more && round <= %u; round++) {\n"
               "        Word was[%u], changed = ZERO;\n"
               "        for (int i = 0; i < %u; i++)\n            was[i] = h[%u + i];\n"
               "        %sl%u(%s, h);\n"
               "        for (int i = 0; i < %u; i++)\n            changed |= was[i] ^ h[%u + i];\n"
               "        more = any(changed);\n    }\n",
               l->bound, l->nvar, l->nvar, l->var_at, prefix, link, arguments, l->nvar, l->var_at);
}

/* A circuit with loops: the links of its chain, then the function that does them in turn. */
static void write_chain(const LaneNet *n, const LaneTarget *target, bool all, const char *prefix,
                        const char *parameters, const char *arguments, const char *head, Out *out)
{
    Arena *arena = arena_new();
    LaneChain chain = lane_chain(n, arena);
    const char *inner = arena_printf(arena, "%s, Word *RESTRICT h", parameters);
    const char *given = arena_printf(arena, "%s, h", arguments);
    for (uint32_t k = 0; k < chain.n; k++)
        write_net(chain.link[k].net, target, all, arena_printf(arena, "%sl%u", prefix, k), inner, given,
                  arena_printf(arena, "APART void %sl%u", prefix, k), out);
    out_printf(out, "\n%s(%s)\n{\n    Word h[%u];\n", head, parameters, chain.nhand + 1);
    for (uint32_t k = 0; k < chain.n; k++)
        if (chain.link[k].nvar)
            write_rounds(&chain.link[k], prefix, k, arguments, out);
        else
            out_printf(out, "    %sl%u(%s, h);\n", prefix, k, arguments);
    out_puts(out, "}\n");
    arena_free(arena);
}

static void write_circuit(const LaneNet *n, const LaneTarget *target, bool all, const char *prefix,
                          const char *parameters, const char *arguments, const char *head, Out *out)
{
    bool loops = false;
    for (size_t k = 0; k < n->loop.n; k++)
        loops |= n->loop.at[k].nvar > 0;
    (loops ? write_chain : write_net)(n, target, all, prefix, parameters, arguments, head, out);
}

/* ---- the parts of the file ------------------------------------------------------------- */

static void paste(const char *const *line, Out *out)
{
    for (; *line; line++)
        out_puts(out, *line);
}

static void write_bytes(const char *declared, const int32_t *value, uint32_t n, Out *out)
{
    out_printf(out, "%s[] = {", declared);
    for (uint32_t i = 0; i < n; i++)
        out_printf(out, "%s%d,", i % 32 ? "" : "\n    ", (int)value[i]);
    out_puts(out, n ? "\n};\n" : "0};\n");
}

static void write_tables(const LanePlan *p, Out *out)
{
    const BitsGame *g = p->game;
    out_puts(out, "static const unsigned char init[] = {");
    for (uint32_t i = 0; i < g->nstate; i++)
        out_printf(out, "%d,", g->init[i]);
    out_puts(out, "};\n");
    write_bytes("static const int32_t place", p->frame.place, g->nstate, out);
    write_bytes("static const int32_t value", p->rows.value, p->rows.nrow * g->nrole, out);
    out_puts(out, "static const signed char known[][NSTATE] = {\n");
    for (uint32_t q = 0; q < p->frame.nphase; q++) {
        out_puts(out, "    {");
        for (uint32_t i = 0; i < g->nstate; i++)
            out_printf(out, "%d,", p->frame.known[q][i]);
        out_puts(out, "},\n");
    }
    out_puts(out, "};\n");
}

static void write_sizes(const LanePlan *p, Out *out)
{
    uint32_t randoms = 0;
    for (uint32_t q = 0; q < p->frame.nphase; q++)
        randoms = p->step[q]->nrandom > randoms ? p->step[q]->nrandom : randoms;
    const struct {
        const char *name;
        uint32_t n;
    } row[] = {{"NWORD", p->frame.nword}, {"NRANDOM", randoms}, {"NFOUND", p->found.nword},
               {"NROW", p->rows.nrow}, {"NSTATE", p->game->nstate}, {"NPHASE", p->frame.nphase},
               {"NPHASEBIT", p->frame.nphasebit}, {"NROUND", p->frame.nroundbit}, {"FOUND_CUT", p->found.cut}, {"FOUND_STUCK", p->found.stuck},
               {"FOUND_ROUND", p->found.round}, {"FOUND_PHASE", p->found.phase}, {"PHASE_AT", p->frame.phase_at}};
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
        out_printf(out, "#define %s %u\n", row[i].name, row[i].n);
}

static void write_step(const LanePlan *p, uint32_t q, const LaneTarget *target, Out *out)
{
    char prefix[32], head[64];
    snprintf(prefix, sizeof prefix, "step%u", q);
    snprintf(head, sizeof head, "static void step%u", q);
    write_circuit(p->net[q], target, false, prefix,
              "const Word *RESTRICT s, Word *RESTRICT n, const Word *RESTRICT q, const Word *RESTRICT r,\n"
              "    Word live, Word fresh, Word *RESTRICT o",
              "s, n, q, r, live, fresh, o", head, out);
}

/* A round is a step of each phase. */
static void write_round(const LanePlan *p, Out *out)
{
    out_puts(out, "\nAPART void count_games(Lanes *m);\n\nstatic void play_round(Lanes *m)\n{\n");
    for (uint32_t q = 0; q < p->frame.nphase; q++) {
        out_printf(out, "    draw_words(m, %u);\n", p->step[q]->nrandom);
        out_printf(out,
                   "    step%u(m->word[m->side], m->word[!m->side], m->root, m->random, m->live, m->found[0], m->found);\n"
                   "    m->side = !m->side;\n"
                   "    m->steps++;\n"
                   "    if (any(m->found[0] & m->pend[0]))\n        count_games(m);\n"
                   "    m->live &= ~(m->found[0] & m->last);\n",
                   q);
        for (size_t i = 0; i < p->net[q]->out.n; i++) {
            const LaneOutput *o = &p->net[q]->out.at[i];
            if (o->bank == BANK_FOUND && !nobody(o))
                out_printf(out, "    m->pend[%u] |= m->found[%u];\n", o->at, o->at);
        }
    }
    out_puts(out, "}\n");
}

static void write_interface(const LanePlan *p, Out *out)
{
    out_printf(out,
               "\nconst ludc_lanes ludc_lanes_exported = {\n"
               "    LUDC_LANES_ABI, LUDC_LANES, %u, %d, NSTATE, NROW, %d, (sizeof(Lanes) + 63) / 64 * 64, value, init,\n"
               "    begin, set_root, set_quota, play, read_count, read_row, read_bit,\n};\n",
               p->game->nrole, p->game->joint, p->rows.joint);
}

void lane_emit(const LanePlan *p, const LaneTarget *target, Out *out)
{
    out_printf(out, "/* Random games of \"%s\", %u at once.  Made by ludc. */\n#define LUDC_LANES %u\n", p->game->name,
               target->lanes, target->lanes);
    paste(lanes_word_h_text, out);
    paste(lanes_h_text, out);
    write_sizes(p, out);
    paste(lanes_memory_h_text, out);
    write_tables(p, out);
    for (uint32_t q = 0; q < p->frame.nphase; q++)
        write_step(p, q, target, out);
    write_round(p, out);
    write_circuit(p->tally, target, true, "tally", "const Word *RESTRICT f, Word *RESTRICT t", "f, t", "static void tally", out);
    paste(lanes_play_h_text, out);
    write_interface(p, out);
}

void lane_emit_forced(const BitsGame *game, const LaneTarget *target, Out *out)
{
    Arena *arena = arena_new();
    out_printf(out, "#define LUDC_LANES %u\n", target->lanes);
    paste(lanes_word_h_text, out);
    write_circuit(lane_net_tidy(lane_forced(game, arena), arena), target, true, "forced",
              "const Word *RESTRICT s, const Word *RESTRICT d, Word *RESTRICT n, Word *RESTRICT o", "s, d, n, o",
              "void ludc_lanes_forced", out);
    arena_free(arena);
}
