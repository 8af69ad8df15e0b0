//! Carries commands out on a game and a player.
//!
//! [`Engine::execute`] is the one place where a command meets its meaning; the
//! commands themselves stand in files by family. A command that fails changes
//! nothing: everything is judged first, and changed last.

mod analysis;
mod estimates;
mod files;
mod gnugo;
mod gogui;
mod graphics;
mod kata;
mod own;
mod recovery;
mod servers;
mod spec;

pub(crate) use kata::kata_rules;

#[cfg(test)]
mod tests;

use std::path::PathBuf;

use crate::board::{BoardSize, EyeRule, IllegalMove, Point};
use crate::estimate::{ChainStatus, DeadStones};
use crate::game::{Clocks, Game, Move, Turn};
use crate::gtp::command::{ColoredVertex, Command, Vertex};
use crate::gtp::outlet::Outlet;
use crate::gtp::response::{Answer, Failure, Reply};
use crate::gtp::watcher::Watch;
use crate::player::{Player, RandomPlayer, Settled, StopFlag};
use crate::rules::{Komi, Rules};

/// When the engine passes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Passing {
    /// When the player does: the random player fills the board but for eyes.
    #[default]
    Player,
    /// Also when the opponent has just passed, nothing is left to play for and
    /// passing wins or costs nothing.
    Settled,
}

/// What an engine begins with.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineOptions {
    /// The size of the board.
    pub size: BoardSize,
    /// The komi.
    pub komi: Komi,
    /// The rules.
    pub rules: Rules,
    /// Which eyes the random player keeps, and which are shown.
    pub eyes: EyeRule,
    /// What the random player's games follow from.
    pub seed: u64,
    /// The number of moves after which the random player resigns, if it ever does.
    pub resign_after: Option<usize>,
    /// The folder into which `printsgf` may write. Without it no command writes a file.
    pub sgf_dir: Option<PathBuf>,
    /// Which stones are dead at the end.
    pub dead_stones: DeadStones,
    /// When to pass.
    pub passing: Passing,
}

impl EngineOptions {
    /// 19x19, komi 7.5, the default rules and eyes, no resigning and no files
    /// written, with this seed.
    ///
    /// # Panics
    /// Never: 19 is a size.
    pub fn new(seed: u64) -> Self {
        Self {
            size: BoardSize::square(19).expect("19 is a size"),
            komi: Komi::default(),
            rules: Rules::default(),
            eyes: EyeRule::default(),
            seed,
            resign_after: None,
            sgf_dir: None,
            dead_stones: DeadStones::default(),
            passing: Passing::default(),
        }
    }
}

/// The state of a GTP session: a game, a player, the clocks and the options.
/// It touches no stream, and no files but those that commands name.
pub struct Engine {
    game: Game,
    player: Box<dyn Player>,
    eyes: EyeRule,
    clocks: Clocks,
    sgf_dir: Option<PathBuf>,
    dead_stones: DeadStones,
    /// Analyses draw on GoGui's board.
    live_graphics: bool,
    /// The turns that `undo` is taking back right now; empty between commands.
    taken_back: Vec<Turn>,
}

impl Engine {
    /// An engine with the random player.
    pub fn new(options: EngineOptions) -> Self {
        let player = RandomPlayer::new(options.seed, options.eyes, options.resign_after);
        Self::with_player(options, Box::new(player))
    }

    /// An engine with another player. Seed and resigning in the options are
    /// the random player's and do nothing here.
    pub fn with_player(options: EngineOptions, player: Box<dyn Player>) -> Self {
        let player = match options.passing {
            Passing::Player => player,
            Passing::Settled => Box::new(Settled::new(player, options.dead_stones)),
        };
        Self {
            game: Game::new(options.size, options.rules, options.komi),
            player,
            eyes: options.eyes,
            clocks: Clocks::default(),
            sgf_dir: options.sgf_dir,
            dead_stones: options.dead_stones,
            live_graphics: false,
            taken_back: Vec::new(),
        }
    }

    /// The game as it stands.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The clocks as the controller told them.
    pub const fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// How the input should be watched meanwhile, if the command may take long.
    pub(super) fn watch(&self, command: &Command) -> Option<Watch> {
        match command {
            Command::Analyze(_, Ok(_)) => Some(Watch::AnyLine),
            Command::GenMoveAnalyze(_, Ok(_)) | Command::WinRates(_) => Some(Watch::Interrupts),
            Command::GenMove(_) | Command::CleanUp(_) if self.player.thinks() => {
                Some(Watch::Interrupts)
            }
            _ => None,
        }
    }

    /// Carries out a command. Raising `stop` ends a thought early. What an
    /// analysis says goes to the outlet line by line.
    pub(super) fn execute(
        &mut self,
        command: Command,
        stop: &StopFlag,
        outlet: &mut dyn Outlet,
    ) -> Reply {
        match command {
            Command::Analyze(style, request) => self.analyze(style, request, stop, outlet),
            Command::AllLegal(color) => Ok(self.all_legal(color)),
            Command::Bans(color) => Ok(self.bans(color)),
            Command::BoardSize(lengths) => self.board_size(lengths),
            Command::Captures(color) => Ok(Answer::text(self.game.captures(color))),
            Command::CgosGameOver(result) => Ok(servers::note("the server's result", &result)),
            Command::CgosOpponentName(name) => Ok(servers::note("the opponent's name", &name)),
            Command::CgosOpponentRating(rating) => {
                Ok(servers::note("the opponent's rating", &rating))
            }
            Command::Chains => Ok(self.chains()),
            Command::ClearBoard => Ok(self.clear_board()),
            Command::ClearDead => Ok(self.clear_dead()),
            Command::ColorAt(vertex) => self.color_at(vertex),
            Command::CountLiberties(vertex) => self.count_liberties(vertex),
            Command::CpuTime => gnugo::cpu_time(),
            Command::CleanUp(color) => Ok(self.clean_up(color, stop)),
            Command::Dead => Ok(Answer::points(self.game.size(), &self.counted_dead())),
            Command::Echo(text) => Ok(Answer::Bytes(text)),
            Command::Explain(play) => Ok(self.explain(play)),
            Command::Eyes(color) => Ok(self.true_eyes(color)),
            Command::EstimateDead => Ok(self.estimate_stones(ChainStatus::Dead)),
            Command::EstimateScore => Ok(self.estimate_score()),
            Command::EstimateSeki => Ok(self.estimate_stones(ChainStatus::Seki)),
            Command::FinalScore => Ok(self.final_score()),
            Command::FinalStatusList(status) => Ok(self.final_status_list(status)),
            Command::FindLiberties(vertex) => self.find_liberties(vertex),
            Command::FixedHandicap(stones) => self.fixed_handicap(stones),
            Command::GenMove(color) => Ok(self.gen_move(color, stop)),
            Command::GenMoveAnalyze(style, request) => {
                self.gen_move_analyze(style, request, stop, outlet)
            }
            Command::GetKomi => Ok(Answer::text(self.game.komi())),
            Command::GetRandomSeed => Ok(Answer::text(self.player.seed())),
            Command::GoguiAnalyzeCommands => Ok(gogui::analyze_commands()),
            Command::GoguiInterrupt
            | Command::GoguiVersion
            | Command::GomillKeywords
            | Command::KgsGameOver
            | Command::Quit => Ok(Answer::Done),
            Command::GoguiPlaySequence(moves) => self.play_sequence(&moves),
            Command::GoguiSetup(stones) => self.gogui_setup(&stones),
            Command::GoguiSetupPlayer(color) => Ok(self.setup_player(color)),
            Command::GoguiTitle | Command::Name => Ok(Answer::text(spec::NAME)),
            Command::GomillDescribeEngine => Ok(self.describe_engine()),
            Command::GomillExplainLastMove => Ok(self.explain_last_move()),
            Command::Hash => Ok(Answer::text(self.game.board().hash())),
            Command::Help(name) => gnugo::help(name.as_deref()),
            Command::Illegal(color) => Ok(self.illegal(color)),
            Command::IsLegal(play) => Ok(self.is_legal(play)),
            Command::KataGetRules => Ok(self.kata_get_rules()),
            Command::KataSetRule(setting) => self.kata_set_rule(&setting),
            Command::IsKnown(name) => Ok(spec::known_command(name.as_deref())),
            Command::Komi(komi) => Ok(self.set_komi(komi)),
            Command::LastCaptures => Ok(self.last_captures()),
            Command::LastMove => self.last_move(),
            Command::Liberties => Ok(self.liberties()),
            Command::ListCommands => Ok(spec::list_commands()),
            Command::ListStones(color) => Ok(self.list_stones(color)),
            Command::LiveGraphics(are_wanted) => Ok(self.set_live_graphics(are_wanted)),
            Command::LoadSgf { file, until } => self.load_sgf(&file, until),
            Command::MarkDead(vertex) => self.mark_dead(vertex),
            Command::MoveHistory => Ok(self.move_history()),
            Command::Ownership(playouts) => self.ownership(playouts),
            Command::PassAlive(colors) => Ok(self.pass_alive(&colors)),
            Command::PlaceFreeHandicap(stones) => self.place_free_handicap(stones),
            Command::Play(play) => self.play(play),
            Command::PrintSgf(file) => self.print_sgf(file.as_deref()),
            Command::ProtocolVersion => Ok(Answer::text(spec::PROTOCOL_VERSION)),
            Command::QueryBoardSize => Ok(self.query_board_size()),
            Command::RegGenMove(color) => Ok(self.reg_gen_move(color)),
            Command::SetFreeHandicap(vertices) => self.set_free_handicap(&vertices),
            Command::SetPosition(stones) => self.set_position(&stones),
            Command::SetRandomSeed(seed) => Ok(self.set_random_seed(seed)),
            Command::SetRules(request) => self.set_rules(request),
            Command::ShowBoard => Ok(self.show_board()),
            Command::Territory => Ok(self.territory()),
            Command::TimeLeft(color, left) => Ok(self.time_left(color, left)),
            Command::TimeSettings(system) => Ok(self.time_settings(system)),
            Command::Undo(moves) => self.undo(moves),
            Command::WinRates(color) => Ok(self.win_rates(color, stop)),
            Command::Version => Ok(Answer::text(spec::VERSION)),
        }
    }

    /// The point of the board at a vertex. A pass is no point.
    fn point(&self, vertex: Vertex) -> Result<Point, Failure> {
        match self.action(vertex) {
            Ok(Move::Play(point)) => Ok(point),
            _ => Err(Failure::InvalidVertex),
        }
    }

    /// The move to a vertex of the board.
    fn action(&self, vertex: Vertex) -> Result<Move, IllegalMove> {
        match vertex {
            Vertex::Pass => Ok(Move::Pass),
            Vertex::At(at) => {
                let point = self.game.size().point(at).ok_or(IllegalMove::OffBoard)?;
                Ok(Move::Play(point))
            }
        }
    }

    /// Logs why a move is refused, which costs nothing while the log is off.
    fn refuse(&self, play: ColoredVertex, reason: IllegalMove) -> Failure {
        log::debug!("illegal move {play} on {}: {reason}", self.game.size());
        Failure::IllegalMove
    }
}
