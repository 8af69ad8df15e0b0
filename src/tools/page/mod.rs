//! The common shape of the HTML pages, which fetch nothing: a header, and sections with tables,
//! charts and cards. Pages with games have a board that replays them. Strings from programs and
//! files are always escaped, because maud escapes everything except `PreEscaped`.

pub(crate) mod chart;
#[cfg(test)]
pub(crate) mod testing;
pub(crate) mod viewer;

use std::fmt::Display;

use maud::{DOCTYPE, Markup, PreEscaped, Render, html};

use crate::cli::plain;
use ponnuki_formats::files::UNSEALED;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
/// The SHA-256 digest of the script in Base64. The policy of the pages lets only this script
/// run, so that text which should have been escaped could do nothing.
const SCRIPT_SHA256: &str = "bI5pSm7DPr21hsNKVufNpucq9dn5UPUIHtOqIwrts/A=";

/// Stands for a part that is written separately, because it may not fit in memory. No string
/// from a program can equal it, because "<" is escaped in those strings.
pub(crate) const LATER: PreEscaped<&str> = PreEscaped("<!--later-->");

/// A page. All pages share one style sheet and one script.
pub(crate) struct Page<'a> {
    /// What the page is about, for its `generator` metadata.
    pub(crate) kind: &'a str,
    pub(crate) title: &'a str,
    /// Whether something failed, which the header shows by its colour.
    pub(crate) has_failed: bool,
    /// The paragraphs below the title.
    pub(crate) header: Markup,
    pub(crate) sections: Markup,
}

impl Page<'_> {
    /// Renders the page, without the control characters of foreign programs and files.
    pub(crate) fn render(&self) -> String {
        plain::lines(&self.markup().into_string())
    }

    fn markup(&self) -> Markup {
        let version = format!("{}{UNSEALED}", env!("CARGO_PKG_VERSION"));
        let policy = format!(
            "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{SCRIPT_SHA256}'; base-uri 'none'; form-action 'none'"
        );
        html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta http-equiv="Content-Security-Policy" content=(policy);
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="generator" content={ "Ponnuki " (self.kind) " " (version) };
                    title { (self.title) }
                    style { (PreEscaped(STYLE)) }
                }
                body {
                    header class=[self.has_failed.then_some("bad")] {
                        // Keep a score such as "2 : 0" on one line.
                        h1 { (self.title.replace(" : ", "\u{a0}:\u{a0}")) }
                        (self.header)
                    }
                    main { (self.sections) }
                    script { (PreEscaped(SCRIPT)) }
                }
            }
        }
    }
}

/// Renders a section of a page.
pub(crate) fn section(id: &str, heading: &str, content: &Markup) -> Markup {
    html! {
        section id=(id) {
            h2 { (heading) }
            (content)
        }
    }
}

/// Renders a table of a class. It scrolls horizontally if it is wider than the page.
pub(crate) fn table(
    class: &str,
    heads: impl IntoIterator<Item = impl Render>,
    rows: &Markup,
) -> Markup {
    html! {
        div.wide {
            table class=(class) {
                thead { tr { @for head in heads { th scope="col" { (head) } } } }
                tbody { (rows) }
            }
        }
    }
}

/// Renders a table of numbers. The first head is that of the names of the rows.
pub(crate) fn numbers(heads: impl IntoIterator<Item = impl Render>, rows: &Markup) -> Markup {
    table("numbers", heads, rows)
}

/// Renders the choices among the cards of a page, or the rows of a table, and the number of
/// those chosen.
pub(crate) fn filters(choices: &Markup) -> Markup {
    html! {
        div.filters {
            (choices)
            output #count {}
        }
    }
}

/// Renders the choice of a value of the attribute `data-NAME` of the cards, each value with
/// its words.
pub(crate) fn filter(
    name: &str,
    label: &str,
    options: impl IntoIterator<Item = (impl Display, impl Display)>,
) -> Markup {
    html! {
        label {
            (label) " "
            select id=(name) {
                option value="" { "any" }
                @for (value, words) in options {
                    option value=(value.to_string()) { (words.to_string()) }
                }
            }
        }
    }
}

/// Renders the choice of a value by how many cards have it, if any has.
pub(crate) fn counted_filter(
    name: &str,
    label: &str,
    counts: impl IntoIterator<Item = (impl Display, usize)>,
) -> Markup {
    let present = counts.into_iter().filter(|(_, count)| *count > 0);
    let options = present.map(|(value, count)| {
        let words = format!("{value} ({count})");
        (value, words)
    });
    filter(name, label, options)
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
    use sha2::{Digest, Sha256};

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

    #[test]
    fn the_policy_allows_the_script_and_nothing_else() {
        let page = Page {
            kind: "test",
            title: "A page",
            has_failed: false,
            header: html! {},
            sections: html! {},
        };
        let page = page.render();
        let (_, script) = page.split_once("<script>").unwrap();
        let (script, _) = script.split_once("</script>").unwrap();
        let policy = format!(
            "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
            base64(&Sha256::digest(script))
        );
        assert!(page.contains(&policy), "{policy}");
    }

    /// Returns bytes in Base64 with padding (RFC 4648, section 4).
    fn base64(bytes: &[u8]) -> String {
        const DIGITS: &[u8; 64] =
            b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let group = |bytes: &[u8]| {
            let byte = |index| u32::from(bytes.get(index).copied().unwrap_or(0));
            let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
            let digits =
                [18, 12, 6, 0].map(|shift| char::from(DIGITS[(bits >> shift & 63) as usize]));
            let digits: String = digits[..=bytes.len()].iter().collect();
            format!("{digits:=<4}")
        };
        bytes.chunks(3).map(group).collect()
    }
}
