# Generated moves that must match a pattern for any engine that obeys the rules.
set_random_seed 1
boardsize 9
clear_board
komi 0

10 genmove black
#? [[A-HJ][1-9]|pass|PASS|resign]

20 move_history
#? [black ([A-HJ][1-9]|pass|PASS)]

# Either colour can move at any time.
30 genmove black
#? [[A-HJ][1-9]|pass|PASS|resign]

40 genmove white
#? [[A-HJ][1-9]|pass|PASS|resign]

50 move_history
#? [white .*\nblack .*\nblack .*]

# reg_genmove plays nothing.
clear_board
60 reg_genmove white
#? [[A-HJ][1-9]|pass|PASS|resign]

70 move_history
#? []

80 list_stones white
#? []

# A board of one point has no legal play.
boardsize 1
clear_board
90 genmove black
#? [pass|PASS]

100 genmove white
#? [pass|PASS]

# Black has only its own two eyes to fill, which is legal but foolish. White has no legal play.
boardsize 5
clear_board
play b A4
play b B4
play b C4
play b D4
play b E4
play b D5
play b B5
play b C3
play b A3
play b B3
play b D3
play b E3
play b A2
play b B2
play b C2
play b D2
play b E2
play b A1
play b B1
play b C1
play b D1
play b E1
110 genmove white
#? [pass|PASS|A5|C5|E5|resign]

120 is_legal white C5
#? [0]

130 genmove white
#? [pass|PASS|resign]
