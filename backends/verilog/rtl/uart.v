// Bytes by a serial line: 8 bits, no parity, a stop bit, DIVIDER clocks a bit.
`default_nettype none
module @ident@_uart #(
    parameter DIVIDER = 104
) (
    input  wire clk,
    input  wire rst_n,
    input  wire rx,
    output reg  tx,
    output reg  [7:0] heard,
    output reg  hears,              // for a clock: a byte has come
    input  wire [7:0] said,
    input  wire says,
    output wire goes                // it is taken
);
    localparam [31:0] CLOCKS = DIVIDER;
    localparam [15:0] BIT = CLOCKS[15:0] - 16'd1, HALF = CLOCKS[16:1];

    // ---- in: two registers against metastable states; a bit is looked at in its middle ----
    reg [1:0] line;
    reg [15:0] wait_in, wait_out;
    reg [3:0] in, out;              // bits that lack; in: the start bit is one of them
    always @(posedge clk)
        line <= {line[0], rx};
    always @(posedge clk)
        if (!rst_n) begin
            in <= 4'd0;
            hears <= 1'b0;
        end else begin
            hears <= 1'b0;
            if (in == 4'd0) begin
                wait_in <= HALF;
                in <= line[1] ? 4'd0 : 4'd10;
            end else if (wait_in != 16'd0)
                wait_in <= wait_in - 16'd1;
            else begin
                wait_in <= BIT;
                in <= in == 4'd10 & line[1] ? 4'd0 : in - 4'd1;
                if (in == 4'd1)
                    hears <= line[1];
                else
                    heard <= {line[1], heard[7:1]};
            end
        end

    // ---- out ----
    reg [8:0] bits;
    assign goes = says & out == 4'd0;
    always @(posedge clk)
        if (!rst_n) begin
            out <= 4'd0;
            tx <= 1'b1;
        end else if (out == 4'd0) begin
            tx <= 1'b1;
            if (says) begin
                bits <= {said, 1'b0};
                out <= 4'd11;
                wait_out <= 16'd0;
            end
        end else if (wait_out != 16'd0)
            wait_out <= wait_out - 16'd1;
        else begin
            wait_out <= BIT;
            tx <= bits[0];
            bits <= {1'b1, bits[8:1]};
            out <= out - 4'd1;
        end
endmodule
`default_nettype wire
