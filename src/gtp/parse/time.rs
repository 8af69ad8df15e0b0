//! Parsers for the arguments of commands about time.

use std::time::Duration;

use nom::Parser;
use nom::branch::alt;
use nom::combinator::{map, map_opt, value, verify};
use nom::sequence::preceded;

use super::words::{self, Parsed, parsed};
use ponnuki_core::board::Color;
use ponnuki_core::game::{TimeLeft, TimeSystem};

/// `time_left`: "`color color, int time, int stones`". The time may be a
/// fraction, and negative when the clock has overrun.
pub(crate) fn time_left(input: &[u8]) -> Parsed<'_, (Color, TimeLeft)> {
    let clock = (words::color, float, words::int);
    map_opt(clock, |(color, time, stones)| {
        let time = duration(time.max(0.0))?;
        Some((color, TimeLeft { time, stones }))
    })
    .parse(input)
}

/// `time_settings`: "`int main_time, int byo_yomi_time, int byo_yomi_stones`".
pub(crate) fn time_settings(input: &[u8]) -> Parsed<'_, TimeSystem> {
    map((seconds, seconds, words::int), |(main, period, stones)| {
        TimeSystem::canadian(main, period, stones)
    })
    .parse(input)
}

/// `kata-time_settings`: those of KGS, "fischer 300 5" (main time, increment) and
/// "fischer-capped 300 5 600 30" (also the most time on the clock after a move
/// and the longest time for a move; a negative number for no limit).
pub(crate) fn kata_time_settings(input: &[u8]) -> Parsed<'_, TimeSystem> {
    let fischer = map((seconds, seconds), |(main, increment)| {
        TimeSystem::Fischer {
            main,
            increment,
            most: None,
            longest_move: None,
        }
    });
    let capped = map_opt(
        (seconds, seconds, limit, limit),
        |(main, increment, most, longest_move)| {
            let is_sound = most.is_none_or(|most| most >= main);
            is_sound.then_some(TimeSystem::Fischer {
                main,
                increment,
                most,
                longest_move,
            })
        },
    );
    alt((
        kgs_time_settings,
        preceded(time_system("fischer"), fischer),
        preceded(time_system("fischer-capped"), capped),
    ))
    .parse(input)
}

/// Reads the name of a time system.
fn time_system<'a>(name: &'static str) -> impl Parser<&'a [u8], Output = (), Error = ()> {
    let is_name = move |word: &[u8]| word == name.as_bytes();
    value((), verify(words::string, is_name))
}

/// `kgs-time_settings` (KGS, kgsGtp): "none", "absolute 30", "byoyomi 30 60 3"
/// (main time, time of a period, periods) or "canadian 30 60 25" (main time,
/// time of a period, stones), times in seconds.
pub(crate) fn kgs_time_settings(input: &[u8]) -> Parsed<'_, TimeSystem> {
    let absolute = map(seconds, |main| TimeSystem::Absolute { main });
    let byoyomi = map((seconds, seconds, words::int), |(main, period, periods)| {
        TimeSystem::Byoyomi {
            main,
            period,
            periods,
        }
    });
    alt((
        value(TimeSystem::Unlimited, time_system("none")),
        preceded(time_system("absolute"), absolute),
        preceded(time_system("byoyomi"), byoyomi),
        preceded(time_system("canadian"), time_settings),
    ))
    .parse(input)
}

/// "float: A float is a floating point number representable by a 32 bit IEEE
/// 754 float." Reads any finite decimal number, but not `nan` or `inf`.
fn float(input: &[u8]) -> Parsed<'_, f64> {
    let is_decimal = |byte: &u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
    map_opt(words::string, |word| {
        let number = parsed(word).filter(|number: &f64| number.is_finite())?;
        word.iter().all(is_decimal).then_some(number)
    })
    .parse(input)
}

/// Reads a limit in seconds; a negative number stands for no limit.
fn limit(input: &[u8]) -> Parsed<'_, Option<Duration>> {
    map_opt(float, |seconds| {
        if seconds < 0.0 {
            return Some(None);
        }
        duration(seconds).map(Some)
    })
    .parse(input)
}

/// Reads a time in seconds, which must not be negative.
fn seconds(input: &[u8]) -> Parsed<'_, Duration> {
    map_opt(float, duration).parse(input)
}

/// Converts seconds to a duration. Returns `None` when the number is negative or too large.
fn duration(seconds: f64) -> Option<Duration> {
    Duration::try_from_secs_f64(seconds).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::words::read;

    #[test]
    fn time_systems_are_read() {
        let [half, main, period] = [0.5, 30.0, 60.0].map(Duration::from_secs_f64);
        let canadian = TimeSystem::Canadian {
            main,
            period,
            stones: 25,
        };
        assert_eq!(read(time_settings, " 30 60 25"), Some(canadian));
        assert_eq!(
            read(kgs_time_settings, " canadian 30 60 25"),
            Some(canadian)
        );
        assert_eq!(
            read(kgs_time_settings, " none"),
            Some(TimeSystem::Unlimited)
        );
        assert_eq!(
            read(kgs_time_settings, " absolute 30"),
            Some(TimeSystem::Absolute { main })
        );
        assert_eq!(
            read(kgs_time_settings, " byoyomi 30 60 3"),
            Some(TimeSystem::Byoyomi {
                main,
                period,
                periods: 3
            })
        );
        for text in ["", " -1 0 0", " 1 1", " 1 1 -1", " 1e300 0 0", " x y z"] {
            assert_eq!(read(time_settings, text), None, "{text}");
        }
        assert_eq!(read(kgs_time_settings, " nonesuch"), None);
        let fischer = |most, longest_move| {
            Some(TimeSystem::Fischer {
                main,
                increment: half,
                most,
                longest_move,
            })
        };
        let kata = |text: &str| read(kata_time_settings, text);
        assert_eq!(kata(" canadian 30 60 25"), Some(canadian));
        assert_eq!(kata(" fischer 30 0.5"), fischer(None, None));
        assert_eq!(kata(" fischer-capped 30 0.5 -1 -1"), fischer(None, None));
        let capped = fischer(Some(period), Some(main));
        assert_eq!(kata(" fischer-capped 30 .5 60 30"), capped);
        for text in [
            "",
            " fischer",
            " fischer 30",
            " fischer 30 -1",
            " fischer-capped 30 0.5 60",
            // The clock never holds the main time.
            " fischer-capped 30 0.5 29 -1",
            " fischer-capped 30 0.5 1e300 -1",
            " sudden-death 30",
        ] {
            assert_eq!(kata(text), None, "{text}");
        }
        assert_eq!(read(kgs_time_settings, " fischer 30 0.5"), None);
        let left = |time| Some((Color::White, TimeLeft { time, stones: 0 }));
        assert_eq!(read(time_left, " w 0.5 0"), left(half));
        assert_eq!(read(time_left, " w -3 0"), left(Duration::ZERO));
        assert_eq!(read(time_left, " w 5"), None);
    }

    #[test]
    fn floats_are_finite_decimals() {
        assert_eq!(read(float, "1e3"), Some(1000.0));
        assert_eq!(read(float, "-3"), Some(-3.0));
        assert_eq!(read(float, "6.5"), Some(6.5));
        for text in [
            "nan", "inf", "infinity", "5,5", "", "1e999", "0x10", "-", "1-2",
        ] {
            assert_eq!(read(float, text), None, "{text}");
        }
    }
}
