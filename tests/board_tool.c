/* board_tool.c - the board of a game on its own, for tests.
 *
 *   board_tool json|svg|term FILE [-d DIR]... [-o OPTION]... [-r RULESET]
 *
 * json: {"use": TYPE, "V": layer, "E": layer, "C": layer} as board_json prints
 * them; svg: the drawing; term: the resolved (board ..).
 * Exit code as ludc's: 0, 1 wrong input, 2 usage, 3 cannot read, 4 unsupported. */
#include <stdio.h>
#include <string.h>

#include "frontend/lud/board/board.h"
#include "frontend/lud/lud.h"
#include "frontend/lud/elab/term.h"

enum { MAX_ARGS = 16 };

static bool is_board(const Term *term)
{
    return term_is(term, LUD_board) || term_is(term, LUD_boardless) ||
           term_is(term, LUD_mancala_board) || term_is(term, LUD_surakarta_board);
}

static const Term *find_board(const Term *term)
{
    if (!term || is_board(term))
        return term;
    for (uint32_t i = 0; i < term->n; i++) {
        const Term *found = find_board(term->slot[i]);
        if (found)
            return found;
    }
    return NULL;
}

static const Ast *find_board_ast(const Ast *ast)
{
    const char *head = ast_head(ast);
    if (head && (!strcmp(head, "board") || !strcmp(head, "boardless") ||
                 !strcmp(head, "mancalaBoard") || !strcmp(head, "surakartaBoard")))
        return ast;
    for (uint32_t i = 0; i < ast->nkid; i++) {
        const Ast *found = find_board_ast(ast->kid[i]);
        if (found)
            return found;
    }
    return NULL;
}

/* Tracks and the values of puzzles do not change the geometry. */
static bool is_geometry(const Ast *ast)
{
    const Ast *first = ast->kind == AST_ARRAY && ast->nkid ? ast->kid[0] : ast;
    const char *head = ast_head(first);
    return !head || (strcmp(head, "track") && strcmp(head, "values"));
}

/* A game of which only the board is of interest, so that the rest of the real
 * one need not be supported. */
static const Ast *game_of_board(Session *session, const Ast *game)
{
    const Ast *board = find_board_ast(game);
    Out text = {0};
    if (!board)
        return NULL;
    out_puts(&text, "(game \"Board\" (players 2) (equipment { (");
    for (uint32_t i = 0; i < board->nkid; i++)
        if (is_geometry(board->kid[i]))
            ast_print(board->kid[i], &text);
    out_puts(&text, ") (piece \"Stone\" Each) }) (rules (play (move Add (to (sites Empty)))) "
                    "(end (if (no Moves Next) (result Mover Win)))))");
    const Source *source = source_add(session->sources, "board", text.text, text.n);
    out_free(&text);
    return lud_parse(session, source);
}

static void print_json(const Board *board, Out *out)
{
    static const char name[SITE_TYPES + 1] = "VEC";
    out_printf(out, "{\"use\":\"%c\"", name[board->use]);
    for (int type = 0; type < SITE_TYPES; type++) {
        out_printf(out, ",\n\"%c\":", name[type]);
        board_json(&board->layer[type], out);
    }
    out_puts(out, "}\n");
}

static bool uses(const Ast *ast, const char *head)
{
    const char *own = ast_head(ast);
    if (own && !strcmp(own, head))
        return true;
    for (uint32_t i = 0; i < ast->nkid; i++)
        if (uses(ast->kid[i], head))
            return true;
    return false;
}

static bool show(Session *session, const char *mode, const Term *term, bool layers,
                 Out *out)
{
    if (!strcmp(mode, "term")) {
        term_print(term, out);
        return true;
    }
    Board *board = board_of_term(session, term);
    if (!board)
        return false;
    for (int type = 0; layers && type < SITE_TYPES; type++)
        board_rows_by_place(session->arena, &board->layer[type]);
    if (!strcmp(mode, "json"))
        print_json(board, out);
    else
        board_draw(board, out);
    return true;
}

static void work(Session *session, const char *mode, const Source *source,
                 const LudOptions *options, Out *out)
{
    const LudFile *file = lud_read(session, source, options);
    const Ast *game = file ? game_of_board(session, file->game) : NULL;
    const Term *term = game ? lud_elaborate(session, game) : NULL;
    const Term *board = find_board(term);
    if (file && !game)
        session_unsupported(session, (Span){0, 0}, "this game has no board");
    if (board)
        show(session, mode, board, uses(file->game, "layer"), out);
}

int main(int argc, char **argv)
{
    const char *option[MAX_ARGS], *def_path[MAX_ARGS];
    LudOptions options = {option, 0, NULL, def_path, 0};
    if (argc < 3 || argc > MAX_ARGS || argc % 2 == 0)
        return 2;
    for (int i = 3; i + 1 < argc; i += 2)
        if (!strcmp(argv[i], "-d"))
            def_path[options.ndef_path++] = argv[i + 1];
        else if (!strcmp(argv[i], "-o"))
            option[options.noption++] = argv[i + 1];
        else if (!strcmp(argv[i], "-r"))
            options.ruleset = argv[i + 1];
        else
            return 2;
    Session *session = session_new();
    Out out = {0}, errors = {0};
    const Source *source = source_read(session->sources, argv[2]);
    if (source)
        work(session, argv[1], source, &options, &out);
    else
        perror(argv[2]);
    int code = source ? diags_exit_code(session->diags) : 3;
    diags_print(session->diags, session->sources, ~0u, 20, &errors);
    if (errors.n)
        fputs(errors.text, stderr);
    if (!code && out.n)
        fputs(out.text, stdout);
    out_free(&out);
    out_free(&errors);
    session_free(session);
    return code;
}
