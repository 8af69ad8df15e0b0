# Undo to any depth reverts everything that a move changed.
boardsize 5
clear_board
komi 0

play b C3
undo
10 list_stones black
#? []

20 is_legal black C3
#? [1]

# Undo restores captured stones and the count of captures.
play w A1
play b A2
play b B1
30 captures black
#? [1]

undo
40 captures black
#? [0]

50 color A1
#? [white]

60 color B1
#? [empty]

70 last_move
#? [black A2]

# The same moves again give the same result.
play b B1
80 captures black
#? [1]

90 color A1
#? [empty]

undo
undo
undo
100 list_stones black
#? []

110 list_stones white
#? []

# Passes are undone one by one.
play b C3
play w pass
play b pass
undo
120 last_move
#? [white (pass|PASS)]

undo
130 last_move
#? [black C3]

undo
140 list_stones black
#? []

# A ko ban ends when the capture is undone, and returns when the stone is captured again.
play b B5
play w C5
play b A4
play w D4
play b B3
play w C3
play b C4
play w B4
150 is_legal black C4
#? [0]

undo
160 is_legal black B4
#? [1]

170 color C4
#? [black]

180 captures white
#? [0]

play w B4
190 is_legal black C4
#? [0]

# gg-undo undoes several moves at once.
200 gg-undo 2
#? []

210 last_move
#? [white C3]

220 gg-undo 0
#? []

230 gg-undo
#? []

240 last_move
#? [black B3]

250 gg-undo 5
#? []

260 list_stones black
#? []

# The start position remains when all moves are undone.
clear_board
boardsize 9
270 fixed_handicap 2
#? [.*]

play w E5
undo
280 list_stones black
#? [(C3 G7|G7 C3)]

290 list_stones white
#? []
