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
	frontend/lud/elab/term.h frontend/lud/elab/term_same.c frontend/lud/elab/types.def

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
	frontend/lud/lower/action.c frontend/lud/lower/ahead.c frontend/lud/lower/append.c frontend/lud/lower/array.c frontend/lud/lower/begin.c \
	frontend/lud/lower/begin.h frontend/lud/lower/bool.c frontend/lud/lower/build.c frontend/lud/lower/capture.c \
	frontend/lud/lower/capture.h frontend/lud/lower/constraint.c frontend/lud/lower/dice.c \
	frontend/lud/lower/dice.h frontend/lud/lower/dir.c frontend/lud/lower/dir.h frontend/lud/lower/dir_choice.c frontend/lud/lower/direction.c frontend/lud/lower/dispatch.c frontend/lud/lower/dispatch.h \
	frontend/lud/lower/phases.c frontend/lud/lower/phases.h frontend/lud/lower/shared.def \
	frontend/lud/lower/between.c frontend/lud/lower/distance.c frontend/lud/lower/each.c frontend/lud/lower/each.h frontend/lud/lower/effect.c frontend/lud/lower/effect.h frontend/lud/lower/effect_loop.c frontend/lud/lower/effect_piece.c frontend/lud/lower/effect_step.c \
	frontend/lud/lower/enclose.c frontend/lud/lower/end.c frontend/lud/lower/equipment.c frontend/lud/lower/fold.c \
	frontend/lud/lower/foresee.c frontend/lud/lower/foresee.h frontend/lud/lower/fromto.c frontend/lud/lower/geometry.c frontend/lud/lower/geometry.h frontend/lud/lower/appearance.c frontend/lud/lower/appearance.h frontend/lud/lower/graph.c frontend/lud/lower/group.c frontend/lud/lower/group.h \
	frontend/lud/lower/plane.c frontend/lud/lower/plane.h frontend/lud/lower/plane_make.c frontend/lud/lower/plane_seen.c \
	frontend/lud/lower/hidden.c frontend/lud/lower/hidden.h frontend/lud/lower/history.c frontend/lud/lower/hop.c \
	frontend/lud/lower/int.c frontend/lud/lower/kind.c frontend/lud/lower/kind.h frontend/lud/lower/kindred.c frontend/lud/lower/lap.c frontend/lud/lower/lap.h frontend/lud/lower/large.c frontend/lud/lower/large.h frontend/lud/lower/leap.c \
	frontend/lud/lower/level.c frontend/lud/lower/level.h frontend/lud/lower/lists.c frontend/lud/lower/lists.h frontend/lud/lower/longest.c frontend/lud/lower/looks.c \
	frontend/lud/lower/lot.c frontend/lud/lower/lot.h frontend/lud/lower/lower.c frontend/lud/lower/lower.h \
	frontend/lud/lower/map.c frontend/lud/lower/marks.h frontend/lud/lower/marks.c frontend/lud/lower/memory.c frontend/lud/lower/memory.h frontend/lud/lower/moves.c \
	frontend/lud/lower/occupied.c frontend/lud/lower/occupied.h frontend/lud/lower/once.c \
	frontend/lud/lower/once.h frontend/lud/lower/order.c frontend/lud/lower/order.h frontend/lud/lower/outline.c \
	frontend/lud/lower/outline.h frontend/lud/lower/outside.h frontend/lud/lower/path.c frontend/lud/lower/pattern.c \
	frontend/lud/lower/prior.c frontend/lud/lower/prior.h frontend/lud/lower/probe.c frontend/lud/lower/puzzle.c \
	frontend/lud/lower/puzzle.h frontend/lud/lower/rays.c frontend/lud/lower/region.c frontend/lud/lower/role.c frontend/lud/lower/rule.c frontend/lud/lower/rule_end.c \
	frontend/lud/lower/rule.h frontend/lud/lower/score.c frontend/lud/lower/select.c frontend/lud/lower/share.c \
	frontend/lud/lower/shove.c frontend/lud/lower/slide.c frontend/lud/lower/slide.h frontend/lud/lower/slide_track.c frontend/lud/lower/sow.c frontend/lud/lower/span.c \
	frontend/lud/lower/stack.c frontend/lud/lower/stack.h frontend/lud/lower/start.c frontend/lud/lower/state.c \
	frontend/lud/lower/step.c frontend/lud/lower/stuck.c frontend/lud/lower/surakarta.c frontend/lud/lower/surakarta.h frontend/lud/lower/team.c frontend/lud/lower/team.h \
	frontend/lud/lower/threat.c frontend/lud/lower/tiers.c frontend/lud/lower/track.c frontend/lud/lower/track.h \
	frontend/lud/lower/traits.c frontend/lud/lower/traits.h frontend/lud/lower/turn.c frontend/lud/lower/type.c \
	frontend/lud/lower/type.h frontend/lud/lower/vote.c frontend/lud/lower/vote.h frontend/lud/lower/walk.c \
	frontend/lud/lower/ways.c frontend/lud/lower/ways.h frontend/lud/lower/where.c frontend/lud/lower/where.h
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
	frontend/gdl/program/arity.c frontend/gdl/program/mend.c frontend/gdl/program/mend_forms.c frontend/gdl/program/names.c frontend/gdl/program/marks.c frontend/gdl/program/print.c \
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
	frontend/gdl/lower/parts.c frontend/gdl/lower/parts.h frontend/gdl/lower/plane.c frontend/gdl/lower/shown.c frontend/gdl/lower/succession.c \
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
