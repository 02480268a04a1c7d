/* svg.c - a scene as SVG: plain shapes, no scripts, nothing from elsewhere.
 *
 * Owners are told by their fill and besides by marks that do without colour: the second player's discs have a ring within, the
 * third's and further players' as many notches as their number; their lines are double, or dashed. */
#include <math.h>

#include "runtime/abi.h"
#include "runtime/board/glyphs.h"
#include "runtime/board/svg.h"
#include "runtime/board/theme.h"

typedef struct {
    const Scene *s;
    const Theme *theme;
    Text *out;
} Svg;

/* ---- values ------------------------------------------------------------------------- */

/* A place with at most a digit behind the point, in the fewest characters. */
static void number(Text *out, double value)
{
    char text[32];
    double tenth = round(value * 10);
    if (fmod(tenth, 10) == 0)
        snprintf(text, sizeof text, "%.0f", tenth / 10 + 0.0);
    else
        snprintf(text, sizeof text, "%.1f", tenth / 10);
    text_add(out, !strcmp(text, "-0") ? "0" : text);
}

static void numeric(const Svg *v, const char *name, double value)
{
    text_form(v->out, " %s=\"", name);
    number(v->out, value);
    text_add(v->out, "\"");
}

static void coloured(const Svg *v, const char *name, int32_t colour)
{
    text_form(v->out, " %s=\"#%06lx\"", name, (unsigned long)colour & 0xffffff);
}

/* Bytes of the character of UTF-8 that stands there; 0: it is none. */
static size_t character(const unsigned char *at)
{
    size_t n = *at < 0x80 ? 1 : *at >= 0xC2 && *at < 0xE0 ? 2 : *at >= 0xE0 && *at < 0xF0 ? 3 : *at >= 0xF0 && *at < 0xF5 ? 4 : 0;
    for (size_t i = 1; i < n; i++)
        if ((at[i] & 0xC0) != 0x80)
            return 0;
    bool surrogate = n == 3 && at[0] == 0xED && at[1] >= 0xA0, low = n == 3 && at[0] == 0xE0 && at[1] < 0xA0;
    bool nothing = n == 3 && at[0] == 0xEF && at[1] == 0xBF && at[2] >= 0xBE;
    bool beyond = n == 4 && ((at[0] == 0xF0 && at[1] < 0x90) || (at[0] == 0xF4 && at[1] >= 0x90));
    return surrogate || low || nothing || beyond || (n == 1 && (*at < 0x20 || *at == 0x7F)) ? 0 : n;
}

/* What XML 1.0 has no character for becomes U+FFFD. */
static void marked_up(const Svg *v, const char *text)
{
    for (const char *at = text; *at;) {
        size_t n = character((const unsigned char *)at);
        const char *name = *at == '<' ? "&lt;" : *at == '>' ? "&gt;" : *at == '&' ? "&amp;" : *at == '"' ? "&quot;" : *at == '\'' ? "&#39;" : NULL;
        if (name)
            text_add(v->out, name);
        else if (n)
            text_add_n(v->out, at, n);
        else
            text_add(v->out, "\xEF\xBF\xBD");
        at += n ? n : 1;
    }
}

static void points(const Svg *v, const Shape *a)
{
    text_add(v->out, " points=\"");
    for (uint32_t i = 0; i < a->n; i++) {
        const Spot *at = &v->s->spot[a->first + i];
        text_add(v->out, i ? " " : "");
        number(v->out, at->x);
        text_add(v->out, ",");
        number(v->out, at->y);
    }
    text_add(v->out, "\"");
}

static const char *site_type_name(int type)
{
    static const char *const name[] = {"vertex", "edge", "cell"};
    return type >= 0 && type < LUDC_SITE_TYPES ? name[type] : "";
}

/* What a program that reads the picture asks for. */
static void facts(const Svg *v, const Shape *a)
{
    if (a->site >= 0 && v->s->p) {
        text_form(v->out, " data-site=\"%s %d\"", site_type_name(a->type), a->site);
    } else if (a->site >= 0) {
        text_add(v->out, " data-fact=\"");
        marked_up(v, v->s->text.at + a->text);
        text_add(v->out, "\"");
    }
    text_form(v->out, " data-owner=\"%u\"", a->owner);
    if (a->hidden)
        text_add(v->out, " data-hidden=\"1\"");
    else if (a->kind)
        text_form(v->out, " data-kind=\"%u\"", a->kind);
    if (a->level >= 0)
        text_form(v->out, " data-level=\"%ld\"", (long)a->level);
    static const char *const name[] = {"count", "height", "state", "rotation", "value"};
    const int32_t value[] = {a->count, a->height, a->state, a->rotation, a->value};
    for (size_t i = 0; i < 5; i++)
        if (value[i])
            text_form(v->out, " data-%s=\"%ld\"", name[i], (long)value[i]);
}

/* ---- men ------------------------------------------------------------------------------- */

static const char tile_path[] = "M0-47L28-36 37 44H-37L-28-36z";

/* As many notches as the owner's number; the second's is a ring. */
static void owner_mark(const Svg *v, unsigned owner)
{
    if (owner == 2)
        text_add(v->out, "<circle r=\"39\" fill=\"none\" stroke-width=\"3\"/>");
    for (unsigned i = 0; owner > 2 && i < owner; i++) {
        double turn = i * 6.283185307179586 / owner, x = sin(turn), y = -cos(turn);
        text_form(v->out, "<path stroke-width=\"6\" d=\"M%.0f %.0fL%.0f %.0f\"/>", x * 46, y * 46, x * 35, y * 35);
    }
}

/* Men without a disc whose fill is about as bright as another player's have their owner's number beside them. */
static bool alike(const Svg *v, unsigned owner)
{
    double light = theme_light(theme_owner(v->theme, v->s, owner));
    for (unsigned q = 1; q <= ludc_players(v->s->r) && q < THEME_OWNERS; q++)
        if (q != owner && fabs(theme_light(theme_owner(v->theme, v->s, q)) - light) < 0.25)
            return true;
    return false;
}

static void chip(const Svg *v, unsigned owner)
{
    text_form(v->out, "<circle cx=\"-36\" cy=\"-36\" r=\"14\" stroke-width=\"2\"/><text class=\"letter\" x=\"-36\" y=\"-28\" font-size=\"22\""
                      " stroke=\"none\" fill=\"currentColor\">%u</text>", owner);
}

static void letters(const Svg *v, const char *text)
{
    size_t n = strlen(text);
    text_form(v->out, "<text class=\"letter\" y=\"%d\" font-size=\"%d\" stroke=\"none\" fill=\"currentColor\">",
              n < 2 ? 17 : n < 3 ? 14 : 10, n < 2 ? 48 : n < 3 ? 38 : 28);
    marked_up(v, text);
    text_add(v->out, "</text>");
}

/* Numbers that one player writes into sites. */
static bool written(const Svg *v, const Look *look)
{
    return v->s->p && ludc_players(v->s->p->r) == 1 && *look->letters && look->letters[strspn(look->letters, "0123456789")] == '\0';
}

static void drawing(const Svg *v, const Shape *a)
{
    const Look *look = a->kind < v->s->nlook ? &v->s->look[a->kind] : NULL;
    const Glyph *glyph = look && look->glyph >= 0 && !a->hidden && a->kind ? &glyph_table[look->glyph] : NULL;
    GlyphBase base = glyph ? glyph->base : BASE_DISC;
    if (base == BASE_DISC && look && a->kind && !glyph && !a->hidden && written(v, look)) {
        text_form(v->out, "<text class=\"letter\" y=\"26\" font-size=\"%d\" stroke=\"none\"", look->letters[1] ? 56 : 72);
        coloured(v, "fill", v->theme->ink);
        text_form(v->out, ">%s</text>", look->letters);
        return;
    }
    if (base == BASE_DISC) {
        text_add(v->out, "<circle r=\"46\"/>");
        owner_mark(v, a->owner);
    } else if (base == BASE_TILE) {
        text_form(v->out, "<path d=\"%s\"/>", tile_path);
    }
    if (glyph && (*glyph->fill || *glyph->line))
        text_form(v->out, "<use href=\"#g%d\"/>", look->glyph);
    else if (!glyph && a->hidden)
        letters(v, "?");
    else if (!glyph && a->kind && look)
        letters(v, look->letters);
    if (base != BASE_DISC && a->owner && alike(v, a->owner))
        chip(v, a->owner);
}

static void title(const Svg *v, const Shape *a)
{
    const ludc_reasoner *r = v->s->r;
    char label[64] = "";
    const char *kind = !v->s->p ? v->s->text.at + a->text : a->kind && !a->hidden ? ludc_piece_name(r, a->kind) : NULL;
    if (a->site < 0)
        return;
    if (v->s->p)
        ludc_site_label(r, (ludc_site_type)a->type, (size_t)a->site, label, sizeof label);
    text_add(v->out, "<title>");
    marked_up(v, label);
    text_add(v->out, kind && *label ? " " : "");
    marked_up(v, kind ? kind : "");
    text_add(v->out, "</title>");
}

static void man(const Svg *v, const Shape *a)
{
    int32_t lines = theme_lines(v->theme, v->s, a->owner);
    text_form(v->out, "<g class=\"%s\"", a->site >= 0 ? "man" : "sample");
    facts(v, a);
    text_add(v->out, " transform=\"translate(");
    number(v->out, a->x);
    text_add(v->out, " ");
    number(v->out, a->y);
    text_form(v->out, ") scale(%.3f)%s\"", a->size / 50, a->number > 0 ? " rotate(180)" : "");
    coloured(v, "fill", theme_owner(v->theme, v->s, a->owner));
    coloured(v, "stroke", lines);
    coloured(v, "color", lines);
    text_add(v->out, " stroke-width=\"4\">");
    drawing(v, a);
    title(v, a);
    text_add(v->out, "</g>\n");
}

/* ---- lines ------------------------------------------------------------------------------ */

/* The second owner's lines have a line of the other brightness within; those of the third and further ones are dashed. */
static void owned_line(const Svg *v, const Shape *a, const char *class)
{
    text_form(v->out, "<g class=\"%s\" fill=\"none\" stroke-linecap=\"%s\"", class, a->owner > 2 ? "butt" : "round");
    facts(v, a);
    text_add(v->out, ">");
    for (int within = 0; within < 3; within++) {
        if (within == 2 && a->owner != 2)
            continue;
        text_add(v->out, "<polyline");
        points(v, a);
        coloured(v, "stroke", within == 1 ? theme_owner(v->theme, v->s, a->owner) : within ? theme_lines(v->theme, v->s, 2) : v->theme->ink);
        numeric(v, "stroke-width", within == 2 ? a->size * 0.2 : within == 1 ? a->size : a->size + 1.6);
        if (within && a->owner > 2)
            text_form(v->out, " stroke-dasharray=\"%u 2\"", 2 + 2 * a->owner);
        text_add(v->out, "/>");
    }
    title(v, a);
    text_add(v->out, "</g>\n");
}

/* Lines that look alike and follow each other are one path; how many there were. */
static size_t lines(const Svg *v, size_t from, size_t to)
{
    const Shape *a = &v->s->shape[from];
    size_t n = 0;
    text_form(v->out, "<path class=\"line%s\"", a->number > 0 ? " place" : "");
    numeric(v, "stroke-width", a->size);
    text_add(v->out, " d=\"");
    for (; from + n < to && a[n].class == SHAPE_LINE && a[n].number == a->number && fabs(a[n].size - a->size) < 1e-9; n++)
        for (uint32_t k = 0; k < a[n].n; k++) {
            const Spot *at = &v->s->spot[a[n].first + k];
            text_add(v->out, k ? "L" : "M");
            number(v->out, at->x);
            text_add(v->out, " ");
            number(v->out, at->y);
        }
    text_add(v->out, "\"/>\n");
    return n;
}

static void track(const Svg *v, const Shape *a)
{
    if (a->n < 2)
        return;
    text_add(v->out, "<polyline class=\"track\" fill=\"none\" stroke-opacity=\"0.45\" stroke-linejoin=\"round\" marker-end=\"url(#head)\"");
    points(v, a);
    coloured(v, "stroke", a->owner ? theme_owner(v->theme, v->s, a->owner) : v->theme->faint);
    numeric(v, "stroke-width", a->size);
    if (a->owner)
        text_form(v->out, " stroke-dasharray=\"%u 3\"", 4 * a->owner);
    text_add(v->out, "/>\n");
}

/* ---- fields ------------------------------------------------------------------------------- */

static void polygon(const Svg *v, const Shape *a, const char *class)
{
    text_form(v->out, "<polygon class=\"%s", class);
    if (a->class == SHAPE_FIELD && a->number >= 0)
        text_form(v->out, " f%d", (int)(a->number % THEME_FIELDS));
    text_add(v->out, "\"");
    if (a->site >= 0)
        text_form(v->out, " data-site=\"%s %d\"", site_type_name(a->type), a->site);
    points(v, a);
    text_add(v->out, "/>\n");
}

/* What the shapes of the board have in common. */
static void style(const Svg *v)
{
    const Theme *t = v->theme;
    text_form(v->out, ".ground,.field,.hole{stroke:#%06lx}.ground{fill:#%06lx}.field{fill:#%06lx}.hole{fill:#%06lx}", (unsigned long)t->line,
              (unsigned long)t->ground, (unsigned long)t->field, (unsigned long)t->hole);
    for (int i = 0; i < THEME_FIELDS; i++)
        text_form(v->out, ".f%d{fill:#%06lx}", i, (unsigned long)t->chequer[i]);
    text_form(v->out, ".point{fill:#%06lx}.line{fill:none;stroke:#%06lx;stroke-linecap:round}.place{stroke:#%06lx;stroke-dasharray:1 5}",
              (unsigned long)t->line, (unsigned long)t->line, (unsigned long)t->faint);
    text_form(v->out, ".badge,.number{paint-order:stroke;stroke:#%06lx;stroke-width:3px;stroke-linejoin:round}", (unsigned long)t->paper);
}

/* Hatched in a direction of the owner's own. */
static void zone(const Svg *v, const Shape *a)
{
    text_form(v->out, "<polygon class=\"zone\" data-owner=\"%u\" fill=\"url(#z%u)\"", a->owner, a->owner);
    points(v, a);
    text_add(v->out, "/>\n");
}

static void hatching(const Svg *v, const SvgNeeds *needs)
{
    for (unsigned owner = 1; owner < THEME_OWNERS; owner++) {
        if (!needs->zone[owner])
            continue;
        text_form(v->out, "<pattern id=\"z%u\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(%u)\">"
                          "<rect width=\"6\" height=\"6\" fill-opacity=\"0.16\"", owner, (45 + 90 * (owner - 1) + (owner - 1) / 2 * 25) % 180);
        coloured(v, "fill", theme_owner(v->theme, v->s, owner));
        text_add(v->out, "/><path d=\"M0 3H6\" stroke-opacity=\"0.4\" stroke-width=\"1.3\"");
        int32_t colour = theme_owner(v->theme, v->s, owner);
        coloured(v, "stroke", fabs(theme_light(colour) - theme_light(v->theme->field)) > 0.2 ? colour : v->theme->line);
        text_add(v->out, "/></pattern>");
    }
}

static void point(const Svg *v, const Shape *a)
{
    text_add(v->out, "<circle class=\"point\"");
    numeric(v, "cx", a->x);
    numeric(v, "cy", a->y);
    numeric(v, "r", a->size);
    text_add(v->out, "/>\n");
}

/* Signs of regions of nobody, in turn. */
static void sign(const Svg *v, const Shape *a)
{
    static const char *const path[] = {"M0-40L40 0 0 40-40 0z", "M-40 0H40M0-40V40", "M-34-34L34 34M-34 34L34-34",
                                       "M0-38L36 30H-36z", "M-32-32H32V32H-32z", "M0-40a40 40 0 1 0 .1 0z",
                                       "M0-40L10-12 40-12 16 6 25 36 0 18-25 36-16 6-40-12-10-12z", "M-40-12H40M-40 12H40"};
    text_form(v->out, "<path class=\"sign\" fill=\"none\" stroke-opacity=\"0.55\" stroke-width=\"7\" d=\"%s\" transform=\"translate(",
              path[(size_t)a->number % (sizeof path / sizeof *path)]);
    number(v->out, a->x);
    text_add(v->out, " ");
    number(v->out, a->y);
    text_form(v->out, ") scale(%.3f)\"", a->size / 50);
    coloured(v, "stroke", v->theme->ink);
    text_add(v->out, "/>\n");
}

/* ---- seeds, dice, marks, texts ---------------------------------------------------------------- */

/* Seeds lie in a spiral of sunflowers (Vogel, 1979): no two at one place, however many. */
static void seeds(const Svg *v, const Shape *a)
{
    enum { MOST = 40 };
    int32_t shown = a->count < MOST ? a->count : MOST;
    double size = fmin(a->size * 0.24, a->size * 0.85 / sqrt(shown + 1.0));
    text_add(v->out, "<g class=\"man\"");
    facts(v, a);
    coloured(v, "fill", v->theme->owner[1]);
    coloured(v, "stroke", v->theme->ink);
    text_add(v->out, " stroke-width=\"0.8\">");
    for (int32_t i = 0; i < shown; i++) {
        double turn = i * 2.399963229728653, far = shown > 1 ? a->size * sqrt((i + 0.3) / shown) : 0;
        text_add(v->out, "<circle");
        numeric(v, "cx", a->x + far * cos(turn));
        numeric(v, "cy", a->y + far * sin(turn) * 0.9);
        numeric(v, "r", size);
        text_add(v->out, "/>");
    }
    title(v, a);
    text_add(v->out, "</g>\n");
}

/* Pips of 1 to 6 as on dice; other numbers in digits. */
static void die(const Svg *v, const Shape *a)
{
    static const char *const pips[] = {"", "e", "ai", "aei", "acgi", "acegi", "acdfgi"};
    text_form(v->out, "<g class=\"die\" data-number=\"%ld\"%s transform=\"translate(", (long)a->number,
              a->count ? "" : " data-used=\"1\" opacity=\"0.45\"");
    number(v->out, a->x);
    text_add(v->out, " ");
    number(v->out, a->y);
    text_form(v->out, ") scale(%.2f)\" fill=\"#fffdf6\" stroke=\"#222222\" color=\"#222222\" stroke-width=\"4\"><rect x=\"-46\" y=\"-46\" width=\"92\" height=\"92\" rx=\"18\"/>",
              a->size / 50);
    if (a->number >= 1 && a->number <= 6)
        for (const char *at = pips[a->number]; *at; at++)
            text_form(v->out, "<circle cx=\"%d\" cy=\"%d\" r=\"9\" fill=\"#222222\" stroke=\"none\"/>", ((*at - 'a') % 3 - 1) * 25,
                      ((*at - 'a') / 3 - 1) * 25);
    else {
        char text[16];
        snprintf(text, sizeof text, "%ld", (long)a->number);
        letters(v, text);
    }
    if (!a->count)
        text_add(v->out, "<path d=\"M-46 46L46-46\" fill=\"none\"/>");
    text_add(v->out, "</g>\n");
}

static void mark(const Svg *v, const Shape *a)
{
    text_form(v->out, "<circle class=\"%s\" fill=\"none\" stroke-width=\"2.6\"%s", a->class == SHAPE_TO ? "to" : "from",
              a->class == SHAPE_TO ? "" : " stroke-dasharray=\"4 4\"");
    numeric(v, "cx", a->x);
    numeric(v, "cy", a->y);
    numeric(v, "r", a->size);
    coloured(v, "stroke", v->theme->mark);
    text_add(v->out, "/>\n");
}

static void mover(const Svg *v, const Shape *a)
{
    text_form(v->out, "<path class=\"mover\" data-owner=\"%u\" d=\"M%.1f %.1fl%.1f %.1f %.1f %.1fz\"", a->owner, a->x - a->size, a->y - a->size,
              2 * a->size, a->size, -2 * a->size, a->size);
    coloured(v, "fill", v->theme->mark);
    text_add(v->out, "/>\n");
}

static void words(const Svg *v, const Shape *a)
{
    static const char *const class[] = {"label", "number", "badge", "below"};
    text_form(v->out, "<text class=\"%s\"", class[a->text_class]);
    numeric(v, "x", a->x);
    numeric(v, "y", a->y + a->size * 0.36);
    numeric(v, "font-size", a->size);
    if (a->site >= 0)
        text_form(v->out, " data-site=\"%s %d\"", site_type_name(a->type), a->site);
    if (a->text_class == TEXT_BADGE && a->number > 0) {
        coloured(v, "fill", theme_lines(v->theme, v->s, a->owner));
        text_add(v->out, " style=\"stroke:none\"");
    }
    text_add(v->out, ">");
    marked_up(v, v->s->text.at + a->text);
    text_add(v->out, "</text>\n");
}

/* ---- all of it ----------------------------------------------------------------------------------- */

static void shape(const Svg *v, const Shape *a)
{
    switch (a->class) {
    case SHAPE_GROUND: polygon(v, a, "ground"); break;
    case SHAPE_FIELD: polygon(v, a, "field"); break;
    case SHAPE_LINE: break; /* lines() */
    case SHAPE_HOLE: polygon(v, a, "hole"); break;
    case SHAPE_POINT: point(v, a); break;
    case SHAPE_ZONE: zone(v, a); break;
    case SHAPE_SIGN: sign(v, a); break;
    case SHAPE_TRACK: track(v, a); break;
    case SHAPE_SIDE: owned_line(v, a, "side"); break;
    case SHAPE_FROM:
    case SHAPE_TO: mark(v, a); break;
    case SHAPE_WALL: owned_line(v, a, "wall man"); break;
    case SHAPE_MAN: man(v, a); break;
    case SHAPE_SEEDS: seeds(v, a); break;
    case SHAPE_DIE: die(v, a); break;
    case SHAPE_MOVER: mover(v, a); break;
    case SHAPE_TEXT: words(v, a); break;
    }
}

static const Theme *theme_or_first(const ludc_draw_options *options)
{
    const Theme *theme = theme_at(options->theme);
    return theme ? theme : theme_at(0);
}

static void shapes(const Svg *v, size_t from, size_t to)
{
    while (from < to) {
        const Shape *a = &v->s->shape[from];
        size_t n = a->class == SHAPE_LINE ? lines(v, from, to) : 0;
        if (!n)
            shape(v, a);
        from += n ? n : 1;
    }
}

void svg_need(SvgNeeds *needs, const Scene *s)
{
    needs->width = fmax(needs->width, s->width);
    needs->height = fmax(needs->height, s->height);
    for (size_t i = 0; i < s->n; i++) {
        const Shape *a = &s->shape[i];
        int glyph = a->class == SHAPE_MAN && a->kind && a->kind < s->nlook ? s->look[a->kind].glyph : -1;
        if (glyph >= 0 && glyph < SVG_GLYPHS)
            needs->glyph[glyph] = true;
        if (a->class == SHAPE_ZONE && a->owner < THEME_OWNERS)
            needs->zone[a->owner] = true;
    }
}

static void definitions(const Svg *v, const SvgNeeds *needs)
{
    text_add(v->out, "<style>text{font-family:'DejaVu Sans',sans-serif;text-anchor:middle}.below{text-anchor:start}"
                     ".letter{font-weight:bold}.man,.sample,.die{stroke-linejoin:round;stroke-linecap:round}");
    style(v);
    text_add(v->out, "</style>\n<defs>");
    text_add(v->out, "<marker id=\"head\" markerWidth=\"6\" markerHeight=\"6\" refX=\"4\" refY=\"3\" orient=\"auto\"><path d=\"M0 0L6 3 0 6z\"");
    coloured(v, "fill", v->theme->faint);
    text_add(v->out, "/></marker>");
    hatching(v, needs);
    for (int i = 0; i < glyph_count(); i++) {
        const Glyph *g = &glyph_table[i];
        if (i >= SVG_GLYPHS || !needs->glyph[i] || !(*g->fill || *g->line))
            continue;
        text_form(v->out, "<g id=\"g%d\">", i);
        if (*g->fill) {
            text_add(v->out, "<path d=\"");
            text_add(v->out, g->fill);
            text_add(v->out, "\"/>");
        }
        if (*g->line) {
            text_add(v->out, "<path fill=\"none\" d=\"");
            text_add(v->out, g->line);
            text_add(v->out, "\"/>");
        }
        text_add(v->out, "</g>");
    }
    text_add(v->out, "</defs>\n");
}

void svg_head(const Scene *s, const SvgNeeds *needs, const ludc_draw_options *options, Text *out)
{
    const Svg v = {s, theme_or_first(options), out};
    double scale = options->width ? options->width / needs->width : 1;
    text_form(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" stroke-width=\"1\">\n",
              needs->width * scale, needs->height * scale, needs->width, needs->height);
    text_add(out, "<title>");
    marked_up(&v, ludc_name(s->r));
    text_add(out, "</title>\n");
    definitions(&v, needs);
    text_add(out, "<rect width=\"100%\" height=\"100%\"");
    coloured(&v, "fill", v.theme->paper);
    text_add(out, "/>\n<g");
    coloured(&v, "fill", v.theme->ink);
    text_add(out, ">\n");
}

void svg_shapes(const Scene *s, const ludc_draw_options *options, size_t from, size_t to, Text *out)
{
    const Svg v = {s, theme_or_first(options), out};
    shapes(&v, from, to);
}

void svg_tail(Text *out) { text_add(out, "</g>\n</svg>\n"); }

void scene_svg(const Scene *s, const ludc_draw_options *options, Text *out)
{
    SvgNeeds needs = {0};
    svg_need(&needs, s);
    svg_head(s, &needs, options, out);
    svg_shapes(s, options, 0, s->n, out);
    svg_tail(out);
}
