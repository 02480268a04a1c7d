# tests/: a test is a file; the drivers below find theirs by pattern and print
# TAP.  Only a new driver is listed here (or in its room's local.mk).
# What takes longest begins first, so that nothing is left to be waited for alone at the end.
long_scripts += tests/verilog.tap tests/games.tap tests/fpga.tap tests/bits.tap tests/sheets.tap tests/files.tap tests/cli.tap tests/evil.tap \
	tests/backend.tap tests/gdl.tap tests/gir_data.tap tests/warnings.tap tests/memory.tap tests/pictures.tap tests/passes.tap tests/lots.tap \
	tests/attack.tap tests/chances.tap tests/search_engines.tap tests/distribution.tap tests/fix.tap tests/lanes.tap tests/train.tap \
	tests/program.tap tests/solve.tap tests/tsan.tap
tap_scripts += tests/house.tap tests/ugi.tap tests/ugi_check.tap tests/gtp.tap tests/bad_engines.tap tests/play.tap tests/draw.tap \
	tests/api_calls.tap tests/positions.tap tests/err.tap tests/warn.tap tests/tutorial.tap tests/truth.tap tests/mangled.tap tests/mutants.tap \
	tests/support.tap tests/fill.tap tests/keys.tap tests/plans.tap tests/guard.tap tests/actions.tap tests/payoffs.tap
# The recipes of HACKING.md on a copy of the tree, and the games of the toy back end: most of the tree compiles again.
EXTRA_DIST += tests/recipes.tap
.PHONY: check-recipes twins
# The functions that both the back ends c and llvm have.
twins:
	@srcdir='$(abs_srcdir)' $(PYTHON) $(srcdir)/tests/twins.py
check-recipes: ludc$(EXEEXT)
	$(MAKE) $(AM_MAKEFLAGS) check TESTS=tests/recipes.tap check_PROGRAMS= check_DATA=
EXTRA_DIST += .clang-format tests/braces.py tests/tap.py tests/support.c tests/objects.py tests/twins.py tests/directed.py tests/truth.tsv tests/twosample.py tests/distribution.py tests/lanes_conform.py tests/policy_play.c tests/plan_exact.c

# Compiled games that the drivers of one run share (keep_compiled of tests/tap.py); each run begins with none.
check_DATA = tests/cache.none
tests/cache.none:
	@rm -rf tests/cache
.PHONY: tests/cache.none
clean-local: clean-cache
clean-cache:
	rm -rf tests/cache
.PHONY: clean-cache

# The exact chances of moves under a policy.
check_PROGRAMS += tests/policy.tap
tests_policy_tap_SOURCES = tests/policy_test.c
tests_policy_tap_LDADD = libludc-runtime.la

check_PROGRAMS += tests/search_kernel.tap
tests_search_kernel_tap_SOURCES = tests/search_kernel_test.c
tests_search_kernel_tap_LDADD = libludc-runtime.la -lm

check_PROGRAMS += tests/search_memory.tap
tests_search_memory_tap_SOURCES = tests/search_memory_test.c
tests_search_memory_tap_LDADD = libludc-runtime.la -lm

check_PROGRAMS += tests/search_grave.tap
tests_search_grave_tap_SOURCES = tests/search_grave_test.c
tests_search_grave_tap_LDADD = libludc-runtime.la -lm
check_PROGRAMS += tests/search_implicit.tap
tests_search_implicit_tap_SOURCES = tests/search_implicit_test.c
tests_search_implicit_tap_LDADD = libludc-runtime.la -lm
# Playouts by a rule: what it learns, and its exact chances.
check_PROGRAMS += tests/search_playout.tap
tests_search_playout_tap_SOURCES = tests/search_playout_test.c
tests_search_playout_tap_LDADD = libludc-runtime.la -lm

check_PROGRAMS += tests/search_prior.tap
tests_search_prior_tap_SOURCES = tests/search_prior_test.c
tests_search_prior_tap_LDADD = libludc-runtime.la -lm

# Tests of the library by cmocka: name, source, and `$(cmocka)` to link with (its flags are in AM_CPPFLAGS).
cmocka = libludc.la $(CMOCKA_LIBS) -lm
if HAVE_CMOCKA
check_PROGRAMS += tests/search.tap
tests_search_tap_SOURCES = tests/search_test.c
tests_search_tap_LDADD = $(cmocka)
# The tree of a search: what a node takes.
check_PROGRAMS += tests/search_tree.tap
tests_search_tree_tap_SOURCES = tests/search_tree_test.c
tests_search_tree_tap_LDADD = $(cmocka)
# Rounds of leaves: virtual loss, playouts, lanes.
check_PROGRAMS += tests/search_leaves.tap
tests_search_leaves_tap_SOURCES = tests/search_leaves_test.c
tests_search_leaves_tap_LDADD = $(cmocka)
check_PROGRAMS += tests/search_shared.tap
tests_search_shared_tap_SOURCES = tests/search_shared_test.c
tests_search_shared_tap_LDADD = $(cmocka)
check_PROGRAMS += tests/search_endless.tap
tests_search_endless_tap_SOURCES = tests/search_endless_test.c
tests_search_endless_tap_LDADD = $(cmocka)
check_PROGRAMS += tests/search_saved.tap
tests_search_saved_tap_SOURCES = tests/search_saved_test.c
tests_search_saved_tap_LDADD = $(cmocka)
# Values and priors of somebody else.
check_PROGRAMS += tests/search_eval.tap
tests_search_eval_tap_SOURCES = tests/search_eval_test.c
tests_search_eval_tap_LDADD = $(cmocka)
check_PROGRAMS += tests/search_alphabeta.tap
tests_search_alphabeta_tap_SOURCES = tests/search_alphabeta_test.c
tests_search_alphabeta_tap_LDADD = $(cmocka)
check_PROGRAMS += tests/search_dag.tap
tests_search_dag_tap_SOURCES = tests/search_dag_test.c
tests_search_dag_tap_LDADD = $(cmocka)
# Lots in a search.
check_PROGRAMS += tests/search_chance.tap
tests_search_chance_tap_SOURCES = tests/search_chance_test.c
tests_search_chance_tap_LDADD = $(cmocka)
check_PROGRAMS += tests/base.tap tests/api.tap
tests_base_tap_SOURCES = tests/base_test.c
tests_base_tap_LDADD = libludc-core.la $(CMOCKA_LIBS)
tests_api_tap_SOURCES = tests/api_test.c
tests_api_tap_LDADD = $(cmocka)
# What programs that embed the library count on.
check_PROGRAMS += tests/api_embed.tap
tests_api_embed_tap_SOURCES = tests/api_embed_test.c
tests_api_embed_tap_LDADD = $(cmocka)
check_PROGRAMS += tests/api_payoffs.tap
tests_api_payoffs_tap_SOURCES = tests/api_payoffs_test.c
tests_api_payoffs_tap_LDADD = $(cmocka)
check_PROGRAMS += tests/api_playouts.tap
tests_api_playouts_tap_SOURCES = tests/api_playouts_test.c
tests_api_playouts_tap_LDADD = $(cmocka)
check_PROGRAMS += tests/api_key.tap tests/api_first.tap
tests_api_key_tap_SOURCES = tests/api_key_test.c
tests_api_key_tap_LDADD = $(cmocka)
tests_api_first_tap_SOURCES = tests/api_first_test.c
tests_api_first_tap_LDADD = $(cmocka)
tests_api_first_tap_LDFLAGS = $(AM_LDFLAGS) -export-dynamic # its set-up of a target is called in place of LLVM's
check_PROGRAMS += tests/api_planes.tap
tests_api_planes_tap_SOURCES = tests/api_planes_test.c
tests_api_planes_tap_LDADD = $(cmocka)
check_PROGRAMS += tests/api_draw.tap
tests_api_draw_tap_SOURCES = tests/api_draw_test.c
tests_api_draw_tap_LDADD = $(cmocka)
# A circuit through ludc_fpga.h, simulated, also at a serial line.
check_PROGRAMS += tests/api_fpga.tap
tests_api_fpga_tap_SOURCES = tests/api_fpga_test.c
tests_api_fpga_tap_LDADD = $(cmocka)
EXTRA_DIST += tests/serial_line.py
check_PROGRAMS += tests/api_geometry.tap
tests_api_geometry_tap_SOURCES = tests/api_geometry_test.c
tests_api_geometry_tap_LDADD = $(cmocka)
# Lots, and steps as text.
check_PROGRAMS += tests/api_lots.tap
tests_api_lots_tap_SOURCES = tests/api_lots_test.c
tests_api_lots_tap_LDADD = $(cmocka)
# Whoever plays.
check_PROGRAMS += tests/agent.tap
tests_agent_tap_SOURCES = tests/agent_test.c
tests_agent_tap_LDADD = $(cmocka)
# A referee for them.
check_PROGRAMS += tests/referee.tap
tests_referee_tap_SOURCES = tests/referee_test.c
tests_referee_tap_LDADD = libludc-runtime.la libludc.la $(CMOCKA_LIBS) -lm
# Agents that are processes.
check_PROGRAMS += tests/cmd_agent.tap
tests_cmd_agent_tap_SOURCES = tests/cmd_agent_test.c driver/agent/agents.c driver/agent/agent_features.c driver/agent/agent_cmd.c driver/agent/agent_ggp.c driver/agent/ggp.c driver/agent/process.c
tests_cmd_agent_tap_LDADD = libludc-runtime.la libludc.la libludc-core.la $(CMOCKA_LIBS) -lm
EXTRA_DIST += tests/bad_engine.py tests/broken_engine.py
# The protocol of General Game Playing.
tap_scripts += tests/serve.tap tests/serve_hostile.tap
EXTRA_DIST += tests/ggp_server.py tests/serve_tests.py tests/ggp_fuzz.py
# What results of matches say.
tap_scripts += tests/match_stats.tap
noinst_PROGRAMS += tests/match_stats_tool
tests_match_stats_tool_SOURCES = tests/match_stats_tool.c driver/match/match_stats.c driver/match/match_ratings.c
tests_match_stats_tool_LDADD = libludc-core.la -lm
# Actions and legal masks through ludc.h.
check_PROGRAMS += tests/api_actions.tap
tests_api_actions_tap_SOURCES = tests/api_actions_test.c
tests_api_actions_tap_LDADD = $(cmocka)
check_PROGRAMS += tests/api_lanes.tap
tests_api_lanes_tap_SOURCES = tests/api_lanes_test.c
tests_api_lanes_tap_LDADD = $(cmocka)
endif

# The IR's text form, verifier and evaluator, on tests/ir.
check_PROGRAMS += tests/ir.tap
tests_ir_tap_SOURCES = tests/ir_test.c
tests_ir_tap_LDADD = libludc-core.la
check_PROGRAMS += tests/ir_build.tap
tests_ir_build_tap_SOURCES = tests/ir_build_test.c
tests_ir_build_tap_LDADD = libludc-core.la

# Arbitrary bytes for the front ends, FUZZ_SECONDS long each: needs clang with libFuzzer.
FUZZ_CC = clang
FUZZ_SECONDS = 120
FUZZ_FLAGS = -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined
fuzz_check = \
	echo 'int LLVMFuzzerTestOneInput(void); int LLVMFuzzerTestOneInput(void) { return 0; }' \
	    > fuzz-check.c; \
	if $(FUZZ_CC) $(FUZZ_FLAGS) fuzz-check.c -o fuzz-check 2>/dev/null; \
	then rm -f fuzz-check fuzz-check.c; \
	else rm -f fuzz-check fuzz-check.c; \
	  echo 'make fuzz needs clang with -fsanitize=fuzzer (FUZZ_CC)'; exit 1; fi
fuzz_find = if test -f "$$f"; then set -- "$$@" "$$f"; else set -- "$$@" "$(srcdir)/$$f"; fi
fuzz_build = $(FUZZ_CC) -std=c11 $(FUZZ_FLAGS) $(DEFS) $(AM_CPPFLAGS) -w
tests/fuzz_lud: $(BUILT_SOURCES) libludc-core.la tests/fuzz/fuzz_lud.c
	@$(fuzz_check)
	$(AM_V_GEN)set --; \
	for f in $(core_sources) frontend/lud/text/scan.c frontend/lud/text/parse.c frontend/lud/prelude.c frontend/lud/guide_pages.c; do \
	  case $$f in \
	    frontend/lud/lower/*|frontend/lud/board/*|frontend/lud/graph/*) continue;; \
	    base/*.c|frontend/sexp/*.c|frontend/lud/*.c) ;; \
	    *) continue;; \
	  esac; \
	  $(fuzz_find); \
	done; \
	$(fuzz_build) "$(srcdir)/tests/fuzz/fuzz_lud.c" "$$@" -o $@
tests/fuzz_kif: $(BUILT_SOURCES) libludc-core.la tests/fuzz/fuzz_kif.c
	@$(fuzz_check)
	$(AM_V_GEN)set --; \
	for f in $(core_sources) frontend/gdl/text/scan.c frontend/gdl/text/parse.c; do \
	  case $$f in \
	    frontend/gdl/lower/*|frontend/gdl/rel/*|frontend/gdl/compile.c) continue;; \
	    base/*.c|frontend/sexp/*.c|frontend/gdl/*.c) ;; \
	    *) continue;; \
	  esac; \
	  $(fuzz_find); \
	done; \
	$(fuzz_build) "$(srcdir)/tests/fuzz/fuzz_kif.c" "$$@" -lm -o $@
# Messages of General Game Playing, and lines of the Universal Game Interface: FUZZ_RUNS inputs of each.
FUZZ_RUNS = 5000000
tests/fuzz_ggp: $(BUILT_SOURCES) libludc-core.la tests/fuzz/fuzz_ggp.c driver/agent/ggp.c
	@$(fuzz_check)
	$(AM_V_GEN)set --; \
	for f in driver/agent/ggp.c $(core_sources) frontend/gdl/text/scan.c frontend/gdl/text/parse.c; do \
	  case $$f in \
	    base/*.c|frontend/sexp/*.c|frontend/gdl/text/forms.c|frontend/gdl/text/scan.c|frontend/gdl/text/parse.c|driver/agent/ggp.c) ;; \
	    *) continue;; \
	  esac; \
	  $(fuzz_find); \
	done; \
	$(fuzz_build) "$(srcdir)/tests/fuzz/fuzz_ggp.c" "$$@" -lm -o $@
tests/fuzz_ugi: ludc$(EXEEXT) tests/fuzz/fuzz_ugi.c
	@$(fuzz_check)
	$(AM_V_GEN)set --; \
	for f in $(runtime_sources); do \
	  case $$f in *.c) ;; *) continue;; esac; \
	  $(fuzz_find); \
	done; \
	./ludc$(EXEEXT) build $(srcdir)/examples/tictactoe.lud --name fuzzed -o tests/fuzz_game.c && \
	$(fuzz_build) "$(srcdir)/tests/fuzz/fuzz_ugi.c" tests/fuzz_game.c "$$@" -lm -ldl -lpthread -o $@
fuzz_runs = -runs=$(FUZZ_RUNS) -timeout=10 -rss_limit_mb=3000 -print_final_stats=1
fuzz-ggp: tests/fuzz_ggp
	@$(MKDIR_P) fuzz-corpus-ggp
	ASAN_OPTIONS=detect_leaks=1 tests/fuzz_ggp $(fuzz_runs) -max_len=1000 -dict=$(srcdir)/tests/fuzz/ggp.dict fuzz-corpus-ggp
# Whole START messages, to a server.
FUZZ_STARTS = 10000
fuzz-start: ludc$(EXEEXT)
	LUDC='$(abs_builddir)/ludc$(EXEEXT)' srcdir='$(abs_srcdir)' builddir='$(abs_builddir)' $(PYTHON) $(srcdir)/tests/ggp_fuzz.py $(FUZZ_STARTS)
fuzz-ugi: tests/fuzz_ugi
	@$(MKDIR_P) fuzz-corpus-ugi
	ASAN_OPTIONS=detect_leaks=1 tests/fuzz_ugi $(fuzz_runs) -max_len=400 -dict=$(srcdir)/tests/fuzz/ugi.dict fuzz-corpus-ugi
# Found inputs stay in fuzz-corpus; a failing one is written as crash-* or timeout-*.
fuzz_flags = -max_total_time=$(FUZZ_SECONDS) -timeout=10 \
	    -rss_limit_mb=3000 -print_final_stats=1
fuzz: fuzz-files fuzz-lud fuzz-kif fuzz-ggp fuzz-ugi fuzz-start
fuzz-lud: tests/fuzz_lud
	@$(MKDIR_P) fuzz-corpus
	ASAN_OPTIONS=detect_leaks=1 tests/fuzz_lud $(fuzz_flags) -max_len=20000 -dict=$(srcdir)/tests/fuzz/lud.dict fuzz-corpus \
	    $(srcdir)/examples $(srcdir)/tests/err $(srcdir)/tests/warn $(srcdir)/tests/elab $(srcdir)/tests/text
fuzz-kif: tests/fuzz_kif
	@$(MKDIR_P) fuzz-corpus-kif
	ASAN_OPTIONS=detect_leaks=1 tests/fuzz_kif $(fuzz_flags) -max_len=4000 -dict=$(srcdir)/tests/fuzz/kif.dict fuzz-corpus-kif \
	    $(srcdir)/tests/gdl $(srcdir)/tests/gdl/wrong $(srcdir)/examples
# All that is fed in from outside, by kind, into a build of its own; what each has done is added up in fuzz-done.txt
# (kind, executions, seconds).  FUZZ_KINDS='gir state' takes some of them.
noinst_PROGRAMS += tests/fuzz_files
tests_fuzz_files_SOURCES = tests/fuzz/fuzz_files.c driver/json_text.c driver/record/trace_read.c driver/record/trace_state.c driver/record/trace_moves.c \
	driver/record/trace_lots.c driver/record/trace_throw.c
tests_fuzz_files_LDADD = libludc.la libludc-core.la libludc-runtime.la $(JANSSON_LIBS) $(ZLIB_LIBS) -lm
tap_scripts += tests/fuzz.tap
tap_scripts += tests/bisect.tap tests/docs.tap
FUZZ_KINDS = state api record cache gir lud kif features
# Calls at every comparison and weights by rarity take two thirds of the time of a run: without them.
FUZZ_FIRST = -g -O2 -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-coverage=trace-cmp -fno-sanitize-recover=undefined
fuzz-files-build:
	@$(fuzz_check)
	$(MKDIR_P) fuzz-build
	cd fuzz-build && { test -f config.status || '$(abs_srcdir)/configure' CC='$(FUZZ_CC)' CFLAGS='$(FUZZ_FIRST)' \
	    --disable-shared --without-llvm --without-tcc >configure.log; }
	$(MAKE) -C fuzz-build $(BUILT_SOURCES)
	$(MAKE) -C fuzz-build tests/fuzz_files CPPFLAGS=-DLUDC_FUZZ LDFLAGS=-fsanitize=fuzzer,address,undefined
fuzz-files: fuzz-files-build
	@for kind in $(FUZZ_KINDS); do \
	  $(MKDIR_P) fuzz-corpus-$$kind fuzz-corpus-small-$$kind; most=6000; case $$kind in \
	    lud|kif) more=fuzz-corpus-small-$$kind; most=3000; \
	      find $(srcdir)/tests/games $(srcdir)/tests/gdl $(srcdir)/examples -name "*.$$kind" -size -2k -exec cp {} $$more ';';; \
	    gir) more='$(srcdir)/tests/backend';; api) more= most=240;; *) more=;; esac; \
	  ASAN_OPTIONS=detect_leaks=1:allocator_release_to_os_interval_ms=-1 LUDC_FUZZ_KIND=$$kind fuzz-build/tests/fuzz_files $(fuzz_flags) -entropic=0 -mutate_depth=2 -max_len=$$most \
	    -artifact_prefix=fuzz-$$kind- fuzz-corpus-$$kind $(srcdir)/tests/fuzz/corpus/$$kind $$more >fuzz-$$kind.log 2>&1 || \
	    { tail -40 fuzz-$$kind.log; exit 1; }; \
	  grep '^fuzz_files:' fuzz-$$kind.log; \
	  awk -v kind=$$kind '/number_of_executed_units/ { print kind "\t" $$2 "\t$(FUZZ_SECONDS)" }' fuzz-$$kind.log >>fuzz-done.txt; \
	done
	@awk '{ n[$$1] += $$2; s[$$1] += $$3 } END { for (k in n) print k ": " n[k] " inputs in " s[k] " s altogether" }' fuzz-done.txt
.PHONY: fuzz-files fuzz-files-build
clean-local: clean-fuzz
clean-fuzz:
	rm -rf fuzz-build fuzz-corpus-* tests/fuzz_lud tests/fuzz_kif tests/fuzz_ggp tests/fuzz_ugi tests/fuzz_game.[ch] fuzz-corpus fuzz-corpus-kif fuzz-corpus-ggp fuzz-corpus-ugi
.PHONY: fuzz fuzz-lud fuzz-kif fuzz-ggp fuzz-ugi fuzz-start clean-fuzz
EXTRA_DIST += tests/mutate.py
# Sizes of nets beside a catalogue's: make gdl-gates CATALOGUE=FILE CORPUS=FOLDER
gdl-gates: tests/gdl_tool
	$(PYTHON) $(srcdir)/tests/gdl_gates.py tests/gdl_tool $(CATALOGUE) $(CORPUS)
.PHONY: gdl-gates
EXTRA_DIST += tests/gdl_gates.py

# What takes too long for every day: every plan of every game at hand against plain playouts,
# 100000 games a side or a minute each, and all recorded games.  CORPUS: games and folders;
# LUDC_SHARED: a folder with recorded games (oracle) and their rules (corpus).
CORPUS = $(srcdir)/examples $(srcdir)/tests/games
CONFORM_FLAGS =
conform: ludc$(EXEEXT)
	LUDC='$(abs_builddir)/ludc$(EXEEXT)' $(PYTHON) $(srcdir)/tests/distribution.py --out distribution.tsv \
	    $(CONFORM_FLAGS) $(CORPUS)
	LUDC='$(abs_builddir)/ludc$(EXEEXT)' srcdir='$(abs_srcdir)' builddir='$(abs_builddir)' LIES_ALL=1 \
	    $(PYTHON) $(srcdir)/tests/lies.tap >conform.log; code=$$?; \
	    grep '^not ok' conform.log; test $$code = 0 && ! grep -q '^not ok' conform.log
# The plans of all games of LUDC_SHARED, in parts: what stands in the table is not played again.
conform-distribution: ludc$(EXEEXT)
	@shared="$${LUDC_SHARED:-$(srcdir)/../shared}"; LUDC='$(abs_builddir)/ludc$(EXEEXT)' \
	    $(PYTHON) $(srcdir)/tests/distribution.py --out conform-distribution.tsv --resume $(CONFORM_FLAGS) \
	    "$$shared/corpus/ludii/lud" "$$shared/corpus/gdl" -- --def-path "$$shared/corpus/ludii/def"
# The table of actions of all games: how many the compiler numbers and how many come up in
# 100000 plies of random play (or in `-t` seconds); in parts, as above.
ACTIONS_FLAGS =
conform-actions: ludc$(EXEEXT)
	@shared="$${LUDC_SHARED:-$(srcdir)/../shared}"; LUDC='$(abs_builddir)/ludc$(EXEEXT)' \
	    $(PYTHON) $(srcdir)/tests/actions.py --out conform-actions.tsv --resume $(ACTIONS_FLAGS) \
	    "$$shared/corpus/ludii/lud" "$$shared/corpus/gdl" -- --def-path "$$shared/corpus/ludii/def"
.PHONY: conform conform-distribution conform-actions
EXTRA_DIST += tests/actions.py
CLEANFILES += distribution.tsv conform.log

# What sheets' reasoners say of positions as bits.
noinst_PROGRAMS += tests/sheet_tool
tests_sheet_tool_SOURCES = tests/sheet_tool.c tests/player.h driver/engine/engine_tcc.c
tests_sheet_tool_LDADD = libludctcc.a libludc-core.la libludc-runtime.la $(TCC_LIBS) $(JANSSON_LIBS) $(ZLIB_LIBS) -lm
EXTRA_DIST += tests/sheets.py tests/payoffs.py
# Bits and facts of all recorded games of LUDC_SHARED: bits are the same exactly where the facts are.
conform-sheets: tests/sheet_tool$(EXEEXT)
	$(PYTHON) $(srcdir)/tests/sheets.py --tool tests/sheet_tool$(EXEEXT) "$${LUDC_SHARED:-$(srcdir)/../shared}"
.PHONY: conform-sheets
# What keys of positions promise, on games: tests/key_tool.c.
noinst_PROGRAMS += tests/key_tool
tests_key_tool_SOURCES = tests/key_tool.c
tests_key_tool_LDADD = libludc.la
# The same on all games of CORPUS, KEY_POSITIONS of each; KEY_FLAGS: --backend llvm, --def-path ..
KEY_POSITIONS = 20000
KEY_FLAGS =
conform-keys: tests/key_tool
	@find $(CORPUS) -name '*.lud' -o -name '*.kif' | sort | while read -r game; do \
	    tests/key_tool $(KEY_FLAGS) sample $(KEY_POSITIONS) "$$game" </dev/null || echo "$$game: exit $$?"; done
.PHONY: conform-keys
# Boards as reasoners have them, beside recorded ones: a sample, and all of them.
tap_scripts += tests/geometry.tap
EXTRA_DIST += tests/geometry.py
conform-geometry: ludc$(EXEEXT)
	@shared="$${LUDC_SHARED:-$(srcdir)/../shared}"; LUDC='$(abs_builddir)/ludc$(EXEEXT)' \
	    $(PYTHON) $(srcdir)/tests/geometry.py "$$shared" --out conform-geometry.tsv --resume $(CONFORM_FLAGS)
.PHONY: conform-geometry
# Payoffs of random games beside the bounds that were told.
noinst_PROGRAMS += tests/payoff_tool
tests_payoff_tool_SOURCES = tests/payoff_tool.c tests/player.h driver/engine/engine_tcc.c
tests_payoff_tool_LDADD = libludctcc.a libludc-core.la libludc-runtime.la $(TCC_LIBS) $(JANSSON_LIBS) $(ZLIB_LIBS) -lm
# No payoff comes in random games that was excluded: all games of LUDC_SHARED.
conform-payoffs: tests/payoff_tool$(EXEEXT)
	@shared="$${LUDC_SHARED:-$(srcdir)/../shared}"; $(PYTHON) $(srcdir)/tests/payoffs.py --tool tests/payoff_tool$(EXEEXT) \
	    --def-path "$$shared/corpus/ludii/def" "$$shared/corpus/ludii/lud" "$$shared/corpus/gdl"
.PHONY: conform-payoffs
# Planes of positions, beside records: a sample, and all games of LUDC_SHARED in eval and tcc
# (OBSERVE_FLAGS='--every 12 --passes --backends eval,tcc,c,llvm': more ways, fewer games).
tap_scripts += tests/observe.tap
EXTRA_DIST += tests/observe.py
OBSERVE_FLAGS =
conform-planes: ludc$(EXEEXT)
	@LUDC='$(abs_builddir)/ludc$(EXEEXT)' srcdir='$(abs_srcdir)' \
	    $(PYTHON) $(srcdir)/tests/observe.py $(OBSERVE_FLAGS) "$${LUDC_SHARED:-$(srcdir)/../shared}"
.PHONY: conform-planes


# Lots: exact chances against draws.  All games of CORPUS that draw any: make conform-lots CORPUS=FOLDER
noinst_PROGRAMS += tests/lots_tool
tests_lots_tool_SOURCES = tests/lots_tool.c driver/engine/engine_tcc.c driver/engine/engine_tcc.h
tests_lots_tool_LDADD = libludctcc.a libludc-core.la libludc-runtime.la $(TCC_LIBS) $(JANSSON_LIBS) $(ZLIB_LIBS) -lm
conform-lots: tests/lots_tool$(EXEEXT) ludc$(EXEEXT)
	LUDC='$(abs_builddir)/ludc$(EXEEXT)' builddir='$(abs_builddir)' $(PYTHON) $(srcdir)/tests/lots_conform.py $(CONFORM_FLAGS) $(CORPUS)
.PHONY: conform-lots
EXTRA_DIST += tests/lots_conform.py

# Options and rulesets that are not the default, by the evaluator and by compiled code; goes on where it stopped.
conform-options: ludc$(EXEEXT)
	LUDC='$(abs_builddir)/ludc$(EXEEXT)' $(PYTHON) $(srcdir)/tests/options.py $(OPTIONS_FLAGS) "$${LUDC_SHARED:-$(srcdir)/../shared}/corpus/ludii/lud"
.PHONY: conform-options
EXTRA_DIST += tests/options.py tests/games_at_hand.py
# The same random games by tcc and by LLVM, in a hurry and in full: all games of LUDC_SHARED.
conform-playouts: ludc$(EXEEXT)
	@shared="$${LUDC_SHARED:-$(srcdir)/../shared}"; LUDC='$(abs_builddir)/ludc$(EXEEXT)' \
	    $(PYTHON) $(srcdir)/tests/playouts_alike.py $(PLAYOUTS_FLAGS) "$$shared/corpus/ludii/lud" "$$shared/corpus/gdl"
.PHONY: conform-playouts
EXTRA_DIST += tests/playouts_alike.py

# What the solver says of positions, beside plain enumeration: tests/solve_tool.c.
noinst_PROGRAMS += tests/solve_tool
tests_solve_tool_SOURCES = tests/solve_tool.c tests/solve_circles.c tests/solve_circles.h
tests_solve_tool_LDADD = libludc.la -lm
# 200 positions of each game, with a table of 1 MB too; of LUDC_SHARED its one-role sheets and solved games.
conform-solve: tests/solve_tool$(EXEEXT) ludc$(EXEEXT)
	LUDC='$(abs_builddir)/ludc$(EXEEXT)' srcdir='$(srcdir)' builddir='$(abs_builddir)' \
	    $(PYTHON) $(srcdir)/tests/solve.tap --all
.PHONY: conform-solve
# One result by every engine, on a sample of the games of LUDC_SHARED.
.PHONY: conform-search bench-search-memory
conform-search: ludc$(EXEEXT)
	@shared="$${LUDC_SHARED:-$(srcdir)/../shared}"; LUDC='$(abs_builddir)/ludc$(EXEEXT)' srcdir='$(abs_srcdir)' \
		$(PYTHON) $(srcdir)/tests/search_engines.tap `ls "$$shared"/corpus/gdl/*.kif | awk 'NR % 20 == 1'`
# A search of 10^8 iterations under a cap of 64 MB: its greatest size beside that of one iteration.
bench-search-memory: ludc$(EXEEXT)
	@for n in 1 100000000; do \
	  /usr/bin/time -f "$$n iterations: %M KB" ./ludc$(EXEEXT) search $(srcdir)/examples/dropfour.lud --no-cache --backend llvm \
	    --agent uct:memory=64M -n $$n --json >/dev/null || exit 1; \
	done

# Files that others swap, runs that are killed at any moment, full disks: tests/files.tap with the counts of a long day.
EXTRA_DIST += tests/nospace.c
# Memory that ends at any request.
EXTRA_DIST += tests/nomemory.c
noinst_PROGRAMS += tests/memory_tool
tests_memory_tool_SOURCES = tests/memory_tool.c
tests_memory_tool_LDADD = libludc.la
conform-files: ludc$(EXEEXT)
	LUDC='$(abs_builddir)/ludc$(EXEEXT)' srcdir='$(abs_srcdir)' builddir='$(abs_builddir)' CC='$(CC)' \
	    $(PYTHON) $(srcdir)/tests/files.tap --kills 200 --race 10000
	LUDC='$(abs_builddir)/ludc$(EXEEXT)' srcdir='$(abs_srcdir)' builddir='$(abs_builddir)' CC='$(CC)' \
	    $(PYTHON) $(srcdir)/tests/memory.tap --tries 200
.PHONY: conform-files
# The program and the library under valgrind.  VALGRIND_FLAGS='--only hex'.
EXTRA_DIST += tests/valgrind.py tests/valgrind.supp tests/tsan.supp
check-valgrind: ludc$(EXEEXT) $(check_PROGRAMS)
	LUDC='$(abs_builddir)/ludc$(EXEEXT)' srcdir='$(abs_srcdir)' builddir='$(abs_builddir)' \
	    $(PYTHON) $(srcdir)/tests/valgrind.py $(VALGRIND_FLAGS)
.PHONY: check-valgrind
# Every ludeme that takes a number or a site, by 20 sources of numbers; goes on where it was stopped.
conform-directed: ludc$(EXEEXT)
	@$(PYTHON) $(srcdir)/tests/directed.py '$(abs_builddir)/ludc$(EXEEXT)' directed $(DIRECTED_FLAGS)
.PHONY: conform-directed
# What comes from outside through ludc.h.
# checked reasoners
tap_scripts += tests/checked.tap
noinst_PROGRAMS += tests/checked_tool
tests_checked_tool_SOURCES = tests/checked_tool.c
tests_checked_tool_LDADD = libludc.la

check_PROGRAMS += tests/api_faults.tap
tests_api_faults_tap_SOURCES = tests/api_faults_test.c
tests_api_faults_tap_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_api_faults_tap_LDADD = libludc.la $(CMOCKA_LIBS)

# The same bytes from a busy machine; folders of games, resumed where it stopped: tests/same.py.
tap_scripts += tests/same.tap
conform-same: ludc$(EXEEXT)
	LUDC='$(abs_builddir)/ludc$(EXEEXT)' $(PYTHON) $(srcdir)/tests/same.py --out conform-same.tsv $(SAME_FLAGS) "$${LUDC_SHARED:-$(srcdir)/../shared}/corpus"
.PHONY: conform-same
EXTRA_DIST += tests/same.py bench/compare.py

# The choice of a move as a circuit, in all that it can be asked.
check_PROGRAMS += tests/lane_choose.tap
tests_lane_choose_tap_SOURCES = tests/lane_choose_test.c
tests_lane_choose_tap_LDADD = libludc-core.la $(CMOCKA_LIBS) -lm

# Games as circuits in Verilog.
noinst_PROGRAMS += tests/verilog_tool
tests_verilog_tool_SOURCES = tests/verilog_tool.c
tests_verilog_tool_LDADD = libludc-core.la libludc-runtime.la -lm
noinst_PROGRAMS += tests/fpga_states
tests_fpga_states_SOURCES = tests/fpga_states.c driver/engine/engine_verilator.c driver/engine/engine_tcc.c
tests_fpga_states_LDADD = $(tests_lots_tool_LDADD)
EXTRA_DIST += tests/fpga_conform.py tests/fpga_fair.py
.PHONY: conform-fpga check-fpga
# Every game of LUDC_SHARED with up to 20,000 gates as a circuit: linted and proved; goes on where it was stopped (FPGA_FLAGS='--stop-after 3600').
FPGA_FLAGS =
conform-fpga: ludc$(EXEEXT)
	@shared="$${LUDC_SHARED:-$(srcdir)/../shared}"; LUDC_SHARED="$$shared" LUDC='$(abs_builddir)/ludc$(EXEEXT)' $(PYTHON) $(srcdir)/tests/fpga_conform.py $(FPGA_FLAGS)
# Ten games proved, placed and routed.
check-fpga: ludc$(EXEEXT) tests/verilog_tool$(EXEEXT) tests/fpga_states$(EXEEXT)
	@shared="$${LUDC_SHARED:-$(srcdir)/../shared}"; LUDC_SHARED="$$shared" LUDC='$(abs_builddir)/ludc$(EXEEXT)' $(PYTHON) $(srcdir)/tests/fpga_conform.py --ten --place --games 10 --jobs 2 --table check-fpga.tsv $(FPGA_FLAGS)

# Pictures: what they show beside what views say.  All games of LUDC_SHARED, resumable: make conform-draw DRAW_FLAGS='--stop-after 3600'
noinst_PROGRAMS += tests/picture_tool
tests_picture_tool_SOURCES = tests/picture_tool.c
tests_picture_tool_LDADD = libludc.la
DRAW_FLAGS =
conform-draw: tests/picture_tool$(EXEEXT)
	@shared="$${LUDC_SHARED:-$(srcdir)/../shared}"; builddir='$(abs_builddir)' LUDC_SHARED="$$shared" $(PYTHON) $(srcdir)/tests/pictures.py \
	    --resume $(DRAW_FLAGS) "$$shared/corpus/ludii/lud" "$$shared/corpus/gdl"
.PHONY: conform-draw
EXTRA_DIST += tests/pictures.py
# Spatial features: on boards made by hand, and planted errors; beside recorded vectors: conform-features.
check_PROGRAMS += tests/features.tap
tests_features_tap_SOURCES = tests/features_test.c tests/features_board.h tests/features_net.h
tests_features_tap_LDADD = libludc-runtime.la -lm
check_PROGRAMS += tests/features_code.tap
tests_features_code_tap_SOURCES = tests/features_code_test.c tests/features_net.h driver/features/features_ir.h driver/features/features_ir.c
tests_features_code_tap_LDADD = libludc-core.la libludc-runtime.la
check_PROGRAMS += tests/policy_features.tap
tests_policy_features_tap_SOURCES = tests/policy_features_test.c tests/features_board.h
tests_policy_features_tap_LDADD = libludc-runtime.la -lm
tap_scripts += tests/features_mutants.tap
EXTRA_DIST += tests/features_conform.py
conform-features: ludc$(EXEEXT)
	@shared="$${LUDC_SHARED:-$(srcdir)/../shared}"; LUDC='$(abs_builddir)/ludc$(EXEEXT)' $(PYTHON) $(srcdir)/tests/features_conform.py "$$shared" --out conform-features.tsv --resume $(CONFORM_FLAGS) && \
	LUDC='$(abs_builddir)/ludc$(EXEEXT)' $(PYTHON) $(srcdir)/tests/features_conform.py "$$shared" --library --out conform-features-library.tsv --resume $(CONFORM_FLAGS)
.PHONY: conform-features
if HAVE_CMOCKA
check_PROGRAMS += tests/api_features.tap
tests_api_features_tap_SOURCES = tests/api_features_test.c
tests_api_features_tap_LDADD = $(cmocka)
endif
# Learning: by hand, through ludc_learn.h, and as a command.
tap_scripts += tests/learn_mutants.tap
if HAVE_CMOCKA
check_PROGRAMS += tests/learn.tap tests/api_learn.tap
tests_learn_tap_SOURCES = tests/learn_test.c tests/features_board.h
tests_learn_tap_LDADD = libludc-runtime.la $(CMOCKA_LIBS) -lm
tests_api_learn_tap_SOURCES = tests/api_learn_test.c
tests_api_learn_tap_LDADD = $(cmocka)
endif
