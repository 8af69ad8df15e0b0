// Steps through the game of the page, on the board, in the charts and in the table.
(() => {
  const byId = (id) => document.getElementById(id);
  const game = JSON.parse(byId("data").textContent);
  const board = document.querySelector("#position .board");
  const charts = [...document.querySelectorAll(".chart")];
  const rows = [...document.querySelectorAll(".moves tbody tr")];
  const slider = byId("at");
  const record = byId("record");
  const last = game.moves.length;
  const PAUSE = 600; // milliseconds between the moves of a running game
  let timer = null;

  // Writes a sign on a point.
  function write(groups, point, sign, fill) {
    const [x, y] = replay.at(game, point);
    const text = replay.element("text", { x, y: y + 0.18, "font-size": 0.5, fill });
    text.textContent = sign;
    groups.labels.append(text);
  }

  // Writes a sign on a patch of wood, so that it is seen on a stone, too.
  function label(groups, point, sign) {
    replay.circle(groups.labels, game, point, ".36").setAttribute("fill", "#e3c27e");
    write(groups, point, sign, "#16130d");
  }

  // Shows the numbered moves of a variation.
  function follow(groups, line) {
    groups.labels.replaceChildren();
    line.moves.forEach(([point, color], index) => {
      if (point < 0) return;
      replay.circle(groups[color], game, point, ".46");
      write(groups, point, index + 1, color === "black" ? "#fdfdf8" : "#16130d");
    });
  }

  // Shows what the record says of the position: a comment, marks and variations.
  function quote(groups, moves) {
    const note = game.record[moves];
    record.hidden = !note;
    for (const [point, sign] of note?.marks ?? []) label(groups, point, sign);
    record.querySelector("p").textContent = note?.comment ?? "";
    const items = (note?.variations ?? []).map((line) => {
      const item = document.createElement("li");
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = line.moves.map(([point]) => replay.name(game, point)).join(" ") || "setup";
      button.addEventListener("click", () => follow(replay.draw(board, game, moves), line));
      item.append(button, line.words ?? "");
      return item;
    });
    record.querySelector("ul").replaceChildren(...items);
  }

  function go(moves) {
    moves = Math.max(0, Math.min(last, moves));
    const groups = replay.draw(board, game, moves);
    const better = game.better[moves - 1];
    quote(groups, moves);
    if (better !== undefined) label(groups, better, "A");
    slider.value = moves;
    byId("words").textContent = game.words[moves];
    for (const chart of charts) {
      const cursor = chart.querySelector(".cursor");
      const [left, right] = [Number(cursor.dataset.left), Number(cursor.dataset.right)];
      const x = left + ((right - left) * moves) / Math.max(last, 1);
      cursor.setAttribute("transform", `translate(${x} 0)`);
      cursor.style.visibility = "visible";
    }
    rows.forEach((row, index) => {
      if (index === moves - 1) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
    });
  }

  const here = () => Number(slider.value);

  function pause() {
    clearInterval(timer);
    timer = null;
  }

  // Plays the game from here, or from the start if it is at its end.
  function run() {
    if (timer !== null) return pause();
    if (here() === last) go(0);
    timer = setInterval(() => {
      go(here() + 1);
      if (here() === last) pause();
    }, PAUSE);
  }

  const stepped = (step) => () => {
    pause();
    step();
  };
  const steps = {
    first: stepped(() => go(0)),
    back: stepped(() => go(here() - 1)),
    forward: stepped(() => go(here() + 1)),
    last: stepped(() => go(last)),
    run,
  };
  const keys = { Home: "first", ArrowLeft: "back", ArrowRight: "forward", End: "last", " ": "run" };

  for (const [id, step] of Object.entries(steps)) byId(id).addEventListener("click", step);
  slider.max = last;
  slider.addEventListener(
    "input",
    stepped(() => go(here())),
  );
  board.addEventListener("click", (event) => {
    const box = board.getBoundingClientRect();
    steps[event.clientX < box.left + box.width / 3 ? "back" : "forward"]();
  });
  for (const chart of charts) {
    chart.addEventListener("click", (event) => {
      if (event.target.closest("a")) return;
      const cursor = chart.querySelector(".cursor");
      const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(chart.getScreenCTM().inverse());
      const [left, right] = [Number(cursor.dataset.left), Number(cursor.dataset.right)];
      stepped(() => go(Math.round(((at.x - left) / (right - left)) * last)))();
    });
  }
  for (const link of document.querySelectorAll("a[data-move]")) {
    link.addEventListener(
      "click",
      stepped(() => go(Number(link.dataset.move))),
    );
  }
  // Left and right step through the game from anywhere; the other keys, which scroll the
  // page, only while the board has the focus.
  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    const isPress = key === " " && target.closest("button");
    const isHere = key.startsWith("Arrow") ? !target.closest("input") : byId("board").contains(target);
    const step = keys[key];
    if (step && isHere && !isPress && !event.altKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      steps[step]();
    }
  });
  byId("controls").hidden = false;
  go(game.opens_at);
})();
