//! Checks that an engine's answer to a question fits the solutions that it reported.

use super::{Answer, QuestionOutcome, SolutionCount};

impl QuestionOutcome {
    /// Returns how the outcome contradicts itself, or the number `given` of solutions that were
    /// reported and accepted; `None` if it does not.
    #[must_use]
    pub fn find_contradiction(&self, given: u128) -> Option<String> {
        let name = self.answer.name();
        let given_number = SolutionCount::from(given);
        // An engine that reports each solution has no count of its own.
        let counted = self.counted.as_ref().unwrap_or(&given_number);
        match &self.answer {
            Answer::Satisfiable | Answer::Optimal(_) if given == 0 => {
                Some(format!("the answer is {name}, but no solution is given"))
            }
            Answer::Unsatisfiable if given > 0 || *counted > 0 => {
                let number = counted.max(&given_number);
                Some(format!("the answer is {name}, but the number of solutions is {number}"))
            }
            Answer::Unsatisfiable | Answer::Optimal(_) if !self.complete => {
                Some(format!("the answer is {name}, but the search is not complete"))
            }
            Answer::Unknown(_) | Answer::Unsupported(_) if self.complete => {
                Some(format!("the answer is {name}, but the search is complete"))
            }
            _ if *counted < given => {
                Some(format!("{counted} solutions are counted, but {given} are given"))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contradicts(answer: Answer, complete: bool, counted: Option<u128>, given: u128) -> bool {
        let counted = counted.map(SolutionCount::from);
        let outcome = QuestionOutcome { complete, counted, ..QuestionOutcome::at_once(answer) };
        outcome.find_contradiction(given).is_some()
    }

    #[test]
    fn every_claim_needs_what_it_rests_on() {
        use Answer::{Optimal, Satisfiable, Unsatisfiable};
        let unknown = || Answer::Unknown("tired".into());
        for (answer, complete, counted, given, expected) in [
            (Satisfiable, true, None, 1, false),
            (Satisfiable, false, None, 0, true),
            (Satisfiable, true, Some(7), 1, false),
            (Satisfiable, true, Some(7), 0, true),
            (Satisfiable, true, Some(2), 3, true),
            (Optimal(3), true, None, 1, false),
            (Optimal(3), true, None, 0, true),
            (Optimal(3), false, None, 1, true),
            (Unsatisfiable, true, None, 0, false),
            (Unsatisfiable, true, Some(0), 0, false),
            (Unsatisfiable, true, Some(1), 0, true),
            (Unsatisfiable, true, None, 1, true),
            (Unsatisfiable, false, None, 0, true),
            (unknown(), false, None, 0, false),
            (unknown(), false, None, 4, false),
            (unknown(), true, None, 0, true),
            (Answer::Unsupported("no".into()), true, None, 0, true),
        ] {
            let case = format!("{answer} {complete} {counted:?} {given}");
            assert_eq!(contradicts(answer, complete, counted, given), expected, "{case}");
        }
    }
}
