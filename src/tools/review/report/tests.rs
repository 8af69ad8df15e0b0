//! Checks the content of the page, and that markup in names is escaped.

use super::*;
use crate::page::testing::data;
use crate::review::tests::{GAME, reviewed};
use ponnuki_core::board::ByColor;
use ponnuki_formats::sgf::RulesBasis;
use ponnuki_testing::{assert_contains, assert_starts};

fn page(about: &About) -> String {
    let words = RecordWords {
        about: about.clone(),
        rules: RulesBasis::Named,
        notes: BTreeMap::new(),
    };
    render(&reviewed(GAME, 60, 2), &words, 2)
}

#[test]
fn a_page_has_charts_boards_and_tables() {
    let about = About {
        result: Some("B+R".to_owned()),
        date: Some("2026-01-02".to_owned()),
        ..About::default()
    };
    let page = page(&about);
    assert_starts(&page, "<!DOCTYPE html><html lang=\"en\">");
    assert_contains(&page, "<title>Black – White, B+R</title>");
    assert_contains(&page, "8 moves on 5x5, komi 7.5, cgos rules");
    assert_contains(&page, "60 visits per position, seed 3.");
    assert_eq!(page.matches("<svg class=\"chart\"").count(), 2);
    assert_eq!(page.matches("<article class=\"card bad\"").count(), 2);
    for part in [
        "x=\"712.0\" y=\"232\">8</text>",
        ">moves</text>",
        "data-left=\"76.0\" data-right=\"712.0\"",
    ] {
        assert_eq!(page.matches(part).count(), 2, "{part}: {page}");
    }
    assert_contains(&page, "y=\"112.0\">even</text>");
    // The board, and two for each turning point. All pictures have a title.
    assert_eq!(page.matches("<svg xmlns=").count(), 5);
    assert_eq!(
        page.matches("role=\"img\"").count(),
        page.matches("<title>").count() - 1
    );
    // The title of a picture names its moves.
    let (_, moves) = page.split_once(", played: ").unwrap();
    assert!(!moves.starts_with('<'), "{page}");
    // A mark in each chart links to its card.
    assert_eq!(page.matches("href=\"#turning-point-2\"").count(), 2);
    assert_eq!(page.matches("id=\"turning-point-2\"").count(), 1);
    assert_eq!(page.matches("<tr><th scope=\"row\"><a").count(), 8);
    assert!(!page.contains("NaN"), "{page}");
}

#[test]
fn the_script_gets_the_moves_and_the_better_points() {
    let data = &data(&page(&About::default()))[0];
    assert_eq!(
        data["moves"],
        serde_json::json!([12, 16, -1, 17, 18, 13, -1, 7])
    );
    assert_eq!(
        (&data["width"], &data["first"]),
        (&5.into(), &"black".into())
    );
    assert_eq!(data["words"].as_array().unwrap().len(), 9);
    let words = data["words"][3].as_str().unwrap();
    assert!(
        words.starts_with("Move 3, Black pass. Black wins "),
        "{words}"
    );
    assert!(data["better"]["2"].is_u64(), "{data}");
}

#[test]
fn nothing_is_fetched_and_names_are_only_text() {
    let evil = "</script><script>alert(1)</script><img src=x onerror=alert(1)>\"'&\u{202e}\u{1b}";
    let evil = || Some(evil.to_owned());
    let about = About {
        players: ByColor {
            black: evil(),
            white: evil(),
        },
        ranks: ByColor {
            black: evil(),
            white: evil(),
        },
        event: evil(),
        date: evil(),
        result: evil(),
    };
    let page = page(&about);
    assert_eq!(page.matches("<script").count(), 2, "{page}");
    assert!(
        !page.contains("<img") && !page.contains(['\u{202e}', '\u{1b}']),
        "{page}"
    );
    assert!(page.contains("default-src 'none'"));
    let page = page.replace("http://www.w3.org/2000/svg", "");
    for fetch in [
        "http:", "https:", "<link", "@import", "url(", "fetch(", "import(",
    ] {
        assert!(!page.contains(fetch), "{fetch}");
    }
}
