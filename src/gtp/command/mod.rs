//! What can be said: one enum of commands and one list of their names.
//!
//! A command depends on its line alone. Whether a vertex is on the board and
//! whether a number makes sense is for the engine to decide.

use std::fmt;

use crate::board::{Color, Coordinates};
use crate::estimate::EstimateOptions;
use crate::game::{TimeLeft, TimeSystem};
use crate::gtp::analyze::{AnalyzeRequest, AnalyzeStyle, UnreadableKey};
use crate::gtp::parse::analyze::analyze;
use crate::gtp::parse::arguments as read;
use crate::rules::Komi;

use Command as C;

/// Where a move goes: to a point, which may lie off the board, or nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Vertex {
    /// No stone is placed.
    Pass,
    /// A point.
    At(Coordinates),
}

/// Which chains `final_status_list` lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// Chains that are not marked dead.
    Alive,
    /// Chains that may be in seki, when the dead ones are estimated.
    Seki,
    /// Chains that are marked dead.
    Dead,
}

/// Width and height as they were given; any number is possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lengths {
    /// The number of columns.
    pub(crate) width: usize,
    /// The number of rows.
    pub(crate) height: usize,
}

/// A colour and a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ColoredVertex {
    /// Whose move or stone it is.
    pub(crate) color: Color,
    /// Where it goes.
    pub(crate) vertex: Vertex,
}

impl fmt::Display for ColoredVertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.vertex {
            Vertex::Pass => write!(f, "{} pass", self.color),
            Vertex::At(point) => write!(f, "{} {point}", self.color),
        }
    }
}

/// The rules that `kata-set-rules` asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RulesRequest {
    /// A named set.
    Named(String),
    /// Single rules with their values, from a JSON object.
    Settings(Vec<RuleSetting>),
}

/// One rule and its value, as they were written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RuleSetting {
    /// The rule's name.
    pub(crate) key: String,
    /// The value, without quotes.
    pub(crate) value: String,
}

/// A command with its arguments.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Command {
    /// `all_legal`: the points where a colour may play.
    AllLegal(Color),
    /// `analyze`, `lz-analyze`, `kata-analyze`: what the player thinks of all
    /// moves, until any line comes.
    Analyze(AnalyzeStyle, Result<AnalyzeRequest, UnreadableKey>),
    /// `boardsize`, `rectangular_boardsize`: a new empty board.
    BoardSize(Lengths),
    /// `captures`: the number of stones that a colour has taken.
    Captures(Color),
    /// `cgos-gameover`: the server's result.
    CgosGameOver(String),
    /// `cgos-opponent_name`: who plays on the other side.
    CgosOpponentName(String),
    /// `cgos-opponent_rating`: how strong the other side is.
    CgosOpponentRating(String),
    /// `clear_board`: a new game on the same board.
    ClearBoard,
    /// `color`: what stands on a point.
    ColorAt(Vertex),
    /// `countlib`: the number of liberties of a chain.
    CountLiberties(Vertex),
    /// `cputime`, `gomill-cpu_time`: seconds of processor time used.
    CpuTime,
    /// `echo`: the same text again.
    Echo(Vec<u8>),
    /// `estimate_score`: the mean score of playouts, with bounds.
    EstimateScore,
    /// `ponnuki-estimate_dead`: the stones that are dead by playouts.
    EstimateDead,
    /// `ponnuki-estimate_seki`: the stones that may be in seki by playouts.
    EstimateSeki,
    /// `final_score`: the score as the board stands.
    FinalScore,
    /// `final_status_list`: the chains of one status.
    FinalStatusList(Status),
    /// `findlib`: the liberties of a chain.
    FindLiberties(Vertex),
    /// `fixed_handicap`: handicap stones from the table.
    FixedHandicap(usize),
    /// `genmove`, `gomill-genmove_ex`: the player plays.
    GenMove(Color),
    /// `kgs-genmove_cleanup`: a move that helps to take off what is dead.
    CleanUp(Color),
    /// `genmove_analyze` and its kin: the player plays, and tells what it thinks
    /// of all moves.
    GenMoveAnalyze(AnalyzeStyle, Result<AnalyzeRequest, UnreadableKey>),
    /// `get_komi`: the komi.
    GetKomi,
    /// `get_random_seed`: the player's seed.
    GetRandomSeed,
    /// `gogui-analyze_commands`: what GoGui can show.
    GoguiAnalyzeCommands,
    /// `gogui-interrupt`: says that `# interrupt` is understood.
    GoguiInterrupt,
    /// `gogui-play_sequence`: many moves, all or none.
    GoguiPlaySequence(Vec<ColoredVertex>),
    /// `gogui-setup`: stones on the empty board.
    GoguiSetup(Vec<ColoredVertex>),
    /// `gogui-setup_player`: who moves next.
    GoguiSetupPlayer(Color),
    /// `gogui-title`: a title for GoGui's window.
    GoguiTitle,
    /// `gogui-version`: tells GoGui's version, which makes no difference here.
    GoguiVersion,
    /// `gomill-describe_engine`: what plays here.
    GomillDescribeEngine,
    /// `gomill-explain_last_move`: what the last move did.
    GomillExplainLastMove,
    /// `gomill-genmove_ex` without a colour: the keywords it supports.
    GomillKeywords,
    /// `help`: commands with their arguments, all or one.
    Help(Option<String>),
    /// `is_legal`: whether a move may be made.
    IsLegal(ColoredVertex),
    /// `kata-get-rules`: the rules as a JSON object.
    KataGetRules,
    /// `kata-set-rule`: one rule.
    KataSetRule(RuleSetting),
    /// `kata-set-rules`, `kgs-rules`: all rules.
    SetRules(RulesRequest),
    /// `kgs-game_over`: nothing has to be done.
    KgsGameOver,
    /// `known_command`: whether a command is in the list.
    IsKnown(Option<String>),
    /// `komi`: White's compensation.
    Komi(Komi),
    /// `last_move`: the last move of the game.
    LastMove,
    /// `list_commands`: every name.
    ListCommands,
    /// `list_stones`: the stones of a colour.
    ListStones(Color),
    /// `loadsgf`: a game from a file, up to before a move.
    LoadSgf {
        /// The file's name.
        file: String,
        /// The number of the first move that is not made.
        until: Option<usize>,
    },
    /// `move_history`: the moves, the last first.
    MoveHistory,
    /// `name`: the program's name.
    Name,
    /// `place_free_handicap`: handicap stones where the engine wants them.
    PlaceFreeHandicap(usize),
    /// `play`: a move.
    Play(ColoredVertex),
    /// `ponnuki-bans`: the plays that the ko rule forbids a colour.
    Bans(Color),
    /// `ponnuki-chains`: every chain with its length and liberties.
    Chains,
    /// `ponnuki-clear_dead`: no stone is dead any more.
    ClearDead,
    /// `ponnuki-dead`: the stones that are marked dead.
    Dead,
    /// `ponnuki-explain`: whether a move is legal, and if not, why.
    Explain(ColoredVertex),
    /// `ponnuki-eyes`: the true eyes of a colour.
    Eyes(Color),
    /// `ponnuki-hash`: the hash of the position.
    Hash,
    /// `ponnuki-illegal`: the empty points where a colour may not play, and why.
    Illegal(Color),
    /// `ponnuki-last_captures`: the stones that the last move took off the board.
    LastCaptures,
    /// `ponnuki-liberties`: the number of liberties at every stone.
    Liberties,
    /// `ponnuki-live_graphics`: whether analyses draw on GoGui's board.
    LiveGraphics(bool),
    /// `ponnuki-mark_dead`: the chain here, and what is dead with it, is dead.
    MarkDead(Vertex),
    /// `ponnuki-ownership`: how far each point is whose, by so many playouts.
    Ownership(u64),
    /// `ponnuki-pass_alive`: what these colours cannot lose.
    PassAlive(Vec<Color>),
    /// `ponnuki-territory`: whose each point is.
    Territory,
    /// `ponnuki-win_rates`: what playouts say about the moves of a colour.
    WinRates(Color),
    /// `printsgf`: the game as SGF, to a file or as the answer.
    PrintSgf(Option<String>),
    /// `protocol_version`: 2.
    ProtocolVersion,
    /// `query_boardsize`: the size of the board.
    QueryBoardSize,
    /// `quit`: the end of the session.
    Quit,
    /// `reg_genmove`: the move the player would make, without making it.
    RegGenMove(Color),
    /// `set_free_handicap`: handicap stones on given points.
    SetFreeHandicap(Vec<Vertex>),
    /// `set_position`: a new position without a history.
    SetPosition(Vec<ColoredVertex>),
    /// `set_random_seed`: seeds the player.
    SetRandomSeed(u64),
    /// `showboard`: the position as a picture.
    ShowBoard,
    /// `time_left`: what a clock shows.
    TimeLeft(Color, TimeLeft),
    /// `time_settings`, `kgs-time_settings`: the time system.
    TimeSettings(TimeSystem),
    /// `undo` (one move), `gg-undo`: takes moves back.
    Undo(usize),
    /// `version`: the program's version.
    Version,
}

/// A command's name, its arguments for a reader, and how they are parsed.
pub(crate) struct Syntax {
    /// The name, case sensitive.
    pub(crate) name: &'static str,
    /// The arguments in words: capitals for what is to be put in, brackets
    /// around what may be left out. Empty for none.
    pub(crate) arguments: &'static str,
    /// Makes the command from the text after the name, `None` if that is unreadable.
    pub(crate) parse: fn(&[u8]) -> Option<Command>,
}

/// The entry of a command with this name in the list of all commands.
pub(crate) fn find(name: &[u8]) -> Option<&'static Syntax> {
    let place = COMMANDS.binary_search_by(|entry| entry.name.as_bytes().cmp(name));
    place.ok().map(|index| &COMMANDS[index])
}

/// An entry of the list.
const fn entry(
    name: &'static str,
    arguments: &'static str,
    parse: fn(&[u8]) -> Option<Command>,
) -> Syntax {
    Syntax {
        name,
        arguments,
        parse,
    }
}

/// The arguments of all analysis commands.
const ANALYZE: &str = "[COLOR] [INTERVAL] [KEY VALUE ...]";

/// Every command, in the order of the names.
pub(crate) const COMMANDS: &[Syntax] = &[
    entry("all_legal", "COLOR", |a| read::color(a).map(C::AllLegal)),
    entry("analyze", ANALYZE, |a| {
        Some(C::Analyze(AnalyzeStyle::Kata, analyze(a)))
    }),
    entry("boardsize", "WIDTH [HEIGHT]", |a| {
        read::board_size(a).map(C::BoardSize)
    }),
    entry("captures", "COLOR", |a| read::color(a).map(C::Captures)),
    entry("cgos-gameover", "[RESULT]", |a| {
        Some(C::CgosGameOver(read::text(a)))
    }),
    entry("cgos-genmove_analyze", ANALYZE, |a| {
        Some(C::GenMoveAnalyze(AnalyzeStyle::Cgos, analyze(a)))
    }),
    entry("cgos-opponent_name", "[NAME]", |a| {
        Some(C::CgosOpponentName(read::text(a)))
    }),
    entry("cgos-opponent_rating", "[RATING]", |a| {
        Some(C::CgosOpponentRating(read::text(a)))
    }),
    entry("clear_board", "", |_| Some(C::ClearBoard)),
    entry("color", "VERTEX", |a| read::vertex(a).map(C::ColorAt)),
    entry("countlib", "VERTEX", |a| {
        read::vertex(a).map(C::CountLiberties)
    }),
    entry("cputime", "", |_| Some(C::CpuTime)),
    entry("echo", "[TEXT]", |a| Some(C::Echo(read::bytes(a)))),
    entry("estimate_score", "", |_| Some(C::EstimateScore)),
    entry("final_score", "", |_| Some(C::FinalScore)),
    entry("final_status_list", "alive|seki|dead", |a| {
        read::status(a).map(C::FinalStatusList)
    }),
    entry("findlib", "VERTEX", |a| {
        read::vertex(a).map(C::FindLiberties)
    }),
    entry("fixed_handicap", "STONES", |a| {
        read::count(a).map(C::FixedHandicap)
    }),
    entry("genmove", "COLOR", |a| read::color(a).map(C::GenMove)),
    entry("genmove_analyze", ANALYZE, |a| {
        Some(C::GenMoveAnalyze(AnalyzeStyle::Kata, analyze(a)))
    }),
    entry("get_komi", "", |_| Some(C::GetKomi)),
    entry("get_random_seed", "", |_| Some(C::GetRandomSeed)),
    entry("gg-undo", "[MOVES]", |a| read::count_or_one(a).map(C::Undo)),
    entry("gogui-analyze_commands", "", |_| {
        Some(C::GoguiAnalyzeCommands)
    }),
    entry("gogui-interrupt", "", |_| Some(C::GoguiInterrupt)),
    entry("gogui-play_sequence", "[COLOR VERTEX ...]", |a| {
        read::colored_vertices(a).map(C::GoguiPlaySequence)
    }),
    entry("gogui-setup", "[COLOR VERTEX ...]", |a| {
        read::colored_vertices(a).map(C::GoguiSetup)
    }),
    entry("gogui-setup_player", "COLOR", |a| {
        read::color(a).map(C::GoguiSetupPlayer)
    }),
    entry("gogui-title", "", |_| Some(C::GoguiTitle)),
    entry("gogui-version", "[VERSION]", |_| Some(C::GoguiVersion)),
    entry("gomill-cpu_time", "", |_| Some(C::CpuTime)),
    entry("gomill-describe_engine", "", |_| {
        Some(C::GomillDescribeEngine)
    }),
    entry("gomill-explain_last_move", "", |_| {
        Some(C::GomillExplainLastMove)
    }),
    entry(
        "gomill-genmove_ex",
        "[COLOR [KEYWORD ...]]",
        |a| match read::text(a).as_str() {
            "" => Some(C::GomillKeywords),
            _ => read::color(a).map(C::GenMove),
        },
    ),
    entry("help", "[COMMAND]", |a| {
        Some(C::Help(read::optional_word(a)))
    }),
    entry("is_legal", "COLOR VERTEX", |a| {
        read::colored_vertex(a).map(C::IsLegal)
    }),
    entry("kata-analyze", ANALYZE, |a| {
        Some(C::Analyze(AnalyzeStyle::Kata, analyze(a)))
    }),
    entry("kata-genmove_analyze", ANALYZE, |a| {
        Some(C::GenMoveAnalyze(AnalyzeStyle::Kata, analyze(a)))
    }),
    entry("kata-get-rules", "", |_| Some(C::KataGetRules)),
    entry("kata-set-rule", "RULE VALUE", |a| {
        read::rule_setting(a).map(C::KataSetRule)
    }),
    entry("kata-set-rules", "NAME|JSON", |a| {
        read::rules(a).map(C::SetRules)
    }),
    entry("kgs-game_over", "", |_| Some(C::KgsGameOver)),
    entry("kgs-genmove_cleanup", "COLOR", |a| {
        read::color(a).map(C::CleanUp)
    }),
    entry("kgs-rules", "NAME", |a| {
        read::word(a).map(RulesRequest::Named).map(C::SetRules)
    }),
    entry("kgs-time_settings", "SYSTEM [NUMBER ...]", |a| {
        read::kgs_time_settings(a).map(C::TimeSettings)
    }),
    entry("known_command", "[COMMAND]", |a| {
        Some(C::IsKnown(read::optional_word(a)))
    }),
    entry("komi", "KOMI", |a| read::komi(a).map(C::Komi)),
    entry("last_move", "", |_| Some(C::LastMove)),
    entry("list_commands", "", |_| Some(C::ListCommands)),
    entry("list_stones", "COLOR", |a| {
        read::color(a).map(C::ListStones)
    }),
    entry("loadsgf", "FILE [MOVE]", |a| {
        read::sgf_file(a).map(|(file, until)| C::LoadSgf { file, until })
    }),
    entry("lz-analyze", ANALYZE, |a| {
        Some(C::Analyze(AnalyzeStyle::Leela, analyze(a)))
    }),
    entry("lz-genmove_analyze", ANALYZE, |a| {
        Some(C::GenMoveAnalyze(AnalyzeStyle::Leela, analyze(a)))
    }),
    entry("move_history", "", |_| Some(C::MoveHistory)),
    entry("name", "", |_| Some(C::Name)),
    entry("place_free_handicap", "STONES", |a| {
        read::count(a).map(C::PlaceFreeHandicap)
    }),
    entry("play", "COLOR VERTEX", |a| {
        read::colored_vertex(a).map(C::Play)
    }),
    entry("ponnuki-bans", "COLOR", |a| read::color(a).map(C::Bans)),
    entry("ponnuki-chains", "", |_| Some(C::Chains)),
    entry("ponnuki-clear_dead", "", |_| Some(C::ClearDead)),
    entry("ponnuki-dead", "", |_| Some(C::Dead)),
    entry("ponnuki-estimate_dead", "", |_| Some(C::EstimateDead)),
    entry("ponnuki-estimate_seki", "", |_| Some(C::EstimateSeki)),
    entry("ponnuki-explain", "COLOR VERTEX", |a| {
        read::colored_vertex(a).map(C::Explain)
    }),
    entry("ponnuki-eyes", "COLOR", |a| read::color(a).map(C::Eyes)),
    entry("ponnuki-hash", "", |_| Some(C::Hash)),
    entry("ponnuki-illegal", "COLOR", |a| {
        read::color(a).map(C::Illegal)
    }),
    entry("ponnuki-last_captures", "", |_| Some(C::LastCaptures)),
    entry("ponnuki-liberties", "", |_| Some(C::Liberties)),
    entry("ponnuki-live_graphics", "true|false", |a| {
        read::boolean(a).map(C::LiveGraphics)
    }),
    entry("ponnuki-mark_dead", "VERTEX", |a| {
        read::vertex(a).map(C::MarkDead)
    }),
    entry("ponnuki-ownership", "[PLAYOUTS]", |a| {
        read::count_or(a, EstimateOptions::picture(0).playouts).map(C::Ownership)
    }),
    entry("ponnuki-pass_alive", "[COLOR]", |a| {
        read::color_or_both(a).map(C::PassAlive)
    }),
    entry("ponnuki-territory", "", |_| Some(C::Territory)),
    entry("ponnuki-win_rates", "COLOR", |a| {
        read::color(a).map(C::WinRates)
    }),
    entry("printsgf", "[FILE]", |a| {
        Some(C::PrintSgf(read::optional_word(a)))
    }),
    entry("protocol_version", "", |_| Some(C::ProtocolVersion)),
    entry("query_boardsize", "", |_| Some(C::QueryBoardSize)),
    entry("quit", "", |_| Some(C::Quit)),
    entry("rectangular_boardsize", "WIDTH HEIGHT", |a| {
        read::lengths(a).map(C::BoardSize)
    }),
    entry("reg_genmove", "COLOR", |a| {
        read::color(a).map(C::RegGenMove)
    }),
    entry("set_free_handicap", "VERTEX VERTEX ...", |a| {
        read::vertices(a).map(C::SetFreeHandicap)
    }),
    entry("set_position", "[COLOR VERTEX ...]", |a| {
        read::colored_vertices(a).map(C::SetPosition)
    }),
    entry("set_random_seed", "SEED", |a| {
        read::seed(a).map(C::SetRandomSeed)
    }),
    entry("showboard", "", |_| Some(C::ShowBoard)),
    entry("time_left", "COLOR SECONDS STONES", |a| {
        read::time_left(a).map(|(color, left)| C::TimeLeft(color, left))
    }),
    entry("time_settings", "MAIN BYOYOMI STONES", |a| {
        read::time_settings(a).map(C::TimeSettings)
    }),
    entry("undo", "", |_| Some(C::Undo(1))),
    entry("version", "", |_| Some(C::Version)),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_order_and_found() {
        assert!(COMMANDS.is_sorted_by(|a, b| a.name < b.name));
        for entry in COMMANDS {
            assert_eq!(
                find(entry.name.as_bytes()).map(|found| found.name),
                Some(entry.name)
            );
        }
        assert!(find(b"PLAY").is_none());
        assert!(find(b"").is_none());
    }
}
