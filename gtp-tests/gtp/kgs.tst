# The commands of the KGS client.
set_random_seed 1
boardsize 9
clear_board
komi 0

10 kgs-time_settings none
#? []

20 kgs-time_settings absolute 600
#? []

30 kgs-time_settings byoyomi 600 30 5
#? []

40 kgs-time_settings canadian 600 300 25
#? []

# A generated move of the clean-up phase is a play or a pass.
boardsize 3
play b B1
play b B2
play b B3
play w A1
play w A2
50 kgs-genmove_cleanup black
#? [[A-C][1-3]|pass]

60 kgs-game_over
#? []
