/* lud.h - the Ludii front end, stage by stage:
 *
 *   Source --lud_expand--> Source (derived) --lud_parse--> Ast
 *          --lud_elaborate--> Term --lud_lower--> IrGame
 *
 * Each stage files diagnostics in the session and returns NULL/false when it
 * cannot go on.  Text forms: ast_print of the expanded tree is --emit=expanded,
 * term_print is --emit=elab, ir_print is --emit=ir. */
#ifndef LUDC_LUD_H
#define LUDC_LUD_H

#include <stdbool.h>
#include <stddef.h>

#include "base/session.h"
#include "frontend/sexp/ast.h"

struct Term;
struct IrGame;

/* Nobody wins after so many turns a player, or so many moves; a move ends one turn at most. */
enum { LUD_TURNS_PER_PLAYER = 1250, LUD_MOVES = 10000 };

/* What the user chose. */
typedef struct {
    const char *const *option; /* "Board Size/9x9"; unknown: an error */
    size_t noption;
    const char *ruleset;          /* NULL: default */
    const char *const *def_path;  /* directories of .def files, first wins */
    size_t ndef_path;             /* the shipped prelude comes after them */
} LudOptions;

/* A menu entry of the description, for --list-options and for errors. */
typedef struct {
    const char *heading; /* "Board Size" */
    size_t nitem;
    struct {
        const char *label; /* "9x9" */
        unsigned stars;    /* priority; most stars, then first, is the default */
        bool selected;
    } *item;
} LudOption;

typedef struct {
    const Ast *game;     /* (game "Name" ...) or (match ...), fully expanded */
    const Ast *metadata; /* (metadata ...) or NULL */
    const LudOption *option;
    size_t noption;
    const char **ruleset; /* names */
    size_t nruleset;
} LudFile;

/* Reads a whole description: bracket check of the raw text, comments, options,
 * rulesets, defines, ranges, metadata (semantics: doc/lud.md), then the parse. */
const LudFile *lud_read(Session *session, const Source *source,
                        const LudOptions *options);

/* scan.l and parse.y: exactly one list from a text without define/option. */
const Ast *lud_parse(Session *session, const Source *source);

/* Type-directed matching against ludemes.def. */
const struct Term *lud_elaborate(Session *session, const Ast *game);

/* Lowering to IR.  `metadata` (or NULL): what they say of looks; `offers`: of IrOffer (ir/offer/offer.h), what is declared
 * beside the rules. */
struct IrGame *lud_lower(Session *session, const struct Term *game, const Ast *metadata, unsigned offers);

/* All of it. */
struct IrGame *lud_compile(Session *session, const Source *source,
                           const LudOptions *options, unsigned offers);

#endif
