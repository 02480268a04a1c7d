/* scene_sheet.c - a position of a rule sheet as a scene: its grids as boards, all other facts as a table.
 *
 * Whose a thing in a cell is, and of what kind, is read from its words: those of roles, or their beginnings, are owners. */
#include <ctype.h>
#include <math.h>

#include "runtime/abi.h"
#include "runtime/board/glyphs.h"
#include "runtime/board/sheet.h"
#include "runtime/board/scene.h"
#include "runtime/reading.h"

enum { KINDS = 512, MOST_FACTS = 400 };

static const double cell_size = 44, letter_size = 13, line_height = 22, widest = 620, gap = 30;

/* A thing in cells: its words, what is drawn. */
typedef struct {
    char word[WORD];
    unsigned owner;
    int glyph;              /* -1: letters */
    char letters[BOARD_GLYPH];
} Thing;

typedef struct {
    Scene *scene;
    const Sheet *sheet;
    Thing *thing; /* [nthing]; the kind is the number from 1 */
    size_t nthing;
    double x, y; /* where the next grid goes */
    double low;  /* the lowest of all grids */
} Page;

/* ---- whose, and what ---------------------------------------------------------------- */

static const char *role_name(const ludc_reasoner *r, unsigned role)
{
    const ludc_space *space = ludc_space_of(r, "player");
    const char *name = space && space->label && role < space->size ? space->label[role] : NULL;
    return name ? name : "";
}

static size_t alike(const char *a, const char *b)
{
    size_t n = 0;
    while (a[n] && tolower((unsigned char)a[n]) == tolower((unsigned char)b[n]))
        n++;
    return n;
}

/* Does the word begin with the role's name, and then something else? */
static bool named_after(const char *word, const char *role, const char **rest)
{
    size_t n = strlen(role), same = alike(role, word);
    if (!n || same < n || islower((unsigned char)word[n]))
        return false;
    *rest = word + n + strspn(word + n, "_- ");
    return true;
}

/* Does just one role's name begin with the word? */
static unsigned begun_by(const ludc_reasoner *r, const char *word)
{
    unsigned owner = 0;
    for (unsigned q = 1; q <= r->players; q++)
        if (*word && alike(word, role_name(r, q)) == strlen(word)) {
            if (owner)
                return 0;
            owner = q;
        }
    return owner;
}

/* "wr" of white: a letter of the role and one of the kind. */
static unsigned by_letters(const ludc_reasoner *r, const char *word)
{
    unsigned owner = 0;
    for (unsigned q = 1; q <= r->players && strlen(word) == 2; q++)
        if (tolower((unsigned char)*role_name(r, q)) == tolower((unsigned char)*word)) {
            if (owner)
                return 0;
            owner = q;
        }
    return owner;
}

static void set_letters(Thing *t, const char *text)
{
    size_t n = 0;
    for (; *text && n < 2; text++)
        if (isalnum((unsigned char)*text)) {
            t->letters[n] = n ? *text : (char)toupper((unsigned char)*text);
            n++;
        }
    t->letters[n] = '\0';
}

static void read_thing(const Sheet *s, Thing *t)
{
    const char *rest = "", *mark = sheet_mark(s, t->word);
    t->glyph = -1;
    for (unsigned q = 1; q <= s->r->players && !t->owner; q++)
        if (named_after(t->word, role_name(s->r, q), &rest))
            t->owner = q;
    if (!t->owner && (t->owner = begun_by(s->r, t->word)) != 0)
        rest = "";
    if (!t->owner && (t->owner = by_letters(s->r, t->word)) != 0)
        rest = t->word + 1;
    if (!t->owner || glyph_named(t->word) >= 0)
        rest = t->word;
    if (!*rest)
        t->glyph = glyph_disc();
    else if (!rest[1] && t->owner)
        t->glyph = glyph_chessman(*rest);
    if (t->glyph < 0)
        t->glyph = glyph_named(rest);
    set_letters(t, t->owner ? rest : strcmp(mark, ".") != 0 ? mark : t->word);
}

/* Men of an owner that would look alike have letters. */
static void tell_apart(Page *p)
{
    for (size_t i = 0; i < p->nthing; i++)
        for (size_t k = 0; k < i; k++)
            if (p->thing[i].glyph >= 0 && p->thing[i].glyph == p->thing[k].glyph && p->thing[i].owner == p->thing[k].owner) {
                p->thing[i].glyph = -1;
                set_letters(&p->thing[i], sheet_mark(p->sheet, p->thing[i].word));
            }
}

/* Cells that facts of the relation can be of, and those that it is true of at the start. */
static void count_cells(const Sheet *s, const Relation *r, size_t *cells, size_t *taken)
{
    size_t room = r->axis[0].n * r->axis[1].n;
    char *seen = calloc(room + 1, 1);
    *cells = *taken = 0;
    for (size_t i = 0; seen && i < s->nfact; i++) {
        const Fact *f = &s->fact[i];
        size_t x, y;
        if (sheet_relation(s, f) != r || !sheet_in_axis(&r->axis[0], f->word[r->x], &x) || !sheet_in_axis(&r->axis[1], f->word[r->y], &y))
            continue;
        *cells += !seen[y * r->axis[0].n + x];
        seen[y * r->axis[0].n + x] = 1;
        *taken += sheet_began(s, f);
    }
    free(seen);
}

/* Does what fills the board stand for nothing: is there always one thing in each cell?  Where that is a relation without
 * other words, its cells are told from others by nothing else. */
static bool blank(const Sheet *s, const char *word)
{
    for (size_t i = 0; i < s->nfact; i++) {
        const Relation *r = sheet_relation(s, &s->fact[i]);
        char what[WORD];
        size_t cells, taken;
        if (!r->x)
            continue;
        sheet_content(r, &s->fact[i], what);
        if (strcmp(what, word) != 0)
            continue;
        count_cells(s, r, &cells, &taken);
        return r->n > 3 && cells == taken;
    }
    return false;
}

/* All that is ever in a cell and something. */
static bool find_things(Page *p)
{
    const Sheet *s = p->sheet;
    p->thing = calloc(KINDS, sizeof *p->thing);
    p->scene->look = calloc(KINDS + 1, sizeof *p->scene->look);
    if (!p->thing || !p->scene->look)
        return false;
    for (size_t i = 0; i < s->nmark && p->nthing < KINDS; i++) {
        if (!strcmp(s->mark[i][1], ".") && blank(s, s->mark[i][0]))
            continue;
        Thing *t = &p->thing[p->nthing++];
        snprintf(t->word, sizeof t->word, "%s", s->mark[i][0]);
        read_thing(s, t);
    }
    tell_apart(p);
    for (size_t i = 0; i < p->nthing; i++) {
        p->scene->look[i + 1].glyph = p->thing[i].glyph;
        memcpy(p->scene->look[i + 1].letters, p->thing[i].letters, sizeof p->thing[i].letters);
    }
    p->scene->nlook = p->nthing + 1;
    return true;
}

static const Thing *thing_of(const Page *p, const char *word)
{
    for (size_t i = 0; i < p->nthing; i++)
        if (!strcmp(p->thing[i].word, word))
            return &p->thing[i];
    return NULL;
}

static bool chequered(const Page *p)
{
    static const char letters[] = "kqrbnp";
    int found = 0;
    for (const char *at = letters; *at; at++)
        for (size_t i = 0; i < p->nthing; i++)
            if (p->thing[i].glyph == glyph_chessman(*at)) {
                found++;
                break;
            }
    return found >= 4;
}

/* ---- grids ------------------------------------------------------------------------------ */

typedef struct {
    Page *page;
    int grid;
    const Axis *across, *up;
    double x, y;     /* of the middle of the first cell */
    uint8_t *in;     /* by cell: 1 a fact can be there; how many things were put there, from 2 on */
} Grid;

static bool cell_of(const Grid *g, const Fact *f, size_t *x, size_t *y)
{
    const Relation *r = sheet_relation(g->page->sheet, f);
    return r->x && r->same == g->grid && sheet_in_axis(g->across, f->word[r->x], x) && sheet_in_axis(g->up, f->word[r->y], y);
}

static double place_x(const Grid *g, size_t x) { return g->x + (double)x * cell_size; }

static double place_y(const Grid *g, size_t y) { return g->y + (double)(g->up->n - 1 - y) * cell_size; }

static void fields(const Grid *g, bool colours)
{
    for (size_t y = 0; y < g->up->n; y++)
        for (size_t x = 0; x < g->across->n; x++) {
            double cx = place_x(g, x), cy = place_y(g, y), half = cell_size / 2;
            if (!g->in[y * g->across->n + x])
                continue;
            Shape *field = scene_add(g->page->scene, SHAPE_FIELD, cx, cy, half * 0.8);
            field->number = colours ? (int32_t)((x + y) % 2) : -1;
            for (int k = 0; k < 4; k++)
                scene_spot(g->page->scene, field, cx + (k == 0 || k == 3 ? -half : half), cy + (k < 2 ? -half : half));
        }
}

/* The second and further things of a cell are smaller, in its corners. */
static void put_thing(Grid *g, const Thing *t, const Fact *f, size_t x, size_t y)
{
    uint8_t *in = &g->in[y * g->across->n + x];
    int before = *in - 1;
    double size = before || g->in[y * g->across->n + x] > 2 ? cell_size * 0.2 : cell_size * 0.38;
    double dx = before ? (before % 2 ? 1 : -1) * cell_size * 0.27 : 0, dy = before ? (before % 4 < 2 ? -1 : 1) * cell_size * 0.27 : 0;
    Shape *man = scene_add(g->page->scene, SHAPE_MAN, place_x(g, x) + dx, place_y(g, y) + dy, size);
    man->kind = (unsigned)(t - g->page->thing) + 1;
    man->owner = t->owner;
    man->site = 0;
    man->text = (uint32_t)g->page->scene->text.n;
    for (int k = 0; k < f->n; k++)
        text_form(&g->page->scene->text, "%s%.200s", k ? " " : "", f->word[k]);
    text_add_n(&g->page->scene->text, "", 1);
    if (*in < 100)
        (*in)++;
}

static void men(Grid *g)
{
    const Sheet *s = g->page->sheet;
    for (size_t i = 0; i < s->nfact; i++) {
        char what[WORD];
        size_t x, y;
        if (!cell_of(g, &s->fact[i], &x, &y) || !sheet_holds(s, &s->fact[i]))
            continue;
        sheet_content(sheet_relation(s, &s->fact[i]), &s->fact[i], what);
        const Thing *t = thing_of(g->page, what);
        if (t)
            put_thing(g, t, &s->fact[i], x, y);
    }
}

static void label_axis(const Grid *g, const Axis *a, bool across)
{
    double size = letter_size;
    for (size_t i = 0; i < a->n; i++)
        while (size > 6 && scene_text_width(a->at[i], size) > cell_size * 0.9)
            size--;
    for (size_t i = 0; i < a->n; i++) {
        char text[WORD];
        snprintf(text, sizeof text, "%s", a->at[i]);
        while (scene_text_width(text, size) > cell_size * 0.9)
            text[strlen(text) - 1] = '\0';
        if (across)
            scene_text(g->page->scene, TEXT_LABEL, place_x(g, i), g->y + (double)g->up->n * cell_size - cell_size / 2 + 12, size, text);
        else
            scene_text(g->page->scene, TEXT_LABEL, g->x - cell_size / 2 - 4 - scene_text_width(text, size) / 2, place_y(g, i), size, text);
    }
}

/* Names of the relations of a grid, where there are several grids. */
static double grid_name(const Grid *g)
{
    const Sheet *s = g->page->sheet;
    char text[WORD] = "";
    size_t n = 0;
    for (size_t i = 0; i < s->nrelation && n < sizeof text; i++)
        if (s->relation[i].x && s->relation[i].same == g->grid)
            n += (size_t)snprintf(text + n, sizeof text - n, "%s%s", n ? ", " : "", s->relation[i].name);
    return scene_text(g->page->scene, TEXT_BELOW, g->x - cell_size / 2, g->y - cell_size / 2 - 14, letter_size, text)->width;
}

static void draw_grid(Page *p, int index, bool several)
{
    const Axis *axis = p->sheet->relation[index].axis;
    Grid g = {.page = p, .grid = index, .across = &axis[0], .up = &axis[1]};
    double width = (double)axis[0].n * cell_size, height = (double)axis[1].n * cell_size, named = 0;
    if (p->x > 0 && p->x + width > widest) {
        p->x = 0;
        p->y = p->low + gap;
    }
    g.x = p->x + cell_size / 2;
    g.y = p->y + cell_size / 2 + (several ? line_height : 0);
    g.in = calloc(axis[0].n * axis[1].n + 1, 1);
    if (!g.in) {
        p->scene->failed = true;
        return;
    }
    for (size_t i = 0, x, y; i < p->sheet->nfact; i++)
        if (cell_of(&g, &p->sheet->fact[i], &x, &y))
            g.in[y * axis[0].n + x] = 1;
    fields(&g, chequered(p));
    men(&g);
    label_axis(&g, g.across, true);
    label_axis(&g, g.up, false);
    named = several ? grid_name(&g) : 0;
    free(g.in);
    p->x += fmax(width, named) + gap + 20;
    p->low = fmax(p->low, g.y + height - cell_size / 2 + line_height);
}

/* ---- below ------------------------------------------------------------------------------------ */

static void new_line(Page *p)
{
    p->x = 0;
    p->y += line_height;
}

static void words(Page *p, const char *text, double indent)
{
    double width = scene_text_width(text, letter_size);
    if (p->x > indent && p->x + width > widest) {
        new_line(p);
        p->x = indent;
    }
    scene_text(p->scene, TEXT_BELOW, p->x, p->y, letter_size, text);
    p->x += width + 8;
}

static void sample(Page *p, unsigned kind, unsigned owner)
{
    if (p->x > 0 && p->x + 120 > widest)
        new_line(p);
    Shape *man = scene_add(p->scene, SHAPE_MAN, p->x + 10, p->y, 9);
    man->kind = kind;
    man->owner = owner;
    p->x += 24;
}

static bool holds_somewhere(const Page *p, const Thing *t)
{
    for (size_t i = 0; i < p->sheet->nfact; i++) {
        const Relation *r = sheet_relation(p->sheet, &p->sheet->fact[i]);
        char what[WORD];
        if (!r->x || !sheet_holds(p->sheet, &p->sheet->fact[i]))
            continue;
        sheet_content(r, &p->sheet->fact[i], what);
        if (!strcmp(what, t->word))
            return true;
    }
    return false;
}

static void legend(Page *p)
{
    bool any = false;
    for (size_t i = 0; i < p->nthing; i++) {
        if (!holds_somewhere(p, &p->thing[i]))
            continue;
        sample(p, (unsigned)i + 1, p->thing[i].owner);
        words(p, p->thing[i].word, 0);
        any = true;
    }
    for (size_t i = 0; i < p->sheet->nmark; i++) {
        char text[WORD + 16];
        if (thing_of(p, p->sheet->mark[i][0]) || strcmp(p->sheet->mark[i][1], ".") != 0)
            continue;
        snprintf(text, sizeof text, "empty: %s", p->sheet->mark[i][0]);
        words(p, text, 0);
        any = true;
    }
    if (any)
        new_line(p);
}

/* The next fact of the relation that holds; nfact: there is none. */
static size_t next_fact(const Page *p, const Relation *r, size_t i)
{
    while (i < p->sheet->nfact && (sheet_relation(p->sheet, &p->sheet->fact[i]) != r || !sheet_holds(p->sheet, &p->sheet->fact[i])))
        i++;
    return i;
}

/* "control: xplayer" */
static void facts(Page *p, const Relation *r)
{
    const size_t none = p->sheet->nfact;
    size_t shown = 0, i = next_fact(p, r, 0);
    char text[LONGEST_AXIS * 4];
    if (i == none)
        return;
    snprintf(text, sizeof text, "%s%s", r->name, r->n > 1 ? ":" : "");
    words(p, text, 0);
    for (; i < none && shown < MOST_FACTS && r->n > 1; shown++) {
        const Fact *f = &p->sheet->fact[i];
        size_t n = 0;
        i = next_fact(p, r, i + 1);
        for (int k = 1; k < f->n && n < sizeof text; k++)
            n += (size_t)snprintf(text + n, sizeof text - n, "%s%s", k > 1 ? " " : "", f->word[k]);
        if (n < sizeof text)
            snprintf(text + n, sizeof text - n, "%s", i < none ? "," : "");
        words(p, text, 24);
    }
    for (shown = 0; i < none && r->n > 1; i = next_fact(p, r, i + 1))
        shown++;
    if (shown) {
        snprintf(text, sizeof text, "not shown: %zu more", shown);
        words(p, text, 24);
    }
    new_line(p);
}

static void below(Page *p)
{
    p->x = 0;
    p->y = p->low + 18;
    legend(p);
    for (size_t i = 0; i < p->sheet->nrelation; i++)
        if (!p->sheet->relation[i].x)
            facts(p, &p->sheet->relation[i]);
}

bool scene_of_sheet(Scene *s, const ludc_reasoner *r, const void *state, const ludc_draw_options *options)
{
    Sheet sheet;
    Page page = {.scene = s, .sheet = &sheet};
    bool good = scene_begin(s, r) && sheet_read(&sheet, r, state, options->eyes);
    int grids = 0;
    if (s->shape == NULL)
        return false;
    good = good && find_things(&page);
    for (size_t i = 0; good && i < sheet.nrelation; i++)
        grids += sheet.relation[i].x && sheet.relation[i].same == (int)i;
    for (size_t i = 0; good && i < sheet.nrelation; i++)
        if (sheet.relation[i].x && sheet.relation[i].same == (int)i)
            draw_grid(&page, (int)i, grids > 1);
    if (good && !options->plain)
        below(&page);
    if (good)
        scene_frame(s);
    sheet_free(&sheet);
    free(page.thing);
    return good && !s->failed;
}
