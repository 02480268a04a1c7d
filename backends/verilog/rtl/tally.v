// Sums of 16 bits by address, in block RAM, with what goes over: two clocks after `add` the memory of the next 16 bits is told.
// The same address may be added to, read or cleared again four clocks later; nothing may be read in a clock with `add`, nor
// cleared two clocks after one.
`default_nettype none
module @ident@_tally #(
    parameter LOG = 8
) (
    input  wire clk,
    input  wire rst_n,
    input  wire add,
    input  wire [LOG-1:0] address,
    input  wire [15:0] added,
    input  wire [15:0] upper,           // what is to be added to the next 16 bits, two clocks after `add`
    output wire up_add,
    output wire [LOG-1:0] up_address,
    output wire [15:0] up_added,
    input  wire clear,                  // this address becomes 0
    input  wire [LOG-1:0] cleared,
    input  wire read,                   // `sum` is what stands there two clocks later
    input  wire [LOG-1:0] wanted,
    output reg  [15:0] sum
);
    (* no_rw_check *)
    reg [15:0] memory [0:(1<<LOG)-1];
    reg [15:0] found, by, total;
    reg [LOG-1:0] where, there;
    reg carry, reading, adding, writing;
    wire [LOG-1:0] from = read ? wanted : address;
    wire [LOG-1:0] to = writing ? there : cleared;
    always @(posedge clk)
        found <= memory[from];
    always @(posedge clk)
        if (writing | clear)
            memory[to] <= writing ? total : 16'd0;
    always @(posedge clk) begin
        if (reading)
            sum <= found;
        where <= address;
        by <= added;
        there <= where;
        {carry, total} <= {1'b0, found} + {1'b0, by};
        reading <= read & rst_n;
        adding <= add & rst_n;
        writing <= adding & rst_n;
    end
    assign up_add = writing;
    assign up_address = there;
    assign up_added = upper + {15'd0, carry};
endmodule
`default_nettype wire
