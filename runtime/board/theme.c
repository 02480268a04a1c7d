/* theme.c - see theme.h. */
#include "runtime/board/theme.h"

#define PLAYERS 0xf6efe0, 0x2e2a28, 0xc8402f, 0x2f6db3, 0x3f9142, 0xe0a526, 0x8a4fa8, 0x1f9c9c, \
                0xe57fa6, 0x7a5230, 0x9bc53d, 0x5b6770, 0xf2c9a1, 0x1b4332, 0xb5179e, 0x8ecae6

static const Theme themes[] = {
    {"wood", 0xfbf7ee, 0xe3c48f, 0xefdcb6, {0xb98a57, 0xefdcb6, 0xd6b17e, 0xf6e9cd}, 0x6b4a26, 0xb88a54, 0x33291d, 0x85704f,
     0xd0421b, {0xb0a796, PLAYERS}},
    {"paper", 0xffffff, 0xffffff, 0xffffff, {0xc9c9c9, 0xffffff, 0xe2e2e2, 0xf3f3f3}, 0x333333, 0xe6e6e6, 0x111111, 0x666666,
     0x000000, {0xa8a8a8, 0xffffff, 0x202020, 0x8c8c8c, 0xd8d8d8, 0x5c5c5c, 0xbdbdbd, 0x747474, 0xefefef, 0x404040, 0xcccccc,
                0x909090, 0x303030, 0xe0e0e0, 0x686868, 0xb0b0b0, 0x505050}},
    {"night", 0x1e222a, 0x2c3440, 0x38424f, {0x2b3440, 0x4b5a6b, 0x3a4653, 0x566879}, 0x8b9bb0, 0x232a33, 0xe8edf3, 0x93a1b3,
     0xffb347, {0x8a94a0, 0xf3f4f6, 0x0f1216, 0xe4604e, 0x5fa0e8, 0x63bd67, 0xf0bd4a, 0xb07bd0, 0x3fc1c1, 0xf29abd, 0xb98a5e,
                0xb5da63, 0x8b99a6, 0xf7dcc0, 0x4b8b69, 0xd95cc4, 0xaedcf0}},
};

size_t theme_count(void) { return sizeof themes / sizeof *themes; }

const Theme *theme_at(size_t index) { return index < theme_count() ? &themes[index] : NULL; }

int32_t theme_owner(const Theme *theme, const Scene *s, unsigned owner)
{
    owner = owner < THEME_OWNERS ? owner : 0;
    return s->colour[owner] >= 0 ? s->colour[owner] : theme->owner[owner];
}

/* By the weights of ITU-R BT.709, without undoing gamma. */
double theme_light(int32_t colour)
{
    return (0.2126 * (colour >> 16 & 255) + 0.7152 * (colour >> 8 & 255) + 0.0722 * (colour & 255)) / 255;
}

int32_t theme_lines(const Theme *theme, const Scene *s, unsigned owner)
{
    return theme_light(theme_owner(theme, s, owner)) > 0.45 ? 0x1d1712 : 0xf7f2e8;
}
