/* ludc_tcc.c - the program ludc-tcc: compiles C that ludc generated into a shared object, in
 * milliseconds and without any file of a compiler.  libludc.so runs it (tcc_process.h).
 *
 *     ludc-tcc TEXT.c OBJECT.so */
#include <stdio.h>

#include "backends/tcc/tcc.h"
#include "backends/build/tools.h"

int main(int argc, char **argv)
{
    Out text = {0}, errors = {0};
    int code = 0;
    if (argc != 3) {
        fputs("usage: ludc-tcc TEXT.c OBJECT.so\n", stderr);
        return 2;
    }
    if (!tools_read(argv[1], &text) || !text.n) {
        fprintf(stderr, "ludc-tcc: cannot read %s\n", argv[1]);
        code = 3;
    } else if (!tcc_shared(text.text, argv[2], &errors)) {
        fprintf(stderr, "ludc-tcc: %s", errors.n ? errors.text : "failed\n");
        code = 1;
    }
    out_free(&text);
    out_free(&errors);
    return code;
}
