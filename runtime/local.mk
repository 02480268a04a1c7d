# runtime/: what links with a generated reasoner; includes only itself.
# Add:  runtime_sources += runtime/foo.c runtime/foo.h
# The public header:  include_HEADERS += runtime/include/ludc.h
runtime_sources += runtime/abi.h runtime/reading.h runtime/writer.h runtime/game.h runtime/random.h runtime/lanes.h runtime/lanes.c runtime/lanes_code.h runtime/load.c runtime/admit.h runtime/admit.c runtime/state.c runtime/valid.h runtime/valid.c runtime/many.c runtime/pool.h runtime/pool.c runtime/version.c runtime/text.c runtime/texts.h runtime/texts.c \
	runtime/key.h runtime/key.c runtime/draw.c runtime/draw.h runtime/policy.c runtime/policy.h
runtime_sources += runtime/observe.c runtime/columns.c runtime/geometry.c
runtime_sources += runtime/lots.h runtime/lots.c runtime/lots_text.c runtime/step.c
runtime_sources += runtime/actions.c runtime/kind.h
runtime_sources += runtime/payoffs.c
include_HEADERS += runtime/include/ludc.h runtime/include/ludc_policy.h
include runtime/features/local.mk
include runtime/search/local.mk
include runtime/learn/local.mk
include runtime/agent/local.mk
include runtime/board/local.mk
include runtime/fpga/local.mk
