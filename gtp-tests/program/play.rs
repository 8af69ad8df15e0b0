//! `ponnuki play` through a pipe.

use super::{Scratch, ponnuki, stdout};

#[test]
fn a_game_is_played_through_a_pipe() {
    let output = ponnuki(
        &["play", "--boardsize", "5", "--seed", "3"],
        "c3\nundo\npass\nquit\n",
    );
    assert_eq!(output.status.code(), Some(0));
    assert!(
        stdout(&output).contains("black plays C3\n"),
        "{}",
        stdout(&output)
    );
    // There are no colours outside a terminal.
    assert!(!stdout(&output).contains('\x1b'));
}

#[test]
fn a_game_is_finished_through_a_pipe() {
    let record = "(;SZ[5]KM[0.5]AB[ad][bd][cd][dd][be][de][dc][db][da][ac][bc][cc]AW[ea];B[ec])";
    let game = Scratch::new("finished.sgf", record);
    let output = ponnuki(
        &["play", "--load", game.name(), "--seed", "3"],
        "pass\nalive E5\ndead E5\nquit\n",
    );
    assert_eq!(output.status.code(), Some(0));
    let text = stdout(&output);
    for line in [
        "\nblack passes\n",
        "\nBoth passed: the game is over.\n",
        "\nX O stones, # @ dead stones, x o territory, . shared\n",
        "\ndead: E5\nrules: cgos\nkomi: 0.5\nresult: B+24.5\n",
    ] {
        assert!(text.contains(line), "{line}{text}");
    }
    assert_eq!(text.matches("\nresult: ").count(), 3, "{text}");
}

#[test]
fn a_watched_game_is_the_same_for_the_same_seed() {
    let watch = |seed| {
        let arguments = [
            "play",
            "--watch",
            "1",
            "3",
            "--boardsize",
            "5",
            "--seed",
            seed,
        ];
        let output = ponnuki(&arguments, "");
        assert_eq!(output.status.code(), Some(0));
        stdout(&output).to_owned()
    };
    let text = watch("4");
    assert!(
        text.starts_with(
            "Black (X) is Ponnuki level 1, White (O) is Ponnuki level 3. The seed is 4.\n"
        ),
        "{text}"
    );
    assert!(
        text.contains("\nBoth passed after ") && text.contains("\nresult: "),
        "{text}"
    );
    assert!(
        text.lines().count() < 120 && !text.contains('\x1b'),
        "{text}"
    );
    assert_eq!(watch("4"), text);
    assert_ne!(watch("5"), text);
}
