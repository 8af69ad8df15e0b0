// Positions whose winner nobody doubts, for checks of win rates.
'use strict';

const LETTERS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';

/**
 * Returns the vertices of every second row, from the second on. One colour with all these
 * stones wins even if both sides play at random: the other cannot live in single rows.
 */
function stripes(width, height) {
  const rows = Array.from({ length: Math.floor(height / 2) }, (_, n) => 2 * n + 2);
  return rows.flatMap((row) => [...LETTERS.slice(0, width)].map((letter) => letter + row));
}

/** Throws unless a percentage fits a position that this colour wins or loses. */
function checkTruth(percent, wins, what) {
  const isTrue = wins ? percent > 90 && percent <= 100 : percent < 10 && percent >= 0;
  if (!isTrue) throw new Error(`${what}: ${percent} % in a ${wins ? 'won' : 'lost'} position`);
}

module.exports = { stripes, checkTruth };
