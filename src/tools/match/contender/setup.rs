//! The setup of a game: board, rules, komi, clock, seed, stones and opening moves.

use super::{Contender, Need, START_TIME, letter};
use crate::client::{Answer, Fault, FaultKind};
use crate::r#match::plan::Plan;
use crate::r#match::settings::MatchSettings;
use ponnuki_core::board::{ByColor, Color};
use ponnuki_core::rules::{Komi, Preset, Rules, Suicide, kata};

impl Contender {
    /// Returns whether a command is missing from the answer to `list_commands`. An
    /// empty answer means that any command may exist.
    fn lacks(&self, command: &str) -> bool {
        !self.commands.is_empty() && !self.knows(command)
    }

    /// Sends the setup of a new game: board, rules, komi, clock, seed, stones and
    /// opening moves. [`ready`](Self::ready) reads the answers, so that two programs
    /// can prepare at the same time.
    pub(in crate::r#match) fn prepare(
        &mut self,
        settings: &MatchSettings,
        plan: &Plan,
        seed: Option<u64>,
    ) -> Result<(), Fault> {
        self.start(settings)?;
        let size = settings.size;
        if size.is_square() {
            self.ask(Need::Must, format_args!("boardsize {}", size.width()));
        } else {
            let (w, h) = (size.width(), size.height());
            self.ask(Need::Must, format_args!("rectangular_boardsize {w} {h}"));
        }
        self.ask(Need::Must, format_args!("clear_board"));
        self.ask_rules(settings.rules);
        self.ask_komi(settings)?;
        self.ask_clock(settings)?;
        if let Some(seed) = seed.filter(|_| self.knows("set_random_seed")) {
            self.ask(Need::May, format_args!("set_random_seed {seed}"));
        }
        self.ask_opening(settings, plan);
        self.send(settings.move_timeout.max(START_TIME))
    }

    /// Sends the komi. A player without the command may play at the default komi, which
    /// the user did not choose, but a referee must always know the komi.
    fn ask_komi(&mut self, settings: &MatchSettings) -> Result<(), Fault> {
        let komi = &settings.komi;
        if self.is_referee || !self.lacks("komi") {
            self.ask(Need::Must, format_args!("komi {komi}"));
        } else if *komi == Komi::default() {
            self.warn("komi", &format!("has no command for the komi of {komi}"));
        } else {
            return Err(self.lacking("komi", &format!("a komi of {komi}")));
        }
        Ok(())
    }

    fn ask_clock(&mut self, settings: &MatchSettings) -> Result<(), Fault> {
        let time = self.player.time.or(settings.time);
        let Some(time) = time.filter(|_| !self.is_referee) else {
            return Ok(());
        };
        if self.lacks("time_settings") {
            return Err(self.lacking("time_settings", "a match with clocks"));
        }
        let time = format!("{} {} {}", time.main, time.period, time.stones);
        self.ask(Need::Must, format_args!("time_settings {time}"));
        Ok(())
    }

    fn lacking(&mut self, command: &str, what: &str) -> Fault {
        let detail = format!("has no command {command}, which {what} needs");
        self.fail(Fault::new(FaultKind::Refused, detail))
    }

    /// Sends the rules with KataGo's command or, if the program lacks it, with the KGS one.
    fn ask_rules(&mut self, rules: Rules) {
        if self.knows("kata-set-rules") {
            let json = kata::to_katago_json(rules);
            self.ask(Need::Rules, format_args!("kata-set-rules {json}"));
            for (is_chosen, rule) in [
                // KataGo's notation cannot distinguish this from multi-stone suicide.
                (rules.suicide == Suicide::Allowed, "suicide allowed"),
                (rules.passes_cost(), "passStones true"),
                // KataGo refuses this, because it always plays territory out.
                (rules.is_played_out(), "territoryCleanup true"),
            ] {
                if is_chosen && self.knows("kata-set-rule") {
                    self.ask(Need::May, format_args!("kata-set-rule {rule}"));
                }
            }
        } else if self.knows("kgs-rules") {
            let name = match rules.preset() {
                Some(Preset::Cgos | Preset::ChineseOgs) => "chinese",
                Some(Preset::Aga) => "aga",
                Some(Preset::NewZealand) => "new_zealand",
                Some(Preset::Japanese) => "japanese",
                Some(
                    Preset::TrompTaylor
                    | Preset::Chinese
                    | Preset::JapanesePlayout
                    | Preset::StoneScoring
                    | Preset::AncientTerritory
                    | Preset::AgaButton
                    | Preset::Ing,
                )
                | None => return self.warn("rules", "has no name for these rules"),
            };
            self.ask(Need::Rules, format_args!("kgs-rules {name}"));
        } else {
            self.warn("rules", "has no command for rules");
        }
    }

    /// Logs, once per program and setting, that the program cannot be sent a setting, which its
    /// command line can set.
    fn warn(&mut self, setting: &'static str, reason: &str) {
        if self.warned.insert(setting) {
            let (label, name) = (&self.player.label, &self.name);
            log::info!("{label} ({name}) {reason}: its command line must set the {setting}");
        }
    }

    fn ask_opening(&mut self, settings: &MatchSettings, plan: &Plan) {
        let size = settings.size;
        let start = &plan.opening.start;
        let ByColor { black, white } = start.stones;
        let is_handicap = start.handicap >= 2 && start.handicap == black.len() && white.is_empty();
        if is_handicap && self.knows("set_free_handicap") {
            let stones = black.names(size);
            self.ask(Need::Must, format_args!("set_free_handicap {stones}"));
        } else {
            for color in Color::BOTH {
                for stone in start.stones[color].names(size).split_whitespace() {
                    self.ask(Need::Must, format_args!("play {} {stone}", letter(color)));
                }
            }
        }
        let mut color = start.to_move;
        for &action in &plan.opening.moves {
            let name = action.name(size);
            self.ask(Need::Must, format_args!("play {} {name}", letter(color)));
            color = !color;
        }
    }

    /// Waits until the program has answered all commands of the setup.
    pub(in crate::r#match) fn ready(&mut self) -> Result<(), Fault> {
        let mut refused = None;
        self.read(|need, answer| {
            if let (Need::Rules, Answer::Failure(reason)) = (need, answer) {
                refused = Some(reason);
            }
        })?;
        if let Some(reason) = refused {
            self.warn("rules", &format!("refuses the rules ({reason})"));
        }
        self.is_proven = true;
        Ok(())
    }
}
