//! All tasks of one machine together.

use parallax_model::{ConstraintOperand, Domain, VarId};

use super::super::bounds_guess::{BoundsGuess, MAX_WIDENED_TASKS};
use super::super::cumulative::bounds_source::{AssumptionBounds, BoundsSource};
use crate::decision::ValueTest;
use crate::propagators::{
    ConstraintPropagator, DomainClaim, DomainEvent, DomainStore, ExplanationPremises, PastDomains,
    PropagatorCost, ValueRemoval,
};
use crate::store::PropagationConflict;

/// Detectable precedences, not-first and not-last (Vilím 2004), edge finding and overload (Carlier
/// and Pinson 1989; Nuijten 1994), each in time quadratic in the tasks. Tasks take their least
/// length; if empty tasks overlap nothing, tasks that may be empty do not count. It adds to the
/// pairs, which check the constraint.
#[derive(Clone)]
pub(crate) struct OneMachine {
    starts: Vec<VarId>,
    lengths: Vec<ConstraintOperand>,
    zero_ignored: bool,
    /// Minimum number of tasks that count; for fewer the rules cost more than they save.
    min_tasks: usize,
    /// The tasks that count, as places.
    present: Vec<u32>,
    rules: DisjunctiveRules,
}

/// The tasks of a machine by their bounds, and the bounds that the rules derive. With all times
/// negated, ends are starts: the same rules then move the latest ends.
#[derive(Clone, Default)]
pub(super) struct DisjunctiveRules {
    /// For each task, its earliest and latest start, and its length.
    pub(super) tasks: Vec<DisjunctiveTask>,
    /// For each task, the earliest start that the rules leave.
    pub(super) earliest: Vec<i64>,
    /// For each task, the latest start that the rules leave.
    pub(super) latest: Vec<i64>,
    /// The tasks by their earliest start.
    order: Vec<u32>,
    /// For each place in `order`: the length of the later tasks that end in time, and when they
    /// end at the earliest.
    behind: Vec<(i64, i64)>,
}

/// A task of fixed length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DisjunctiveTask {
    pub(super) earliest: i64,
    pub(super) latest: i64,
    pub(super) length: i64,
}

/// Before all times.
const BEFORE_ALL_TIMES: i64 = i64::MIN / 4;

impl DisjunctiveTask {
    /// Returns the latest end.
    fn latest_end(self) -> i64 {
        self.latest + self.length
    }

    /// Returns the task with all times negated.
    fn mirrored_task(self) -> DisjunctiveTask {
        let earliest = -self.latest_end();
        DisjunctiveTask { earliest, latest: -(self.earliest + self.length), length: self.length }
    }
}

impl DisjunctiveRules {
    /// Takes the tasks, all times negated if `mirror`.
    pub(super) fn read_tasks(
        &mut self,
        tasks: impl Iterator<Item = DisjunctiveTask>,
        mirror: bool,
    ) {
        self.tasks.clear();
        self.tasks.extend(tasks.map(|task| if mirror { task.mirrored_task() } else { task }));
        let count = self.tasks.len();
        self.earliest.clear();
        self.earliest.extend(self.tasks.iter().map(|task| task.earliest));
        self.latest.clear();
        self.latest.extend(self.tasks.iter().map(|task| task.latest));
        self.order.clear();
        self.order.extend(0..count as u32);
        self.behind.clear();
        self.behind.resize(count, (0, BEFORE_ALL_TIMES));
        let tasks = &self.tasks;
        self.order.sort_unstable_by_key(|&task| tasks[task as usize].earliest);
    }

    /// Applies all rules.
    ///
    /// # Errors
    /// Returns a conflict if the tasks do not fit.
    pub(super) fn apply_rules(&mut self) -> Result<(), PropagationConflict> {
        // All rules read the bounds of `tasks` and write to `earliest` and `latest`, so their order
        // does not matter.
        for task in 0..self.tasks.len() {
            self.detect_precedences(task);
            self.not_last(task);
        }
        for task in 0..self.tasks.len() {
            let limit = self.tasks[task].latest_end();
            // Equal deadlines give equal sets of tasks, so each is tried once.
            let seen = self.tasks[..task].iter().any(|other| other.latest_end() == limit);
            if !seen {
                self.find_edges(limit)?;
            }
        }
        Ok(())
    }

    /// Returns the earliest time by which all other tasks that `counts` selects can have ended.
    fn end_of(&self, task: usize, counts: impl Fn(DisjunctiveTask) -> bool) -> i64 {
        let others = self.order.iter().filter(|&&other| other as usize != task);
        others
            .map(|&other| self.tasks[other as usize])
            .filter(|&other| counts(other))
            // `order` is sorted by earliest start, so running the tasks one after the other gives
            // their earliest common end.
            .fold(BEFORE_ALL_TIMES, |end, other| end.max(other.earliest) + other.length)
    }

    /// A task starts after all tasks that it cannot precede.
    fn detect_precedences(&mut self, task: usize) {
        let DisjunctiveTask { earliest, length, .. } = self.tasks[task];
        // A task that must start before this one can end does not come after it, so it comes
        // before.
        let end = self.end_of(task, |other| other.latest < earliest + length);
        self.earliest[task] = self.earliest[task].max(end);
    }

    /// If a task cannot start after all tasks that must start before its deadline, it ends before
    /// one of them starts.
    fn not_last(&mut self, task: usize) {
        let own = self.tasks[task];
        let limit = own.latest_end();
        // If the others can all end by the latest start, the task may come last.
        if self.end_of(task, |other| other.latest < limit) <= own.latest {
            return;
        }
        let others = self.tasks.iter().enumerate().filter(|&(other, _)| other != task);
        let starts = others.map(|(_, other)| other.latest).filter(|&latest| latest < limit);
        if let Some(last) = starts.max() {
            self.latest[task] = self.latest[task].min(last - own.length);
        }
    }

    /// A task that does not fit before `limit` together with some tasks that end by then starts
    /// after them.
    fn find_edges(&mut self, limit: i64) -> Result<(), PropagationConflict> {
        // Backwards over the earliest starts: `work` is the length of the tasks from here on that
        // end by the limit, and `end` the earliest time at which they can all have ended.
        let (mut work, mut end) = (0, BEFORE_ALL_TIMES);
        for (place, &task) in self.order.iter().enumerate().rev() {
            self.behind[place] = (work, end);
            let task = self.tasks[task as usize];
            if task.latest_end() <= limit {
                work += task.length;
                end = end.max(task.earliest + work);
            }
        }
        // Overload: these tasks do not fit even without any other.
        if end > limit {
            return Err(PropagationConflict);
        }
        // The greatest end of the work from some earlier place on, all later work included.
        let mut before = BEFORE_ALL_TIMES;
        for (place, &number) in self.order.iter().enumerate() {
            let task = self.tasks[number as usize];
            let (work, end_after) = self.behind[place];
            let own_end = task.earliest + work + task.length;
            if task.latest_end() <= limit {
                before = before.max(own_end);
                continue;
            }
            let bound = &mut self.earliest[number as usize];
            // The task does not fit before the limit together with a set that starts earlier, so it
            // follows them all; or it does not fit with the tasks after its own earliest start, and
            // follows those.
            if before + task.length > limit {
                *bound = (*bound).max(end);
            } else if own_end > limit {
                *bound = (*bound).max(end_after);
            }
        }
        Ok(())
    }
}

impl OneMachine {
    /// Builds the propagator of tasks whose pairs are compared elsewhere. Tasks whose length may be
    /// 0 do not count if `zero_ignored`.
    pub(crate) fn beside_pairs(
        starts: Vec<VarId>,
        lengths: Vec<ConstraintOperand>,
        zero_ignored: bool,
    ) -> Self {
        let (present, rules) = (Vec::new(), DisjunctiveRules::default());
        // Two tasks are one pair, which is compared elsewhere.
        OneMachine { starts, lengths, zero_ignored, min_tasks: 3, present, rules }
    }

    /// Builds the propagator of tasks whose pairs no other propagator compares. Tasks whose length
    /// may be 0 do not count.
    pub(crate) fn without_pairs(starts: Vec<VarId>, lengths: Vec<ConstraintOperand>) -> Self {
        OneMachine { min_tasks: 2, ..OneMachine::beside_pairs(starts, lengths, true) }
    }

    /// Moves the bounds of all starts by the rules, seen forwards or from the future.
    fn apply_bounds(
        &mut self,
        mirror: bool,
        store: &mut DomainStore,
    ) -> Result<(), PropagationConflict> {
        let OneMachine { starts, lengths, present, rules, .. } = self;
        let spans = present.iter().map(|&task| {
            let (earliest, latest) = store.variable_bounds(starts[task as usize]);
            DisjunctiveTask {
                earliest,
                latest,
                length: store.operand_bounds(lengths[task as usize]).0,
            }
        });
        rules.read_tasks(spans, mirror);
        rules.apply_rules()?;
        for (place, &task) in present.iter().enumerate() {
            let (start, span) = (starts[task as usize], rules.tasks[place]);
            let (low, high) = (rules.earliest[place], rules.latest[place]);
            // In mirrored time a start is the negated end, so the bounds swap and shift by the
            // length.
            let (low, high) =
                if mirror { (-high - span.length, -low - span.length) } else { (low, high) };
            store.remove_below(start, low)?;
            store.remove_above(start, high)?;
        }
        Ok(())
    }
}

impl OneMachine {
    /// Explains a claim about a start, or a conflict, by the rules.
    fn explain_by_rules(
        &self,
        claim: Option<DomainClaim>,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) -> bool {
        let guess = BoundsGuess::from_past(self.scope(), past);
        let counts =
            |&task: &usize| !self.zero_ignored || guess.operand_bounds(self.lengths[task]).0 > 0;
        let present: Vec<usize> = (0..self.starts.len()).filter(counts).collect();
        // A task counts only while its length is positive: widening that bound would drop it from
        // the rules, so such a guess explains nothing.
        let is_kept = |guess: &BoundsGuess| {
            let mut lengths =
                present.iter().map(|&task| guess.operand_bounds(self.lengths[task]).0);
            !self.zero_ignored || lengths.all(|length| length > 0)
        };
        let breaks = |guess: &BoundsGuess| {
            is_kept(guess)
                && [false, true].into_iter().any(|mirror| {
                    let mut rules = DisjunctiveRules::default();
                    let spans = present.iter().map(|&task| {
                        let (earliest, latest) = guess.variable_bounds(self.starts[task]);
                        DisjunctiveTask {
                            earliest,
                            latest,
                            length: guess.operand_bounds(self.lengths[task]).0,
                        }
                    });
                    rules.read_tasks(spans, mirror);
                    rules.apply_rules().is_err()
                        || claim.is_some_and(|claim| {
                            self.entails_claim(claim, &rules, &present, mirror)
                        })
                })
        };
        present.len() <= MAX_WIDENED_TASKS && guess.explain_guess(into, false, breaks)
    }

    /// Whether a bound that the rules leave makes a claim true.
    fn entails_claim(
        &self,
        claim: DomainClaim,
        rules: &DisjunctiveRules,
        present: &[usize],
        mirror: bool,
    ) -> bool {
        let own = |place: &usize| self.starts[present[*place]] == claim.variable;
        (0..present.len()).filter(own).any(|place| {
            let (low, high) = (rules.earliest[place], rules.latest[place]);
            let length = rules.tasks[place].length;
            let (low, high) = if mirror { (-high - length, -low - length) } else { (low, high) };
            let value = i64::from(claim.value);
            match claim.test {
                ValueTest::Above => low > value,
                ValueTest::AtMost => high <= value,
                ValueTest::Not => low > value || high < value,
                ValueTest::Is => false,
            }
        })
    }
}

impl ConstraintPropagator for OneMachine {
    fn scope(&self) -> Vec<VarId> {
        let lengths = self.lengths.iter().filter_map(|length| length.as_variable());
        let mut scope: Vec<VarId> = self.starts.iter().copied().chain(lengths).collect();
        scope.sort_unstable();
        scope.dedup();
        scope
    }

    fn watched_events(&self) -> Vec<(VarId, DomainEvent)> {
        let starts = self.starts.iter().map(|&v| (v, DomainEvent::Bounds));
        let lengths = self.lengths.iter().filter_map(|length| length.as_variable());
        starts.chain(lengths.map(|v| (v, DomainEvent::Min))).collect()
    }

    fn call_cost(&self) -> PropagatorCost {
        PropagatorCost::Highest
    }

    fn by_bounds(&self) -> bool {
        true
    }

    fn propagate(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        self.present.clear();
        for (task, &length) in self.lengths.iter().enumerate() {
            if !self.zero_ignored || store.operand_bounds(length).0 > 0 {
                self.present.push(task as u32);
            }
        }
        if self.present.len() < self.min_tasks {
            return Ok(());
        }
        let count = self.present.len();
        store.spend_steps(count.saturating_mul(count).saturating_mul(8))?;
        self.apply_bounds(false, store)?;
        self.apply_bounds(true, store)
    }

    /// Returns the bounds of all tasks.
    fn explain_removal(
        &self,
        removal: ValueRemoval,
        past: &PastDomains<'_>,
    ) -> Vec<(VarId, Domain)> {
        AssumptionBounds { past, removal }.bounds_of(self.scope())
    }

    /// Names the bounds of the tasks that the rules need, as wide as possible.
    fn explain_atom(
        &self,
        claim: DomainClaim,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) {
        if !self.explain_by_rules(Some(claim), past, into) {
            self.scope().iter().for_each(|&v| into.add_bounds(v, past));
        }
    }

    fn explain_failure(&self, past: &PastDomains<'_>, into: &mut ExplanationPremises<'_>) {
        if !self.explain_by_rules(None, past, into) {
            self.scope().iter().for_each(|&v| into.add_bounds(v, past));
        }
    }
}
