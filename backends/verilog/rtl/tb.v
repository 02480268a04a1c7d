// Plays N games from the first position, random numbers seeded with SEED, and says how they ended in one line of JSON.
// +N=1000 +SEED=1 +TRACE=file.vcd +LIMIT=clocks after which it gives up (0: never)
`default_nettype none
module @ident@_tb;
    reg clk = 1'b0, rst_n = 1'b0, restart = 1'b0;
    always #5 clk = ~clk;

    reg [62:0] seed;
    reg [63:0] left, games, moves, clocks, limit;
    reg [63:0] ends [0:@rows_high@];
    reg [1023:0] trace;
    integer i;
    wire [@word_high@:0] position;
    wire taken, moved, alive, ended, tag;
    wire [@row_high@:0] row;
    wire [@round_high@:0] rounds;
    wire [@extra_high@:0] extra;
    reg running = 1'b0;
    wire ticket = running & left != 64'd0;

    @ident@_engine #(.TAGS(1)) engine (
        .clk(clk), .rst_n(rst_n), .restart(restart), .seed(seed), .root(@init@), .ranks(1'b0), .picks(@picks@'d0), .ticket(ticket), .tag(1'b0),
        .taken(taken), .position(position), .moved(moved), .alive(alive), .ended(ended), .ended_tag(tag), .row(row), .rounds(rounds), .extra(extra));

    initial begin
        games = 64'd0;
        moves = 64'd0;
        clocks = 64'd0;
        for (i = 0; i <= @rows_high@; i = i + 1)
            ends[i] = 64'd0;
        if (!$value$plusargs("N=%d", left))
            left = 64'd1000;
        if (!$value$plusargs("SEED=%d", seed))
            seed = 63'd1;
        if (!$value$plusargs("LIMIT=%d", limit))
            limit = 64'd0;
        if ($value$plusargs("TRACE=%s", trace)) begin
            $dumpfile(trace);
            $dumpvars(0, @ident@_tb);
        end
        repeat (3) @(posedge clk);
        #1 rst_n = 1'b1;
        restart = 1'b1;
        @(posedge clk);
        #1 restart = 1'b0;
        running = 1'b1;
    end

    always @(posedge clk) begin
        if (running & (clocks != 64'd0 | taken))
            clocks <= clocks + 64'd1;
        if (taken)
            left <= left - 64'd1;
        if (ended) begin
            games <= games + 64'd1;
            moves <= moves + @phases@ * {@round_pad@'d0, rounds} + {@extra_pad@'d0, extra} + (@cut@ ? 64'd@cut_moves@ : 64'd0);
@count@        end
    end

    // Two laps after the last ticket all is played: every game that began has ended.
    reg [63:0] begun = 64'd0;
    always @(posedge clk) begin
        if (taken)
            begun <= begun + 64'd1;
        if (running & left == 64'd0 & games == begun & !taken & !ended) begin
            $write("{\"playouts\":%0d,\"moves\":%0d,\"clocks\":%0d,\"ends\":[", games, moves, clocks);
@print@            $write("]}\n");
            $finish;
        end else if (limit != 64'd0 & clocks == limit) begin
            $write("after %0d clocks %0d of %0d games have ended\n", clocks, games, begun);
            $finish;
        end
    end
    wire _unused = &{1'b0, tag, alive, moved, position};
endmodule
`default_nettype wire
