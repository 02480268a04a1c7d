/* explain_planes.c - ludc explain --planes: the planes of a game's reasoner. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "driver/json_text.h"
#include "driver/explain/explain.h"
#include "ir/offer/offer.h"

static json_t *plane_json(const IrGame *game, const IrPlanePlace *place, size_t i)
{
    const IrFn *fn = game->fn.at[place[i].fn];
    const IrSpace *space = &game->space.at[fn->ret.space];
    return json_pack("{s:s, s:o, s:i, s:o, s:i, s:i, s:i}", "set", ir_plane_set_name(fn->plane.set), "name",
                     json_text(fn->plane.name), "owner", fn->plane.owner, "space", json_text(space->name), "size", space->size, "word",
                     place[i].word, "next", place[i].next);
}

static void print_json(const IrGame *game, const IrPlanePlace *place, size_t n, Out *out)
{
    json_t *all = json_array();
    for (size_t i = 0; i < n; i++)
        json_array_append_new(all, plane_json(game, place, i));
    json_t *top = json_pack("{s:o, s:o}", "game", json_text(game->name), "planes", all);
    json_line(top, JSON_COMPACT, out);
}

static void print_table(const IrGame *game, const IrPlanePlace *place, size_t n, Out *out)
{
    out_puts(out, "set\tname\towner\tspace\tsize\tword\tnext\n");
    for (size_t i = 0; i < n; i++) {
        const IrFn *fn = game->fn.at[place[i].fn];
        const IrSpace *space = &game->space.at[fn->ret.space];
        out_printf(out, "%s\t%s\t%d\t%s\t%d\t%d\t%d\n", ir_plane_set_name(fn->plane.set), fn->plane.name,
                   fn->plane.owner, space->name, space->size, place[i].word, place[i].next);
    }
}

int explain_planes(Job *job)
{
    job->compile.offers = IR_OFFER_PLANES | IR_OFFER_NODES | IR_OFFER_KEY;
    job->compile.no_passes = true;
    int code = job_compile(job, NULL);
    if (code)
        return code;
    IrPlanePlace *place;
    uint32_t words[IR_PLANE_SETS];
    size_t n = ir_plane_places(job->game, job->session->arena, &place, words);
    Out out = {0};
    if (job->options->json)
        print_json(job->game, place, n, &out);
    else
        print_table(job->game, place, n, &out);
    code = write_out(&out, NULL, 0);
    out_free(&out);
    return code;
}
