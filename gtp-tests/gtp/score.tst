# Area scoring of finished positions.
boardsize 5
clear_board
komi 0

# A wall on each side, two empty columns each, no dame.
play b B1
play w C1
play b B2
play w C2
play b B3
play w C3
play b B4
play w C4
play b B5
play w C5
play b pass
play w pass
10 final_score
#? [W\+5(\.0)?]

komi 0.5
20 final_score
#? [W\+5\.5]

komi -6.5
30 final_score
#? [B\+1\.5]

komi -5
40 final_score
#? [0]

50 final_status_list alive
#? [([BC][1-5][ \n]?){10}]

60 final_status_list dead
#? []

70 final_status_list seki
#? []

# The empty points, as GNU Go lists them.
clear_board
play b B1
play w D1
play b B2
play w D2
play b B3
play w D3
play b B4
play w D4
play b B5
play w D5
80 final_status_list black_territory
#? [(A[1-5] ?){5}]

90 final_status_list white_territory
#? [(E[1-5] ?){5}]

100 final_status_list dame
#? [(C[1-5] ?){5}]
