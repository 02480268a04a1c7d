/* position.c - what stands where, as the planes of a state show it to somebody's eyes; where a game has none, its views. */
#include <ctype.h>

#include "runtime/abi.h"
#include "runtime/board/glyphs.h"
#include "runtime/reading.h"

enum { KINDS = 4096 };

/* ---- numbers in planes -------------------------------------------------------------- */

uint64_t *board_planes(const ludc_reasoner *r, const void *state, unsigned eyes)
{
    size_t words = ludc_observe_words(r, LUDC_SET_STATE);
    uint64_t *bits = words ? calloc(words, sizeof *bits) : NULL;
    if (bits && ludc_observe(r, state, LUDC_SET_STATE, eyes, bits) != LUDC_OK) {
        free(bits);
        bits = NULL;
    }
    return bits;
}

static bool has_bit(const uint64_t *bits, const ludc_plane_info *plane, size_t i)
{
    return i < plane->size && bits[plane->word + i / 64] >> i % 64 & 1;
}

/* The number that a plane of numbers or digits has: doc/abi.md, "Of Ludii games". */
static int64_t number_of(const uint64_t *bits, const ludc_plane_info *plane)
{
    bool digits = !strncmp(plane->space, "digits ", 7);
    int64_t sum = 0;
    for (uint32_t i = 0; i < plane->size && i < 62; i++)
        if (has_bit(bits, plane, i)) {
            if (!digits)
                return plane->label && plane->label[i] ? strtoll(plane->label[i], NULL, 10) : plane->size == 1 ? 1 : (int64_t)i;
            sum += INT64_C(1) << i;
        }
    return sum;
}

/* Digits may be of a number that is negative: then the highest says that it is not, and only views know which it is. */
bool board_number(const ludc_reasoner *r, const void *state, const uint64_t *bits, const char *name, unsigned player,
                  int64_t *value)
{
    ludc_plane_info plane;
    int view = ludc_view_find(r, name);
    uint32_t size = 0;
    if (view >= 0 && ludc_view_name(r, (size_t)view, &size) && (player ? size > player : size == 0)) {
        *value = ludc_view(r, state, (size_t)view, player);
        return true;
    }
    for (size_t i = 0; bits && ludc_plane_at(r, LUDC_SET_STATE, i, &plane) == LUDC_OK; i++)
        if (plane.owner == player && !strcmp(plane.name, name) && plane.size <= 64) {
            *value = number_of(bits, &plane);
            return true;
        }
    return false;
}

/* ---- planes over sites ---------------------------------------------------------------- */

static size_t named(const char *piece, const char *name, size_t stem)
{
    return !strncmp(piece, name, stem) && piece[stem + strspn(piece + stem, "0123456789")] == '\0';
}

/* The kind of a piece by its plane, or 0: a piece is called as its plane, with its owner's number behind it. */
static uint16_t kind_named(const BoardPosition *p, const char *name, size_t stem, unsigned owner)
{
    for (size_t i = 1; i < p->nkind; i++) {
        unsigned his = ludc_piece_owner(p->r, i) <= p->r->players ? ludc_piece_owner(p->r, i) : 0;
        if (his == owner && named(ludc_piece_name(p->r, i), name, stem))
            return (uint16_t)i;
    }
    return 0;
}

/* "count digit 4" of "count": adds that digit; "count 3": is that number; "state": is 1. */
static bool number_plane(const char *name, size_t n, const char *what, int32_t *add)
{
    size_t stem = strlen(what);
    if (n < stem || strncmp(name, what, stem) != 0)
        return false;
    const char *rest = name + stem;
    if (n == stem) {
        *add = 1;
        return true;
    }
    if (!strncmp(rest, " digit ", 7))
        rest += 6;
    if (*rest != ' ' || !isdigit((unsigned char)rest[1]))
        return false;
    *add = (int32_t)strtol(rest + 1, NULL, 10);
    return true;
}

static void add_to_sites(BoardPosition *p, ludc_site_type type, const uint64_t *bits, const ludc_plane_info *plane,
                         size_t offset, int32_t add)
{
    size_t n = type == p->type ? p->nall : p->nsite[type];
    for (size_t i = 0; i < n; i++)
        if (has_bit(bits, plane, i))
            *(int32_t *)(void *)((char *)&p->site[type][i] + offset) += add;
}

/* Is it a plane of numbers at sites? */
static bool take_numbers(BoardPosition *p, ludc_site_type type, const uint64_t *bits, const ludc_plane_info *plane, size_t n)
{
    static const struct {
        const char *name;
        size_t offset;
    } trait[] = {{"count", offsetof(BoardSite, count)}, {"height", offsetof(BoardSite, height)},
                 {"state", offsetof(BoardSite, state)}, {"rotation", offsetof(BoardSite, rotation)},
                 {"value", offsetof(BoardSite, value)}};
    for (size_t i = 0; i < sizeof trait / sizeof *trait; i++) {
        int32_t add = 0;
        if (!number_plane(plane->name, n, trait[i].name, &add))
            continue;
        p->states |= i == 2 && add > 1;
        add_to_sites(p, type, bits, plane, trait[i].offset, add);
        return true;
    }
    return false;
}

static void take_levels(BoardPosition *p, const uint64_t *bits, const ludc_plane_info *plane, uint16_t kind)
{
    if (!p->levels)
        p->levels = calloc(p->nall * BOARD_LEVELS, sizeof *p->levels);
    for (size_t i = 0; p->levels && i < plane->size && i < p->nall * BOARD_LEVELS; i++)
        if (has_bit(bits, plane, i)) {
            p->levels[i] = kind;
            p->site[p->type][i / BOARD_LEVELS].level = p->levels + i / BOARD_LEVELS * BOARD_LEVELS;
        }
}

static void take_pieces(BoardPosition *p, ludc_site_type type, const uint64_t *bits, const ludc_plane_info *plane, size_t n)
{
    static const char level[] = " level";
    const size_t tail = sizeof level - 1;
    bool piled = n > tail && !strncmp(plane->name + n - tail, level, tail);
    uint16_t kind = kind_named(p, plane->name, piled ? n - tail : n, plane->owner);
    bool masked = n == 6 && !strncmp(plane->name, "masked", 6), who = n >= 3 && !strncmp(plane->name, "who", 3);
    if (piled && kind)
        take_levels(p, bits, plane, kind);
    if (piled || (!kind && !masked && !who))
        return;
    size_t sites = type == p->type ? p->nall : p->nsite[type];
    for (size_t i = 0; i < sites; i++) {
        BoardSite *s = &p->site[type][i];
        if (!has_bit(bits, plane, i))
            continue;
        s->hidden |= masked;
        if (kind)
            s->kind = kind;
        if (kind ? !s->owner : true)
            s->owner = (uint8_t)plane->owner;
    }
}

static void read_planes(BoardPosition *p, const uint64_t *bits)
{
    static const char *const tail[LUDC_SITE_TYPES] = {" vertex", " edge", " cell"};
    ludc_plane_info plane;
    for (size_t i = 0; ludc_plane_at(p->r, LUDC_SET_STATE, i, &plane) == LUDC_OK; i++) {
        ludc_site_type type = p->type;
        size_t n = strlen(plane.name);
        for (int t = 0; t < LUDC_SITE_TYPES; t++) {
            size_t m = strlen(tail[t]);
            if (n > m && !strcmp(plane.name + n - m, tail[t])) {
                type = (ludc_site_type)t;
                n -= m;
            }
        }
        if (!p->site[type] || plane.size < p->nsite[type] || !plane.space ||
            !(strstr(plane.space, "loc") || strstr(plane.space, "level")))
            continue;
        if (!take_numbers(p, type, bits, &plane, n))
            take_pieces(p, type, bits, &plane, n);
    }
}

/* ---- views ------------------------------------------------------------------------------- */

static int32_t seen(const BoardPosition *p, const void *state, const char *name, ludc_site_type type, size_t site)
{
    static const char *const tail[LUDC_SITE_TYPES] = {"_V", "_E", "_C"};
    char full[40];
    uint32_t size = 0;
    snprintf(full, sizeof full, "%s%s", name, type == p->type ? "" : tail[type]);
    int view = ludc_view_find(p->r, full);
    if (view < 0 || !ludc_view_name(p->r, (size_t)view, &size) || site >= size)
        return 0;
    return ludc_view(p->r, state, (size_t)view, (uint32_t)site);
}

static void read_views(BoardPosition *p, const void *state)
{
    for (int t = 0; t < LUDC_SITE_TYPES; t++) {
        const ludc_site_type type = (ludc_site_type)t;
        size_t n = !p->site[t] ? 0 : type == p->type ? p->nall : p->nsite[t];
        for (size_t i = 0; i < n; i++) {
            BoardSite *s = &p->site[t][i];
            int32_t kind = seen(p, state, "what", type, i), owner = seen(p, state, "who", type, i);
            s->kind = kind > 0 && (size_t)kind < p->nkind ? (uint16_t)kind : 0;
            s->owner = owner > 0 && (unsigned)owner <= p->r->players ? (uint8_t)owner : 0;
            s->value = s->kind || kind <= 0 ? 0 : kind;
            s->count = seen(p, state, "count", type, i);
            s->height = seen(p, state, "height", type, i);
        }
    }
}

/* ---- names of kinds -------------------------------------------------------------------------- */

static size_t stem_of(const char *name)
{
    size_t n = strlen(name);
    while (n > 1 && isdigit((unsigned char)name[n - 1]))
        n--;
    return n;
}

/* Is the letter free among the kinds of that owner? */
static bool is_free(const BoardPosition *p, size_t kind, const char *glyph)
{
    for (size_t i = 1; i < kind; i++)
        if (ludc_piece_owner(p->r, i) == ludc_piece_owner(p->r, kind) && !strcmp(p->glyph[i], glyph))
            return false;
    return true;
}

/* The first letter of its name that no kind before it has; else its number. */
static void letter_of(BoardPosition *p, size_t kind, bool many)
{
    const char *name = ludc_piece_name(p->r, kind);
    unsigned owner = ludc_piece_owner(p->r, kind);
    size_t stem = name ? stem_of(name) : 0;
    char *glyph = p->glyph[kind], tail[4] = "";
    if (many && owner >= 1 && owner <= p->r->players)
        snprintf(tail, sizeof tail, "%u", owner % 100);
    for (size_t i = 0; i < stem; i++) {
        int c = (unsigned char)name[i];
        int letter = owner == 2 && !many ? tolower(c) : toupper(c);
        snprintf(glyph, BOARD_GLYPH, "%c%s", letter, tail);
        if (isalpha(c) && is_free(p, kind, glyph))
            return;
    }
    snprintf(glyph, BOARD_GLYPH, "%u", (unsigned)kind % 10000);
}

/* X and O where each player has one kind; digits as they are; else a letter, small for the second player; where more than
 * two have kinds to tell apart, the player's number behind it. */
static bool name_kinds(BoardPosition *p)
{
    static const char player[] = "#XO3456789ABCDEFG";
    size_t most = 0, count[256] = {0};
    while (p->nkind < KINDS && p->nkind < ludc_pieces(p->r) && ludc_piece_name(p->r, p->nkind))
        p->nkind++; /* whoever wrote the tables may have named fewer */
    p->glyph = calloc(p->nkind + 1, sizeof *p->glyph);
    if (!p->glyph)
        return false;
    for (size_t i = 1; i < p->nkind; i++) {
        unsigned owner = ludc_piece_owner(p->r, i);
        if (owner >= 1 && owner <= p->r->players && ++count[owner % 256] > most)
            most = count[owner % 256];
    }
    for (size_t i = 1; i < p->nkind; i++) {
        unsigned owner = ludc_piece_owner(p->r, i);
        const char *name = ludc_piece_name(p->r, i);
        bool his = owner >= 1 && owner <= p->r->players, digits = name && name[strspn(name, "0123456789")] == '\0';
        if (digits)
            snprintf(p->glyph[i], BOARD_GLYPH, "%.6s", name);
        else if (his && most <= 1)
            snprintf(p->glyph[i], BOARD_GLYPH, "%c", player[owner < sizeof player - 1 ? owner : 0]);
        else
            letter_of(p, i, p->r->players > 2);
    }
    return true;
}

/* ---- all of it ---------------------------------------------------------------------------------- */

static size_t all_sites(const ludc_reasoner *r, size_t own)
{
    size_t all = own;
    ludc_container c;
    for (size_t i = 1; i < ludc_containers(r); i++)
        if (ludc_container_of(r, i, &c) == LUDC_OK && c.first + c.size > all)
            all = c.first + c.size;
    return all;
}

static bool has_plane(const ludc_reasoner *r, const char *name)
{
    ludc_plane_info plane;
    for (size_t i = 0; ludc_plane_at(r, LUDC_SET_STATE, i, &plane) == LUDC_OK; i++)
        if (!strncmp(plane.name, name, strlen(name)))
            return true;
    return false;
}

/* Nothing is on the board but neutral pieces that are counted: their numbers say all. */
static bool only_numbers(const BoardPosition *p)
{
    size_t kinds = 0;
    if (has_plane(p->r, "who") || !(has_plane(p->r, "count") || ludc_view_find(p->r, "count") >= 0))
        return false;
    for (size_t i = 1; i < p->nkind; i++) {
        unsigned owner = ludc_piece_owner(p->r, i);
        if (owner >= 1 && owner <= p->r->players)
            return false;
        kinds++;
    }
    return kinds == 1;
}

/* Have two pieces of one kind different values?  Where they have not, the kind says it. */
static bool values_differ(const BoardPosition *p)
{
    int32_t *value = calloc(p->nkind + 1, sizeof *value);
    bool differ = false;
    for (size_t i = 0; value && i < p->nall; i++) {
        const BoardSite *s = &p->site[p->type][i];
        differ |= s->kind && s->value && value[s->kind] && value[s->kind] != s->value;
        value[s->kind] = s->value ? s->value : value[s->kind];
    }
    free(value);
    return differ;
}

bool board_position(BoardPosition *p, const ludc_reasoner *r, const void *state, unsigned eyes)
{
    int type = ludc_board_type(r);
    *p = (BoardPosition){.r = r};
    if (type < 0 || !name_kinds(p))
        return false;
    p->type = (ludc_site_type)type;
    for (int t = 0; t < LUDC_SITE_TYPES; t++) {
        p->nsite[t] = ludc_sites(r, (ludc_site_type)t);
        if (t == type)
            p->nall = all_sites(r, p->nsite[t]);
        size_t room = t == type ? p->nall : p->nsite[t];
        p->site[t] = t == type || ludc_site_types(r) >> t & 1 ? calloc(room + 1, sizeof *p->site[t]) : NULL;
    }
    if (!p->site[type]) {
        board_position_free(p);
        return false;
    }
    p->numbers = only_numbers(p);
    uint64_t *bits = has_plane(r, "empty") || has_plane(r, "who") || has_plane(r, "count") ? board_planes(r, state, eyes) : NULL;
    if (bits)
        read_planes(p, bits);
    else if (!eyes) /* views hide nothing */
        read_views(p, state);
    free(bits);
    p->values = values_differ(p);
    return true;
}

void board_position_free(BoardPosition *p)
{
    for (int t = 0; t < LUDC_SITE_TYPES; t++)
        free(p->site[t]);
    free(p->glyph);
    free(p->levels);
    *p = (BoardPosition){0};
}

/* Has its owner no other kind? */
static bool only_one(const BoardPosition *p, size_t kind)
{
    for (size_t i = 1; i < p->nkind; i++)
        if (i != kind && ludc_piece_owner(p->r, i) == ludc_piece_owner(p->r, kind))
            return false;
    return true;
}

void board_position_utf8(BoardPosition *p)
{
    size_t n = 0;
    Look *look = looks_of(p, &n);
    for (size_t i = 1; look && i < n; i++) {
        unsigned owner = ludc_piece_owner(p->r, i);
        if (owner < 1 || owner > 2 || owner > p->r->players)
            continue;
        const char *character = glyph_character(look[i].glyph, owner);
        if (!character && only_one(p, i) && !strcmp(p->glyph[i], owner == 1 ? "X" : "O"))
            character = glyph_character(glyph_disc(), owner);
        if (character)
            snprintf(p->glyph[i], BOARD_GLYPH, "%.3s", character);
    }
    free(look);
    p->utf8 = true;
}
