/* net.h - a game as a propositional net: and, or, not over the facts of the
 * state and the moves of the roles.
 *
 * Nodes stand in topological order: a node's inputs have smaller numbers.  An
 * edge is a node number times two, plus one when it is negated; node 0 is the
 * constant false, so edge 1 is true.  Equal nodes exist once. */
#ifndef LUDC_GDL_NET_H
#define LUDC_GDL_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/out.h"
#include "base/source.h"
#include "frontend/gdl/gdl.h"

typedef uint32_t GdlEdge;
enum { GDL_FALSE = 0, GDL_TRUTH = 1 };

typedef enum { GDL_NODE_FALSE, GDL_NODE_BASE, GDL_NODE_INPUT, GDL_NODE_AND } GdlNodeKind;

typedef struct {
    GdlNodeKind kind;
    uint32_t n;  /* AND: number of inputs, at least two */
    uint32_t at; /* AND: its first input in GdlNet.edge; BASE, INPUT: its number */
} GdlNode;

/* A fact that may be true: `name` is the KIF term X of (true X). */
typedef struct {
    const char *name;
    GdlEdge now; /* a BASE node, or a constant or another fact's node */
    GdlEdge next;
    bool init;
} GdlBase;

/* A move that may be legal: (does ROLE MOVE). */
typedef struct {
    const char *name; /* MOVE */
    uint32_t role;
    GdlEdge legal;
    GdlEdge does; /* an INPUT node, or true for the only move of a role */
} GdlInput;

typedef struct {
    const char *name; /* the value as written */
    uint32_t role;
    int value; /* -1 when it is no number from 0 to 100 */
    GdlEdge holds;
    bool at_end; /* it may hold when the game is over */
} GdlGoal;

/* A fact that players see where the net has its columns: it holds when all its parts do, which are names of facts. */
typedef struct {
    const char *name;
    uint32_t n;
    const char **part;
} GdlShown;

/* Of a role: whether there may be no goal of its when the game is over, or several. */
typedef struct {
    bool none, several;
} GdlWorth;

typedef struct GdlNet {
    Arena *arena;
    uint32_t nnode, nedge;
    GdlNode *node;
    GdlEdge *edge;
    uint32_t nrole;
    const char **role;
    Span *role_at;
    uint32_t nbase;
    GdlBase *base; /* by name */
    uint32_t nshown;
    GdlShown *shown; /* by name; facts that no fact is part of are shown as they are */
    uint32_t ninput;
    GdlInput *input; /* by role, then name */
    uint32_t ngoal;
    GdlGoal *goal;
    GdlWorth *worth; /* by role */
    GdlEdge terminal;
} GdlNet;

/* An `or` is an `and` all of whose uses are negated; gates are counted as they
 * would be drawn, n-ary ones once, a `not` once for each node negated. */
typedef struct {
    uint32_t ands, ors, nots, two_input;
} GdlCount;

GdlCount gdl_net_count(const GdlNet *net);
/* Gates of very many inputs, in large nets, become trees (net/narrow.c). */
void gdl_net_narrow(GdlNet *net);
void gdl_net_dot(const GdlNet *net, Out *out);
void gdl_net_blif(const GdlNet *net, Out *out);

/* The reference interpreter: `value` holds a byte a node; state and moves are
 * bytes by base and input number.  Fills in the values of all nodes. */
void gdl_net_eval(const GdlNet *net, const uint8_t *state, const uint8_t *does, uint8_t *value);
static inline bool gdl_edge_value(const uint8_t *value, GdlEdge edge)
{
    return (value[edge >> 1] ^ (edge & 1)) != 0;
}

#endif
