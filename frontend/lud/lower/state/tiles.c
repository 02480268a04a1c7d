/* tiles.c - tiles that lie on several sites at once: put down, and moved. */
#include <string.h>

#include "frontend/lud/elab/term_walk.h"
#include "frontend/lud/lower/state/tiles.h"
#include "frontend/lud/lower/moves/rule.h"
#include "frontend/lud/lower/state/traits.h"
#include "frontend/lud/lower/geometry/direction_tables.h"

/* ---- facts --------------------------------------------------------------------------------- */

/* One walk, or several; NULL: no tile of several sites. */
static const Term *walks_of(const Term *item)
{
    const Term *walks = term_is(item, LUD_tile) ? term_arg(item, SLOT_walks) : NULL;
    return walks ? walks : term_is(item, LUD_tile) ? term_arg(item, SLOT_walk) : NULL;
}

static uint32_t number_of_walks(const Term *item)
{
    return !walks_of(item) ? 0 : term_arg(item, SLOT_walk) ? 1 : walks_of(item)->n;
}

/* Ludemes that say the same where tiles lie on several sites. */
static bool known_with_large(const Term *t)
{
    if (lud_fact(t->id, LUD_FACT_TILES))
        return !(t->id == LUD_place && term_arg(t, SLOT_count)) && !(t->id == LUD_place_many && term_arg(t, SLOT_counts)) &&
               !(t->id == LUD_sites_occupied && (term_arg(t, SLOT_container) || term_arg(t, SLOT_containerName)));
    return !lower_rules_are_made_of(t->id);
}

static TermWay check_known(const Term *t, void *data)
{
    Lower *l = data;
    if (t->kind != TERM_LUDEME || known_with_large(t))
        return TERM_INTO;
    lower_unsupported(l, t, arena_printf(l->arena, "with tiles of several sites: %s", lud_row(t->id)->signature));
    return TERM_STOP;
}

static bool has_walks(const Term *t, const void *data)
{
    (void)data;
    return walks_of(t) != NULL;
}

bool lower_large_facts(Lower *l)
{
    if (!term_any(l->root, has_walks, NULL))
        return true;
    l->facts->has_large = l->facts->has_trait[TRAIT_STATE] = true;
    if (l->facts->stacks) {
        lower_unsupported(l, l->root, "tiles of several sites in a game of stacks");
        return false;
    }
    return !term_walk(l->root, check_known, l);
}

/* The reference tries four states a walk, whatever the board. */
enum { STATES_PER_WALK = 4 };

/* How many states it tries for that piece; 0: no tile of several sites. */
int64_t lower_tile_states(const Component *piece)
{
    return number_of_walks(piece->item) * STATES_PER_WALK;
}

int64_t lower_large_states(const Lower *l)
{
    int64_t most = 0;
    for (size_t c = 1; l->facts->has_large && c < l->sym->component.n; c++) {
        const int64_t states = lower_tile_states(&l->sym->component.at[c]);
        most = states > most ? states : most;
    }
    return most;
}

void lower_large_field(Lower *l)
{
    l->field->covered = l->facts->has_large ? ir_field_add(l->game, "covered", ir_mask(l->sym->space_site), NULL) : -1;
}

/* ---- where they lie ---------------------------------------------------------------------------- */

static int wind_of(uint64_t winds, int64_t k)
{
    int wind = 0;
    for (; !(winds >> wind & 1) || k-- > 0; wind++) {}
    return wind;
}

/* The sites of a piece on that root in that state; none where its walk leaves the board. */
static void cells_at(Lower *l, const Component *piece, int64_t state, int site, uint64_t *out)
{
    const Term *item = piece->item;
    uint64_t winds = l->sites->layer->supported[REL_ORTHOGONAL];
    int n = 0, path[256];
    for (uint64_t rest = winds; rest; rest &= rest - 1)
        n++;
    if (n == 0 || site >= l->sites->layer->n)
        return;
    if (state / n >= number_of_walks(item)) { /* a state without a walk: the root alone */
        ir_mask_set(out, site);
        return;
    }
    const Term *walk = term_arg(item, SLOT_walk) ? term_arg(item, SLOT_walk) : term_arg(item, SLOT_walks)->slot[state / n];
    if (walk->n >= sizeof path / sizeof *path) {
        lower_unsupported(l, walk, "so long a walk");
        return;
    }
    int sites = lower_walk_sites(l, walk, site, wind_of(winds, state % n), path);
    for (int i = 0; i < sites; i++)
        ir_mask_set(out, path[i]);
}

/* $lies[piece][state][site]: masks; none for what is no large tile. */
static int lies_table(Lower *l)
{
    int table = ir_table_find(l->game, "lies");
    if (table >= 0)
        return table;
    const int64_t states = lower_large_states(l);
    IrDim dim[3] = {{.size = (int)l->sym->component.n, .space = l->sym->space_piece}, {.size = (int)states, .space = -1}, lw_dim_site(l)};
    table = ir_table_add(l->game, "lies", ir_mask(l->sym->space_site), false, 3, dim);
    uint64_t *word = l->game->table.at[table].word;
    const int words = ir_words(l->game, l->sym->space_site);
    for (size_t c = 1; c < l->sym->component.n; c++) {
        const Component *piece = &l->sym->component.at[c];
        for (int64_t s = 0; lower_tile_states(piece) && s < states; s++)
            for (int site = 0; site < dim[2].size; site++)
                cells_at(l, piece, s, site, word + ((int64_t)c * states + s) * dim[2].size * words + (int64_t)site * words);
    }
    return table;
}

Ir *lower_tile_lies(Lower *l, const Ir *piece, const Ir *state, const Ir *site)
{
    Ir *within = ir_op2(l->game, IR_OP_MIN, lw_copy(l, state), lw_int(l, lower_large_states(l) - 1));
    Ir *index[3] = {lw_copy(l, piece), lower_fold_int(l, within), lw_copy(l, site)};
    return ir_tab(l->game, lies_table(l), 3, index);
}

void lower_large_start(Lower *l, int piece, int64_t site, int64_t state)
{
    if (!lower_tile_states(&l->sym->component.at[piece]))
        return;
    if (state >= lower_large_states(l)) {
        lower_unsupported(l, l->root, "a tile of several sites placed in a state without a walk");
        return;
    }
    uint64_t *covered = l->game->field.at[l->field->covered].word;
    cells_at(l, &l->sym->component.at[piece], state < 0 ? 0 : state, (int)site, covered);
    for (int s = 0; l->facts->has_count && s < l->sites->layer->n; s++)
        if (ir_mask_has(covered, s))
            l->game->field.at[l->sites->count].init[s] = 1;
}

/* ---- moves -------------------------------------------------------------------------------------- */

Ir *lower_is_large(Lower *l, Ir *piece)
{
    int table = ir_table_find(l->game, "large");
    if (table < 0) {
        table = ir_table_add(l->game, "large", ir_mask(l->sym->space_piece), false, 0, NULL);
        for (size_t c = 1; c < l->sym->component.n; c++)
            if (lower_tile_states(&l->sym->component.at[c]))
                ir_mask_set(l->game->table.at[table].word, (int)c);
    }
    return ir_op2(l->game, IR_OP_HAS, piece, ir_tab(l->game, table, 0, NULL));
}
