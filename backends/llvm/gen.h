/* gen.h - the inside of the LLVM back end: IR to LLVM IR through the builder.
 *
 * A Fun is one LLVM function being written, or the frame of an IR function that is
 * expanded in place in it.  Integers are i32 (i64 where the range needs it), a
 * condition i1, a set of up to 64 members i64, a larger one a vector of i64.
 *
 * The state is reached through a StateRef: a pointer to the struct, or, inside a
 * playout whose whole code is in one function, one pointer a field, so that each
 * field that is never indexed by a variable becomes a register. */
#ifndef LUDC_LLVM_GEN_H
#define LUDC_LLVM_GEN_H

#include <llvm-c/DebugInfo.h>

#include "backends/machine/machine.h"
#include "ir/analysis/analyses.h"
#include "ir/core/ir.h"
#include "ir/analysis/ray_shifts.h"
#include "ir/analysis/shape.h"
#include "ir/offer/records.h"

typedef struct {
    IrGame *game;
    Arena *arena;
    const LlvmOptions *options;
    const char *ident;
    LLVMContextRef cx;
    LLVMModuleRef module;
    LLVMBuilderRef b;
    LLVMTargetDataRef layout;
    bool bmi2;          /* pdep and pext are fast */
    bool count_vectors; /* population counts of vectors are one instruction */
    bool blend_words;   /* eight words lie in a register, and some of them are changed by one instruction */
    Type i1, i8, i16, i32, i64, ptr, none;
    Type state;       /* struct of the fields */
    unsigned *place;  /* element of the struct, by field */
    const bool *apart; /* fields that are large and that only the turn writes */
    const bool *by_member; /* sets of which playouts touch single words: they stay in memory */
    Value *alias_tag; /* one a field: they never overlap */
    unsigned tbaa;
    Value *table, *table_at; /* globals by table, made when needed; of rows: where they begin */
    IrType *table_range;      /* of the values of tables that were asked for; others: no type */
    IrCode *code;            /* of all rules, in the order of their codes */
    size_t ncode;
    uint64_t total;
    IrOffered offered;
    Value nth_at, nth_bit; /* the member that was last looked for by number, and its bit in its word */
    bool wasm;
    bool chance; /* the rules draw lots: what writes the state takes a pointer to the random number */
    bool net;    /* some function is one of many gates */
    bool failed;
    /* debug information, NULL without */
    LLVMDIBuilderRef di;
    LLVMMetadataRef di_unit, di_type;
    VEC(LLVMMetadataRef) di_file;
    VEC(const Source *) di_source;
} Gen;

typedef struct {
    Value value; /* what is bound once: a member, a parameter */
    Value slot;  /* memory of a let or var */
    Value gate;  /* of a let in a net: its lowest bit counts */
    struct Waiting *waiting; /* for someone who asks for the gate */
    Value *word; /* slots of the words of a set (take.c) */
    bool memory; /* `slot` is a large set, of which single words are read */
} Local;

enum { LL_REGISTER_WORDS = 4, LL_BLENDED_WORDS = 8 }; /* of a set; one word of a larger one is found in memory */

typedef struct {
    Value base;   /* pointer to the struct, or NULL */
    Value *field; /* pointers to the fields */
    Value home;   /* the struct in which long fields stay, or NULL */
    bool tried;   /* made by ll_try_state */
} StateRef;

/* A let of a net whose value was not asked for yet. */
typedef struct Waiting {
    const Ir *e;
    Block block;
    StateRef state;
    const IrFn *fn;
    Local *frame, *local;
    uint64_t reads; /* fields, modulo 64 */
} Waiting;

typedef struct {
    Value where; /* the state */
    const Ir *set;
    int word;
    Value value;
} WordRead;

/* What a function that is a net has read of the state, and what waits for it. */
typedef struct {
    bool net;
    Block block; /* where the values were read */
    VEC(WordRead) read;
    VEC(Waiting *) waiting;
} Words;

/* The list that moves go into. */
typedef struct {
    bool planes; /* a word of a set at a time (choice.c) */
    Value out, n; /* where it lies; a slot: its length */
} List;

typedef struct Spare {
    struct Spare *next;
    StateRef state;
} Spare;

/* The sites that can still be played on, in no order (add-to-empty); of few only their number. */
typedef struct {
    int rule;
    Type entry;       /* i8 or i16; NULL: they are only counted */
    Value left, site; /* slots: how many, LL_UNLISTED where the list must be made anew; the sites */
} Listing;
#define LL_UNLISTED (-1)

typedef struct Fun Fun;

/* What procedures that play a move have beside the statements of others (choice.c). */
typedef struct {
    void (*choose)(Fun *f, const Ir *s);
    Value (*value)(Fun *f, const Ir *e);    /* TOSS PICK KEPT_COUNT KEPT_PICK */
    bool (*let)(Fun *f, const Ir *s);       /* of a member found by its number; false: another */
    void (*leave)(Fun *f, const Ir *s);     /* RET */
} Plays;

struct Fun {
    Gen *g;
    const IrFn *fn; /* whose locals are meant */
    Local *local;
    Value function;
    Block entry; /* for allocas */
    Block before; /* where the function was begun; or NULL */
    StateRef state;
    Value rng;    /* of draws; NULL: on a successor that is only looked at a draw gives 0 */
    Value script; /* draws that are said instead (ludc_script of runtime/support.h); NULL: none is */
    const Listing *listing; /* of a playout that keeps sites in a list, else NULL */
    bool inplace; /* calls are expanded, as the state is in pieces */
    bool chosen;  /* fn is a rule whose move was chosen: sites among its parameters are real */
    Block exit;   /* where RET goes, with its value in `result` */
    const Plays *plays; /* of a procedure that plays a move, else NULL: */
    Block played, tested; /* where RET of 1 goes, and that of choose_tested() */
    Value *room;  /* of that: a list of MAX_ROOM candidates, once there is one */
    bool taken;   /* a site was taken out of the listing for the move that comes */
    Value result;
    List list;
    Words *words;  /* of the state that the function has read */
    Spare **spare; /* copies of states that can be used again */
    LLVMMetadataRef scope, outer_at; /* debug information */
    const Source *source;
};

/* --- fun.c: functions, blocks, loops --- */
/* Starts a function; its parameters are LLVMGetParam(f.function, i). */
Fun ll_begin(Gen *g, const char *name, Type type, const IrFn *fn);
void ll_mark(Gen *g, Value function, const char *attribute);
void ll_end(Fun *f); /* and goes on where it was begun */
Value ll_alloca(Fun *f, Type type, const char *name);
Block ll_block(Fun *f, const char *name);
void ll_at(Fun *f, Block block);
void ll_jump(Fun *f, Block to);          /* and go on in a block of its own, unreachable */
void ll_go(Fun *f, Block to);            /* br to, position there */
void ll_branch(Fun *f, Value condition, Block yes, Block no);
typedef struct {
    Block head, end, outer_head, outer_end;
    Value slot, at, words;
    Value member;
} Loop;
Loop ll_each(Fun *f, Value set, int words);
void ll_end_each(Fun *f, const Loop *loop);
Loop ll_range(Fun *f, Value from, Value to); /* i32 */
void ll_end_range(Fun *f, const Loop *loop);
Local *ll_locals(Gen *g, const IrFn *fn);
bool ll_unsupported(Fun *f, const Ir *e, const char *what);

/* --- frame.c: functions of the game --- */
Value ll_call(Fun *f, Value function, Value *arg, unsigned n); /* which may write the state */
Value ll_read_local(Fun *f, int local);
void ll_write_local(Fun *f, int local, Value value);
/* A frame for fn in the same function. */
Fun ll_frame(Fun *f, const IrFn *fn, Value *arg, int n);

/* A function of the game's: behind the state, and what a sink needs, come parameters of `fn`, then what draws need. */
typedef struct {
    const IrFn *fn;
    unsigned nparam, nfirst;
    Type first[3];
    bool draws;
} Signature;
Fun ll_begin_of(Gen *g, const char *name, Type ret, const Signature *s);
Value ll_call_of(Fun *f, Value function, const Signature *s, const Value *first, Value *arg);
Value *ll_args(Fun *f, const Ir *call); /* the operands */

/* --- types.c --- */
Value ll_load(Gen *g, Type type, Value pointer, unsigned align);
void ll_store(Gen *g, Value value, Value pointer, unsigned align);
Value ll_gep(Gen *g, Type element, Value pointer, Value index);
Value ll_intrinsic(Gen *g, const char *name, Type overload, Value *arg, unsigned n);
Value ll_call_apart(Gen *g, Value function, Value *arg, unsigned n); /* which neither reads nor writes the state */
Value ll_low(Gen *g, Value word); /* i32; word is not 0 */
int ll_words(const Gen *g, int space); /* at least 1 */
Type ll_type(Gen *g, IrType type);
unsigned ll_bits(IrType type); /* of storage */
Type ll_set(Gen *g, int words);
Value ll_int(Gen *g, int64_t k); /* i32 */
Value ll_word(Gen *g, uint64_t k);
Value ll_set_const(Gen *g, const uint64_t *word, int words);
Value ll_empty(Gen *g, int words);
Value ll_zero(Type type);
Value ll_fit(Gen *g, Value value, Type type); /* sign extends or truncates */
Value ll_index(Gen *g, Value value, IrType type); /* i64 */
Value ll_bytes(Gen *g, unsigned bits, const int64_t *value, size_t n, const char *name);
void ll_need_table(Gen *g, int table);
Type ll_table_elem(Gen *g, int table); /* in memory: iN, or i64 of sets */
Value ll_table_int(Gen *g, int table, Value place); /* the number there, as i32 */

/* --- state.c --- */
void ll_state(Gen *g);
Value ll_initial(Gen *g);
Value ll_field(Fun *f, int field, const Ir *index); /* pointer */
Value ll_field_value(Fun *f, int field, const Ir *index);
void ll_put_field(Fun *f, int field, const Ir *index, Value value);
bool ll_put_member(Fun *f, const Ir *put); /* into a set that stays in memory; false: it is another */
/* The set in memory of which one word is read; NULL: it is a value. */
Value ll_set_in_memory(Fun *f, const Ir *set);
/* The same of one that `tree` knows as a local, and asks for single members only. */
Value ll_asked_place(Fun *f, const Ir *set, const Ir *tree, int local);
StateRef ll_copy_state(Fun *f); /* of f->state */
/* A copy for a rule or a `with`, but not the turn: large fields that only the turn writes are
 * not copied where fields are variables. */
StateRef ll_try_state(Fun *f);
void ll_spare_state(Fun *f, StateRef state);
/* Copies of the fields, and back. */
Value *ll_keep_fields(Fun *f, const bool *field);
void ll_take_back(Fun *f, const bool *field, Value *old);
/* The state at `from` in variables; long arrays lie at `home`, where `from` may lie, too. */
StateRef ll_split_state(Fun *f, Value from, Value home);
Value ll_state_pointer(Fun *f); /* to a struct, made if need be */
void ll_join_state(Fun *f, StateRef state, Value pointer);
void ll_copy_bytes(Gen *g, Value to, Value from, uint64_t bytes);
uint64_t ll_state_size(const Gen *g);

/* --- expr.c --- */
Value ll_expr(Fun *f, const Ir *e); /* i32, i64 or set */
Value ll_cond(Fun *f, const Ir *e); /* i1 */
Value ll_index_of(Fun *f, const Ir *tab); /* linear, i64 */
Value ll_slice(Fun *f, const Ir *tab);    /* pointer to the first element */
int ll_slice_size(const Gen *g, const Ir *tab);

/* --- members.c --- */
Value ll_bit(Gen *g, Value at, bool sure, int words);
Value ll_has(Gen *g, Value set, Value at, bool sure, int words);
Value ll_has_in_memory(Gen *g, Value place, Value at, bool sure); /* of a set there one word is read */
void ll_insert(Gen *g, Value place, Value at, bool sure); /* into a set in memory, of which one word is touched */
void ll_drop(Gen *g, Value place, Value at, bool sure);   /* out of such a one */
Value ll_count(Gen *g, Value set, int words);
Value ll_any(Gen *g, Value set, int words); /* i1 */
Value ll_compare_sets(Gen *g, LLVMIntPredicate how, Value x, Value y, int words);
Value ll_first(Gen *g, Value set, int words); /* i32: -1 if there is none */
Value ll_nth(Gen *g, Value set, Value k, int words);
Value ll_element(Gen *g, Value set, int i);
Value ll_diff(Gen *g, Value a, Value b);

/* --- set.c --- */
Value ll_set_expr(Fun *f, const Ir *e); /* NULL: not one of these */
Value ll_set_cond(Fun *f, const Ir *e); /* i1: HAS, ANY, comparisons of sets; NULL */

/* --- words.c --- */
Value ll_words_expr(Fun *f, const Ir *e); /* operations on words; NULL: not one of these */
Value ll_covers(Fun *f, const Ir *e);     /* i1 */
/* All up to and with the lowest one of b, all if there is none; or from the highest. */
Value ll_up_to_first(Gen *g, Value b, bool up);
/* Each word of a is cut behind the first member that is in b, or before the last. */
void ll_up_to(Gen *g, Value *a, const Value *b, int words, bool up);

/* --- sees.c --- */
/* Steps of directions as rotations of words under masks: a word, or a vector of them. */
typedef struct {
    Gen *g;
    unsigned lanes;
    int longest; /* sites of a ray */
    Value turn, back, from, to;
} Turns;
Turns ll_turns(Fun *f, int table, const IrSteps *s, Value first, unsigned lanes);
Value ll_turns_see(const Turns *t, Value stop, Value goal);
Value ll_turns_go(const Turns *t, Value start, Value stop); /* up to and with the first of `stop` */
Value ll_all_lanes(Gen *g, Value word, unsigned lanes);
Value ll_join_lanes(Gen *g, Value x, unsigned lanes); /* the union */
Value ll_ways(Fun *f, const Ir *e); /* ways.c: UNION over directions in lanes, or NULL */

/* --- take.c --- */
/* A loop that takes members out of a set; false: it is another. */
bool ll_take(Fun *f, const Ir *loop);
/* %m = %m | bit(x) that touches one word; false: it is another. */
bool ll_insert_member(Fun *f, const Ir *set);
/* A local that is kept word by word gets this value; false: it is none of these. */
bool ll_let_words(Fun *f, int local, const Ir *e);
Value ll_read_words(Fun *f, int local); /* of one with `word` */
Value ll_any_words(Fun *f, const Ir *set); /* i1: ANY, word by word; NULL: not here */

/* --- net.c --- */
void ll_state_written(Fun *f, int field); /* it will be; -1: any field may be */
void ll_ask_net(Fun *f, const Ir *body); /* is the function a net? */
bool ll_is_net(const Fun *f);
bool ll_is_gate(const Fun *f, const Ir *e);
Value ll_gate_value(Fun *f, const Ir *e); /* i64: the lowest bit counts */
bool ll_let_gate(Fun *f, int local, const Ir *e); /* false: not one of these */
Value ll_gate_local(Fun *f, int local);   /* i64, NULL: it is no gate */
Value ll_gate_bit(Gen *g, Value gate);    /* i64: 0 or 1 */
Value ll_gate_cond(Gen *g, Value gate);   /* i1 */

/* --- stmt.c --- */
void ll_stmt(Fun *f, const Ir *s);
Value ll_call_args(Fun *f, int fn, Value *arg); /* fn, proc, view, turn */
Value ll_call_fn(Fun *f, const Ir *call);       /* of CALL, DO */

/* --- list.c --- */
void ll_list_stmt(Fun *f, const Ir *s); /* TRY NOTE NOTES COLLECT DISCARD ASIDE */
/* The moves of a gen whose moves are codes at `out`, as codes or as planes, place number `from` being the first; behind the last. */
Value ll_list(Fun *f, int gen, bool planes, Value out, uint32_t from, Value *arg);

/* --- rule.c --- */
void ll_play(Fun *f, const IrFn *rule, Value *arg); /* header lets, do, then */
void ll_describe(Fun *f, const IrFn *rule, Value *arg, Value out);
/* The rule of code `move`, each with its parameters, through `act`. */
typedef void RuleAction(Fun *f, const IrFn *rule, Value *arg, void *data);
void ll_by_code(Fun *f, Value move, RuleAction *act, void *data);

/* --- plan.c --- */
/* The list of the plan, empty so far; NULL: the plan has none. */
const Listing *ll_listing(Fun *f);
void ll_unlist(Fun *f);                   /* a move that is none of the list's is played */
void ll_list_sites(Fun *f, const Ir *set); /* where there is no list or number */
Value ll_take_site(Fun *f, Value k); /* entry k leaves it */
void ll_take_one(Fun *f);            /* one fewer of those that are counted */

/* --- choice.c --- */
/* One uniform move played, then on to `played`; goes on behind if there is none. */
void ll_choose(Fun *f, Value rng, Block played);
bool ll_choice_is_large(const Gen *g);
/* A procedure that draws with the words at `rng`, in place: on to `done`; goes on behind where it returns 0. */
void ll_run(Fun *f, const char *name, Value rng, Block done);

/* --- lots.c --- */
/* What is behind the other parameters of a function that writes the state of a game of chance: source
 * and script of its draws; 2 arguments are put into `arg`. */
enum { LL_LOTS = 2 };
void ll_lots_types(const Gen *g, Type *param);
void ll_lots_params(Fun *f, unsigned first);
void ll_lots_args(const Fun *f, Value *arg);
Value ll_random(Fun *f, Value rng);         /* i64: the next word */
Value ll_below(Fun *f, Value rng, Value n); /* uniform in 0..n-1; one word */
Value ll_draw(Fun *f, Value n);
/* The draws from here on are said: `ngiven` values, bounds noted in `bound`, which has room for `room`. */
void ll_script_begin(Fun *f, Value given, Value ngiven, Value bound, Value room);
Value ll_script_draws(Fun *f); /* i32: so many were made */

/* --- offer.c --- */
Value ll_observe(Gen *g); /* NULL: there are no planes */
Value ll_records(Gen *g, const IrRecords *r); /* a table that the struct points to */
/* Of the struct, from `nplane` to `reserved`; their number.  *index: what `action_index` points to, if anything. */
size_t ll_offer_members(Gen *g, Value *member, Value *index);

/* --- reasoner.c --- */
Value ll_text(Gen *g, const char *text);
Value ll_array(Gen *g, Type type, Value *element, size_t n, const char *name);
void ll_reasoner(Gen *g);
void ll_wasm(Gen *g, Value *fn); /* wasm.c: exports of the functions in the order of ludc_reasoner */

/* --- build.c --- */
/* The module of the game, as it is written; NULL: diagnostics are filed.  *net: some function is one of many gates. */
LLVMModuleRef ll_build(IrGame *game, const LlvmOptions *options, const Target *target, LLVMContextRef cx, bool *net);

/* --- debug.c --- */
void ll_debug_begin(Gen *g);
void ll_debug_function(Fun *f, const char *name, Span at);
void ll_debug_at(Fun *f, Span at);
void ll_debug_end(Gen *g);

#endif
