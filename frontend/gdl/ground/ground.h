/* ground.h - a program without variables: atoms, and clauses between them.
 *
 * Relations that depend on nothing are evaluated here and leave no clause: their
 * atoms are in the table, and those are all that hold.  Of the others the table
 * has every atom that could hold in some reachable state (a superset), and the
 * clauses say when.  A literal is an atom's number times two, plus one when it
 * is negated. */
#ifndef LUDC_GDL_GROUND_H
#define LUDC_GDL_GROUND_H

#include "base/vec.h"
#include "frontend/gdl/program/program.h"

/* Terms exist once: equal terms, equal numbers.  Number 0 is none. */
typedef struct {
    const char *name;
    uint32_t n, at; /* arguments part[at .. at + n) */
    uint32_t hash;
} GdlTerm;

typedef struct {
    uint32_t relation, at; /* arguments in atom_arg */
    uint32_t hash;
    bool possible; /* a clause or evaluation derives it (or init, next, legal do) */
    bool certain;  /* holds always */
    uint32_t order; /* place in the order of evaluation, from 1; 0: not yet met */
} GdlAtom;

/* Numbers of rows by hash; open addressing, number + 1, 0 is free. */
typedef struct {
    uint32_t *slot;
    size_t cap, n;
} GdlSet;

typedef struct GdlGround {
    Arena *arena;
    Session *session;
    const GdlProgram *program;
    VEC(GdlTerm) term;
    VEC(uint32_t) part;
    GdlSet terms;
    VEC(GdlAtom) atom;
    VEC(uint32_t) atom_arg;
    GdlSet atoms;
    VEC(uint32_t) clause; /* head, n, n literals; and again */
    uint32_t nclause;
    size_t index_bytes; /* of the indexes while grounding */
} GdlGround;

/* ---- terms and atoms (table.c) ---- */
uint32_t gdl_term(GdlGround *ground, const char *name, uint32_t n, const uint32_t *arg, bool enter);
/* The number of the atom plus one, or 0 when it is unknown and not to be entered. */
uint32_t gdl_atom_of(GdlGround *ground, uint32_t relation, const uint32_t *arg, bool enter);
void gdl_print_term(const GdlGround *ground, uint32_t term, Out *out);
void gdl_print_atom(const GdlGround *ground, uint32_t atom, Out *out);
/* Memory in use, roughly. */
size_t gdl_ground_bytes(const GdlGround *ground);

#endif
