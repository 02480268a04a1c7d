/* api_geometry_test.c - boards, columns of moves and views by name, as another program sees them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above first */
#include <cmocka.h>

#include <ludc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/compiled.h"
#include "tests/skip.h"

/* Three by three cells, a hand of two sites for each of two players, a region for the second one. */
static const char board_and_hands[] =
    "(game \"Hands\" (players 2)\n"
    "  (equipment { (board (square 3)) (piece \"Ball\" Each) (piece \"Rock\" Neutral)\n"
    "               (regions \"Home\" P2 (sites Top)) (regions \"Middle\" (sites Centre)) (hand Each size:2) })\n"
    "  (rules (start (place \"Ball\" \"Hand\" count:3))\n"
    "         (play (if (< (count Moves) 6)\n"
    "                 (move (from (sites Hand Mover)) (to (sites Empty)))\n"
    "                 (move Add (to (intersection (sites Empty) (sites P2 \"Home\"))))))\n"
    "         (end (if (is Line 3) (result Mover Win)))))\n";

static const char hexagons[] = "(game \"Six\" (players 2)\n"
                               "  (equipment { (board (hex 2)) (piece \"Ball\" Each) })\n"
                               "  (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))\n";

/* A list is what is given, and neither too little room nor none harms. */
#define assert_list(call_with_room, ...)                                              \
    do {                                                                              \
        const int32_t want_[] = {__VA_ARGS__};                                        \
        const size_t n_ = sizeof want_ / sizeof *want_;                               \
        int32_t out[32] = {0};                                                        \
        size_t room = 32;                                                             \
        assert_int_equal(call_with_room, n_);                                         \
        assert_memory_equal(out, want_, sizeof want_);                                \
        memset(out, 0x55, sizeof out);                                                \
        room = n_ - 1;                                                                \
        assert_int_equal(call_with_room, n_);                                         \
        assert_memory_equal(out, want_, sizeof want_ - sizeof *want_);                \
        assert_int_equal(out[n_ - 1], 0x55555555);                                    \
    } while (0)

/* ---- sites --------------------------------------------------------------------------- */

static void sites_have_places(void **state)
{
    (void)state;
    ludc_game *game = compile("test.lud", board_and_hands);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    char label[32];
    double at[3];
    assert_int_equal(ludc_board_type(r), LUDC_CELL);
    assert_int_equal(ludc_site_types(r), 1u << LUDC_CELL);
    assert_int_equal(ludc_sites(r, LUDC_CELL), 9);
    assert_int_equal(ludc_sites(r, LUDC_VERTEX), 16);
    assert_int_equal(ludc_sites(r, LUDC_EDGE), 24);
    assert_int_equal(ludc_site_label(r, LUDC_CELL, 5, label, sizeof label), 2);
    assert_string_equal(label, "C2");
    assert_int_equal(ludc_site_label(r, LUDC_EDGE, 23, label, 2), 2);
    assert_string_equal(label, "2");
    assert_int_equal(ludc_site_place(r, LUDC_CELL, 5, at), LUDC_OK);
    assert_true(at[0] == 2.5 && at[1] == 1.5 && at[2] == 0);
    assert_int_equal(ludc_site_place(r, LUDC_VERTEX, 5, at), LUDC_OK);
    assert_true(at[0] == 1 && at[1] == 1 && at[2] == 0);
    assert_list(ludc_site_outline(r, LUDC_CELL, 4, out, room), 5, 9, 10, 6);
    assert_list(ludc_site_outline(r, LUDC_EDGE, 0, out, room), 0, 1);
    assert_int_equal(ludc_site_outline(r, LUDC_VERTEX, 0, NULL, 0), 0);
    assert_int_equal(ludc_site_phase(r, LUDC_CELL, 0), 0);
    assert_int_equal(ludc_site_phase(r, LUDC_CELL, 1), 1);
    ludc_free(game);
}

static void hands_are_sites(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        ludc_container_kind kind;
        unsigned owner, first, size;
    } want[] = {{"Board", LUDC_BOARD, 0, 0, 9}, {"Hand1", LUDC_HAND, 1, 9, 2}, {"Hand2", LUDC_HAND, 2, 11, 2}};
    ludc_game *game = compile("test.lud", board_and_hands);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    ludc_container c;
    char label[32];
    assert_int_equal(ludc_containers(r), 3);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(ludc_container_of(r, i, &c), LUDC_OK);
        assert_string_equal(c.name, want[i].name);
        assert_true(c.kind == want[i].kind && c.owner == want[i].owner && c.first == want[i].first &&
                    c.size == want[i].size);
    }
    assert_int_equal(ludc_container_of(r, 3, &c), LUDC_USAGE);
    assert_int_equal(ludc_site_label(r, LUDC_CELL, 12, label, sizeof label), 7);
    assert_string_equal(label, "Hand2.2");
    assert_int_equal(ludc_site_label(r, LUDC_CELL, 13, label, sizeof label), 0);
    assert_string_equal(label, "");
    ludc_free(game);
}

static void pieces_and_regions(void **state)
{
    (void)state;
    ludc_game *game = compile("test.lud", board_and_hands);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    ludc_region home;
    assert_int_equal(ludc_pieces(r), 4);
    assert_string_equal(ludc_piece_name(r, 1), "Ball1");
    assert_string_equal(ludc_piece_name(r, 3), "Rock0");
    assert_null(ludc_piece_name(r, 4));
    assert_int_equal(ludc_piece_owner(r, 2), 2);
    assert_int_equal(ludc_piece_owner(r, 3), 0);
    assert_int_equal(ludc_regions(r), 2);
    assert_int_equal(ludc_region_of(r, 0, &home), LUDC_OK);
    assert_string_equal(home.name, "Home");
    assert_true(home.owner == 2 && home.known);
    assert_list(ludc_region_sites(r, 0, out, room), 6, 7, 8);
    /* no rule reads it */
    assert_int_equal(ludc_region_of(r, 1, &home), LUDC_OK);
    assert_string_equal(home.name, "Middle");
    assert_true(home.owner == 0 && home.known);
    assert_list(ludc_region_sites(r, 1, out, room), 4);
    assert_int_equal(ludc_region_of(r, 2, &home), LUDC_USAGE);
    ludc_free(game);
}

/* ---- neighbours ---------------------------------------------------------------------------- */

static void neighbours_by_relation(void **state)
{
    (void)state;
    ludc_game *game = compile("test.lud", board_and_hands);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    const unsigned north = (unsigned)ludc_direction("N");
    assert_list(ludc_neighbours(r, LUDC_CELL, 1, LUDC_RELATION_ORTHOGONAL, out, room), 4, 2, 0);
    assert_list(ludc_neighbours(r, LUDC_CELL, 1, LUDC_RELATION_DIAGONAL, out, room), 5, 3);
    assert_list(ludc_neighbours(r, LUDC_CELL, 1, LUDC_RELATION_ADJACENT, out, room), 4, 5, 2, 0, 3);
    assert_list(ludc_neighbours(r, LUDC_CELL, 1, LUDC_RELATION_ALL, out, room), 4, 5, 2, 0, 3);
    assert_int_equal(ludc_neighbours(r, LUDC_CELL, 1, LUDC_RELATION_OFF_DIAGONAL, NULL, 0), 0);
    assert_list(ludc_neighbours_in(r, LUDC_CELL, 1, LUDC_RELATION_ALL, north, out, room), 4);
    assert_int_equal(ludc_neighbours_in(r, LUDC_CELL, 1, LUDC_RELATION_DIAGONAL, north, NULL, 0), 0);
    assert_int_equal(ludc_neighbours_in(r, LUDC_CELL, 1, LUDC_RELATION_ALL, LUDC_DIRECTIONS, NULL, 0), 0);
    ludc_step step[8];
    assert_int_equal(ludc_steps(r, LUDC_CELL, 1, step, 2), 5);
    assert_int_equal(ludc_steps(r, LUDC_CELL, 1, step, 8), 5);
    assert_int_equal(step[1].to, 5);
    assert_true(step[1].directions == UINT64_C(1) << ludc_direction("NE"));
    assert_int_equal(step[1].relations,
                     1u << LUDC_RELATION_ALL | 1u << LUDC_RELATION_ADJACENT | 1u << LUDC_RELATION_DIAGONAL);
    assert_true(ludc_directions(r, LUDC_CELL, LUDC_RELATION_ORTHOGONAL) == 0x1111);
    assert_true(ludc_directions(r, LUDC_CELL, LUDC_RELATION_DIAGONAL) == 0x4444);
    ludc_free(game);
}

static void directions_have_names(void **state)
{
    (void)state;
    for (unsigned d = 0; d < LUDC_DIRECTIONS; d++)
        assert_int_equal(ludc_direction(ludc_direction_name(d)), d);
    assert_null(ludc_direction_name(LUDC_DIRECTIONS));
    assert_int_equal(ludc_direction("E"), 4);
    assert_int_equal(ludc_direction("NNW"), 15);
    assert_int_equal(ludc_direction("CW"), 16);
    assert_int_equal(ludc_direction("North"), -1);
    assert_int_equal(ludc_direction(NULL), -1);
}

/* A border, a corner and a hexagon in a corner: the ring is as long as inside. */
static void rings_go_on_at_borders(void **state)
{
    (void)state;
    ludc_game *game = compile("test.lud", board_and_hands);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    assert_list(ludc_ring(r, LUDC_CELL, 4, out, room), 7, 5, 1, 3);
    assert_list(ludc_ring(r, LUDC_CELL, 3, out, room), 6, 4, 0, -1);
    assert_list(ludc_ring(r, LUDC_CELL, 8, out, room), -1, -1, 5, 7);
    ludc_free(game);
    game = compile("test.lud", hexagons);
    r = ludc_game_reasoner(game);
    assert_list(ludc_ring(r, LUDC_CELL, 3, out, room), 6, 4, 1, 0, 2, 5);
    assert_list(ludc_ring(r, LUDC_CELL, 0, out, room), 3, 1, -1, -1, -1, 2);
    ludc_free(game);
}

static void sides_and_sets(void **state)
{
    (void)state;
    ludc_game *game = compile("test.lud", board_and_hands);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    size_t corners = 0;
    while (corners < ludc_site_sets() && strcmp(ludc_site_set_name(corners), "corners") != 0)
        corners++;
    assert_list(ludc_site_set(r, LUDC_CELL, corners, out, room), 0, 2, 6, 8);
    assert_null(ludc_site_set_name(ludc_site_sets()));
    assert_int_equal(ludc_site_set(r, LUDC_CELL, ludc_site_sets(), NULL, 0), 0);
    assert_list(ludc_side(r, LUDC_CELL, (unsigned)ludc_direction("N"), out, room), 6, 7, 8);
    assert_list(ludc_side(r, LUDC_CELL, (unsigned)ludc_direction("W"), out, room), 0, 3, 6);
    assert_int_equal(ludc_side(r, LUDC_CELL, (unsigned)ludc_direction("NE"), NULL, 0), 0);
    assert_int_equal(ludc_side(r, LUDC_CELL, 16, NULL, 0), 0);
    ludc_free(game);
}

/* What a game that was built and loaded says without the compiler. */
static void built_games_have_boards(void **state)
{
    (void)state;
    const char *ludc = getenv("LUDC"), *source = getenv("srcdir"), *build = getenv("builddir");
    char path[1024], object[1024], command[4096];
    snprintf(path, sizeof path, "%s/examples/hex.lud", source ? source : ".");
    snprintf(object, sizeof object, "%s/api_geometry_test.so", build ? build : ".");
    snprintf(command, sizeof command, "'%s' build '%s' -o '%s' 2>/dev/null", ludc ? ludc : "./ludc", path, object);
    if (system(command) != 0)
        SKIP("there is no C compiler");
    ludc_error error = {0};
    ludc_game *game = ludc_compile_file(path, NULL, NULL), *loaded = ludc_load(object, &error);
    remove(object);
    assert_non_null(game);
    if (!loaded)
        fail_msg("%s", error.message);
    const ludc_reasoner *r = ludc_game_reasoner(game), *b = ludc_game_reasoner(loaded);
    assert_int_equal(ludc_board_type(b), LUDC_CELL);
    for (int t = 0; t < LUDC_SITE_TYPES; t++) {
        ludc_site_type type = (ludc_site_type)t;
        assert_true(ludc_sites(r, type) > 100);
        assert_int_equal(ludc_sites(r, type), ludc_sites(b, type));
        for (size_t site = 0; site < ludc_sites(r, type); site++) {
            int32_t x[32] = {0}, y[32] = {0};
            double at[3], there[3];
            char label[16], same[16];
            assert_int_equal(ludc_ring(r, type, site, x, 32), ludc_ring(b, type, site, y, 32));
            assert_memory_equal(x, y, sizeof x);
            assert_int_equal(ludc_site_outline(r, type, site, x, 32), ludc_site_outline(b, type, site, y, 32));
            assert_memory_equal(x, y, sizeof x);
            assert_int_equal(ludc_neighbours(r, type, site, LUDC_RELATION_ALL, x, 32),
                             ludc_neighbours(b, type, site, LUDC_RELATION_ALL, y, 32));
            assert_memory_equal(x, y, sizeof x);
            assert_int_equal(ludc_site_place(r, type, site, at) + ludc_site_place(b, type, site, there), 0);
            assert_memory_equal(at, there, sizeof at);
            ludc_site_label(r, type, site, label, sizeof label);
            ludc_site_label(b, type, site, same, sizeof same);
            assert_string_equal(label, same);
        }
    }
    ludc_free(game);
    ludc_free(loaded);
}

/* ---- nothing there, or wrong ---------------------------------------------------------------------- */

/* Whatever is asked of it. */
static void assert_no_board(const ludc_reasoner *r)
{
    ludc_container c;
    ludc_region region;
    double at[3];
    char label[8] = "x";
    assert_int_equal(ludc_board_type(r), -1);
    assert_int_equal(ludc_site_types(r), 0);
    assert_int_equal(ludc_containers(r) + ludc_pieces(r) + ludc_regions(r), 0);
    assert_int_equal(ludc_container_of(r, 0, &c), LUDC_USAGE);
    assert_int_equal(ludc_region_of(r, 0, &region), LUDC_USAGE);
    assert_int_equal(ludc_region_sites(r, 0, NULL, 0), 0);
    assert_null(ludc_piece_name(r, 0));
    assert_int_equal(ludc_piece_owner(r, 0), 0);
    for (int t = -1; t <= LUDC_SITE_TYPES; t++) {
        ludc_site_type type = (ludc_site_type)t;
        assert_int_equal(ludc_sites(r, type), 0);
        assert_int_equal(ludc_site_label(r, type, 0, label, sizeof label), 0);
        assert_int_equal(ludc_site_place(r, type, 0, at), LUDC_USAGE);
        assert_int_equal(ludc_site_phase(r, type, 0), -1);
        assert_int_equal(ludc_site_outline(r, type, 0, NULL, 0) + ludc_steps(r, type, 0, NULL, 0) +
                             ludc_ring(r, type, 0, NULL, 0) + ludc_side(r, type, 0, NULL, 0) +
                             ludc_site_set(r, type, 0, NULL, 0),
                         0);
        assert_int_equal(ludc_neighbours(r, type, 0, LUDC_RELATION_ALL, NULL, 0), 0);
        assert_true(ludc_directions(r, type, LUDC_RELATION_ALL) == 0);
    }
}

static void no_board(void **state)
{
    (void)state;
    char path[1024];
    const char *source = getenv("srcdir");
    snprintf(path, sizeof path, "%s/examples/tictactoe.kif", source ? source : ".");
    ludc_game *game = ludc_compile_file(path, NULL, NULL);
    assert_non_null(game);
    assert_no_board(ludc_game_reasoner(game));
    assert_no_board(NULL);
    ludc_free(game);
}

/* Tables that somebody wrote himself: lists that end before they begin or beyond the data. */
static void wrong_tables_are_not_read(void **state)
{
    (void)state;
    static const char head[] =
        "game \"Own\" players 1\n"
        "data 'geometry board' 2 = {2 4}\n"
        "data 'geometry cell phase' 2 = {0 1}\n"
        "data 'geometry cell place' 4 = {0 0 0 1072693248}\n"
        "data 'geometry cell step' 5 = {0 2 1000 1 1023}\n"
        "data 'geometry cell ring' 3 = {1 0 -7}\n"
        "data 'geometry cell set' 1 = {3}\n"
        "data 'geometry cell outline' 3 = {-1 2 5}\n"
        "data 'geometry container' 3 = {0 0 0}\n"
        "data 'geometry region owner' 1 = {0}\n"
        "state {\n @over : bit = 0\n}\n"
        "rule stop() {\n do { @over := 1 }\n}\n"
        "gen moves() {\n if !@over { try stop() }\n}\n"
        "view over = @over\n"
        "view mover = 1\n"
        "view rank(%p : int 0..1) = 2 * @over\n";
    ludc_error error = {0};
    assert_null(ludc_compile_text("own.gir", head, strlen(head), NULL, &error));
    assert_int_equal(error.status, LUDC_WRONG);
    assert_true(error.line >= 2 && error.line <= 10 && strstr(error.message, "geometry"));
}

/* ---- moves and views ------------------------------------------------------------------------------- */

static void moves_have_columns(void **state)
{
    (void)state;
    ludc_game *game = compile("test.lud", board_and_hands);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    const int from = ludc_column(r, "from"), to = ludc_column(r, "to"), kind = ludc_column(r, "kind");
    int32_t row[32], type = LUDC_SITE_TYPES;
    void *s = malloc(ludc_state_size(r));
    ludc_move list[64];
    ludc_init(r, s);
    assert_in_range(ludc_columns(r), 4, 32);
    for (size_t i = 0; i < ludc_columns(r); i++)
        assert_int_equal(ludc_column(r, ludc_column_name(r, i)), i);
    assert_null(ludc_column_name(r, ludc_columns(r)));
    assert_true(from >= 0 && to >= 0 && kind >= 0);
    assert_int_equal(ludc_column(r, "nothing"), -1);
    assert_int_equal(ludc_column(r, NULL), -1);
    size_t n = ludc_moves(r, s, NULL);
    assert_in_range(n, 9, 64);
    ludc_moves(r, s, list);
    unsigned targets = 0;
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(ludc_describe(r, s, list[i], row), LUDC_OK);
        assert_in_range(row[from], 9, 10); /* the first player's hand */
        assert_in_range(row[to], 0, 8);
        assert_int_equal(row[kind], 27);
        type = row[ludc_column(r, "toType")];
        targets |= 1u << row[to];
    }
    assert_int_equal(type, LUDC_CELL);
    assert_int_equal(targets, 0x1ff);
    assert_int_equal(ludc_describe(r, s, ludc_move_codes(r), row), LUDC_USAGE);
    assert_int_equal(ludc_describe(r, s, list[0], NULL), LUDC_USAGE);
    assert_int_equal(ludc_describe(r, NULL, list[0], row), LUDC_USAGE);
    assert_int_equal(ludc_describe(NULL, s, list[0], row), LUDC_USAGE);
    assert_int_equal(ludc_columns(NULL), 0);
    free(s);
    ludc_free(game);
}

/* What a game for play alone does not keep is -1, and it has no board. */
static void play_alone(void **state)
{
    (void)state;
    static const char *const engine[] = {"eval", "c", NULL};
    for (int i = 0; i < 3; i++) {
        ludc_options options = {.backend = engine[i], .purpose = LUDC_FOR_PLAY};
        options.size = sizeof options;
        ludc_game *game = ludc_compile_text("test.lud", hexagons, strlen(hexagons), &options, NULL);
        if (!game)
            continue; /* no such engine here */
        const ludc_reasoner *r = ludc_game_reasoner(game);
        void *s = malloc(ludc_state_size(r));
        int32_t row[32];
        ludc_move list[7];
        ludc_init(r, s);
        assert_int_equal(ludc_moves(r, s, list), 7);
        memset(row, 0x55, sizeof row);
        assert_in_range(ludc_columns(r), 0, 32);
        assert_int_equal(ludc_describe(r, s, list[2], row), LUDC_OK);
        for (size_t k = 0; k < ludc_columns(r); k++)
            assert_int_not_equal(row[k], 0x55555555);
        const int to = ludc_column(r, "to");
        assert_true(to < 0 || row[to] == -1 || row[to] == 2);
        assert_no_board(r);
        free(s);
        ludc_free(game);
    }
}

static void views_have_names(void **state)
{
    (void)state;
    ludc_game *game = compile("test.lud", board_and_hands);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    uint32_t size;
    void *s = malloc(ludc_state_size(r));
    ludc_init(r, s);
    int what = ludc_view_find(r, "what"), count = ludc_view_find(r, "count");
    assert_true(what >= 0 && count >= 0);
    assert_string_equal(ludc_view_name(r, (size_t)what, &size), "what");
    assert_int_equal(size, 13);
    assert_int_equal(ludc_view(r, s, (size_t)what, 11), 2);
    assert_int_equal(ludc_view(r, s, (size_t)count, 11), 3);
    assert_int_equal(ludc_view_find(r, "nothing"), -1);
    assert_int_equal(ludc_view_find(r, NULL), -1);
    assert_int_equal(ludc_view_find(NULL, "what"), -1);
    free(s);
    ludc_free(game);
}

/* In joint games the same words may be a move of each player. */
static void moves_of_one_player(void **state)
{
    (void)state;
    char path[1024], text[64];
    const char *source = getenv("srcdir");
    snprintf(path, sizeof path, "%s/examples/tictactoe.kif", source ? source : ".");
    ludc_game *game = ludc_compile_file(path, NULL, NULL);
    assert_non_null(game);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    void *s = malloc(ludc_state_size(r));
    ludc_move list[64], again;
    ludc_init(r, s);
    for (unsigned p = 1; p <= 2; p++) {
        size_t n = ludc_moves_of(r, s, p, list);
        assert_in_range(n, 1, 64);
        for (size_t i = 0; i < n; i++) {
            ludc_move_text(r, s, list[i], text, sizeof text);
            assert_int_equal(ludc_move_parse_of(r, s, p, text, &again), LUDC_OK);
            assert_int_equal(again, list[i]);
        }
        assert_int_equal(ludc_move_parse_of(r, s, p, "no such move", &again), LUDC_WRONG);
    }
    assert_int_equal(ludc_move_parse_of(r, s, 3, "noop", &again), LUDC_USAGE);
    assert_int_equal(ludc_move_parse_of(r, s, 1, NULL, &again), LUDC_USAGE);
    free(s);
    ludc_free(game);
    game = compile("test.lud", hexagons);
    r = ludc_game_reasoner(game);
    s = malloc(ludc_state_size(r));
    ludc_init(r, s);
    ludc_moves(r, s, list);
    ludc_move_text(r, s, list[3], text, sizeof text);
    assert_int_equal(ludc_move_parse_of(r, s, 1, text, &again), LUDC_OK);
    assert_int_equal(again, list[3]);
    assert_int_equal(ludc_move_parse_of(r, s, 2, text, &again), LUDC_WRONG);
    free(s);
    ludc_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sites_have_places),
        cmocka_unit_test(hands_are_sites),
        cmocka_unit_test(pieces_and_regions),
        cmocka_unit_test(neighbours_by_relation),
        cmocka_unit_test(directions_have_names),
        cmocka_unit_test(rings_go_on_at_borders),
        cmocka_unit_test(sides_and_sets),
        cmocka_unit_test(built_games_have_boards),
        cmocka_unit_test(no_board),
        cmocka_unit_test(wrong_tables_are_not_read),
        cmocka_unit_test(moves_have_columns),
        cmocka_unit_test(play_alone),
        cmocka_unit_test(views_have_names),
        cmocka_unit_test(moves_of_one_player),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
