// The modules of the program, at the root of a fuzz target, where they expect to be.

#[path = "../../../src/bin/ponnuki/analysis/mod.rs"]
mod analysis;
#[path = "../../../src/bin/ponnuki/args/mod.rs"]
mod args;
#[path = "../../../src/bin/ponnuki/check/mod.rs"]
mod check;
#[path = "../../../src/bin/ponnuki/client/mod.rs"]
mod client;
#[path = "../../../src/bin/ponnuki/commands/mod.rs"]
mod commands;
#[path = "../../../src/bin/ponnuki/corpus/mod.rs"]
mod corpus;
#[path = "../../../src/bin/ponnuki/failure.rs"]
mod failure;
#[path = "../../../src/bin/ponnuki/logging.rs"]
mod logging;
#[path = "../../../src/bin/ponnuki/match/mod.rs"]
mod r#match;
#[path = "../../../src/bin/ponnuki/outputs.rs"]
mod outputs;
#[path = "../../../src/bin/ponnuki/page/mod.rs"]
mod page;
#[path = "../../../src/bin/ponnuki/plain.rs"]
mod plain;
#[path = "../../../src/bin/ponnuki/records.rs"]
mod records;
#[path = "../../../src/bin/ponnuki/regress/mod.rs"]
mod regress;
#[path = "../../../src/bin/ponnuki/review/mod.rs"]
mod review;
#[path = "../../../src/bin/ponnuki/seed.rs"]
mod seed;
#[path = "../../../src/bin/ponnuki/signals.rs"]
mod signals;
#[path = "../../../src/bin/ponnuki/stdout.rs"]
mod stdout;
#[path = "../../../src/bin/ponnuki/terminal.rs"]
mod terminal;
#[path = "../../../src/bin/ponnuki/version.rs"]
mod version;
