/* perft.c - ludc perft: how many sequences of moves there are. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "driver/json_text.h"
#include "base/memory.h"
#include "driver/command.h"
#include "runtime/include/ludc.h"

enum { MAX_PLAYERS = 16 };

/* One buffer for the moves and one state for each depth. */
typedef struct {
    ludc_move *move;
    size_t cap;
    void *state;
} Level;

static void need_moves(Level *level, size_t n)
{
    if (n <= level->cap)
        return;
    free(level->move);
    level->cap = n;
    level->move = malloc(n * sizeof *level->move);
    if (!level->move)
        memory_out();
}

/* Lists the moves of level->state in level->move.  Only where there may be very
 * many are they counted first. */
static size_t list_moves(const ludc_reasoner *r, Level *level)
{
    enum { MANY = 1 << 16 };
    need_moves(level, r->max_moves <= MANY ? r->max_moves : ludc_moves(r, level->state, NULL));
    return ludc_moves(r, level->state, level->move);
}

static uint64_t perft(const ludc_reasoner *r, Level *level, uint64_t depth);

/* Joint games: one move of each player from `player` on is added to move[]; then
 * the step is made.  At depth 1 nothing needs to be made. */
static uint64_t perft_joint(const ludc_reasoner *r, Level *level, uint64_t depth, unsigned player, ludc_move *move)
{
    if (player > r->players) {
        ludc_copy(r, level[1].state, level->state);
        return ludc_apply_joint(r, level[1].state, move, NULL) == LUDC_OK ? perft(r, level + 1, depth - 1) : 0;
    }
    size_t n = ludc_moves_of(r, level->state, player, NULL);
    if (depth == 1)
        return n && player < r->players ? n * perft_joint(r, level, depth, player + 1, move) : n;
    ludc_move *list = malloc((n + 1) * sizeof *list);
    if (!list)
        memory_out();
    ludc_moves_of(r, level->state, player, list);
    uint64_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        move[player - 1] = list[i];
        sum += perft_joint(r, level, depth, player + 1, move);
    }
    free(list);
    return sum;
}

/* Sequences of `depth` moves from level[0].state; level[k] is k moves deeper. */
static uint64_t perft(const ludc_reasoner *r, Level *level, uint64_t depth)
{
    if (r->joint)
        return perft_joint(r, level, depth, 1, (ludc_move[MAX_PLAYERS]){0});
    if (depth == 1)
        return ludc_moves(r, level->state, NULL);
    size_t n = list_moves(r, level);
    uint64_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        ludc_copy(r, level[1].state, level->state);
        if (ludc_apply(r, level[1].state, level->move[i], NULL) == LUDC_OK)
            sum += perft(r, level + 1, depth - 1);
    }
    return sum;
}

static int count(Job *job, Level *level)
{
    const Options *o = job->options;
    const ludc_reasoner *r = job->player.reasoner;
    ludc_init(r, level[0].state);
    int code = play_moves(job, level[0].state);
    if (code)
        return code;
    json_t *nodes = json_array();
    for (uint64_t d = 1; d <= o->depth; d++) {
        double start = thread_ms();
        uint64_t n = perft(r, level, d);
        double ms = thread_ms() - start;
        if ((code = job_fault(job)))
            break;
        if (!o->json) {
            printf("perft %llu %llu\n", (unsigned long long)d, (unsigned long long)n);
            fflush(stdout);
        }
        json_array_append_new(nodes, json_pack("{s:I, s:I, s:f}", "depth", (json_int_t)d, "nodes", (json_int_t)n,
                                               "ms", ms));
    }
    if (o->json && !code) {
        json_t *all = json_pack("{s:o, s:s, s:O}", "game", json_text(r->name), "backend", job->player.backend, "perft", nodes);
        json_print(all, JSON_COMPACT);
    }
    json_decref(nodes);
    return code;
}

int cmd_perft(const Options *options)
{
    enum { MAX_DEPTH = 1000 };
    if (options->arg.n != 1)
        return usage_error(options, "one GAME, please");
    if (options->depth < 1 || options->depth > MAX_DEPTH)
        return usage_error(options, "-d takes a depth from 1 to %d", MAX_DEPTH);
    Job job;
    int code = job_begin(&job, options, options->arg.at[0], options->replay ? KEEP_ALL : options->moves.n ? KEEP_NAMES : KEEP_PLAY);
    job.functions = options->moves.n || options->replay ? 0 : FN_STEPS;
    if (!code)
        code = job_play(&job);
    if (!code) {
        Level level[MAX_DEPTH + 1] = {{0}};
        for (uint64_t i = 0; i <= options->depth; i++)
            if (!(level[i].state = calloc(1, ludc_state_size(job.player.reasoner))))
                memory_out();
        code = count(&job, level);
        for (uint64_t i = 0; i <= options->depth; i++) {
            free(level[i].state);
            free(level[i].move);
        }
    }
    job_end(&job);
    return code;
}
