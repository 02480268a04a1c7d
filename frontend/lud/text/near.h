/* near.h - the word somebody meant: edit distance over candidates.
 *
 *     Near near = near_new("sitez");
 *     near_offer(&near, "sites"); ...
 *     near.best is "sites", or NULL when nothing is close */
#ifndef LUDC_NEAR_H
#define LUDC_NEAR_H

typedef struct {
    const char *word; /* as written */
    const char *best;
    unsigned distance; /* of best; starts at the most that counts as near */
} Near;

Near near_new(const char *word);
/* Among equally near ones one of the same length wins, then the first. */
void near_offer(Near *near, const char *candidate);

#endif
