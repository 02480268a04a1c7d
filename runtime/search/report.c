/* report.c - what a search found as JSON: the same from `ludc search` and from programs that a game
 * and its search make up. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/search/search.h"
#include "runtime/texts.h"
#include "runtime/writer.h"

enum { REPORT_LINE = 200 }; /* steps of the line */

typedef struct {
    Writer w;
    const ludc_search *s;
    const ludc_reasoner *r;
    bool lost; /* memory is out */
} Report;

/* ---- JSON --------------------------------------------------------------------------- */

/* A name, its place before a value; NULL in lists. */
static void json_name(Report *j, const char *before, const char *name)
{
    put(&j->w, before);
    if (name) {
        put(&j->w, "\"");
        put(&j->w, name);
        put(&j->w, "\":");
    }
}

static void json_text(Report *j, const char *text)
{
    char one[8];
    put(&j->w, "\"");
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            snprintf(one, sizeof one, "\\%c", c);
        else if (c < ' ')
            snprintf(one, sizeof one, "\\u%04x", c);
        else
            snprintf(one, sizeof one, "%c", c);
        put(&j->w, one);
    }
    put(&j->w, "\"");
}

static void json_count(Report *j, const char *name, uint64_t value)
{
    char text[24];
    json_name(j, ",", name);
    snprintf(text, sizeof text, "%llu", (unsigned long long)value);
    put(&j->w, text);
}

/* Nine digits, with a point or an exponent, so that it reads as a real number. */
static void json_number(Report *j, double value)
{
    char text[40];
    snprintf(text, sizeof text, "%.9g", value);
    put(&j->w, text);
    if (!strpbrk(text, ".en"))
        put(&j->w, ".0");
}

static void json_real(Report *j, const char *name, double value)
{
    json_name(j, ",", name);
    json_number(j, value);
}

static void json_list(Report *j, const char *name, const double *value)
{
    json_name(j, ",", name);
    for (uint32_t i = 0; i < j->r->players; i++) {
        put(&j->w, i ? "," : "[");
        json_number(j, value[i]);
    }
    put(&j->w, "]");
}

/* A step as --moves takes it; of a game of turns its move. */
static void json_step(Report *j, const void *state, const ludc_move *moves)
{
    const ludc_reasoner *r = j->r;
    char move[256], text[16 * 256];
    Writer w = {.out = text, .size = sizeof text};
    uint32_t first = r->joint ? 1 : r->mover(r, state), last = r->joint ? r->players : first;
    text[0] = '\0';
    for (uint32_t p = first; p <= last; p++) {
        ludc_move_text(r, state, moves[p - 1], move, sizeof move);
        put(&w, p > first ? " " : "");
        put(&w, move);
    }
    text[w.n < sizeof text ? w.n : sizeof text - 1] = '\0';
    json_text(j, text);
}

static void *copy_of(Report *j, const void *state)
{
    void *other = aligned_alloc(64, ((size_t)j->r->state_size + 63) / 64 * 64);
    if (other)
        memcpy(other, state, j->r->state_size);
    j->lost |= !other;
    return other;
}

/* ---- parts ------------------------------------------------------------------------------- */

static void report_line(Report *j)
{
    ludc_move *moves = malloc((size_t)REPORT_LINE * TREE_ROLES * sizeof *moves);
    void *state = copy_of(j, j->s->root);
    json_name(j, ",", "pv");
    put(&j->w, "[");
    j->lost |= !moves;
    size_t n = moves && state ? ludc_search_line(j->s, moves, REPORT_LINE) : 0;
    for (size_t i = 0; i < n; i++) {
        put(&j->w, i ? "," : "");
        json_step(j, state, moves + i * j->r->players);
        ludc_apply_joint(j->r, state, moves + i * j->r->players, NULL);
    }
    put(&j->w, "]");
    free(state);
    free(moves);
}

static void report_move(Report *j, const LudcTexts *texts, const ludc_search_move *m)
{
    char text[256];
    ludc_texts_of(texts, m->move, text, sizeof text);
    json_name(j, "{", "move");
    json_text(j, text);
    json_count(j, "visits", m->visits);
    json_list(j, "value", m->value);
    json_list(j, "low", m->low);
    json_list(j, "high", m->high);
    json_real(j, "share", m->share);
    put(&j->w, "}");
}

static void report_role(Report *j, unsigned player)
{
    size_t n = ludc_search_moves(j->s, player, NULL, 0);
    ludc_search_move *m = calloc(n + 1, sizeof *m);
    ludc_move best;
    char text[256];
    j->lost |= !m;
    json_name(j, "{", "player");
    snprintf(text, sizeof text, "%u", player);
    put(&j->w, text);
    json_name(j, ",", "best");
    if (ludc_search_best((ludc_search *)j->s, player, &best) == LUDC_OK) {
        ludc_move_text(j->r, j->s->root, best, text, sizeof text);
        json_text(j, text);
    } else {
        put(&j->w, "null");
    }
    json_name(j, ",", "moves");
    put(&j->w, "[");
    ludc_search_moves(j->s, player, m, m ? n : 0);
    LudcTexts texts;
    ludc_texts_init(&texts, j->r, j->s->root);
    for (size_t i = 0; m && i < n; i++) {
        put(&j->w, i ? "," : "");
        report_move(j, &texts, &m[i]);
    }
    ludc_texts_free(&texts);
    put(&j->w, "]}");
    free(m);
}

static void report_roles(Report *j)
{
    const ludc_reasoner *r = j->r;
    const void *root = j->s->root;
    bool over = r->over(r, root) != 0;
    unsigned mover = over || r->joint ? 0 : r->mover(r, root);
    const char *before = "";
    json_name(j, ",", "roles");
    put(&j->w, "[");
    for (unsigned p = 1; p <= r->players && !over; p++) {
        if (!r->joint && p != mover)
            continue;
        put(&j->w, before);
        report_role(j, p);
        before = ",";
    }
    put(&j->w, "]");
}

/* The planes that M-MCTS compares: how many bits, and which are set: PLANE, PLANE MEMBER or, where a
 * plane is a player's, PLAYER PLANE MEMBER. */
static void report_phi(Report *j)
{
    const ludc_reasoner *r = j->r;
    const ludc_search_options *o = &j->s->o;
    ludc_set set = o->agent == LUDC_AGENT_MMCTS ? (ludc_set)o->phi : LUDC_SET_STATE;
    uint64_t *word = calloc(ludc_observe_words(r, set) + 1, sizeof *word);
    const char *before = "";
    char text[600];
    ludc_plane_info plane;
    json_name(j, ",", "phi");
    snprintf(text, sizeof text, "{\"bits\":%llu,\"set\":[", (unsigned long long)ludc_observe_bits(r, set));
    put(&j->w, text);
    j->lost |= !word;
    if (word)
        ludc_observe(r, j->s->root, set, 0, word);
    for (size_t i = 0; word && i < ludc_planes(r, set); i++) {
        ludc_plane_at(r, set, i, &plane);
        for (uint32_t k = 0; k < plane.size; k++) {
            char owner[16] = "", member[16] = "";
            if (!(word[plane.word + k / 64] >> k % 64 & 1))
                continue;
            if (plane.owner)
                snprintf(owner, sizeof owner, "%u ", plane.owner);
            snprintf(member, sizeof member, "%u", k);
            bool label = plane.label && plane.label[k];
            snprintf(text, sizeof text, "%s%s%s%s", owner, plane.name, label || plane.size > 1 ? " " : "",
                     label ? plane.label[k] : plane.size > 1 ? member : "");
            put(&j->w, before);
            json_text(j, text);
            before = ",";
        }
    }
    put(&j->w, "]}");
    free(word);
}

static void report_tree(Report *j, const void *state, uint64_t node, uint32_t depth)
{
    size_t n = depth ? ludc_search_children(j->s, node, NULL, 0) : 0;
    char text[1024];
    ludc_search_node *child = calloc(n + 1, sizeof *child);
    void *next = copy_of(j, state);
    put(&j->w, "[");
    j->lost |= !child;
    ludc_search_children(j->s, node, child, child ? n : 0);
    for (size_t i = 0; child && next && i < n; i++) {
        memcpy(next, state, j->r->state_size);
        bool outcome = child[i].kind == LUDC_NODE_OUTCOME;
        ludc_search_node_text(j->s, &child[i], state, text, sizeof text);
        json_name(j, i ? ",{" : "{", outcome ? "outcome" : "move");
        json_text(j, text + outcome);
        if (outcome)
            json_real(j, "chance", child[i].chance);
        json_count(j, "visits", child[i].visits);
        json_list(j, "value", child[i].value);
        json_list(j, "low", child[i].low);
        json_list(j, "high", child[i].high);
        ludc_search_node_play(j->s, &child[i], next);
        if (depth > 1) {
            json_name(j, ",", "children");
            report_tree(j, next, child[i].node, depth - 1);
        }
        put(&j->w, "}");
    }
    put(&j->w, "]");
    free(child);
    free(next);
}

/* ---- all of it ------------------------------------------------------------------------------- */

static void report_words(Report *j, const char *backend)
{
    char agent[2048];
    ludc_search_spec(&j->s->o, agent, sizeof agent);
    json_name(j, "{", "game");
    json_text(j, j->r->name);
    json_name(j, ",", "agent");
    json_text(j, agent);
    json_name(j, ",", "backend");
    json_text(j, backend ? backend : "");
    json_name(j, ",", "plan");
    json_text(j, j->r->plan);
    json_count(j, "seed", j->s->seed);
}

static void report_figures(Report *j)
{
    double value[TREE_ROLES], low[TREE_ROLES], high[TREE_ROLES];
    ludc_search_stats f;
    ludc_search_figures(j->s, &f);
    ludc_search_value(j->s, value, low, high);
    json_count(j, "iterations", f.iterations);
    json_count(j, "playouts", f.playouts);
    json_count(j, "nodes", f.nodes);
    json_count(j, "bytes", f.bytes);
    json_real(j, "bytes_per_node", f.nodes ? (double)f.bytes / (double)f.nodes : 0);
    json_real(j, "seconds", f.seconds);
    json_real(j, "iterations_per_s", f.seconds > 0 ? (double)f.iterations / f.seconds : 0);
    json_real(j, "depth_mean", f.depth_mean);
    json_count(j, "depth_max", f.depth_max);
    json_list(j, "value", value);
    json_list(j, "low", low);
    json_list(j, "high", high);
    json_name(j, ",", "proved");
    put(&j->w, f.proved || j->r->over(j->r, j->s->root) ? "true" : "false");
}

size_t ludc_search_json(const ludc_search *s, const char *backend, unsigned parts, uint32_t depth, char *out, size_t size)
{
    if (!s)
        return 0;
    Report j = {.w = {.out = out, .size = out ? size : 0}, .s = s, .r = s->r};
    const uint64_t rng = s->rng; /* a sampled move draws from it: twice asked, twice the same */
    report_words(&j, backend);
    report_figures(&j);
    report_line(&j);
    report_roles(&j);
    if (parts & LUDC_SEARCH_HIDDEN) {
        json_name(&j, ",", "hidden");
        put(&j.w, "true");
    }
    if (parts & LUDC_SEARCH_PHI)
        report_phi(&j);
    if (parts & LUDC_SEARCH_TREE) {
        json_name(&j, ",", "tree");
        report_tree(&j, s->root, 0, depth);
    }
    put(&j.w, "}");
    ((ludc_search *)s)->rng = rng;
    if (j.w.size)
        out[j.w.n < size ? j.w.n : size - 1] = '\0';
    return j.lost ? 0 : j.w.n;
}
