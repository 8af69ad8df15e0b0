//! The cost of the engine's own moves and of copying its board.

use std::hint::black_box;

use cpu_time::ProcessTime;
use ponnuki::player::StopFlag;
use ponnuki::{Board, BoardSize, Choice, EyeRule, Game, Komi, Player, RandomPlayer, Rules};

/// Prints a line for each cost: the median, the smallest and the largest over `rounds`
/// rounds of at least `seconds` of CPU time each.
pub fn print(rounds: usize, seconds: f64) {
    println!("The engine itself; nanoseconds of CPU time");
    for length in [9, 19] {
        let size = BoardSize::square(length).expect("a size");
        let mut games = SelfPlay::new(size);
        print_row(length, "genmove of the random player", rounds, || {
            nanoseconds(seconds, || games.game())
        });
        let boards = games.boards();
        print_row(length, "copy of a board", rounds, || {
            nanoseconds(seconds, || {
                for board in &boards {
                    black_box(black_box(board).clone());
                }
                boards.len() as u64
            })
        });
    }
}

fn print_row(length: usize, what: &str, rounds: usize, mut round: impl FnMut() -> f64) {
    // The first one warms up.
    round();
    let mut costs: Vec<f64> = (0..rounds.max(1)).map(|_| round()).collect();
    costs.sort_by(f64::total_cmp);
    let (low, high) = (costs[0], costs[costs.len() - 1]);
    let title = format!("{length}x{length}");
    let median = costs[costs.len() / 2];
    println!("{title:>6}  {what:<34} {median:8.1} ns ({low:.1} to {high:.1})");
}

/// Repeats `work` for at least `seconds` of CPU time. `work` returns the number of things
/// it did; the result is the average cost of one of them.
fn nanoseconds(seconds: f64, mut work: impl FnMut() -> u64) -> f64 {
    let start = ProcessTime::now();
    let mut done = 0;
    loop {
        done += work();
        let elapsed = start.elapsed().as_secs_f64();
        if elapsed >= seconds {
            return elapsed * 1e9 / done as f64;
        }
    }
}

/// The random player against itself under the default rules. Moves are chosen, judged and
/// played on the game as the command `genmove` does.
struct SelfPlay {
    game: Game,
    player: RandomPlayer,
    stop: StopFlag,
}

impl SelfPlay {
    fn new(size: BoardSize) -> Self {
        Self {
            game: Game::new(size, Rules::default(), Komi::default()),
            player: RandomPlayer::new(1, EyeRule::default(), None),
            stop: StopFlag::new(),
        }
    }

    /// Plays a game and returns the number of its moves.
    fn game(&mut self) -> u64 {
        self.game.clear();
        self.player.new_game();
        while self.game.outcome().is_none() && self.genmove() {}
        self.game.turns().len() as u64
    }

    fn genmove(&mut self) -> bool {
        let color = self.game.to_move();
        let Choice::Move(action) = self.player.choose(&self.game, color, &self.stop) else {
            return false;
        };
        self.game.play(color, action).is_ok()
    }

    /// Plays a game and returns its boards.
    fn boards(&mut self) -> Vec<Board> {
        self.game.clear();
        let mut boards = vec![self.game.board().clone()];
        while self.game.outcome().is_none() && self.genmove() {
            boards.push(self.game.board().clone());
        }
        boards
    }
}
