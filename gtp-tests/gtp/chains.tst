# Chains and their liberties.
boardsize 9
clear_board

play b E5
10 countlib E5
#? [4]

20 findlib E5
#? [([DEF][456] ?){4}]

play b A1
30 countlib A1
#? [2]

play b A5
40 countlib A5
#? [3]

play b J9
50 countlib J9
#? [2]

60 findlib J9
#? [(H9 J8|J8 H9)]

# The liberties of a chain are shared, and each counts once.
play b E6
70 countlib E5
#? [6]

80 countlib E6
#? [6]

play b F6
90 countlib E5
#? [7]

# An enemy neighbour takes away a liberty and has its own.
play w F5
100 countlib E5
#? [6]

110 countlib F5
#? [2]

120 findlib F5
#? [(F4 G5|G5 F4)]

# Two chains become one.
clear_board
play b C3
play b E3
130 countlib C3
#? [4]

play b D3
140 countlib C3
#? [8]

150 countlib E3
#? [8]

# Atari.
play w C4
play w C2
play w B3
play w D4
play w D2
play w E4
play w E2
160 countlib D3
#? [1]

170 findlib D3
#? [F3]

play w F3
180 captures white
#? [3]

190 countlib C4
#? [8]

# The liberties return when stones are removed.
undo
200 countlib C3
#? [1]

# A ring around one empty point.
clear_board
play b B1
play b B2
play b A2
210 countlib B1
#? [5]

220 findlib A2
#? [.*A1.*]

# A chain along the whole edge of the board.
boardsize 5
clear_board
play b A1
play b B1
play b C1
play b D1
play b E1
230 countlib C1
#? [5]

240 list_stones b
#? [([A-E]1 ?){5}]
