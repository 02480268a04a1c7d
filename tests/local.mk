# tests/: a test is a file; the drivers below find theirs by pattern and print
# TAP.  Only a new driver is listed here (or in its room's local.mk).
tap_scripts += \
	tests/house.tap \
	tests/err.tap \
	tests/cli.tap \
	tests/games.tap \
	tests/warnings.tap \
	tests/mangled.tap
EXTRA_DIST += tests/tap.py

if HAVE_CMOCKA
check_PROGRAMS += tests/base.tap tests/api.tap
tests_base_tap_SOURCES = tests/base_test.c
tests_base_tap_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_base_tap_LDADD = libludc-core.la $(CMOCKA_LIBS)
tests_api_tap_SOURCES = tests/api_test.c
tests_api_tap_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_api_tap_LDADD = libludc.la $(CMOCKA_LIBS)
endif

# The IR's text form, verifier and evaluator, on tests/ir.
check_PROGRAMS += tests/ir.tap
tests_ir_tap_SOURCES = tests/ir_test.c
tests_ir_tap_LDADD = libludc-core.la
check_PROGRAMS += tests/ir_build.tap
tests_ir_build_tap_SOURCES = tests/ir_build_test.c
tests_ir_build_tap_LDADD = libludc-core.la
