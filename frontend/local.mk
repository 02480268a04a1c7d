# frontend/: the source languages.
# Add:  core_sources += frontend/lud/lower/foo.c frontend/lud/lower/foo.h
# Grammars (compiled with relaxed warnings):
#       gram_sources += frontend/lud/text/scan.l frontend/lud/text/parse.y
#       BUILT_SOURCES += frontend/lud/text/parse.h

# --- text: scanning, expansion, parsing (frontend/sexp, frontend/lud) ---
core_sources += \
	frontend/sexp/ast.c frontend/sexp/ast.h frontend/sexp/print.c frontend/lud/lud.h \
	frontend/lud/text/balance.c frontend/lud/text/balance.h frontend/lud/text/build.c frontend/lud/text/defines.c \
	frontend/lud/text/defines.h frontend/lud/text/expand.c frontend/lud/text/near.c frontend/lud/text/near.h \
	frontend/lud/text/options.c frontend/lud/text/options.h frontend/lud/text/ranges.c frontend/lud/text/ranges.h \
	frontend/lud/text/read.c frontend/lud/text/rulesets.c frontend/lud/text/scan.h frontend/lud/text/text.c \
	frontend/lud/text/text.h frontend/lud/text/text_source.c
gram_sources += frontend/lud/text/scan.l frontend/lud/text/parse.y
BUILT_SOURCES += frontend/lud/text/parse.h
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
	$(SHELL) $(srcdir)/frontend/lud/prelude/embed.sh frontend/lud/text/defines.h LudPrelude lud_prelude lud_nprelude prelude \
	  $(lud_prelude) > $@.tmp && mv $@.tmp $@
nodist_libludc_core_la_SOURCES = frontend/lud/prelude.c frontend/lud/guide_pages.c
CLEANFILES += frontend/lud/prelude.c frontend/lud/guide_pages.c
# What `ludc explain` knows, compiled in likewise.
lud_guide = \
	$(srcdir)/frontend/lud/guide/bool.txt \
	$(srcdir)/frontend/lud/guide/constants.txt \
	$(srcdir)/frontend/lud/guide/frames.txt \
	$(srcdir)/frontend/lud/guide/game.txt \
	$(srcdir)/frontend/lud/guide/graph.txt \
	$(srcdir)/frontend/lud/guide/int.txt \
	$(srcdir)/frontend/lud/guide/moves.txt \
	$(srcdir)/frontend/lud/guide/params.txt \
	$(srcdir)/frontend/lud/guide/region.txt
frontend/lud/guide_pages.c: $(srcdir)/frontend/lud/prelude/embed.sh $(lud_guide)
	$(AM_V_GEN)$(MKDIR_P) frontend/lud && \
	$(SHELL) $(srcdir)/frontend/lud/prelude/embed.sh frontend/lud/elab/guide.h GuidePage guide_page guide_pages guide \
	  $(lud_guide) > $@.tmp && mv $@.tmp $@
EXTRA_DIST += $(lud_guide)
EXTRA_DIST += frontend/lud/prelude/embed.sh
# The text layer on its own, for tests/text.tap.
noinst_PROGRAMS += tests/text_tool
tests_text_tool_SOURCES = tests/text_tool.c
tests_text_tool_LDADD = libludc-core.la
tap_scripts += tests/text.tap

# --- table: ludemes.def, types.def and the matcher ---
core_sources += \
	frontend/lud/elab/blame.h frontend/lud/elab/check.c frontend/lud/elab/diag.c frontend/lud/elab/elab.c \
	frontend/lud/elab/elab.h frontend/lud/elab/explain.c frontend/lud/elab/guide.c frontend/lud/elab/guide.h \
	frontend/lud/elab/ludemes.def \
	frontend/lud/elab/ludemes_bool.def frontend/lud/elab/ludemes_game.def frontend/lud/elab/ludemes_graph.def \
	frontend/lud/elab/ludemes_int.def frontend/lud/elab/ludemes_moves.def frontend/lud/elab/ludemes_region.def \
	frontend/lud/elab/facts.h frontend/lud/elab/facts.c frontend/lud/elab/ludeme_facts.def frontend/lud/elab/ludeme_ranges.def frontend/lud/elab/ludeme_refused.def \
	frontend/lud/elab/slots.def \
	frontend/lud/elab/mend.c frontend/lud/elab/mend.h frontend/lud/elab/mend_list.c frontend/lud/elab/say.c frontend/lud/elab/sig.c frontend/lud/elab/sig.h frontend/lud/elab/term.c \
	frontend/lud/elab/term.h frontend/lud/elab/term_same.c frontend/lud/elab/term_walk.c frontend/lud/elab/term_walk.h frontend/lud/elab/types.def

# --- board: graphs, their measuring, the drawing ---
core_sources += \
	frontend/lud/graph/atan2.c frontend/lud/graph/brick.c frontend/lud/graph/celtic.c frontend/lud/graph/faces.c \
	frontend/lud/graph/geom.c frontend/lud/graph/geom.h frontend/lud/graph/graph.c frontend/lud/graph/graph.h \
	frontend/lud/graph/hex.c frontend/lud/graph/join.c frontend/lud/graph/mancala.c frontend/lud/graph/move.c \
	frontend/lud/graph/quadhex.c frontend/lud/graph/refine.c frontend/lud/graph/remove.c \
	frontend/lud/graph/rings.c frontend/lud/graph/shape.c frontend/lud/graph/square.c frontend/lud/graph/tiling.c \
	frontend/lud/graph/tri.c
core_sources += \
	frontend/lud/board/board.c frontend/lud/board/board.h frontend/lud/board/corners.c frontend/lud/board/draw.c \
	frontend/lud/board/json.c frontend/lud/board/measure.h frontend/lud/board/perimeter.c \
	frontend/lud/board/props.c frontend/lud/board/radials.c frontend/lud/board/ring.c frontend/lud/board/situation.c \
	frontend/lud/board/steps.c frontend/lud/board/term.c frontend/lud/board/term.h frontend/lud/board/term_basis.c \
	frontend/lud/board/term_edit.c frontend/lud/board/term_ops.c frontend/lud/board/term_shape.c \
	frontend/lud/board/term_value.c
# The board of a game on its own, for tests/board.tap.
noinst_PROGRAMS += tests/board_tool
tests_board_tool_SOURCES = tests/board_tool.c
tests_board_tool_LDADD = libludc-core.la
tap_scripts += tests/board.tap
check_PROGRAMS += tests/boards.tap
tests_boards_tap_SOURCES = tests/board_test.c
tests_boards_tap_LDADD = libludc-core.la $(CMOCKA_LIBS)
tap_scripts += tests/elab.tap
check_PROGRAMS += tests/table.tap
tests_table_tap_SOURCES = tests/table_test.c
tests_table_tap_LDADD = libludc-core.la
check_PROGRAMS += tests/guide.tap
tests_guide_tap_SOURCES = tests/guide_test.c
tests_guide_tap_LDADD = libludc-core.la

# --- lowering: Terms to IR ---
core_sources += \
	frontend/lud/gir/laps.h frontend/lud/gir/paths.h frontend/lud/gir/puzzle.h frontend/lud/gir/turn.h
core_sources += \
	frontend/lud/lower/dispatch.c frontend/lud/lower/lower.c frontend/lud/lower/shared.def
core_sources += \
	frontend/lud/lower/core/ask.c frontend/lud/lower/core/ask.h frontend/lud/lower/core/build.c \
	frontend/lud/lower/core/dedupe.c frontend/lud/lower/core/detached.h frontend/lud/lower/core/direction_if.c \
	frontend/lud/lower/core/direction_if.h frontend/lud/lower/core/dispatch.h frontend/lud/lower/core/enter.c \
	frontend/lud/lower/core/fold.c frontend/lud/lower/core/free_name.c frontend/lud/lower/core/lower.h \
	frontend/lud/lower/core/outline.c frontend/lud/lower/core/outline.h frontend/lud/lower/core/report.c \
	frontend/lud/lower/core/role_word.c frontend/lud/lower/core/site_type.c frontend/lud/lower/core/site_type.h \
	frontend/lud/lower/core/subfn.c frontend/lud/lower/core/subfn.h frontend/lud/lower/core/view.c
core_sources += \
	frontend/lud/lower/geometry/ahead.c frontend/lud/lower/geometry/between.c frontend/lud/lower/geometry/dir.c \
	frontend/lud/lower/geometry/dir.h frontend/lud/lower/geometry/direction_tables.c \
	frontend/lud/lower/geometry/direction_tables.h frontend/lud/lower/geometry/distance.c \
	frontend/lud/lower/geometry/facing.c frontend/lud/lower/geometry/graph.c frontend/lud/lower/geometry/lists.c \
	frontend/lud/lower/geometry/lists.h frontend/lud/lower/geometry/rays.c \
	frontend/lud/lower/geometry/surakarta.c frontend/lud/lower/geometry/surakarta.h \
	frontend/lud/lower/geometry/track.c frontend/lud/lower/geometry/track.h
core_sources += \
	frontend/lud/lower/values/array.c frontend/lud/lower/values/bool.c frontend/lud/lower/values/filter.c \
	frontend/lud/lower/values/group.c frontend/lud/lower/values/group.h frontend/lud/lower/values/int.c \
	frontend/lud/lower/values/int_range.c frontend/lud/lower/values/map.c frontend/lud/lower/values/occupied.c \
	frontend/lud/lower/values/occupied.h frontend/lud/lower/values/piece_arg.c frontend/lud/lower/values/range.c \
	frontend/lud/lower/values/region.c frontend/lud/lower/values/role.c frontend/lud/lower/values/single.c \
	frontend/lud/lower/values/track_sites.c frontend/lud/lower/values/where.c frontend/lud/lower/values/where.h
core_sources += \
	frontend/lud/lower/state/action.c frontend/lud/lower/state/beginning.c frontend/lud/lower/state/dice.c \
	frontend/lud/lower/state/dice.h frontend/lud/lower/state/hidden.c frontend/lud/lower/state/hidden.h \
	frontend/lud/lower/state/history.c frontend/lud/lower/state/memory.c frontend/lud/lower/state/memory.h \
	frontend/lud/lower/state/order.c frontend/lud/lower/state/order.h frontend/lud/lower/state/random.c \
	frontend/lud/lower/state/random.h frontend/lud/lower/state/score.c frontend/lud/lower/state/stack.c \
	frontend/lud/lower/state/stack.h frontend/lud/lower/state/stack_levels.c \
	frontend/lud/lower/state/stack_levels.h frontend/lud/lower/state/state.c frontend/lud/lower/state/team.c \
	frontend/lud/lower/state/team.h frontend/lud/lower/state/tiles.c frontend/lud/lower/state/tiles.h \
	frontend/lud/lower/state/track_index.c frontend/lud/lower/state/track_index.h \
	frontend/lud/lower/state/trait_fields.c frontend/lud/lower/state/traits.c frontend/lud/lower/state/traits.h \
	frontend/lud/lower/state/vote.c frontend/lud/lower/state/vote.h
core_sources += \
	frontend/lud/lower/moves/append.c frontend/lud/lower/moves/capture_moves.c \
	frontend/lud/lower/moves/for_each_direction.c frontend/lud/lower/moves/fromto.c \
	frontend/lud/lower/moves/hop.c frontend/lud/lower/moves/leap.c frontend/lud/lower/moves/longest.c \
	frontend/lud/lower/moves/merge_rules.c frontend/lud/lower/moves/merge_rules.h \
	frontend/lud/lower/moves/moves.c frontend/lud/lower/moves/phases.c frontend/lud/lower/moves/phases.h \
	frontend/lud/lower/moves/rule.c frontend/lud/lower/moves/rule.h frontend/lud/lower/moves/rule_end.c \
	frontend/lud/lower/moves/rules_by_kind.c frontend/lud/lower/moves/select.c frontend/lud/lower/moves/slide.c \
	frontend/lud/lower/moves/slide.h frontend/lud/lower/moves/slide_track.c frontend/lud/lower/moves/step.c \
	frontend/lud/lower/moves/tile_moves.c frontend/lud/lower/moves/turn.c frontend/lud/lower/moves/vote_moves.c
core_sources += \
	frontend/lud/lower/effects/capture.c frontend/lud/lower/effects/capture.h frontend/lud/lower/effects/effect.c \
	frontend/lud/lower/effects/effect.h frontend/lud/lower/effects/effect_count.c \
	frontend/lud/lower/effects/effect_count.h frontend/lud/lower/effects/effect_each.c \
	frontend/lud/lower/effects/effect_each.h frontend/lud/lower/effects/effect_loop.c \
	frontend/lud/lower/effects/effect_piece.c frontend/lud/lower/effects/effect_step.c \
	frontend/lud/lower/effects/effect_trait.c frontend/lud/lower/effects/enclose.c \
	frontend/lud/lower/effects/push_pull.c frontend/lud/lower/effects/sow.c
core_sources += \
	frontend/lud/lower/queries/do_next.c frontend/lud/lower/queries/do_next.h \
	frontend/lud/lower/queries/move_query.c frontend/lud/lower/queries/no_moves.c \
	frontend/lud/lower/queries/path.c frontend/lud/lower/queries/pattern.c \
	frontend/lud/lower/queries/stack_lines.c frontend/lud/lower/queries/threatened.c \
	frontend/lud/lower/queries/walk.c frontend/lud/lower/queries/wp.c frontend/lud/lower/queries/wp.h
core_sources += \
	frontend/lud/lower/setup/appearance.c frontend/lud/lower/setup/appearance.h \
	frontend/lud/lower/setup/constraint.c frontend/lud/lower/setup/end.c frontend/lud/lower/setup/equipment.c \
	frontend/lud/lower/setup/geometry.c frontend/lud/lower/setup/geometry.h frontend/lud/lower/setup/marks.c \
	frontend/lud/lower/setup/marks.h frontend/lud/lower/setup/plane.c frontend/lud/lower/setup/plane.h \
	frontend/lud/lower/setup/plane_make.c frontend/lud/lower/setup/plane_seen.c frontend/lud/lower/setup/puzzle.c \
	frontend/lud/lower/setup/puzzle.h frontend/lud/lower/setup/random_start.c \
	frontend/lud/lower/setup/random_start.h frontend/lud/lower/setup/start.c
# What is written in IR itself, the turn engine, places on tracks, paths of edges, the variables of puzzles, compiled in.
compiled_in = turn laps paths puzzle
$(compiled_in:%=frontend/lud/gir/%.c): frontend/lud/gir/%.c: $(srcdir)/frontend/lud/gir/%.gir
	$(AM_V_GEN)$(MKDIR_P) frontend/lud/gir && { \
	echo '#include "frontend/lud/gir/$*.h"'; \
	echo 'const char lud_$*_gir[] = {'; \
	LC_ALL=C od -An -v -tu1 $(srcdir)/frontend/lud/gir/$*.gir | sed 's/ *\([0-9][0-9]*\)/\1,/g'; \
	echo '0};'; } > $@.tmp && mv $@.tmp $@
nodist_libludc_core_la_SOURCES += frontend/lud/gir/turn.c frontend/lud/gir/laps.c frontend/lud/gir/paths.c frontend/lud/gir/puzzle.c
CLEANFILES += frontend/lud/gir/turn.c frontend/lud/gir/laps.c frontend/lud/gir/paths.c frontend/lud/gir/puzzle.c
EXTRA_DIST += frontend/lud/gir/turn.gir frontend/lud/gir/laps.gir frontend/lud/gir/paths.gir frontend/lud/gir/puzzle.gir

# --- gdl: rule sheets in GDL, grounding, the propositional net ---
# the stages
core_sources += \
	frontend/gdl/compile.c frontend/gdl/gdl.h
# scanning and parsing
core_sources += \
	frontend/gdl/text/forms.c frontend/gdl/text/keywords.c frontend/gdl/text/scan.h
# a sheet as a Datalog program, checked
core_sources += \
	frontend/gdl/program/arity.c frontend/gdl/program/mend.c frontend/gdl/program/mend_rules.c frontend/gdl/program/mend_sums.c frontend/gdl/program/mend_forms.c frontend/gdl/program/names.c frontend/gdl/program/marks.c frontend/gdl/program/print.c \
	frontend/gdl/program/program.c frontend/gdl/program/program.h frontend/gdl/program/recursion.c \
	frontend/gdl/program/rules.c frontend/gdl/program/safety.c frontend/gdl/program/strata.c
# programs made easier to ground
core_sources += \
	frontend/gdl/rewrite/builds.c frontend/gdl/rewrite/builds.h frontend/gdl/rewrite/columns.c frontend/gdl/rewrite/columns.h frontend/gdl/rewrite/freeze.c \
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
	frontend/gdl/net/goals.c frontend/gdl/net/invariant.c frontend/gdl/net/narrow.c frontend/gdl/net/net.c frontend/gdl/net/net.h \
	frontend/gdl/net/nodes.c frontend/gdl/net/print.c frontend/gdl/net/reduce.c frontend/gdl/net/sample.c \
	frontend/gdl/net/tally.c frontend/gdl/net/tidy.c
# nets to IR
core_sources += \
	frontend/gdl/lower/again.c frontend/gdl/lower/bits.c frontend/gdl/lower/does.c frontend/gdl/lower/frame.c \
	frontend/gdl/lower/legal.c frontend/gdl/lower/lower.c frontend/gdl/lower/lower.h frontend/gdl/lower/open.c \
	frontend/gdl/lower/parts.c frontend/gdl/lower/parts_places.c frontend/gdl/lower/parts.h frontend/gdl/lower/plane.c frontend/gdl/lower/shown.c frontend/gdl/lower/succession.c \
	frontend/gdl/lower/reading.c
# the second way: relations to IR
core_sources += \
	frontend/gdl/rel/class.c frontend/gdl/rel/code.c frontend/gdl/rel/domain.c frontend/gdl/rel/flat.c \
	frontend/gdl/rel/lower.c frontend/gdl/rel/mode.c frontend/gdl/rel/name.c frontend/gdl/rel/plan.c frontend/gdl/rel/plane.c \
	frontend/gdl/rel/possible.c frontend/gdl/rel/rel.c frontend/gdl/rel/rel.h frontend/gdl/rel/rule.c \
	frontend/gdl/rel/slot.c frontend/gdl/rel/static.c frontend/gdl/rel/unfold.c
gram_sources += frontend/gdl/text/scan.l frontend/gdl/text/parse.y
BUILT_SOURCES += frontend/gdl/text/parse.h
# The stages of GDL on their own, for tests/gdl.tap.
noinst_PROGRAMS += tests/gdl_tool
tests_gdl_tool_SOURCES = tests/gdl_tool.c
tests_gdl_tool_LDADD = libludc-core.la
