# A suite of regression tests in GNU Go's format, for any program that speaks GTP:
#
#   ponnuki regress 'ponnuki --level 9' reading.tst
#
# A command with a number is a test. The comment below it is the expected answer, a regular
# expression; `ponnuki help regress` describes the other forms.

# White 176 of the game lost it.
loadsgf game.sgf 176
10 reg_genmove white
#? [F6]

loadsgf finished.sgf
20 countlib E3
#? [1]

# The move would repeat the position after move 19.
loadsgf superko.sgf 22
30 is_legal white D1
#? [0]
