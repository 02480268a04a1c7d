/* choose.h - procedures that play a random move, and what they try moves by: what their files share. */
#ifndef LUDC_IR_PLAY_CHOOSE_H
#define LUDC_IR_PLAY_CHOOSE_H

#include "ir/lower/lower_impl.h"
#include "ir/plan/plan.h"
#include "ir/play/play.h"

/* Trials of a rule (trial.c), with what `keep` asks around the emissions. */
typedef struct {
    int rule;
    const Ir **keep;
    size_t nkeep;
    int fn;
} Trial;

/* Trials of all moves that a statement emits (by_code.c). */
typedef struct {
    const Ir *statement;
    int fn;
} TrialByCode;

/* What was made for trials, once each. */
typedef struct {
    Low *low;
    VEC(Trial) trial;
    VEC(TrialByCode) by_code;
    VEC(int) question; /* functions that ask what must hold */
} Trials;

typedef struct Chooser Chooser;

/* What is done where the way down to what is drawn from (choose_follow) ends, and where it parts. */
typedef struct {
    void (*leaf)(Chooser *c, const Ir *s, bool trials);
    void (*prefer)(Chooser *c, const Ir *s);
    bool parts; /* goes into conditions around what is drawn from at once: another part may be the one */
} ChooseUse;

/* The procedure or generator that is written, in the place of a generator whose statements are gone over. */
struct Chooser {
    LowWriter w;
    const ChooseUse *use;
    Trials *trials;
    const IrFn *gen; /* whose locals they name; */
    Ir **map;        /* what these are called here; */
    bool *defined;   /* those that have a value there already: blocks are opened, so that what another block defines gets a new name */
    int kept;        /* the rule whose sites are kept from ply to ply; -1: none */
    bool counted;    /* their number alone */
    bool fall;       /* where all candidates are refused, what follows decides; else `choose_tested` does */
    int tested;      /* that procedure, or -1 */
};

/* --- choose.c --- */
/* The way down to the statements whose emissions are drawn from together (ir/plan/plan.h). */
void choose_follow(Chooser *c, const Ir *s);
/* A tree of the generator in the procedure's names; a statement of it, written there; a name for a local of it that begins to mean
 * something. */
Ir *choose_copy(const Chooser *c, const Ir *tree);
void choose_statement(Chooser *c, const Ir *s);
int choose_local(const Chooser *c, int64_t local);
void choose_tested_if(Chooser *c, int any); /* where there were candidates and all were refused; -1: what follows decides */

/* choose_run.c: draws one of what the statement emits, which is made of sets and single moves under conditions, plays it and returns 1; goes on
 * where there is none.  trials: it asks what must hold once the move is drawn. */
void choose_run(Chooser *c, const Ir *statement, bool trials);

/* joint.c: game->choose and game->apply of a joint game, whose generator l stands in. */
void choose_joint(Low *l);

/* full_board.c: the functions `fill size` and `fill board` of a game with the plan. */
void choose_fill(Low *l);

/* trial.c: the procedure that plays a move of the rule, with the parameters of that, and returns 1, or leaves the state as it is and returns 0
 * where the move, emitted by the statement, is not legal; without the turn.  -1: it always is. */
int choose_trial(const Chooser *c, const Ir *statement, int rule);

/* Plays the move of the rule on a copy of the state, as far as its `post` and fields that are marked depend on it (NULL: all), and returns what `post`
 * says.  atari: the last argument says which groups the move may shut in; or NULL. */
int trial_aside(Low *l, int rule, const bool *field, const LowAtari *atari);

/* The function that says whether the rule's `post` holds behind a move of it, given its parameters; late: it is known that the position before the move does
 * not decide.  And the one of a set of values of the last parameter, behind the others: those after which it holds. */
int trial_post(Trials *t, int rule, bool late);
int trial_legal(Trials *t, int rule);

/* --- by_code.c --- */
int choose_apply(Low *l); /* plays the move of a code, of a joint game those of all players, and the turn; returns 1 */
int choose_try_code(const Chooser *c, const Ir *statement); /* choose_trial of the rule of a code */
IrType low_code_type(IrGame *game, IrCode **code, size_t *n); /* of a code, and what codes there are */
/* The code of the rule's move whose first n parameters are these, and the others 0. */
Ir *low_code(IrGame *game, const IrCode *code, size_t ncode, const IrFn *rule, Ir *const *arg, int n);

/* candidates.c: write them. */
void choose_candidates(Chooser *c);
void choose_allowed(Chooser *c); /* names of its own are not taken yet: its parameter comes first */

#endif
