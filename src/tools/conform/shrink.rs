//! Makes failing lines short, by deletion.

/// Returns a short line that fails like this one. Its last entry stays.
///
/// Runs of entries are deleted, long ones and late ones first, so that the beginning of a long
/// line is found by bisection (Zeller and Hildebrandt, "Simplifying and isolating
/// failure-inducing input", 2002). A single entry may be replaced by a simpler one instead.
pub(super) fn shortest<T: Clone>(
    mut line: Vec<T>,
    simpler: impl Fn(&T) -> Option<T>,
    mut fails: impl FnMut(&[T]) -> bool,
) -> Vec<T> {
    let mut run = line.len().next_power_of_two() / 2;
    while run > 0 {
        let mut has_changed = false;
        let mut end = line.len() - 1;
        while end >= run {
            let (start, rest) = (&line[..end - run], &line[end..]);
            let simple = simpler(&line[end - 1]).filter(|_| run == 1);
            let simple = simple.map(|entry| [start, &[entry], rest].concat());
            let mut shorter = [Some([start, rest].concat()), simple].into_iter().flatten();
            if let Some(shorter) = shorter.find(|line| fails(line)) {
                line = shorter;
                has_changed = true;
            }
            // Runs overlap, so that moves go together with the commands that take them back.
            end = (end - (run / 4).max(1)).min(line.len() - 1);
        }
        // Single entries and pairs are tried until nothing more can go.
        run = if has_changed && run <= 2 { 2 } else { run / 2 };
    }
    line
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_the_failure_needs_remains() {
        let mut tries = 0;
        let fails = |line: &[u32]| {
            tries += 1;
            let place = |wanted: fn(&u32) -> bool| line.iter().position(wanted);
            let (small, large) = (place(|&entry| entry == 3), place(|&entry| entry >= 50));
            small.is_some() && small < large && line.ends_with(&[99])
        };
        let simpler = |&entry: &u32| (entry > 50).then_some(50);
        assert_eq!(super::shortest((0..100).collect(), simpler, fails), [3, 99]);
        assert!(tries < 60, "{tries}");
    }
}
