/* draw.c - ludc draw: the board of a game, empty or with pieces. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/command.h"
#include "base/escape.h"
#include "driver/board_text.h"
#include "driver/play/terminal.h"
#include "driver/record/trace.h"
#include "frontend/lud/board/board.h"
#include "frontend/lud/elab/term.h"
#include "ir/offer/offer.h"
#include "runtime/include/ludc.h"

/* The first (board ..) below a term. */
static const Term *find_board(const Term *term)
{
    if (!term || term_is(term, LUD_board))
        return term;
    for (uint32_t i = 0; i < term->n; i++) {
        const Term *found = find_board(term->slot[i]);
        if (found)
            return found;
    }
    return NULL;
}

/* The board of a description; NULL with diagnostics. */
static const Board *read_board(Job *job)
{
    if (source_language(job->source) != LANG_LUD) {
        session_unsupported(job->session, (Span){0, 0}, "only descriptions in Ludii's language have a board to draw");
        return NULL;
    }
    const LudFile *file = lud_read(job->session, job->source, &job->compile.lud);
    const Term *game = file && file->game ? lud_elaborate(job->session, file->game) : NULL;
    const Term *board = find_board(game);
    if (board)
        return board_of_term(job->session, board);
    if (game)
        session_unsupported(job->session, (Span){0, 0}, "a game without a board has no drawing");
    return NULL;
}

/* ---- a position ------------------------------------------------------------------ */

/* What is drawn: places, and the piece at each. */
typedef struct {
    const BoardLayer *layer;
    const ludc_reasoner *r;
    const void *state;
    int what, who; /* views, or -1 */
    double left, right, bottom, top;
} Picture;

static Picture picture(const Board *board, const ludc_reasoner *r, const void *state)
{
    Picture p = {.layer = &board->layer[board->use], .r = r, .state = state};
    p.what = trace_view(r, "what");
    p.who = trace_view(r, "who");
    for (int i = 0; i < p.layer->n; i++) {
        const BoardSite *s = &p.layer->site[i];
        p.left = i && p.left < s->x ? p.left : s->x;
        p.right = i && p.right > s->x ? p.right : s->x;
        p.bottom = i && p.bottom < s->y ? p.bottom : s->y;
        p.top = i && p.top > s->y ? p.top : s->y;
    }
    return p;
}

static int piece_at(const Picture *p, int site)
{
    return p->what < 0 ? 0 : p->r->view(p->r, p->state, (uint32_t)p->what, (uint32_t)site);
}

static int owner_at(const Picture *p, int site)
{
    return p->who < 0 ? piece_at(p, site) : p->r->view(p->r, p->state, (uint32_t)p->who, (uint32_t)site);
}

static const char *piece_name(const Picture *p, int piece)
{
    for (uint32_t i = 0; i < p->r->nspace; i++) {
        const ludc_space *space = &p->r->space[i];
        if (!strcmp(space->name, "piece") && space->label && piece >= 0 && (uint32_t)piece < space->size)
            return space->label[piece];
    }
    return "?";
}

/* The smallest distance between two sites: what one step looks like. */
static double unit(const BoardLayer *layer)
{
    double best = INFINITY;
    for (int i = 0; i < layer->n; i++)
        for (int j = 0; j < layer->site[i].nstep; j++) {
            const BoardSite *a = &layer->site[i], *b = &layer->site[layer->site[i].step[j].to];
            double d = hypot(a->x - b->x, a->y - b->y);
            best = d > 1e-6 && d < best ? d : best;
        }
    return best < INFINITY ? best : 1;
}

static void draw_svg(const Picture *p, Out *out)
{
    static const char *const colour[] = {"#888", "#fff", "#222", "#c33", "#36c", "#383", "#c80", "#828", "#088"};
    double step = unit(p->layer), scale = 40 / step;
    out_printf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" font-family=\"sans-serif\">\n"
                    "<rect width=\"100%%\" height=\"100%%\" fill=\"#e8d8b8\"/>\n",
               (p->right - p->left) * scale + 60, (p->top - p->bottom) * scale + 60);
    for (int i = 0; i < p->layer->n; i++) {
        const BoardSite *s = &p->layer->site[i];
        double x = (s->x - p->left) * scale + 30, y = (p->top - s->y) * scale + 30;
        for (int j = 0; j < s->nstep; j++) {
            const BoardSite *t = &p->layer->site[s->step[j].to];
            if (s->step[j].to > i && s->step[j].relations & 1u << REL_ORTHOGONAL)
                out_printf(out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#a08860\"/>\n", x, y,
                           (t->x - p->left) * scale + 30, (p->top - t->y) * scale + 30);
        }
    }
    for (int i = 0; i < p->layer->n; i++) {
        const BoardSite *s = &p->layer->site[i];
        double x = (s->x - p->left) * scale + 30, y = (p->top - s->y) * scale + 30;
        int piece = piece_at(p, i), owner = owner_at(p, i);
        if (piece)
            out_printf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"15\" fill=\"%s\" stroke=\"#000\"><title>", x, y,
                       colour[owner > 0 && owner < 9 ? owner : 0]);
        else
            out_printf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"#a08860\"><title>", x, y);
        out_markup(out, s->label ? s->label : "");
        if (piece) {
            out_char(out, ' ');
            out_markup(out, piece_name(p, piece));
        }
        out_puts(out, "</title></circle>\n");
    }
    out_puts(out, "</svg>\n");
}

static int draw_text(Job *job, const void *state, Out *out)
{
    ludc_draw_options options = {.size = sizeof options, .colour = !job->options->output && terminal_colour(stdout)};
    if (board_text(job->player.reasoner, state, &options, "", out))
        return EXIT_DONE;
    fputs("ludc: this game offers nothing to draw a position from\n", stderr);
    return EXIT_UNSUPPORTED;
}

/* The start position, or the one after --moves; `board` is for drawings with lines. */
static int draw_position(Job *job, const Board *board, Out *out)
{
    int code = job_play(job);
    if (code)
        return code;
    const ludc_reasoner *r = job->player.reasoner;
    void *state = calloc(1, ludc_state_size(r));
    if (!state)
        abort();
    ludc_init(r, state);
    code = play_moves(job, state);
    if (!code && job->options->text) {
        code = draw_text(job, state, out);
    } else if (!code) {
        Picture p = picture(board, r, state);
        draw_svg(&p, out);
    }
    if (!code)
        code = job_fault(job);
    free(state);
    return code;
}

int cmd_draw(const Options *options)
{
    if (options->arg.n != 1)
        return usage_error(options, "one GAME, please");
    Job job;
    int code = job_begin(&job, options, options->arg.at[0], KEEP_ALL);
    Out out = {0};
    job.compile.offers = options->text ? IR_OFFER_GEOMETRY | IR_OFFER_PLANES : 0;
    if (!code && options->text && !options->board) {
        code = draw_position(&job, NULL, &out);
    } else if (!code) {
        const Board *board = read_board(&job);
        if (!board)
            code = job_report(&job);
        else if (options->board)
            board_draw(board, &out);
        else
            code = draw_position(&job, board, &out);
    }
    if (!code)
        code = write_out(&out, options->output, 0644);
    out_free(&out);
    job_end(&job);
    return code;
}
