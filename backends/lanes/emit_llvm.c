/* lanes.c - the back end lanes through LLVM: words of all lanes are vectors, each part of a
 * circuit is a function, and a round and the counting are what runtime/lanes_memory.h and
 * runtime/lanes_play.h are in C. */
#include <string.h>
#include <time.h>

#include "backends/machine/machine.h"
#include "backends/lanes/vector.h"

/* What the function of a part is given. */
enum { GIVEN_STATE, GIVEN_NEXT, GIVEN_ROOT, GIVEN_RANDOM, GIVEN_FOUND, GIVEN_TALLY, GIVEN_HAND, GIVEN_PASSED,
       GIVEN_LIVE, GIVEN_FRESH, NGIVEN };

enum { ALIGN = 64 };

typedef struct {
    Vector v;
    const LaneProgram *program;
    ludc_lanes_layout at;
    Arena *arena;
    Type part; /* of the functions of parts */
    Value round, count;
} Lanes;

/* A part being written. */
typedef struct {
    Lanes *l;
    const LaneParts *parts;
    uint32_t part;
    Value fn;
    Value *word;   /* by gate, NULL: not yet here */
    Value changed; /* of a loop's body: lanes in which a variable has, or NULL */
} Part;

static Value number(Lanes *l, uint64_t n) { return LLVMConstInt(l->v.i64, n, false); }

static Value pointer_in(const Part *p, LaneBank bank)
{
    static const unsigned given[NBANK] = {GIVEN_STATE, GIVEN_ROOT, GIVEN_RANDOM, 0, GIVEN_ROOT, GIVEN_FOUND, GIVEN_TALLY,
                                          GIVEN_HAND};
    return LLVMGetParam(p->fn, given[bank]);
}

static Value word_of(Part *p, uint32_t gate)
{
    const LaneGate *g = &p->parts->link.net->gate.at[gate];
    Vector *v = &p->l->v;
    if (p->word[gate])
        return p->word[gate];
    if (g->kind == LANE_CONST)
        p->word[gate] = v->zero;
    else if (g->kind == LANE_INPUT && g->a == BANK_LIVE)
        p->word[gate] = LLVMGetParam(p->fn, g->b == LIVE_PLAYS ? GIVEN_LIVE : GIVEN_FRESH);
    else if (g->kind == LANE_INPUT)
        p->word[gate] = vector_load(v, pointer_in(p, (LaneBank)g->a), g->b);
    else
        p->word[gate] = vector_load(v, LLVMGetParam(p->fn, GIVEN_PASSED), p->parts->hand[gate]);
    return p->word[gate];
}

static void write_cell(Part *p, const LaneCell *c)
{
    Value in[3];
    for (uint32_t k = 0; k < 3; k++)
        in[k] = word_of(p, c->in[k < c->n ? k : 0]);
    Value made = c->n < 3 ? vector_of_two(&p->l->v, vector_table_of_two(c->table), in[0], in[1])
                          : vector_of_three(&p->l->v, c->table, in);
    p->word[c->gate] = made;
    if (p->parts->last[c->gate] > p->part)
        vector_store(&p->l->v, made, LLVMGetParam(p->fn, GIVEN_PASSED), p->parts->hand[c->gate]);
}

static void write_outputs(Part *p, uint32_t cell, size_t *written)
{
    const LaneParts *parts = p->parts;
    const LaneNet *net = parts->link.net;
    for (; *written < net->out.n && parts->cells.step[*written] <= cell; ++*written) {
        const LaneOutput *o = &net->out.at[parts->cells.order[*written]];
        uint32_t gate = o->edge >> 1;
        Value word = word_of(p, gate);
        if ((o->edge & 1) != parts->cells.flipped[gate])
            word = vector_not(&p->l->v, word);
        if (lane_writes_variable(parts, o)) {
            Value old = vector_load(&p->l->v, pointer_in(p, BANK_HAND), o->at);
            Value differs = LLVMBuildXor(p->l->v.b, old, word, "");
            p->changed = p->changed ? LLVMBuildOr(p->l->v.b, p->changed, differs, "") : differs;
        }
        if (o->bank != BANK_FOUND || o->edge != LANE_FALSE || p->l->program->forced)
            vector_store(&p->l->v, word, o->bank == BANK_STATE ? LLVMGetParam(p->fn, GIVEN_NEXT) : pointer_in(p, o->bank),
                         o->at);
    }
}

static void add_attribute(const Lanes *l, Value fn, unsigned at, const char *name, uint64_t value)
{
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    LLVMAddAttributeAtIndex(fn, at, LLVMCreateEnumAttribute(l->v.cx, kind, value));
}

static Value function(const Lanes *l, const char *name, Type type, bool exported)
{
    Value fn = LLVMAddFunction(l->v.module, name, type);
    LLVMSetLinkage(fn, exported ? LLVMExternalLinkage : LLVMInternalLinkage);
    add_attribute(l, fn, (unsigned)LLVMAttributeFunctionIndex, "nounwind", 0);
    /* So that no word that is spilled crosses a line of the cache. */
    add_attribute(l, fn, (unsigned)LLVMAttributeFunctionIndex, "alignstack", ALIGN);
    LLVMPositionBuilderAtEnd(l->v.b, LLVMAppendBasicBlockInContext(l->v.cx, fn, ""));
    return fn;
}

static void write_part(Part *p, uint32_t *cell, size_t *written)
{
    const LaneParts *parts = p->parts;
    p->fn = function(p->l, "part", p->l->part, false);
    add_attribute(p->l, p->fn, (unsigned)LLVMAttributeFunctionIndex, "noinline", 0);
    for (unsigned i = GIVEN_STATE; i <= GIVEN_PASSED; i++)
        add_attribute(p->l, p->fn, i + 1, "noalias", 0);
    p->changed = NULL;
    memset(p->word, 0, parts->link.net->gate.n * sizeof *p->word);
    for (; *cell < parts->cells.n && lane_part_of(parts, *cell) == p->part; ++*cell) {
        write_outputs(p, *cell, written);
        write_cell(p, &parts->cells.cell[*cell]);
    }
    write_outputs(p, *cell, written);
    if (p->changed) {
        Value before = vector_load(&p->l->v, pointer_in(p, BANK_HAND), parts->changed);
        vector_store(&p->l->v, LLVMBuildOr(p->l->v.b, before, p->changed, ""), pointer_in(p, BANK_HAND), parts->changed);
    }
    LLVMBuildRetVoid(p->l->v.b);
}

/* The functions of a stretch. */
static Value *write_parts(Lanes *l, const LaneParts *parts)
{
    Part p = {.l = l, .parts = parts, .word = ARENA_ARRAY(l->arena, Value, parts->link.net->gate.n)};
    Value *fn = ARENA_ARRAY(l->arena, Value, parts->nparts + 1);
    uint32_t cell = 0;
    size_t written = 0;
    for (p.part = 0; p.part < parts->nparts; p.part++) {
        write_part(&p, &cell, &written);
        fn[p.part] = p.fn;
    }
    return fn;
}

static Value **write_circuit(Lanes *l, const LaneCode *c)
{
    Value **fn = ARENA_ARRAY(l->arena, Value *, c->n);
    for (uint32_t k = 0; k < c->n; k++)
        fn[k] = write_parts(l, &c->parts[k]);
    return fn;
}

static void call_parts(Lanes *l, const LaneParts *parts, Value *fn, Value *given)
{
    given[GIVEN_PASSED] = vector_space(&l->v, parts->nhand + 1);
    for (uint32_t i = 0; i < parts->nparts; i++)
        LLVMBuildCall2(l->v.b, l->part, fn[i], given, NGIVEN, "");
}

/* The body of a loop until no lane changes. */
static void call_rounds(Lanes *l, const LaneParts *parts, Value *fn, Value *given)
{
    LLVMBuilderRef b = l->v.b;
    Value at = LLVMGetBasicBlockParent(LLVMGetInsertBlock(b)), start = number(l, 0);
    Block before = LLVMGetInsertBlock(b), head = LLVMAppendBasicBlockInContext(l->v.cx, at, "");
    Block after = LLVMAppendBasicBlockInContext(l->v.cx, at, "");
    LLVMBuildBr(b, head);
    LLVMPositionBuilderAtEnd(b, head);
    Value round = LLVMBuildPhi(b, l->v.i64, "");
    vector_store(&l->v, l->v.zero, given[GIVEN_HAND], parts->changed);
    call_parts(l, parts, fn, given);
    Value more = vector_any(&l->v, vector_load(&l->v, given[GIVEN_HAND], parts->changed));
    Value next = LLVMBuildAdd(b, round, number(l, 1), "");
    Value allowed = LLVMBuildICmp(b, LLVMIntULE, next, number(l, parts->link.bound), "");
    LLVMBuildCondBr(b, LLVMBuildAnd(b, more, allowed, ""), head, after);
    LLVMAddIncoming(round, &start, &before, 1);
    LLVMAddIncoming(round, &next, &head, 1);
    LLVMPositionBuilderAtEnd(b, after);
}

static void call_circuit(Lanes *l, const LaneCode *c, Value **fn, Value *given)
{
    given[GIVEN_HAND] = c->nhand ? vector_space(&l->v, c->nhand) : LLVMConstNull(l->v.ptr);
    for (uint32_t k = 0; k < c->n; k++)
        if (c->parts[k].link.nvar)
            call_rounds(l, &c->parts[k], fn[k], given);
        else
            call_parts(l, &c->parts[k], fn[k], given);
}

static void nothing_given(const Lanes *l, Value *given)
{
    for (unsigned i = 0; i < NGIVEN; i++)
        given[i] = i < GIVEN_LIVE ? LLVMConstNull(l->v.ptr) : l->v.zero;
}

/* ---- a round --------------------------------------------------------------------------- */

static Value load(Lanes *l, Value m, uint32_t word) { return vector_load(&l->v, m, word); }

/* xoroshiro128++, as in runtime/lanes_memory.h. */
static Value draw(Lanes *l, Value *s)
{
    LLVMBuilderRef b = l->v.b;
    Value a = s[0], x = LLVMBuildXor(b, s[1], a, "");
    Value sum = LLVMBuildAdd(b, vector_rotate(&l->v, LLVMBuildAdd(b, a, s[1], ""), 17), a, "");
    Value shifted = LLVMBuildShl(b, x, vector_splat(&l->v, 21), "");
    s[0] = LLVMBuildXor(b, LLVMBuildXor(b, vector_rotate(&l->v, a, 49), x, ""), shifted, "");
    s[1] = vector_rotate(&l->v, x, 28);
    return sum;
}

static void draw_words(Lanes *l, Value m, uint32_t n)
{
    Value s[4];
    if (n == 0)
        return;
    for (uint32_t i = 0; i < 4; i++)
        s[i] = load(l, m, l->at.generator + i);
    VectorLoop loop = vector_loop(&l->v, (n + 1) / 2, s, 4);
    memcpy(s, loop.value, sizeof s);
    Value at = LLVMBuildShl(l->v.b, loop.i, LLVMConstInt(l->v.i64, 1, false), "");
    Value random = vector_at(&l->v, m, l->at.random);
    for (unsigned k = 0; k < 2; k++)
        vector_store_at(&l->v, draw(l, s + 2 * k), random,
                        LLVMBuildAdd(l->v.b, at, LLVMConstInt(l->v.i64, k, false), ""));
    vector_loop_end(&l->v, &loop, s, 4);
    for (uint32_t i = 0; i < 4; i++)
        vector_store(&l->v, loop.value[i], m, l->at.generator + i);
}

/* Calls the counting if a lane has found a second end. */
static void count_in_time(Lanes *l, Value m, Value found)
{
    LLVMBuilderRef b = l->v.b;
    Value fn = LLVMGetBasicBlockParent(LLVMGetInsertBlock(b));
    Block yes = LLVMAppendBasicBlockInContext(l->v.cx, fn, ""), no = LLVMAppendBasicBlockInContext(l->v.cx, fn, "");
    Type type = LLVMFunctionType(l->v.none, &l->v.ptr, 1, false);
    LLVMBuildCondBr(b, vector_any(&l->v, LLVMBuildAnd(b, found, load(l, m, l->at.pend), "")), yes, no);
    LLVMPositionBuilderAtEnd(b, yes);
    LLVMBuildCall2(b, type, l->count, &m, 1, "");
    LLVMBuildBr(b, no);
    LLVMPositionBuilderAtEnd(b, no);
}

static void write_step(Lanes *l, Value m, uint32_t q, Value **fn)
{
    LLVMBuilderRef b = l->v.b;
    const ludc_lanes_shape *s = &l->program->shape;
    Value given[NGIVEN], steps = vector_at(&l->v, m, l->at.end), one = number(l, 1);
    Value side_at = LLVMBuildGEP2(b, l->v.i64, steps, &one, 1, "");
    draw_words(l, m, l->program->nrandom[q]);
    nothing_given(l, given);
    Value side = LLVMBuildLoad2(b, l->v.i64, side_at, ""), width = number(l, s->nword + 1);
    Value other = LLVMBuildXor(b, side, one, "");
    given[GIVEN_STATE] = vector_at_index(&l->v, m, LLVMBuildMul(b, side, width, ""));
    given[GIVEN_NEXT] = vector_at_index(&l->v, m, LLVMBuildMul(b, other, width, ""));
    given[GIVEN_ROOT] = vector_at(&l->v, m, l->at.root);
    given[GIVEN_RANDOM] = vector_at(&l->v, m, l->at.random);
    given[GIVEN_FOUND] = vector_at(&l->v, m, l->at.found);
    given[GIVEN_LIVE] = load(l, m, l->at.live);
    given[GIVEN_FRESH] = load(l, m, l->at.found);
    call_circuit(l, &l->program->step[q], fn, given);
    LLVMBuildStore(b, other, side_at);
    LLVMBuildStore(b, LLVMBuildAdd(b, LLVMBuildLoad2(b, l->v.i64, steps, ""), one, ""), steps);
    Value found = load(l, m, l->at.found);
    count_in_time(l, m, found);
    Value done = LLVMBuildAnd(b, found, load(l, m, l->at.last), "");
    vector_store(&l->v, LLVMBuildAnd(b, load(l, m, l->at.live), vector_not(&l->v, done), ""), m, l->at.live);
    for (uint32_t i = 0; i < s->nfound; i++)
        if (l->program->pends[q][i])
            vector_store(&l->v, LLVMBuildOr(b, load(l, m, l->at.pend + i), load(l, m, l->at.found + i), ""), m,
                         l->at.pend + i);
}

static void write_round(Lanes *l)
{
    Value **fn[LANE_PHASES];
    for (uint32_t q = 0; q < l->program->shape.nphase; q++)
        fn[q] = write_circuit(l, &l->program->step[q]);
    l->round = function(l, "round", LLVMFunctionType(l->v.none, &l->v.ptr, 1, false), false);
    Value m = LLVMGetParam(l->round, 0);
    for (uint32_t q = 0; q < l->program->shape.nphase; q++)
        write_step(l, m, q, fn[q]);
    LLVMBuildRetVoid(l->v.b);
}

/* ---- counting -------------------------------------------------------------------------- */

/* Adds a bit a lane to numbers of so many words, or takes it away, until nothing is carried. */
static void carry(Lanes *l, Value words, uint32_t n, Value bit, bool less)
{
    VectorLoop loop = vector_loop_while(&l->v, n, bit);
    Value old = vector_load_at(&l->v, words, loop.i);
    vector_store_at(&l->v, LLVMBuildXor(l->v.b, old, loop.value[0], ""), words, loop.i);
    Value next = LLVMBuildAnd(l->v.b, loop.value[0], less ? vector_not(&l->v, old) : old, "");
    vector_loop_end(&l->v, &loop, &next, 1);
}

static Value pending(Lanes *l, Value m, uint32_t i) { return load(l, m, l->at.pend + i); }

static Value ended(Lanes *l, Value m)
{
    Value cut = vector_not(&l->v, pending(l, m, l->program->shape.cut));
    return LLVMBuildAnd(l->v.b, pending(l, m, 0), cut, "");
}

static Value length_bit(Lanes *l, Value m, uint32_t i)
{
    const ludc_lanes_shape *s = &l->program->shape;
    if (i == l->at.nlength - 1)
        return pending(l, m, s->stuck);
    if (i < s->nround)
        return pending(l, m, s->round + i);
    if (i < s->nround + s->nphasebit)
        return pending(l, m, s->phase + i - s->nround);
    Value root = load(l, m, l->at.root + s->phase_at + i - s->nround - s->nphasebit);
    return LLVMBuildAnd(l->v.b, root, ended(l, m), "");
}

static void add_ones(Lanes *l, Value m, uint32_t word, Value bit)
{
    vector_store(&l->v, LLVMBuildAdd(l->v.b, load(l, m, word), vector_ones(&l->v, bit), ""), m, word);
}

static void count_lengths(Lanes *l, Value m)
{
    LLVMBuilderRef b = l->v.b;
    add_ones(l, m, l->at.games, ended(l, m));
    add_ones(l, m, l->at.cut, pending(l, m, l->program->shape.cut));
    for (uint32_t i = 0; i < l->at.nlength; i++) {
        Value bit = length_bit(l, m, i), fn = LLVMGetBasicBlockParent(LLVMGetInsertBlock(b));
        Block yes = LLVMAppendBasicBlockInContext(l->v.cx, fn, ""), no = LLVMAppendBasicBlockInContext(l->v.cx, fn, "");
        LLVMBuildCondBr(b, vector_any(&l->v, bit), yes, no);
        LLVMPositionBuilderAtEnd(b, yes);
        for (uint32_t j = 0; j <= i; j++)
            add_ones(l, m, l->at.pair + i * (l->at.nlength + 1) + j, LLVMBuildAnd(b, bit, length_bit(l, m, j), ""));
        LLVMBuildBr(b, no);
        LLVMPositionBuilderAtEnd(b, no);
    }
}

static void write_count(Lanes *l)
{
    LLVMBuilderRef b = l->v.b;
    Value given[NGIVEN], **fn = write_circuit(l, &l->program->tally);
    l->count = function(l, "count", LLVMFunctionType(l->v.none, &l->v.ptr, 1, false), false);
    add_attribute(l, l->count, (unsigned)LLVMAttributeFunctionIndex, "noinline", 0);
    Value m = LLVMGetParam(l->count, 0), row = vector_space(&l->v, l->program->shape.nrow + 1), more = l->v.zero;
    carry(l, vector_at(&l->v, m, l->at.left), LUDC_LANES_QUOTA, pending(l, m, 0), true);
    for (uint32_t i = 1; i < LUDC_LANES_QUOTA; i++)
        more = LLVMBuildOr(b, more, load(l, m, l->at.left + i), "");
    vector_store(&l->v, LLVMBuildAnd(b, load(l, m, l->at.left), vector_not(&l->v, more), ""), m, l->at.last);
    nothing_given(l, given);
    given[GIVEN_FOUND] = vector_at(&l->v, m, l->at.pend);
    given[GIVEN_TALLY] = row;
    call_circuit(l, &l->program->tally, fn, given);
    for (uint32_t k = 0; k < l->program->shape.nrow; k++)
        carry(l, vector_at(&l->v, m, l->at.row + k * LUDC_LANES_ROW), LUDC_LANES_ROW, load(l, row, k), false);
    count_lengths(l, m);
    for (uint32_t i = 0; i < l->program->shape.nfound; i++)
        vector_store(&l->v, l->v.zero, m, l->at.pend + i);
    LLVMBuildRetVoid(b);
}

/* ---- the module ------------------------------------------------------------------------ */

static void write_exported(Lanes *l)
{
    const LaneProgram *p = l->program;
    Value field[] = {LLVMConstInt(l->v.i32, LUDC_LANES_ABI, false), LLVMConstInt(l->v.i32, p->target.lanes, false),
                     number(l, lanes_memory(&p->shape, p->target.lanes)), l->round, l->count};
    Value code = LLVMConstStructInContext(l->v.cx, field, sizeof field / sizeof *field, false);
    Value global = LLVMAddGlobal(l->v.module, LLVMTypeOf(code), "ludc_lanes_exported");
    LLVMSetInitializer(global, code);
    LLVMSetGlobalConstant(global, true);
}

static void write_forced(Lanes *l)
{
    Value **fn = write_circuit(l, l->program->forced), given[NGIVEN];
    Type in[] = {l->v.ptr, l->v.ptr, l->v.ptr, l->v.ptr};
    Value forced = function(l, "ludc_lanes_forced", LLVMFunctionType(l->v.none, in, 4, false), true);
    static const unsigned at[] = {GIVEN_STATE, GIVEN_ROOT, GIVEN_NEXT, GIVEN_FOUND};
    nothing_given(l, given);
    for (unsigned i = 0; i < 4; i++)
        given[at[i]] = LLVMGetParam(forced, i);
    call_circuit(l, l->program->forced, fn, given);
    LLVMBuildRetVoid(l->v.b);
}

static LLVMModuleRef write_module(const LaneProgram *program, const Target *target, LLVMContextRef cx)
{
    Lanes l = {.program = program, .at = lanes_layout(&program->shape), .arena = arena_new()};
    vector_begin(&l.v, cx, LLVMModuleCreateWithNameInContext(program->name, cx), target, &program->target);
    Type given[NGIVEN];
    for (unsigned i = 0; i < NGIVEN; i++)
        given[i] = i < GIVEN_LIVE ? l.v.ptr : l.v.word;
    l.part = LLVMFunctionType(l.v.none, given, NGIVEN, false);
    if (program->forced) {
        write_forced(&l);
    } else {
        write_count(&l);
        write_round(&l);
        write_exported(&l);
    }
    vector_end(&l.v);
    arena_free(l.arena);
    return l.v.module;
}

typedef struct {
    const LaneProgram *program;
    LlvmKind kind;
    LlvmTimes *times;
    Out *bytes, *errors;
} LaneEmission;

static bool lanes_within(void *data)
{
    const LaneEmission *e = data;
    Target target;
    struct timespec from, to;
    if (!ll_target(&(LlvmOptions){0}, &target, e->errors))
        return false;
    ll_relax(&target); /* words are in the order in which they take the fewest registers */
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &from);
    LLVMContextRef cx = LLVMContextCreate();
    ll_listen(cx, e->errors);
    LLVMModuleRef module = write_module(e->program, &target, cx);
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &to);
    e->times->build = (double)(to.tv_sec - from.tv_sec) * 1e3 + (double)(to.tv_nsec - from.tv_nsec) / 1e6;
    bool ok = ll_sound(module, e->errors);
    LLVMMemoryBufferRef code = ok ? ll_code(module, &target, e->kind == LLVM_ASSEMBLY, e->times, e->errors) : NULL;
    if (code) {
        out_write(e->bytes, LLVMGetBufferStart(code), LLVMGetBufferSize(code));
        LLVMDisposeMemoryBuffer(code);
    }
    LLVMDisposeModule(module);
    LLVMContextDispose(cx);
    ll_target_free(&target);
    return code != NULL && !e->errors->n;
}

bool ll_lanes(const LaneProgram *program, LlvmKind kind, LlvmTimes *times, Out *bytes, Out *errors)
{
    LaneEmission e = {program, kind, times, bytes, errors};
    return ll_guarded(lanes_within, &e, errors);
}
