/* step.c - steps as text: a move of each player in joint games, else the mover's; and playing what
 * a text says. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/game.h"
#include "runtime/lots.h"
#include "runtime/reading.h"
#include "runtime/writer.h"

/* ---- moves of a player ------------------------------------------------------------- */

typedef struct {
    size_t n;
    ludc_move *at;
} MoveList;

static bool list_of(const ludc_reasoner *r, const void *state, unsigned player, MoveList *list)
{
    list->n = ludc_moves_of(r, state, player, NULL);
    list->at = malloc((list->n + 1) * sizeof *list->at);
    if (list->at)
        ludc_moves_of(r, state, player, list->at);
    return list->at != NULL;
}

/* ---- words ------------------------------------------------------------------------------- */

/* The length of the word that the text begins with: up to a space that is in no parentheses. */
static size_t word_length(const char *text)
{
    int depth = 0;
    size_t n = 0;
    for (; text[n] && (depth > 0 || text[n] != ' '); n++)
        depth += text[n] == '(' ? 1 : text[n] == ')' ? -1 : 0;
    return n;
}

static bool is_word(const char *text)
{
    int depth = 0;
    if (!text || !*text || *text == '#' || text[word_length(text)] != '\0')
        return false;
    for (; *text && depth >= 0; text++)
        depth += *text == '(' ? 1 : *text == ')' ? -1 : 0;
    return depth == 0;
}

/* The word of a move that is nobody else's in the list, or NULL. */
static const char *word_of(const ludc_reasoner *r, const MoveList *list, ludc_move move)
{
    const char *word = ludc_joint_text(r, move);
    if (!is_word(word))
        return NULL;
    for (size_t i = 0; i < list->n; i++) {
        const char *other = list->at[i] != move ? ludc_joint_text(r, list->at[i]) : NULL;
        if (other && !strcmp(other, word))
            return NULL;
    }
    return word;
}

/* ---- writing -------------------------------------------------------------------------------- */

static void put_joint_move(Writer *w, const ludc_reasoner *r, const MoveList *list, ludc_move move)
{
    const char *word = word_of(r, list, move);
    if (word)
        put(w, word);
    else
        put_number(w, "#", (long)move);
}

size_t ludc_step_text(const ludc_reasoner *r, const void *state, const ludc_move *moves, char *out, size_t size)
{
    if (!r || !state || !moves)
        return 0;
    if (!r->joint) {
        const unsigned mover = ludc_over(r, state) ? 0 : ludc_mover(r, state);
        return mover ? ludc_move_text(r, state, moves[mover - 1], out, size) : 0;
    }
    Writer w = {out, out ? size : 0, 0};
    for (unsigned p = 1; p <= r->players; p++) {
        MoveList list;
        if (!list_of(r, state, p, &list))
            return 0;
        if (list.n) {
            put(&w, p > 1 ? " " : "");
            put_joint_move(&w, r, &list, moves[p - 1]);
        }
        free(list.at);
        if (!list.n) {
            put_end(&w);
            return 0;
        }
    }
    return put_end(&w);
}

/* ---- saying what is wrong ----------------------------------------------------------------------- */

/* "what; legal: a, b, c and 12 more" */
static ludc_status refuse(const ludc_reasoner *r, const void *state, const MoveList *list, ludc_error *error,
                          const char *what)
{
    enum { ROOM = 120 }; /* for the last move named, and how many are left */
    if (!error)
        return LUDC_WRONG;
    ludc_error_set(error, LUDC_WRONG, "", "");
    Writer w = {error->message, sizeof error->message, 0};
    put(&w, what);
    size_t i = 0;
    for (; i < list->n && w.n + ROOM < w.size; i++) {
        char text[ROOM] = "";
        bool again = false;
        for (size_t k = 0; k < i && !again; k++)
            again = list->at[k] == list->at[i];
        if (again)
            continue;
        Writer one = {text, sizeof text, 0};
        if (r->joint)
            put_joint_move(&one, r, list, list->at[i]);
        else
            one.n = ludc_move_text(r, state, list->at[i], text, sizeof text);
        put_end(&one);
        put(&w, i ? ", " : "; legal: ");
        put(&w, text);
        put(&w, one.n < sizeof text ? "" : "..");
    }
    if (i < list->n) {
        put_number(&w, " and ", (long)(list->n - i));
        put(&w, " more");
    }
    put_end(&w);
    return LUDC_WRONG;
}

static ludc_status say(ludc_error *error, ludc_status status, const char *what)
{
    ludc_error_set(error, status, "", what);
    return status;
}

/* ---- reading --------------------------------------------------------------------------------------- */

/* The move that the word means, or NULL. */
static const ludc_move *find(const ludc_reasoner *r, const MoveList *list, const char *word, size_t length)
{
    for (size_t i = 0; i < list->n; i++) {
        char number[16];
        const char *name = word_of(r, list, list->at[i]);
        snprintf(number, sizeof number, "#%lu", (unsigned long)list->at[i]);
        name = name ? name : number;
        if (strlen(name) == length && !strncmp(name, word, length))
            return &list->at[i];
    }
    return NULL;
}

static ludc_status parse_word(const ludc_reasoner *r, const void *state, unsigned player, const char *word, size_t length,
                              ludc_move *move, ludc_error *error)
{
    MoveList list;
    if (!list_of(r, state, player, &list))
        return say(error, LUDC_IO, "out of memory");
    const ludc_move *found = find(r, &list, word, length);
    ludc_status status = LUDC_OK;
    char what[200];
    if (found) {
        *move = *found;
    } else {
        const int shown = length < 100 ? (int)length : 100;
        if (length)
            snprintf(what, sizeof what, "`%.*s` is not a legal move of player %u here", shown, word, player);
        else
            snprintf(what, sizeof what, "no move of player %u is given; a step has a move of each of %u players", player,
                     (unsigned)r->players);
        status = refuse(r, state, &list, error, what);
    }
    free(list.at);
    return status;
}

static ludc_status parse_joint(const ludc_reasoner *r, const void *state, const char *text, ludc_move *moves, ludc_error *error)
{
    for (unsigned p = 1; p <= r->players; p++) {
        text += strspn(text, " ");
        const size_t length = word_length(text);
        const ludc_status status = parse_word(r, state, p, text, length, &moves[p - 1], error);
        if (status != LUDC_OK)
            return status;
        text += length;
    }
    text += strspn(text, " ");
    if (!*text)
        return LUDC_OK;
    char what[200];
    snprintf(what, sizeof what, "`%.100s` is too much: there are %u players, and a move of each was given", text,
             (unsigned)r->players);
    return say(error, LUDC_WRONG, what);
}

static ludc_status parse_turn(const ludc_reasoner *r, const void *state, const char *text, ludc_move *moves, ludc_error *error)
{
    const unsigned mover = ludc_mover(r, state);
    MoveList list;
    for (unsigned p = 0; p < r->players; p++)
        moves[p] = 0;
    if (mover && ludc_move_parse(r, state, text, &moves[mover - 1]) == LUDC_OK)
        return LUDC_OK;
    if (!list_of(r, state, mover, &list))
        return say(error, LUDC_IO, "out of memory");
    char what[200];
    snprintf(what, sizeof what, "`%.100s` is not a legal move here", text);
    const ludc_status status = refuse(r, state, &list, error, what);
    free(list.at);
    return status;
}

ludc_status ludc_step_parse(const ludc_reasoner *r, const void *state, const char *text, ludc_move *moves, ludc_error *error)
{
    if (!r || !state || !text || !moves)
        return say(error, LUDC_USAGE, "an argument is NULL");
    if (ludc_over(r, state))
        return say(error, LUDC_WRONG, "the game is over: there is no legal move");
    return r->joint ? parse_joint(r, state, text, moves, error) : parse_turn(r, state, text, moves, error);
}

/* ---- playing ------------------------------------------------------------------------------------------ */

static ludc_status play_outcome(const ludc_reasoner *r, void *state, ludc_move move, const char *text, void *undo,
                                ludc_error *error)
{
    LudcLots l;
    if (!ludc_lots_begin(&l, r, state, move))
        return say(error, LUDC_IO, "out of memory");
    char first[40], what[200];
    ludc_lots_text(&l, first, sizeof first);
    const ludc_status status = ludc_lots_parse(&l, text);
    if (status == LUDC_OK) {
        if (undo)
            memcpy(undo, state, r->state_size);
        memcpy(state, l.after, r->state_size);
    } else if (l.n) {
        snprintf(what, sizeof what, "`%.60s` is no outcome of this move; the first is `%s`", text, first);
    } else {
        snprintf(what, sizeof what, "`%.60s` is no outcome of this move: it draws no lots", text);
    }
    ludc_lots_free(&l);
    return status == LUDC_OK ? status : say(error, status, what);
}

ludc_status ludc_step_play(const ludc_reasoner *r, void *state, const char *text, void *undo, ludc_error *error)
{
    enum { MOST_PLAYERS = 16 };
    ludc_move moves[MOST_PLAYERS];
    const char *tilde = text && r && !r->joint ? strrchr(text, '~') : NULL;
    ludc_status status = ludc_step_parse(r, state, text, moves, error);
    if (status == LUDC_OK)
        return ludc_apply_joint(r, state, moves, undo);
    if (status != LUDC_WRONG || !tilde)
        return status;
    const size_t length = (size_t)(tilde - text);
    char *move = malloc(length + 1);
    if (!move)
        return say(error, LUDC_IO, "out of memory");
    memcpy(move, text, length);
    move[length] = '\0';
    status = ludc_step_parse(r, state, move, moves, error);
    free(move);
    if (status != LUDC_OK)
        return status;
    return play_outcome(r, state, moves[ludc_mover(r, state) - 1], tilde + 1, undo, error);
}
