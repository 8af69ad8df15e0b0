// Drives the engine through Sabaki's own client. Called by scripts/interop.sh:
//   node main.js PONNUKI GNUGO SEED
'use strict';

const { checkAnalyses } = require('./analysis.js');
const { checkFeatures } = require('./features.js');
const { playGames } = require('./games.js');

async function main([ponnuki, gnugo, seed]) {
  await checkFeatures(ponnuki);
  await checkAnalyses(ponnuki);
  await playGames({ ponnuki, gnugo, seed: Number(seed) });
}

main(process.argv.slice(2)).then(
  () => process.exit(0),
  (error) => {
    console.error(`interop: ${error.message}`);
    process.exit(1);
  },
);
