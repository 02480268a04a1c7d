// The game on the iCE40-HX8K breakout board: behind the serial line of its USB port, 115,200 bits a second. The clock is the board's, 12 MHz;
// registers of iCE40 are 0 when the power comes, from which the reset is made.
`default_nettype none
module @ident@_hx8k (
    input  wire clk,
    input  wire rx,
    output wire tx,
    output wire [7:0] led           // a result waits to be taken; the others are dark
);
    reg [3:0] up;
    wire rst_n = &up;
    always @(posedge clk)
        up <= up + {3'd0, !rst_n};
    wire [7:0] heard, said;
    wire hears, says, goes, irq;
    @ident@_uart #(.DIVIDER(104)) uart (
        .clk(clk), .rst_n(rst_n), .rx(rx), .tx(tx), .heard(heard), .hears(hears), .said(said), .says(says), .goes(goes));
    @ident@_link link (.clk(clk), .rst_n(rst_n), .heard(heard), .hears(hears), .said(said), .says(says), .goes(goes), .irq(irq));
    assign led = {7'd0, irq};
endmodule
`default_nettype wire
