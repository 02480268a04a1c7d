/* survey_items.c - rules, ends, phases and pieces that come up in random games. */
#include "driver/survey/survey_items.h"

#include <string.h>

#include "runtime/include/ludc.h"

/* ---- what there is -------------------------------------------------------------------------- */

static bool same_span(Span a, Span b) { return a.lo == b.lo && a.hi == b.hi; }

/* The item of the ludeme at a span: rules that were made of one ludeme are one. */
static size_t rule_item(Job *job, Items *items, Span at)
{
    for (size_t i = 0; i < items->n; i++)
        if (same_span(items->at[i].at, at))
            return i;
    vec_push(job->session->arena, items, (Item){.at = at});
    return items->n - 1;
}

static void find_rules(Job *job, Watch *w)
{
    const IrGame *game = job->game;
    IrCode *code = ARENA_ARRAY(job->session->arena, IrCode, game->fn.n + 1);
    ir_codes_by_fn(game, code);
    for (size_t i = 0; i < game->fn.n; i++) {
        const IrFn *fn = game->fn.at[i];
        if (code[i].size == 0)
            continue;
        RuleCodes rule = {.base = code[i].base, .size = code[i].size, .item = SIZE_MAX};
        if (fn->at.hi > fn->at.lo)
            rule.item = rule_item(job, &w->s->rule, fn->at);
        else
            rule.forced = !game->joint && fn->exempt;
        vec_push(job->session->arena, &w->rule, rule);
    }
}

/* Items from a table of `wide` numbers each, the first two a span. */
static void find_places(Job *job, Items *items, const char *data, size_t wide, const char *labels)
{
    const IrData *place = ir_data_find(job->game, data);
    const int space = labels ? ir_space_find(job->game, labels) : -1;
    for (size_t i = 0; place && i < place->n / wide; i++) {
        const int32_t *at = place->value + wide * i;
        Item item = {.at = {(uint32_t)at[0], (uint32_t)at[1]}, .named = wide > 2 && at[2]};
        if (space >= 0 && job->game->space.at[space].label)
            item.name = job->game->space.at[space].label[i];
        vec_push(job->session->arena, items, item);
    }
}

void survey_items_find(Job *job, Watch *w)
{
    Survey *s = w->s;
    find_rules(job, w);
    find_places(job, &s->end, "mark place", 2, NULL);
    find_places(job, &s->phase, "phase place", 2, "phase name");
    find_places(job, &s->piece, "piece place", 3, "piece");
    w->mark = ludc_view_find(w->r, "mark");
    w->phase = ludc_view_find(w->r, "phase");
    w->what = ludc_view_find(w->r, "what");
    w->end_type = ludc_view_find(w->r, TURN_LIMIT_VIEW);
    w->sites = w->what >= 0 ? w->r->view_item[w->what].size : 0;
    w->unseen = w->sites ? s->piece.n : 0;
    w->here = ARENA_ARRAY(job->session->arena, bool, s->rule.n + s->phase.n + 1);
}

/* ---- what comes up ----------------------------------------------------------------------------- */

static void meet(Watch *w, Item *item, size_t here)
{
    item->games += !w->here[here];
    w->here[here] = true;
}

void survey_watch_begin(Watch *w) { memset(w->here, 0, (w->s->rule.n + w->s->phase.n) * sizeof *w->here); }

static void look_for_pieces(Watch *w)
{
    for (uint32_t site = 0; site < w->sites; site++) {
        const int32_t what = w->r->view(w->r, w->state, (uint32_t)w->what, site);
        if (what < 0 || (size_t)what >= w->s->piece.n || w->s->piece.at[what].games)
            continue;
        w->s->piece.at[what].games = 1;
        w->unseen--;
    }
}

void survey_watch_state(Watch *w)
{
    if (w->unseen)
        look_for_pieces(w);
    if (w->phase < 0 || !w->s->phase.n)
        return;
    const int32_t phase = w->r->view(w->r, w->state, (uint32_t)w->phase, w->r->mover(w->r, w->state));
    if (phase >= 0 && (size_t)phase < w->s->phase.n)
        meet(w, &w->s->phase.at[phase], w->s->rule.n + (size_t)phase);
}

static const RuleCodes *rule_of(const Watch *w, uint32_t move)
{
    size_t low = 0, high = w->rule.n;
    while (high - low > 1) {
        const size_t middle = (low + high) / 2;
        if (w->rule.at[middle].base <= move)
            low = middle;
        else
            high = middle;
    }
    return &w->rule.at[low];
}

void survey_watch_moves(Watch *w, unsigned player, uint32_t n)
{
    bool chooses = false;
    for (uint32_t i = 0; i < n && w->rule.n; i++) {
        const RuleCodes *rule = rule_of(w, w->move[i]);
        chooses |= !rule->forced;
        if (rule->item != SIZE_MAX)
            meet(w, &w->s->rule.at[rule->item], rule->item);
    }
    if (player < 1 || player > MAX_PLAYERS)
        return;
    w->s->turns[player - 1]++;
    w->s->free[player - 1] += chooses;
}

void survey_watch_end(Watch *w, bool over)
{
    Survey *s = w->s;
    if (!over)
        return;
    if (w->end_type >= 0 && w->r->view(w->r, w->state, (uint32_t)w->end_type, 0)) {
        s->by_turns++;
        return;
    }
    bool marked = false;
    for (size_t i = 0; w->mark >= 0 && i < s->end.n; i++) {
        const bool by = w->r->view(w->r, w->state, (uint32_t)w->mark, (uint32_t)i) != 0;
        s->end.at[i].games += by;
        marked |= by;
    }
    s->unmarked += !marked;
}
