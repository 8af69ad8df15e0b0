//! The search that determines the effect of pending plays.

use super::group::{Effect, Group};
use super::lanes::{Lanes, around};
use super::word::{Word, fill};

impl<W: Word, const L: usize> Group<W, L> {
    /// Determines the effect of all pending plays by a complete search, and
    /// makes those that are legal. The others are suicide: their points are
    /// banned for this turn, and the lanes draw again.
    #[inline(always)]
    pub(super) fn resolve(&mut self) {
        // `reached` is free: it now holds the stones with a liberty after the
        // play.
        self.seed_breath();
        while self.spread_breath() {}

        let mut breathes = [W::ZERO; L];
        let mut effect = Effect::nothing();
        for row in 1..=self.geometry.height {
            let here = W::from_u32(row as u32);
            let near = self.near(row);
            let (own, opponent) = (&self.own[row].0, &self.opponent[row].0);
            let empty = &self.empty[row].0;
            let [own_breath, _, opponent_breath, _] = &self.reached;
            let (own_breath, opponent_breath) = (&own_breath[row].0, &opponent_breath[row].0);
            let captured = &mut self.captured[row].0;
            let banned = &mut self.banned[row].0;
            for i in 0..L {
                let stone = self.drawn.0[i] & W::when(self.drawn_row.0[i] == here);
                captured[i] = opponent[i] & !opponent_breath[i] & self.pending.0[i];
                breathes[i] |= own_breath[i] & stone;
                banned[i] |= stone & self.pending.0[i];
                effect.add(i, near.0[i] & (own[i] | empty[i]), captured[i]);
            }
        }
        let mut legal = Lanes([W::ZERO; L]);
        for i in 0..L {
            legal.0[i] = self.pending.0[i] & W::when(effect.taken[i] | breathes[i] != W::ZERO);
        }
        self.end_turns(&legal, &effect);
        self.pending = Lanes([W::ZERO; L]);
    }

    /// Starts the search from the safe stones, which keep a liberty besides the
    /// point played, and from the stones next to other empty points.
    #[inline(always)]
    fn seed_breath(&mut self) {
        for row in 1..=self.geometry.height {
            let here = W::from_u32(row as u32);
            let [e0, e1, e2] = around(&self.empty, row);
            let (own, opponent) = (&self.own[row].0, &self.opponent[row].0);
            let safe = &self.safe[row].0;
            let [own_breath, own_after, opponent_breath, _] = &mut self.reached;
            let own_breath = &mut own_breath[row].0;
            let own_after = &mut own_after[row].0;
            let opponent_breath = &mut opponent_breath[row].0;
            for i in 0..L {
                let (drawn, row) = (self.drawn.0[i], self.drawn_row.0[i]);
                let stone = drawn & W::when(row == here);
                let stone0 = drawn & W::when(row.plus(W::from_u32(1)) == here);
                let stone2 = drawn & W::when(row == here.plus(W::from_u32(1)));
                let empty = (e1[i] & !stone).beside() | (e0[i] & !stone0) | (e2[i] & !stone2);
                let breath = empty | safe[i];
                own_after[i] = own[i] | stone;
                own_breath[i] = own_after[i] & breath;
                opponent_breath[i] = opponent[i] & breath;
            }
        }
    }

    /// Makes one sweep up and one sweep down. Returns whether any pending lane
    /// changed.
    #[inline(always)]
    fn spread_breath(&mut self) -> bool {
        let mut changed = Lanes([W::ZERO; L]);
        let height = self.geometry.height;
        for step in 0..2 * height {
            let (row, previous) = if step < height {
                (step + 1, step)
            } else {
                (2 * height - step, 2 * height - step + 1)
            };
            let opponent = &self.opponent[row].0;
            let [own_breath, own_after, opponent_breath, _] = &mut self.reached;
            let own_after = &own_after[row].0;
            let own_previous = own_breath[previous];
            let opponent_previous = opponent_breath[previous];
            let own_breath = &mut own_breath[row].0;
            let opponent_breath = &mut opponent_breath[row].0;
            for i in 0..L {
                let old = (own_breath[i], opponent_breath[i]);
                own_breath[i] = fill(old.0 | (own_previous.0[i] & own_after[i]), own_after[i]);
                opponent_breath[i] =
                    fill(old.1 | (opponent_previous.0[i] & opponent[i]), opponent[i]);
                changed.0[i] |= (own_breath[i] & !old.0) | (opponent_breath[i] & !old.1);
            }
        }
        let mut any_change = W::ZERO;
        for i in 0..L {
            any_change |= changed.0[i] & self.pending.0[i];
        }
        any_change != W::ZERO
    }
}
