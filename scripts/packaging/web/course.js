// The review on the page: Black's win rate after each move, and the largest losses.

import { gtpIn, Stopped } from './engine.js';
import { review } from './review.js';

/** The plot in units of the picture, and the room for labels on its left. */
const [WIDTH, HEIGHT, LEFT] = [320, 120, 42];

const chart = document.getElementById('chart');
const list = document.getElementById('mistakes');
const button = document.getElementById('review');

/** The game under review, or null. */
let reviewed = null;

/** The token of the review that runs, or null. */
let running = null;

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

async function run({ sgf, total, say, shown, isWanted }) {
  const [history] = await gtpIn(sgf, total, 'move_history');
  const moves = history.split('\n').reverse().filter(Boolean);
  const pairs = moves.map((move) => move.split(' ')).map(([color, vertex]) => ({ color, vertex }));
  if (!isWanted()) return;
  reviewed = { sgf, moves: total };
  chart.toggleAttribute('hidden', !total);
  for (const each of [chart, list]) each.replaceChildren();
  await review(sgf, pairs, (found) => {
    if (!isWanted()) return false;
    draw(found);
    shown();
    say(`Reviewed ${found.values.length - 1} of ${total} moves.`);
    return true;
  });
  if (isWanted()) say(list.children.length ? 'The largest losses:' : 'No move loses 3 points or more.');
}

/** Lets the button begin and stop reviews, and chart and list go to moves. */
export function setUpCourse({ current, say, go, shown }) {
  button.addEventListener('click', async () => {
    const token = running ? null : {};
    running = token;
    button.textContent = token ? 'Stop' : 'Review this game';
    if (!token) return;
    const [sgf, total] = current();
    const isWanted = () => running === token;
    try {
      await run({ sgf, total, say, shown, isWanted });
    } catch (error) {
      if (isWanted()) say(error instanceof Stopped ? 'Undo has stopped the review. Start it again.' : error.message);
    }
    if (!isWanted()) return;
    running = null;
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
