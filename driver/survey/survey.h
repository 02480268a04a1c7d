/* survey.h - what comes up in some random games: for warnings (`check`) and for `report`.
 *
 * Games are played one after the other by one seed, a list of all legal moves a ply, so that one seed and one count give one
 * survey by every engine.  The game was compiled with IR_OFFER_MARKS and all views. */
#ifndef LUDC_DRIVER_SURVEY_H
#define LUDC_DRIVER_SURVEY_H

#include "driver/command.h"
#include "driver/playout/playout_stats.h"

/* How much is played. */
typedef struct {
    uint64_t seed, games;  /* games: at most */
    double cpu_ms, until;  /* processor time, and clock_ms, after which no game is begun or ended; INFINITY: no end */
    uint32_t limit;        /* plies a game; NO_LIMIT: none */
    struct TccRounds *rounds; /* that the player's code counts: beyond them nothing more is played; or NULL */
} SurveyPlan;

typedef struct {
    uint64_t *count; /* [n]: how often each number came */
    size_t n;
    uint64_t total;
} Counts;

/* A thing of the rules that may come up or not. */
typedef struct {
    Span at;          /* {0, 0}: none of the text */
    const char *name; /* of a phase, of a piece; else NULL */
    uint64_t games;   /* in which it came up; of ends: that it ended */
    bool named;       /* of a piece: a rule names it */
} Item;

typedef VEC(Item) Items;

typedef struct {
    uint64_t games, plies;
    bool complete;    /* as many games as were asked for */
    uint64_t cut;     /* games that the plan's limit ended */
    uint64_t by_turns; /* games that the limit of turns or moves ended */
    Items end, phase, piece, rule; /* of rules: the moves of one ludeme are one */
    uint64_t unmarked;             /* games that ended otherwise than by an end rule or a limit */
    Counts choices;   /* legal moves of whoever is to choose */
    Counts lengths;   /* of games, in plies */
    uint64_t turns[MAX_PLAYERS], free[MAX_PLAYERS]; /* of each player: to move; with a move that is not forced */
    Histogram seen;   /* outcomes; of games that are over */
    double score[MAX_PLAYERS]; /* sums of payoffs */
    uint64_t wins[MAX_PLAYERS], draws; /* the best payoff alone; games where nobody has it alone */
    double squares[MAX_PLAYERS]; /* of payoffs */
} Survey;

/* Plays; 0, or the exit code after saying why not.  Items are in the job's arena; release with survey_free. */
int survey_run(Job *job, const Player *player, const SurveyPlan *plan, Survey *survey);
void survey_free(Survey *survey);

/* The smallest number that at least the share q of those counted do not exceed. */
uint64_t survey_counts_quantile(const Counts *c, double q);
double survey_counts_mean(const Counts *c);

#endif
