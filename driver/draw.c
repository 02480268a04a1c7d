/* draw.c - ludc draw: a position, or a whole game as a film, as SVG, PNG or in characters. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/command.h"
#include "base/memory.h"
#include "driver/board_text.h"
#include "driver/features/features_draw.h"
#include "driver/first_steps.h"
#include "driver/play/terminal.h"
#include "driver/png.h"
#include "frontend/lud/board/board.h"
#include "frontend/lud/elab/term.h"
#include "ir/offer/offer.h"
#include "runtime/include/ludc.h"
#include "runtime/include/ludc_draw.h"

typedef enum { FORM_SVG, FORM_PNG, FORM_TEXT } Form;

enum { MOST_PIXELS = 16000, LEAST_PIXELS = 16 };

static bool has_suffix(const char *path, const char *suffix)
{
    size_t n = path ? strlen(path) : 0, m = strlen(suffix);
    return n > m && !strcmp(path + n - m, suffix);
}

/* ---- the board alone ------------------------------------------------------------------ */

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

static int draw_board(Job *job, Out *out)
{
    const Board *board = read_board(job);
    if (!board)
        return job_report(job);
    board_draw(board, out);
    return EXIT_DONE;
}

/* ---- a position ------------------------------------------------------------------------- */

static int nothing_to_draw(void)
{
    fputs("ludc: this game offers nothing to draw a position from\n", stderr);
    return EXIT_UNSUPPORTED;
}

static int draw_svg(const ludc_reasoner *r, const void *state, const ludc_draw_options *options, Out *out)
{
    size_t n = ludc_draw_svg(r, state, options, NULL, 0);
    char *text = n ? malloc(n + 1) : NULL;
    if (n && !text)
        memory_out();
    if (!n)
        return nothing_to_draw();
    ludc_draw_svg(r, state, options, text, n + 1);
    out_puts(out, text);
    free(text);
    return EXIT_DONE;
}

static int draw_png(const Out *svg, Out *out)
{
    Out why = {0};
    bool good = png_of_svg(svg, out, &why);
    if (!good)
        say("ludc: %s", why.text);
    out_free(&why);
    return good ? EXIT_DONE : EXIT_IO;
}

static int draw_state(const ludc_reasoner *r, const void *state, const ludc_draw_options *options, Form form, Out *out)
{
    if (form == FORM_TEXT)
        return board_text(r, state, options, "", out) ? EXIT_DONE : nothing_to_draw();
    if (form == FORM_SVG)
        return draw_svg(r, state, options, out);
    Out svg = {0};
    int code = draw_svg(r, state, options, &svg);
    if (!code)
        code = draw_png(&svg, out);
    out_free(&svg);
    return code;
}

/* ---- steps that were made ------------------------------------------------------------------ */

/* Says in `options` which move leads on from the state. */
static void mark(const ludc_reasoner *r, const void *state, const char *step, ludc_draw_options *options)
{
    ludc_move moves[16];
    char *text = strdup(step);
    if (!text)
        memory_out();
    text[strcspn(text, "~")] = '\0';
    options->marks = 0;
    if (!ludc_joint(r) && r->players <= 16 && ludc_step_parse(r, state, text, moves, NULL) == LUDC_OK)
        ludc_draw_mark(options, r, state, moves[ludc_mover(r, state) - 1]);
    free(text);
}

/* The start position, or the one after the steps. */
static int draw_position(Job *job, const PlaySteps *steps, ludc_draw_options *options, Form form, Out *out)
{
    const ludc_reasoner *r = job->player.reasoner;
    void *state = calloc(1, ludc_state_size(r));
    int code = EXIT_DONE;
    if (!state)
        memory_out();
    ludc_init(r, state);
    for (size_t i = 0; !code && i < steps->n; i++) {
        mark(r, state, steps->step[i], options);
        code = first_steps_make(job, steps, i, state);
    }
    if (!code)
        code = draw_state(r, state, options, form, out);
    if (!code)
        code = job_fault(job);
    free(state);
    return code;
}

/* A frame for the start and for each step. */
static int add_frames(Job *job, const PlaySteps *steps, void *state, ludc_draw_options *options, ludc_film *film)
{
    const ludc_reasoner *r = job->player.reasoner;
    int code = EXIT_DONE;
    for (size_t i = 0; !code && i <= steps->n; i++) {
        ludc_status status = ludc_film_add(film, state, options);
        if (status == LUDC_IO)
            memory_out();
        code = status ? nothing_to_draw() : EXIT_DONE;
        if (!code && i < steps->n) {
            mark(r, state, steps->step[i], options);
            code = first_steps_make(job, steps, i, state);
        }
    }
    return code;
}

static int draw_film(Job *job, const PlaySteps *steps, ludc_draw_options *options, Out *out)
{
    const ludc_reasoner *r = job->player.reasoner;
    void *state = calloc(1, ludc_state_size(r));
    ludc_film *film = ludc_film_new(r, options, job->options->has_pace ? job->options->pace : 1);
    if (!state || !film)
        memory_out();
    ludc_init(r, state);
    int code = add_frames(job, steps, state, options, film);
    size_t n = code ? 0 : ludc_film_svg(film, NULL, 0);
    char *text = n ? malloc(n + 1) : NULL;
    if (!code && !text)
        memory_out();
    if (!code) {
        ludc_film_svg(film, text, n + 1);
        out_puts(out, text);
        code = job_fault(job);
    }
    free(text);
    ludc_film_free(film);
    free(state);
    return code;
}

/* The reasoner of the job is there. */
static int draw_played(Job *job, ludc_draw_options *options, Form form, Out *out)
{
    PlaySteps steps = {0};
    int code = first_steps(job, &steps);
    if (!code)
        code = job->options->film ? draw_film(job, &steps, options, out) : draw_position(job, &steps, options, form, out);
    play_steps_free(&steps);
    return code;
}

static int draw_game(Job *job, ludc_draw_options *options, Form form, Out *out)
{
    int code = job_play(job);
    return code ? code : draw_played(job, options, form, out);
}

/* A game that was built already: a shared object. */
static int draw_object(const Options *o, ludc_draw_options *options, Form form, Out *out)
{
    ludc_error error = {0};
    if (o->option.n || o->ruleset || o->backend || o->sandbox || o->board || o->passes.n || o->checked)
        return usage_error(o, "%s is built already: it is drawn as it is, without options of compiling", o->arg.at[0]);
    ludc_game *game = ludc_load(o->arg.at[0], &error);
    if (!game) {
        say("ludc: %s", error.message);
        return error.status == LUDC_IO ? EXIT_IO : EXIT_WRONG;
    }
    Job job = {.options = o};
    job.player.reasoner = ludc_game_reasoner(game);
    int code = draw_played(&job, options, form, out);
    ludc_free(game);
    return code;
}

/* ---- the command ---------------------------------------------------------------------------- */

/* 0: it is good. */
static int theme_of(const Options *o, ludc_draw_options *options)
{
    Out names = {0};
    const char *name;
    for (unsigned i = 0; o->theme && (name = ludc_draw_theme(i)); i++) {
        out_printf(&names, "%s%s", i ? ", " : "", name);
        if (!strcmp(name, o->theme)) {
            options->theme = i;
            out_free(&names);
            return EXIT_DONE;
        }
    }
    int code = o->theme ? usage_error(o, "there is no theme `%s`; there are %s", o->theme, names.text) : EXIT_DONE;
    out_free(&names);
    return code;
}

static int check(const Options *o, Form *form, ludc_draw_options *options)
{
    *form = o->text ? FORM_TEXT : has_suffix(o->output, ".png") ? FORM_PNG : FORM_SVG;
    if (o->arg.n != 1)
        return usage_error(o, "one GAME, please");
    if (o->text && (has_suffix(o->output, ".png") || has_suffix(o->output, ".svg")))
        return usage_error(o, "--text is no picture: not into %s", o->output);
    if (*form == FORM_TEXT && (o->theme || o->has_size))
        return usage_error(o, "--%s is for pictures, not for --text", o->theme ? "theme" : "size");
    if (o->has_ply && !o->replay)
        return usage_error(o, "--ply is a place in the game of --replay FILE, which is missing");
    if (o->has_size && (o->size < LEAST_PIXELS || o->size > MOST_PIXELS))
        return usage_error(o, "--size is a width from %d to %d pixels", LEAST_PIXELS, MOST_PIXELS);
    if (o->film && *form != FORM_SVG)
        return usage_error(o, "--film is an SVG that moves: neither a PNG nor --text");
    if (o->has_pace && (!o->film || !(o->pace > 0)))
        return usage_error(o, o->film ? "--pace is a time above 0" : "--pace is for --film, which is missing");
    if (o->board && (o->film || o->text || o->replay || o->moves.n || o->theme || o->has_size || *form == FORM_PNG))
        return usage_error(o, "--board draws the numbers of the sites alone, as SVG: no other option of drawing goes with it");
    if (o->utf8 && *form != FORM_TEXT)
        return usage_error(o, "--utf8 is for --text, which is missing");
    if ((o->feature || o->set) && (*form != FORM_SVG || o->film || o->board || o->replay || o->moves.n || (o->feature && o->set)))
        return usage_error(o, "--feature draws one feature as SVG, --set a page of many: no position goes with them");
    options->utf8 = o->utf8;
    options->width = (unsigned)o->size;
    options->colour = o->text && !o->output && terminal_colour(stdout);
    return theme_of(o, options);
}

int cmd_draw(const Options *options)
{
    Form form;
    ludc_draw_options drawing = {.size = sizeof drawing};
    int code = check(options, &form, &drawing);
    if (code)
        return code;
    Job job;
    Out out = {0};
    if (has_suffix(options->arg.at[0], ".so")) {
        code = draw_object(options, &drawing, form, &out);
        if (!code)
            code = write_out(&out, options->output, 0644);
        out_free(&out);
        return code;
    }
    code = job_begin(&job, options, options->arg.at[0], KEEP_ALL);
    job.compile.offers = IR_OFFER_GEOMETRY | IR_OFFER_PLANES;
    if (!code)
        code = options->board                    ? draw_board(&job, &out)
               : options->feature || options->set ? features_draw(&job, &drawing, &out)
                                                  : draw_game(&job, &drawing, form, &out);
    if (!code)
        code = write_out(&out, options->output, 0644);
    out_free(&out);
    job_end(&job);
    return code;
}
