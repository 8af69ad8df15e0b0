# Legal and illegal plays.
boardsize 5
clear_board

10 all_legal black
#? [(\S+ ){24}\S+]

20 is_legal black A1
#? [1]

30 is_legal black pass
#? [1]

play b C3
40 is_legal white C3
#? [0]

50 is_legal black C3
#? [0]

60 all_legal white
#? [(\S+ ){23}\S+]

70 all_legal white
#? [!.*C3.*]

# Ko. White captures at B4. Black may recapture at C4 only after a move elsewhere.
clear_board
play b B5
play w C5
play b A4
play w D4
play b B3
play w C3
play b C4
play w B4
80 captures white
#? [1]

90 is_legal black C4
#? [0]

100 is_legal white C4
#? [1]

110 all_legal black
#? [!.*C4.*]

play b E1
play w E2
120 is_legal black C4
#? [1]

play b C4
130 captures black
#? [1]

140 is_legal white B4
#? [0]

# White joins a stone in atari without gaining a liberty: suicide of two. Black captures it: legal.
clear_board
play b A2
play b B2
play b C1
play w A1
150 is_legal white B1
#? [0]

160 is_legal black B1
#? [1]

play b B1
170 captures black
#? [1]

# A play on the last liberty captures the two stones on the edge.
boardsize 6
clear_board
play w A1
play w B1
play b A2
play b B2
play b C2
play b D1
180 is_legal black C1
#? [1]

play b C1
190 captures black
#? [2]

# A full board except for one point: White may play there, because the play captures.
boardsize 2
clear_board
play b A1
play b A2
play b B1
200 is_legal white B2
#? [1]

play w B2
210 captures white
#? [3]

220 list_stones white
#? [B2]
