# ir/: the intermediate representation, its analyses, plans and passes.
# Add:  core_sources += ir/ROOM/foo.c ir/ROOM/foo.h
core_sources += \
	ir/core/ir.h ir/core/ops.def ir/core/ops.h ir/core/cases.def ir/core/text.h \
	ir/core/build.c ir/core/infer.c ir/core/walk.c ir/core/code.c ir/core/tree.h ir/core/tree.c ir/core/tree_const.c \
	ir/core/state_ranges.h ir/core/state_ranges.c ir/core/plan_names.h ir/core/plan_names.c ir/core/compact.c ir/core/hash.c ir/core/print.c ir/core/print_node.c \
	ir/core/words.def ir/core/syn.h ir/core/syn.c \
	ir/core/read_game.h ir/core/read_decl.c ir/core/read_data.c ir/core/read_literal.c ir/core/read_body.c \
	ir/core/verify_impl.h ir/core/verify.c ir/core/verify_node.c ir/core/verify_stmt.c ir/core/verify_calls.c
gram_sources += ir/core/scan.l ir/core/read.y
BUILT_SOURCES += ir/core/read.h

# The reference.
core_sources += \
	ir/eval/eval.h ir/eval/eval_impl.h ir/eval/eval.c \
	ir/eval/eval_num.c ir/eval/eval_set.c ir/eval/eval_exec.c ir/eval/eval_gen.c ir/eval/eval_ahead.c ir/eval/eval_plan.c \
	ir/eval/eval_fill.c ir/eval/eval_choose.c

# Facts about a game that change nothing.
core_sources += \
	ir/analysis/analyses.def ir/analysis/analyses.h ir/analysis/analyses.c \
	ir/analysis/shape.h ir/analysis/relation_shifts.c ir/analysis/word_map.c ir/analysis/stencil.h ir/analysis/stencil.c ir/analysis/move_planes.c ir/analysis/joint_sets.c \
	ir/analysis/line_masks.c ir/analysis/line_pext.c ir/analysis/monotone_rays.c ir/analysis/direction_unions.c \
	ir/analysis/turn_only_fields.c ir/analysis/state_layout.c ir/analysis/group_reps.c ir/analysis/single_emit_loop.c \
	ir/analysis/header_names.c ir/analysis/draw_runs.c ir/analysis/code_size.c ir/analysis/gate_leaves.c ir/analysis/nets.c ir/analysis/covers_table.c ir/analysis/sought_word.c ir/analysis/table_range.c ir/analysis/post_precheck.c ir/analysis/take_lowest.c ir/analysis/windows.c ir/analysis/member_reads.c ir/analysis/speculation.c ir/analysis/straight.c \
	ir/analysis/facts.h ir/analysis/flood_meets.c ir/analysis/effect_slice.c ir/analysis/effects.c \
	ir/analysis/connect_tests.h ir/analysis/connect_tests.c ir/analysis/ray_shifts.h ir/analysis/ray_shifts.c \
	ir/analysis/atari_groups.c

# Constants, identities, dead branches.
core_sources += ir/fold/fold.h ir/fold/fold.c ir/fold/fold_int.c ir/fold/fold_facts.c ir/fold/fold_mask.c ir/fold/alike.h ir/fold/alike.c

# Which playout plans hold.
core_sources += \
	ir/plan/plan.h ir/plan/plan.c ir/plan/plan_add.c ir/plan/plan_note.c \
	ir/plan/fill.h ir/plan/fill.c ir/plan/fill_board.c ir/plan/fill_taint.c

core_sources += \
	ir/passes/pass.h ir/passes/passes.def ir/passes/pipelines.def ir/passes/manager.c \
	ir/passes/fold_all.c ir/passes/remark.c ir/passes/lowering.h ir/passes/lowering.c ir/passes/lower_closures.c ir/passes/lower_lines.c ir/passes/lower_rays.c \
	ir/passes/lower_headers.c ir/passes/lower_relations.c ir/passes/lower_folds.c ir/passes/lower_choose.c ir/passes/lower_ahead.c ir/passes/lower_uses.c \
	ir/passes/set_of_condition.h ir/passes/set_of_condition.c ir/passes/inline.c ir/passes/ranges.c ir/passes/load_forward.c \
	ir/passes/value_sets.h ir/passes/value_sets.c ir/passes/value_sets_eval.c ir/passes/value_sets_exec.c \
	ir/passes/dce.h ir/passes/dce.c ir/passes/site_write.h ir/passes/site_write.c ir/passes/posts_to_guards.c ir/passes/flatten.c ir/passes/specialise.c \
	ir/passes/loops_to_sets.c ir/passes/ray_fill.c ir/passes/narrow_loops.c ir/passes/exists_to_fn.c ir/passes/loops_to_tests.c ir/passes/guard_loops.c ir/passes/target_rows.h ir/passes/target_rows.c ir/passes/with_to_let.c ir/passes/domains.h ir/passes/domains.c ir/passes/table_lookups.c ir/passes/table_shifts.c \
	ir/passes/precheck.h ir/passes/precheck.c ir/passes/precheck_line.c \
	ir/passes/watched_sites.h ir/passes/watched_sites.c ir/passes/watched_values.c ir/passes/watched_sets.c ir/passes/watched_conditions.c ir/passes/watched_walks.c \
	ir/passes/watched_writes.h ir/passes/watched_writes.c ir/passes/spare_trials.c \
	ir/passes/dead_stores.c ir/passes/implied_tests.c ir/passes/sure_moves.c ir/passes/select_tests.c ir/passes/conditions.c ir/passes/pack_lanes.h ir/passes/pack_lanes.c ir/passes/vectorise_packs.c ir/passes/covers_tests.c ir/passes/counted_ways.c ir/passes/jump_threading.c ir/passes/cse_sets.c ir/passes/split_generators.c ir/passes/bloom_history.c \
	ir/passes/lazy_end_tests.h ir/passes/lazy_end_tests.c ir/passes/atari.c ir/passes/trial_slice.c \
	ir/passes/layout.h ir/passes/layout.c ir/passes/layout_facts.c ir/passes/layout_put.c ir/passes/layout_loop.c \
	ir/passes/layout_entry.c

core_sources += ir/guard/guard.h ir/guard/guard.c ir/guard/interval.h ir/guard/interval.c ir/guard/rounds.h ir/guard/rounds.c \
	ir/guard/nested_loops.h ir/guard/nested_loops.c
# tests/ir/passes, tests/ir/games
noinst_PROGRAMS += tests/passes_tool
tests_passes_tool_SOURCES = tests/passes_tool.c tests/tool.h
tests_passes_tool_LDADD = libludc-core.la

# offers: what a reasoner offers beside play
core_sources += ir/offer/offer.h ir/offer/offer.c ir/offer/place.c \
	ir/offer/future.h ir/offer/future_impl.h ir/offer/future.c ir/offer/future_uses.c ir/offer/future_alike.c ir/offer/future_bag.c ir/offer/future_guard.c \
	ir/offer/key.h ir/offer/key.c ir/offer/key_bag.c ir/offer/records.h ir/offer/records.c
core_sources += \
	ir/offer/actions.h ir/offer/actions.c ir/offer/nums.c ir/offer/actions_state.c \
	ir/offer/actions_eval.c ir/offer/actions_set.c ir/offer/actions_ofset.c ir/offer/actions_exec.c \
	ir/offer/actions_loop.c ir/offer/actions_assume.c ir/offer/actions_gen.c ir/offer/actions_codes.c
core_sources += ir/offer/payoffs.c ir/offer/ranks.c ir/offer/ranks.h ir/offer/ranks_eval.c ir/offer/ranks_exec.c
core_sources += ir/offer/reads.c ir/offer/reads.h ir/offer/legal.c ir/offer/legal.h

# bits: games as networks of gates
core_sources += \
	ir/logic/bits.h ir/logic/cofactor.h ir/logic/cofactor.c ir/logic/net.h ir/logic/net.c ir/logic/run.c ir/logic/whole.c ir/logic/print.c \
	ir/logic/sym.h ir/logic/sym_value.c ir/logic/sym_arith.c ir/logic/sym_num.c ir/logic/sym_set.c \
	ir/logic/sym_rows.c ir/logic/sym_line.c ir/logic/sym_exec.c ir/logic/sym_gen.c \
	ir/logic/make.h ir/logic/make.c ir/logic/make_state.c ir/logic/make_moves.c ir/logic/make_step.c \
	ir/logic/reduce.c ir/logic/counter_bounds.c ir/logic/end_dont_care.c ir/logic/sample.h ir/logic/sample.c \
	ir/logic/sat.h ir/logic/sat.c ir/logic/cnf.h ir/logic/cnf.c ir/logic/invariant.h ir/logic/invariant.c ir/logic/machine.h ir/logic/machine.c \
	ir/logic/registers.h ir/logic/registers.c ir/logic/sat_sweep.h ir/logic/sat_sweep.c
noinst_PROGRAMS += tests/bits_tool
tests_bits_tool_SOURCES = tests/bits_tool.c tests/tool.h
tests_bits_tool_LDADD = libludc-core.la

# HIGH operations as functions of the others: the low form.
core_sources += ir/lower/lower.h ir/lower/lower_impl.h ir/lower/lower.c ir/lower/write.c ir/lower/closures.c ir/lower/lines.c ir/lower/rays.c \
	ir/lower/headers.c ir/lower/relations.c ir/lower/folds.c
# Generators and rules as functions that list, try and draw moves.
core_sources += ir/play/play.h ir/play/choose.h ir/play/choose.c ir/play/choose_run.c ir/play/trial.c ir/play/by_code.c ir/play/candidates.c ir/play/joint.c ir/play/full_board.c \
	ir/play/ahead.c ir/play/pressed.c ir/play/uses.c
# tests/lower
tap_scripts += tests/lower.tap
noinst_PROGRAMS += tests/lower_tool
tests_lower_tool_SOURCES = tests/lower_tool.c tests/tool.h
tests_lower_tool_LDADD = libludc-core.la
