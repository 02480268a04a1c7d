/* reasoner.c - the functions behind ludc_reasoner, and the struct itself. */
#include <ctype.h>
#include <string.h>

#include "base/escape.h"
#include "backends/c/cgen.h"
#include "ir/passes/lazy_end_tests.h"
#include "ir/plan/fill.h"
#include "ir/plan/plan.h"

static void function(CGen *c, const char *signature, const char *(*write)(Body *b))
{
    Body b = c_body(c, NULL, "st");
    b.out = &b.text;
    const char *result = write(&b);
    if (result)
        c_line(&b, "return %s;", result);
    c_finish(&b, signature);
}

static const char *call_view(Body *b, const char *name, const char *args)
{
    int index = ir_view_find(b->c->game, name);
    if (index < 0) {
        c_line(b, "(void)st;");
        return "0";
    }
    c_need_fn(b->c, index);
    return c_format(b->c, "%s(st%s)", b->c->fn[index], args);
}

static void state_in(Body *b, bool writes)
{
    c_line(b, writes ? "State *st = state;" : "const State *st = state;");
}

static const char *write_init(Body *b)
{
    c_line(b, "*(State *)state = initial;");
    return NULL;
}

/* In joint games of one player. */
static const char *list_or_count(Body *b, const char *list, const char *count)
{
    CGen *c = b->c;
    const char *player = c->game->joint ? ", (int32_t)player" : "";
    const int counter = ir_fn_find(c->game, count);
    state_in(b, false);
    const char *lister = c_need_list(c, ir_fn_find(c->game, list), false);
    c_need_fn(c, counter);
    c_open(b, "if (%s)", call_view(b, "over", ""));
    c_line(b, "return 0;");
    c_close(b);
    return c_format(c, "out ? %s(st, out, 0%s) : (uint32_t)%s(st%s)", lister, player, c->fn[counter], player);
}

static const char *write_moves(Body *b) { return list_or_count(b, b->c->game->list, b->c->game->count); }

static const char *write_moves_of_all(Body *b)
{
    c_line(b, "uint32_t n = 0;");
    c_open(b, "for (uint32_t player = 1; player <= %d; player++)", b->c->game->players);
    c_line(b, "n += moves_of(r, state, player, out ? out + n : NULL);");
    c_close(b);
    return "n";
}

static const char *write_candidates(Body *b)
{
    return list_or_count(b, b->c->game->list_candidates, b->c->game->count_candidates);
}

/* A procedure that is given a move, as a call. */
static const char *call_move(Body *b, const char *name, const char *state, const char *lots)
{
    CGen *c = b->c;
    const int index = ir_fn_find(c->game, name);
    c_need_fn(c, index);
    return c_format(c, "%s(%s%s, (%s)move)", c->fn[index], state, c->chance ? lots : "", c_type(c, c->game->fn.at[index]->local.at[0].type));
}

static const char *write_apply(Body *b)
{
    c_line(b, "(void)%s;", call_move(b, b->c->game->apply, "state", ", NULL, NULL"));
    return NULL;
}

static const char *write_apply_joint(Body *b)
{
    CGen *c = b->c;
    const int index = ir_fn_find(c->game, c->game->apply);
    const char *codes = "";
    c_need_fn(c, index);
    for (int i = 0; i < c->game->players; i++)
        codes = c_format(c, "%s, (%s)code[%d]", codes, c_type(c, c->game->fn.at[index]->local.at[i].type), i);
    c_line(b, "(void)%s(state%s);", c->fn[index], codes);
    return NULL;
}

static const char *write_apply_random(Body *b)
{
    c_line(b, "(void)%s;", call_move(b, b->c->game->apply, "state", ", rng, NULL"));
    return NULL;
}

static const char *write_apply_lots(Body *b)
{
    c_line(b, "ludc_script script = {given, bound, n, room, 0};");
    c_line(b, "(void)%s;", call_move(b, b->c->game->apply, "state", ", NULL, &script"));
    return "script.draws";
}

static const char *write_allowed(Body *b)
{
    c_line(b, "State after = *(const State *)state;");
    return c_format(b->c, "(uint32_t)%s", call_move(b, b->c->game->allowed, "&after", ", NULL, NULL"));
}

/* over, mover, rank2, goal: what a view gives, of a player where it has a parameter. */
static void number(CGen *c, const char *name, const char *view, const char *type, bool player)
{
    Body b = c_body(c, NULL, "st");
    b.out = &b.text;
    if (ir_view_find(c->game, view) < 0) {
        c_line(&b, "return 0;");
    } else {
        state_in(&b, false);
        c_line(&b, "return (%s)%s;", type, call_view(&b, view, player ? ", (int32_t)player" : ""));
    }
    c_finish(&b, c_format(c, "static %s %s(const ludc_reasoner *r, const void *state%s)", type, name, player ? ", uint32_t player" : ""));
}

static const char *write_legal(Body *b)
{
    CGen *c = b->c;
    const int index = ir_fn_find(c->game, c->game->legal);
    const IrFn *fn = c->game->fn.at[index];
    state_in(b, false);
    c_need_fn(c, index);
    c_open(b, "if (%s)", call_view(b, "over", ""));
    c_line(b, "return 0;");
    c_close(b);
    return c_format(c, "(uint32_t)%s(st, %s(%s)move)", c->fn[index], c->game->joint ? "(int32_t)player, " : "",
                    c_type(c, fn->local.at[fn->nparam - 1].type));
}

static const char *write_describe(Body *b)
{
    CGen *c = b->c;
    state_in(b, false);
    if (!c->options->describe)
        return NULL;
    for (size_t i = 0; i < c->ncode; i++)
        c_need_describe(c, c->code[i].fn);
    c_open(b, "for (int32_t i = 0; i < %zu; i++)", c->offered.ncolumn);
    c_line(b, "out[i] = -1;");
    c_close(b);
    for (size_t i = 0; i < c->ncode; i++) {
        unsigned long long end = c->code[i].base + c->code[i].size;
        b->depth -= i > 0;
        c_open(b, "%sif (move < %lluu)", i ? "} else " : "", end);
        c_line(b, "%s(st, out%s);", c_need_describe(c, c->code[i].fn), c_decoded(b, &c->code[i]));
    }
    if (c->ncode)
        c_close(b);
    return NULL;
}

static const char *write_view(Body *b)
{
    CGen *c = b->c;
    state_in(b, false);
    c_open(b, "switch (item)");
    for (size_t i = 0; i < c->offered.views.n; i++) {
        const int view = c->offered.view[i];
        const IrFn *fn = c->game->fn.at[view];
        c_need_fn(c, view);
        c_line(b, "case %zu: return %s%s(st%s);", i, ir_is_wide(fn->ret) ? "(int32_t)" : "", c->fn[view],
               fn->nparam ? ", (int32_t)index" : "");
    }
    c_line(b, "default: return 0;");
    c_close(b);
    return NULL;
}

/* Some end tests wait (ir/passes/lazy_end_tests.h): a stretch of moves is played without them. If the game
 * may have ended meanwhile it is played again in shorter ones, at last one by one; with
 * the same random words it is the same game. */
static void play_stretches(Body *b, const char *over, bool lists)
{
    CGen *c = b->c;
    const char *list = lists ? ", &list" : "";
    const char *wait = c->field[ir_field_find(c->game, IR_ENDS_WAIT)];
    int end = ir_fn_find(c->game, IR_MAY_END);
    c_need_fn(c, end);
    c_line(b, "uint32_t stretch = 16;");
    c_open(b, "while (n < limit && !%s)", over);
    c_line(b, "const State back = here;");
    if (lists)
        c_line(b, "const Sites list_back = list;");
    c_line(b, "const uint64_t word_back = word;");
    c_line(b, "const uint32_t n_back = n, most = limit - n < stretch ? limit : n + stretch;");
    c_line(b, "int32_t more = 1;");
    c_line(b, "st->%s = stretch > 1;", wait);
    c_open(b, "while (n < most && !%s && (more = choose(st, &word%s)))", over, list);
    c_line(b, "n++;");
    c_close(b);
    c_line(b, "st->%s = 0;", wait);
    c_open(b, "if (stretch > 1 && %s(st))", c->fn[end]);
    c_line(b, "here = back;");
    if (lists)
        c_line(b, "list = list_back;");
    c_line(b, "word = word_back;");
    c_line(b, "n = n_back;");
    c_line(b, "stretch /= 4;");
    b->depth--;
    c_open(b, "} else if (!more)");
    c_line(b, "break;");
    c_close(b);
    c_close(b);
}

/* A full board instead, where there are moves enough for it (ir/play/full_board.c). */
static void fill_board(Body *b, const char *over)
{
    CGen *c = b->c;
    const int size = ir_fn_find(c->game, IR_FILL_SIZE), board = ir_fn_find(c->game, IR_FILL_BOARD);
    c_need_fn(c, size);
    c_need_chooser(c, board);
    c_line(b, "const uint32_t size = (uint32_t)%s(st);", c->fn[size]);
    c_open(b, "if (size && size <= limit && !%s)", over);
    c_line(b, "(void)%s(st, &word);", c->fn[board]);
    c_line(b, "*rng = word;");
    c_line(b, "*(State *)state = here;");
    c_line(b, "return size;");
    c_close(b);
}

/* On from `here`, by the words that follow `word`; n: how many moves. */
static void play_on(Body *b, const char *over)
{
    c_line(b, "State *const st = &here;");
    c_line(b, "uint32_t n = 0;");
    bool lists = b->c->listed >= 0;
    if (lists) {
        c_line(b, "Sites list;");
        c_line(b, "list.left = UNLISTED;");
    }
    if (b->c->game->plan & IR_PLAN_FILL)
        fill_board(b, over);
    if (ir_fn_find(b->c->game, IR_MAY_END) >= 0) {
        play_stretches(b, over, lists);
    } else {
        c_open(b, "while (n < limit && !%s && choose(st, &word%s))", over, lists ? ", &list" : "");
        c_line(b, "n++;");
        c_close(b);
    }
}

static const char *write_playout(Body *b)
{
    c_line(b, "State here = *(State *)state;");
    c_line(b, "uint64_t word = *rng;");
    play_on(b, call_view(b, "over", ""));
    c_line(b, "*rng = word;");
    c_line(b, "*(State *)state = here;");
    return "n";
}

static const char *write_playouts(Body *b)
{
    const char *over = call_view(b, "over", "");
    c_line(b, "(void)state;");
    c_line(b, "const State first = *(const State *)start;");
    c_line(b, "uint64_t word = *rng;");
    c_line(b, "uint32_t ended = 0;");
    c_open(b, "for (; ended < count; ended++)");
    c_line(b, "const uint64_t before = word;");
    c_line(b, "State here = first;");
    play_on(b, over);
    c_open(b, "if (!%s)", over);
    c_line(b, "word = before;");
    c_line(b, "break;");
    c_close(b);
    c_line(b, "tally->moves += n;");
    c_line(b, "tally->squares += (uint64_t)n * n;");
    for (int p = 1; p <= b->c->game->players; p++) {
        const char *player = c_format(b->c, ", %d", p);
        if (b->c->game->joint) {
            c_line(b, "const int32_t goal%d = %s;", p, call_view(b, "goal", player));
            c_line(b, "tally->ranks[%d][0] += goal%d > 0 ? (uint64_t)goal%d : 0;", p - 1, p, p);
        } else {
            c_line(b, "tally->ranks[%d][%s]++;", p - 1, call_view(b, "rank", player));
        }
    }
    c_close(b);
    c_line(b, "*rng = word;");
    return "ended";
}

/* --- the struct --- */

static void columns(CGen *c, Out *o)
{
    out_puts(o, "static const char *const columns[] = {");
    for (size_t i = 0; i < c->offered.ncolumn; i++) {
        out_c_text(o, c->offered.column[i]);
        out_puts(o, ", ");
    }
    out_puts(o, "NULL};\n");
}

static void put_struct(CGen *c)
{
    Out *o = &c->text;
    const char *ident = c->options->ident;
    c_records(c, &c->offered.spaces);
    c_records(c, &c->offered.views);
    columns(c, o);
    if (c->offered.planes.n)
        c_records(c, &c->offered.planes);
    c_records(c, &c->offered.data);
    if (c->options->shared) /* tcc has no alias */
        out_printf(o, "\n#ifdef __TINYC__\nextern const ludc_reasoner ludc_reasoner_%s __asm__(\"ludc_reasoner\");\n#endif\n",
                   ident);
    out_printf(o, "\nconst ludc_reasoner ludc_reasoner_%s = {\n"
                  "    .abi = LUDC_ABI_VERSION,\n    .size = sizeof(ludc_reasoner),\n    .players = %d,\n    .name = ", ident,
               c->game->players);
    out_c_text(o, c->game->name);
    out_printf(o, ",\n    .hash = UINT64_C(0x%llx),\n    .state_size = sizeof(State),\n"
                  "    .max_moves = %llu,\n    .codes = %llu,\n    .nview = %zu,\n"
                  "    .ncolumn = %zu,\n    .nspace = %zu,\n    .view_item = items,\n"
                  "    .column = columns,\n    .space = spaces,\n    .self = NULL,\n",
               (unsigned long long)(c->options->hash), (unsigned long long)ir_max_moves(c->game),
               (unsigned long long)c->total, c->offered.views.n, c->offered.ncolumn, c->offered.spaces.n);
    static const char *const fn[] = {"init", "moves", "over", "mover", "rank2", "describe", "view", "playout"};
    for (size_t i = 0; i < sizeof fn / sizeof *fn; i++)
        out_printf(o, "    .%s = %s,\n", fn[i], fn[i]);
    out_puts(o, c->game->joint ? "    .joint = 1,\n    .moves_of = moves_of,\n    .apply_joint = apply_joint,\n    .goal = goal,\n"
                               : "    .apply = apply,\n");
    c_offer_members(c);
    out_puts(o, c->chance ? "    .apply_random = apply_random,\n    .apply_lots = apply_lots,\n" : "");
    out_puts(o, ir_plays_many(c->game) ? "    .playouts = playouts,\n" : "");
    out_printf(o, "    .plan = \"%s\",\n%s};\n", ir_plan_name(c->game->plan),
               c->game->candidates ? "    .candidates = candidates,\n    .allowed = allowed,\n" : "");
    if (c->options->shared)
        out_printf(o, "\n/* The name that a loader asks for; the linker sees no other. */\n"
                      "#ifdef __TINYC__\n"
                      "const ludc_reasoner *const ludc_exported = &ludc_reasoner_%s;\n#else\n"
                      "extern const ludc_reasoner exported __asm__(\"ludc_reasoner\")\n"
                      "    __attribute__((alias(\"ludc_reasoner_%s\"), visibility(\"default\")));\n#endif\n",
                   ident, ident);
}

void c_reasoner(CGen *c)
{
    c->failed = !backend_bounds(c->game, "c");
    if (c->failed)
        return;
#define SELF "const ludc_reasoner *r"
#define MOVE SELF ", void *state, uint32_t move"
    c_heading(c, &c->text, "What a move does: apply");
    function(c, "static void init(" SELF ", void *state)", write_init);
    bool joint = c->game->joint;
    if (joint) {
        function(c, "static uint32_t moves_of(" SELF ", const void *state, uint32_t player, uint32_t *out)",
                 write_moves);
        function(c, "static void apply_joint(" SELF ", void *state, const uint32_t *code)", write_apply_joint);
    } else {
        function(c, "static void apply(" MOVE ")", write_apply);
    }
    if (c->chance) {
        function(c, "static void apply_random(" MOVE ", uint64_t *rng)", write_apply_random);
        function(c, "static uint32_t apply_lots(" MOVE ", const uint32_t *given, uint32_t n, uint32_t *bound, uint32_t room)", write_apply_lots);
    }
    c_heading(c, &c->text, "Which moves there are");
    function(c, "static uint32_t moves(" SELF ", const void *state, uint32_t *out)",
             joint ? write_moves_of_all : write_moves);
    c_heading(c, &c->text, "Who moves, what the end is, who has won");
    number(c, "over", "over", "uint32_t", false);
    number(c, "mover", "mover", "uint32_t", false);
    number(c, "rank2", "rank", "uint32_t", true);
    if (joint)
        number(c, "goal", "goal", "int32_t", true);
    if (c->game->legal)
        function(c, "static uint32_t legal(" SELF ", const void *state, uint32_t player, uint32_t move)", write_legal);
    c_heading(c, &c->text, "A position for others: planes, what a move is, views");
    if (c->offered.planes.n)
        function(c, "static void observe(" SELF ", const void *state, uint32_t set, uint32_t eyes, uint64_t *out)",
                 c_observe);
    function(c, "static void describe(" SELF ", const void *state, uint32_t move, int32_t *out)",
             write_describe);
    function(c, "static int32_t view(" SELF ", const void *state, uint32_t item, uint32_t index)",
             write_view);
    c_heading(c, &c->text, "Random games");
    c_plan_sites(c);
    c_need_chooser(c, ir_fn_find(c->game, c->game->choose));
    if (c->game->candidates) {
        function(c, "static uint32_t candidates(" SELF ", const void *state, uint32_t *out)", write_candidates);
        function(c, "static uint32_t allowed(" SELF ", const void *state, uint32_t move)", write_allowed);
    }
    function(c, "static uint32_t playout(" SELF ", void *state, uint64_t *rng, uint32_t limit)",
             write_playout);
    if (ir_plays_many(c->game))
        function(c, "static uint32_t playouts(" SELF ", const void *start, void *state, uint64_t *rng, uint32_t limit, uint32_t count,\n"
                    "                         ludc_tally *tally)", write_playouts);
#undef MOVE
#undef SELF
    c_heading(c, &c->text, "Names, numbers and the reasoner");
    put_struct(c);
}
