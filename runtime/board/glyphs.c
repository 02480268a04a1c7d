/* glyphs.c - see glyphs.h: which drawing a kind of man has. */
#include "runtime/board/glyphs.h"

#include <ctype.h>

#include "runtime/abi.h"

const Glyph glyph_table[] = {
#define GLYPH(name, base, characters, fill, line, names) {name, BASE_##base, fill, line},
#include "runtime/board/glyphs.def"
#undef GLYPH
};

static const char *const glyph_names[] = {
#define GLYPH(name, base, characters, fill, line, names) names,
#include "runtime/board/glyphs.def"
#undef GLYPH
};

static const char *const glyph_characters[] = {
#define GLYPH(name, base, characters, fill, line, names) characters,
#include "runtime/board/glyphs.def"
#undef GLYPH
};

enum { GLYPHS = sizeof glyph_table / sizeof *glyph_table, CHARACTER = 3 /* bytes of each of glyph_characters */ };

int glyph_count(void) { return GLYPHS; }

/* The letters of a name, small: "Bishop_noCross2" is "bishop". */
static size_t stem(const char *kind, char *out, size_t size)
{
    size_t n = 0, end = strcspn(kind, "_");
    while (end > 1 && isdigit((unsigned char)kind[end - 1]))
        end--;
    for (; n < end && n + 1 < size; n++)
        out[n] = (char)tolower((unsigned char)kind[n]);
    out[n] = '\0';
    return n;
}

/* Is the word one of those of a list with blanks between? */
static bool listed(const char *list, const char *word, size_t n)
{
    while (*list) {
        size_t length = strcspn(list, " ");
        if (length == n && !memcmp(list, word, n))
            return true;
        list += length + (list[length] == ' ');
    }
    return false;
}

int glyph_named(const char *kind)
{
    char word[48];
    size_t n = kind ? stem(kind, word, sizeof word) : 0;
    for (int i = 0; n && i < GLYPHS; i++)
        if (listed(glyph_names[i], word, n))
            return i;
    return -1;
}

int glyph_chessman(int letter)
{
    static const char letters[] = "kqrbnp";
    static const char *const name[] = {"king", "queen", "rook", "bishop", "knight", "pawn"};
    const char *at = letter ? strchr(letters, tolower(letter)) : NULL;
    return at ? glyph_named(name[at - letters]) : -1;
}

int glyph_disc(void) { return glyph_named("disc"); }

const char *glyph_character(int glyph, unsigned owner)
{
    const char *characters = glyph >= 0 && glyph < GLYPHS ? glyph_characters[glyph] : "";
    return *characters ? characters + (owner > 1 ? CHARACTER : 0) : NULL;
}

/* ---- kinds of a position ------------------------------------------------------------ */

static unsigned owner_of(const BoardPosition *p, size_t kind)
{
    unsigned owner = ludc_piece_owner(p->r, kind);
    return owner <= p->r->players ? owner : 0;
}

/* Has a kind before it, of the same owner, that drawing? */
static bool taken(const BoardPosition *p, const Look *look, size_t kind, int glyph)
{
    for (size_t i = 1; i < kind; i++)
        if (owner_of(p, i) == owner_of(p, kind) && look[i].glyph == glyph)
            return true;
    return false;
}

/* Do players have one kind each at most, that nothing need be told apart? */
static bool one_kind_each(const BoardPosition *p)
{
    for (size_t i = 1; i < p->nkind; i++)
        for (size_t k = 1; k < i; k++)
            if (owner_of(p, i) && owner_of(p, i) == owner_of(p, k))
                return false;
    return true;
}

Look *looks_of(const BoardPosition *p, size_t *n)
{
    Look *look = calloc(p->nkind + 1, sizeof *look);
    bool plain = one_kind_each(p);
    *n = look ? p->nkind : 0;
    for (size_t i = 0; look && i < p->nkind; i++) {
        const char *name = i ? ludc_piece_name(p->r, i) : NULL;
        int glyph = glyph_named(name);
        if (glyph < 0 && plain && i && owner_of(p, i))
            glyph = glyph_disc();
        look[i].glyph = i && !taken(p, look, i, glyph) ? glyph : -1;
        snprintf(look[i].letters, sizeof look[i].letters, "%s", i ? p->glyph[i] : "");
    }
    return look;
}
