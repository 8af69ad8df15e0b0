//! The program `ponnuki`. All of it is in the package `ponnuki-tools`.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    ponnuki_tools::main()
}
