// What stands behind the buses may do anything, clock by clock: what is proved of them holds whatever plays. (For formal/axi.ys)
`default_nettype none
module @ident@_queue #(
    parameter WIDTH = 32,
    parameter LOG = 8
) (
    input  wire clk,
    input  wire rst_n,
    input  wire push,
    input  wire [WIDTH-1:0] pushed,
    input  wire pop,
    output wire some,
    output wire [WIDTH-1:0] word,
    output wire [LOG:0] count
);
    assign some = $anyseq;
    assign word = $anyseq;
    assign count = $anyseq;
endmodule

module @ident@_tally #(
    parameter LOG = 8
) (
    input  wire clk,
    input  wire rst_n,
    input  wire add,
    input  wire [LOG-1:0] address,
    input  wire [15:0] added,
    input  wire [15:0] upper,
    output wire up_add,
    output wire [LOG-1:0] up_address,
    output wire [15:0] up_added,
    input  wire clear,
    input  wire [LOG-1:0] cleared,
    input  wire read,
    input  wire [LOG-1:0] wanted,
    output wire [15:0] sum
);
    assign up_add = $anyseq;
    assign up_address = $anyseq;
    assign up_added = $anyseq;
    assign sum = $anyseq;
endmodule

module @ident@_engines (
    input  wire clk,
    input  wire rst_n,
    input  wire abort,
    input  wire restart,
    input  wire [62:0] seed,
    input  wire [@root_high@:0] root,
    input  wire ranks,
    input  wire [@pick_high@:0] picks,
    input  wire ticket,
    input  wire lots,
    input  wire [3:0] slot,
    output wire taken,
    output wire held,
    output wire stirs,
    output wire [@root_high@:0] position,
    output wire moved,
    output wire flooding,
    output wire alive,
    output wire ended,
    output wire [@row_high@:0] row,
    output wire [@chosen_high@:0] chosen,
    input  wire [3:0] tail,
    output wire playing,
    output wire some,
    output wire [@event_high@:0] word,
    input  wire pop
);
    assign taken = $anyseq;
    assign held = $anyseq;
    assign stirs = $anyseq;
    assign position = $anyseq;
    assign moved = $anyseq;
    assign flooding = $anyseq;
    assign alive = $anyseq;
    assign ended = $anyseq;
    assign row = $anyseq;
    assign chosen = $anyseq;
    assign playing = $anyseq;
    assign some = $anyseq;
    assign word = $anyseq;
endmodule
`default_nettype wire
