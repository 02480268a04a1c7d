# runtime/board/: a position in characters and as a picture.
runtime_sources += runtime/board/board.h runtime/board/text.h runtime/board/position.c runtime/board/canvas.c \
	runtime/board/places.c runtime/board/board.c runtime/board/below.c runtime/board/sheet.h runtime/board/sheet_read.c runtime/board/sheet.c runtime/board/scene_sheet.c runtime/board/draw_text.c \
	runtime/board/below.h runtime/board/scene.h runtime/board/scene.c runtime/board/seats.c runtime/board/look.c runtime/board/glyphs.h \
	runtime/board/glyphs.def runtime/board/glyphs.c runtime/board/scene_board.c runtime/board/scene_regions.c runtime/board/scene_blocks.c runtime/board/scene_men.c \
	runtime/board/scene_labels.c runtime/board/scene_below.c runtime/board/theme.h runtime/board/theme.c runtime/board/svg.h runtime/board/svg.c runtime/board/film.c \
	runtime/board/draw_svg.c runtime/board/scene_feature.h runtime/board/scene_feature.c
include_HEADERS += runtime/include/ludc_draw.h
