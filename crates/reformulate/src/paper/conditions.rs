//! Tests 1 to 3: decide which children need not be generated.

use super::AttributeSummary;

/// Test 1, for column *l* of an attribute: whether some value has no card, so that neither its `=`
/// child nor the `≠` child can have a solution.
#[must_use]
pub fn test1(counts: [u32; 3]) -> bool {
    counts.contains(&0)
}

/// Test 2, for one entry of column *l*: whether there are cards, but fewer than the three of a set.
#[must_use]
pub fn test2(count: u32) -> bool {
    (1..3).contains(&count)
}

/// Test 3, for an attribute of the summary: whether column *h* is null: some value is in no domain,
/// and the `≠` child cannot have a solution.
#[must_use]
pub fn test3(summary: &AttributeSummary) -> bool {
    summary.product_of_sums() == 0
}
