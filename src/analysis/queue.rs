//! The requests that wait for a worker or are being analysed.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use super::query::Query;
use crate::player::StopFlag;
use crate::threads::lock;

/// A position to analyse.
#[derive(Debug)]
pub(super) struct Request {
    /// The number of the request, in the order of arrival.
    number: u64,
    /// The query that it belongs to.
    pub(super) query: Arc<Query>,
    /// The turn of the game.
    pub(super) turn: usize,
    /// Raised to stop the analysis.
    pub(super) stop: StopFlag,
}

/// The requests, and whether more may come.
#[derive(Debug, Default)]
struct State {
    /// The numbers of waiting requests: the highest priority first, and the earliest
    /// of several. Some may have been taken out already.
    order: BinaryHeap<(i64, Reverse<u64>)>,
    /// The waiting requests by their numbers.
    waiting: HashMap<u64, Request>,
    /// The requests that are being analysed.
    running: HashMap<u64, (Arc<Query>, usize, StopFlag)>,
    /// The number of the next request.
    next: u64,
    is_closed: bool,
    /// Whether new requests are stopped before they begin.
    is_stopped: bool,
}

/// A queue of requests, shared by all threads.
#[derive(Debug, Default)]
pub(super) struct Queue {
    state: Mutex<State>,
    /// Signals that a request has come, or that no more will come.
    changed: Condvar,
}

impl Queue {
    /// Adds a request for each turn of a query.
    pub(super) fn add(&self, query: Query) {
        let query = Arc::new(query);
        let mut state = lock(&self.state);
        for &(turn, priority) in &query.turns {
            let number = state.next;
            state.next += 1;
            state.order.push((priority, Reverse(number)));
            let stop = StopFlag::new();
            if state.is_stopped {
                stop.raise();
            }
            let request = Request {
                number,
                query: Arc::clone(&query),
                turn,
                stop,
            };
            state.waiting.insert(number, request);
        }
        drop(state);
        self.changed.notify_all();
    }

    /// Waits for the next request and returns it, or `None` when all are done and no
    /// more will come. It counts as running until [`end`](Self::end).
    pub(super) fn take(&self) -> Option<Request> {
        let mut state = lock(&self.state);
        loop {
            while let Some((_, Reverse(number))) = state.order.pop() {
                if let Some(request) = state.waiting.remove(&number) {
                    let running = (
                        Arc::clone(&request.query),
                        request.turn,
                        request.stop.clone(),
                    );
                    state.running.insert(number, running);
                    return Some(request);
                }
            }
            if state.is_closed {
                return None;
            }
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Removes a request that has been answered.
    pub(super) fn end(&self, request: &Request) {
        lock(&self.state).running.remove(&request.number);
    }

    /// Lets the workers end when no request is left.
    pub(super) fn close(&self) {
        lock(&self.state).is_closed = true;
        self.changed.notify_all();
    }

    /// Stops all requests, and lets the workers end when these are answered. Requests
    /// that come later are stopped before they begin.
    pub(super) fn stop(&self) {
        let mut state = lock(&self.state);
        state.is_stopped = true;
        state.is_closed = true;
        let waiting = state.waiting.values().map(|request| &request.stop);
        let running = state.running.values().map(|(_, _, stop)| stop);
        waiting.chain(running).for_each(StopFlag::raise);
        drop(state);
        self.changed.notify_all();
    }

    /// Returns whether every request has been answered.
    pub(super) fn is_empty(&self) -> bool {
        let state = lock(&self.state);
        state.waiting.is_empty() && state.running.is_empty()
    }

    /// Stops the requests with this identifier, or all, at these turns, or all of them.
    /// Running ones end soon and are answered by their workers. Returns those that
    /// waited, in the order of their arrival; nobody else answers them.
    pub(super) fn terminate(&self, id: Option<&str>, turns: Option<&[i64]>) -> Vec<Request> {
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
        let mut stopped: Vec<_> = state
            .waiting
            .extract_if(|_, request| is_meant(&request.query, request.turn))
            .map(|(_, request)| request)
            .collect();
        drop(state);
        stopped.sort_unstable_by_key(|request| request.number);
        stopped
    }
}
