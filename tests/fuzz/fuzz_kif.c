/* fuzz_kif.c - rule sheets of arbitrary bytes, from scanner to net, for libFuzzer
 * (`make fuzz`).
 *
 * Whatever the bytes are: no fault, no leak, a failure has a diagnostic, a sheet
 * printed is the same sheet again, and a net made can be played. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/gdl/gdl.h"
#include "frontend/gdl/ground/ground.h"
#include "frontend/gdl/net/net.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { STEPS = 5 };

static void must(bool good)
{
    if (!good)
        abort();
}

static void print_again(Session *session, const Ast *sheet)
{
    Out out = {0}, again = {0};
    gdl_print_ast(sheet, &out);
    const Ast *second = gdl_parse(session, source_add(session->sources, "printed.kif", out.text, out.n));
    must(second != NULL);
    gdl_print_ast(second, &again);
    must(out.n == again.n && (!out.n || !memcmp(out.text, again.text, out.n)));
    out_free(&out);
    out_free(&again);
}

/* A few steps: each role does its first legal move, where it has one. */
static void play(const GdlNet *net)
{
    uint8_t *state = calloc(net->nbase + 1, 1), *does = calloc(net->ninput + 1, 1), *value = calloc(net->nnode + 1, 1);
    must(state && does && value);
    for (uint32_t i = 0; i < net->nbase; i++)
        state[i] = net->base[i].init;
    for (int step = 0; step < STEPS; step++) {
        memset(does, 0, net->ninput + 1);
        gdl_net_eval(net, state, does, value);
        for (uint32_t i = 0, role = UINT32_MAX; i < net->ninput; i++)
            if (net->input[i].role != role && gdl_edge_value(value, net->input[i].legal)) {
                does[i] = 1;
                role = net->input[i].role;
            }
        gdl_net_eval(net, state, does, value);
        for (uint32_t i = 0; i < net->nbase; i++)
            state[i] = gdl_edge_value(value, net->base[i].next);
    }
    free(state);
    free(does);
    free(value);
}

static void ground(Session *session, const struct GdlProgram *program)
{
    GdlLimits limits = {.steps = 500000, .bytes = (size_t)32 << 20};
    struct GdlGround *grounded = gdl_ground(session, program, &limits);
    must(grounded || diags_failed(session->diags));
    if (!grounded)
        return;
    GdlNet *net = grounded->nclause < 20000 ? gdl_net(session, grounded) : NULL;
    Out out = {0};
    if (net) {
        play(net);
        gdl_net_dot(net, &out);
        gdl_net_blif(net, &out);
    }
    out_free(&out);
    gdl_net_free(net);
    gdl_ground_free(grounded);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Session *session = session_new();
    Out out = {0};
    const Source *source = source_add(session->sources, "fuzz.kif", (const char *)data, size);
    const Ast *sheet = gdl_parse(session, source);
    must(sheet || diags_failed(session->diags));
    if (sheet)
        print_again(session, sheet);
    const struct GdlProgram *program = sheet ? gdl_program(session, sheet) : NULL;
    must(!sheet || program || diags_failed(session->diags));
    if (program) {
        gdl_print_program(program, &out);
        ground(session, program);
    }
    diags_print(session->diags, session->sources, ~0u, 0, &out);
    out_free(&out);
    session_free(session);
    return 0;
}
