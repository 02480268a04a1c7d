/* playout_policy.c - playouts by a policy, and playouts that are printed. */
#include "driver/playout/playout_policy.h"
#include "driver/record/trace.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/rng.h"
#include "driver/command.h"
#include "runtime/lots.h"

uint32_t play_by_policy(Tally *t, void *state)
{
    const Play *play = t->data;
    return ludc_policy_playout(play->chooser, state, &t->rng, t->limit);
}

static void print_result(const Tally *t, const void *state, Out *out)
{
    double payoff[MAX_PLAYERS];
    ludc_payoffs_cut(t->r, state, payoff);
    out_puts(out, "result");
    for (unsigned p = 0; p < t->r->players; p++)
        out_printf(out, " %g", payoff[p]);
    out_char(out, '\n');
}

/* A move of each player; false if one has none. */
static bool choose_all(Tally *t, const void *state, ludc_move *chosen)
{
    const Play *play = t->data;
    for (unsigned p = 1; p <= t->r->players; p++)
        if (ludc_choose(play->chooser, state, p, &t->rng, &chosen[p - 1]) != LUDC_OK)
            return false;
    return true;
}

/* A move as people read it, or, with `chosen`, a move of each player. */
static size_t text_of(const ludc_reasoner *r, const void *state, ludc_move move, const ludc_move *chosen, char *out, size_t size)
{
    return chosen ? ludc_step_text(r, state, chosen, out, size) : ludc_move_text(r, state, move, out, size);
}

static void print_move(const ludc_reasoner *r, const void *state, ludc_move move, const ludc_move *chosen, Out *out)
{
    char small[256];
    const size_t length = text_of(r, state, move, chosen, small, sizeof small);
    char *text = length < sizeof small ? small : malloc(length + 1);
    if (!text)
        memory_out();
    if (text != small)
        text_of(r, state, move, chosen, text, length + 1);
    out_puts(out, text);
    if (text != small)
        free(text);
}

/* A move of each player, printed; false if one has none. */
static bool joint_step(Tally *t, void *state)
{
    const Play *play = t->data;
    const ludc_reasoner *r = t->r;
    ludc_move chosen[MAX_PLAYERS];
    if (!choose_all(t, state, chosen))
        return false;
    print_move(r, state, 0, chosen, play->trace);
    out_char(play->trace, '\n');
    for (unsigned p = 1; p <= r->players; p++)
        ludc_chooser_played(play->chooser, state, p, chosen[p - 1]);
    ludc_apply_joint(r, state, chosen, NULL);
    return true;
}

/* The moves, or the candidates, of a state; the caller's to free. */
static ludc_move *list_of(const ludc_reasoner *r, const void *state,
                          uint32_t (*list)(const ludc_reasoner *, const void *, uint32_t *), uint32_t *n)
{
    *n = list ? list(r, state, NULL) : 0;
    ludc_move *all = malloc(((size_t)*n + 1) * sizeof *all);
    if (!all)
        memory_out();
    if (*n)
        list(r, state, all);
    return all;
}

/* The next move, as the playout of a reasoner with a list of sites draws it. */
static bool choose_listed(Tally *t, Listed *listed, const void *state, ludc_move *move)
{
    const ludc_reasoner *r = t->r;
    uint32_t n;
    ludc_move *list = list_of(r, state, r->candidates, &n);
    bool found = false, tries = !listed_among(listed, list, n);
    while (tries && n && !found) {
        uint32_t k = rng_below(&t->rng, n--);
        *move = list[k];
        found = r->allowed(r, state, *move);
        memmove(list + k, list + k + 1, (n - k) * sizeof *list);
    }
    free(list);
    listed->valid &= !found;
    if (found)
        return true;
    list = list_of(r, state, r->moves, &n);
    if (n)
        *move = listed_take(listed, list, n, rng_below(&t->rng, n));
    free(list);
    return n != 0;
}

static bool choose(Tally *t, const void *state, unsigned mover, ludc_move *move)
{
    Play *play = t->data;
    return play->listed.size ? choose_listed(t, &play->listed, state, move)
                             : ludc_choose(play->chooser, state, mover, &t->rng, move) == LUDC_OK;
}

/* Plays a move and its lots, which are printed behind "~". */
static void play_lots(Tally *t, void *state, ludc_move move)
{
    const Play *play = t->data;
    const ludc_reasoner *r = t->r;
    char text[1024];
    LudcLots l;
    if (!ludc_lots_begin(&l, r, state, move) || !ludc_lots_draw(&l, &t->rng))
        memory_out();
    if (ludc_lots_text(&l, text, sizeof text))
        out_printf(play->trace, "~%s", text);
    ludc_chooser_played(play->chooser, state, ludc_mover(r, state), move);
    ludc_copy(r, state, l.after);
    ludc_lots_free(&l);
}

/* The numbers on the dice as they lie, "  [3 5]": what the move is made with; nothing before the first throw. */
static void print_throw(const ludc_reasoner *r, const void *state, Out *out)
{
    const int pips = trace_view(r, "pips");
    int32_t sum = 0;
    ludc_move first;
    if (pips < 0 || trace_begins(r, state, &first))
        return;
    const uint32_t n = r->view_item[pips].size;
    for (uint32_t i = 0; i < n; i++)
        sum += ludc_view(r, state, (size_t)pips, i) != 0;
    for (uint32_t i = 0; sum && i < n; i++)
        out_printf(out, "%s%ld", i ? " " : "  [", (long)ludc_view(r, state, (size_t)pips, i));
    out_puts(out, sum ? "]" : "");
}

static bool step(Tally *t, void *state)
{
    const Play *play = t->data;
    const ludc_reasoner *r = t->r;
    unsigned mover = ludc_mover(r, state);
    ludc_move move;
    if (!choose(t, state, mover, &move))
        return false;
    out_printf(play->trace, "%u ", mover);
    print_move(r, state, move, NULL, play->trace);
    Out thrown = {0};
    print_throw(r, state, &thrown);
    play_lots(t, state, move);
    out_printf(play->trace, "%s\n", thrown.n ? thrown.text : "");
    out_free(&thrown);
    return true;
}

uint32_t play_traced(Tally *t, void *state)
{
    Play *play = t->data;
    uint32_t made = 0;
    play->listed.valid = false;
    ludc_chooser_begin(play->chooser, state);
    out_printf(play->trace, "playout %llu\n", (unsigned long long)t->playouts + 1);
    while (made < t->limit && (ludc_joint(t->r) ? joint_step(t, state) : step(t, state)))
        made++;
    print_result(t, state, play->trace);
    play->code = stream_out(play->trace);
    if (play->code)
        t->want = 0;
    return made;
}

/* A move of each player, drawn and looked up; false if one has none, or it is refused. */
static bool checked_step(Tally *t, void *state)
{
    const ludc_reasoner *r = t->r;
    ludc_move chosen[MAX_PLAYERS] = {0};
    if (!r->joint) {
        if (!choose(t, state, ludc_mover(r, state), chosen))
            return false;
        ludc_chooser_played(((Play *)t->data)->chooser, state, ludc_mover(r, state), *chosen);
        return ludc_apply_random(r, state, *chosen, &t->rng, NULL) == LUDC_OK;
    }
    return choose_all(t, state, chosen) && ludc_apply_joint(r, state, chosen, NULL) == LUDC_OK;
}

uint32_t play_checked(Tally *t, void *state)
{
    Play *play = t->data;
    uint32_t made = 0;
    play->listed.valid = false;
    while (made < t->limit && checked_step(t, state))
        made++;
    return made;
}
