// The reasoner behind bytes, as a process: a line on its standard input does something, and what it says comes on its standard output.
//
//   bHH    the byte HH comes, in hexadecimal digits
//   g      clocks pass until a byte goes out and no other one follows for a while: told as oHH.., all of them; or +PATIENCE clocks, told as .
//   q      the end, as is that of the input
//
// With +SERIAL bytes come and go by the serial line.
`default_nettype none
module @ident@_link_tb;
    localparam STDIN = 32'h8000_0000, DIVIDER = 6, ROOM = 4096, PAUSE = 32;
    reg clk = 1'b0, rst_n = 1'b0;
    always #5 clk = ~clk;

    reg serial;
    reg [7:0] heard = 8'd0, serial_in = 8'd0;
    reg hears = 1'b0, goes = 1'b0, serial_hears = 1'b0;
    wire [7:0] said, device_heard, serial_out;
    wire says, device_hears, there, here, irq, device_goes, serial_taken, serial_came;
    @ident@_link link (
        .clk(clk), .rst_n(rst_n), .heard(serial ? device_heard : heard), .hears(serial ? device_hears : hears), .said(said), .says(says),
        .goes(serial ? device_goes : goes), .irq(irq));
    @ident@_uart #(.DIVIDER(DIVIDER)) device (
        .clk(clk), .rst_n(rst_n), .rx(there), .tx(here), .heard(device_heard), .hears(device_hears), .said(said), .says(says & serial), .goes(device_goes));
    @ident@_uart #(.DIVIDER(DIVIDER)) host (
        .clk(clk), .rst_n(rst_n), .rx(here), .tx(there), .heard(serial_out), .hears(serial_came), .said(serial_in), .says(serial_hears),
        .goes(serial_taken));

    // A byte that went out is kept until it is told; the serial line may have more than one on its way.
    reg [7:0] kept [0:ROOM-1];
    integer first = 0, last = 0, seen, waited, patience, c, value;
    wire full = last - first > ROOM - 32;
    always @(posedge clk)
        if (serial ? serial_came : says & goes) begin
            kept[last % ROOM] = serial ? serial_out : said;
            last = last + 1;
        end

    task digit;
        begin
            c = $fgetc(STDIN);
            value = value * 16 + (c >= "a" ? c - "a" + 10 : c - "0");
        end
    endtask

    task feed;
        begin
            value = 0;
            digit;
            digit;
            @(posedge clk);
            #1 if (serial) begin
                serial_in = value[7:0];
                serial_hears = 1'b1;
                #1 while (!serial_taken) @(posedge clk) #1;
                @(posedge clk);
                #1 serial_hears = 1'b0;
            end else begin
                heard = value[7:0];
                hears = 1'b1;
                @(posedge clk);
                #1 hears = 1'b0;
            end
        end
    endtask

    initial begin
        serial = $test$plusargs("SERIAL") != 0;
        if (!$value$plusargs("PATIENCE=%d", patience)) patience = 1000000;
        repeat (4) @(posedge clk);
        #1 rst_n = 1'b1;
        c = $fgetc(STDIN);
        while (c == "b" | c == "g" | c == 10) begin
            if (c == "b")
                feed;
            if (c == "g") begin
                waited = 0;
                while (first == last ? waited < patience : !full & waited < PAUSE) begin
                    seen = last;
                    #1 goes = !full;
                    @(posedge clk);
                    #1 waited = last == seen ? waited + 1 : 0;
                end
                goes = 1'b0;
                if (first == last)
                    $write(".");
                else
                    $write("o");
                while (first != last) begin
                    $write("%h", kept[first % ROOM]);
                    first = first + 1;
                end
                $write("\n");
                $fflush;
            end
            c = $fgetc(STDIN);
        end
        $finish;
    end
endmodule
`default_nettype wire
