//! The time for a move under every time system.

use super::*;
use ponnuki_core::game::testing::{empty, position};
use ponnuki_core::game::{Move, TimeLeft};

fn game() -> Game {
    empty(9, "7.5")
}

fn keeper(system: TimeSystem, left: Option<(f64, u32)>) -> Timekeeper {
    let mut clocks = Clocks::new(system);
    clocks.left.black = left.map(|(time, stones)| TimeLeft {
        time: Duration::from_secs_f64(time),
        stones,
    });
    let mut keeper = Timekeeper::default();
    keeper.set(&clocks);
    keeper
}

fn allowance(system: TimeSystem, left: Option<(f64, u32)>) -> [f64; 2] {
    let Allowance { usual, longest } = keeper(system, left)
        .allowance(&game(), Color::Black, None)
        .unwrap();
    [usual, longest].map(|time| time.as_secs_f64())
}

/// Asserts that every move gets this time in seconds, clear or not.
fn assert_all(system: TimeSystem, left: Option<(f64, u32)>, time: f64) {
    for allowed in allowance(system, left) {
        assert!((allowed - time).abs() < 1e-6, "{allowed}");
    }
}

fn budget(system: TimeSystem, left: Option<(f64, u32)>) -> f64 {
    allowance(system, left)[0]
}

const fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

#[test]
fn a_main_time_lasts_for_the_game() {
    let system = TimeSystem::Absolute { main: seconds(10) };
    assert_eq!(
        keeper(TimeSystem::Unlimited, None).allowance(&game(), Color::Black, None),
        None
    );
    let first = budget(system, None);
    assert!(first > 0.2 && first < 0.5, "{first}");
    // No more than the reserve is left.
    for left in [0.0, 0.1, 0.2, 1.0] {
        assert!(budget(system, Some((left, 0))) < 1e-9);
    }
    assert!(budget(system, Some((2.0, 0))) < 0.1);
    let short = TimeSystem::Absolute { main: seconds(1) };
    assert!(budget(short, Some((0.2, 0))) < 1e-9 && budget(short, Some((0.3, 0))) > 0.0);
    // The clock does not run out, however long the game is.
    let mut game = game();
    let mut left = 10.0;
    for _ in 0..200 {
        let now = keeper(system, Some((left, 0)));
        let think = now.allowance(&game, Color::Black, None).unwrap().longest;
        left -= think.as_secs_f64();
        assert!(left > 0.0);
        game.play(Color::Black, Move::Pass).unwrap();
        game.play(Color::White, Move::Pass).unwrap();
    }
}

#[test]
fn half_of_the_moves_to_come_are_own_moves() {
    let mut game = game();
    let usual = 81.0 * USUAL_LENGTH / 2.0;
    assert!((moves_left(&game) - usual).abs() < 1e-9);
    for _ in 0..10 {
        game.play(Color::Black, Move::Pass).unwrap();
        game.play(Color::White, Move::Pass).unwrap();
    }
    // A game lasts at least as long as it has empty points.
    assert!((moves_left(&game) - usual).abs() < 1e-9);
    game = position(&["XXXXXXXX."; 9].join("/"), Color::Black, "7.5");
    assert!((moves_left(&game) - usual).abs() < 1e-9);
    for _ in 0..60 {
        game.play(Color::Black, Move::Pass).unwrap();
        game.play(Color::White, Move::Pass).unwrap();
    }
    let open = (9.0 * USUAL_LENGTH / 2.0).max(MIN_MOVES);
    assert!((moves_left(&game) - open).abs() < 1e-9);
}

#[test]
fn a_report_replaces_the_time_used_since_the_last_one() {
    let system = TimeSystem::Absolute { main: seconds(10) };
    let spent = |system, left| {
        let mut keeper = keeper(TimeSystem::Absolute { main: seconds(10) }, None);
        keeper.spend(Color::Black, seconds(3));
        let mut clocks = Clocks::new(system);
        clocks.left.black = left;
        keeper.set(&clocks);
        keeper.spent.black
    };
    let left = TimeLeft {
        time: seconds(8),
        stones: 0,
    };
    assert_eq!(spent(system, Some(left)), Duration::ZERO);
    // The same clocks again are no report.
    assert_eq!(spent(system, None), seconds(3));
    let other = TimeSystem::Absolute { main: seconds(20) };
    assert_eq!(spent(other, None), Duration::ZERO);
}

#[test]
fn an_unclear_choice_may_take_longer() {
    let system = TimeSystem::Absolute { main: seconds(10) };
    let [usual, longest] = allowance(system, None);
    assert!((longest / usual - MAX_STRETCH / USUAL).abs() < 1e-6);
    let clock = keeper(system, None).allowance(&game(), Color::Black, None);
    let saves = |limit, clock| Deadline::new(limit, clock).saves();
    assert!(saves(None, clock) && saves(Some(seconds(1)), clock));
    assert!(!saves(Some(Duration::from_millis(10)), clock) && !saves(None, None));
    let deadline = Deadline::new(
        None,
        Some(Allowance {
            usual: Duration::ZERO,
            longest: seconds(3600),
        }),
    );
    assert!(deadline.is_over(true) && !deadline.is_over(false));
    assert_eq!(deadline.playouts_left(10, true), Some(0));
    assert!(deadline.playouts_left(10, false) > Some(0));
}

#[test]
fn only_a_representable_limit_is_one() {
    let deadline = |limit| Deadline::new(limit, None);
    assert!(!deadline(None).is_limited());
    assert!(!deadline(Some(Duration::MAX)).is_limited());
    assert!(deadline(Some(Duration::ZERO)).is_limited());
    let clock = |time| Allowance {
        usual: time,
        longest: time,
    };
    let both = |limit, time| Deadline::new(Some(limit), Some(clock(time)));
    assert!(both(seconds(3600), Duration::ZERO).is_over(true));
    assert!(both(Duration::ZERO, seconds(3600)).is_over(false));
    assert!(!deadline(Some(seconds(3600))).is_over(true));
}

#[test]
fn without_reports_the_used_time_is_counted() {
    let system = TimeSystem::Absolute { main: seconds(10) };
    let mut keeper = keeper(system, None);
    keeper.spend(Color::Black, seconds(9));
    let short = keeper.allowance(&game(), Color::Black, None).unwrap().usual;
    assert!(short < Duration::from_millis(50), "{short:?}");
    let long = keeper.allowance(&game(), Color::White, None).unwrap().usual;
    assert!(long > Duration::from_millis(200), "{long:?}");
    keeper.new_game();
    let new = keeper.allowance(&game(), Color::Black, None).unwrap().usual;
    assert_eq!(new, long);
}

#[test]
fn periods_are_divided_by_their_moves() {
    let canadian = TimeSystem::Canadian {
        main: seconds(0),
        period: seconds(60),
        stones: 10,
    };
    // An even share is 5.98 seconds, and then 5.
    for (left, share) in [(None, 5.98), (Some((20.2, 4)), 5.0)] {
        let [usual, longest] = allowance(canadian, left);
        assert!((usual - share * USUAL).abs() < 0.01, "{usual}");
        assert!((longest - share * MAX_STRETCH).abs() < 0.01, "{longest}");
    }
    // The last move may use all of it.
    assert_all(canadian, Some((3.2, 1)), 3.0);
    assert!(budget(canadian, Some((0.1, 1))) < 1e-9);
    let byoyomi = TimeSystem::Byoyomi {
        main: seconds(0),
        period: seconds(10),
        periods: 3,
    };
    for (left, all) in [(None, 9.8), (Some((10.0, 3)), 9.8), (Some((2.2, 1)), 2.0)] {
        assert_all(byoyomi, left, all);
    }
    // The reserve of a short period is short.
    let short = TimeSystem::Byoyomi {
        main: seconds(0),
        period: seconds(1),
        periods: 3,
    };
    assert_all(short, None, 0.94);
    // In main time, a move may already use a period.
    let long = TimeSystem::Byoyomi {
        main: seconds(60),
        period: seconds(10),
        periods: 3,
    };
    assert!(budget(long, Some((60.0, 0))) > 7.35);
}

#[test]
fn an_increment_is_spent_with_a_share_of_the_time_left() {
    let fischer = |longest_move| TimeSystem::Fischer {
        main: seconds(60),
        increment: seconds(5),
        most: None,
        longest_move,
    };
    let first = budget(fischer(None), None);
    assert!(first > 6.0 && first < 8.0, "{first}");
    // The increment comes after the move, so it cannot be spent before.
    assert!((budget(fischer(None), Some((1.0, 0))) - 0.6).abs() < 0.01);
    assert!((budget(fischer(Some(seconds(3))), None) - 2.82).abs() < 0.01);
    assert!(budget(fischer(None), Some((0.1, 0))) < 1e-9);
    // Without reports, each move has the increment at least.
    let mut keeper = keeper(fischer(None), None);
    keeper.spend(Color::Black, seconds(300));
    let late = keeper.allowance(&game(), Color::Black, None).unwrap().usual;
    assert!(late > seconds(3) && late < seconds(5), "{late:?}");
}

#[test]
fn periods_in_hand_are_spent() {
    let byoyomi = TimeSystem::Byoyomi {
        main: seconds(120),
        period: seconds(3),
        periods: 5,
    };
    // The last period is not overdrawn.
    assert_all(byoyomi, Some((0.0, 1)), 0.0);
    // Nothing is left of the current period, but four more are in hand.
    assert_all(byoyomi, Some((0.0, 5)), 2.82);
    assert_all(byoyomi, Some((0.0, 2)), 2.82);
    // Little is left of it: one more is spent while many are in hand.
    assert_all(byoyomi, Some((1.0, 5)), 2.82);
    assert_all(byoyomi, Some((1.0, 2)), 0.82);
    assert_all(byoyomi, Some((3.0, 5)), 2.82);
    // A period without time gives none, however many there are.
    let empty = TimeSystem::Byoyomi {
        main: seconds(0),
        period: seconds(0),
        periods: u32::MAX,
    };
    assert_all(empty, Some((0.0, u32::MAX)), 0.0);
}

#[test]
fn a_lag_buffer_replaces_the_usual_reserve() {
    let allowed = |system, left, buffer| {
        let buffer = Duration::from_secs_f64(buffer);
        let allowance = keeper(system, left).allowance(&game(), Color::Black, Some(buffer));
        allowance.unwrap().longest.as_secs_f64()
    };
    let byoyomi = TimeSystem::Byoyomi {
        main: seconds(0),
        period: seconds(4),
        periods: 5,
    };
    let canadian = TimeSystem::Canadian {
        main: seconds(0),
        period: seconds(10),
        stones: 1,
    };
    let absolute = TimeSystem::Absolute { main: seconds(10) };
    let fischer = TimeSystem::Fischer {
        main: seconds(10),
        increment: seconds(1),
        most: None,
        longest_move: None,
    };
    for (buffer, by_period, of_ten) in [(1.0, 3.0, 9.0), (0.05, 3.95, 9.95), (60.0, 2.0, 5.0)] {
        assert!((allowed(byoyomi, Some((4.0, 5)), buffer) - by_period).abs() < 1e-6);
        assert!((allowed(canadian, Some((10.0, 1)), buffer) - of_ten).abs() < 1e-6);
    }
    // As much as is left beyond the buffer, of which no move takes all.
    for system in [absolute, fischer] {
        assert!(allowed(system, Some((1.5, 0)), 2.0) < 1e-6);
        assert!(allowed(system, Some((1.5, 0)), 1.0) <= 0.5 * MAX_SHARE);
    }
}
