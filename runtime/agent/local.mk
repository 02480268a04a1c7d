# runtime/agent/: whoever plays.
runtime_sources += runtime/agent/agent.c runtime/agent/search_agent.c
include_HEADERS += runtime/include/ludc_agent.h
