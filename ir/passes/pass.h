/* pass.h - what a pass is, and how the passes are run.
 *
 * A pass rewrites a Game in place and says whether it changed anything.  The
 * manager runs them in order, times them, lets one be switched off by name,
 * verifies and dumps in between.  No pass does any of this itself.
 *
 * What every pass preserves: the moves of every reachable state, their order
 * (rules in the order tried, then parameters ascending, the last fastest), their
 * multiplicity and their codes, and every view that is kept. */
#ifndef LUDC_IR_PASS_H
#define LUDC_IR_PASS_H

#include <stdbool.h>
#include <stddef.h>

#include "ir/core/ir.h"

typedef enum {
    IR_LAYOUT_AUTO, /* decided field by field from how it is used */
    IR_LAYOUT_BYTES,
    IR_LAYOUT_ONEHOT,
    IR_LAYOUT_BOTH
} IrLayout;

typedef struct {
    const char *pass;
    double ms;
    bool changed;
} IrPassTime;

typedef struct {
    /* Passes to run, in this order, or pipelines; NULL: the pipeline `default`, or `joint`. */
    const char *const *run;
    size_t nrun;
    const char *const *disabled;
    size_t ndisabled;
    /* Views kept besides "over", "mover" and "rank"; keep_all keeps every one. */
    const char *const *keep;
    size_t nkeep;
    bool keep_all;
    bool sets_by_calls; /* of the pipeline `lowering`: for a compiler that takes a call for a set of several words */
    bool describe; /* keep the views of moves (from, to, kind ..) */
    IrLayout layout;
    IrGame *high;  /* of the pipeline `lowering`: the game as it was; else NULL */
    bool verify;  /* after each pass */
    bool remarks; /* file remarks: what fired and why */
    /* Called after each pass that ran. */
    void (*dump)(const IrGame *game, const char *pass, void *data);
    void *data;
    IrPassTime *time; /* room for `ntime` records, or NULL */
    size_t ntime;
} IrPassOptions;

/* false: an unknown pass was named, one whose needs are not met where it stands, or the game is
 * not sound after one (the diagnostics say which).  What needs a form that a disabled pass
 * would have given is left out with it. */
bool ir_passes_run(IrGame *game, const IrPassOptions *options);

/* Forms that a game can be in, as bits. */
typedef enum {
    IR_FORM_FLAT = 1,    /* generators are loops around `emit`, where they can be */
    IR_FORM_ABSTRACT = 2 /* fields are as the rules think of them: `layout` has not been */
} IrForm;

/* The names of the forms in `bits`, one after the other; NULL after the last. */
const char *ir_form_name(unsigned bits, size_t i);

/* The table of passes, for `ludc explain --passes` and the manual. */
typedef struct {
    const char *name;
    unsigned needs, gives, breaks; /* forms */
    unsigned keeps;                /* facts, as bits: IR_KEEPS_NAME */
    const char *doc;
} IrPassInfo;
const IrPassInfo *ir_pass_info(size_t i); /* NULL after the last */

/* An order of passes with a name, pipelines.def. */
typedef struct {
    const char *name, *doc;
    const char *const *pass; /* NULL after the last */
} IrPipeline;
const IrPipeline *ir_pipeline(size_t i); /* NULL after the last */
/* The default order; NULL after the last. */
const char *ir_pass_order(size_t i);

/* ---- for passes only --------------------------------------------------- */

typedef struct {
    IrGame *game;
    const IrPassOptions *options;
    const char *name;
} IrPass;

typedef bool IrPassFn(IrPass *pass);

#define PASS(name, needs, gives, breaks, keeps, doc) IrPassFn ir_pass_##name;
#include "ir/passes/passes.def"
#undef PASS

/* Files a remark when they are wanted. */
void ir_pass_remark(const IrPass *pass, Span at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool ir_pass_keeps_view(const IrPass *pass, const char *name);

#endif
