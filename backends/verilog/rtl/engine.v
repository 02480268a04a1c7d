// Contexts go round: @stages@ of them, one in each stage; every clock one comes back and, when its game is over or it has
// none, begins another at `root` if there is a ticket. What begins is played to its end, so that short games count no
// more than long ones. After `restart`, which must last one clock, it takes @settle@ clocks until tickets are taken: by then
// nothing is left of what registers were before.
`default_nettype none
module @ident@_engine #(
    parameter TAGS = 4,                 // bits of what a game is known by
    parameter [62:0] NUMBER = 63'd0     // of this engine's random numbers
) (
    input  wire clk,
    input  wire rst_n,
    input  wire restart,
    input  wire [62:0] seed,
    input  wire [@root_high@:0] root,   // where games begin
    input  wire ranks,                  // nothing plays: moves are not drawn, but given by `picks`, one a game
    input  wire [@pick_high@:0] picks,
    input  wire ticket,                 // a game may begin
    input  wire [TAGS-1:0] tag,         // what it is known by
    output wire taken,                  // it does
    output wire [@word_high@:0] position, // the context that comes back
    output wire moved,                  // its move is complete in this lap
    output wire flooding,               // it made one, and floods go round
    output wire alive,                  // the context that comes back plays a game
    output wire ended,                  // which is over,
    output wire [TAGS-1:0] ended_tag,   // is known by this,
    output wire [@row_high@:0] row,     // was worth this,
    output wire [@round_high@:0] rounds, // took so many rounds of @phases@ moves
    output wire [@extra_high@:0] extra, // and so many moves more
    output wire [@chosen_high@:0] chosen // where moves are given: what is, some time in the lap, else 0
);
    reg [@settle_high@:0] settle;
    reg ready;
    always @(posedge clk)
        if (!rst_n) begin
            settle <= @settle_bits@'d@settle@;
            ready <= 1'b0;
        end else if (restart) begin
            settle <= @settle_bits@'d@settle@;
            ready <= 1'b0;
        end else begin
            settle <= settle - {@settle_high@'d0, !ready};
            ready <= ready | settle == @settle_bits@'d1;
        end

    reg [@stage_high@:0] live;
    wire done;
    wire go = ticket & ready;
    assign alive = live[@stage_high@] & ready;
    assign ended = alive & done;
    assign taken = (~alive | done) & go;
    wire play = alive & ~done & (~ranks | moved | flooding) | taken; // a move that is given is followed by a look at what is over
    always @(posedge clk)
        live <= {live[@stage_high@-1:0], play};

    reg [TAGS*@stages@-1:0] tags;
    assign ended_tag = tags[TAGS*@stages@-1:TAGS*@stage_high@];
    always @(posedge clk)
        tags <= {tags[TAGS*@stage_high@-1:0], taken ? tag : ended_tag};

@random@
    reg [@random_high@:0] drawn;
    always @(posedge clk)
        drawn <= ranks ? @pattern@ : random[@random_high@:0];
@clock@    @ident@_step step (
        .clk(clk), @clocked@.live(play), .fresh(taken), .ranks(ranks), .state(position), .root(root), .random(drawn),
        .next(position), .moved(moved), .flooding(flooding), .done(done), .row(row), .extra(extra), .chosen(chosen));
    assign rounds = position[@round_top@:@round_low@];
    wire _unused = &{1'b0, random};
endmodule
`default_nettype wire
