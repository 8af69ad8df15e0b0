//! Tests of the game through its public methods.

use proptest::prelude::*;

use super::*;
use crate::board::{StonesError, diagram};
use crate::game::testing::{play, random_games};
use crate::rules::{KoRule, Preset, Suicide};

fn game(width: usize, height: usize, ko: KoRule, suicide: Suicide) -> Game {
    let rules = Rules {
        ko,
        suicide,
        ..Rules::default()
    };
    Game::new(
        BoardSize::new(width, height).unwrap(),
        rules,
        Komi::default(),
    )
}

fn check(game: &Game, color: Color, name: &str) -> Result<(), IllegalMove> {
    game.check(color, game.size().point_named(name).unwrap())
}

#[test]
fn a_repetition_may_capture_nothing() {
    let mut game = game(3, 1, KoRule::Positional, Suicide::MultiStone);
    play(&mut game, "C1 A1 B1 A1");
    assert_eq!(diagram::draw_line(game.board()), "O..");
    assert_eq!(
        check(&game, Color::Black, "C1"),
        Err(IllegalMove::Superko { repeats: 2 })
    );
}

#[test]
fn positional_and_situational_superko_differ() {
    for (width, height, moves, color, name) in [
        (2, 2, "A1 B1 A2 pass B2 B1", Color::Black, "A1"),
        (1, 3, "A1 A3 A2 A3", Color::Black, "A1"),
        (9, 9, "B8 A8 C8 B9 D9 C9 A9", Color::White, "B9"),
    ] {
        let verdict = |ko| {
            let mut game = game(width, height, ko, Suicide::Forbidden);
            play(&mut game, moves);
            check(&game, color, name)
        };
        let positional = verdict(KoRule::Positional);
        assert!(
            matches!(positional, Err(IllegalMove::Superko { .. })),
            "{moves}: {positional:?}"
        );
        assert_eq!(verdict(KoRule::Situational), Ok(()), "{moves}");
        assert_eq!(verdict(KoRule::Unrestricted), Ok(()), "{moves}");
    }
}

#[test]
fn a_simple_ko_opens_after_a_pass() {
    let mut game = game(4, 3, KoRule::Simple, Suicide::Forbidden);
    play(&mut game, "B1 C1 A2 D2 B3 C3 C2 B2");
    assert_eq!(check(&game, Color::Black, "C2"), Err(IllegalMove::Ko));
    assert_eq!(game.outcome(), None);
    play(&mut game, "pass pass");
    assert_eq!(game.outcome(), Some(Outcome::TwoPasses));
    assert_eq!(check(&game, Color::Black, "C2"), Ok(()));
    play(&mut game, "C2");
    assert_eq!(game.outcome(), Some(Outcome::NoResult { repeats: 7 }));
    game.undo();
    assert_eq!(game.outcome(), Some(Outcome::TwoPasses));
}

/// Returns everything that taking moves back restores.
fn state(game: &Game) -> impl PartialEq + std::fmt::Debug + use<> {
    let forbidden = |color| game.forbidden(color).collect::<Vec<_>>();
    (
        game.board().clone(),
        game.board().hash(),
        game.captures,
        game.to_move(),
        game.outcome(),
        Color::BOTH.map(forbidden),
    )
}

#[test]
fn undo_restores_everything() {
    let mut game = game(3, 3, KoRule::Positional, Suicide::MultiStone);
    let mut states = vec![];
    let moves = "B1 A1 A2 C1 C2 B2 pass B3 A3 C3 B1 A1 C1 pass";
    for name in moves.split_whitespace() {
        states.push(state(&game));
        if game
            .size()
            .point_named(name)
            .is_some_and(|point| game.check(game.to_move(), point).is_err())
        {
            play(&mut game, "pass");
        } else {
            play(&mut game, name);
        }
    }
    game.resign(Color::White);
    for (moves, before) in states.iter().enumerate() {
        let mut at_once = game.clone();
        at_once.undo_to(moves);
        assert_eq!(at_once.turns().len(), moves);
        assert_eq!(state(&at_once), *before);
    }
    let whole = state(&game);
    for moves in [states.len(), usize::MAX] {
        game.undo_to(moves);
        assert_eq!(state(&game), whole);
    }
    while let Some(before) = states.pop() {
        assert!(game.undo().is_some());
        assert_eq!(state(&game), before);
    }
    assert_eq!(game.undo(), None);
}

#[test]
fn handicap_stones_are_the_start() {
    let size = BoardSize::square(9).unwrap();
    let stones = crate::rules::fixed_handicap(size, 4).unwrap();
    let mut game = Game::with_start(
        size,
        Preset::Aga.rules(),
        Komi::default(),
        Start::handicap(stones, 4),
    )
    .unwrap();
    assert_eq!(game.to_move(), Color::White);
    assert_eq!(game.undo(), None);
    assert_eq!(game.score().to_string(), "B+70.5");
    game.set_rules(Preset::Chinese.rules());
    assert_eq!(game.score().to_string(), "B+69.5");
    game.set_rules(Preset::Cgos.rules());
    assert_eq!(game.score().to_string(), "B+73.5");
}

#[test]
fn only_black_stones_of_the_start_are_a_handicap() {
    let size = BoardSize::square(9).unwrap();
    let points = |names: &str| -> PointSet {
        let names = names.split_whitespace();
        names.map(|name| size.point_named(name).unwrap()).collect()
    };
    for (black, white, given, count) in [
        ("", "", 4, 0),
        ("C3 G7", "", 4, 2),
        ("C3 G7 C7", "", 2, 2),
        ("C3 G7 C7", "E5", 2, 2),
        ("C3 G7", "", 0, 0),
        ("C3", "", 0, 0),
        ("C3 G7", "E5", 0, 0),
    ] {
        let start = Start {
            stones: ByColor {
                black: points(black),
                white: points(white),
            },
            handicap: given,
            to_move: Color::White,
        };
        assert_eq!(
            start.handicap_stones(),
            count,
            "{black}, {white}, HA[{given}]"
        );
        let rules = Preset::Chinese.rules();
        let game = Game::with_start(size, rules, Komi::default(), start).unwrap();
        assert_eq!(
            game.handicap_points(),
            count,
            "{black}, {white}, HA[{given}]"
        );
    }
}

#[test]
fn a_failed_start_changes_nothing() {
    let mut game = game(2, 1, KoRule::Positional, Suicide::Forbidden);
    play(&mut game, "A1");
    let before = game.board().clone();
    let full = ByColor {
        black: game.board().points(),
        white: PointSet::EMPTY,
    };
    let start = Start {
        stones: full,
        ..Start::default()
    };
    assert_eq!(game.begin(start), Err(StonesError::NoLiberty));
    assert_eq!(*game.board(), before);
    assert_eq!(game.turns().len(), 1);
}

#[test]
fn resignation_is_recorded_and_taken_back() {
    let mut game = game(5, 5, KoRule::Positional, Suicide::Forbidden);
    play(&mut game, "C3");
    game.resign(Color::White);
    assert_eq!(
        game.outcome(),
        Some(Outcome::Resignation {
            winner: Color::Black
        })
    );
    game.undo();
    assert_eq!(game.outcome(), None);
    game.resign(Color::Black);
    assert!(game.undo_resignation() && !game.undo_resignation());
    assert_eq!((game.outcome(), game.turns().len()), (None, 0));
}

#[test]
fn every_earlier_position_is_known() {
    for has_button in [false, true] {
        for mut game in random_games(BoardSize::new(3, 4).unwrap(), 20) {
            let moves: Vec<_> = game.turns().to_vec();
            game.set_rules(Rules {
                has_button,
                ko: KoRule::Unrestricted,
                ..Rules::default()
            });
            game.clear();
            let mut positions = vec![game.board().position()];
            for turn in moves {
                game.play(turn.color, turn.action).unwrap();
                positions.push(game.board().position());
            }
            while let Some(stones) = positions.pop() {
                assert_eq!(game.turns().len(), positions.len());
                assert_eq!(game.position_after(positions.len()), Some(stones));
                for (number, &earlier) in positions.iter().enumerate() {
                    assert_eq!(game.position_after(number), Some(earlier));
                }
                assert_eq!(game.position_after(positions.len() + 1), None);
                game.undo();
            }
        }
    }
}

proptest! {
    /// Sets stones up at random moments, counts the prisoners naively, and takes all back.
    #[test]
    fn setups_keep_prisoners_and_are_taken_back(
        steps in prop::collection::vec((any::<prop::sample::Index>(), 0..4), 1..60),
        preset in prop::sample::select(vec![
            Preset::Japanese, Preset::Cgos, Preset::AgaButton, Preset::JapanesePlayout,
        ]),
    ) {
        let size = BoardSize::new(4, 3).unwrap();
        let mut game = Game::new(size, preset.rules(), Komi::default());
        let mut taken = ByColor::<usize>::default();
        let mut seen = Vec::new();
        let points: Vec<_> = size.iter().collect();
        for (index, step) in steps {
            let point = points[index.index(points.len())];
            if step == 0 {
                let mut stones = game.board().position();
                for color in Color::BOTH {
                    stones[color].remove(point);
                }
                if index.index(2) == 0 {
                    stones.white.insert(point);
                }
                // A chain may have no liberty.
                let _ = game.set_up(stones, game.to_move());
            } else {
                let state = (game.board().position(), game.to_move(), taken, game.outcome(),
                    game.legal_points(Color::Black), game.legal_points(Color::White));
                let color = game.to_move();
                let before = game.board().position();
                let action = if step == 3 { Move::Pass } else { Move::Play(point) };
                if game.play(color, action).is_ok() {
                    seen.push(state);
                    let gone = |color: Color| (before[color] - game.board().stones(color)).len();
                    taken[color] += gone(!color);
                    let own = usize::from(game.turns().last().unwrap().suicided.contains(point));
                    taken[!color] += gone(color) + own;
                }
            }
            for color in Color::BOTH {
                prop_assert_eq!(game.captures(color), taken[color]);
            }
            prop_assert_eq!(game.position_after(game.turns().len()), Some(game.board().position()));
        }
        for (number, state) in seen.iter().enumerate() {
            prop_assert_eq!(game.position_after(number), Some(state.0));
        }
        while let Some((stones, to_move, taken, outcome, black, white)) = seen.pop() {
            prop_assert!(game.undo().is_some());
            prop_assert_eq!((game.board().position(), game.to_move()), (stones, to_move));
            prop_assert_eq!(game.outcome(), outcome);
            for color in Color::BOTH {
                prop_assert_eq!(game.captures(color), taken[color]);
            }
            prop_assert_eq!(game.legal_points(Color::Black), black);
            prop_assert_eq!(game.legal_points(Color::White), white);
        }
        prop_assert_eq!(game.undo(), None);
    }
}
