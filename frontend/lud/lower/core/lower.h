/* lower.h - from resolved ludemes to IR: what the lower_*.c files share.
 *
 * One Lower lives through one lowering.  Expressions are lowered into trees; an
 * expression that must be evaluated at a certain moment is put into a `let` by
 * whoever knows the moment.  Which moment that is for each part of a ludeme is
 * the table in doc/ir.md, "What is evaluated when".
 *
 * Failure: a function that meets something unsupported files it and returns a
 * harmless node, so that one run names several such places; lud_lower then gives
 * up because the session has failed. */
#ifndef LUDC_LOWER_H
#define LUDC_LOWER_H

#include "base/session.h"
#include "frontend/lud/lud.h"
#include "frontend/lud/board/board.h"
#include "frontend/lud/elab/facts.h"
#include "frontend/lud/elab/term.h"
#include "frontend/lud/lower/core/dispatch.h"
#include "ir/core/ir.h"

/* The limits of the reference: turns of each player, moves of a game. */
enum { TURNS_PER_PLAYER = LUD_TURNS_PER_PLAYER, MOVES = LUD_MOVES };
/* What it counts as infinitely many. */
enum { INFINITELY_MANY = 1000000000 };

/* A kind of piece: index i is the value of @what.  0 is "no piece". */
typedef struct {
    const char *name; /* with the owner's number: "Pawn1" */
    const char *base; /* "Pawn" */
    int owner;        /* 0 neutral, 1..N, N+1 shared */
    int facing;       /* Wind, or -1 */
    const Term *item; /* the (piece ..) it came from; NULL for made-up ones */
} Component;

/* Board (0), hands: sites [from, from + n). */
typedef struct {
    const char *name;
    int owner;
    int from, n;
    bool hand;
} Container;

/* (regions ..): each entry is one region of the list it was given. */
typedef struct {
    const char *name;
    int owner; /* 0 when without role */
    Ir *mask[16];
    size_t nmask;
    const Term *item;
} NamedRegion;

/* The iterators of the EvalContext; NULL reads as -1. */
typedef struct {
    Ir *from, *to, *between, *site, *player, *value, *level;
    Ir *region, *pips;
} Iterators;

/* Classes of directions of a board that may be spread over winds (lower/geometry/dir.c); bits by Relation. */
typedef struct {
    const BoardLayer *layer;
    unsigned asked, exact;
} SpreadKnown;

/* Who moves, moved and will move, as the moves being lowered see it; NULL: as it is. */
typedef struct {
    Ir *mover, *prev, *next; /* expressions of the state alone */
} Turn;

/* A (do .. ifAfterwards: cond) around the moves being lowered. */
typedef struct {
    const Term *cond;
    const struct After *outside; /* the first (then ..) around it, not within */
    Turn seen_as; /* where it stands */
    bool deferred; /* asked of what the moves inside chose among themselves */
    int next_read; /* 1: its condition asks who is next, 0: it does not, -1: not known yet */
} Post;

/* The dice that the moves being lowered use, and what is done about a throw of equal
 * numbers. */
typedef struct {
    unsigned dice; /* bit k: die k */
    Ir *pips;
    const Term *doubles; /* when moves of a throw of equal numbers are played twice, or NULL */
    bool combined; /* several dice at once */
} UseDice;

/* A (do effect next: moves) around the moves being lowered. */
typedef struct {
    const Term *term;
    Iterators it; /* where it stands */
    Turn seen_as; /* the same */
    const Component *piece; /* the same */
    VEC(int) written; /* fields that the effect writes, as far as rules have been made */
    VEC(int) rule;    /* these rules: they look ahead themselves */
} Prior;

typedef struct {
    const char *name;
    int owner; /* players that start in it: p, or N+1 for all */
    const Term *term;
    int play;      /* gen function */
    int end;       /* proc, or -1 */
} PhaseInfo;

/* What a site holds beside its piece.  It goes along with a piece that moves and is
 * gone when the site is emptied, but may be set on an empty site too. */
typedef enum { TRAIT_STATE, TRAIT_ROTATION, TRAIT_VALUE, TRAITS } Trait;

typedef struct WaysFound WaysFound; /* lower/geometry/direction_tables.c */

/* The sites of one type, and what is found of them as it is asked for (lower/core/site_type.h). */
typedef struct {
    const BoardLayer *layer;
    SiteType type;
    int what, count, trait[TRAITS]; /* fields; -1: nothing stands there, or nothing has it */
    int table_board; /* mask: those of the board; -1: not made yet */
    int distances;   /* their table, from 1 on; 0: not made yet */
    WaysFound *ways_found; /* by directions */
    const struct Looks *went[2]; /* between neighbours, between any sites */
} TypeSites;

/* State fields by use; index into the game, or -1 where the game has none.  Of how the game goes and ends .. */
typedef struct {
    int over, active, rank, winner, endtype, nwin, nlose, kloss;
    int won, lost; /* how often each player is in the list of winners, of losers: records show it */
} ResultFields;

/* .. of the last move .. */
typedef struct {
    int from, to, level_from, level_to;
    int type_from, type_to; /* of these sites, as records number types */
    int acted_to; /* where its last action ended, consequences included */
    int passed_over; /* sites between its ends */
    int touched; /* sites that it acted on */
    int taken; /* how many removals it was made of, for (max Captures ..) */
} LastMoveFields;

/* .. and all others. */
typedef struct {
    int who; /* where it may differ from the owner of `what` */
    int covered; /* by tiles of several sites: lower/state/tiles.h */
    int earlier; /* who made the last move that `prev` did not make */
    int mover, next, prev;
    ResultFields result;
    LastMoveFields last;
    int counter, turn, same, passes, idle, passing, swapped, nmoves;
    int phase, order, stale;
    int passed; /* the answer to an ifAfterwards: that was asked in between */
    int score, triggered, pvalue; /* pvalue: (value Player ..) */
    int height, pile; /* of games with stacks: lower/state/stack.h */
    int marks; /* of end rules: lower/setup/marks.h */
    int proposed, votes, decided; /* of votes (lower/state/vote.c) */
    int history, recorded, stored; /* hashes of positions (lower/state/history.c) */
    int team; /* of each player, where moves change it; else -1 */
    int lap; /* pieces by places of tracks (lower/state/track_index.h) */
    int pending, visited; /* numbers for the next move; sites used in this turn */
    int clear, replayed; /* captures that wait; did this move name the next player? */
    int waits;           /* how often each of them was captured: records show it, no rule asks */
} Fields;

/* Which earlier positions a position may repeat. */
typedef enum { REPEAT_NONE, REPEAT_IN_GAME, REPEAT_IN_TURN } Repetition;

/* A path of sites. */
typedef struct {
    const char *name;
    int owner; /* 0: nobody */
    bool loop, distinct; /* no site is in it twice */
    int n;
    const int *site; /* -2: off the board */
    const int *bump; /* how often each site is written once more, for an arc; NULL: none is */
} Track;

/* What is remembered under a name: a variable, or a list of numbers, which is a set
 * (`unique`) or says how often each number is there. */
typedef enum { MEMORY_VAR, MEMORY_LIST } MemoryKind;

typedef struct {
    MemoryKind kind;
    const char *name; /* NULL: the one without a name */
    int field;
    int space;   /* of a list's numbers */
    bool unique;
} Memory;

/* A field for what an effect on several sites reads before it writes. */
typedef struct {
    const Term *effect;
    int index, field;
} Scratch;

/* A (value Random ..) or (sites Random ..) and the field that keeps what was drawn. */
typedef struct {
    const Term *term;
    int field;
} Lot;

/* A gen made for a question about moves that asks the same wherever it stands. */
typedef struct {
    const Term *moves;
    bool target, from, successors, threatening, nobody_stuck, after_move, in_then, unset_read;
    int64_t player; /* that (player) means, or -1 */
    int supposed;   /* of threats: the rule that asks it of another place; 0: none yet */
    IrFn *fn;
} Asked;

/* In which order the pieces of a kind came to their sites (lower/state/order.c). */
typedef struct {
    int piece;
    int rank, number; /* fields: 1, 2, .. of each site that has it, else 0; how many */
} Order;

/* Of the functions, or tables, called NAME_number: all below this number are there. */
typedef struct {
    const char *name;
    int number;
} Named;
typedef VEC(Named) NamedList;

/* What a lowering finds out about the terms it goes through. */
typedef struct {
    bool unset_read; /* an iterator that nobody set was read */
    bool piece_read; /* `piece` was asked for */
    bool does_more;  /* a move does something else than to fill an empty site, or to pass */
} Notes;

/* A long number or consequence that became a function (lower/core/outline.c). */
typedef struct {
    uint32_t same; /* of the term */
    unsigned flags;
    const Component *piece;
    int64_t player;
    const IrFn *params; /* has the parameters as they were asked for */
    Turn seen_as;
    Notes notes;
    IrFn *fn;
} Outlined;

typedef struct KnownMaps KnownMaps; /* lower/values/map.c */
struct DirTable;

/* What follows, the innermost first: each of the effects being lowered, or the moves. */
typedef struct After {
    const Term *then;
    const struct After *outer;
} After;

/* What is known of the game before rules are lowered. */
typedef struct {
    const Ast *metadata; /* or NULL */
    unsigned offers;     /* of IrOffer: what is declared beside the rules */
    unsigned types, occupied_types; /* site types beside the board's own that the game names, and that pieces may be on: bits */
    int players;
    int *facing; /* per player 1..N: Wind or -1 */
    int *team;   /* of each player before the game (lower/state/team.h); NULL: no teams */
    int32_t *cost; /* of each site, as the start rules set it; NULL: 0 */
    Repetition repetition; /* positions are recorded */
    bool no_repeat;        /* (no Repeat ..): and no move may lead to one of them */
    bool no_auto_pass_draw; /* NotAllPass */
    bool item_indices; /* else `who` reads like `what` (03 section 3) */
    bool has_score, has_pvalue, has_touched, has_passed_over;
    bool stacks;    /* pieces lie on others */
    bool has_large; /* tiles of several sites: lower/state/tiles.h */
    bool has_count, has_who, has_hand;
    bool has_swap, swap_rule; /* players may change sides; the second one, instead of his first move */
    bool has_trait[TRAITS];
    bool moves_again; /* some player may, several times in a row */
    bool has_cycle, has_stored;
    bool has_clear; /* captures may wait for the end of the turn */
    bool ends_game; /* there are end rules for all phases */
    Relation distance_relation; /* the one relation of all distance tables */
    int lap_places;      /* of a track at most */
    int setup_moves;     /* pieces placed before the first move */
    int64_t placed_last; /* 1 + the site of the last of them; 0: none */
    bool started;        /* the start rules have been carried out */
    bool moves_up;       /* of pieces in their order (lower/state/order.c): those behind one that goes move up */
} GameFacts;

/* What the names of the description stand for, and what it brings into the state. */
typedef struct {
    VEC(Component) component; /* [0] is the empty one */
    VEC(Container) container;
    VEC(NamedRegion) region;
    VEC(PhaseInfo) phase;
    VEC(const Term *) mark; /* end rules by their marks; NULL: everybody passed */
    bool *unfaced; /* pieces that were said to have no direction; NULL: none yet */
    VEC(Memory) memory;
    VEC(Track) track;
    int *hidden; /* masks: [data][player], -1 where none (lower/state/hidden.c); NULL: nothing is hidden */
    VEC(const char *) proposal; /* what may be proposed or voted for */
    int space_site, space_piece, space_player, space_hash;
    int space_tier;  /* levels of a stack; -1: not made yet */
    int table_owner; /* player of each piece */
    struct Dice *dice;     /* lower/state/dice.h; NULL: none */
    struct Begin *begin;   /* lower/setup/random_start.h; NULL: the start is known before the game */
    struct Puzzle *puzzle; /* lower/setup/puzzle.h; NULL: none */
    VEC(Lot) lot; /* all lots so far */
    VEC(Scratch) scratch;
    VEC(Order) orders;
    int *placed, placings; /* before the game: which piece was put on the site first, second, .. */
    TypeSites sites_of[SITE_TYPES];
} Symbols;

/* What has been made and is used again. */
typedef struct {
    NamedList named, named_table;
    VEC(uint64_t) made; /* by function: a hash of what it is; 0: not known */
    VEC(Outlined) outlined;
    VEC(Asked) asked;
    VEC(const Term *) asking; /* moves that are being asked about, outermost first */
    VEC(Asked) threat; /* of moves given: which gen asks whether they threaten */
    int tried[2];      /* the gen of moves that (no Moves Next) asks for among moves, and among those that
                          threaten; 0: none yet */
    int play_threats[2], play_supposed[2]; /* the ones of all moves of play, of which the second is
                                              where nobody is stuck; 0: none yet */
    int threats;  /* gens of such moves so far, for their names */
    int rules;    /* rules made so far, for their names */
    bool longest; /* a generator compares how far moves lead */
    const Ir *relocation; /* the last effect made that takes a piece from its site to an empty one, or none */
    int relocations;      /* how many of them were made */
    char *single; /* of each piece and question, once asked: is there only one? (lower/values/single.c) */
    KnownMaps *known_maps;
    VEC(struct DirTable) dir_tables; /* lower/geometry/dir.h */
    SpreadKnown spread;
    int incident[SITE_TYPES][SITE_TYPES]; /* graph.c: tables of what touches what */
} Memo;

/* What the place of a term is within: what holds for all that is lowered there. */
typedef struct {
    bool target_from;  /* moves are asked for by where they start, not where they end */
    bool probing;      /* it is only asked whether there is such a move */
    bool threatening;  /* in the moves that (is Threatened ..) asks about */
    bool nobody_stuck; /* within the moves that (no Moves Next) asks for among moves */
    bool in_play;      /* lowering the generators of `play` */
    bool in_then;      /* in consequences: they do not count themselves */
    bool after_move;   /* in consequences and end rules: the move counts as last */
    bool applying;     /* in an (apply ..): values of the old state */
    bool gathering;    /* values of effects stand apart from what they write */
    bool sowing;       /* in what is captured by sowing: a move tried on a copy */
    bool beside_sowing; /* what is read was so before what is sown at the same time */
    bool site_in_hand; /* (site) runs over a hand */
    bool whether;      /* it is only asked whether a piece is anywhere at all */
    bool in_number;    /* within a number that becomes a function */
    bool answer_kept;  /* it is asked where the answer is kept */
    bool may_be_over;  /* an end rule before may have ended the game, or put the mover out of it */
} Mode;

/* A piece whose own moves are being listed, within those of others. */
typedef struct OwnMoves {
    const Component *piece;
    const struct OwnMoves *outer;
} OwnMoves;

/* One lowering as a term sees it: what is shared by all of it, and the scope of the term. */
typedef struct Lower {
    Session *session;
    Arena *arena;
    IrGame *game;
    const Dispatch *dispatch;
    const Term *root;
    Board *board;
    GameFacts *facts;
    Symbols *sym;
    Fields *field;
    Memo *memo;
    Notes *notes;

    TypeSites *sites; /* of the type in force: the board's own, but within ludemes that name another */
    IrFn *fn; /* the function being built */
    Iterators it;
    int empty_at;           /* it.site is a site where this field (`what` of a type of sites) is 0, as moves are listed; -1: not known */
    Turn seen_as;           /* in the moves of somebody else than the mover */
    const Component *piece; /* whose generator is being lowered, or NULL; asked for by lower_own_piece */
    SiteType piece_type;    /* of the site it stands on */
    const OwnMoves *own_moves; /* innermost first; NULL: of none */
    const Term *decision;   /* whose consequences these are, or NULL */
    Mode mode;
    const After *outer_then; /* (then ..) of enclosing generators */
    VEC(Post) post;         /* outermost first */
    VEC(Prior) prior;       /* the same */
    const After *after; /* what follows each of the effects (lower/effects/effect_count.h) */
    Ir *last_from, *last_to;   /* of the move whose consequences these are; NULL: as it is */
    Ir *target;             /* where moves end (or start) that are only asked for, or NULL */
    int successors;         /* within what asks about the positions after the moves */
    VEC(Lot) open_lot;      /* lots that have been drawn and can be read */
    VEC(UseDice) use_dice;  /* of the (forEach Die ..) around */
    const Iterators *prior_it; /* in what precedes moves: the loops around it, which what follows it still sees */
    const Term *stack_of_loop; /* whose levels are gone through, as written .. */
    Ir *height_of_loop;        /* .. and its height before */
    int same, opposite; /* Winds of the last move while directions are listed; -1: none,
                           -2: not known here */
    const Term *way_between; /* .. which may be the direction from one site to another */
    int look; /* Wind that relative directions go by; -1: as the pieces do */
    const Term *hint; /* of the (forAll Hint ..) around; NULL: there is none */
} Lower;

/* The piece whose generator is being lowered, for what depends on it. */
static inline const Component *lower_own_piece(Lower *l)
{
    l->notes->piece_read = true;
    return l->piece;
}

/* What was found out within a part that noted for itself, but for iterators: there they were the part's own. */
static inline void lower_note_rest(Lower *l, const Notes *found)
{
    l->notes->piece_read |= found->piece_read;
    l->notes->does_more |= found->does_more;
}

static inline void lower_note_all(Lower *l, const Notes *found)
{
    l->notes->unset_read |= found->unset_read;
    lower_note_rest(l, found);
}

/* ---- failures ---------------------------------------------------------- */

Ir *lower_unsupported_int(Lower *l, const Term *t, const char *what);
Ir *lower_unsupported_mask(Lower *l, const Term *t, const char *what);
void lower_unsupported(Lower *l, const Term *t, const char *what);
/* What follows is of this ludeme: where a limit is met that is its place. */
void lower_at(const Lower *l, const Term *t);

/* ---- expressions (lower/values/int.c, lower/values/bool.c, lower/values/region.c) ------------ */

Ir *lower_int(Lower *l, const Term *t);
Ir *lower_bool(Lower *l, const Term *t);
Ir *lower_region(Lower *l, const Term *t);
/* What `lower` makes of each of the list, joined by the operation; NULL: there is none. */
Ir *lower_list(Lower *l, IrOp op, const Term *list, LowerValue *lower);
/* The two regions a and b of the ludeme under the operation (values/region.c). */
Ir *lower_region_pair(Lower *l, const Term *t, IrOp op);

/* The sites of the container of that number. */
Ir *lower_container(Lower *l, Ir *index);
/* Which iterators a loop over sites sets. */
enum { ITER_SITE = 1, ITER_TO = 2 };
/* { x in sites : cond } with the iterators given standing for x. */
Ir *lower_filter(Lower *l, Ir *sites, const Term *cond, int iterators);
/* The group of `at`: same piece, or sites satisfying cond(to). */
Ir *lower_group(Lower *l, Ir *at, const Term *dirs, const Term *cond_or_null);
/* Sites of pieces as (count Pieces ..) and (no Pieces ..) select them. */
Ir *lower_pieces_where(Lower *l, const Term *t);
/* Can the term only mean sites of hands? */
bool lower_in_hand(const Lower *l, const Term *t);
/* true when t's `type` slot is absent or the board's own; else filed. */
bool lower_default_type(Lower *l, const Term *t);

/* The bounds of a (range ..), both included. */
void lower_range(Lower *l, const Term *t, Ir **least, Ir **most);

/* Compile-time values; false (nothing filed) when not constant. */
bool lower_const_int(Lower *l, const Term *t, int64_t *value);
bool lower_is_const(const Ir *node, int64_t *value);
/* Evaluates a closed mask expression that reads no state into `words`. */
bool lower_const_mask(Lower *l, const Ir *mask, uint64_t *words);
/* The same number as a constant if it is closed, else itself. */
Ir *lower_fold_int(Lower *l, Ir *value);
/* The same expression as a constant table if it is closed, else itself. */
Ir *lower_fold_mask(Lower *l, Ir *mask);
/* Members, now, in the start position built so far (start rules). */
bool lower_start_mask(Lower *l, const Ir *mask, uint64_t *words);
bool lower_start_int(Lower *l, const Ir *value, int64_t *out);

/* ---- small builders (lower/core/build.c) ------------------------------------- */

Ir *lw_int(Lower *l, int64_t value);
Ir *lw_get(Lower *l, int field);            /* scalar field */
Ir *lw_at(Lower *l, int field, Ir *index);  /* array field */
Ir *lw_local(Lower *l, int local);
Ir *lw_copy(Lower *l, const Ir *node);
bool lw_same(const Ir *a, const Ir *b);     /* the same tree, or both NULL */
enum { LONGEST_CHAIN = 64 }; /* what is longer is halved, so that no tree is as deep as a list is long */
/* part[0] op part[1] op ..; n > 0. */
Ir *lw_all(Lower *l, IrOp op, Ir *const *part, size_t n);
Ir *lw_what(Lower *l, Ir *site);            /* the same */
Ir *lw_who(Lower *l, Ir *site);
/* Is the number a site? Where none of its values is not: the constant 1. */
Ir *lw_is_site(Lower *l, const Ir *x);
/* The value there, read only if it is a site; else 0. */
Ir *lw_guarded(Lower *l, const Ir *site, Ir *value);
Ir *lw_has(Lower *l, Ir *x, Ir *mask);      /* false for a number beyond the mask's space */
Ir *lw_empty(Lower *l);                     /* empty board sites */
Ir *lw_occupied(Lower *l);                  /* occupied sites of all containers */
int lw_own_table(Lower *l);                 /* $own[player]: a set of pieces */
Ir *lw_owned(Lower *l, Ir *player);         /* sites of that player's pieces */
Ir *lw_owned_by(Lower *l, Ir *players);     /* of the pieces of all in the set */
Ir *lw_table_mask(Lower *l, const char *name, const uint64_t *words); /* shared when equal */
Ir *lw_sites(Lower *l, const char *name, const Sites *sites);
Ir *lw_board(Lower *l);
IrType lower_site_type(Lower *l);
int lw_new_local(Lower *l, const char *name, IrType type);
/* Appends `let %name = value` to the block; returns a read of it.  Constants and
 * locals are returned as they are. */
Ir *lw_let(Lower *l, Ir **block, const char *name, Ir *value);
void lw_append_all(Lower *l, Ir **block, const Ir *more);
/* Statements of the block from `first` on that have no place are of that term. */
void lw_place(Ir *block, int first, const Term *t);
void lw_set_field(Lower *l, Ir **block, int field, Ir *value);
void lw_put_at(Lower *l, Ir **block, int field, const Ir *site, Ir *value);
/* for %x in domain { statement }, with conditions that do not read %x outside. */
void lw_loop_over(Lower *l, int local, Ir *domain, const Ir *body, Ir **block);
Ir *lw_both(Lower *l, Ir *a, Ir *b); /* a && b; NULL holds always */
/* A type of fields that may hold such values, and nothing (0, the empty set), too. */
IrType lw_field_type(IrType type);
Ir *lw_nothing(Lower *l, IrType type);
/* Which of the first n tables holds the same, in no wider a type; -1: none. */
int lw_find_table(const Lower *l, const IrTable *like, size_t n);
int lw_int_table(Lower *l, const char *name, int64_t lo, int64_t hi, int space,
                 int ndim, const IrDim *dim, const int32_t *value); /* shared when equal */
int lw_mask_table1(Lower *l, const char *name, const uint64_t *words, IrDim dim);
int lw_mask_table2(Lower *l, const char *name, const uint64_t *words, IrDim first, IrDim second);
int lw_mask_table3(Lower *l, const char *name, const uint64_t *words, IrDim first, IrDim second, IrDim third);
IrDim lw_dim_site(Lower *l);
IrDim lw_dim_player(Lower *l);
IrDim lw_dim(int size);

/* ---- roles and pieces (lower/values/role.c) ------------------------------------ */

/* The player a role stands for, as an expression: Mover, Next, P1, Neutral, .. */
Ir *lower_role(Lower *l, const Term *role);
/* The set of players a role stands for, as a mask of players (PlayersIndices). */
Ir *lower_role_set(Lower *l, const Term *role);
bool role_is_all(const Term *role);
int role_fixed(Lower *l, const char *role); /* player number, or -1: not a fixed one */
int lower_component_by_name(Lower *l, const char *full_name); /* 0: none */
int lower_component_named(Lower *l, const Term *name); /* the same, reported where there is none, with the nearest */
/* `(id "Name" role)`: first piece whose name contains it, of that owner. */
Ir *lower_piece_of_role(Lower *l, const char *name, const Term *role);
/* The same of the player that a number is; -1 where he has none. */
Ir *lower_piece_of_player(Lower *l, const char *name, Ir *player);
/* Pieces whose name contains `name` (NULL: all), as a mask of pieces. */
Ir *pieces_named(Lower *l, const char *name);

/* ---- geometry (lower/geometry/rays.c, lower/geometry/ahead.c) ------------------------------ */

/* Adjacency along a choice of directions: VEC of masks over sites. */
Ir *lower_adjacency(Lower *l, const Term *dirs, Relation default_relation);
Ir *lower_adjacency_class(Lower *l, Relation relation);
/* Rays from `site` in the directions: VEC of rows (origin excluded). */
Ir *lower_rays(Lower *l, const Term *dirs, Relation default_relation, int limit, Ir *site);
/* Sites exactly `distance` steps along the rays of each site: VEC of masks. */
Ir *lower_around(Lower *l, const Term *dirs, Relation default_relation, int distance);
/* The same for a distance, not negative, that is known in play only. */
Ir *lower_around_changing(Lower *l, const Term *dirs, Relation default_relation, Ir *distance);
/* The site of a label in a list; -1 with a warning when the board has none. */
int lower_listed_label(Lower *l, const Term *label);
/* Adds to the message that the board lacks the label: the one it has in capitals, or of the last column and row. */
void lower_near_label(Lower *l, const Term *label);
/* An error: the board lacks the site of that number, which is written in the term. */
void lower_no_site(Lower *l, const Term *t, int64_t site);
/* adjacency[site], empty for a negative site. */
Ir *lw_vec_at(Lower *l, Ir *vec, Ir *site);
/* The last empty site before the first piece, on each ray from `site`. */
Ir *lower_farthest(Lower *l, const Term *t, Ir *site);
/* Opposite pairs of rays for `line`. */
Ir *lower_axes(Lower *l, const Term *dir, Relation default_relation, bool opposites, Ir *site);
/* The sites of the same lines as sets, the site itself left out: table
 * [line][site]; lines whose rays are fewer are empty. */
int lower_line_sets(Lower *l, const Term *dir, Relation default_relation, bool opposites, int *lines);
/* Neighbours on opposite sides of each site: two tables [pair][site], -1: none. */
void lower_opposite_neighbours(Lower *l, const Term *dirs, Relation default_relation, int *pairs,
                               int *first, int *second);
/* Distance table of the game's relation. */
int lower_distances(Lower *l, Relation relation);
/* The first sites of each ray of the slice from the site, at most so many, up to the first in `stops`
 * (NULL: none), which is one of them or not (the same file). */
Ir *lower_parts_of_rays(Lower *l, const Term *t, Ir *rays, Ir *site, Ir *number, Ir *stops, bool with_stop);
/* Sites `steps` ahead of each site in a direction: table site -> site. */
Ir *lower_ahead(Lower *l, const Term *t, const Term *dirs, int64_t steps, Ir *site);

/* ---- structure ----------------------------------------------------------- */

bool lower_equipment(Lower *l, const Term *equipment);
void lower_regions(Lower *l);
/* The region of a (regions ..) that no rule reads; NULL where it is not supported. */
const NamedRegion *lower_region_for_people(Lower *l, const Term *item);
void lower_state(Lower *l);
void lower_start(Lower *l, const Term *start_or_null);
/* Of the start rules so far the last one acted on that site. */
void lower_start_last(Lower *l, int64_t site);
void lower_views(Lower *l);
/* A view of that name is begun; the value that it gives ends it and makes its type. */
void lw_view_begin(Lower *l, const char *name);
void lw_view_end(Lower *l, Ir *value);
bool lower_turn(Lower *l);
void lower_end_rules(const Lower *outer, const Term *end_or_null, const char *proc_name);

/* ---- moves (lower/moves/moves.c, lower/effects/effect.c) ------------------------------- */

/* The moves of a term, tried in the block. */
void gen_moves(Lower *l, const Term *t, Ir **block);
/* A gen function for all moves of a decision-position tree. */
int lower_play(Lower *l, const Term *moves, const char *name); /* a gen function */
/* All is lowered: tests and lines of moves leave (max ..) out. */
void lower_longest_end(Lower *l);
/* One word more in a hash of a tree. */
static inline uint64_t lower_stir(uint64_t hash, uint64_t word)
{
    return (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15) + (hash >> 29);
}
/* share.c: name, name_2, ..: the first of these that no function, no table has. */
/* The function made last is none. */
void lower_take_back(Lower *l);
/* The function, or one made before that is the same. */
IrFn *lower_share(Lower *l, IrFn *fn);
const char *lower_fn_name(Lower *l, const char *name);
const char *lower_table_name(Lower *l, const char *name);
/* kindred.c: the rules of a game of very many, by kinds. */
void lower_kindred(Lower *l);
/* Effects: values into `lets`, writes into `writes` (gather, then write). */
void lower_effect(Lower *l, const Term *t, Ir **lets, Ir **writes);
/* The same where its values are those of the old state, as in an (apply ..). */
/* What the ludeme does is refused as a consequence. */
void lower_refuse_effect(Lower *l, const Term *t);
void lower_applied(Lower *l, const Term *t, Ir **lets, Ir **writes);
/* The effect for each of the sites as (to), or as (between). */
void lower_effect_over(Lower *l, const Term *effect, Ir *sites, bool to, Ir **lets, Ir **writes);
/* Sites of one clause: `site` or `region`; NULL when it names neither. */
Ir *lower_clause_sites(Lower *l, const Term *clause);
/* The state that (piece .. state:) gives, or NULL. */
Ir *lower_piece_state(Lower *l, const Term *piece_or_null);
/* Pieces that (piece ..) names; the mover's own without it.  Their number. */
size_t lower_pieces(Lower *l, const Term *piece_or_null, Ir **out, size_t max);
/* `then`: its generator evaluated and applied on the present state. */
void lower_then(Lower *l, const Term *then, Ir **block);
/* Is there a legal move for the player who would be next? */
/* Turns in a row that were one pass each, the last one included. */
Ir *lower_idle_turns(Lower *l);
/* Is it (not (is Threatened ..)) among moves that threaten, where it always holds? */
bool lower_never_threatened(const Lower *l, const Term *cond);
/* The moves of play in the phase of the mover, without what all phases share. */
void lower_phase_plays(Lower *l, Ir **block);
/* Where the moves of (sites From ..), (sites To ..) start or end. */
Ir *lower_sites_of_moves(Lower *l, const Term *t, bool from);

/* ---- earlier positions (lower/state/history.c) --------------------------------- */

void lower_history_state(Lower *l);
/* The functions on the history; the start is recorded. */
void lower_history(Lower *l);
void lower_no_history(Lower *l); /* no position has been there before, and none is recorded */
Ir *lower_is_repeat(Lower *l);
Ir *lower_is_cycle(Lower *l);
/* The statements, without what brings a recorded position back. */
Ir *lower_without_repeats(Lower *l, Ir *moves);

/* ---- patterns of pieces (lower/queries/pattern.c) -------------------------------- */

#endif
