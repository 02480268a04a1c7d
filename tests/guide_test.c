/* guide_test.c - what `ludc explain` says of the language: every row has a meaning, a text for each parameter and an example
 * that holds it; every example compiles and plays (of rows that are not supported: is refused as such); nothing is said of
 * what does not exist.  Prints TAP. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/engine/compile.h"
#include "frontend/lud/elab/guide.h"

static int tests, bad;

/* A line for each thing that is wrong; the test fails once, with how many. */
static void wrong(const char *what, const char *which, const char *why)
{
    bad++;
    printf("# %s %s: %s\n", what, which, why);
}

static void done(const char *what, int n)
{
    printf("%s %d - %s (%d)\n", bad ? "not ok" : "ok", ++tests, what, n);
}

/* ---- texts ------------------------------------------------------------------------------------------------ */

static int check_rows(void)
{
    int slots = 0;
    for (int i = 0; i < LUD_COUNT; i++) {
        const LudRow *row = lud_row((LudId)i);
        GuideRow guide;
        GuideSlot slot;
        if (!row->doc[0])
            wrong("row", row->id, "no meaning");
        if (!guide_row(row, &guide) || !guide.example.n)
            wrong("row", row->id, "no example");
        for (const char *s = row->signature; guide_next_slot(&s, &slot); slots++)
            if (!guide_slot(&guide, &slot).n)
                wrong("row", row->id, slot.name);
    }
    done("rows have a meaning, an example, and a text for each of their parameters", slots);
    return slots;
}

/* Does the table's reader know as many parameters as the guide's? */
static void check_slots(Table *table)
{
    bad = 0;
    int n = 0;
    for (int i = 0; i < LUD_COUNT; i++) {
        const LudRow *row = lud_row((LudId)i);
        const Sig *sig = table_row(table, (LudId)i);
        GuideSlot slot;
        int k = 0;
        for (const char *s = row->signature; guide_next_slot(&s, &slot); k++, n++)
            if (k >= sig->nslot || strncmp(sig->slot[k].name, slot.name, strlen(slot.name)) != 0)
                wrong("row", row->id, slot.name);
        if (k != sig->nslot)
            wrong("row", row->id, "another number of parameters");
    }
    done("parameters are those of the table", n);
}

static void check_constants(void)
{
    bad = 0;
    int n = 0;
    for (TypeId i = 0; i < TYPE_COUNT; i++) {
        const TypeInfo *info = type_info(i);
        for (const char *s = info->constants; s && *s; s += strcspn(s, " "), s += strspn(s, " "), n++)
            if (!guide_constant(info->name, s, strcspn(s, " ")).n)
                wrong("constant of", info->name, s);
    }
    done("constants have a meaning", n);
}

static bool is_row(const char *id, size_t n)
{
    for (int i = 0; i < LUD_COUNT; i++)
        if (strlen(lud_row((LudId)i)->id) == n && !strncmp(lud_row((LudId)i)->id, id, n))
            return true;
    return false;
}

static bool has_slot(const LudRow *row, const char *name, size_t n)
{
    GuideSlot slot;
    for (const char *s = row->signature; guide_next_slot(&s, &slot);)
        if (strlen(slot.name) == n && !strncmp(slot.name, name, n))
            return true;
    return false;
}

/* No line is of a row, or of a parameter, that does not exist. */
static void check_stale(void)
{
    bad = 0;
    int n = 0;
    for (size_t p = 0; p < guide_pages; p++) {
        const char *name = guide_page[p].name;
        if (strstr(name, "params") || strstr(name, "constants") || strstr(name, "frames"))
            continue;
        for (const char *s = guide_page[p].text; *s; s += strcspn(s, "\n"), s += *s == '\n', n++)
            if (*s != '#' && *s != ' ' && !is_row(s, strcspn(s, " ")))
                wrong(name, "line", "no such row");
    }
    for (int i = 0; i < LUD_COUNT; i++) {
        GuideRow guide;
        if (!guide_row(lud_row((LudId)i), &guide))
            continue;
        const char *end = guide.lines.text + guide.lines.n;
        for (const char *s = guide.lines.text; s < end; s += strcspn(s, "\n") + 1)
            if (s[2] != '+' && !has_slot(lud_row((LudId)i), s + 2, strcspn(s + 2, ":")))
                wrong("row", lud_row((LudId)i)->id, "a line of a parameter that it does not have");
    }
    done("no line is of something else", n);
}

/* ---- examples ------------------------------------------------------------------------------------------------ */

static bool holds(const Term *t, LudId id)
{
    if (!t)
        return false;
    if (t->kind == TERM_LUDEME && t->id == id)
        return true;
    for (uint32_t i = 0; i < t->n; i++)
        if (t->slot[i] && holds(t->slot[i], id))
            return true;
    return false;
}

static const Source *example_of(Session *session, const Out *game)
{
    return source_add(session->sources, "example.lud", game->text, game->n);
}

/* Is one of the refusals about the row? */
static bool refused(const Session *session, const LudRow *row)
{
    DiagList *list = diags_list(session->diags, session->sources, 1u << DIAG_UNSUPPORTED);
    bool is = false;
    Out name = {0};
    out_puts(&name, "(");
    guide_name(row, &name);
    for (size_t i = 0; i < diags_list_count(list); i++)
        is = is || strstr(diags_list_at(list, i).text, name.text);
    diags_list_free(list);
    out_free(&name);
    return is;
}

/* Is the row in what the example is resolved to, or what is refused of it? */
static bool shows(const Out *game, LudId id)
{
    Session *session = session_new();
    const LudFile *file = lud_read(session, example_of(session, game), &(LudOptions){0});
    const Term *term = file ? lud_elaborate(session, file->game) : NULL;
    const bool is = term ? holds(term, id) : refused(session, lud_row(id));
    session_free(session);
    return is;
}

/* Some plies of one random game. */
static bool play(const ludc_reasoner *r)
{
    enum { PLIES = 30 };
    void *state = aligned_alloc(16, (r->state_size + 31) / 16 * 16);
    uint64_t rng = 1;
    if (!state)
        abort();
    r->init(r, state);
    const uint32_t count = r->playout(r, state, &rng, PLIES);
    free(state);
    return count > 0;
}

/* The exit code that `check` gives, 0 after playing it. */
static int outcome(const LudRow *row, const Out *game)
{
    Session *session = session_new();
    const CompileOptions options = {.no_passes = true};
    StageTimes times = {0};
    const Source *source = example_of(session, game);
    IrGame *ir = compile_game(session, source, &options, &times);
    int code = diags_exit_code(session->diags);
    Player player = {0};
    if (ir && !code && make_player(&maker_eval, session, source, ir, &(MakeOptions){0}, &player) && !play(player.reasoner))
        wrong("row", row->id, "its example has no move");
    code = code ? code : diags_exit_code(session->diags);
    player_release(&player);
    session_free(session);
    return code;
}

static int check_examples(void)
{
    bad = 0;
    int played = 0;
    for (int i = 0; i < LUD_COUNT; i++) {
        const LudRow *row = lud_row((LudId)i);
        GuideRow guide;
        Out game = {0};
        if (!guide_row(row, &guide) || !guide_game(&guide, &game)) {
            wrong("row", row->id, "its example has no frame");
            continue;
        }
        const int code = outcome(row, &game);
        if (code != (row->supported ? 0 : 4))
            wrong("row", row->id, code == 0 ? "its example is not refused" : code == 4 ? "its example is refused" : "its example is wrong");
        if (!shows(&game, (LudId)i))
            wrong("row", row->id, "its example does without it");
        played += row->supported && code == 0;
        out_free(&game);
    }
    done("examples compile and play, those of rows that are not supported are refused", played);
    return played;
}

int main(void)
{
    Session *session = session_new();
    check_rows();
    check_slots(table_new(session));
    session_free(session);
    check_constants();
    check_stale();
    check_examples();
    printf("1..%d\n", tests);
    return 0;
}
