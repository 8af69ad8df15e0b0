// The review on the page: Black's win rate after each move, and the largest losses.

import { gtpIn } from './engine.js';
import { review } from './review.js';

/** The plot in units of the picture, and the room for labels on its left. */
const [WIDTH, HEIGHT, LEFT] = [320, 120, 42];

const chart = document.getElementById('chart');
const list = document.getElementById('mistakes');
const button = document.getElementById('review');

/** The game under review, or null. */
let reviewed = null;
let isRunning = false;

const percent = (share) => `${Math.round(100 * share)} %`;
const xOf = (move) => LEFT + ((WIDTH - LEFT) * move) / Math.max(1, reviewed.moves);
const yOf = (share) => 4 + (HEIGHT - 8) * (1 - share);

function draw({ values, mistakes }) {
  const ticks = [0, 0.5, 1].map(
    (share) =>
      `<path class="tick" d="M${LEFT} ${yOf(share)}H${WIDTH}"/>` +
      `<text class="left" x="${LEFT - 4}" y="${yOf(share) + 4}">${percent(share)}</text>`,
  );
  const line = values.map(({ wins }, move) => `${xOf(move).toFixed(1)} ${yOf(wins).toFixed(1)}`).join('L');
  const dots = mistakes.map(
    ({ move, color }) => `<circle class="${color}" cx="${xOf(move)}" cy="${yOf(values[move].wins)}" r="3.5"/>`,
  );
  chart.innerHTML = `${ticks.join('')}<path class="line" d="M${line}"/><path id="here"/>${dots.join('')}`;
  const items = mistakes.map(({ move, color, vertex, best, points, chance }) => {
    const item = document.createElement('li');
    const link = document.createElement('button');
    Object.assign(link, { type: 'button', className: 'link' });
    Object.assign(link.dataset, { move, best });
    link.textContent = `Move ${move}, ${color} ${vertex}: ${points.toFixed(1)} points, ${percent(chance)}; better ${best}`;
    item.append(link);
    return item;
  });
  list.replaceChildren(...items);
}

/** Marks the position on the board, if it is one of the game under review. */
export function markHere(sgf, at) {
  const isShown = reviewed?.sgf === sgf;
  document.getElementById('here')?.setAttribute('d', isShown ? `M${xOf(at)} 0V${HEIGHT}` : '');
}

async function run(sgf, total, say, shown) {
  const [history] = await gtpIn(sgf, total, 'move_history');
  const moves = history.split('\n').reverse().filter(Boolean);
  const pairs = moves.map((move) => move.split(' ')).map(([color, vertex]) => ({ color, vertex }));
  reviewed = { sgf, moves: total };
  chart.toggleAttribute('hidden', false);
  await review(sgf, pairs, (found) => {
    draw(found);
    shown();
    say(`Reviewed ${found.values.length - 1} of ${total} moves.`);
    return isRunning;
  });
  if (isRunning) say(list.children.length ? 'The largest losses:' : 'No move loses 3 points or more.');
}

/** Lets the button begin and stop reviews, and chart and list go to moves. */
export function setUpCourse({ current, say, go, shown }) {
  button.addEventListener('click', async () => {
    isRunning = !isRunning;
    button.textContent = isRunning ? 'Stop' : 'Review this game';
    if (!isRunning) return;
    try {
      await run(...current(), say, shown);
    } catch (error) {
      say(error.message);
    }
    isRunning = false;
    button.textContent = 'Review this game';
  });
  chart.addEventListener('click', ({ clientX }) => {
    const { left, width } = chart.getBoundingClientRect();
    const x = ((clientX - left) / width) * WIDTH;
    go(reviewed.sgf, Math.round(((x - LEFT) / (WIDTH - LEFT)) * reviewed.moves));
  });
  list.addEventListener('click', ({ target: { dataset } }) => {
    if (dataset.move) go(reviewed.sgf, Number(dataset.move), dataset.best);
  });
}
