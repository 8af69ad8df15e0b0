//! Bit-sliced arithmetic: one number for each game, in all games at once.
//!
//! A number is an array of planes: plane `b` holds bit `b` of each game's number.

use crate::playout::cpu::Vector;

/// Adds three bits. Returns the sum and the carry.
///
/// Each result is one instruction if the processor has [ternary](Vector::HAS_TERNARY) ones.
/// If not, the two share one instruction.
#[inline(always)]
pub(super) fn add_bits<V: Vector>(a: V, b: V, c: V) -> (V, V) {
    if V::HAS_TERNARY {
        (a ^ b ^ c, (a & b) | (c & (a | b)))
    } else {
        let one = a ^ b;
        (one ^ c, (a & b) | (one & c))
    }
}

/// Subtracts two bits from one. Returns the difference and the borrow.
#[inline(always)]
pub(super) fn subtract_bits<V: Vector>(a: V, b: V, c: V) -> (V, V) {
    if V::HAS_TERNARY {
        (a ^ b ^ c, (!a & (b | c)) | (b & c))
    } else {
        let one = b ^ c;
        (a ^ one, (!a & one) | (b & c))
    }
}

/// Adds numbers with at most as many bits.
#[inline(always)]
pub(super) fn add<V: Vector, const B: usize>(sum: &mut [V; B], number: &[V]) {
    let mut carry = V::none();
    for (bit, sum) in sum.iter_mut().enumerate() {
        let number = number.get(bit).copied().unwrap_or(V::none());
        (*sum, carry) = add_bits(*sum, number, carry);
    }
}

/// How many bits hold a count of points in a row.
pub(super) const ROW_BITS: usize = 5;

/// Counts the points of a row that have some property, in all games.
///
/// An addition takes two points, or the carries of two such additions.
pub(super) struct RowCount<V> {
    planes: [V; ROW_BITS],
    /// A point, and the carry of two others, that are not yet added.
    point: V,
    carry: V,
}

impl<V: Vector> RowCount<V> {
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self {
            planes: [V::none(); ROW_BITS],
            point: V::none(),
            carry: V::none(),
        }
    }

    /// Adds the point of a column. The columns are 1, 2, 3 and so on.
    #[inline(always)]
    pub(super) fn add(&mut self, column: usize, point: V) {
        if column % 2 == 1 {
            self.point = point;
        } else {
            self.add_pair(column.is_multiple_of(4), point);
        }
    }

    /// Adds a point and the one not yet added.
    #[inline(always)]
    fn add_pair(&mut self, is_second: bool, point: V) {
        let carry;
        (self.planes[0], carry) = add_bits(self.planes[0], self.point, point);
        self.point = V::none();
        if is_second {
            let fours;
            (self.planes[1], fours) = add_bits(self.planes[1], self.carry, carry);
            increment(&mut self.planes[2..], fours);
            self.carry = V::none();
        } else {
            self.carry = carry;
        }
    }

    /// Returns the number of points.
    #[inline(always)]
    pub(super) fn finish(mut self) -> [V; ROW_BITS] {
        self.add_pair(true, V::none());
        self.planes
    }
}

/// Adds 1 to the numbers of some games.
#[inline(always)]
pub(super) fn increment<V: Vector>(planes: &mut [V], games: V) {
    let mut carry = games;
    for plane in planes {
        (*plane, carry) = (*plane ^ carry, *plane & carry);
    }
}

/// Subtracts 1 from the numbers of some games. Returns the games in which the
/// number was 0.
#[inline(always)]
pub(super) fn decrement<V: Vector>(planes: &mut [V], games: V) -> V {
    let mut borrow = games;
    for plane in planes {
        (*plane, borrow) = (*plane ^ borrow, !*plane & borrow);
    }
    borrow
}

/// Returns the games whose number is not 0.
#[inline(always)]
pub(super) fn is_nonzero<V: Vector>(planes: &[V]) -> V {
    let mut any = V::none();
    for &plane in planes {
        any |= plane;
    }
    any
}

/// Returns the games whose number is at least this one.
#[inline(always)]
pub(super) fn at_least<V: Vector>(planes: &[V], number: u32) -> V {
    let mut is_reached = V::all();
    for (bit, &plane) in planes.iter().enumerate() {
        is_reached = if number >> bit & 1 == 0 {
            plane | is_reached
        } else {
            plane & is_reached
        };
    }
    is_reached
}

#[inline(always)]
pub(super) fn number_of<V: Vector>(planes: &[V], game: usize) -> u32 {
    let bits = planes.iter().rev();
    bits.fold(0, |number, plane| number << 1 | u32::from(plane.get(game)))
}

#[inline(always)]
pub(super) fn set_number<V: Vector>(planes: &mut [V], game: usize, number: u32) {
    for (bit, plane) in planes.iter_mut().enumerate() {
        plane.set(game, number >> bit & 1 != 0);
    }
}

/// Transposes a square of bits: afterwards bit `i` of word `j` is what bit `j`
/// of word `i` was before.
///
/// Swaps the off-diagonal quarters of the square, then those of its quarters,
/// and so on (Warren, "Hacker's Delight", 2nd edition, section 7-3).
#[inline(always)]
pub(super) fn transpose(square: &mut [u64; 64]) {
    swap_quarters::<32>(square, 0x0000_0000_ffff_ffff);
    swap_quarters::<16>(square, 0x0000_ffff_0000_ffff);
    swap_quarters::<8>(square, 0x00ff_00ff_00ff_00ff);
    swap_quarters::<4>(square, 0x0f0f_0f0f_0f0f_0f0f);
    swap_quarters::<2>(square, 0x3333_3333_3333_3333);
    swap_quarters::<1>(square, 0x5555_5555_5555_5555);
}

/// Swaps the off-diagonal quarters of the squares of `2 * HALF` bits. `low` holds the lower
/// half of the bits of each. The rows of a half are one run, which vectors take.
#[inline(always)]
fn swap_quarters<const HALF: usize>(square: &mut [u64; 64], low: u64) {
    for rows in square.chunks_exact_mut(2 * HALF) {
        let (first, second) = rows.split_at_mut(HALF);
        for (first, second) in first.iter_mut().zip(second) {
            let swapped = (*first >> HALF ^ *second) & low;
            *first ^= swapped << HALF;
            *second ^= swapped;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playout::cpu::Words;
    use ponnuki_core::random::RandomStream;

    fn numbers(stream: &mut RandomStream) -> ([Words; 6], Vec<u32>) {
        let mut planes = [Words::none(); 6];
        let numbers: Vec<u32> = (0..Words::GAMES)
            .map(|_| stream.bits() as u32 % 64)
            .collect();
        for (game, &number) in numbers.iter().enumerate() {
            set_number(&mut planes, game, number);
        }
        (planes, numbers)
    }

    #[test]
    fn numbers_of_all_games_are_counted_and_compared() {
        let mut stream = RandomStream::new(1, 0);
        for bound in 0..64 {
            let (mut planes, numbers) = numbers(&mut stream);
            let mut some = Words::none();
            for game in 0..Words::GAMES {
                some.set(game, stream.bits() & 1 != 0);
            }
            let (reached, nonzero) = (at_least(&planes, bound), is_nonzero(&planes));
            for (game, &number) in numbers.iter().enumerate() {
                assert_eq!(number_of(&planes, game), number);
                assert_eq!(reached.get(game), number >= bound);
                assert_eq!(nonzero.get(game), number != 0);
            }
            let step = |game| u32::from(some.get(game));
            increment(&mut planes, some);
            for (game, &number) in numbers.iter().enumerate() {
                assert_eq!(number_of(&planes, game), (number + step(game)) % 64);
            }
            decrement(&mut planes, some);
            let were_zero = decrement(&mut planes, some);
            for (game, &number) in numbers.iter().enumerate() {
                assert_eq!(number_of(&planes, game), (number + 64 - step(game)) % 64);
                assert_eq!(were_zero.get(game), some.get(game) && number == 0);
            }
        }
    }

    #[test]
    fn the_points_of_a_row_are_counted_and_rows_added() {
        let mut stream = RandomStream::new(3, 0);
        let mut sum = [Words::none(); 9];
        let mut expected = [0; Words::GAMES];
        for width in 1..=25 {
            let mut count = RowCount::new();
            for column in 1..=width {
                let mut point = Words::none();
                for (game, expected) in expected.iter_mut().enumerate() {
                    let is_counted = !stream.bits().is_multiple_of(8);
                    point.set(game, is_counted);
                    *expected += u32::from(is_counted);
                }
                count.add(column, point);
            }
            add(&mut sum, &count.finish());
            for (game, &expected) in expected.iter().enumerate() {
                assert_eq!(number_of(&sum, game), expected);
            }
        }
    }

    #[test]
    fn bits_are_added_and_subtracted() {
        for bits in 0..8_u64 {
            let bit = |index: u64| Words::filled((bits >> index & 1).wrapping_neg());
            let is_set = |vector: Words| u64::from(vector == Words::all());
            let (sum, carry) = add_bits(bit(0), bit(1), bit(2));
            assert_eq!(
                is_set(sum) + 2 * is_set(carry),
                u64::from(bits.count_ones())
            );
            let (difference, borrow) = subtract_bits(bit(0), bit(1), bit(2));
            assert_eq!(
                is_set(difference) + (bits >> 1 & 1) + (bits >> 2 & 1),
                (bits & 1) + 2 * is_set(borrow)
            );
        }
    }

    #[test]
    fn a_transposed_square_has_rows_for_columns() {
        let mut stream = RandomStream::new(2, 0);
        let square: [u64; 64] = std::array::from_fn(|_| stream.bits());
        let mut transposed = square;
        transpose(&mut transposed);
        for row in 0..64 {
            for column in 0..64 {
                assert_eq!(transposed[column] >> row & 1, square[row] >> column & 1);
            }
        }
        transpose(&mut transposed);
        assert_eq!(transposed, square);
    }
}
