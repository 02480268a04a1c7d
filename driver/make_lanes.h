/* make_lanes.h - a game as something that plays hundreds of random games at once. */
#ifndef LUDC_DRIVER_MAKE_LANES_H
#define LUDC_DRIVER_MAKE_LANES_H

#include "backends/lanes/lanes.h"
#include "driver/compile.h"
#include "runtime/lanes.h"

/* C compiled in memory; the program has libtcc for it, the library nothing. */
typedef struct {
    void *(*compile)(const char *text, const char *symbol, Out *errors);
    const void *(*symbol)(const void *program);
    void (*release)(void *program);
} LaneMemoryCompiler;

typedef struct {
    uint32_t lanes;        /* 0: as many as this processor has bits in a word */
    uint32_t round_bits;   /* see LaneOptions */
    bool in_memory;        /* by `memory`, in 64 lanes; else by the system's compiler */
    const LaneMemoryCompiler *memory; /* or NULL */
    const IrGame *other;   /* NULL, or the same game otherwise put: the smaller network counts */
} LaneMakeOptions;

typedef struct {
    const ludc_lanes *lanes;
    const BitsGame *bits;
    const LanePlan *plan;
    const char *compiler; /* "tcc", or the command */
    void (*release)(void *owned);
    void *owned;
} LanePlayer;

/* The game with its pieces kept once, as they were written: that may take fewer gates.  NULL
 * for rule sheets, which have no pieces. */
IrGame *lanes_other_form(Session *session, const Source *source, const CompileOptions *options);

/* The circuits alone, of the smaller network; NULL: not for lanes, *why says it. */
LanePlan *lanes_plan(Session *session, const IrGame *game, const LaneMakeOptions *options, const char **why);
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
