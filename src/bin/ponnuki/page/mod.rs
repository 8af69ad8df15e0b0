//! The common parts of the HTML pages, which fetch nothing: the frame, the style sheet,
//! tables, times, charts and games. Strings from programs and files are always escaped,
//! because maud escapes everything except `PreEscaped`.

pub(crate) mod chart;
mod duration;
pub(crate) mod replay;
#[cfg(test)]
pub(crate) mod testing;

use maud::{DOCTYPE, Markup, PreEscaped, html};

pub(crate) use duration::duration;

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
                meta name="generator" content=(format!("Ponnuki {kind} {}", env!("CARGO_PKG_VERSION")));
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
