//! Plain search and search that learns, in turns on one question.
//!
//! Plain search solves most puzzles in a fraction of a second and fails 5 to 14 times as fast as a
//! search that learns; where it does not succeed at once, learning is often quicker by orders of
//! magnitude, and sometimes slower. So a question for one solution, a few, or the best begins with
//! a *slice* of plain search. If that does not suffice, both take turns that double, of about equal
//! time, so that neither costs much more than twice the time of the better one (as the parallel
//! runs of Gomes and Selman 2001, on one thread). Where learning is expected to win
//! ([`suits`](crate::learning::suits)), its turns are much longer.
//!
//! The slice restarts, as plain search for one solution does. After it, plain search goes through
//! its tree once: where restarts help, learning restarts, and where there is no solution, nothing
//! is searched twice.
//!
//! Slices are counted in failures. A turn of learning is counted in elementary steps, by those of
//! the plain search before it, because a conflict may cost as much as one failure or as thirty.
//! None is counted in time: counters are the same on every machine. Each search keeps its state
//! while the other works. They share what holds for both: the solutions found, the best one, and at
//! the beginning of learning the values that the slice has refuted at the root.
//!
//! `learner` is the search that learns, `sink` the receiver of both, `known` what is passed on.

mod learner;
mod sink;
mod solution_facts;
mod turn_schedule;

pub(crate) use turn_schedule::{
    TurnQuestion, answer_question, is_final, is_for_few, turn_after, undo_all,
};

#[cfg(test)]
mod tests;

pub(crate) use self::learner::LazyLearner;
pub(crate) use self::sink::SolutionSink;
pub(crate) use self::solution_facts::SolutionFacts;
