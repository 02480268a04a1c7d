/* fpga.c - see ludc_fpga.h. */
#include "runtime/fpga/fpga.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/reading.h"

enum { LOAD = 2, RUN = 3, DISCOVER = 4, SEED = 5, HASH_LOW = 0x08, HASH_HIGH = 0x0c, MOVE = 4, END = 5 };

struct ludc_fpga {
    FpgaBus bus;
    FpgaCircuit c;
    uint32_t row_words;
    uint64_t submitted, collected;
    struct {
        uint32_t games, phase;
        uint32_t *sum; /* what was told of it, or NULL */
    } under_way[LUDC_FPGA_BATCHES]; /* by number modulo their number */
};

__attribute__((format(printf, 3, 4))) static ludc_status fail(ludc_error *error, ludc_status status, const char *format, ...)
{
    if (error) {
        va_list args;
        *error = (ludc_error){.status = status};
        va_start(args, format);
        vsnprintf(error->message, sizeof error->message, format, args);
        va_end(args);
    }
    return status;
}

static ludc_status broken(const ludc_fpga *f, ludc_error *error) { return fail(error, LUDC_IO, "the circuit: %s", f->bus.link.why); }

/* ---- opening -------------------------------------------------------------------------------- */

static ludc_status look_at(ludc_fpga *f, ludc_error *error)
{
    uint32_t low, high, bits = 0;
    if (!fpga_bus_read(&f->bus, HASH_LOW, &low) || !fpga_bus_read(&f->bus, HASH_HIGH, &high))
        return broken(f, error);
    if (low != f->c.hash[0] || high != f->c.hash[1])
        return fail(error, LUDC_WRONG, "the circuit is of another game than the folder");
    for (uint32_t k = 0; k < f->c.ngroup; k++)
        bits += f->c.rows[k].nbit;
    f->row_words = (bits + 31) / 32;
    return LUDC_OK;
}

ludc_fpga *ludc_fpga_open(const char *place, const char *folder, ludc_error *error)
{
    const char *why = NULL;
    if (place && !folder && !strncmp(place, "sim:", 4))
        folder = place + 4;
    if (!place || !folder) {
        fail(error, LUDC_USAGE, "a place and the folder of its circuit, please");
        return NULL;
    }
    ludc_fpga *f = calloc(1, sizeof *f);
    if (!f) {
        fail(error, LUDC_IO, "memory is out");
        return NULL;
    }
    f->bus.link.fd = -1;
    ludc_status status = LUDC_OK;
    if (!fpga_circuit_read(&f->c, folder, &why))
        status = fail(error, LUDC_IO, "%.300s: %s", folder, why);
    else if (!fpga_link_open(&f->bus.link, place))
        status = fail(error, LUDC_IO, "%.300s: %s", place, f->bus.link.why);
    else
        status = look_at(f, error);
    if (status == LUDC_OK)
        return f;
    ludc_fpga_close(f);
    return NULL;
}

void ludc_fpga_close(ludc_fpga *f)
{
    if (!f)
        return;
    for (int i = 0; i < LUDC_FPGA_BATCHES; i++)
        free(f->under_way[i].sum);
    fpga_link_close(&f->bus.link);
    fpga_circuit_free(&f->c);
    free(f->bus.word);
    free(f);
}

/* ---- positions: a context, 1 where the game is over, the row ------------------------------------- */

unsigned ludc_fpga_players(const ludc_fpga *f) { return f ? f->c.players : 0; }

size_t ludc_fpga_words(const ludc_fpga *f) { return f ? (size_t)f->c.words + 1 + f->row_words : 0; }

void ludc_fpga_root(const ludc_fpga *f, uint32_t *position)
{
    if (!f || !position)
        return;
    memset(position, 0, ludc_fpga_words(f) * sizeof *position);
    memcpy(position, f->c.first, f->c.words * sizeof *position);
}

int ludc_fpga_over(const ludc_fpga *f, const uint32_t *position) { return f && position ? (int)position[f->c.words] : 0; }

/* n bits of words from bit `at` on. */
static uint32_t bits_at(const uint32_t *word, uint32_t at, uint32_t n)
{
    uint32_t value = 0;
    for (uint32_t i = 0; i < n; i++)
        value |= (word[(at + i) / 32] >> (at + i) % 32 & 1) << i;
    return value;
}

static uint32_t phase_of(const ludc_fpga *f, const uint32_t *position)
{
    uint32_t phase = bits_at(position, f->c.phase_at, f->c.phase_bits);
    return phase < f->c.phases ? phase : 0;
}

/* What a row says of a player: a value, or why there is none. */
static int32_t value_in(const FpgaCircuit *c, const FpgaRows *rows, uint32_t row, unsigned player)
{
    return row < rows->nrow ? rows->value[(size_t)row * c->players + player - 1] : FPGA_CUT;
}

int32_t ludc_fpga_value(const ludc_fpga *f, const uint32_t *position, unsigned player)
{
    uint32_t at = 0, group = f->c.ngroup > 1 ? player - 1 : 0;
    if (!f || player < 1 || player > f->c.players || !ludc_fpga_over(f, position))
        return -1;
    for (uint32_t k = 0; k < group; k++)
        at += f->c.rows[k].nbit;
    return value_in(&f->c, &f->c.rows[group], bits_at(position + f->c.words + 1, at, f->c.rows[group].nbit), player);
}

static double payoff_of(const ludc_fpga *f, int32_t value)
{
    return value < 0 ? -1 : ludc_value_payoff(f->c.joint, f->c.players, value);
}

double ludc_fpga_payoff(const ludc_fpga *f, const uint32_t *position, unsigned player)
{
    return f ? payoff_of(f, ludc_fpga_value(f, position, player)) : -1;
}

static bool load(ludc_fpga *f, const uint32_t *position)
{
    bool done = fpga_bus_push(&f->bus, LOAD);
    for (uint32_t i = 0; done && i < f->c.words; i++)
        done = fpga_bus_push(&f->bus, position[i]);
    return done;
}

/* ---- batches ------------------------------------------------------------------------------------- */

static uint32_t sums_of(const ludc_fpga *f)
{
    uint32_t n = 2;
    for (uint32_t k = 0; k < f->c.ngroup; k++)
        n += f->c.rows[k].nrow;
    return n;
}

/* What is told of the oldest batch that nothing is known of. */
static ludc_status hear_batch(ludc_fpga *f, uint64_t number, ludc_error *error)
{
    uint32_t n = sums_of(f), *sum = malloc(n * sizeof *sum);
    FpgaWord word = {0};
    if (!sum)
        return fail(error, LUDC_IO, "memory is out");
    for (uint32_t i = 0; i < n; i++) {
        if (!fpga_bus_take(&f->bus, &word) || word.last != (i + 1 == n)) {
            free(sum);
            return i < n && word.last ? fail(error, LUDC_IO, "the circuit told less of a batch than it should") : broken(f, error);
        }
        sum[i] = word.word;
    }
    f->under_way[number % LUDC_FPGA_BATCHES].sum = sum;
    return LUDC_OK;
}

/* All that is under way is told of before anything else is. */
static ludc_status hear_all(ludc_fpga *f, ludc_error *error)
{
    ludc_status status = LUDC_OK;
    for (uint64_t k = f->collected; status == LUDC_OK && k < f->submitted; k++)
        if (!f->under_way[k % LUDC_FPGA_BATCHES].sum)
            status = hear_batch(f, k, error);
    return status;
}

ludc_status ludc_fpga_submit(ludc_fpga *f, const uint32_t *position, uint32_t games, uint64_t *batch, ludc_error *error)
{
    if (!f || !position)
        return fail(error, LUDC_USAGE, "a circuit and a position, please");
    uint64_t number = f->submitted;
    if (number - f->collected >= LUDC_FPGA_BATCHES)
        return fail(error, LUDC_USAGE, "%d batches are under way", LUDC_FPGA_BATCHES);
    if (ludc_fpga_over(f, position))
        return fail(error, LUDC_USAGE, "the game is over in that position");
    if (games == UINT32_MAX)
        return fail(error, LUDC_USAGE, "too many games");
    if (!load(f, position) || !fpga_bus_push(&f->bus, RUN) || !fpga_bus_push(&f->bus, games))
        return broken(f, error);
    f->under_way[number % LUDC_FPGA_BATCHES].games = games;
    f->under_way[number % LUDC_FPGA_BATCHES].phase = phase_of(f, position);
    f->under_way[number % LUDC_FPGA_BATCHES].sum = NULL;
    f->submitted++;
    if (batch)
        *batch = number;
    return LUDC_OK;
}

static void add_rows(const ludc_fpga *f, uint32_t group, const uint32_t *sum, ludc_fpga_batch *batch)
{
    const FpgaRows *rows = &f->c.rows[group];
    for (uint32_t i = 0; i < rows->nrow; i++) {
        bool stuck = false, cut = false;
        for (unsigned p = 1; p <= f->c.players; p++) {
            int32_t value = value_in(&f->c, rows, i, p);
            stuck |= value == FPGA_STUCK;
            cut |= value == FPGA_CUT;
            if (value >= 0 && (f->c.ngroup == 1 || p == group + 1)) {
                batch->payoff[p - 1] += sum[i] * payoff_of(f, value);
                batch->valued[p - 1] += sum[i];
            }
        }
        batch->stuck += group ? 0 : stuck ? sum[i] : 0;
        batch->cut += group ? 0 : cut ? sum[i] : 0;
        batch->games += group ? 0 : sum[i];
    }
}

/* A lap's moves are counted from its first phase on, also where a game begins in another one. */
ludc_status ludc_fpga_collect(ludc_fpga *f, ludc_fpga_batch *batch, ludc_error *error)
{
    uint64_t number = f ? f->collected : 0;
    if (!f || !batch || number == f->submitted)
        return fail(error, LUDC_USAGE, "no batch is under way");
    uint32_t **sum = &f->under_way[number % LUDC_FPGA_BATCHES].sum, at = 0;
    ludc_status status = *sum ? LUDC_OK : hear_batch(f, number, error);
    if (status != LUDC_OK)
        return status;
    *batch = (ludc_fpga_batch){.batch = number};
    for (uint32_t k = 0; k < f->c.ngroup; at += f->c.rows[k++].nrow)
        add_rows(f, k, *sum + at, batch);
    batch->moves = ((uint64_t)(*sum)[at + 1] << 32 | (*sum)[at]) - batch->games * f->under_way[number % LUDC_FPGA_BATCHES].phase;
    free(*sum);
    *sum = NULL;
    f->collected++;
    return LUDC_OK;
}

/* Until nothing is played or told of. */
static ludc_status come_to_rest(ludc_fpga *f, ludc_error *error)
{
    uint32_t status = 0;
    ludc_status heard = hear_all(f, error);
    while (heard == LUDC_OK && !(status & FPGA_IDLE))
        if (!fpga_bus_read(&f->bus, FPGA_STATUS, &status))
            heard = broken(f, error);
    return heard;
}

ludc_status ludc_fpga_seed(ludc_fpga *f, uint64_t seed, ludc_error *error)
{
    if (!f)
        return fail(error, LUDC_USAGE, "a circuit, please");
    ludc_status status = come_to_rest(f, error);
    if (status != LUDC_OK)
        return status;
    bool done = fpga_bus_push(&f->bus, SEED) && fpga_bus_push(&f->bus, (uint32_t)seed) && fpga_bus_push(&f->bus, (uint32_t)(seed >> 32));
    return done ? LUDC_OK : broken(f, error);
}

/* ---- what follows a position ------------------------------------------------------------------------ */

/* The numbers of a move, as the players' codes; false: a number that no move has. */
static bool read_move(const ludc_fpga *f, uint32_t phase, const uint32_t *number, uint32_t *move)
{
    for (uint32_t p = 0; p < f->c.players; p++)
        move[p] = LUDC_FPGA_NONE;
    for (uint32_t k = 0; k < f->c.nchoice; k++) {
        const FpgaChoices *choices = &f->c.choices[phase][k];
        int32_t at = number[k] < choices->n ? choices->move[number[k]] : -1;
        if (at < 0)
            return false;
        move[f->c.role[at] - 1] = f->c.code[at];
    }
    return true;
}

/* A message: a word that begins it, the numbers, the row, the context. */
static ludc_status hear_message(ludc_fpga *f, uint32_t *message, bool *ended, ludc_error *error)
{
    uint32_t n = 1 + f->c.nchoice + f->row_words + f->c.words;
    FpgaWord word;
    for (uint32_t i = 0; i < n; i++) {
        if (!fpga_bus_take(&f->bus, &word))
            return broken(f, error);
        message[i] = word.word;
        *ended = !i && word.word >> 24 == END;
        if (*ended && word.last)
            return LUDC_OK;
        if ((!i && word.word >> 24 != MOVE) || word.last != (i + 1 == n))
            return fail(error, LUDC_IO, "the circuit told of a move what it never says");
    }
    return LUDC_OK;
}

static ludc_status tell_message(const ludc_fpga *f, uint32_t phase, const uint32_t *message, uint32_t *position, ludc_fpga_told told, void *data,
                                ludc_error *error)
{
    uint32_t move[FPGA_PLAYERS];
    const uint32_t *row = message + 1 + f->c.nchoice;
    memcpy(position, row + f->row_words, f->c.words * sizeof *position);
    position[f->c.words] = message[0] & 1;
    memcpy(position + f->c.words + 1, row, f->row_words * sizeof *position);
    if (!read_move(f, phase, message + 1, move))
        return fail(error, LUDC_IO, "the circuit told of a move that there is not");
    told(data, move, position);
    return LUDC_OK;
}

ludc_status ludc_fpga_next(ludc_fpga *f, const uint32_t *position, ludc_fpga_told told, void *data, ludc_error *error)
{
    if (!f || !position || !told)
        return fail(error, LUDC_USAGE, "a circuit, a position and whom to tell, please");
    size_t n = ludc_fpga_words(f) + f->c.nchoice;
    uint32_t *message = malloc((n + ludc_fpga_words(f)) * sizeof *message), phase = phase_of(f, position);
    ludc_status status = message ? hear_all(f, error) : fail(error, LUDC_IO, "memory is out");
    bool ended = ludc_fpga_over(f, position);
    if (status == LUDC_OK && !ended && (!load(f, position) || !fpga_bus_push(&f->bus, DISCOVER)))
        status = broken(f, error);
    while (status == LUDC_OK && !ended) {
        status = hear_message(f, message, &ended, error);
        if (status == LUDC_OK && !ended)
            status = tell_message(f, phase, message, message + n, told, data, error);
    }
    free(message);
    return status;
}
