//! Reads bytes as GTP.

use super::frames;

/// Sends one line alone, and again with noise that the preprocessing must remove. The
/// answer must be the same.
pub fn line(bytes: &[u8]) {
    let line: Vec<u8> = bytes
        .iter()
        .map(|&b| if b == b'\n' { b' ' } else { b })
        .collect();
    let asked = frames::all_asked(&line);
    let output = frames::session(&line);
    let answers = frames::answers(&output);
    frames::check(&asked, &answers);
    if asked.iter().any(|asked| depends_on_time(&asked.name)) {
        return;
    }
    let mut noisy = Vec::new();
    for &byte in line.iter().take_while(|&&byte| byte != b'#') {
        noisy.extend([if byte == b' ' { b'\t' } else { byte }, b'\r', 0x7f]);
    }
    noisy.extend(b"# \xff comment\r\n\r\n#\n");
    assert_eq!(
        frames::session(&noisy),
        output,
        "noise changes the answer to {:?}",
        String::from_utf8_lossy(&line)
    );
}

/// Sends a whole session. Every command must get one well-formed answer, in order, and
/// the engine must still answer at the end.
pub fn session(bytes: &[u8]) {
    let long = frames::all_asked(bytes).into_iter();
    if long.filter(|asked| takes_long(&asked.name)).count() > 4 {
        return;
    }
    let mut input = bytes.to_vec();
    input.extend(b"\n99 protocol_version\n");
    let asked = frames::all_asked(&input);
    let answers = frames::answers(&frames::session(&input));
    frames::check(&asked, &answers);
    let last = answers.last().expect("the last line is a command");
    let quits = asked.iter().any(|asked| asked.name == b"quit");
    assert!(quits || (last.success && last.id == Some(99) && last.text == b"2"));
}

/// Returns whether an answer differs from run to run, because it reports the time used
/// or depends on how far an analysis came.
fn depends_on_time(name: &[u8]) -> bool {
    let ends: [&[u8]; 4] = [b"cputime", b"cpu_time", b"analyze", b"live_analysis"];
    ends.iter().any(|end| name.ends_with(end))
}

/// Returns whether a command may take a second on a large board. A fuzzer's session
/// may have only a few of these.
fn takes_long(name: &[u8]) -> bool {
    let lists = [
        &b"ponnuki-win_rates"[..],
        b"top_moves_black",
        b"top_moves_white",
    ];
    name.ends_with(b"genmove_analyze") || lists.contains(&name)
}
