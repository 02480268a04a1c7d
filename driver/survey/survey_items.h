/* survey_items.h - the things of the rules that a survey watches, while it plays. */
#ifndef LUDC_DRIVER_SURVEY_ITEMS_H
#define LUDC_DRIVER_SURVEY_ITEMS_H

#include "driver/survey/survey.h"

/* The moves of a rule of the IR. */
typedef struct {
    uint64_t base, size; /* codes [base, base + size) */
    size_t item;         /* of survey->rule; SIZE_MAX: no ludeme stands behind it */
    bool forced;         /* what is done where nothing else is possible */
} RuleCodes;

typedef struct {
    const ludc_reasoner *r;
    Survey *s;
    void *state;
    uint32_t *move; /* [room]: the moves that were listed last */
    size_t room;
    uint64_t rng;
    VEC(RuleCodes) rule; /* by base */
    int mark, phase, what, end_type; /* views, or -1 */
    uint32_t sites;
    size_t unseen;       /* pieces that have not been met */
    bool *here;          /* of rules, then of phases: in this game already */
} Watch;

/* Fills the survey's items from the compiled game, and the rest of the watch. */
void survey_items_find(Job *job, Watch *w);
void survey_watch_begin(Watch *w);
/* A position: phases and pieces. */
void survey_watch_state(Watch *w);
/* The first n of w->move are the legal moves of a player. */
void survey_watch_moves(Watch *w, unsigned player, uint32_t n);
/* What ended the game. */
void survey_watch_end(Watch *w, bool over);

#endif
