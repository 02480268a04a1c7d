// Plays N games from the first position, each engine its share, random numbers seeded with SEED, and says how they ended in one line of JSON.
// +N=1000 +SEED=1 +TRACE=file.vcd +LIMIT=clocks after which it gives up (0: never)
`default_nettype none
module @ident@_tb;
    reg clk = 1'b0, rst_n = 1'b0, restart = 1'b0;
    always #5 clk = ~clk;

    localparam ENGINES = @engines@;
    localparam [63*ENGINES-1:0] NUMBERS = {@numbers@};
    reg [62:0] seed;
    reg [63:0] all, games, moves, clocks, limit, begun;
    reg [63:0] left [0:ENGINES-1];
    reg [63:0] ends [0:@rows_high@];
    reg [1023:0] trace;
    integer i, k;
    wire [ENGINES-1:0] taken, ended;
    wire [(@row_high@+1)*ENGINES-1:0] rows;
    wire [(@round_high@+1)*ENGINES-1:0] lengths;
    wire [(@extra_high@+1)*ENGINES-1:0] extras;
    reg [@row_high@:0] row;
    reg [@round_high@:0] rounds;
    reg [@extra_high@:0] extra;
    reg running = 1'b0;

    genvar g;
    generate
        for (g = 0; g < ENGINES; g = g + 1) begin : engines
            wire [@word_high@:0] position;
            wire [@chosen_high@:0] chosen;
            wire moved, flooding, alive, tag;
            @ident@_engine #(.TAGS(1), .NUMBER(NUMBERS[63*g +: 63])) engine (
                .clk(clk), .rst_n(rst_n), .restart(restart), .seed(seed), .root(@init@), .ranks(1'b0), .picks(@picks@'d0),
                .ticket(running & left[g] != 64'd0), .tag(1'b0), .taken(taken[g]), .position(position), .moved(moved), .flooding(flooding), .alive(alive),
                .ended(ended[g]), .ended_tag(tag), .row(rows[(@row_high@+1)*g +: @row_high@+1]),
                .rounds(lengths[(@round_high@+1)*g +: @round_high@+1]), .extra(extras[(@extra_high@+1)*g +: @extra_high@+1]),
                .chosen(chosen));
            wire _unused = &{1'b0, tag, alive, moved, flooding, position, chosen};
        end
    endgenerate

    initial begin
        games = 64'd0;
        moves = 64'd0;
        clocks = 64'd0;
        for (i = 0; i <= @rows_high@; i = i + 1)
            ends[i] = 64'd0;
        begun = 64'd0;
        if (!$value$plusargs("N=%d", all))
            all = 64'd1000;
        for (k = 0; k < ENGINES; k = k + 1)
            left[k] = (all + 64'd@engines@ - 64'd1 - {32'd0, k}) / 64'd@engines@;
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

    // When all that began has ended, and nothing may begin, it is told.
    always @(posedge clk) begin
        if (running & games == all & all == begun) begin
            $write("{\"playouts\":%0d,\"moves\":%0d,\"clocks\":%0d,\"ends\":[", games, moves, clocks);
@print@            $write("]}\n");
            $finish;
        end else if (limit != 64'd0 & clocks == limit) begin
            $write("after %0d clocks %0d of %0d games have ended\n", clocks, games, begun);
            $finish;
        end
        if (running & (begun != 64'd0 | taken != {ENGINES{1'b0}}) & (begun != all | games != all))
            clocks = clocks + 64'd1;
        for (k = 0; k < ENGINES; k = k + 1) begin
            if (taken[k]) begin
                left[k] <= left[k] - 64'd1;
                begun = begun + 64'd1;
            end
            if (ended[k]) begin
                row = rows[(@row_high@+1)*k +: @row_high@+1];
                rounds = lengths[(@round_high@+1)*k +: @round_high@+1];
                extra = extras[(@extra_high@+1)*k +: @extra_high@+1];
                games = games + 64'd1;
                moves = moves + @phases@ * {@round_pad@'d0, rounds} + {@extra_pad@'d0, extra} + (@cut@ ? 64'd@cut_moves@ : 64'd0);
@count@            end
        end
    end
endmodule
`default_nettype wire
