//! Weights as a file of bytes that is used in place.
//!
//! All numbers are little-endian, and each layer begins at a multiple of 64 bytes:
//!
//! | part | holds |
//! |---|---|
//! | head | `PONNUKI\n`; version, channels, blocks, channels of a head, hidden values, the smallest and the largest area of the boards it has learned, length of the record, each in 32 bits; the record |
//! | stem | a convolution of the planes; what komi, a pass and the board size add to its biases |
//! | scales | a [`Scale`] for each block and one for the heads |
//! | blocks | two convolutions each; every second block a [`Linear`] layer from the pooled channels |
//! | heads | a convolution of one point, for the policy and the values together; the linear layers in the order of [`Weights`] |

use std::ops::RangeInclusive;

use super::planes::CHANNELS as PLANES;

/// The first bytes of a file of weights.
const MAGIC: &[u8; 8] = b"PONNUKI\n";

/// The version of the layout that this module reads.
const VERSION: u32 = 2;

/// The multiple at which each layer begins, in bytes.
const ALIGNMENT_BYTES: usize = 64;

/// The outputs of a convolution are a multiple of this, the most that an instruction computes at
/// once.
const CHANNEL_STEP: usize = 16;

/// The bytes of the head before the record.
const HEAD_BYTES: usize = MAGIC.len() + size_of::<[u32; 8]>();

/// The weights of a network, as slices of its file.
#[derive(Clone, Debug)]
pub(super) struct Weights<'a> {
    pub(super) channels: usize,
    /// The channels of each of the two heads.
    pub(super) head: usize,
    /// The areas of the boards on which the network is to judge.
    pub(super) areas: RangeInclusive<usize>,
    /// How these weights were made, in words.
    pub(super) record: &'a str,
    pub(super) stem: Convolution<'a>,
    /// What quarter points of komi, a pass and the width beyond nine add to the stem, times 256.
    pub(super) context: [&'a [i32]; 3],
    pub(super) scales: Vec<Scale>,
    pub(super) blocks: Vec<Block<'a>>,
    /// The first half of the outputs belongs to the policy, the second half to the values.
    pub(super) heads: Convolution<'a>,
    /// From the pooled tower to the hidden channels of the policy.
    pub(super) policy_context: Linear<'a>,
    /// From the pooled tower to the logit of a pass.
    pub(super) pass: Linear<'a>,
    /// From the pooled values to the hidden ones.
    pub(super) hidden: Linear<'a>,
    /// From the hidden values to the logit of a win and to the lead.
    pub(super) values: Linear<'a>,
    /// From the hidden channels of the policy to the logit of a play.
    pub(super) play: Linear<'a>,
    /// From the values of a point to the logit of its owner.
    pub(super) owner: Linear<'a>,
}

/// A residual block.
#[derive(Clone, Debug)]
pub(super) struct Block<'a> {
    pub(super) first: Convolution<'a>,
    pub(super) second: Convolution<'a>,
    /// From the mean and the maximum of the channels between the two to a bias of the second.
    pub(super) pooled: Option<Linear<'a>>,
}

/// A convolution of whole numbers: inputs from 0 to 255, weights from -127 to 127.
///
/// An output is `((sum >> 7) * multiplier + bias >> shift) + offset`. No step of it leaves 32 bits,
/// whatever the inputs are: the export chooses the shift so.
#[derive(Clone, Copy, Debug)]
pub(super) struct Convolution<'a> {
    pub(super) outputs: usize,
    /// For each tap and each four inputs, the four weights of each output.
    pub(super) weights: &'a [i8],
    pub(super) multipliers: &'a [i32],
    pub(super) biases: &'a [i32],
    pub(super) offsets: &'a [i32],
    pub(super) shift: u32,
}

/// A linear layer of at most 256 inputs below 2^13, with weights below 2^10. An output is
/// `(sum * multiplier >> shift) + bias`, rounded.
#[derive(Clone, Copy, Debug)]
pub(super) struct Linear<'a> {
    /// A row for each output.
    weights: &'a [i16],
    multipliers: &'a [i32],
    biases: &'a [i32],
    shift: u32,
}

/// What turns the residual values into inputs of a convolution: `value * multiplier >> shift`,
/// rounded.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    pub(super) multiplier: i32,
    pub(super) shift: u32,
}

impl<'a> Weights<'a> {
    /// Reads a file, or returns `None` if it is not one of this version.
    pub(super) fn read(file: &'a [u8]) -> Option<Self> {
        let mut file = Reader(file);
        let head = file.bytes(HEAD_BYTES)?;
        let (magic, sizes) = head.split_at(MAGIC.len());
        let mut sizes = sizes.chunks_exact(4).map(|size| {
            let size = size.try_into().expect("chunks of four bytes");
            u32::from_le_bytes(size) as usize
        });
        let mut size = || sizes.next();
        let (version, channels, blocks) = (size()?, size()?, size()?);
        let (head, hidden) = (size()?, size()?);
        let (least_area, most_area, record) = (size()?, size()?, size()?);
        let is_whole = channels % CHANNEL_STEP == 0 && 2 * head % CHANNEL_STEP == 0;
        if magic != MAGIC || version != VERSION as usize || !is_whole {
            return None;
        }
        let record = std::str::from_utf8(file.bytes(record)?).ok()?;
        file.align(HEAD_BYTES + record.len())?;

        let stem = file.convolution(PLANES, channels, 9)?;
        let context = file.layer(|file| {
            Some([
                file.numbers(channels)?,
                file.numbers(channels)?,
                file.numbers(channels)?,
            ])
        })?;
        let scales = file.layer(|file| (0..=blocks).map(|_| file.scale()).collect())?;
        let blocks = (0..blocks)
            .map(|index| {
                Some(Block {
                    first: file.convolution(channels, channels, 9)?,
                    second: file.convolution(channels, channels, 9)?,
                    pooled: match index % 2 {
                        0 => None,
                        _ => Some(file.linear(2 * channels, channels)?),
                    },
                })
            })
            .collect::<Option<_>>()?;
        let weights = Self {
            channels,
            head,
            areas: least_area..=most_area,
            record,
            stem,
            context,
            scales,
            blocks,
            heads: file.convolution(channels, 2 * head, 1)?,
            policy_context: file.linear(2 * channels, head)?,
            pass: file.linear(2 * channels, 1)?,
            hidden: file.linear(2 * head, hidden)?,
            values: file.linear(hidden, 2)?,
            play: file.linear(head, 1)?,
            owner: file.linear(head, 1)?,
        };
        file.0.is_empty().then_some(weights)
    }
}

impl Linear<'_> {
    /// Returns the number of outputs.
    pub(super) const fn count(&self) -> usize {
        self.biases.len()
    }

    /// Returns the outputs for these inputs.
    #[inline(always)]
    pub(super) fn outputs(&self, inputs: &[i16]) -> Vec<i32> {
        let mut outputs = Vec::with_capacity(self.count());
        for output in 0..self.count() {
            outputs.push(self.output(output, inputs));
        }
        outputs
    }

    /// Returns one output for these inputs.
    #[inline(always)]
    pub(super) fn output(&self, output: usize, inputs: &[i16]) -> i32 {
        let row = &self.weights[output * inputs.len()..][..inputs.len()];
        let mut sum = 0;
        for (&weight, &input) in row.iter().zip(inputs) {
            sum += i32::from(i16::from_le(weight)) * i32::from(input);
        }
        let product = i64::from(sum) * i64::from(i32::from_le(self.multipliers[output]));
        let rounded = product + (1 << self.shift >> 1);
        (rounded >> self.shift) as i32 + i32::from_le(self.biases[output])
    }
}

/// The rest of a file.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn bytes(&mut self, count: usize) -> Option<&'a [u8]> {
        let (bytes, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(bytes)
    }

    fn numbers<T: bytemuck::AnyBitPattern>(&mut self, count: usize) -> Option<&'a [T]> {
        let bytes = self.bytes(count * size_of::<T>())?;
        bytemuck::try_cast_slice(bytes).ok()
    }

    /// Skips the padding after a layer of this many bytes.
    fn align(&mut self, bytes: usize) -> Option<()> {
        let filling = bytes.next_multiple_of(ALIGNMENT_BYTES) - bytes;
        self.bytes(filling).map(drop)
    }

    /// Reads a layer, and what fills it.
    fn layer<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let before = self.0.len();
        let layer = read(self)?;
        self.align(before - self.0.len())?;
        Some(layer)
    }

    /// Reads a shift that is smaller than this number of bits.
    fn shift(&mut self, bits: u32) -> Option<u32> {
        let shift = i32::from_le(self.numbers::<i32>(1)?[0]);
        u32::try_from(shift).ok().filter(|&shift| shift < bits)
    }

    fn scale(&mut self) -> Option<Scale> {
        Some(Scale {
            multiplier: i32::from_le(self.numbers(1)?[0]),
            shift: self.shift(i32::BITS)?,
        })
    }

    fn convolution(
        &mut self,
        inputs: usize,
        outputs: usize,
        taps: usize,
    ) -> Option<Convolution<'a>> {
        self.layer(|file| {
            Some(Convolution {
                outputs,
                weights: file.numbers(taps * inputs * outputs)?,
                multipliers: file.numbers(outputs)?,
                biases: file.numbers(outputs)?,
                offsets: file.numbers(outputs)?,
                shift: file.shift(i32::BITS)?,
            })
        })
    }

    fn linear(&mut self, inputs: usize, outputs: usize) -> Option<Linear<'a>> {
        self.layer(|file| {
            Some(Linear {
                weights: file.numbers(inputs * outputs)?,
                multipliers: file.numbers(outputs)?,
                biases: file.numbers(outputs)?,
                shift: file.shift(i64::BITS - 1)?,
            })
        })
    }
}
