/* options.h - the menus of a description: options and rulesets. */
#ifndef LUDC_LUD_OPTIONS_H
#define LUDC_LUD_OPTIONS_H

#include "frontend/lud/lud.h"
#include "frontend/lud/text/text.h"

typedef struct {
    const char *label; /* "9x9" */
    const char *full;  /* "Board Size/9x9" */
    unsigned stars;
    Span at;
    VEC(Text) argument;
} Item;

typedef struct {
    const char *heading; /* "Board Size" */
    const char *tag;     /* Size, of <Size:dim> */
    VEC(const char *) parameter;
    VEC(Item) item;
    size_t chosen;
} Category;

typedef struct {
    const char *heading; /* "Ruleset/Standard (Known)" */
    unsigned stars;
    Span at;
    VEC(const char *) option; /* what it selects */
    VEC(Span) option_at;      /* where that is written */
} Ruleset;

typedef struct {
    VEC(Category) category;
    VEC(Ruleset) ruleset;
    const Ruleset *active; /* chosen, or the one that agrees with the options */
} Menus;

/* Cut the (option ..) and (rulesets ..) out of the text. */
bool lud_options_extract(Reader *reader, Text *text, Menus *menus);
bool lud_rulesets_extract(Reader *reader, Text *text, Menus *menus);

/* Chooses an item of every category: defaults, ruleset, user's options. */
bool lud_menus_select(Reader *reader, Menus *menus, const LudOptions *options);
bool lud_option_is_active(const Menus *menus, const char *full);

/* Fills in <Tag:name> and <Tag>. */
bool lud_options_apply(Reader *reader, Text *text, const Menus *menus);

/* (useFor {..} ..) in the metadata, kept or dropped. */
bool lud_metadata_select(Reader *reader, Text *metadata, const Menus *menus);

/* The name most like `word`, or NULL when none is near. */
const char *lud_nearest_name(const char *word, const char *const *name, size_t n);

#endif
