/* write.c - features as text, in the form that read.c takes. */
#include <math.h>
#include <stdio.h>

#include "runtime/features/feature.h"
#include "runtime/writer.h"

const ElementLabel features_element_label[EL_KINDS] = {
    [EL_EMPTY] = {"-", false},         [EL_FRIEND] = {"f", false},        [EL_ENEMY] = {"e", false},
    [EL_OFF] = {"#", false},           [EL_ANY] = {"*", false},           [EL_OWNER] = {"", true},
    [EL_ITEM] = {"I", true},           [EL_POS] = {"pos", true},          [EL_RING] = {"N", true},
    [EL_REGION] = {"R", true},         [EL_SIGHT_ORTH] = {"LOSO", true},  [EL_SIGHT_DIAG] = {"LOSD", true},
};

const char *const features_part_label[PARTS] = {"last_from", "last_to", "from", "to"};

/* The shortest decimal that reads as the same number. */
static void put_real(Writer *w, double value)
{
    char text[40];
    for (int digits = 6; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            break;
    }
    put(w, text);
}

static void put_turn(Writer *w, double turn)
{
    long p, q;
    features_nearest_fraction(turn, &p, &q);
    if (!q) {
        put_real(w, turn);
        return;
    }
    put_number(w, "", p);
    if (q > 1)
        put_number(w, "/", q);
}

static void put_turns(Writer *w, const double *turn, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        put(w, i ? "," : "");
        put_turn(w, turn[i]);
    }
}

static void put_walk(Writer *w, const Walk *walk)
{
    put(w, "{");
    put_turns(w, walk->turn, walk->n);
    put(w, "}");
}

static void put_element(Writer *w, const Element *element, bool absolute)
{
    put(w, element->negated ? "!" : "");
    put(w, features_element_label[element->kind].label);
    if (features_element_label[element->kind].numbered)
        put_number(w, "", element->index);
    if (!absolute || element->walk.turn) {
        put_walk(w, &element->walk);
        return;
    }
    put_number(w, "<", element->site);
    put(w, ">");
}

static void put_pattern(Writer *w, const Feature *f)
{
    put(w, "pat=<");
    put(w, f->one_side ? "refl=false," : "");
    if (f->nrotation) {
        put(w, "rots=[");
        put_turns(w, f->rotation, f->nrotation);
        put(w, "],");
    }
    put(w, "els=[");
    for (uint32_t i = 0; i < f->nelement; i++) {
        put(w, i ? ", " : "");
        put_element(w, &f->element[i], f->absolute);
    }
    put(w, "]>");
}

static void put_feature(Writer *w, const Feature *f)
{
    static const char *const aspatial[] = {"", "Intercept", "PassMove", "SwapMove"};
    if (f->kind != FEATURE_SPATIAL) {
        put(w, aspatial[f->kind]);
        return;
    }
    put(w, f->absolute ? "abs:" : "rel:");
    for (int p = 0; p < PARTS; p++) {
        if (!f->has[p])
            continue;
        put(w, features_part_label[p]);
        put(w, "=<");
        if (f->absolute)
            put_number(w, "", f->site[p]);
        else
            put_walk(w, &f->walk[p]);
        put(w, ">:");
    }
    put_pattern(w, f);
    if (f->comment) {
        put(w, ":comment=\"");
        put(w, f->comment);
        put(w, "\"");
    }
}

size_t ludc_feature_text(const ludc_features *set, size_t index, char *out, size_t size)
{
    Writer w = {out, size, 0};
    if (set && index < set->feature.n)
        put_feature(&w, &set->feature.at[index]);
    return put_end(&w);
}

static void put_line(Writer *w, const char *word, const char *text)
{
    put(w, word);
    put(w, text);
    put(w, "\n");
}

static void put_player(Writer *w, unsigned player)
{
    if (player)
        put_number(w, "player ", player);
    else
        put(w, "player all");
    put(w, "\n");
}

size_t ludc_features_text(const ludc_features *set, char *out, size_t size)
{
    Writer w = {out, size, 0};
    unsigned player = 0;
    char hash[24];
    put_line(&w, "ludc-features ", "1");
    if (set && set->game)
        put_line(&w, "game ", set->game);
    if (set && set->hash) {
        snprintf(hash, sizeof hash, "%016llx", (unsigned long long)set->hash);
        put_line(&w, "hash ", hash);
    }
    for (uint32_t i = 0; set && i < set->noption; i++)
        put_line(&w, "option ", set->option[i]);
    for (size_t i = 0; set && i < set->feature.n; i++) {
        const Feature *f = &set->feature.at[i];
        if (f->player != player)
            put_player(&w, player = f->player);
        put_real(&w, f->weight);
        put(&w, " ");
        put_feature(&w, f);
        put(&w, "\n");
    }
    return put_end(&w);
}
