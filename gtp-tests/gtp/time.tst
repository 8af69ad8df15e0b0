# Clocks. The controller measures the time, and the engine must accept its settings.
boardsize 9
clear_board

10 time_settings 0 0 0
#? []

20 time_settings 600 0 0
#? []

30 time_settings 600 30 5
#? []

40 time_settings 0 10 1
#? []

# No limit at all.
50 time_settings 0 1 0
#? []

60 time_left black 600 0
#? []

70 time_left w 30 5
#? []

80 time_left b 0 0
#? []

# A clock does not affect the game.
play b E5
130 time_left white 1 1
#? []

140 last_move
#? [black E5]

# KataGo's time systems.
150 kata-list_time_settings
#? [.*absolute byoyomi canadian fischer.*]

160 kata-time_settings none
#? []

170 kata-time_settings absolute 600.5
#? []

180 kata-time_settings byoyomi 600 30 5
#? []

190 kata-time_settings canadian 600 30 5
#? []

200 kata-time_settings fischer 300 5
#? []

210 kata-time_settings fischer-capped 300 5 600 -1
#? []
