/* map.c - maps of the equipment: a number for a number, known before the game.
 *
 * A key that no map has an entry for stands for itself. */
#include <string.h>

#include "frontend/lud/lower/state/memory.h"

typedef struct {
    int64_t key, value;
} Entry;

typedef struct {
    VEC(Entry) entry; /* the first of a key counts */
    bool known;       /* everything in it is constant */
} Entries;

/* Maps read before. */
struct KnownMaps {
    VEC(const char *) name;
    VEC(Entries) entries;
};

static int64_t landmark(Lower *l, const Term *t)
{
    static const struct {
        const char *name;
        BoardSet set;
    } sets[] = {{"CentreSite", SET_CENTRE}, {"LeftSite", SET_LEFT}, {"RightSite", SET_RIGHT},
                {"Topsite", SET_TOP}, {"BottomSite", SET_BOTTOM}};
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        if (term_is_enum(t, sets[i].name)) {
            const Sites *sites = &l->sites->layer->set[sets[i].set];
            return sites->n ? sites->at[0] : -1;
        }
    }
    return term_is_enum(t, "FirstSite") ? 0 : l->sites->layer->n - 1;
}

/* A coordinate, else a piece by its full name; -1: neither. */
static int64_t named(Lower *l, const Term *t, bool pieces)
{
    int site = board_find_label(l->sites->layer, t->text);
    if (site >= 0 || !pieces)
        return site;
    int piece = lower_component_by_name(l, t->text);
    return piece > 0 ? piece : -1;
}

static bool number(Lower *l, const Term *t, int64_t *value)
{
    return lower_is_const(lower_fold_int(l, lower_int(l, t)), value);
}

static bool side(Lower *l, const Term *t, bool pieces, int64_t *value)
{
    if (t->kind == TERM_STRING) {
        *value = named(l, t, pieces);
        return true;
    }
    if (t->kind == TERM_ENUM && strcmp(t->type, "landmarkType") == 0) {
        *value = landmark(l, t);
        return true;
    }
    return number(l, t, value);
}

static void add_entry(Lower *l, Entries *all, size_t first, int64_t key, int64_t value)
{
    if (key == -1 || value == -1)
        return;
    for (size_t i = first; i < all->entry.n; i++) { /* within a map the last of a key counts */
        if (all->entry.at[i].key == key) {
            all->entry.at[i].value = value;
            return;
        }
    }
    Entry entry = {key, value};
    vec_push(l->arena, &all->entry, entry);
}

static const Term *second(const Term *pair)
{
    static const SlotName slots[] = {SLOT_value, SLOT_name, SLOT_role, SLOT_landmark};
    size_t n = pair->id == LUD_pair_role ? 4 : 2;
    for (size_t i = 0; i < n; i++) {
        SlotName slot = pair->id == LUD_pair_name ? slots[i + 1] : slots[i];
        if (term_arg(pair, slot))
            return term_arg(pair, slot);
    }
    return NULL;
}

static void add_map(Lower *l, const Term *map, Entries *all)
{
    size_t first = all->entry.n;
    bool lists = map->id == LUD_map_keys;
    const Term *keys = term_arg(map, lists ? SLOT_keys : SLOT_pairs);
    for (uint32_t i = 0; i < keys->n; i++) {
        const Term *key = lists ? keys->slot[i] : term_arg(keys->slot[i], SLOT_key);
        const Term *value = lists ? NULL : second(keys->slot[i]);
        int64_t k, v;
        if (lists) {
            const Term *values = term_arg(map, SLOT_values);
            if (i >= values->n)
                return;
            value = values->slot[i];
        }
        if (!value || !side(l, key, false, &k) || !side(l, value, true, &v)) {
            all->known = false;
            return;
        }
        add_entry(l, all, first, k, v);
    }
}

static const char *map_name(const Term *map)
{
    const Term *name = term_arg(map, SLOT_name);
    return name ? name->text : "Map";
}

static Entries read_maps(Lower *l, const Term *name)
{
    Entries all = {.known = true};
    const Term *items = term_arg(term_arg(l->root, SLOT_equipment), SLOT_items);
    for (uint32_t i = 0; i < items->n; i++) {
        const Term *map = items->slot[i];
        if ((term_is(map, LUD_map) || term_is(map, LUD_map_keys)) &&
            (!name || strcmp(map_name(map), name->text) == 0))
            add_map(l, map, &all);
    }
    return all;
}

/* The entries of all maps of the name (NULL: of all maps). */
static Entries entries(Lower *l, const Term *name)
{
    const char *text = name ? name->text : "";
    if (!l->facts->started)
        return read_maps(l, name);
    if (!l->memo->known_maps)
        l->memo->known_maps = ARENA_NEW(l->arena, KnownMaps);
    for (size_t i = 0; i < l->memo->known_maps->name.n; i++)
        if (strcmp(l->memo->known_maps->name.at[i], text) == 0)
            return l->memo->known_maps->entries.at[i];
    Entries all = read_maps(l, name);
    vec_push(l->arena, &l->memo->known_maps->name, text);
    vec_push(l->arena, &l->memo->known_maps->entries, all);
    return all;
}

static int64_t look_up(const Entries *all, int64_t key)
{
    for (size_t i = 0; i < all->entry.n; i++)
        if (all->entry.at[i].key == key)
            return all->entry.at[i].value;
    return key;
}

/* Keys that some entry has. */
static IrType key_span(const Entries *all)
{
    IrType span = ir_int(0, -1);
    for (size_t i = 0; i < all->entry.n; i++) {
        int64_t k = all->entry.at[i].key;
        span.lo = i == 0 || k < span.lo ? k : span.lo;
        span.hi = i == 0 || k > span.hi ? k : span.hi;
    }
    return span;
}

IrType lower_map_span(Lower *l, const Term *t, IrType span)
{
    Entries all = entries(l, term_arg(t, SLOT_name));
    for (size_t i = 0; i < all.entry.n; i++) {
        int64_t v = all.entry.at[i].value;
        bool some = span.lo <= span.hi;
        span.lo = !some || v < span.lo ? v : span.lo;
        span.hi = !some || v > span.hi ? v : span.hi;
    }
    return span;
}

/* $map[key - lo] */
static Ir *read_table(Lower *l, const Entries *all, const char *name, Ir *key, IrType keys)
{
    IrDim dim = lw_dim((int)(keys.hi - keys.lo + 1));
    int32_t *value = ARENA_ARRAY(l->arena, int32_t, dim.size);
    int64_t lo = 0, hi = 0;
    for (int i = 0; i < dim.size; i++) {
        int64_t v = look_up(all, keys.lo + i);
        value[i] = (int32_t)v;
        lo = i == 0 || v < lo ? v : lo;
        hi = i == 0 || v > hi ? v : hi;
    }
    bool sites = lo >= -1 && hi < lw_dim_site(l).size;
    int table = lw_int_table(l, name, lo, hi, sites ? l->sym->space_site : IR_NOSPACE, 1, &dim, value);
    Ir *index = keys.lo ? ir_op2(l->game, IR_OP_SUB, key, lw_int(l, keys.lo)) : key;
    return ir_tab(l->game, table, 1, &index);
}

Ir *lower_int_map_entry(Lower *l, const Term *t)
{
    enum { MOST = 4096 };
    const Term *name = term_arg(t, SLOT_name);
    Entries all = entries(l, name);
    Ir *key = lower_int(l, term_arg(t, SLOT_key));
    int64_t fixed;
    if (!all.known)
        return lower_unsupported_int(l, t, "a map with numbers that change");
    if (lower_is_const(key, &fixed))
        return lw_int(l, look_up(&all, fixed));
    const char *table = arena_printf(l->arena, "map_%s", name ? name->text : "all");
    IrType keys = key_span(&all);
    if (key->type.hi - key->type.lo < MOST)
        return read_table(l, &all, table, key, key->type);
    if (keys.hi - keys.lo >= MOST)
        return lower_unsupported_int(l, t, "a map with keys so far apart");
    int k = lw_new_local(l, "key", key->type);
    Ir *in = ir_op2(l->game, IR_OP_AND, ir_op2(l->game, IR_OP_GE, lw_local(l, k), lw_int(l, keys.lo)),
                    ir_op2(l->game, IR_OP_LE, lw_local(l, k), lw_int(l, keys.hi)));
    Ir *value = read_table(l, &all, table, lw_local(l, k), keys);
    value = ir_op3(l->game, IR_OP_SELECT, in, value, lw_local(l, k));
    return ir_k2(l->game, IR_OP_LETX, k, key, value);
}
