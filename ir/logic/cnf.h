/* cnf.h - networks as clauses, for questions about them: see sat.h. */
#ifndef LUDC_BITS_CNF_H
#define LUDC_BITS_CNF_H

#include "ir/logic/net.h"
#include "ir/logic/sat.h"

typedef struct {
    const BitsNet *net;
    Sat *sat;
    VEC(uint32_t) variable; /* by gate, plus one; 0: it has none yet */
} Cnf;

Cnf *cnf_new(Arena *arena, const BitsNet *net);
/* The edge as a literal, with clauses for all it depends on.  What a loop comes to may be
 * anything. */
SatLit cnf_edge(Cnf *cnf, BitsEdge edge);
/* None or one move of each role, and only legal ones; of a role that has any exactly one
 * if `some`.  `legal`: by slot. */
void cnf_moves(Cnf *cnf, BitsNet *net, const BitsGame *game, const BitsEdge *legal, bool some);

#endif
