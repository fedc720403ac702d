//! Larger cases: several constraints that share variables, with more assignments than are
//! enumerated and few solutions.
//!
//! Most constraints hold under one assignment that is drawn with the variables, so that many cases
//! have solutions. Constraints are added until the solutions are few enough to be listed.

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::edge_case_kind::EdgeCaseKind;
use super::{CaseDrawer, CasePlan, DrawnCase};
use crate::programs::case::{CaseExpr, FuzzCase};
use crate::programs::definition::{UndefinedSemantics, constraint_holds, evaluate_number};
use crate::programs::judge::{CaseTruth, MAX_ASSIGNMENTS};
use crate::programs::language::CaseLanguage;
use crate::programs::operator::{Operator, Sort};
use crate::programs::prover::{JudgedBy, NoTruth, ProverError, clip_values, is_defined};

/// The stream of random numbers for larger cases, and for the choice of their numbers.
const LARGE_CASE_STREAM: u64 = 1 << 62;

/// Maximum number of drafts of one case.
const MAX_CASE_DRAFTS: usize = 6;

/// Maximum number of constraints of a case.
const MAX_CASE_CONSTRAINTS: usize = 8;

/// Maximum number of constraints of a language of truth values alone.
const MAX_BOOLEAN_CONSTRAINTS: usize = 24;

/// Number of variables from which on constraints use only existing ones, once the assignments are
/// too many for enumeration.
const VARIABLE_REUSE_THRESHOLD: usize = 12;

/// Maximum number of drafts of one constraint.
const MAX_CONSTRAINT_DRAFTS: usize = 25;

/// Whether a judge can read a larger case.
pub(crate) type CaseCondition<'a> = dyn Fn(&FuzzCase) -> bool + 'a;

/// Judges a larger case.
pub(crate) type CaseJudge<'a> = dyn FnMut(&FuzzCase) -> Result<(CaseTruth, JudgedBy), NoTruth> + 'a;

/// The sizes of a manner: the range of numbers, of lists, of domains.
struct LargeCaseSizes {
    range: (i64, i64),
    lengths: &'static [usize],
    values: usize,
    run: f64,
    extreme: f64,
}

const LARGE_CASE_SIZES: [LargeCaseSizes; 4] = [
    LargeCaseSizes { range: (0, 5), lengths: &[3, 4, 5, 6], values: 8, run: 1.0, extreme: 0.0 },
    LargeCaseSizes { range: (-4, 9), lengths: &[3, 3, 4, 5], values: 14, run: 0.6, extreme: 0.0 },
    LargeCaseSizes { range: (1, 30), lengths: &[2, 3, 3, 4], values: 24, run: 0.8, extreme: 0.0 },
    LargeCaseSizes { range: (-2, 6), lengths: &[2, 3, 4, 4], values: 10, run: 0.5, extreme: 0.03 },
];

impl CasePlan {
    /// Whether the case with a number is a larger one, if a percentage of them is.
    pub(crate) fn is_larger(&self, number: u64, percent: u32) -> bool {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(LARGE_CASE_STREAM | number);
        rng.random_range(0..100) < percent
    }

    /// Draws the larger case with a number.
    ///
    /// # Errors
    /// Returns the reason why no draft was judged, that of the last one submitted to the judge.
    pub(crate) fn draw_larger(
        &self,
        number: u64,
        language: &dyn CaseLanguage,
        takes: &CaseCondition<'_>,
        judge: &mut CaseJudge<'_>,
    ) -> Result<DrawnCase, NoTruth> {
        let mut why = NoTruth::Undefined;
        if self.operators.is_empty() {
            return Err(why);
        }
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(LARGE_CASE_STREAM | number);
        let about = self.case_operator(number);
        for _ in 0..MAX_CASE_DRAFTS {
            let drawer = CaseDrawer::new(&mut rng, language, &self.operators);
            let mut draft = LargeCaseDraft::new(drawer, takes, number);
            match draft.complete_case(about, judge) {
                Ok((truth, judged)) => {
                    return Ok(DrawnCase { case: draft.drawer.case, about, truth, judged });
                }
                // A dispute is a finding about the prover, so no other draft takes its place.
                Err(stop @ (NoTruth::Disputed(_) | NoTruth::Stopped)) => return Err(stop),
                Err(NoTruth::Undefined) => {}
                Err(reason) => why = reason,
            }
        }
        Err(why)
    }
}

/// A larger case in the making.
struct LargeCaseDraft<'a> {
    drawer: CaseDrawer<'a>,
    takes: &'a CaseCondition<'a>,
    /// The assignment under which most constraints hold.
    hidden: Vec<i64>,
}

impl<'a> LargeCaseDraft<'a> {
    fn new(mut drawer: CaseDrawer<'a>, takes: &'a CaseCondition<'a>, number: u64) -> Self {
        let LargeCaseSizes { range, lengths, values, run, extreme } =
            LARGE_CASE_SIZES.choose(drawer.rng).unwrap_or(&LARGE_CASE_SIZES[0]);
        let constant = drawer.rng.random_range(0.03..0.2);
        let plain = EdgeCaseKind::choose_kind(drawer.rng, false);
        drawer.manner = EdgeCaseKind {
            constant,
            extreme: *extreme,
            single: 0.0,
            zero: 0.1,
            range: *range,
            run: *run,
            lengths,
            values: *values,
            ..plain
        };
        // The number of assignments is bounded by the prover here, not by enumeration.
        (drawer.range, drawer.room) = (*range, 1 << 60);
        drawer.case.id = number;
        LargeCaseDraft { drawer, takes, hidden: Vec::new() }
    }

    /// Adds constraints until the solutions can be listed.
    fn complete_case(
        &mut self,
        about: Operator,
        judge: &mut CaseJudge<'_>,
    ) -> Result<(CaseTruth, JudgedBy), NoTruth> {
        self.add_constraint(about).ok_or(NoTruth::Undefined)?;
        let first = self.drawer.rng.random_range(2..=5);
        let objective = self.drawer.draw_chance(0.12);
        let mut why = NoTruth::Undefined;
        let max_constraints =
            if self.is_boolean() { MAX_BOOLEAN_CONSTRAINTS } else { MAX_CASE_CONSTRAINTS };
        for count in 2..=max_constraints {
            let other = self.drawer.operators[self.drawer.draw_index(self.drawer.operators.len())];
            if self.add_constraint(other).is_none() {
                continue;
            }
            // A case that enumeration could judge is no larger case: it gets further constraints,
            // and with them variables.
            if count < first || self.drawer.case.assignment_count() <= MAX_ASSIGNMENTS {
                continue;
            }
            if objective && self.drawer.case.objective.is_none() {
                self.add_large_objective();
            }
            // Too many solutions are the only reason to go on: another constraint may exclude some.
            // A search that takes too long does not become shorter for certain.
            match judge(&self.drawer.case) {
                Err(too_many @ NoTruth::Unproved(ProverError::TooMany)) => why = too_many,
                other => return other,
            }
        }
        Err(why)
    }

    /// Adds a constraint about an operator that the language spells and that is always defined.
    fn add_constraint(&mut self, about: Operator) -> Option<()> {
        let before = self.drawer.case.clone();
        let known = self.hidden.len();
        for _ in 0..MAX_CONSTRAINT_DRAFTS {
            // Once the case is large enough, constraints only reuse variables. They connect the
            // case and reduce its solutions, where new variables would multiply them.
            let full = before.variables.len() >= VARIABLE_REUSE_THRESHOLD
                && before.assignment_count() > MAX_ASSIGNMENTS;
            let few = before.variables.is_empty() || self.is_boolean();
            let shares = if few { 0.15 } else { 0.6 };
            self.drawer.manner.repeat = if full { 1.0 } else { shares };
            let deep = self.drawer.language.nests_expressions() && self.drawer.draw_chance(0.35);
            self.drawer.depth = u32::from(deep);
            if self.draft_constraint(about, known).is_some() && self.is_good() {
                return Some(());
            }
            // Drawing arguments adds variables and helper constraints; a draft that fails takes all
            // of them back.
            self.drawer.case = before.clone();
            self.hidden.truncate(known);
        }
        None
    }

    /// Whether all variables so far are truth values.
    fn is_boolean(&self) -> bool {
        self.drawer.case.variables.iter().all(|variable| variable.sort == Sort::Bool)
    }

    /// Whether the case is defined, and the target and the judge can read it.
    fn is_good(&self) -> bool {
        let case = &self.drawer.case;
        is_defined(case) && self.drawer.language.write_case(case).is_ok() && (self.takes)(case)
    }

    /// Draws values of the new variables for which the operators of an expression are defined, and
    /// one hidden value of each.
    fn settle_variables(&mut self, expr: &CaseExpr) -> Option<()> {
        let known = self.hidden.len();
        let variables = &mut self.drawer.case.variables;
        expr.visit_parts(&mut |part| {
            let CaseExpr::Op(operator, parts) = part else {
                return;
            };
            for (index, part) in parts.iter().enumerate() {
                if let CaseExpr::Var(which) = part
                    && *which >= known
                {
                    clip_values(*operator, index, parts, &mut variables[*which].values);
                }
            }
        });
        // Clipping may leave a domain empty; the draft is dropped then.
        for variable in &variables[known..] {
            self.hidden.push(*variable.values.choose(self.drawer.rng)?);
        }
        Some(())
    }

    /// Adds a draft of a constraint.
    fn draft_constraint(&mut self, about: Operator, known: usize) -> Option<()> {
        let expr = CaseExpr::Op(about, self.drawer.draw_arguments(about));
        debug_assert_eq!(self.hidden.len(), known, "a draft that was not taken back");
        self.settle_variables(&expr)?;
        let mut expr = expr;
        if about.sort() == Sort::Int {
            expr = self.compare_expr(expr)?;
        }
        let planted = !self.drawer.draw_chance(0.1);
        let truth = constraint_holds(&expr, &self.hidden, UndefinedSemantics::Total).ok()?;
        if self.drawer.draw_chance(0.2) {
            expr = self.reify_expr(expr, truth)?;
        // The hidden assignment violates the constraint: its negation holds there. Without nesting
        // it cannot be written, and the draft is given up.
        } else if planted && !truth {
            let nests = self.drawer.language.nests_expressions();
            let denied = nests && self.drawer.draw_chance(0.3);
            expr = denied.then(|| CaseExpr::from_operator(Operator::Not, [expr]))?;
        }
        self.drawer.case.constraints.push(expr);
        Some(())
    }

    /// Makes a truth value equal to a constraint, or has it imply the constraint.
    fn reify_expr(&mut self, expr: CaseExpr, truth: bool) -> Option<CaseExpr> {
        let operator = if self.drawer.draw_chance(0.6) { Operator::Iff } else { Operator::Implies };
        let flag = self.drawer.flat_truth();
        let flat = flag.clone();
        // `flat_truth` made a new variable: its hidden value is the truth of the constraint, which
        // suits both operators, unless its domain has only the other one.
        if let Some(made) = self.drawer.case.variables.get(self.hidden.len()) {
            let truth = i64::from(truth);
            let first = *made.values.first()?;
            self.hidden.push(if made.values.contains(&truth) { truth } else { first });
        }
        let flag = evaluate_number(&flag, &self.hidden, UndefinedSemantics::Total).ok()? != 0;
        let fits = if operator == Operator::Iff { flag == truth } else { truth || !flag };
        fits.then(|| CaseExpr::from_operator(operator, [flat, expr]))
    }

    /// Compares an integer with a constant or a variable, so that it holds.
    fn compare_expr(&mut self, expr: CaseExpr) -> Option<CaseExpr> {
        let value = evaluate_number(&expr, &self.hidden, UndefinedSemantics::Total).ok()?;
        let value = i64::try_from(value).ok()?;
        let result = match self.drawer.draw_index(5) {
            0 | 1 => CaseExpr::Int(value),
            2 => self.drawer.known_variable(Sort::Int).unwrap_or(CaseExpr::Int(value)),
            _ => {
                let count = self.drawer.rng.random_range(2..=6);
                let near = |step: i64| value.checked_add(step - self.drawer.draw_index(3) as i64);
                let mut values: Vec<i64> = (0..count).filter_map(near).collect();
                values.push(value);
                values.sort_unstable();
                values.dedup();
                self.hidden.push(value);
                self.drawer.add_variable(Sort::Int, values)
            }
        };
        let other = evaluate_number(&result, &self.hidden, UndefinedSemantics::Total).ok()?;
        let value = i128::from(value);
        let nests = self.drawer.language.nests_expressions();
        let strict = nests && self.drawer.draw_chance(0.3);
        // The comparison is chosen so that it holds under the hidden assignment.
        let operator = match value.cmp(&other) {
            std::cmp::Ordering::Equal if strict => {
                *[Operator::Le, Operator::Ge].choose(self.drawer.rng)?
            }
            std::cmp::Ordering::Equal => Operator::Eq,
            std::cmp::Ordering::Less => *[Operator::Lt, Operator::Ne].choose(self.drawer.rng)?,
            std::cmp::Ordering::Greater => *[Operator::Gt, Operator::Ne].choose(self.drawer.rng)?,
        };
        Some(CaseExpr::from_operator(operator, [expr, result]))
    }

    /// Gives the case an objective that is defined and can be written.
    fn add_large_objective(&mut self) {
        let before = self.drawer.case.clone();
        self.drawer.depth = 0;
        self.drawer.manner.repeat = 1.0;
        self.drawer.add_objective();
        // The objective must use existing variables: a new one would have no hidden value.
        let grown = self.drawer.case.variables.len() > before.variables.len();
        if grown || !self.is_good() {
            self.drawer.case = before;
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::{CaseDrawer, CasePlan, LargeCaseDraft, NoTruth, ProverError};
    use crate::programs::language::minizinc::MiniZinc;

    #[test]
    fn the_hidden_assignment_lies_in_the_domains() {
        let plan = CasePlan::for_language(3, &MiniZinc);
        for number in 0..300 {
            let mut rng = ChaCha8Rng::seed_from_u64(number);
            let drawer = CaseDrawer::new(&mut rng, &MiniZinc, &plan.operators);
            let mut draft = LargeCaseDraft::new(drawer, &|_| true, number);
            let too_many = || NoTruth::Unproved(ProverError::TooMany);
            let _ = draft.complete_case(plan.case_operator(number), &mut |_| Err(too_many()));
            let variables = &draft.drawer.case.variables;
            assert_eq!(draft.hidden.len(), variables.len());
            for (variable, value) in variables.iter().zip(&draft.hidden) {
                assert!(variable.values.contains(value), "{number}: {variable:?} {value}");
            }
        }
    }
}
