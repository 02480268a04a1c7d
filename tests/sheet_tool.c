/* sheet_tool.c - what a rule sheet's reasoner says of positions, as bits.
 *
 *   sheet_tool SHEET BACKEND [WITHOUT]
 *
 * WITHOUT is a pass to be left out.  The first line is a JSON object with the planes and their
 * members.  Then joint moves are read from standard input, one a line, texts parted by tabs; `start` goes
 * back.  Each line is answered by a JSON object: the numbers of the members of each plane, by set,
 * and what holds by the views. */
#include "tests/player.h"

static void print_string(const char *text)
{
    putchar('"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            putchar('\\');
        putchar(*text);
    }
    putchar('"');
}

static void print_planes(const ludc_reasoner *r)
{
    printf("{\"planes\":[");
    for (uint32_t i = 0; i < r->nplane; i++) {
        const ludc_plane_item *plane = &r->plane[i];
        const ludc_space *space = &r->space[plane->space];
        printf("%s{\"set\":%u,\"name\":\"%s\",\"owner\":%u,\"members\":[", i ? "," : "", plane->set, plane->name, plane->owner);
        for (uint32_t k = 0; k < plane->size; k++) {
            fputs(k ? "," : "", stdout);
            print_string(space->label && space->label[k] ? space->label[k] : "");
        }
        printf("]}");
    }
    printf("]}\n");
    fflush(stdout);
}

static const ludc_space *find_space(const ludc_reasoner *r, const char *name)
{
    for (uint32_t i = 0; i < r->nspace; i++)
        if (!strcmp(r->space[i].name, name))
            return &r->space[i];
    return NULL;
}

/* The members of each plane of a set, as numbers. */
static void print_bits(const ludc_reasoner *r, const void *state, uint32_t set)
{
    uint64_t *word = calloc(r->words[set] + 1, sizeof *word);
    word[r->words[set]] = 0x5a5a;
    if (r->observe)
        r->observe(r, state, set, 0, word);
    printf("[");
    const char *comma = "";
    for (uint32_t i = 0; i < r->nplane; i++) {
        if (r->plane[i].set != set)
            continue;
        printf("%s[", comma);
        comma = "";
        for (uint32_t k = 0; k < (r->plane[i].size + 63) / 64 * 64; k++)
            if (word[r->plane[i].word + k / 64] >> k % 64 & 1) {
                printf("%s%u", comma, k);
                comma = ",";
            }
        printf("]");
        comma = ",";
    }
    printf("]");
    if (word[r->words[set]] != 0x5a5a)
        abort();
    free(word);
}

/* The members of a view that is a set, as texts. */
static void print_view(const ludc_reasoner *r, const void *state, const char *name, const ludc_space *space)
{
    const char *comma = "";
    printf("[");
    for (uint32_t v = 0; v < r->nview; v++)
        for (uint32_t i = 0; !strcmp(r->view_item[v].name, name) && i < space->size; i++)
            if (r->view(r, state, v, i)) {
                fputs(comma, stdout);
                print_string(space->label[i]);
                comma = ",";
            }
    printf("]");
}

static void print_legal(const ludc_reasoner *r, const void *state)
{
    printf("[");
    uint32_t base = 0;
    for (uint32_t p = 1; p <= r->players; p++) {
        char name[24];
        snprintf(name, sizeof name, "move %u", (unsigned)p);
        const ludc_space *space = find_space(r, name);
        uint32_t *list = malloc(sizeof *list * (space->size + 1)), n = r->moves_of(r, state, p, list);
        printf("%s[", p > 1 ? "," : "");
        for (uint32_t i = 0; i < n; i++) {
            fputs(i ? "," : "", stdout);
            print_string(space->label[list[i] - base]);
        }
        printf("]");
        base += space->size;
        free(list);
    }
    printf("]");
}

static void show(const ludc_reasoner *r, const void *state)
{
    printf("{\"bits\":");
    print_bits(r, state, LUDC_PLANES_STATE);
    printf(",\"nodes\":");
    print_bits(r, state, LUDC_PLANES_NODES);
    printf(",\"facts\":");
    print_view(r, state, "fact", find_space(r, "fact"));
    printf(",\"goals\":");
    print_view(r, state, "goals", find_space(r, "goal"));
    printf(",\"terminal\":%s,\"legal\":", r->over(r, state) ? "true" : "false");
    print_legal(r, state);
    printf("}\n");
    fflush(stdout);
}

static bool find_move(const ludc_reasoner *r, uint32_t role, const char *text, uint32_t *move)
{
    *move = 0;
    for (uint32_t p = 1; p <= role; p++) {
        char name[24];
        snprintf(name, sizeof name, "move %u", (unsigned)p);
        const ludc_space *space = find_space(r, name);
        for (uint32_t i = 0; p == role && i < space->size; i++)
            if (!strcmp(space->label[i], text)) {
                *move += i;
                return true;
            }
        *move += space->size;
    }
    return false;
}

static bool play_line(const ludc_reasoner *r, void *state, char *line)
{
    uint32_t move[16], role = 0;
    for (char *word = strtok(line, "\t\n"); word; word = strtok(NULL, "\t\n"), role++)
        if (role >= r->players || !find_move(r, role + 1, word, &move[role]))
            return false;
    if (role != r->players)
        return false;
    r->apply_joint(r, state, move);
    return true;
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    TestPlayer p = {0};
    int code = test_player(&p, argv[1], argv[2], argc > 3 ? argv[3] : NULL, NULL);
    if (!code && p.r->joint) {
        void *state = aligned_alloc(16, (p.r->state_size + 15) / 16 * 16);
        char *line = NULL;
        size_t cap = 0;
        print_planes(p.r);
        p.r->init(p.r, state);
        while (getline(&line, &cap, stdin) > 0) {
            if (!strncmp(line, "start", 5))
                p.r->init(p.r, state);
            else if (!play_line(p.r, state, line))
                printf("{\"error\":\"no such joint move\"}\n");
            show(p.r, state);
        }
        free(line);
        free(state);
    }
    test_player_end(&p);
    return code;
}
