// Bytes to and from the registers, and the stream as bytes.
//
//   W address data            writes a register, data lowest byte first; answered by `w` and the response
//   R address                 reads one; answered by `r`, the response, data
//   0                         nothing, so that six of them end whatever was begun
//   any other byte            answered by `?`
//
// A word of the stream comes by itself: `s`, or `l` if it is the last of a message, and its data. A command is sent when the one before
// has been answered, so bytes need not wait to come in.
`default_nettype none
module @ident@_bridge (
    input  wire clk,
    input  wire rst_n,
    input  wire [7:0] heard,
    input  wire hears,              // for a clock: a byte has come
    output wire [7:0] said,
    output wire says,               // a byte is to go,
    input  wire goes,               // and goes
    // the reasoner
    output reg  [7:0] address,
    output reg  [31:0] wdata,
    output reg  awvalid,            // of address and data
    input  wire awready,
    input  wire [1:0] bresp,
    input  wire bvalid,
    output wire bready,
    output reg  arvalid,
    input  wire arready,
    input  wire [31:0] rdata,
    input  wire [1:0] rresp,
    input  wire rvalid,
    output wire rready,
    input  wire [31:0] tdata,
    input  wire tlast,
    input  wire tvalid,
    output wire tready
);
    // ---- a command comes ----
    reg [2:0] wanted;               // bytes that lack
    reg writes, odd;
    always @(posedge clk)
        if (!rst_n) begin
            wanted <= 3'd0;
            awvalid <= 1'b0;
            arvalid <= 1'b0;
            odd <= 1'b0;
        end else begin
            awvalid <= awvalid & !awready;
            arvalid <= arvalid & !arready;
            odd <= odd & !tell_odd;
            if (hears & wanted == 3'd0) begin
                writes <= heard == 8'h57;
                wanted <= heard == 8'h57 ? 3'd5 : heard == 8'h52 ? 3'd1 : 3'd0;
                odd <= heard != 8'h57 & heard != 8'h52 & heard != 8'd0;
            end else if (hears) begin
                wanted <= wanted - 3'd1;
                if (!writes | wanted == 3'd5)
                    address <= heard;
                else
                    wdata <= {heard, wdata[31:8]};
                if (wanted == 3'd1) begin
                    awvalid <= writes;
                    arvalid <= !writes;
                end
            end
        end

    // ---- what is said: an answer, else a word of the stream ----
    reg [47:0] line;
    reg [2:0] left;
    wire free = left == 3'd0;
    assign bready = free;
    assign rready = free & !bvalid;
    wire tell_odd = free & !bvalid & !rvalid & odd;
    assign tready = free & !bvalid & !rvalid & !odd;
    assign says = !free;
    assign said = line[7:0];
    always @(posedge clk)
        if (!rst_n)
            left <= 3'd0;
        else if (!free) begin
            if (goes) begin
                line <= {8'd0, line[47:8]};
                left <= left - 3'd1;
            end
        end else if (bvalid) begin
            line <= {32'd0, 6'd0, bresp, 8'h77};
            left <= 3'd2;
        end else if (rvalid) begin
            line <= {rdata, 6'd0, rresp, 8'h72};
            left <= 3'd6;
        end else if (odd) begin
            line <= {40'd0, 8'h3f};
            left <= 3'd1;
        end else if (tvalid) begin
            line <= {8'd0, tdata, tlast ? 8'h6c : 8'h73};
            left <= 3'd5;
        end
endmodule
`default_nettype wire
