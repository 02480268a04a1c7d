# backends/: one folder each.
core_sources += backends/backend.h backends/images.h backends/backend.c backends/bounds.c backends/backends.def backends/build/tools.h backends/build/tools.c \
	backends/c/cgen.h backends/c/emit.c backends/c/names.c backends/c/types.c \
	backends/c/data.c backends/c/image.c backends/c/body.c backends/c/quote.c backends/c/expr.c backends/c/set.c \
	backends/c/words.c backends/c/sees.c backends/c/ways.c \
	backends/c/shift.c backends/c/carry.c backends/c/stmt.c backends/c/put.c \
	backends/c/list.c backends/c/rule.c backends/c/choice.c backends/c/plan.c backends/c/bits.c backends/c/offer.c backends/c/reasoner.c \
	backends/build/build.h backends/build/build.c backends/build/program.h backends/build/program.c backends/text/text.c \
	backends/build/archive.h backends/build/archive.c \
	backends/machine/module.h backends/machine/stamp.h backends/build/link.h backends/build/link.c

core_sources += backends/lanes/net.h backends/lanes/net.c backends/lanes/choose.h backends/lanes/choose.c \
	backends/lanes/flood.h backends/lanes/flood.c backends/lanes/step.h backends/lanes/frame.c backends/lanes/step.c backends/lanes/tally.c \
	backends/lanes/lanes.h backends/lanes/plan.c backends/lanes/cells.h backends/lanes/cells.c \
	backends/lanes/align.h backends/lanes/align.c backends/lanes/context.h backends/lanes/context.c backends/lanes/chain.h backends/lanes/chain.c backends/lanes/code.h backends/lanes/code.c backends/lanes/emit.c backends/lanes/build.h backends/lanes/build.c

core_sources += backends/verilog/verilog.h backends/verilog/write.h backends/verilog/tree.c backends/verilog/core.c \
	backends/verilog/circuit.c backends/verilog/formal.c backends/verilog/invariants.c backends/verilog/texts.c \
	backends/verilog/lut.h backends/verilog/lut.c backends/verilog/balance.c \
	backends/verilog/stage.h backends/verilog/stage.c backends/verilog/delay.c backends/verilog/engine.h backends/verilog/engine.c \
	backends/verilog/size.h backends/verilog/size.c \
	backends/verilog/random.h backends/verilog/random.c backends/verilog/model.h backends/verilog/model.c \
	backends/verilog/step.c backends/verilog/rtl.c backends/verilog/host.c \
	backends/verilog/boards.c backends/verilog/register_map.c

# The small headers that generated C consists of otherwise, as text.
BUILT_SOURCES += backends/c/embed.h backends/lanes/embed.h
CLEANFILES += backends/c/embed.h backends/lanes/embed.h
lane_texts = $(srcdir)/runtime/lanes_code.h $(srcdir)/runtime/lanes_word.h $(srcdir)/runtime/lanes_memory.h \
	$(srcdir)/runtime/lanes_play.h
backends/lanes/embed.h: $(srcdir)/backends/build/embed.awk $(lane_texts)
	$(AM_V_GEN)$(MKDIR_P) backends/lanes && \
	$(AWK) -f $(srcdir)/backends/build/embed.awk $(lane_texts) >$@.tmp && mv $@.tmp $@
# What C of --support=include includes.
ludcincludedir = $(includedir)/ludc
ludcinclude_HEADERS = runtime/support.h runtime/abi.h
EXTRA_DIST += runtime/lanes_word.h runtime/lanes_memory.h runtime/lanes_play.h backends/build/embed.awk runtime/support.h runtime/main.c
embedded_texts = $(srcdir)/runtime/abi.h $(srcdir)/runtime/support.h \
	$(srcdir)/runtime/reading.h $(srcdir)/runtime/main.c
backends/c/embed.h: $(srcdir)/backends/build/embed.awk $(embedded_texts)
	$(AM_V_GEN)$(MKDIR_P) backends/c && \
	$(AWK) -f $(srcdir)/backends/build/embed.awk $(embedded_texts) >$@.tmp && mv $@.tmp $@

# What circuits consist of beside the game: files with @NAMES@ to be filled in.
BUILT_SOURCES += backends/verilog/embed.h
CLEANFILES += backends/verilog/embed.h
verilog_rtl = $(srcdir)/backends/verilog/rtl
verilog_texts = $(verilog_rtl)/random.v $(verilog_rtl)/engine.v $(verilog_rtl)/engines.v $(verilog_rtl)/queue.v $(verilog_rtl)/delay.v $(verilog_rtl)/wire.v $(verilog_rtl)/pack.v $(verilog_rtl)/tally.v $(verilog_rtl)/counts.v \
	$(verilog_rtl)/control.v $(verilog_rtl)/reasoner.v $(verilog_rtl)/tb.v $(verilog_rtl)/reasoner_tb.v \
	$(verilog_rtl)/bridge.v $(verilog_rtl)/link.v $(verilog_rtl)/uart.v $(verilog_rtl)/link_tb.v \
	$(verilog_rtl)/hx8k.v $(verilog_rtl)/de1_soc.v $(verilog_rtl)/axi.v $(verilog_rtl)/free.v
backends/verilog/embed.h: $(srcdir)/backends/build/embed.awk $(verilog_texts)
	$(AM_V_GEN)$(MKDIR_P) backends/verilog && \
	$(AWK) -f $(srcdir)/backends/build/embed.awk $(verilog_texts) >$@.tmp && mv $@.tmp $@

# The sources of the runtime as text, for programs that a game and its search make up.  `search_loop`, in
# runtime/search/local.mk, is compiled together with the game.
BUILT_SOURCES += backends/build/embed_program.h
CLEANFILES += backends/build/embed_program.h
EXTRA_DIST += backends/build/embed_program.awk
backends/build/embed_program.h: backends/build/embed_program.awk backends/local.mk runtime/search/local.mk $(runtime_sources) $(include_HEADERS) runtime/agent_main.c
	$(AM_V_GEN)$(MKDIR_P) backends/build && set -- && \
	for f in $(runtime_sources) $(include_HEADERS); do \
	  case $$f in runtime/agent/ugi*|runtime/agent/gtp*|runtime/agent/turns*) ;; runtime/search/*|runtime/features/*|runtime/include/*|runtime/agent/*|runtime/board/*) set -- "$$@" "$(srcdir)/$$f";; runtime/*/*) ;; *) set -- "$$@" "$(srcdir)/$$f";; esac; \
	done && \
	$(AWK) -f $(srcdir)/backends/build/embed_program.awk -v root='$(srcdir)/' -v loop='$(search_loop)' \
	    "$$@" "$(srcdir)/runtime/agent_main.c" >$@.tmp && mv $@.tmp $@

# libtcc.a is not position independent: in the program only.
tcc_sources += backends/tcc/tcc.h backends/tcc/tcc.c

llvm_sources = backends/machine/module.h backends/machine/machine.h backends/machine/module.c \
	backends/machine/target.c backends/machine/fatal.c backends/machine/jit.c \
	backends/llvm/gen.h backends/llvm/build.c backends/llvm/debug.c backends/llvm/fun.c backends/llvm/frame.c \
	backends/llvm/types.c backends/llvm/state.c backends/llvm/expr.c backends/llvm/members.c backends/llvm/set.c \
	backends/llvm/take.c backends/llvm/sees.c backends/llvm/ways.c backends/llvm/words.c backends/llvm/stmt.c \
	backends/llvm/list.c backends/llvm/offer.c backends/llvm/lots.c backends/llvm/net.c backends/lanes/emit_llvm.c backends/lanes/vector.h backends/lanes/vector.c backends/llvm/plan.c backends/llvm/rule.c backends/llvm/choice.c backends/llvm/reasoner.c backends/llvm/wasm.c

# What the code of the LLVM back end depends on, in short: sources of the back end and of the IR
# (what passes do is seen in the IR itself).  Where nothing changes the file stays as it is.
BUILT_SOURCES += backends/machine/digest.inc
CLEANFILES += backends/machine/digest.inc backends/machine/digest.stamp
digest_globs = backends/llvm/*.[ch] backends/machine/*.[ch] backends/lanes/emit_llvm.c backends/lanes/vector.c backends/*.h backends/lanes/*.h base/*.[ch] ir/core/*.[ch] ir/core/*.def ir/analysis/*.[ch] ir/lower/*.[ch] ir/play/*.[ch] ir/plan/*.[ch] runtime/abi.h runtime/lanes*.h
backends/machine/digest.inc: backends/machine/digest.stamp
	@test -f $@ || { rm -f backends/machine/digest.stamp; $(MAKE) $(AM_MAKEFLAGS) backends/machine/digest.stamp; }
backends/machine/digest.stamp: $(core_sources) $(llvm_sources)
	$(AM_V_GEN)$(MKDIR_P) backends/machine && \
	sum=`cd $(srcdir) && LC_ALL=C cksum $(digest_globs) | cksum` && \
	echo "$$sum" | sed 's/^\([0-9]*\) .*/#define LUDC_LLVM_DIGEST "\1"/' >$@.tmp && \
	{ cmp -s $@.tmp backends/machine/digest.inc || cp $@.tmp backends/machine/digest.inc; } && mv $@.tmp $@

# Also for `make ludc` alone.
driver/engine/llvm_module.lo driver/engine/cache.lo: backends/machine/digest.inc

# libLLVM takes long to load: a module of its own, opened on first use.  It has its own
# copy of what it calls of base/ and ir/, which hold no globals.
if HAVE_LLVM
pkglib_LTLIBRARIES += ludc-llvm.la
ludc_llvm_la_SOURCES = $(llvm_sources)
ludc_llvm_la_CPPFLAGS = $(AM_CPPFLAGS) $(LLVM_CPPFLAGS)
ludc_llvm_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version -shared \
	-export-symbols-regex '^ludc_llvm_module$$'
# Of base/ and ir/ what is called: members of the archive, not the whole of it as libtool would have it.
ludc_llvm_la_LIBADD = .libs/libludc-core.a $(LLVM_LIBS)
ludc_llvm_la_DEPENDENCIES = libludc-core.la

# The main program of games that LLVM compiles.
pkglibdata_DATA = ludc-main.o
pkglibdatadir = $(pkglibdir)
CLEANFILES += ludc-main.o
ludc-main.o: $(srcdir)/runtime/main.c $(srcdir)/runtime/abi.h $(srcdir)/runtime/reading.h
	$(AM_V_CC)$(CC) -std=c11 -D_POSIX_C_SOURCE=200809L -DLUDC_GAME=ludc_reasoner_program \
	    -I$(srcdir) -O2 -fPIE -c -o $@ $(srcdir)/runtime/main.c
endif

# Tests: a .gir file in tests/backend is a test.
noinst_PROGRAMS += tests/backend_tool
tests_backend_tool_SOURCES = tests/backend_tool.c
tests_backend_tool_LDADD = libludctcc.a libludc-core.la $(TCC_LIBS)

# Lanes beside what plays one game at a time.
noinst_PROGRAMS += tests/lanes_tool
tests_lanes_tool_SOURCES = tests/lanes_tool.c tests/tool.h tests/lanes_figures.h tests/lanes_figures.c driver/record/trace_moves.c driver/record/trace_read.c
tests_lanes_tool_LDADD = libludctcc.a libludc-core.la libludc-runtime.la $(TCC_LIBS) $(JANSSON_LIBS) $(ZLIB_LIBS) -lm
.PHONY: conform-lanes bench-lanes
# Long: 10^8 games of each in lanes beside 10^7 one by one; a table, and what is half played, are gone on from.
conform-lanes: ludc$(EXEEXT) tests/lanes_tool$(EXEEXT)
	@LUDC='$(abs_builddir)/ludc$(EXEEXT)' builddir='$(abs_builddir)' $(PYTHON) $(srcdir)/tests/lanes_conform.py $(CONFORM_FLAGS) $(GAMES)
# Moves a second, one core, in 64, 256 and 512 lanes, beside one game at a time, and beside circuits by hand.
bench-lanes: ludc$(EXEEXT)
	@LUDC='$(abs_builddir)/ludc$(EXEEXT)' srcdir='$(abs_srcdir)' $(PYTHON) $(srcdir)/bench/lanes.py $(GAMES)
	@LUDC='$(abs_builddir)/ludc$(EXEEXT)' srcdir='$(abs_srcdir)' $(PYTHON) $(srcdir)/bench/lanes_hand.py
