//! Queries, as described in KataGo's `docs/Analysis_Engine.md`. Messages and the order of
//! checks follow its `cpp/command/analysis.cpp`, so that a query with several mistakes gets
//! the same error as from KataGo.

mod fields;
mod position;
mod restrictions;

#[cfg(test)]
mod tests;

use std::time::Duration;

use serde_json::{Map, Value};

pub(crate) use fields::{QueryError, QueryWarning};
pub(crate) use position::GameToAnalyze;

use super::overrides::UnchangedSetting;
use super::settings::QuerySettings;
use fields::{Fields, OVERRIDE_SETTINGS};
use ponnuki_core::board::Color;
use ponnuki_core::game::Move;
use ponnuki_play::player::Restrictions;

/// The members of a query that have an effect here.
const KNOWN: &str = "id action terminateId turnNumbers boardXSize boardYSize initialStones moves \
                     initialPlayer analyzeTurns priorities rules komi whiteHandicapBonus \
                     overrideSettings maxVisits analysisPVLen reportDuringSearchEvery \
                     firstReportDuringSearchAfter priority allowMoves avoidMoves";

/// Members of KataGo's queries that only make sense with a network, each with the reason.
const WITHOUT_MEANING: [(&str, &str); 5] = [
    ("rootFpuReductionMax", "this search has no such parameter"),
    ("rootPolicyTemperature", "this search has no such parameter"),
    (
        "includeOwnershipStdev",
        "this search keeps no deviations of the ownership",
    ),
    (
        "includeMovesOwnershipStdev",
        "this search keeps no deviations of the ownership",
    ),
    (
        "includeNoResultValue",
        "this search expects every game to have a result",
    ),
];

/// KataGo's warning about an unknown member.
const UNUSED: &str = "Unexpected or unused field, do you have a typo? \
                      (set warnUnusedFields=false in the config to disable this warning)";

/// The range of priorities.
const PRIORITIES: [i64; 2] = [-0x3fff_ffff_ffff_ffff, 0x3fff_ffff_ffff_ffff];

/// The range of intervals between reports, in seconds.
const INTERVALS: [f64; 2] = [0.001, 1_000_000.0];

/// A line of input.
#[derive(Debug)]
pub(crate) enum QueryLine {
    /// Positions to analyse.
    Query(Box<Query>),
    /// An action to carry out at once, and the members of the query, for the answer.
    Action(Action, Map<String, Value>),
}

/// An action, carried out at once. The answer repeats the members of the query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// Report the version.
    Version,
    /// List the networks. The answer is an empty list, because there are no networks.
    Models,
    /// Clear KataGo's cache. There is none here: no query leaves anything behind.
    ClearCache,
    /// Stop the analysis of some or all queries.
    Terminate {
        /// The identifier of the queries to stop; `None` stops all.
        id: Option<String>,
        /// The turns to stop; `None` stops all.
        turns: Option<Vec<i64>>,
    },
}

/// Positions of one game to analyse.
#[derive(Clone, Debug)]
pub(crate) struct Query {
    /// The identifier, which answers repeat.
    pub(crate) id: String,
    /// The game, whose moves are known to be legal.
    pub(crate) game: GameToAnalyze,
    /// The numbers of the turns to analyse, each with its priority. Turn 0 is the
    /// position before the first move.
    pub(crate) turns: Vec<(usize, i64)>,
    /// How to analyse the turns, and what to answer.
    pub(crate) wanted: QueryOptions,
}

impl Query {
    /// Estimates the memory of the query in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let moves = self.game.moves() + self.wanted.restrictions.moves();
        size_of::<Self>()
            + self.id.len()
            + size_of_val(&*self.turns)
            + moves * size_of::<(Color, Move)>()
    }
}

/// How a position is analysed, and what is answered.
#[derive(Clone, Debug)]
pub(crate) struct QueryOptions {
    /// The settings of the query. `visits` never exceeds `playouts`.
    pub(crate) settings: QuerySettings,
    /// The optional parts of the answers.
    included: Vec<AnswerPart>,
    /// The time until the first report during the search, and the interval after it.
    pub(crate) reports: Option<[Duration; 2]>,
    /// The moves to allow or avoid.
    pub(crate) restrictions: Restrictions,
}

/// An optional part of answers, left out unless the query asks for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AnswerPart {
    /// The ownership of the points.
    Ownership,
    /// The ownership of the points after each move.
    MovesOwnership,
    /// The priors of all points and the pass.
    Policy,
    /// The visits along the principal variations.
    PvVisits,
    /// The illegal moves, an extension to KataGo's protocol.
    Illegal,
    /// Dead stones and unconditional life, an extension to KataGo's protocol.
    Status,
}

impl AnswerPart {
    /// The members that ask for the parts: KataGo's in its order, then ours. Those without
    /// a part are checked and ignored.
    const MEMBERS: [(&str, Option<Self>); 9] = [
        ("includeMovesOwnership", Some(Self::MovesOwnership)),
        ("includeMovesOwnershipStdev", None),
        ("includeOwnership", Some(Self::Ownership)),
        ("includeOwnershipStdev", None),
        ("includePolicy", Some(Self::Policy)),
        ("includePVVisits", Some(Self::PvVisits)),
        ("includeNoResultValue", None),
        ("includeIllegal", Some(Self::Illegal)),
        ("includeStatus", Some(Self::Status)),
    ];
}

impl QueryOptions {
    /// Returns whether answers include a part.
    pub(crate) fn includes(&self, part: AnswerPart) -> bool {
        self.included.contains(&part)
    }
}

/// Reads a line, and appends warnings about it to `warnings`. Write them before the answer,
/// even if the line is refused.
pub(crate) fn read(
    line: &[u8],
    settings: &QuerySettings,
    warnings: &mut Vec<QueryWarning>,
) -> Result<QueryLine, QueryError> {
    let read = serde_json::from_slice(line).map(|mut read: Value| {
        // KataGo's order, in which members are named, warned of and repeated.
        read.sort_all_objects();
        read
    });
    let members = match read {
        Ok(Value::Object(members)) => Ok(members),
        Ok(other) => Err(format!(
            "Request line was valid json but was not an object, ignoring: {other}"
        )),
        Err(error) => Err(format!(
            "{error} - could not parse input line as json request: {}",
            String::from_utf8_lossy(line)
        )),
    };
    let members = members.map_err(QueryError::of_line)?;
    let Some(Value::String(id)) = members.get("id").cloned() else {
        let message = "Request must have a string \"id\" field";
        return Err(QueryError::of_line(message));
    };
    let fields = Fields {
        id: &id,
        members: &members,
    };
    if let Some(Value::String(name)) = members.get("action") {
        let action = Action::read(name, &fields)?;
        return Ok(QueryLine::Action(action, members));
    }
    let query = query(&fields, settings, warnings)?;
    Ok(QueryLine::Query(Box::new(query)))
}

impl Action {
    /// Reads an action by its name.
    fn read(name: &str, fields: &Fields<'_>) -> Result<Self, QueryError> {
        let turns = || {
            fields.integers(
                "turnNumbers",
                "If provided, must be an array of integers indicating turns to terminate",
            )
        };
        Ok(match name {
            "query_version" => Self::Version,
            "query_models" => Self::Models,
            "clear_cache" => Self::ClearCache,
            "terminate" => {
                let message =
                    "Requests for a terminate action must have a string \"terminateId\" field";
                let id = fields.text("terminateId", message)?;
                let id = id.ok_or_else(|| fields.error("terminateId", message))?;
                Self::Terminate {
                    id: Some(id.to_owned()),
                    turns: turns()?,
                }
            }
            "terminate_all" => Self::Terminate {
                id: None,
                turns: turns()?,
            },
            _ => {
                return Err(QueryError::of_line(
                    "'action' field must be 'query_version' or 'query_models' or 'clear_cache' \
                     or 'terminate' or 'terminate_all'",
                ));
            }
        })
    }
}

/// Reads a query.
fn query(
    fields: &Fields<'_>,
    settings: &QuerySettings,
    warnings: &mut Vec<QueryWarning>,
) -> Result<Query, QueryError> {
    let size = position::size(fields)?;
    let stones = fields.moves("initialStones", size)?.unwrap_or_default();
    let moves = fields
        .moves("moves", size)?
        .ok_or_else(|| fields.error("moves", "Must specify an array of [player,location] pairs"))?;
    let first = fields.color("initialPlayer")?;
    let turns = turns(fields, moves.len())?;
    let (rules, komi) = position::rules(fields)?;
    let mut own = settings.clone();
    override_settings(fields, &mut own, warnings)?;
    let visits = fields.integer(
        "maxVisits",
        [1, QuerySettings::MAX_VISITS as i64],
        "Must be an integer from 1 to 2^50",
    )?;
    let pv_len = fields.integer(
        "analysisPVLen",
        [1, QuerySettings::MAX_PV_LEN as i64],
        "Must be an integer from 1 to 1000",
    )?;
    check_ignored_numbers(fields)?;
    let included = included(fields)?;
    let reports = reports(fields)?;
    let priority = priority(fields)?;
    let restrictions = restrictions::read(fields, size)?;
    if settings.warns_of_unused {
        warnings.extend(unused(fields));
    }
    let game = GameToAnalyze::new(fields, size, rules, komi, &stones, first, moves)?;
    let visits = visits.and_then(|visits| visits.try_into().ok());
    own.visits = visits
        .unwrap_or(own.visits)
        .min(own.playouts.unwrap_or(u64::MAX));
    own.pv_len = pv_len
        .and_then(|len| len.try_into().ok())
        .unwrap_or(own.pv_len);
    let turns = turns.into_iter();
    Ok(Query {
        id: fields.id.to_owned(),
        game,
        turns: turns
            .map(|(turn, own)| (turn, own.unwrap_or(priority)))
            .collect(),
        wanted: QueryOptions {
            settings: own,
            included,
            reports,
            restrictions,
        },
    })
}

/// Applies `overrideSettings` to the settings of the query, and warns about settings
/// without an effect.
fn override_settings(
    fields: &Fields<'_>,
    settings: &mut QuerySettings,
    warnings: &mut Vec<QueryWarning>,
) -> Result<(), QueryError> {
    let field = OVERRIDE_SETTINGS;
    let members = match fields.get(field) {
        None => return Ok(()),
        Some(Value::Object(members)) => members,
        Some(_) => return Err(fields.error(field, "Must be an object")),
    };
    let mut ignored = Vec::new();
    for (name, value) in members {
        // KataGo reads all values as strings, too.
        let text = match value {
            Value::String(text) => text,
            other => &other.to_string(),
        };
        match settings.change(name, text) {
            Ok(()) => {}
            Err(UnchangedSetting::NoMeaning) => ignored.push(name.as_str()),
            Err(UnchangedSetting::WrongValue) => {
                let message = format!("Could not set settings: {name} cannot be {value}");
                return Err(fields.error(field, message));
            }
        }
    }
    if !ignored.is_empty() {
        let text = format!("Unknown config params: {}", ignored.join(","));
        warnings.push(QueryWarning::new(fields.id, field, text));
    }
    Ok(())
}

/// Reads the turns to analyse in game order, with their individual priorities.
fn turns(fields: &Fields<'_>, moves: usize) -> Result<Vec<(usize, Option<i64>)>, QueryError> {
    let message = "Must specify an array of integers indicating turns to analyze";
    let asked = fields.integers("analyzeTurns", message)?;
    let mut turns = Vec::new();
    for &turn in asked.iter().flatten() {
        let number = usize::try_from(turn).ok().filter(|&turn| turn <= moves);
        let wrong = || fields.error("analyzeTurns", format!("Invalid turn number: {turn}"));
        turns.push(number.ok_or_else(wrong)?);
    }
    let message = "Must specify an array of integers indicating priorities";
    let priorities = fields.integers("priorities", message)?;
    let wrong = |message: &str| Err(fields.error("priorities", message));
    match (&asked, &priorities) {
        (None, Some(_)) => return wrong("Can only specify when also specifying analyzeTurns"),
        (Some(turns), Some(priorities)) if turns.len() != priorities.len() => {
            return wrong("Must be of matching length to analyzeTurns");
        }
        _ => {}
    }
    let [least, most] = PRIORITIES;
    for &priority in priorities.iter().flatten() {
        if !(least..=most).contains(&priority) {
            return wrong(&format!("Invalid priority: {priority}"));
        }
    }
    if asked.is_none() {
        turns.push(moves);
    }
    let own = |index| priorities.as_ref().map(|priorities| priorities[index]);
    let turns = turns.into_iter().enumerate();
    let mut turns: Vec<_> = turns.map(|(index, turn)| (turn, own(index))).collect();
    // A turn that is asked for twice is analysed once, with its last priority.
    turns.reverse();
    turns.sort_by_key(|&(turn, _)| turn);
    turns.dedup_by_key(|&mut (turn, _)| turn);
    Ok(turns)
}

/// Reads which optional parts the answer includes (`includePolicy`, ...).
fn included(fields: &Fields<'_>) -> Result<Vec<AnswerPart>, QueryError> {
    let mut included = Vec::new();
    for (member, part) in AnswerPart::MEMBERS {
        if fields.flag(member)? {
            included.extend(part);
        }
    }
    Ok(included)
}

/// Checks the range of numbers that have no effect here.
fn check_ignored_numbers(fields: &Fields<'_>) -> Result<(), QueryError> {
    let message = "Must be a number from 0.0 to 2.0";
    fields.number("rootFpuReductionMax", [0.0, 2.0], message)?;
    let message = "Must be a number from 0.01 to 100.0";
    fields.number("rootPolicyTemperature", [0.01, 100.0], message)?;
    Ok(())
}

/// Reads the time of the first report during the search, and the interval after it.
fn reports(fields: &Fields<'_>) -> Result<Option<[Duration; 2]>, QueryError> {
    let message = "Must be number of seconds from 0.001 to 1000000.0";
    let every = fields.number("reportDuringSearchEvery", INTERVALS, message)?;
    let first = fields.number("firstReportDuringSearchAfter", INTERVALS, message)?;
    let first = first.or(every);
    Ok(first.map(|first| {
        let every = every.map_or(Duration::MAX, Duration::from_secs_f64);
        [Duration::from_secs_f64(first), every]
    }))
}

/// Reads the priority that all turns share.
fn priority(fields: &Fields<'_>) -> Result<i64, QueryError> {
    let has = |field| fields.get(field).is_some();
    if has("priority") && has("priorities") {
        return Err(fields.error("priority", "Cannot specify both priority and priorities"));
    }
    let message = "Must be a number between -2^62 and 2^62";
    Ok(fields
        .integer("priority", PRIORITIES, message)?
        .unwrap_or_default())
}

/// Returns warnings about members without an effect.
fn unused(fields: &Fields<'_>) -> Vec<QueryWarning> {
    let members: &Map<String, Value> = fields.members;
    let remark = |name: &String| {
        let without = WITHOUT_MEANING.iter().find(|(known, _)| known == name);
        let text = match without {
            // Leaving a part out needs no warning.
            Some(_) if members[name] == Value::Bool(false) => return None,
            Some((_, reason)) => format!("Ignored: {reason}"),
            None if KNOWN.split(' ').any(|known| known == name) => return None,
            None if AnswerPart::MEMBERS.iter().any(|(member, _)| member == name) => return None,
            None => UNUSED.to_owned(),
        };
        Some(QueryWarning::new(fields.id, name, text))
    };
    members.keys().filter_map(remark).collect()
}
