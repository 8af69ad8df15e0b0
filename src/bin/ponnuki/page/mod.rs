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

/// The script of a page.
pub(crate) struct Script {
    /// The source code, in parts.
    pub(crate) parts: &'static [&'static str],
    /// The SHA-256 digest of the source code in Base64. The policy of the page lets only this
    /// script run, so that text which should have been escaped could do nothing.
    pub(crate) sha256: &'static str,
}

/// Returns the content security policy: this script, inline styles, no requests.
fn policy(script: Option<&Script>) -> String {
    let allowed = script.map_or_else(
        || "'none'".to_owned(),
        |script| format!("'sha256-{}'", script.sha256),
    );
    format!(
        "default-src 'none'; style-src 'unsafe-inline'; script-src {allowed}; base-uri 'none'; form-action 'none'"
    )
}

/// Renders a page. `kind` appears in the `generator` metadata, `style` is a style sheet
/// that follows the common one, and the script follows the body.
pub(crate) fn page(
    kind: &str,
    title: &str,
    style: &str,
    body: &Markup,
    script: Option<&Script>,
) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy(script));
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="generator" content=(format!("Ponnuki {kind} {}{UNSEALED}", env!("CARGO_PKG_VERSION")));
                title { (title) }
                style { (PreEscaped(STYLE)) (PreEscaped(style)) }
            }
            body {
                (body)
                @if let Some(script) = script {
                    script { @for part in script.parts { (PreEscaped(part)) } }
                }
            }
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
