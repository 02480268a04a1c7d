/* eval_impl.h - what the files of the evaluator share.
 *
 * A value is a number (int64_t) or a set (words in scratch memory).  Scratch is a
 * stack: whoever takes a mark releases it, so frames and sets need no care. */
#ifndef LUDC_IR_EVAL_IMPL_H
#define LUDC_IR_EVAL_IMPL_H

#include "base/scratch.h"
#include "ir/eval/eval.h"

/* Where a field lies in a state. */
typedef struct {
    size_t at;
    int width; /* bytes of a number: 1, 2, 4, 8; of a set: all its words */
} EvalField;

/* A call: the locals of one function. */
typedef union {
    int64_t number;
    uint64_t *set;
} EvalSlot;

typedef struct {
    int index; /* of the function */
    const IrFn *fn;
    EvalSlot *slot;
    EvalSlot result; /* a set's words are the caller's */
} EvalFrame;

/* Where emissions go: through a chain of sinks, the innermost first. */
typedef enum { SINK_LIST, SINK_EXISTS, SINK_PREFER, SINK_KEEP, SINK_AHEAD, SINK_TRIAL, SINK_COLLECT } EvalSinkKind;

typedef struct EvalSink {
    EvalSinkKind kind;
    struct EvalSink *outer;
    uint32_t count;      /* what came this far */
    uint32_t full;       /* LIST of codes: with more than that it is not all there; 0: it always is */
    uint32_t *list;      /* LIST, TRIAL: may be NULL */
    uint8_t *legal;      /* the same: does what must hold after the move hold? may be NULL */
    const Ir *condition; /* KEEP, and the frame it is evaluated in */
    EvalFrame *frame;
    struct EvalAhead *ahead; /* AHEAD: `best` and `longest` */
    uint32_t discarded;      /* COLLECT: so many of the first ones; */
    bool known;              /* that is known, in the second run */
} EvalSink;

struct IrEval {
    Arena *arena;
    const IrGame *game;
    EvalField *field;
    size_t state_size;
    IrCode *code; /* by function; size 0 for what is not a rule */
    int over, moves, turn; /* functions, or -1 */

    Scratch scratch;
    const char *state;        /* that expressions read */
    char *writable;           /* the same where writing is allowed, or NULL */
    const char *outside;      /* within `aside`: the state whose moves are emitted, else NULL */
    uint64_t *rng;            /* of draws, */
    IrEvalScript *script;     /* or this; neither: a draw gives 0 */
    EvalSink *sink;
    int depth; /* of calls */
    uint64_t steps, most_steps; /* ir_eval_steps, ir_eval_bound */
    uint32_t rounds; /* of all loops since the call from outside */
    const IrFn *running;
    const char *error; /* NULL, or `message` */
    char message[512]; /* of the first error, cut where it is longer */
    Span error_at;
};

/* What a statement did: fall through, return from the function, or end the whole
 * evaluation (an error, or `exists` has its answer). */
typedef enum { FLOW_ON, FLOW_RETURN, FLOW_STOP } EvalFlow;

/* eval.c */
/* Readies the evaluator for a call from outside. */
void eval_enter(IrEval *e, const void *state, void *writable, uint64_t *rng);
void eval_fail(IrEval *e, const Ir *node, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* So many steps more; an error where that is too many. */
static inline void eval_count(IrEval *e, const Ir *node, uint64_t steps)
{
    e->steps += steps;
    if (__builtin_expect(e->steps > e->most_steps, 0))
        eval_fail(e, node, "more steps than are allowed");
}
uint64_t *eval_new_set(IrEval *e, int space);
int64_t eval_read(const IrEval *e, int field, size_t index);
void eval_write(IrEval *e, int field, size_t index, int64_t value);
const void *eval_read_set(const IrEval *e, int field, size_t index);

/* eval_num.c, eval_set.c: expressions.  eval_set overwrites out. */
int64_t eval_num(IrEval *e, EvalFrame *f, const Ir *node);
void eval_set(IrEval *e, EvalFrame *f, const Ir *node, uint64_t *out);
uint64_t *eval_set_new(IrEval *e, EvalFrame *f, const Ir *node); /* in scratch */

/* The next member after `after` (-1: the first), or -1. */
int eval_next_member(const uint64_t *set, int words, int after);
int eval_words(const IrEval *e, const Ir *set);

/* A slice of a table: elements [start, start + n). */
typedef struct {
    const IrTable *table;
    size_t start, n;
} EvalSlice;

bool eval_slice(IrEval *e, EvalFrame *f, const Ir *node, EvalSlice *slice);
/* The numbers of a row: of a list, or of the last dimension. */
const int32_t *eval_row(EvalSlice slice, size_t *n);
size_t eval_run(const int32_t *row, size_t n, const uint64_t *set, int size);
/* Index of a field's element, or false with an error. */
bool eval_index(IrEval *e, EvalFrame *f, const Ir *node, const Ir *index_or_null, int field,
                size_t *index);
int64_t eval_components(IrEval *e, EvalFrame *f, const Ir *node);

/* eval_exec.c: calls and statements. */
EvalFrame eval_frame(IrEval *e, int fn);
void eval_store(IrEval *e, EvalFrame *f, const Ir *node, int64_t local, int64_t value);
/* Evaluates an expression into a local, number or set. */
void eval_assign(IrEval *e, EvalFrame *f, int64_t local, EvalFrame *from, const Ir *value);
/* Calls a function or procedure; a set goes to out. */
int64_t eval_call(IrEval *e, EvalFrame *f, const Ir *node, uint64_t *out);
EvalFlow eval_exec(IrEval *e, EvalFrame *f, const Ir *node);
int64_t eval_with(IrEval *e, EvalFrame *f, const Ir *node, uint64_t *out);

/* eval_gen.c: rules and generators. */
EvalFlow eval_generate(IrEval *e, EvalFrame *f, const Ir *node); /* TRY PREFER KEEP EMIT EMITSET */
bool eval_exists(IrEval *e, EvalFrame *f, const Ir *node);
EvalFlow eval_body(IrEval *e, int gen);
/* The header's lets, guards untested. */
void eval_lets(IrEval *e, EvalFrame *f);

/* eval_choose.c: procedures that play. */
EvalFlow eval_untested(IrEval *e, EvalFrame *f, const Ir *node);
EvalFlow eval_aside(IrEval *e, EvalFrame *f, const Ir *node);
EvalFlow eval_collect(IrEval *e, EvalFrame *f, const Ir *node);
void eval_discard(IrEval *e);
EvalFlow eval_note(IrEval *e, EvalFrame *f, const Ir *node); /* codes into the list that is made */
EvalFlow eval_playing(IrEval *e, EvalFrame *f, const Ir *node); /* PLAY ATTEMPT CHOOSE */
void eval_passing(IrEval *e, EvalFrame *f, const Ir *node, uint64_t *out);
/* eval.c: the frame of the rule of a move, its parameters and the lets of its header. */
bool eval_open_move(IrEval *e, uint32_t code, EvalFrame *frame);

/* eval_plan.c */
void eval_candidates(IrEval *e, EvalSink *sink);

/* eval_ahead.c */
int64_t eval_reach(IrEval *e, EvalFrame *f, const Ir *node);
EvalFlow eval_best(IrEval *e, EvalFrame *f, const Ir *node);
/* Does an emission with that successor get through the sink? */
bool eval_passes_ahead(IrEval *e, EvalSink *sink, const char *after);

#endif
