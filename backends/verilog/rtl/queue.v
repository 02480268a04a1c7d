// Words in the order in which they came, in block RAM; `word` is the first of them where `some` holds.
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
    output reg  some,
    output reg  [WIDTH-1:0] word,
    output wire [LOG:0] count // without the first two
);
    (* no_rw_check *)
    reg [WIDTH-1:0] memory [0:(1<<LOG)-1];
    reg [LOG:0] in, out;
    reg [WIDTH-1:0] read;       // on the way from the memory to `word`
    reg on_way;
    wire move = on_way & (!some | pop);
    wire fetch = (!on_way | move) & in != out;
    assign count = in - out;
    always @(posedge clk)
        if (push)
            memory[in[LOG-1:0]] <= pushed;
    always @(posedge clk)
        if (fetch)
            read <= memory[out[LOG-1:0]];
    always @(posedge clk)
        if (move)
            word <= read;
    always @(posedge clk)
        if (!rst_n) begin
            in <= {(LOG+1){1'b0}};
            out <= {(LOG+1){1'b0}};
            on_way <= 1'b0;
            some <= 1'b0;
        end else begin
            in <= in + {{LOG{1'b0}}, push};
            out <= out + {{LOG{1'b0}}, fetch};
            on_way <= fetch | on_way & !move;
            some <= move | some & !pop;
        end
endmodule
`default_nettype wire
