//! Explanations of time-tables: tasks that together exceed the limit at some time.

use parallax_model::VarId;

use super::super::bounds_guess::BoundsGuess;
use super::time_table::TimeTable;
use crate::decision::ValueTest;
use crate::propagators::{DomainClaim, ExplanationPremises, PastDomains};

impl TimeTable {
    /// Explains a claim. Long moves of starts are explained piece by piece: wherever the task
    /// starts within a piece, it runs at a time that is too full for it.
    pub(super) fn explain_claim(
        &self,
        claim: DomainClaim,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) -> bool {
        let value = i64::from(claim.value);
        let (low, high) = past.wide_bounds(claim.variable);
        let pieces = match claim.test {
            ValueTest::Above => self.cut_pieces(claim.variable, (low, value), past),
            ValueTest::AtMost => self.cut_pieces(claim.variable, (value + 1, high), past),
            ValueTest::Not => Some(vec![(value, value)]),
            ValueTest::Is => None,
        };
        let Some(pieces) = pieces else {
            // For a length, a height or the limit, the bound itself is refuted, whatever the other
            // bound is: the other bound is a premise if it is needed.
            let part = match claim.test {
                ValueTest::Above => (i64::MIN, value),
                ValueTest::AtMost => (value + 1, i64::MAX),
                ValueTest::Not | ValueTest::Is => return false,
            };
            return self.explain_overload(Some((claim.variable, part)), false, past, into);
        };
        // The bound of the variable itself joins once, as the outer end of the first piece; the
        // pieces cover the rest without it.
        let mark = into.atom_count();
        match claim.test {
            ValueTest::Above => into.at_least(claim.variable, low),
            ValueTest::AtMost => into.at_most(claim.variable, high),
            ValueTest::Not | ValueTest::Is => {}
        }
        let explained = pieces
            .into_iter()
            .all(|part| self.explain_overload(Some((claim.variable, part)), true, past, into));
        if !explained {
            into.take_back(mark);
        }
        explained
    }

    /// Cuts starts of a task into pieces, for each of which there is a time at which the task must
    /// run and cannot; `None` if this fails, or the variable is not a start.
    fn cut_pieces(
        &self,
        v: VarId,
        (low, high): (i64, i64),
        past: &PastDomains<'_>,
    ) -> Option<Vec<(i64, i64)>> {
        if !self.tasks.starts.contains(&v) {
            return None;
        }
        // The profile of the others changes where their parts end, so a piece needs to end only
        // there or at the last start.
        let guess = BoundsGuess::from_past(self.all_variables(), past);
        let count = self.tasks.starts.len();
        let others = (0..count).filter(|&task| self.tasks.starts[task] != v);
        let mut ends: Vec<i64> =
            others.map(|task| self.compulsory_part(task, &guess).to - 1).collect();
        ends.sort_unstable();
        let mut found = Vec::new();
        let mut from = low;
        while from <= high {
            let fits = |to: i64| {
                let guess =
                    BoundsGuess::from_past(self.all_variables(), past).assume_values(v, (from, to));
                self.find_overloading_tasks(0..count, &guess).is_some()
            };
            let later = ends.iter().rev().copied().filter(|&end| from <= end && end < high);
            // The longest piece first: fewer pieces mean fewer premises. A single start is the last
            // resort.
            let to = [high].into_iter().chain(later).chain([from]).find(|&to| fits(to))?;
            found.push((from, to));
            from = to + 1;
        }
        Some(found)
    }

    fn all_variables(&self) -> Vec<VarId> {
        (0..self.tasks.starts.len()).flat_map(|task| self.task_variables(task)).collect()
    }

    /// Explains why a variable has no value in a part, or a conflict: by tasks that exceed the
    /// limit at some time, with bounds as wide as possible.
    pub(super) fn explain_overload(
        &self,
        part: Option<(VarId, (i64, i64))>,
        without_own: bool,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) -> bool {
        let guess_of = |variables: Vec<VarId>| {
            let guess = BoundsGuess::from_past(variables, past);
            match part {
                Some((v, part)) => guess.assume_values(v, part),
                None => guess,
            }
        };
        let guess = guess_of(self.all_variables());
        let all = 0..self.tasks.starts.len();
        // A task that exceeds the limit alone needs no other task as a premise.
        let giant = self.find_giant(all.clone(), &guess);
        let Some(tasks) = giant.or_else(|| self.find_overloading_tasks(all, &guess)) else {
            return false;
        };
        let variables = tasks.iter().flat_map(|&task| self.task_variables(task)).collect();
        // Starts again with the variables of these tasks only, so that no other bound is tried.
        guess_of(variables).explain_guess(into, without_own, |guess| {
            self.find_giant(tasks.iter().copied(), guess).is_some()
                || self.find_overloading_tasks(tasks.iter().copied(), guess).is_some()
        })
    }
}
