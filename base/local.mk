# base/: leaf utilities; knows nothing of games.
core_sources += \
	base/flow.h base/flow.c base/arena.c base/arena.h base/library.c base/library.h base/limit.c base/limit.h base/limit_impl.h base/limit_place.h base/memory.c base/memory.h base/memory_impl.h \
	base/cleanup.c base/cleanup.h \
	base/diag.c base/diag.h base/diag_again.h base/warnings.def \
	base/escape.c base/escape.h \
	base/hash.h \
	base/intern.c base/intern.h \
	base/out.c base/out.h \
	base/rng.h \
	base/scratch.c base/scratch.h \
	base/session.c base/session.h \
	base/source.c base/source.h base/source_comment.c base/source_comment.h \
	base/tree.c base/tree.h \
	base/vec.c base/vec.h
