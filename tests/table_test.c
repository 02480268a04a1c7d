/* table_test.c - the ludeme table itself: every row can be read, names its slots
 * apart and is documented, and doc/ludemes.md says the same (UPDATE=1 writes it
 * anew).  Prints TAP. */
#include <ctype.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/lud/elab/sig.h"

static int tests, failures;

static void check(bool good, const char *what, const char *which)
{
    failures += !good;
    printf("%s %d - %s%s%s\n", good ? "ok" : "not ok", ++tests, what,
           which ? ": " : "", which ? which : "");
}

static bool slots_apart(const Sig *sig)
{
    for (int i = 0; i < sig->nslot; i++)
        for (int k = 0; k < i; k++)
            if (strcmp(sig->slot[i].name, sig->slot[k].name) == 0)
                return false;
    return true;
}

static bool earlier_twin(LudId id)
{
    const LudRow *row = lud_row(id);
    for (int i = 0; i < (int)id; i++)
        if (strcmp(lud_row((LudId)i)->signature, row->signature) == 0 &&
            strcmp(lud_row((LudId)i)->type, row->type) == 0)
            return true;
    return false;
}

static void check_rows(Table *table)
{
    int bad = 0;
    for (int i = 0; i < LUD_COUNT; i++) {
        const LudRow *row = lud_row((LudId)i);
        const Sig *sig = table_row(table, (LudId)i);
        bool good = slots_apart(sig) && row->doc[0] && !earlier_twin((LudId)i);
        if (!good)
            check(false, "row", row->id);
        bad += !good;
    }
    check(bad == 0, "all rows are read, documented and different", NULL);
}

/* Can a value of the type come from somewhere? */
static bool type_made(const Table *table, TypeId type)
{
    if (type <= TYPE_string)
        return true;
    for (TypeId k = 0; k < TYPE_COUNT; k++)
        if (table_accepts(table, type, k) && type_info(k)->constants)
            return true;
    for (int i = 0; i < LUD_COUNT; i++)
        for (TypeId k = 0; k < TYPE_COUNT; k++)
            if (table_accepts(table, type, k) &&
                strcmp(lud_row((LudId)i)->type, type_info(k)->name) == 0)
                return true;
    return false;
}

static void check_types(const Table *table)
{
    for (TypeId i = 0; i < TYPE_COUNT; i++) {
        if (!type_made(table, i))
            check(false, "no row makes the type", type_info(i)->name);
        if (!type_info(i)->phrase && !type_info(i)->constants)
            check(false, "no words for the type", type_info(i)->name);
    }
    check(failures == 0, "all types can be made and named", NULL);
}

static void check_constants(const Table *table)
{
    TypeId type = TYPE_game;
    const char *text = "";
    bool found = table_constant(table, TYPE_player, "mover", &type, &text);
    check(found && type == TYPE_role && strcmp(text, "Mover") == 0,
          "a constant may begin with a small letter", NULL);
    check(!table_constant(table, TYPE_siteType, "Mover", &type, &text),
          "a constant of another type is none", NULL);
}

static void check_explain(void)
{
    Out out = {0};
    check(lud_explain("hop", &out) && strstr(out.text, "(hop "), "explain a ludeme",
          NULL);
    out.n = 0;
    check(lud_explain("role", &out) && strstr(out.text, "NonMover"),
          "explain a type", NULL);
    out.n = 0;
    check(!lud_explain("sitez", &out) && strstr(out.text, "`sites`"),
          "explain names the nearest ludeme", NULL);
    out_free(&out);
}

static void check_markdown(void)
{
    const char *folder = getenv("srcdir");
    char path[4096];
    snprintf(path, sizeof path, "%s/doc/ludemes.md", folder ? folder : ".");
    Out out = {0};
    lud_table_markdown(&out);
    const char *update = getenv("UPDATE");
    if (update && strcmp(update, "1") == 0)
        check(out_save(&out, path, 0644), "doc/ludemes.md written", NULL);
    Session *session = session_new();
    const Source *page = source_read(session->sources, path);
    check(page && strcmp(page->text, out.text) == 0, "doc/ludemes.md is current",
          NULL);
    session_free(session);
    out_free(&out);
}

/* ---- names of slots ---------------------------------------------------------------- */

static void write_slots(const bool *used, const char *const *new_name, int n, Out *out)
{
    int next = 0;
    out_puts(out, "/* slots.def - the names of the slots of ludemes_*.def, by strcmp.  A test holds them to the signatures;\n"
                  " * UPDATE=1 make check TESTS=tests/table.tap writes them anew. */\n");
    for (SlotName slot = SLOT_none + 1; slot <= SLOT_COUNT; slot++) {
        for (; next < n && (slot == SLOT_COUNT || strcmp(new_name[next], slot_name(slot)) < 0); next++)
            out_printf(out, "SLOT(%s)\n", new_name[next]);
        if (slot < SLOT_COUNT && used[slot])
            out_printf(out, "SLOT(%s)\n", slot_name(slot));
    }
}

static int by_text(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

/* slots.def has the names that signatures have, and no other. */
static void check_slot_names(Table *table)
{
    enum { MOST_NEW = 100 };
    bool used[SLOT_COUNT] = {false};
    const char *new_name[MOST_NEW];
    int n = 0, kept = 0;
    for (int i = 0; i < LUD_COUNT; i++) {
        const Sig *sig = table_row(table, (LudId)i);
        for (int k = 0; k < sig->nslot; k++) {
            const SlotName id = sig->slot[k].id;
            bool known = id != SLOT_none || n == MOST_NEW;
            used[id] = true;
            for (int j = 0; j < n; j++)
                known = known || strcmp(new_name[j], sig->slot[k].name) == 0;
            if (!known)
                new_name[n++] = sig->slot[k].name;
        }
    }
    qsort(new_name, (size_t)n, sizeof *new_name, by_text);
    for (SlotName slot = SLOT_none + 1; slot < SLOT_COUNT; slot++)
        kept += used[slot];
    const char *folder = getenv("srcdir"), *update = getenv("UPDATE");
    if (update && strcmp(update, "1") == 0) {
        char path[4096];
        Out out = {0};
        snprintf(path, sizeof path, "%s/frontend/lud/elab/slots.def", folder ? folder : ".");
        write_slots(used, new_name, n, &out);
        check(out_save(&out, path, 0644), "slots.def written", NULL);
        out_free(&out);
        return;
    }
    check(n == 0 && kept == SLOT_COUNT - 1, "slots.def has the names of the signatures", n ? new_name[0] : NULL);
}

/* ---- slots that lowering asks for ------------------------------------------------- */

static bool has_slot(const Sig *sig, const char *slot, size_t n)
{
    for (int i = 0; i < sig->nslot; i++)
        if (strlen(sig->slot[i].name) == n && memcmp(sig->slot[i].name, slot, n) == 0)
            return true;
    return false;
}

/* The row `LUD_name` of `case LUD_name:`; NULL: none is called so. */
static const Sig *row_called(Table *table, const char *name, size_t n)
{
    for (int i = 0; i < LUD_COUNT; i++)
        if (strlen(lud_row((LudId)i)->id) == n && memcmp(lud_row((LudId)i)->id, name, n) == 0)
            return table_row(table, (LudId)i);
    return NULL;
}

/* Has each row whose `case` stands in the line before `at` the slot; where none does, has any row? */
static bool slot_is_there(Table *table, const char *line, const char *at, const char *slot, size_t n)
{
    bool cases = false, any = false;
    for (const char *c = strstr(line, "case LUD_"); c && c < at; c = strstr(c + 1, "case LUD_")) {
        const char *name = c + strlen("case LUD_");
        const Sig *sig = row_called(table, name, strspn(name, "abcdefghijklmnopqrstuvwxyz_0123456789"));
        if (!sig || !has_slot(sig, slot, n))
            return false;
        cases = true;
    }
    for (int i = 0; !cases && !any && i < LUD_COUNT; i++)
        any = has_slot(table_row(table, (LudId)i), slot, n);
    return cases || any;
}

/* Of a call `term_arg(t, SLOT_x)` at `at` the slot, with its length; NULL: it is no constant, or not of `t`. */
static const char *literal_slot(const char *at, size_t *n)
{
    const char *of_t = strchr(at, '(') + 1;
    if (strncmp(of_t, "t, SLOT_", 8) != 0)
        return NULL;
    *n = strcspn(of_t + 8, ")");
    return of_t + 8;
}

/* The row that the function around `at` lowers, by its name; NULL: it lowers several, or none. */
static const Sig *row_of_function(Table *table, const char *text, const char *at)
{
    static const char *const begin[] = {"lower_int_", "lower_bool_", "lower_region_", "gen_", "effect_"};
    static const char *const parameters[] = {")", ")", ")", ", Ir **block)", ", Ir **lets, Ir **writes)"};
    const size_t n = strlen("(Lower *l, const Term *t");
    const char *function = at;
    while (function > text && !(function[-1] == '\n' && (isalpha((unsigned char)*function) || *function == '}')))
        function--;
    const char *name = strstr(function, "(Lower *l, const Term *t");
    if (!name || name > at)
        return NULL;
    const char *end = name;
    while (name > function && (isalnum((unsigned char)name[-1]) || name[-1] == '_'))
        name--;
    for (size_t i = 0; i < sizeof begin / sizeof *begin; i++)
        if (strncmp(name, begin[i], strlen(begin[i])) == 0 && strncmp(end + n, parameters[i], strlen(parameters[i])) == 0)
            return row_called(table, name + strlen(begin[i]), (size_t)(end - name) - strlen(begin[i]));
    return NULL;
}

/* How many slots of the text were looked at. */
static int check_slots_of(Table *table, const char *path, const char *text)
{
    int asked = 0;
    const char *line = text;
    for (const char *at = strstr(text, "term_arg("); at; at = strstr(at + 1, "term_arg(")) {
        for (const char *end; (end = strchr(line, '\n')) && end < at; line = end + 1)
            ;
        size_t n = 0;
        const char *slot = literal_slot(at, &n);
        if (!slot)
            continue;
        asked++;
        const Sig *row = row_of_function(table, text, at);
        if (!slot_is_there(table, line, at, slot, n) || (row && !has_slot(row, slot, n))) {
            char what[256];
            snprintf(what, sizeof what, "%s: %.*s", path, (int)n, slot);
            check(false, "no such slot", what);
        }
    }
    return asked;
}

/* term_arg ends the program where the row at hand has no such slot: such a call is found here. */
static void check_slots(Session *session, Table *table)
{
    const char *folder = getenv("srcdir");
    char pattern[4096];
    snprintf(pattern, sizeof pattern, "%s/frontend/lud/lower/*/*.c", folder ? folder : ".");
    glob_t files = {0};
    int asked = 0, before = failures;
    const size_t n = glob(pattern, 0, NULL, &files) == 0 ? files.gl_pathc : 0;
    for (size_t i = 0; i < n; i++) {
        const Source *source = source_read(session->sources, files.gl_pathv[i]);
        asked += source ? check_slots_of(table, files.gl_pathv[i], source->text) : 0;
    }
    globfree(&files);
    check(asked > 500 && failures == before, "slots that lowering asks for are of rows", NULL);
}

int main(void)
{
    Session *session = session_new();
    Table *table = table_new(session);
    check_rows(table);
    check_slots(session, table);
    check_slot_names(table);
    check_types(table);
    check_constants(table);
    check_explain();
    check_markdown();
    printf("1..%d\n", tests);
    session_free(session);
    return failures > 0;
}
