//! An assignment and the violations of all constraints, updated while values change.

use parallax_model::{ModelAssignment, Value};

use super::constraint_state::{ConstraintState, OccurrenceRole};
use super::prepared::PreparedModel;
use super::violated::ViolatedSet;
use super::violation::constraint_violation;

/// The current assignment.
pub(super) struct AssignmentState<'p, 'a> {
    pub(super) problem: &'p PreparedModel<'a>,
    pub(super) values: Vec<Value>,
    pub(super) parts: Vec<ConstraintState<'a>>,
    pub(super) violations: Vec<i64>,
    pub(super) violated: ViolatedSet,
    /// The sum of all violations.
    pub(super) total: i128,
    /// The work so far, which decides when to check the clock.
    pub(super) work: u64,
    scratch: Vec<i64>,
}

impl<'p, 'a> AssignmentState<'p, 'a> {
    /// Starts with the least value of each variable. After values are written,
    /// [`rebuild_one`](AssignmentState::rebuild_one) updates each constraint.
    pub(super) fn new(problem: &'p PreparedModel<'a>, parts: Vec<ConstraintState<'a>>) -> Self {
        let number = parts.len();
        let mut state = AssignmentState {
            values: problem.choices.iter().map(|choices| choices.nth_value(0)).collect(),
            parts,
            violations: vec![0; number],
            violated: ViolatedSet::new(number),
            total: 0,
            work: 0,
            scratch: Vec::new(),
            problem,
        };
        // Fixed variables have aliases too.
        for v in 0..problem.choices.len() as u32 {
            if !problem.aliases.list_items(v).is_empty() {
                state.write_value(v, problem.choices[v as usize].nth_value(0));
            }
        }
        state
    }

    /// Writes a value, and those of its aliases, without updating constraints.
    pub(super) fn write_value(&mut self, v: u32, value: Value) {
        self.values[v as usize] = value;
        for &(alias, role) in self.problem.aliases.list_items(v) {
            // The root's domain has only values at which the alias has one.
            self.values[alias as usize] = (role.sign * i64::from(value) + role.offset) as Value;
        }
    }

    /// Computes the violation of a constraint from scratch.
    pub(super) fn rebuild_one(&mut self, c: u32) {
        let kept = self.parts[c as usize].rebuild_state(&self.values);
        self.work += self.problem.scopes.list_items(c).len() as u64;
        let now = kept.unwrap_or_else(|| self.compute_violation(c));
        self.set_violation(c, now);
    }

    fn set_violation(&mut self, c: u32, now: i64) {
        let before = std::mem::replace(&mut self.violations[c as usize], now);
        self.total += i128::from(now) - i128::from(before);
        self.violated.set_member(c, now != 0);
    }

    fn compute_violation(&mut self, c: u32) -> i64 {
        match &self.parts[c as usize] {
            ConstraintState::Other(constraint) => {
                self.work += self.problem.effort[c as usize];
                let assignment = ModelAssignment::new(&self.values, self.problem.model);
                constraint_violation(constraint, assignment, &mut self.scratch)
            }
            _ => self.violations[c as usize],
        }
    }

    /// Gives a variable another value, and updates all its constraints.
    pub(super) fn assign_value(&mut self, v: u32, new: Value) {
        let old = self.values[v as usize];
        self.write_value(v, new);
        let problem = self.problem;
        for &(c, role) in problem.touched.list_items(v) {
            self.work += 1;
            let now = match self.parts[c as usize].violation_delta(role, old, new) {
                Some(delta) => {
                    self.parts[c as usize].follow_change(role, old, new);
                    self.violations[c as usize] + delta
                }
                None => self.compute_violation(c),
            };
            self.set_violation(c, now);
        }
    }

    /// Exchanges the values of two variables.
    pub(super) fn swap_values(&mut self, v: u32, w: u32) {
        let (a, b) = (self.values[v as usize], self.values[w as usize]);
        self.assign_value(v, b);
        self.assign_value(w, a);
    }

    /// Returns the change of the sum of violations if a variable took another value.
    pub(super) fn violation_delta(&mut self, v: u32, new: Value) -> i128 {
        let old = self.values[v as usize];
        let problem = self.problem;
        let touched = problem.touched.list_items(v);
        self.work += touched.len() as u64 + 1;
        let mut total: i128 = 0;
        let mut others = false;
        for &(c, role) in touched {
            match self.parts[c as usize].violation_delta(role, old, new) {
                Some(delta) => total += i128::from(delta),
                None => others = true,
            }
        }
        // Constraints without state are evaluated on the changed values, which are then put back.
        if others {
            self.write_value(v, new);
            total += self.delta_of_others(touched, |_| true);
            self.write_value(v, old);
        }
        total
    }

    /// Returns the change in the constraints without state, with the values already written.
    fn delta_of_others(
        &mut self,
        touched: &[(u32, OccurrenceRole)],
        counts: impl Fn(u32) -> bool,
    ) -> i128 {
        let mut total: i128 = 0;
        for &(c, _) in touched {
            if matches!(self.parts[c as usize], ConstraintState::Other(_)) && counts(c) {
                total +=
                    i128::from(self.compute_violation(c)) - i128::from(self.violations[c as usize]);
            }
        }
        total
    }

    /// Returns the change of the sum of violations if two variables exchanged their values.
    pub(super) fn delta_of_swap(&mut self, v: u32, w: u32) -> i128 {
        let (a, b) = (self.values[v as usize], self.values[w as usize]);
        let problem = self.problem;
        let (mut left, mut right) = (problem.touched.list_items(v), problem.touched.list_items(w));
        self.work += (left.len() + right.len()) as u64 + 1;
        let mut total: i128 = 0;
        let mut others = false;
        loop {
            let delta = match (left.first(), right.first()) {
                // Both lists ascend, so a merge finds the constraints of both variables, where the
                // two changes are not independent.
                (Some(&(c, one)), Some(&(d, two))) if c == d => {
                    (left, right) = (&left[1..], &right[1..]);
                    self.delta_in(c, [one, two], [a, b])
                }
                (Some(&(c, role)), next) if next.is_none_or(|&(d, _)| c < d) => {
                    left = &left[1..];
                    self.parts[c as usize].violation_delta(role, a, b)
                }
                (_, Some(&(c, role))) => {
                    right = &right[1..];
                    self.parts[c as usize].violation_delta(role, b, a)
                }
                _ => break,
            };
            match delta {
                Some(delta) => total += i128::from(delta),
                None => others = true,
            }
        }
        if others {
            self.write_value(v, b);
            self.write_value(w, a);
            let (left, right) = (problem.touched.list_items(v), problem.touched.list_items(w));
            total += self.delta_of_others(left, |_| true);
            // A constraint of both variables is evaluated once.
            let is_left = |c: u32| left.binary_search_by_key(&c, |&(d, _)| d).is_ok();
            total += self.delta_of_others(right, |c| !is_left(c));
            self.write_value(v, a);
            self.write_value(w, b);
        }
        total
    }

    /// Returns the change in a constraint of both variables; `None` if it has no state.
    fn delta_in(&mut self, c: u32, roles: [OccurrenceRole; 2], values: [Value; 2]) -> Option<i64> {
        let part = &mut self.parts[c as usize];
        if matches!(part, ConstraintState::Other(_)) {
            return None;
        }
        let [a, b] = values;
        part.delta_of_swap(roles, values).or_else(|| {
            // The second change is measured after the first one, which is then taken back.
            let first = part.violation_delta(roles[0], a, b)?;
            part.follow_change(roles[0], a, b);
            let second = part.violation_delta(roles[1], b, a);
            part.follow_change(roles[0], b, a);
            Some(first + second?)
        })
    }

    /// Returns the share of a variable in the violation of a constraint.
    pub(super) fn violation_share(&self, c: u32, v: u32, role: OccurrenceRole) -> i64 {
        let violation = self.violations[c as usize];
        self.parts[c as usize].violation_share(role, self.values[v as usize], violation)
    }
}
