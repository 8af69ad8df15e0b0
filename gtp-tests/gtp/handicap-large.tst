# Fixed handicap on the sizes where GNU Go deviates from the table of the specification (12x12 uses
# the third line) or that it does not support (20x20 and larger).

boardsize 12
clear_board
10 fixed_handicap 2
#? [((C3|K10) ?){2}]

clear_board
20 fixed_handicap 3
#? [((C3|K10|C10) ?){3}]

clear_board
30 fixed_handicap 4
#? [((C3|K10|C10|K3) ?){4}]

# The stones are on the board, each named once.
40 list_stones black
#? [((C3|K10|C10|K3) ?){4}]


boardsize 20
clear_board
50 fixed_handicap 2
#? [((D4|R17) ?){2}]

clear_board
60 fixed_handicap 3
#? [((D4|R17|D17) ?){3}]

clear_board
70 fixed_handicap 4
#? [((D4|R17|D17|R4) ?){4}]

# The stones are on the board, each named once.
80 list_stones black
#? [((D4|R17|D17|R4) ?){4}]


boardsize 21
clear_board
90 fixed_handicap 2
#? [((D4|S18) ?){2}]

clear_board
100 fixed_handicap 3
#? [((D4|S18|D18) ?){3}]

clear_board
110 fixed_handicap 4
#? [((D4|S18|D18|S4) ?){4}]

clear_board
120 fixed_handicap 5
#? [((D4|S18|D18|S4|L11) ?){5}]

clear_board
130 fixed_handicap 6
#? [((D4|S18|D18|S4|D11|S11) ?){6}]

clear_board
140 fixed_handicap 7
#? [((D4|S18|D18|S4|D11|S11|L11) ?){7}]

clear_board
150 fixed_handicap 8
#? [((D4|S18|D18|S4|D11|S11|L4|L18) ?){8}]

clear_board
160 fixed_handicap 9
#? [((D4|S18|D18|S4|D11|S11|L4|L18|L11) ?){9}]

# The stones are on the board, each named once.
170 list_stones black
#? [((D4|S18|D18|S4|D11|S11|L4|L18|L11) ?){9}]


boardsize 22
clear_board
180 fixed_handicap 2
#? [((D4|T19) ?){2}]

clear_board
190 fixed_handicap 3
#? [((D4|T19|D19) ?){3}]

clear_board
200 fixed_handicap 4
#? [((D4|T19|D19|T4) ?){4}]

# The stones are on the board, each named once.
210 list_stones black
#? [((D4|T19|D19|T4) ?){4}]


boardsize 23
clear_board
220 fixed_handicap 2
#? [((D4|U20) ?){2}]

clear_board
230 fixed_handicap 3
#? [((D4|U20|D20) ?){3}]

clear_board
240 fixed_handicap 4
#? [((D4|U20|D20|U4) ?){4}]

clear_board
250 fixed_handicap 5
#? [((D4|U20|D20|U4|M12) ?){5}]

clear_board
260 fixed_handicap 6
#? [((D4|U20|D20|U4|D12|U12) ?){6}]

clear_board
270 fixed_handicap 7
#? [((D4|U20|D20|U4|D12|U12|M12) ?){7}]

clear_board
280 fixed_handicap 8
#? [((D4|U20|D20|U4|D12|U12|M4|M20) ?){8}]

clear_board
290 fixed_handicap 9
#? [((D4|U20|D20|U4|D12|U12|M4|M20|M12) ?){9}]

# The stones are on the board, each named once.
300 list_stones black
#? [((D4|U20|D20|U4|D12|U12|M4|M20|M12) ?){9}]


boardsize 24
clear_board
310 fixed_handicap 2
#? [((D4|V21) ?){2}]

clear_board
320 fixed_handicap 3
#? [((D4|V21|D21) ?){3}]

clear_board
330 fixed_handicap 4
#? [((D4|V21|D21|V4) ?){4}]

# The stones are on the board, each named once.
340 list_stones black
#? [((D4|V21|D21|V4) ?){4}]


boardsize 25
clear_board
350 fixed_handicap 2
#? [((D4|W22) ?){2}]

clear_board
360 fixed_handicap 3
#? [((D4|W22|D22) ?){3}]

clear_board
370 fixed_handicap 4
#? [((D4|W22|D22|W4) ?){4}]

clear_board
380 fixed_handicap 5
#? [((D4|W22|D22|W4|N13) ?){5}]

clear_board
390 fixed_handicap 6
#? [((D4|W22|D22|W4|D13|W13) ?){6}]

clear_board
400 fixed_handicap 7
#? [((D4|W22|D22|W4|D13|W13|N13) ?){7}]

clear_board
410 fixed_handicap 8
#? [((D4|W22|D22|W4|D13|W13|N4|N22) ?){8}]

clear_board
420 fixed_handicap 9
#? [((D4|W22|D22|W4|D13|W13|N4|N22|N13) ?){9}]

# The stones are on the board, each named once.
430 list_stones black
#? [((D4|W22|D22|W4|D13|W13|N4|N22|N13) ?){9}]
