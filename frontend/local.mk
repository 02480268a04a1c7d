# frontend/: the source languages.
# Add:  core_sources += frontend/lud/foo.c frontend/lud/foo.h
# Grammars (compiled with relaxed warnings):
#       gram_sources += frontend/lud/scan.l frontend/lud/parse.y
#       BUILT_SOURCES += frontend/lud/parse.h

# --- text: scanning, expansion, parsing (frontend/sexp, frontend/lud) ---
core_sources += \
	frontend/sexp/ast.c frontend/sexp/ast.h \
	frontend/sexp/print.c \
	frontend/lud/lud.h \
	frontend/lud/balance.c frontend/lud/balance.h \
	frontend/lud/build.c frontend/lud/scan.h \
	frontend/lud/defines.c frontend/lud/defines.h \
	frontend/lud/expand.c \
	frontend/lud/near.c frontend/lud/near.h \
	frontend/lud/options.c frontend/lud/options.h \
	frontend/lud/ranges.c frontend/lud/ranges.h \
	frontend/lud/read.c \
	frontend/lud/rulesets.c \
	frontend/lud/text.c frontend/lud/text.h \
	frontend/lud/text_source.c
gram_sources += frontend/lud/scan.l frontend/lud/parse.y
BUILT_SOURCES += frontend/lud/parse.h
# The shipped defines are compiled in, so that nothing has to be installed.
lud_prelude = \
	$(srcdir)/frontend/lud/prelude/boards.def \
	$(srcdir)/frontend/lud/prelude/captures.def \
	$(srcdir)/frontend/lud/prelude/conditions.def \
	$(srcdir)/frontend/lud/prelude/ends.def \
	$(srcdir)/frontend/lud/prelude/functions.def \
	$(srcdir)/frontend/lud/prelude/hops.def \
	$(srcdir)/frontend/lud/prelude/moves.def \
	$(srcdir)/frontend/lud/prelude/parts.def \
	$(srcdir)/frontend/lud/prelude/pieces.def \
	$(srcdir)/frontend/lud/prelude/starts.def \
	$(srcdir)/frontend/lud/prelude/tracks.def
frontend/lud/prelude.c: $(srcdir)/frontend/lud/prelude/embed.sh $(lud_prelude)
	$(AM_V_GEN)$(MKDIR_P) frontend/lud && \
	$(SHELL) $(srcdir)/frontend/lud/prelude/embed.sh $(lud_prelude) > $@.tmp && \
	mv $@.tmp $@
nodist_libludc_core_la_SOURCES = frontend/lud/prelude.c
CLEANFILES += frontend/lud/prelude.c
EXTRA_DIST += frontend/lud/prelude/embed.sh
# The text layer on its own, for tests/text.tap.
noinst_PROGRAMS += tests/text_tool
tests_text_tool_SOURCES = tests/text_tool.c
tests_text_tool_LDADD = libludc-core.la
tap_scripts += tests/text.tap

# --- table: ludemes.def, types.def and the matcher ---
core_sources += \
	frontend/lud/elab.c frontend/lud/elab.h \
	frontend/lud/elab_blame.h \
	frontend/lud/elab_check.c \
	frontend/lud/elab_diag.c \
	frontend/lud/elab_say.c \
	frontend/lud/explain.c \
	frontend/lud/ludemes.def frontend/lud/ludemes_bool.def \
	frontend/lud/ludemes_game.def frontend/lud/ludemes_graph.def \
	frontend/lud/ludemes_int.def frontend/lud/ludemes_moves.def \
	frontend/lud/ludemes_region.def \
	frontend/lud/sig.c frontend/lud/sig.h \
	frontend/lud/term.c frontend/lud/term.h \
	frontend/lud/types.def

# --- board: graphs, their measuring, the drawing ---
core_sources += \
	frontend/lud/board.c \
	frontend/lud/board.h \
	frontend/lud/board_corners.c \
	frontend/lud/board_draw.c \
	frontend/lud/board_json.c \
	frontend/lud/board_measure.h \
	frontend/lud/board_perimeter.c \
	frontend/lud/board_props.c \
	frontend/lud/board_radials.c \
	frontend/lud/board_situation.c \
	frontend/lud/board_steps.c \
	frontend/lud/board_term.c \
	frontend/lud/board_term.h \
	frontend/lud/board_term_basis.c \
	frontend/lud/board_term_edit.c \
	frontend/lud/board_term_ops.c \
	frontend/lud/board_term_shape.c \
	frontend/lud/board_term_value.c \
	frontend/lud/graph.c \
	frontend/lud/graph.h \
	frontend/lud/graph_atan2.c \
	frontend/lud/graph_brick.c \
	frontend/lud/graph_celtic.c \
	frontend/lud/graph_faces.c \
	frontend/lud/graph_geom.c \
	frontend/lud/graph_geom.h \
	frontend/lud/graph_hex.c \
	frontend/lud/graph_join.c \
	frontend/lud/graph_mancala.c \
	frontend/lud/graph_move.c \
	frontend/lud/graph_quadhex.c \
	frontend/lud/graph_refine.c \
	frontend/lud/graph_remove.c \
	frontend/lud/graph_rings.c \
	frontend/lud/graph_shape.c \
	frontend/lud/graph_square.c \
	frontend/lud/graph_tiling.c \
	frontend/lud/graph_tri.c
# The board of a game on its own, for tests/board.tap.
noinst_PROGRAMS += tests/board_tool
tests_board_tool_SOURCES = tests/board_tool.c
tests_board_tool_LDADD = libludc-core.la
tap_scripts += tests/board.tap
check_PROGRAMS += tests/boards.tap
tests_boards_tap_SOURCES = tests/board_test.c
tests_boards_tap_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_boards_tap_LDADD = libludc-core.la $(CMOCKA_LIBS)
tap_scripts += tests/elab.tap
check_PROGRAMS += tests/table.tap
tests_table_tap_SOURCES = tests/table_test.c
tests_table_tap_LDADD = libludc-core.la

# --- lowering: Terms to IR ---
core_sources += \
	frontend/lud/lower.c frontend/lud/lower.h \
	frontend/lud/lower_action.c frontend/lud/lower_append.c \
	frontend/lud/lower_array.c \
	frontend/lud/lower_bool.c \
	frontend/lud/lower_build.c \
	frontend/lud/lower_capture.c frontend/lud/lower_capture.h \
	frontend/lud/lower_dir.c frontend/lud/lower_dir.h \
	frontend/lud/lower_begin.c frontend/lud/lower_begin.h \
	frontend/lud/lower_direction.c \
	frontend/lud/lower_distance.c \
	frontend/lud/lower_each.c frontend/lud/lower_each.h \
	frontend/lud/lower_effect.c \
	frontend/lud/lower_enclose.c \
	frontend/lud/lower_end.c \
	frontend/lud/lower_equipment.c \
	frontend/lud/lower_fold.c \
	frontend/lud/lower_fromto.c \
	frontend/lud/lower_graph.c \
	frontend/lud/lower_group.c frontend/lud/lower_group.h \
	frontend/lud/lower_history.c \
	frontend/lud/lower_hop.c \
	frontend/lud/lower_int.c \
	frontend/lud/lower_leap.c \
	frontend/lud/lower_looks.c \
	frontend/lud/lower_longest.c frontend/lud/lower_share.c \
	frontend/lud/lower_outline.c frontend/lud/lower_outline.h frontend/lud/term_same.c \
	frontend/lud/lower_lot.c frontend/lud/lower_lot.h \
	frontend/lud/lower_map.c \
	frontend/lud/lower_memory.c frontend/lud/lower_memory.h \
	frontend/lud/lower_moves.c \
	frontend/lud/lower_once.c frontend/lud/lower_once.h \
	frontend/lud/lower_pattern.c \
	frontend/lud/lower_prior.c frontend/lud/lower_prior.h \
	frontend/lud/lower_dice.c frontend/lud/lower_dice.h \
	frontend/lud/lower_level.c frontend/lud/lower_level.h \
	frontend/lud/lower_occupied.c frontend/lud/lower_occupied.h \
	frontend/lud/lower_where.c frontend/lud/lower_where.h \
	frontend/lud/lower_probe.c \
	frontend/lud/lower_puzzle.c frontend/lud/lower_puzzle.h frontend/lud/lower_constraint.c \
	frontend/lud/lower_region.c \
	frontend/lud/lower_role.c \
	frontend/lud/lower_rule.c frontend/lud/lower_rule.h \
	frontend/lud/lower_score.c \
	frontend/lud/lower_select.c \
	frontend/lud/lower_slide.c \
	frontend/lud/lower_sow.c \
	frontend/lud/lower_span.c \
	frontend/lud/lower_start.c \
	frontend/lud/lower_state.c \
	frontend/lud/lower_team.c frontend/lud/lower_team.h \
	frontend/lud/lower_shove.c \
	frontend/lud/lower_hidden.c frontend/lud/lower_hidden.h \
	frontend/lud/lower_turn.c \
	frontend/lud/lower_type.c frontend/lud/lower_type.h \
	frontend/lud/lower_vote.c frontend/lud/lower_vote.h \
	frontend/lud/lower_stack.c frontend/lud/lower_stack.h \
	frontend/lud/lower_step.c \
	frontend/lud/lower_stuck.c frontend/lud/lower_outside.h \
	frontend/lud/lower_threat.c frontend/lud/lower_order.c frontend/lud/lower_order.h \
	frontend/lud/lower_tiers.c \
	frontend/lud/lower_traits.c frontend/lud/lower_traits.h \
	frontend/lud/lower_walk.c \
	frontend/lud/lower_lap.c frontend/lud/lower_lap.h frontend/lud/laps.h \
	frontend/lud/lower_track.c frontend/lud/lower_track.h \
	frontend/lud/lower_ways.c frontend/lud/lower_ways.h \
	frontend/lud/turn.h frontend/lud/puzzle.h
# What is written in IR itself, the turn engine, places on tracks, the variables of puzzles, compiled in.
compiled_in = turn laps puzzle
$(compiled_in:%=frontend/lud/%.c): frontend/lud/%.c: $(srcdir)/frontend/lud/%.gir
	$(AM_V_GEN)$(MKDIR_P) frontend/lud && { \
	echo '#include "frontend/lud/$*.h"'; \
	echo 'const char lud_$*_gir[] = {'; \
	LC_ALL=C od -An -v -tu1 $(srcdir)/frontend/lud/$*.gir | sed 's/ *\([0-9][0-9]*\)/\1,/g'; \
	echo '0};'; } > $@.tmp && mv $@.tmp $@
nodist_libludc_core_la_SOURCES += frontend/lud/turn.c frontend/lud/laps.c frontend/lud/puzzle.c
CLEANFILES += frontend/lud/turn.c frontend/lud/laps.c frontend/lud/puzzle.c
EXTRA_DIST += frontend/lud/turn.gir frontend/lud/laps.gir frontend/lud/puzzle.gir

# --- gdl: rule sheets in GDL, grounding, the propositional net ---
# the stages
core_sources += \
	frontend/gdl/compile.c frontend/gdl/gdl.h
# scanning and parsing
core_sources += \
	frontend/gdl/text/forms.c frontend/gdl/text/keywords.c frontend/gdl/text/scan.h
# a sheet as a Datalog program, checked
core_sources += \
	frontend/gdl/program/arity.c frontend/gdl/program/names.c frontend/gdl/program/print.c \
	frontend/gdl/program/program.c frontend/gdl/program/program.h frontend/gdl/program/recursion.c \
	frontend/gdl/program/rules.c frontend/gdl/program/safety.c frontend/gdl/program/strata.c
# programs made easier to ground
core_sources += \
	frontend/gdl/rewrite/builds.c frontend/gdl/rewrite/builds.h frontend/gdl/rewrite/freeze.c \
	frontend/gdl/rewrite/inline.c frontend/gdl/rewrite/split.c frontend/gdl/rewrite/split.h
# programs without variables
core_sources += \
	frontend/gdl/ground/demand.c frontend/gdl/ground/demand.h frontend/gdl/ground/ground.c \
	frontend/gdl/ground/ground.h frontend/gdl/ground/index.c frontend/gdl/ground/join.c frontend/gdl/ground/join.h \
	frontend/gdl/ground/plan.c frontend/gdl/ground/table.c
# propositional nets
core_sources += \
	frontend/gdl/net/build.h frontend/gdl/net/care.c frontend/gdl/net/care.h frontend/gdl/net/count.c \
	frontend/gdl/net/cycle.c frontend/gdl/net/cycle.h frontend/gdl/net/eval.c frontend/gdl/net/factor.c \
	frontend/gdl/net/invariant.c frontend/gdl/net/narrow.c frontend/gdl/net/net.c frontend/gdl/net/net.h \
	frontend/gdl/net/nodes.c frontend/gdl/net/print.c frontend/gdl/net/reduce.c frontend/gdl/net/sample.c \
	frontend/gdl/net/tally.c frontend/gdl/net/tidy.c
# nets to IR
core_sources += \
	frontend/gdl/lower/again.c frontend/gdl/lower/bits.c frontend/gdl/lower/does.c frontend/gdl/lower/frame.c \
	frontend/gdl/lower/legal.c frontend/gdl/lower/lower.c frontend/gdl/lower/lower.h frontend/gdl/lower/open.c \
	frontend/gdl/lower/parts.c frontend/gdl/lower/parts.h frontend/gdl/lower/reading.c
# the second way: relations to IR
core_sources += \
	frontend/gdl/rel/class.c frontend/gdl/rel/code.c frontend/gdl/rel/domain.c frontend/gdl/rel/flat.c \
	frontend/gdl/rel/lower.c frontend/gdl/rel/mode.c frontend/gdl/rel/name.c frontend/gdl/rel/plan.c \
	frontend/gdl/rel/possible.c frontend/gdl/rel/rel.c frontend/gdl/rel/rel.h frontend/gdl/rel/rule.c \
	frontend/gdl/rel/slot.c frontend/gdl/rel/static.c frontend/gdl/rel/unfold.c
gram_sources += frontend/gdl/text/scan.l frontend/gdl/text/parse.y
BUILT_SOURCES += frontend/gdl/text/parse.h
# The stages of GDL on their own, for tests/gdl.tap.
noinst_PROGRAMS += tests/gdl_tool
tests_gdl_tool_SOURCES = tests/gdl_tool.c
tests_gdl_tool_LDADD = libludc-core.la
tap_scripts += tests/gdl.tap
