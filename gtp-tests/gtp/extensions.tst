# Our own commands and the extensions of other engines, where they succeed.

set_random_seed 1
boardsize 9 5
10 query_boardsize
#? [9 5]

rectangular_boardsize 5 9
20 query_boardsize
#? [5 9]

boardsize 9
clear_board

# Setup stones are not moves.
gogui-setup b E5 w D4
30 list_stones black
#? [E5]

40 list_stones white
#? [D4]

50 move_history
#? []

60 gogui-play_sequence b C3 w pass b G7
#? []

70 last_move
#? [black G7]

80 gg-undo 3
#? []

90 move_history
#? []

100 gogui-setup_player w
#? []

110 gogui-interrupt
#? []

120 gogui-title
#? [.+]

130 gogui-version 1.6.0
#? []

140 gogui-analyze_commands
#? [[a-z]+/[^/\n]+/[^/\n]+(\n[a-z]+/[^/\n]+/[^/\n]+)*]

150 set_position b A1 w J9
#? []

160 list_stones white
#? [J9]

# Rules.
170 kata-set-rules tromp-taylor
#? []

180 kata-get-rules
#? [\{.*"ko":"POSITIONAL".*"suicide":true.*\}]

190 kata-set-rule ko SIMPLE
#? []

200 kata-get-rules
#? [\{.*"ko":"SIMPLE".*"suicide":true.*\}]

210 kata-set-rules {"ko":"SITUATIONAL","suicide":false}
#? []

220 kata-get-rules
#? [\{.*"ko":"SITUATIONAL".*"suicide":false.*\}]

230 kgs-rules chinese
#? []

240 kata-get-rules
#? [\{.*"ko":"POSITIONAL".*"whiteHandicapBonus":"N".*\}]

250 kata-set-rules cgos
#? []

# The reasons why moves are illegal.
boardsize 3 1
clear_board
play b C1
play w A1
play b B1
play w A1
260 ponnuki-explain b C1
#? [.*superko.* 2]

270 ponnuki-explain b B1
#? [legal]

280 ponnuki-explain w A1
#? [occupied]

290 ponnuki-illegal b
#? [LABEL C1 2]

300 ponnuki-bans b
#? [LABEL C1 2]

# Chains, dead stones and the score.
boardsize 5
clear_board
komi 0
gogui-setup b A2 b B2 b C2 b D2 b E2 w A4 w B4 w C4 w D4 w E4 w B1
310 final_score
#? [W\+6]

320 ponnuki-mark_dead B1
#? [B1]

330 final_status_list dead
#? [B1]

340 final_score
#? [0]

350 ponnuki-dead
#? [B1]

360 ponnuki-clear_dead
#? []

370 final_score
#? [W\+6]

380 ponnuki-chains
#? [.*black length 5 liberties 9.*]

# Tournament managers.
390 gomill-describe_engine
#? [Ponnuki .*]

400 gomill-cpu_time
#? [[0-9]+\.[0-9]+]

410 gomill-genmove_ex
#? []

420 gomill-explain_last_move
#? []

430 gomill-genmove_ex black
#? [[A-E][1-5]]

440 gomill-explain_last_move
#? [black [A-E][1-5].*]

450 cgos-opponent_name Some Body
#? []

460 cgos-opponent_rating 1800
#? []

470 cgos-gameover B+R
#? []

480 printsgf
#? [\(;.*GM\[1\].*SZ\[5\].*\)]

490 showboard
#? [.*A B C D E.*]
