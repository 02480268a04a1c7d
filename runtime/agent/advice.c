/* advice.c - see advice.h. */
#include "runtime/agent/advice.h"

#include "runtime/abi.h"

enum { SHOWN = 12, BAR = 30, LINE = 24, ROLES = 16, WORD = 256 };

void advice_value(const ludc_reasoner *r, const ludc_search *search, Text *out)
{
    ludc_search_stats figures;
    double value[ROLES];
    ludc_search_figures(search, &figures);
    ludc_search_value(search, value, NULL, NULL);
    text_add(out, figures.proved ? "proved value:" : "value:");
    for (unsigned p = 0; p < r->players; p++)
        text_form(out, " %.4f", value[p]);
    text_add(out, "\n");
}

static void move_line(const ludc_reasoner *r, const void *state, const ludc_search_move *m, unsigned role, Text *out)
{
    char text[WORD];
    int length = (int)(m->share * BAR + 0.5);
    double low = m->low[role - 1], high = m->high[role - 1];
    ludc_move_text(r, state, m->move, text, sizeof text);
    text_form(out, "  %-16s %.*s%*s ", text, length, "##############################", BAR - length, "");
    text_form(out, "%5.1f%%  %10llu  %.4f", m->share * 100, (unsigned long long)m->visits, m->value[role - 1]);
    if (low >= high)
        text_add(out, "  proved");
    else if (low > 0 || high < 1)
        text_form(out, "  in [%.3g, %.3g]", low, high);
    text_add(out, "\n");
}

void advice_moves(const ludc_reasoner *r, const ludc_search *search, const void *state, unsigned role, Text *out)
{
    ludc_search_move m[SHOWN];
    size_t n = ludc_search_moves(search, role, m, SHOWN);
    text_form(out, "player %u, %zu move%s:\n", role, n, n == 1 ? "" : "s");
    for (size_t i = 0; i < n && i < SHOWN; i++)
        move_line(r, state, &m[i], role, out);
    if (n > SHOWN)
        text_form(out, "  and %zu more\n", n - SHOWN);
}

void advice_line(const ludc_reasoner *r, const ludc_search *search, const void *state, Text *out)
{
    ludc_move moves[LINE * ROLES];
    void *now = malloc(ludc_state_size(r));
    size_t n = ludc_search_line(search, moves, LINE);
    out->failed |= !now;
    text_add(out, "line:");
    for (size_t i = 0; i < n && now; i++) {
        char text[4 * WORD];
        if (!i)
            ludc_copy(r, now, state);
        ludc_step_text(r, now, moves + i * r->players, text, sizeof text);
        text_add(out, !i ? " " : r->joint ? " | " : ", ");
        text_add(out, text);
        ludc_apply_joint(r, now, moves + i * r->players, NULL);
    }
    text_add(out, n == LINE ? " ..\n" : "\n");
    free(now);
}
