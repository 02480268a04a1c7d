/* implicit.h - implicit minimax backups (backup=implicit).
 *
 * M. Lanctot, M. Winands, T. Pepels, N. Sturtevant, "Monte Carlo tree search with heuristic evaluations using implicit
 * minimax backups", CIG 2014: beside the mean V of its results a node keeps the value that minimax gives it over the
 * tree, whose leaves count as what a heuristic says of them; selection takes (1 - alpha) V + alpha times that.
 *
 * The heuristic is an evaluator (ludc_search_set_evaluator: at_cut, else evaluate), without one what a game that is cut short pays (ludc_payoffs_cut): of a rule sheet the goals of the position, of
 * other games what is left for players without a rank, shared; so without knowledge of the game it carries wins, draws and
 * losses up.  What is proved of a node is its value.  A child counts once it was visited, where the paper values all
 * children at once (ours).  Of several roles each value is that of the child which the chooser takes (max^n); lots have
 * the mean over the outcomes that were visited; where several roles choose at once it is V (ours). */
#ifndef LUDC_SEARCH_IMPLICIT_H
#define LUDC_SEARCH_IMPLICIT_H

#include "runtime/search/search.h"

/* Bytes of s->mixed, which is not NULL where such backups are made. */
uint64_t implicit_bytes(const ludc_search *s);
bool implicit_wanted(const ludc_search_options *o);
/* What the heuristic says of s->state, a leaf, before a playout goes on from there; `said`: an evaluator's, or NULL. */
void implicit_look(ludc_search *s, const double *said);
/* What the visited children of a block count as, of one kept role. */
const int32_t *implicit_values(const ludc_search *s, uint32_t block, uint32_t kept);
/* Minimax from the end of the path to the root; results were counted before. */
void implicit_backup(ludc_search *s);
#endif
