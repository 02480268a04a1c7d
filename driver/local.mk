# driver/: the command ludc.  The pipeline is shared with libludc, so it stands
# in the core; only the program has the tcc back end.
core_sources += driver/compile.c driver/compile.h driver/make_c.c driver/listed.h driver/listed.c driver/make_eval.c \
	driver/make_lanes.c driver/make_lanes.h driver/lane_game.c driver/lane_game.h driver/lane_state.h driver/lane_state.c \
	driver/installed.h driver/installed.c driver/make_apart.h driver/make_apart.c driver/llvm.c driver/llvm.h driver/make_llvm.c driver/cache.c driver/cache.h driver/digest.c driver/digest.h driver/passing.c driver/passing.h \
	driver/tiers.c driver/tiers.h
driver_sources += \
	driver/bench.c driver/bench.h driver/bench_game.c driver/bench_resume.c driver/bench_page.c driver/bench_table.c driver/corpus.c \
	driver/bits.c driver/bits.h driver/build.c driver/build_llvm.c driver/build_llvm.h driver/check.c driver/command.h driver/draw.c \
	driver/explain.c driver/explain.h driver/explain_geometry.c driver/explain_planes.c driver/gdl.c driver/gdl.h driver/help.c driver/job.c driver/main.c \
	driver/make_auto.c driver/make_auto.h driver/make_tcc.c driver/make_tcc.h driver/makers.c driver/makers.h \
	driver/menu.c driver/menu.h driver/options.c driver/options.def \
	driver/options.h driver/perft.c driver/playout_policy.c driver/playout_policy.h driver/playout.c driver/playout_lanes.c driver/playout_lanes.h \
	driver/playout_choice.c \
	driver/search.h driver/search.c driver/search_lanes.h driver/search_lanes.c driver/search_json.c driver/search_text.c driver/board_text.h driver/board_text.c driver/solve.c \
	driver/record.c driver/scores.c driver/record.h driver/tally.c driver/tally.h driver/replay.c driver/replay.h \
	driver/replay_joint.c driver/replay_planes.c driver/trace.h driver/trace_moves.c driver/trace_lots.c driver/trace_throw.c \
	driver/trace_read.c driver/trace_state.c
driver_sources += driver/match.h driver/match.c driver/match_run.c driver/match_seats.c driver/match_openings.c \
	driver/match_sums.c driver/match_stats.h driver/match_stats.c driver/match_ratings.c driver/match_record.c \
	driver/folder.h driver/folder.c driver/match_page.c driver/match_json.c driver/match_text.c driver/record_joint.c driver/replay_match.c
driver_sources += driver/json_text.h driver/json_text.c
driver_sources += driver/sandbox.h driver/sandbox.c
driver_sources += driver/agents.h driver/agents.c driver/agent_check.c
driver_sources += driver/lines.h driver/lines.c driver/ugi.c driver/ugi_check.h driver/ugi_check.c
# A person at the terminal.
driver_sources += driver/play.c driver/play_files.h driver/play_files.c driver/interrupts.h driver/interrupts.c driver/terminal.h driver/terminal.c driver/line_editor.h driver/line_editor.c
driver_sources += driver/process.h driver/process.c driver/agent_kinds.h driver/agent_cmd.c
driver_sources += driver/explain_actions.c driver/explain_seen.c
# The protocol of General Game Playing: agents that are players elsewhere, and a player.
driver_sources += driver/ggp.h driver/ggp.c driver/agent_ggp.c driver/serve.c
if HAVE_MICROHTTPD
driver_sources += driver/ggp_prove.h driver/ggp_prove.c driver/serve.h driver/serve_http.c driver/serve_match.c driver/serve_worker.c \
	driver/serve_child.c driver/serve_prove.c
endif
api_sources += driver/api.h driver/api.c driver/api_diag.c driver/api_lanes.c driver/engine.h driver/engine.c

# libtcc for the library: in its archive, and for what is shared a program that it runs.
if HAVE_LIBTCC
api_sources += driver/make_tcc.h driver/make_tcc.c backends/tcc/tcc.h backends/tcc/tcc.c
helperdir = $(pkglibdir)
helper_PROGRAMS = ludc-tcc
ludc_tcc_SOURCES = driver/ludc_tcc.c
ludc_tcc_LDADD = libludctcc.a libludc-core.la $(TCC_LIBS)
endif
tap_scripts += tests/lies.tap

# Playouts beside programs written by hand, where there are any.
EXTRA_DIST += bench/lanes.py bench/lanes_games.py bench/library.py bench/hand.sh bench/ludii.sh bench/gdl.py bench/plans.py \
	bench/backends.py bench/compile.py bench/ready.py bench/search.py bench/match.py bench/strength.py bench/strength.tsv
.PHONY: bench bench-compile bench-corpus bench-gdl bench-ludii bench-ready conform-backends conform-plans
bench: ludc$(EXEEXT)
	LUDC='$(abs_builddir)/ludc$(EXEEXT)' srcdir='$(abs_srcdir)' sh $(srcdir)/bench/hand.sh
# Rule sheets beside other engines for GDL.
bench-gdl: ludc$(EXEEXT)
	@LUDC='$(abs_builddir)/ludc$(EXEEXT)' $(PYTHON) $(srcdir)/bench/gdl.py

# Playouts of whatever is supported beside Ludii's own figures, as a TSV.
bench-ludii: ludc$(EXEEXT)
	@LUDC='$(abs_builddir)/ludc$(EXEEXT)' srcdir='$(abs_srcdir)' sh $(srcdir)/bench/ludii.sh
# Every plan's speedup over plain playouts, as tables, plots and a page, in parts: the next call goes
# on where this one was stopped (BENCH_FLAGS='--stop-after 3600').
BENCH_FLAGS =
bench-corpus: ludc$(EXEEXT)
	@shared="$${LUDC_SHARED:-$(srcdir)/../shared}"; '$(abs_builddir)/ludc$(EXEEXT)' bench \
		"$$shared/corpus/ludii/lud" "$$shared/corpus/gdl" --def-path "$$shared/corpus/ludii/def" \
		--patience 120 --resume --out bench-corpus $(BENCH_FLAGS)
# What LLVM takes to compile the largest games.
bench-compile: ludc$(EXEEXT)
	@LUDC='$(abs_builddir)/ludc$(EXEEXT)' $(PYTHON) $(srcdir)/bench/compile.py
# What the tree of a search costs, beside programs written by hand.
.PHONY: bench-search
bench-search: ludc$(EXEEXT)
	@shared="$${LUDC_SHARED:-$(srcdir)/../shared}"; LUDC_SHARED="$$shared" LUDC='$(abs_builddir)/ludc$(EXEEXT)' \
		$(PYTHON) $(srcdir)/bench/search.py
# Agents against each other, by the table bench/strength.tsv; goes on where it was stopped (doc/strength.md).
.PHONY: strength
strength: ludc$(EXEEXT)
	@LUDC='$(abs_builddir)/ludc$(EXEEXT)' srcdir='$(abs_srcdir)' $(PYTHON) $(srcdir)/bench/strength.py $(STRENGTH_FLAGS)
# Games a second of a match on one thread, and how soon an engine stops.
.PHONY: bench-match
bench-match: ludc$(EXEEXT)
	@LUDC='$(abs_builddir)/ludc$(EXEEXT)' srcdir='$(abs_srcdir)' $(PYTHON) $(srcdir)/bench/match.py
# From a game's text to its first playout through tcc: processor time and memory.
bench-ready: ludc$(EXEEXT)
	@LUDC='$(abs_builddir)/ludc$(EXEEXT)' $(PYTHON) $(srcdir)/bench/ready.py
# Every game of the library alike by tcc and LLVM.
conform-backends: ludc$(EXEEXT)
	@LUDC='$(abs_builddir)/ludc$(EXEEXT)' $(PYTHON) $(srcdir)/bench/backends.py
# The playout plan of every game beside Ludii's: LUDC_SHARED with games and a catalogue.
PLANS_FLAGS =
conform-plans: ludc$(EXEEXT)
	@shared="$${LUDC_SHARED:-$(srcdir)/../shared}"; $(PYTHON) $(srcdir)/bench/plans.py \
		'$(abs_builddir)/ludc$(EXEEXT)' "$$shared/corpus/ludii" "$$shared/oracle/ludii/catalogue.tsv" --compare 40 $(PLANS_FLAGS)

# bench-api: libludc for programs that learn and search
.PHONY: bench-api
noinst_PROGRAMS += bench/api
bench_api_SOURCES = bench/api.c
bench_api_LDADD = libludc.la
bench-api: bench/api$(EXEEXT)
	LUDC_LIBDIR='$(abs_builddir)/.libs' srcdir='$(srcdir)' $(SHELL) $(srcdir)/bench/api.sh
# bench-search-lanes: searches whose leaves are valued in batches in lanes.
.PHONY: bench-search-lanes
noinst_PROGRAMS += bench/search_lanes
bench_search_lanes_SOURCES = bench/search_lanes.c
bench_search_lanes_LDADD = libludc.la
bench-search-lanes: bench/search_lanes$(EXEEXT)
	@shared="$${LUDC_SHARED:-$(srcdir)/../shared}/corpus/gdl"; LUDC_LIBDIR='$(abs_builddir)/.libs' \
		bench/search_lanes$(EXEEXT) 1 "$$shared/connect4.kif" "$$shared/stanford__pentago.kif"
