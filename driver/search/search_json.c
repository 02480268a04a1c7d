/* search_json.c - what a search found, for machines. */
#include <stdlib.h>

#include "driver/search/search.h"
#include "base/memory.h"

void found_json(const Found *f, Out *out)
{
    const Options *o = f->job->options;
    unsigned parts = (o->phi ? LUDC_SEARCH_PHI : 0) | (o->has_tree ? LUDC_SEARCH_TREE : 0) |
                     (job_hides(f->job) ? LUDC_SEARCH_HIDDEN : 0);
    uint32_t depth = o->tree < UINT32_MAX ? (uint32_t)o->tree : UINT32_MAX;
    size_t n = ludc_search_json(f->search, f->job->player.backend, parts, depth, NULL, 0);
    char *text = malloc(n + 1);
    if (!n || !text)
        memory_out();
    ludc_search_json(f->search, f->job->player.backend, parts, depth, text, n + 1);
    out_printf(out, "%s\n", text);
    free(text);
}
