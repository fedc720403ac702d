//! Checks a solution by the tables themselves. Evaluates the rules with plain values, and shares
//! only the parsed cells with the compilation to a model.

mod decision_judge;
mod decisions;
mod exact;
mod examples;
mod expression_values;
mod interpretation;
mod loops;

pub use decision_judge::DecisionJudge;
pub use interpretation::TableInterpretation;
use interpretation::Values;
