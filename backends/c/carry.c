/* carry.c - the image of a set under a map of sites that keeps their order: bits moved in bulk
 * (ir/analysis/word_map.c).  Sets of several words do it for each pair of words. */
#include "backends/c/cgen.h"

/* Word `target` of the result. */
static const char *word(CGen *c, const WordMap *map, const char *set, int target)
{
    const char *text = NULL;
    for (int source = 0; source < map->sources; source++) {
        const int pair = source * map->targets + target;
        if (!map->from[pair])
            continue;
        const char *part = map->sources == 1 ? set : c_format(c, "%s.w[%d]", set, source);
        part = c_format(c, "ludc_carry(%s, UINT64_C(0x%llx), UINT64_C(0x%llx))", part, (unsigned long long)map->from[pair],
                        (unsigned long long)map->to[pair]);
        text = text ? c_format(c, "%s | %s", text, part) : part;
    }
    return text ? text : "0";
}

const char *c_carry(CGen *c, const WordMap *map, const char *set)
{
    if (map->targets == 1)
        return c_format(c, "(%s)", word(c, map, set, 0));
    const char *text = c_format(c, "(%s){{", c_set(c, map->targets));
    for (int i = 0; i < map->targets; i++)
        text = c_format(c, "%s%s%s", text, i ? ", " : "", word(c, map, set, i));
    return c_format(c, "%s}}", text);
}
