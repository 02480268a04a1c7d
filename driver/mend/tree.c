/* tree.c - scans a text into lists, arrays, words and strings. */
#include "driver/mend/tree.h"

#include <string.h>

typedef struct {
    Arena *arena;
    const char *text;
    uint32_t length, at;
    bool sheet;
    uint32_t label; /* where the label before the next node begins; UINT32_MAX: there is none */
} Scan;

static MendNode *node_new(Scan *scan, MendNode *up, MendKind kind)
{
    MendNode *node = ARENA_NEW(scan->arena, MendNode);
    node->kind = kind;
    node->lo = node->hi = scan->at;
    node->begin = scan->label == UINT32_MAX ? scan->at : scan->label;
    scan->label = UINT32_MAX;
    node->up = up;
    node->place = up->n;
    if (up->n == up->cap) {
        const uint32_t cap = up->cap ? 2 * up->cap : 8;
        MendNode **kid = ARENA_ARRAY(scan->arena, MendNode *, cap);
        if (up->n)
            memcpy(kid, up->kid, up->n * sizeof *kid);
        up->kid = kid;
        up->cap = cap;
    }
    up->kid[up->n++] = node;
    return node;
}

static bool blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

/* Is what begins here to be passed over: a blank, a comment, the bracket of a tag around a list? */
static bool skip(Scan *scan)
{
    const char *at = scan->text + scan->at;
    if (blank(*at))
        scan->at++;
    else if (scan->sheet ? *at == ';' : at[0] == '/' && at[1] == '/')
        scan->at += (uint32_t)strcspn(at, "\n");
    else if (!scan->sheet && ((*at == '<' && at[1] && strchr("({", at[1])) || (*at == '>' && scan->at && strchr(")}", at[-1]))))
        scan->at++;
    else
        return false;
    return true;
}

static void word(Scan *scan, MendNode *up)
{
    const char *at = scan->text + scan->at;
    uint32_t n = (uint32_t)strcspn(at, scan->sheet ? " \t\r\n();" : " \t\r\n(){}\"");
    if (!scan->sheet && *at == '<' && strcspn(at, ">") < n)
        n = (uint32_t)strcspn(at, ">") + 1;
    const char *colon = scan->sheet ? NULL : memchr(at, ':', n);
    if (!n)
        n = 1;
    if (colon && *at != '<' && colon > at && scan->label == UINT32_MAX) {
        scan->label = scan->at;
        scan->at += (uint32_t)(colon - at) + 1;
        return;
    }
    MendNode *node = node_new(scan, up, MEND_WORD);
    scan->at += n;
    node->hi = scan->at;
    node->text = arena_strndup(scan->arena, at, n);
}

static void string(Scan *scan, MendNode *up)
{
    MendNode *node = node_new(scan, up, MEND_STRING);
    const uint32_t n = 1 + (uint32_t)strcspn(scan->text + scan->at + 1, "\"\n");
    const bool closed = scan->text[scan->at + n] == '"';
    node->text = arena_strndup(scan->arena, scan->text + scan->at + 1, n - 1);
    scan->at += n + closed;
    node->hi = scan->at;
}

MendNode *mend_tree(Arena *arena, const char *text, uint32_t length, bool sheet)
{
    Scan scan = {.arena = arena, .text = text, .length = length, .sheet = sheet, .label = UINT32_MAX};
    MendNode *root = ARENA_NEW(arena, MendNode);
    root->hi = length;
    MendNode *open = root;
    while (scan.at < length) {
        const char c = text[scan.at];
        if (skip(&scan))
            continue;
        if (c == '(' || (c == '{' && !sheet)) {
            open = node_new(&scan, open, c == '(' ? MEND_LIST : MEND_ARRAY);
            scan.at++;
        } else if (c == ')' || (c == '}' && !sheet)) {
            scan.at++;
            scan.label = UINT32_MAX;
            open->hi = scan.at;
            open = open->up ? open->up : open;
        } else if (c == '"' && !sheet) {
            string(&scan, open);
        } else {
            word(&scan, open);
        }
    }
    for (; open->up; open = open->up) {
        open->hi = length;
        open->open = true;
    }
    root->hi = length;
    return root;
}

MendNode *mend_node_at(MendNode *root, uint32_t at)
{
    for (uint32_t i = 0; i < root->n; i++)
        if (root->kid[i]->begin <= at && at < root->kid[i]->hi)
            return at < root->kid[i]->lo ? root->kid[i] : mend_node_at(root->kid[i], at);
    return root;
}

const char *mend_head_of(const MendNode *node)
{
    return node->kind == MEND_LIST && node->n && node->up && node->kid[0]->kind == MEND_WORD ? node->kid[0]->text : "";
}
