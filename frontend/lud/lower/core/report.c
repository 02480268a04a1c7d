/* report.c - what lowering says: forms that are not supported, and labels that the board lacks. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/limit_place.h"
#include "frontend/lud/elab/term_walk.h"
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

enum { MOST_LABEL = 100 }; /* rows that are looked through */

/* A number as it is written. */
typedef struct {
    int64_t number;
    const Term *found;
} Written;

static TermWay find_number(const Term *t, void *data)
{
    Written *written = data;
    if (t->kind != TERM_INT || t->number != written->number)
        return TERM_INTO;
    written->found = t;
    return TERM_STOP;
}

/* The number that is written there or in it. */
static const Term *number_in(const Term *t, int64_t number)
{
    Written written = {.number = number};
    term_walk(t, find_number, &written);
    return written.found;
}

/* The label nearest to one of a column or row beyond the board's; NULL: there is none. */
static const char *label_within(Lower *l, const char *label)
{
    const size_t letters = strcspn(label, "0123456789");
    if (letters != 1 || !label[1] || label[1 + strspn(label + 1, "0123456789")])
        return NULL;
    for (long number = strtol(label + 1, NULL, 10), n = number < MOST_LABEL ? number : MOST_LABEL; n >= 0; n--) {
        for (char c = label[0]; c >= 'A'; c--) {
            const char *one = arena_printf(l->arena, "%c%ld", c, n);
            if (board_find_label(l->sites->layer, one) >= 0)
                return one;
        }
    }
    return NULL;
}

void lower_no_site(Lower *l, const Term *t, int64_t site)
{
    const Term *number = number_in(t, site);
    const int n = lw_dim_site(l).size;
    session_error(l->session, term_at(number ? number : t), "there is no site %lld", (long long)site);
    if (n == 0)
        return;
    diag_note(l->session->diags, (Span){0, 0}, "sites are counted from 0, the last one is %d", n - 1);
    if (number)
        diag_fix(l->session->diags, FIX_INSTEAD, term_at(number), "%d", site < 0 ? 0 : n - 1);
}

void lower_near_label(Lower *l, const Term *label)
{
    char *upper = arena_strndup(l->arena, label->text, strlen(label->text));
    for (char *c = upper; *c; c++)
        *c = (char)toupper((unsigned char)*c);
    if (board_find_label(l->sites->layer, upper) >= 0) {
        diag_note(l->session->diags, (Span){0, 0}, "did you mean \"%s\"?", upper);
        diag_fix(l->session->diags, FIX_INSTEAD, term_at(label), "\"%s\"", upper);
        return;
    }
    const char *within = label_within(l, upper);
    if (within) {
        diag_note(l->session->diags, (Span){0, 0}, "the nearest that it has is \"%s\"", within);
        diag_fix(l->session->diags, FIX_INSTEAD, term_at(label), "\"%s\"", within);
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
