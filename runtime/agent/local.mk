# runtime/agent/: whoever plays.
runtime_sources += runtime/agent/agent.c runtime/agent/search_agent.c runtime/agent/referee.h runtime/agent/referee.c
# The Universal Game Interface, and games of two roles in turn as words.
runtime_sources += runtime/agent/turns.h runtime/agent/turns.c runtime/agent/ugi_game.h runtime/agent/ugi_game.c runtime/agent/ugi.h runtime/agent/ugi.c
# The Go Text Protocol.
runtime_sources += runtime/agent/gtp.h runtime/agent/gtp.c
include_HEADERS += runtime/include/ludc_agent.h
# Persons: what they type, what they see, and a game that they lead.
runtime_sources += runtime/agent/typed.h runtime/agent/typed.c runtime/agent/seen.h runtime/agent/seen.c runtime/agent/advice.h runtime/agent/advice.c \
	runtime/agent/human.h runtime/agent/human.c runtime/agent/play.h runtime/agent/play.c
