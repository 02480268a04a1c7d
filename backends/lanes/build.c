/* build.c - shared objects by the system's compiler, see build.h. */
#include "backends/lanes/build.h"

#include "backends/build/tools.h"

#if defined __GNUC__ && defined __x86_64__
static bool wide(void) { return __builtin_cpu_supports("avx2"); }
static bool widest(void) { return __builtin_cpu_supports("avx512f"); }
static bool ternary(void) { return __builtin_cpu_supports("avx512vl"); }
#else
static bool wide(void) { return false; }
static bool widest(void) { return false; }
static bool ternary(void) { return false; }
#endif

LaneTarget lane_target_here(void)
{
    LaneTarget target = {64, false};
    if (!lane_target_of(512, &target))
        lane_target_of(256, &target);
    return target;
}

bool lane_target_of(uint32_t lanes, LaneTarget *target)
{
    if (lanes != 64 && (lanes != 256 || !wide()) && (lanes != 512 || !widest()))
        return false;
    *target = (LaneTarget){lanes, lanes == 512 || (lanes == 256 && ternary())};
    return true;
}

static bool compile(Tools *t, const char *compiler)
{
    static const char *const flag[] = {"-std=c11", "-O2", "-w", "-march=native", "-fPIC", "-shared",
                                       "-fno-strict-aliasing", "-o"};
    tools_words(t, compiler ? compiler : "cc");
    for (size_t i = 0; i < sizeof flag / sizeof flag[0]; i++)
        tools_word(t, flag[i]);
    tools_word(t, tools_file(t, "result"));
    tools_word(t, tools_file(t, "game.c"));
    return tools_run(t);
}

bool lane_build(const Out *text, const char *compiler, const char *path, Out *messages)
{
    Tools t = {.arena = arena_new(), .messages = messages};
    bool ok = tools_begin(&t, t.arena, messages);
    if (ok) {
        Out bytes = {0};
        ok = out_save(text, tools_file(&t, "game.c"), 0600) && compile(&t, compiler) &&
             tools_read(tools_file(&t, "result"), &bytes) && out_save(&bytes, path, 0755);
        out_free(&bytes);
        tools_end(&t);
    }
    arena_free(t.arena);
    return ok;
}
