/* lints.c - what never comes up in random games, and games that only a limit ends. */
#include "driver/lints.h"

#include <inttypes.h>
#include <math.h>

#include "backends/tcc/tcc.h"
#include "driver/engine/engines.h"

bool lints_wanted(const Diags *diags)
{
    for (WarningId id = 0; id < WARN_COUNT; id++)
        if (warning_info(id)->played && diags_warns(diags, id))
            return true;
    return false;
}

static bool same_place(const Place *a, const Place *b)
{
    return a->source == b->source && a->span.lo == b->span.lo && a->span.hi == b->span.hi;
}

/* Where a place comes from is looked for through the text: of rules with more items nothing is said. */
enum { MOST_ITEMS = 400 };

/* Did what stands there come up nowhere?  A define that is used twice stands for two items. */
static bool never_there(const Items *items, const Place *at, size_t which)
{
    for (size_t i = 0; i < items->n; i++)
        if (items->at[i].games && same_place(&at[i], &at[which]))
            return false;
    return true;
}

/* Does it stand in a phase that nobody comes to, which is said already? */
static bool in_unentered(const Survey *s, Span at)
{
    for (size_t i = 0; i < s->phase.n; i++) {
        const Span phase = s->phase.at[i].at;
        if (!s->phase.at[i].games && at.lo >= phase.lo && at.hi <= phase.hi)
            return true;
    }
    return false;
}

/* Items of the game's own text that never came up; what the shipped defines hold is not the author's. */
static void file_unused(Job *job, const Survey *s, const Items *items, WarningId id, const char *what)
{
    const uint64_t games = s->games;
    if (items->n > MOST_ITEMS)
        return;
    Place *place = ARENA_ARRAY(job->session->arena, Place, items->n + 1);
    for (size_t i = 0; i < items->n; i++)
        place[i] = source_resolve(job->session->sources, items->at[i].at);
    for (size_t i = 0; i < items->n; i++) {
        const Item *item = &items->at[i];
        if (item->games || item->named || place[i].source != job->source || !never_there(items, place, i))
            continue;
        if (items != &s->phase && in_unentered(s, item->at))
            continue;
        if (item->name)
            diag_warning(job->session->diags, id, item->at, "%s `%s` in any of %" PRIu64 " random games", what, item->name, games);
        else
            diag_warning(job->session->diags, id, item->at, "%s in any of %" PRIu64 " random games", what, games);
    }
}

/* The place of players, or of the rules, as the front end gives it. */
static Span place_of(const Job *job, size_t which)
{
    const IrData *place = ir_data_find(job->game, "game place");
    if (!place || place->n < 2 * which + 2)
        return (Span){0, 0};
    return (Span){(uint32_t)place->value[2 * which], (uint32_t)place->value[2 * which + 1]};
}

static void file_idle(Job *job, const Survey *s)
{
    for (unsigned p = 0; !job->game->joint && p < (unsigned)job->game->players && p < MAX_PLAYERS; p++) {
        if (s->free[p])
            continue;
        diag_warning(job->session->diags, WARN_idle_player, place_of(job, 0),
                     s->turns[p] ? "player %u never has a move but passing in %" PRIu64 " random games"
                                 : "player %u never comes to move in %" PRIu64 " random games",
                     p + 1, s->games);
    }
}

void lints_file(Job *job, const Survey *s)
{
    if (s->games && s->by_turns * 20 >= s->games)
        diag_warning(job->session->diags, WARN_turn_limit, place_of(job, 1),
                     "%" PRIu64 " of %" PRIu64 " random games are ended by the limit of turns or moves", s->by_turns, s->games);
    if (!s->complete || s->games < LINT_GAMES)
        return;
    file_unused(job, s, &s->end, WARN_unreached_end, "this is not what ends the game");
    file_unused(job, s, &s->phase, WARN_unentered_phase, "nobody comes to the phase");
    file_unused(job, s, &s->rule, WARN_unused_rule, "this gives no legal move");
    file_unused(job, s, &s->piece, WARN_unused_piece, "there is no");
    file_idle(job, s);
}

int lints_play(Job *job, uint64_t games)
{
    TccRounds rounds = {.left = LINT_ROUNDS};
    const SurveyPlan plan = {.seed = 1, .games = games, .cpu_ms = LINT_CPU_MS, .until = INFINITY, .limit = NO_LIMIT, .rounds = &rounds};
    const MakeOptions make = {.functions = FN_PLAYS, .stops = true, .rounds = &rounds};
    const Maker *maker = maker_find("tcc");
    Player player = {0};
    Survey survey;
    maker = maker ? maker : &maker_eval;
    job->game->plan &= maker->plans;
    if (!make_player(maker, job->session, job->source, job->game, &make, &player))
        return diags_exit_code(job->session->diags);
    int code = survey_run(job, &player, &plan, &survey);
    if (!code)
        lints_file(job, &survey);
    survey_free(&survey);
    player_release(&player);
    return code;
}
