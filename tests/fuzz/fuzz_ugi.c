/* fuzz_ugi.c - lines of the Universal Game Interface of arbitrary bytes, for libFuzzer (`make fuzz`): a game that is
 * compiled in, an agent that takes the first move.
 *
 * Whatever the bytes are: no fault, no leak, and after them the engine is ready. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/abi.h"
#include "runtime/agent/ugi.h"

extern const ludc_reasoner ludc_reasoner_fuzzed; /* made by ludc build */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool good)
{
    if (!good)
        abort();
}

static ludc_agent_status choose(ludc_agent *agent, const ludc_question *question, ludc_move *move)
{
    const ludc_reasoner *r = &ludc_reasoner_fuzzed;
    ludc_move list[64];
    (void)agent;
    must(ludc_moves(r, question->state, NULL) <= 64);
    if (!ludc_moves(r, question->state, list))
        return LUDC_AGENT_RESIGNED;
    *move = list[0];
    return LUDC_AGENT_OK;
}

static void free_agent(ludc_agent *agent) { free(agent); }

static ludc_agent *make(void *data, const char *spec, ludc_error *error)
{
    ludc_agent *agent = calloc(1, sizeof *agent);
    (void)data;
    (void)spec;
    (void)error;
    must(agent != NULL);
    *agent = (ludc_agent){.size = sizeof *agent, .name = "first", .choose = choose, .free = free_agent};
    return agent;
}

static void write_line(void *data, const char *line)
{
    bool *ready = data;
    must(!strchr(line, '\n'));
    *ready = *ready || !strcmp(line, "readyok");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bool ready = false, more = true;
    ludc_error error;
    const LudcUgiSetup setup = {.r = &ludc_reasoner_fuzzed, .spec = "uct", .seed = 1, .alone = true, .make = make,
                                .write = write_line, .data = &ready};
    LudcUgi *ugi = ludc_ugi_new(&setup, &error);
    must(ugi != NULL);
    const char *at = (const char *)data, *end = at + size;
    while (more && at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop ? stop : end;
        more = ludc_ugi_line(ugi, at, (size_t)(stop - at));
        at = stop < end ? stop + 1 : end;
    }
    ready = false;
    if (more)
        must(ludc_ugi_line(ugi, "isready", 7) && ready);
    ludc_ugi_finish(ugi);
    ludc_ugi_free(ugi);
    return 0;
}
