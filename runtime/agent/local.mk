# runtime/agent/: whoever plays.
runtime_sources += runtime/agent/agent.c runtime/agent/search_agent.c runtime/agent/referee.h runtime/agent/referee.c
include_HEADERS += runtime/include/ludc_agent.h
