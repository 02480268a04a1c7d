/* engine_lanes.h - a game as something that plays hundreds of random games at once. */
#ifndef LUDC_DRIVER_MAKE_LANES_H
#define LUDC_DRIVER_MAKE_LANES_H

#include "backends/lanes/code.h"
#include "driver/engine/compile.h"
#include "runtime/lanes.h"

/* C compiled in memory; the program has libtcc for it, the library nothing. */
typedef struct {
    void *(*compile)(const char *text, const char *symbol, Out *errors);
    const void *(*symbol)(const void *program);
    void (*release)(void *program);
} LaneMemoryCompiler;

/* ANY: the module for LLVM where there is one, else the system's compiler. */
typedef enum { LANES_BY_ANY, LANES_BY_LLVM, LANES_BY_CC, LANES_BY_TCC } LaneBy;

typedef struct {
    uint32_t lanes;        /* 0: as many as this processor has bits in a word */
    uint32_t round_bits;   /* see LaneOptions */
    LaneBy by;             /* TCC: by `memory`, in 64 lanes */
    const LaneMemoryCompiler *memory; /* or NULL */
    bool unswept;          /* leave out sat_sweep.h */
    bool from_start;       /* see LaneOptions: nobody sets roots */
    bool whole;            /* LanePlayer.bits with `whole`, of this game's state */
    const IrGame *other;   /* NULL, or the same game otherwise put: the cheaper circuit counts */
} LaneMakeOptions;

/* What was compiled of a program. */
typedef struct {
    const void *symbol;   /* a ludc_lanes_code; of programs for tests the function */
    const char *compiler; /* "llvm", "tcc", or the command */
    void (*release)(void *owned);
    void *owned;
} LaneCompiled;

typedef struct {
    const ludc_lanes *lanes;
    const BitsGame *bits;
    const LanePlan *plan;
    LaneCompiled code;
} LanePlayer;

/* The game with its pieces kept once, as they were written: that may take fewer gates.  NULL
 * for rule sheets, which have no pieces. */
IrGame *lanes_other_form(Session *session, const Source *source, const CompileOptions *options);

/* The circuits alone, the cheaper of the game's forms; NULL: not for lanes, *why says it. */
LanePlan *lanes_plan(Session *session, const IrGame *game, const LaneMakeOptions *options, const char **why);
/* False: a diagnostic says why not. */
bool lanes_compile(Session *session, const LaneProgram *program, const LaneMakeOptions *options, LaneCompiled *code);
void lanes_compiled_free(LaneCompiled *code);
/* What is compiled for them. */
bool lanes_of_plan(Session *session, LanePlan *plan, const LaneMakeOptions *options, LanePlayer *player);
/* Both.  Files a diagnostic when it fails: the game is not for lanes (unsupported), or there is
 * no compiler.  All but the code lives in the session's arena. */
bool lanes_make(Session *session, const IrGame *game, const LaneMakeOptions *options, LanePlayer *player);
void lanes_release(LanePlayer *player);
uint32_t lanes_width_here(void); /* as many lanes as this processor has bits in a word */

/* What one of `value` in ludc_lanes is worth to its player: as ludc_payoff. */
double lanes_payoff(const ludc_lanes *lanes, int32_t value);

#endif
