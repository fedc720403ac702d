//! Faults of decision tables: rules that overlap, inputs without a rule, rules that never apply.
//!
//! Every fault has an example: an engine finds it in the problem without the table, and the rules
//! themselves show that it is one. A table has no fault of a kind if the engine finds that there is
//! no example.

mod gaps;
mod question;
mod separate;
mod table_linter;

pub use separate::lint_separate_tables;
pub use table_linter::{AdviceKind, FaultKind, LintAdvice, LintFinding, LintReport, lint_problem};
