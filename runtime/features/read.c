/* read.c - sets of features from text: Ludii's form, with weights, players and a head (doc/features.md). */
#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "runtime/features/feature.h"
#include "runtime/game.h"

/* What is read, a line at a time; the first mistake ends it. */
typedef struct {
    ludc_features *set;
    const char *file;
    const char *line, *at, *end; /* the line, what is next, its end */
    unsigned number;             /* of the line */
    unsigned player;             /* whose the features are now */
    bool head;                   /* "ludc-features" was read */
    ludc_error *error;
    bool failed;
} Reader;

/* ---- mistakes ------------------------------------------------------------------- */

static bool fail_as(Reader *in, ludc_status status, const char *at, const char *message)
{
    if (in->failed)
        return false;
    in->failed = true;
    ludc_error_set(in->error, status, in->file, message);
    if (in->error) {
        in->error->line = in->number;
        in->error->column = (unsigned)(at - in->line) + 1;
    }
    return false;
}

static bool wrong(Reader *in, const char *at, const char *format, ...) __attribute__((format(printf, 3, 4)));

static bool wrong(Reader *in, const char *at, const char *format, ...)
{
    char message[256];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    return fail_as(in, LUDC_WRONG, at, message);
}

static bool no_memory(Reader *in) { return fail_as(in, LUDC_IO, in->at, "out of memory"); }

/* ---- characters ------------------------------------------------------------------- */

static void skip_blanks(Reader *in)
{
    while (in->at < in->end && (*in->at == ' ' || *in->at == '\t'))
        in->at++;
}

/* Takes the text where it is next. */
static bool takes(Reader *in, const char *text)
{
    size_t n = strlen(text);
    if ((size_t)(in->end - in->at) < n || memcmp(in->at, text, n) != 0)
        return false;
    in->at += n;
    return true;
}

static bool must_take(Reader *in, const char *text)
{
    skip_blanks(in);
    return takes(in, text) || wrong(in, in->at, "`%s` is missing here", text);
}

static bool ends(const Reader *in) { return in->at >= in->end; }

/* Digits, perhaps a point and more, perhaps a power of ten: what strtod would take of these alone. */
static const char *number_end(const char *at, const char *end)
{
    const char *p = at;
    if (p < end && (*p == '-' || *p == '+'))
        p++;
    const char *digits = p;
    while (p < end && (isdigit((unsigned char)*p) || *p == '.'))
        p++;
    if (p == digits)
        return at;
    if (p + 1 < end && (*p == 'e' || *p == 'E')) {
        const char *power = p + 1 + (p[1] == '-' || p[1] == '+');
        const char *q = power;
        while (q < end && isdigit((unsigned char)*q))
            q++;
        p = q > power ? q : p;
    }
    return p;
}

static bool take_real(Reader *in, double *out, double greatest, const char *what)
{
    char text[64];
    const char *stop = number_end(in->at, in->end);
    size_t n = (size_t)(stop - in->at);
    if (!n || n >= sizeof text)
        return wrong(in, in->at, "%s is no number that ends before 64 characters", what);
    memcpy(text, in->at, n);
    text[n] = '\0';
    char *rest;
    *out = strtod(text, &rest);
    if (*rest)
        return wrong(in, in->at, "%s is no number: `%s`", what, text);
    if (!(fabs(*out) <= greatest))
        return wrong(in, in->at, "%s is not within -%g .. %g", what, greatest, greatest);
    in->at = stop;
    return true;
}

static bool take_index(Reader *in, int32_t *out)
{
    const char *start = in->at;
    int64_t value = 0;
    while (in->at < in->end && isdigit((unsigned char)*in->at) && in->at - start < 7)
        value = value * 10 + (*in->at++ - '0');
    if (in->at == start || (in->at < in->end && isdigit((unsigned char)*in->at)))
        return wrong(in, start, "a number of at most seven digits is missing here");
    *out = (int32_t)value;
    return true;
}

/* ---- walks --------------------------------------------------------------------------- */

double features_nearest_fraction(double x, long *p, long *q)
{
    enum { MOST = 24 };
    for (*q = 1; *q <= MOST; ++*q) {
        *p = lround(x * (double)*q);
        double value = (double)*p / (double)*q;
        if (fabs(value - x) < 1e-7)
            return value;
    }
    *q = 0;
    return x;
}

/* "1/4", "-0.25", "0": decimals next to a fraction are taken for it. */
static bool take_turn(Reader *in, double *out)
{
    const char *start = in->at;
    double below = 1;
    long p, q;
    skip_blanks(in);
    if (!take_real(in, out, GREATEST_TURN * 1e6, "a turn"))
        return false;
    if (in->at < in->end && *in->at == '/') {
        in->at++;
        if (!take_real(in, &below, 1e6, "what a turn is divided by"))
            return false;
        if (!(below >= 1))
            return wrong(in, start, "a turn is divided by at least 1");
    }
    if (!(fabs(*out / below) <= GREATEST_TURN))
        return wrong(in, start, "a turn is not within %g .. %g", -GREATEST_TURN, GREATEST_TURN);
    *out = features_nearest_fraction(*out / below, &p, &q);
    skip_blanks(in);
    return true;
}

/* Numbers between brackets, at most `most` of them; what closes is taken, too. */
static bool take_turns(Reader *in, char close, uint32_t most, const char *what, double *out, uint32_t *n)
{
    const char *start = in->at;
    *n = 0;
    skip_blanks(in);
    while (!ends(in) && *in->at != close) {
        if (*n == most)
            return wrong(in, start, "%s of more than %u turns", what, (unsigned)most);
        if (!take_turn(in, &out[*n]))
            return false;
        ++*n;
        if (!ends(in) && *in->at == ',') {
            in->at++;
            skip_blanks(in);
            if (ends(in) || *in->at == close)
                return wrong(in, in->at, "a turn is missing behind the comma");
        } else if (!ends(in) && *in->at != close) {
            return wrong(in, in->at, "`,` or `%c` is missing here", close);
        }
    }
    if (ends(in))
        return wrong(in, start, "%s that is not closed by `%c`", what, close);
    in->at++;
    return true;
}

static bool take_walk(Reader *in, Walk *walk)
{
    double turn[MOST_STEPS];
    if (!must_take(in, "{") || !take_turns(in, '}', MOST_STEPS, "a walk", turn, &walk->n))
        return false;
    walk->turn = store_copy(&in->set->store, turn, walk->n * sizeof *turn);
    return walk->turn || no_memory(in);
}

/* ---- elements ---------------------------------------------------------------------------- */

/* The kind that is next: the longest label wins, so that `pos` is not taken for something else. */
static bool take_kind(Reader *in, Element *element)
{
    const char *start = in->at;
    size_t best = 0;
    for (int k = 0; k < EL_KINDS; k++) {
        size_t n = strlen(features_element_label[k].label);
        if (n > best && (size_t)(in->end - in->at) >= n && !memcmp(in->at, features_element_label[k].label, n)) {
            best = n;
            element->kind = (ElementKind)k;
        }
    }
    element->index = -1;
    if (!best && in->at < in->end && isdigit((unsigned char)*in->at)) {
        element->kind = EL_OWNER;
        return take_index(in, &element->index) &&
               ((element->index >= 1 && element->index <= 16) || wrong(in, start, "a player is 1 to 16"));
    }
    if (!best)
        return wrong(in, start, "there is no such element; there are -, f, e, #, *, 1, I1, pos1, N4, R0, LOSO1, LOSD1");
    in->at += best;
    return !features_element_label[element->kind].numbered || take_index(in, &element->index);
}

static bool take_element(Reader *in, bool absolute, Element *element)
{
    skip_blanks(in);
    element->line = in->number;
    element->column = (uint32_t)(in->at - in->line) + 1;
    element->negated = takes(in, "!");
    if (!take_kind(in, element))
        return false;
    if (!absolute || (in->at < in->end && *in->at == '{'))
        return take_walk(in, &element->walk);
    return must_take(in, "<") && take_index(in, &element->site) && must_take(in, ">");
}

static bool take_elements(Reader *in, Feature *feature)
{
    Element element[MOST_ELEMENTS];
    memset(element, 0, sizeof element);
    if (!must_take(in, "["))
        return false;
    skip_blanks(in);
    while (!takes(in, "]")) {
        if (feature->nelement == MOST_ELEMENTS)
            return wrong(in, in->at, "more than %u elements", (unsigned)MOST_ELEMENTS);
        if (feature->nelement && !must_take(in, ","))
            return false;
        if (!take_element(in, feature->absolute, &element[feature->nelement]))
            return false;
        feature->nelement++;
        skip_blanks(in);
        if (ends(in))
            return wrong(in, in->at, "the elements are not closed by `]`");
    }
    feature->element = store_copy(&in->set->store, element, feature->nelement * sizeof *element);
    return feature->element || no_memory(in);
}

static bool take_rotations(Reader *in, Feature *feature)
{
    double rotation[MOST_ROTATIONS];
    const char *start = in->at;
    if (takes(in, "all"))
        return true;
    if (!must_take(in, "[") || !take_turns(in, ']', MOST_ROTATIONS, "a list", rotation, &feature->nrotation))
        return false;
    if (!feature->nrotation)
        return wrong(in, start, "rots=[] allows no rotation: the feature would never be active");
    feature->rotation = store_copy(&in->set->store, rotation, feature->nrotation * sizeof *rotation);
    return feature->rotation || no_memory(in);
}

/* <refl=false,rots=[0,1/4],els=[..]> */
static bool take_pattern(Reader *in, Feature *feature)
{
    if (!must_take(in, "<"))
        return false;
    for (;;) {
        skip_blanks(in);
        if (takes(in, "els="))
            return take_elements(in, feature) && must_take(in, ">");
        if (takes(in, "refl=")) {
            feature->one_side = takes(in, "false");
            if (!feature->one_side && !takes(in, "true"))
                return wrong(in, in->at, "refl= is true or false");
        } else if (takes(in, "rots=")) {
            if (!take_rotations(in, feature))
                return false;
        } else {
            return wrong(in, in->at, "a pattern has refl=, rots= and els=");
        }
        if (!must_take(in, ","))
            return false;
    }
}

/* ---- a feature ------------------------------------------------------------------------------- */

static bool take_comment(Reader *in, Feature *feature)
{
    const char *start = in->at;
    if (!must_take(in, "\""))
        return false;
    const char *close = in->end;
    while (close > in->at && close[-1] != '"')
        close--;
    if (close == in->at)
        return wrong(in, start, "the comment is not closed by `\"`");
    size_t n = (size_t)(close - 1 - in->at);
    char *comment = store_take(&in->set->store, n + 1);
    if (!comment)
        return no_memory(in);
    memcpy(comment, in->at, n);
    feature->comment = comment;
    in->at = close;
    return true;
}

/* to=<{..}> or, of absolute features, to=<12> */
static bool take_place(Reader *in, const char *start, Part part, Feature *feature)
{
    if (feature->has[part])
        return wrong(in, start, "`%s` is said twice", features_part_label[part]);
    feature->has[part] = true;
    if (!must_take(in, "<"))
        return false;
    return (feature->absolute ? take_index(in, &feature->site[part]) : take_walk(in, &feature->walk[part])) &&
           must_take(in, ">");
}

static bool take_part(Reader *in, Feature *feature, bool *pattern)
{
    skip_blanks(in);
    for (int p = 0; p < PARTS; p++) {
        const char *start = in->at;
        if (takes(in, features_part_label[p]) && takes(in, "="))
            return take_place(in, start, (Part)p, feature);
        in->at = start;
    }
    const char *start = in->at;
    if (!takes(in, "pat="))
        return wrong(in, in->at, "a feature has last_from=, last_to=, from=, to=, pat= and comment=");
    if (*pattern)
        return wrong(in, start, "`pat` is said twice");
    *pattern = true;
    return take_pattern(in, feature);
}

static bool take_spatial(Reader *in, Feature *feature)
{
    const char *start = in->at;
    bool pattern = false;
    feature->absolute = takes(in, "abs:");
    if (!feature->absolute && !takes(in, "rel:"))
        return wrong(in, start, "a feature begins with rel: or abs:, or is Intercept, PassMove or SwapMove");
    for (;;) {
        if (takes(in, "comment=")) {
            if (!take_comment(in, feature))
                return false;
        } else if (!take_part(in, feature, &pattern)) {
            return false;
        }
        skip_blanks(in);
        if (!takes(in, ":"))
            break;
    }
    if (!pattern)
        return wrong(in, start, "a feature without `pat=`");
    if (!feature->has[PART_FROM] && !feature->has[PART_TO])
        return wrong(in, start, "a feature without `to=` and `from=` speaks of no move");
    return true;
}

static bool take_feature(Reader *in)
{
    static const struct {
        const char *name;
        FeatureKind kind;
    } aspatial[] = {{"Intercept", FEATURE_INTERCEPT}, {"PassMove", FEATURE_PASS}, {"SwapMove", FEATURE_SWAP}};
    Feature feature = {.player = in->player};
    const char *start = in->at;
    if (number_end(in->at, in->end) > in->at) {
        if (!take_real(in, &feature.weight, GREATEST_WEIGHT, "a weight"))
            return false;
        if (ends(in) || (*in->at != ' ' && *in->at != '\t'))
            return wrong(in, in->at, "a blank is missing between weight and feature");
        skip_blanks(in);
    }
    bool named = false;
    for (size_t i = 0; i < sizeof aspatial / sizeof *aspatial && !named; i++)
        if ((named = takes(in, aspatial[i].name)))
            feature.kind = aspatial[i].kind;
    if (!named && !take_spatial(in, &feature))
        return false;
    skip_blanks(in);
    if (!ends(in))
        return wrong(in, in->at, "there is more behind the feature");
    if (in->set->feature.n == MOST_FEATURES)
        return wrong(in, start, "more than %u features", (unsigned)MOST_FEATURES);
    return LIST_PUSH(&in->set->feature, feature) || no_memory(in);
}

/* ---- the head --------------------------------------------------------------------------------- */

/* The rest of the line as a copy. */
static bool take_rest(Reader *in, const char **out)
{
    skip_blanks(in);
    size_t n = (size_t)(in->end - in->at);
    while (n && (in->at[n - 1] == ' ' || in->at[n - 1] == '\t' || in->at[n - 1] == '\r'))
        n--;
    if (!n)
        return wrong(in, in->at, "something is missing here");
    char *text = store_take(&in->set->store, n + 1);
    if (!text)
        return no_memory(in);
    memcpy(text, in->at, n);
    *out = text;
    return true;
}

static bool take_hash(Reader *in)
{
    skip_blanks(in);
    const char *start = in->at;
    uint64_t hash = 0;
    for (; in->at < in->end && isxdigit((unsigned char)*in->at); in->at++)
        hash = hash << 4 | (uint64_t)(isdigit((unsigned char)*in->at) ? *in->at - '0' : tolower((unsigned char)*in->at) - 'a' + 10);
    skip_blanks(in);
    if (in->at - start != 16 || !ends(in))
        return wrong(in, start, "a hash has 16 hexadecimal digits");
    in->set->hash = hash;
    return true;
}

static bool take_player(Reader *in)
{
    int32_t player = 0;
    skip_blanks(in);
    const char *start = in->at;
    if (!takes(in, "all") && (!take_index(in, &player) || player < 1 || player > 16))
        return wrong(in, start, "player 1 to 16, or player all");
    in->player = (unsigned)player;
    skip_blanks(in);
    return ends(in) || wrong(in, in->at, "there is more behind the player");
}

static bool take_version(Reader *in)
{
    int32_t version;
    skip_blanks(in);
    const char *start = in->at;
    if (in->head || in->set->feature.n)
        return wrong(in, in->line, "`ludc-features` is the first line");
    if (!take_index(in, &version))
        return false;
    if (version != 1)
        return wrong(in, start, "version %d of sets of features; this program reads version 1", (int)version);
    in->head = true;
    return true;
}

/* A word, and what the line behind it means. */
static bool take_head(Reader *in, bool *known)
{
    *known = true;
    if (takes(in, "ludc-features "))
        return take_version(in);
    if (takes(in, "player "))
        return take_player(in);
    if (takes(in, "game "))
        return take_rest(in, &in->set->game);
    if (takes(in, "hash "))
        return take_hash(in);
    if (takes(in, "option ")) {
        if (in->set->noption == MOST_OPTIONS)
            return wrong(in, in->line, "more than %u options", (unsigned)MOST_OPTIONS);
        return take_rest(in, &in->set->option[in->set->noption]) && ++in->set->noption;
    }
    *known = false;
    return true;
}

static bool take_line(Reader *in)
{
    bool known;
    if (in->end - in->line > MOST_LINE)
        return wrong(in, in->line + MOST_LINE, "a line of more than %u characters", (unsigned)MOST_LINE);
    const char *nul = memchr(in->line, '\0', (size_t)(in->end - in->line));
    if (nul)
        return wrong(in, nul, "this is no text");
    in->at = in->line;
    skip_blanks(in);
    if (ends(in) || *in->at == '#' || takes(in, "//"))
        return true;
    return take_head(in, &known) && (known || take_feature(in));
}

ludc_features *ludc_features_read(const char *file, const char *text, size_t length, ludc_error *error)
{
    ludc_features *set = file && text ? features_new() : NULL;
    if (!set) {
        ludc_error_set(error, file && text ? LUDC_IO : LUDC_USAGE, "", file && text ? "out of memory" : "there is no text");
        return NULL;
    }
    Reader in = {.set = set, .file = file, .error = error};
    const char *end = text + length;
    bool ok = true;
    for (const char *line = text; ok && line < end;) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        in.line = in.at = line;
        in.end = stop ? stop : end;
        line = stop ? stop + 1 : end;
        if (in.end > in.line && in.end[-1] == '\r')
            in.end--;
        in.number++;
        ok = take_line(&in);
    }
    if (ok)
        return set;
    ludc_features_free(set);
    return NULL;
}
