//! Counts and leads as text for people.

/// Writes a number with its noun.
///
/// ```
/// use ponnuki_formats::text::counted;
///
/// assert_eq!(counted(1, "game"), "1 game");
/// assert_eq!(counted(0, "game"), "0 games");
/// ```
pub fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// Writes Black's lead in points: `B+3.5`, `W+12.0`, or `0` for a tie.
pub fn lead_text(lead: f64) -> String {
    match lead {
        lead if lead >= 0.05 => format!("B+{lead:.1}"),
        lead if lead <= -0.05 => format!("W+{:.1}", -lead),
        _ => "0".to_owned(),
    }
}
