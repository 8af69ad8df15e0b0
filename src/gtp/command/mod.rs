//! The commands of the protocol, sorted by subject.
//!
//! A command depends on its line alone: the engine decides whether a vertex is
//! on the board and whether a number makes sense. The subject of a command
//! names the file in `engine` that carries it out: [`MoveCommand`] is carried
//! out in `engine/moves.rs`.

mod analyze;
mod arguments;
mod parameter;

pub(crate) use analyze::{AnalyzeRequest, AnalyzeStyle, NamedRestriction, UnreadableKey};
pub(crate) use arguments::{ColoredVertex, Lengths, RulesRequest, Status, Vertex};
pub(crate) use parameter::{Parameter, RefusedParameter, RefusedValue};

use crate::board::Color;
use crate::game::{TimeLeft, TimeSystem};
use crate::rules::Komi;
use crate::rules::kata::Setting;

/// A command with its arguments, by subject.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Command {
    /// The program, the list of commands and the seed.
    Admin(AdminCommand),
    /// The board, the komi and the position.
    Board(BoardCommand),
    /// Handicap stones.
    Handicap(HandicapCommand),
    /// Moves played, chosen, judged and taken back.
    Moves(MoveCommand),
    /// Stones, chains, liberties and eyes.
    Stones(StoneCommand),
    /// The rules and the moves that they forbid.
    Rules(RulesCommand),
    /// The score and the dead stones at the end of a game.
    Scoring(ScoringCommand),
    /// Estimates of the position, by playouts or by proof.
    Estimates(EstimateCommand),
    /// Win rates and principal variations of all moves.
    Analysis(AnalysisCommand),
    /// Game records on disk.
    Files(FileCommand),
    /// Time settings and clocks.
    Time(TimeCommand),
    /// The graphical interface GoGui.
    Gui(GuiCommand),
    /// The rules of GoGui's games.
    Ruler(RulerCommand),
    /// The parameters of the session.
    Parameters(ParameterCommand),
    /// Game servers and match programs.
    Servers(ServerCommand),
}

impl Command {
    /// Returns whether the command is an analysis that ends after a number of
    /// playouts.
    pub(crate) fn is_limited(&self) -> bool {
        match self {
            Self::Analysis(
                AnalysisCommand::Analyze(_, Ok(request)) | AnalysisCommand::Draw(Ok(request)),
            ) => request.playouts.is_some(),
            _ => false,
        }
    }
}

/// Commands about the program itself.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum AdminCommand {
    /// `cputime`, `gomill-cpu_time`: the processor time used, in seconds. There are no
    /// such commands where the system does not measure it, as in WebAssembly.
    #[cfg(any(unix, windows))]
    CpuTime,
    /// `echo`: repeats its arguments.
    Echo(Vec<u8>),
    /// `get_random_seed`: the player's seed.
    GetRandomSeed,
    /// `help`: all commands with their arguments, or only the one named.
    Help(Option<String>),
    /// `known_command`: whether a command is in the list.
    IsKnown(Option<String>),
    /// `list_commands`: every name.
    ListCommands,
    /// `name`: the program's name.
    Name,
    /// `protocol_version`: 2.
    ProtocolVersion,
    /// `quit`: ends the session.
    Quit,
    /// `set_random_seed`: seeds the player.
    SetRandomSeed(u64),
    /// `stop`: needs no action, because its line has ended any analysis.
    Stop,
    /// `version`: the program's version.
    Version,
}

/// Commands about the board and the position on it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum BoardCommand {
    /// `clear_board`: begins a new game on the same board.
    Clear,
    /// `get_komi`: the komi.
    GetKomi,
    /// `ponnuki-hash`: the hash of the position.
    Hash,
    /// `query_boardsize`: the size of the board.
    QuerySize,
    /// `komi`: sets the komi.
    SetKomi(Komi),
    /// `set_position`: sets up a position without a history.
    SetPosition(Vec<ColoredVertex>),
    /// `boardsize`, `rectangular_boardsize`: begins a game on an empty board.
    SetSize(Lengths),
    /// `showboard`: draws the position as text.
    Show,
}

/// Commands about handicap stones.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum HandicapCommand {
    /// `fixed_handicap`: places stones by the table of the specification.
    PlaceFixed(usize),
    /// `place_free_handicap`: places stones where the engine chooses.
    PlaceFree(usize),
    /// `set_free_handicap`: places stones on the given points.
    SetFree(Vec<Vertex>),
}

/// Commands about moves.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum MoveCommand {
    /// `all_legal`: the points where a colour may play.
    AllLegal(Color),
    /// `kgs-genmove_cleanup`: plays a move that helps to capture dead stones.
    CleanUp(Color),
    /// `genmove`, `gomill-genmove_ex`: lets the player choose a move and plays it.
    GenMove(Color),
    /// `gomill-genmove_ex` without a colour: the keywords that it supports.
    GenMoveKeywords,
    /// `move_history`: the moves, the last first.
    History,
    /// `is_legal`: whether a move is legal.
    IsLegal(ColoredVertex),
    /// `last_move`: the last move of the game.
    Last,
    /// `play`: plays a move.
    Play(ColoredVertex),
    /// `reg_genmove`: the move that the player would choose.
    RegGenMove(Color),
    /// `undo` (one move), `gg-undo`: takes moves back.
    Undo(usize),
}

/// Commands about stones and chains.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum StoneCommand {
    /// `captures`: the number of stones that a colour has captured.
    Captures(Color),
    /// `ponnuki-chains`: every chain with its length and liberties.
    Chains,
    /// `color`: the colour of the stone on a point.
    ColorAt(Vertex),
    /// `countlib`: the number of liberties of a chain.
    CountLiberties(Vertex),
    /// `ponnuki-eyes`: the true eyes of a colour.
    Eyes(Color),
    /// `findlib`: the liberties of a chain.
    FindLiberties(Vertex),
    /// `ponnuki-last_captures`: the stones that the last move removed.
    LastCaptures,
    /// `ponnuki-liberties`: the number of liberties at every stone.
    Liberties,
    /// `list_stones`: the stones of a colour.
    List(Color),
}

/// Commands about the rules.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum RulesCommand {
    /// `ponnuki-rules`: the rules in one line.
    Describe,
    /// `ponnuki-bans`: the plays that the ko rule forbids a colour.
    Bans(Color),
    /// `kata-check-move`: whether a move is legal, and if not, why, as a JSON
    /// object for programs.
    Check(ColoredVertex),
    /// `ponnuki-explain`: the same in words.
    Explain(ColoredVertex),
    /// `kata-get-rules`: the rules as a JSON object.
    Get,
    /// `ponnuki-illegal`: the empty points where a colour may not play, and why.
    Illegal(Color),
    /// `kata-set-rules`, `kgs-rules`: sets all rules.
    Set(RulesRequest),
    /// `kata-set-rule`: sets one rule.
    SetOne(Setting),
}

/// Commands about the score and dead stones.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ScoringCommand {
    /// `ponnuki-clear_dead`: unmarks all dead stones.
    ClearDead,
    /// `ponnuki-dead`: the stones that count as dead.
    Dead,
    /// `final_score`: the score of the position.
    FinalScore,
    /// `final_status_list`: the chains or the empty points of one status.
    FinalStatusList(Status),
    /// `ponnuki-mark_dead`: marks a chain as dead, with the stones that die
    /// with it.
    MarkDead(Vertex),
    /// `ponnuki-territory`: the owner of every point.
    Territory,
}

/// Commands that judge the position by playouts or by proof.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum EstimateCommand {
    /// `ponnuki-estimate_dead`: the stones that are dead by playouts.
    Dead,
    /// `ponnuki-ownership`: the ownership of every point, by this number of playouts.
    Ownership(u64),
    /// `ponnuki-pass_alive`: the points that these colours cannot lose.
    PassAlive(Vec<Color>),
    /// `estimate_score`: the mean score of playouts, with bounds.
    Score,
    /// `ponnuki-estimate_seki`: the stones that may be in seki by playouts.
    Seki,
}

/// Commands that analyze all moves.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum AnalysisCommand {
    /// `analyze`, `lz-analyze`, `kata-analyze`: reports on all moves until the
    /// controller sends a line.
    Analyze(AnalyzeStyle, Result<AnalyzeRequest, UnreadableKey>),
    /// `genmove_analyze` and its variants: plays a move as `genmove` does, and
    /// reports on all moves.
    GenMove(AnalyzeStyle, Result<AnalyzeRequest, UnreadableKey>),
    /// `ponnuki-live_analysis`: draws the moves of a colour on GoGui's board
    /// until the controller sends a line.
    Draw(Result<AnalyzeRequest, UnreadableKey>),
    /// `ponnuki-live_graphics`: whether the player draws on GoGui's board while
    /// it analyzes or chooses a move.
    LiveGraphics(bool),
    /// `ponnuki-win_rates`: the win rates of a colour's moves as graphics.
    WinRates(Color),
}

/// Commands about game records on disk.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum FileCommand {
    /// `loadsgf`: loads a game up to the position before a move.
    LoadSgf {
        /// The path of the file.
        file: String,
        /// The number of the first move that is not played, counted from 1.
        until: Option<usize>,
    },
    /// `printsgf`: writes the game as SGF to a file, or answers with it.
    PrintSgf(Option<String>),
}

/// Commands about time.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum TimeCommand {
    /// `time_left`: the time and the moves left on a colour's clock.
    Left(Color, TimeLeft),
    /// `kata-list_time_settings`: the names of the time systems.
    List,
    /// `time_settings`, `kgs-time_settings`, `kata-time_settings`: the time
    /// system.
    Settings(TimeSystem),
}

/// Commands of GoGui.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum GuiCommand {
    /// `gogui-analyze_commands`: the entries of the analyze menu.
    AnalyzeCommands,
    /// `gogui-interrupt`: announces that the engine reads `# interrupt`.
    Interrupt,
    /// `gogui-play_sequence`: plays all moves, or none if one is illegal.
    PlaySequence(Vec<ColoredVertex>),
    /// `gogui-setup`: puts stones on the empty board.
    Setup(Vec<ColoredVertex>),
    /// `gogui-setup_player`: sets the colour to move.
    SetupPlayer(Color),
    /// `gogui-title`: the title of GoGui's window.
    Title,
    /// `gogui-version`: accepts GoGui's version, which changes nothing.
    Version,
}

/// Commands by which GoGui leaves the rules of a game to a program, the ruler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RulerCommand {
    /// `gogui-rules_board`: the stones, in rows from the top.
    Board,
    /// `gogui-rules_board_gfx`: graphics for the board.
    BoardGraphics,
    /// `gogui-rules_board_size`: the width, and the height of a rectangle.
    BoardSize,
    /// `gogui-rules_captured_count`: the prisoners of Black and of White.
    CapturedCount,
    /// `gogui-rules_final_result`: the result in words.
    FinalResult,
    /// `gogui-rules_game_id`: the name of the game.
    GameId,
    /// `gogui-rules_legal_moves`: the legal moves, none after the end.
    LegalMoves,
    /// `gogui-rules_side_to_move`: the colour to move.
    SideToMove,
}

/// Commands about the parameters of the session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ParameterCommand {
    /// `kata-get-param`: the value of the parameter with this name.
    Get(String),
    /// `kata-get-params`: all parameters as a JSON object.
    GetAll,
    /// `kata-list-params`: the names of the parameters.
    List,
    /// `ponnuki-param` with arguments, `kata-set-param`, `kata-set-params`:
    /// changes parameters.
    Set(Vec<Setting>),
    /// `ponnuki-param`: all parameters in GoGui's form.
    Show,
}

/// Commands of game servers and match programs.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ServerCommand {
    /// `cgos-gameover`: logs the server's result.
    CgosGameOver(String),
    /// `cgos-opponent_name`: logs the opponent's name.
    CgosOpponentName(String),
    /// `cgos-opponent_rating`: logs the opponent's rating.
    CgosOpponentRating(String),
    /// `gomill-describe_engine`: the program, its rules and its seed.
    DescribeEngine,
    /// `gomill-explain_last_move`: the last move and the stones that it removed.
    ExplainLastMove,
    /// `kgs-game_over`: needs no action.
    KgsGameOver,
}
