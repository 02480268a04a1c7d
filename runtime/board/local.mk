# runtime/board/: a position in characters.
runtime_sources += runtime/board/board.h runtime/board/text.h runtime/board/position.c runtime/board/canvas.c \
	runtime/board/places.c runtime/board/board.c runtime/board/below.c runtime/board/sheet.c runtime/board/draw_text.c
include_HEADERS += runtime/include/ludc_draw.h
