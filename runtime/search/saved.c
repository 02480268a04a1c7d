/* saved.c - a search as bytes: the tree, and what was learnt beside it. */
#include <string.h>

#include "runtime/search/dag.h"
#include "runtime/search/leaves.h"
#include "runtime/search/memory.h"
#include "runtime/search/playout.h"

/* Then follow the state of the root, the moves of others, the memory of mmcts, what playouts learnt, the tree. */
typedef struct {
    uint64_t mark, game, nodes, seed, rng, iterations, playouts, depth_sum, dropped;
    uint64_t state, others, memory, taught; /* bytes of these parts */
    uint32_t used, columns, kept, depth_max, proved, over;
    ludc_search_options options;
} Saved;

#define SAVED_MARK UINT64_C(0x3265657274637564)

static Playouts *playouts_of(const ludc_search *s) { return s->leaves ? s->leaves->by : NULL; }

static Saved saved_of(const ludc_search *s)
{
    Saved head;
    memset(&head, 0, sizeof head);
    head.mark = SAVED_MARK;
    head.game = s->r->hash;
    head.nodes = s->tree.nodes;
    head.seed = s->seed;
    head.rng = s->rng;
    head.iterations = s->iterations;
    head.playouts = s->playouts;
    head.depth_sum = s->depth_sum;
    head.dropped = s->dropped;
    head.state = s->r->state_size;
    head.others = others_bytes(&s->others);
    head.memory = s->memory ? memory_saved_size(s->memory) : 0;
    head.taught = playouts_of(s) ? playouts_saved_size(playouts_of(s)) : 0;
    head.used = s->tree.used;
    head.columns = s->tree.columns;
    head.kept = s->tree.kept;
    head.depth_max = s->depth_max;
    head.proved = s->proved;
    head.over = s->over;
    memcpy(&head.options, &s->o, sizeof s->o);
    return head;
}

static size_t size_of(const Saved *head)
{
    return sizeof *head + head->state + head->others + head->memory + head->taught + (size_t)head->used * 4;
}

size_t ludc_search_saved_size(const ludc_search *s)
{
    if (!s || s->deep)
        return 0;
    search_quiet(s);
    Saved head = saved_of(s);
    return size_of(&head);
}

static unsigned char *put(unsigned char *to, const void *from, size_t size)
{
    if (size)
        memcpy(to, from, size);
    return to + size;
}

ludc_status ludc_search_save(const ludc_search *s, void *out)
{
    if (!s || !out || s->helper || !s->select)
        return LUDC_USAGE;
    search_quiet(s);
    Saved head = saved_of(s);
    unsigned char *to = out;
    to = put(to, &head, sizeof head);
    to = put(to, s->root, head.state);
    to = put(to, s->others.move, head.others);
    if (s->memory)
        memory_save(s->memory, to);
    to += head.memory;
    if (playouts_of(s))
        playouts_save(playouts_of(s), to);
    to += head.taught;
    put(to, s->tree.word, (size_t)head.used * 4);
    return LUDC_OK;
}

/* Is it of such a search?  Sizes of parts are as they will be read. */
static bool fits(const ludc_search *s, const Saved *head, size_t size)
{
    Saved now = saved_of(s);
    return head->mark == SAVED_MARK && head->game == s->r->hash && head->state == now.state && head->others == now.others &&
           head->memory == now.memory && (head->taught == now.taught || (playouts_of(s) && head->taught < size)) && size == size_of(head) &&
           memcmp(&head->options, &s->o, sizeof s->o) == 0;
}

static void take_numbers(ludc_search *s, const Saved *head)
{
    s->tree.used = head->used;
    s->tree.nodes = head->nodes;
    s->tree.full = false;
    s->seed = head->seed;
    s->rng = head->rng;
    s->iterations = head->iterations;
    s->playouts = head->playouts;
    s->depth_sum = head->depth_sum;
    s->dropped = head->dropped;
    s->depth_max = head->depth_max;
    s->proved = head->proved != 0;
    s->over = head->over != 0;
}

ludc_status ludc_search_restore(ludc_search *s, const void *saved, size_t size)
{
    Saved head;
    if (!s || !saved || s->helper || !s->select)
        return LUDC_USAGE;
    if (size < sizeof head)
        return LUDC_WRONG;
    memcpy(&head, saved, sizeof head);
    const unsigned char *state = (const unsigned char *)saved + sizeof head, *others = state + head.state;
    const unsigned char *memory = others + head.others, *taught = memory + head.memory;
    if (!fits(s, &head, size))
        return LUDC_WRONG;
    if (head.kept != s->tree.kept && search_keep(s, !s->broken)) /* there payoffs were seen that do not add up to 1, or here */
        return LUDC_IO;
    if (head.kept != s->tree.kept || head.columns != s->tree.columns || head.used > s->tree.room ||
        (playouts_of(s) && !playouts_restore(playouts_of(s), taught, head.taught)))
        return LUDC_WRONG;
    memcpy(s->root, state, head.state);
    put((unsigned char *)s->others.move, others, head.others);
    if (s->memory)
        memory_restore(s->memory, memory);
    memcpy(s->tree.word, taught + head.taught, (size_t)head.used * 4);
    take_numbers(s, &head);
    if (s->dag)
        dag_rebuild(s);
    return LUDC_OK;
}
