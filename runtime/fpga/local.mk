# runtime/fpga/: circuits that play, on devices or simulated.
runtime_sources += runtime/fpga/fpga.h runtime/fpga/fpga.c runtime/fpga/fpga_bus.c runtime/fpga/fpga_host.c runtime/fpga/fpga_link.c
include_HEADERS += runtime/include/ludc_fpga.h
