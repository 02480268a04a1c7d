/* rtl.c - what is the same for all games but for numbers: engine, random numbers, testbench.
 *
 * The texts are backends/verilog/rtl/, in which @NAME@ stands for what differs. */
#include <string.h>

#include "backends/verilog/model.h"
#include "backends/verilog/random.h"
#include "backends/verilog/size.h"
#include "backends/verilog/write.h"
#include "backends/verilog/embed.h"

enum { MOST_NAMES = 128 };

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
                   f->in->ident, (unsigned long long)engine_random_number(k), k, RANDOM_BITS * (k + 1) - 1, RANDOM_BITS * k);
    return taken_text(f->arena, &out);
}

/* The bits that stand for random ones where moves are given. */
static char *pattern(Fill *f)
{
    const Engine *e = f->in->engine;
    Out out = {0};
    if (!e->nrandom)
        out_puts(&out, "picks"); /* nobody looks at it */
    for (uint32_t i = e->nrandom; i-- > 0;)
        out_printf(&out, "%spicks[%u]%s", i + 1 == e->nrandom ? "{" : ", ", e->pick_of[i], i ? "" : "}");
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
        out_printf(&out, "                ends[%u + {%u'd0, %s}] = ends[%u + {%u'd0, %s}] + 64'd1;\n", base, 32 - f->in->engine->group[k].nbit,
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

/* Every game of a run is in a row of each group. */
static char *checking(Fill *f)
{
    Out out = {0};
    uint32_t base = 0;
    for (uint32_t k = 0; k < f->in->engine->ngroup; base += f->in->engine->group[k++].nrow) {
        out_printf(&out, "            sum = 64'd0;\n            for (i = %u; i < %u; i = i + 1)\n", base, base + f->in->engine->group[k].nrow);
        out_puts(&out, "                sum = sum + {32'd0, got[ngot_seen + i]};\n            if (sum != {32'd0, expected}) begin\n"
                       "                faults = faults + 1;\n                $write(\"a run of %0d games counts %0d\\n\", expected, sum);\n"
                       "            end\n");
    }
    return taken_text(f->arena, &out);
}

/* Five games are not all in the row of each group that `row` says. */
static char *worth_again(Fill *f)
{
    Out out = {0};
    uint32_t base = 0;
    for (uint32_t k = 0; k < f->in->engine->ngroup; base += f->in->engine->group[k++].nrow)
        out_printf(&out, "got[%u + {%u'd0, %s}] != 32'd5 | ", base, 32 - f->in->engine->group[k].nbit, row_of(f, k));
    return taken_text(f->arena, &out);
}

/* ---- the reasoner ------------------------------------------------------------------------ */

static uint32_t widest_group(const Engine *e)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < e->ngroup; k++)
        n = engine_index_bits(e, k) > n ? engine_index_bits(e, k) : n;
    return n;
}

/* What a memory of 16 bits is connected to; part: which 16 bits of its sums. */
static void put_tally(Fill *f, const char *name, uint32_t part, uint32_t log, const char *clear, const char *cleared, const char *read,
                      const char *wanted, Out *out)
{
    out_printf(out, "    wire %s_add_%u;\n    wire [%u:0] %s_address_%u;\n    wire [15:0] %s_added_%u;\n", name, part + 1, log - 1, name,
               part + 1, name, part + 1);
    out_printf(out, "    %s_tally #(.LOG(%u)) %s_tally_%u (\n", f->in->ident, log, name, part);
    out_printf(out, "        .clk(clk), .rst_n(rst_n), .add(%s_add_%u), .address(%s_address_%u), .added(%s_added_%u), .upper(%s_upper_%u),\n", name, part, name,
               part, name, part, name, part);
    out_printf(out, "        .up_add(%s_add_%u), .up_address(%s_address_%u), .up_added(%s_added_%u), .clear(%s), .cleared(%s),\n", name, part + 1,
               name, part + 1, name, part + 1, clear, cleared);
    out_printf(out, "        .read(%s), .wanted(%s), .sum(%s[%u:%u]));\n", read, wanted, name, 16 * part + 15, 16 * part);
}

static void put_unread(const char *name, uint32_t part, Out *out)
{
    out_printf(out, "    wire _unused_%s = &{1'b0, %s_add_%u, %s_address_%u, %s_added_%u};\n", name, name, part, name, part, name, part);
}

/* A memory of counts for each group, 32 bits in two; in that of the first one the moves of a run stand behind its rows, and how
 * often these went over 32 bits. */
static char *tallies(Fill *f)
{
    const Engine *e = f->in->engine;
    Out out = {0};
    uint32_t low = 0, group_bits = bits_of(e->ngroup - 1);
    for (uint32_t k = 0; k < e->ngroup; low += e->group[k++].nbit) {
        uint32_t bits = engine_index_bits(e, k), pad = bits - e->group[k].nbit;
        const char *name = arena_printf(f->arena, "sum_%u", k), *row = arena_printf(f->arena, "result[%u:%u]", low + e->group[k].nbit - 1, low);
        const char *clear = arena_printf(f->arena, "clear & clear_group == %u'd%u | state == CLEAR", group_bits, k);
        const char *cleared = arena_printf(f->arena, "state == CLEAR ? clearing[%u:0] : {tail, which[%u:0]}", 3 + bits, bits - 1);
        const char *wanted = arena_printf(f->arena, "{tail, which[%u:0]}", bits - 1);
        if (pad)
            row = arena_printf(f->arena, "%u'd0, %s", pad, row);
        out_printf(&out, "    wire [31:0] %s;\n", name);
        if (k) {
            out_printf(&out, "    wire %s_add_0 = add;\n    wire [%u:0] %s_address_0 = {of, %s};\n", name, 3 + bits, name, row);
            out_printf(&out, "    wire [15:0] %s_added_0 = 16'd1, %s_upper_0 = 16'd0, %s_upper_1 = 16'd0;\n", name, name, name);
        } else {
            out_printf(&out, "    wire %s_add_0 = add | add_moves | add_full;\n    wire [%u:0] %s_address_0 = add_full ? {full_of, %u'd%u} : add_moves ? {of, %u'd%u} : {of, %s};\n",
                       name, 3 + bits, name, bits, e->group[0].nrow + 1, bits, e->group[0].nrow, row);
            out_printf(&out, "    wire [15:0] %s_added_0 = add_moves ? length[15:0] : 16'd1, %s_upper_0 = going_up ? above : 16'd0, %s_upper_1 = 16'd0;\n",
                       name, name, name);
        }
        for (uint32_t part = 0; part < 2; part++)
            put_tally(f, name, part, 4 + bits, clear, cleared, "read", wanted, &out);
        if (k)
            put_unread(name, 2, &out);
    }
    out_printf(&out, "    assign moves_go_over = sum_0_add_2 & sum_0_added_2[0] & sum_0_address_2[%u:0] == %u'd%u;\n", engine_index_bits(e, 0) - 1,
               engine_index_bits(e, 0), e->group[0].nrow);
    out_printf(&out, "    assign over_moves_of = sum_0_address_2[%u:%u];\n    wire _unused_over = &{1'b0, sum_0_added_2};\n",
               3 + engine_index_bits(e, 0), engine_index_bits(e, 0));
    return taken_text(f->arena, &out);
}

static char *sums(Fill *f)
{
    const Engine *e = f->in->engine;
    Out out = {0};
    for (uint32_t k = 0; k + 1 < e->ngroup; k++)
        out_printf(&out, "clear_group == %u'd%u ? sum_%u : ", bits_of(e->ngroup - 1), k, k);
    out_printf(&out, "sum_%u", e->ngroup - 1);
    return taken_text(f->arena, &out);
}

static char *last_row(Fill *f)
{
    const Engine *e = f->in->engine;
    Out out = {0};
    for (uint32_t k = 0; k < e->ngroup; k++)
        out_printf(&out, "%sgroup == %u'd%u & index == %u'd%u", k ? " | " : "(", bits_of(e->ngroup - 1), k, widest_group(e), e->group[k].nrow - 1);
    out_char(&out, ')');
    return taken_text(f->arena, &out);
}

static void put_spare(const Engine *e, uint32_t phase, Out *out)
{
    out_printf(out, "%u'b", e->npickbit ? e->npickbit : 1);
    for (uint32_t k = e->npick; k-- > 0;)
        for (uint32_t b = e->pick_bits[k]; b-- > 0;)
            out_char(out, b < e->plan->step[phase]->digits[k] ? '0' : '1');
    out_puts(out, e->npickbit ? "" : "1");
}

/* What is put of the phase in which moves are discovered. */
static char *of_phase(Fill *f, void (*put)(const Engine *e, uint32_t phase, Out *out))
{
    const Engine *e = f->in->engine;
    const LaneFrame *frame = &e->plan->frame;
    Out out = {0};
    for (uint32_t q = 0; q + 1 < frame->nphase; q++) {
        out_printf(&out, "origin[%u:%u] == %u'd%u ? ", frame->phase_at + frame->nphasebit - 1, frame->phase_at, frame->nphasebit, q);
        put(e, q, &out);
        out_puts(&out, " : ");
    }
    put(e, frame->nphase - 1, &out);
    return taken_text(f->arena, &out);
}

static uint32_t chosen_first(const Engine *e, uint32_t phase, uint32_t group)
{
    uint32_t at = 0, groups = lane_groups(e->game);
    for (uint32_t i = 0; i < phase * groups + group; i++)
        at += e->plan->step[i / groups]->number[i % groups].n;
    return at;
}

/* The bits that number what a group chooses in any phase. */
static uint32_t chosen_bits(const Engine *e, uint32_t group)
{
    uint32_t most = 0;
    for (uint32_t q = 0; q < e->plan->frame.nphase; q++)
        most = e->plan->step[q]->number[group].n > most ? e->plan->step[q]->number[group].n : most;
    return most;
}

static uint32_t all_chosen_bits(const Engine *e)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < lane_groups(e->game); k++)
        n += chosen_bits(e, k);
    return n;
}

/* Groups of which a phase says whether their number is a move. */
static uint32_t groups_told(const Engine *e)
{
    return e->ngood ? lane_groups(e->game) - 1 : 0;
}

/* The bit of `chosen` in which a phase says so of group `k`. */
static uint32_t good_at(const Engine *e, uint32_t phase, uint32_t k)
{
    uint32_t at = e->nchosen - e->ngood + k - 1;
    for (uint32_t q = 0; q < phase; q++)
        at += engine_goods(e, q);
    return at;
}

/* Numbers of the groups before one whose number is no move: whatever these choose, there is no step. */
static void put_below(const Engine *e, uint32_t phase, Out *out)
{
    uint32_t all = all_chosen_bits(e), last = engine_goods(e, phase), parts = 0;
    out_char(out, '{');
    for (uint32_t k = e->npick; k-- > 0;) {
        if (!e->pick_bits[k])
            continue;
        out_puts(out, parts++ ? ", " : "");
        if (k < last)
            out_printf(out, "{%u{~(&told[%u:%u])}}", e->pick_bits[k], all + last - 1, all + k);
        else
            out_printf(out, "%u'd0", e->pick_bits[k]);
    }
    out_char(out, '}');
}

/* What the phases say now of what is chosen: of which groups it is a move, then the last group's number first. */
static char *chosen_now(Fill *f)
{
    const Engine *e = f->in->engine;
    Out out = {0};
    uint32_t n = 0;
    for (uint32_t k = groups_told(e); k > 0; k--, n++) {
        out_puts(&out, n ? ", " : "");
        for (uint32_t q = 0, parts = 0; q < e->plan->frame.nphase; q++)
            if (engine_goods(e, q))
                out_printf(&out, "%schosen[%u]", parts++ ? " | " : "", good_at(e, q, k));
    }
    for (uint32_t k = lane_groups(e->game); k-- > 0;)
        for (uint32_t b = chosen_bits(e, k); b-- > 0; n++) {
            out_puts(&out, n ? ", " : "");
            for (uint32_t q = 0, parts = 0; q < e->plan->frame.nphase; q++)
                if (b < e->plan->step[q]->number[k].n)
                    out_printf(&out, "%schosen[%u]", parts++ ? " | " : "", chosen_first(e, q, k) + b);
        }
    if (!all_chosen_bits(e))
        out_puts(&out, "1'b0");
    return taken_text(f->arena, &out);
}

/* Is each step told once at most: is no move listed twice? */
static bool told_once(const Engine *e)
{
    bool once = true;
    for (uint32_t i = 0; i < e->game->nslot; i++)
        once = once && e->game->slot[i].times == 1;
    return once;
}

/* A word a group, the last one's first. */
static char *chosen_words(Fill *f)
{
    const Engine *e = f->in->engine;
    uint32_t at = all_chosen_bits(e);
    Out out = {0};
    for (uint32_t k = lane_groups(e->game); k-- > 0;) {
        uint32_t n = chosen_bits(e, k);
        at -= n;
        if (n < 32)
            out_printf(&out, "%u'd0%s", 32 - n, n ? ", " : "");
        if (n)
            out_printf(&out, "by[%u:%u]", at + n - 1, at);
        out_puts(&out, k ? ", " : "");
    }
    return taken_text(f->arena, &out);
}

/* Zeros before a field that fills up what is left of some bits. */
static const char *zeros(Fill *f, uint32_t all, uint32_t field)
{
    return all > field ? arena_printf(f->arena, "%u'd0, ", all - field) : "";
}

/* The word of a move's message that is told next. */
static char *told_word(Fill *f, uint32_t head, uint32_t words, uint32_t at_bits)
{
    Out out = {0};
    for (uint32_t i = 0; i < head + words; i++) {
        if (i + 1 < head + words)
            out_printf(&out, "at == %u'd%u ? ", at_bits, i);
        out_printf(&out, "%s[%u:%u]%s", i < head ? "head" : "there", 32 * (i < head ? i : i - head) + 31, 32 * (i < head ? i : i - head),
                   i + 1 < head + words ? " : " : "");
    }
    return taken_text(f->arena, &out);
}

/* The number of each engine's random bits, the last engine's first. */
static char *numbers(Fill *f)
{
    Out out = {0};
    for (uint32_t k = f->in->engine->nengine; k-- > 0;)
        out_printf(&out, "63'h%llx%s", (unsigned long long)engine_random_base(k), k ? ", " : "");
    return taken_text(f->arena, &out);
}

/* Whose turn it is to be dealt a ticket, and whose games come out: of one engine always its own; of more each engine in turn. */
static const char *turns(Fill *f)
{
    const Engine *e = f->in->engine;
    uint32_t n = engine_event_bits(e), all = e->nengine;
    if (all == 1)
        return "    wire [0:0] turn = 1'b1;\n    assign some = waits;\n    assign word = words;\n    assign go = pop;\n\n";
    Out out = {0};
    out_puts(&out, "    reg [N-1:0] turn, look; // one of them each\n    reg ready;\n");
    out_printf(&out, "    reg [%u:0] first;\n    wire next = !ready | pop;\n    assign go = look & waits & {N{next}};\n", n - 1);
    out_puts(&out, "    assign some = ready;\n    assign word = first;\n    always @(posedge clk) begin\n");
    out_printf(&out, "        turn <= rst_n & !restart ? {turn[N-2:0], turn[N-1]} : %u'd1;\n", all);
    out_printf(&out, "        look <= !rst_n | restart ? %u'd1 : |(look & waits) & !next ? look : {look[N-2:0], look[N-1]};\n", all);
    out_puts(&out, "        ready <= rst_n & (|go | ready & !pop);\n        if (next)\n            first <= ");
    for (uint32_t k = 0; k < all; k++)
        out_printf(&out, "%s{%u{look[%u]}} & words[%u:%u]", k ? " |\n                " : "", n, k, n * (k + 1) - 1, n * k);
    out_puts(&out, ";\n    end\n\n");
    return taken_text(f->arena, &out);
}

static void fill_reasoner(Fill *f)
{
    const Engine *e = f->in->engine;
    uint32_t words = engine_words(e), move_words = lane_groups(e->game), row_words = (e->nrowbit + 31) / 32;
    uint32_t event_log = engine_event_log(e), queue_log = engine_queue_log(e), index = widest_group(e);
    fill_number(f, "words", words);
    fill_number(f, "move_words", move_words);
    fill_number(f, "row_words", row_words);
    fill_number(f, "words_less", words - 1);
    fill_number(f, "at_bits", bits_of(move_words + row_words + words) + 1);
    fill_number(f, "told", move_words + row_words + words);
    fill_number(f, "head", move_words + row_words + 1);
    fill(f, "tell", told_word(f, move_words + row_words + 1, words, bits_of(move_words + row_words + words) + 1));
    fill_number(f, "lap_bits", bits_of(e->stages->nstage - 1));
    fill_number(f, "lap_high", bits_of(e->stages->nstage - 1) - 1);
    fill(f, "spare", of_phase(f, put_spare));
    fill(f, "below", e->ngood ? arena_printf(f->arena, "    // Those of groups before one whose number is no move: whatever they choose, there is no step.\n    wire [%u:0] below = %s;\n",
                                             e->npickbit - 1, of_phase(f, put_below)) : "");
    fill(f, "or_below", e->ngood ? " | below" : "");
    fill(f, "first", words * 32 > e->nroot ? arena_printf(f->arena, "{%u'd0, %s}", words * 32 - e->nroot, first_position(f)) : first_position(f));
    fill(f, "shifted", words > 1 ? arena_printf(f->arena, "{command, origin[%u:32]}", 32 * words - 1) : "command");
    fill(f, "there_pad", zeros(f, 32 * words, e->nroot));
    fill(f, "row_pad", zeros(f, 32 * row_words, e->nrowbit));
    fill_number(f, "by_bits", all_chosen_bits(e) ? all_chosen_bits(e) + groups_told(e) : 1);
    fill(f, "by_now", chosen_now(f));
    fill(f, "by_words", chosen_words(f));
    fill(f, "check", checking(f));
    fill(f, "worth_again", worth_again(f));
    const LaneFrame *frame = &e->plan->frame; /* games count from the first phase on */
    fill(f, "end_phase", frame->nphasebit ? arena_printf(f->arena, "32'd5 * {%u'd0, at_end[%u:%u]}", 32 - frame->nphasebit, frame->phase_at + frame->nphasebit - 1, frame->phase_at)
                                          : "32'd0");
    fill_number(f, "choosers", lane_groups(e->game));
    fill(f, "alone", told_once(e) ? "1'b1" : "1'b0");
    fill(f, "tallies", tallies(f));
    fill_number(f, "moves_row", e->group[0].nrow);
    fill_number(f, "moves_over", e->group[0].nrow + 1);
    fill(f, "sums", sums(f));
    fill(f, "last_row", last_row(f));
    fill_number(f, "last_group", e->ngroup - 1);
    fill_number(f, "group_bits", bits_of(e->ngroup - 1));
    fill_number(f, "group_high", bits_of(e->ngroup - 1) - 1);
    fill_number(f, "index_bits", index);
    fill_number(f, "index_high", index - 1);
    fill_number(f, "clear_bits", 4 + index);
    fill_number(f, "clear_high", 3 + index);
    fill_number(f, "turn_pad", 32 - e->plan->frame.nroundbit - 1);
    fill_number(f, "beyond_pad", 32 - e->nbeyond);
    fill_number(f, "event_log", event_log);
    fill(f, "event_most", arena_printf(f->arena, "%u'd%u", event_log + 1, (1u << event_log) - 2 * (e->stages->nstage + ENGINE_TAKEN_LATE)));
    fill_number(f, "event_high", engine_event_bits(e) - 1);
    fill(f, "turns", turns(f));
    fill_number(f, "ticket_high", e->nengine > 1 ? 4 : 1);
    fill(f, "dealt", e->nengine > 1 ? "lots ? {rest[0], 4'b1111} : {3'd0, rest[0], 1'b1}" : "{rest[0], 1'b1}");
    fill(f, "lots", e->nengine > 1 ? arena_printf(f->arena, "left[31:%u] != %u'd0", bits_of(8 * (uint64_t)e->nengine), 32 - bits_of(8 * (uint64_t)e->nengine)) : "1'b0");
    fill_number(f, "queue_log", queue_log);
    fill(f, "queue_most", arena_printf(f->arena, "%u'd%u", queue_log + 1, 1u << queue_log));
    fill_number(f, "queue_size", 1u << queue_log);
    fill_number(f, "waiting_pad", 16 - queue_log - 1);
    fill(f, "hash_high", arena_printf(f->arena, "%08llx", (unsigned long long)(f->in->hash >> 32)));
    fill(f, "hash_low", arena_printf(f->arena, "%08llx", (unsigned long long)(f->in->hash & 0xffffffff)));
    fill(f, "shape", arena_printf(f->arena, "%02x%02x%04x", e->stages->nstage & 255, e->plan->frame.nphase, words));
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
    fill_number(f, "word", f->in->word);
    fill_number(f, "engines", e->nengine);
    fill(f, "numbers", numbers(f));
    fill_number(f, "stages", e->stages->nstage);
    fill_number(f, "stage_high", e->stages->nstage - 1);
    fill_number(f, "phases", frame->nphase);
    fill_number(f, "word_high", frame->nword - 1);
    fill_number(f, "root_high", e->nroot - 1);
    fill_number(f, "round_low", frame->round_at);
    fill_number(f, "round_high", frame->nroundbit - 1);
    fill_number(f, "round_top", frame->flood_at - 1);
    fill_number(f, "round_pad", 64 - frame->nroundbit);
    fill_number(f, "row_high", e->nrowbit - 1);
    fill_number(f, "rows_high", rows - 1);
    fill_number(f, "extra_high", e->nbeyond - 1);
    fill_number(f, "extra_pad", 64 - e->nbeyond);
    fill_number(f, "chosen_high", e->nchosen ? e->nchosen - 1 : 0);
    fill_number(f, "random_high", e->nrandom ? e->nrandom - 1 : 0);
    fill_number(f, "settle", settle);
    fill_number(f, "settle_bits", bits_of(settle));
    fill_number(f, "settle_high", bits_of(settle) - 1);
    fill_number(f, "pick_high", e->npickbit ? e->npickbit - 1 : 0);
    fill_number(f, "picks", e->npickbit ? e->npickbit : 1);
    fill(f, "pattern", pattern(f));
    fill(f, "clock", e->stages->ndelay ? "    reg [3:0] clock; // what waits in block RAM is found by it\n    always @(posedge clk)\n        clock <= rst_n ? clock + 4'd1 : 4'd0;\n" : "");
    fill(f, "clocked", e->stages->ndelay ? ".clock(clock), " : "");
    fill(f, "random", generators(f, generator ? generator : 1));
    fill(f, "init", first_position(f));
    fill(f, "cut", arena_printf(f->arena, "%s == %u'd%u", row_of(f, 0), e->group[0].nbit, e->group[0].nrow - 1));
    fill(f, "cut_worth", arena_printf(f->arena, "worth[%u:0] == %u'd%u", e->group[0].nbit - 1, e->group[0].nbit, e->group[0].nrow - 1));
    fill_number(f, "cut_moves", (uint64_t)frame->nphase << frame->nroundbit);
    fill(f, "count", counting(f));
    fill(f, "print", printing(f));
}

void verilog_rtl(const VerilogInput *in, VerilogTree *tree)
{
    static const struct {
        const char *folder, *module, *what;
        const char *const *text;
    } files[] = {
        {"rtl", "random", "random bits", random_v_text},
        {"rtl", "engine", "random games, one after the other", engine_v_text},
        {"rtl", "engines", "engines side by side", engines_v_text},
        {"rtl", "delay", "bits that wait", delay_v_text},
        {"rtl", "queue", "words that wait", queue_v_text},
        {"rtl", "tally", "a memory of sums", tally_v_text},
        {"rtl", "counts", "how games ended", counts_v_text},
        {"rtl", "control", "what is done with the engine", control_v_text},
        {"rtl", "pack", "words side by side", pack_v_text},
        {"rtl", "reasoner", "the game behind a bus", reasoner_v_text},
        {"rtl", "bridge", "the buses by bytes", bridge_v_text},
        {"rtl", "link", "the reasoner behind bytes", link_v_text},
        {"rtl", "uart", "bytes by a serial line", uart_v_text},
        {"board", "hx8k", "a top for the iCE40-HX8K breakout board", hx8k_v_text},
        {"board", "de1_soc", "a top for the DE1-SoC", de1_soc_v_text},
        {"formal", "axi", "what the bus promises", axi_v_text},
        {"formal", "free", "what stands behind them, free", free_v_text},
        {"formal", "delay", "what waits, at once", wire_v_text},
        {"sim", "link_tb", "the reasoner as a process", link_tb_v_text},
        {"sim", "tb", "a testbench for the engine", tb_v_text},
        {"sim", "reasoner_tb", "a testbench for the reasoner", reasoner_tb_v_text},
    };
    Fill f = {.in = in, .arena = tree->arena};
    fill_all(&f);
    fill_reasoner(&f);
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        Out *out = verilog_file(tree, "%s/%s_%s.v", files[i].folder, in->ident, files[i].module);
        verilog_head(in, files[i].module, files[i].what, out);
        put_text(&f, files[i].text, out);
    }
}
