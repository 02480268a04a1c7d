// The game on the DE1-SoC: behind a serial line at its pins GPIO_0[0] (in) and GPIO_0[1] (out), 115,200 bits a second. The clock is the board's,
// 50 MHz; KEY[0] resets.
`default_nettype none
module @ident@_de1_soc (
    input  wire clk,
    input  wire key,
    input  wire rx,
    output wire tx,
    output wire led
);
    reg [1:0] up;
    wire rst_n = up[1];
    always @(posedge clk)
        up <= {up[0], key};
    wire [7:0] heard, said;
    wire hears, says, goes, irq;
    @ident@_uart #(.DIVIDER(434)) uart (
        .clk(clk), .rst_n(rst_n), .rx(rx), .tx(tx), .heard(heard), .hears(hears), .said(said), .says(says), .goes(goes));
    @ident@_link link (.clk(clk), .rst_n(rst_n), .heard(heard), .hears(hears), .said(said), .says(says), .goes(goes), .irq(irq));
    assign led = irq;
endmodule
`default_nettype wire
