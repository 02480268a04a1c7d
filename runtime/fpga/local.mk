# runtime/fpga/: circuits that play, on devices or simulated.
runtime_sources += runtime/fpga/fpga.h runtime/fpga/fpga.c runtime/fpga/bus.c runtime/fpga/circuit.c runtime/fpga/link.c
include_HEADERS += runtime/include/ludc_fpga.h
