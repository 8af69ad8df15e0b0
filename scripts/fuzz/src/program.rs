// The modules of the program, at the root of a fuzz target, where they expect to be.

#[path = "../../../src/bin/ponnuki/analysis/mod.rs"]
mod analysis;
#[path = "../../../src/bin/ponnuki/check/mod.rs"]
mod check;
#[path = "../../../src/bin/ponnuki/cli/mod.rs"]
mod cli;
#[path = "../../../src/bin/ponnuki/client/mod.rs"]
mod client;
#[path = "../../../src/bin/ponnuki/commands/mod.rs"]
mod commands;
#[path = "../../../src/bin/ponnuki/conform/mod.rs"]
mod conform;
#[path = "../../../src/bin/ponnuki/corpus/mod.rs"]
mod corpus;
#[path = "../../../src/bin/ponnuki/match/mod.rs"]
mod r#match;
#[path = "../../../src/bin/ponnuki/page/mod.rs"]
mod page;
#[path = "../../../src/bin/ponnuki/regress/mod.rs"]
mod regress;
#[path = "../../../src/bin/ponnuki/review/mod.rs"]
mod review;
