/* search.c - searches: made, begun, run for a while. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/game.h"
#include "runtime/search/features.h"
#include "runtime/search/alphabeta.h"
#include "runtime/search/amaf.h"
#include "runtime/search/chance.h"
#include "runtime/search/dag.h"
#include "runtime/search/eval.h"
#include "runtime/search/implicit.h"
#include "runtime/search/leaves.h"
#include "runtime/search/memory.h"
#include "runtime/search/playout.h"
#include "runtime/search/prior.h"
#include "runtime/search/search.h"
#include "runtime/search/shared.h"
#include "runtime/search/threads.h"

/* ---- making one --------------------------------------------------------------------- */

static const char *fault(const ludc_search_options *o)
{
    if (o->agent >= LUDC_AGENTS)
        return "there is no such agent";
    if (!(o->c >= 0) || !(o->c < 1e6))
        return "c is not a number from 0 on";
    if (!(o->gamma >= 0 && o->gamma <= 1))
        return "gamma is not in [0, 1]";
    if (o->agent == LUDC_AGENT_MMCTS && (!o->size || !o->top || o->top > 256 || !(o->tau > 0) ||
                                         !(o->lambda >= 0 && o->lambda <= 1) || o->phi >= LUDC_PLANES_KEY))
        return "size, top and tau begin above 0, top ends at 256, lambda is in [0, 1]";
    if (!o->leaves || o->leaves > 65536 || !o->playouts || o->lanes > LUDC_LANES_OFF)
        return "leaves and playouts begin at 1, leaves end at 65536";
    if (o->dag && o->leaves > 1)
        return "where positions are shared what is lost on one way would be seen on all: dag=1 goes with leaves=1";
    if (!(o->alpha >= 0 && o->alpha <= 1) || o->backup > LUDC_BACKUP_IMPLICIT)
        return "backup is mean or implicit, alpha is in [0, 1]";
    if (implicit_wanted(o) && o->dag)
        return "minimax values are those of a tree: backup=implicit goes with dag=0";
    if (!(o->bias >= 0) || !(o->history >= 0) || !(o->progressive >= 0))
        return "bias, history and progressive begin at 0";
    if (amaf_wanted(o) && (o->leaves > 1 || o->playouts > 1 || o->playout))
        return "grave, history and progressive count the moves of playouts, one at a time: leaves=1, playouts=1, playout=uniform";
    if (o->playout >= LUDC_PLAYOUTS || !(o->epsilon >= 0 && o->epsilon <= 1) || !(o->temp >= 0))
        return "playout is one of those named, epsilon in [0, 1], temp 0 or more";
    if (!(o->noise >= 0))
        return "noise begins at 0";
    if (!o->expand || !o->threads || o->threads > 256)
        return "expand and threads begin at 1, and threads end at 256";
    if (o->parallel > 1)
        return "parallel is root or tree";
    return shared_fault(o);
}

/* Room for the moves of one state; of a rule sheet all roles'. */
bool search_take_lists(ludc_search *s)
{
    const ludc_reasoner *r = s->r;
    s->room = (size_t)r->max_moves + 1;
    if (r->joint)
        s->room = (size_t)r->max_moves * s->players + s->players;
    s->list = malloc(s->room * sizeof *s->list);
    s->seen = calloc(r->codes / 64 + 1, sizeof *s->seen);
    s->root = aligned_alloc(64, ((size_t)r->state_size + 63) / 64 * 64);
    s->state = aligned_alloc(64, ((size_t)r->state_size + 63) / 64 * 64);
    if (r->joint) {
        s->joint_slot = malloc((size_t)MAX_DEPTH * s->players * sizeof *s->joint_slot);
        s->joint_chance = malloc((size_t)MAX_DEPTH * s->players * sizeof *s->joint_chance);
        s->chance = malloc(s->room * sizeof *s->chance);
    }
    return s->list && s->seen && s->root && s->state &&
           (!r->joint || (s->joint_slot && s->joint_chance && s->chance));
}

void search_free_lists(ludc_search *s)
{
    free(s->list);
    free(s->seen);
    free(s->root);
    free(s->state);
    free(s->joint_slot);
    free(s->joint_chance);
    free(s->chance);
}

/* The tree's memory is what the option gives less what everything else takes. */
static bool take_tree(ludc_search *s)
{
    const ludc_reasoner *r = s->r;
    bool shared = shared_wanted(&s->o);
    uint64_t bytes = s->o.memory / (shared ? 1 : s->o.threads);
    uint64_t others = sizeof *s + 4 * (uint64_t)s->room + r->codes / 8 + threads_bytes(s);
    if (r->joint)
        others += (uint64_t)MAX_DEPTH * s->players * 8 + 8 * (uint64_t)s->room;
    bool remembers = s->o.agent == LUDC_AGENT_MMCTS;
    others += remembers ? memory_bytes(s) : 0;
    if (leaves_wanted(s) && !s->leaves && !(s->leaves = leaves_new(s)))
        return false;
    others += s->leaves ? leaves_bytes(s) + s->leaves->lanes.memory : 0;
    s->constant = s->players == 2 && !s->broken;
    uint32_t kept = s->constant ? 1 : s->players;
    uint32_t extra = remembers ? memory_columns(kept) : s->select->extra, joint = r->joint ? search_joint_extra((ludc_joint_rule)s->o.joint) : 0;
    if (amaf_wanted(&s->o) && !s->amaf && !(s->amaf = amaf_new(s)))
        return false;
    others += s->amaf ? amaf_bytes(s) : 0;
    if (s->o.dag && !s->dag && !(s->dag = dag_new(s, bytes)))
        return false;
    others += s->dag ? dag_bytes(s, s->dag) : 0;
    if (s->way == WAY_NODES && !s->chances && !(s->chances = chance_new(r)))
        return false;
    others += s->chances ? chance_bytes(r) : 0;
    bool bounds = s->o.solver && s->way != WAY_LOTS;
    if (remembers && !s->memory && !(s->memory = memory_new(s)))
        return false;
    if (r->joint && !s->others.room && !others_init(&s->others, s->players, bytes / 64))
        return false;
    others += others_bytes(&s->others);
    others += s->eval ? eval_bytes(s) : 0;
    extra = extra > joint ? extra : joint;
    bool priors = prior_wanted(s), implicit = implicit_wanted(&s->o);
    if (implicit && !s->mixed && !(s->mixed = calloc(1, implicit_bytes(s))))
        return false;
    others += s->mixed ? implicit_bytes(s) : 0;
    const TreeShape shape = {.kept = kept, .tail = r->joint ? s->players : 0, .extra = extra + priors + (implicit ? kept : 0),
                             .bounds = bounds, .narrow = r->codes <= UINT16_MAX, .edges = r->joint || s->way == WAY_LOTS,
                             .buckets = s->way == WAY_LOTS, .tables = s->o.agent == LUDC_AGENT_GRAVE, .graph = s->dag != NULL, .shared = shared};
    tree_free(&s->tree);
    if (bytes <= others || !tree_init(&s->tree, bytes - others, &shape))
        return false;
    s->priors = priors ? s->tree.extra + extra : 0;
    s->defers = priors && s->eval && s->eval->by.evaluate;
    return true;
}

static void take_numbers(ludc_search *s)
{
    const ludc_reasoner *r = s->r;
    /* payoffs are goals of 100, or ranks of which there are halves */
    uint32_t part = r->joint ? 100 : s->players > 1 ? 2 * (s->players - 1) : 1;
    s->unit = UINT8_MAX / part * part;
    for (uint32_t i = 0; i < LOG_STEPS; i++)
        s->log[i] = i ? (float)log(i) : 0;
}

/* Where no playout was ever too long. */
static uint32_t longest_slice(const ludc_reasoner *r)
{
    /* `fill` plays whole games or none, and its games end */
    return r->plan && !strcmp(r->plan, "fill") ? UINT32_MAX : PLAYOUT_SLICE;
}

ludc_search *ludc_search_new(const ludc_reasoner *r, const ludc_search_options *options, uint64_t seed,
                             ludc_error *error)
{
    const char *why = !r || !options ? "a reasoner and options are needed" : fault(options);
    if (!why && !search_fits(r, options))
        why = "this search was compiled for another game or another agent";
    if (!why && options->agent == LUDC_AGENT_MMCTS && (!r->observe || !r->words[options->phi])) {
        ludc_error_set(error, LUDC_UNSUPPORTED, "", options->phi ? "the game has no nodes for phi=all"
                                                                  : "the game offers no planes for phi=base");
        return NULL;
    }
    if (!why && amaf_wanted(options) && !trail_possible(r)) {
        ludc_error_set(error, LUDC_UNSUPPORTED, "", "the game has too many moves for statistics over all of them");
        return NULL;
    }
    if (!why && implicit_wanted(options) && r->apply_random && !(options->chance == LUDC_CHANCE_NODES && r->apply_lots)) {
        ludc_error_set(error, LUDC_UNSUPPORTED, "", "an open loop has no minimax values: where lots are drawn backup=implicit goes with chance=nodes");
        return NULL;
    }
    if (!why && options->playout == LUDC_PLAYOUT_FAST && (!r->observe || !r->words[LUDC_PLANES_STATE])) {
        ludc_error_set(error, LUDC_UNSUPPORTED, "", "the game offers no planes for playout=fast");
        return NULL;
    }
    if (!why && options->noise > 0 && r->apply_random && !(options->chance && r->apply_lots)) {
        ludc_error_set(error, LUDC_UNSUPPORTED, "", "noise is for priors, which moves have not where lots are an open loop");
        return NULL;
    }
    ludc_search *s = why ? NULL : calloc(1, sizeof *s);
    if (why) {
        ludc_error_set(error, LUDC_USAGE, "", why);
        return NULL;
    }
    bool made = s != NULL;
    if (made) {
        s->r = r;
        s->o = *options;
        s->seed = seed;
        s->players = r->players;
        s->way = !r->apply_random ? WAY_TURNS : s->o.chance == LUDC_CHANCE_NODES && r->apply_lots ? WAY_NODES : WAY_LOTS;
        if (s->way == WAY_LOTS)
            s->o.chance = LUDC_CHANCE_OPEN;
        s->slice = longest_slice(r);
        s->o.solver = s->o.solver && s->way != WAY_LOTS;
        s->o.dag = s->o.dag && s->way == WAY_TURNS && s->o.agent != LUDC_AGENT_FLAT;
        s->select = search_select_of(&s->o);
        s->kernel = kernel_ucb();
        take_numbers(s);
        made = search_take_lists(s) && (!s->select || take_tree(s)) && threads_new(s);
        if (made && s->o.agent == LUDC_AGENT_ALPHABETA)
            made = (s->deep = alphabeta_new(s)) != NULL;
    }
    if (!made) {
        ludc_search_free(s);
        ludc_error_set(error, LUDC_IO, "", "there is too little memory for the search");
        return NULL;
    }
    return s;
}

ludc_status ludc_search_reseed(ludc_search *s, uint64_t seed)
{
    if (!s)
        return LUDC_USAGE;
    s->seed = seed;
    s->slice = longest_slice(s->r);
    s->sweep = 0;
    features_renew(s);
    ludc_status status = s->broken ? search_keep(s, false) : LUDC_OK;
    return status ? status : threads_reseed(s);
}

void ludc_search_free(ludc_search *s)
{
    if (!s)
        return;
    threads_free(s);
    tree_free(&s->tree);
    others_free(&s->others);
    memory_free(s->memory);
    amaf_free(s->amaf);
    chance_free(s->chances);
    free(s->mixed);
    alphabeta_free(s->deep);
    dag_free(s->dag);
    leaves_free(s->leaves);
    eval_free(s->eval);
    features_free(s->features);
    search_free_lists(s);
    free(s);
}

/* ---- a position ------------------------------------------------------------------------ */

static void forget(ludc_search *s)
{
    s->iterations = s->playouts = s->depth_sum = s->dropped = 0;
    s->depth_max = 0;
    s->proved = false;
    if (s->select)
        tree_clear(&s->tree, search_open(s));
    others_clear(&s->others);
    if (s->dag)
        dag_clear(s->dag);
    if (s->memory)
        memory_clear(s->memory);
    if (s->leaves && s->leaves->by)
        playouts_clear(s->leaves->by);
}

ludc_status search_take_lanes(ludc_search *s, const ludc_search_lanes *lanes)
{
    if (!s->leaves && lanes && !(s->leaves = leaves_new(s)))
        return LUDC_IO;
    if (!s->leaves)
        return LUDC_OK;
    free(s->leaves->memory);
    s->leaves->memory = NULL;
    s->leaves->lanes = lanes ? *lanes : (ludc_search_lanes){0};
    if (lanes && !(s->leaves->memory = aligned_alloc(64, (lanes->memory + 63) / 64 * 64 + 64)))
        return LUDC_IO;
    if (!take_tree(s))
        return LUDC_IO;
    forget(s);
    return LUDC_OK;
}

/* The root of the tree is given its children. */
static ludc_status open_root(ludc_search *s)
{
    Place root = {0, 0};
    s->over = s->r->over(s->r, s->root) != 0;
    if (!s->select || s->over || *tree_link(&s->tree, root) || s->defers) {
        prior_noise(s); /* of children that were kept */
        return LUDC_OK;
    }
    memcpy(s->state, s->root, s->r->state_size);
    if (search_expand(s, root)) {
        prior_noise(s);
        return LUDC_OK;
    }
    s->over = !s->tree.full;
    return s->over ? LUDC_OK : LUDC_IO;
}

ludc_status ludc_search_begin(ludc_search *s, const void *state)
{
    if (!s || !state)
        return LUDC_USAGE;
    if (s->o.playout == LUDC_PLAYOUT_FEATURES && !s->features)
        return LUDC_UNSUPPORTED;
    if (s->select && s->o.lanes == LUDC_LANES_ON && !(s->leaves && s->leaves->lanes.playouts))
        return LUDC_UNSUPPORTED;
    memcpy(s->root, state, s->r->state_size);
    features_root(s, NULL);
    s->rng = s->seed;
    s->seconds = 0;
    forget(s);
    ludc_status status = open_root(s);
    if (s->deep)
        return alphabeta_begin(s->deep, false);
    return status ? status : threads_begin(s, state);
}

ludc_status search_keep(ludc_search *s, bool all)
{
    s->broken = all;
    if (!take_tree(s))
        return LUDC_IO;
    forget(s);
    return LUDC_OK;
}

ludc_status search_keep_all(ludc_search *s)
{
    if (search_keep(s, true))
        return LUDC_IO;
    s->rng = s->seed;
    return open_root(s);
}

/* Makes the child that a step leads to the root; false: the tree has it not. */
static bool move_root(ludc_search *s, const ludc_move *moves, const void *state)
{
    Tree *t = &s->tree;
    Place root = {0, 0}, child = {0, 0};
    uint32_t block = *tree_link(t, root), mover = block ? tree_mover(t, block) : 0;
    if (!block || block == TREE_OVER || s->way == WAY_LOTS)
        return false;
    if (mover) {
        uint32_t i = 0, n = tree_count(t, block);
        while (i < n && tree_move(t, (Place){block, i}) != moves[mover - 1])
            i++;
        child = (Place){block, i};
        if (i == n)
            return false;
    } else {
        child = (Place){search_edge_find(s, block, moves), 0};
        if (!child.block)
            return false;
    }
    if (s->way == WAY_NODES && !chance_follow(s, &child, state))
        return false;
    if (!*tree_visits(t, child))
        return false;
    tree_copy_slot(t, root, child);
    *tree_link(t, root) = *tree_link(t, child);
    *tree_link(t, child) = 0;
    tree_sweep(t, 0);
    if (s->dag)
        dag_rebuild(s);
    return true;
}

ludc_status ludc_search_advance(ludc_search *s, const ludc_move *moves, const void *state)
{
    if (!s || !moves || !state)
        return LUDC_USAGE;
    const ludc_feature_move last = features_advance(s, moves);
    bool kept = s->deep ? s->o.reuse : s->select && s->o.reuse && !s->helper && move_root(s, moves, state);
    if (!kept) {
        ludc_status status = ludc_search_begin(s, state);
        if (s->features)
            ludc_search_features_from(s, &last);
        return status;
    }
    features_root(s, &last);
    memcpy(s->root, state, s->r->state_size);
    s->iterations = s->playouts = s->depth_sum = s->dropped = 0;
    s->depth_max = 0;
    s->seconds = 0;
    if (s->deep) {
        s->proved = false;
        s->over = s->r->over(s->r, s->root) != 0;
        return alphabeta_begin(s->deep, true);
    }
    s->proved = s->o.solver && search_bounds_closed(s, (Place){0, 0});
    return open_root(s);
}

/* ---- running ------------------------------------------------------------------------------- */

/* Seconds a word, before one was measured. */
static const double usual_sweep = 4e-9;

void search_make_room(ludc_search *s)
{
    double began = isinf(s->end) ? 0 : search_clock();
    uint32_t before = s->tree.used;
    s->sated = s->sated || s->o.stop || began + before * (s->sweep > 0 ? s->sweep : usual_sweep) > s->end;
    if (s->sated) {
        s->tree.full = false;
        return;
    }
    tree_sweep(&s->tree, tree_least(&s->tree));
    if (s->dag)
        dag_rebuild(s);
    s->dropped += s->tree.used < before;
    double each = isinf(s->end) ? 0 : (search_clock() - began) / before;
    s->sweep = each > s->sweep ? each : s->sweep;
}

static ludc_status iterate(ludc_search *s, uint64_t count)
{
    for (uint64_t i = 0; i < count && !s->proved && !s->late;) {
        uint32_t done = s->leaves ? leaves_round(s, count - i) : 1;
        if (!s->leaves)
            search_iterate(s);
        if (!done)
            return s->leaves->fault;
        i += done;
        if (s->tree.full)
            search_make_room(s);
        if (s->broken && s->constant) {
            if (search_keep_all(s))
                return LUDC_IO;
            i = 0;
        }
        if (s->o.solver && search_bounds_closed(s, (Place){0, 0}))
            s->proved = true;
    }
    return LUDC_OK;
}

uint64_t search_part(ludc_search *s, uint64_t some, double took, double rest)
{
    uint64_t part = took < 5e-4 ? 2 * some : took > 2e-3 && some > 1 ? some / 2 : some;
    if (took > 2e-3 && some == 1 && rest < INFINITY && s->slice > PLAYOUT_SLICE / 16 && s->slice < UINT32_MAX)
        s->slice /= 2;
    double fit = took > 0 ? rest * (double)some / took : (double)part;
    return (double)part <= fit ? part : fit > 1 ? (uint64_t)fit : 1;
}

/* Looks at the clock, and at who may stop it, about every millisecond. */
static ludc_status until(ludc_search *s, uint64_t iterations, double end)
{
    uint64_t part = s->o.leaves;
    ludc_status status = LUDC_OK;
    double now = search_clock();
    while (iterations && now < end && !s->proved && !s->late && !status && !search_stopped(s)) {
        uint64_t some = part < iterations ? part : iterations;
        status = iterate(s, some);
        iterations -= some;
        double then = now;
        now = search_clock();
        if (!isinf(end))
            part = search_part(s, some, now - then, end - now);
        else /* whole rounds, that a count gives one result */
            part = now - then < 5e-4 ? part * 2 : now - then > 2e-3 && part > s->o.leaves ? part / 2 : part;
    }
    return status;
}

ludc_status search_run_one(ludc_search *s, uint64_t iterations, double end)
{
    double began = search_used();
    s->end = end;
    s->late = s->sated = false;
    ludc_status status = isinf(end) && !s->watched_run ? iterate(s, iterations) : until(s, iterations, end);
    s->seconds += search_used() - began;
    return status;
}

void ludc_search_watch(ludc_search *s, ludc_search_watcher *watcher, void *data)
{
    if (!s)
        return;
    s->watcher = watcher;
    s->watched = data;
}

ludc_status ludc_search_run(ludc_search *s, uint64_t iterations, double seconds)
{
    if (!s || (!iterations && !(seconds > 0)))
        return LUDC_USAGE;
    if (s->over || (!s->select && !s->deep))
        return LUDC_OK;
    s->watched_run = s->watcher != NULL;
    atomic_store(&s->stop, false);
    double end = seconds > 0 ? search_clock() + seconds : INFINITY;
    if (s->deep) {
        s->end = end;
        double began = search_used();
        ludc_status status = alphabeta_run(s->deep, iterations ? iterations : UINT64_MAX, end);
        s->seconds += search_used() - began;
        return status;
    }
    return threads_run(s, iterations ? iterations : UINT64_MAX, end);
}
