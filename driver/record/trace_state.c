/* trace_state.c - a state as a record shows it, and whether the two agree.
 *
 * The state is written in full, every field that the reasoner has a view for.
 * Then each key of the record must be there and equal, and each key that the
 * record leaves out must have its default value. */
#include <stdlib.h>
#include <string.h>

#include "driver/record/trace.h"

/* How a key of a state is kept in views.  The view has the key's name. */
typedef enum {
    NUMBER,  /* one number */
    PLAYERS, /* a list over players 1.. */
    WRAPPED, /* a list of one number, or of one list of all numbers: of the only container of dice */
    MEMBERS, /* the members of a set, each as often as the view says, in ascending order; of
                one number: it, when it is not negative */
    BITS     /* a set of players as a number: bit p - 1 */
} Shape;

enum { NO_DEFAULT = -1000000, ORDER_DEFAULT = -1000001, ACTIVE_DEFAULT = -1000002,
       NONE_POSITIVE = -1000003 };

static const struct {
    const char *key;
    Shape shape;
    int value; /* when the key is left out */
} fields[] = {
    {"counter", NUMBER, 0},
    {"turn", NUMBER, NO_DEFAULT},
    {"same", NUMBER, 0},
    {"passes", NUMBER, 0},
    {"temp", NUMBER, -1},
    {"pot", NUMBER, 0},
    {"trump", NUMBER, -1},
    {"active", BITS, ACTIVE_DEFAULT},
    {"order", PLAYERS, ORDER_DEFAULT},
    {"phase", PLAYERS, 0},
    {"score", PLAYERS, 0},
    {"payoff", PLAYERS, 0},
    {"amount", PLAYERS, 0},
    {"pvalue", PLAYERS, NONE_POSITIVE},
    {"pending", MEMBERS, 0},
    {"visited", MEMBERS, 0},
    {"toRemove", MEMBERS, 0},
    {"remember", MEMBERS, 0},
    {"dice", WRAPPED, NO_DEFAULT},
    {"sumDice", WRAPPED, NO_DEFAULT},
};

enum { NFIELDS = sizeof fields / sizeof fields[0] };

static const char *const site_keys[] = {
    "what", "who", "count", "state", "rot", "val",
    "hid1", "hid2", "hid3", "hid4", "hid5", "hid6", "hid7", "hid8", /* what is hidden from a player */
    "hid9", "hid10", "hid11", "hid12", "hid13", "hid14", "hid15", "hid16",
};

enum { NSITEKEYS = sizeof site_keys / sizeof site_keys[0] };

static const char site_types[] = "CVE";

int trace_view(const ludc_reasoner *r, const char *name)
{
    for (uint32_t i = 0; i < r->nview; i++)
        if (!strcmp(r->view_item[i].name, name))
            return (int)i;
    return -1;
}

/* ---- writing ----------------------------------------------------------------- */

static json_t *write_players(const ludc_reasoner *r, const void *state, int view)
{
    json_t *list = json_array();
    for (uint32_t p = 1; p <= r->players; p++)
        json_array_append_new(list, json_integer(r->view(r, state, (uint32_t)view, p)));
    return list;
}

static json_t *write_wrapped(const ludc_reasoner *r, const void *state, int view)
{
    json_t *list = json_array(), *all = json_array();
    uint32_t size = r->view_item[view].size;
    for (uint32_t i = 0; i < size; i++)
        json_array_append_new(all, json_integer(r->view(r, state, (uint32_t)view, i)));
    json_array_append(list, all);
    if (!size)
        json_array_set_new(list, 0, json_integer(r->view(r, state, (uint32_t)view, 0)));
    json_decref(all);
    return list;
}

static json_t *write_members(const ludc_reasoner *r, const void *state, int view)
{
    json_t *list = json_array();
    uint32_t size = r->view_item[view].size;
    if (!size) {
        int32_t value = r->view(r, state, (uint32_t)view, 0);
        if (value >= 0)
            json_array_append_new(list, json_integer(value));
    }
    for (uint32_t i = 0; i < size; i++)
        for (int32_t times = r->view(r, state, (uint32_t)view, i); times > 0; times--)
            json_array_append_new(list, json_integer(i));
    return list;
}

static json_t *write_bits(const ludc_reasoner *r, const void *state, int view)
{
    if (!r->view_item[view].size)
        return json_integer(r->view(r, state, (uint32_t)view, 0));
    json_int_t bits = 0;
    for (uint32_t p = 1; p <= r->players; p++)
        if (r->view(r, state, (uint32_t)view, p))
            bits |= (json_int_t)1 << (p - 1);
    return json_integer(bits);
}

/* The view of a key over the sites of one type: "what" where it is the default
 * type of the container, else "what_V"; only the board has others. */
static int site_view(const ludc_reasoner *r, const TraceContainer *c, const char *key, char type)
{
    if (type == c->type)
        return trace_view(r, key);
    if (c->from > 0)
        return -1;
    char name[32];
    snprintf(name, sizeof name, "%s_%c", key, type);
    return trace_view(r, name);
}

static json_t *write_sites(const TraceForm *form, const void *state, const TraceContainer *c, char type, int view)
{
    const ludc_reasoner *r = form->r;
    json_t *list = json_array();
    int n = type == c->type ? c->n : (int)r->view_item[view].size;
    for (int i = 0; i < n; i++) {
        uint32_t site = (uint32_t)(c->from + i);
        int32_t value = site < r->view_item[view].size ? r->view(r, state, (uint32_t)view, site) : 0;
        json_array_append_new(list, json_integer(value));
    }
    return list;
}

/* Games with stacks: for each site the list of what its pieces are, the lowest first. */
static json_t *write_stacks(const TraceForm *form, const void *state, const TraceContainer *c, int view)
{
    const ludc_reasoner *r = form->r;
    json_t *list = json_array();
    uint32_t height = (uint32_t)trace_view(r, "height");
    uint32_t sites = r->view_item[height].size, most = r->view_item[view].size / (sites ? sites : 1);
    for (int i = 0; i < c->n; i++) {
        json_t *stack = json_array();
        uint32_t site = (uint32_t)(c->from + i);
        int32_t n = site < sites ? r->view(r, state, height, site) : 0;
        for (uint32_t k = 0; k < most && (int32_t)k < n; k++)
            json_array_append_new(stack, json_integer(r->view(r, state, (uint32_t)view, site * most + k)));
        json_array_append_new(list, stack);
    }
    return list;
}

/* The view of a key of stacks: pieces are in `pile`. */
static int stack_view(const ludc_reasoner *r, const char *key)
{
    static const char *const keys[] = {"state", "rot", "val"};
    bool known = false;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        known |= !strcmp(key, keys[i]);
    return !strcmp(key, "what") ? trace_view(r, "pile") : known ? trace_view(r, key) : -1;
}

static json_t *write_container(const TraceForm *form, const void *state, const TraceContainer *c)
{
    json_t *container = json_object();
    for (const char *type = site_types; *type; type++) {
        json_t *arrays = json_object();
        bool stacks = trace_view(form->r, "pile") >= 0;
        for (size_t k = 0; k < NSITEKEYS && (!stacks || *type == c->type); k++) {
            int view = stacks ? stack_view(form->r, site_keys[k]) : site_view(form->r, c, site_keys[k], *type);
            if (view >= 0)
                json_object_set_new(arrays, site_keys[k],
                                    stacks ? write_stacks(form, state, c, view) : write_sites(form, state, c, *type, view));
        }
        if (json_object_size(arrays))
            json_object_set(container, (char[]){*type, '\0'}, arrays);
        json_decref(arrays);
    }
    return container;
}

/* Named variables: the view of `Count` is var_Count; other characters than
 * letters, digits and _ are _ in it. */
static const char var_prefix[] = "var_";

static json_t *write_variables(const ludc_reasoner *r, const void *state)
{
    json_t *variables = json_object();
    size_t length = sizeof var_prefix - 1;
    for (uint32_t i = 0; i < r->nview; i++)
        if (!strncmp(r->view_item[i].name, var_prefix, length))
            json_object_set_new(variables, r->view_item[i].name + length, json_integer(r->view(r, state, i, 0)));
    return variables;
}

/* Lists of numbers with names: the view of `From` is remember_From.  An empty one is
 * left out. */
static const char list_prefix[] = "remember_";

static json_t *write_lists(const ludc_reasoner *r, const void *state)
{
    json_t *lists = json_object();
    size_t length = sizeof list_prefix - 1;
    for (uint32_t i = 0; i < r->nview; i++) {
        if (strncmp(r->view_item[i].name, list_prefix, length) != 0)
            continue;
        json_t *list = write_members(r, state, (int)i);
        if (json_array_size(list))
            json_object_set(lists, r->view_item[i].name + length, list);
        json_decref(list);
    }
    return lists;
}

static json_t *write_full(const TraceForm *form, const void *state)
{
    const ludc_reasoner *r = form->r;
    json_t *all = json_object(), *containers = json_array();
    for (size_t i = 0; i < form->ncontainer; i++)
        json_array_append_new(containers, write_container(form, state, &form->container[i]));
    json_object_set_new(all, "c", containers);
    for (size_t i = 0; i < NFIELDS; i++) {
        int view = trace_view(r, fields[i].key);
        if (view < 0)
            continue;
        json_t *value = fields[i].shape == NUMBER    ? json_integer(r->view(r, state, (uint32_t)view, 0))
                        : fields[i].shape == PLAYERS ? write_players(r, state, view)
                        : fields[i].shape == MEMBERS ? write_members(r, state, view)
                        : fields[i].shape == WRAPPED ? write_wrapped(r, state, view)
                                                     : write_bits(r, state, view);
        json_object_set_new(all, fields[i].key, value);
    }
    json_object_set_new(all, "vars", write_variables(r, state));
    json_object_set_new(all, "rememberMap", write_lists(r, state));
    return all;
}

/* ---- defaults ------------------------------------------------------------------- */

static bool all_equal(const json_t *list, json_int_t value)
{
    for (size_t i = 0; i < json_array_size(list); i++)
        if (json_integer_value(json_array_get(list, i)) != value)
            return false;
    return true;
}

static bool is_default(const TraceForm *form, size_t field, const json_t *value)
{
    switch (fields[field].value) {
    case NO_DEFAULT:
        return false;
    case ACTIVE_DEFAULT:
        return json_integer_value(value) == ((json_int_t)1 << form->r->players) - 1;
    case ORDER_DEFAULT:
        for (size_t i = 0; i < json_array_size(value); i++)
            if (json_integer_value(json_array_get(value, i)) != (json_int_t)i + 1)
                return false;
        return true;
    case NONE_POSITIVE: /* the recorder writes them as soon as one is positive */
        for (size_t i = 0; i < json_array_size(value); i++)
            if (json_integer_value(json_array_get(value, i)) > 0)
                return false;
        return true;
    default:
        if (fields[field].shape == NUMBER)
            return json_integer_value(value) == fields[field].value;
        return fields[field].shape == MEMBERS ? json_array_size(value) == 0 : all_equal(value, fields[field].value);
    }
}

/* Of the arrays over sites: zero, but `who` may also be the owner of what stands
 * there, and `count` is 1 where something does; in puzzles -1. */
static bool is_site_default(const TraceForm *form, const char *key, const json_t *arrays, const json_t *value)
{
    const json_t *what = json_object_get(arrays, "what");
    bool who = !strcmp(key, "who") && !all_equal(value, 0), count = !strcmp(key, "count");
    for (size_t i = 0; i < json_array_size(value); i++) {
        const json_t *stack = json_array_get(value, i);
        if (json_array_size(stack) && (!strcmp(key, "what") || !all_equal(stack, 0)))
            return false;
        if (json_is_array(stack))
            continue;
        json_int_t w = json_integer_value(json_array_get(what, i)), expected = form->deduction ? -1 : 0;
        if (who && w >= 0 && (size_t)w < form->ncomponent)
            expected = form->owner[w];
        else if (count)
            expected = w != 0;
        if (json_integer_value(json_array_get(value, i)) != expected)
            return false;
    }
    return true;
}

static size_t field_of(const char *key)
{
    size_t i = 0;
    while (i < NFIELDS && strcmp(fields[i].key, key) != 0)
        i++;
    return i;
}

/* ---- comparing --------------------------------------------------------------------- */

static void say_json(Out *why, const char *before, const json_t *value)
{
    char *text = value ? json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;
    out_printf(why, "%s%.200s", before, text ? text : "nothing");
    free(text);
}

static bool differ(Out *why, const char *place, const json_t *expected, const json_t *found)
{
    if (!why)
        return false;
    out_printf(why, "%s: ", place);
    say_json(why, "expected ", expected);
    say_json(why, ", found ", found);
    return false;
}

static bool not_modelled(Out *why, const char *place)
{
    if (why)
        out_printf(why, "%s: the compiled game does not model this field", place);
    return false;
}

/* The first site where two arrays differ, for people. */
static bool sites_differ(Out *why, const char *place, const json_t *expected, const json_t *found, int from)
{
    if (json_array_size(expected) != json_array_size(found))
        return differ(why, place, expected, found);
    for (size_t i = 0; i < json_array_size(expected); i++) {
        const json_t *a = json_array_get(expected, i), *b = json_array_get(found, i);
        if (json_equal(a, b))
            continue;
        char name[96];
        snprintf(name, sizeof name, "%s of site %d", place, from + (int)i);
        return differ(why, name, a, b);
    }
    return differ(why, place, expected, found);
}

static bool arrays_agree(const TraceForm *form, const TraceContainer *c, const json_t *record, const json_t *full,
                         Out *why)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)record, key, value)
    {
        const json_t *mine = json_object_get(full, key);
        if (!mine)
            return not_modelled(why, key);
        if (!json_equal(value, mine))
            return sites_differ(why, key, value, mine, c->from);
    }
    json_object_foreach((json_t *)full, key, value)
    {
        if (!json_object_get(record, key) && !is_site_default(form, key, full, value)) {
            char place[64];
            snprintf(place, sizeof place, "%s (which the record leaves out)", key);
            return differ(why, place, NULL, value);
        }
    }
    return true;
}

static bool container_agrees(const TraceForm *form, const TraceContainer *c, const json_t *record,
                             const json_t *full, Out *why)
{
    const char *type;
    json_t *arrays;
    json_object_foreach((json_t *)record, type, arrays)
    {
        const json_t *what = json_object_get(arrays, "what"); /* other sites of a puzzle stay 0 */
        bool constant = form->deduction && what && json_object_size(arrays) == 1 && all_equal(what, 0);
        if (!json_object_get(full, type) && !constant)
            return not_modelled(why, type);
    }
    json_object_foreach((json_t *)full, type, arrays)
    {
        if (!arrays_agree(form, c, json_object_get(record, type), arrays, why))
            return false;
    }
    return true;
}

static bool containers_agree(const TraceForm *form, const json_t *record, const json_t *full, Out *why)
{
    if (json_array_size(record) != form->ncontainer) {
        if (why)
            out_puts(why, "c: the number of containers is not that of the header");
        return false;
    }
    for (size_t i = 0; i < form->ncontainer; i++)
        if (!container_agrees(form, &form->container[i], json_array_get(record, i), json_array_get(full, i), why))
            return false;
    return true;
}

static json_t *variable(const json_t *variables, const char *name)
{
    char mangled[128];
    snprintf(mangled, sizeof mangled, "%s", name);
    for (char *c = mangled; *c; c++)
        if (!(*c >= '0' && *c <= '9') && !(*c >= 'a' && *c <= 'z') && !(*c >= 'A' && *c <= 'Z'))
            *c = '_';
    return json_object_get(variables, mangled);
}

/* A variable that was never set is -1. */
static bool variables_agree(const json_t *record, const json_t *full, Out *why)
{
    const char *name;
    json_t *value;
    size_t unset = 0, named = 0;
    json_object_foreach((json_t *)record, name, value)
    {
        const json_t *mine = variable(full, name);
        if (!mine)
            return not_modelled(why, name);
        if (!json_equal(value, mine))
            return differ(why, name, value, mine);
        named += json_integer_value(mine) != -1;
    }
    json_object_foreach((json_t *)full, name, value)
    {
        unset += json_integer_value(value) == -1;
    }
    return json_object_size(full) - unset == named || differ(why, "vars", record, full);
}

static size_t times(const json_t *list, const json_t *member)
{
    size_t n = 0;
    for (size_t i = 0; i < json_array_size(list); i++)
        n += json_equal(json_array_get(list, i), member) ? 1 : 0;
    return n;
}

/* Are the members those recorded, each as often?  Records have them in the order
 * in which they came, which no rule can ask for. */
static bool members_agree(const json_t *record, const json_t *full)
{
    if (!json_is_array(record) || json_array_size(record) != json_array_size(full))
        return false;
    for (size_t i = 0; i < json_array_size(full); i++) {
        const json_t *member = json_array_get(full, i);
        if (times(record, member) != times(full, member))
            return false;
    }
    return true;
}

/* Lists with names; one that is not there is empty. */
static bool named_lists_agree(const json_t *record, const json_t *full, Out *why)
{
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)record, name, value)
    {
        const json_t *mine = variable(full, name);
        if (!mine)
            return differ(why, name, value, NULL);
        if (!members_agree(value, mine))
            return differ(why, name, value, mine);
    }
    return json_object_size(record) == json_object_size(full) || differ(why, "rememberMap", record, full);
}

static bool field_agrees(const char *key, const json_t *record, const json_t *mine, Out *why)
{
    static const char *const elsewhere[] = {"c", "vars", "rememberMap"};
    for (size_t i = 0; i < sizeof elsewhere / sizeof elsewhere[0]; i++)
        if (!strcmp(key, elsewhere[i]))
            return true;
    size_t field = field_of(key);
    if (field < NFIELDS && fields[field].shape == MEMBERS)
        return members_agree(record, mine) || differ(why, key, record, mine);
    return json_equal(record, mine) || differ(why, key, record, mine);
}

static bool fields_agree(const TraceForm *form, const json_t *record, const json_t *full, Out *why)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)record, key, value)
    {
        const json_t *mine = json_object_get(full, key);
        if (!mine)
            return not_modelled(why, key);
        if (!field_agrees(key, value, mine, why))
            return false;
    }
    if (!variables_agree(json_object_get(record, "vars"), json_object_get(full, "vars"), why) ||
        !named_lists_agree(json_object_get(record, "rememberMap"), json_object_get(full, "rememberMap"), why))
        return false;
    json_object_foreach((json_t *)full, key, value)
    {
        size_t field = field_of(key);
        if (field < NFIELDS && !json_object_get(record, key) && !is_default(form, field, value)) {
            char place[64];
            snprintf(place, sizeof place, "%s (which the record leaves out)", key);
            return differ(why, place, NULL, value);
        }
    }
    return true;
}

bool trace_state_agrees(const TraceForm *form, const void *state, const json_t *record, Out *why)
{
    json_t *full = write_full(form, state);
    bool agrees = containers_agree(form, json_object_get(record, "c"), json_object_get(full, "c"), why) &&
                  fields_agree(form, record, full, why);
    json_decref(full);
    return agrees;
}

/* ---- recording ------------------------------------------------------------------------ */

/* Takes out of `arrays` what has its default value. */
static void prune_arrays(const TraceForm *form, json_t *arrays)
{
    bool drop[NSITEKEYS] = {false};
    for (size_t k = 0; k < NSITEKEYS; k++) {
        const json_t *value = json_object_get(arrays, site_keys[k]);
        drop[k] = value && is_site_default(form, site_keys[k], arrays, value);
    }
    for (size_t k = 0; k < NSITEKEYS; k++)
        if (drop[k])
            json_object_del(arrays, site_keys[k]);
}

json_t *trace_state(const TraceForm *form, const void *state)
{
    json_t *all = write_full(form, state), *containers = json_object_get(all, "c");
    for (size_t i = 0; i < form->ncontainer; i++) {
        json_t *container = json_array_get(containers, i);
        for (const char *type = site_types; *type; type++) {
            json_t *arrays = json_object_get(container, (char[]){*type, '\0'});
            prune_arrays(form, arrays);
            if (arrays && !json_object_size(arrays))
                json_object_del(container, (char[]){*type, '\0'});
        }
    }
    for (size_t i = 0; i < NFIELDS; i++) {
        const json_t *value = json_object_get(all, fields[i].key);
        if (value && is_default(form, i, value))
            json_object_del(all, fields[i].key);
    }
    static const char *const objects[] = {"vars", "rememberMap"};
    for (size_t i = 0; i < sizeof objects / sizeof objects[0]; i++)
        if (!json_object_size(json_object_get(all, objects[i])))
            json_object_del(all, objects[i]);
    return all;
}
