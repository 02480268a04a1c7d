// Engines behind registers (AXI4-Lite, 32 bits), a queue of commands and a stream of results (AXI4-Stream, WORD bits: 32, 64 or 128).
// The registers are in README.md; what is not there answers SLVERR.
`default_nettype none
module @ident@_reasoner #(
    parameter WORD = @word@
) (
    input  wire clk,
    input  wire rst_n,
    input  wire [7:0] awaddr,
    input  wire awvalid,
    output wire awready,
    input  wire [31:0] wdata,
    input  wire [3:0] wstrb,
    input  wire wvalid,
    output wire wready,
    output reg  [1:0] bresp,
    output reg  bvalid,
    input  wire bready,
    input  wire [7:0] araddr,
    input  wire arvalid,
    output wire arready,
    output reg  [31:0] rdata,
    output reg  [1:0] rresp,
    output reg  rvalid,
    input  wire rready,
    output wire [WORD-1:0] tdata,
    output wire [WORD/8-1:0] tkeep,
    output wire tlast,
    output wire tvalid,
    input  wire tready,
    output wire irq
);
    localparam [1:0] OKAY = 2'b00, SLVERR = 2'b10;
    wire flush = abort | !rst_n;
    reg abort, pending, enabled, fault;
    wire some, pop, idle, wrong, full;
    wire [31:0] command;
    wire [@queue_log@:0] waiting;
    assign full = waiting >= @queue_most@;

    // ---- writes: address and data are taken together ----
    wire write = awvalid & wvalid & !bvalid;
    wire whole = wstrb == 4'b1111 & awaddr[1:0] == 2'b00;
    wire push = write & whole & awaddr == 8'h20 & !full;
    wire told;
    assign awready = write;
    assign wready = write;
    always @(posedge clk)
        if (!rst_n) begin
            bvalid <= 1'b0;
            abort <= 1'b0;
            enabled <= 1'b0;
            pending <= 1'b0;
            fault <= 1'b0;
        end else begin
            bvalid <= write | bvalid & !bready;
            abort <= 1'b0;
            pending <= pending | told;
            fault <= fault | wrong;
            if (write) begin
                bresp <= push | whole & (awaddr == 8'h24 | awaddr == 8'h28) ? OKAY : SLVERR;
                if (whole & awaddr == 8'h24) begin
                    abort <= wdata[0];
                    enabled <= wdata[1];
                end
                if (whole & awaddr == 8'h28) begin
                    pending <= (pending & !wdata[0]) | told;
                    fault <= (fault & !wdata[1]) | wrong;
                end
            end
        end
    assign irq = pending & enabled;

    // ---- reads ----
    assign arready = !rvalid;
    wire there = araddr[7:6] == 2'b00 & araddr[1:0] == 2'b00 & (araddr[5:2] < 4'h7 | araddr[5:2] == 4'h9 | araddr[5:2] == 4'ha);
    always @(posedge clk)
        if (!rst_n)
            rvalid <= 1'b0;
        else begin
            rvalid <= arvalid & arready | rvalid & !rready;
            if (arvalid & arready) begin
                rresp <= there ? OKAY : SLVERR;
                case (araddr[5:2])
                4'h0: rdata <= 32'h4c554443;
                4'h1: rdata <= 32'd3;
                4'h2: rdata <= 32'h@hash_low@;
                4'h3: rdata <= 32'h@hash_high@;
                4'h4: rdata <= 32'h@shape@;
                4'h5: rdata <= 32'd@queue_size@;
                4'h6: rdata <= 32'd@engines@;
                4'h9: rdata <= {30'd0, enabled, 1'b0};
                default: rdata <= {@waiting_pad@'d0, waiting, 12'd0, full, idle & calm & !tvalid, fault, pending};
                endcase
            end
        end

    @ident@_queue #(.WIDTH(32), .LOG(@queue_log@)) queue (
        .clk(clk), .rst_n(!flush), .push(push), .pushed(wdata), .pop(pop), .some(some), .word(command), .count(waiting));

    // ---- what does it ----
    wire begins, closes, room, calm, restart, ranks, ticket, lots, held, stirs, taken, moved, flooding, alive, ended;
    wire [62:0] seed;
    wire [@root_high@:0] root, position;
    wire [@pick_high@:0] picks;
    wire [3:0] slot, tail;
    wire [@row_high@:0] row;
    wire [@chosen_high@:0] chosen;
    wire ends, playing, count_end, tells;
    wire [@event_high@:0] how;
    wire [31:0] run_word, move_word;
    wire run_last, run_valid, move_last, move_valid, goes;
    @ident@_control control (
        .clk(clk), .rst_n(rst_n), .abort(abort), .some(some), .command(command), .pop(pop), .word(move_word), .last(move_last),
        .valid(move_valid), .ready(goes & !run_valid), .tells(tells), .idle(idle), .wrong(wrong), .begins(begins), .closes(closes), .room(room), .calm(calm),
        .held(held), .restart(restart), .seed(seed), .root(root), .ranks(ranks), .picks(picks), .ticket(ticket), .lots(lots),
        .taken(taken), .stirs(stirs), .position(position), .moved(moved), .flooding(flooding), .alive(alive),
        .ended(ended), .row(row), .chosen(chosen));
    @ident@_engines engines (
        .clk(clk), .rst_n(rst_n), .abort(abort), .restart(restart), .seed(seed), .root(root), .ranks(ranks), .picks(picks), .ticket(ticket),
        .lots(lots), .slot(slot), .taken(taken), .held(held), .stirs(stirs), .position(position), .moved(moved), .flooding(flooding),
        .alive(alive), .ended(ended), .row(row), .chosen(chosen), .tail(tail), .playing(playing), .some(ends), .word(how), .pop(count_end));
    @ident@_counts counts (
        .clk(clk), .rst_n(rst_n), .begins(begins), .closes(closes), .slot(slot), .room(room), .calm(calm), .some(ends), .event_out(how),
        .pop(count_end), .tail(tail), .tells(tells), .playing(playing), .word(run_word), .last(run_last), .valid(run_valid), .ready(goes));

    // Moves are told of only while there is no run, and of runs only while no moves are: what is offered stays.
    @ident@_pack #(.WORD(WORD)) pack (
        .clk(clk), .rst_n(rst_n), .word(run_valid ? run_word : move_word), .last(run_valid ? run_last : move_last), .valid(run_valid | move_valid),
        .ready(goes), .tdata(tdata), .tkeep(tkeep), .tlast(tlast), .tvalid(tvalid), .tready(tready));
    assign told = tvalid & tready & tlast;
endmodule
`default_nettype wire
