//! An assignment and the violations of all constraints, updated while values change.

use parallax_model::{Assignment, Value};

use super::part::{ConstraintState, Role};
use super::prepared::PreparedModel;
use super::violated::Violated;
use super::violation::violation;

/// The current assignment.
pub(super) struct State<'p, 'a> {
    pub(super) problem: &'p PreparedModel<'a>,
    pub(super) values: Vec<Value>,
    pub(super) parts: Vec<ConstraintState<'a>>,
    pub(super) violations: Vec<i64>,
    pub(super) violated: Violated,
    /// The sum of all violations.
    pub(super) total: i128,
    /// The work so far, which decides when to check the clock.
    pub(super) work: u64,
    scratch: Vec<i64>,
}

impl<'p, 'a> State<'p, 'a> {
    /// Starts with the least value of each variable. After values are written,
    /// [`rebuild_one`](State::rebuild_one) updates each constraint.
    pub(super) fn new(problem: &'p PreparedModel<'a>, parts: Vec<ConstraintState<'a>>) -> Self {
        let number = parts.len();
        let mut state = State {
            values: problem.choices.iter().map(|choices| choices.nth(0)).collect(),
            parts,
            violations: vec![0; number],
            violated: Violated::new(number),
            total: 0,
            work: 0,
            scratch: Vec::new(),
            problem,
        };
        // Fixed variables have aliases too.
        for v in 0..problem.choices.len() as u32 {
            if !problem.aliases.at(v).is_empty() {
                state.write(v, problem.choices[v as usize].nth(0));
            }
        }
        state
    }

    /// Writes a value, and those of its aliases, without updating constraints.
    pub(super) fn write(&mut self, v: u32, value: Value) {
        self.values[v as usize] = value;
        for &(alias, role) in self.problem.aliases.at(v) {
            // The root's domain has only values at which the alias has one.
            self.values[alias as usize] = (role.sign * i64::from(value) + role.offset) as Value;
        }
    }

    /// Computes the violation of a constraint from scratch.
    pub(super) fn rebuild_one(&mut self, c: u32) {
        let kept = self.parts[c as usize].rebuild(&self.values);
        self.work += self.problem.scopes.at(c).len() as u64;
        let now = kept.unwrap_or_else(|| self.computed(c));
        self.set(c, now);
    }

    fn set(&mut self, c: u32, now: i64) {
        let before = std::mem::replace(&mut self.violations[c as usize], now);
        self.total += i128::from(now) - i128::from(before);
        self.violated.set(c, now != 0);
    }

    fn computed(&mut self, c: u32) -> i64 {
        match &self.parts[c as usize] {
            ConstraintState::Other(constraint) => {
                self.work += self.problem.effort[c as usize];
                let assignment = Assignment::new(&self.values, self.problem.model);
                violation(constraint, assignment, &mut self.scratch)
            }
            _ => self.violations[c as usize],
        }
    }

    /// Gives a variable another value, and updates all its constraints.
    pub(super) fn assign(&mut self, v: u32, new: Value) {
        let old = self.values[v as usize];
        self.write(v, new);
        let problem = self.problem;
        for &(c, role) in problem.touched.at(v) {
            self.work += 1;
            let now = match self.parts[c as usize].delta(role, old, new) {
                Some(delta) => {
                    self.parts[c as usize].follow(role, old, new);
                    self.violations[c as usize] + delta
                }
                None => self.computed(c),
            };
            self.set(c, now);
        }
    }

    /// Exchanges the values of two variables.
    pub(super) fn swap(&mut self, v: u32, w: u32) {
        let (a, b) = (self.values[v as usize], self.values[w as usize]);
        self.assign(v, b);
        self.assign(w, a);
    }

    /// Returns the change of the sum of violations if a variable took another value.
    pub(super) fn delta(&mut self, v: u32, new: Value) -> i128 {
        let old = self.values[v as usize];
        let problem = self.problem;
        let touched = problem.touched.at(v);
        self.work += touched.len() as u64 + 1;
        let mut total: i128 = 0;
        let mut others = false;
        for &(c, role) in touched {
            match self.parts[c as usize].delta(role, old, new) {
                Some(delta) => total += i128::from(delta),
                None => others = true,
            }
        }
        if others {
            self.write(v, new);
            total += self.delta_of_others(touched, |_| true);
            self.write(v, old);
        }
        total
    }

    /// Returns the change in the constraints without state, with the values already written.
    fn delta_of_others(&mut self, touched: &[(u32, Role)], counts: impl Fn(u32) -> bool) -> i128 {
        let mut total: i128 = 0;
        for &(c, _) in touched {
            if matches!(self.parts[c as usize], ConstraintState::Other(_)) && counts(c) {
                total += i128::from(self.computed(c)) - i128::from(self.violations[c as usize]);
            }
        }
        total
    }

    /// Returns the change of the sum of violations if two variables exchanged their values.
    pub(super) fn delta_of_swap(&mut self, v: u32, w: u32) -> i128 {
        let (a, b) = (self.values[v as usize], self.values[w as usize]);
        let problem = self.problem;
        let (mut left, mut right) = (problem.touched.at(v), problem.touched.at(w));
        self.work += (left.len() + right.len()) as u64 + 1;
        let mut total: i128 = 0;
        let mut others = false;
        loop {
            let delta = match (left.first(), right.first()) {
                (Some(&(c, one)), Some(&(d, two))) if c == d => {
                    (left, right) = (&left[1..], &right[1..]);
                    self.delta_in(c, [one, two], [a, b])
                }
                (Some(&(c, role)), next) if next.is_none_or(|&(d, _)| c < d) => {
                    left = &left[1..];
                    self.parts[c as usize].delta(role, a, b)
                }
                (_, Some(&(c, role))) => {
                    right = &right[1..];
                    self.parts[c as usize].delta(role, b, a)
                }
                _ => break,
            };
            match delta {
                Some(delta) => total += i128::from(delta),
                None => others = true,
            }
        }
        if others {
            self.write(v, b);
            self.write(w, a);
            let (left, right) = (problem.touched.at(v), problem.touched.at(w));
            total += self.delta_of_others(left, |_| true);
            let is_left = |c: u32| left.binary_search_by_key(&c, |&(d, _)| d).is_ok();
            total += self.delta_of_others(right, |c| !is_left(c));
            self.write(v, a);
            self.write(w, b);
        }
        total
    }

    /// Returns the change in a constraint of both variables; `None` if it has no state.
    fn delta_in(&mut self, c: u32, roles: [Role; 2], values: [Value; 2]) -> Option<i64> {
        let part = &mut self.parts[c as usize];
        if matches!(part, ConstraintState::Other(_)) {
            return None;
        }
        let [a, b] = values;
        part.delta_of_swap(roles, values).or_else(|| {
            let first = part.delta(roles[0], a, b)?;
            part.follow(roles[0], a, b);
            let second = part.delta(roles[1], b, a);
            part.follow(roles[0], b, a);
            Some(first + second?)
        })
    }

    /// Returns the share of a variable in the violation of a constraint.
    pub(super) fn share(&self, c: u32, v: u32, role: Role) -> i64 {
        let violation = self.violations[c as usize];
        self.parts[c as usize].share(role, self.values[v as usize], violation)
    }
}
