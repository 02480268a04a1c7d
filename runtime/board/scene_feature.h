/* scene_feature.h - a feature as a picture: one instance of it on the board of a game, as the paper draws them
 * (runtime/features/feature.h names it). */
#ifndef LUDC_BOARD_SCENE_FEATURE_H
#define LUDC_BOARD_SCENE_FEATURE_H

#include "runtime/board/text.h"
#include "runtime/include/ludc_draw.h"
#include "runtime/include/ludc_features.h"

/* An SVG with, on an empty board: where the move goes to (a circle) and comes from (a broken one), what is asked of sites, as the text form
 * has it (beyond the board, too), walks that lead there as arrows from the anchor; the feature and its weight below.  The anchor is
 * the one nearest to the middle from which most walks end where they are wanted; not turned, not mirrored, of ties the first way.
 * LUDC_UNSUPPORTED: the game has no board; LUDC_WRONG: no anchor on it has an instance; LUDC_USAGE: there is no such feature, or
 * it is not spatial. */
ludc_status scene_feature_svg(const ludc_reasoner *r, const ludc_features *set, size_t index, const ludc_draw_options *options, Text *out,
                        ludc_error *error);

#endif
