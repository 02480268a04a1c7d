// What the buses promise, as one bit that never holds: an answer, and a word of the stream, stays as it is until it is taken; a register answers in the
// clock after it was asked, and with an error where there is none. (For formal/axi.ys)
`default_nettype none
module @ident@_axi #(
    parameter WORD = @word@
) (
    input  wire clk,
    input  wire [7:0] awaddr,
    input  wire awvalid,
    input  wire [31:0] wdata,
    input  wire [3:0] wstrb,
    input  wire wvalid,
    input  wire bready,
    input  wire [7:0] araddr,
    input  wire arvalid,
    input  wire rready,
    input  wire tready,
    output wire bad
);
    wire awready, wready, bvalid, arready, rvalid, tlast, tvalid, irq;
    wire [1:0] bresp, rresp;
    wire [31:0] rdata;
    wire [WORD-1:0] tdata;
    wire [WORD/8-1:0] tkeep;
    reg rst_n = 1'b0; // for a clock; registers without a first value may begin with any
    @ident@_reasoner #(.WORD(WORD)) reasoner (
        .clk(clk), .rst_n(rst_n), .awaddr(awaddr), .awvalid(awvalid), .awready(awready), .wdata(wdata), .wstrb(wstrb),
        .wvalid(wvalid), .wready(wready), .bresp(bresp), .bvalid(bvalid), .bready(bready), .araddr(araddr), .arvalid(arvalid),
        .arready(arready), .rdata(rdata), .rresp(rresp), .rvalid(rvalid), .rready(rready), .tdata(tdata), .tkeep(tkeep), .tlast(tlast),
        .tvalid(tvalid), .tready(tready), .irq(irq));

    wire reads = araddr == 8'h00 | araddr == 8'h04 | araddr == 8'h08 | araddr == 8'h0c | araddr == 8'h10 | araddr == 8'h14 | araddr == 8'h18 |
                 araddr == 8'h24 | araddr == 8'h28;
    wire writes = wstrb == 4'b1111 & (awaddr == 8'h20 | awaddr == 8'h24 | awaddr == 8'h28);
    reg b_held = 1'b0, r_held = 1'b0, t_held = 1'b0, wrote = 1'b0, asked = 1'b0, reads_was, writes_was;
    reg [1:0] b_was, r_was;
    reg [31:0] data_was;
    reg [WORD-1:0] word_was;
    reg [WORD/8-1:0] keep_was;
    reg last_was;
    always @(posedge clk) begin
        rst_n <= 1'b1;
        b_held <= rst_n & bvalid & !bready;
        r_held <= rst_n & rvalid & !rready;
        t_held <= rst_n & tvalid & !tready;
        wrote <= rst_n & awvalid & awready;
        asked <= rst_n & arvalid & arready;
        b_was <= bresp;
        r_was <= rresp;
        data_was <= rdata;
        word_was <= tdata;
        keep_was <= tkeep;
        last_was <= tlast;
        reads_was <= reads;
        writes_was <= writes;
    end
    wire b_bad = b_held & (!bvalid | bresp != b_was);
    wire r_bad = r_held & (!rvalid | rresp != r_was | rdata != data_was);
    wire t_bad = t_held & (!tvalid | tdata != word_was | tkeep != keep_was | tlast != last_was);
    wire w_late = wrote & !bvalid | rst_n & awvalid & wvalid & !bvalid & !awready | awready != wready;
    wire r_late = asked & !rvalid | rst_n & arvalid & !rvalid & !arready;
    wire w_wrong = wrote & (bresp != 2'b00 & bresp != 2'b10 | !writes_was & bresp != 2'b10);
    wire r_wrong = asked & rresp != (reads_was ? 2'b00 : 2'b10);
    assign bad = b_bad | r_bad | t_bad | w_late | r_late | w_wrong | r_wrong;
    wire _unused = &{1'b0, irq};
endmodule
`default_nettype wire
