// 64 random bits a clock: each bit is the sum of two or three bits of the clock before, which is one table each; the
// period is 2^64 - 1 (the form is that of D. B. Thomas, W. Luk, "High quality uniform random number generation using
// LUT optimised state-transition matrices", 2007; the matrix is ours). A seed of another number is another stream.
`default_nettype none
module @ident@_random #(
    parameter [62:0] NUMBER = 63'd0
) (
    input  wire clk,
    input  wire load,
    input  wire [62:0] seed,
    output wire [63:0] random
);
    reg [63:0] x;
    wire [63:0] next;
    genvar i;
    generate
        for (i = 0; i < 64; i = i + 1) begin : bits
            if (i >= 3)
                assign next[i] = x[(59 * i + 57) % 64] ^ x[(i + 28) % 64] ^ x[i - 3];
            else
                assign next[i] = x[(59 * i + 57) % 64] ^ x[(i + 28) % 64];
        end
    endgenerate
    always @(posedge clk)
        x <= load ? {seed ^ NUMBER, 1'b1} : next;
    assign random = x;
endmodule
`default_nettype wire
