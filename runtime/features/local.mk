# runtime/features/: spatial features on any board (doc/features.md).
runtime_sources += runtime/features/store.h runtime/features/store.c runtime/features/feature.h runtime/features/set.c runtime/features/read.c runtime/features/write.c \
	runtime/features/board.h runtime/features/board.c runtime/features/walk.c runtime/features/reach.h runtime/features/reach.c runtime/features/atom.h runtime/features/atom.c \
	runtime/features/ground.h runtime/features/ground.c runtime/features/place.c runtime/features/move.c runtime/features/policy.h runtime/features/policy.c runtime/features/atomic.c
# Evaluators behind one interface.
runtime_sources += runtime/features/eval.h runtime/features/eval.c runtime/features/naive.c runtime/features/tree.c runtime/features/compiled.c \
	runtime/features/net.h runtime/features/net_order.c runtime/features/net.c \
	runtime/features/intern.h runtime/features/intern.c runtime/features/lattice.h runtime/features/lattice.c \
	runtime/features/sweep.h runtime/features/sweep_make.c runtime/features/sweep_run.c runtime/features/sweep.c \
	runtime/features/sweep_code.h runtime/features/sweep_code.c
include_HEADERS += runtime/include/ludc_features.h
