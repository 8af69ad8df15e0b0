// The script of all pages: it chooses among the cards, and replays games on a board. It knows
// no rules: the data list the stones that every move removes, and those set up between moves.
"use strict";

const INK = { black: "#fdfdf8", white: "#16130d" };
const WOOD = "#e3c27e";
const OTHER = { black: "white", white: "black" };
const KEYS = {
  Home: "first",
  ArrowLeft: "back",
  ArrowRight: "forward",
  End: "last",
  " ": "run",
  ArrowUp: "previous",
  ArrowDown: "next",
};
const PAUSE = 500; // milliseconds between the moves of a running game

const byId = (id) => document.getElementById(id);
const all = (selector) => [...document.querySelectorAll(selector)];

// The cards, or the rows of a long table, that the filters choose from.
const cards = all(".card, tr[data-kind]");
const games = JSON.parse(byId("data")?.textContent ?? "[]");
const dialog = byId("dialog");
const slider = byId("at");

// The game on the board, with the card that opened it.
let game = null;
let card = null;
let board = null;
let timer = null;

const shownCards = () => cards.filter((each) => !each.hidden);

// Hides the cards that do not have all chosen values.
function select() {
  const filters = all(".filters select:not(#order)").filter((filter) => filter.value !== "");
  for (const each of cards) {
    each.hidden = filters.some(({ id, value }) => !each.dataset[id].split(",").includes(value));
  }
  byId("count").textContent = `${shownCards().length} of ${cards.length}`;
}

// Sorts the cards by their numbers or by the lengths of their games.
function sort() {
  const sign = { number: 0, longest: -1, shortest: 1 }[byId("order").value];
  cards.sort(({ dataset: one }, { dataset: other }) => sign * (one.moves - other.moves) || one.place - other.place);
  cards[0]?.parentElement.append(...cards);
}

// Returns the colour of each move.
function colorsOf({ moves, first, twice = [] }) {
  const colors = [];
  moves.forEach((_, index) => {
    if (index === 0) colors.push(first);
    else colors.push(twice.includes(index + 1) ? colors[index - 1] : OTHER[colors[index - 1]]);
  });
  return colors;
}

// Returns the colour on each point after a number of moves.
function stonesAfter(moves) {
  const stones = new Map();
  const setUp = ([black, white]) => {
    stones.clear();
    for (const point of black) stones.set(point, "black");
    for (const point of white) stones.set(point, "white");
  };
  setUp([game.black, game.white]);
  for (let number = 1; number <= moves; number++) {
    const point = game.moves[number - 1];
    if (point >= 0) stones.set(point, game.colors[number - 1]);
    for (const gone of game.removed[number] ?? []) stones.delete(gone);
    if (game.setups?.[number]) setUp(game.setups[number]);
  }
  return stones;
}

// Returns the name of a point, such as D4. There is no column I.
function pointName(point) {
  if (point < 0) return "pass";
  const letter = "ABCDEFGHJKLMNOPQRSTUVWXYZ"[point % game.width];
  return letter + (Math.floor(point / game.width) + 1);
}

// Returns the position of a point in the picture.
const placeOf = (point) => [(point % game.width) + 1, game.height - Math.floor(point / game.width)];

const group = (kind) => board.querySelector(`.${kind}`);

// Adds an element to a group of the picture.
function add(kind, name, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  group(kind).append(made);
  return made;
}

function circle(kind, point, r, more = {}) {
  const [cx, cy] = placeOf(point);
  add(kind, "circle", { cx, cy, r, ...more });
}

function write(point, sign, fill) {
  const [x, y] = placeOf(point);
  add("labels", "text", { x, y: y + 0.18, "font-size": 0.5, fill }).textContent = sign;
}

// Writes a sign on a patch of wood, so that it is seen on a stone, too.
function label(point, sign) {
  circle("labels", point, ".36", { fill: WOOD });
  write(point, sign, INK.white);
}

// Draws the position after a number of moves, with a ring on the last one.
function draw(moves) {
  const stones = stonesAfter(moves);
  for (const kind of ["black", "white", "marks", "labels"]) group(kind).replaceChildren();
  for (const [point, color] of stones) circle(color, point, ".46");
  const last = game.moves[moves - 1];
  if (stones.has(last)) circle("marks", last, ".24", { stroke: INK[stones.get(last)] });
}

// Draws the numbered moves of a variation after a number of moves.
function follow(moves, line) {
  draw(moves);
  line.moves.forEach(([point, color], index) => {
    if (point < 0) return;
    circle(color, point, ".46");
    write(point, index + 1, INK[color]);
  });
}

// Shows what the record says of the position: a comment, marks and variations.
function quote(moves) {
  const note = game.record?.[moves];
  const record = byId("record");
  record.hidden = !note;
  for (const [point, sign] of note?.marks ?? []) label(point, sign);
  record.querySelector("p").textContent = note?.comment ?? "";
  const items = (note?.variations ?? []).map((line) => {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = line.moves.map(([point]) => pointName(point)).join(" ") || "setup";
    button.addEventListener("click", () => follow(moves, line));
    item.append(button, line.words ?? "");
    return item;
  });
  record.querySelector("ul").replaceChildren(...items);
}

function describe(moves) {
  if (game.words) return game.words[moves];
  const { length } = game.moves;
  const removed = (game.removed[moves] ?? []).length;
  let text = `start, ${length} moves to come`;
  if (moves > 0) text = `move ${moves} of ${length}: ${game.colors[moves - 1]} ${pointName(game.moves[moves - 1])}`;
  if (removed > 0) text += `, removes ${removed}`;
  return moves === length ? `${text}. ${game.end}` : text;
}

// Moves the cursors of the curves, each over its whole game.
function pointTo(moves) {
  for (const cursor of all(".cursor")) {
    const [left, right] = [Number(cursor.dataset.left), Number(cursor.dataset.right)];
    const x = left + ((right - left) * moves) / Math.max(game.moves.length, 1);
    cursor.setAttribute("transform", `translate(${x} 0)`);
    cursor.style.visibility = "visible";
  }
}

// Returns the number of moves before a place of a curve.
function pointedAt(chart, event) {
  const { left, right } = chart.querySelector(".cursor").dataset;
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(chart.getScreenCTM().inverse());
  return Math.round(((at.x - left) / (right - left)) * game.moves.length);
}

// Shows the position after a number of moves, or after the nearest number that the game has.
function show(number) {
  slider.value = number;
  const moves = Number(slider.value);
  draw(moves);
  quote(moves);
  const better = game.better?.[moves - 1];
  if (better !== undefined) label(better, "A");
  byId("words").textContent = describe(moves);
  pointTo(moves);
  for (const link of all("tr a[data-move]")) {
    const row = link.closest("tr");
    if (Number(link.dataset.move) === moves) row.setAttribute("aria-current", "true");
    else row.removeAttribute("aria-current");
  }
}

const here = () => Number(slider.value);

function pause() {
  clearInterval(timer);
  timer = null;
}

function go(moves) {
  pause();
  show(moves);
}

// Plays the game from here, or from the start if it is at its end.
function run() {
  if (timer !== null) return pause();
  if (here() === game.moves.length) show(0);
  timer = setInterval(() => {
    show(here() + 1);
    if (here() === game.moves.length) pause();
  }, PAUSE);
}

// Puts a game on the board, at its end unless the data say otherwise.
function openGame(opened) {
  game = opened;
  game.colors ??= colorsOf(game);
  const template = document.querySelector(`template[data-size="${game.width}x${game.height}"]`);
  if (template) byId("position").replaceChildren(template.content.firstElementChild.cloneNode(true));
  board = byId("position").firstElementChild;
  slider.max = game.moves.length;
  go(game.opens_at ?? game.moves.length);
}

// Opens the game of a card in the dialog.
function openCard(opened) {
  card = opened;
  openGame(games[Number(card.dataset.place)]);
  byId("dialog-title").textContent = game.title;
  const sgf = byId("sgf");
  URL.revokeObjectURL(sgf.href);
  sgf.href = URL.createObjectURL(new Blob([game.sgf], { type: "application/x-go-sgf" }));
  sgf.download = `game-${String(game.game).padStart(6, "0")}.sgf`;
  const shown = shownCards();
  byId("previous").disabled = shown.indexOf(card) <= 0;
  byId("next").disabled = shown.indexOf(card) === shown.length - 1;
  if (!dialog.open) dialog.showModal();
}

// Opens the next game in the order of the page, or the one before.
function turn(by) {
  const shown = shownCards();
  const next = shown[shown.indexOf(card) + by];
  if (next) openCard(next);
}

const steps = {
  first: () => go(0),
  back: () => go(here() - 1),
  run,
  forward: () => go(here() + 1),
  last: () => go(game.moves.length),
  previous: () => turn(-1),
  next: () => turn(1),
};

// All keys work in a dialog. On a page, left and right step through the game from anywhere; the
// other keys, which scroll the page, only while the board has the focus.
function press(event) {
  const { key, target } = event;
  const button = byId(KEYS[key]);
  const isAnywhere = key.startsWith("Arrow") && !target.closest("input");
  const isHere = dialog ? dialog.open : isAnywhere || byId("viewer").contains(target);
  // A space presses the button that has the focus.
  const isPress = key === " " && target.closest("button, a");
  if (button && isHere && !isPress && !event.altKey && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    button.click();
  }
}

function listenToFilters() {
  for (const filter of all(".filters select")) filter.addEventListener("change", filter.id === "order" ? sort : select);
  for (const link of all("a[data-suite]")) {
    link.addEventListener("click", () => {
      if (byId("suite")) byId("suite").value = link.dataset.suite;
      select();
    });
  }
  select();
}

function listenToSteps() {
  for (const [id, step] of Object.entries(steps)) byId(id)?.addEventListener("click", step);
  slider.addEventListener("input", () => go(here()));
  byId("position").addEventListener("click", (event) => {
    const box = board.getBoundingClientRect();
    steps[event.clientX < box.left + box.width / 3 ? "back" : "forward"]();
  });
  // A button that gets disabled loses the focus, so the dialog would not hear all keys.
  document.addEventListener("keydown", press);
  byId("steps").hidden = false;
}

function listenToCards() {
  for (const each of cards) each.addEventListener("click", () => openCard(each));
  for (const link of all('a[href^="#game-"]')) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      openCard(byId(link.hash.slice(1)));
    });
  }
  byId("close").addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", pause);
}

// Follows the curves and the links to a move.
function listenToMoves() {
  for (const cursor of all(".cursor")) {
    const chart = cursor.closest(".chart");
    chart.addEventListener("click", (event) => {
      if (!event.target.closest("a")) go(pointedAt(chart, event));
    });
  }
  for (const link of all("a[data-move]")) link.addEventListener("click", () => go(Number(link.dataset.move)));
}

if (byId("count")) listenToFilters();
if (slider) listenToSteps();
if (dialog) listenToCards();
else if (slider) {
  listenToMoves();
  openGame(games[0]);
}
