/* debug.c - lines of the rules in the debug information of the code. */
#include <string.h>

#include "backends/llvm/gen.h"

static LLVMMetadataRef file_named(Gen *g, const char *name)
{
    const char *slash = strrchr(name, '/');
    size_t dir = slash ? (size_t)(slash - name) : 0;
    const char *base = slash ? slash + 1 : name;
    return LLVMDIBuilderCreateFile(g->di, base, strlen(base), slash ? name : ".", slash ? dir : 1);
}

static LLVMMetadataRef file_of(Gen *g, const Source *source)
{
    for (size_t i = 0; i < g->di_source.n; i++)
        if (g->di_source.at[i] == source)
            return g->di_file.at[i];
    LLVMMetadataRef file = file_named(g, source ? source->name : "game");
    vec_push(g->arena, &g->di_source, source);
    vec_push(g->arena, &g->di_file, file);
    return file;
}

static bool place_of(Gen *g, Span at, Place *place)
{
    if (at.hi == 0 || !g->game->session || !g->game->session->sources)
        return false;
    *place = source_resolve(g->game->session->sources, at);
    return place->source != NULL;
}

/* The text that most of the game stands in. */
static const Source *main_source(Gen *g)
{
    Place place;
    for (size_t i = 0; i < g->game->fn.n; i++)
        if (place_of(g, g->game->fn.at[i]->at, &place))
            return place.source;
    return NULL;
}

void ll_debug_begin(Gen *g)
{
    if (!g->options->debug)
        return;
    static const char version[] = "Debug Info Version";
    const char *by = g->options->text.producer ? g->options->text.producer : "ludc";
    g->di = LLVMCreateDIBuilder(g->module);
    LLVMAddModuleFlag(g->module, LLVMModuleFlagBehaviorWarning, version, sizeof version - 1,
                      LLVMValueAsMetadata(ll_int(g, LLVMDebugMetadataVersion())));
    LLVMMetadataRef file = file_of(g, main_source(g));
    g->di_unit = LLVMDIBuilderCreateCompileUnit(g->di, LLVMDWARFSourceLanguageC11, file, by, strlen(by), true,
                                                "", 0, 0, "", 0, LLVMDWARFEmissionFull, 0, false, false, "", 0,
                                                "", 0);
    g->di_type = LLVMDIBuilderCreateSubroutineType(g->di, file, NULL, 0, LLVMDIFlagZero);
}

void ll_debug_function(Fun *f, const char *name, Span at)
{
    Gen *g = f->g;
    if (!g->di)
        return;
    Place place = {0};
    bool known = place_of(g, at, &place);
    f->source = known ? place.source : g->di_source.at[0];
    LLVMMetadataRef file = file_of(g, f->source);
    unsigned line = known ? place.line : 0;
    f->scope = LLVMDIBuilderCreateFunction(g->di, file, name, strlen(name), name, strlen(name), file, line,
                                           g->di_type, true, true, line, LLVMDIFlagZero, true);
    LLVMSetSubprogram(f->function, f->scope);
    LLVMSetCurrentDebugLocation2(g->b, LLVMDIBuilderCreateDebugLocation(g->cx, line, 0, f->scope, NULL));
}

void ll_debug_at(Fun *f, Span at)
{
    Gen *g = f->g;
    Place place;
    if (!g->di || !place_of(g, at, &place))
        return;
    LLVMMetadataRef scope = f->scope;
    if (place.source != f->source)
        scope = LLVMDIBuilderCreateLexicalBlockFile(g->di, scope, file_of(g, place.source), 0);
    LLVMMetadataRef here = LLVMDIBuilderCreateDebugLocation(g->cx, place.line, place.column, scope, NULL);
    LLVMSetCurrentDebugLocation2(g->b, here);
}

void ll_debug_end(Gen *g)
{
    if (g->di) {
        LLVMDIBuilderFinalize(g->di);
        LLVMDisposeDIBuilder(g->di);
        g->di = NULL;
    }
}
