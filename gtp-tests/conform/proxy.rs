//! A proxy between a controller and a correct engine, which commits a [`Deviation`].

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{self, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use ponnuki::{Board, BoardSize, ByColor, Color, Point, PointSet};
use ponnuki_gtp::clean;

use crate::deviation::{Deviation, DeviationKind};

/// The exit status of deviations that end the program.
const FAILED: i32 = 3;

/// Runs the proxy until its input ends or `quit` is answered.
pub(crate) fn run(deviation: Deviation, mut engine: Command) -> io::Result<()> {
    let mut engine = engine
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let (sender, events) = mpsc::channel();
    read(engine.stdout.take().unwrap(), sender.clone(), Event::Output)?;
    read(io::stdin(), sender, Event::Line)?;
    let mut proxy = Proxy {
        deviation,
        commands: engine.stdin.take().unwrap(),
        events,
        waiting: VecDeque::new(),
        size: BoardSize::square(19).unwrap(),
        positions: vec![Position::default()],
        mover: None,
        has_diverged: false,
        clock: f64::INFINITY,
        ballast: Vec::new(),
    };
    proxy.serve()?;
    drop(proxy);
    engine.wait().map(drop)
}

/// A line with its line feed, empty at the end of a stream.
enum Event {
    /// A line of the controller.
    Line(Vec<u8>),
    /// A line of the engine.
    Output(Vec<u8>),
}

/// Reads the lines of a stream in another thread.
fn read(
    stream: impl Read + Send + 'static,
    sender: Sender<Event>,
    event: fn(Vec<u8>) -> Event,
) -> io::Result<()> {
    let mut stream = BufReader::new(stream);
    let read_all = move || {
        let mut is_open = true;
        while is_open {
            let mut line = Vec::new();
            is_open = stream.read_until(b'\n', &mut line).is_ok() && !line.is_empty();
            is_open &= sender.send(event(line)).is_ok();
        }
    };
    thread::Builder::new().spawn(read_all).map(drop)
}

/// A command of the controller or of the proxy.
pub(crate) struct ProxyCommand {
    pub(crate) line: Vec<u8>,
    /// The id as it is answered, or nothing.
    pub(crate) id: String,
    pub(crate) words: Vec<String>,
}

impl ProxyCommand {
    fn new(mut line: Vec<u8>) -> Self {
        if !line.ends_with(b"\n") {
            line.push(b'\n');
        }
        let mut cleaned = line.clone();
        let cleaned = String::from_utf8_lossy(clean(&mut cleaned));
        let mut words: Vec<_> = cleaned.split_whitespace().map(str::to_owned).collect();
        let is_number = |word: &&String| word.bytes().all(|byte| byte.is_ascii_digit());
        let id = words.first().filter(is_number);
        let id = id.and_then(|word| word.parse::<i32>().ok());
        words.drain(..usize::from(id.is_some()));
        Self {
            line,
            id: id.map_or_else(String::new, |id| id.to_string()),
            words,
        }
    }

    pub(crate) fn name(&self) -> &str {
        self.words.first().map_or("", String::as_str)
    }

    /// Returns an argument by its index, or an empty string.
    pub(crate) fn argument(&self, index: usize) -> &str {
        self.words.get(index + 1).map_or("", String::as_str)
    }

    /// Returns the colour of the first argument.
    pub(crate) fn color(&self) -> Option<Color> {
        Color::named(self.argument(0))
    }

    /// Returns the command without its id.
    pub(crate) fn text(&self) -> String {
        self.words.join(" ")
    }

    /// Returns whether the answer may go on until the next command.
    fn is_analysis(&self) -> bool {
        self.name().contains("analy") && self.name() != "gogui-analyze_commands"
    }
}

/// An answer to a command.
pub(crate) struct ProxyAnswer {
    pub(crate) is_success: bool,
    /// All that follows the status and the id, without the last two line feeds.
    tail: String,
}

impl ProxyAnswer {
    pub(crate) fn new(is_success: bool, message: &str) -> Self {
        Self {
            is_success,
            tail: format!(" {message}"),
        }
    }

    pub(crate) fn message(&self) -> &str {
        self.tail.trim()
    }

    pub(crate) fn is_unknown(&self) -> bool {
        !self.is_success && self.message() == "unknown command"
    }
}

/// The stones on the board.
pub(crate) type Position = ByColor<PointSet>;

/// The proxy, which follows the position by the commands of the specification.
pub(crate) struct Proxy {
    deviation: Deviation,
    /// The input of the engine.
    commands: ChildStdin,
    events: Receiver<Event>,
    /// Lines of the controller that arrived before an answer of the engine.
    waiting: VecDeque<Vec<u8>>,
    pub(crate) size: BoardSize,
    /// The positions since the board was cleared; the last one is on the board.
    pub(crate) positions: Vec<Position>,
    /// The colour of the last move.
    pub(crate) mover: Option<Color>,
    /// Whether the engine was given a position stone by stone, so that it cannot undo.
    has_diverged: bool,
    /// The time that is left for a move, in seconds.
    pub(crate) clock: f64,
    /// Memory that is never released.
    pub(crate) ballast: Vec<u8>,
}

impl Proxy {
    /// Answers the lines of the controller.
    fn serve(&mut self) -> io::Result<()> {
        let kind = self.deviation.kind;
        if matches!(kind, DeviationKind::IgnoresEnd) {
            ctrlc::set_handler(|| {}).unwrap();
        }
        let mut held = String::new();
        loop {
            let waiting = self.waiting.pop_front().map(Event::Line);
            let Event::Line(line) = waiting.unwrap_or_else(|| self.event()) else {
                continue;
            };
            if !matches!(kind, DeviationKind::Keeps) {
                say(held.as_bytes())?;
                held.clear();
            }
            if line.is_empty() {
                break;
            }
            let command = ProxyCommand::new(line);
            if command.words.is_empty() && command.id.is_empty() {
                match (kind, command.line.contains(&b'#')) {
                    (DeviationKind::AnswersEmpty, false)
                    | (DeviationKind::AnswersComment, true) => say(b"= \n\n")?,
                    _ => self.commands.write_all(&command.line)?,
                }
                continue;
            }
            if command.is_analysis() {
                self.stream(&command)?;
                continue;
            }
            let answer = self.answer(&command)?;
            held += &self.form(&command, &answer);
            if !matches!(kind, DeviationKind::Holds | DeviationKind::Keeps) {
                say(held.as_bytes())?;
                held.clear();
            }
            if command.name() == "quit" {
                break;
            }
        }
        match kind {
            DeviationKind::IgnoresEnd => sleep(),
            _ => say(held.as_bytes()),
        }
    }

    /// Waits for the next line of either stream. Exits when the engine has.
    fn event(&self) -> Event {
        match self.events.recv() {
            Ok(Event::Output(line)) if !line.is_empty() => Event::Output(line),
            Ok(Event::Line(line)) => Event::Line(line),
            // A signal to the process group ends the engine.
            _ if matches!(self.deviation.kind, DeviationKind::IgnoresEnd) => sleep(),
            _ => process::exit(FAILED),
        }
    }

    /// Asks the engine, and follows the position.
    pub(crate) fn ask(&mut self, command: &ProxyCommand) -> io::Result<ProxyAnswer> {
        self.commands.write_all(&command.line)?;
        let answer = self.receive(&command.id);
        if answer.is_success {
            self.follow(command, answer.message());
        }
        Ok(answer)
    }

    pub(crate) fn tell(&mut self, line: &str) -> io::Result<ProxyAnswer> {
        self.ask(&ProxyCommand::new(line.into()))
    }

    /// Waits for the answer with this id.
    fn receive(&mut self, id: &str) -> ProxyAnswer {
        let mut answer = Vec::new();
        while !answer.ends_with(b"\n\n") {
            match self.event() {
                Event::Line(line) => self.waiting.push_back(line),
                Event::Output(line) if answer.is_empty() && line == b"\n" => {}
                Event::Output(line) => answer.extend(line),
            }
        }
        let answer = String::from_utf8_lossy(&answer);
        let tail = answer.trim_start_matches(['=', '?']);
        let tail = tail.strip_prefix(id).unwrap_or(tail);
        ProxyAnswer {
            is_success: answer.starts_with('='),
            tail: tail.strip_suffix("\n\n").unwrap_or(tail).to_owned(),
        }
    }

    /// Passes an analysis on line by line, and stops it when the next line arrives.
    fn stream(&mut self, command: &ProxyCommand) -> io::Result<()> {
        let is_endless = matches!(self.deviation.at(command), DeviationKind::AnalysesOn);
        self.commands.write_all(&command.line)?;
        let mut is_stopped = false;
        loop {
            if !is_stopped && !is_endless && !self.waiting.is_empty() {
                self.commands.write_all(b"protocol_version\n")?;
                is_stopped = true;
            }
            match self.event() {
                Event::Line(line) => self.waiting.push_back(line),
                Event::Output(line) => {
                    say(&line)?;
                    if line == b"\n" {
                        break;
                    }
                }
            }
        }
        if is_stopped {
            self.receive("");
        }
        Ok(())
    }

    /// Finds the answer to a command, with the deviation.
    fn answer(&mut self, command: &ProxyCommand) -> io::Result<ProxyAnswer> {
        let kind = self.deviation.at(command);
        let before = self.position();
        let mut answer = match kind {
            // Engines differ in whether they answer an id alone.
            _ if command.words.is_empty() => ProxyAnswer::new(false, "unknown command"),
            DeviationKind::Lacks => ProxyAnswer::new(true, ""),
            DeviationKind::Refuses(refuses) if refuses(self, command) => match command.name() {
                "play" => ProxyAnswer::new(false, "illegal move"),
                _ => ProxyAnswer::new(false, "unknown command"),
            },
            DeviationKind::Asks(substitute) if substitute(self, command) != command.text() => {
                self.tell(&substitute(self, command))?
            }
            _ if self.has_diverged && command.name() == "undo" => self.undo()?,
            _ => self.ask(command)?,
        };
        match (kind, answer.is_success) {
            (DeviationKind::Accepts(accepts), false) if accepts(self, command, &answer) => {
                answer = ProxyAnswer::new(true, "");
            }
            (DeviationKind::Allows(allows), false) => {
                let (board, play) = (self.board(), command.color().zip(self.point(command)));
                if let Some((color, point)) = play
                    && let Ok(preview) = board.preview(color, point)
                    && let after = board.position_after(color, point)
                    && allows(self, &preview, &after)
                {
                    self.positions.push(after);
                    self.diverge(after)?;
                    answer = ProxyAnswer::new(true, "");
                }
            }
            // A board that was cleared has one position.
            (DeviationKind::Turns(turns), true) if self.positions.len() > 1 => {
                let color = command.color().unwrap_or(Color::Black);
                if let Some(position) = turns(self, color, before, self.position()) {
                    self.diverge(position)?;
                }
            }
            (DeviationKind::Undoes(after), is_success) if after == is_success => {
                self.tell("undo")?;
            }
            (DeviationKind::Says(says), true) => {
                answer = ProxyAnswer::new(true, &says(self, command, answer.message()));
            }
            (DeviationKind::Exits(exits), _) if exits(command, &answer) => process::exit(FAILED),
            (DeviationKind::Does(does), _) => does(self, command, &mut answer)?,
            _ => {}
        }
        Ok(answer)
    }

    /// Returns an answer as it is written.
    pub(crate) fn form(&self, command: &ProxyCommand, answer: &ProxyAnswer) -> String {
        let status = if answer.is_success { '=' } else { '?' };
        let written = format!("{status}{}{}\n\n", command.id, answer.tail);
        let written = match self.deviation.at(command) {
            DeviationKind::Writes(writes) => writes(command, written),
            _ => written,
        };
        match self.deviation.form {
            Some(form) => form(command, written),
            None => written,
        }
    }

    /// Follows the position of the engine after a successful command.
    fn follow(&mut self, command: &ProxyCommand, message: &str) {
        let vertices = command.words.get(1..).unwrap_or_default().join(" ");
        match command.name() {
            "boardsize" | "clear_board" => {
                let length = vertices.parse().ok();
                let size = length.and_then(|length| BoardSize::square(length).ok());
                self.size = size.unwrap_or(self.size);
                self.positions = vec![Position::default()];
                self.mover = None;
                self.has_diverged = false;
            }
            "undo" => {
                self.retreat();
            }
            "play" => self.advance(command.color(), command.argument(1)),
            "genmove" if message != "resign" => self.advance(command.color(), message),
            "fixed_handicap" | "place_free_handicap" => self.set_up(message),
            "set_free_handicap" => self.set_up(&vertices),
            _ => {}
        }
    }

    fn advance(&mut self, mover: Option<Color>, vertex: &str) {
        self.mover = mover;
        let board = self.board();
        let play = mover.zip(self.size.point_named(vertex));
        let play = play.filter(|&(_, point)| board.at(point).is_none());
        let after = play.map(|(color, point)| board.position_after(color, point));
        self.positions.push(after.unwrap_or(board.position()));
    }

    /// Takes a move back, and returns whether there was one.
    fn retreat(&mut self) -> bool {
        let can_undo = self.positions.len() > 1;
        if can_undo {
            self.positions.pop();
            self.mover = None;
        }
        can_undo
    }

    /// Puts handicap stones on the board, which are not taken back by undo.
    fn set_up(&mut self, vertices: &str) {
        for vertex in vertices.split_whitespace() {
            self.advance(Some(Color::Black), vertex);
        }
        self.positions = vec![self.position()];
    }

    fn position(&self) -> Position {
        self.positions.last().copied().unwrap_or_default()
    }

    fn board(&self) -> Board {
        let board = Board::with_stones(self.size, &self.position());
        board.unwrap_or_else(|_| Board::new(self.size))
    }

    /// Returns the point of the second argument.
    pub(crate) fn point(&self, command: &ProxyCommand) -> Option<Point> {
        self.size.point_named(command.argument(1))
    }

    /// Returns whether there is a stone on the point of the second argument.
    pub(crate) fn is_occupied(&self, command: &ProxyCommand) -> bool {
        let point = self.point(command);
        point.is_some_and(|point| self.board().at(point).is_some())
    }

    /// Gives the engine this position instead of its last one. Stones of a legal position
    /// have liberties in any order.
    fn diverge(&mut self, position: Position) -> io::Result<()> {
        let (mut positions, mover) = (std::mem::take(&mut self.positions), self.mover);
        self.tell("clear_board")?;
        for (color, stones) in [("black", position.black), ("white", position.white)] {
            for point in stones {
                let vertex = self.size.coordinates(point);
                self.tell(&format!("play {color} {vertex}"))?;
            }
        }
        positions.pop();
        positions.push(position);
        (self.positions, self.mover, self.has_diverged) = (positions, mover, true);
        Ok(())
    }

    /// Takes a move back that the engine cannot.
    fn undo(&mut self) -> io::Result<ProxyAnswer> {
        if !self.retreat() {
            return Ok(ProxyAnswer::new(false, "cannot undo"));
        }
        self.diverge(self.position())?;
        Ok(ProxyAnswer::new(true, ""))
    }
}

/// Blocks until the program is killed.
pub(crate) fn sleep() -> ! {
    loop {
        thread::sleep(Duration::from_secs(3600));
    }
}

/// Writes to standard output, bypassing the engine.
pub(crate) fn say(bytes: &[u8]) -> io::Result<()> {
    let mut output = io::stdout().lock();
    output.write_all(bytes)?;
    output.flush()
}
