//! Refuses divisors that may be 0: SMT-LIB leaves the result of such a division to each solver.

use parallax_instance::InputError;
use parallax_model::Model;
use parallax_model::flatten::{DagNode, ExpressionDag, IntExpression, TermRanges, VariableBounds};

use super::lexer::SmtlibLexer;

/// Refuses the first divisor whose range contains 0.
///
/// # Errors
/// Returns an error at the place of that divisor.
pub(super) fn refuse_zero(
    lexer: &SmtlibLexer<'_>,
    terms: &ExpressionDag,
    model: &Model,
    divisors: &[(usize, IntExpression)],
) -> Result<(), InputError> {
    if divisors.is_empty() {
        return Ok(());
    }
    // The ranges follow from the domains of the model, so bounds that assertions state count.
    let ranges = TermRanges::of_model(terms, model);
    for &(at, divisor) in divisors {
        let (low, high) = ranges.range(divisor);
        if low == 0 && high == 0 {
            return Err(lexer.error_at(at, "division by 0, whose result SMT-LIB leaves open"));
        }
        if low <= 0 && high >= 0 {
            let message = format!(
                "the divisor '{}' is from {low} to {high}, and SMT-LIB leaves the result of a \
                 division by 0 open; expected bounds that exclude 0",
                lexer.term_excerpt(at)
            );
            return Err(lexer.error_at(at, message));
        }
    }
    Ok(())
}

/// Whether no divisor can be 0 where the variables are within bounds.
pub(super) fn exclude_zero(terms: &ExpressionDag, bounds: &[VariableBounds]) -> bool {
    let ranges = TermRanges::find(terms, &|variable| {
        let VariableBounds { low, high } =
            bounds.get(variable as usize).copied().unwrap_or_default();
        // `find` needs low <= high. With contradictory bounds no value remains, so any range will
        // do.
        match (low.unwrap_or(i128::MIN), high.unwrap_or(i128::MAX)) {
            (low, high) if low > high => (1, 1),
            range => range,
        }
    });
    terms.all_nodes().iter().all(|&node| match node {
        DagNode::Div(_, divisor) | DagNode::Mod(_, divisor) => {
            // Unlike in `refuse_zero`, there is no model yet, and so no exact range of its
            // variables.
            let (low, high) = ranges.range(divisor);
            low > 0 || high < 0
        }
        _ => true,
    })
}
