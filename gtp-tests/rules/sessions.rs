//! Random GTP sessions, every answer of which the naive twin predicts.
//!
//! A session plays game after game in one engine: moves, generated moves, undo, handicap and setup
//! stones, loaded files, changes of the rules and the komi, dead stones, questions about the
//! position, and commands that must be refused. Where the engine may choose, as in `genmove`, the
//! twin names the choices; it predicts every other answer to the letter.

use std::fmt::Write as _;
use std::io::Write as _;
use std::mem;
use std::panic::{self, AssertUnwindSafe};

use libtest_mimic::Trial;
use ponnuki_core::{
    Color, EyeRule, HandicapBonus, IllegalMove, KoRule, Outcome, RandomStream, Suicide,
};
use ponnuki_gtp::{Engine, EngineOptions, Responder};
use tempfile::NamedTempFile;

use ponnuki_testing::draw::{self, below, chance, color};
use ponnuki_testing::grid::{Board, EMPTY, Grid, Region, letter};
use ponnuki_testing::proof::{self, Figures};
use ponnuki_testing::trial;
use ponnuki_testing::twin::{Turn, Twin};

/// The number of commands in a plain `cargo test`, over all sessions together.
const COMMANDS: usize = 40_000;

/// The number of sessions, each of which begins with a new engine.
const SESSIONS: u64 = 8;

/// Commands that are refused in any state, and how the error message begins.
const REFUSED: [(&str, &str); 15] = [
    ("nosuch b A1", "unknown command"),
    ("Play b A1", "unknown command"),
    ("play x A1", "syntax error"),
    ("play b I5", "syntax error"),
    ("play b A26", "syntax error"),
    ("genmove", "syntax error"),
    ("gg-undo 99999999999999999999", "syntax error"),
    ("gg-undo 100000", "cannot undo"),
    ("boardsize 9 26", "unacceptable size"),
    ("boardsize nine", "syntax error"),
    ("komi nan", "syntax error"),
    ("set_position b A1 w", "syntax error"),
    ("kata-set-rules house", "unknown rules"),
    ("loadsgf /no/such/file", "cannot load file"),
    ("printsgf game.sgf", "cannot write file"),
];

pub(crate) fn trials(figures: &Figures) -> Vec<Trial> {
    let commands = proof::number("PONNUKI_SESSION_COMMANDS").unwrap_or(COMMANDS);
    let commands = commands.div_ceil(SESSIONS as usize);
    let trial = |seed| {
        let figures = figures.clone();
        let run = move || {
            let mut model = Model::new(seed);
            let mut games = 0;
            while model.commands < commands {
                model.play_game(games);
                games += 1;
            }
            figures.add("sessions", "games", games);
            figures.add("sessions", "commands", model.commands as u64);
            figures.add("sessions", "refused", model.refused as u64);
        };
        trial(format!("sessions::{seed}"), run)
    };
    (0..SESSIONS).map(trial).collect()
}

type Answer = Result<String, String>;

/// An engine, and the twin that knows its state.
struct Model {
    responder: Responder,
    is_strict: bool,
    twin: Twin,
    bonus: HandicapBonus,
    /// The komi in half points.
    komi: i32,
    handicap: usize,
    random: RandomStream,
    log: String,
    commands: usize,
    refused: usize,
}

impl Model {
    fn new(seed: u64) -> Self {
        let (ko, suicide) = (KoRule::Positional, Suicide::Forbidden);
        let grid = Grid::new(1, 1);
        let board = grid.empty_board();
        // Half of the sessions refuse records with illegal moves, the others read up to these.
        let is_strict = seed % 2 == 1;
        let options = EngineOptions {
            strict_records: is_strict,
            ..EngineOptions::new(seed)
        };
        Self {
            responder: Responder::new(Engine::new(options)),
            is_strict,
            twin: Twin::new(grid, ko, suicide, board, Color::Black),
            bonus: HandicapBonus::Nothing,
            komi: 15,
            handicap: 0,
            random: RandomStream::new(seed, 0),
            log: String::new(),
            commands: 0,
            refused: 0,
        }
    }

    /// Plays a game. Prints its commands if an answer differs from the prediction.
    fn play_game(&mut self, number: u64) {
        let (rules, komi) = (self.rules(), half_points(self.komi));
        self.log = format!("kata-set-rules {rules}\nkomi {komi}\n");
        let played = panic::catch_unwind(AssertUnwindSafe(|| {
            let (size, moves) = draw::size_and_moves(&mut self.random, number);
            self.succeed(&format!("boardsize {} {}", size.width(), size.height()));
            self.twin.grid = Grid::new(size.width(), size.height());
            self.begin(self.twin.grid.empty_board(), Color::Black, 0);
            for _ in 0..moves {
                self.step();
            }
        }));
        if let Err(panic) = played {
            eprintln!("{}the twin's board:\n{}", self.log, self.twin.picture());
            panic::resume_unwind(panic);
        }
    }

    /// Begins a game on the twin's grid.
    fn begin(&mut self, board: Board, to_move: Color, handicap: usize) {
        let Grid { width, height, .. } = self.twin.grid;
        let (ko, suicide) = (self.twin.ko, self.twin.suicide);
        self.twin = Twin::new(Grid::new(width, height), ko, suicide, board, to_move);
        self.handicap = handicap;
    }

    /// Sends a command, sometimes with an id.
    fn ask(&mut self, command: &str) -> Answer {
        let id = chance(&mut self.random, 5).then(|| below(&mut self.random, 1000));
        let id = id.map_or(String::new(), |id| id.to_string());
        let line = format!("{id} {command}");
        let _ = writeln!(self.log, "{line}");
        let answer = String::from_utf8(self.responder.answer(line.as_bytes()));
        let answer = answer.expect("the answer is UTF-8");
        let (sign, text) = answer.split_at(1);
        let text = text.strip_prefix(&format!("{id} "));
        let text = text.and_then(|text| text.strip_suffix("\n\n"));
        let text = text.unwrap_or_else(|| panic!("the frame: {answer:?}"));
        self.commands += 1;
        self.refused += usize::from(sign == "?");
        if sign == "=" {
            Ok(text.to_owned())
        } else {
            Err(text.to_owned())
        }
    }

    fn expect(&mut self, command: impl AsRef<str>, answer: &Answer) {
        let command = command.as_ref();
        assert_eq!(self.ask(command), *answer, "{command}");
    }

    fn succeed(&mut self, command: &str) {
        self.expect(command, &ok(""));
    }

    /// Sends a command that must fail for this reason, or succeed if there is none. Returns
    /// whether it must succeed.
    fn judge(&mut self, command: &str, failure: Option<&str>) -> bool {
        self.expect(command, &failure.map_or_else(|| ok(""), fail));
        failure.is_none()
    }

    fn step(&mut self) {
        match below(&mut self.random, 100) {
            0..55 => self.play(),
            55..65 => self.generate(),
            65..75 => self.undo(),
            75..78 => self.mark_dead(),
            78..80 => self.change_rules(),
            80 => self.set_up(),
            81 => self.give_handicap(),
            82 => self.load(),
            83..88 => self.refuse(),
            88..95 => self.ask_about_vertex(),
            _ => self.ask_about_position(),
        }
    }

    /// Draws the colour to move, or sometimes the other one.
    fn turn(&mut self) -> Color {
        let color = self.twin.to_move;
        [color, !color][usize::from(chance(&mut self.random, 10))]
    }

    /// Draws a point that is mostly legal for this colour.
    fn point(&mut self, color: Color) -> usize {
        let area = self.twin.grid.area();
        let mut drawn = [0; 3].map(|_| below(&mut self.random, area)).into_iter();
        let legal = drawn.find(|&point| self.is_legal(color, point));
        legal.unwrap_or_else(|| below(&mut self.random, area))
    }

    fn is_legal(&self, color: Color, point: usize) -> bool {
        self.twin.judge(color, point).1.is_ok()
    }

    /// Draws a point, a pass or a vertex off the board, and its verdict.
    fn vertex(&mut self, color: Color) -> (Option<usize>, String, Result<(), IllegalMove>) {
        let row = self.twin.grid.height + 1;
        match below(&mut self.random, 30) {
            0 => (None, "pass".to_owned(), Ok(())),
            1 if row <= 25 => (None, format!("A{row}"), Err(IllegalMove::OffBoard)),
            _ => {
                let point = self.point(color);
                (
                    Some(point),
                    self.name(point),
                    self.twin.judge(color, point).1,
                )
            }
        }
    }

    fn make(&mut self, color: Color, point: Option<usize>) {
        let Some(point) = point else {
            return self.twin.pass(color);
        };
        let after = self.twin.judge(color, point).0;
        self.twin
            .play(color, point, after.expect("a legal point is empty"));
    }

    fn play(&mut self) {
        let color = self.turn();
        let (point, name, verdict) = self.vertex(color);
        let failure = verdict.is_err().then_some("illegal move");
        if self.judge(&format!("play {color} {name}"), failure) {
            self.make(color, point);
        }
    }

    /// The random player plays any legal point that is not its eye, and passes without one.
    fn generate(&mut self) {
        let (color, twin) = (self.turn(), &self.twin);
        let is_eye = |&p: &usize| twin.grid.is_eye(twin.board(), color, p, EyeRule::default());
        let mut choices: Vec<usize> = self.points(|point| self.is_legal(color, point)).collect();
        choices.retain(|point| !is_eye(point));
        let command = ["genmove", "reg_genmove"][below(&mut self.random, 2)];
        let name = self
            .ask(&format!("{command} {color}"))
            .expect("it never fails");
        let chosen = choices
            .iter()
            .copied()
            .find(|&point| self.name(point) == name);
        let is_right = chosen.is_some() || choices.is_empty() && name == "pass";
        assert!(is_right, "{command} {color}: {name}");
        if command == "genmove" {
            self.make(color, chosen);
        }
    }

    fn undo(&mut self) {
        let moves = below(&mut self.random, 4);
        let failure = (moves > self.twin.turns.len()).then_some("cannot undo");
        if self.judge(&format!("gg-undo {moves}"), failure) {
            (0..moves).for_each(|_| self.twin.undo());
        }
    }

    fn mark_dead(&mut self) {
        if chance(&mut self.random, 20) {
            self.twin.dead.clear();
            return self.succeed("ponnuki-clear_dead");
        }
        let point = below(&mut self.random, self.twin.grid.area());
        let command = format!("ponnuki-mark_dead {}", self.name(point));
        if self.twin.board()[point] == EMPTY {
            self.judge(&command, Some("vertex must not be empty"));
            return;
        }
        let marked = self.twin.mark_dead(point);
        self.expect(&command, &ok(self.names(marked)));
    }

    fn draw_rules(&mut self) -> (KoRule, Suicide, HandicapBonus) {
        let mut draw = |count| below(&mut self.random, count);
        let ko = KoRule::ALL[draw(KoRule::ALL.len())];
        let suicide = Suicide::ALL[draw(Suicide::ALL.len())];
        (
            ko,
            suicide,
            HandicapBonus::ALL[draw(HandicapBonus::ALL.len())],
        )
    }

    fn change_rules(&mut self) {
        let command = match below(&mut self.random, 4) {
            0 => {
                self.komi = draw::halves(&mut self.random);
                format!("komi {}", half_points(self.komi))
            }
            1 => {
                let color = color(&mut self.random);
                self.twin.set_to_move(color);
                format!("gogui-setup_player {color}")
            }
            2 => {
                self.twin.ko = self.draw_rules().0;
                format!("kata-set-rule ko {}", self.twin.ko)
            }
            _ => {
                (self.twin.ko, self.twin.suicide, self.bonus) = self.draw_rules();
                format!("kata-set-rules {}", self.rules())
            }
        };
        self.succeed(&command);
    }

    fn set_up(&mut self) {
        let empty = self.twin.grid.empty_board();
        if chance(&mut self.random, 30) {
            self.succeed("clear_board");
            return self.begin(empty, Color::Black, 0);
        }
        let (board, _) = draw::start(&self.twin.grid, &mut self.random);
        let mut command = "set_position".to_owned();
        for point in (0..board.len()).filter(|&point| board[point] != EMPTY) {
            let color = if board[point] == b'X' { "b" } else { "w" };
            let _ = write!(command, " {color} {}", self.name(point));
        }
        let breathes = draw::breathing(&self.twin.grid, board.clone()) == board;
        if self.judge(&command, (!breathes).then_some("invalid position")) {
            self.begin(board, Color::Black, 0);
        }
    }

    /// Gives a handicap, mostly on a board that is emptied for it.
    fn give_handicap(&mut self) {
        if chance(&mut self.random, 70) {
            self.succeed("clear_board");
            self.begin(self.twin.grid.empty_board(), Color::Black, 0);
        }
        let mut board = self.twin.grid.empty_board();
        let stones = below(&mut self.random, 8);
        let points: Vec<_> = (0..stones)
            .map(|_| below(&mut self.random, board.len()))
            .collect();
        let has_begun = !self.twin.turns.is_empty() || *self.twin.board() != board;
        for &point in &points {
            board[point] = letter(Color::Black);
        }
        let empty = self.twin.grid.regions(&board, EMPTY);
        let empty: usize = empty.iter().map(|region| region.points.len()).sum();
        let failure = if has_begun {
            Some("board not empty")
        } else if board.len() - empty < stones {
            Some("repeated vertex")
        } else {
            (stones < 2 || empty == 0).then_some("invalid handicap")
        };
        let command = format!("set_free_handicap {}", self.names(points));
        if self.judge(&command, failure) {
            self.begin(board, Color::White, stones);
        }
    }

    /// Loads a game that the twin makes under the rules of the file, or one that ends with an illegal
    /// move, which must change nothing.
    fn load(&mut self) {
        let (size, _) = draw::size_and_moves(&mut self.random, 2);
        let grid = Grid::new(size.width(), size.height());
        let (states_rules, stated) = (chance(&mut self.random, 70), self.draw_rules());
        let (rules, (ko, suicide)) = if states_rules {
            (stated, (stated.0, stated.1))
        } else {
            let kept = (self.twin.ko, self.twin.suicide, self.bonus);
            (kept, (KoRule::Simple, Suicide::Allowed))
        };
        let board = draw::breathing(&grid, draw::start(&grid, &mut self.random).0);
        let (komi, to_move) = (draw::halves(&mut self.random), color(&mut self.random));
        let lengths = format!("{}:{}", grid.width, grid.height);
        let mut text = format!(
            "(;SZ[{lengths}]KM[{}]PL[{}]",
            half_points(komi),
            to_move.initial()
        );
        if states_rules {
            let _ = write!(
                text,
                "RU[ko={ko} suicide={suicide} handicap-bonus={}]",
                stated.2
            );
        }
        for point in (0..board.len()).filter(|&point| board[point] != EMPTY) {
            let color = if board[point] == b'X' { "AB" } else { "AW" };
            let _ = write!(text, "{color}[{}]", sgf_point(&grid, point));
        }
        let before = mem::replace(&mut self.twin, Twin::new(grid, ko, suicide, board, to_move));
        let (moves, spoiled) = (below(&mut self.random, 30), chance(&mut self.random, 20));
        for number in 1..=moves {
            let color = self.turn();
            let point = self.point(color);
            let legal = self.twin.judge(color, point).1.is_ok();
            let illegal = !legal && spoiled && number == moves;
            let point = (legal || illegal).then_some(point);
            let at = point.map_or(String::new(), |point| sgf_point(&self.twin.grid, point));
            let _ = write!(text, ";{}[{at}]", color.initial());
            if !illegal {
                self.make(color, point);
            }
        }
        let mut file = NamedTempFile::new().expect("a new file");
        write!(file, "{text})").expect("room for a game");
        let _ = writeln!(self.log, "# the file: {text})");
        let command = format!("loadsgf {}", file.path().display());
        if self.is_strict && self.twin.turns.len() < moves {
            self.twin = before;
            let answer = self.ask(&command).expect_err(&command);
            assert!(answer.starts_with("cannot load file: move "), "{answer}");
            return;
        }
        (self.twin.ko, self.twin.suicide, self.bonus) = rules;
        (self.komi, self.handicap) = (komi, 0);
        self.succeed(&command);
    }

    fn refuse(&mut self) {
        let (command, message) = REFUSED[below(&mut self.random, REFUSED.len())];
        let answer = self.ask(command).expect_err(command);
        assert!(answer.starts_with(message), "{command}: {answer}");
    }

    fn ask_about_vertex(&mut self) {
        let color = color(&mut self.random);
        let (point, name, verdict) = self.vertex(color);
        let is_legal = verdict.is_ok();
        self.expect(
            format!("is_legal {color} {name}"),
            &ok(u8::from(is_legal).to_string()),
        );
        let reason = match verdict {
            Ok(()) => String::new(),
            Err(IllegalMove::Superko { repeats: n }) => {
                format!(r#","reason":"superko","repeats":{n}"#)
            }
            Err(reason) => format!(r#","reason":"{}""#, label(reason)),
        };
        let letter = color.initial().to_ascii_lowercase();
        let object =
            format!(r#"{{"color":"{letter}","isLegal":{is_legal}{reason},"vertex":"{name}"}}"#);
        self.expect(format!("kata-check-move {color} {name}"), &ok(object));
        let chains = self.chains();
        let chain = chains
            .iter()
            .find(|(_, chain)| chain.points.iter().any(|&p| Some(p) == point));
        let (color, count, liberties) = match (point, chain) {
            (None, _) => ["invalid vertex"; 3].map(fail).into(),
            (_, None) => (
                ok("empty"),
                fail("vertex must not be empty"),
                fail("vertex must not be empty"),
            ),
            (_, Some((color, Region { liberties, .. }))) => (
                ok(color.to_string()),
                ok(liberties.len().to_string()),
                ok(self.names(liberties.clone())),
            ),
        };
        self.expect(format!("color {name}"), &color);
        self.expect(format!("countlib {name}"), &count);
        self.expect(format!("findlib {name}"), &liberties);
    }

    fn ask_about_position(&mut self) {
        for (command, answer) in self.facts() {
            self.expect(command, &answer);
        }
    }

    fn facts(&self) -> Vec<(String, Answer)> {
        let (twin, board) = (&self.twin, self.twin.board());
        let mut facts = vec![("final_score".to_owned(), self.score())];
        let mut fact = |command: &str, answer: String| facts.push((command.to_owned(), Ok(answer)));
        for color in Color::BOTH {
            let of = |command: &str| format!("{command} {color}");
            let reason = |point| twin.judge(color, point).1.err();
            let is_labelled = |point| reason(point).is_some_and(|r| r != IllegalMove::Occupied);
            let label = |point| {
                format!(
                    " {} {}",
                    self.name(point),
                    reason(point).map_or_else(String::new, label)
                )
            };
            let labels: String = self.points(is_labelled).map(label).collect();
            let labels = if labels.is_empty() {
                labels
            } else {
                format!("LABEL{labels}")
            };
            fact(&of("ponnuki-illegal"), labels);
            fact(
                &of("all_legal"),
                self.listed(|point| reason(point).is_none()),
            );
            fact(
                &of("list_stones"),
                self.listed(|point| board[point] == letter(color)),
            );
            fact(&of("captures"), twin.captures(color).to_string());
        }
        let chains = self.chains();
        let stones = |(_, chain): &(_, Region)| self.names(chain.points.clone());
        for (status, is_dead) in [("alive", false), ("dead", true)] {
            let has_status =
                |(_, chain): &&(_, Region)| twin.dead.contains(&chain.points[0]) == is_dead;
            let listed = lines(chains.iter().filter(has_status).map(stones));
            fact(&format!("final_status_list {status}"), listed);
        }
        let owners = twin.owners();
        for (owner, status) in [
            (b'X', "black_territory"),
            (b'O', "white_territory"),
            (EMPTY, "dame"),
        ] {
            let listed = self.listed(|point| owners[point] == owner && board[point] == EMPTY);
            fact(&format!("final_status_list {status}"), listed);
        }
        let described = |chain: &(Color, Region)| {
            let (
                color,
                Region {
                    points, liberties, ..
                },
            ) = chain;
            let (length, liberties) = (points.len(), liberties.len());
            format!(
                "{color} length {length} liberties {liberties} stones {}",
                stones(chain)
            )
        };
        fact("ponnuki-chains", lines(chains.iter().map(described)));
        let turn = |turn: &Turn| {
            let name = turn
                .point
                .map_or("pass".to_owned(), |point| self.name(point));
            format!("{} {name}", turn.color)
        };
        fact("move_history", lines(twin.turns.iter().rev().map(turn)));
        let moves = format!(
            "{} pass",
            self.listed(|point| self.is_legal(twin.to_move, point))
        );
        let moves = moves.trim_start().to_owned();
        fact(
            "gogui-rules_legal_moves",
            if twin.outcome().is_some() {
                String::new()
            } else {
                moves
            },
        );
        fact("gogui-rules_side_to_move", twin.to_move.to_string());
        fact("ponnuki-dead", self.names(twin.dead.clone()));
        fact("get_komi", half_points(self.komi));
        fact("kata-get-rules", self.rules());
        facts
    }

    fn score(&self) -> Answer {
        if let Some(Outcome::NoResult { .. }) = self.twin.outcome() {
            return fail("cannot score");
        }
        let owners = self.twin.owners();
        let area = |owner| self.points(|point| owners[point] == owner).count() as i32;
        let bonus = match self.bonus {
            HandicapBonus::Nothing => 0,
            HandicapBonus::Stones => self.handicap,
            HandicapBonus::StonesMinusOne => self.handicap.saturating_sub(1),
        };
        ok(
            match 2 * (area(b'X') - area(b'O') - bonus as i32) - self.komi {
                0 => "0".to_owned(),
                score @ 1.. => format!("B+{}", half_points(score)),
                score => format!("W+{}", half_points(-score)),
            },
        )
    }

    /// Returns the chains with their colours, in the order of their lowest points.
    fn chains(&self) -> Vec<(Color, Region)> {
        let (grid, board) = (&self.twin.grid, self.twin.board());
        let of = |color| {
            grid.regions(board, letter(color))
                .into_iter()
                .map(move |chain| (color, chain))
        };
        let mut chains: Vec<_> = Color::BOTH.into_iter().flat_map(of).collect();
        chains.sort_by_key(|(_, chain)| chain.points[0]);
        chains
    }

    fn rules(&self) -> String {
        let suicide = match self.twin.suicide {
            Suicide::Forbidden => "false",
            Suicide::MultiStone => "true",
            Suicide::Allowed => r#"true,"suicideOfSingleStones":true"#,
        };
        let bonus = match self.bonus {
            HandicapBonus::Nothing => "0",
            HandicapBonus::Stones => "N",
            HandicapBonus::StonesMinusOne => "N-1",
        };
        let ko = self.twin.ko.to_string().to_uppercase();
        format!(
            r#"{{"friendlyPassOk":false,"hasButton":false,"ko":"{ko}","scoring":"AREA","suicide":{suicide},"tax":"NONE","whiteHandicapBonus":"{bonus}"}}"#
        )
    }

    /// Returns the name of a point: a letter other than I, and the row.
    fn name(&self, point: usize) -> String {
        let (column, row) = (point % self.twin.grid.width, point / self.twin.grid.width);
        format!(
            "{}{}",
            &"ABCDEFGHJKLMNOPQRSTUVWXYZ"[column..=column],
            row + 1
        )
    }

    fn points(&self, is_wanted: impl Fn(usize) -> bool) -> impl Iterator<Item = usize> {
        (0..self.twin.grid.area()).filter(move |&point| is_wanted(point))
    }

    fn listed(&self, is_wanted: impl Fn(usize) -> bool) -> String {
        self.names(self.points(is_wanted))
    }

    fn names(&self, points: impl IntoIterator<Item = usize>) -> String {
        let names: Vec<String> = points.into_iter().map(|point| self.name(point)).collect();
        names.join(" ")
    }
}

#[expect(clippy::unnecessary_wraps, reason = "it stands where a failure may")]
fn ok(text: impl Into<String>) -> Answer {
    Ok(text.into())
}

fn fail(text: &str) -> Answer {
    Err(text.to_owned())
}

fn lines(lines: impl Iterator<Item = String>) -> String {
    lines.collect::<Vec<_>>().join("\n")
}

fn label(reason: IllegalMove) -> String {
    match reason {
        IllegalMove::OffBoard => "out_of_bounds".to_owned(),
        IllegalMove::Occupied => "occupied".to_owned(),
        IllegalMove::Suicide => "suicide".to_owned(),
        IllegalMove::Ko => "ko".to_owned(),
        IllegalMove::Superko { repeats } => repeats.to_string(),
    }
}

fn half_points(halves: i32) -> String {
    (f64::from(halves) / 2.0).to_string()
}

/// Returns a point of a file, whose rows count from the top.
fn sgf_point(grid: &Grid, point: usize) -> String {
    let letters = [point % grid.width, grid.height - 1 - point / grid.width];
    letters
        .map(|at| char::from(b'a' + at as u8))
        .iter()
        .collect()
}
