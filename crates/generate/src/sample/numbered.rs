//! The solutions of a problem by their numbers: from a list, or by counts of parts.

use std::collections::HashMap;
use std::sync::Arc;

use parallax_instance::PuzzleSolution;
use parallax_model::Value;
use parallax_model::engine_api::{Control, EffortCounters, Engine, SolutionCount};

use super::packed_solutions::PackedSolutions;
use super::population_session::PopulationSession;
use super::solution_prefix::SolutionPrefix;
use super::{MissingSampleError, SampleError, SamplePopulation};

/// The engines that count and list.
#[derive(Clone, Copy)]
pub struct CountingEngines<'a> {
    /// Counts the solutions of parts.
    pub counter: &'a dyn Engine,
    /// Lists the solutions of small parts, and completes them by values of hidden variables.
    pub lister: &'a dyn Engine,
    /// Whether to list before counting: the counter finds every solution, so that a list costs no
    /// more, or lists are fast.
    pub enumerates: bool,
    /// The seed of the engines. The solution of a number does not depend on it.
    pub seed: u64,
}

/// Bounds of the memory. The solution of a number does not depend on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryBounds {
    /// Maximum number of solutions in a list of all.
    pub listed: u64,
    /// Maximum number of solutions in a list of a part, of which there may be many.
    pub parts: u64,
    /// Maximum number of values in lists and counts together, of 4 to 16 bytes each.
    pub values: u64,
    /// Approximate number of solutions to draw: with many draws a list pays off.
    pub draws: u64,
}

impl MemoryBounds {
    /// 1,000,000 solutions in a list of all, 10,000 in a list of a part, 2^24 values, one draw.
    pub const DEFAULT: MemoryBounds =
        MemoryBounds { listed: 1_000_000, parts: 10_000, values: 1 << 24, draws: 1 };
}

/// The method of finding the solution of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberingMethod {
    /// A sorted list of all solutions.
    List,
    /// Counts under decisions.
    Counts,
}

impl NumberingMethod {
    /// Returns the name in JSON: `list` or `counts`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            NumberingMethod::List => "list",
            NumberingMethod::Counts => "counts",
        }
    }

    /// Describes the method.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            NumberingMethod::List => "from a list of all solutions",
            NumberingMethod::Counts => "by counts under decisions",
        }
    }
}

/// The content of a part: a list, or smaller parts.
enum PrefixContent {
    List(PackedSolutions),
    /// The smaller parts and their solutions.
    Parts(Vec<(SolutionPrefix, SolutionCount)>),
}

impl PrefixContent {
    fn total_count(&self) -> SolutionCount {
        match self {
            PrefixContent::List(list) => SolutionCount::from(list.len()),
            PrefixContent::Parts(parts) => parts.iter().map(|(_, count)| count.clone()).sum(),
        }
    }
}

/// The solutions of a problem, numbered from 0 in the lexicographic order of the shown variables.
pub struct NumberedSolutions<'a> {
    problem: &'a SamplePopulation<'a>,
    counter: PopulationSession<'a>,
    lister: PopulationSession<'a>,
    enumerates: bool,
    bounds: MemoryBounds,
    total: SolutionCount,
    /// The parts that are kept; `kept` counts their values.
    known: HashMap<SolutionPrefix, Arc<PrefixContent>>,
    kept: u64,
    method: NumberingMethod,
}

/// The number of solutions up to which a list is always cheap enough.
const ALWAYS_LISTED_COUNT: u64 = 1000;

/// Approximate number of solutions listed in the time of a count.
const LISTED_PER_COUNT: u64 = 10;

impl<'a> NumberedSolutions<'a> {
    /// Counts the solutions of a problem.
    ///
    /// # Errors
    /// Returns an error if an engine does not finish, or returns a wrong solution or count. Nothing
    /// is drawn then.
    pub fn count_solutions(
        problem: &'a SamplePopulation<'a>,
        who: CountingEngines<'a>,
        bounds: MemoryBounds,
        control: &'a Control,
    ) -> Result<Self, MissingSampleError> {
        let asker =
            |engine: &'a dyn Engine| PopulationSession::new(problem, engine, who.seed, control);
        let mut numbered = NumberedSolutions {
            problem,
            counter: asker(who.counter),
            lister: asker(who.lister),
            enumerates: who.enumerates,
            bounds,
            total: SolutionCount::zero(),
            known: HashMap::new(),
            kept: 0,
            method: NumberingMethod::Counts,
        };
        let whole = SolutionPrefix::default();
        // Without shown variables there is at most one solution, and nothing to list or split.
        let open = !problem.model().shown().is_empty();
        // An engine that enumerates counts with its list.
        let counts = !who.enumerates || !open;
        let total = counts.then(|| numbered.counter.count_part(&whole)).transpose()?;
        numbered.total = total.clone().unwrap_or_default();
        if open && total.as_ref().is_none_or(|total| !total.is_zero()) {
            let below = numbered.part_content(&whole, total.as_ref())?;
            if matches!(*below, PrefixContent::List(_)) {
                numbered.method = NumberingMethod::List;
            }
            numbered.total = below.total_count();
        }
        Ok(numbered)
    }

    /// Returns the number of solutions: distinct assignments of the shown variables.
    #[must_use]
    pub fn total_count(&self) -> &SolutionCount {
        &self.total
    }

    /// Returns the method of finding the solution of a number.
    #[must_use]
    pub fn method(&self) -> NumberingMethod {
        self.method
    }

    /// Returns the effort so far.
    #[must_use]
    pub fn counters(&self) -> EffortCounters {
        let mut sum = self.counter.counters.clone();
        sum.add_all(&self.lister.counters);
        sum
    }

    /// Returns the solution with a number, checked by the model and by the rules; `None` if the
    /// number is not below their count.
    ///
    /// # Errors
    /// Returns an error if an engine does not finish, or returns a wrong solution or count.
    pub fn solution_at(
        &mut self,
        number: &SolutionCount,
    ) -> Result<Option<PuzzleSolution>, MissingSampleError> {
        if *number >= self.total {
            return Ok(None);
        }
        let (mut part, mut total, mut rest) =
            (SolutionPrefix::default(), self.total.clone(), number.clone());
        while part.values.len() < self.problem.model().shown().len() {
            let below = self.part_content(&part, Some(&total))?;
            match &*below {
                PrefixContent::List(list) => {
                    let index = u64::try_from(&rest).ok().and_then(|n| usize::try_from(n).ok());
                    let values = index.and_then(|index| list.get(index)).map(<[Value]>::to_vec);
                    let values = values.ok_or_else(|| lost_solution(&part))?;
                    part = SolutionPrefix { values, bounds: None };
                }
                PrefixContent::Parts(parts) => {
                    // Parts are in lexicographic order. Numbers skip the solutions of earlier
                    // parts, and `rest` becomes the number within the part that is found.
                    let within = |(part, count): &(SolutionPrefix, SolutionCount)| match rest
                        .subtract_count(count)
                    {
                        Some(less) => {
                            rest = less;
                            None
                        }
                        None => Some((part.clone(), count.clone())),
                    };
                    let next = parts.iter().find_map(within).ok_or_else(|| lost_solution(&part))?;
                    (part, total) = next;
                }
            }
        }
        let values = self.complete_values(part)?;
        Ok(self.problem.check_values(&values).map(Some)?)
    }

    /// Returns values of all variables; `part` fixes all shown ones.
    fn complete_values(&mut self, part: SolutionPrefix) -> Result<Vec<Value>, MissingSampleError> {
        let model = self.problem.model();
        if model.shown().len() < model.variables().len() {
            // Hidden variables need values too: any that complete the shown ones.
            return self.lister.solve_part(&part)?.ok_or_else(|| lost_solution(&part));
        }
        let mut values = part.values.clone();
        model.shown().iter().zip(part.values).for_each(|(v, value)| values[v.index()] = value);
        Ok(values)
    }

    /// Returns the content of a part; `total` is the number of its solutions, if known.
    fn part_content(
        &mut self,
        part: &SolutionPrefix,
        total: Option<&SolutionCount>,
    ) -> Result<Arc<PrefixContent>, MissingSampleError> {
        if let Some(known) = self.known.get(part) {
            return Ok(known.clone());
        }
        let width = self.problem.model().shown().len();
        let below = match self.list_part(part, total)? {
            Some(list) => PrefixContent::List(list),
            None => PrefixContent::Parts(self.count_parts(part, total)?),
        };
        let found = below.total_count();
        // The total was counted by another question, so a wrong count of the whole or of a part
        // shows here.
        if let Some(total) = total.filter(|total| **total != found) {
            return Err(SampleError::Sum { total: total.clone(), found }.into());
        }
        let size = match &below {
            // Approximate sizes in values; a count takes about as much as 8.
            PrefixContent::List(list) => list.len() * width,
            PrefixContent::Parts(parts) => {
                parts.iter().map(|(part, _)| 8 + part.values.len()).sum()
            }
        };
        let below = Arc::new(below);
        // The whole is always kept, since its counts take longest.
        let kept = self.kept.saturating_add(size as u64);
        if kept <= self.bounds.values || *part == SolutionPrefix::default() {
            self.kept = kept;
            self.known.insert(part.clone(), below.clone());
        }
        Ok(below)
    }

    /// Returns all solutions of a part, if their list is small, and cheaper than counts.
    fn list_part(
        &mut self,
        part: &SolutionPrefix,
        total: Option<&SolutionCount>,
    ) -> Result<Option<PackedSolutions>, MissingSampleError> {
        let model = self.problem.model();
        let width = model.shown().len();
        let fit = self.bounds.values / (width as u64).max(1);
        let whole = *part == SolutionPrefix::default();
        let max_listed = if whole { self.bounds.listed } else { self.bounds.parts }.min(fit);
        let cheap = if self.enumerates {
            max_listed
        } else {
            let open = model.shown().iter().skip(part.values.len());
            let counts = open.fold(0u64, |sum, &v| sum.saturating_add(model.domain(v).len()));
            // Each draw may need a count for each value of each open variable. A list pays off if
            // it takes no longer than all these counts.
            let worth = counts.saturating_mul(self.bounds.draws).saturating_mul(LISTED_PER_COUNT);
            max_listed.min(worth.max(ALWAYS_LISTED_COUNT))
        };
        // The count shows that the list would be too long, which saves the attempt.
        if max_listed == 0 || total.is_some_and(|total| *total > u128::from(cheap)) {
            return Ok(None);
        }
        let mut values = Vec::new();
        let problem = self.problem;
        let number = self
            .lister
            .list_part(part, cheap, &mut |all| values.extend(problem.shown_values(all)))?;
        let Some(number) = number else { return Ok(None) };
        Ok(PackedSolutions::from_unsorted(width, number as usize, values).map(Some)?)
    }

    /// Returns the smaller parts with solutions, and their counts.
    fn count_parts(
        &mut self,
        part: &SolutionPrefix,
        total: Option<&SolutionCount>,
    ) -> Result<Vec<(SolutionPrefix, SolutionCount)>, MissingSampleError> {
        let parts = part.split_parts(self.problem.model());
        // A single part has all solutions of the whole, so its count is known.
        if let (Some(total), [_]) = (total, &parts[..]) {
            return Ok(parts.into_iter().map(|part| (part, total.clone())).collect());
        }
        let mut counted = Vec::with_capacity(parts.len());
        for part in parts {
            let count = self.counter.count_part(&part)?;
            if !count.is_zero() {
                counted.push((part, count));
            }
        }
        Ok(counted)
    }
}

/// Reports that a count promised a solution that does not exist.
fn lost_solution(part: &SolutionPrefix) -> MissingSampleError {
    SampleError::Lost { fixed: part.values.len() }.into()
}
