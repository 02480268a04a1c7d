/* text_source.c - working text to derived sources; sweeps. */
#include <string.h>

#include "frontend/lud/text/text.h"

/* The stretches of consecutive places as segments. */
static const Segment *segments(Reader *reader, const Text *text, const char *label,
                               Span use, size_t *count)
{
    size_t n = 0;
    for (size_t i = 0; i < text->n; i++)
        n += i == 0 || text->pos[i] != text->pos[i - 1] + 1;
    Segment *segment = ARENA_ARRAY(reader->scratch, Segment, n + 1);
    *count = n;
    n = 0;
    for (size_t i = 0; i < text->n; i++) {
        if (i == 0 || text->pos[i] != text->pos[i - 1] + 1)
            segment[n++] = (Segment){.at = (uint32_t)i,
                                     .from = {text->pos[i], text->pos[i]},
                                     .verbatim = true,
                                     .label = label,
                                     .use = use};
        segment[n - 1].from.hi = text->pos[i] + 1;
    }
    return segment;
}

static const Source *derive(Reader *reader, const Text *text, const char *name,
                            const Segment *segment, size_t nsegment)
{
    const Source *source = source_add_derived(
        reader->session->sources, name, text->c, text->n, segment, nsegment);
    if (!source)
        session_error(reader->session, (Span){0, 0},
                      "the texts of this session are too large");
    return source;
}

static Text placed_at(Reader *reader, const Source *source)
{
    if (!source)
        return (Text){0};
    reader->work += source->length;
    return text_of_source(reader, source);
}

Text text_instance(Reader *reader, const Text *body, const char *label, Span use)
{
    if (body->n == 0)
        return (Text){0};
    size_t n;
    const Segment *segment = segments(reader, body, label, use, &n);
    return placed_at(reader, derive(reader, body, label, segment, n));
}

Text text_written_out(Reader *reader, const char *c, size_t n, Span from)
{
    if (n == 0)
        return (Text){0};
    Segment segment = {.from = from};
    const Source *source = source_add_derived(reader->session->sources, "range", c,
                                              n, &segment, 1);
    return placed_at(reader, source);
}

const Source *text_to_source(Reader *reader, const Text *text, const char *name)
{
    size_t n;
    const Segment *segment = segments(reader, text, NULL, (Span){0, 0}, &n);
    Text none = {.c = (char[]){""}};
    return derive(reader, text->n ? text : &none, name, segment, n);
}

bool text_swept(Reader *reader, size_t n, Span at)
{
    reader->swept += n;
    if (reader->swept <= UINT64_C(3000000000))
        return true;
    return session_error(reader->session, at,
                         "this description takes too long to expand");
}

/* ---- sweeps -------------------------------------------------------------- */

/* Sees to it that `room` characters fit before the rest of the sweep. */
static void make_room(Reader *reader, Sweep *sweep, size_t room)
{
    if (room <= sweep->at)
        return;
    size_t rest = sweep->end - sweep->at, cap = 2 * (room + rest) + 4096;
    Text wide = {ARENA_ARRAY(reader->scratch, char, cap),
                 ARENA_ARRAY(reader->scratch, uint32_t, cap), 0, cap};
    if (rest) {
        memcpy(wide.c + cap - rest, sweep->c + sweep->at, rest);
        memcpy(wide.pos + cap - rest, sweep->pos + sweep->at, rest * sizeof *wide.pos);
    }
    reader->spare = wide;
    sweep->c = wide.c;
    sweep->pos = wide.pos;
    sweep->at = cap - rest;
    sweep->end = cap;
}

/* The text's own memory takes what is done; the spare memory takes the rest. */
void sweep_begin(Reader *reader, Sweep *sweep, const Text *text)
{
    *sweep = (Sweep){.c = reader->spare.c,
                     .pos = reader->spare.pos,
                     .at = reader->spare.cap,
                     .end = reader->spare.cap};
    sweep_put(reader, sweep, text);
    sweep->done = *text;
    sweep->done.n = 0;
}

Text sweep_rest(const Sweep *sweep)
{
    size_t n = sweep->end - sweep->at;
    if (n == 0)
        return (Text){0};
    return (Text){sweep->c + sweep->at, sweep->pos + sweep->at, n, n};
}

void sweep_move(Reader *reader, Sweep *sweep, size_t n)
{
    if (n > sweep->end - sweep->at)
        n = sweep->end - sweep->at;
    if (n == 0)
        return;
    text_append(reader, &sweep->done, sweep->c + sweep->at, sweep->pos + sweep->at,
                n);
    sweep->at += n;
}

void sweep_drop(Sweep *sweep, size_t n)
{
    sweep->at += n;
}

void sweep_put(Reader *reader, Sweep *sweep, const Text *text)
{
    if (text->n == 0)
        return;
    make_room(reader, sweep, text->n);
    sweep->at -= text->n;
    memcpy(sweep->c + sweep->at, text->c, text->n);
    memcpy(sweep->pos + sweep->at, text->pos, text->n * sizeof *sweep->pos);
}

void sweep_end(Reader *reader, Sweep *sweep, Text *text)
{
    sweep_move(reader, sweep, sweep->end - sweep->at);
    *text = sweep->done;
}
