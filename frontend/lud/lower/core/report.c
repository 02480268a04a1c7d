/* report.c - what lowering says: forms that are not supported, and labels that the board lacks. */
#include <ctype.h>
#include <string.h>

#include "base/limit_place.h"
#include "frontend/lud/lower/core/lower.h"

void lower_at(const Lower *l, const Term *t)
{
    if (t)
        limit_place(l->session->limit, term_at(t));
}

void lower_unsupported(Lower *l, const Term *t, const char *what)
{
    session_unsupported(l->session, term_at(t), "%s", what);
}

Ir *lower_unsupported_int(Lower *l, const Term *t, const char *what)
{
    lower_unsupported(l, t, what);
    return lw_int(l, 0);
}

Ir *lower_unsupported_mask(Lower *l, const Term *t, const char *what)
{
    lower_unsupported(l, t, what);
    return ir_k0(l->game, IR_OP_NONE, l->sym->space_site);
}

void lower_near_label(Lower *l, const Term *label)
{
    char *upper = arena_strndup(l->arena, label->text, strlen(label->text));
    for (char *c = upper; *c; c++) {
        *c = (char)toupper((unsigned char)*c);
    }
    if (board_find_label(l->sites->layer, upper) >= 0) {
        diag_note(l->session->diags, (Span){0, 0}, "did you mean \"%s\"?", upper);
        diag_fix(l->session->diags, FIX_INSTEAD, term_at(label), "\"%s\"", upper);
    }
}

/* Within a list of labels one that the board lacks is passed over, as the
 * reference does; on its own it is an error. */
int lower_listed_label(Lower *l, const Term *label)
{
    int site = board_find_label(l->sites->layer, label->text);
    if (site < 0) {
        diag_warning(l->session->diags, WARN_unknown_site, term_at(label), "the board has no site labelled `%s`",
             label->text);
        lower_near_label(l, label);
    }
    return site;
}
