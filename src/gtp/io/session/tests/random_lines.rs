//! Random lines: every command gets exactly one response.

use std::io;

use proptest::prelude::*;

use crate::Session;
use crate::engine::{COMMANDS, Engine, EngineOptions};

/// Splits an output into responses. Panics if anything else remains.
fn split(output: &[u8]) -> Vec<&[u8]> {
    let mut rest = output;
    let mut found = Vec::new();
    while !rest.is_empty() {
        let end = rest
            .windows(2)
            .position(|pair| pair == b"\n\n")
            .expect("an end");
        found.push(&rest[..end]);
        rest = &rest[end + 2..];
    }
    found
}

/// Generates a line: a command with arguments that may fit, or any bytes.
fn line() -> impl Strategy<Value = Vec<u8>> {
    let command = (
        0..COMMANDS.len(),
        "( ([bwBW]|[A-J][0-9]|[a-zA-Z]?[0-9]{1,30}|pass|-?[0-9.]{1,4}|[a-z]{1,5}|[-+.eE{}\":, a-z0-9]{0,20})){0,5}",
    )
        .prop_map(|(index, arguments)| format!("{}{arguments}", COMMANDS[index].name));
    let command = command
        .prop_filter("ends the session", |line| !line.starts_with("quit"))
        .prop_map(String::into_bytes);
    let anything =
        proptest::collection::vec(any::<u8>().prop_filter("no LF", |b| *b != b'\n'), 0..40);
    prop_oneof![4 => command, 1 => anything]
}

/// Returns whether a line gets a response because something is left of it after
/// cleaning. Does not use the parser, which it checks.
fn is_command(line: &[u8]) -> bool {
    let before_comment = line.split(|&byte| byte == b'#').next().unwrap_or_default();
    before_comment.iter().any(|&byte| byte > 32 && byte != 127)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn one_response_for_each_command(lines in proptest::collection::vec(line(), 0..30)) {
        prop_assume!(!lines.iter().any(|line| line.windows(4).any(|word| word == b"quit")));
        let mut input = b"boardsize 4\n".to_vec();
        input.extend(lines.join(&b'\n'));
        let mut output = Vec::new();
        let engine = Engine::new(EngineOptions::new(1));
        Session::run(io::Cursor::new(input), &mut output, engine).unwrap();
        let found = split(&output);
        let commands = lines.iter().filter(|line| is_command(line)).count();
        prop_assert_eq!(found.len(), 1 + commands);
        for response in found {
            prop_assert!(matches!(response[0], b'=' | b'?'));
            let digits = response[1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            let is_framed = matches!(response.get(1 + digits), None | Some(b' ' | b'\n'));
            prop_assert!(is_framed);
            prop_assert!(!response.ends_with(b" internal error"));
        }
    }
}
