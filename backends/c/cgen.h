/* cgen.h - the inside of the C back end.
 *
 * Everything is emitted on demand: writing an expression that reads a table or
 * calls a function makes sure that it stands earlier in the file.  So what is
 * unused is never printed, and the order is always right (the IR has no
 * recursion).
 *
 * A Body is one C function being written.  Expressions come back as C text that
 * may stand as an operand anywhere; what C cannot say in an expression (loops
 * over sets, closures) is written as statements before it.  Where evaluation is
 * conditional (&&, ||, select) such statements go into the branch. */
#ifndef LUDC_CGEN_H
#define LUDC_CGEN_H

#include "backends/backend.h"
#include "ir/analysis/analyses.h"
#include "ir/analysis/ray_shifts.h"
#include "ir/analysis/shape.h"
#include "ir/lower/lower.h"
#include "ir/offer/records.h"

typedef struct {
    IrGame *game; /* in the low form */
    Arena *arena;
    const BackendOptions *options;
    Out type;  /* set types */
    Out data;  /* tables */
    Out text;  /* functions, in order of need */
    VEC(const char *) headings, quotes; /* for people (quote.c) */
    const char **table, **field, **fn; /* C names by index */
    IrCode *code; /* of all rules, in the order of their codes */
    size_t ncode;
    uint64_t total;       /* number of codes */
    VEC(const char *) made; /* keys of what was written already */
    IrOffered offered;
    Apart apart;              /* fields that trials do not copy */
    bool chance; /* the rules draw lots: what writes the state takes `rng` and `script` */
    bool vast; /* the turn is too large to be one function of the compiler's */
    const char *hot; /* how functions of the playout loop are declared */
    int listed;   /* the rule whose sites a playout keeps in a list (ir/plan/plan.h), or -1 */
    bool counted; /* of that rule: their number alone, as they are few */
    bool failed;
} CGen;

/* The list that moves go into. */
typedef struct {
    bool planes; /* a word of a set at a time (choice.c) */
    const char *out, *n; /* what it and its length are called */
} List;

/* Copies of the state in a function.  A compiler may give each that has a name of its own a place on the stack of its own: from some size
 * on all of them on, those that do not last at once share `tmp_copy1`, `tmp_copy2`, .. */
typedef struct {
    uint64_t own;   /* bytes of those that have names of their own */
    int used, most; /* of those that are shared: that last now, and ever at once */
} Copies;

typedef struct Body Body;

/* What procedures that play a move have beside the statements of others (choice.c). */
typedef struct {
    void (*choose)(Body *b, const Ir *s);
    const char *(*value)(Body *b, const Ir *e); /* DRAW TOSS PICK KEPT_COUNT KEPT_PICK */
    bool (*let)(Body *b, const Ir *s);          /* of members that are found by number, lots, selections; false: another */
    bool (*leave)(Body *b, const Ir *s);        /* RET; false: it is written as anywhere */
} CPlays;

struct Body {
    CGen *c;
    const IrFn *fn;     /* whose locals are meant */
    Out *out;           /* where statements go */
    Out text;           /* the body of the function */
    int depth;
    int *ntemp;         /* shared by nested frames, */
    Copies *copies;     /* and so is this */
    const char *state;  /* name of the pointer to the state */
    const char *origin; /* where that is a copy without the fields apart: who has them; or NULL */
    bool draws;         /* `rng` is there; else, on a successor only looked at, a draw gives 0 */
    const CPlays *plays; /* of a procedure that plays a move, else NULL: `rng` is there; */
    bool lists, taken;   /* so is `list`; a site was taken out of it for the move that comes */
    const char **bit;    /* by local: the set of one that it is, found with it; or NULL */
    const char **mask;   /* by local: a word of as many ones as it is 1; or NULL */
    bool told;          /* so is `script`: draws may be said instead */
    const char **local; /* C names of fn's locals */
    bool *read;         /* locals that are read somewhere */
    bool *above;        /* locals declared at the top of the function */
    const char *result, *exit; /* of a function that is written in place: where its value goes, the label behind it; */
    bool left;                 /* is that jumped to? */
    Span quoted;               /* the place of the statement whose words were quoted last */
    bool chosen; /* fn is a rule whose move was chosen: sites among its parameters are real */
    int one_of;  /* the number of that rule's parameter whose set of one the variable `one` is, from 1 on; 0: of none */
    List list;
};

/* --- names.c --- */
void c_names(CGen *c);
const char *c_ident(Arena *arena, const char *name); /* for a local or a field */
const char **c_locals(Body *b, const IrFn *fn, int frame);
bool c_once(CGen *c, const char *key); /* true the first time */
const char *c_format(CGen *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* --- types.c --- */
/* Types of values (locals, results) and of storage (fields, tables). */
const char *c_type(CGen *c, IrType type);
const char *c_store(IrType type);
int c_store_size(const char *type); /* bytes */
int c_words(const CGen *c, int space);
const char *c_set(CGen *c, int words); /* name of the set type, made if needed */
const char *c_set_op(CGen *c, int words, const char *op); /* "set2_and" */
const char *c_count(CGen *c, int words);                  /* the functions that count the members, */
const char *c_nth(CGen *c, int words);                    /* and that find the k-th */
const char *c_words_text(CGen *c, const uint64_t *word, int words); /* a constant set, as initialiser */
const char *c_set_const(CGen *c, const uint64_t *word, int words);  /* the same, as expression */
void c_all(const IrGame *game, int space, uint64_t *word);
void c_state(CGen *c, Out *out);   /* struct State */
void c_initial(CGen *c, Out *out); /* the initial state */

/* --- data.c --- */
void c_need_table(CGen *c, int table);
/* image.c: false where the table is to be written as text. */
bool c_image_numbers(CGen *c, const char *type, const char *name, const char *dims, const int32_t *value, size_t n);
bool c_image_sets(CGen *c, const char *type, const char *name, const char *dims, const uint64_t *word, size_t n);

/* --- body.c --- */
Body c_body(CGen *c, const IrFn *fn, const char *state);
/* A copy of b->state in which a move is tried, without the fields apart if `less`; its name.  It lasts until c_tried is given the mark
 * from before. */
const char *c_trial(Body *b, bool less);
int c_trial_mark(const Body *b);
void c_tried(Body *b, int mark);
/* Must function `fn` be told where the fields apart are?  Then it has the parameter `past`. */
bool c_past(const Body *b, int fn);
void c_line(Body *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
void c_open(Body *b, const char *format, ...) __attribute__((format(printf, 2, 3))); /* .. { */
void c_scope(Body *b); /* { */
void c_close(Body *b);
const char *c_name_temp(Body *b);
const char *c_temp(Body *b, const char *type, const char *text); /* const TYPE tmpN = text; */
const char *c_bare(CGen *c, const char *text); /* without outer parentheses */
/* Writing aside: what is written between goes to `aside`. */
Out *c_aside(Body *b, Out *aside);
/* ", uint64_t *rng, ludc_script *script" of what writes the state, and the arguments for it. */
const char *c_rng_param(const CGen *c);
const char *c_rng(const Body *b);
/* Ends a function: signature, notices of unused parameters, body. */
void c_finish(Body *b, const char *signature);
/* ", int32_t x, .." for the first n parameters of fn */
const char *c_params(Body *b, const IrFn *fn, int n);
/* Finds out which locals of b->fn are read in the trees (NULLs allowed), and which
 * must be declared at the top because C's scopes would hide them; declares those. */
void c_scopes(Body *b, const Ir *const *tree, size_t n);
/* The same for a tree whose blocks are written without braces. */
void c_one_scope(Body *b, const Ir *tree);

/* --- quote.c: for people, where the options ask for it --- */
/* Begins a section, and notes it for the contents. */
void c_heading(CGen *c, Out *out, const char *title);
/* The end of the first comment: the sections. */
void c_contents(const CGen *c, Out *out);
/* Above a function, a statement and a table: where the rules say that, and in which words; what it holds. */
void c_quote_fn(CGen *c, const IrFn *fn);
void c_quote(Body *b, const Ir *s);
void c_explain_table(CGen *c, const IrTable *t);
void c_explain_list(const CGen *c, Out *out, const IrCell *of); /* of the record whose first cell that is */
/* Statements have a mark for their quotation, which no search for names looks into; here it becomes a comment, or #line. */
enum { QUOTED = 2 };
void c_with_quotes(CGen *c, const char *text, Out *out);
/* From here on lines are the text's own; and the numbers of those marks, once they are known. */
void c_own_lines(CGen *c);
void c_number_own_lines(const CGen *c, Out *out);

/* --- expr.c, set.c, shift.c, carry.c --- */
const char *c_expr(Body *b, const Ir *e);
const char *c_bit(Body *b, const Ir *e);  /* for a condition: outer parentheses off */
const char *c_atom(Body *b, const Ir *e); /* a name or a literal: may be repeated */
const char *c_args(Body *b, const Ir *call); /* ", a, b" */
const char *c_table_ref(Body *b, const Ir *tab); /* element or slice */
const char *c_row_index(Body *b, const Ir *tab); /* linear index of a row or slice of rows */
const char *c_set_expr(Body *b, const Ir *e);
const char *c_shift(Body *b, int words, const char *set, int delta);
const char *c_carry(CGen *c, const WordMap *map, const char *set); /* bits of each word moved in bulk */
const char *c_need_pop(CGen *c, int words); /* "setN_pop": the lowest member leaves *rest; -1: none */
/* sees.c: the functions NAME_see and NAME_go over directions of rays in sets of one word. */
const char *c_need_turns(CGen *c, int table, const IrSteps *steps);
const char *c_ways(Body *b, const Ir *e); /* ways.c: UNION over directions without branches, or NULL */
/* for (..) over set `set`: local becomes each member; close with c_end_each. */
void c_each(Body *b, const char *set, int words, const char *member);
void c_end_each(Body *b, int words);
const char *c_op2(Body *b, int words, const char *op, const char *infix, const char *x, const char *y);
const char *c_insert(Body *b, int words, const char *set, const char *member); /* statement text */
bool c_unsupported(Body *b, const Ir *e, const char *what);

/* --- words.c --- */
const char *c_words_expr(Body *b, const Ir *e); /* operations on words: moved, cut, gathered */
bool c_unite_cut(Body *b, const Ir *set);       /* m = m | up_to(table, local), word by word; false: something else */
const char *c_loose(Body *b, const Ir *e);      /* c_expr; of what is moved also bits beyond its space */

/* --- bits.c --- */
/* Conditions made of members and bits only, without branches; NULL: others. */
const char *c_bit_tree(Body *b, const Ir *e);
const char *c_pack(Body *b, const Ir *e); /* PACK */
/* place |= e, for the words that e reaches. */
void c_pack_into(Body *b, const Ir *e, const char *place);

/* --- stmt.c --- */
void c_stmt(Body *b, const Ir *s);
void c_block(Body *b, const Ir *s); /* without braces */
void c_need_fn(CGen *c, int fn);    /* fn, proc, turn, view */
bool c_by_address(const CGen *c, const IrFn *fn, int param); /* how a function by itself takes this parameter */
const char *c_need_fn_past(CGen *c, int fn); /* a fn with the parameter `past` */

/* --- list.c --- */
const char *c_need_list(CGen *c, int fn, bool planes); /* the function of a gen whose moves are codes */
void c_list_stmt(Body *b, const Ir *s); /* TRY NOTE NOTES COLLECT DISCARD ASIDE */

/* --- rule.c --- */
void c_need_play(CGen *c, int rule); /* play_NAME(State *, ..): header lets, do, then */
const char *c_need_describe(CGen *c, int rule);
const char *c_play(CGen *c, const IrFn *rule); /* the name of its play function, made if needed */
/* The same with the set of parameter number `param`, of one word, as a last argument. */
const char *c_play_one(CGen *c, const IrFn *rule, int param);
const char *c_play_told(CGen *c, const IrFn *rule); /* the same with the parameter `past` */
/* The values of the parameters of the rule's move that is `move`, as arguments ", a, b". */
const char *c_decoded(Body *b, const IrCode *own);
void c_need_turn(CGen *c); /* turn(State *): what follows every move */
/* Those values of the header that the n trees (NULLs allowed) need. */
void c_header_lets(Body *b, const IrFn *rule, const Ir *const *tree, size_t n);

/* --- put.c --- */
void c_put(Body *b, const Ir *s);
/* Variables for the old values of the marked fields; they get them; they are put back. */
void c_declare_kept(Body *b, const bool *field);
void c_keep_fields(Body *b, const bool *field);
void c_take_back(Body *b, const bool *field);

/* --- plan.c --- */
void c_plan_sites(CGen *c); /* what is known of sites from ply to ply, where the plan keeps something */

/* --- choice.c --- */
void c_need_chooser(CGen *c, int fn); /* choose(State *, rng): 1, or 0 where there is no move */
/* Would all that choose calls, each call in place, be too much for a compiler? */
bool c_turn_is_vast(const CGen *c);
bool c_choice_is_large(const CGen *c);

/* --- offer.c --- */
const char *c_observe(Body *b);   /* the function of the reasoner */
void c_records(CGen *c, const IrRecords *r); /* what the struct points to, */
void c_offer_members(CGen *c);    /* and its members */

/* --- reasoner.c --- */
void c_reasoner(CGen *c);

/* --- emit.c --- */
const char *const *c_text_abi(void); /* the lines of runtime/abi.h, reading.h and main.c */
const char *const *c_text_reading(void);
const char *const *c_text_main(void);
const char *c_default_ident(Arena *arena, const char *name);
bool c_emit(IrGame *game, const BackendOptions *options, Out *out);

#endif
