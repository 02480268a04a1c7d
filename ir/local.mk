# ir/: the intermediate representation, its analyses and passes.
# Add:  core_sources += ir/foo.c ir/foo.h ir/foo.def
# Grammars (compiled with relaxed warnings): gram_sources += ir/scan.l ir/read.y
#                                            BUILT_SOURCES += ir/read.h
core_sources += \
	ir/ir.h ir/ops.def ir/text.h \
	ir/build.c ir/steps.h ir/steps.c ir/infer.c ir/walk.c ir/code.c \
	ir/facts.h ir/meets.c ir/slice.c ir/writes.c \
	ir/print.c ir/print_node.c ir/plan.h ir/plan.c ir/plan_add.c ir/plan_set.c ir/defer.h \
	ir/compact.c ir/hash.c ir/join.h ir/join.c ir/fill.h ir/fill.c ir/fill_board.c ir/fill_hangs.c ir/eval_fill.c
core_sources += \
	ir/eval.h ir/eval_impl.h ir/eval.c \
	ir/eval_num.c ir/eval_set.c ir/eval_exec.c ir/eval_gen.c ir/eval_ahead.c ir/eval_plan.c
core_sources += \
	ir/words.def ir/syn.h ir/syn.c \
	ir/read_game.h ir/read_decl.c ir/read_literal.c ir/read_body.c
gram_sources += ir/scan.l ir/read.y
BUILT_SOURCES += ir/read.h
core_sources += \
	ir/passes/pass.h ir/passes/passes.def ir/passes/manager.c \
	ir/passes/tree.h ir/passes/tree.c ir/passes/tree_const.c \
	ir/passes/fold.h ir/passes/fold.c ir/passes/fold_int.c ir/passes/fold_facts.c ir/passes/fold_mask.c \
	ir/passes/inline.c ir/passes/ranges.c ir/passes/forward.c \
	ir/passes/values.h ir/passes/values.c ir/passes/values_eval.c ir/passes/values_exec.c \
	ir/passes/live.h ir/passes/live.c \
	ir/passes/flatten.c ir/passes/specialise.c \
	ir/passes/setform.c ir/passes/sights.c ir/passes/aim.c ir/passes/sure.c ir/passes/once.c ir/passes/split.c ir/passes/sieve.c ir/passes/defer.c ir/passes/calm.c ir/passes/slice.c ir/passes/maskof.h ir/passes/maskof.c ir/passes/sure.h ir/passes/sure_line.c \
	ir/passes/layout.h ir/passes/layout.c ir/passes/layout_facts.c ir/passes/layout_put.c ir/passes/layout_loop.c \
	ir/passes/layout_entry.c
core_sources += ir/guard/guard.h ir/guard/guard.c ir/guard/interval.h ir/guard/interval.c ir/guard/rounds.c
core_sources += \
	ir/verify_impl.h ir/verify.c ir/verify_node.c ir/verify_stmt.c ir/verify_calls.c

# tests/ir/passes, tests/ir/games
tap_scripts += tests/passes.tap
noinst_PROGRAMS += tests/passes_tool
tests_passes_tool_SOURCES = tests/passes_tool.c tests/tool.h
tests_passes_tool_LDADD = libludc-core.la

# offers: what a reasoner offers beside play
core_sources += ir/offer/offer.h ir/offer/ranges.h ir/offer/ranges.c ir/offer/offer.c ir/offer/place.c \
	ir/offer/future.h ir/offer/future_impl.h ir/offer/future.c ir/offer/future_uses.c ir/offer/future_alike.c ir/offer/future_bag.c ir/offer/future_guard.c \
	ir/offer/key.h ir/offer/key.c ir/offer/key_bag.c
core_sources += \
	ir/offer/actions.h ir/offer/actions.c ir/offer/actions_num.c ir/offer/actions_state.c \
	ir/offer/actions_eval.c ir/offer/actions_set.c ir/offer/actions_ofset.c ir/offer/actions_exec.c \
	ir/offer/actions_loop.c ir/offer/actions_assume.c ir/offer/actions_gen.c ir/offer/actions_codes.c
core_sources += ir/offer/payoffs.c ir/offer/ranks.c ir/offer/ranks.h ir/offer/ranks_eval.c ir/offer/ranks_exec.c
core_sources += ir/offer/reads.c ir/offer/reads.h

# bits: games as networks of gates
core_sources += \
	ir/bits/bits.h ir/bits/given.h ir/bits/given.c ir/bits/net.h ir/bits/net.c ir/bits/run.c ir/bits/whole.c ir/bits/print.c \
	ir/bits/sym.h ir/bits/sym_value.c ir/bits/sym_arith.c ir/bits/sym_num.c ir/bits/sym_set.c \
	ir/bits/sym_rows.c ir/bits/sym_line.c ir/bits/sym_exec.c ir/bits/sym_gen.c \
	ir/bits/make.h ir/bits/make.c ir/bits/make_state.c ir/bits/make_moves.c ir/bits/make_step.c \
	ir/bits/reduce.c ir/bits/saturate.c ir/bits/live.c ir/bits/sample.h ir/bits/sample.c \
	ir/bits/sat.h ir/bits/sat.c ir/bits/cnf.h ir/bits/cnf.c ir/bits/invariant.h ir/bits/invariant.c \
	ir/bits/sweep.h ir/bits/sweep.c
tap_scripts += tests/bits.tap
noinst_PROGRAMS += tests/bits_tool
tests_bits_tool_SOURCES = tests/bits_tool.c tests/tool.h
tests_bits_tool_LDADD = libludc-core.la
