//! Bounds of the variables that follow from the constraints.
//!
//! MiniZinc leaves variables of sums and products without bounds, and models need some. Each
//! constraint narrows the bounds of its variables, and runs again when another one has narrowed
//! them. Chains that narrow by one each time end after a number of turns: bounds are correct at any
//! moment.

use std::collections::VecDeque;

use super::builtins::BuiltinEntry;
use super::document::{
    DeclaredValues, ElementRange, FlatzincArgument, FlatzincDocument, FlatzincTerm, IntSet,
};
use super::equality_classes::EqualityClasses;
use super::int_set::{Ranges, set_range};

/// Bounds at or beyond this magnitude count as missing.
pub(super) const MISSING_BOUND: i64 = 1 << 62;

/// Maximum number of turns of a constraint.
const MAX_TURNS: u8 = 60;

/// Maximum number of visits to terms.
const MAX_WORK: usize = 1 << 27;

/// A variable has no value left.
pub(super) struct EmptyBoundsError;

/// The bounds of a variable; [`MISSING_BOUND`] for a missing one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct VariableSpan {
    pub(super) low: i64,
    pub(super) high: i64,
}

impl VariableSpan {
    /// Returns the span of all integers.
    pub(super) const ALL: VariableSpan = VariableSpan { low: -MISSING_BOUND, high: MISSING_BOUND };

    /// Whether it has both bounds.
    pub(super) fn is_bounded(self) -> bool {
        self.low > -MISSING_BOUND && self.high < MISSING_BOUND
    }

    /// Returns both bounds; `None` without one of them.
    pub(super) fn both_bounds(self) -> Option<[i128; 2]> {
        self.is_bounded().then_some([self.low.into(), self.high.into()])
    }

    /// Returns the greatest magnitude; `None` without a bound.
    pub(super) fn max_magnitude(self) -> Option<i128> {
        self.both_bounds().map(|ends| ends[0].abs().max(ends[1].abs()))
    }
}

/// The bounds of all variables, while constraints narrow them.
pub(super) struct BoundsStore<'d> {
    document: &'d FlatzincDocument,
    classes: &'d EqualityClasses,
    /// By the root of a class.
    spans: Vec<VariableSpan>,
    /// The roots that were narrowed since the list was last emptied.
    narrowed: Vec<u32>,
    work: usize,
    /// Whether assumptions narrow bounds.
    pub(super) assumes: bool,
}

impl<'d> BoundsStore<'d> {
    /// Returns the bounds that the declarations give; the second part is a variable whose class
    /// has no value.
    pub(super) fn from_declarations(
        document: &'d FlatzincDocument,
        classes: &'d EqualityClasses,
    ) -> (Self, Option<usize>) {
        let spans = vec![VariableSpan::ALL; document.variables.len()];
        let narrowed = Vec::new();
        let mut bounds = BoundsStore { document, classes, spans, narrowed, work: 0, assumes: true };
        let mut empty = None;
        for (place, variable) in document.variables.iter().enumerate() {
            let term = FlatzincTerm::Var(crate::document::FlatzincVarId(place as u32));
            let declared = match &variable.values {
                DeclaredValues::Bool => bounds.narrow_within(term, 0, 1),
                DeclaredValues::Unbounded => Ok(()),
                DeclaredValues::Of(set) => bounds.within_set(term, document.set_ranges(*set)),
            };
            let equal = match variable.equals {
                Some(FlatzincTerm::Value(value)) => {
                    bounds.narrow_within(term, value.into(), value.into())
                }
                _ => Ok(()),
            };
            if declared.is_err() || equal.is_err() {
                empty = empty.or(Some(place));
            }
        }
        // All constraints start in the queue, so these changes need to wake none.
        bounds.narrowed.clear();
        (bounds, empty)
    }

    /// Returns the bounds of a root.
    pub(super) fn of_root(&self, root: u32) -> VariableSpan {
        self.spans[root as usize]
    }

    /// Returns the bounds of a term.
    pub(super) fn term_span(&self, term: FlatzincTerm) -> VariableSpan {
        match term {
            FlatzincTerm::Value(value) => VariableSpan { low: value, high: value },
            FlatzincTerm::Var(var) => self.spans[self.classes.class_root(var) as usize],
        }
    }

    /// Returns the file.
    pub(super) fn document(&self) -> &'d FlatzincDocument {
        self.document
    }

    /// Returns the elements of a list.
    pub(super) fn list_terms(&mut self, list: ElementRange) -> Vec<FlatzincTerm> {
        let terms = self.document.list_terms(list);
        self.work += terms.len();
        terms.iter().collect()
    }

    /// Returns a constant set.
    pub(super) fn set_ranges(&self, set: IntSet) -> &'d Ranges {
        self.document.set_ranges(set)
    }

    /// Narrows a term to the values from `low` to `high`. Bounds beyond [`MISSING_BOUND`] count as
    /// missing.
    ///
    /// # Errors
    /// Returns an error if no value is left.
    pub(super) fn narrow_within(
        &mut self,
        term: FlatzincTerm,
        low: i128,
        high: i128,
    ) -> Result<(), EmptyBoundsError> {
        let far = i128::from(MISSING_BOUND);
        // Clamped first, so that the casts are exact.
        let (low, high) = (low.clamp(-far, far) as i64, high.clamp(-far, far) as i64);
        let now = self.term_span(term);
        let next = VariableSpan { low: now.low.max(low), high: now.high.min(high) };
        // The old span stays, so that no stored span is ever empty.
        if next.low > next.high {
            return Err(EmptyBoundsError);
        }
        if let FlatzincTerm::Var(var) = term
            && next != now
        {
            let root = self.classes.class_root(var);
            self.spans[root as usize] = next;
            self.narrowed.push(root);
        }
        Ok(())
    }

    /// Narrows a term to the ends of a set.
    ///
    /// # Errors
    /// Returns an error if no value is left.
    pub(super) fn within_set(
        &mut self,
        term: FlatzincTerm,
        set: &Ranges,
    ) -> Result<(), EmptyBoundsError> {
        let (low, high) = set_range(set).ok_or(EmptyBoundsError)?;
        self.narrow_within(term, low.into(), high.into())
    }

    /// Narrows until nothing changes. Returns the place of a constraint that leaves a variable
    /// without a value, and stops there. `stop` ends the work early.
    pub(super) fn settle_bounds(
        &mut self,
        entries: &[BuiltinEntry],
        stop: &dyn Fn() -> bool,
    ) -> Option<usize> {
        let users = ClassConstraints::from_document(self.document, self.classes);
        let mut queue: VecDeque<u32> = (0..entries.len() as u32).collect();
        let mut waits = vec![true; entries.len()];
        let mut turns = vec![0u8; entries.len()];
        let mut steps = 0usize;
        while let Some(place) = queue.pop_front() {
            steps += 1;
            // The bounds are correct at any moment, so an early end is no error.
            if self.work > MAX_WORK || steps.is_multiple_of(1 << 10) && stop() {
                return None;
            }
            let at = place as usize;
            waits[at] = false;
            turns[at] += 1;
            self.work += 1;
            if entries[at].tighten_bounds(self).is_err() {
                return Some(at);
            }
            for root in std::mem::take(&mut self.narrowed) {
                for &user in users.of_root(root) {
                    self.work += 1;
                    // Each constraint waits at most once in the queue, and its own changes do not
                    // wake it.
                    let is_due = user != place && !waits[user as usize];
                    if is_due && turns[user as usize] < MAX_TURNS {
                        waits[user as usize] = true;
                        queue.push_back(user);
                    }
                }
            }
        }
        None
    }
}

/// The constraints that use each class of variables.
struct ClassConstraints {
    first: Vec<u32>,
    entries: Vec<u32>,
}

impl ClassConstraints {
    /// Collects them. Beyond a number of uses the rest is left out: bounds stay wider.
    fn from_document(document: &FlatzincDocument, classes: &EqualityClasses) -> Self {
        // Counting sort by root: counts one place later, then prefix sums, then each use at the
        // next free place of its root.
        let mut first = vec![0u32; document.variables.len() + 1];
        each_use(document, &mut |_, var| first[classes.class_root(var) as usize + 1] += 1);
        for place in 1..first.len() {
            first[place] += first[place - 1];
        }
        let mut next = first.clone();
        let mut entries = vec![0; first.last().copied().unwrap_or_default() as usize];
        each_use(document, &mut |entry, var| {
            let place = &mut next[classes.class_root(var) as usize];
            entries[*place as usize] = entry;
            *place += 1;
        });
        ClassConstraints { first, entries }
    }

    fn of_root(&self, root: u32) -> &[u32] {
        let range = self.first[root as usize] as usize..self.first[root as usize + 1] as usize;
        &self.entries[range]
    }
}

/// Calls `visit` with each constraint and each mention of a variable in it, up to a number.
fn each_use(
    document: &FlatzincDocument,
    visit: &mut dyn FnMut(u32, crate::document::FlatzincVarId),
) {
    let mut left = MAX_WORK;
    for (entry, call) in (0u32..).zip(&document.constraints) {
        for argument in document.call_arguments(call) {
            match argument {
                FlatzincArgument::Term(FlatzincTerm::Var(var)) => visit(entry, *var),
                FlatzincArgument::List(list) => {
                    let terms = document.list_terms(*list);
                    // Both passes end at the same list, so the counts of the first match the
                    // entries of the second.
                    if terms.len() > left {
                        return;
                    }
                    left -= terms.len();
                    for term in terms.iter() {
                        if let FlatzincTerm::Var(var) = term {
                            visit(entry, var);
                        }
                    }
                }
                FlatzincArgument::Term(FlatzincTerm::Value(_))
                | FlatzincArgument::Set(_)
                | FlatzincArgument::Sets(_) => {}
            }
        }
    }
}
