/* diag_json.h - diagnostics as JSON (doc/warnings.md, "As JSON"). */
#ifndef LUDC_DRIVER_DIAG_JSON_H
#define LUDC_DRIVER_DIAG_JSON_H

#include <jansson.h>

#include "base/diag.h"

/* An array of all errors, unsupported constructs and warnings, by place. */
json_t *diag_json(const Diags *diags, const SourceMap *map);

#endif
