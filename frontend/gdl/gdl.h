/* gdl.h - the front end for Stanford's Game Description Language, by stages:
 *
 *   Source --gdl_parse--> Ast --gdl_program--> GdlProgram --gdl_ground-->
 *          GdlGround --gdl_net--> GdlNet
 *
 * Each stage files diagnostics in the session and returns NULL when it cannot
 * go on.  Text forms: gdl_print_ast is --emit=ast, gdl_print_program is
 * --emit=datalog (a rule sheet again), gdl_net_dot and gdl_net_blif print the
 * net. */
#ifndef LUDC_GDL_H
#define LUDC_GDL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/session.h"
#include "frontend/sexp/ast.h"

struct GdlProgram;
struct GdlGround;
struct GdlNet;

/* What grounding may use, beside what the session may; 0: no limit.  A step is an atom tried for a literal, a test, or an
 * instance of a rule (ground/join.c), some 50 to 500 nanoseconds. */
typedef struct {
    uint64_t steps;
    size_t bytes;
} GdlLimits;

/* A list whose members are the forms of the rule sheet, in order. */
const Ast *gdl_parse(Session *session, const Source *source);
void gdl_print_ast(const Ast *sheet, Out *out);

/* Relations and rules, checked: safe, stratified, keywords in their places. */
const struct GdlProgram *gdl_program(Session *session, const Ast *sheet);
void gdl_print_program(const struct GdlProgram *program, Out *out);

/* Every rule with its variables replaced, as far as it can ever matter.  The
 * result has memory of its own. */
struct GdlGround *gdl_ground(Session *session, const struct GdlProgram *program,
                             const GdlLimits *limits);
void gdl_ground_free(struct GdlGround *ground);

/* The propositional net of a grounded program; has memory of its own and does
 * not need the ground program any more. */
struct GdlNet *gdl_net(Session *session, const struct GdlGround *ground);
void gdl_net_free(struct GdlNet *net);

/* Ground and net, with a remark on their sizes; as many steps and as much memory as a
 * patient user grants. */
struct GdlNet *gdl_make_net(Session *session, const struct GdlProgram *program);

/* The game as IR, with joint moves; the net is not needed after. */
struct IrGame *gdl_lower(Session *session, const struct GdlNet *net, const char *name, unsigned offers);

/* The same game without a net: rules as loops over relations. */
struct IrGame *gdl_relations(Session *session, const struct GdlProgram *program, const char *name, unsigned offers);

/* Adds a space `succession N` for each order of constants that facts of the sheet give, in that order. */
void gdl_successions(struct IrGame *game, const struct GdlProgram *program);

/* All stages; NULL with diagnostics. */
/* `offers`: of IrOffer (ir/offer/offer.h), what is declared beside the rules. */
struct IrGame *gdl_compile(Session *session, const Source *source, unsigned offers);

#endif
