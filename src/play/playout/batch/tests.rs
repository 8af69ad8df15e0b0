//! Compares batches with runs of the lockstep core from one position each.

use super::super::{LockstepPlayouts, PlayoutCore, lockstep_series};
use super::*;
use ponnuki_core::game::Game;
use ponnuki_core::game::testing::random_games;
use ponnuki_core::rules::{Komi, Preset};

/// Returns the batch of the present positions of some games.
fn batch(games: &[Game], ko: PlayoutKo) -> Batch {
    let mut batch = Batch::new(games[0].size(), ko);
    for game in games {
        batch.add(game).unwrap();
    }
    batch
}

fn run(batch: &Batch, playouts: u32, threads: usize, level: SimdLevel) -> Vec<BatchResult> {
    let options = BatchOptions {
        playouts,
        seed: 7,
        first: 0,
        threads,
    };
    batch.run_at(&options, level, &|| false).unwrap()
}

/// Plays the playouts of one position of a batch alone.
fn alone(batch: &Batch, game: &Game, index: u64, playouts: u64) -> Tally {
    let color = game.to_move();
    let mut alone = LockstepPlayouts::new(game.board(), color, game.ko_point(color));
    alone.set_ko(batch.ko());
    let earlier = (0..game.turns().len()).map(|number| game.position_after(number).unwrap());
    alone.set_earlier(earlier.collect());
    alone.run(7, index * playouts..(index + 1) * playouts)
}

#[test]
fn each_position_has_the_results_of_a_run_alone() {
    for (length, positions, playouts) in [(1, 3, 5), (5, 40, 90), (9, 150, 30), (19, 7, 40)] {
        let games = random_games(BoardSize::square(length).unwrap(), positions);
        for ko in [PlayoutKo::Simple, PlayoutKo::Positional] {
            let batch = batch(&games, ko);
            let results = run(&batch, playouts, 1, SimdLevel::best());
            assert_eq!(results.len(), games.len());
            for ((index, game), result) in (0..).zip(&games).zip(&results) {
                let expected = alone(&batch, game, index, playouts.into());
                assert_eq!(*result.tally(), expected, "{length} {ko} {index}");
            }
            for (threads, level) in [(3, SimdLevel::Baseline), (2, SimdLevel::Avx2)] {
                assert_eq!(run(&batch, playouts, threads, level), results, "{level}");
            }
        }
    }
}

#[test]
fn each_position_has_its_own_owners() {
    let games = random_games(BoardSize::square(9).unwrap(), 60);
    let batch = batch(&games, PlayoutKo::Simple);
    // The 6000 playouts are played by two threads, in shares that divide a position.
    for (index, result) in (0..).zip(run(&batch, 100, 2, SimdLevel::best())) {
        let series = [Series {
            start: &batch.starts[index as usize],
            numbers: index * 100..(index + 1) * 100,
        }];
        let owners = lockstep_series(batch.size, &series, 7, &mut |_| (), &|| false).unwrap();
        assert_eq!(result.counts, owners);
        let margins = result.margins();
        let margin: i64 = margins
            .map(|(margin, playouts)| i64::from(margin) * playouts as i64)
            .sum();
        assert_eq!(margin, result.tally().margin);
        let ownership: f64 = batch.size.iter().map(|point| result.ownership(point)).sum();
        assert!((ownership * 100.0 - margin as f64).abs() < 1e-6);
    }
}

#[test]
fn parts_have_the_results_of_the_whole() {
    let games = random_games(BoardSize::square(5).unwrap(), 40);
    let whole = run(&batch(&games, PlayoutKo::Simple), 20, 1, SimdLevel::best());
    let options = BatchOptions {
        playouts: 20,
        seed: 7,
        first: 15,
        threads: 2,
    };
    let part = batch(&games[15..], PlayoutKo::Simple);
    assert_eq!(part.run(&options, &|| false).unwrap(), whole[15..]);
}

#[test]
fn a_batch_may_be_empty_and_have_no_playouts() {
    let size = BoardSize::square(3).unwrap();
    let empty = Batch::new(size, PlayoutKo::Simple);
    assert!(run(&empty, 5, 2, SimdLevel::best()).is_empty());
    let games = random_games(size, 4);
    let results = run(&batch(&games, PlayoutKo::Simple), 0, 2, SimdLevel::best());
    assert_eq!(results, vec![BatchResult::zero(size); 4]);
}

#[test]
fn a_stopped_batch_has_no_results() {
    let games = random_games(BoardSize::square(9).unwrap(), 2);
    let batch = batch(&games, PlayoutKo::Simple);
    assert_eq!(batch.run(&BatchOptions::default(), &|| true), None);
}

#[test]
fn another_size_is_refused() {
    let [small, large] = [(3, 4), (4, 3)].map(|(width, height)| {
        let size = BoardSize::new(width, height).unwrap();
        Game::new(size, Preset::Chinese.rules(), Komi::default())
    });
    let mut batch = batch(std::slice::from_ref(&small), PlayoutKo::Simple);
    let error = batch.add(&large).unwrap_err();
    assert_eq!((error.batch, error.other), (small.size(), large.size()));
    assert_eq!(
        error.to_string(),
        "the boards of this batch are 3x4, and this one is 4x3"
    );
    assert_eq!(batch.len(), 1);
}
