# backends/: one folder each.
core_sources += backends/backend.h backends/backend.c backends/backends.def \
	backends/c/cgen.h backends/c/emit.c backends/c/names.c backends/c/types.c \
	backends/c/data.c backends/c/body.c backends/c/expr.c backends/c/set.c \
	backends/c/high.c backends/c/relate.c backends/c/meets.c backends/c/lines.c backends/c/windows.c backends/c/near.c \
	backends/c/slide.c \
	backends/c/shift.h backends/c/shift.c backends/c/stmt.c backends/c/put.c backends/c/move.c \
	backends/c/gen.c backends/c/ahead.c backends/c/planes.c backends/c/rule.c backends/c/choice.c backends/c/bits.c backends/c/joint.c backends/c/reasoner.c \
	backends/c/build.h backends/c/build.c backends/text/text.c

# The small headers that generated C consists of otherwise, as text.
BUILT_SOURCES += backends/c/embed.h
CLEANFILES += backends/c/embed.h
EXTRA_DIST += backends/c/embed.awk runtime/support.h runtime/main.c
embedded_texts = $(srcdir)/runtime/abi.h $(srcdir)/runtime/support.h \
	$(srcdir)/runtime/main.c
backends/c/embed.h: $(srcdir)/backends/c/embed.awk $(embedded_texts)
	$(AM_V_GEN)$(MKDIR_P) backends/c && \
	$(AWK) -f $(srcdir)/backends/c/embed.awk $(embedded_texts) >$@.tmp && mv $@.tmp $@

# libtcc.a is not position independent: in the program only.
tcc_sources += backends/tcc/tcc.h backends/tcc/tcc.c

# Tests: a .gir file in tests/backend is a test.
noinst_PROGRAMS += tests/backend_tool
tests_backend_tool_SOURCES = tests/backend_tool.c
tests_backend_tool_LDADD = libludctcc.a libludc-core.la $(TCC_LIBS)
tap_scripts += tests/backend.tap
