/* board_test.c - unit tests of boards: numbering, asking, rays and their opposites. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above first */
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/lud/graph/graph.h"

static const BoardLayer *layer_of(Arena *arena, Graph *graph, SiteType use)
{
    return &board_measure(arena, graph, use)->layer[use];
}

static const BoardLayer *chess_cells(Arena *arena)
{
    return layer_of(arena, graph_rectangle(arena, 8, 8, DIAGONALS_NONE, false, SITE_CELL),
                    SITE_CELL);
}

static void sites_are_numbered_by_rows(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    const BoardLayer *layer = chess_cells(arena);
    assert_int_equal(layer->n, 64);
    assert_string_equal(layer->site[0].label, "A1");
    assert_string_equal(layer->site[63].label, "H8");
    assert_int_equal(board_find_label(layer, "C2"), 10);
    assert_int_equal(board_find_label(layer, "I1"), -1);
    assert_int_equal(layer->nrow, 8);
    assert_int_equal(layer->row[2].at[3], 19);
    arena_free(arena);
}

static void neighbours_come_clockwise_from_north(void **state)
{
    (void)state;
    const int adjacent[8] = {17, 18, 10, 2, 1, 0, 8, 16};
    Arena *arena = arena_new();
    const BoardLayer *layer = chess_cells(arena);
    Sites sites = board_neighbours(arena, layer, 9, REL_ADJACENT);
    assert_int_equal(sites.n, 8);
    assert_memory_equal(sites.at, adjacent, sizeof adjacent);
    assert_int_equal(board_neighbours(arena, layer, 9, REL_ORTHOGONAL).n, 4);
    assert_int_equal(board_neighbours(arena, layer, 9, REL_OFF_DIAGONAL).n, 0);
    arena_free(arena);
}

static void distances_follow_the_relation(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    const BoardLayer *layer = chess_cells(arena);
    assert_int_equal(board_distance(layer, REL_ADJACENT, 0, 63), 7);
    assert_int_equal(board_distance(layer, REL_ORTHOGONAL, 0, 63), 14);
    assert_int_equal(board_distance(layer, REL_DIAGONAL, 0, 1), -1);
    assert_int_equal(board_distance(layer, REL_ALL, 5, 5), 0);
    arena_free(arena);
}

/* Each line through a site is taken once; its other half is the opposite. */
static void distinct_rays_have_opposites(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    const BoardLayer *layer = chess_cells(arena);
    const BoardSite *site = &layer->site[27];
    Sites distinct = board_radials_distinct(arena, layer, 27, REL_ADJACENT);
    assert_int_equal(board_radials_class(arena, layer, 27, REL_ADJACENT).n, 8);
    assert_int_equal(distinct.n, 4);
    for (int i = 0; i < distinct.n; i++) {
        const Radial *ray = &site->radial[distinct.at[i]];
        assert_int_equal(ray->nopposite, 1);
        const Radial *back = &site->radial[ray->opposite[0]];
        assert_int_equal((ray->wind + 8) % 16, back->wind);
    }
    Sites north = board_radials_wind(arena, layer, 27, WIND_N);
    assert_int_equal(north.n, 1);
    assert_int_equal(site->radial[north.at[0]].n, 5);
    assert_int_equal(site->radial[north.at[0]].site[4], 59);
    arena_free(arena);
}

static void operators_keep_the_order(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    Graph *graph = graph_hex_triangle(arena, 3);
    Point before = graph->face.at[0].at;
    graph_rotate(graph, 180);
    assert_true(graph->face.at[0].at.y > before.y);
    graph_remove_face(graph, 0, true);
    assert_int_equal(graph->face.n, 5);
    for (size_t v = 0; v < graph->vertex.n; v++)
        for (size_t i = 0; i < graph->vertex.at[v].face.n; i++)
            assert_in_range(graph->vertex.at[v].face.at[i], 0, 4);
    graph_trim(graph);
    for (size_t v = 0; v < graph->vertex.n; v++)
        assert_true(graph->vertex.at[v].edge.n > 1);
    arena_free(arena);
}

static void merging_joins_what_coincides(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    Graph *part[2];
    for (int i = 0; i < 2; i++)
        part[i] = graph_rectangle(arena, 1, 1, DIAGONALS_NONE, false, SITE_CELL);
    graph_shift(part[1], 1, 0, 0);
    Graph *joined = graph_merge(arena, part, 2, false);
    assert_int_equal(joined->vertex.n, 6);
    assert_int_equal(joined->edge.n, 7);
    assert_int_equal(joined->face.n, 2);
    Graph *apart = graph_union(arena, part, 2, false);
    assert_int_equal(apart->vertex.n, 8);
    assert_int_equal(apart->face.n, 2);
    arena_free(arena);
}

static void arc_tangent_is_near_the_library(void **state)
{
    (void)state;
    for (int i = 0; i < 4000; i++) {
        double angle = (i - 2000) * 0.0015707, length = 0.001 * (i % 97 + 1);
        double y = length * sin(angle), x = length * cos(angle);
        assert_true(fabs(exact_atan2(y, x) - atan2(y, x)) < 1e-15);
    }
    assert_true(exact_atan2(0.0, -1.0) == atan2(0.0, -1.0));
    assert_true(exact_atan2(-1.0, 0.0) == atan2(-1.0, 0.0));
    assert_true(signbit(exact_atan2(-0.0, 1.0)));
}

static void names_of_winds_lead_back(void **state)
{
    (void)state;
    for (int wind = 0; wind < WINDS; wind++)
        assert_int_equal(wind_find(wind_name[wind]), wind);
    assert_int_equal(wind_find("X"), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sites_are_numbered_by_rows),
        cmocka_unit_test(neighbours_come_clockwise_from_north),
        cmocka_unit_test(distances_follow_the_relation),
        cmocka_unit_test(distinct_rays_have_opposites),
        cmocka_unit_test(operators_keep_the_order),
        cmocka_unit_test(merging_joins_what_coincides),
        cmocka_unit_test(arc_tangent_is_near_the_library),
        cmocka_unit_test(names_of_winds_lead_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
