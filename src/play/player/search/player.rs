//! The player: searches until a limit is reached, then decides.

use web_time::Instant;

use crate::player::passing::{ResignCounter, SearchResult};
use crate::player::search::decision::{
    is_clear_choice, is_decided, move_without_a_tree, move_without_search,
};
use crate::player::search::options::SearchOptions;
use crate::player::search::root::RootKey;
use crate::player::search::timing::{Deadline, Timekeeper};
use crate::player::{Analysis, AnalysisOptions, Player, ReportTimer, Reports, StopFlag};
use ponnuki_core::board::Color;
use ponnuki_core::game::{Choice, Clocks, Game, Move, Phase};
use ponnuki_core::threads::has_spare_memory;

use super::descent::Search;
use super::playouts::PLAYOUTS;
use super::report::{self, analysis, ownership, records};
use super::sight::Sight;
use super::tree::{Node, UNVISITED_LOSS};

/// The descents of a thread between two looks at reports and at the choice.
const MIN_ROUND: u32 = 16;
const MAX_ROUND: u32 = 128;

/// The limit of descents per move if no other limit is set.
const DEFAULT_VISITS: u32 = 1_000;

/// The memory of a tree from which on the system is asked whether it has more.
const LARGE_BYTES: usize = 8 << 20;

/// Plays by Monte Carlo tree search, and asks a [network](crate::network) about each position of the
/// tree.
///
/// Games are numbered from 0, and game `n` follows from the seed and `n` with one thread, if playouts
/// are the only limit.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_play::*}; }
/// use ponnuki::player::{SearchOptions, SearchPlayer, StopFlag};
/// use ponnuki::{Choice, Color, Game, Komi, Move, Player, Rules, board::diagram};
///
/// // Black wins only if White gets no second eye in the corner.
/// let board = diagram::parse("...OX/OOOOX/XXXXX/X.X.X/.XXXX")?;
/// let mut game = Game::new(board.size(), Rules::default(), "9.5".parse::<Komi>()?);
/// game.set_up(board.position(), Color::Black)?;
/// let options = SearchOptions { playouts: Some(100), ..SearchOptions::default() };
/// let choice = SearchPlayer::new(1, options).choose(&game, Color::Black, &StopFlag::new());
/// assert_eq!(choice, Choice::Move(Move::from(board.size().point_named("B5"))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SearchPlayer {
    options: SearchOptions,
    sight: Option<Sight>,
    seed: u64,
    game_number: u64,
    tree: Option<Tree>,
    time: Timekeeper,
    resign_counter: ResignCounter,
}

/// A tree and its root position.
struct Tree {
    key: RootKey,
    root: Node,
    /// Black's lead at the first root.
    lead: f64,
    /// The memory of the nodes.
    bytes: usize,
}

impl SearchPlayer {
    /// Creates a player whose games follow from the seed.
    ///
    /// ```
    /// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_play::*}; }
    /// use ponnuki::player::{SearchOptions, SearchPlayer, StopFlag};
    /// use ponnuki::{BoardSize, Choice, Game, Komi, Move, Player, Preset};
    ///
    /// let size = BoardSize::square(5)?;
    /// let game = Game::new(size, Preset::Chinese.rules(), Komi::default());
    /// let options = SearchOptions { playouts: Some(50), ..SearchOptions::default() };
    /// let choice = SearchPlayer::new(1, options).choose(&game, game.to_move(), &StopFlag::new());
    /// assert_eq!(choice, Choice::Move(Move::Play(size.point_named("C3").unwrap())));
    /// # Ok::<(), ponnuki::board::UnacceptableSize>(())
    /// ```
    pub fn new(seed: u64, options: SearchOptions) -> Self {
        Self {
            options,
            sight: None,
            seed,
            game_number: 0,
            tree: None,
            time: Timekeeper::default(),
            resign_counter: ResignCounter::default(),
        }
    }

    /// Makes the player overlook moves where it chooses one, but never in analyses and clean-up phases.
    pub(in crate::player) fn with_sight(self, sight: Sight) -> Self {
        Self {
            sight: Some(sight),
            ..self
        }
    }

    /// Returns what the network says of a position at once, with the symmetry of its board that has
    /// this number. The answers under other symmetries differ a little.
    pub fn glance(game: &Game, color: Color, symmetry: usize) -> Analysis {
        report::glance(game, color, symmetry)
    }

    /// Returns the seed of the present game. Game 0 has that of the player.
    fn game_seed(&self) -> u64 {
        // An odd number, so that games differ.
        self.seed
            .wrapping_add(self.game_number.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// Begins a search of a position, in the tree of the last one if it leads there.
    fn prepare<'a>(
        &mut self,
        game: &'a Game,
        color: Color,
        options: &'a AnalysisOptions,
        root_loss: f64,
        stop: &StopFlag,
    ) -> (Search<'a>, Tree) {
        let key = RootKey::new(game, color);
        let restrictions = &options.restrictions;
        let mut search = Search {
            game,
            color,
            restrictions,
            seed: self.game_seed(),
            playouts: PLAYOUTS,
            lead: 0.0,
            root_loss,
        };
        let kept = self.tree.take().filter(|_| restrictions.0.is_empty());
        let tree = kept
            .and_then(|tree| tree.moved_to(&key))
            .unwrap_or_else(|| {
                // Without a single visit there is nothing to say.
                let root = if stop.is_raised() || options.playouts == Some(0) {
                    Node::new(vec![0; game.size().area()].into(), Box::default())
                } else {
                    search.root()
                };
                let lead = search.lead;
                let bytes = root.bytes();
                Tree {
                    key,
                    root,
                    lead,
                    bytes,
                }
            });
        search.lead = tree.lead;
        (search, tree)
    }

    fn begin_game(&mut self, number: u64) {
        self.game_number = number;
        self.tree = None;
        self.time.new_game();
        self.resign_counter = ResignCounter::default();
    }

    /// Ends a search for a colour, which began at this time.
    fn end(&mut self, color: Color, begun: Instant, tree: Tree, options: &AnalysisOptions) {
        let visits = tree.root.sums.visits;
        log::debug!("{color}: {visits} visits in {:?}", begun.elapsed());
        self.keep(tree, options);
    }

    /// Keeps a tree for the next search.
    fn keep(&mut self, tree: Tree, options: &AnalysisOptions) {
        if options.restrictions.0.is_empty() && !tree.root.edges.is_empty() {
            self.tree = Some(tree);
        }
    }

    /// Searches until a limit is reached, the flag is raised, or further descents cannot change
    /// the choice.
    fn search(
        &mut self,
        search: &Search,
        tree: &mut Tree,
        options: &AnalysisOptions,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Analysis),
    ) {
        let (game, color) = (search.game, search.color);
        let mut timer = ReportTimer::new(options.interval);
        let clock = self.time.allowance(game, color, self.options.lag_buffer);
        let deadline = Deadline::new(self.options.time_per_move, clock);
        let most = self
            .options
            .most_playouts(options.playouts, &deadline, DEFAULT_VISITS);
        // The evaluation of a new root is a visit, too.
        let mut played = u32::from(tree.root.sums.visits == 1);
        let mut is_clear = true;
        while played < most
            && !stop.is_raised()
            && !deadline.is_over(is_clear)
            && !tree.root.edges.is_empty()
        {
            let is_over = || stop.is_raised() || deadline.is_over(is_clear);
            played += self.round(search, tree, most - played, &is_over);
            if timer.is_due() {
                report(&analysis(&tree.root, game, color, options.ownership));
            }
            let moves = records(&tree.root, color);
            is_clear = !deadline.saves() || is_clear_choice(&moves);
            let left = deadline.playouts_left(played, is_clear);
            let left = left.unwrap_or(u32::MAX).min(most - played);
            let needed = if deadline.saves() { left / 2 } else { left };
            // An analysis has as many visits as were asked for.
            if options.playouts.is_none() && is_decided(&moves, needed) {
                break;
            }
        }
        self.time.spend(color, deadline.elapsed());
    }

    /// Descends for a while, at most this many times, and returns how many times.
    fn round(
        &self,
        search: &Search,
        tree: &mut Tree,
        most: u32,
        is_over: &(impl Fn() -> bool + Sync),
    ) -> u32 {
        let threads = self.options.threads.max(1);
        // Rounds grow, since each starts the threads again.
        let round = (tree.root.sums.visits / 16).clamp(MIN_ROUND, MAX_ROUND);
        let round = round.saturating_mul(threads as u32).min(most);
        let (played, grown) = search.run(&mut tree.root, round, threads, is_over);
        tree.bytes += grown;
        tree.shrink(self.options.memory.saturating_mul(1 << 20));
        played
    }

    /// Searches without a choice.
    fn report_all(
        &mut self,
        search: &Search,
        tree: &mut Tree,
        options: &AnalysisOptions,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Analysis),
    ) {
        let (game, color) = (search.game, search.color);
        let mut timer = ReportTimer::new(options.interval);
        let most = options.playouts.unwrap_or(u64::MAX);
        // The evaluation of a new root is a visit, too.
        let mut played = u64::from(tree.root.sums.visits == 1);
        while played < most && !stop.is_raised() && !tree.root.edges.is_empty() {
            let left = u32::try_from(most - played).unwrap_or(u32::MAX);
            played += u64::from(self.round(search, tree, left, &|| stop.is_raised()));
            if timer.is_due() {
                report(&analysis(&tree.root, game, color, options.ownership));
            }
        }
        if !(stop.is_raised() && timer.has_reported()) {
            report(&analysis(&tree.root, game, color, options.ownership));
        }
    }

    /// Chooses from the result of the search. With restrictions, the most visited move is played
    /// without regard to the passing policy.
    fn decide(&mut self, search: &Search, tree: &mut Tree, stop: &StopFlag) -> Choice {
        let (game, color) = (search.game, search.color);
        let moves = records(&tree.root, color);
        let Some(best) = moves.first() else {
            return Choice::Move(move_without_a_tree(game, color, search.restrictions));
        };
        let chance = best.winrate;
        if self.resign_counter.count(game, chance) && !self.options.never_resign {
            return Choice::Resign;
        }
        if !search.restrictions.0.is_empty() {
            return Choice::Move(best.action);
        }
        let result = SearchResult {
            game,
            color,
            moves: &moves,
            is_lost: SearchResult::is_lost(chance),
            ownership: ownership(&tree.root, game, color),
            seed: self.seed,
        };
        let choice = result.choice(|descents| {
            let number = tree
                .root
                .edges
                .iter()
                .position(|edge| edge.action == Move::Pass)?;
            search.through(&mut tree.root, number, descents, &|| stop.is_raised());
            let moves = records(&tree.root, color);
            moves.into_iter().find(|found| found.action == Move::Pass)
        });
        let drawn = self.sight.filter(|_| {
            let is_usual = best.action == choice && choice != Move::Pass;
            is_usual && game.phase() == Phase::Main && !result.is_settled()
        });
        let drawn = drawn.and_then(|sight| sight.draw(&moves, game, color, self.game_seed()));
        Choice::Move(drawn.unwrap_or(choice))
    }
}

impl Tree {
    /// Returns the part of the tree below the moves to a later root.
    fn moved_to(self, key: &RootKey) -> Option<Self> {
        let moves = self.key.moves_to(key)?;
        let mut root = self.root;
        for action in moves {
            let edges = &mut root.edges;
            let edge = edges.iter_mut().find(|edge| edge.action == action)?;
            root = *edge.node.take()?;
        }
        // The end of a game has no moves, but a game may go on.
        if root.edges.is_empty() {
            return None;
        }
        let bytes = root.all_bytes();
        Some(Self {
            key: key.clone(),
            root,
            lead: self.lead,
            bytes,
        })
    }

    /// Drops the least visited positions if the tree takes more memory than this, in bytes, or
    /// than the system has to spare, until it takes half of it.
    fn shrink(&mut self, memory: usize) {
        let is_short = self.bytes > LARGE_BYTES && !has_spare_memory();
        if self.bytes <= memory && !is_short {
            return;
        }
        let wanted = memory.min(self.bytes) / 2;
        let mut visits = 2;
        while self.bytes > wanted && visits < self.root.sums.visits {
            self.root.prune(visits);
            self.bytes = self.root.all_bytes();
            visits *= 2;
        }
    }
}

impl Player for SearchPlayer {
    fn choose(&mut self, game: &Game, color: Color, stop: &StopFlag) -> Choice {
        self.choose_and_report(game, color, &Reports::NONE, stop, &mut |_| ())
    }

    fn choose_and_report(
        &mut self,
        game: &Game,
        color: Color,
        reports: &Reports,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Analysis),
    ) -> Choice {
        let options = reports.options();
        let is_free = options.restrictions.0.is_empty();
        let seed = self.seed;
        let without_search = || move_without_search(game, color, seed);
        if let Reports::Every(_) = reports
            && let Some(action) = without_search()
        {
            return Choice::Move(action);
        }
        let begun = Instant::now();
        let (search, mut tree) = self.prepare(game, color, &options, UNVISITED_LOSS, stop);
        self.search(&search, &mut tree, &options, stop, report);
        let settled = match reports {
            Reports::Every(_) => None,
            Reports::Analysis(_) => {
                report(&analysis(&tree.root, game, color, options.ownership));
                is_free.then(without_search).flatten()
            }
        };
        let choice = match settled {
            Some(action) => Choice::Move(action),
            None => self.decide(&search, &mut tree, stop),
        };
        self.end(color, begun, tree, &options);
        choice
    }

    fn analyze(
        &mut self,
        game: &Game,
        color: Color,
        options: &AnalysisOptions,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Analysis),
    ) {
        let begun = Instant::now();
        // Whoever asks for no move wants to see several.
        let (search, mut tree) = self.prepare(game, color, options, 0.0, stop);
        self.report_all(&search, &mut tree, options, stop, report);
        self.end(color, begun, tree, options);
    }

    fn new_game(&mut self) {
        self.begin_game(self.game_number + 1);
    }

    fn set_clocks(&mut self, clocks: &Clocks) {
        self.time.set(clocks);
    }

    fn fresh(&self, _game: &Game, _color: Color) -> Option<Box<dyn Player>> {
        Some(Box::new(Self {
            sight: self.sight,
            ..Self::new(self.seed, self.options.clone())
        }))
    }

    fn thinks(&self) -> bool {
        true
    }

    fn seed(&self) -> u64 {
        self.seed
    }

    fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
        self.begin_game(0);
    }
}
