//! The common parts of the HTML pages, which fetch nothing: the frame, the style sheet,
//! tables, times, charts and games. Strings from programs and files are always escaped,
//! because maud escapes everything except `PreEscaped`.

pub(crate) mod chart;
pub(crate) mod replay;
#[cfg(test)]
pub(crate) mod testing;

use maud::{DOCTYPE, Markup, PreEscaped, Render, html};
use ponnuki::files::UNSEALED;

/// The style sheet that all pages share.
const STYLE: &str = include_str!("page.css");

/// The content security policy: inline scripts and styles only, no requests.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// Renders a page. `kind` appears in the `generator` metadata, and `style` is a style sheet
/// that follows the common one.
pub(crate) fn page(kind: &str, title: &str, style: &str, body: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="generator" content=(format!("Ponnuki {kind} {}{UNSEALED}", env!("CARGO_PKG_VERSION")));
                title { (title) }
                style { (PreEscaped(STYLE)) (PreEscaped(style)) }
            }
            body { (body) }
        }
    }
}

/// Renders a table that scrolls horizontally if it is wider than the page.
pub(crate) fn wide(table: &Markup) -> Markup {
    html! { div.wide { (table) } }
}

/// Renders a table of numbers with these heads of its columns, beside that of its rows.
pub(crate) fn numbers(heads: impl IntoIterator<Item = impl Render>, rows: &Markup) -> Markup {
    wide(&html! {
        table.numbers {
            thead { tr { th {} @for head in heads { th scope="col" { (head) } } } }
            tbody { (rows) }
        }
    })
}

/// Formats a time with three significant digits in seconds, milliseconds or
/// microseconds: `12.3 s`, `8.00 µs`.
pub(crate) fn duration(seconds: f64) -> String {
    let (value, unit) = match seconds {
        s if s >= 1.0 => (s, "s"),
        s if s >= 1e-3 => (s * 1e3, "ms"),
        s => (s * 1e6, "µs"),
    };
    let decimals = match value {
        v if v >= 100.0 => 0,
        v if v >= 10.0 => 1,
        _ => 2,
    };
    // A no-break space keeps the unit on the line of the number.
    format!("{value:.decimals$}\u{a0}{unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_three_digits_and_a_unit() {
        for (seconds, text) in [
            (0.000_008, "8.00 µs"),
            (0.000_123_4, "123 µs"),
            (0.001, "1.00 ms"),
            (0.25, "250 ms"),
            (1.0, "1.00 s"),
            (12.34, "12.3 s"),
            (1234.5, "1234 s"),
            (0.0, "0.00 µs"),
        ] {
            assert_eq!(duration(seconds).replace('\u{a0}', " "), text);
        }
    }
}
