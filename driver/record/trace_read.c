/* trace_read.c - the lines of a recorded game, and its header. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "driver/record/trace.h"
#include "base/memory.h"

struct TraceReader {
    gzFile file;
    char *line;
    size_t cap;
    json_t *current, *following;
    bool has_following; /* a line was read ahead */
    size_t number;      /* of the current line */
    bool broken;
    const char *why;    /* it is broken, if not damaged */
    uint64_t bytes;     /* read, after inflation */
};

/* Reads one line; false at the end of the file, and at a line that is too long. */
static bool read_line(TraceReader *t)
{
    size_t n = 0;
    for (;;) {
        if (n > TRACE_LINE) {
            t->broken = true;
            t->why = "a line is longer than 16 MB";
            return false;
        }
        if (t->cap - n < 4096) {
            size_t cap = t->cap * 2 + 65536;
            char *line = realloc(t->line, cap);
            if (!line)
                memory_out();
            t->line = line;
            t->cap = cap;
        }
        int room = t->cap - n > 1 << 20 ? 1 << 20 : (int)(t->cap - n);
        if (!gzgets(t->file, t->line + n, room))
            break;
        n += strlen(t->line + n);
        if (n && t->line[n - 1] == '\n')
            break;
    }
    t->bytes += n;
    if (t->bytes > TRACE_BYTES) {
        t->broken = true;
        t->why = "the file has more than 16 GB";
        return false;
    }
    int error;
    gzerror(t->file, &error);
    if (error != Z_OK && error != Z_STREAM_END)
        t->broken = true;
    return n > 0;
}

/* A header tells of the board, too, and may name a direction of a site twice. */
static bool duplicates_allowed(const char *line)
{
    static const char header[] = "{\"type\":\"header\"";
    return strncmp(line, header, sizeof header - 1) == 0;
}

static void read_ahead(TraceReader *t)
{
    json_error_t error;
    json_t *line = NULL;
    t->has_following = read_line(t);
    if (t->has_following)
        line = json_loads(t->line, duplicates_allowed(t->line) ? 0 : JSON_REJECT_DUPLICATES, &error);
    if (line && !json_is_object(line)) {
        json_decref(line);
        line = NULL;
    }
    t->following = line;
}

TraceReader *trace_open(const char *path)
{
    gzFile file = gzopen(path, "rb");
    if (!file)
        return NULL;
    TraceReader *t = calloc(1, sizeof *t);
    if (!t)
        memory_out();
    gzbuffer(file, 1 << 16);
    t->file = file;
    read_ahead(t);
    return t;
}

void trace_close(TraceReader *t)
{
    json_decref(t->current);
    json_decref(t->following);
    gzclose(t->file);
    free(t->line);
    free(t);
}

bool trace_next(TraceReader *t)
{
    json_decref(t->current);
    t->current = t->following;
    t->following = NULL;
    if (!t->has_following)
        return false;
    t->number++;
    read_ahead(t);
    return true;
}

json_t *trace_current(const TraceReader *t) { return t->current; }
json_t *trace_following(const TraceReader *t) { return t->following; }
size_t trace_line(const TraceReader *t) { return t->number; }
bool trace_broken(const TraceReader *t) { return t->broken && !t->why; }
bool trace_too_large(const TraceReader *t) { return t->why != NULL; }
const char *trace_why(const TraceReader *t)
{
    return t->why ? t->why : t->broken ? "the file is damaged" : "there is no ply in this file";
}

/* ---- the header ------------------------------------------------------------ */

static int column_of(const ludc_reasoner *r, const char *name)
{
    for (uint32_t j = 0; j < r->ncolumn; j++)
        if (!strcmp(name, r->column[j]))
            return (int)j;
    return -1;
}

static bool read_columns(TraceForm *form, const json_t *header, Out *why)
{
    const json_t *columns = json_object_get(header, "cols");
    form->ncolumn = json_array_size(columns);
    if (!form->ncolumn || form->ncolumn > TRACE_COLUMNS || form->r->ncolumn > TRACE_COLUMNS) {
        out_puts(why, "the header has no usable `cols`");
        return false;
    }
    form->chosen = column_of(form->r, "chosen");
    for (size_t i = 0; i < form->ncolumn; i++) {
        const char *name = json_string_value(json_array_get(columns, i));
        form->column[i] = name ? column_of(form->r, name) : -1;
        if (form->column[i] < 0) {
            out_printf(why, "the compiled game does not model column `%s` of moves", name ? name : "?");
            return false;
        }
    }
    return true;
}

/* The sites of the view that has most. */
static json_int_t widest_view(const ludc_reasoner *r)
{
    json_int_t most = 0;
    for (uint32_t i = 0; i < r->nview; i++)
        most = r->view_item[i].size > most ? (json_int_t)r->view_item[i].size : most;
    return most;
}

static bool read_containers(TraceForm *form, const json_t *header, Out *why)
{
    const json_t *containers = json_object_get(header, "containers");
    json_int_t sites = widest_view(form->r);
    form->ncontainer = json_array_size(containers);
    if (!form->ncontainer || form->ncontainer > TRACE_CONTAINERS) {
        out_puts(why, "the header has no usable `containers`");
        return false;
    }
    for (size_t i = 0; i < form->ncontainer; i++) {
        const json_t *c = json_array_get(containers, i);
        const char *type = json_string_value(json_object_get(c, "default"));
        json_int_t from = json_integer_value(json_object_get(c, "from")), n = json_integer_value(json_object_get(c, "n"));
        if (from < 0 || n < 0 || from > sites || n > sites - from) {
            out_printf(why, "container %zu has sites from %lld, %lld of them; the compiled game has %u", i, (long long)from,
                       (long long)n, (unsigned)sites);
            return false;
        }
        form->container[i] = (TraceContainer){
            .from = (int)from,
            .n = (int)n,
            .type = type && *type ? *type : 'C',
        };
    }
    return true;
}

static bool read_components(TraceForm *form, const json_t *header, Out *why)
{
    const json_t *components = json_object_get(header, "components");
    form->ncomponent = json_array_size(components) + 1;
    if (form->ncomponent > TRACE_COMPONENTS) {
        out_puts(why, "the header has too many `components`");
        return false;
    }
    form->owner[0] = 0;
    for (size_t i = 1; i < form->ncomponent; i++)
        form->owner[i] = (int)json_integer_value(json_object_get(json_array_get(components, i - 1), "owner"));
    return true;
}

bool trace_form(TraceForm *form, const ludc_reasoner *r, const json_t *header, Out *why)
{
    *form = (TraceForm){.r = r, .deduction = json_is_true(json_object_get(header, "deduction"))};
    const json_t *players = json_object_get(header, "players");
    if (!json_is_integer(players) || json_integer_value(players) != r->players) {
        out_printf(why, "the record is of a game for %lld players, the compiled game is for %u",
                   (long long)json_integer_value(players), r->players);
        return false;
    }
    return read_columns(form, header, why) && read_containers(form, header, why) &&
           read_components(form, header, why);
}

bool trace_known_keys(const json_t *line, const char *const *known, Out *why)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)line, key, value)
    {
        size_t i = 0;
        while (known[i] && strcmp(known[i], key) != 0)
            i++;
        if (!known[i]) {
            out_printf(why, "%s: the compiled game does not model this field", key);
            return false;
        }
    }
    return true;
}
