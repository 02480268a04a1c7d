# driver/: the command ludc.  The pipeline is shared with libludc, so it stands
# in the core; only the program has the tcc back end.
core_sources += driver/engine/compile.c driver/engine/compile.h driver/engine/first_moves.h driver/engine/first_moves.c driver/engine/engine_c.c driver/engine/site_list.h driver/engine/site_list.c driver/engine/engine_eval.c \
	driver/engine/engine_lanes.c driver/engine/engine_lanes.h driver/engine/lane_game.c driver/engine/lane_game.h driver/engine/lane_state.h driver/engine/lane_state.c \
	driver/engine/installed.h driver/engine/installed.c driver/engine/tcc_process.h driver/engine/tcc_process.c driver/engine/llvm_module.c driver/engine/llvm_module.h driver/engine/engine_llvm.c driver/engine/mute.c driver/engine/mute.h driver/engine/cache.c driver/engine/cache.h driver/engine/cache_objects.c driver/engine/cache_objects.h driver/engine/digest.c driver/engine/digest.h driver/engine/trampoline.c driver/engine/trampoline.h \
	driver/engine/tier_up.c driver/engine/tier_up.h
# What would make a wrong text right.
core_sources += driver/mend/mend.h driver/mend/mend.c driver/mend/trial.h driver/mend/trial.c driver/mend/tree.h driver/mend/tree.c driver/mend/edits.h driver/mend/edits_word.c driver/mend/edits_list.c driver/mend/edits_sheet.c driver/mend/edits_equipment.c \
	driver/mend/words_lud.c driver/mend/words_gdl.c
driver_sources += \
	driver/bench/bench.c driver/bench/bench.h driver/bench/bench_game.c driver/bench/bench_resume.c driver/bench/bench_page.c driver/bench/bench_plots.c driver/bench/bench_table.c driver/bench/corpus.c \
	driver/build/bits.c driver/build/bits.h driver/build/build.c driver/build/build_llvm.c driver/build/build_llvm.h driver/build/verilog.c driver/build/verilog.h driver/check.c driver/command.h driver/draw.c \
	driver/explain/explain.c driver/explain/explain.h driver/explain/explain_geometry.c driver/explain/explain_planes.c driver/build/gdl.c driver/build/gdl.h driver/help.c driver/job.c driver/main.c \
	driver/engine/engine_auto.c driver/engine/engine_auto.h driver/engine/engine_tcc.c driver/engine/engine_tcc.h driver/engine/engines.c driver/engine/engines.h \
	driver/menu.c driver/menu.h driver/options.c driver/options.def driver/effects.def driver/progress.c driver/progress.h \
	driver/options.h driver/perft.c driver/playout/playout_policy.c driver/playout/playout_policy.h driver/playout/playout.c driver/playout/playout_lanes.c driver/playout/playout_lanes.h \
	driver/playout/playout_choice.c \
	driver/search/search.h driver/search/search.c driver/search/search_lanes.h driver/search/search_lanes.c driver/search/search_json.c driver/search/search_text.c driver/board_text.h driver/board_text.c driver/solve.c \
	driver/record/record.c driver/playout/scores.c driver/record/record.h driver/playout/playout_stats.c driver/playout/playout_stats.h driver/record/replay.c driver/record/replay.h \
	driver/record/replay_bisect.c driver/record/replay_joint.c driver/record/replay_planes.c driver/record/trace.h driver/record/trace_moves.c driver/record/trace_lots.c driver/record/trace_throw.c \
	driver/record/trace_read.c driver/record/trace_state.c driver/record/printed.h driver/record/printed.c driver/record/replay_printed.c driver/png.h driver/png.c driver/first_steps.h driver/first_steps.c driver/no_rules.h driver/no_rules.c
driver_sources += driver/match/match.h driver/match/match.c driver/match/match_run.c driver/match/match_seats.c driver/match/match_openings.c \
	driver/match/match_sums.c driver/match/match_stats.h driver/match/match_stats.c driver/match/match_ratings.c driver/match/match_record.c \
	driver/folder.h driver/folder.c driver/match/match_page.c driver/match/match_json.c driver/match/match_text.c driver/record/record_joint.c driver/record/replay_match.c
driver_sources += driver/json_text.h driver/json_text.c driver/colour.h driver/colour.c
# Random games that are watched: warnings, reports.
driver_sources += driver/report/report.h driver/report/report.c driver/report/report_text.c driver/report/report_json.c driver/report/report_page.c
driver_sources += driver/survey/survey.h driver/survey/survey.c driver/survey/survey_items.h driver/survey/survey_items.c \
	driver/warnings.h driver/warnings.c driver/lints.h driver/lints.c driver/diag_json.h driver/diag_json.c
driver_sources += driver/sandbox.h driver/sandbox.c
driver_sources += driver/agent/agents.h driver/agent/agents.c driver/agent/agent_features.c driver/agent/agent_check.c driver/agent/agent_fits.c
driver_sources += driver/agent/lines.h driver/agent/lines.c driver/ugi/ugi.c driver/ugi/ugi_check.h driver/ugi/ugi_check.c
# A person at the terminal.
driver_sources += driver/play/play.c driver/play/play_files.h driver/play/play_files.c driver/interrupts.h driver/interrupts.c driver/play/terminal.h driver/play/terminal.c driver/play/line_editor.h driver/play/line_editor.c
driver_sources += driver/agent/process.h driver/agent/process.c driver/agent/agent_kinds.h driver/agent/agent_cmd.c
driver_sources += driver/train/train.h driver/train/train.c driver/train/train_files.c driver/train/train_log.c driver/train/train_page.c
driver_sources += driver/features/features.h driver/features/features.c driver/features/features_file.c driver/features/features_check.c driver/features/features_moves.c driver/features/features_replay.h driver/features/features_replay.c \
	driver/features/features_ir.h driver/features/features_ir.c driver/features/features_code.h driver/features/features_code.c driver/features/features_emit.c driver/features/features_draw.h driver/features/features_draw.c driver/features/features_build.h driver/features/features_build.c \
	driver/features/features_time.h driver/features/features_time.c driver/bench/bench_features.h driver/bench/bench_features.c driver/bench/bench_features_game.c driver/bench/bench_features_ranks.c \
	driver/bench/bench_features_match.c driver/bench/bench_features_scores.c driver/bench/bench_features_table.c driver/bench/bench_features_plots.c driver/bench/bench_apart.h driver/bench/bench_apart.c
# Circuits through the tools for programmable logic.
driver_sources += driver/build/rules.h driver/build/rules.c
driver_sources += driver/engine/engine_verilator.c driver/fpga/fpga.h driver/fpga/fpga_command.c driver/fpga/fpga_tools.c driver/fpga/fpga_synth.c driver/fpga/fpga_prove.c driver/fpga/fpga_speeds.c driver/fpga/fpga_print.c
driver_sources += driver/explain/explain_ludemes.c driver/explain/explain_actions.c driver/explain/explain_seen.c
# The protocol of General Game Playing: agents that are players elsewhere, and a player.
driver_sources += driver/agent/ggp.h driver/agent/ggp.c driver/agent/agent_ggp.c driver/serve/serve.c
if HAVE_MICROHTTPD
driver_sources += driver/serve/ggp_prove.h driver/serve/ggp_prove.c driver/serve/serve.h driver/serve/serve_http.c driver/serve/serve_match.c driver/serve/serve_worker.c \
	driver/serve/serve_child.c driver/serve/serve_prove.c
endif
api_sources += driver/engine/api.h driver/engine/api.c driver/engine/api_diag.c driver/engine/api_lanes.c driver/engine/api_engines.h driver/engine/api_engines.c

# libtcc for the library: in its archive, and for what is shared a program that it runs.
if HAVE_LIBTCC
api_sources += driver/engine/engine_tcc.h driver/engine/engine_tcc.c backends/tcc/tcc.h backends/tcc/tcc.c
helperdir = $(pkglibdir)
helper_PROGRAMS = ludc-tcc
ludc_tcc_SOURCES = driver/engine/ludc_tcc.c
ludc_tcc_LDADD = libludctcc.a libludc-core.la $(TCC_LIBS)
endif
tap_scripts += tests/lies.tap

# Playouts beside programs written by hand, where there are any.
EXTRA_DIST += bench/lanes.py bench/lanes_hand.py bench/lanes_games.py bench/library.py bench/hand.sh bench/ludii.sh bench/gdl.py bench/plans.py \
	bench/backends.py bench/compile.py bench/ready.py bench/search.py bench/match.py bench/strength.py bench/strength.tsv bench/performance.py
.PHONY: bench bench-compile bench-corpus bench-gdl bench-ludii bench-ready conform-backends conform-plans
bench: ludc$(EXEEXT)
	LUDC='$(abs_builddir)/ludc$(EXEEXT)' srcdir='$(abs_srcdir)' sh $(srcdir)/bench/hand.sh
# The same games, written in several ways.
EXTRA_DIST += bench/ways.py bench/ways.tsv bench/lists.py bench/lists.c
.PHONY: bench-ways
bench-ways: ludc$(EXEEXT)
	@LUDC='$(abs_builddir)/ludc$(EXEEXT)' srcdir='$(abs_srcdir)' $(PYTHON) $(srcdir)/bench/ways.py $(BENCH_WAYS_FLAGS)
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
# The evaluators of features on the paper's sets, a cut of twenty minutes; the next call goes on.
EXTRA_DIST += bench/features.sh bench/features.games bench/features_playouts.py
.PHONY: bench-features bench-features-playouts
bench-features: ludc$(EXEEXT)
	@LUDC='$(abs_builddir)/ludc$(EXEEXT)' srcdir='$(abs_srcdir)' sh $(srcdir)/bench/features.sh \
		--time 0.05 --patience 120 --stop-after 1100 --resume --out bench-features $(BENCH_FLAGS)
# Playouts by a set of features beside Ludii's uniform ones.
bench-features-playouts: ludc$(EXEEXT)
	@LUDC='$(abs_builddir)/ludc$(EXEEXT)' srcdir='$(abs_srcdir)' $(PYTHON) $(srcdir)/bench/features_playouts.py
# What LLVM takes to compile the largest games.
bench-compile: ludc$(EXEEXT)
	@LUDC='$(abs_builddir)/ludc$(EXEEXT)' $(PYTHON) $(srcdir)/bench/compile.py
# What the tree of a search costs, beside programs written by hand.
.PHONY: bench-search
bench-search: ludc$(EXEEXT)
	@shared="$${LUDC_SHARED:-$(srcdir)/../shared}"; LUDC_SHARED="$$shared" LUDC='$(abs_builddir)/ludc$(EXEEXT)' \
		$(PYTHON) $(srcdir)/bench/search.py
# The page of figures, from the tables of bench/results.
.PHONY: performance-page
performance-page:
	@$(PYTHON) $(srcdir)/bench/performance.py >$(srcdir)/doc/performance.md.tmp && mv $(srcdir)/doc/performance.md.tmp $(srcdir)/doc/performance.md

# Agents against each other, by the table bench/strength.tsv; goes on where it was stopped (doc/strength.md).
.PHONY: strength
strength: ludc$(EXEEXT)
	@LUDC='$(abs_builddir)/ludc$(EXEEXT)' srcdir='$(abs_srcdir)' $(PYTHON) $(srcdir)/bench/strength.py $(STRENGTH_FLAGS)
# Policies of features, trained and played against uct by the table bench/strength_features.tsv; about three hours, goes on where it was
# stopped (STRENGTH_FEATURES_FLAGS='--stop-after 3600'; '--time 20 --games 4 --limit n=20' tries it).
STRENGTH_FEATURES_FLAGS =
EXTRA_DIST += bench/strength_features.py bench/strength_features.tsv
.PHONY: strength-features
strength-features: ludc$(EXEEXT)
	@shared="$${LUDC_SHARED:-$(srcdir)/../shared}"; LUDC_SHARED="$$shared" LUDC='$(abs_builddir)/ludc$(EXEEXT)' srcdir='$(abs_srcdir)' \
		$(PYTHON) $(srcdir)/bench/strength_features.py $(STRENGTH_FEATURES_FLAGS)
# Circuits: the tables of doc/fpga.md.
EXTRA_DIST += bench/fpga.py
.PHONY: bench-fpga
bench-fpga: ludc$(EXEEXT) tests/verilog_tool$(EXEEXT) libludc.la
	@shared="$${LUDC_SHARED:-$(srcdir)/../shared}"; LUDC_SHARED="$$shared" LUDC='$(abs_builddir)/ludc$(EXEEXT)' srcdir='$(abs_srcdir)' \
		$(PYTHON) $(srcdir)/bench/fpga.py $(BENCH_FPGA_FLAGS)
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

# Pictures as PNG: librsvg takes long to load, so it is in a module of its own, opened where a PNG is asked for.
if HAVE_RSVG
pkglib_LTLIBRARIES += ludc-png.la
ludc_png_la_SOURCES = driver/png_module.c driver/png.h
ludc_png_la_CPPFLAGS = $(AM_CPPFLAGS) $(RSVG_CFLAGS)
ludc_png_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version -shared -export-symbols-regex '^ludc_png_module$$'
ludc_png_la_LIBADD = $(RSVG_LIBS) -lm
endif

# The commit that was built, where there is one to be asked; the file changes only with it.
BUILT_SOURCES += driver/commit.inc
CLEANFILES += driver/commit.inc
.PHONY: commit-now
driver/commit.inc: commit-now
	@$(MKDIR_P) driver && \
	commit=`git -C $(srcdir) describe --always --dirty --abbrev=12 --exclude='*' 2>/dev/null` && test -n "$$commit" && \
	{ printf '#define LUDC_COMMIT ", commit %s"\n' "$$commit" >$@.tmp; } || echo '#define LUDC_COMMIT ""' >$@.tmp; \
	if cmp -s $@.tmp $@; then rm -f $@.tmp; else mv $@.tmp $@; fi
driver/ludc-folder.$(OBJEXT) driver/folder.$(OBJEXT): driver/commit.inc
