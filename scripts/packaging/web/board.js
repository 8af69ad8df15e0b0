// The board: a picture that the engine draws, and over it a grid of buttons, one for each
// point, for the mouse, the keyboard and screen readers.

export const LETTERS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';

/** The side of a point in pixels below which a finger needs a second tap to play. */
const MIN_TOUCH_SIDE = 32;

const points = document.getElementById('points');
let columns = 0;
let rows = 0;

/** The point that a finger has tapped once: a pale stone on it, and the lines through it, show where a second tap plays. */
let tapped = null;

/** Returns the button of a point, counted from the top left. */
const cell = (x, y) => points.children[y]?.children[x];

/** Returns the column and the row of a button, counted from the top left. */
function place(button) {
  const row = button.parentElement;
  return [[...row.children].indexOf(button), [...points.children].indexOf(row)];
}

/** Makes the point the one that the keyboard reaches. */
function aim(button, hasFocus = true) {
  for (const other of points.querySelectorAll('[tabindex="0"]')) other.tabIndex = -1;
  button.tabIndex = 0;
  if (hasFocus) button.focus();
}

/** Shows which point a second tap plays on, or no point. */
function preview(button) {
  tapped?.classList.remove('tapped');
  tapped = button;
  points.classList.toggle('aimed', Boolean(button));
  if (!button) return;
  button.classList.add('tapped');
  const [x, y] = place(button);
  points.style.setProperty('--x', `${(100 * (x + 0.5)) / columns}%`);
  points.style.setProperty('--y', `${(100 * (y + 0.5)) / rows}%`);
}

/** Makes the grid for a board. */
function resize(width, height) {
  [columns, rows] = [width, height];
  const [x, y] = [100 / (width + 2), 100 / (height + 2)];
  points.style.inset = `${y}% ${x}%`;
  points.style.gridTemplateColumns = `repeat(${width}, 1fr)`;
  document.getElementById('board').style.setProperty('--shape', (width + 2) / (height + 2));
  const row = (y) => {
    const made = document.createElement('div');
    made.role = 'row';
    for (let x = 0; x < width; x++) {
      const button = document.createElement('button');
      Object.assign(button, { type: 'button', role: 'gridcell', tabIndex: -1 });
      button.dataset.vertex = LETTERS[x] + (height - y);
      made.append(button);
    }
    return made;
  };
  points.replaceChildren(...Array.from({ length: height }, (_, y) => row(y)));
  aim(cell(width >> 1, height >> 1), false);
}

/** Describes every point of a position. */
export function describe({ width, height, stones, last, dead, turn, isOver }) {
  if (columns !== width || rows !== height) resize(width, height);
  preview(null);
  points.dataset.turn = isOver ? '' : turn;
  for (const button of points.querySelectorAll('button')) {
    const { vertex } = button.dataset;
    const stone = stones.get(vertex);
    const notes = [vertex, stone ?? 'empty'];
    if (dead.includes(vertex)) notes.push('dead');
    if (last?.vertex === vertex) notes.push('last move');
    button.ariaLabel = notes.join(', ');
    button.classList.toggle('empty', !stone);
  }
}

/** Calls `choose` with the vertex of each point that the user chooses. */
export function onChoice(choose, say) {
  let touched = null;
  points.addEventListener('pointerdown', ({ target, pointerType }) => {
    const isSmall = pointerType === 'touch' && target.clientWidth < MIN_TOUCH_SIDE;
    const mayPlay = points.dataset.turn && target.matches('.empty:not(.tapped)');
    touched = isSmall && mayPlay ? target : null;
  });
  points.addEventListener('click', ({ target }) => {
    const { vertex } = target.dataset;
    if (!vertex) return;
    aim(target);
    preview(touched);
    if (touched) say(`${vertex}: tap again to play there`);
    else choose(vertex);
    touched = null;
  });
  const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  points.addEventListener('keydown', (event) => {
    const step = steps[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    const [x, y] = place(event.target);
    const next = cell(x + step[0], y + step[1]);
    if (next) aim(next);
    event.preventDefault();
    event.stopPropagation();
  });
}
