/* role_word.c - words for players that mean the same everywhere. */
#include <stdlib.h>
#include <string.h>

#include "frontend/lud/lower/core/lower.h"

int role_fixed(Lower *l, const char *role)
{
    if (strcmp(role, "Neutral") == 0)
        return 0;
    if (role[0] == 'P' && role[1] >= '1' && role[1] <= '9')
        return atoi(role + 1);
    if (strcmp(role, "Shared") == 0 || strcmp(role, "All") == 0 || strcmp(role, "Each") == 0)
        return l->facts->players + 1;
    return -1;
}

bool role_is_all(const Term *role)
{
    return term_is_enum(role, "All");
}

bool role_is_team(const Term *role)
{
    return role->kind == TERM_ENUM && strncmp(role->text, "Team", 4) == 0;
}
