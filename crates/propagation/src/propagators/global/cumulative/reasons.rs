//! Explanations of time-tables: tasks that together exceed the limit at some time.

use parallax_model::VarId;

use super::super::guess::Guess;
use super::time_table::TimeTable;
use crate::decision::Test;
use crate::propagators::{Claim, Past, Premises};

impl TimeTable {
    /// Explains a claim. Long moves of starts are explained piece by piece: a task that starts
    /// within a piece, however it does, runs at a time that is too full for it.
    pub(super) fn explain_claim(
        &self,
        claim: Claim,
        past: &Past<'_>,
        into: &mut Premises<'_>,
    ) -> bool {
        let value = i64::from(claim.value);
        let (low, high) = past.ends(claim.variable);
        let pieces = match claim.test {
            Test::Above => self.pieces(claim.variable, (low, value), past),
            Test::AtMost => self.pieces(claim.variable, (value + 1, high), past),
            Test::Not => Some(vec![(value, value)]),
            Test::Is => None,
        };
        let Some(pieces) = pieces else {
            // Of a length, a height or the limit, the bound itself is refuted, whatever the other
            // bound is: that one counts as a premise if it is needed.
            let part = match claim.test {
                Test::Above => (i64::MIN, value),
                Test::AtMost => (value + 1, i64::MAX),
                Test::Not | Test::Is => return false,
            };
            return self.explain_overload(Some((claim.variable, part)), false, past, into);
        };
        let mark = into.mark();
        match claim.test {
            Test::Above => into.at_least(claim.variable, low),
            Test::AtMost => into.at_most(claim.variable, high),
            Test::Not | Test::Is => {}
        }
        let explained = pieces
            .into_iter()
            .all(|part| self.explain_overload(Some((claim.variable, part)), true, past, into));
        if !explained {
            into.take_back(mark);
        }
        explained
    }

    /// Cuts starts of a task into pieces within each of which there is a time at which it must run
    /// and cannot; `None` if this fails, or the variable is no start.
    fn pieces(
        &self,
        v: VarId,
        (low, high): (i64, i64),
        past: &Past<'_>,
    ) -> Option<Vec<(i64, i64)>> {
        if !self.tasks.starts.contains(&v) {
            return None;
        }
        let guess = Guess::of(self.all_variables(), past);
        let count = self.tasks.starts.len();
        let others = (0..count).filter(|&task| self.tasks.starts[task] != v);
        let mut ends: Vec<i64> = others.map(|task| self.part(task, &guess).to - 1).collect();
        ends.sort_unstable();
        let mut found = Vec::new();
        let mut from = low;
        while from <= high {
            let fits = |to: i64| {
                let guess = Guess::of(self.all_variables(), past).assume(v, (from, to));
                self.overload(0..count, &guess).is_some()
            };
            let later = ends.iter().rev().copied().filter(|&end| from <= end && end < high);
            let to = [high].into_iter().chain(later).chain([from]).find(|&to| fits(to))?;
            found.push((from, to));
            from = to + 1;
        }
        Some(found)
    }

    fn all_variables(&self) -> Vec<VarId> {
        (0..self.tasks.starts.len()).flat_map(|task| self.variables(task)).collect()
    }

    /// Explains why a variable has no value in a part, or a conflict: by tasks that exceed the
    /// limit at some time, with bounds as wide as possible.
    pub(super) fn explain_overload(
        &self,
        part: Option<(VarId, (i64, i64))>,
        without_own: bool,
        past: &Past<'_>,
        into: &mut Premises<'_>,
    ) -> bool {
        let guess_of = |variables: Vec<VarId>| {
            let guess = Guess::of(variables, past);
            match part {
                Some((v, part)) => guess.assume(v, part),
                None => guess,
            }
        };
        let guess = guess_of(self.all_variables());
        let all = 0..self.tasks.starts.len();
        let giant = self.giant(all.clone(), &guess);
        let Some(tasks) = giant.or_else(|| self.overload(all, &guess)) else { return false };
        let variables = tasks.iter().flat_map(|&task| self.variables(task)).collect();
        guess_of(variables).explain(into, without_own, |guess| {
            self.giant(tasks.iter().copied(), guess).is_some()
                || self.overload(tasks.iter().copied(), guess).is_some()
        })
    }
}
