/* rtl.c - what is the same for all games but for numbers: engine, random numbers, testbench.
 *
 * The texts are backends/verilog/rtl/, in which @NAME@ stands for what differs. */
#include <string.h>

#include "backends/verilog/model.h"
#include "backends/verilog/random.h"
#include "backends/verilog/write.h"
#include "backends/verilog/embed.h"

enum { MOST_NAMES = 40 };

typedef struct {
    const VerilogInput *in;
    Arena *arena;
    uint32_t n;
    const char *name[MOST_NAMES], *value[MOST_NAMES];
} Fill;

static void fill(Fill *f, const char *name, const char *value)
{
    f->name[f->n] = name;
    f->value[f->n++] = value;
}

static void fill_number(Fill *f, const char *name, uint64_t value) { fill(f, name, arena_printf(f->arena, "%llu", (unsigned long long)value)); }

static const char *value_of(const Fill *f, const char *name, size_t length)
{
    for (uint32_t i = 0; i < f->n; i++)
        if (strlen(f->name[i]) == length && !memcmp(f->name[i], name, length))
            return f->value[i];
    return NULL;
}

/* A text with its names filled in; an `@` that begins none stays. */
static void put_text(const Fill *f, const char *const *line, Out *out)
{
    for (; *line; line++)
        for (const char *at = *line; *at;) {
            size_t plain = strcspn(at, "@");
            out_write(out, at, plain);
            at += plain;
            size_t length = *at ? strcspn(at + 1, "@") : 0;
            const char *value = *at ? value_of(f, at + 1, length) : NULL;
            if (value)
                out_puts(out, value);
            else if (*at)
                out_char(out, '@');
            at += value ? length + 2 : *at != '\0';
        }
}

static uint32_t bits_of(uint64_t number)
{
    uint32_t n = 1;
    while (number >> n)
        n++;
    return n;
}

static char *taken_text(Arena *arena, Out *out)
{
    char *text = arena_strdup(arena, out->text ? out->text : "");
    out_free(out);
    return text;
}

/* ---- pieces that are written for a game ------------------------------------------------ */

static char *generators(Fill *f, uint32_t n)
{
    Out out = {0};
    out_printf(&out, "    wire [%u:0] random;\n", RANDOM_BITS * n - 1);
    for (uint32_t k = 0; k < n; k++)
        out_printf(&out, "    %s_random #(.NUMBER(NUMBER ^ 63'h%llx)) random%u (\n        .clk(clk), .load(restart), .seed(seed), .random(random[%u:%u]));\n",
                   f->in->ident, (unsigned long long)engine_random_number(0, k), k, RANDOM_BITS * (k + 1) - 1, RANDOM_BITS * k);
    return taken_text(f->arena, &out);
}

/* The first position as a number of the words' bits. */
static char *first_position(Fill *f)
{
    const Engine *e = f->in->engine;
    Out out = {0};
    bool *bit = ARENA_ARRAY(f->arena, bool, e->nroot + 1);
    for (uint32_t i = 0; i < e->game->nstate; i++)
        if (e->plan->frame.place[i] >= 0)
            bit[e->plan->frame.place[i]] = e->game->init[i];
    out_printf(&out, "%u'b", e->nroot);
    for (uint32_t i = e->nroot; i-- > 0;)
        out_char(&out, bit[i] ? '1' : '0');
    return taken_text(f->arena, &out);
}

/* The row of group k as a part of `row`. */
static const char *row_of(Fill *f, uint32_t k)
{
    uint32_t low = 0;
    const EngineGroup *group = f->in->engine->group;
    for (uint32_t i = 0; i < k; i++)
        low += group[i].nbit;
    return arena_printf(f->arena, "row[%u:%u]", low + group[k].nbit - 1, low);
}

static char *counting(Fill *f)
{
    Out out = {0};
    uint32_t base = 0;
    for (uint32_t k = 0; k < f->in->engine->ngroup; k++) {
        out_printf(&out, "            ends[%u + {%u'd0, %s}] <= ends[%u + {%u'd0, %s}] + 64'd1;\n", base, 32 - f->in->engine->group[k].nbit,
                   row_of(f, k), base, 32 - f->in->engine->group[k].nbit, row_of(f, k));
        base += f->in->engine->group[k].nrow;
    }
    return taken_text(f->arena, &out);
}

static char *printing(Fill *f)
{
    Out out = {0};
    uint32_t base = 0;
    for (uint32_t k = 0; k < f->in->engine->ngroup; k++) {
        out_printf(&out, "            $write(\"%s[\");\n", k ? "," : "");
        for (uint32_t r = 0; r < f->in->engine->group[k].nrow; r++)
            out_printf(&out, "            $write(\"%s%%0d\", ends[%u]);\n", r ? "," : "", base + r);
        out_puts(&out, "            $write(\"]\");\n");
        base += f->in->engine->group[k].nrow;
    }
    return taken_text(f->arena, &out);
}

/* ---- all ---------------------------------------------------------------------------------- */

static void fill_all(Fill *f)
{
    const Engine *e = f->in->engine;
    const LaneFrame *frame = &e->plan->frame;
    uint32_t generator = (e->nrandom + RANDOM_BITS - 1) / RANDOM_BITS, settle = engine_settle(e), rows = 0;
    for (uint32_t k = 0; k < e->ngroup; k++)
        rows += e->group[k].nrow;
    fill(f, "ident", f->in->ident);
    fill_number(f, "stages", e->stages->nstage);
    fill_number(f, "stage_high", e->stages->nstage - 1);
    fill_number(f, "phases", frame->nphase);
    fill_number(f, "word_high", frame->nword - 1);
    fill_number(f, "root_high", e->nroot - 1);
    fill_number(f, "round_low", frame->round_at);
    fill_number(f, "round_high", frame->nroundbit - 1);
    fill_number(f, "round_pad", 64 - frame->nroundbit);
    fill_number(f, "row_high", e->nrowbit - 1);
    fill_number(f, "rows_high", rows - 1);
    fill_number(f, "extra_high", e->nbeyond - 1);
    fill_number(f, "extra_pad", 64 - e->nbeyond);
    fill_number(f, "random_high", e->nrandom ? e->nrandom - 1 : 0);
    fill_number(f, "settle", settle);
    fill_number(f, "settle_bits", bits_of(settle));
    fill_number(f, "settle_high", bits_of(settle) - 1);
    fill(f, "random", generators(f, generator ? generator : 1));
    fill(f, "init", first_position(f));
    fill(f, "cut", arena_printf(f->arena, "%s == %u'd%u", row_of(f, 0), e->group[0].nbit, e->group[0].nrow - 1));
    fill_number(f, "cut_moves", (uint64_t)frame->nphase << frame->nroundbit);
    fill(f, "count", counting(f));
    fill(f, "print", printing(f));
}

void verilog_rtl(const VerilogInput *in, VerilogTree *tree)
{
    Fill f = {.in = in, .arena = tree->arena};
    Out *out;
    fill_all(&f);
    out = verilog_file(tree, "rtl/%s_random.v", in->ident);
    verilog_head(in, "random", "random bits", out);
    put_text(&f, random_v_text, out);
    out = verilog_file(tree, "rtl/%s_engine.v", in->ident);
    verilog_head(in, "engine", "random games, one after the other", out);
    put_text(&f, engine_v_text, out);
    out = verilog_file(tree, "sim/%s_tb.v", in->ident);
    verilog_head(in, "tb", "a testbench for the engine", out);
    put_text(&f, tb_v_text, out);
}
