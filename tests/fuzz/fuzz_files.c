/* fuzz_files.c - everything that is fed in from outside, by kind, for libFuzzer (`make fuzz`) and for replay.
 *
 * LUDC_FUZZ_KIND says what the bytes are: rules (lud, kif, gir) that are compiled and played for 50 plies by the
 * evaluator, a record, a saved state, an entry of the cache, a sequence of calls of ludc.h, a set of features.  Whatever they are: no
 * fault, no leak; a refusal says why; a game that is played has moves until it is over, and after any call.
 *
 * Trees of brackets are changed as trees: subtrees are copied, swapped and dropped, or become others of the same head
 * out of games that were valid, so that a good part of what is made is valid, too; heads become others of the table of
 * ludemes, numbers small ones or those at the edges.  Without LUDC_FUZZ this is a program: fuzz_files KIND FOLDER. */
#define _GNU_SOURCE
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/out.h"
#include "base/rng.h"
#include "driver/engine/cache.h"
#include "driver/record/trace.h"
#ifdef LUDC_FUZZ
#include "frontend/lud/elab/sig.h"
#endif
#include "runtime/include/ludc.h"
#include "runtime/include/ludc_features.h"

enum { PLIES = 50, FEW_PLIES = 2, MANY_MOVES = 5000, MOST_MEMORY = 1 << 27, MOST_WORK = 4, MOST_WORK_OF_SHEET = 1 }; /* a small game compiles within them; others are refused soon */

typedef enum { GIR, LUD, KIF, RECORD, STATE, CACHE, API, FEATURES, KINDS } Kind;
static const char *const kind_name[KINDS] = {"gir", "lud", "kif", "record", "state", "cache", "api", "features"};

typedef struct {
    Kind kind;
    ludc_game *game; /* that records, states and calls are of */
    char *folder;    /* of the cache */
    unsigned long valid, all;
} Fuzz;
static Fuzz fuzz;

static void must(bool good, const char *what)
{
    if (!good) {
        fprintf(stderr, "fuzz_files: %s\n", what);
        abort();
    }
}

/* ---- playing ------------------------------------------------------------------------------------- */

static void play(const ludc_reasoner *r, void *state, uint64_t rng)
{
    const int plies = r->max_moves > MANY_MOVES ? FEW_PLIES : PLIES; /* the evaluator looks at each move */
    for (int ply = 0; ply < plies && !ludc_over(r, state); ply++) {
        uint32_t before = ludc_playout(r, state, &rng, 1);
        if (before == 0)
            break;
    }
    char text[4096];
    ludc_state_text(r, state, text, sizeof text);
    double payoff[16];
    ludc_payoffs(r, state, payoff);
}

#ifdef LUDC_FUZZ
static void learn(const uint8_t *text, size_t n);
#else
static void learn(const uint8_t *text, size_t n) { (void)text, (void)n; }
#endif

static void play_rules(const char *name, const uint8_t *data, size_t size)
{
    ludc_options options = {.size = sizeof options, .backend = "eval", .purpose = LUDC_FOR_NAMES, .no_cache = 1, .memory_limit = MOST_MEMORY,
                            .work_limit = fuzz.kind == KIF ? MOST_WORK_OF_SHEET : MOST_WORK};
    ludc_error error = {0};
    ludc_game *game = ludc_compile_text(name, (const char *)data, size, &options, &error);
    if (!game) {
        must(error.message[0] != '\0', "a refusal without words");
        return;
    }
    fuzz.valid++;
    learn(data, size);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    void *state = calloc(1, ludc_state_size(r));
    must(state != NULL, "memory");
    ludc_init(r, state);
    play(r, state, 1);
    free(state);
    ludc_free(game);
}

/* ---- states and calls -------------------------------------------------------------------------------- */

static void saved_state(const ludc_reasoner *r, const uint8_t *data, size_t size)
{
    void *state = calloc(1, ludc_state_size(r));
    uint8_t *saved = calloc(1, ludc_saved_size(r));
    must(state && saved, "memory");
    ludc_init(r, state);
    ludc_save(r, state, saved);
    size_t n = ludc_saved_size(r) - 8;
    memcpy(saved + 8, data, size < n ? size : n); /* behind the hash of the game */
    bool good = ludc_restore(r, state, saved, ludc_saved_size(r)) == LUDC_OK;
    good = ludc_restore(r, state, data, size) == LUDC_OK || good;
    char *text = calloc(1, size + 1);
    must(text != NULL, "memory");
    memcpy(text, data, size);
    good = ludc_state_parse(r, state, text) == LUDC_OK || good;
    fuzz.valid += good;
    play(r, state, 7);
    ludc_error error = {0};
    must(ludc_fault(fuzz.game, &error) == LUDC_OK, error.message); /* what ludc_valid accepts plays without a fault */
    free(text);
    free(saved);
    free(state);
}

static void calls(const ludc_reasoner *r, const uint8_t *data, size_t size)
{
    size_t bytes = ludc_state_size(r);
    uint8_t *state[2] = {calloc(1, bytes), calloc(1, bytes)}, *saved = calloc(1, ludc_saved_size(r));
    ludc_move *list = calloc(4096, sizeof *list);
    must(state[0] && state[1] && saved && list, "memory");
    char text[512] = "";
    uint64_t rng = 3;
    ludc_init(r, state[0]);
    ludc_init(r, state[1]);
    ludc_save(r, state[0], saved);
    for (size_t i = 0; i + 2 < size; i += 3) {
        uint8_t *s = state[data[i] & 1];
        size_t n = ludc_moves(r, s, NULL);
        if (n && n < 4096)
            ludc_moves(r, s, list);
        ludc_move move = n && n < 4096 ? list[data[i + 1] % n] : 0;
        switch (data[i] >> 1 & 15) {
        case 0: case 1: case 2: case 3:
            if (n && !ludc_over(r, s))
                must(ludc_apply_random(r, s, move, &rng, NULL) == LUDC_OK, "a legal move is refused");
            break;
        case 4: ludc_playout(r, s, &rng, data[i + 2]); break;
        case 5: ludc_save(r, s, saved); break;
        case 6: must(ludc_restore(r, s, saved, ludc_saved_size(r)) == LUDC_OK, "a saved state is refused"); break;
        case 7: ludc_copy(r, state[0], state[1]); break;
        case 8:
            ludc_move_text(r, s, move, text, data[i + 2] ? data[i + 2] : sizeof text);
            break;
        case 9: {
            ludc_move parsed;
            ludc_move_parse(r, s, text, &parsed);
            break;
        }
        case 10: memcpy(text, data + i, size - i < 200 ? size - i : 200), text[size - i < 200 ? size - i : 200] = 0; break;
        case 11: ludc_view(r, s, data[i + 1], data[i + 2]); break;
        case 12: ludc_payoff(r, s, data[i + 1]); break;
        case 13: ludc_is_legal(r, s, data[i + 1] | (ludc_move)data[i + 2] << 8); break;
        case 14: ludc_hash(r, s), ludc_equal(r, state[0], state[1]); break;
        default: ludc_init(r, s);
        }
        fuzz.valid++;
    }
    ludc_init(r, state[0]);
    must(ludc_moves(r, state[0], NULL) > 0, "the game is spoilt for good");
    free(list);
    free(saved);
    free(state[0]);
    free(state[1]);
}

/* ---- records ------------------------------------------------------------------------------------------ */

static void ply_line(const TraceForm *form, void *state, const json_t *line, const json_t *following)
{
    Out why = {0};
    TraceMoves moves;
    char digits[17];
    static const char *const known[] = {"k", "m", "s", "n", "L", NULL};
    trace_known_keys(line, known, &why);
    trace_moves(&moves, form, state);
    trace_hash(&moves, digits);
    if (moves.n) {
        void *after = malloc(ludc_state_size(form->r));
        must(after != NULL, "memory");
        memcpy(after, state, ludc_state_size(form->r));
        trace_play(form->r, state, moves.code[moves.n / 2], line, following, after);
        memcpy(state, after, ludc_state_size(form->r));
        free(after);
    }
    trace_moves_free(&moves);
    if (json_object_get(line, "s"))
        trace_state_agrees(form, state, json_object_get(line, "s"), &why);
    out_free(&why);
}

static void record(const ludc_reasoner *r, const uint8_t *data, size_t size)
{
    char path[64];
    int file = memfd_create("record", MFD_CLOEXEC);
    must(file >= 0 && write(file, data, size) == (ssize_t)size, "memory");
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    TraceReader *reader = trace_open(path);
    TraceForm form;
    Out why = {0};
    void *state = calloc(1, ludc_state_size(r));
    must(reader && state, "memory");
    ludc_init(r, state);
    for (bool has = false; trace_next(reader);) {
        const json_t *line = trace_current(reader);
        if (!has) {
            has = line && trace_form(&form, r, line, &why);
            must(has || !line || why.n, "a header is refused without words");
            fuzz.valid += has;
        } else if (line)
            ply_line(&form, state, line, trace_following(reader));
        if (ludc_over(r, state))
            ludc_init(r, state);
    }
    trace_close(reader);
    out_free(&why);
    free(state);
    close(file);
}

/* ---- the cache ------------------------------------------------------------------------------------------ */

static void put(const char *name, const uint8_t *data, size_t size, unsigned mode)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", fuzz.folder, name);
    unlink(path);
    Out out = {.text = (char *)(uintptr_t)data, .n = size};
    must(out_save(&out, path, mode), "an entry cannot be written");
}

/* The first byte: permissions, and how much is the key. */
static void entry(const uint8_t *data, size_t size)
{
    static char name[] = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef.so";
    size_t key = size > 33 ? 32 : 0;
    put("key", data + (size > 0), key, size && data[0] & 1 ? 0600 : 0644);
    put(name, data + (size > 0) + key, size - (size > 0) - key, size && data[0] & 2 ? 0600 : 0666);
    CacheEntry e = {.folder = fuzz.folder, .name = name};
    CacheCode code = cache_open(&e);
    must(!code.handle, "bytes from nowhere are believed");
    must(e.why != NULL, "nothing is said");
}

/* ---- features ------------------------------------------------------------------------------------------- */

/* Active features of all moves at the start, by that evaluator, as one number; 0: the game lacks what they name. */
static uint64_t looked_at(const ludc_reasoner *r, const ludc_features *set, const char *evaluator, const void *state)
{
    const ludc_feature_options options = {.size = sizeof options, .evaluator = evaluator};
    ludc_error error = {0};
    ludc_feature_eval *e = ludc_feature_eval_new(r, set, &options, &error);
    uint64_t sum = 1;
    must(e || *error.message, "nothing is said");
    if (!e)
        return 0;
    ludc_feature_eval_look(e, state);
    for (int32_t to = 0; to < 9; to++) {
        const ludc_feature_move move = {(to + 4) % 9, (to + 1) % 9, to % 2 ? -1 : (to + 3) % 9, to, 1 + (unsigned)to % 2, 0};
        uint32_t active[64];
        size_t n = ludc_feature_eval_active(e, &move, active, 64);
        for (size_t i = 0; i < n && i < 64; i++)
            sum = sum * 31 + active[i] + n;
    }
    ludc_feature_eval_free(e);
    return sum;
}

/* What is read is written so that it reads as the same, and all evaluators see the same. */
static void features(const ludc_reasoner *r, const uint8_t *data, size_t size)
{
    enum { TEXT = 1 << 16 };
    static char text[TEXT], again[TEXT];
    ludc_error error = {0};
    ludc_features *set = ludc_features_read("x", (const char *)data, size, &error);
    must(set || (*error.message && error.line && error.column), "nothing is said");
    if (!set)
        return;
    fuzz.valid++;
    size_t n = ludc_features_text(set, text, sizeof text);
    ludc_features *other = n < TEXT ? ludc_features_read("x", text, n, &error) : NULL;
    must(n >= TEXT || other, "what was written is not read");
    must(!other || (ludc_features_text(other, again, sizeof again) == n && !strcmp(text, again)), "it reads as something else");
    void *state = malloc(ludc_state_size(r));
    must(state != NULL, "memory");
    ludc_init(r, state);
    uint64_t first = looked_at(r, set, ludc_feature_evaluator(0), state);
    for (size_t i = 1; i < ludc_feature_evaluators(); i++)
        must(looked_at(r, set, ludc_feature_evaluator(i), state) == first, "evaluators disagree");
    free(state);
    ludc_features_free(other);
    ludc_features_free(set);
}

/* ---- the harness ------------------------------------------------------------------------------------------ */

static void remove_folder(void)
{
    static const char *const name[] = {"key", "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef.so"};
    char path[256];
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%s", fuzz.folder, name[i]);
        unlink(path);
    }
    rmdir(fuzz.folder);
    free(fuzz.folder);
}

static void begin(const char *kind)
{
    static const char tic[] = "(game \"T\" (players 2) (equipment { (board (square 3)) (piece \"O\" P1) (piece \"X\" P2) })"
                              " (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))";
    while (fuzz.kind < KINDS && strcmp(kind_name[fuzz.kind], kind) != 0)
        fuzz.kind++;
    must(fuzz.kind < KINDS, "LUDC_FUZZ_KIND is none of gir, lud, kif, record, state, cache, api, features");
    ludc_options options = {.size = sizeof options, .backend = "eval", .no_cache = 1};
    fuzz.game = ludc_compile_text("t.lud", tic, sizeof tic - 1, &options, NULL);
    must(fuzz.game != NULL, "the game does not compile");
    if (fuzz.kind == CACHE) {
        fuzz.folder = strdup("/tmp/ludc-fuzz-XXXXXX");
        must(fuzz.folder && mkdtemp(fuzz.folder), "no folder");
    }
}

static void finish(void)
{
    fprintf(stderr, "fuzz_files: %s: %lu inputs, %lu valid\n", kind_name[fuzz.kind], fuzz.all, fuzz.valid);
    if (fuzz.folder)
        remove_folder();
    ludc_free(fuzz.game);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const file[] = {"x.gir", "x.lud", "x.kif"};
    const ludc_reasoner *r = ludc_game_reasoner(fuzz.game);
    fuzz.all++;
    switch (fuzz.kind) {
    case GIR: case LUD: case KIF: play_rules(file[fuzz.kind], data, size); break;
    case RECORD: record(r, data, size); break;
    case STATE: saved_state(r, data, size); break;
    case CACHE: entry(data, size); break;
    case FEATURES: features(r, data, size); break;
    default: calls(r, data, size);
    }
    return 0;
}

#ifdef LUDC_FUZZ
int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    const char *kind = getenv("LUDC_FUZZ_KIND");
    begin(kind ? kind : "");
    atexit(finish);
    return 0;
}

/* ---- trees ---- */

typedef struct {
    size_t from, to;
} Part;

/* The end of the bracketed part that begins at `at`; `at` if it has none. */
static size_t end_of(const uint8_t *text, size_t n, size_t at)
{
    size_t depth = 0;
    for (size_t i = at; i < n; i++) {
        depth += text[i] == '(' || text[i] == '{';
        depth -= depth && (text[i] == ')' || text[i] == '}');
        if (!depth)
            return i > at ? i + 1 : at;
    }
    return at;
}

/* A random bracketed part. */
static bool part_of(const uint8_t *text, size_t n, uint64_t *rng, Part *part)
{
    for (int tries = 0; n && tries < 32; tries++) {
        size_t at = rng_below(rng, (uint32_t)n);
        while (at < n && text[at] != '(' && text[at] != '{')
            at++;
        *part = (Part){at, end_of(text, n, at)};
        if (part->to > at)
            return true;
    }
    return false;
}

static size_t splice(uint8_t *text, size_t n, size_t most, Part out, const uint8_t *in, size_t size)
{
    if (n - (out.to - out.from) + size > most)
        return n;
    memmove(text + out.from + size, text + out.to, n - out.to);
    memcpy(text + out.from, in, size);
    return n - (out.to - out.from) + size;
}

/* Parts of valid games; newer ones take the places of older ones. */
enum { MOST_KNOWN = 8192, LONGEST_KNOWN = 300, HEAD = 24 };
typedef struct {
    uint16_t n;
    uint8_t text[LONGEST_KNOWN];
} Known;
static struct {
    Known part[MOST_KNOWN];
    size_t n;
} known;

static size_t head_of(const uint8_t *part, size_t n)
{
    size_t i = 1;
    while (i < n && i < HEAD && !strchr(" ()\n{}", part[i]))
        i++;
    return i;
}

static void learn(const uint8_t *text, size_t n)
{
    for (size_t at = 0; at < n; at++) {
        size_t size = text[at] == '(' ? end_of(text, n, at) - at : 0;
        if (size < 3 || size > LONGEST_KNOWN)
            continue;
        Known *k = &known.part[known.n++ % MOST_KNOWN];
        k->n = (uint16_t)size;
        memcpy(k->text, text + at, size);
    }
}

/* A part of a valid game with the same head; NULL: none was found. */
static const Known *of_same_head(const uint8_t *part, size_t n, uint64_t *rng)
{
    const size_t head = head_of(part, n), most = known.n < MOST_KNOWN ? known.n : MOST_KNOWN;
    for (size_t tries = 0; most && tries < 2000; tries++) {
        const Known *k = &known.part[rng_below(rng, (uint32_t)most)];
        if (k->n > head && head_of(k->text, k->n) == head && memcmp(k->text, part, head) == 0 && (k->n != n || memcmp(k->text, part, n) != 0))
            return k;
    }
    return NULL;
}

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);

/* The heads of all ludemes: the first words of their signatures. */
static const char *const signature[] = {
#define LUDEME(id, type, signature, doc) signature,
#define LUDEME_TODO(id, type, signature, doc) signature,
#include "frontend/lud/elab/ludemes.def"
#undef LUDEME
#undef LUDEME_TODO
};

/* Another head of the table, or a number at an edge. */
static size_t change_word(uint8_t *text, size_t n, size_t most, Part part, uint64_t *rng)
{
    static const char *const number[] = {"0", "1", "-1", "2", "16", "255", "256", "65536", "2147483647", "-2147483648",
                                         "4611686018427387904", "99999999999999999999"};
    size_t from = part.from + 1, to = from;
    const char *word;
    size_t length;
    if (rng_below(rng, 2)) {
        while (to < part.to && !strchr(" ()\n{}", text[to]))
            to++;
        word = signature[rng_below(rng, LUD_COUNT)];
        word += *word == '(';
        length = strcspn(word, " )");
    } else {
        while (from < part.to && !(text[from] >= '0' && text[from] <= '9'))
            from++;
        for (to = from; to < part.to && text[to] >= '0' && text[to] <= '9';)
            to++;
        word = number[rng_below(rng, 2) ? rng_below(rng, 5) : rng_below(rng, sizeof number / sizeof *number)];
        length = strlen(word);
    }
    return splice(text, n, most, (Part){from, to}, (const uint8_t *)word, length);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    uint64_t rng = seed;
    Part a, b;
    bool tree = fuzz.kind == LUD || fuzz.kind == KIF || fuzz.kind == GIR;
    if (!tree || rng_below(&rng, 12) == 0 || !part_of(data, size, &rng, &a) || !part_of(data, size, &rng, &b))
        return LLVMFuzzerMutate(data, size, most);
    const Known *other = rng_below(&rng, 8) < 5 ? of_same_head(data + a.from, a.to - a.from, &rng) : NULL;
    if (other)
        return splice(data, size, most, a, other->text, other->n);
    unsigned how = rng_below(&rng, 4);
    if (how == 0)
        return splice(data, size, most, a, data, 0);
    if (how == 1 && fuzz.kind != GIR)
        return change_word(data, size, most, a, &rng);
    size_t n = b.to - b.from;
    uint8_t *copy = malloc(n);
    must(copy != NULL, "memory");
    memcpy(copy, data + b.from, n);
    size = splice(data, size, most, how == 2 ? a : (Part){a.to, a.to}, copy, n);
    free(copy);
    return size;
}
#else
static void replay(const char *path)
{
    FILE *file = fopen(path, "rb");
    struct stat info;
    must(file && fstat(fileno(file), &info) == 0, path);
    uint8_t *bytes = malloc((size_t)info.st_size + 1);
    must(bytes && fread(bytes, 1, (size_t)info.st_size, file) == (size_t)info.st_size, path);
    LLVMFuzzerTestOneInput(bytes, (size_t)info.st_size);
    free(bytes);
    fclose(file);
}

int main(int argc, char **argv)
{
    must(argc == 3, "usage: fuzz_files KIND FOLDER");
    begin(argv[1]);
    DIR *dir = opendir(argv[2]);
    must(dir != NULL, argv[2]);
    for (struct dirent *e; (e = readdir(dir));) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", argv[2], e->d_name);
        if (e->d_name[0] != '.')
            replay(path);
    }
    closedir(dir);
    finish();
    return 0;
}
#endif
