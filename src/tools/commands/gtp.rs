//! A GTP session, which the program runs without a subcommand.

use std::fs;
use std::io::{self, IsTerminal};
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueHint};
use ponnuki_core::board::Named;
use ponnuki_formats::files::{FileKind, open_stream};
use ponnuki_gtp::{Engine, EngineOptions, Session};
use ponnuki_play::estimate::DeadStones;
use ponnuki_play::network::Network;
use ponnuki_play::player::{EndingSettings, Passing, PlayerKind, PlayerSettings, Profile};

use crate::cli::args::{
    GameArgs, LogArgs, OverwriteArgs, PlayerArgs, RecordArgs, conflict, named, possible_values,
    visible_name,
};
use crate::cli::failure::Failure;
use crate::cli::{logging, stdout};

/// A hint printed if standard input is a terminal.
const HINT: &str = "\
Ponnuki reads commands of the Go Text Protocol. Try: showboard, play black D4, genmove white, list_commands, quit.
To play on a board in this terminal, type quit and run `ponnuki play`.";

/// The help's heading for the options of sessions only.
const SESSION: &str = "GTP session";

/// The options of a GTP session.
#[derive(Debug, Default, Args)]
pub(crate) struct GtpArgs {
    #[command(flatten)]
    pub(super) game: GameArgs,
    #[command(flatten)]
    pub(super) player: PlayerArgs,
    /// Speak GTP, which is the default; accepted because GUIs and scripts pass it
    #[arg(short, long, help_heading = SESSION)]
    gtp: bool,
    /// Same as --gtp
    #[arg(long, help_heading = SESSION, value_name = "MODE",
        value_parser = PossibleValuesParser::new(possible_values([("gtp", "The Go Text Protocol")])))]
    mode: Option<String>,
    /// Let the random player resign after N moves of the game
    ///
    /// Without this option it never resigns. It lets authors of GUIs test how
    /// their program handles a resignation.
    #[arg(long, help_heading = SESSION, value_name = "N")]
    resign_after: Option<usize>,
    /// Let the search think on while the opponent does
    ///
    /// It goes on in its tree after each of its moves, until the next command or a million
    /// playouts. Its games then depend on the opponent's time.
    #[arg(long, help_heading = SESSION)]
    ponder: bool,
    /// Let the search ask the network of FILE instead of its own
    ///
    /// `scripts/learn` makes such files. The search then asks it on boards from the smallest to
    /// the largest size that it has learned.
    #[arg(long, help_heading = SESSION, value_name = "FILE", value_hint = ValueHint::FilePath)]
    network: Option<PathBuf>,
    /// Program or server that the engine plays under, for the end of games [default: gui if the player searches, else twogtp]
    ///
    /// gui (ogs) and kgs: --pass settled and --dead-stones estimate, as people end
    /// games. cgos and twogtp: --pass filled and --dead-stones marked, for
    /// controllers that count all stones on the board as alive.
    #[arg(long, help_heading = SESSION, value_name = "NAME", value_parser = profile())]
    profile: Option<Profile>,
    /// Stones that `final_score` and `final_status_list` count as dead while none are marked [default: from --profile]
    ///
    /// marked: none, so all stones on the board count. estimate: those that
    /// seem dead, for GUIs and servers that stop before dead stones are
    /// captured. Rules that count territory need it, or marks.
    #[arg(long, help_heading = SESSION, value_name = "HOW", value_parser = named::<DeadStones>())]
    dead_stones: Option<DeadStones>,
    /// When the engine passes [default: from --profile]
    ///
    /// filled: when its player passes; the random player first fills the board
    /// except for its eyes. settled: also when the opponent has just passed,
    /// playouts leave no point undecided, and the score that would then count
    /// wins or is as good as playing on. Where territory counts, both settings pass in
    /// such a position without waiting for the opponent.
    #[arg(long, help_heading = SESSION, value_name = "WHEN", value_parser = named::<Passing>())]
    pass: Option<Passing>,
    #[command(flatten, next_help_heading = SESSION)]
    record: RecordArgs,
    /// Let `printsgf FILE` write files into this folder
    ///
    /// Without it, printsgf only prints the record in its response, because a
    /// server may expose the engine to strangers.
    #[arg(long, help_heading = SESSION, value_name = "DIR", value_hint = ValueHint::DirPath)]
    sgf_dir: Option<PathBuf>,
    #[command(flatten, next_help_heading = SESSION)]
    overwrite: OverwriteArgs,
    /// Be the ruler of GoGui's games: list the commands `gogui-rules_...`
    ///
    /// GoGui then leaves legality, captures and the result to this program. They are
    /// not listed otherwise, because GoGui begins a new game when it attaches a
    /// program that lists them and has a board of another size.
    #[arg(long, help_heading = SESSION)]
    ruler: bool,
    /// Answer NAME to the GTP command `name`
    ///
    /// For GUIs that know engines by name: Lizzie Next sends KataGo's commands to
    /// those that begin with "kata".
    #[arg(long, help_heading = SESSION, value_name = "NAME", value_parser = |text: &str| visible_name("name", text))]
    override_name: Option<String>,
    /// Answer VERSION to the GTP command `version`
    ///
    /// For GUIs that check the version of another engine: Lizzie expects that of
    /// Leela Zero, 0.15 or later.
    #[arg(long, help_heading = SESSION, value_name = "VERSION", value_parser = |text: &str| visible_name("version", text))]
    override_version: Option<String>,
    /// Read the GTP commands from FILE instead of standard input
    #[arg(long, help_heading = SESSION, value_name = "FILE", value_hint = ValueHint::FilePath)]
    gtp_input: Option<PathBuf>,
}

/// Returns a parser of profiles. People end games alike in a GUI and on the server OGS.
fn profile() -> impl TypedValueParser<Value = Profile> {
    let names = possible_values(Profile::names()).map(|name| match name.get_name() {
        "gui" => name.alias("ogs"),
        _ => name,
    });
    let names = PossibleValuesParser::new(names);
    names.map(|name| name.parse().unwrap_or(Profile::Gui))
}

impl GtpArgs {
    /// Checks that the options apply to the player.
    pub(super) fn check(&self) -> Result<(), clap::Error> {
        self.player.check()?;
        match self.player.search_chosen_by() {
            Some(search) if self.resign_after.is_some() => Err(conflict(
                "--resign-after",
                search,
                "only the random player resigns after a number of moves",
            )),
            _ if self.ponder && self.settings().kind != PlayerKind::Search => Err(conflict(
                "--ponder",
                self.player.search_chosen_by().unwrap_or("--player random"),
                "only --player search thinks while the opponent does",
            )),
            _ => Ok(()),
        }
    }

    /// Formats all settings, so that a test sees whether an option changes any.
    #[cfg(test)]
    pub(super) fn effect(&self) -> String {
        let engine = self.engine_options(self.game.seed.unwrap_or_default());
        let files = (&self.network, &self.gtp_input);
        format!("{engine:?} {} {files:?}", self.player.effect())
    }

    /// Returns the settings of the player.
    fn settings(&self) -> PlayerSettings {
        self.player.settings(self.game.eyes, self.resign_after)
    }

    /// Builds the options of an engine with a seed.
    pub(super) fn engine_options(&self, seed: u64) -> EngineOptions {
        EngineOptions {
            size: self.game.boardsize,
            komi: self.game.rules.komi(),
            rules: self.game.rules.chosen(),
            player: self.settings(),
            seed,
            strict_records: self.record.strict,
            sgf_dir: self.sgf_dir.clone(),
            overwrite: self.overwrite.overwrite,
            ending: EndingSettings {
                profile: self.profile,
                passing: self.pass,
                dead_stones: self.dead_stones,
            },
            ponder: self.ponder,
            ruler: self.ruler,
            name: self.override_name.clone(),
            version: self.override_version.clone(),
        }
    }
}

/// Runs a session on standard input or a file, and on standard output.
pub(crate) fn run(args: &GtpArgs, log: &LogArgs) -> Result<(), Failure> {
    if let Some(path) = &args.sgf_dir {
        fs::read_dir(path).map_err(Failure::file("write into", path))?;
    }
    let input = match &args.gtp_input {
        Some(path) => Some(open_stream(path).map_err(Failure::file("read", path))?),
        None => None,
    };
    if let Some(path) = &args.network {
        let file = FileKind::WEIGHTS.read_file(path);
        let file = file.map_err(Failure::file("read", path))?;
        if !Network::use_file(&file) {
            let reason = io::Error::other("it holds no weights that this version reads");
            return Err(Failure::file("use", path)(reason));
        }
    }
    let options = args.engine_options(logging::seed(args.game.seed, log)?);
    let engine = Engine::new(options);
    let output = io::stdout().lock();
    let done = if let Some(file) = input {
        Session::run_watched(file, output, engine, stdout::is_lost)
    } else {
        if io::stdin().is_terminal() {
            logging::hint(HINT, log);
        }
        Session::run_watched(io::stdin(), output, engine, stdout::is_lost)
    };
    Ok(done?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Command;

    use crate::cli::args::parsed;

    #[test]
    fn the_server_ogs_has_the_profile_of_a_gui() {
        let names = Profile::ALL.map(|profile| (profile.name(), profile));
        for (name, profile) in names.into_iter().chain([("ogs", Profile::Gui)]) {
            let args: GtpArgs = parsed(&format!("--profile {name}")).unwrap();
            assert_eq!(args.profile, Some(profile), "{name}");
        }
        assert!(parsed::<GtpArgs>("--profile igs").is_err());
    }

    #[test]
    fn the_help_says_what_a_profile_means() {
        let command = GtpArgs::augment_args(Command::new("ponnuki"));
        let mut options = command.get_arguments();
        let option = options.find(|option| option.get_id() == "profile").unwrap();
        let help = option.get_long_help().unwrap().to_string();
        for profile in Profile::ALL {
            let habits = profile.habits();
            let (passing, dead_stones) = (habits.passing, habits.dead_stones);
            let values = format!(": --pass {passing} and --dead-stones {dead_stones},");
            let is_named = |sentence: &str| {
                let names = sentence.split(&values).next().unwrap_or_default();
                sentence.contains(&values) && names.contains(profile.name())
            };
            assert!(help.split(". ").any(is_named), "{profile}: {help}");
        }
    }
}
