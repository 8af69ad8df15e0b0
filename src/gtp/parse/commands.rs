//! The list of all commands: their names, their arguments and the parsers.
//!
//! The list alone decides which commands exist: `list_commands`,
//! `known_command` and `help` read it too.

use super::analyze::analyze;
use super::arguments as read;
use super::time;
use crate::estimate::EstimateOptions;
use crate::gtp::command::{
    AdminCommand as Admin, AnalysisCommand as Analysis, BoardCommand as Board,
    EstimateCommand as Estimates, FileCommand as Files, GuiCommand as Gui,
    HandicapCommand as Handicap, MoveCommand as Moves, ParameterCommand as Parameters,
    RulerCommand as Ruler, RulesCommand as Rules, ScoringCommand as Scoring,
    ServerCommand as Servers, StoneCommand as Stones, TimeCommand as Time,
};
use crate::gtp::command::{AnalyzeStyle, Command};

use Command as C;

/// The syntax of a command.
pub(crate) struct Syntax {
    /// The name, case sensitive.
    pub(crate) name: &'static str,
    /// The arguments as `help` shows them: capitals stand for values, and
    /// brackets enclose optional arguments. Empty for a command without
    /// arguments.
    pub(crate) arguments: &'static str,
    /// A sentence that `help` adds to this command; empty for most commands.
    pub(crate) note: &'static str,
    /// Reads the arguments from the text after the name. Returns `None` when
    /// they are not readable.
    pub(crate) parse: fn(&[u8]) -> Option<Command>,
}

/// Finds the command with this name in the list.
pub(crate) fn find(name: &[u8]) -> Option<&'static Syntax> {
    let place = COMMANDS.binary_search_by(|entry| entry.name.as_bytes().cmp(name));
    place.ok().map(|index| &COMMANDS[index])
}

impl Syntax {
    /// Returns whether the command belongs to GoGui's protocol for rulers.
    pub(crate) fn is_of_the_ruler(&self) -> bool {
        self.name.starts_with("gogui-rules_")
    }
}

/// Makes an entry of the list.
const fn entry(
    name: &'static str,
    arguments: &'static str,
    parse: fn(&[u8]) -> Option<Command>,
) -> Syntax {
    Syntax {
        name,
        arguments,
        note: "",
        parse,
    }
}

/// Makes an entry of the list with a note.
const fn noted(note: &'static str, entry: &Syntax) -> Syntax {
    Syntax { note, ..*entry }
}

/// The rules under which a file is replayed.
const LOADSGF: &str = "\
A file that states rules is replayed under them, and the game continues under them.
A file without rules, or with rules that are not supported, is replayed under simple ko with suicide allowed,
even where the rules of the engine forbid a move. The game continues under the rules of the engine.";

/// The arguments of all analysis commands.
const ANALYZE: &str = "[COLOR] [INTERVAL] [KEY VALUE ...]";

/// Every command, sorted by name for the binary search.
pub(crate) const COMMANDS: &[Syntax] = &[
    entry("all_legal", "COLOR", |a| {
        read::color(a).map(Moves::AllLegal).map(C::Moves)
    }),
    entry("analyze", ANALYZE, |a| {
        Some(C::Analysis(Analysis::Analyze(
            AnalyzeStyle::Plain,
            analyze(a),
        )))
    }),
    entry("boardsize", "WIDTH [HEIGHT]", |a| {
        read::board_size(a).map(Board::SetSize).map(C::Board)
    }),
    entry("captures", "COLOR", |a| {
        read::color(a).map(Stones::Captures).map(C::Stones)
    }),
    entry("cgos-gameover", "[RESULT]", |a| {
        Some(C::Servers(Servers::CgosGameOver(read::text(a))))
    }),
    entry("cgos-genmove_analyze", ANALYZE, |a| {
        Some(C::Analysis(Analysis::GenMove(
            AnalyzeStyle::Cgos,
            analyze(a),
        )))
    }),
    entry("cgos-opponent_name", "[NAME]", |a| {
        Some(C::Servers(Servers::CgosOpponentName(read::text(a))))
    }),
    entry("cgos-opponent_rating", "[RATING]", |a| {
        Some(C::Servers(Servers::CgosOpponentRating(read::text(a))))
    }),
    entry("clear_board", "", |_| Some(C::Board(Board::Clear))),
    entry("color", "VERTEX", |a| {
        read::vertex(a).map(Stones::ColorAt).map(C::Stones)
    }),
    entry("countlib", "VERTEX", |a| {
        read::vertex(a).map(Stones::CountLiberties).map(C::Stones)
    }),
    #[cfg(any(unix, windows))]
    entry("cputime", "", |_| Some(C::Admin(Admin::CpuTime))),
    entry("echo", "[TEXT]", |a| {
        Some(C::Admin(Admin::Echo(read::bytes(a))))
    }),
    entry("estimate_score", "", |_| {
        Some(C::Estimates(Estimates::Score))
    }),
    entry("final_score", "", |_| Some(C::Scoring(Scoring::FinalScore))),
    entry(
        "final_status_list",
        "alive|seki|dead|black_territory|white_territory|dame",
        |a| {
            read::status(a)
                .map(Scoring::FinalStatusList)
                .map(C::Scoring)
        },
    ),
    entry("findlib", "VERTEX", |a| {
        read::vertex(a).map(Stones::FindLiberties).map(C::Stones)
    }),
    entry("fixed_handicap", "STONES", |a| {
        read::count(a).map(Handicap::PlaceFixed).map(C::Handicap)
    }),
    entry("genmove", "COLOR", |a| {
        read::color(a).map(Moves::GenMove).map(C::Moves)
    }),
    entry("genmove_analyze", ANALYZE, |a| {
        Some(C::Analysis(Analysis::GenMove(
            AnalyzeStyle::Plain,
            analyze(a),
        )))
    }),
    entry("get_komi", "", |_| Some(C::Board(Board::GetKomi))),
    entry("get_random_seed", "", |_| {
        Some(C::Admin(Admin::GetRandomSeed))
    }),
    entry("gg-undo", "[MOVES]", |a| {
        read::count_or_one(a).map(Moves::Undo).map(C::Moves)
    }),
    entry("gogui-analyze_commands", "", |_| {
        Some(C::Gui(Gui::AnalyzeCommands))
    }),
    entry("gogui-interrupt", "", |_| Some(C::Gui(Gui::Interrupt))),
    entry("gogui-play_sequence", "[COLOR VERTEX ...]", |a| {
        read::colored_vertices(a).map(Gui::PlaySequence).map(C::Gui)
    }),
    entry("gogui-rules_board", "", |_| Some(C::Ruler(Ruler::Board))),
    entry("gogui-rules_board_gfx", "", |_| {
        Some(C::Ruler(Ruler::BoardGraphics))
    }),
    entry("gogui-rules_board_size", "", |_| {
        Some(C::Ruler(Ruler::BoardSize))
    }),
    entry("gogui-rules_captured_count", "", |_| {
        Some(C::Ruler(Ruler::CapturedCount))
    }),
    entry("gogui-rules_final_result", "", |_| {
        Some(C::Ruler(Ruler::FinalResult))
    }),
    entry("gogui-rules_game_id", "", |_| Some(C::Ruler(Ruler::GameId))),
    entry("gogui-rules_legal_moves", "", |_| {
        Some(C::Ruler(Ruler::LegalMoves))
    }),
    entry("gogui-rules_side_to_move", "", |_| {
        Some(C::Ruler(Ruler::SideToMove))
    }),
    entry("gogui-setup", "[COLOR VERTEX ...]", |a| {
        read::colored_vertices(a).map(Gui::Setup).map(C::Gui)
    }),
    entry("gogui-setup_player", "COLOR", |a| {
        read::color(a).map(Gui::SetupPlayer).map(C::Gui)
    }),
    entry("gogui-title", "", |_| Some(C::Gui(Gui::Title))),
    entry("gogui-version", "[VERSION]", |_| Some(C::Gui(Gui::Version))),
    #[cfg(any(unix, windows))]
    entry("gomill-cpu_time", "", |_| Some(C::Admin(Admin::CpuTime))),
    entry("gomill-describe_engine", "", |_| {
        Some(C::Servers(Servers::DescribeEngine))
    }),
    entry("gomill-explain_last_move", "", |_| {
        Some(C::Servers(Servers::ExplainLastMove))
    }),
    entry(
        "gomill-genmove_ex",
        "[COLOR [KEYWORD ...]]",
        |a| match read::text(a).as_str() {
            "" => Some(C::Moves(Moves::GenMoveKeywords)),
            _ => read::color(a).map(Moves::GenMove).map(C::Moves),
        },
    ),
    entry("help", "[COMMAND]", |a| {
        Some(C::Admin(Admin::Help(read::optional_word(a))))
    }),
    entry("is_legal", "COLOR VERTEX", |a| {
        read::colored_vertex(a).map(Moves::IsLegal).map(C::Moves)
    }),
    entry("kata-analyze", ANALYZE, |a| {
        Some(C::Analysis(Analysis::Analyze(
            AnalyzeStyle::Kata,
            analyze(a),
        )))
    }),
    entry("kata-check-move", "COLOR VERTEX", |a| {
        read::colored_vertex(a).map(Rules::Check).map(C::Rules)
    }),
    entry("kata-genmove_analyze", ANALYZE, |a| {
        Some(C::Analysis(Analysis::GenMove(
            AnalyzeStyle::Kata,
            analyze(a),
        )))
    }),
    entry("kata-get-param", "PARAMETER", |a| {
        read::word(a).map(Parameters::Get).map(C::Parameters)
    }),
    entry("kata-get-params", "", |_| {
        Some(C::Parameters(Parameters::GetAll))
    }),
    entry("kata-get-rules", "", |_| Some(C::Rules(Rules::Get))),
    entry("kata-list-params", "", |_| {
        Some(C::Parameters(Parameters::List))
    }),
    entry("kata-list_time_settings", "", |_| Some(C::Time(Time::List))),
    entry("kata-set-param", "PARAMETER VALUE", |a| {
        let setting = read::setting(a).map(|setting| vec![setting]);
        setting.map(Parameters::Set).map(C::Parameters)
    }),
    entry("kata-set-params", "JSON", |a| {
        read::settings(a).map(Parameters::Set).map(C::Parameters)
    }),
    entry("kata-set-rule", "RULE VALUE", |a| {
        read::setting(a).map(Rules::SetOne).map(C::Rules)
    }),
    entry("kata-set-rules", "NAME|JSON", |a| {
        read::rules(a).map(Rules::Set).map(C::Rules)
    }),
    entry("kata-time_settings", "SYSTEM [NUMBER ...]", |a| {
        time::kata_time_settings(a).map(Time::Settings).map(C::Time)
    }),
    entry("kgs-game_over", "", |_| {
        Some(C::Servers(Servers::KgsGameOver))
    }),
    entry("kgs-genmove_cleanup", "COLOR", |a| {
        read::color(a).map(Moves::CleanUp).map(C::Moves)
    }),
    entry("kgs-rules", "NAME", |a| {
        read::kgs_rules(a).map(Rules::Set).map(C::Rules)
    }),
    entry("kgs-time_settings", "SYSTEM [NUMBER ...]", |a| {
        time::kgs_time_settings(a).map(Time::Settings).map(C::Time)
    }),
    entry("known_command", "[COMMAND]", |a| {
        Some(C::Admin(Admin::IsKnown(read::optional_word(a))))
    }),
    entry("komi", "KOMI", |a| {
        read::komi(a).map(Board::SetKomi).map(C::Board)
    }),
    entry("last_move", "", |_| Some(C::Moves(Moves::Last))),
    entry("list_commands", "", |_| Some(C::Admin(Admin::ListCommands))),
    entry("list_stones", "COLOR", |a| {
        read::color(a).map(Stones::List).map(C::Stones)
    }),
    noted(
        LOADSGF,
        &entry("loadsgf", "FILE [MOVE]", |a| {
            read::sgf_file(a).map(|(file, until)| C::Files(Files::LoadSgf { file, until }))
        }),
    ),
    entry("lz-analyze", ANALYZE, |a| {
        Some(C::Analysis(Analysis::Analyze(
            AnalyzeStyle::Leela,
            analyze(a),
        )))
    }),
    entry("lz-genmove_analyze", ANALYZE, |a| {
        Some(C::Analysis(Analysis::GenMove(
            AnalyzeStyle::Leela,
            analyze(a),
        )))
    }),
    entry("move_history", "", |_| Some(C::Moves(Moves::History))),
    entry("name", "", |_| Some(C::Admin(Admin::Name))),
    entry("place_free_handicap", "STONES", |a| {
        read::count(a).map(Handicap::PlaceFree).map(C::Handicap)
    }),
    entry("play", "COLOR VERTEX", |a| {
        read::colored_vertex(a).map(Moves::Play).map(C::Moves)
    }),
    entry("ponnuki-bans", "COLOR", |a| {
        read::color(a).map(Rules::Bans).map(C::Rules)
    }),
    entry("ponnuki-chains", "", |_| Some(C::Stones(Stones::Chains))),
    entry("ponnuki-clear_dead", "", |_| {
        Some(C::Scoring(Scoring::ClearDead))
    }),
    entry("ponnuki-dead", "", |_| Some(C::Scoring(Scoring::Dead))),
    entry("ponnuki-estimate_dead", "", |_| {
        Some(C::Estimates(Estimates::Dead))
    }),
    entry("ponnuki-estimate_seki", "", |_| {
        Some(C::Estimates(Estimates::Seki))
    }),
    entry("ponnuki-explain", "COLOR VERTEX", |a| {
        read::colored_vertex(a).map(Rules::Explain).map(C::Rules)
    }),
    entry("ponnuki-eyes", "COLOR", |a| {
        read::color(a).map(Stones::Eyes).map(C::Stones)
    }),
    entry("ponnuki-hash", "", |_| Some(C::Board(Board::Hash))),
    entry("ponnuki-illegal", "COLOR", |a| {
        read::color(a).map(Rules::Illegal).map(C::Rules)
    }),
    entry("ponnuki-last_captures", "", |_| {
        Some(C::Stones(Stones::LastCaptures))
    }),
    entry("ponnuki-liberties", "", |_| {
        Some(C::Stones(Stones::Liberties))
    }),
    entry("ponnuki-live_analysis", ANALYZE, |a| {
        Some(C::Analysis(Analysis::Draw(analyze(a))))
    }),
    entry("ponnuki-live_graphics", "true|false", |a| {
        read::boolean(a)
            .map(Analysis::LiveGraphics)
            .map(C::Analysis)
    }),
    entry("ponnuki-mark_dead", "VERTEX", |a| {
        read::vertex(a).map(Scoring::MarkDead).map(C::Scoring)
    }),
    entry("ponnuki-ownership", "[PLAYOUTS]", |a| {
        read::count_or(a, EstimateOptions::picture(0).playouts)
            .map(Estimates::Ownership)
            .map(C::Estimates)
    }),
    entry("ponnuki-param", "[PARAMETER VALUE]", |a| {
        read::parameter(a).map(C::Parameters)
    }),
    entry("ponnuki-pass_alive", "[COLOR]", |a| {
        read::color_or_both(a)
            .map(Estimates::PassAlive)
            .map(C::Estimates)
    }),
    entry("ponnuki-rules", "", |_| Some(C::Rules(Rules::Describe))),
    entry("ponnuki-territory", "", |_| {
        Some(C::Scoring(Scoring::Territory))
    }),
    entry("ponnuki-win_rates", "COLOR", |a| {
        read::color(a).map(Analysis::WinRates).map(C::Analysis)
    }),
    entry("printsgf", "[FILE]", |a| {
        Some(C::Files(Files::PrintSgf(read::optional_word(a))))
    }),
    entry("protocol_version", "", |_| {
        Some(C::Admin(Admin::ProtocolVersion))
    }),
    entry("query_boardsize", "", |_| Some(C::Board(Board::QuerySize))),
    entry("quit", "", |_| Some(C::Admin(Admin::Quit))),
    entry("rectangular_boardsize", "WIDTH HEIGHT", |a| {
        read::lengths(a).map(Board::SetSize).map(C::Board)
    }),
    entry("reg_genmove", "COLOR", |a| {
        read::color(a).map(Moves::RegGenMove).map(C::Moves)
    }),
    entry("set_free_handicap", "VERTEX VERTEX ...", |a| {
        read::vertices(a).map(Handicap::SetFree).map(C::Handicap)
    }),
    entry("set_position", "[COLOR VERTEX ...]", |a| {
        read::colored_vertices(a)
            .map(Board::SetPosition)
            .map(C::Board)
    }),
    entry("set_random_seed", "SEED", |a| {
        read::seed(a).map(Admin::SetRandomSeed).map(C::Admin)
    }),
    entry("showboard", "", |_| Some(C::Board(Board::Show))),
    entry("stop", "", |_| Some(C::Admin(Admin::Stop))),
    entry("time_left", "COLOR SECONDS STONES", |a| {
        time::time_left(a).map(|(color, left)| C::Time(Time::Left(color, left)))
    }),
    entry("time_settings", "MAIN BYOYOMI STONES", |a| {
        time::time_settings(a).map(Time::Settings).map(C::Time)
    }),
    entry("undo", "", |_| Some(C::Moves(Moves::Undo(1)))),
    entry("version", "", |_| Some(C::Admin(Admin::Version))),
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
