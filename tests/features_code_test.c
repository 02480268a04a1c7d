/* features_code_test.c - nets of shifted sets as IR (driver/features/features_ir.h) against their definition, by the evaluator, and
 * by its text read back.  Back ends against each other: tests/cli/features_compiled.sh. */
#include <stdio.h>
#include <string.h>

#include "driver/features/features_ir.h"
#include "ir/eval/eval.h"
#include "ir/core/state_ranges.h"
#include "runtime/features/sweep_code.h"
#include "tests/features_net.h"

enum { POSITIONS = 20, COLUMNS = 8 };

static unsigned tests, failures;

static void ok(bool good, const char *what)
{
    printf("%sok %u - %s\n", good ? "" : "not ", ++tests, what);
    failures += !good;
}

/* Where a field of so many sets lies; -1: nowhere. */
static int32_t field_of(const IrData *ranges, size_t sets)
{
    for (size_t i = 0; i + COLUMNS <= ranges->n; i += COLUMNS)
        if ((size_t)ranges->value[i + 1] == sets)
            return ranges->value[i];
    return -1;
}

static bool says(Session *session, const IrGame *game, const SweepNet *net, uint64_t *rng)
{
    IrEval *eval = ir_eval_new(session->arena, game);
    const IrData ranges = ir_eval_ranges(eval);
    const int32_t in = field_of(&ranges, net->ninput), out = field_of(&ranges, sweep_code_sets(net));
    char *state = arena_alloc(session->arena, ir_eval_state_size(eval));
    uint64_t set[NET_INPUTS * NET_WORDS], found[NET_CLASSES * NET_WORDS];
    bool good = in >= 0 && out >= 0;
    for (int i = 0; good && i < POSITIONS; i++) {
        for (uint32_t k = 0; k < net->ninput; k++)
            net_set(set + k * net->words, net->size, net->words, rng);
        ir_eval_init(eval, state);
        memcpy(state + in, set, net->ninput * net->words * sizeof *set);
        ir_eval_apply(eval, state, 0);
        memcpy(found, state + out, net->nclass * net->words * sizeof *found);
        good = net_says(net, set, found);
    }
    return good;
}

static IrGame *read_back(Session *session, const IrGame *game)
{
    Out text = {0};
    ir_print(game, &text);
    const Source *source = source_add(session->sources, "net.gir", text.text, text.n);
    IrGame *again = ir_read(session, source);
    out_free(&text);
    return again && ir_verify(again) ? again : NULL;
}

static void net_of(uint32_t size, uint64_t seed)
{
    HandNet h;
    uint64_t rng = seed;
    char what[80];
    Session *session = session_new();
    net_random(&h, size, &rng);
    IrGame *game = features_ir(session, &h.net);
    snprintf(what, sizeof what, "a net of %u positions as IR", (unsigned)size);
    ok(ir_verify(game) && says(session, game, &h.net, &rng), what);
    const IrGame *again = read_back(session, game);
    snprintf(what, sizeof what, "its text, of %u positions", (unsigned)size);
    ok(again && says(session, again, &h.net, &rng), what);
    session_free(session);
}

int main(void)
{
    static const uint32_t sizes[] = {9, 64, 121, 361};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        net_of(sizes[i], i + 1);
    printf("1..%u\n", tests);
    return failures != 0;
}
