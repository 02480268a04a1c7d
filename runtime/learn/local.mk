# runtime/learn/: learning by expert iteration (doc/train.md).
runtime_sources += runtime/learn/buffer.h runtime/learn/buffer.c runtime/learn/rmsprop.h runtime/learn/options.c runtime/learn/learn.def \
	runtime/learn/linear.h runtime/learn/linear.c runtime/learn/grow.c runtime/learn/pose.h runtime/learn/pose.c runtime/learn/bridge.h runtime/learn/bridge.c runtime/learn/train.h runtime/learn/train.c runtime/learn/saved.c
include_HEADERS += runtime/include/ludc_learn.h
