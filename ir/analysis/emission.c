/* emission.c - which gates look at the state after the move. */
#include "ir/analysis/emission.h"

bool gate_needs_successor(GateKind kind, bool listed, const IrFn *rule)
{
    switch (kind) {
    case GATE_KEEP: return !rule->exempt;
    case GATE_COUNT: return false;
    case GATE_MEASURE: return true;
    case GATE_BEST: return !listed;
    }
    return true;
}
