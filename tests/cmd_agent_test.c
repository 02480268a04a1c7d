/* cmd_agent_test.c - agents that are processes: they play as what they wrap, their faults have names, nothing is left over. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above first */
#include <cmocka.h>

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "driver/agent/agents.h"
#include "runtime/agent/referee.h"
#include "tests/compiled.h"

enum { TEXT = 4096 };

static const char *setting(const char *name, const char *otherwise)
{
    const char *value = getenv(name);
    return value ? value : otherwise;
}

static size_t descriptors(void)
{
    size_t n = 0;
    DIR *folder = opendir("/proc/self/fd");
    assert_non_null(folder);
    while (readdir(folder))
        n++;
    closedir(folder);
    return n;
}

static void nothing_is_left(size_t before)
{
    assert_int_equal(descriptors(), before);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

static void note(void *data, const RefereeStep *step)
{
    char *text = data;
    size_t n = strlen(text);
    snprintf(text + n, TEXT - n, "%u,%u%s ", step->moves[0], step->moves[1], step->lots);
}

static RefereeResult play(const ludc_reasoner *r, const char *rules, const char *const *spec, const ludc_clock *clock,
                          uint64_t seed, char *moves)
{
    ludc_error error = {0};
    ludc_agent *agent[2];
    RefereeResult result = {0};
    for (int p = 0; p < 2; p++)
        if (!(agent[p] = agent_open(spec[p], NULL, &error)))
            fail_msg("%s", error.message);
    moves[0] = '\0';
    const Referee referee = {.r = r, .rules = rules, .agent = agent, .clock = clock, .seed = seed, .max_moves = 30, .slack = 1,
                             .step = note, .data = moves};
    assert_int_equal(referee_play(&referee, &result, &error), LUDC_OK);
    for (int p = 0; p < 2; p++)
        ludc_agent_free(agent[p]);
    return result;
}

/* A process with an agent in it plays the game that the agent plays. */
static void same_game(const char *path, const char *spec, uint64_t seed)
{
    char file[1024], wrapped[4096], mine[TEXT], theirs[TEXT];
    snprintf(file, sizeof file, "%s/%s", setting("srcdir", "."), path);
    snprintf(wrapped, sizeof wrapped, "cmd:'%s' ugi '%s' --agent '%s' --backend tcc", setting("LUDC", "./ludc"), file, spec);
    ludc_error error = {0};
    ludc_game *game = ludc_compile_file(file, &(ludc_options){.backend = "eval", .purpose = LUDC_FOR_NAMES, .offers = LUDC_OFFER_PLANES}, &error);
    if (!game)
        fail_msg("%s", error.message);
    const ludc_clock clock = {.iterations = 60};
    const ludc_reasoner *r = ludc_game_reasoner(game);
    RefereeResult a = play(r, file, (const char *const[]){spec, spec}, &clock, seed, mine);
    if (a.status)
        fail_msg("%s: %s", spec, a.why);
    RefereeResult b = play(r, file, (const char *const[]){wrapped, spec}, &clock, seed, theirs);
    if (b.status)
        fail_msg("%s: %s", wrapped, b.why);
    assert_true(a.steps > 2);
    assert_string_equal(mine, theirs);
    b = play(r, file, (const char *const[]){spec, wrapped}, &clock, seed, theirs);
    assert_string_equal(mine, theirs);
    assert_true(a.payoff[0] == b.payoff[0] && a.payoff[1] == b.payoff[1]);
    ludc_free(game);
}

static void a_process_plays_as_what_it_wraps(void **unused)
{
    (void)unused;
    size_t before = descriptors();
    same_game("examples/dropfour.lud", "uct", 1);
    same_game("examples/dropfour.lud", "mmcts:reuse=0", 2);
    same_game("tests/games/racers.lud", "uct:c=1", 3);
    nothing_is_left(before);
}

static void at_fault(const char *how, ludc_agent_status status)
{
    static const char noughts[] = "(game \"Noughts\" (players 2)\n"
                                  "  (equipment { (board (square 3)) (piece \"Ball\" Each) })\n"
                                  "  (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))\n";
    char bad[1024], moves[TEXT];
    size_t before = descriptors();
    snprintf(bad, sizeof bad, "cmd:python3 '%s/tests/bad_engine.py' %s", setting("srcdir", "."), how);
    ludc_game *game = compile("noughts.lud", noughts);
    const ludc_clock clock = {.move = 0.3};
    RefereeResult result = play(ludc_game_reasoner(game), NULL, (const char *const[]){bad, "random"}, &clock, 1, moves);
    if (result.end != REFEREE_FORFEIT || result.status != status)
        fail_msg("%s: %s, %s: %s", how, referee_end_name(result.end), referee_status_name(result.status), result.why);
    assert_int_equal(result.role, 1);
    assert_true(result.why[0] != '\0' && result.payoff[0] == 0 && result.payoff[1] == 1);
    ludc_free(game);
    nothing_is_left(before);
}

static void faults_have_names(void **unused)
{
    (void)unused;
    at_fault("crash", LUDC_AGENT_CRASHED);
    at_fault("close", LUDC_AGENT_CRASHED);
    at_fault("flood", LUDC_AGENT_CRASHED);
    at_fault("illegal", LUDC_AGENT_ILLEGAL);
    at_fault("stall", LUDC_AGENT_STALLED);
}

static void no_program_is_said(void **unused)
{
    (void)unused;
    size_t before = descriptors();
    ludc_error error = {0};
    assert_null(agent_open("cmd:./no-such-program", NULL, &error));
    assert_int_equal(error.status, LUDC_IO);
    assert_non_null(strstr(error.message, "no-such-program"));
    assert_null(agent_open("cmd:", NULL, &error));
    assert_int_equal(error.status, LUDC_USAGE);
    nothing_is_left(before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_process_plays_as_what_it_wraps),
        cmocka_unit_test(faults_have_names),
        cmocka_unit_test(no_program_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
