// Engines side by side, @engines@ of them, that play one run's games together. Tickets are dealt to them in turn: one, or four where
// `lots` holds, to one that has less than two left. Games that ended wait in a queue of each engine, and come out one by one.
// Moves are discovered by the first engine alone.
`default_nettype none
module @ident@_engines (
    input  wire clk,
    input  wire rst_n,
    input  wire abort,              // tickets that are not taken are dropped
    input  wire restart,
    input  wire [62:0] seed,
    input  wire [@root_high@:0] root,
    input  wire ranks,
    input  wire [@pick_high@:0] picks,
    input  wire ticket,
    input  wire lots,
    input  wire [3:0] slot,         // of the run that tickets belong to
    output wire taken,              // the ticket is dealt or, while moves are discovered, taken
    output reg  held,               // some are dealt, but not taken
    output reg  stirs,              // a context plays
    output wire [@root_high@:0] position, // of the first engine
    output wire moved,
    output wire flooding,
    output wire alive,
    output wire ended,
    output wire [@row_high@:0] row,
    output wire [@chosen_high@:0] chosen,
    input  wire [3:0] tail,
    output reg  playing,            // a context plays a game of the run `tail`
    output wire some,
    output wire [@event_high@:0] word,
    input  wire pop
);
    localparam N = @engines@;
    localparam [63*N-1:0] NUMBERS = {@numbers@};
    wire [N-1:0] deal, begun, more, living, of_tail, waits, go;
    wire [(@event_high@+1)*N-1:0] words;
    assign taken = ranks ? begun[0] : |deal;
    always @(posedge clk) begin
        held <= |more;
        stirs <= |living;
        playing <= |of_tail;
    end
@turns@    genvar k;
    generate
        for (k = 0; k < N; k = k + 1) begin : engines
            wire [@word_high@:0] there;
            wire [3:0] tag;
            wire [@row_high@:0] worth;
            wire [@round_high@:0] rounds;
            wire [@extra_high@:0] extra;
            wire [@chosen_high@:0] choice;
            wire over, can_move, floods;

            // Tickets, the first one lowest; `wants`: fewer than two, and games that ended do not wait in crowds.
            reg [@ticket_high@:0] tickets;
            reg wants;
            wire [@ticket_high@:0] rest = begun[k] & !ranks ? {1'b0, tickets[@ticket_high@:1]} : tickets;
            assign deal[k] = ticket & !ranks & turn[k] & wants;
            assign more[k] = tickets[0];
            always @(posedge clk) begin
                if (!rst_n | abort)
                    tickets <= {@ticket_high@'d0, 1'b0};
                else
                    tickets <= !deal[k] ? rest : @dealt@;
                wants <= rst_n & !tickets[1] & !deal[k] & !crowded;
            end

            @ident@_engine #(.TAGS(4), .NUMBER(NUMBERS[63*k +: 63])) engine (
                .clk(clk), .rst_n(rst_n), .restart(restart), .seed(seed), .root(root), .ranks(k == 0 & ranks), .picks(k == 0 ? picks : @picks@'d0),
                .ticket(k == 0 & ranks ? ticket : tickets[0]), .tag(slot), .taken(begun[k]), .position(there), .moved(can_move), .flooding(floods),
                .alive(living[k]), .ended(over), .ended_tag(tag), .row(worth), .rounds(rounds), .extra(extra),
                .chosen(choice));
            assign of_tail[k] = living[k] & tag == tail;
            if (k == 0) begin : first
                assign position = there[@root_high@:0];
                assign moved = can_move;
                assign flooding = floods;
                assign alive = living[0];
                assign ended = over;
                assign row = worth;
                assign chosen = choice;
            end
            wire _unused = &{1'b0, there, can_move, floods, lots, rest, choice};

            reg crowded;
            wire [@event_log@:0] waiting;
            wire cut = @cut_worth@;
            always @(posedge clk)
                crowded <= waiting > @event_most@;
            @ident@_queue #(.WIDTH(@event_high@ + 1), .LOG(@event_log@)) ends (
                .clk(clk), .rst_n(rst_n), .push(over & !ranks & rst_n), .pushed({tag, cut, rounds, extra, worth}), .pop(go[k]), .some(waits[k]),
                .word(words[(@event_high@+1)*k +: @event_high@+1]), .count(waiting));
        end
    endgenerate
endmodule
`default_nettype wire
