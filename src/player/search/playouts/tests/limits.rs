//! The limits of a search: the flag, the clock, playouts and memory.

use std::time::{Duration, Instant};

use super::*;
use crate::game::{Clocks, TimeSystem};
use crate::player::Analysis;

#[test]
fn a_flag_ends_the_search() {
    let game = empty(19, "7.5");
    let mut player = player(u32::MAX);
    let stop = StopFlag::new();
    stop.raise();
    let start = Instant::now();
    assert!(matches!(
        player.choose(&game, Color::Black, &stop),
        Choice::Move(_)
    ));
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_raised_flag_leaves_no_time_for_a_playout() {
    let (game, stop) = (empty(5, "7.5"), StopFlag::new());
    stop.raise();
    let mut visits = None;
    let mut count = |analysis: &Analysis| {
        visits = Some(analysis.moves.iter().map(|entry| entry.visits).sum::<u64>());
    };
    let question = Question::AnalyzedChoice(AnalysisOptions::default());
    player(100).think(&game, Color::Black, &question, &stop, &mut count);
    assert_eq!(visits, Some(0));
}

#[test]
fn the_clock_limits_a_search() {
    let game = empty(9, "7.5");
    let mut player = PlayoutPlayer::new(
        1,
        SearchOptions {
            memory: 16,
            ..SearchOptions::default()
        },
    );
    let main = Duration::from_millis(300);
    player.set_clocks(&Clocks::new(TimeSystem::Absolute { main }));
    let start = Instant::now();
    for _ in 0..3 {
        player.choose(&game, Color::Black, &StopFlag::new());
    }
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
fn threads_share_the_playouts_of_one_tree() {
    // The tree of one MiB is pruned during the search.
    for (threads, memory) in [(2, 16), (5, 16), (3, 1)] {
        let options = SearchOptions {
            threads,
            memory,
            ..searching(u32::MAX)
        };
        let mut player = PlayoutPlayer::new(3, options);
        let found = analyze(&mut player, &empty(13, "7.5"), Color::Black, 2_000);
        let visits: u64 = found.moves.iter().map(|one| one.visits).sum();
        assert_eq!(visits, 2_000, "{threads} threads");
    }
    let options = SearchOptions {
        threads: 3,
        ..searching(100)
    };
    play_out(&mut PlayoutPlayer::new(3, options), &mut empty(5, "0"));
}

#[test]
fn a_search_with_full_memory_prunes_and_continues() {
    let options = SearchOptions {
        memory: 1,
        ..searching(1)
    };
    let mut player = PlayoutPlayer::new(1, options);
    let found = analyze(&mut player, &empty(9, "7.5"), Color::Black, 12_000);
    let best = &found.moves[0];
    assert!(best.visits > 1_000 && best.pv.len() > 3, "{best:?}");
}

#[test]
fn memory_that_no_system_has_is_refused() {
    let options = SearchOptions {
        memory: usize::MAX,
        threads: 1000,
        ..SearchOptions::default()
    };
    let refused = options.check_memory().unwrap_err().to_string();
    assert!(refused.contains("on 1000 threads"), "{refused}");
    assert_eq!(SearchOptions::default().check_memory(), Ok(()));
}
