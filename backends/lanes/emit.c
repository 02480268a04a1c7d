/* emit.c - a plan as C: functions of straight-line code for the steps and the tally,
 * between the texts that play and count (runtime/lanes*.h). */
#include "base/escape.h"
#include "backends/lanes/code.h"
#include "backends/lanes/embed.h"

#include <stdio.h>
#include <string.h>

static const char *const bank_name[NBANK] = {"s", "q", "r", "live", "d", "o", "t", "h"};

typedef struct {
    const LaneParts *parts;
    const LaneTarget *target;
    uint32_t part; /* being written */
    bool all;      /* words found in no lane, too */
    Out *out;
} Writer;

static void word(Writer *w, uint32_t gate)
{
    const LaneGate *g = &w->parts->link.net->gate.at[gate];
    if (g->kind == LANE_CONST)
        out_puts(w->out, "ZERO");
    else if (g->kind == LANE_INPUT && g->a == BANK_LIVE)
        out_puts(w->out, g->b == LIVE_PLAYS ? "live" : "fresh");
    else if (g->kind == LANE_INPUT)
        out_printf(w->out, "%s[%u]", g->a == BANK_FOUND ? "f" : bank_name[g->a], g->b);
    else if (w->parts->made[gate] != w->part)
        out_printf(w->out, "x[%u]", w->parts->hand[gate]);
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
    if (w->parts->last[c->gate] > w->part)
        out_printf(w->out, "    x[%u] = g%u;\n", w->parts->hand[c->gate], c->gate);
}

static void write_output(Writer *w, const LaneOutput *o)
{
    uint32_t gate = o->edge >> 1;
    if (lane_writes_variable(w->parts, o)) {
        out_printf(w->out, "    changed |= h[%u] ^ %s", o->at, (o->edge & 1) != w->parts->cells.flipped[gate] ? "~" : "");
        word(w, gate);
        out_puts(w->out, ";\n");
    }
    out_printf(w->out, "    %s[%u] = %s", o->bank == BANK_STATE ? "n" : bank_name[o->bank], o->at,
               (o->edge & 1) != w->parts->cells.flipped[gate] ? "~" : "");
    word(w, gate);
    out_puts(w->out, ";\n");
}

/* Words that are found in no lane are not written: nobody reads them. */
static bool nobody(const LaneOutput *o) { return o->bank == BANK_FOUND && o->edge == LANE_FALSE; }

/* The outputs that are due before operation `i`, from the one that is next on. */
static void write_outputs(Writer *w, uint32_t i, size_t *written)
{
    const LaneNet *n = w->parts->link.net;
    for (; *written < n->out.n && w->parts->cells.step[*written] <= i; ++*written) {
        const LaneOutput *o = &n->out.at[w->parts->cells.order[*written]];
        if (w->all || !nobody(o))
            write_output(w, o);
    }
}

/* A circuit as functions PREFIX_0, .. of the parameters, and their calls as the body of the
 * one whose head stands in `head`. */
static void write_parts(const LaneParts *p, const LaneTarget *target, bool all, const char *prefix, const char *parameters,
                        const char *arguments, const char *head, Out *out)
{
    Writer w = {.parts = p, .target = target, .all = all, .out = out};
    size_t written = 0;
    uint32_t i = 0;
    for (w.part = 0; w.part < p->nparts; w.part++) {
        out_printf(out, "\nAPART void %s_%u(%s, Word *RESTRICT x)\n{\n%s", prefix, w.part, parameters,
                   p->link.nvar ? "    Word changed = ZERO;\n" : "");
        for (; i < p->cells.n && lane_part_of(p, i) == w.part; i++) {
            write_outputs(&w, i, &written);
            write_cell(&w, &p->cells.cell[i]);
        }
        write_outputs(&w, i, &written);
        if (p->link.nvar)
            out_printf(out, "    h[%u] |= changed;\n", p->changed);
        out_puts(out, "}\n");
    }
    out_printf(out, "\n%s(%s)\n{\n    Word x[%u];\n", head, parameters, p->nhand + 1);
    for (uint32_t part = 0; part < p->nparts; part++)
        out_printf(out, "    %s_%u(%s, x);\n", prefix, part, arguments);
    out_puts(out, "}\n");
}

/* The body of a loop until no lane changes. */
static void write_rounds(const LaneParts *p, const char *prefix, uint32_t link, const char *arguments, Out *out)
{
    out_printf(out,
               "    for (int round = 0, more = 1; more && round <= %u; round++) {\n"
               "        h[%u] = ZERO;\n"
               "        %sl%u(%s, h);\n"
               "        more = any(h[%u]);\n    }\n",
               p->link.bound, p->changed, prefix, link, arguments, p->changed);
}

/* A circuit with loops: the links of its chain, then the function that does them in turn. */
static void write_chain(const LaneCode *c, const LaneTarget *target, bool all, const char *prefix,
                        const char *parameters, const char *arguments, const char *head, Out *out)
{
    Arena *arena = arena_new();
    const char *inner = arena_printf(arena, "%s, Word *RESTRICT h", parameters);
    const char *given = arena_printf(arena, "%s, h", arguments);
    for (uint32_t k = 0; k < c->n; k++)
        write_parts(&c->parts[k], target, all, arena_printf(arena, "%sl%u", prefix, k), inner, given,
                    arena_printf(arena, "APART void %sl%u", prefix, k), out);
    out_printf(out, "\n%s(%s)\n{\n    Word h[%u];\n", head, parameters, c->nhand);
    for (uint32_t k = 0; k < c->n; k++)
        if (c->parts[k].link.nvar)
            write_rounds(&c->parts[k], prefix, k, arguments, out);
        else
            out_printf(out, "    %sl%u(%s, h);\n", prefix, k, arguments);
    out_puts(out, "}\n");
    arena_free(arena);
}

static void write_circuit(const LaneCode *c, const LaneTarget *target, bool all, const char *prefix,
                          const char *parameters, const char *arguments, const char *head, Out *out)
{
    if (c->loops)
        write_chain(c, target, all, prefix, parameters, arguments, head, out);
    else
        write_parts(&c->parts[0], target, all, prefix, parameters, arguments, head, out);
}

/* ---- the parts of the file ------------------------------------------------------------- */

static void paste(const char *const *line, Out *out)
{
    for (; *line; line++)
        out_puts(out, *line);
}

static void write_sizes(const ludc_lanes_shape *s, Out *out)
{
    const struct {
        const char *name;
        uint32_t n;
    } row[] = {{"NWORD", s->nword}, {"NRANDOM", s->nrandom}, {"NFOUND", s->nfound}, {"NROW", s->nrow},
               {"NPHASEBIT", s->nphasebit}, {"NROUND", s->nround}, {"FOUND_CUT", s->cut}, {"FOUND_STUCK", s->stuck},
               {"FOUND_ROUND", s->round}, {"FOUND_PHASE", s->phase}, {"PHASE_AT", s->phase_at}};
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
        out_printf(out, "#define %s %u\n", row[i].name, row[i].n);
}

static void write_step(const LaneProgram *p, uint32_t q, Out *out)
{
    char prefix[32], head[64];
    snprintf(prefix, sizeof prefix, "step%u", q);
    snprintf(head, sizeof head, "static void step%u", q);
    write_circuit(&p->step[q], &p->target, false, prefix,
              "const Word *RESTRICT s, Word *RESTRICT n, const Word *RESTRICT q, const Word *RESTRICT r,\n"
              "    Word live, Word fresh, Word *RESTRICT o",
              "s, n, q, r, live, fresh, o", head, out);
}

/* A round is a step of each phase. */
static void write_round(const LaneProgram *p, Out *out)
{
    out_puts(out, "\nAPART void count_games(void *memory);\n\nstatic void play_round(void *memory)\n{\n"
                  "    Lanes *m = memory;\n");
    for (uint32_t q = 0; q < p->shape.nphase; q++) {
        out_printf(out, "    draw_words(m, %u);\n", p->nrandom[q]);
        out_printf(out,
                   "    step%u(m->word[m->side], m->word[!m->side], m->root, m->random, m->live, m->found[0], m->found);\n"
                   "    m->side = !m->side;\n"
                   "    m->steps++;\n"
                   "    if (any(m->found[0] & m->pend[0]))\n        count_games(m);\n"
                   "    m->live &= ~(m->found[0] & m->last);\n",
                   q);
        for (uint32_t i = 0; i < p->shape.nfound; i++)
            if (p->pends[q][i])
                out_printf(out, "    m->pend[%u] |= m->found[%u];\n", i, i);
    }
    out_puts(out, "}\n");
}

static void write_forced(const LaneProgram *p, Out *out)
{
    write_circuit(p->forced, &p->target, true, "forced",
                  "const Word *RESTRICT s, const Word *RESTRICT d, Word *RESTRICT n, Word *RESTRICT o", "s, d, n, o",
                  "void ludc_lanes_forced", out);
}

void lane_emit(const LaneProgram *p, Out *out)
{
    out_puts(out, "/* Random games of ");
    out_comment(out, p->name);
    out_printf(out, ", %u at once.  Made by ludc. */\n#define LUDC_LANES %u\n",
               p->target.lanes, p->target.lanes);
    paste(lanes_word_h_text, out);
    if (p->forced) {
        write_forced(p, out);
        return;
    }
    paste(lanes_code_h_text, out);
    write_sizes(&p->shape, out);
    paste(lanes_memory_h_text, out);
    for (uint32_t q = 0; q < p->shape.nphase; q++)
        write_step(p, q, out);
    write_round(p, out);
    write_circuit(&p->tally, &p->target, true, "tally", "const Word *RESTRICT f, Word *RESTRICT t", "f, t",
                  "static void tally", out);
    paste(lanes_play_h_text, out);
    out_puts(out, "\nconst ludc_lanes_code ludc_lanes_exported = {\n"
                  "    LUDC_LANES_ABI, LUDC_LANES, (sizeof(Lanes) + 63) / 64 * 64, play_round, count_games,\n};\n");
}
