//! A smallest set without a solution, by implicit hitting sets (Ignatiev, Previti, Liffiton and
//! Marques-Silva, "Smallest MUS extraction with minimal hitting set dualization", 2015).

use parallax_model::ask::{Answer, Control};

use super::Engines;
use super::hitting::Sets;
use super::oracle::{Decision, Oracle, grow, shrink};

/// A set without a solution, and the sets that prove that none is smaller.
pub(super) struct Smallest {
    pub set: Vec<usize>,
    /// Sets of parts without which the others have a solution. Every set without a solution
    /// has a part of each of them.
    pub corrections: Sets,
    /// The reason why the work ended before the set was known to be smallest.
    pub stopped: Option<Answer>,
}

/// Finds a smallest set without a solution, starting from a known minimal one. Stops when it has
/// more than about `most` corrections.
pub(super) fn smallest(
    oracle: &mut Oracle<'_>,
    known: Vec<usize>,
    most: usize,
    engines: &Engines,
    seed: u64,
    control: &Control,
) -> Smallest {
    let mut found = Smallest { set: known, corrections: Sets::default(), stopped: None };
    loop {
        if found.corrections.len() >= most {
            let why = format!("{most} corrections do not suffice");
            return Smallest { stopped: Some(Answer::Unknown(why.into())), ..found };
        }
        match found.step(oracle, engines, seed, control) {
            Ok(true) => return found,
            Ok(false) => {}
            Err(why) => return Smallest { stopped: Some(why), ..found },
        }
    }
}

impl Smallest {
    /// Tightens one of the bounds; returns whether they meet.
    fn step(
        &mut self,
        oracle: &mut Oracle<'_>,
        engines: &Engines,
        seed: u64,
        control: &Control,
    ) -> Result<bool, Answer> {
        let mut hit = self.corrections.smallest(&*engines.optimiser, seed, control)?;
        if hit.len() >= self.set.len() {
            return Ok(true);
        }
        // Collects disjoint corrections until their union conflicts.
        loop {
            match oracle.decide(&hit, control)? {
                Decision::Conflict(core) => {
                    let (set, stopped) = shrink(oracle, core, control);
                    if set.len() < self.set.len() {
                        self.set = set;
                    }
                    return stopped.map_or(Ok(false), Err);
                }
                Decision::Solution => {
                    let correction = oracle.problem.others(&grow(oracle, &hit, control)?);
                    hit.extend(&correction);
                    hit.sort_unstable();
                    self.corrections.add(correction);
                }
            }
        }
    }
}
