/* train.h - what the parts of `ludc train` share. */
#ifndef LUDC_DRIVER_TRAIN_H
#define LUDC_DRIVER_TRAIN_H

#include "driver/command.h"
#include "runtime/include/ludc_learn.h"

/* A training and its folder:
 *
 *     checkpoint       the settings as text, then all that goes on: written beside and renamed at the end of each episode
 *     log.jsonl        a line of JSON an episode
 *     policy.features  what was learnt so far
 *     index.html       learning curves
 *
 * An episode counts once the checkpoint has it; a line of the log behind that is cut off when it goes on. */
typedef struct {
    Job *job;
    const Options *options;
    const char *folder;
    ludc_learn_options constants;
    ludc_learn_budget budget;
    uint64_t games;          /* episodes at most */
    double seconds;          /* of all runs together; INFINITY: no such limit */
    double before, began;    /* seconds of earlier runs; the clock when this one began */
    Out agent;               /* the whole SPEC */
    Out settings;            /* all that the result depends on, as text */
    ludc_learner *learner;
    ludc_train *train;
    Out log;                 /* all lines so far */
    Out saved;               /* what ludc_train_save gave after the last episode that counts */
    bool terminal, time_over;
    double shown;            /* when progress was, by the clock */
} Train;

double train_seconds(const Train *t); /* of all runs until now */

/* train_files.c.  0 or the exit code after saying what is wrong. */
int train_resume(Train *t);  /* what the folder has; nothing: the beginning */
int train_keep(Train *t, const ludc_learn_episode *episode); /* its line, the checkpoint, the policy */
int train_policy(const Train *t); /* writes policy.features */
void train_back(Train *t); /* forgets what was learnt in an episode that was given up */

/* train_log.c: the line of an episode; `seconds` is what it took. */
void train_line(const Train *t, const ludc_learn_episode *episode, double seconds, Out *out);

/* train_page.c: data, plots and the page. */
int train_page(const Train *t);

#endif
