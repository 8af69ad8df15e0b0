//! Every option of every subcommand with a sample and its effect, and the pairs that are refused.

/// How an option changes the settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// The option changes the settings wherever it is accepted.
    Changes,
    /// The option names what applies anyway, by default or due to another option.
    Names,
    /// The option changes the settings, and replaces the base arguments.
    Instead,
}

/// An option with a sample value.
#[derive(Debug)]
pub(super) struct Row {
    /// The option as typed, with a value other than the default.
    pub(super) sample: &'static str,
    pub(super) role: Role,
    /// Another option that this one needs, or nothing.
    pub(super) with: &'static str,
    /// How the option takes effect.
    pub(super) effect: &'static str,
}

/// The options of a subcommand.
#[derive(Debug)]
pub(super) struct Table {
    /// The subcommand as typed.
    pub(super) name: &'static str,
    /// The arguments that the subcommand needs.
    pub(super) base: &'static [&'static str],
    pub(super) rows: &'static [&'static [Row]],
    /// Each option with those that it excludes, separated by commas. Entries are whole
    /// samples, or options with any value.
    pub(super) refused: &'static [&'static [(&'static str, &'static str)]],
}

const fn changes(sample: &'static str, effect: &'static str) -> Row {
    needs("", sample, effect)
}

const fn needs(with: &'static str, sample: &'static str, effect: &'static str) -> Row {
    Row {
        sample,
        role: Role::Changes,
        with,
        effect,
    }
}

const fn names(sample: &'static str, effect: &'static str) -> Row {
    Row {
        role: Role::Names,
        ..changes(sample, effect)
    }
}

const fn instead(sample: &'static str, effect: &'static str) -> Row {
    Row {
        role: Role::Instead,
        ..changes(sample, effect)
    }
}

/// The options of the log, which all subcommands have.
pub(super) const LOG: &[Row] = &[
    changes(
        "--verbose",
        "logs at a lower level; every subcommand logs at -v",
    ),
    changes(
        "--quiet",
        "logs errors only, whatever RUST_LOG says, and hides progress",
    ),
    changes(
        "--log-file log.txt",
        "the log goes to the file, which is made",
    ),
];
pub(super) const LOG_REFUSED: &[(&str, &str)] = &[("--verbose", "--quiet")];

const KOMI: &[Row] = &[changes("--komi 5.5", "the score of every game")];
const RULES: &[Row] = &[
    changes(
        "--rules aga",
        "the legal moves and the points for handicap stones",
    ),
    changes("--ko none", "the legal moves, also under --rules"),
    changes("--suicide allowed", "the legal moves, also under --rules"),
    changes("--scoring territory", "the count, also under --rules"),
    changes("--tax all", "the count, also under --rules"),
    changes("--button", "the end and the count, also under --rules"),
    changes(
        "--cleanup",
        "the end of a game that is counted by territory",
    ),
    changes(
        "--pass-stones",
        "the count of territory, also under --rules",
    ),
];
/// The options of komi and rules, for those that exclude them.
const RULE_OPTIONS: &str =
    "--komi, --rules, --ko, --suicide, --scoring, --tax, --button, --cleanup, --pass-stones";
/// The options that replace the rules of a record.
const FILE_RULES: &[Row] = &[
    changes("--komi 5.5", "the result"),
    changes("--rules aga", "the result, and the moves to come"),
    changes("--scoring territory", "the count"),
    changes("--tax seki", "the count"),
    changes("--button", "the count"),
    changes("--pass-stones", "the count of territory"),
];
const GAME: &[Row] = &[
    changes("--boardsize 9", "the board"),
    changes("--eyes enemy-diagonals", "the eyes that random moves keep"),
    changes("--seed 7", "the player's games"),
];
const PLAYER: &[Row] = &[
    names(
        "--player random",
        "the default; other options of the search than --threads are refused",
    ),
    names("--player mcts", "the search, which its options imply"),
    names(
        "--level 0",
        "the random player; other options of the search than --threads are refused",
    ),
    changes("--level 5", "the player"),
    changes("--playouts 50", "the player and its playouts"),
    changes("--time-per-move 2", "the player and its time"),
    changes("--threads 2", "the player and its threads"),
    changes("--trees separate", "the player and its trees"),
    changes("--memory 64", "the player and its memory"),
    changes("--opponent random", "the player and what it expects"),
    changes("--priors rules", "the player and its priors"),
    changes("--never-resign", "the player, which never resigns"),
];
const PLAYER_REFUSED: &[(&str, &str)] = &[
    ("--level", "--player, --playouts, --time-per-move, --priors"),
    ("--level 0", "--trees, --memory, --opponent, --never-resign"),
    (
        "--player random",
        "--playouts, --time-per-move, --trees, --memory, --opponent, --priors, --never-resign",
    ),
];

/// The option of all commands that write whole files.
const OVERWRITE: Row = changes("--overwrite", "which existing files are replaced");

const JSON: Row = changes("--json", "JSON instead of text");

pub(super) const SUBCOMMANDS: &[Table] = &[
    Table {
        name: "ponnuki",
        base: &[],
        rows: &[
            GAME,
            KOMI,
            RULES,
            PLAYER,
            &[
                names("--gtp", "names the default, as other engines require"),
                names("--mode gtp", "names the default, as other engines require"),
                changes("--resign-after 9", "the random player resigns"),
                changes("--profile kgs", "how games end"),
                changes("--dead-stones estimate", "the score of a finished game"),
                changes("--pass settled", "the engine also passes settled games"),
                changes("--sgf-dir games", "printsgf writes files"),
                OVERWRITE,
                changes("--ruler", "the list of commands"),
                changes("--override-name katago", "the answer to `name`"),
                changes("--override-version 0.17", "the answer to `version`"),
                changes("--gtp-input in.gtp", "the source of the commands"),
            ],
        ],
        refused: &[
            PLAYER_REFUSED,
            &[(
                "--resign-after",
                "--player mcts, --level 5, --playouts, --time-per-move, --threads, --trees, --memory, --opponent, --priors, --never-resign",
            )],
        ],
    },
    Table {
        name: "ponnuki play",
        base: &[],
        rows: &[
            GAME,
            KOMI,
            RULES,
            PLAYER,
            &[
                changes("--handicap 2", "the start of the game"),
                changes("--color white", "the side of the person"),
                changes("--time 60", "the clocks"),
                changes("--pass filled", "when the engine passes"),
                changes("--dead-stones marked", "the proposal at the end"),
                changes("--load a.sgf", "the position, the rules and the komi"),
                needs("--load b.sgf", "--move 3", "the position"),
                changes("--watch 1 2", "both players"),
                changes("--ascii", "the drawing of the board"),
            ],
        ],
        refused: &[
            PLAYER_REFUSED,
            &[
                ("--load", RULE_OPTIONS),
                ("--load", "--boardsize, --handicap"),
                ("--move", RULE_OPTIONS),
                ("--move", "--boardsize, --handicap"),
                (
                    "--watch",
                    "--player, --level, --playouts, --time-per-move, --threads, --trees, --memory, --opponent, --priors, --never-resign, --color, --time",
                ),
            ],
        ],
    },
    Table {
        name: "ponnuki score",
        base: &["game.sgf"],
        rows: &[
            FILE_RULES,
            &[
                changes("--dead D4", "the count"),
                changes("--dead estimate", "the count"),
                changes("--neutral-points protected", "which groups are in seki"),
                changes("--strict-territory", "which groups are in seki"),
                changes("--svg a.svg", "a picture beside the report"),
                changes("--svg -", "a picture instead of the report"),
                OVERWRITE,
                JSON,
            ],
        ],
        refused: &[&[
            ("--svg -", "--json"),
            ("--neutral-points protected", "--strict-territory"),
        ]],
    },
    Table {
        name: "ponnuki review",
        base: &["game.sgf"],
        rows: &[
            FILE_RULES,
            &[
                changes("--game 2", "the game"),
                changes("--visits 50", "the values"),
                changes("--level 5", "the values"),
                changes("--seed 7", "the values"),
                changes("--threads 3", "the positions at the same time"),
                changes("--top 3", "the turning points"),
                changes("--sgf a.sgf", "a copy of the record"),
                changes("--html a.html", "a page"),
                OVERWRITE,
                JSON,
            ],
        ],
        refused: &[&[("--visits", "--level")]],
    },
    Table {
        name: "ponnuki estimate",
        base: &["game.sgf"],
        rows: &[&[
            changes("--move 3", "the position"),
            changes("--playouts 50", "the precision"),
            changes("--seed 7", "the playouts"),
            changes("--policy uniform", "the playouts"),
            changes("--svg a.svg", "a picture beside the report"),
            changes("--svg -", "a picture instead of the report"),
            OVERWRITE,
            JSON,
        ]],
        refused: &[&[("--svg -", "--json")]],
    },
    Table {
        name: "ponnuki perft",
        base: &["--size 3", "--depth 2"],
        rows: &[
            RULES,
            &[
                changes("--size 4", "the board"),
                changes("--depth 3", "the number of rows"),
                changes("--no-pass", "the sequences"),
                changes(
                    "--position X../.../..O",
                    "the start; its size must be that of --size",
                ),
                changes("--to-move white", "who moves first"),
                changes("--threads 2", "the time"),
            ],
        ],
        refused: &[&[("--size 4", "--position")]],
    },
    Table {
        name: "ponnuki bench",
        base: &[],
        rows: &[&[
            changes("--size 13", "the board"),
            changes("--games 5", "the number of playouts"),
            changes("--seed 7", "the playouts"),
            changes("--core batch", "the implementation"),
            changes("--ko positional", "the ko rule"),
            changes("--threads 2", "the time"),
            changes("--simd baseline", "the time"),
            JSON,
        ]],
        refused: &[],
    },
    Table {
        name: "ponnuki match",
        base: &["--black a", "--white b"],
        rows: &[
            KOMI,
            RULES,
            &[
                changes("--black c", "player A"),
                changes("--white c", "player B"),
                changes("--name-a C", "the name in tables, pages and SGF files"),
                changes("--name-b D", "the name in tables, pages and SGF files"),
                instead("--tournament t.toml", "the players and the games"),
                changes("--games 6", "the number of games"),
                changes("--size 9", "the board"),
                changes("--alternate", "the colours"),
                changes("--pairs", "the colours and the statistics"),
                changes("--openings folder", "the start of the games"),
                changes("--openings ready", "the start of the games"),
                changes("--random-opening 4", "the start of the games"),
                changes("--handicap 2", "the start of the games"),
                changes("--handicap ladder", "the start of the games"),
                changes("--seed 7", "all random choices"),
                changes("--referee r", "the score of the games"),
                changes("--sprt 0,10", "the end of the match"),
                changes("--time 300,0,0", "the clocks"),
                changes("--max-moves 50", "the end of a game"),
                changes("--move-timeout 9", "how long to wait for an answer"),
                changes("--resign-rule 3,3", "the end of a game"),
                changes("--draw-rule 60,2,5", "the end of a game"),
                changes("--judge-after 60", "the end of a game"),
                changes("--at-max-moves score", "the result of a game"),
                changes("--out o.jsonl", "the file of results"),
                needs("--out p.jsonl", "--resume", "continues the file of results"),
                changes("--sgf-dir games", "SGF files"),
                changes("--threads 2", "how many games at a time"),
                changes("--shard 1/2", "the games to play here"),
                JSON,
            ],
        ],
        refused: &[&[
            ("--tournament", RULE_OPTIONS),
            (
                "--tournament",
                "--black, --white, --name-a, --name-b, --games, --size, --alternate, --pairs, --openings, --random-opening, --handicap, --seed, --referee, --sprt, --time, --max-moves, --move-timeout, --resign-rule, --draw-rule, --judge-after, --at-max-moves",
            ),
            ("--openings", "--random-opening, --handicap"),
            ("--random-opening", "--handicap"),
            (
                "--handicap ladder",
                "--threads, --shard, --sprt, --alternate, --pairs",
            ),
            ("--sprt", "--shard"),
        ]],
    },
    Table {
        name: "ponnuki match report",
        base: &["a.jsonl"],
        rows: &[&[
            changes("--html p.html", "a page beside the summary"),
            needs("--html q.html", "--pictures 5", "the games in the page"),
            changes("--anchor A=1500", "the ratings; refused without ratings"),
            changes("--ratings-svg r.svg", "a picture; refused without ratings"),
            changes(
                "--sprt 0,10",
                "the test; refused unless there are two players",
            ),
            OVERWRITE,
            JSON,
        ]],
        refused: &[],
    },
    Table {
        name: "ponnuki match merge",
        base: &["a.jsonl", "--out c.jsonl"],
        rows: &[&[
            changes("--out d.jsonl", "the file to write"),
            OVERWRITE,
            JSON,
        ]],
        refused: &[],
    },
    Table {
        name: "ponnuki match plan",
        base: &["--elo1 20"],
        rows: &[&[
            changes("--elo0 5", "the test"),
            changes("--elo1 30", "the test"),
            changes("--elo 50", "the rows"),
            changes("--pairs", "the results that the test judges"),
            changes("--draws 0.2", "the results"),
            changes("--variance-ratio 0.5", "the results"),
            changes("--like a.jsonl", "the results and the hours"),
            changes("--seconds-per-game 30", "the hours"),
            needs("--seconds-per-game 20", "--threads 2", "the hours"),
            changes("--runs 50", "the precision"),
            changes("--seed 7", "the simulation"),
            JSON,
        ]],
        refused: &[],
    },
    Table {
        name: "ponnuki match openings",
        base: &["--size 9"],
        rows: &[
            KOMI,
            RULES,
            &[
                changes("--size 13", "the board"),
                changes("--plies 4", "the length of the openings"),
                changes("--count 20", "the number of openings"),
                changes("--within 3", "which openings are balanced"),
                changes("--playouts 50", "the search"),
                changes("--seed 7", "the openings"),
                changes("--threads 2", "the time"),
                changes("--out o.txt", "the file to write"),
                OVERWRITE,
            ],
        ],
        refused: &[],
    },
    Table {
        name: "ponnuki check",
        base: &["games"],
        rows: &[&[
            changes("--rules aga", "the verdicts"),
            changes("--all", "the lines that are checked"),
            changes("--score", "the findings"),
            changes("--duplicates", "the findings"),
            changes("--ignore turn", "the findings"),
            changes("--json", "the form of the output"),
            changes("--html p.html", "a page beside the findings"),
            OVERWRITE,
            changes("--fix-encoding copies", "the copies"),
            changes("--jobs 3", "the threads"),
        ]],
        refused: &[],
    },
    Table {
        name: "ponnuki regress",
        base: &["engine", "suite.tst"],
        rows: &[&[
            changes("--time-limit 5", "the time of a command"),
            changes("--jobs 3", "the threads"),
            changes("--format tap", "the form of the output"),
            changes("--all", "the tests that are printed"),
            changes("--save results", "the file"),
            changes("--compare old", "the verdict"),
            changes("--html p.html", "a page beside the results"),
            needs("--html q.html", "--pictures 5", "the positions in the page"),
            OVERWRITE,
        ]],
        refused: &[],
    },
    Table {
        name: "ponnuki conform",
        base: &["engine"],
        rows: &[&[
            instead("--list", "prints the checks and runs nothing"),
            changes("--profile cgos", "the checks"),
            changes("--thorough", "the checks and the time"),
            changes("--time-limit 5", "the time of a command"),
            changes("--total-time 60", "the time of the run"),
            changes("--only line-empty", "the checks"),
            changes("--skip line-empty", "the checks"),
            changes("--known k.txt", "the verdict"),
            changes("--all", "the failures that are printed"),
            JSON,
            changes("--junit", "the form of the output"),
            changes("--tap", "the form of the output"),
            changes("--html p.html", "a page beside the results"),
            OVERWRITE,
        ]],
        refused: &[&[
            (
                "--list",
                "--profile, --thorough, --time-limit, --total-time, --only, --skip, --known, --all, --json, --junit, \
                 --tap, --html, --overwrite",
            ),
            ("--json", "--junit, --tap"),
            ("--junit", "--tap"),
        ]],
    },
    Table {
        name: "ponnuki analysis",
        base: &[],
        rows: &[&[
            changes("--analysis-threads 3", "the positions at the same time"),
            changes("--search-threads 2", "the threads of a search"),
            changes("--memory 100", "the memory"),
            changes("--cache 10", "the memory of shared playouts"),
            changes("--visits 100", "the length of searches"),
            changes("--pv-len 5", "the length of variations"),
            changes("--perspective white", "the values"),
            changes("--seed 7", "the searches"),
            changes("--no-warnings", "the warnings"),
            changes("--quit-without-waiting", "the end"),
            names("--config a.cfg", "KataGo's configuration"),
            names("--model a.gz", "KataGo's network"),
            names("--human-model b.gz", "KataGo's other network"),
            changes("--override-config maxTime=3", "KataGo's settings"),
        ]],
        refused: &[],
    },
    Table {
        name: "ponnuki train",
        base: &["games", "--size 9"],
        rows: &[&[
            changes("--size 19", "the games"),
            changes("--positions 5", "the positions"),
            changes("--least 5", "the shapes"),
            changes("--epochs 5", "the fit"),
        ]],
        refused: &[],
    },
    Table {
        name: "ponnuki test-engine",
        base: &["--fault exit"],
        rows: &[&[
            changes("--fault flood", "the fault"),
            changes("--after 3", "when the fault comes"),
            changes("--seed 7", "the moves, and random faults"),
            instead("--deviation ko-retake", "what is wrong, and no fault comes"),
            Row {
                role: Role::Instead,
                ..needs("--deviation none", "--engine gnugo", "the engine")
            },
            instead("--hold 5", "holds the pipes and does nothing else"),
        ]],
        refused: &[&[
            ("--hold", "--fault, --after, --seed, --deviation, --engine"),
            ("--deviation", "--fault, --after"),
            ("--engine", "--fault, --after, --seed"),
        ]],
    },
    Table {
        name: "ponnuki generate",
        base: &["man pages"],
        rows: &[],
        refused: &[],
    },
    Table {
        name: "ponnuki generate man",
        base: &["pages"],
        rows: &[&[OVERWRITE]],
        refused: &[],
    },
    Table {
        name: "ponnuki generate completions",
        base: &["bash"],
        rows: &[],
        refused: &[],
    },
];
