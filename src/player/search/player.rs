//! The player that searches: by a network on the boards that one knows, and by random games on others.

use crate::board::{BoardSize, Color};
use crate::game::{Choice, Clocks, Game};
use crate::player::{Analysis, Judge, Player, Question, StopFlag};

#[cfg(feature = "network")]
use super::network::NetworkPlayer;
use super::{PlayoutPlayer, SearchOptions};

/// Plays by Monte Carlo tree search.
///
/// Games are reproducible from the seed with one thread, if playouts are the only limit.
pub struct SearchPlayer {
    #[cfg(feature = "network")]
    by_network: NetworkPlayer,
    by_playouts: PlayoutPlayer,
}

impl SearchPlayer {
    /// Creates a player whose games follow from the seed. Games are numbered
    /// from 0, and game `n` follows from the seed and `n`.
    ///
    /// ```
    /// use ponnuki::player::{SearchOptions, SearchPlayer, StopFlag};
    /// use ponnuki::{BoardSize, Choice, Game, Komi, Move, Player, Preset};
    ///
    /// let size = BoardSize::square(5)?;
    /// let game = Game::new(size, Preset::Chinese.rules(), Komi::default());
    /// let options = SearchOptions { playouts: Some(500), ..SearchOptions::default() };
    /// let choice = SearchPlayer::new(1, options).choose(&game, game.to_move(), &StopFlag::new());
    /// assert_eq!(choice, Choice::Move(Move::Play(size.point_named("C3").unwrap())));
    /// # Ok::<(), ponnuki::board::UnacceptableSize>(())
    /// ```
    pub fn new(seed: u64, options: SearchOptions) -> Self {
        Self {
            #[cfg(feature = "network")]
            by_network: NetworkPlayer::new(seed, options.clone()),
            by_playouts: PlayoutPlayer::new(seed, options),
        }
    }

    /// Returns what judges the positions of the tree on a board of this size.
    fn judge(size: BoardSize) -> Judge {
        #[cfg(feature = "network")]
        if crate::network::Network::on(size).knows(size) {
            return Judge::Network;
        }
        let _ = size;
        Judge::Playouts
    }

    /// Returns what the network says of a position at once, with the symmetry of its board that has
    /// this number, or `None` if the network is not the judge on such a board. The answers under
    /// other symmetries differ a little.
    pub fn glance(game: &Game, color: Color, symmetry: usize) -> Option<Analysis> {
        match Self::judge(game.size()) {
            #[cfg(feature = "network")]
            Judge::Network => Some(super::network::glance(game, color, symmetry)),
            _ => {
                let _ = (color, symmetry);
                None
            }
        }
    }

    /// Returns the player for boards of this size.
    fn on(&mut self, size: BoardSize) -> &mut dyn Player {
        match Self::judge(size) {
            #[cfg(feature = "network")]
            Judge::Network => &mut self.by_network,
            _ => &mut self.by_playouts,
        }
    }

    /// Returns both players.
    fn all(&mut self) -> impl Iterator<Item = &mut dyn Player> {
        let all: Vec<&mut dyn Player> = vec![
            #[cfg(feature = "network")]
            &mut self.by_network,
            &mut self.by_playouts,
        ];
        all.into_iter()
    }
}

impl Player for SearchPlayer {
    fn new_game(&mut self) {
        self.all().for_each(Player::new_game);
    }

    fn set_clocks(&mut self, clocks: &Clocks) {
        self.all().for_each(|player| player.set_clocks(clocks));
    }

    fn think(
        &mut self,
        game: &Game,
        color: Color,
        question: &Question,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Analysis),
    ) -> Option<Choice> {
        let player = self.on(game.size());
        player.think(game, color, question, stop, report)
    }

    fn fresh(&self, game: &Game, color: Color) -> Box<dyn Player> {
        match Self::judge(game.size()) {
            #[cfg(feature = "network")]
            Judge::Network => self.by_network.fresh(game, color),
            _ => self.by_playouts.fresh(game, color),
        }
    }

    fn thinks(&self) -> bool {
        true
    }

    fn seed(&self) -> u64 {
        self.by_playouts.seed()
    }

    fn set_seed(&mut self, seed: u64) {
        self.all().for_each(|player| player.set_seed(seed));
    }
}
