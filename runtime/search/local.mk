# runtime/search/: tree search over reasoners.
runtime_sources += runtime/search/search.h runtime/search/words.h runtime/search/tree.h runtime/search/tree.c runtime/search/others.h runtime/search/others.c \
	runtime/search/kernel.h runtime/search/kernel.c \
	runtime/search/search.c runtime/search/search_late.c runtime/search/search_step.c runtime/search/search_select.c runtime/search/search_bounds.c \
	runtime/search/search_edges.c runtime/search/search_joint.c runtime/search/search_lots.c runtime/search/threads.h runtime/search/threads.c \
	runtime/search/dag.h runtime/search/dag.c runtime/search/trail.h runtime/search/trail.c runtime/search/amaf.h runtime/search/amaf.c runtime/search/search_grave.c \
	runtime/search/memory.h runtime/search/memory.c runtime/search/result.c runtime/search/saved.c runtime/search/report.c runtime/search/spec.c runtime/search/agents.def
runtime_sources += runtime/search/solve.h runtime/search/solve.c runtime/search/solve_table.c runtime/search/solve_key.c runtime/search/solve_alphabeta.c runtime/search/solve_dfpn.c \
	runtime/search/solve_lots.c runtime/search/solve_maxn.c runtime/search/solve_alone.c
include_HEADERS += runtime/include/ludc_solve.h
runtime_sources += runtime/search/crew.h runtime/search/crew.c runtime/search/shared.h runtime/search/shared.c runtime/search/shared_edges.c
include_HEADERS += runtime/include/ludc_search.h
runtime_sources += runtime/search/eval.h runtime/search/eval.c runtime/search/prior.h runtime/search/prior.c runtime/search/noise.c
runtime_sources += runtime/search/leaves.h runtime/search/leaves.c runtime/search/leaves_path.c runtime/search/leaves_value.c
runtime_sources += runtime/search/alphabeta.h runtime/search/alphabeta_impl.h runtime/search/alphabeta.c runtime/search/alphabeta_result.c
# What plays and selects in the loop of a search: in programs made of a game and its search these
# are compiled in one unit with the game.
search_loop = runtime/search/trail.c runtime/search/amaf.c runtime/search/search_grave.c runtime/search/tree.c runtime/search/kernel.c runtime/search/search_select.c runtime/search/search_bounds.c \
	runtime/search/search_edges.c runtime/search/search_joint.c runtime/search/search_lots.c runtime/search/chance.c runtime/search/implicit.c runtime/search/memory.c runtime/search/search_step.c runtime/search/leaves.c \
	runtime/search/leaves_path.c runtime/search/leaves_value.c runtime/search/shared.c runtime/search/shared_edges.c runtime/search/search.c
EXTRA_DIST += runtime/agent_main.c
runtime_sources += runtime/search/features.h runtime/search/features.c runtime/search/playout_features.c
runtime_sources += runtime/search/playout.h runtime/search/playout.c runtime/search/playout_keys.c runtime/search/playout_tables.c runtime/search/playout_ahead.c
# Lots as nodes.
runtime_sources += runtime/search/chance.h runtime/search/chance.c runtime/search/result_nodes.c
# Minimax values beside means.
runtime_sources += runtime/search/implicit.h runtime/search/implicit.c
