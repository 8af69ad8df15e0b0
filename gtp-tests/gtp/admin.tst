# Information about the engine, and the settings that a controller reads back.

10 protocol_version
#? [2]

20 name
#? [[A-Z][A-Za-z ]*]

30 version
#? [[0-9]+\.[0-9]+(\.[0-9]+)?]

# The name contains no version.
40 name
#? [!.*[0-9].*]

50 known_command play
#? [true]

60 known_command known_command
#? [true]

70 known_command nonsense
#? [false]

# Command names are case sensitive.
80 known_command PLAY
#? [false]

90 list_commands
#? [.*^boardsize$.*]

100 list_commands
#? [.*^quit$.*]

# One name per line, nothing else.
110 list_commands
#? [([a-z][a-z0-9_-]*\n)+[a-z][a-z0-9_-]*]

120 help
#? [.*^list_commands$.*]

boardsize 7
150 query_boardsize
#? [7]

komi 5.5
160 get_komi
#? [5\.5]

komi -3.5
170 get_komi
#? [-3\.5]

# Neither a new size nor a new game changes the komi.
boardsize 9
180 get_komi
#? [-3\.5]

clear_board
190 get_komi
#? [-3\.5]

komi 0
200 get_komi
#? [0(\.0)?]

set_random_seed 42
210 get_random_seed
#? [42]

220 cputime
#? [[0-9]+\.[0-9]+]

# A surplus argument is not an error.
230 known_command quit quit
#? [true]
