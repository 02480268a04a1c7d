// Looks at the registers; plays +N=games in runs of +BATCH from the first position; then counts the sequences of +DEPTH moves by
// discovering every position on the way. The stream is held up at random, +SEED says how. The last line is JSON; what is wrong is
// said before.
`default_nettype none
module @ident@_reasoner_tb;
    localparam WORDS = @words@, ROWS = @rows_high@ + 1, SUMS = ROWS + 2, TOLD = @told@ + 1, FIRST = TOLD - WORDS;
    localparam STACK = 65536, WORD = @word@;
    reg clk = 1'b0, rst_n = 1'b0;
    always #5 clk = ~clk;

    reg [7:0] awaddr = 8'd0, araddr = 8'd0;
    reg [31:0] wdata = 32'd0;
    reg awvalid = 1'b0, wvalid = 1'b0, bready = 1'b0, arvalid = 1'b0, rready = 1'b0, tready = 1'b0;
    wire awready, wready, bvalid, arready, rvalid, tlast, tvalid, irq;
    wire [1:0] bresp, rresp;
    wire [31:0] rdata;
    wire [WORD-1:0] tdata;
    wire [WORD/8-1:0] tkeep;
    @ident@_reasoner #(.WORD(WORD)) reasoner (
        .clk(clk), .rst_n(rst_n), .awaddr(awaddr), .awvalid(awvalid), .awready(awready), .wdata(wdata), .wstrb(4'b1111),
        .wvalid(wvalid), .wready(wready), .bresp(bresp), .bvalid(bvalid), .bready(bready), .araddr(araddr), .arvalid(arvalid),
        .arready(arready), .rdata(rdata), .rresp(rresp), .rvalid(rvalid), .rready(rready), .tdata(tdata), .tkeep(tkeep), .tlast(tlast),
        .tvalid(tvalid), .tready(tready), .irq(irq));

    // ---- the stream: held up at random; what is offered must stay until it is taken ----
    integer noise, ngot = 0, faults = 0;
    reg [31:0] got [0:STACK-1];
    reg ends [0:STACK-1];
    reg held = 1'b0, held_last = 1'b0;
    reg [WORD-1:0] held_data;
    reg [WORD/8-1:0] held_keep;
    integer part;
    reg [31:0] draw;
    always @(posedge clk) begin
        if (held & (!tvalid | tdata !== held_data | tkeep !== held_keep | tlast !== held_last)) begin
            faults = faults + 1;
            $write("the stream changed what it had offered\n");
        end
        held <= tvalid & !tready & rst_n;
        held_data <= tdata;
        held_keep <= tkeep;
        held_last <= tlast;
        if (tvalid & tready & rst_n) begin
            for (part = 0; part < WORD / 32; part = part + 1)
                if (tkeep[4*part +: 4] === 4'b1111) begin
                    got[ngot] = tdata[32*part +: 32];
                    ends[ngot] = 1'b0;
                    ngot = ngot + 1;
                end else if (tkeep[4*part +: 4] !== 4'b0000 | part == 0 | !tlast) begin
                    faults = faults + 1;
                    $write("a beat holds the bytes %b\n", tkeep);
                end
            ends[ngot - 1] = tlast;
        end
        draw = $random(noise);
        tready <= draw[0] | draw[1];
    end

    reg accepted; // as it was before the edge
    task write(input [7:0] address, input [31:0] data, input [1:0] wanted);
        begin
            @(posedge clk);
            #1 awaddr = address;
            wdata = data;
            awvalid = 1'b1;
            wvalid = 1'b1;
            accepted = 1'b0;
            while (!accepted) @(posedge clk) accepted = awready & wready;
            #1 awvalid = 1'b0;
            wvalid = 1'b0;
            while (!bvalid) @(posedge clk) #1;
            repeat (address[2] + 1) @(posedge clk);
            #1 if (!bvalid | bresp != wanted) begin
                faults = faults + 1;
                $write("write to %h: response %b, %b\n", address, bvalid, bresp);
            end
            bready = 1'b1;
            @(posedge clk);
            #1 bready = 1'b0;
        end
    endtask

    reg [31:0] answer;
    task read(input [7:0] address, input [1:0] wanted);
        begin
            @(posedge clk);
            #1 araddr = address;
            arvalid = 1'b1;
            accepted = 1'b0;
            while (!accepted) @(posedge clk) accepted = arready;
            #1 arvalid = 1'b0;
            while (!rvalid) @(posedge clk) #1;
            repeat (address[2] + 1) @(posedge clk);
            #1 answer = rdata;
            if (!rvalid | rresp != wanted) begin
                faults = faults + 1;
                $write("read of %h: response %b, %b\n", address, rvalid, rresp);
            end
            rready = 1'b1;
            @(posedge clk);
            #1 rready = 1'b0;
        end
    endtask

    // A word for the queue, when it has room.
    task command(input [31:0] data);
        begin
            read(8'h28, 2'b00);
            while (answer[3])
                read(8'h28, 2'b00);
            write(8'h20, data, 2'b00);
        end
    endtask

    task await_words(input integer n);
        begin
            while (ngot < n) @(posedge clk);
        end
    endtask

    // ---- runs ----
    integer n, batch, left, runs, i, k, base, seed;
    reg [63:0] games, moves, sum;
    reg [63:0] total [0:ROWS-1];
    task take_run(input integer expected);
        begin
            await_words(ngot_seen + SUMS);
            for (i = 0; i < ROWS; i = i + 1)
                total[i] = total[i] + {32'd0, got[ngot_seen + i]};
@check@            moves = moves + {got[ngot_seen + ROWS + 1], got[ngot_seen + ROWS]};
            for (i = 0; i < SUMS; i = i + 1)
                if (ends[ngot_seen + i] != (i == SUMS - 1)) begin
                    faults = faults + 1;
                    $write("a run's words do not end where they should\n");
                end
            games = games + {32'd0, expected};
            ngot_seen = ngot_seen + SUMS;
        end
    endtask
    integer ngot_seen = 0;

    // +LIMIT=clocks
    integer limit;
    initial begin
        if (!$value$plusargs("LIMIT=%d", limit)) limit = 0;
        if (limit != 0) begin
            repeat (limit) @(posedge clk);
            $write("not done after %0d clocks\n", limit);
            $finish;
        end
    end

    // ---- discovery: positions to look at, a level after the other ----
    reg [32*WORDS-1:0] todo [0:STACK-1];
    integer ntodo, nnext, level, depth, at, told;
    reg any_over = 1'b0;                // `finish` is a move that was told, and ends the game
    reg [31:0] finish [0:TOLD-1];
    reg [32*(FIRST-1-@choosers@)-1:0] row; // of `finish`, and its context
    reg [32*WORDS-1:0] at_end;
    reg [63:0] nodes [0:7];
    reg same;
    task discover(input integer p);
        begin
            command(32'd2);
            for (k = 0; k < WORDS; k = k + 1)
                command(todo[p][32*k +: 32]);
            command(32'd4);
            at = 0;
            told = 0;
            await_words(at + 1);
            while (got[at][31:24] != 8'd5) begin
                await_words(at + TOLD + 1);
                for (i = 0; i < at; i = i + TOLD) begin
                    same = @alone@;
                    for (k = 1; k <= @choosers@; k = k + 1)
                        same = same & got[i + k] === got[at + k];
                    if (same) begin
                        faults = faults + 1;
                        $write("a move is told twice: %h\n", got[at + 1]);
                    end
                end
                for (k = 0; k < TOLD; k = k + 1)
                    if (ends[at + k] !== (k == TOLD - 1)) begin
                        faults = faults + 1;
                        $write("a move's words do not end where they should\n");
                    end
                told = told + 1;
                nodes[level] = nodes[level] + 64'd1;
                if (got[at][0] & !any_over) begin
                    any_over = 1'b1;
                    for (k = 0; k < TOLD; k = k + 1)
                        finish[k] = got[at + k];
                end
                if (!got[at][0] & level + 1 < depth) begin
                    for (k = 0; k < WORDS; k = k + 1)
                        todo[nnext][32*k +: 32] = got[at + FIRST + k];
                    nnext = nnext + 1;
                end
                at = at + TOLD;
            end
            if (got[at] != {8'd5, told[23:0]} | !ends[at]) begin
                faults = faults + 1;
                $write("%0d moves are told, %h says the end\n", told, got[at]);
            end
            ngot = 0;
        end
    endtask

    // From a position that is over nothing is told, and games end where they begin, worth what the move that led there was told to be.
    task look_at_end;
        begin
            for (k = 1 + @choosers@; k < FIRST; k = k + 1)
                row[32 * (k - 1 - @choosers@) +: 32] = finish[k];
            command(32'd2);
            for (k = 0; k < WORDS; k = k + 1) begin
                at_end[32*k +: 32] = finish[FIRST + k];
                command(finish[FIRST + k]);
            end
            command(32'd4);
            await_words(1);
            if (got[0] != {8'd5, 24'd0}) begin
                faults = faults + 1;
                $write("from a position that is over a move is told\n");
                while (got[ngot - 1][31:24] != 8'd5) @(posedge clk);
            end
            ngot = 0;
            command(32'd3);
            command(32'd5);
            await_words(SUMS);
            if (@worth_again@got[ROWS] != @end_phase@) begin
                faults = faults + 1;
                $write("games from a position that is over take %0d moves, or are worth something else\n", got[ROWS]);
            end
            ngot = 0;
        end
    endtask

    initial begin
        if (!$value$plusargs("N=%d", n)) n = 100;
        if (!$value$plusargs("BATCH=%d", batch)) batch = 30;
        if (!$value$plusargs("DEPTH=%d", depth)) depth = 2;
        if (!$value$plusargs("SEED=%d", seed)) seed = 1;
        noise = seed;
        games = 64'd0;
        moves = 64'd0;
        for (i = 0; i < ROWS; i = i + 1)
            total[i] = 64'd0;
        repeat (4) @(posedge clk);
        #1 rst_n = 1'b1;
        read(8'h00, 2'b00);
        if (answer != 32'h4c554443) begin
            faults = faults + 1;
            $write("the identity is %h\n", answer);
        end
        read(8'h3c, 2'b10);
        read(8'h20, 2'b10);
        write(8'h00, 32'd1, 2'b10);
        write(8'h24, 32'd2, 2'b00);
        command(32'd5);
        command(seed);
        command(32'd0);
        command(32'd1);
        runs = 0;
        for (left = n; left > 0; left = left - batch) begin
            command(32'd3);
            command(left < batch ? left : batch);
            runs = runs + 1;
            if (runs >= 12) begin
                take_run(batch);
                runs = runs - 1;
            end
        end
        for (left = left + batch * runs; runs > 0; runs = runs - 1) begin
            take_run(left < batch ? left : batch);
            left = left - batch;
        end
        @(posedge clk);
        #1 if (n > 0 & !irq) begin
            faults = faults + 1;
            $write("no interrupt\n");
        end
        // An empty run, an abort of one without end, and a word that says nothing.
        games = 64'd0;
        command(32'd3);
        command(32'd0);
        await_words(ngot_seen + SUMS);
        if (got[ngot_seen] != 32'd0) faults = faults + 1;
        ngot = 0;
        ngot_seen = 0;
        command(32'd3);
        command(32'hffffffff);
        command(32'd99);
        repeat (2000) @(posedge clk);
        write(8'h24, 32'd3, 2'b00);
        await_words(SUMS);
        command(32'd99);
        repeat (20) @(posedge clk);
        read(8'h28, 2'b00);
        if (answer[1:0] != 2'b11) begin
            faults = faults + 1;
            $write("a word that says nothing is not told of: %h\n", answer);
        end
        ngot = 0;
        for (i = 0; i < 8; i = i + 1)
            nodes[i] = 64'd0;
        todo[0] = @first@;
        ntodo = 0;
        nnext = 1;
        for (level = 0; level < depth; level = level + 1) begin
            left = nnext;
            while (ntodo < left) begin
                discover(ntodo);
                ntodo = ntodo + 1;
            end
        end
        if (any_over)
            look_at_end;
        $write("{\"faults\":%0d,\"playouts\":%0d,\"moves\":%0d,\"ends\":[", faults, n, moves);
        for (i = 0; i < ROWS; i = i + 1)
            $write("%s%0d", i == 0 ? "" : ",", total[i]);
        $write("],\"perft\":[");
        for (i = 0; i < depth; i = i + 1)
            $write("%s%0d", i == 0 ? "" : ",", nodes[i]);
        $write("]}\n");
        $finish;
    end
endmodule
`default_nettype wire
