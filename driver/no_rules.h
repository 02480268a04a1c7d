/* no_rules.h - files that are no rules of a game, by how they begin. */
#ifndef LUDC_DRIVER_NO_RULES_H
#define LUDC_DRIVER_NO_RULES_H

/* What a file is instead of rules, in words; NULL: it may be rules, or cannot be looked at. */
const char *no_rules(const char *path);

#endif
