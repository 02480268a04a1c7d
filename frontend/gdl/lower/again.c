/* again.c - parts of a large net that are only made again when they must be: when a
 * fact below them has changed. */
#include "frontend/gdl/lower/parts.h"
#include "frontend/gdl/net/care.h"

struct GdlAgain {
    GdlParts p;
    uint64_t **needs; /* by part, from 0: the facts below it, those of earlier parts too */
    double *odds;     /* that one of them changes in a step of random play */
    size_t *size;
};

static void add_needs(GdlAgain *again, uint64_t *needs, GdlEdge edge, uint32_t part)
{
    const GdlParts *p = &again->p;
    uint32_t i = edge >> 1;
    const GdlNode *node = &p->l->net->node[i];
    uint32_t words = p->l->net->nbase / 64 + 1;
    if (node->kind == GDL_NODE_BASE)
        needs[node->at / 64] |= UINT64_C(1) << node->at % 64;
    if (node->kind != GDL_NODE_AND || p->part[i] == part)
        return;
    for (uint32_t w = 0; p->part[i] && w < words; w++)
        needs[w] |= again->needs[p->part[i] - 1][w];
    for (uint32_t k = 0; !p->part[i] && k < node->n; k++)
        add_needs(again, needs, p->l->net->edge[node->at + k], part);
}

static double change_odds(const GdlLower *l, const GdlSamples *samples, const uint64_t *needs)
{
    uint64_t moved = 0, hit = 0;
    for (uint32_t word = 0; word < samples->words; word++) {
        uint64_t any = 0;
        for (uint32_t i = 0; i < l->net->nbase; i++)
            if (needs[i / 64] >> i % 64 & 1)
                any |= gdl_sample_word(samples, l->net->base[i].now, word) ^
                       gdl_sample_word(samples, l->net->base[i].next, word);
        moved += (uint64_t)__builtin_popcountll(samples->moved[word]);
        hit += (uint64_t)__builtin_popcountll(samples->moved[word] & any);
    }
    return moved ? (double)hit / (double)moved : 1;
}

GdlAgain *gdl_again_new(GdlLower *l, const char *name, const GdlRoot *root, size_t n)
{
    GdlAgain *again = ARENA_NEW(l->arena, GdlAgain);
    GdlSamples samples;
    gdl_sample(l->net, &samples, l->arena);
    again->p = gdl_parts_of(l, name, root, n);
    again->p.lasting = true;
    size_t parts = again->p.end.n;
    again->needs = ARENA_ARRAY(l->arena, uint64_t *, parts);
    again->odds = ARENA_ARRAY(l->arena, double, parts);
    again->size = ARENA_ARRAY(l->arena, size_t, parts);
    for (size_t part = 0, i = 0; part < parts; part++) {
        again->needs[part] = ARENA_ARRAY(l->arena, uint64_t, l->net->nbase / 64 + 1);
        for (; i < again->p.end.at[part]; i++) {
            const GdlItem *item = &again->p.item.at[i];
            again->size[part] += item->size + 1;
            for (uint32_t k = 0; k < item->n; k++)
                add_needs(again, again->needs[part], item->needs[k], (uint32_t)part + 1);
        }
        again->odds[part] = change_odds(l, &samples, again->needs[part]);
    }
    return again;
}

double gdl_again_gates(const GdlAgain *again, size_t *all)
{
    double gates = 0;
    *all = 0;
    for (size_t part = 0; part < again->p.end.n; part++) {
        gates += again->odds[part] * (double)again->size[part];
        *all += again->size[part];
    }
    return gates;
}

void gdl_again_write(GdlAgain *again, GdlCode *code, IrFn *turn, int changed)
{
    GdlParts *p = &again->p;
    IrGame *g = p->l->game;
    size_t parts = p->end.n, words = (size_t)ir_words(g, p->l->space_fact);
    IrDim dim = {IR_NOSPACE, (int)parts};
    const char *name = arena_printf(p->l->arena, "%s needs", p->name);
    int table = ir_table_add(g, name, ir_mask(p->l->space_fact), false, 1, &dim);
    for (size_t part = 0, first = 0; part < parts; part++) {
        for (size_t w = 0; w < words; w++)
            g->table.at[table].word[part * words + w] = again->needs[part][w];
        Ir *call = gdl_write_part(p, part + 1, first, p->end.at[part]);
        Ir *index = ir_const(g, (int64_t)part);
        Ir *hit = ir_op2(g, IR_OP_MAND, ir_local(g, turn, changed), ir_tab(g, table, 1, &index));
        gdl_say(p->l, code, again->odds[part] < 1 ? ir_if(g, ir_op1(g, IR_OP_ANY, hit), call, NULL) : call);
        first = p->end.at[part];
    }
    gdl_forget_wires(p->l);
}
