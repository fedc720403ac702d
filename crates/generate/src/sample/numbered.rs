//! The solutions of a problem by their numbers: from a list, or by counts of parts.

use std::collections::HashMap;
use std::sync::Arc;

use parallax_model::Value;
use parallax_model::ask::{Control, Count, Counters, Engine};
use parallax_model::instance::PuzzleSolution;

use super::asker::Asker;
use super::listed::Listed;
use super::part::Prefix;
use super::{Missing, Population, SampleError};

/// The engines that count and list.
#[derive(Clone, Copy)]
pub struct Counted<'a> {
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
pub struct Bounds {
    /// Maximum number of solutions in a list of all.
    pub listed: u64,
    /// Maximum number of solutions in a list of a part, of which there may be many.
    pub parts: u64,
    /// Maximum number of values in lists and counts together, of 4 to 16 bytes each.
    pub values: u64,
    /// Approximate number of solutions to draw: with many draws a list pays off.
    pub draws: u64,
}

impl Bounds {
    /// 1,000,000 solutions in a list of all, 10,000 in that of a part, 2^24 values, one draw.
    pub const DEFAULT: Bounds =
        Bounds { listed: 1_000_000, parts: 10_000, values: 1 << 24, draws: 1 };
}

/// The method of finding the solution of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// A sorted list of all solutions.
    List,
    /// Counts under decisions.
    Counts,
}

impl Method {
    /// Returns the name in JSON: `list` or `counts`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Method::List => "list",
            Method::Counts => "counts",
        }
    }

    /// Describes the method in words.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            Method::List => "from a list of all solutions",
            Method::Counts => "by counts under decisions",
        }
    }
}

/// The content of a part: a list, or smaller parts.
enum Below {
    List(Listed),
    /// The smaller parts and their solutions.
    Parts(Vec<(Prefix, Count)>),
}

impl Below {
    fn total(&self) -> Count {
        match self {
            Below::List(list) => Count::from(list.len()),
            Below::Parts(parts) => parts.iter().map(|(_, count)| count.clone()).sum(),
        }
    }
}

/// The solutions of a problem, numbered from 0 in the lexicographic order of the shown variables.
pub struct Numbered<'a> {
    problem: &'a Population<'a>,
    counter: Asker<'a>,
    lister: Asker<'a>,
    enumerates: bool,
    bounds: Bounds,
    total: Count,
    /// The parts that are kept; `kept` counts their values.
    known: HashMap<Prefix, Arc<Below>>,
    kept: u64,
    method: Method,
}

/// The number of solutions up to which a list is always cheap enough.
const FEW: u64 = 1000;

/// Approximate number of solutions listed in the time of a count.
const LISTED_PER_COUNT: u64 = 10;

impl<'a> Numbered<'a> {
    /// Counts the solutions of a problem.
    ///
    /// # Errors
    /// Returns an error if an engine does not finish, or returns a wrong solution or count. Nothing
    /// is drawn then.
    pub fn count(
        problem: &'a Population<'a>,
        who: Counted<'a>,
        bounds: Bounds,
        control: &'a Control,
    ) -> Result<Self, Missing> {
        let asker = |engine: &'a dyn Engine| Asker::new(problem, engine, who.seed, control);
        let mut numbered = Numbered {
            problem,
            counter: asker(who.counter),
            lister: asker(who.lister),
            enumerates: who.enumerates,
            bounds,
            total: Count::zero(),
            known: HashMap::new(),
            kept: 0,
            method: Method::Counts,
        };
        let whole = Prefix::default();
        let open = !problem.model().shown().is_empty();
        // An engine that enumerates counts with its list.
        let counts = !who.enumerates || !open;
        let total = counts.then(|| numbered.counter.count(&whole)).transpose()?;
        numbered.total = total.clone().unwrap_or_default();
        if open && total.as_ref().is_none_or(|total| !total.is_zero()) {
            let below = numbered.below(&whole, total.as_ref())?;
            if matches!(*below, Below::List(_)) {
                numbered.method = Method::List;
            }
            numbered.total = below.total();
        }
        Ok(numbered)
    }

    /// Returns the number of solutions: distinct assignments of the shown variables.
    #[must_use]
    pub fn total(&self) -> &Count {
        &self.total
    }

    /// Returns the method of finding the solution of a number.
    #[must_use]
    pub fn method(&self) -> Method {
        self.method
    }

    /// Returns the effort so far.
    #[must_use]
    pub fn counters(&self) -> Counters {
        let mut sum = self.counter.counters.clone();
        sum.add_all(&self.lister.counters);
        sum
    }

    /// Returns the solution with a number, checked by the model and by the rules; `None` if the
    /// number is not below their count.
    ///
    /// # Errors
    /// Returns an error if an engine does not finish, or returns a wrong solution or count.
    pub fn solution(&mut self, number: &Count) -> Result<Option<PuzzleSolution>, Missing> {
        if *number >= self.total {
            return Ok(None);
        }
        let (mut part, mut total, mut rest) =
            (Prefix::default(), self.total.clone(), number.clone());
        while part.values.len() < self.problem.model().shown().len() {
            let below = self.below(&part, Some(&total))?;
            match &*below {
                Below::List(list) => {
                    let place = u64::try_from(&rest).ok().and_then(|n| usize::try_from(n).ok());
                    let values = place.and_then(|place| list.get(place)).map(<[Value]>::to_vec);
                    let values = values.ok_or_else(|| lost(&part))?;
                    part = Prefix { values, bounds: None };
                }
                Below::Parts(parts) => {
                    let within = |(part, count): &(Prefix, Count)| match rest.minus(count) {
                        Some(less) => {
                            rest = less;
                            None
                        }
                        None => Some((part.clone(), count.clone())),
                    };
                    let next = parts.iter().find_map(within).ok_or_else(|| lost(&part))?;
                    (part, total) = next;
                }
            }
        }
        let values = self.complete(part)?;
        Ok(self.problem.checked(&values).map(Some)?)
    }

    /// Returns values of all variables; `part` fixes all shown ones.
    fn complete(&mut self, part: Prefix) -> Result<Vec<Value>, Missing> {
        let model = self.problem.model();
        if model.shown().len() < model.variables().len() {
            return self.lister.one(&part)?.ok_or_else(|| lost(&part));
        }
        let mut values = part.values.clone();
        model.shown().iter().zip(part.values).for_each(|(v, value)| values[v.index()] = value);
        Ok(values)
    }

    /// Returns the content of a part; `total` is the number of its solutions, if it is known.
    fn below(&mut self, part: &Prefix, total: Option<&Count>) -> Result<Arc<Below>, Missing> {
        if let Some(known) = self.known.get(part) {
            return Ok(known.clone());
        }
        let width = self.problem.model().shown().len();
        let below = match self.list(part, total)? {
            Some(list) => Below::List(list),
            None => Below::Parts(self.parts(part, total)?),
        };
        let found = below.total();
        if let Some(total) = total.filter(|total| **total != found) {
            return Err(SampleError::Sum { total: total.clone(), found }.into());
        }
        let size = match &below {
            Below::List(list) => list.len() * width,
            Below::Parts(parts) => parts.iter().map(|(part, _)| 8 + part.values.len()).sum(),
        };
        let below = Arc::new(below);
        // The whole is always kept, since its counts take the longest.
        let kept = self.kept.saturating_add(size as u64);
        if kept <= self.bounds.values || *part == Prefix::default() {
            self.kept = kept;
            self.known.insert(part.clone(), below.clone());
        }
        Ok(below)
    }

    /// Returns all solutions of a part, if their list is small, and cheaper than counts.
    fn list(&mut self, part: &Prefix, total: Option<&Count>) -> Result<Option<Listed>, Missing> {
        let model = self.problem.model();
        let width = model.shown().len();
        let fit = self.bounds.values / (width as u64).max(1);
        let whole = *part == Prefix::default();
        let most = if whole { self.bounds.listed } else { self.bounds.parts }.min(fit);
        let cheap = if self.enumerates {
            most
        } else {
            let open = model.shown().iter().skip(part.values.len());
            let counts = open.fold(0u64, |sum, &v| sum.saturating_add(model.domain(v).len()));
            let worth = counts.saturating_mul(self.bounds.draws).saturating_mul(LISTED_PER_COUNT);
            most.min(worth.max(FEW))
        };
        if most == 0 || total.is_some_and(|total| *total > u128::from(cheap)) {
            return Ok(None);
        }
        let mut values = Vec::new();
        let problem = self.problem;
        let number = self.lister.list(part, cheap, &mut |all| values.extend(problem.shown(all)))?;
        let Some(number) = number else { return Ok(None) };
        Ok(Listed::sorted(width, number as usize, values).map(Some)?)
    }

    /// Returns the smaller parts with solutions, and their counts.
    fn parts(
        &mut self,
        part: &Prefix,
        total: Option<&Count>,
    ) -> Result<Vec<(Prefix, Count)>, Missing> {
        let parts = part.parts(self.problem.model());
        if let (Some(total), [_]) = (total, &parts[..]) {
            return Ok(parts.into_iter().map(|part| (part, total.clone())).collect());
        }
        let mut counted = Vec::with_capacity(parts.len());
        for part in parts {
            let count = self.counter.count(&part)?;
            if !count.is_zero() {
                counted.push((part, count));
            }
        }
        Ok(counted)
    }
}

/// Reports that a count promised a solution that does not exist.
fn lost(part: &Prefix) -> Missing {
    SampleError::Lost { fixed: part.values.len() }.into()
}
