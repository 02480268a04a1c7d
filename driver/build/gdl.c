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

int gdl_check(Job *job)
{
    const Ast *sheet = gdl_parse(job->session, job->source);
    const GdlProgram *program = sheet ? gdl_program(job->session, sheet) : NULL;
    if (program && (job->options->remarks || needs_net(program)))
        gdl_net_free(gdl_make_net(job->session, program));
    mend_text(job->session, job->source, &job->compile.lud);
    return job_report(job);
}

int gdl_stage(Job *job, const char *stage, Out *out)
{
    bool ast = !strcmp(stage, "ast"), datalog = !strcmp(stage, "datalog"), dot = !strcmp(stage, "dot");
    if (!ast && !datalog && !dot && strcmp(stage, "blif") != 0)
        return usage_error(job->options, "--emit for GDL is one of ast, datalog, dot, blif, bits, ir, c");
    const Ast *sheet = gdl_parse(job->session, job->source);
    const GdlProgram *program = sheet && !ast ? gdl_program(job->session, sheet) : NULL;
    if (sheet && ast)
        gdl_print_ast(sheet, out);
    else if (program && datalog)
        gdl_print_program(program, out);
    GdlNet *net = program && !datalog ? gdl_make_net(job->session, program) : NULL;
    if (net && dot)
        gdl_net_dot(net, out);
    else if (net)
        gdl_net_blif(net, out);
    gdl_net_free(net);
    return job_report(job);
}
