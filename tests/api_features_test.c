/* api_features_test.c - sets of features and what they find, as another program sees them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above first */
#include <cmocka.h>

#include <ludc_agent.h>
#include <ludc_features.h>
#include <ludc_policy.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/compiled.h"

static const char lines[] = "(game \"Lines\" (players 2)\n"
                            "  (equipment { (board (square 3)) (piece \"Ball\" Each) (regions \"Home\" P1 (sites Bottom)) })\n"
                            "  (rules (start (place \"Ball2\" coord:\"B3\")) (play (move Add (to (sites Empty))))\n"
                            "         (end (if (is Line 3) (result Mover Win)))))\n";

static ludc_features *read_set(const char *text)
{
    ludc_error error = {0};
    ludc_features *set = ludc_features_read("set", text, strlen(text), &error);
    if (!set)
        fail_msg("%u:%u: %s", error.line, error.column, error.message);
    return set;
}

/* ---- text --------------------------------------------------------------------------------- */

static void text_reads_as_it_is_written(void **state)
{
    static const char *const row[] = {
        "Intercept", "PassMove", "SwapMove", "rel:to=<{}>:pat=<els=[]>",
        "rel:last_from=<{0}>:last_to=<{1/4,-1/3}>:from=<{}>:to=<{0,0}>:pat=<refl=false,rots=[0,1/4],els=[!f{0}, I12{1/2,5/4}]>",
        "rel:to=<{}>:pat=<els=[-{}, e{}, #{}, *{}, 1{}, pos3{}, N4{}, R0{}, LOSO1{}, !LOSD2{}]>:comment=\"a: b\"",
        "abs:to=<3>:pat=<els=[f<4>]>", "rel:to=<{}>:pat=<els=[f{0.123456789}]>",
    };
    char out[512], whole[4096];
    (void)state;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        ludc_features *set = read_set(row[i]);
        assert_int_equal(ludc_features_count(set), 1);
        assert_int_equal(ludc_feature_text(set, 0, out, sizeof out), strlen(row[i]));
        assert_string_equal(out, row[i]);
        assert_int_equal(ludc_feature_text(set, 1, out, sizeof out), 0);
        ludc_features_text(set, whole, sizeof whole);
        ludc_features *again = read_set(whole);
        ludc_feature_text(again, 0, out, sizeof out);
        assert_string_equal(out, row[i]);
        ludc_features_free(again);
        ludc_features_free(set);
    }
}

static void decimals_are_fractions(void **state)
{
    char out[256];
    (void)state;
    ludc_features *set = read_set("  0.5 rel:to=<{}>:pat=<els=[f{0.33333334, 0.25 , -0.5}]>  \r\n// a comment\n# another\n\n");
    ludc_feature_text(set, 0, out, sizeof out);
    assert_string_equal(out, "rel:to=<{}>:pat=<els=[f{1/3,1/4,-1/2}]>");
    assert_true(ludc_feature_weight(set, 0) == 0.5);
    ludc_features_free(set);
}

static void players_have_their_own(void **state)
{
    (void)state;
    ludc_features *set = read_set("ludc-features 1\n1 Intercept\nplayer 2\n-2 PassMove\nplayer all\n3 SwapMove\n");
    assert_int_equal(ludc_feature_player(set, 0), 0);
    assert_int_equal(ludc_feature_player(set, 1), 2);
    assert_int_equal(ludc_feature_player(set, 2), 0);
    assert_true(ludc_feature_weight(set, 1) == -2);
    assert_int_equal(ludc_feature_set_weight(set, 1, 4), LUDC_OK);
    assert_true(ludc_feature_weight(set, 1) == 4);
    assert_int_equal(ludc_feature_set_weight(set, 1, NAN), LUDC_USAGE);
    assert_int_equal(ludc_feature_set_weight(set, 3, 1), LUDC_USAGE);
    ludc_features_free(set);
}

/* Line, column, and a word of the message. */
static void mistakes_have_places(void **state)
{
    static const struct {
        const char *text;
        unsigned line, column;
        const char *word;
    } row[] = {
        {"Intercept\nrel:to=<{}>:pat=<els=[q{0}]>", 2, 23, "no such element"},
        {"rel:to=<{}>:pat=<els=[f{0}>", 1, 27, "`,`"},
        {"rel:to=<{}>:pat=<els=[f{0", 1, 25, "closed"},
        {"rel:to=<{0,}>:pat=<els=[]>", 1, 12, "behind the comma"},
        {"rel:to=<{nan}>:pat=<els=[]>", 1, 10, "no number"},
        {"nan rel:to=<{}>:pat=<els=[]>", 1, 1, "begins with"},
        {"2000 Intercept", 1, 1, "within"},
        {"rel:pat=<els=[]>", 1, 1, "no move"},
        {"rel:to=<{}>:to=<{}>:pat=<els=[]>", 1, 13, "twice"},
        {"rel:to=<{}>", 1, 1, "pat="},
        {"rel:to=<{1e9}>:pat=<els=[]>", 1, 10, "within"},
        {"rel:to=<{}>:pat=<rots=[],els=[]>", 1, 23, "rotation"},
        {"ludc-features 2", 1, 15, "version 2"},
        {"player 17", 1, 8, "player 1 to 16"},
        {"hash 12", 1, 6, "16"},
        {"rel:to=<{}>:pat=<els=[f{}]> more", 1, 29, "more"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        ludc_error error = {0};
        assert_null(ludc_features_read("set", row[i].text, strlen(row[i].text), &error));
        assert_int_equal(error.status, LUDC_WRONG);
        if (error.line != row[i].line || error.column != row[i].column || !strstr(error.message, row[i].word))
            fail_msg("%s: %u:%u: %s", row[i].text, error.line, error.column, error.message);
    }
}

static void there_are_limits(void **state)
{
    enum { STEPS = 30000, FEATURES = 200000 };
    static const char line[] = "Intercept\n";
    char *text = malloc(FEATURES * (sizeof line - 1) + 100), *at = text;
    ludc_error error = {0};
    (void)state;
    at += sprintf(at, "rel:to=<{0");
    for (int i = 0; i < STEPS; i++, at += 2)
        memcpy(at, ",0", 2);
    at += sprintf(at, "}>:pat=<els=[]>");
    assert_null(ludc_features_read("set", text, (size_t)(at - text), &error));
    assert_non_null(strstr(error.message, "more than 64 turns"));
    assert_int_equal(error.column, 10);
    for (at = text; at < text + FEATURES * (sizeof line - 1); at += sizeof line - 1)
        memcpy(at, line, sizeof line - 1);
    assert_null(ludc_features_read("set", text, (size_t)(at - text), &error));
    assert_non_null(strstr(error.message, "features"));
    assert_int_equal(error.line, 131073);
    free(text);
}

/* ---- a game ---------------------------------------------------------------------------------- */

static void a_game_has_features(void **state)
{
    ludc_game *game = compile("lines.lud", lines);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    ludc_features *set = read_set("1 rel:to=<{}>:pat=<els=[e{0}]>\n2 rel:to=<{}>:pat=<els=[R0{0}]>\n0.5 rel:last_to=<{0}>:to=<{}>:pat=<els=[*{}]>");
    ludc_feature_options options = {.size = sizeof options, .evaluator = ludc_feature_evaluator(0)};
    ludc_feature_eval *e = ludc_feature_eval_new(r, set, &options, NULL);
    void *position = malloc(ludc_state_size(r));
    ludc_feature_move before, seen;
    ludc_move move;
    uint32_t active[3];
    (void)state;
    assert_non_null(e);
    assert_true(ludc_feature_evaluators() >= 4);
    assert_null(ludc_feature_evaluator(99));
    assert_true(ludc_feature_eval_bytes(e) > 0);
    ludc_init(r, position);
    assert_int_equal(ludc_feature_start(r, &before), LUDC_OK);
    assert_int_equal(before.to, 7); /* the piece that the start rules placed, at B3 */
    assert_int_equal(ludc_feature_eval_look(e, position), LUDC_OK);
    assert_int_equal(ludc_move_parse(r, position, "B2", &move), LUDC_OK);
    assert_int_equal(ludc_feature_move_of(r, position, move, &before, &seen), LUDC_OK);
    assert_int_equal(seen.to, 4);
    assert_int_equal(seen.from, -1);
    assert_int_equal(seen.last_to, 7);
    assert_int_equal(seen.player, 1);
    assert_int_equal(ludc_feature_eval_active(e, &seen, active, 3), 3);
    assert_true(ludc_feature_eval_logit(e, &seen) == 3.5);
    const int32_t empty[9] = {0};
    assert_int_equal(ludc_feature_eval_set(e, empty, empty, 9), LUDC_OK);
    assert_int_equal(ludc_feature_eval_set(e, empty, empty, 8), LUDC_USAGE);
    assert_int_equal(ludc_feature_eval_active(e, &seen, active, 1), 2);
    assert_int_equal(active[0], 1);
    free(position);
    ludc_feature_eval_free(e);
    ludc_features_free(set);
    ludc_free(game);
}

static void instances_are_counted(void **state)
{
    ludc_game *game = compile("lines.lud", lines);
    ludc_features *set = read_set("rel:to=<{}>:pat=<els=[e{0}]>\nrel:last_to=<{0}>:to=<{}>:pat=<els=[*{}]>");
    ludc_feature_eval *e = ludc_feature_eval_new(ludc_game_reasoner(game), set, NULL, NULL);
    ludc_feature_key key;
    size_t sum = 0;
    (void)state;
    assert_int_equal(ludc_feature_instances(e, 1, 0), 24);
    assert_int_equal(ludc_feature_instances(e, 2, 1), 24);
    assert_int_equal(ludc_feature_instances(e, 3, 0), 0);
    assert_int_equal(ludc_feature_keys(e, 1), 9 + 24);
    for (size_t i = 0; i < ludc_feature_keys(e, 1); i++) {
        assert_int_equal(ludc_feature_key_at(e, 1, i, &key), LUDC_OK);
        assert_int_equal(key.from, -1);
        sum += key.instances;
    }
    assert_int_equal(sum, 48);
    assert_int_equal(ludc_feature_key_at(e, 1, 33, &key), LUDC_USAGE);
    ludc_feature_eval_free(e);
    ludc_features_free(set);
    ludc_free(game);
}

static void sets_belong_to_games(void **state)
{
    ludc_game *game = compile("lines.lud", lines);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    ludc_error error = {0};
    char text[8192];
    (void)state;
    ludc_features *set = ludc_features_atomic(r, 1, 1, &error);
    assert_non_null(set);
    assert_int_equal(ludc_features_check(set, r, &error), LUDC_OK);
    assert_int_equal(ludc_features_sign(set, r), LUDC_OK);
    assert_int_equal(ludc_features_check(set, r, &error), LUDC_OK);
    assert_true(ludc_features_text(set, text, sizeof text) < sizeof text);
    char *name = strstr(text, "game Lines");
    assert_non_null(name);
    name[5] = 'P';
    ludc_features *other = read_set(text);
    assert_int_equal(ludc_features_check(other, r, &error), LUDC_WRONG);
    assert_non_null(strstr(error.message, "Pines"));
    ludc_features_free(other);
    ludc_features_free(set);
    ludc_free(game);
}

static void what_a_game_lacks_is_refused(void **state)
{
    ludc_game *game = compile("lines.lud", lines);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    ludc_error error = {0};
    ludc_features *piece = read_set("rel:to=<{}>:pat=<els=[I9{}]>"), *region = read_set("rel:to=<{}>:pat=<els=[R7{}]>");
    ludc_feature_options options = {.evaluator = "oracle"};
    (void)state;
    assert_null(ludc_feature_eval_new(r, piece, NULL, &error));
    assert_int_equal(error.status, LUDC_WRONG);
    assert_null(ludc_feature_eval_new(r, region, NULL, &error));
    assert_int_equal(error.status, LUDC_WRONG);
    assert_null(ludc_feature_eval_new(r, piece, &options, &error));
    assert_int_equal(error.status, LUDC_USAGE);
    ludc_features_free(piece);
    ludc_features_free(region);
    ludc_free(game);
    game = compile("sheet.kif", "(role a) (role b) (init (c 1)) (<= (legal a (m 1)) (true (c 1))) (<= (legal b n) (true (c 1)))\n"
                                "(<= terminal (not (true (c 1)))) (goal a 50) (goal b 50)");
    assert_null(ludc_features_atomic(ludc_game_reasoner(game), 1, 1, &error));
    assert_int_equal(error.status, LUDC_UNSUPPORTED);
    ludc_free(game);
}

/* ---- as a policy ---------------------------------------------------------------------------------- */

static void playouts_follow_the_weights(void **state)
{
    static const ludc_policy_watch watch = {ludc_feature_begin, ludc_feature_played};
    ludc_game *game = compile("lines.lud", lines);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    /* by far the best is beside the last move: B3 first, so A3, C3 or B2 */
    ludc_features *set = read_set("500 rel:last_to=<{0}>:to=<{}>:pat=<els=[*{}]>");
    ludc_feature_policy *features = ludc_feature_policy_new(r, set, NULL, NULL);
    ludc_policy policy = {.temperature = 1, .score = ludc_feature_scores, .data = features};
    ludc_chooser *chooser = ludc_chooser_new(r, &policy, NULL);
    void *position = malloc(ludc_state_size(r));
    uint64_t rng = 3;
    ludc_move move[16];
    double chance[16];
    char text[16];
    (void)state;
    ludc_chooser_watch(chooser, &watch);
    ludc_init(r, position);
    ludc_chooser_begin(chooser, position);
    size_t n = ludc_chances(chooser, position, 1, move, chance);
    assert_int_equal(n, 8);
    for (size_t i = 0; i < n; i++) {
        ludc_move_text(r, position, move[i], text, sizeof text);
        assert_true(fabs(chance[i] - (strstr("A3 C3 B2", text) ? 1. / 3 : 0)) < 1e-12);
    }
    assert_int_equal(ludc_move_parse(r, position, "A3", &move[0]), LUDC_OK);
    ludc_chooser_played(chooser, position, 1, move[0]);
    ludc_apply(r, position, move[0], NULL);
    assert_int_equal(ludc_chances(chooser, position, 2, move, chance), 7);
    for (size_t i = 0; i < 7; i++) {
        ludc_move_text(r, position, move[i], text, sizeof text);
        assert_true(fabs(chance[i] - (strstr("A2", text) ? 1 : 0)) < 1e-12); /* B3 is taken */
    }
    const ludc_feature_move elsewhere = {-1, -1, -1, 0, 1, 0};
    assert_int_equal(ludc_feature_from(features, &elsewhere), LUDC_OK);
    ludc_chances(chooser, position, 2, move, chance);
    for (size_t i = 0; i < 7; i++) {
        ludc_move_text(r, position, move[i], text, sizeof text);
        assert_true(fabs(chance[i] - (strstr("A2 B1", text) ? 0.5 : 0)) < 1e-12);
    }
    assert_int_equal(ludc_feature_from(features, NULL), LUDC_OK);
    ludc_init(r, position);
    ludc_feature_begin(features, r, position); /* what a watch does, by hand */
    ludc_move_parse(r, position, "A3", &move[0]);
    ludc_feature_played(features, r, position, 1, move[0]);
    ludc_move_parse(r, position, "A2", &move[1]);
    assert_int_equal(ludc_feature_scores(features, r, position, 2, move + 1, 1, chance), 0);
    assert_true(chance[0] == 500);
    assert_true(ludc_policy_playout(chooser, position, &rng, 100) > 0);
    assert_true(ludc_over(r, position));
    free(position);
    ludc_chooser_free(chooser);
    ludc_feature_policy_free(features);
    ludc_features_free(set);
    ludc_free(game);
}

/* The child that is tried first is that of the highest prior: behind B1 that is north of it. */
static void searches_have_priors(void **state)
{
    ludc_game *game = compile("lines.lud", lines);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    ludc_features *set = read_set("900 rel:last_to=<{0}>:to=<{}>:pat=<refl=false,rots=[1/2],els=[*{}]>"); /* last_to is south of to */
    const ludc_feature_move south = {-1, -1, -1, 1, 2, 0};
    ludc_search_options o;
    ludc_error error = {0};
    ludc_move best;
    void *position = malloc(ludc_state_size(r));
    char text[16];
    (void)state;
    ludc_init(r, position);
    assert_int_equal(ludc_search_parse("puct:playout=features,cut=4", &o, NULL), LUDC_OK);
    ludc_search *search = ludc_search_new(r, &o, 1, NULL);
    assert_int_equal(ludc_search_begin(search, position), LUDC_UNSUPPORTED); /* there are none yet */
    assert_int_equal(ludc_search_features_from(search, &south), LUDC_USAGE);
    assert_int_equal(ludc_search_set_features(search, set, &error), LUDC_OK);
    assert_int_equal(ludc_search_begin(search, position), LUDC_OK);
    assert_int_equal(ludc_search_features_from(search, &south), LUDC_OK);
    assert_int_equal(ludc_search_run(search, 2, 0), LUDC_OK); /* the root, and its first child */
    assert_int_equal(ludc_search_best(search, 0, &best), LUDC_OK);
    ludc_move_text(r, position, best, text, sizeof text);
    assert_string_equal(text, "B2");
    ludc_search_free(search);
    ludc_search_parse("uct", &o, NULL);
    search = ludc_search_new(r, &o, 1, NULL);
    assert_int_equal(ludc_search_set_features(search, set, &error), LUDC_UNSUPPORTED);
    ludc_search_free(search);
    ludc_agent *agent = ludc_agent_search("puct:n=5", NULL);
    assert_int_equal(ludc_agent_set_features(agent, set), LUDC_OK);
    assert_int_equal(ludc_agent_set_features(agent, NULL), LUDC_OK);
    ludc_agent_free(agent);
    free(position);
    ludc_features_free(set);
    ludc_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_reads_as_it_is_written), cmocka_unit_test(decimals_are_fractions),
        cmocka_unit_test(players_have_their_own),      cmocka_unit_test(mistakes_have_places),
        cmocka_unit_test(there_are_limits),            cmocka_unit_test(a_game_has_features),
        cmocka_unit_test(instances_are_counted),       cmocka_unit_test(sets_belong_to_games),
        cmocka_unit_test(what_a_game_lacks_is_refused),
        cmocka_unit_test(playouts_follow_the_weights), cmocka_unit_test(searches_have_priors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
