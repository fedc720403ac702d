//! Cases whose constraints are assumptions: most of them have no solution, so that a target names
//! a core.
//!
//! A draft with solutions gets givens, constraints of one variable each, until none remains: the
//! givens agree with an assignment that is not a solution, so that a core has to explain what the
//! other constraints exclude.

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{CasePlan, DrawnCase};
use crate::programs::case::{CaseExpr, FuzzCase};
use crate::programs::cores::MAX_CONSTRAINTS;
use crate::programs::judge::judge_case;
use crate::programs::language::CaseLanguage;
use crate::programs::operator::{Operator, Sort};

/// The stream of random numbers of these cases begins here.
const ASSUMED_CASE_STREAM: u64 = 1 << 62;

/// The share of cases with assumptions.
const ASSUMED_CASE_SHARE: f64 = 0.25;

/// The share of these cases that have no solution.
const UNSATISFIABLE_SHARE: f64 = 0.9;

/// Maximum number of drafts of one.
const MAX_ASSUMED_DRAFTS: usize = 30;

/// Draws the case with a number as one with assumptions; `None` if its number selects a case
/// without assumptions, or no draft fits.
pub(super) fn draw_assumed_case(
    plan: &CasePlan,
    number: u64,
    language: &dyn CaseLanguage,
) -> Option<DrawnCase> {
    let mut rng = ChaCha8Rng::seed_from_u64(plan.seed);
    // The other cases do not read this stream, so they are the same whether or not the language
    // supports assumptions.
    rng.set_stream(ASSUMED_CASE_STREAM | number);
    if !rng.random_bool(ASSUMED_CASE_SHARE) {
        return None;
    }
    let unsolved = rng.random_bool(UNSATISFIABLE_SHARE);
    let about = plan.case_operator(number);
    (0..MAX_ASSUMED_DRAFTS).find_map(|_| {
        let mut drawn = plan.draft_case(number, about, &mut rng, language)?;
        drawn.case.objective = None;
        if unsolved && !drawn.truth.solutions.is_empty() {
            exclude_solutions(&mut drawn, &mut rng, language)?;
        }
        let plain = drawn.case.clone();
        drawn.case.assume = true;
        // A target that gives no core is asked the same without assumptions.
        language.write_case(&plain).and_then(|_| language.write_case(&drawn.case)).ok()?;
        // The givens have changed the truth, and only a case with assumptions is judged with the
        // sets of constraints that decide about cores.
        drawn.truth = judge_case(&drawn.case, language.undefined_semantics()).ok()?;
        let fits = drawn.truth.solutions.is_empty() == unsolved;
        (fits && drawn.case.constraints.len() <= MAX_CONSTRAINTS).then_some(drawn)
    })
}

/// Adds givens to a case until it has no solution; `None` if no other assignment is found.
fn exclude_solutions(
    drawn: &mut DrawnCase,
    rng: &mut ChaCha8Rng,
    language: &dyn CaseLanguage,
) -> Option<()> {
    let DrawnCase { case, truth, .. } = drawn;
    // Some assignments may be solutions; a few attempts find another one unless nearly all are.
    let assignment = (0..20)
        .map(|_| random_assignment(case, rng))
        .find(|candidate| !truth.solutions.contains(candidate))?;
    let mut left: Vec<&Vec<i64>> = truth.solutions.iter().collect();
    let mut order: Vec<usize> = (0..case.variables.len()).collect();
    order.shuffle(rng);
    // The first givens may allow other values than the assignment's. The exact givens of the second
    // round fix every variable to an assignment that is no solution, so the loop excludes all
    // solutions at the latest then.
    let turns = order.iter().map(|&at| (at, false)).chain(order.iter().map(|&at| (at, true)));
    for (variable, exact) in turns {
        let value = assignment[variable];
        let (given, allows) = given_constraint(case, (variable, value), exact, rng, language)?;
        let before = left.len();
        left.retain(|solution| allows(solution[variable]));
        // Some givens that exclude nothing are added as well; no minimal core has them.
        if left.len() < before || rng.random_bool(0.2) {
            case.constraints.push(given);
        }
        if left.is_empty() {
            return Some(());
        }
    }
    None
}

/// Returns a random assignment.
fn random_assignment(case: &FuzzCase, rng: &mut ChaCha8Rng) -> Vec<i64> {
    let value = |values: &[i64]| values[rng.random_range(0..values.len())];
    case.variables.iter().map(|variable| variable.values.as_slice()).map(value).collect()
}

/// Whether a given allows a value.
type ValueCondition = Box<dyn Fn(i64) -> bool>;

/// Returns a constraint that a value of a variable satisfies: the value itself if it is to be
/// exact, else perhaps a bound or another value that is excluded.
fn given_constraint(
    case: &FuzzCase,
    (variable, value): (usize, i64),
    exact: bool,
    rng: &mut ChaCha8Rng,
    language: &dyn CaseLanguage,
) -> Option<(CaseExpr, ValueCondition)> {
    let term = CaseExpr::Var(variable);
    let equal: ValueCondition = Box::new(move |candidate| candidate == value);
    if case.variables[variable].sort == Sort::Bool {
        let denied = if language.has_operator(Operator::Not) {
            CaseExpr::from_operator(Operator::Not, [term.clone()])
        } else {
            CaseExpr::from_operator(Operator::Iff, [term.clone(), CaseExpr::Bool(false)])
        };
        return Some((if value == 1 { term } else { denied }, equal));
    }
    let compared = |operator, with: i64| {
        CaseExpr::from_operator(operator, [term.clone(), CaseExpr::Int(with)])
    };
    let values = &case.variables[variable].values;
    let other = values[rng.random_range(0..values.len())];
    let (operator, with, allows): (_, _, ValueCondition) = match rng.random_range(0..6) {
        0 if !exact => (Operator::Le, value, Box::new(move |candidate| candidate <= value)),
        1 if !exact => (Operator::Ge, value, Box::new(move |candidate| candidate >= value)),
        2 if !exact && other != value => {
            (Operator::Ne, other, Box::new(move |candidate| candidate != other))
        }
        _ => (Operator::Eq, value, equal),
    };
    if language.has_operator(operator) {
        return Some((compared(operator, with), allows));
    }
    language.has_operator(Operator::Eq).then(|| {
        let equal: ValueCondition = Box::new(move |candidate| candidate == value);
        (compared(Operator::Eq, value), equal)
    })
}
