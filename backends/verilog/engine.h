/* engine.h - a game's loop as a circuit: a position and random bits in, the position after a round of phases out.
 *
 * The circuits of the back end lanes for each phase stand one behind the other (backends/lanes/step.h); a context, which
 * is a lane, moves once in each, unless its draw fails.  What a game that ends was worth comes out as the numbers of
 * rows.  The whole is covered by tables and cut into stages, through which contexts go one behind the other. */
#ifndef LUDC_VERILOG_ENGINE_H
#define LUDC_VERILOG_ENGINE_H

#include "backends/lanes/lanes.h"
#include "backends/verilog/stage.h"

/* What counts: a row a vector of values, or, where these are too many, one a value of each role; groups are counted
 * side by side.  The last rows of each group are games that ended because somebody had no move (joint games), and
 * games that were cut off. */
typedef struct {
    uint32_t nrow, nbit; /* the row of an ended game is a number of nbit bits */
    const int32_t **value; /* [nrow]: by role, as LaneRows.value; NULL: cut off */
} EngineGroup;

typedef struct {
    uint32_t inputs;  /* of a table */
    uint32_t depth;   /* tables a stage; 0: what gives most moves for the cells */
    uint32_t nstage;  /* contexts; 0: as few as there can be */
    uint32_t nengine; /* 0: as many as the device holds */
    uint32_t room;    /* cells of the device, 0: any number; used where depth and engines are chosen */
    uint32_t memories; /* its block memories that bits may wait in, 256 words of 16 bits each */
    bool phases;      /* circuits of their own for whose turn it is, where that goes round and pays */
} EngineOptions;

/* Of BANK_FOUND: the game is over; its move is complete, floods go round (LaneStep); as a number, moves beyond the rounds that BANK_STATE counts. */
enum { ENGINE_DONE, ENGINE_MOVED, ENGINE_FLOODING, ENGINE_BEYOND };

/* Words of the net: BANK_STATE, ROOT as in LaneFrame; BANK_RANDOM; BANK_LIVE; out: BANK_STATE; BANK_FOUND; BANK_TALLY: the row numbers, group by
 * group; BANK_CHOSEN: phase by phase and group by group LaneStep.number,
 * then of phases in which several groups choose LaneStep.good, without the first group's. */
typedef struct {
    const BitsGame *game;
    const LanePlan *plan;
    LaneNet *whole;    /* as put together */
    LaneNet *net;      /* the same, balanced */
    const LutStages *stages;
    uint32_t inputs;   /* of a table */
    uint32_t ngroup, nrowbit, nrandom;
    uint32_t npick, npickbit;     /* groups that choose, and the bits of all their numbers where those are given */
    uint32_t pick_bits[LANE_ROLES];
    uint32_t *pick_of;            /* [nrandom]: the bit of these numbers that stands for it */
    uint32_t nchosen, ngood;      /* bits of BANK_CHOSEN; how many of them, the last ones, are LaneStep.good (engine_goods) */
    uint32_t nbeyond;  /* bits of that number */
    uint32_t nengine;  /* side by side: nothing else here knows of them */
    bool crowded;      /* one of them nearly fills the device: few tables count more than fast ones */
    uint32_t nroot;    /* words of BANK_ROOT: state bits, then the phase's */
    EngineGroup *group;
} Engine;

/* Ports of the step, by number, below ENGINE_BEYOND. */
extern const char *const engine_found[];

/* NULL: *why says what does not fit. */
Engine *engine_make(const BitsGame *game, const EngineOptions *options, Arena *arena, const char **why);

/* Such bits of a phase: one for each group but the first, or none. */
uint32_t engine_goods(const Engine *e, uint32_t phase);

/* How Yosys is to make tables of iCE40: fast ones, or as few as it can where the device is crowded. */
const char *engine_tables(const Engine *e);

#endif
