// Steps through the games of the page. The script knows no rules: the data list
// the stones that every move removes.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const games = new Map(JSON.parse(byId("data").textContent).map((game) => [String(game.game), game]));
  const dialog = byId("player");
  const slider = byId("at");
  let game = null;
  let board = null;

  const other = (color) => (color === "black" ? "white" : "black");
  const mover = (number) => (number % 2 === 1 ? game.first : other(game.first));

  // Returns the colour on each point after a number of moves.
  function position(moves) {
    const stones = new Map();
    for (const color of ["black", "white"]) {
      for (const point of game[color]) stones.set(point, color);
    }
    for (let number = 1; number <= moves; number++) {
      const point = game.moves[number - 1];
      if (point >= 0) stones.set(point, mover(number));
      for (const gone of game.removed[number] || []) stones.delete(gone);
    }
    return stones;
  }

  // Returns the name of a point, such as D4. There is no column I.
  function name(point) {
    if (point < 0) return "pass";
    const letter = "ABCDEFGHJKLMNOPQRSTUVWXYZ"[point % game.width];
    return letter + (Math.floor(point / game.width) + 1);
  }

  function circle(group, point, radius) {
    const circle = document.createElementNS("http://www.w3.org/2000/svg", "circle");
    circle.setAttribute("cx", (point % game.width) + 1);
    circle.setAttribute("cy", game.height - Math.floor(point / game.width));
    circle.setAttribute("r", radius);
    group.append(circle);
    return circle;
  }

  function describe(moves) {
    if (moves === 0) return `start, ${game.moves.length} moves to come`;
    const removed = (game.removed[moves] || []).length;
    let text = `move ${moves} of ${game.moves.length}: ${mover(moves)} ${name(game.moves[moves - 1])}`;
    if (removed > 0) text += `, removes ${removed}`;
    return text;
  }

  function show(moves) {
    const stones = position(moves);
    const groups = {};
    for (const group of ["black", "white", "marks"]) {
      groups[group] = board.querySelector(`.${group}`);
      groups[group].replaceChildren();
    }
    for (const [point, color] of stones) circle(groups[color], point, ".46");
    const last = moves > 0 ? game.moves[moves - 1] : -1;
    if (stones.has(last)) {
      const ring = circle(groups.marks, last, ".24");
      ring.setAttribute("stroke", stones.get(last) === "black" ? "#fdfdf8" : "#16130d");
    }
    slider.value = moves;
    const end = moves === game.moves.length ? `. ${game.end}` : "";
    byId("player-move").textContent = describe(moves) + end;
  }

  function go(moves) {
    show(Math.max(0, Math.min(game.moves.length, moves)));
  }

  function open(button) {
    game = games.get(button.dataset.game);
    board = button.querySelector("svg").cloneNode(true);
    byId("player-title").textContent = button.querySelector(".caption").textContent;
    byId("player-board").replaceChildren(board);
    slider.max = game.moves.length;
    go(0);
    dialog.showModal();
  }

  const steps = {
    first: () => go(0),
    back: () => go(Number(slider.value) - 1),
    forward: () => go(Number(slider.value) + 1),
    last: () => go(game.moves.length),
  };
  const keys = { Home: "first", ArrowLeft: "back", ArrowRight: "forward", End: "last" };

  for (const button of document.querySelectorAll(".game")) {
    button.addEventListener("click", () => open(button));
  }
  for (const [id, step] of Object.entries(steps)) byId(id).addEventListener("click", step);
  byId("close").addEventListener("click", () => dialog.close());
  slider.addEventListener("input", () => go(Number(slider.value)));
  dialog.addEventListener("keydown", (event) => {
    const step = keys[event.key];
    if (step) {
      event.preventDefault();
      steps[step]();
    }
  });
})();
