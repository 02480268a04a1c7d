/* compile.h - the pipeline: from a text to a game that can be played.
 *
 *   source -> front end -> ir_verify -> ir_offer -> ir_guard -> passes -> back end -> reasoner
 *
 * Shared by the command and by libludc: it prints nothing, and files what it has
 * to say in the session. */
#ifndef LUDC_DRIVER_COMPILE_H
#define LUDC_DRIVER_COMPILE_H

#include <stdbool.h>
#include <stddef.h>

#include "backends/machine/module.h"
#include "base/session.h"
#include "frontend/lud/lud.h"
#include "ir/core/ir.h"
#include "ir/passes/pass.h"
#include "runtime/abi.h"

typedef enum { LANG_LUD, LANG_GIR, LANG_GDL } Language;

/* As was said (source_say_language); else by the suffix of the name; of a text without a known one, by how it begins. */
Language source_language(const Source *source);
/* "ludii", "gdl", "gir"; false: there is no such language. */
bool language_named(const char *name, Language *language);
#define LANGUAGE_NAMES "ludii, gdl, gir"

/* Milliseconds of each stage. */
typedef struct {
    double front, verify, offers, passes, backend;
} StageTimes;

typedef struct {
    LudOptions lud;
    IrPassOptions passes;
    bool no_passes; /* the IR as it was lowered */
    unsigned offers; /* IrOffer: what is wanted beside play */
    bool checked;   /* moves from outside are refused where they are not legal */
    unsigned plan;  /* playout plans (ir/plan/plan.h) to use where they hold */
} CompileOptions;

/* What a compilation may take where nobody says: half of the machine's memory, at most 768 MB; so many steps. */
enum { COMPILE_STEPS = 500000000 };
size_t compile_bytes(void);
/* "512M", "2G", "4096K" or a number of bytes, above 0; 0: it is no size. */
size_t size_of_text(const char *text);

/* Front end, verifier, passes, within the session's limits.  NULL with diagnostics. */
IrGame *compile_game(Session *session, const Source *source, const CompileOptions *options, StageTimes *times);

/* ---- reasoners ---------------------------------------------------------------- */

/* Better code that took over while a game was played. */
typedef struct {
    double at; /* clock_ms */
    const ludc_reasoner *reasoner; /* without a detour through what can change */
    const LlvmTimes *llvm;
} Swap;

/* What the rules do that they must not, met while a game is played: the game's error, at its place. */
typedef struct {
    char text[512];
    Span at;
} Fault;

/* Something that plays, and what it needs to live. */
typedef struct {
    const ludc_reasoner *reasoner;
    const char *backend;
    void (*release)(void *owned);
    void *owned;
    /* The first fault since this was asked for, which is forgotten then; false: there was none.  NULL: there
     * can be none (the evaluator checks itself). */
    bool (*fault)(void *owned, Fault *fault);
    const Swap *(*swapped)(void *owned); /* what it gives is NULL until then.  NULL: there is but one code */
    /* Is no better code on its way any more?  Waits for that if asked to.  NULL: there is but one code. */
    bool (*settled)(void *owned, bool wait);
    const LlvmTimes *llvm; /* what LLVM took over the code that plays first; NULL: it was not asked */
    bool io; /* it was not made because something could not be written: exit code 3 */
} Player;

typedef struct {
    bool cache; /* compiled games may be kept between runs, and found again */
    unsigned functions; /* ReasonerFunctions to be made first, others when they are called; 0: all */
    bool soon; /* the first call matters: the best code may take over later */
    bool stops; /* after a fault nothing is played until it was asked for */
    struct TccRounds *rounds; /* backends/tcc/tcc.h: loops of code in memory count their rounds; or NULL.  Not for `eval`, which has its own bound */
} MakeOptions;

/* A way to make one: `eval`, `c`, `tcc`.  Files a diagnostic when it fails. */
typedef struct {
    const char *name, *help;
    bool wants_passes; /* plays what the passes made, not the game as lowered */
    unsigned plans;    /* those of ir/plan/plan.h that it follows; others are taken out of game->plan */
    bool (*make)(Session *session, IrGame *game, const MakeOptions *options, Player *player);
} Maker;

/* Calls fn(data) within the session's limits; beyond them it says so, naming `what` at the beginning of the source. */
bool within_limits(Session *session, const Source *source, const char *what, void (*fn)(void *data), void *data);
/* Runs the maker so.  `source` is what messages name. */
bool make_player(const Maker *maker, Session *session, const Source *source, IrGame *game, const MakeOptions *options,
                 Player *player);

extern const Maker maker_eval; /* ir/eval/eval.h behind the interface of reasoners */
/* ir_eval_steps of a reasoner that maker_eval made. */
uint64_t maker_eval_steps(const ludc_reasoner *r);
extern const Maker maker_c;    /* the system's compiler, a shared object, dlopen */
extern const Maker maker_llvm; /* LLVM, in memory; a module that may not be there */

void player_release(Player *player);

/* Milliseconds since some moment. */
double clock_ms(void);
/* Milliseconds of processor time of this thread. */
double thread_ms(void);

#endif
