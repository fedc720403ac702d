//! Cuts around one assignment, for cases too large for all cuts.

use crate::programs::case::FuzzCase;
use crate::programs::operator::Sort;

/// Returns a case in which variables are fixed to their values in an assignment that shows the
/// fault, as long as `still` holds. Asks about all variables, then about halves of the variables
/// that cannot be fixed together. A case that needs no other values takes few questions.
pub fn narrow_case(
    case: &FuzzCase,
    witness: &[i64],
    still: &mut dyn FnMut(&FuzzCase) -> bool,
) -> FuzzCase {
    let mut best = case.clone();
    let fixable = |at: &usize| {
        let variable = &case.variables[*at];
        variable.sort == Sort::Int && variable.values.len() > 1
    };
    let open: Vec<usize> = (0..case.variables.len().min(witness.len())).filter(fixable).collect();
    let mut parts = vec![open];
    while let Some(part) = parts.pop() {
        if part.is_empty() {
            continue;
        }
        let mut cut = best.clone();
        for &at in &part {
            cut.variables[at].values = vec![witness[at]];
        }
        if still(&cut) {
            best = cut;
        } else if part.len() > 1 {
            let (first, second) = part.split_at(part.len() / 2);
            // The first half is popped next. Halves that need other values are split on, so k
            // essential variables of n cost about k log n questions.
            parts.extend([second.to_vec(), first.to_vec()]);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::programs::case::CaseVariable;

    #[test]
    fn variables_that_do_not_matter_are_fixed() {
        let variable = |at: i64| {
            let name = format!("x{at}");
            CaseVariable { name, sort: Sort::Int, values: (0..10).collect() }
        };
        let variables = (0..8).map(variable).collect();
        let case =
            FuzzCase { id: 1, variables, constraints: Vec::new(), objective: None, assume: false };
        let mut asked = 0;
        let small = narrow_case(&case, &[5; 8], &mut |case| {
            asked += 1;
            case.variables[6].values.len() > 1
        });
        let sizes: Vec<usize> = small.variables.iter().map(|v| v.values.len()).collect();
        assert_eq!(sizes, [1, 1, 1, 1, 1, 1, 10, 1]);
        assert!(asked < 10, "{asked}");
    }
}
