/* below.c - what stands below a board: stacks, hands, dice, scores, who is who. */
#include "runtime/board/below.h"
#include "runtime/reading.h"

enum { ROLE = 64 };

/* ---- stacks --------------------------------------------------------------------- */

/* Do the pieces of the stack differ? */
static bool mixed(const BoardSite *s)
{
    for (int i = 1; s->level && i < BOARD_LEVELS && s->level[i]; i++)
        if (s->level[i] != s->level[0])
            return true;
    return false;
}

static void stacks(const BoardPosition *p, Text *out)
{
    bool any = false;
    for (size_t i = 0; i < p->nsite[p->type]; i++) {
        const BoardSite *s = &p->site[p->type][i];
        char label[32];
        if (!mixed(s))
            continue;
        ludc_site_label(p->r, p->type, i, label, sizeof label);
        text_form(out, "%s %s ", any ? "," : "stacks, from the bottom:", label);
        for (int k = 0; k < BOARD_LEVELS && s->level[k]; k++)
            text_add(out, p->glyph[s->level[k]]);
        any = true;
    }
    text_add(out, any ? "\n" : "");
}

/* ---- hands ------------------------------------------------------------------------ */

static void hand(const BoardPosition *p, const ludc_container *c, Text *out)
{
    bool any = false;
    text_form(out, "%s:", c->name);
    for (uint32_t k = 0; k < c->size && c->first + k < p->nall; k++) {
        const BoardSite *s = &p->site[p->type][c->first + k];
        bool there = s->kind || s->hidden || s->count;
        if (!there)
            continue;
        text_form(out, " %s", s->hidden ? "?" : p->numbers && s->count ? "" : s->kind ? p->glyph[s->kind] : "#");
        if (s->count > 1 || p->numbers)
            text_form(out, "%ld", (long)(s->count ? s->count : 1));
        else if (s->height > 1)
            text_form(out, "%ld", (long)s->height);
        any = true;
    }
    text_add(out, any ? "\n" : " nothing\n");
}

/* ---- dice -------------------------------------------------------------------------- */

static bool has_bit(const uint64_t *bits, const ludc_plane_info *plane, size_t i)
{
    return i < plane->size && bits[plane->word + i / 64] >> i % 64 & 1;
}

/* The face of a die: planes "face", "face K". */
static int face_of(const ludc_reasoner *r, const uint64_t *bits, size_t die)
{
    ludc_plane_info plane;
    int face = 0;
    for (size_t i = 0; ludc_plane_at(r, LUDC_SET_STATE, i, &plane) == LUDC_OK; i++)
        if (!strncmp(plane.name, "face", 4) && has_bit(bits, &plane, die))
            face = plane.name[4] ? (int)strtol(plane.name + 5, NULL, 10) : 1;
    return face;
}

/* Is it still to be used?  Planes "die N" say which are, where a game uses them one by one. */
static bool to_use(const ludc_reasoner *r, const uint64_t *bits, size_t die, bool *known)
{
    ludc_plane_info plane;
    *known = false;
    for (size_t i = 0; ludc_plane_at(r, LUDC_SET_STATE, i, &plane) == LUDC_OK; i++)
        if (!strncmp(plane.name, "die", 3) && (!plane.name[3] || plane.name[3] == ' ')) {
            *known = true;
            if (has_bit(bits, &plane, die))
                return true;
        }
    return false;
}

/* Data `dice`: of each die how many faces it has, and the numbers on them. */
size_t below_dice(const ludc_reasoner *r, const void *state, unsigned eyes, BelowDie *out, size_t room)
{
    const ludc_data *data = ludc_data_named(r, "dice");
    uint64_t *bits = data ? board_planes(r, state, eyes) : NULL;
    int pips = ludc_view_find(r, "pips");
    size_t n = 0;
    for (size_t at = 0; bits && at < data->n && n < room; n++) {
        int32_t faces = data->value[at];
        int face = face_of(r, bits, n);
        bool known;
        if (faces <= 0 || at + (size_t)faces >= data->n + 0u)
            break;
        out[n].number = pips >= 0 ? ludc_view(r, state, (size_t)pips, (uint32_t)n) : face < faces ? data->value[at + 1 + (size_t)face] : 0;
        out[n].used = !to_use(r, bits, n, &known) && known;
        at += 1 + (size_t)faces;
    }
    free(bits);
    return n;
}

static void dice(const ludc_reasoner *r, const void *state, unsigned eyes, Text *out)
{
    BelowDie die[BELOW_DICE];
    size_t n = below_dice(r, state, eyes, die, BELOW_DICE);
    text_add(out, n ? "dice:" : "");
    for (size_t i = 0; i < n; i++)
        text_form(out, die[i].used ? " (%ld)" : " %ld", (long)die[i].number);
    text_add(out, n ? "\n" : "");
}

/* ---- numbers of players ---------------------------------------------------------------- */

/* How a player is called: with the mark of the pieces, where there is one for all. */
static void player_text(const BoardPosition *p, unsigned player, char *out)
{
    const char *glyph = NULL;
    int kinds = 0;
    for (size_t i = 1; i < p->nkind; i++)
        if (ludc_piece_owner(p->r, i) == player) {
            glyph = p->glyph[i];
            kinds++;
        }
    bool shown = glyph && (kinds == 1 || (unsigned char)*glyph >= 0x80), cased = kinds > 1 && p->r->players == 2;
    const char *mark = shown ? glyph : cased ? player == 1 ? "ABC" : "abc" : "";
    snprintf(out, ROLE, "player %u%s%s", player, *mark ? " " : "", mark);
}

static void players(const BoardPosition *p, const void *state, const uint64_t *bits, Text *out)
{
    unsigned mover = ludc_over(p->r, state) ? 0 : ludc_mover(p->r, state);
    for (unsigned q = 1; q <= p->r->players; q++) {
        char name[ROLE];
        int64_t score, value;
        player_text(p, q, name);
        text_form(out, "%s%s%s", q > 1 ? "   " : "", q == mover ? "> " : "", name);
        if (board_number(p->r, state, bits, "score", q, &score))
            text_form(out, ": score %lld", (long long)score);
        if (board_number(p->r, state, bits, "value of player", q, &value) && value)
            text_form(out, ", value %lld", (long long)value);
    }
    text_add(out, "\n");
}

size_t below_stem(const char *name)
{
    size_t n = strlen(name);
    while (n > 1 && name[n - 1] >= '0' && name[n - 1] <= '9')
        n--;
    return n;
}

bool below_said(const BoardPosition *p, const bool *there, size_t kind)
{
    const char *name = ludc_piece_name(p->r, kind);
    size_t stem = below_stem(name);
    for (size_t i = 1; i < kind; i++) {
        const char *other = ludc_piece_name(p->r, i);
        if (there[i] && below_stem(other) == stem && !strncmp(other, name, stem))
            return true;
    }
    return false;
}

bool *below_kinds(const BoardPosition *p)
{
    bool *there = calloc(p->nkind + 1, sizeof *there);
    ludc_container c;
    for (int t = 0; there && t < LUDC_SITE_TYPES; t++)
        for (size_t i = 0; p->site[t] && i < p->nsite[t]; i++)
            there[p->site[t][i].kind] = true;
    for (size_t i = 1; there && ludc_container_of(p->r, i, &c) == LUDC_OK; i++)
        for (uint32_t k = 0; c.kind == LUDC_HAND && k < c.size && c.first + k < p->nall; k++)
            there[p->site[p->type][c.first + k].kind] = true;
    return there;
}

/* What the letters mean. */
static void legend(const BoardPosition *p, Text *out)
{
    bool *there = p->numbers ? NULL : below_kinds(p), any = false;
    for (size_t i = 1; there && i < p->nkind; i++) {
        const char *name = ludc_piece_name(p->r, i), *glyph = p->glyph[i];
        int letter = glyph[0] >= 'a' && glyph[0] <= 'z' ? glyph[0] - 'a' + 'A' : glyph[0];
        bool alone = !strcmp(glyph, "X") || !strcmp(glyph, "O");
        if (!there[i] || letter < 'A' || letter > 'Z' || alone || below_said(p, there, i))
            continue;
        text_form(out, "%s%c %.*s", any ? ", " : "", letter, (int)below_stem(name), name);
        any = true;
    }
    text_add(out, any ? "\n" : "");
    free(there);
}

void board_below(const BoardPosition *p, const void *state, const ludc_draw_options *options, Text *out)
{
    uint64_t *bits = board_planes(p->r, state, options->eyes);
    ludc_container c;
    bool thrown = false;
    stacks(p, out);
    for (size_t i = 1; ludc_container_of(p->r, i, &c) == LUDC_OK; i++) {
        if (c.kind == LUDC_HAND)
            hand(p, &c, out);
        else if (!thrown)
            dice(p->r, state, options->eyes, out);
        thrown |= c.kind == LUDC_DICE;
    }
    legend(p, out);
    players(p, state, bits, out);
    free(bits);
}
