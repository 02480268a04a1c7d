# LUDC_CHECK_TCC: does a libtcc that compiles into memory exist?  Tested by
# behaviour; sets ludc_have_tcc (yes, no) and TCC_LIBS.
AC_DEFUN([LUDC_CHECK_TCC], [
  AC_CACHE_CHECK([for a working libtcc], [ludc_cv_tcc], [
    ludc_save_LIBS=$LIBS
    LIBS="-ltcc -ldl -lpthread -lm $LIBS"
    AC_RUN_IFELSE([AC_LANG_PROGRAM([[#include <libtcc.h>]], [[
        TCCState *s = tcc_new();
        int (*f)(void);
        if (!s) return 1;
        tcc_set_options(s, "-nostdlib -nostdinc");
        tcc_set_output_type(s, TCC_OUTPUT_MEMORY);
        if (tcc_compile_string(s, "int f(void) { return 7; }") != 0) return 2;
        if (tcc_relocate(s, TCC_RELOCATE_AUTO) < 0) return 3;
        *(void **)&f = tcc_get_symbol(s, "f");
        return f && f() == 7 ? 0 : 4;
      ]])],
      [ludc_cv_tcc=yes], [ludc_cv_tcc=no], [ludc_cv_tcc=no])
    LIBS=$ludc_save_LIBS])
  ludc_have_tcc=$ludc_cv_tcc
  TCC_LIBS=
  AS_IF([test "x$ludc_have_tcc" = xyes], [TCC_LIBS="-ltcc -ldl -lpthread -lm"])
  AC_SUBST([TCC_LIBS])
])
