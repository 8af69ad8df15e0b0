//! Tests the results of runs: the same at every level.

use super::*;

fn from_empty(length: usize) -> LockstepPlayouts {
    let board = Board::new(BoardSize::square(length).unwrap());
    LockstepPlayouts::new(&board, Color::Black, None)
}

#[test]
fn the_result_is_the_same_at_every_level_and_in_parts() {
    for ko in [PlayoutKo::Simple, PlayoutKo::Positional] {
        for length in [1, 4, 9, 16, 19] {
            let mut playouts = from_empty(length);
            playouts.set_ko(ko);
            let expected = playouts.run(9, 0..300);
            assert_eq!(expected.playouts, 300);
            for level in SimdLevel::ALL {
                playouts.set_level(level);
                let mut tally = playouts.run(9, 217..300);
                tally += playouts.run(9, 0..217);
                assert_eq!(tally, expected, "{level}");
            }
        }
    }
}

#[test]
fn the_result_is_the_same_with_plain_words() {
    let start = empty_start(BoardSize::square(7).unwrap());
    let expected = from_empty(7).run(5, 0..500);
    let series = series(&start, 500);
    let mut tally = Tally::default();
    let last = run(Lockstep::new(GameRun {
        size: start.size,
        series: &series,
        seed: 5,
        ko: PlayoutKo::Simple,
        kept: Kept::Ownership,
        ended: &mut |end| tally += end.tally(),
        is_stopped: &|| false,
    }));
    tally.hashes = last.hashes;
    assert_eq!(tally, expected);
    let owners = lockstep_series(start.size, &series, 5, &mut |_| (), &|| false);
    assert_eq!(last.ownership, owners);
}

#[test]
fn several_series_are_played_as_one() {
    for ko in [PlayoutKo::Simple, PlayoutKo::Positional] {
        let game = game_with_bans(PlayoutKo::Positional);
        let start = start_of(&game);
        let empty = empty_start(game.size());
        let parts = [
            (&start, 3..400),
            (&empty, 0..0),
            (&empty, 0..900),
            (&start, 7..8),
        ];
        let series = parts
            .clone()
            .map(|(start, numbers)| Series { start, numbers });
        let mut tallies = [Tally::default(); 4];
        let mut ended = |end: GameEnd| tallies[end.series] += end.tally();
        let last = run(lockstep(&series, ko, &mut ended));
        let mut hashes = 0;
        for ((start, numbers), tally) in parts.into_iter().zip(tallies) {
            let mut alone = LockstepPlayouts {
                start: start.clone(),
                ko,
                level: SimdLevel::best(),
            };
            let expected = alone.run(5, numbers);
            hashes ^= expected.hashes;
            assert_eq!(
                tally,
                Tally {
                    hashes: 0,
                    ..expected
                }
            );
        }
        assert_eq!(last.hashes, hashes);
    }
}

#[test]
fn playouts_go_on_from_a_position() {
    // Only eyes are left, so both sides pass at once.
    let board = diagram::parse("XXXX.XXX/.XXXXXXX/XXXXXXXX/OOOOXXXX/.O.OXX.X").unwrap();
    let size = board.size();
    let point = |name| size.point_named(name).unwrap();
    let mut playouts = LockstepPlayouts::new(&board, Color::White, None);
    let tally = playouts.run(3, 0..100);
    let series = series(&playouts.start, 100);
    let owners = lockstep_series(size, &series, 3, &mut |_| (), &|| false).unwrap();
    assert_eq!(tally.playouts, 100);
    assert_eq!(tally.moves, 200);
    assert_eq!(tally.margin, 100 * (40 - 2 * 8));
    assert_eq!(owners.count(Color::White, point("A1")), 100);
    assert_eq!(owners.count(Color::Black, point("A1")), 0);
    assert_eq!(owners.count(Color::Black, point("G1")), 100);
}

#[test]
fn a_stopped_run_has_no_result() {
    let start = empty_start(BoardSize::square(9).unwrap());
    let steps = Cell::new(0);
    let is_stopped = || steps.replace(steps.get() + 1) >= 20;
    let mut ends = 0;
    let owners = lockstep_series(
        start.size,
        &series(&start, 1_000_000),
        1,
        &mut |_| ends += 1,
        &is_stopped,
    );
    assert!(owners.is_none() && ends == 0 && steps.get() == 21);
}

#[test]
fn earlier_positions_do_not_return() {
    // A1 is the only point that Black may play.
    let board = diagram::parse("XXXXX/XXX.X/OXXXX/.OXX.").unwrap();
    let after = diagram::parse("XXXXX/XXX.X/.XXXX/X.XX.").unwrap();
    for (ko, earlier, first) in [
        (PlayoutKo::Positional, vec![], true),
        (PlayoutKo::Positional, vec![after.position()], false),
        (PlayoutKo::Simple, vec![after.position()], true),
    ] {
        let mut playouts = LockstepPlayouts::new(&board, Color::Black, None);
        playouts.set_ko(ko);
        playouts.set_earlier(earlier);
        let tally = playouts.run(1, 0..200);
        // Without this play both colours pass.
        assert_eq!(tally.moves > 2 * 200, first);
    }
}

#[test]
fn the_first_move_keeps_the_ko_ban() {
    // A1 is the only point that Black may play.
    let board = diagram::parse("XXXXX/XXX.X/OXXXX/.OXX.").unwrap();
    let ko = board.size().point_named("A1");
    for (ko, moves) in [(None, 3), (ko, 2)] {
        let tally = LockstepPlayouts::new(&board, Color::Black, ko).run(1, 0..20);
        assert_eq!(tally.moves, 20 * moves);
    }
}
