/* picture_tool.c - pictures of random games beside what views say of the same positions, for tests/pictures.py.
 *
 *   picture_tool [--def-path DIR] [--plies N] [--seed S] GAME
 *
 * For the start and the position after N random moves (30) prints
 *   position PLY TYPE SITES MS    the board's type (-1: it has none), its sites of that type, the time that drawing took
 *   view NAME V V ..              of those over sites
 *   fact FACT                     of a rule sheet those that hold
 *   kind NUMBER OWNER NAME        of each kind of pieces
 *   svg BYTES                     and so many bytes of picture
 * Exit code 0; 1 GAME is wrong, 4 not supported; 5 nothing is drawn. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "runtime/include/ludc.h"
#include "runtime/include/ludc_draw.h"

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void print_views(const ludc_reasoner *r, const void *state)
{
    static const char *const wanted[] = {"what", "who", "count", "state", "rot", "val", "height", "pile"};
    for (size_t v = 0; v < ludc_views(r); v++) {
        uint32_t size = 0;
        const char *name = ludc_view_name(r, v, &size);
        size_t stem = strcspn(name, "_");
        bool shown = false;
        for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
            shown |= strlen(wanted[i]) == stem && !strncmp(wanted[i], name, stem);
        if (!shown || !size)
            continue;
        printf("view %s", name);
        for (uint32_t i = 0; i < size; i++)
            printf(" %ld", (long)ludc_view(r, state, v, i));
        putchar('\n');
    }
}

/* The facts of a rule sheet that hold. */
static void print_facts(const ludc_reasoner *r, const void *state)
{
    ludc_plane_info plane;
    uint64_t *bits = calloc(ludc_observe_words(r, LUDC_SET_STATE) + 1, sizeof *bits);
    bool sheet = bits && ludc_plane_at(r, LUDC_SET_STATE, 0, &plane) == LUDC_OK && !strcmp(plane.name, "fact") &&
                 ludc_observe(r, state, LUDC_SET_STATE, 0, bits) == LUDC_OK;
    for (uint32_t i = 0; sheet && i < plane.size; i++)
        if (bits[plane.word + i / 64] >> i % 64 & 1)
            printf("fact %s\n", plane.label[i]);
    free(bits);
}

static int print_position(const ludc_reasoner *r, const void *state, const ludc_draw_options *options, unsigned ply)
{
    double start = now_ms();
    size_t n = ludc_draw_svg(r, state, options, NULL, 0);
    double ms = now_ms() - start;
    char *text = malloc(n + 1);
    int type = ludc_board_type(r);
    if (!n || !text)
        return 5;
    ludc_draw_svg(r, state, options, text, n + 1);
    printf("position %u %d %zu %.3f\n", ply, type, type < 0 ? 0 : ludc_sites(r, (ludc_site_type)type), ms);
    print_views(r, state);
    print_facts(r, state);
    for (size_t i = 1; i < ludc_pieces(r); i++)
        printf("kind %zu %u %s\n", i, ludc_piece_owner(r, i), ludc_piece_name(r, i));
    printf("svg %zu\n", n);
    fwrite(text, 1, n, stdout);
    free(text);
    return 0;
}

/* One random move, marked in the options; false: the game is over. */
static bool move_on(const ludc_reasoner *r, void *state, uint64_t *random, ludc_draw_options *options)
{
    if (ludc_over(r, state))
        return false;
    if (ludc_joint(r)) {
        ludc_playout(r, state, random, 1);
        return true;
    }
    size_t n = ludc_moves(r, state, NULL);
    ludc_move *list = calloc(n + 1, sizeof *list);
    if (!list)
        abort();
    ludc_moves(r, state, list);
    *random += UINT64_C(0x9e3779b97f4a7c15);
    ludc_move move = list[n ? (*random >> 33) % n : 0];
    ludc_draw_mark(options, r, state, move);
    if (n)
        ludc_apply_random(r, state, move, random, NULL);
    free(list);
    return n != 0;
}

int main(int argc, char **argv)
{
    const char *path = NULL, *defs = NULL;
    uint64_t random = 1;
    unsigned plies = 30;
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--def-path") && i + 1 < argc)
            defs = argv[++i];
        else if (!strcmp(argv[i], "--plies") && i + 1 < argc)
            plies = (unsigned)atoi(argv[++i]);
        else if (!strcmp(argv[i], "--seed") && i + 1 < argc)
            random = (uint64_t)atoll(argv[++i]);
        else
            path = argv[i];
    ludc_error error;
    ludc_options options = {.size = sizeof options, .def_path = &defs, .ndef_path = defs ? 1 : 0, .no_cache = 1, .backend = "eval",
                            .offers = LUDC_OFFER_PLANES | LUDC_OFFER_GEOMETRY};
    ludc_game *game = path ? ludc_compile_file(path, &options, &error) : NULL;
    if (!game) {
        fprintf(stderr, "%s\n", path ? error.message : "picture_tool [--def-path DIR] [--plies N] [--seed S] GAME");
        return path && error.status == LUDC_UNSUPPORTED ? 4 : 1;
    }
    const ludc_reasoner *r = ludc_game_reasoner(game);
    void *state = aligned_alloc(64, (ludc_state_size(r) + 63) / 64 * 64);
    ludc_draw_options drawing = {.size = sizeof drawing};
    unsigned ply = 0;
    if (!state)
        abort();
    ludc_init(r, state);
    int code = print_position(r, state, &drawing, 0);
    while (!code && ply < plies && move_on(r, state, &random, &drawing))
        ply++;
    if (!code)
        code = print_position(r, state, &drawing, ply);
    free(state);
    ludc_free(game);
    return code;
}
