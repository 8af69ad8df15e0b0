// Shows the positions of games on boards. The script knows no rules: the data list the
// stones that every move removes, and those set up between moves.
"use strict";
const replay = (() => {
  const INK = { black: "#fdfdf8", white: "#16130d" };
  const other = (color) => (color === "black" ? "white" : "black");

  // Returns the colour of a move, by its number.
  function mover(game, number) {
    if (!game.colors) {
      const twice = new Set(game.twice);
      let color = game.first;
      game.colors = game.moves.map((_, index) => {
        if (index > 0 && !twice.has(index + 1)) color = other(color);
        return color;
      });
    }
    return game.colors[number - 1];
  }

  // Returns the colour on each point after a number of moves.
  function position(game, moves) {
    const stones = new Map();
    const setUp = (black, white) => {
      stones.clear();
      for (const point of black) stones.set(point, "black");
      for (const point of white) stones.set(point, "white");
    };
    setUp(game.black, game.white);
    for (let number = 1; number <= moves; number++) {
      const point = game.moves[number - 1];
      if (point >= 0) stones.set(point, mover(game, number));
      for (const gone of game.removed[number] || []) stones.delete(gone);
      if (game.setups?.[number]) setUp(...game.setups[number]);
    }
    return stones;
  }

  // Returns the name of a point, such as D4. There is no column I.
  function name(game, point) {
    if (point < 0) return "pass";
    const letter = "ABCDEFGHJKLMNOPQRSTUVWXYZ"[point % game.width];
    return letter + (Math.floor(point / game.width) + 1);
  }

  // Returns the position of a point in the picture.
  const at = (game, point) => [(point % game.width) + 1, game.height - Math.floor(point / game.width)];

  function element(kind, attributes) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", kind);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  }

  function circle(group, game, point, radius) {
    const [cx, cy] = at(game, point);
    const made = element("circle", { cx, cy, r: radius });
    group.append(made);
    return made;
  }

  // Draws the position after a number of moves on a board, with a ring on the last move.
  function draw(board, game, moves) {
    const stones = position(game, moves);
    const groups = {};
    for (const group of ["black", "white", "marks", "labels"]) {
      groups[group] = board.querySelector(`.${group}`);
      groups[group].replaceChildren();
    }
    for (const [point, color] of stones) circle(groups[color], game, point, ".46");
    const last = moves > 0 ? game.moves[moves - 1] : -1;
    if (stones.has(last)) circle(groups.marks, game, last, ".24").setAttribute("stroke", INK[stones.get(last)]);
    return groups;
  }

  return { mover, name, at, element, circle, draw };
})();
