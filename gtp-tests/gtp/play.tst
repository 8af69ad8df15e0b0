# Plays, captures and passes, and the engine's record of them.
boardsize 5
clear_board
komi 0

10 list_stones black
#? []

20 list_stones white
#? []

play b C3
30 color C3
#? [black]

40 color C4
#? [empty]

50 last_move
#? [black C3]

# Colours and vertices in any case.
play WHITE d3
60 color D3
#? [white]

play B b1
70 list_stones black
#? [(C3 B1|B1 C3)]

# The same colour may move many times in a row.
play b E5
play b E4
80 last_move
#? [black E4]

90 color e5
#? [black]

# A capture in the corner.
clear_board
play w A1
play b A2
100 captures black
#? [0]

play b B1
110 captures black
#? [1]

120 captures white
#? [0]

130 color A1
#? [empty]

# Black may play on the point again; for White it is suicide.
140 is_legal black A1
#? [1]

150 is_legal white A1
#? [0]

# One play captures two chains.
clear_board
play w B1
play w D1
play b A1
play b B2
play b D2
play b E1
160 captures black
#? [0]

play b C1
170 captures black
#? [2]

180 list_stones white
#? []

190 list_stones black
#? [([A-E][12] ?){5}]

# A stone without liberties captures first, so it is not suicide.
clear_board
play b A2
play b B1
play w A3
play w B2
play w C1
200 is_legal white A1
#? [1]

play w A1
210 captures white
#? [2]

220 color A2
#? [empty]

230 color A1
#? [white]

# Passes are moves.
clear_board
play b PASS
240 last_move
#? [black (pass|PASS)]

play w pass
250 last_move
#? [white (pass|PASS)]

# Two passes end the game, but a controller may continue it.
play b C3
260 color C3
#? [black]

play b D3
play w B2
270 move_history
#? [white B2\nblack D3\nblack C3\nwhite (pass|PASS)\nblack (pass|PASS)]

# White may move first.
clear_board
play w C3
280 last_move
#? [white C3]

290 move_history
#? [white C3]

# Leading zeros in a number are harmless.
play b d04
300 color D4
#? [black]
