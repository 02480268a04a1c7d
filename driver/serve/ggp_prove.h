/* ggp_prove.h - what follows from a rule sheet by resolution, goal by goal, without making anything of the sheet first.
 *
 * Slow, but soon: for a legal move of a position where no reasoner can be made of the rules, or not yet.  SLD resolution with
 * negation as failure (Lloyd, Foundations of Logic Programming, 1987), depth first, deeper by steps, with limits on depth,
 * work and memory: what is not found within them is not found. */
#ifndef LUDC_DRIVER_GGP_PROVE_H
#define LUDC_DRIVER_GGP_PROVE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/session.h"
#include "frontend/sexp/ast.h"

typedef struct GgpProver GgpProver;

/* The rules live as long as the prover; they may break any rule of the language.  It is at the first position. */
GgpProver *ggp_prover_new(Session *session, const Ast *rules);
void ggp_prover_free(GgpProver *prover); /* NULL is allowed */
/* A legal move of a role; NULL: none was found. */
const Ast *ggp_prover_move(GgpProver *prover, const char *role);
/* Goes on by the moves of the roles, a list that was read in the prover's session, in any case of letters.  false: one is not known to be legal, or what follows could not be
 * found out; then the position stays. */
bool ggp_prover_step(GgpProver *prover, const Ast *moves);

#endif
