// A delay as a wire, for proofs: what comes in is there at once.
`default_nettype none
module @ident@_delay #(
    parameter WIDTH = 16,
    parameter CLOCKS = 2
) (
    input  wire clk,
    input  wire [3:0] clock,
    input  wire [WIDTH-1:0] now,
    output wire [WIDTH-1:0] later
);
    assign later = now;
    wire _unused = &{1'b0, clk, clock};
endmodule
`default_nettype wire
