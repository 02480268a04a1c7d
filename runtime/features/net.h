/* net.h - SPatterNet: in what order the propositions of a group are best asked. */
#ifndef LUDC_FEATURES_NET_H
#define LUDC_FEATURES_NET_H

#include <stdbool.h>
#include <stdint.h>

/* Features as disjunctions of conjunctions of propositions 0 .. nprop - 1, and what follows from what. */
typedef struct {
    uint32_t nprop;
    const bool *prefer; /* [nprop] asked first where a feature is one proposition: whether a site is empty */
    uint32_t ndisjunction;
    const uint32_t *conjunction_at; /* [ndisjunction + 1] its conjunctions */
    const uint32_t *prop_at;        /* [conjunctions + 1] their propositions .. */
    const uint32_t *prop;           /* .. ascending in each */
    const uint32_t *true_at;        /* [nprop + 1] propositions proved or disproved when it is true .. */
    const uint32_t *if_true;
    const uint32_t *false_at;       /* .. and when it is false */
    const uint32_t *if_false;
} NetProblem;

/* The propositions in the order in which they should be asked, Algorithm 4 of the paper (feature.h), each once.
 * false: memory is out. */
bool net_order(const NetProblem *problem, uint32_t *order);

/* Does a come before b (below 0)?  Never 0 for two of one list, so that there is one order. */
typedef int NetCompare(const void *data, uint32_t a, uint32_t b);
/* Sorts; `spare` has room for n. */
void net_sort(uint32_t *list, uint32_t n, uint32_t *spare, NetCompare *before, const void *data);

#endif
