/* turns.c - games of two roles in turn: whose ply it is, and plies as words. */
#include "runtime/agent/turns.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "runtime/random.h"
#include "runtime/reading.h"
#include "runtime/writer.h"

/* How many random games, and plies of each, tell what a joint game is like (ours). */
enum { GAMES = 20, PLIES = 200, WORD = 4096 };

static size_t count(const LudcTurns *t, const void *state, unsigned role) { return ludc_moves_of(t->r, state, role, NULL); }

/* A move of a role; NULL `rng`: the first.  LUDC_NO_MOVE: it has none, or memory is out. */
static ludc_move move_of(const LudcTurns *t, const void *state, unsigned role, uint64_t *rng)
{
    size_t n = count(t, state, role);
    ludc_move *list = n ? malloc(n * sizeof *list) : NULL, move = LUDC_NO_MOVE;
    if (list) {
        ludc_moves_of(t->r, state, role, list);
        move = list[rng ? ludc_next_word(rng) % n : 0];
    }
    free(list);
    return move;
}

static void learn_idle(LudcTurns *t, const void *state, unsigned mover)
{
    ludc_move *idle = &t->idle[2 - mover];
    if (*idle == LUDC_NO_MOVE)
        *idle = move_of(t, state, 3 - mover, NULL);
}

/* A random game; false: both roles have a choice in it. */
static bool try_game(LudcTurns *t, void *state, uint64_t *rng)
{
    ludc_init(t->r, state);
    for (int ply = 0; ply < PLIES && !ludc_over(t->r, state); ply++) {
        bool first = count(t, state, 1) > 1, second = count(t, state, 2) > 1;
        if (first && second)
            return false;
        if (first || second)
            learn_idle(t, state, first ? 1 : 2);
        const ludc_move step[2] = {move_of(t, state, 1, rng), move_of(t, state, 2, rng)};
        if (ludc_apply_joint(t->r, state, step, NULL))
            return true;
    }
    return true;
}

bool ludc_turns_begin(LudcTurns *t, const ludc_reasoner *r)
{
    *t = (LudcTurns){r, {LUDC_NO_MOVE, LUDC_NO_MOVE}};
    if (ludc_players(r) != 2)
        return false;
    if (!ludc_joint(r))
        return true;
    void *state = aligned_alloc(64, (ludc_state_size(r) + 63) / 64 * 64);
    uint64_t rng = 1;
    bool turns = state != NULL;
    for (int i = 0; i < GAMES && turns; i++)
        turns = try_game(t, state, &rng);
    free(state);
    return turns;
}

unsigned ludc_turns_mover(const LudcTurns *t, const void *state)
{
    if (ludc_over(t->r, state))
        return 0;
    if (!ludc_joint(t->r))
        return ludc_mover(t->r, state);
    bool first = count(t, state, 1) > 1, second = count(t, state, 2) > 1;
    if (first || second)
        return first && second ? 0 : first ? 1 : 2;
    return move_of(t, state, 1, NULL) == t->idle[0] && move_of(t, state, 2, NULL) != t->idle[1] ? 2 : 1;
}

bool ludc_turns_step(const LudcTurns *t, const void *state, unsigned mover, ludc_move move, ludc_move *step)
{
    step[0] = step[1] = 0;
    if (mover < 1 || mover > 2)
        return false;
    step[mover - 1] = move;
    if (!ludc_joint(t->r))
        return true;
    step[2 - mover] = move_of(t, state, 3 - mover, NULL);
    return count(t, state, 3 - mover) == 1 && step[2 - mover] != LUDC_NO_MOVE;
}

/* ---- words -------------------------------------------------------------------------------- */

size_t ludc_turns_word(const char *term, char *out, size_t size)
{
    Writer w = {out, out ? size : 0, 0};
    bool head = false, gap = false; /* the head of a term was not written to its end; a space came */
    for (; *term; term++) {
        const char one[2] = {*term, 0};
        if (*term == ' ') {
            gap = true;
            continue;
        }
        if (gap && *term != ')' && w.n) {
            put(&w, head ? "(" : ",");
            head = false;
        }
        gap = false;
        if (*term == ')')
            put(&w, head ? "()" : ")");
        else if (*term != '(')
            put(&w, one);
        head = *term == '(' || (head && *term != ')');
    }
    return put_end(&w);
}

/* A move of joint games. */
static size_t joint_word(const LudcTurns *t, ludc_move move, char *out, size_t size)
{
    const char *term = ludc_joint_text(t->r, move);
    if (term && *term && *term != '#')
        return ludc_turns_word(term, out, size);
    return (size_t)snprintf(out, size, "#%u", (unsigned)move);
}

size_t ludc_turns_text(const LudcTurns *t, const void *state, const ludc_move *step, char *out, size_t size)
{
    unsigned mover = ludc_turns_mover(t, state);
    if (!mover)
        return 0;
    if (ludc_joint(t->r))
        return joint_word(t, step[mover - 1], out, size);
    size_t n = ludc_move_text(t->r, state, step[mover - 1], out, size);
    bool word = n && n < size;
    for (size_t i = 0; word && i < n; i++)
        word = out[i] != ' ' && out[i] != '\t' && out[i] != '~';
    return word ? n : (size_t)snprintf(out, size, "#%u", (unsigned)step[mover - 1]);
}

static bool parse_number(const char *word, ludc_move *move)
{
    char *end;
    unsigned long number = *word == '#' && word[1] >= '0' && word[1] <= '9' ? strtoul(word + 1, &end, 10) : ULONG_MAX;
    if (number >= LUDC_NO_MOVE || *end)
        return false;
    *move = (ludc_move)number;
    return true;
}

static bool parse_joint(const LudcTurns *t, const void *state, unsigned mover, const char *word, ludc_move *move)
{
    size_t n = count(t, state, mover), found = 0;
    ludc_move *list = malloc((n + 1) * sizeof *list), number = LUDC_NO_MOVE;
    if (!list)
        return false;
    ludc_moves_of(t->r, state, mover, list);
    bool by_number = parse_number(word, &number);
    for (size_t i = 0; i < n; i++) {
        char text[WORD];
        joint_word(t, list[i], text, sizeof text);
        if (by_number ? list[i] == number : !strcasecmp(text, word)) {
            found += !found || *move != list[i];
            *move = list[i];
            if (!strcmp(text, word)) { /* letter for letter is it */
                found = 1;
                break;
            }
        }
    }
    free(list);
    return found == 1;
}

bool ludc_turns_parse(const LudcTurns *t, const void *state, const char *word, ludc_move *step)
{
    unsigned mover = ludc_turns_mover(t, state);
    ludc_move move = LUDC_NO_MOVE;
    if (!mover)
        return false;
    if (ludc_joint(t->r))
        return parse_joint(t, state, mover, word, &move) && ludc_turns_step(t, state, mover, move, step);
    bool good = ludc_move_parse(t->r, state, word, &move) == LUDC_OK;
    if (!good)
        good = parse_number(word, &move) && move < ludc_move_codes(t->r) && ludc_is_legal(t->r, state, move);
    return good && ludc_turns_step(t, state, mover, move, step);
}
