//! The smallest counting proof, from one small integer program.

use std::collections::HashMap;

use super::CandidateLiteral;
use super::check::counts_literal;
use super::formula::open_parts;
use super::program::ZeroOneProgram;
use crate::rules::CandidateRules;
use crate::state::CandidateState;
use crate::unit::{CandidateId, RulePart};

/// Maximum number of nodes of a program.
const MAX_PROGRAM_NODES: u64 = 2_000;

/// Returns a smallest set of parts, of at most `most`, that proves a literal by counting
/// ([`counts_literal`]), ascending. `None` if none was found, also if the program is too hard.
#[must_use]
pub fn counting_parts(
    rules: &CandidateRules,
    state: &CandidateState,
    literal: CandidateLiteral,
    most: Option<usize>,
) -> Option<Vec<RulePart>> {
    let parts = open_parts(rules, state);
    let mut of: HashMap<CandidateId, Vec<(usize, i64)>> = HashMap::new();
    for (item, &part) in parts.iter().enumerate() {
        // The contribution of a part to the covers less the bases.
        let sign = if matches!(part, RulePart::Some(_)) { -1 } else { 1 };
        for candidate in state.of_unit(rules, part.unit()) {
            of.entry(candidate).or_default().push((item, sign));
        }
    }
    let mut program = ZeroOneProgram::new(parts.len());
    let mut candidates: Vec<CandidateId> = of.keys().copied().collect();
    candidates.sort_unstable();
    // No other candidate may lie in more bases than covers.
    for candidate in candidates.into_iter().filter(|&other| other != literal.candidate) {
        program.at_least(&of[&candidate], 0);
    }
    program.at_least(&require_excess(&parts, of.get(&literal.candidate), literal), 1);
    if let Some(most) = most {
        program.at_most(most);
    }
    let (chosen, _) = program.solve_program(MAX_PROGRAM_NODES)?;
    let set: Vec<RulePart> = chosen.into_iter().map(|item| parts[item]).collect();
    // The program computes with floating-point numbers, so its choice is checked exactly.
    counts_literal(rules, state, &set, literal).then_some(set)
}

/// Requires that the bases, less the covers and less the contribution of the literal's opposite,
/// are at least 1.
fn require_excess(
    parts: &[RulePart],
    own: Option<&Vec<(usize, i64)>>,
    literal: CandidateLiteral,
) -> Vec<(usize, i64)> {
    let sign = |part: &RulePart| if matches!(part, RulePart::Some(_)) { 1 } else { -1 };
    let mut terms: Vec<(usize, i64)> =
        parts.iter().enumerate().map(|(item, part)| (item, sign(part))).collect();
    // The opposite of a removal makes the candidate true, so it counts in its own parts.
    if !literal.holds {
        for &(item, cover) in own.into_iter().flatten() {
            terms[item].1 += cover;
        }
    }
    terms.retain(|(_, factor)| *factor != 0);
    terms
}
