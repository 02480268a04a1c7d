# examples/: games written for this project, and programs that embed them.
# Files are found by pattern when a distribution is made, and here.
examples_dir = $(DESTDIR)$(pkgdatadir)/examples
install-data-local:
	$(MKDIR_P) "$(examples_dir)"
	for f in $(srcdir)/examples/*.lud $(srcdir)/examples/*.kif $(srcdir)/examples/*.c $(srcdir)/examples/*.sh $(srcdir)/examples/*.mjs; do \
	  $(INSTALL_DATA) "$$f" "$(examples_dir)" || exit 1; \
	done
uninstall-local:
	rm -rf "$(examples_dir)"
