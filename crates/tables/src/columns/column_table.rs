//! A decision table by itself: each column any value of its own.

use super::value_classes::TableColumn;

/// The hit policy of a table (DMN 1.5, section 8.2.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TablePolicy {
    /// At most one rule applies.
    Unique,
    /// The rules that apply agree.
    Any,
    /// The first rule that applies decides.
    First,
    /// The rule whose output comes first in the list of output values decides.
    Priority,
    /// All rules that apply, as a list or aggregated.
    Collect,
    /// All rules that apply, sorted by the list of output values.
    OutputOrder,
    /// All rules that apply, in their order.
    RuleOrder,
}

impl TablePolicy {
    /// Whether an input without a rule is a fault, if there is no default output.
    #[must_use]
    pub fn needs_a_rule(self) -> bool {
        matches!(
            self,
            TablePolicy::Unique | TablePolicy::Any | TablePolicy::First | TablePolicy::Priority
        )
    }
}

/// A decision table that is linted by itself.
#[derive(Clone, Debug)]
pub struct ColumnTable {
    /// The name of its decision.
    pub name: String,
    /// Its hit policy.
    pub policy: TablePolicy,
    /// The default of each output, if one has a default, so that no input is without a result.
    pub defaults: Option<Vec<String>>,
    /// The aggregation of COLLECT: SUM, MIN, MAX or COUNT.
    pub aggregation: Option<String>,
    /// The inputs.
    pub columns: Vec<TableColumn>,
    /// The number of rules.
    pub rule_count: usize,
    /// The cells of the outputs, by rule.
    pub outputs: Vec<Vec<String>>,
    /// The rank of each rule's output for PRIORITY, less before more; equal for other policies.
    pub priorities: Vec<Vec<usize>>,
}
