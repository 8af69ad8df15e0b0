use super::*;

fn games(size: usize, is_match: bool, seed: u64) -> SelfPlay {
    let options = SelfPlayOptions {
        games: 3,
        visits: 12,
        quick_visits: 4,
        is_match,
        ..SelfPlayOptions::new(BoardSize::square(size).unwrap())
    };
    SelfPlay::new(&options, seed)
}

fn network() -> &'static Network<'static> {
    &Network::built_in()[0]
}

/// Answers by a network as a caller that computes in batches would.
fn answer_in_batches(games: &mut SelfPlay, network: &Network, threads: usize) {
    let area = games.size.area();
    let mut values = Vec::new();
    for game in &games.ongoing {
        let answer = network.answer(game.question(), KernelLevel::best());
        let policy = answer
            .policy
            .iter()
            .map(|&logit| logit as f32 / POINT_UNITS);
        let rest = [answer.win, answer.lead].map(|value| value as f32 / VALUE_UNITS);
        values.extend(policy.chain(rest));
    }
    assert_eq!(values.len(), games.games() * (area + 3));
    games.answer(&values, threads);
}

#[test]
fn batches_play_the_same_games_as_the_network_itself() {
    let network = network();
    let (mut one, mut other) = (games(5, false, 7), games(5, false, 7));
    one.run(&[network], 3_000);
    while other.counts().evaluations < one.counts().evaluations {
        answer_in_batches(&mut other, network, 2);
    }
    assert!(one.counts().games > 3);
    assert_eq!(one.counts(), other.counts());
    assert_eq!(one.take_samples(), other.take_samples());
    assert_eq!(one.take_records(), other.take_records());
}

#[test]
fn samples_agree_with_the_ends_of_their_games() {
    let mut games = games(5, false, 1);
    games.run(&[network()], 8_000);
    let samples = games.take_samples();
    assert!(samples.iter().any(|sample| sample.teaches_policy));
    assert!(samples.iter().any(|sample| !sample.teaches_policy));
    for sample in samples {
        let sum: f32 = sample.policy.iter().sum();
        assert!((sum - 1.0).abs() < 1e-4, "{sum}");
        let gain = sample.context[0] * 10.0;
        let margin: i32 = sample.owners.iter().map(|&owner| i32::from(owner)).sum();
        assert!(
            (margin as f32 + gain - sample.lead).abs() < 1e-3,
            "{sample:?}"
        );
        let is_won = sample.result > 0.5;
        assert_eq!(is_won, sample.lead > 0.0, "{sample:?}");
        assert!((0.0..=1.0).contains(&sample.win));
        // Only plays that the network is taught have a probability.
        for (bits, probability) in sample.planes.iter().zip(&sample.policy) {
            assert!(*probability == 0.0 || bits >> 12 & 1 == 1);
        }
    }
}

#[test]
fn the_policy_plays_games_alone() {
    let options = SelfPlayOptions {
        games: 3,
        policy_share: 1.0,
        ..SelfPlayOptions::new(BoardSize::square(5).unwrap())
    };
    let mut games = SelfPlay::new(&options, 1);
    games.run(&[network()], 8_000);
    let counts = games.counts();
    // One evaluation each move, beside the games that are under way.
    let rest = counts.evaluations - counts.moves;
    assert!(rest <= 3 * options.max_moves() as u64, "{counts:?}");
    let samples = games.take_samples();
    assert!(!samples.is_empty());
    assert!(samples.iter().all(|sample| !sample.teaches_policy));
}

#[test]
fn questions_are_the_planes_of_the_side_to_move() {
    let games = games(9, false, 1);
    let (mut planes, mut context, mut judges) = (vec![0; 3 * 81], vec![0.0; 9], vec![9; 3]);
    games.write_questions(&mut planes, &mut context, &mut judges);
    assert!(planes.iter().all(|bits| bits >> 12 == 3), "an empty board");
    assert!(context.chunks(3).all(|numbers| numbers[1..] == [0.0, 0.0]));
    assert_eq!(judges, [0, 0, 0]);
}

#[test]
fn a_network_is_as_strong_as_itself_in_a_match() {
    let mut games = games(5, true, 3);
    let network = network();
    games.run(&[network, network], 30_000);
    let counts = games.counts();
    assert!(counts.games >= 20, "{counts:?}");
    let share = counts.won / counts.games as f64;
    assert!((0.2..0.8).contains(&share), "{counts:?}");
    assert!(games.take_samples().is_empty());
}

#[test]
fn games_begin_as_people_play_them() {
    let size = BoardSize::square(19).unwrap();
    let mut stream = ponnuki_core::random::RandomStream::new(5, 0);
    let games: Vec<_> = (0..400).map(|_| begin::game(size, &mut stream)).collect();
    let share = |is: fn(&(ponnuki_core::Game, u32)) -> bool| {
        games.iter().filter(|game| is(game)).count() as f64 / games.len() as f64
    };
    assert!((0.3..0.5).contains(&share(|(game, _)| game.komi().to_string() == "7")));
    assert!((0.05..0.15).contains(&share(
        |(game, _)| game.to_move() == ponnuki_core::Color::White
    )));
    assert!((0.1..0.4).contains(&share(|(_, moves)| *moves == 0)));
    assert!(games.iter().all(|(_, moves)| *moves <= 24));
}
