/* gdl.c - the stages of a rule sheet, for `build --emit` and `check`:
 * parse, program, ground, net. */
#include "driver/build/gdl.h"

#include <string.h>

#include "driver/mend/mend.h"

#include "frontend/gdl/net/net.h"
#include "frontend/gdl/program/program.h"

static bool needs_net(const GdlProgram *program)
{
    for (size_t i = 0; i < program->relation.n; i++)
        if (program->relation.at[i].fragile && program->relation.at[i].needed)
            return true;
    return false;
}

/* How far a sheet is read; SHEET_CHECKED: to a net only where its negations need one. */
typedef enum { SHEET_AST, SHEET_PROGRAM, SHEET_CHECKED, SHEET_NET } SheetDepth;

typedef struct {
    Job *job;
    SheetDepth depth;
    const Ast *ast;
    const GdlProgram *program;
    GdlNet *net;
} Sheet;

static void read_sheet(void *data)
{
    Sheet *s = data;
    Session *session = s->job->session;
    s->ast = gdl_parse(session, s->job->source);
    s->program = s->ast && s->depth > SHEET_AST ? gdl_program(session, s->ast) : NULL;
    if (s->program && (s->depth == SHEET_NET || (s->depth == SHEET_CHECKED && needs_net(s->program))))
        s->net = gdl_make_net(session, s->program);
}

/* What could not be read is NULL, and filed. */
static Sheet sheet_of(Job *job, SheetDepth depth)
{
    Sheet s = {.job = job, .depth = depth};
    return within_limits(job->session, job->source, "reading this", read_sheet, &s) ? s : (Sheet){0};
}

int gdl_check(Job *job)
{
    const Sheet s = sheet_of(job, job->options->remarks ? SHEET_NET : SHEET_CHECKED);
    gdl_net_free(s.net);
    mend_text(job->session, job->source, &job->compile.lud);
    return job_report(job);
}

int gdl_stage(Job *job, const char *stage, Out *out)
{
    bool ast = !strcmp(stage, "ast"), datalog = !strcmp(stage, "datalog"), dot = !strcmp(stage, "dot");
    if (!ast && !datalog && !dot && strcmp(stage, "blif") != 0)
        return usage_error(job->options, "--emit for GDL is one of ast, datalog, dot, blif, bits, ir, c");
    const Sheet s = sheet_of(job, ast ? SHEET_AST : datalog ? SHEET_PROGRAM : SHEET_NET);
    if (s.ast && ast)
        gdl_print_ast(s.ast, out);
    else if (s.program && datalog)
        gdl_print_program(s.program, out);
    else if (s.net && dot)
        gdl_net_dot(s.net, out);
    else if (s.net)
        gdl_net_blif(s.net, out);
    gdl_net_free(s.net);
    return job_report(job);
}
