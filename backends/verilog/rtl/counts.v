// How the games of up to 16 runs ended, counted; a run is told of when it is over: its rows, then its moves.
//
// A run has a slot, its number modulo 16, from `begins` on; after `closes` none of its games begins any more. It is over when, for longer than
// contexts take to go round, none came back that plays a game of the oldest run.
`default_nettype none
module @ident@_counts (
    input  wire clk,
    input  wire rst_n,
    input  wire begins,
    input  wire closes,
    output reg  [3:0] slot,         // of the run that is open, or will be next
    output wire room,               // another one may begin
    output wire calm,               // there is no run, and nothing goes out
    input  wire some,               // a game that ended waits
    input  wire [@event_high@:0] event_out, // its run's slot, whether it was cut off, its rounds, moves beyond them, its row
    output wire pop,                // it is counted
    output wire [3:0] tail,         // the oldest run's slot
    input  wire tells,              // somebody else has the stream
    input  wire playing,            // a context plays a game of that run, or did a few clocks ago
    output reg  [31:0] word,
    output reg  last,
    output reg  valid,
    input  wire ready
);
    localparam [2:0] CLEAR = 3'd0, REST = 3'd1, ASK = 3'd2, HEAR = 3'd3, SEND = 3'd4;
    reg [2:0] state;
    reg moves;

    // One is counted in four clocks, in which it stays where it is.
    reg [1:0] beat;
    wire start = some & beat == 2'd0 & state != CLEAR;
    assign pop = beat == 2'd3;
    always @(posedge clk)
        beat <= !rst_n ? 2'd0 : start | beat != 2'd0 ? beat + 2'd1 : 2'd0;

    // What is counted of a game: a row of each group, and two clocks later its moves, which stand behind the rows of the first
    // group: 32 bits, and what goes over them.
    reg add, later, add_moves, moved, going_up;
    wire [3:0] of;
    wire [@row_high@:0] result;
    wire [@round_high@+1:0] turns;
    wire [@extra_high@:0] beyond;
    assign {of, turns, beyond, result} = event_out;
    reg [31:0] length;
    reg [15:0] above;               // its upper half, as long as the lower one takes to be added
    always @(posedge clk) begin
        add <= start & rst_n;
        later <= add & rst_n;
        add_moves <= later & rst_n;
        moved <= add_moves & rst_n;
        going_up <= moved & rst_n;
        length <= 32'd@phases@ * {@turn_pad@'d0, turns} + {@beyond_pad@'d0, beyond};
        above <= length[31:16];
    end
    reg full, add_full;
    reg [3:0] full_of;

    // The memories take two clocks for each 16 bits: what was asked of one at a beat comes to the next two beats later. So one is
    // read and cleared at a beat at which none is added to or written, or when nothing has been counted for a while.
    reg [3:0] lately;
    reg rested;
    wire free = beat == 2'd0 & !some & rested;
    wire may = (beat == 2'd1 | free) & !full;
    always @(posedge clk)
    begin
        lately <= start | full | !rst_n ? 4'd0 : lately + {3'd0, !rested};
        rested <= (lately == 4'd11 | rested) & !start & !full & rst_n;
    end
    reg read, clear, sent;
    reg [3:0] oldest;
    assign tail = oldest;
    reg [@index_high@:0] index;
    reg [@clear_high@:0] clearing;
    reg [@index_high@:0] which;
    reg [@group_high@:0] group, clear_group;
    reg [1:0] pause;
    wire moves_go_over;
    wire [3:0] over_moves_of;
    always @(posedge clk) begin
        add_full <= full & (beat == 2'd1 | free) & !add_full & rst_n;
        full <= rst_n & (moves_go_over | full & !add_full);
        if (moves_go_over)
            full_of <= over_moves_of;
    end
@tallies@    // The oldest run.
    reg [4:0] used;
    reg open;
    reg [@settle_high@:0] since;
    wire over = since == @settle_bits@'d@settle@;
    assign room = used != 5'd16 & state != CLEAR;
    assign calm = used == 5'd0 & !valid & state == REST & !some;
    always @(posedge clk)
        if (!rst_n) begin
            used <= 5'd0;
            open <= 1'b0;
            slot <= 4'd0;
            since <= @settle_bits@'d0;
        end else begin
            used <= used + {4'd0, begins} - {4'd0, sent};
            open <= begins | open & !closes;
            slot <= slot + {3'd0, closes};
            if (used == {4'd0, open} | sent | playing | some)
                since <= @settle_bits@'d0;
            else if (!over)
                since <= since + @settle_bits@'d1;
        end

    always @(posedge clk)
        if (!rst_n) begin
            state <= CLEAR;
            clearing <= @clear_bits@'d0;
            oldest <= 4'd0;
            valid <= 1'b0;
            read <= 1'b0;
            clear <= 1'b0;
            sent <= 1'b0;
        end else begin
            read <= 1'b0;
            clear <= 1'b0;
            sent <= 1'b0;
            valid <= valid & !ready;
            case (state)
            CLEAR: begin
                clearing <= clearing + @clear_bits@'d1;
                if (&clearing)
                    state <= REST;
            end
            REST: begin
                index <= @index_bits@'d0;
                group <= @group_bits@'d0;
                moves <= 1'b0;
                if (over & !sent & !valid)
                    state <= ASK;
            end
            ASK: if (may) begin
                read <= 1'b1;
                state <= HEAR;
                which <= index;
                clear_group <= group;
                pause <= 2'd0;
            end
            HEAR: begin
                pause <= pause + 2'd1;
                if (&pause)
                    state <= SEND;
            end
            SEND: if (!valid & may & !tells) begin
                valid <= 1'b1;
                last <= moves & index == @index_bits@'d@moves_over@;
                word <= @sums@;
                clear <= 1'b1;
                index <= index + @index_bits@'d1;
                if (@last_row@ & !moves) begin
                    moves <= group == @group_bits@'d@last_group@;
                    index <= group == @group_bits@'d@last_group@ ? @index_bits@'d@moves_row@ : @index_bits@'d0;
                    group <= group == @group_bits@'d@last_group@ ? @group_bits@'d0 : group + @group_bits@'d1;
                end
                sent <= moves & index == @index_bits@'d@moves_over@;
                state <= moves & index == @index_bits@'d@moves_over@ ? REST : ASK;
            end
            default: state <= REST;
            endcase
            if (sent)
                oldest <= oldest + 4'd1;
        end
endmodule
`default_nettype wire
