//! The engine: a reader queues the queries, and workers answer them.

use std::collections::HashSet;
use std::io::{self, BufRead, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde::Serialize;
use serde_json::{Map, Value};

use super::answer::{AnalyzedPosition, nothing};
use super::query::{self, Action, AnswerPart, QueryError, QueryLine};
use super::queue::{Queue, TurnRequest};
use super::settings::AnalysisSettings;
use crate::cli::version;
use ponnuki_core::board::Color;
use ponnuki_core::game::Game;
use ponnuki_core::threads::{lock, warn_of_missing, with_helpers};
use ponnuki_play::player::{Analysis, AnalysisOptions, Player, SearchOptions, SearchPlayer};

/// The longest accepted line. Longer ones are refused, so that they cannot exhaust memory.
const MAX_LINE_BYTES: u64 = 1 << 24;

/// The number of different warnings about settings that are written only once. Further ones
/// are written each time, so that they cannot exhaust memory.
const MAX_WARNED: usize = 64;

/// The polling interval at which an interrupted engine checks whether all queries are answered.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// Answers queries in KataGo's analysis protocol.
pub(crate) struct AnalysisEngine {
    settings: AnalysisSettings,
    queue: Queue,
    /// Whether a write has failed, which means that the reader of the answers is gone.
    is_deaf: AtomicBool,
}

/// The output stream, with the first error of a write. Answers take one line each.
type Output<W> = Mutex<(W, io::Result<()>)>;

impl AnalysisEngine {
    /// Creates an engine without queries.
    pub(crate) fn new(settings: AnalysisSettings) -> Self {
        Self {
            settings,
            queue: Queue::new(),
            is_deaf: AtomicBool::new(false),
        }
    }

    /// Answers all queries of the input, and returns after the last answer. Searches are
    /// cut short at the end of input if `quits_without_waiting` is set.
    pub(crate) fn run(&self, input: impl BufRead, output: impl Write + Send) -> io::Result<()> {
        let output = Mutex::new((output, Ok(())));
        let threads = self.settings.analysis_threads.max(1);
        let help = || self.work(&output);
        let read = with_helpers(threads, help, |started| {
            warn_of_missing(threads, started);
            // If no worker thread could be started, this thread answers each query before
            // it reads the next line.
            let own = (started == 0).then(|| self.worker());
            let read = self.read(input, &output, own);
            if self.settings.quits_without_waiting {
                self.queue.stop();
            } else {
                self.queue.close();
            }
            read
        });
        let (_, written) = output.into_inner().unwrap_or_else(PoisonError::into_inner);
        read.and(written)
    }

    /// Creates a worker with its share of the memory.
    fn worker(&self) -> AnalysisWorker {
        let settings = &self.settings;
        let options = SearchOptions {
            threads: settings.search_threads.max(1),
            memory: (settings.memory / settings.analysis_threads.max(1)).max(1),
            ..SearchOptions::default()
        };
        let seed = settings.seed;
        let player = SearchPlayer::new(seed, options);
        AnalysisWorker { player, seed }
    }

    /// Answers requests until the queue is closed and empty.
    fn work<W: Write>(&self, output: &Output<W>) {
        let mut worker = self.worker();
        while let Some(request) = self.queue.take() {
            self.answer(&mut worker, &request, output);
        }
    }

    /// Answers a request and removes it from the queue.
    fn answer<W: Write>(
        &self,
        worker: &mut AnalysisWorker,
        request: &TurnRequest,
        output: &Output<W>,
    ) {
        worker.analyze(request, &mut |answer| self.write(output, answer));
        self.queue.end(request);
    }

    /// Ends early, and waits up to `patience` for the last answers. Running searches answer
    /// with what they have found, waiting queries without results.
    pub(crate) fn interrupt(&self, patience: Duration) {
        self.queue.stop();
        let begun = Instant::now();
        while !self.queue.is_empty() && begun.elapsed() < patience {
            thread::sleep(POLL_INTERVAL);
        }
    }

    /// Reads queries until the input ends or a write has failed. If there is an `own`
    /// worker, this thread answers each query at once.
    fn read<W: Write>(
        &self,
        mut input: impl BufRead,
        output: &Output<W>,
        mut own: Option<AnalysisWorker>,
    ) -> io::Result<()> {
        let mut line = Vec::new();
        let mut warned = HashSet::new();
        while !self.is_deaf.load(Ordering::Acquire) {
            line.clear();
            let mut limited = input.by_ref().take(MAX_LINE_BYTES);
            let length = limited.read_until(b'\n', &mut line)? as u64;
            if length == 0 {
                break;
            }
            if length == MAX_LINE_BYTES && !line.ends_with(b"\n") {
                input.skip_until(b'\n')?;
                let message = format!("A line is longer than {MAX_LINE_BYTES} bytes");
                self.write(output, &QueryError::of_line(message));
                continue;
            }
            self.read_line(line.trim_ascii(), &mut warned, output);
            if let Some(worker) = &mut own {
                while let Some(request) = self.queue.take_waiting() {
                    self.answer(worker, &request, output);
                }
            }
        }
        Ok(())
    }

    /// Queues a query, or carries out an action. `warned` holds the warnings about settings so
    /// far.
    fn read_line<W: Write>(&self, line: &[u8], warned: &mut HashSet<String>, output: &Output<W>) {
        if line.is_empty() {
            return;
        }
        let mut warnings = Vec::new();
        let read = query::read(line, &self.settings.queries, &mut warnings);
        for warning in warnings {
            // KaTrain sends the same settings with every query.
            let is_known = warned.contains(warning.message());
            if warning.is_about_settings() && warned.len() < MAX_WARNED {
                warned.insert(warning.message().to_owned());
            }
            if !is_known {
                self.write(output, &warning);
            }
        }
        let added = read.and_then(|line| match line {
            QueryLine::Query(query) => self.queue.add(*query),
            QueryLine::Action(action, members) => {
                self.act(action, members, output);
                Ok(())
            }
        });
        if let Err(error) = added {
            self.write(output, &error);
        }
    }

    /// Carries out an action, and repeats its members as the answer.
    fn act<W: Write>(&self, action: Action, mut members: Map<String, Value>, output: &Output<W>) {
        match action {
            Action::Version => {
                members.insert("version".to_owned(), env!("CARGO_PKG_VERSION").into());
                members.insert("git_hash".to_owned(), version::COMMIT.into());
            }
            Action::Models => {
                members.insert("models".to_owned(), ponnuki_gtp::models());
            }
            // Every search begins with an empty tree.
            Action::ClearCache => {}
            Action::Terminate { id, turns } => {
                for (query, turn) in self.queue.terminate(id.as_deref(), turns.as_deref()) {
                    self.write(output, &nothing(&query.id, turn));
                }
            }
        }
        // In the order of KataGo.
        members.sort_keys();
        self.write(output, &members);
    }

    /// Writes an answer. If that fails, stops the engine, because the reader is gone.
    fn write<W: Write>(&self, output: &Output<W>, answer: &impl Serialize) {
        // Serialised before the lock is taken, so that other threads do not wait for it.
        let line = serde_json::to_vec(answer).map(|mut line| {
            line.push(b'\n');
            line
        });
        let mut stream = lock(output);
        let (writer, result) = &mut *stream;
        if result.is_err() {
            return;
        }
        let written = line.map_err(io::Error::from).and_then(|line| {
            writer.write_all(&line)?;
            writer.flush()
        });
        if written.is_err() {
            *result = written;
            drop(stream);
            self.is_deaf.store(true, Ordering::Release);
            self.queue.stop();
        }
    }
}

/// A search that answers the requests of one thread.
struct AnalysisWorker {
    player: SearchPlayer,
    seed: u64,
}

impl AnalysisWorker {
    /// Analyses a position. Passes reports during the search, if requested, and then the
    /// last answer to `answer`.
    fn analyze(&mut self, request: &TurnRequest, answer: &mut dyn FnMut(&Value)) {
        let (query, turn) = (&request.query, request.turn);
        let (game, color) = query.game.at(turn);
        let (wanted, seed) = (&query.wanted, self.seed);
        let mut describe = |analysis: &Analysis, is_during_search| {
            let position = AnalyzedPosition {
                game: &game,
                analysis,
                wanted,
                seed,
            };
            answer(&position.answer(&query.id, turn, is_during_search));
        };
        let last = self.search(request, &game, color, &mut |analysis| {
            describe(analysis, true);
        });
        match last.filter(|analysis| analysis.visits > 0) {
            Some(analysis) => describe(&analysis, false),
            None => answer(&nothing(&query.id, turn)),
        }
    }

    /// Searches until a limit is reached or the request is stopped. Returns the last analysis.
    fn search(
        &mut self,
        request: &TurnRequest,
        game: &Game,
        color: Color,
        report: &mut dyn FnMut(&Analysis),
    ) -> Option<Analysis> {
        let wanted = &request.query.wanted;
        let begun = Instant::now();
        // Reseeded, so that each answer depends on the seed and the position alone.
        self.player.set_seed(self.seed);
        let [first, every] = wanted.reports.unwrap_or([Duration::MAX; 2]);
        let limit = wanted.settings.time.unwrap_or(Duration::MAX);
        let options = AnalysisOptions {
            interval: first.min(every).min(limit),
            playouts: Some(wanted.settings.visits),
            ownership: wanted.includes(AnswerPart::Ownership),
            restrictions: wanted.restrictions.clone(),
        };
        let mut next = first;
        let mut last = None;
        self.player
            .analyze(game, color, &options, &request.stop, &mut |analysis| {
                let spent = begun.elapsed();
                let is_over = analysis.visits >= wanted.settings.visits || spent >= limit;
                if spent >= next && !is_over && !request.stop.is_raised() && analysis.visits > 0 {
                    report(analysis);
                    next = spent.saturating_add(every);
                }
                if is_over {
                    request.stop.raise();
                }
                last = Some(analysis.clone());
            });
        last
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use serde_json::json;

    use super::*;
    use crate::analysis::settings::QuerySettings;

    /// Returns an engine with one thread and a queue that takes one request.
    fn engine() -> AnalysisEngine {
        let mut engine = AnalysisEngine::new(AnalysisSettings::of_tests());
        engine.queue = Queue::with_memory(0);
        engine
    }

    /// Returns a query whose search would take years.
    fn endless(id: &str) -> Value {
        json!({
            "id": id, "moves": [], "rules": "chinese", "boardXSize": 5, "boardYSize": 5,
            "maxVisits": QuerySettings::MAX_VISITS,
        })
    }

    #[test]
    fn actions_are_carried_out_although_the_queue_is_full() {
        let lines = [
            endless("a"),
            endless("b"),
            endless("c"),
            json!({"id": "version", "action": "query_version"}),
            json!({"id": "stop", "action": "terminate_all"}),
        ];
        let input = lines.map(|line| line.to_string()).join("\n");
        let mut output = Vec::new();
        engine().run(Cursor::new(input), &mut output).unwrap();
        let answers: Vec<Value> = output
            .split_inclusive(|&byte| byte == b'\n')
            .map(|line| serde_json::from_slice(line).unwrap())
            .collect();
        let answer = |id: &str| {
            let own: Vec<_> = answers.iter().filter(|it| it["id"] == id).collect();
            assert_eq!(own.len(), 1, "{id}: {answers:?}");
            own[0]
        };
        assert_eq!(answer("version")["version"], env!("CARGO_PKG_VERSION"));
        assert_eq!(answer("stop")["action"], "terminate_all");
        assert!(answer("a")["error"].is_null());
        // Another thread may have begun the first query before the second or the third came,
        // which then had room.
        let errors = ["b", "c"].map(|id| answer(id)["error"].as_str());
        assert_ne!(errors, [None; 2]);
        for error in errors.into_iter().flatten() {
            assert!(error.ends_with("at most 0 MiB"), "{error}");
        }
    }

    #[test]
    fn settings_without_a_meaning_get_one_warning_a_session() {
        let query = |settings: Value| {
            let mut query = endless("a");
            // The second move is illegal, so that nothing is searched.
            query["moves"] = json!([["B", "C3"], ["W", "C3"]]);
            query["overrideSettings"] = settings;
            query["typo"] = json!(1);
            query.to_string()
        };
        let noise = query(json!({"wideRootNoise": 0.04}));
        let other = query(json!({"wideRootNoise": 0.1, "playoutDoublingAdvantage": 1}));
        let input = [noise.as_str(), &noise, &other, &noise].join("\n");
        let mut output = Vec::new();
        engine().run(Cursor::new(input), &mut output).unwrap();
        let output = String::from_utf8(output).unwrap();
        for (text, count) in [
            (" params: wideRootNoise\"", 1),
            (" params: playoutDoublingAdvantage,wideRootNoise\"", 1),
            ("do you have a typo?", 4),
            ("\"error\"", 4),
        ] {
            assert_eq!(output.matches(text).count(), count, "{text}: {output}");
        }
    }
}
