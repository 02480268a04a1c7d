// What comes in is there again CLOCKS clocks later (2 to 16), from block RAM; `clock` goes up by one in each.
`default_nettype none
module @ident@_delay #(
    parameter WIDTH = 16,
    parameter CLOCKS = 2
) (
    input  wire clk,
    input  wire [3:0] clock,
    input  wire [WIDTH-1:0] now,
    output reg  [WIDTH-1:0] later
);
    localparam [31:0] BEFORE = CLOCKS - 2;
    (* ram_style = "block", no_rw_check *)
    reg [WIDTH-1:0] memory [0:15];
    reg [3:0] from;
    always @(posedge clk) begin
        from <= clock - BEFORE[3:0];
        memory[clock] <= now;
        later <= memory[from];
    end
    wire _unused = &{1'b0, BEFORE};
endmodule
`default_nettype wire
