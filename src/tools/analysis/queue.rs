//! The requests that wait for a worker or are being analysed.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use super::query::{Query, QueryError};
use ponnuki_core::threads::lock;
use ponnuki_play::player::StopFlag;

/// The memory limit of waiting requests, in bytes. The query that exceeds it is still accepted.
const MAX_BYTES: usize = 256 << 20;

/// A position to analyse.
#[derive(Debug)]
pub(super) struct TurnRequest {
    /// The number of the request, in order of arrival.
    number: u64,
    /// The query that it belongs to.
    pub(super) query: Arc<Query>,
    /// The turn of the game.
    pub(super) turn: usize,
    /// Raised to stop the analysis.
    pub(super) stop: StopFlag,
}

/// The sort key of a waiting request: higher priority first, then order of arrival.
type Place = (Reverse<i64>, u64);

/// A waiting request: its query and turn.
pub(super) type Waiting = (Arc<Query>, usize);

/// The requests, and whether more may come.
#[derive(Debug, Default)]
struct QueueState {
    waiting: BTreeMap<Place, Waiting>,
    /// The estimated memory of the waiting requests, in bytes.
    bytes: usize,
    /// The requests that are being analysed, by number.
    running: HashMap<u64, (Arc<Query>, usize, StopFlag)>,
    /// The number of the next request to arrive.
    next: u64,
    is_closed: bool,
    /// Whether requests are stopped as soon as they begin.
    is_stopped: bool,
}

/// A queue of requests, shared by all threads.
#[derive(Debug)]
pub(super) struct Queue {
    state: Mutex<QueueState>,
    /// Signals a new request or the end of requests.
    changed: Condvar,
    most_bytes: usize,
}

/// Estimates the memory of one request in bytes: its entry, and its share of the query.
fn bytes(query: &Query) -> usize {
    size_of::<(Place, Waiting)>() + query.bytes() / query.turns.len().max(1)
}

impl Queue {
    /// Creates an empty queue.
    pub(super) fn new() -> Self {
        Self::with_memory(MAX_BYTES)
    }

    /// Creates an empty queue with this memory limit in bytes.
    pub(super) fn with_memory(most_bytes: usize) -> Self {
        Self {
            state: Mutex::default(),
            changed: Condvar::new(),
            most_bytes,
        }
    }

    /// Adds a request for each turn of a query. The query that fills the queue is still accepted.
    pub(super) fn add(&self, query: Query) -> Result<(), QueryError> {
        let bytes = bytes(&query);
        let query = Arc::new(query);
        let mut state = lock(&self.state);
        if state.bytes > self.most_bytes {
            let mebibytes = self.most_bytes >> 20;
            let message =
                format!("The queue is full: waiting queries may take at most {mebibytes} MiB");
            return Err(QueryError::of_field(&query.id, "id", message));
        }
        for &(turn, priority) in &query.turns {
            let place = (Reverse(priority), state.next);
            state.next += 1;
            state.bytes += bytes;
            state.waiting.insert(place, (Arc::clone(&query), turn));
        }
        drop(state);
        self.changed.notify_all();
        Ok(())
    }

    /// Takes the next request, waiting for one if necessary. Returns `None` once the queue
    /// is closed and empty. The request counts as running until [`end`](Self::end).
    pub(super) fn take(&self) -> Option<TurnRequest> {
        let mut state = lock(&self.state);
        loop {
            let next = state.begin_next();
            if next.is_some() || state.is_closed {
                return next;
            }
            let woken = self.changed.wait(state);
            state = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Takes the next request like [`take`](Self::take), but never waits.
    pub(super) fn take_waiting(&self) -> Option<TurnRequest> {
        lock(&self.state).begin_next()
    }

    /// Removes a request that has been answered.
    pub(super) fn end(&self, request: &TurnRequest) {
        lock(&self.state).running.remove(&request.number);
    }

    /// Lets the workers end once no request is left.
    pub(super) fn close(&self) {
        lock(&self.state).is_closed = true;
        self.changed.notify_all();
    }

    /// Stops all requests, and lets the workers end once these are answered. Requests that
    /// wait or come later are stopped as soon as they begin.
    pub(super) fn stop(&self) {
        let mut state = lock(&self.state);
        state.is_stopped = true;
        state.is_closed = true;
        for (_, _, stop) in state.running.values() {
            stop.raise();
        }
        drop(state);
        self.changed.notify_all();
    }

    /// Returns whether every request has been answered.
    pub(super) fn is_empty(&self) -> bool {
        let state = lock(&self.state);
        state.waiting.is_empty() && state.running.is_empty()
    }

    /// Stops requests by identifier and turn, where `None` means all of them. Workers
    /// answer the running ones soon. Returns the waiting ones in order of arrival; the
    /// caller must answer them.
    pub(super) fn terminate(&self, id: Option<&str>, turns: Option<&[i64]>) -> Vec<Waiting> {
        let is_meant = |query: &Query, turn: usize| {
            id.is_none_or(|id| id == query.id)
                && turns.is_none_or(|turns| turns.contains(&(turn as i64)))
        };
        let mut state = lock(&self.state);
        for (query, turn, stop) in state.running.values() {
            if is_meant(query, *turn) {
                stop.raise();
            }
        }
        let mut stopped = Vec::new();
        state.waiting.retain(|&(_, number), (query, turn)| {
            let is_meant = is_meant(query, *turn);
            if is_meant {
                stopped.push((number, (Arc::clone(query), *turn)));
            }
            !is_meant
        });
        let freed = stopped.iter().map(|(_, (query, _))| bytes(query));
        state.bytes -= freed.sum::<usize>();
        drop(state);
        stopped.sort_unstable_by_key(|&(number, _)| number);
        stopped.into_iter().map(|(_, waiting)| waiting).collect()
    }
}

impl QueueState {
    /// Moves the next waiting request to the running ones.
    fn begin_next(&mut self) -> Option<TurnRequest> {
        let ((_, number), (query, turn)) = self.waiting.pop_first()?;
        self.bytes -= bytes(&query);
        let stop = StopFlag::new();
        if self.is_stopped {
            stop.raise();
        }
        let running = (Arc::clone(&query), turn, stop.clone());
        self.running.insert(number, running);
        Some(TurnRequest {
            number,
            query,
            turn,
            stop,
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::analysis::query::{self, QueryLine};
    use crate::analysis::settings::QuerySettings;

    /// Returns a query about turns 0 to 2 of a game.
    fn query(id: &str, priority: i64) -> Query {
        let line = json!({
            "id": id, "moves": [["B", "A1"], ["W", "B2"]], "rules": "chinese",
            "boardXSize": 5, "boardYSize": 5, "analyzeTurns": [0, 1, 2], "priority": priority,
        });
        let settings = QuerySettings::default();
        match query::read(line.to_string().as_bytes(), &settings, &mut Vec::new()) {
            Ok(QueryLine::Query(query)) => *query,
            other => panic!("{other:?}"),
        }
    }

    fn names(requests: impl IntoIterator<Item = Waiting>) -> String {
        let name = |(query, turn): Waiting| format!("{}{turn}", query.id);
        let names: Vec<_> = requests.into_iter().map(name).collect();
        names.join(" ")
    }

    fn take_all(queue: &Queue) -> String {
        queue.close();
        names(std::iter::from_fn(|| queue.take()).map(|request| (request.query, request.turn)))
    }

    #[test]
    fn a_higher_priority_comes_first_and_then_the_earliest() {
        let queue = Queue::new();
        for (id, priority) in [("a", 0), ("b", 5), ("c", 0), ("d", -1)] {
            queue.add(query(id, priority)).unwrap();
        }
        assert_eq!(take_all(&queue), "b0 b1 b2 a0 a1 a2 c0 c1 c2 d0 d1 d2");
    }

    #[test]
    fn terminated_requests_are_returned_once() {
        let queue = Queue::new();
        for (id, priority) in [("a", 0), ("b", 5), ("a", 9)] {
            queue.add(query(id, priority)).unwrap();
        }
        assert_eq!(names(queue.terminate(Some("a"), Some(&[1, 7]))), "a1 a1");
        assert_eq!(names(queue.terminate(Some("b"), None)), "b0 b1 b2");
        assert_eq!(take_all(&queue), "a0 a2 a0 a2");
        assert_eq!(lock(&queue.state).bytes, 0);
    }

    #[test]
    fn a_stopped_queue_hands_out_stopped_requests() {
        let queue = Queue::new();
        queue.add(query("a", 0)).unwrap();
        let running = queue.take().unwrap();
        queue.stop();
        queue.add(query("b", 0)).unwrap();
        assert!(running.stop.is_raised());
        let others: Vec<_> = std::iter::from_fn(|| queue.take()).collect();
        assert_eq!(others.len(), 5);
        assert!(others.iter().all(|request| request.stop.is_raised()));
    }

    #[test]
    fn a_full_queue_refuses_queries_until_requests_leave() {
        let queue = Queue::with_memory(1 << 20);
        let mut added = 0;
        let refused = loop {
            match queue.add(query("a", 0)) {
                Ok(()) => added += 1,
                Err(error) => break error,
            }
        };
        let message = "The queue is full: waiting queries may take at most 1 MiB";
        assert_eq!(refused, QueryError::of_field("a", "id", message));
        assert_eq!(added, (1 << 20) / (3 * bytes(&query("a", 0))) + 1);
        for _ in 0..3 {
            queue.take().unwrap();
        }
        queue.add(query("b", 0)).unwrap();
        assert!(queue.add(query("c", 0)).is_err());
        queue.terminate(Some("a"), None);
        queue.add(query("d", 0)).unwrap();
        assert_eq!(take_all(&queue), "b0 b1 b2 d0 d1 d2");
    }
}
