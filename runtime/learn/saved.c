/* saved.c - a training between two episodes as bytes.
 *
 * A head, then each player's buffer, then the learner.  The head has a hash of all that follows, so that bytes that were cut or changed are refused. */
#include <stdlib.h>
#include <string.h>

#include "runtime/game.h"
#include "runtime/learn/train.h"
#include "runtime/valid.h"

typedef struct {
    char mark[8]; /* "ludclrn1" */
    uint64_t size, hash, game, state_size, seed, episodes, learner;
    uint32_t players, zero;
} Head;

typedef struct {
    uint32_t n, next;
} SavedBuffer;

typedef struct {
    double priority;
    ludc_feature_move last;
    uint32_t mover, n, length, zero;
} SavedTuple;

static const char mark[8] = "ludclrn1";

static uint64_t hash_of(const char *bytes, size_t n)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}

/* What stands behind the head of a tuple. */
static size_t body_of(const ludc_train *t, uint32_t n)
{
    return t->state_size + t->players * sizeof(double) + (size_t)n * (sizeof(ludc_move) + sizeof(float));
}

/* ---- saved ------------------------------------------------------------------------------ */

size_t ludc_train_saved_size(const ludc_train *t)
{
    if (!t)
        return 0;
    size_t size = sizeof(Head) + t->players * sizeof(SavedBuffer) + t->learner->saved_size(t->learner);
    for (unsigned p = 0; p < t->players; p++)
        for (uint32_t i = 0; i < t->buffer[p].n; i++)
            size += sizeof(SavedTuple) + body_of(t, t->buffer[p].at[i]->t.n);
    return size;
}

static char *put(char *at, const void *from, size_t n)
{
    memcpy(at, from, n);
    return at + n;
}

static char *put_tuple(const ludc_train *t, const Tuple *tuple, char *at)
{
    SavedTuple head;
    memset(&head, 0, sizeof head); /* what lies between the fields too */
    head.priority = tuple->priority;
    head.last = tuple->t.last;
    head.mover = tuple->t.mover;
    head.n = tuple->t.n;
    head.length = tuple->t.length;
    at = put(at, &head, sizeof head);
    at = put(at, tuple->t.state, t->state_size);
    at = put(at, tuple->t.payoff, t->players * sizeof(double));
    at = put(at, tuple->t.moves, head.n * sizeof(ludc_move));
    return put(at, tuple->t.share, head.n * sizeof(float));
}

ludc_status ludc_train_save(const ludc_train *t, void *out)
{
    if (!t || !out)
        return LUDC_USAGE;
    char *at = (char *)out + sizeof(Head);
    for (unsigned p = 0; p < t->players; p++) {
        const Buffer *b = &t->buffer[p];
        const SavedBuffer head = {b->n, b->next};
        at = put(at, &head, sizeof head);
        for (uint32_t i = 0; i < b->n; i++)
            at = put_tuple(t, b->at[i], at);
    }
    t->learner->save(t->learner, at);
    Head head = {.size = ludc_train_saved_size(t), .game = ludc_game_hash(t->r), .state_size = t->state_size, .seed = t->seed,
                 .episodes = t->episodes, .learner = t->learner->saved_size(t->learner), .players = t->players};
    memcpy(head.mark, mark, sizeof mark);
    head.hash = hash_of((char *)out + sizeof head, head.size - sizeof head);
    memcpy(out, &head, sizeof head);
    return LUDC_OK;
}

/* ---- restored ------------------------------------------------------------------------------ */

/* What is left of the bytes. */
typedef struct {
    const char *at, *end;
} Bytes;

static bool get(Bytes *in, void *out, size_t n)
{
    if ((size_t)(in->end - in->at) < n)
        return false;
    memcpy(out, in->at, n);
    in->at += n;
    return true;
}

static ludc_status get_tuple(const ludc_train *t, Bytes *in, Buffer *b, unsigned player)
{
    SavedTuple head;
    if (!get(in, &head, sizeof head) || head.mover != player || head.n > t->room || (size_t)(in->end - in->at) < body_of(t, head.n))
        return LUDC_WRONG;
    const char *state = in->at, *payoff = state + t->state_size, *moves = payoff + t->players * sizeof(double);
    if (!ludc_valid_bytes(t->r, state))
        return LUDC_WRONG;
    ludc_learn_tuple tuple = {.state = state, .last = head.last, .mover = head.mover, .n = head.n, .moves = t->moves,
                              .share = t->share, .length = head.length};
    memcpy(t->moves, moves, head.n * sizeof(ludc_move));
    memcpy(t->share, moves + head.n * sizeof(ludc_move), head.n * sizeof(float));
    for (uint32_t i = 0; i < head.n; i++)
        if (t->moves[i] >= t->r->codes)
            return LUDC_WRONG;
    Tuple *kept = buffer_tuple_new(&tuple, t->state_size, t->players);
    if (!kept)
        return LUDC_IO;
    memcpy((double *)(uintptr_t)kept->t.payoff, payoff, t->players * sizeof(double));
    kept->priority = head.priority;
    b->at[b->n++] = kept;
    in->at += body_of(t, head.n);
    return LUDC_OK;
}

static ludc_status get_buffer(const ludc_train *t, Bytes *in, Buffer *b, unsigned player)
{
    SavedBuffer head = {0, 0};
    if (!buffer_open(b, t->o.buffer))
        return LUDC_IO;
    ludc_status status = get(in, &head, sizeof head) && head.n <= b->room && head.next < b->room ? LUDC_OK : LUDC_WRONG;
    for (uint32_t i = 0; !status && i < head.n; i++)
        status = get_tuple(t, in, b, player);
    b->next = head.next;
    return status;
}

static bool fits(const ludc_train *t, const Head *head, const char *bytes, size_t size)
{
    return !memcmp(head->mark, mark, sizeof mark) && head->size == size && head->game == ludc_game_hash(t->r) &&
           head->state_size == t->state_size && head->seed == t->seed && head->players == t->players &&
           head->learner <= size - sizeof *head && head->hash == hash_of(bytes + sizeof *head, size - sizeof *head);
}

ludc_status ludc_train_restore(ludc_train *t, const void *saved, size_t size)
{
    Head head;
    Buffer buffer[TRAIN_ROLES] = {{0}};
    if (!t || !saved)
        return LUDC_USAGE;
    if (size < sizeof head)
        return LUDC_WRONG;
    memcpy(&head, saved, sizeof head);
    if (!fits(t, &head, saved, size))
        return LUDC_WRONG;
    Bytes in = {(const char *)saved + sizeof head, (const char *)saved + size};
    ludc_status status = LUDC_OK;
    for (unsigned p = 0; p < t->players && !status; p++)
        status = get_buffer(t, &in, &buffer[p], p + 1);
    if (!status)
        status = (size_t)(in.end - in.at) == head.learner ? t->learner->restore(t->learner, in.at, head.learner) : LUDC_WRONG;
    for (unsigned p = 0; p < t->players; p++) {
        buffer_close(status ? &buffer[p] : &t->buffer[p]);
        if (!status)
            t->buffer[p] = buffer[p];
    }
    if (!status) {
        t->episodes = head.episodes;
        train_forget(t);
    }
    return status;
}
