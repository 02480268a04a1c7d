/* words_gdl.c - the words of a rule sheet: those of the language, and its own. */
#include <string.h>
#include <strings.h>

#include "driver/mend/edits.h"
#include "frontend/gdl/program/program.h"

static void add(Arena *arena, MendLanguage *language, MendPart part, const char *text)
{
    for (size_t i = 0; i < language->word.n; i++)
        if (language->word.at[i].part == part && !strcmp(language->word.at[i].text, text))
            return;
    const MendWord word = {part, text, NULL};
    vec_push(arena, &language->word, word);
}

static void add_words(Arena *arena, MendLanguage *language, const MendNode *node)
{
    if (node->kind == MEND_WORD) {
        const bool head = node->place == 0 && node->up->kind == MEND_LIST;
        add(arena, language, head ? MEND_HEAD : MEND_CONSTANT, node->text);
    }
    for (uint32_t i = 0; i < node->n; i++)
        add_words(arena, language, node->kid[i]);
}

static const char *meanings(const char *word)
{
    static const char *const rows[][2] = {
        {"holds", "true"}, {"state", "true"}, {"fact", "true|init"}, {"is", "true"}, {"now", "true"}, {"know", "true"}, {"did", "does"}, {"do", "does"}, {"action", "does|legal"},
        {"moves", "does|legal"}, {"plays", "does"}, {"player", "role"}, {"players", "role"}, {"agent", "role"}, {"can", "legal"}, {"may", "legal"}, {"move", "legal|does"}, {"after", "next"},
        {"becomes", "next"}, {"will", "next"}, {"set", "next|init"}, {"start", "init"}, {"begin", "init"}, {"utility", "goal"}, {"value", "goal"}, {"win", "goal"}, {"done", "terminal"},
        {"no", "not"}, {"never", "not"}, {"non", "not"}, {"either", "or"}, {"any", "or"}, {"rule", "<="}, {"when", "<="}, {"implies", "<="}, {"<", "<="}, {"=<", "<="}, {"both", "and"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcasecmp(rows[i][0], word))
            return rows[i][1];
    const char *meant = gdl_other_word(word);
    return meant ? meant : gdl_other_keyword(word);
}

/* The roles as what can be missing, and `(does ROLE ..)` and the like. */
static void add_roles(Arena *arena, MendLanguage *language, const MendNode *root)
{
    static const char *const around[] = {"(true %s)", "(not %s)", "(next %s)", "(init %s)", "(terminal %s)", "(<= %s)", "(does ?p %s)", "(legal ?p %s)", "(role %s)", "(or %s)", "(and %s)"};
    static const char *const missing[] = {"?p", "?x", "?y", "?r", "?role", "?player", "?n", "?m", "0", "100", "50", "1"};
    VEC(const char *) all = {0}, lack = {0};
    for (size_t i = 0; i < sizeof around / sizeof *around; i++)
        vec_push(arena, &all, around[i]);
    for (uint32_t i = 0; i < root->n; i++) {
        const MendNode *form = root->kid[i];
        if (strcmp(mend_head_of(form), "role") != 0 || form->n != 2 || !form->kid[1]->text)
            continue;
        vec_push(arena, &lack, form->kid[1]->text);
        vec_push(arena, &all, (const char *)arena_printf(arena, "(does %s %%s)", form->kid[1]->text));
        vec_push(arena, &all, (const char *)arena_printf(arena, "(legal %s %%s)", form->kid[1]->text));
    }
    for (size_t i = 0; i < sizeof missing / sizeof *missing; i++)
        vec_push(arena, &lack, missing[i]);
    vec_push(arena, &all, NULL);
    vec_push(arena, &lack, NULL);
    language->around = all.at;
    language->missing = lack.at;
}

const MendLanguage *mend_gdl(Arena *arena, const MendNode *root)
{
    static const char *const keywords[] = {"role", "init", "true", "next", "does", "legal", "goal", "terminal", "distinct", "not", "or", "<=", "base", "input"};
    MendLanguage *language = ARENA_NEW(arena, MendLanguage);
    *language = (MendLanguage){.sheet = true, .other = meanings};
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        add(arena, language, MEND_HEAD, keywords[i]);
    add(arena, language, MEND_CONSTANT, "terminal");
    add_words(arena, language, root);
    add_roles(arena, language, root);
    return language;
}
