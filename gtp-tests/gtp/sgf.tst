# Games from files.

loadsgf sgf/game.sgf
10 query_boardsize
#? [9]

20 get_komi
#? [6\.5]

30 list_stones black
#? [([A-J][1-9] ?){3}]

40 list_stones white
#? [([A-J][1-9] ?){3}]

50 color E5
#? [black]

60 color C7
#? [black]

70 last_move
#? [white (pass|PASS)]

80 move_history
#? [(white|black) \S+(\n(white|black) \S+){7}]

# The position before a move.
loadsgf sgf/game.sgf 1
90 list_stones black
#? []

100 list_stones white
#? []

loadsgf sgf/game.sgf 2
110 list_stones black
#? [E5]

120 list_stones white
#? []

loadsgf sgf/game.sgf 7
130 last_move
#? [white G4]

# A move number beyond the end means the end.
loadsgf sgf/game.sgf 1000
140 last_move
#? [white (pass|PASS)]

# A loaded game can be undone and continued.
loadsgf sgf/game.sgf 5
150 undo
#? []

160 last_move
#? [black C3]

play w D4
170 color D4
#? [white]

loadsgf sgf/setup.sgf
180 list_stones black
#? [([AB][89] ?){3}]

190 list_stones white
#? [(J1 H2|H2 J1)]

200 get_komi
#? [5\.5]

210 move_history
#? []

loadsgf sgf/handicap.sgf
220 query_boardsize
#? [19]

230 list_stones black
#? [((D4|D16|Q4|Q16|O17) ?){5}]

240 list_stones white
#? [(R14 C6|C6 R14)]

250 get_komi
#? [0\.5]

260 last_move
#? [white C6]

loadsgf sgf/handicap.sgf 1
270 list_stones black
#? [((D4|D16|Q4|Q16) ?){4}]

280 list_stones white
#? []

# The main line is the first of each set of variations.
loadsgf sgf/variations.sgf
290 last_move
#? [white D6]

300 list_stones white
#? [(B8 D6|D6 B8)]

loadsgf sgf/captures.sgf
310 captures black
#? [1]

320 color A5
#? [empty]

330 list_stones white
#? [([DE][12] ?){3}]

# tt is a pass on 19x19, and an empty move is one too.
loadsgf sgf/passes.sgf
340 list_stones white
#? []

350 list_stones black
#? [Q16]

360 last_move
#? [white (pass|PASS)]

# Brackets and semicolons inside comments.
loadsgf sgf/escapes.sgf
370 last_move
#? [white C7]

# Without SZ the board is 19x19.
loadsgf sgf/no-size.sgf
380 query_boardsize
#? [19]

390 list_stones black
#? [Q16]

# CGoban 1 writes 1 for Black and 2 for White as the colour to move.
loadsgf sgf/cgoban1.sgf
400 list_stones black
#? [((C7|D6|E5) ?){3}]

410 list_stones white
#? [(G7 F6|F6 G7)]
