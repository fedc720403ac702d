//! Subtrees of a search tree.

use parallax_model::{Value, VarId};
use parallax_propagation::SearchDecision;

/// The other side of a step of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathSide {
    /// It does not belong to the subtree.
    Closed,
    /// It belongs to the same subtree: the opposite of the decision, or, if each value has its own
    /// branch, these values, the next one last.
    Open(Box<[Value]>),
}

/// A decision on the way to a subtree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubtreePathStep {
    /// The decision.
    pub decision: SearchDecision,
    /// The branch after it.
    pub side: PathSide,
}

impl SubtreePathStep {
    fn is_open(&self) -> bool {
        matches!(self.side, PathSide::Open(_))
    }
}

/// A subtree of the tree of a question: the path to a node, and all that lies below that node or
/// follows it on an open side. Without open sides it is a *cube*: a list of decisions. The subtrees
/// into which a tree is cut are disjoint, and together they are the tree.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchSubtree {
    /// The decisions in order.
    pub steps: Vec<SubtreePathStep>,
    /// Whether the counters do not include the last step yet.
    pub fresh: bool,
    /// An estimate of its share of the tree: each value of a domain has an equal share.
    pub share: f64,
}

impl SearchSubtree {
    /// Returns the whole tree as one subtree.
    #[must_use]
    pub fn whole_tree() -> Self {
        SearchSubtree { steps: Vec::new(), fresh: false, share: 1.0 }
    }

    /// Creates a subtree, without the exclusions that a later assignment implies. Steps after an
    /// open step stay, because the other side may need them.
    pub(super) fn from_steps(steps: Vec<SubtreePathStep>, fresh: bool, share: f64) -> Self {
        // Only assignments before the first open step hold in the whole subtree.
        let fixed = steps.iter().take_while(|step| !step.is_open());
        let mut fixed: Vec<VarId> = fixed
            .filter(|step| step.decision.is_assignment())
            .map(|step| step.decision.variable)
            .collect();
        fixed.sort_unstable();
        let mut closed = true;
        let kept = steps.into_iter().filter(|step| {
            closed &= !step.is_open();
            // e.g. `x != 1, x != 2, x = 3` is `x = 3`. Paths stay short, and with them the work to
            // replay them.
            let implied = closed && !step.decision.is_assignment();
            !implied || fixed.binary_search(&step.decision.variable).is_err()
        });
        SearchSubtree { steps: kept.collect(), fresh, share }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parallax_propagation::ValueTest;

    #[test]
    fn what_a_later_assignment_implies_is_left_out() {
        let step = |variable, value, test, side| {
            let variable = VarId::new(variable);
            SubtreePathStep { decision: SearchDecision { variable, value, test }, side }
        };
        let steps = vec![
            step(0, 1, ValueTest::Not, PathSide::Closed),
            step(0, 9, ValueTest::AtMost, PathSide::Closed),
            step(1, 1, ValueTest::Not, PathSide::Closed),
            step(1, 0, ValueTest::Above, PathSide::Closed),
            step(0, 2, ValueTest::Is, PathSide::Closed),
            step(2, 4, ValueTest::Is, PathSide::Open(Box::new([]))),
            step(3, 5, ValueTest::Not, PathSide::Closed),
            step(3, 6, ValueTest::Is, PathSide::Closed),
        ];
        let kept = SearchSubtree::from_steps(steps.clone(), false, 1.0).steps;
        assert_eq!(kept, steps[2..]);
    }
}
