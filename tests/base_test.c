/* base_test.c - unit tests of base/: arena, vec, intern, out, source, diag. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above first */
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/escape.h"
#include "base/rng.h"
#include "base/scratch.h"
#include "base/session.h"
#include "base/vec.h"

static void arena_gives_zeroed_aligned_memory(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    for (size_t size = 0; size < 70000; size = size * 2 + 1) {
        unsigned char *memory = arena_alloc(arena, size);
        assert_int_equal((uintptr_t)memory % _Alignof(max_align_t), 0);
        for (size_t i = 0; i < size; i++)
            assert_int_equal(memory[i], 0);
        if (size)
            memset(memory, 0xff, size);
    }
    assert_string_equal(arena_printf(arena, "%d-%s", 7, "a"), "7-a");
    assert_string_equal(arena_strndup(arena, "abc", 2), "ab");
    assert_ptr_not_equal(arena_alloc(arena, 0), arena_alloc(arena, 0));
    arena_free(arena);
    arena_free(NULL);
}

static void text_cannot_end_a_comment(void **state)
{
    (void)state;
    Out out = {0};
    out_comment(&out, "a */ b\n/* c ?" "?/ \\ d**//");
    assert_string_equal(out.text, "a * / b / * c ? ?/ ? d** //");
    out_free(&out);
}

static void scratch_is_used_again_from_a_mark_on(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    Scratch scratch = scratch_in(arena, 64);
    char *kept = scratch_alloc(&scratch, 3);
    memset(kept, 7, 3);
    ScratchMark mark = scratch_mark(&scratch);
    char *small = scratch_alloc(&scratch, 16), *large = scratch_alloc(&scratch, 1000);
    memset(small, 1, 16);
    memset(large, 2, 1000);
    assert_int_equal((uintptr_t)large % 16, 0);
    scratch_release(&scratch, mark);
    assert_ptr_equal(scratch_alloc(&scratch, 16), small);
    assert_int_equal(small[0], 0);
    assert_ptr_equal(scratch_alloc(&scratch, 1000), large);
    assert_int_equal(large[999], 0);
    assert_int_equal(kept[2], 7);
    scratch_reset(&scratch);
    assert_ptr_equal(scratch_alloc(&scratch, 3), kept);
    assert_int_equal(kept[2], 0);
    arena_free(arena);
}

static void vec_keeps_what_was_pushed(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    VEC(int) numbers = {0};
    for (int i = 0; i < 1000; i++)
        vec_push(arena, &numbers, i * i);
    assert_int_equal(numbers.n, 1000);
    for (int i = 0; i < 1000; i++)
        assert_int_equal(numbers.at[i], i * i);
    arena_free(arena);
}

static void equal_names_are_one_pointer(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    Interner *names = interner_new(arena);
    const char *first[3000];
    for (int i = 0; i < 3000; i++)
        first[i] = intern_str(names, arena_printf(arena, "n%d", i));
    for (int i = 0; i < 3000; i++) {
        char *name = arena_printf(arena, "n%d", i);
        assert_ptr_equal(intern(names, name, strlen(name)), first[i]);
        assert_string_equal(first[i], name);
    }
    assert_ptr_equal(intern(names, "", 0), intern_str(names, ""));
    assert_ptr_not_equal(intern(names, "a\0b", 3), intern(names, "a\0c", 3));
    arena_free(arena);
}

static void out_grows_and_saves_whole_files(void **state)
{
    (void)state;
    Out out = {0};
    for (int i = 0; i < 500; i++)
        out_printf(&out, "%d,", i % 10);
    assert_int_equal(out.n, 1000);
    out_indent(&out, 2);
    out_char(&out, 'x');
    assert_string_equal(out.text + 1000, "    x");

    char path[] = "out_test_XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    assert_true(out_save(&out, path, 0600));
    struct stat info;
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_size, out.n);
    assert_int_equal(info.st_mode & 0777, 0600);
    unlink(path);
    assert_false(out_save(&out, "no-such-folder/file", 0644));
    out_free(&out);
    assert_null(out.text);
}

static void random_numbers_are_those_of_the_paper(void **state)
{
    (void)state;
    uint64_t seed = 1234567;
    assert_true(rng_next(&seed) == UINT64_C(6457827717110365317));
    assert_true(rng_next(&seed) == UINT64_C(3203168211198807973));
    for (uint32_t n = 1; n < 100; n++)
        assert_true(rng_below(&seed, n) < n);
}

static Span span_of(const Source *source, const char *part)
{
    const char *at = strstr(source->text, part);
    assert_non_null(at);
    uint32_t lo = source->base + (uint32_t)(at - source->text);
    return (Span){lo, lo + (uint32_t)strlen(part)};
}

static void places_have_lines_and_columns(void **state)
{
    (void)state;
    Session *session = session_new();
    SourceMap *map = session->sources;
    const Source *a = source_add(map, "a.lud", "one\n two\n", 9);
    const Source *b = source_add(map, "b.lud", "", 0);
    const Source *c = source_add(map, "c.lud", "x", 1);
    Place place = source_resolve(map, span_of(a, "two"));
    assert_ptr_equal(place.source, a);
    assert_int_equal(place.line, 2);
    assert_int_equal(place.column, 2);
    assert_ptr_equal(source_of(map, b->base), b);
    assert_ptr_equal(source_of(map, c->base + 1), c);
    assert_null(source_of(map, c->base + 2));
    assert_null(source_of(map, 0));
    assert_null(source_resolve(map, (Span){0, 0}).source);
    assert_null(source_resolve(map, (Span){999, 1000}).source);
    assert_null(source_read(map, "no such file"));
    Span join = span_join(span_of(a, "one"), span_of(a, "two"));
    assert_int_equal(join.hi - join.lo, 8);
    assert_int_equal(span_join((Span){0, 0}, join).lo, join.lo);
    session_free(session);
}

/* hex.lud uses "Outer", whose body uses "Inner". */
static void derived_places_lead_back_to_files(void **state)
{
    (void)state;
    Session *session = session_new();
    SourceMap *map = session->sources;
    const char *text = "(define \"Inner\" bad)\n(define \"Outer\" (q I))\n"
                       "(game O)\n";
    const Source *file = source_add(map, "hex.lud", text, strlen(text));
    Span game = span_of(file, "(game O)"), use = span_of(file, " O)");
    use.lo++, use.hi--;
    Segment one[] = {
        {0, {game.lo, game.lo + 6}, true, NULL, {0, 0}},
        {6, span_of(file, "(q I)"), true, "Outer", use},
        {11, {game.hi - 1, game.hi}, true, NULL, {0, 0}},
    };
    const Source *first =
        source_add_derived(map, "1", "(game (q I))", 12, one, 3);
    Span inner = span_of(first, "I");
    Segment two[] = {
        {0, {first->base, first->base + 9}, true, NULL, {0, 0}},
        {9, span_of(file, "bad"), true, "Inner", inner},
        {12, {first->base + 10, first->base + 12}, true, NULL, {0, 0}},
    };
    const Source *second =
        source_add_derived(map, "2", "(game (q bad))", 14, two, 3);

    Place bad = source_resolve(map, span_of(second, "bad"));
    assert_ptr_equal(bad.source, file);
    assert_int_equal(bad.line, 1);
    assert_int_equal(bad.column, 17);
    assert_int_equal(bad.span.hi - bad.span.lo, 3);
    assert_int_equal(bad.nuse, 2);
    assert_string_equal(bad.use[0].label, "Inner");
    assert_int_equal(source_resolve(map, bad.use[0].at).line, 2);
    assert_string_equal(bad.use[1].label, "Outer");
    assert_int_equal(bad.use[1].at.lo, use.lo);

    Place whole = source_resolve(map, span_of(second, "(game (q bad))"));
    assert_int_equal(whole.line, 3);
    assert_int_equal(whole.nuse, 0);
    assert_int_equal(whole.span.hi - whole.span.lo, 8);

    session_error(session, span_of(second, "bad"), "no `%s`", "bad");
    diag_note(session->diags, (Span){0, 0}, "did you mean `bed`?");
    Out out = {0};
    diags_print(session->diags, map, ~0u, 0, &out);
    assert_string_equal(out.text, "hex.lud:1:17: error: no `bad`\n"
                                  "    (define \"Inner\" bad)\n"
                                  "                    ^~~\n"
                                  "    in expansion of \"Inner\" at hex.lud:2:20\n"
                                  "    in expansion of \"Outer\" at hex.lud:3:7\n"
                                  "    did you mean `bed`?\n");
    out_free(&out);
    session_free(session);
}

static void diagnostics_are_sorted_single_and_limited(void **state)
{
    (void)state;
    Session *session = session_new();
    const char *text = "a\n\tb c\xc3\xa4" "d e\n";
    const Source *file = source_add(session->sources, "f", text, strlen(text));
    assert_int_equal(diags_exit_code(session->diags), 0);
    diag(session->diags, DIAG_WARNING, (Span){0, 0}, "general");
    session_unsupported(session, span_of(file, "d"), "later");
    assert_int_equal(diags_exit_code(session->diags), 4);
    session_error(session, span_of(file, "c\xc3\xa4"), "earlier");
    session_error(session, span_of(file, "c\xc3\xa4"), "earlier");
    session_error(session, (Span){file->base + file->length, 0}, "end");
    assert_int_equal(diags_exit_code(session->diags), 1);
    assert_true(diags_failed(session->diags));
    assert_int_equal(diags_count(session->diags, DIAG_ERROR), 3);
    Out out = {0};
    diags_print(session->diags, session->sources, ~0u, 1, &out);
    assert_string_equal(out.text, "warning: general\n"
                                  "f:2:4: error: earlier\n"
                                  "    b c\xc3\xa4" "d e\n"
                                  "      ^~\n"
                                  "f:2:7: unsupported: later\n"
                                  "    b c\xc3\xa4" "d e\n"
                                  "        ^\n"
                                  "1 more of kind \"error\" not shown\n");
    out_free(&out);
    session_free(session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arena_gives_zeroed_aligned_memory),
        cmocka_unit_test(text_cannot_end_a_comment),
        cmocka_unit_test(scratch_is_used_again_from_a_mark_on),
        cmocka_unit_test(vec_keeps_what_was_pushed),
        cmocka_unit_test(equal_names_are_one_pointer),
        cmocka_unit_test(out_grows_and_saves_whole_files),
        cmocka_unit_test(random_numbers_are_those_of_the_paper),
        cmocka_unit_test(places_have_lines_and_columns),
        cmocka_unit_test(derived_places_lead_back_to_files),
        cmocka_unit_test(diagnostics_are_sorted_single_and_limited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
