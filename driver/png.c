/* png.c - opens ludc-png.so. */
#include "driver/png.h"

#include <dlfcn.h>
#include <string.h>

#include "driver/engine/installed.h"

#define MODULE "ludc-png.so"

enum { MAX_PATH = 4096, WHY = 400 };

static const PngModule *open_module(Out *why)
{
    char path[MAX_PATH];
    if (!installed_find(MODULE, false, path, sizeof path)) {
        out_printf(why, "pictures as PNG need librsvg, without which ludc was built: there is no " MODULE " (LUDC_LIBDIR, " LUDC_LIBDIR ")");
        return NULL;
    }
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const PngModule *module = handle ? dlsym(handle, "ludc_png_module") : NULL;
    if (!module)
        out_printf(why, "pictures as PNG need librsvg: %s", dlerror());
    else if (strcmp(module->stamp, PNG_STAMP) != 0)
        out_printf(why, "%s is of another version: %s", path, module->stamp);
    return module && !strcmp(module->stamp, PNG_STAMP) ? module : NULL;
}

bool png_of_svg(const Out *svg, Out *png, Out *why)
{
    const PngModule *module = open_module(why);
    char text[WHY] = "";
    size_t n = 0;
    unsigned char *bytes = module ? module->render(svg->text, svg->n, &n, text, sizeof text) : NULL;
    if (module && !bytes)
        out_printf(why, "librsvg: %s", text);
    if (bytes) {
        out_write(png, (const char *)bytes, n);
        module->release(bytes);
    }
    return bytes != NULL;
}
