// Words of a message side by side in beats of WORD bits, the lowest first; the last beat of a message may hold fewer: `tkeep` says which
// bytes it does.
`default_nettype none
module @ident@_pack #(
    parameter WORD = 32
) (
    input  wire clk,
    input  wire rst_n,
    input  wire [31:0] word,
    input  wire last,
    input  wire valid,
    output wire ready,
    output wire [WORD-1:0] tdata,
    output wire [WORD/8-1:0] tkeep,
    output wire tlast,
    output wire tvalid,
    input  wire tready
);
    localparam PARTS = WORD / 32;
    generate
        if (PARTS == 1) begin : alone
            assign ready = tready;
            assign tdata = word;
            assign tkeep = 4'b1111;
            assign tlast = last;
            assign tvalid = valid;
            wire _unused = &{1'b0, clk, rst_n};
        end else begin : beside
            reg [PARTS-1:0] kept;
            reg whole, ends;
            wire [PARTS:0] next = {kept, 1'b1};
            wire take = valid & !whole;
            assign ready = !whole;
            assign tlast = ends;
            assign tvalid = whole;
            always @(posedge clk) begin
                if (take)
                    ends <= last;
                if (!rst_n | whole & tready) begin
                    kept <= {PARTS{1'b0}};
                    whole <= 1'b0;
                end else if (take) begin
                    kept <= next[PARTS-1:0];
                    whole <= last | next[PARTS-1];
                end
            end
            genvar i;
            for (i = 0; i < PARTS; i = i + 1) begin : part
                reg [31:0] data;
                assign tdata[32*i +: 32] = data;
                assign tkeep[4*i +: 4] = {4{kept[i]}};
                always @(posedge clk)
                    if (take & next[i] & !kept[i])
                        data <= word;
            end
        end
    endgenerate
endmodule
`default_nettype wire
