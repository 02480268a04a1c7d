// The reasoner behind bytes: what boards and programs speak with.
`default_nettype none
module @ident@_link (
    input  wire clk,
    input  wire rst_n,
    input  wire [7:0] heard,
    input  wire hears,
    output wire [7:0] said,
    output wire says,
    input  wire goes,
    output wire irq
);
    wire [7:0] address;
    wire [31:0] wdata, rdata, tdata;
    wire [1:0] bresp, rresp;
    wire awvalid, awready, wready, bvalid, bready, arvalid, arready, rvalid, rready, tlast, tvalid, tready;
    @ident@_bridge bridge (
        .clk(clk), .rst_n(rst_n), .heard(heard), .hears(hears), .said(said), .says(says), .goes(goes), .address(address), .wdata(wdata),
        .awvalid(awvalid), .awready(awready & wready), .bresp(bresp), .bvalid(bvalid), .bready(bready), .arvalid(arvalid), .arready(arready),
        .rdata(rdata), .rresp(rresp), .rvalid(rvalid), .rready(rready), .tdata(tdata), .tlast(tlast), .tvalid(tvalid), .tready(tready));
    wire [3:0] _unused_tkeep;
    @ident@_reasoner #(.WORD(32)) reasoner (
        .clk(clk), .rst_n(rst_n), .awaddr(address), .awvalid(awvalid), .awready(awready), .wdata(wdata), .wstrb(4'b1111), .wvalid(awvalid),
        .wready(wready), .bresp(bresp), .bvalid(bvalid), .bready(bready), .araddr(address), .arvalid(arvalid), .arready(arready), .rdata(rdata),
        .rresp(rresp), .rvalid(rvalid), .rready(rready), .tdata(tdata), .tkeep(_unused_tkeep), .tlast(tlast), .tvalid(tvalid), .tready(tready),
        .irq(irq));
endmodule
`default_nettype wire
