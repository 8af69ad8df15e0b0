# Reduces a suite to the tests of commands that this engine shares with GNU Go, and writes the
# moves before them as commands that it knows.
/^[0-9]/ { kept = $2 == "unconditional_status" || $2 == "restricted_genmove" }
/^([0-9]|#\?)/ && !kept { next }
{ sub(/^trymove /, "play "); sub(/^popgo/, "undo"); sub(/^(black|white) /, "play &"); print }
