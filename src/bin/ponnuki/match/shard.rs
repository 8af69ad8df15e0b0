//! The shards into which a match is split, so that several machines can play it.

/// One of several shards that divide the games of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    /// The index of this shard.
    pub(super) index: u64,
    /// The number of shards.
    pub(super) of: u64,
}

impl Shard {
    /// The only shard of an undivided match.
    pub(crate) const WHOLE: Self = Self { index: 0, of: 1 };

    /// Returns shard `number` of `of`, counted from 1, or `None` if `number` is out of range.
    pub(crate) const fn new(number: u64, of: u64) -> Option<Self> {
        if number >= 1 && number <= of {
            Some(Self {
                index: number - 1,
                of,
            })
        } else {
            None
        }
    }

    /// Returns how many numbers less than `below` belong to the shard.
    pub(super) const fn members(self, below: u64) -> u64 {
        let partial = (below % self.of > self.index) as u64;
        below / self.of + partial
    }

    /// Returns the first number of the shard at or after `from`, or `None` on overflow.
    pub(super) const fn next_member(self, from: u64) -> Option<u64> {
        let behind = from % self.of;
        let gap = if self.index >= behind {
            self.index - behind
        } else {
            self.of - (behind - self.index)
        };
        from.checked_add(gap)
    }
}
