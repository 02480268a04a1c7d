/* record.h - writing played games in the form that replay reads. */
#ifndef LUDC_DRIVER_RECORD_H
#define LUDC_DRIVER_RECORD_H

#include "driver/command.h"

/* Plays --record games at random and prints their record; the exit code. */
int record_games(Job *job);

#endif
