# doc/: manuals.  Files are found by pattern when a distribution is made.
# Installed pages:  dist_doc_DATA += doc/foo.md
dist_doc_DATA += doc/backends.md doc/bits.md doc/board.md doc/design.md doc/draw.md doc/features.md doc/train.md doc/fpga.md doc/gdl.md doc/ir.md doc/lanes.md \
	doc/history.md doc/glossary.md doc/tour.md doc/wrong.md doc/lud.md doc/match.md doc/ludemes.md doc/passes.md doc/performance.md doc/plans.md doc/play.md doc/policies.md doc/replay.md doc/report.md doc/search.md doc/security.md doc/serve.md doc/strength.md doc/tutorial.md doc/gdl-tutorial.md doc/warnings.md
# The manual page is what the program says of itself.
nodist_man1_MANS = doc/ludc.1
CLEANFILES += doc/ludc.1
doc/ludc.1: ludc$(EXEEXT)
	$(AM_V_GEN)$(MKDIR_P) doc && ./ludc$(EXEEXT) --manual >$@.tmp && mv $@.tmp $@
dist_doc_DATA += doc/gallery.md
# The pictures of doc/gallery.md, from the games in LUDC_SHARED.
EXTRA_DIST += doc/gallery.py
gallery: ludc$(EXEEXT)
	@LUDC='$(abs_builddir)/ludc$(EXEEXT)' $(PYTHON) $(srcdir)/doc/gallery.py
.PHONY: gallery
