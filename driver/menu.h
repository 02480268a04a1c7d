/* menu.h - the options and rulesets that a game offers. */
#ifndef LUDC_DRIVER_MENU_H
#define LUDC_DRIVER_MENU_H

#include "driver/options.h"

int list_menu(const Options *options); /* the exit code */

#endif
