/* agent_main.c - the program that `ludc build --agent SPEC -o NAME` makes of a game and its search:
 * compiled with -DLUDC_PROGRAM=ludc_reasoner_NAME.
 *
 *   NAME search [--moves M].. [-n ITERATIONS] [-t SECONDS] [--seed N] [--threads N] [--tree D] [--phi] [--json]
 *   NAME draw [--moves M].. [--text [--utf8]]      a picture (SVG), or characters
 *   NAME playout [-n GAMES] [--seed N] [--moves M].. [--temp T]    with features (LUDC_FEATURES): games drawn by them
 *   NAME play [--player P] [--moves M].. [--load FILE] [-n ITERATIONS] [-t SECONDS] [--seed N] [--threads N]
 *
 * Exit codes: 0 done, 1 a move is not legal, 2 wrong usage, 3 too little memory, or cannot write. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime/abi.h"
#include "runtime/agent/advice.h"
#include "runtime/agent/play.h"
#include "runtime/include/ludc_draw.h"
#include "runtime/include/ludc_features.h"
#include "runtime/include/ludc_policy.h"
#include "runtime/include/ludc_search.h"

extern const ludc_reasoner LUDC_PROGRAM;
extern const ludc_search_options ludc_agent_options;

enum { DONE, WRONG, USAGE, NO_ROOM };

/* The set of features that goes with the game; NULL: there is none, or too little memory. */
#ifdef LUDC_FEATURES
ludc_features *ludc_game_features(void);
enum { FEATURES = 1 };
#else
static ludc_features *ludc_game_features(void) { return NULL; }
enum { FEATURES = 0 };
#endif

typedef struct {
    ludc_search_options agent;
    uint64_t seed, tree, player;
    double temp;
    bool json, phi, has_tree, text, utf8;
    char **word; /* of the command line; those of --moves are played in order */
    int words;
} Settings;

static int help(FILE *to, const char *self)
{
    char agent[2048];
    ludc_search_spec(&ludc_agent_options, agent, sizeof agent);
    fprintf(to,
            "%s: %s, %s\n"
            "usage: %s search [--moves M].. [-n ITERATIONS] [-t SECONDS] [--seed N] [--threads N] [--tree D] [--phi] [--json]\n"
            "       %s draw [--moves M].. [--text [--utf8]]\n"
            "       %s play [--player P] [--moves M].. [--load FILE] [-n ITERATIONS] [-t SECONDS] [--seed N] [--threads N]\n",
            self, LUDC_PROGRAM.name, agent, self, self, self);
    if (FEATURES)
        fprintf(to, "       %s playout [-n GAMES] [--seed N] [--moves M].. [--temp T]\n", self);
    return to == stderr ? USAGE : DONE;
}

static int no_room(void)
{
    fputs("there is too little memory for the search\n", stderr);
    return NO_ROOM;
}

static void *new_state(void)
{
    void *state = aligned_alloc(64, ((size_t)LUDC_PROGRAM.state_size + 63) / 64 * 64);
    if (!state)
        exit(no_room());
    ludc_init(&LUDC_PROGRAM, state);
    return state;
}

/* ---- search ----------------------------------------------------------------------- */

static int played(const Settings *set, void *state)
{
    ludc_error error;
    for (int i = 0, n = 0; i + 1 < set->words; i++) {
        if (strcmp(set->word[i], "--moves") != 0)
            continue;
        const char *text = set->word[++i];
        n++;
        if (ludc_step_play(&LUDC_PROGRAM, state, text, NULL, &error) != LUDC_OK) {
            fprintf(stderr, "--moves %s, number %d: %s\n", text, n, error.message);
            return WRONG;
        }
    }
    return DONE;
}

/* What features see of the last of the moves of the command line. */
static int last_move(const Settings *set, ludc_feature_move *last)
{
    ludc_move moves[16];
    char step[256];
    void *state = new_state();
    int code = DONE;
    ludc_feature_start(&LUDC_PROGRAM, last);
    for (int i = 0; i + 1 < set->words && !code; i++) {
        if (strcmp(set->word[i], "--moves") != 0)
            continue;
        snprintf(step, sizeof step, "%.*s", (int)strcspn(set->word[i + 1], "~"), set->word[i + 1]);
        if (ludc_step_parse(&LUDC_PROGRAM, state, step, moves, NULL) == LUDC_OK)
            ludc_feature_move_of(&LUDC_PROGRAM, state, moves[ludc_mover(&LUDC_PROGRAM, state) - 1], last, last);
        code = ludc_step_play(&LUDC_PROGRAM, state, set->word[++i], NULL, NULL) == LUDC_OK ? DONE : WRONG;
    }
    free(state);
    return code;
}

static int print_json(const Settings *set, const ludc_search *s)
{
    unsigned parts = (set->phi ? LUDC_SEARCH_PHI : 0) | (set->has_tree ? LUDC_SEARCH_TREE : 0);
    uint32_t depth = set->tree < UINT32_MAX ? (uint32_t)set->tree : UINT32_MAX;
    size_t n = ludc_search_json(s, "program", parts, depth, NULL, 0);
    char *text = n ? malloc(n + 1) : NULL;
    if (!text)
        return no_room();
    ludc_search_json(s, "program", parts, depth, text, n + 1);
    puts(text);
    free(text);
    return DONE;
}

static int print_text(const ludc_search *s, const void *state)
{
    const ludc_reasoner *r = &LUDC_PROGRAM;
    ludc_search_stats f;
    Text text = {0};
    ludc_search_figures(s, &f);
    printf("%s: %llu iterations in %.3f s, %.0f a second; %llu nodes of %.1f bytes\n", r->name,
           (unsigned long long)f.iterations, f.seconds, f.seconds > 0 ? (double)f.iterations / f.seconds : 0.0,
           (unsigned long long)f.nodes, f.nodes ? (double)f.bytes / (double)f.nodes : 0.0);
    bool over = ludc_over(r, state) != 0;
    unsigned mover = over ? 0 : ludc_mover(r, state);
    advice_value(r, s, &text);
    for (unsigned p = 1; p <= r->players && !over; p++)
        if (ludc_joint(r) || p == mover)
            advice_moves(r, s, state, p, &text);
    advice_line(r, s, state, &text);
    bool good = text.at && !text.failed;
    if (good)
        fputs(text.at, stdout);
    text_free(&text);
    return good ? DONE : no_room();
}

/* NULL, and what is wrong was said. */
static ludc_search *new_search(const Settings *settings, const void *state)
{
    ludc_error error = {0};
    ludc_search *s = ludc_search_new(&LUDC_PROGRAM, &settings->agent, settings->seed, &error);
    if (!s)
        fprintf(stderr, "%s\n", error.message);
    ludc_features *set = s ? ludc_game_features() : NULL;
    const bool unfit = set && ludc_search_set_features(s, set, &error) != LUDC_OK;
    if (unfit)
        fprintf(stderr, "%s\n", error.message);
    ludc_features_free(set);
    if (unfit || (s && FEATURES && !set)) {
        ludc_search_free(s);
        return NULL;
    }
    if (s && ludc_search_begin(s, state) != LUDC_OK) {
        no_room();
        ludc_search_free(s);
        s = NULL;
    }
    ludc_feature_move last;
    if (s && FEATURES && last_move(settings, &last) == DONE)
        ludc_search_features_from(s, &last);
    return s;
}

static int search(const Settings *set)
{
    void *state = new_state();
    int code = played(set, state);
    ludc_search *s = code ? NULL : new_search(set, state);
    if (!code && !s)
        code = NO_ROOM;
    if (!code && ludc_search_run(s, set->agent.n, set->agent.t) != LUDC_OK)
        code = no_room();
    if (!code)
        code = set->json ? print_json(set, s) : print_text(s, state);
    ludc_search_free(s);
    free(state);
    return code;
}

/* ---- playout ------------------------------------------------------------------------- */

typedef struct {
    uint64_t games, moves;
    double payoff[16];
} Sums;

static int print_sums(const Sums *sums)
{
    printf("%llu playouts, %llu moves, mean length %.3f\n", (unsigned long long)sums->games, (unsigned long long)sums->moves,
           (double)sums->moves / (double)sums->games);
    for (uint32_t p = 0; p < LUDC_PROGRAM.players; p++)
        printf("player %u: mean payoff %.5f\n", (unsigned)(p + 1), sums->payoff[p] / (double)sums->games);
    return DONE;
}

static int play_games(const Settings *set, ludc_chooser *chooser, const void *start, void *state)
{
    Sums sums = {0};
    uint64_t rng = set->seed;
    const uint64_t games = set->agent.n ? set->agent.n : 1000;
    for (; sums.games < games; sums.games++) {
        double payoff[16];
        memcpy(state, start, LUDC_PROGRAM.state_size);
        sums.moves += ludc_policy_playout(chooser, state, &rng, UINT32_MAX);
        if (ludc_chooser_status(chooser) != LUDC_OK)
            return no_room();
        ludc_payoffs_cut(&LUDC_PROGRAM, state, payoff);
        for (uint32_t p = 0; p < LUDC_PROGRAM.players; p++)
            sums.payoff[p] += payoff[p];
    }
    return print_sums(&sums);
}

static int playout(const Settings *set)
{
    static const ludc_policy_watch watch = {ludc_feature_begin, ludc_feature_played};
    void *start = new_state(), *state = new_state();
    ludc_feature_move last;
    ludc_error error = {0};
    int code = played(set, start);
    ludc_features *features = code ? NULL : ludc_game_features();
    ludc_feature_policy *scores = features ? ludc_feature_policy_new(&LUDC_PROGRAM, features, NULL, &error) : NULL;
    const ludc_policy policy = {.temperature = set->temp, .score = ludc_feature_scores, .data = scores};
    ludc_chooser *chooser = scores ? ludc_chooser_new(&LUDC_PROGRAM, &policy, &error) : NULL;
    if (!code && !chooser) {
        fprintf(stderr, "%s\n", error.message);
        code = NO_ROOM;
    }
    if (!code)
        code = last_move(set, &last);
    if (!code) {
        ludc_feature_from(scores, &last);
        ludc_chooser_watch(chooser, &watch);
        code = play_games(set, chooser, start, state);
    }
    ludc_chooser_free(chooser);
    ludc_feature_policy_free(scores);
    ludc_features_free(features);
    free(start);
    free(state);
    return code;
}

/* ---- draw --------------------------------------------------------------------------- */

static size_t drawing(const Settings *set, const void *state, const ludc_draw_options *options, char *out, size_t size)
{
    return set->text ? ludc_draw_text(&LUDC_PROGRAM, state, options, out, size) : ludc_draw_svg(&LUDC_PROGRAM, state, options, out, size);
}

/* The last move of the command line is marked. */
static void mark_last(const Settings *set, ludc_draw_options *options)
{
    ludc_move moves[16];
    Settings before = *set;
    int last = -1;
    for (int i = 0; i + 1 < set->words; i++)
        if (!strcmp(set->word[i], "--moves"))
            last = i++;
    if (last < 0 || ludc_joint(&LUDC_PROGRAM))
        return;
    void *state = new_state();
    char step[256];
    before.words = last;
    snprintf(step, sizeof step, "%.*s", (int)strcspn(set->word[last + 1], "~"), set->word[last + 1]);
    if (played(&before, state) == DONE && ludc_step_parse(&LUDC_PROGRAM, state, step, moves, NULL) == LUDC_OK)
        ludc_draw_mark(options, &LUDC_PROGRAM, state, moves[ludc_mover(&LUDC_PROGRAM, state) - 1]);
    free(state);
}

static int draw(const Settings *set)
{
    ludc_draw_options options = {.size = sizeof options, .utf8 = set->utf8};
    void *state = new_state();
    int code = played(set, state);
    if (!code)
        mark_last(set, &options);
    size_t n = code ? 0 : drawing(set, state, &options, NULL, 0);
    char *text = n ? malloc(n + 1) : NULL;
    if (text) {
        drawing(set, state, &options, text, n + 1);
        fputs(text, stdout);
    }
    free(state);
    bool drawn = text != NULL;
    free(text);
    return code ? code : drawn ? DONE : no_room();
}

/* ---- play --------------------------------------------------------------------------- */

enum { PERSON, SEARCH, AGENTS };

/* The console and who plays. */
typedef struct {
    char *line, *spec;
    size_t room;
    bool shown; /* what is typed is seen */
    HumanConsole console;
} Table;

static const char *ask(void *data, const HumanLine *asked)
{
    Table *t = data;
    fputs(asked->prompt, stdout);
    fflush(stdout);
    if (getline(&t->line, &t->room, stdin) < 0) {
        putchar('\n');
        return NULL;
    }
    t->line[strcspn(t->line, "\r\n")] = '\0';
    if (asked->covered && t->shown)
        fputs("\033[A\r\033[K..\n", stdout);
    else if (!t->shown)
        puts(asked->covered ? ".." : t->line);
    return t->line;
}

static void say(void *data, const char *text)
{
    (void)data;
    fputs(text, stdout);
    fflush(stdout);
}

static ludc_agent *open_agent(void *data, unsigned agent, ludc_error *error)
{
    Table *t = data;
    ludc_agent *made = agent == PERSON ? human_new(&t->console, "human") : ludc_agent_search(t->spec, error);
    ludc_features *set = made && agent != PERSON ? ludc_game_features() : NULL;
    if (set)
        ludc_agent_set_features(made, set);
    ludc_features_free(set);
    return made;
}

static bool fail(ludc_error *error, const char *file, const char *what)
{
    *error = (ludc_error){.status = LUDC_IO};
    snprintf(error->message, sizeof error->message, "%.400s: %s", file, what);
    return false;
}

/* A step a line. */
static bool save(void *data, const char *file, const PlayGame *game, ludc_error *error)
{
    (void)data;
    FILE *out = fopen(file, "w");
    bool good = out != NULL;
    for (size_t i = 0; good && i < game->n; i++)
        good = fprintf(out, "%s\n", game->steps->step[i]) > 0;
    good = out && fclose(out) == 0 && good;
    return good || fail(error, file, "cannot write it");
}

static bool load(void *data, const char *file, PlaySteps *steps, uint64_t *seed, ludc_error *error)
{
    (void)data;
    (void)seed;
    FILE *in = fopen(file, "r");
    return in ? play_steps_read(steps, in, file, error) : fail(error, file, "cannot read it");
}

static bool first_steps(const Settings *set, PlaySteps *steps, ludc_error *error)
{
    bool good = true;
    for (int i = 0; good && i + 1 < set->words; i++)
        if (!strcmp(set->word[i], "--load"))
            good = load(NULL, set->word[i + 1], steps, NULL, error);
    for (int i = 0; good && i + 1 < set->words; i++)
        if (!strcmp(set->word[i], "--moves"))
            good = play_steps_add(steps, set->word[++i]);
    return good;
}

static bool wants_colour(void)
{
    const char *never = getenv("NO_COLOR"), *kind = getenv("TERM");
    return isatty(STDOUT_FILENO) && !(never && *never) && kind && strcmp(kind, "dumb") != 0;
}

static int play(const Settings *set)
{
    char short_name[32];
    const char *const name[AGENTS] = {"human", short_name};
    static const bool person[AGENTS] = {true, false};
    size_t n = ludc_search_spec(&set->agent, NULL, 0);
    Table t = {.spec = malloc(n + 1), .shown = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)};
    PlaySteps steps = {0};
    ludc_error error = {.status = LUDC_IO, .message = "there is too little memory"};
    if (!t.spec)
        return no_room();
    ludc_search_spec(&set->agent, t.spec, n + 1);
    snprintf(short_name, sizeof short_name, "%.*s", (int)strcspn(t.spec, ":"), t.spec);
    t.console = (HumanConsole){.ask = ask, .write = say, .data = &t, .colour = wants_colour(), .adviser = &set->agent, .seed = set->seed};
    PlaySetup setup = {.r = &LUDC_PROGRAM, .console = &t.console, .agents = AGENTS, .name = name, .person = person,
                       .seed = set->seed, .open = open_agent, .save = save, .load = load, .data = &t};
    for (unsigned p = 0; p < LUDC_PROGRAM.players; p++)
        setup.seat[p] = p + 1 == set->player ? PERSON : SEARCH;
    ludc_status status = first_steps(set, &steps, &error) ? play_game(&setup, &steps, &error) : error.status;
    if (status)
        fprintf(stderr, "%s\n", error.message);
    play_steps_free(&steps);
    free(t.line);
    free(t.spec);
    return status == LUDC_WRONG ? WRONG : status ? NO_ROOM : DONE;
}

/* ---- command line --------------------------------------------------------------------- */

static bool number(const char *text, uint64_t least, uint64_t most, uint64_t *value)
{
    char *end;
    unsigned long long n = strtoull(text, &end, 10);
    *value = n;
    return end != text && *end == '\0' && text[0] != '-' && n >= least && n <= most;
}

static bool option(Settings *set, const char *name, const char *value)
{
    char *end;
    uint64_t threads = 0;
    if (!strcmp(name, "-n"))
        return number(value, 1, UINT64_MAX, &set->agent.n);
    if (!strcmp(name, "--seed"))
        return number(value, 0, UINT64_MAX, &set->seed);
    if (!strcmp(name, "--player"))
        return number(value, 1, LUDC_PROGRAM.players, &set->player);
    if (!strcmp(name, "--tree"))
        return set->has_tree = number(value, 0, UINT64_MAX, &set->tree);
    if (!strcmp(name, "--threads")) {
        bool good = number(value, 1, 256, &threads);
        set->agent.threads = (uint32_t)threads;
        return good;
    }
    if (!strcmp(name, "--temp")) {
        set->temp = strtod(value, &end);
        return FEATURES && end != value && *end == '\0' && set->temp > 0;
    }
    if (!strcmp(name, "-t")) {
        set->agent.t = strtod(value, &end);
        return end != value && *end == '\0' && set->agent.t > 0;
    }
    return !strcmp(name, "--moves") || !strcmp(name, "--load");
}

static bool settings(Settings *set)
{
    for (int i = 0; i < set->words; i++) {
        const char *word = set->word[i];
        bool json = !strcmp(word, "--json"), phi = !strcmp(word, "--phi"), text = !strcmp(word, "--text"), utf8 = !strcmp(word, "--utf8");
        set->json |= json;
        set->phi |= phi;
        set->text |= text;
        set->utf8 |= utf8;
        if (json || phi || text || utf8)
            continue;
        if (++i == set->words || !option(set, word, set->word[i]))
            return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    Settings set = {.agent = ludc_agent_options, .seed = 1, .player = 1, .temp = 1, .word = argv + 2, .words = argc - 2};
    if (argc > 1 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")))
        return help(stdout, argv[0]);
    bool searches = argc > 1 && !strcmp(argv[1], "search"), plays = argc > 1 && !strcmp(argv[1], "play");
    bool draws = argc > 1 && !strcmp(argv[1], "draw");
    bool playouts = FEATURES && argc > 1 && !strcmp(argv[1], "playout");
    if (!(searches || plays || draws || playouts) || !settings(&set) || (!draws && (set.text || set.utf8)) || (set.utf8 && !set.text))
        return help(stderr, argv[0]);
    if (!playouts && !set.agent.n && !(set.agent.t > 0))
        set.agent.t = 1;
    int code = playouts ? playout(&set) : searches ? search(&set) : draws ? draw(&set) : play(&set);
    return fflush(stdout) == 0 && !ferror(stdout) ? code : NO_ROOM;
}
