//! Outcomes by operator. They decide how further cases with the operator are asked.

use std::collections::HashMap;

use crate::programs::case::CaseExpr;
use crate::programs::cause::is_context;
use crate::programs::draw::DrawnCase;
use crate::programs::operator::Operator;
use crate::programs::reply::{ReplyOutcome, WrongAnswer};

/// An operator, and whether it stands inside another.
type OperatorPlace = (Operator, bool);

/// Outcomes of cases by the operators in them.
#[derive(Debug, Default)]
pub(super) struct OutcomeTable(HashMap<OperatorPlace, OutcomeCounts>);

/// Numbers of outcomes.
#[derive(Clone, Copy, Debug, Default)]
struct OutcomeCounts {
    /// Answers, right or wrong, that leave the answers to other cases in the question readable.
    read: u32,
    /// Refusals that are due to this operator.
    refused: u32,
    /// Other outcomes: they spoil the question for others.
    spoilt: u32,
}

/// Number of readable answers for each spoilt question from which cases are asked in company.
const MIN_READ_PER_SPOILT: u32 = 6;

/// Number of refusals after which an operator is not asked in its place again, if there was no
/// answer.
const MAX_OPERATOR_REFUSALS: u32 = 3;

/// Number of spoilt questions after which an operator with few answers is asked rarely.
const MIN_SPOILT_TO_SKIP: u32 = 8;

impl OutcomeCounts {
    fn is_hopeless(self) -> bool {
        self.refused >= MAX_OPERATOR_REFUSALS && self.read == 0
    }

    fn is_suspect(self) -> bool {
        let spoilt = self.refused + self.spoilt;
        spoilt >= 2 && spoilt * MIN_READ_PER_SPOILT > self.read
    }

    fn is_tiring(self) -> bool {
        self.spoilt >= MIN_SPOILT_TO_SKIP && self.spoilt * 2 > self.read
    }
}

impl OutcomeTable {
    /// Counts an outcome of a case.
    pub(super) fn add_outcome(&mut self, drawn: &DrawnCase, outcome: &ReplyOutcome) {
        let places = operator_places(drawn);
        let is_alone = places.len() == 1;
        for place in places {
            let record = self.0.entry(place).or_default();
            match outcome {
                // A message that names the operator settles the matter at once. Any other refusal
                // of a case with several operators leaves open which of them it is about.
                ReplyOutcome::Refused(why) if mentions_name(why, place.0.name()) => {
                    record.refused += MAX_OPERATOR_REFUSALS;
                }
                ReplyOutcome::Refused(_) => record.refused += u32::from(is_alone),
                ReplyOutcome::Right => record.read += 1,
                // A wrong solution concerns this case alone. A joint claim of unsatisfiability
                // hides the answers to all others in the question.
                ReplyOutcome::Wrong(how) if *how != WrongAnswer::Unsatisfiable => record.read += 1,
                _ => record.spoilt += 1,
            }
        }
    }

    fn any_operator(&self, drawn: &DrawnCase, condition: fn(OutcomeCounts) -> bool) -> bool {
        operator_places(drawn)
            .iter()
            .filter_map(|place| self.0.get(place))
            .any(|record| condition(*record))
    }

    /// Whether a case has an operator that is refused in its place, and never answered.
    pub(super) fn is_hopeless(&self, drawn: &DrawnCase) -> bool {
        self.any_operator(drawn, OutcomeCounts::is_hopeless)
    }

    /// Whether a case would often spoil the question of others.
    pub(super) fn is_suspect(&self, drawn: &DrawnCase) -> bool {
        self.any_operator(drawn, OutcomeCounts::is_suspect)
    }

    /// Whether a case with an operator of known faults is passed over: three of four are.
    pub(super) fn passes_over(&self, drawn: &DrawnCase) -> bool {
        !drawn.case.id.is_multiple_of(4) && self.any_operator(drawn, OutcomeCounts::is_tiring)
    }
}

/// Whether a refusal names an operator of a case.
pub(super) fn names_operator(why: &str, drawn: &DrawnCase) -> bool {
    operator_places(drawn).iter().any(|(operator, _)| mentions_name(why, operator.name()))
}

/// Names of operators that messages use as English words.
const ENGLISH_WORDS: [&str; 4] = ["and", "if", "in", "or"];

/// Whether a message mentions a name, by itself or as part of a longer one such as
/// `fzn_all_different_int`.
fn mentions_name(why: &str, name: &str) -> bool {
    let why = why.to_lowercase();
    why.match_indices(name).any(|(start, _)| {
        let before = why[..start].chars().next_back();
        let after = why[start + name.len()..].chars().next();
        let is_whole = ![before, after].iter().flatten().any(|sign| sign.is_alphanumeric());
        // `in` is a name in `set_in`, `'in'` and `in/2`, but not in `an error in line 3`.
        let is_name = |sign: &char| "_'\"`/(".contains(*sign);
        let is_prose = ENGLISH_WORDS.contains(&name) && !before.iter().chain(&after).any(is_name);
        is_whole && !is_prose
    })
}

/// Returns the operators of a case with their places, apart from comparisons and connectives.
fn operator_places(drawn: &DrawnCase) -> Vec<OperatorPlace> {
    let mut places = Vec::new();
    for root in drawn.case.root_expressions() {
        root.visit_parts(&mut |part| {
            // Targets often take an operator as a constraint and refuse it inside an expression, so
            // the two count separately. A root is recognised by its address, since an equal part
            // may occur inside.
            if let CaseExpr::Op(operator, _) = part
                && !is_context(*operator)
            {
                places.push((*operator, !std::ptr::eq(part, root)));
            }
        });
    }
    places.sort_unstable();
    places.dedup();
    places
}

#[cfg(test)]
mod tests {
    use super::OutcomeTable;
    use crate::programs::draw::{CasePlan, DrawnCase};
    use crate::programs::language::minizinc::MiniZinc;
    use crate::programs::operator::Operator;
    use crate::programs::reply::ReplyOutcome;

    fn about(operator: Operator) -> Vec<DrawnCase> {
        let plan = CasePlan { seed: 5, operators: vec![operator] };
        (0..40).filter_map(|number| plan.draw_case(number, &MiniZinc)).collect()
    }

    #[test]
    fn what_is_refused_by_name_is_not_asked_again() {
        let mut records = OutcomeTable::default();
        let cases = about(Operator::ValuePrecede);
        let refusal = ReplyOutcome::Refused("Reified value_precede/3 is not supported".into());
        let is_nested = |one: &&DrawnCase| {
            one.case.constraints.iter().all(|expr| !is_root(expr, Operator::ValuePrecede))
        };
        let (nested, root): (Vec<&DrawnCase>, Vec<&DrawnCase>) = cases.iter().partition(is_nested);
        records.add_outcome(nested[0], &refusal);
        assert!(nested.iter().all(|one| records.is_hopeless(one)));
        assert!(!records.is_hopeless(root[0]) && root.len() > 3);
        records.add_outcome(nested[1], &ReplyOutcome::Right);
        assert!(!records.is_hopeless(nested[2]));
    }

    /// Names such as `in` and `mod` occur within words of most messages.
    #[test]
    fn only_whole_names_are_mentioned() {
        for (why, name, expected) in [
            ("error: the model contains an unknown sign", "mod", false),
            ("an error in line 3, or if it is longer, and so on", "in", false),
            ("an error in line 3, or if it is longer, and so on", "or", false),
            ("an error in line 3, or if it is longer, and so on", "if", false),
            ("an error in line 3, or if it is longer, and so on", "and", false),
            ("unknown function 'in'", "in", true),
            ("set_in_reif is not supported", "in", true),
            ("Unsupported: array_bool_or", "or", true),
            ("mod is not supported", "mod", true),
            ("fzn_all_different_int", "all_different", true),
        ] {
            assert_eq!(super::mentions_name(why, name), expected, "{name}: {why}");
        }
    }

    fn is_root(expr: &crate::programs::CaseExpr, operator: Operator) -> bool {
        matches!(expr, crate::programs::CaseExpr::Op(root, _) if *root == operator)
    }

    #[test]
    fn what_often_fails_is_asked_alone_and_rarely() {
        let mut records = OutcomeTable::default();
        let cases = about(Operator::Pow);
        for one in &cases[..2] {
            records.add_outcome(one, &ReplyOutcome::Crash("internal error".into()));
        }
        assert!(records.is_suspect(&cases[2]) && !records.passes_over(&cases[3]));
        for one in &cases[..8] {
            records.add_outcome(one, &ReplyOutcome::Timeout);
        }
        assert!(cases.iter().all(|one| records.passes_over(one) != one.case.id.is_multiple_of(4)));
        for one in cases.iter().cycle().take(100) {
            records.add_outcome(one, &ReplyOutcome::Right);
        }
        assert!(!records.is_suspect(&cases[2]) && !records.passes_over(&cases[3]));
    }
}
