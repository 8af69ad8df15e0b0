// Drives the engine through Sabaki's own client. Called by scripts/check/interop.sh:
//   node main.js PONNUKI GNUGO SEED GAMES.jsonl
// The games against GNU Go are added to GAMES.jsonl, for judge.py.
// With SABAKI=FOLDER in the environment, also through the source of Sabaki in that folder.
'use strict';

const { checkAnalyses } = require('./analysis.js');
const { checkFeatures } = require('./features.js');
const { playGames } = require('./games.js');
const { checkSabaki } = require('./sabaki.js');

async function main([ponnuki, gnugo, seed, games]) {
  await checkFeatures(ponnuki);
  await checkAnalyses(ponnuki);
  if (process.env.SABAKI) await checkSabaki(ponnuki, process.env.SABAKI);
  await playGames({ ponnuki, gnugo, seed: Number(seed), games });
}

main(process.argv.slice(2)).then(
  () => process.exit(0),
  (error) => {
    console.error(`interop: ${error.message}`);
    process.exit(1);
  },
);
