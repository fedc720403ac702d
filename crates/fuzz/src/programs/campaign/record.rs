//! Outcomes by operator, and how further cases with it are asked on account of them.

use std::collections::HashMap;

use crate::programs::case::Expr;
use crate::programs::cause::is_context;
use crate::programs::draw::Drawn;
use crate::programs::operator::Operator;
use crate::programs::reply::{Outcome, Wrong};

/// An operator, and whether it stands inside another.
type Place = (Operator, bool);

/// Outcomes of cases by the operators in them.
#[derive(Debug, Default)]
pub(super) struct Records(HashMap<Place, Record>);

/// Numbers of outcomes.
#[derive(Clone, Copy, Debug, Default)]
struct Record {
    /// Answers to the case, right or wrong, that leave those of others in the question readable.
    read: u32,
    /// Refusals that are due to this operator.
    refused: u32,
    /// Other outcomes: they spoil the question for others.
    spoilt: u32,
}

/// Number of readable answers for each spoilt question from which cases are asked in company.
const SUSPECT: u32 = 6;

/// Number of refusals after which an operator is not asked in its place again, if there was no
/// answer.
const REFUSALS: u32 = 3;

/// Number of spoilt questions after which an operator with few answers is asked rarely.
const TIRED: u32 = 8;

impl Record {
    fn is_hopeless(self) -> bool {
        self.refused >= REFUSALS && self.read == 0
    }

    fn is_suspect(self) -> bool {
        let spoilt = self.refused + self.spoilt;
        spoilt >= 2 && spoilt * SUSPECT > self.read
    }

    fn is_tiring(self) -> bool {
        self.spoilt >= TIRED && self.spoilt * 2 > self.read
    }
}

impl Records {
    /// Counts an outcome of a case.
    pub(super) fn add(&mut self, drawn: &Drawn, outcome: &Outcome) {
        let places = places(drawn);
        let is_alone = places.len() == 1;
        for place in places {
            let record = self.0.entry(place).or_default();
            match outcome {
                Outcome::Refused(why) if why.to_lowercase().contains(place.0.name()) => {
                    record.refused += REFUSALS;
                }
                Outcome::Refused(_) => record.refused += u32::from(is_alone),
                Outcome::Right => record.read += 1,
                Outcome::Wrong(how) if *how != Wrong::Unsatisfiable => record.read += 1,
                _ => record.spoilt += 1,
            }
        }
    }

    fn any(&self, drawn: &Drawn, condition: fn(Record) -> bool) -> bool {
        places(drawn).iter().filter_map(|place| self.0.get(place)).any(|record| condition(*record))
    }

    /// Whether a case has an operator that is refused in its place, and never answered.
    pub(super) fn is_hopeless(&self, drawn: &Drawn) -> bool {
        self.any(drawn, Record::is_hopeless)
    }

    /// Whether a case would often spoil the question of others.
    pub(super) fn is_suspect(&self, drawn: &Drawn) -> bool {
        self.any(drawn, Record::is_suspect)
    }

    /// Whether a case with an operator of known faults is passed over: three of four are.
    pub(super) fn passes(&self, drawn: &Drawn) -> bool {
        !drawn.case.id.is_multiple_of(4) && self.any(drawn, Record::is_tiring)
    }
}

/// Whether a refusal names an operator of a case.
pub(super) fn names(why: &str, drawn: &Drawn) -> bool {
    let why = why.to_lowercase();
    places(drawn).iter().any(|(operator, _)| why.contains(operator.name()))
}

/// Returns the operators of a case with their places, apart from comparisons and connectives.
fn places(drawn: &Drawn) -> Vec<Place> {
    let mut places = Vec::new();
    for root in drawn.case.expressions() {
        root.visit(&mut |part| {
            if let Expr::Op(operator, _) = part
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
    use super::Records;
    use crate::programs::draw::{Drawn, Plan};
    use crate::programs::language::minizinc::MiniZinc;
    use crate::programs::operator::Operator;
    use crate::programs::reply::Outcome;

    fn about(operator: Operator) -> Vec<Drawn> {
        let plan = Plan { seed: 5, operators: vec![operator] };
        (0..40).filter_map(|number| plan.draw(number, &MiniZinc)).collect()
    }

    #[test]
    fn what_is_refused_by_name_is_not_asked_again() {
        let mut records = Records::default();
        let cases = about(Operator::ValuePrecede);
        let refusal = Outcome::Refused("Reified value_precede/3 is not supported".into());
        let is_nested = |one: &&Drawn| {
            one.case.constraints.iter().all(|expr| !is_root(expr, Operator::ValuePrecede))
        };
        let (nested, root): (Vec<&Drawn>, Vec<&Drawn>) = cases.iter().partition(is_nested);
        records.add(nested[0], &refusal);
        assert!(nested.iter().all(|one| records.is_hopeless(one)));
        assert!(!records.is_hopeless(root[0]) && root.len() > 3);
        records.add(nested[1], &Outcome::Right);
        assert!(!records.is_hopeless(nested[2]));
    }

    fn is_root(expr: &crate::programs::Expr, operator: Operator) -> bool {
        matches!(expr, crate::programs::Expr::Op(root, _) if *root == operator)
    }

    #[test]
    fn what_often_fails_is_asked_alone_and_rarely() {
        let mut records = Records::default();
        let cases = about(Operator::Pow);
        for one in &cases[..2] {
            records.add(one, &Outcome::Crash("internal error".into()));
        }
        assert!(records.is_suspect(&cases[2]) && !records.passes(&cases[3]));
        for one in &cases[..8] {
            records.add(one, &Outcome::Timeout);
        }
        assert!(cases.iter().all(|one| records.passes(one) != one.case.id.is_multiple_of(4)));
        for one in cases.iter().cycle().take(100) {
            records.add(one, &Outcome::Right);
        }
        assert!(!records.is_suspect(&cases[2]) && !records.passes(&cases[3]));
    }
}
