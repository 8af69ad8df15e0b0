# Fixed handicap: the table of the specification, section 4.1.1. Engines print the stones in
# different orders, so the patterns accept any order.

boardsize 19
clear_board
10 fixed_handicap 2
#? [((D4|Q16) ?){2}]

clear_board
20 fixed_handicap 3
#? [((D4|Q16|D16) ?){3}]

clear_board
30 fixed_handicap 4
#? [((D4|Q16|D16|Q4) ?){4}]

clear_board
40 fixed_handicap 5
#? [((D4|Q16|D16|Q4|K10) ?){5}]

clear_board
50 fixed_handicap 6
#? [((D4|Q16|D16|Q4|D10|Q10) ?){6}]

clear_board
60 fixed_handicap 7
#? [((D4|Q16|D16|Q4|D10|Q10|K10) ?){7}]

clear_board
70 fixed_handicap 8
#? [((D4|Q16|D16|Q4|D10|Q10|K4|K16) ?){8}]

clear_board
80 fixed_handicap 9
#? [((D4|Q16|D16|Q4|D10|Q10|K4|K16|K10) ?){9}]

# The stones are on the board, each named once.
90 list_stones black
#? [((D4|Q16|D16|Q4|D10|Q10|K4|K16|K10) ?){9}]


boardsize 18
clear_board
100 fixed_handicap 2
#? [((D4|P15) ?){2}]

clear_board
110 fixed_handicap 3
#? [((D4|P15|D15) ?){3}]

clear_board
120 fixed_handicap 4
#? [((D4|P15|D15|P4) ?){4}]

# The stones are on the board, each named once.
130 list_stones black
#? [((D4|P15|D15|P4) ?){4}]


boardsize 17
clear_board
140 fixed_handicap 2
#? [((D4|O14) ?){2}]

clear_board
150 fixed_handicap 3
#? [((D4|O14|D14) ?){3}]

clear_board
160 fixed_handicap 4
#? [((D4|O14|D14|O4) ?){4}]

clear_board
170 fixed_handicap 5
#? [((D4|O14|D14|O4|J9) ?){5}]

clear_board
180 fixed_handicap 6
#? [((D4|O14|D14|O4|D9|O9) ?){6}]

clear_board
190 fixed_handicap 7
#? [((D4|O14|D14|O4|D9|O9|J9) ?){7}]

clear_board
200 fixed_handicap 8
#? [((D4|O14|D14|O4|D9|O9|J4|J14) ?){8}]

clear_board
210 fixed_handicap 9
#? [((D4|O14|D14|O4|D9|O9|J4|J14|J9) ?){9}]

# The stones are on the board, each named once.
220 list_stones black
#? [((D4|O14|D14|O4|D9|O9|J4|J14|J9) ?){9}]


boardsize 16
clear_board
230 fixed_handicap 2
#? [((D4|N13) ?){2}]

clear_board
240 fixed_handicap 3
#? [((D4|N13|D13) ?){3}]

clear_board
250 fixed_handicap 4
#? [((D4|N13|D13|N4) ?){4}]

# The stones are on the board, each named once.
260 list_stones black
#? [((D4|N13|D13|N4) ?){4}]


boardsize 15
clear_board
270 fixed_handicap 2
#? [((D4|M12) ?){2}]

clear_board
280 fixed_handicap 3
#? [((D4|M12|D12) ?){3}]

clear_board
290 fixed_handicap 4
#? [((D4|M12|D12|M4) ?){4}]

clear_board
300 fixed_handicap 5
#? [((D4|M12|D12|M4|H8) ?){5}]

clear_board
310 fixed_handicap 6
#? [((D4|M12|D12|M4|D8|M8) ?){6}]

clear_board
320 fixed_handicap 7
#? [((D4|M12|D12|M4|D8|M8|H8) ?){7}]

clear_board
330 fixed_handicap 8
#? [((D4|M12|D12|M4|D8|M8|H4|H12) ?){8}]

clear_board
340 fixed_handicap 9
#? [((D4|M12|D12|M4|D8|M8|H4|H12|H8) ?){9}]

# The stones are on the board, each named once.
350 list_stones black
#? [((D4|M12|D12|M4|D8|M8|H4|H12|H8) ?){9}]


boardsize 14
clear_board
360 fixed_handicap 2
#? [((D4|L11) ?){2}]

clear_board
370 fixed_handicap 3
#? [((D4|L11|D11) ?){3}]

clear_board
380 fixed_handicap 4
#? [((D4|L11|D11|L4) ?){4}]

# The stones are on the board, each named once.
390 list_stones black
#? [((D4|L11|D11|L4) ?){4}]


boardsize 13
clear_board
400 fixed_handicap 2
#? [((D4|K10) ?){2}]

clear_board
410 fixed_handicap 3
#? [((D4|K10|D10) ?){3}]

clear_board
420 fixed_handicap 4
#? [((D4|K10|D10|K4) ?){4}]

clear_board
430 fixed_handicap 5
#? [((D4|K10|D10|K4|G7) ?){5}]

clear_board
440 fixed_handicap 6
#? [((D4|K10|D10|K4|D7|K7) ?){6}]

clear_board
450 fixed_handicap 7
#? [((D4|K10|D10|K4|D7|K7|G7) ?){7}]

clear_board
460 fixed_handicap 8
#? [((D4|K10|D10|K4|D7|K7|G4|G10) ?){8}]

clear_board
470 fixed_handicap 9
#? [((D4|K10|D10|K4|D7|K7|G4|G10|G7) ?){9}]

# The stones are on the board, each named once.
480 list_stones black
#? [((D4|K10|D10|K4|D7|K7|G4|G10|G7) ?){9}]


boardsize 11
clear_board
490 fixed_handicap 2
#? [((C3|J9) ?){2}]

clear_board
500 fixed_handicap 3
#? [((C3|J9|C9) ?){3}]

clear_board
510 fixed_handicap 4
#? [((C3|J9|C9|J3) ?){4}]

clear_board
520 fixed_handicap 5
#? [((C3|J9|C9|J3|F6) ?){5}]

clear_board
530 fixed_handicap 6
#? [((C3|J9|C9|J3|C6|J6) ?){6}]

clear_board
540 fixed_handicap 7
#? [((C3|J9|C9|J3|C6|J6|F6) ?){7}]

clear_board
550 fixed_handicap 8
#? [((C3|J9|C9|J3|C6|J6|F3|F9) ?){8}]

clear_board
560 fixed_handicap 9
#? [((C3|J9|C9|J3|C6|J6|F3|F9|F6) ?){9}]

# The stones are on the board, each named once.
570 list_stones black
#? [((C3|J9|C9|J3|C6|J6|F3|F9|F6) ?){9}]


boardsize 10
clear_board
580 fixed_handicap 2
#? [((C3|H8) ?){2}]

clear_board
590 fixed_handicap 3
#? [((C3|H8|C8) ?){3}]

clear_board
600 fixed_handicap 4
#? [((C3|H8|C8|H3) ?){4}]

# The stones are on the board, each named once.
610 list_stones black
#? [((C3|H8|C8|H3) ?){4}]


boardsize 9
clear_board
620 fixed_handicap 2
#? [((C3|G7) ?){2}]

clear_board
630 fixed_handicap 3
#? [((C3|G7|C7) ?){3}]

clear_board
640 fixed_handicap 4
#? [((C3|G7|C7|G3) ?){4}]

clear_board
650 fixed_handicap 5
#? [((C3|G7|C7|G3|E5) ?){5}]

clear_board
660 fixed_handicap 6
#? [((C3|G7|C7|G3|C5|G5) ?){6}]

clear_board
670 fixed_handicap 7
#? [((C3|G7|C7|G3|C5|G5|E5) ?){7}]

clear_board
680 fixed_handicap 8
#? [((C3|G7|C7|G3|C5|G5|E3|E7) ?){8}]

clear_board
690 fixed_handicap 9
#? [((C3|G7|C7|G3|C5|G5|E3|E7|E5) ?){9}]

# The stones are on the board, each named once.
700 list_stones black
#? [((C3|G7|C7|G3|C5|G5|E3|E7|E5) ?){9}]


boardsize 8
clear_board
710 fixed_handicap 2
#? [((C3|F6) ?){2}]

clear_board
720 fixed_handicap 3
#? [((C3|F6|C6) ?){3}]

clear_board
730 fixed_handicap 4
#? [((C3|F6|C6|F3) ?){4}]

# The stones are on the board, each named once.
740 list_stones black
#? [((C3|F6|C6|F3) ?){4}]


boardsize 7
clear_board
750 fixed_handicap 2
#? [((C3|E5) ?){2}]

clear_board
760 fixed_handicap 3
#? [((C3|E5|C5) ?){3}]

clear_board
770 fixed_handicap 4
#? [((C3|E5|C5|E3) ?){4}]

# The stones are on the board, each named once.
780 list_stones black
#? [((C3|E5|C5|E3) ?){4}]
