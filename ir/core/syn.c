/* syn.c - the tree of a text as read. */
#include "ir/core/syn.h"

Syn *syn_new(SynParse *parse, int kind, Span at)
{
    Syn *syn = ARENA_NEW(parse->session->arena, Syn);
    syn->kind = kind;
    syn->at = at;
    return syn;
}

Syn *syn_add(Syn *parent, Syn *kid)
{
    if (!kid)
        return parent;
    if (parent->last)
        parent->last->next = kid;
    else
        parent->first = kid;
    parent->last = kid;
    parent->n++;
    if (parent->depth <= kid->depth)
        parent->depth = kid->depth + 1;
    parent->at = span_join(parent->at, kid->at);
    return parent;
}

Syn *syn_adopt(Syn *parent, Syn *list)
{
    for (Syn *kid = list->first, *next; kid; kid = next) {
        next = kid->next;
        kid->next = NULL;
        syn_add(parent, kid);
    }
    return parent;
}
