// What the words of the queue say is done in their order: the lowest byte of a word says what, words that belong to it follow.
//
//   1 reset     the context becomes the first position
//   2 load      @words@ words: the context
//   3 run       a word: so many games from the context
//   4 discover  every move from the context, and where it leads
//   5 seed      two words, the lower first: the random numbers begin anew
//
// A run has begun all its games before the next word is looked at; 4 and 5 wait until all of them have ended.
`default_nettype none
module @ident@_control (
    input  wire clk,
    input  wire rst_n,
    input  wire abort,              // for a clock: what is left of a run, and all that waits, is not begun
    input  wire some,
    input  wire [31:0] command,
    output wire pop,
    output reg  [31:0] word,        // what is discovered
    output reg  last,
    output reg  valid,
    input  wire ready,
    output wire tells,              // of moves: no run is told of then
    output wire idle,
    output reg  wrong,              // for a clock: a word that says nothing
    // runs
    output reg  begins,
    output reg  closes,
    input  wire room,
    input  wire calm,
    input  wire held,               // tickets of the run that is open are dealt, but not taken
    // the engine
    output reg  restart,
    output wire [62:0] seed,
    output wire [@root_high@:0] root,
    output reg  ranks,
    output reg  [@pick_high@:0] picks,
    output reg  ticket,             // one, or where there are lots of games left, four
    output reg  lots,
    input  wire taken,
    input  wire stirs,              // a context plays, or did a clock ago
    input  wire [@root_high@:0] position,
    input  wire moved,
    input  wire flooding,           // the context is asked again when floods are at rest
    input  wire alive,
    input  wire ended,
    input  wire [@row_high@:0] row,
    input  wire [@chosen_high@:0] chosen // of the move that is given, some time in its lap
);
    localparam [3:0] START = 4'd0, NEXT = 4'd1, LOAD = 4'd2, COUNT = 4'd3, RUN = 4'd4, SEED_LOW = 4'd5, SEED_HIGH = 4'd6,
                     QUIET = 4'd7, ISSUE = 4'd8, WAIT = 4'd9, TELL = 4'd10, END = 4'd11, OBEY = 4'd12;
    reg [3:0] state;
    reg [@at_bits@-1:0] at;
    reg discover;
    reg [7:0] what;
    reg [32*@words@-1:0] origin;
    reg [31:0] left;                // games that are not begun; or the lower half of a seed
    reg [30:0] upper;
    assign seed = {upper, left};
    reg more;
    always @(posedge clk)
    begin
        more <= left != 32'd0;
        lots <= @lots@;
    end
    assign root = origin[@root_high@:0];
    // A word is taken in every other clock at most.
    reg ask;
    wire takes = state == NEXT | state == LOAD | state == COUNT & room | state == SEED_LOW | state == SEED_HIGH;
    assign pop = some & ask;
    always @(posedge clk)
        ask <= rst_n & takes & !abort & !valid & !(some & ask);
    assign tells = state == ISSUE | state == WAIT | state == TELL | state == END | valid;

    wire _unused = &{1'b0, origin};

    // What is chosen, as the step says it some time in the lap.
    reg [@by_bits@-1:0] by;
    wire [@by_bits@-1:0] told = by | {@by_now@};
    always @(posedge clk)
        by <= state == ISSUE ? @by_bits@'d0 : told;
    wire _unused_chosen = &{1'b0, chosen, told};

    // Bits of `picks` that choose nothing, in the phase of the context.
    wire [@pick_high@:0] spare = @spare@;
@below@    wire [@pick_high@:0] tried = picks | spare@or_below@;
    wire [@pick_high@:0] picked = (tried + @picks@'d1) & ~spare;

    // Nothing has been played for so long that nothing can be on its way.
    reg [@settle_high@:0] rest;
    wire quiet = rest == @settle_bits@'d@settle@;
    always @(posedge clk)
        rest <= !rst_n | stirs | ticket | restart | !calm ? @settle_bits@'d0 : quiet ? rest : rest + @settle_bits@'d1;
    assign idle = state == NEXT & !some & !valid & quiet;

    // Of a move is told: what follows, the numbers of what is chosen, its row, the position it leads to, which stays in its context and
    // comes by once a lap.
    reg over;
    reg asked;                      // it moved in the lap before, and was asked in this one whether it is over
    wire known = asked | ended;
    reg [@row_high@:0] worth;
    reg [@lap_high@:0] lap;
    wire here = lap == @lap_bits@'d0;
    wire [32*@words@-1:0] there = {@there_pad@position};
    wire [32*(@head@)-1:0] head = {@row_pad@worth, @by_words@, 8'd4, 23'd0, over};
    wire [31:0] tell = @tell@;
    always @(posedge clk)
        lap <= state == WAIT | here ? @lap_bits@'d@stage_high@ : lap - @lap_bits@'d1;
    reg stop;
    reg [23:0] found;
    always @(posedge clk)
        if (!rst_n) begin
            state <= START;
            begins <= 1'b0;
            closes <= 1'b0;
            restart <= 1'b0;
            ranks <= 1'b0;
            ticket <= 1'b0;
            valid <= 1'b0;
            wrong <= 1'b0;
            left <= 32'd1;
            upper <= 31'd0;
            picks <= @picks@'d0;
        end else begin
            begins <= 1'b0;
            closes <= 1'b0;
            restart <= 1'b0;
            wrong <= 1'b0;
            valid <= valid & !ready;
            case (state)
            START: begin
                restart <= 1'b1;
                origin <= @first@;
                state <= NEXT;
            end
            NEXT: begin
                at <= @at_bits@'d0;
                what <= command[7:0];
                if (pop)
                    state <= OBEY;
            end
            OBEY: begin
                discover <= what == 8'd4;
                state <= NEXT;
                case (what)
                8'd1: origin <= @first@;
                8'd2: state <= LOAD;
                8'd3: state <= COUNT;
                8'd4: state <= QUIET;
                8'd5: state <= SEED_LOW;
                default: wrong <= 1'b1;
                endcase
            end
            LOAD: if (pop) begin
                origin <= @shifted@;
                at <= at + @at_bits@'d1;
                if (at == @at_bits@'d@words_less@)
                    state <= NEXT;
            end
            COUNT: if (pop) begin
                left <= command;
                at <= @at_bits@'d0;
                begins <= 1'b1;
                state <= RUN;
            end
            RUN: begin              // `more` is known two clocks after `left` has changed
                at <= taken ? @at_bits@'d0 : at == @at_bits@'d0 ? @at_bits@'d1 : at;
                ticket <= !taken & (ticket | more & at != @at_bits@'d0);
                if (taken)
                    left <= left - {29'd0, lots, 1'b0, !lots};
                if (!more & at != @at_bits@'d0 & !ticket & !held) begin
                    closes <= 1'b1;
                    state <= NEXT;
                end
            end
            SEED_LOW: if (pop) begin
                left <= command;
                state <= SEED_HIGH;
            end
            SEED_HIGH: if (pop) begin
                upper <= command[30:0];
                state <= QUIET;
            end
            QUIET: begin
                picks <= @picks@'d0;
                found <= 24'd0;
                stop <= 1'b0;
                asked <= 1'b0;
                at <= @at_bits@'d0;
                if (quiet) begin
                    ranks <= discover;
                    restart <= !discover;
                    state <= discover ? ISSUE : NEXT;
                end
            end
            ISSUE: begin            // the number has to come to the step's door before the ticket
                at <= &at[1:0] ? at : at + @at_bits@'d1;
                ticket <= &at[1:0] & !taken;
                if (taken)
                    state <= WAIT;
            end
            WAIT: begin
                at <= @at_bits@'d0;
                over <= ended;
                worth <= row;
                if (alive & !flooding) begin
                    asked <= moved & !known;
                    found <= found + {23'd0, moved};
                    state <= moved | asked ? (known ? TELL : WAIT) : &tried | stop ? END : ISSUE;
                    if (!moved & !asked)
                        picks <= picked;
                end
            end
            TELL: if (!valid & calm & (at < @at_bits@'d@head@ | here)) begin
                valid <= 1'b1;
                last <= at == @at_bits@'d@told@;
                word <= tell;
                at <= at + @at_bits@'d1;
                if (at == @at_bits@'d@told@) begin
                    state <= &tried | stop ? END : ISSUE;
                    at <= @at_bits@'d0;
                    picks <= picked;
                end
            end
            END: if (!valid & calm) begin
                valid <= 1'b1;
                last <= 1'b1;
                word <= {8'd5, found};
                ranks <= 1'b0;
                state <= NEXT;
            end
            default: state <= START;
            endcase
            if (abort) begin
                stop <= 1'b1;
                if (state == RUN | state == COUNT)
                    left <= 32'd0;
                if (state == RUN) begin
                    ticket <= 1'b0;
                    at <= @at_bits@'d0;
                end
                if (state == NEXT | state == OBEY | state == LOAD | state == COUNT | state == SEED_LOW | state == SEED_HIGH | state == QUIET)
                    state <= NEXT;
            end
        end
endmodule
`default_nettype wire
