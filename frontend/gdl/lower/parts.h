/* parts.h - an order of gates, cut into parts; shared by the files that write parts. */
#ifndef LUDC_GDL_LOWER_PARTS_H
#define LUDC_GDL_LOWER_PARTS_H

#include "frontend/gdl/lower/lower.h"

#define GDL_NO_NODE UINT32_MAX

typedef struct {
    uint32_t node;     /* a gate, or GDL_NO_NODE: a root */
    const GdlRoot *root;
    const GdlEdge *needs; /* what it is made of */
    uint32_t n;
    size_t size;       /* gates of two inputs that only it needs, and itself */
} GdlItem;

typedef struct {
    GdlLower *l;
    const char *name;
    uint32_t *uses;   /* by node */
    uint32_t *part;   /* by node: where it is made; 0: not yet */
    bool *kept;       /* by node: a later part needs it */
    VEC(GdlItem) item;
    VEC(size_t) end;  /* of each part, in item */
    int nwire;
    bool lasting;     /* sets lose the members of a part before it is made */
} GdlParts;

bool gdl_is_gate(const GdlLower *l, uint32_t node);

GdlParts gdl_parts_new(GdlLower *l, const char *name);
/* Uses of the gates below. */
void gdl_parts_count(GdlParts *p, GdlEdge edge);
/* Puts the gates below in order; returns the size of what is not shared. */
size_t gdl_parts_order(GdlParts *p, GdlEdge edge);
void gdl_parts_cut(GdlParts *p);
/* Marks the gates that another part than theirs needs. */
void gdl_parts_mark(GdlParts *p);
/* All of that for roots. */
GdlParts gdl_parts_of(GdlLower *l, const char *name, const GdlRoot *root, size_t n);

/* For each gate of one part which member of the set it is that keeps them (parts_places.c). */
const int *gdl_order_by_places(const GdlLower *l, const uint32_t *node, size_t n);

/* The procedure of a part, and the call of it. */
Ir *gdl_write_part(GdlParts *p, size_t part, size_t first, size_t end);

#endif
