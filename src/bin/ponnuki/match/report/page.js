// Selects the games of the page and steps through them.
(() => {
  const byId = (id) => document.getElementById(id);
  const games = JSON.parse(byId("data").textContent);
  const list = document.querySelector(".games");
  const cards = [...list.querySelectorAll(".game")];
  const dialog = byId("player");
  const slider = byId("at");
  const PAUSE = 400; // milliseconds between the moves of a running game
  let game = null;
  let card = null;
  let board = null;
  let timer = null;

  function describe(moves) {
    if (moves === 0) return `start, ${game.moves.length} moves to come`;
    const removed = (game.removed[moves] || []).length;
    let text = `move ${moves} of ${game.moves.length}: ${replay.mover(game, moves)} ${replay.name(game, game.moves[moves - 1])}`;
    if (removed > 0) text += `, removes ${removed}`;
    return text;
  }

  function show(moves) {
    replay.draw(board, game, moves);
    slider.value = moves;
    const end = moves === game.moves.length ? `. ${game.end}` : "";
    byId("player-move").textContent = describe(moves) + end;
  }

  function go(moves) {
    show(Math.max(0, Math.min(game.moves.length, moves)));
  }

  function pause() {
    clearInterval(timer);
    timer = null;
  }

  // Plays the game from here, or from the start if it is at its end.
  function run() {
    if (timer !== null) return pause();
    if (Number(slider.value) === game.moves.length) go(0);
    timer = setInterval(() => {
      go(Number(slider.value) + 1);
      if (Number(slider.value) === game.moves.length) pause();
    }, PAUSE);
  }

  // Opens a game at its end, as its picture shows it.
  function open(button) {
    pause();
    card = button;
    game = games[Number(card.dataset.place)];
    const template = document.querySelector(`template[data-size="${game.width}x${game.height}"]`);
    board = template.content.firstElementChild.cloneNode(true);
    board.addEventListener("click", (event) => {
      const box = board.getBoundingClientRect();
      steps[event.clientX < box.left + box.width / 3 ? "back" : "forward"]();
    });
    byId("player-title").textContent = game.title;
    byId("player-board").replaceChildren(board);
    const sgf = byId("sgf");
    URL.revokeObjectURL(sgf.href);
    sgf.href = URL.createObjectURL(new Blob([game.sgf], { type: "application/x-go-sgf" }));
    sgf.download = `game-${String(game.game).padStart(6, "0")}.sgf`;
    slider.max = game.moves.length;
    go(game.moves.length);
    const shown = cards.filter((each) => !each.hidden);
    byId("previous").disabled = shown.indexOf(card) <= 0;
    byId("next").disabled = shown.indexOf(card) === shown.length - 1;
    if (!dialog.open) dialog.showModal();
  }

  // Opens the next game in the order of the page, or the one before.
  function turn(by) {
    const shown = cards.filter((each) => !each.hidden);
    const next = shown[shown.indexOf(card) + by];
    if (next) open(next);
  }

  const stepped = (step) => () => {
    pause();
    step();
  };
  const steps = {
    first: stepped(() => go(0)),
    back: stepped(() => go(Number(slider.value) - 1)),
    forward: stepped(() => go(Number(slider.value) + 1)),
    last: stepped(() => go(game.moves.length)),
    run,
    previous: () => turn(-1),
    next: () => turn(1),
  };
  const keys = {
    Home: "first",
    ArrowLeft: "back",
    ArrowRight: "forward",
    End: "last",
    ArrowUp: "previous",
    ArrowDown: "next",
    " ": "run",
  };

  function select() {
    const [winner, end] = [byId("winner").value, byId("end").value];
    let shown = 0;
    for (const each of cards) {
      const isFault = each.classList.contains("fault");
      const isEnd = end === "fault" ? isFault : !end || each.dataset.end === end;
      each.hidden = !isEnd || (winner && each.dataset.winner !== winner);
      if (!each.hidden) shown++;
    }
    byId("count").textContent = `${shown} of ${cards.length} games`;
  }

  const number = (card) => Number(card.dataset.place);
  const length = (card) => Number(card.dataset.moves);
  const orders = {
    number: (one, other) => number(one) - number(other),
    longest: (one, other) => length(other) - length(one) || orders.number(one, other),
    shortest: (one, other) => length(one) - length(other) || orders.number(one, other),
  };

  for (const button of cards) button.addEventListener("click", () => open(button));
  for (const link of document.querySelectorAll('a[href^="#game-"]')) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      open(byId(link.hash.slice(1)));
    });
  }
  for (const [id, step] of Object.entries(steps)) byId(id).addEventListener("click", step);
  byId("close").addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", pause);
  slider.addEventListener(
    "input",
    stepped(() => go(Number(slider.value))),
  );
  // A button that gets disabled loses the focus, so the dialog would not hear all keys.
  document.addEventListener("keydown", (event) => {
    // A space presses the button that has the focus.
    const isPress = event.key === " " && event.target.closest("button, a");
    const step = keys[event.key];
    if (dialog.open && step && !isPress) {
      event.preventDefault();
      steps[step]();
    }
  });
  for (const id of ["winner", "end"]) byId(id).addEventListener("change", select);
  byId("order").addEventListener("change", () => {
    cards.sort(orders[byId("order").value]);
    list.append(...cards);
  });
  select();
})();
