/* search_saved_test.c - a search that was saved and restored goes on exactly as the one that was not, with all that it learnt
 * beside the tree. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above first */
#include <cmocka.h>

#include <ludc_search.h>
#include <stdlib.h>
#include <string.h>

#include "tests/searching.h"

/* Role a has three moves, then role b has; for one pair both get 40. */
static const char shared[] =
    "(role a) (role b) (init (turn a)) (kind x) (kind y) (kind z)\n"
    "(<= (legal ?r ?k) (true (turn ?r)) (kind ?k)) (<= (legal a wait) (true (turn b))) (<= (legal b wait) (true (turn a)))\n"
    "(<= (next (turn b)) (true (turn a))) (<= (next (turn end)) (true (turn b)))\n"
    "(<= (next (first ?k)) (does a ?k) (true (turn a))) (<= (next (first ?k)) (true (first ?k)))\n"
    "(<= (next (second ?k)) (does b ?k) (true (turn b))) (<= terminal (true (turn end)))\n"
    "(<= both (true (first x)) (true (second y))) (<= same (true (first ?k)) (true (second ?k)))\n"
    "(<= (goal a 40) both) (<= (goal b 40) both) (<= (goal a 100) same) (<= (goal b 0) same)\n"
    "(<= (goal a 0) (not same) (not both)) (<= (goal b 100) (not same) (not both))\n";

typedef struct {
    char *bytes;
    size_t size;
} Bytes;

static Bytes save(const ludc_search *s)
{
    Bytes b = {.size = ludc_search_saved_size(s)};
    b.bytes = malloc(b.size);
    assert_non_null(b.bytes);
    assert_int_equal(ludc_search_save(s, b.bytes), LUDC_OK);
    return b;
}

static void same(const ludc_search *a, const ludc_search *b, const char *spec)
{
    Bytes x = save(a), y = save(b);
    if (x.size != y.size || memcmp(x.bytes, y.bytes, x.size) != 0)
        fail_msg("%s goes on otherwise", spec);
    free(x.bytes);
    free(y.bytes);
}

/* One search runs through, one is saved, one takes up what was saved, whatever it did before. */
static void goes_on(const ludc_reasoner *r, const char *spec, uint64_t before, uint64_t after)
{
    _Alignas(16) char start[1024];
    assert_true(ludc_state_size(r) <= sizeof start);
    ludc_init(r, start);
    ludc_search *a = search_of(r, spec, 5, start), *b = search_of(r, spec, 6, start), *c = search_of(r, spec, 5, start);
    ludc_search_run(a, before, 0);
    ludc_search_run(b, 30, 0);
    ludc_search_run(c, before, 0);
    Bytes saved = save(a);
    assert_int_equal(ludc_search_restore(b, saved.bytes, saved.size - 4), LUDC_WRONG);
    assert_int_equal(ludc_search_restore(b, saved.bytes, saved.size), LUDC_OK);
    free(saved.bytes);
    same(a, b, spec);
    ludc_search_run(a, after, 0);
    ludc_search_run(b, after, 0);
    ludc_search_run(c, after, 0);
    same(a, b, spec);
    same(a, c, spec);
    ludc_search_free(a);
    ludc_search_free(b);
    ludc_search_free(c);
}

static void what_was_learnt_is_saved(void **state)
{
    (void)state;
    static const char *const specs[] = {
        "uct:solver=0,playout=mast", "uct:solver=0,playout=nst,leaves=3,playouts=2", "uct:solver=0,playout=ppa",
        "uct:solver=0,playout=lgr",  "uct:solver=0,playout=fast",                    "mmcts:size=7,top=3",
        "grave:solver=0,ref=20",     "uct:solver=0,history=1",                       "uct:solver=0,dag=1",
    };
    ludc_game *game = compile("three.lud", noughts);
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
        goes_on(ludc_game_reasoner(game), specs[i], 500, 400);
    ludc_free(game);
}

/* Of two roles one is kept until payoffs are seen that do not add up to 1; the tree of either search may be of one kind. */
static void kept_roles_are_saved(void **state)
{
    (void)state;
    ludc_game *game = compile("shared.kif", shared);
    for (uint64_t before = 1; before <= 30; before += 3)
        goes_on(ludc_game_reasoner(game), "uct:solver=0,playout=mast", before, 30);
    ludc_free(game);
}

/* Bytes of another agent, and parts that lie. */
static void others_are_refused(void **state)
{
    (void)state;
    ludc_game *game = compile("three.lud", noughts);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    _Alignas(16) char start[256];
    ludc_init(r, start);
    ludc_search *a = search_of(r, "uct:playout=mast", 5, start), *b = search_of(r, "uct:playout=nst", 5, start);
    ludc_search_run(a, 100, 0);
    Bytes saved = save(a);
    assert_int_equal(ludc_search_restore(b, saved.bytes, saved.size), LUDC_WRONG);
    for (size_t at = 0; at + 8 <= 160; at += 8) { /* a number of the head changed to something great */
        uint64_t before, wrong = UINT64_MAX / 3;
        memcpy(&before, saved.bytes + at, 8);
        memcpy(saved.bytes + at, &wrong, 8);
        ludc_status status = ludc_search_restore(a, saved.bytes, saved.size);
        assert_true(status == LUDC_OK || status == LUDC_WRONG);
        memcpy(saved.bytes + at, &before, 8);
    }
    assert_int_equal(ludc_search_restore(a, saved.bytes, saved.size), LUDC_OK);
    free(saved.bytes);
    ludc_search_free(a);
    ludc_search_free(b);
    ludc_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_was_learnt_is_saved), cmocka_unit_test(kept_roles_are_saved),
                                       cmocka_unit_test(others_are_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
